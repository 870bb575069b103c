//! The compiler's state: registers, labels, environments; and the code of one game.

use super::bits::Grid;
use super::code::{Code, I, Op, Reg, To};
use super::dense::Clause;
use super::flat::Form;
use super::list_values;
use super::memo::and;
use super::needs::Needs;
use super::plan::Plan;
use super::universe::Sets;
use crate::check::ir::{Claim, Expr, Game, GameId, Move, Param, Slot};
use crate::check::types::{Shape, Type};
use crate::lowered::symbolic::MOST_MOVES;
use crate::rules::eval::Eval;
use crate::rules::machine::Machine;
use crate::value::Value;
use std::collections::BTreeSet;

/// What a slot holds while code is compiled.
#[derive(Clone, Debug)]
pub(super) enum Val {
    /// Known now: a rule parameter, a constant.
    Known(Value),
    /// A word register.
    I(u16),
    /// A set register.
    B(u16),
    /// A list register.
    L(u16),
    /// A text of one letter, which is in a word register.
    Letter(u16),
    /// The letters of a text that is in a list register, each a text.
    Letters(u16),
    /// What an element of a universe, whose number is in a word register, is made of.
    Leaf { index: u16, over: u16, leaf: u16 },
    /// A tuple of these.
    Tuple(Vec<Val>),
}

/// The slots of one frame.
#[derive(Clone, Debug)]
pub(super) struct Env {
    pub(super) slots: Vec<Option<Val>>,
    /// Which frame it is: each call that is written out has its own.
    pub(super) frame: u32,
}

impl Env {
    pub(super) fn new(slots: usize, frame: u32) -> Env {
        Env { slots: vec![None; slots], frame }
    }
}

/// An expression that is computed once, where it is kept, and whether it is there.
pub(super) struct Once {
    pub(super) expr: Expr,
    /// Of which frame its slots are.
    pub(super) frame: u32,
    pub(super) flag: I,
    pub(super) val: Val,
    pub(super) reg: Reg,
}

impl Once {
    /// Whether an expression of a frame is that one.
    pub(super) fn is(&self, e: &Expr, env: &Env) -> bool {
        self.frame == env.frame && self.expr == *e
    }
}

/// How values of a type are held in registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// A word.
    Word,
    /// A bit set.
    Set,
    /// A list of words; a bag is one that is kept sorted.
    List,
    /// A map from words to words: a list of keys and values in turn, in order of the keys.
    Map,
    /// Any other collection, or a text: a list of flat values.
    Flat,
}

/// How values of a type are held.
pub(super) fn class(ty: &Type, sets: &Sets) -> Option<Class> {
    let word = |ty: &Type| match ty {
        Type::Int | Type::Bool | Type::Enum(_) | Type::Cell => true,
        Type::Text => sets.names().is_some(),
        _ => false,
    };
    match ty {
        ty if word(ty) => Some(Class::Word),
        Type::Set(t) if sets.are_bits(t) => Some(Class::Set),
        Type::List(t) | Type::Bag(t) if word(t) => Some(Class::List),
        Type::Map(k, v) if word(k) && word(v) => Some(Class::Map),
        Type::Tuple(_) => None,
        _ => Form::of(ty, sets).map(|_| Class::Flat),
    }
}

/// Notes what was declared of the sets and collections in a value.
fn note_declared(val: &Val, shape: &Shape, noted: &mut Vec<(Reg, Shape)>) {
    match (val, shape) {
        (Val::B(r), _) => noted.push((Reg::B(*r), shape.clone())),
        (Val::L(r), _) => noted.push((Reg::L(*r), shape.clone())),
        (Val::Tuple(parts), Shape::Tuple(shapes)) => {
            parts.iter().zip(shapes).for_each(|(part, shape)| note_declared(part, shape, noted));
        }
        _ => {}
    }
}

/// What the numbers of elements mean: the elements themselves, cells of the grid, or places in a universe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Numbering {
    Numbers,
    Cells,
    Over(u16),
}

/// Compiles one piece of code. Every method gives `None` for what packed code cannot express.
pub(super) struct Compiler<'a> {
    pub(super) machine: &'a Machine,
    pub(super) plan: &'a mut Plan,
    pub(super) grid: Grid,
    pub(super) code: Code,
    /// Where each label is.
    pub(super) labels: Vec<Option<u32>>,
    /// How many definitions are being inlined right now.
    pub(super) depth: u32,
    /// How many were inlined so far.
    pub(super) inlined: u32,
    /// Whether options are looked up in tables.
    pub(super) for_tables: bool,
    /// Whether it is for an array of all positions: bounds are known then.
    pub(super) for_array: bool,
    /// Whether conditions on two numbers become lists.
    pub(super) lists_of_two: bool,
    /// What becomes of an option by which the player to move has won; only where some game has a `wins when`.
    pub(super) won: Option<Won>,
    /// List registers that hold lists of one length.
    pub(super) lengths: Vec<(u16, i64)>,
    /// List registers all of whose entries are between two numbers, and these.
    pub(super) entries: Vec<(u16, i64, i64)>,
    /// Registers of sets and collections that a position has, with what was declared of them.
    pub(super) as_declared: Vec<(Reg, Shape)>,
    /// The places of lists of one length, and the keys of maps that keep theirs.
    pub(super) places_of: Vec<(u16, BTreeSet<Value>)>,
    /// Registers that hold nothing but elements of a kind: taken out of a set, or small in each position.
    pub(super) taken: Vec<(I, Numbering)>,
    /// Registers that count from one number to another.
    pub(super) counted: Vec<(I, i64, i64)>,
    /// What is computed once in the loops around.
    pub(super) once: Vec<Once>,
    /// What is in the scope of the binders around, besides these.
    pub(super) tails: Vec<Vec<Expr>>,
    /// How many frames there are.
    pub(super) frames: u32,
}

/// Code longer than this is not worth having.
const MAX_OPS: usize = 50_000;

impl<'a> Compiler<'a> {
    pub(super) fn new(machine: &'a Machine, plan: &'a mut Plan, grid: Grid) -> Compiler<'a> {
        let code = Code::default();
        Compiler {
            machine,
            plan,
            grid,
            code,
            labels: vec![],
            depth: 0,
            inlined: 0,
            for_tables: false,
            for_array: false,
            lists_of_two: false,
            won: None,
            lengths: vec![],
            entries: vec![],
            as_declared: vec![],
            places_of: vec![],
            taken: vec![],
            counted: vec![],
            once: vec![],
            tails: vec![],
            frames: 0,
        }
    }

    pub(super) fn emit(&mut self, op: Op) -> Option<()> {
        self.code.ops.push(op);
        (self.code.ops.len() < MAX_OPS).then_some(())
    }

    pub(super) fn word(&mut self) -> Option<I> {
        fresh(&mut self.code.size.0)
    }

    pub(super) fn set(&mut self) -> Option<u16> {
        fresh(&mut self.code.size.1)
    }

    pub(super) fn list(&mut self) -> Option<u16> {
        fresh(&mut self.code.size.2)
    }

    pub(super) fn label(&mut self) -> To {
        self.labels.push(None);
        self.labels.len() as To - 1
    }

    pub(super) fn place(&mut self, label: To) {
        self.labels[label as usize] = Some(self.code.ops.len() as u32);
    }

    /// A register that holds a number throughout; it must not be written to.
    pub(super) fn constant(&mut self, n: i64) -> Option<I> {
        if let Some((d, _)) = self.code.constants.iter().find(|(_, v)| *v == n) {
            return Some(*d);
        }
        let d = self.word()?;
        self.code.constants.push((d, n));
        Some(d)
    }

    /// A register that begins as a number and may be written to.
    pub(super) fn counter(&mut self, n: i64) -> Option<I> {
        let d = self.word()?;
        self.emit(Op::Const(d, n))?;
        Some(d)
    }

    /// Lets the instruction just emitted write to `d` instead of the fresh register `r`, where that is safe.
    pub(super) fn retarget(&mut self, r: I, d: I, fresh_from: usize) -> bool {
        let here = self.code.ops.len() as u32;
        if usize::from(r) < fresh_from || self.labels.contains(&Some(here)) {
            return false;
        }
        match self.code.ops.last_mut().and_then(Op::word_written) {
            Some(written) if *written == r => {
                *written = d;
                true
            }
            _ => false,
        }
    }

    /// Turns labels into instructions.
    pub(super) fn finish(mut self) -> Option<Code> {
        self.emit(Op::Halt)?;
        let labels = self.labels;
        for label in self.code.ops.iter_mut().filter_map(Op::target_mut) {
            *label = labels[*label as usize].unwrap_or(0);
        }
        for i in 0..self.code.ops.len() {
            if let Op::Loop(head) = self.code.ops[i] {
                self.code.ops[i] =
                    go_round(self.code.ops[head as usize], head, i as To).unwrap_or(Op::Loop(head));
            }
        }
        Some(self.code)
    }

    /// Puts the parameters of a game into registers, the rules as known values.
    fn inputs(&mut self, game: &Game, rules: &[Option<Value>]) -> Option<Env> {
        self.inputs_in(game, rules, &mut std::iter::empty())
    }

    /// The same with the registers that are at hand, and fresh ones behind them.
    pub(super) fn inputs_in(
        &mut self,
        game: &Game,
        rules: &[Option<Value>],
        at_hand: &mut dyn Iterator<Item = Reg>,
    ) -> Option<Env> {
        let mut env = Env::new(game.slots.len(), self.frame());
        for (i, (param, rule)) in game.params.iter().zip(rules).enumerate() {
            env.slots[i] = Some(match rule {
                Some(v) => Val::Known(v.clone()),
                None => self.input(&param.ty, at_hand)?,
            });
            env.slots[i].iter().for_each(|val| note_declared(val, &param.shape, &mut self.as_declared));
            match env.slots[i] {
                Some(Val::I(r)) if self.is_small(param) => self.taken.push((r, Numbering::Numbers)),
                Some(Val::L(l)) => self.note_entries(l, list_values::declared_entries(param)),
                _ => {}
            }
        }
        Some(env)
    }

    /// Whether a word is a small natural number in all positions that were seen.
    fn is_small(&self, param: &Param) -> bool {
        match (&param.ty, &param.shape) {
            (Type::Bool | Type::Enum(_), _) => true,
            (Type::Int, Shape::Range(Some(least), _)) => {
                self.plan.small_numbers && least.sign() != num_bigint::Sign::Minus
            }
            _ => false,
        }
    }

    /// Registers for a parameter: one, or one for each part of a tuple.
    fn input(&mut self, ty: &Type, at_hand: &mut dyn Iterator<Item = Reg>) -> Option<Val> {
        if let Type::Tuple(types) = ty {
            return types.iter().map(|ty| self.input(ty, at_hand)).collect::<Option<_>>().map(Val::Tuple);
        }
        let (val, reg) = match at_hand.next() {
            Some(Reg::I(r)) => (Val::I(r), Reg::I(r)),
            Some(Reg::B(r)) => (Val::B(r), Reg::B(r)),
            Some(Reg::L(r)) => (Val::L(r), Reg::L(r)),
            None => self.register_for(ty)?,
        };
        self.code.inputs.push(reg);
        if let (Reg::I(r), Type::Cell) = (reg, ty)
            && self.plan.sets.on_grid()
        {
            self.taken.push((r, Numbering::Cells));
        }
        Some(val)
    }

    /// How values of a type are held.
    pub(super) fn class(&self, ty: &Type) -> Option<Class> {
        class(ty, &self.plan.sets)
    }

    /// What the elements of a set type are numbered by.
    pub(super) fn numbering(&self, ty: &Type) -> Numbering {
        match ty.element() {
            Some(Type::Cell) if !self.plan.sets.off_grid() => Numbering::Cells,
            Some(element) => {
                self.plan.sets.of(&element).map_or(Numbering::Numbers, |(i, _)| Numbering::Over(i))
            }
            None => Numbering::Numbers,
        }
    }

    pub(super) fn register_for(&mut self, ty: &Type) -> Option<(Val, Reg)> {
        Some(match self.class(ty)? {
            Class::Word => {
                let r = self.word()?;
                (Val::I(r), Reg::I(r))
            }
            Class::Set => {
                let r = self.set()?;
                (Val::B(r), Reg::B(r))
            }
            Class::List | Class::Map | Class::Flat => {
                let r = self.list()?;
                (Val::L(r), Reg::L(r))
            }
        })
    }

    /// The value of an expression that depends on nothing but what is known now.
    pub(super) fn known(&self, e: &Expr, env: &Env) -> Option<Value> {
        if !is_static(e, env) || self.machine.meter().look().is_err() {
            return None;
        }
        let slots: Vec<Value> = env
            .slots
            .iter()
            .map(|s| match s {
                Some(Val::Known(v)) => v.clone(),
                _ => Value::Bool(false),
            })
            .collect();
        Eval::new(self.machine, None, slots.len(), &slots).eval(e).ok()
    }
}

/// The end of a loop and its head in one: goes on behind the head, or falls out of the loop.
fn go_round(head: Op, at: To, end: To) -> Option<Op> {
    match head {
        Op::Step(a, hi, exit) if exit == end + 1 => Some(Op::StepAgain(a, hi, at + 1)),
        Op::Next(d, s, exit) if exit == end + 1 => Some(Op::NextAgain(d, s, at + 1)),
        Op::NextCell(d, s, exit) if exit == end + 1 => Some(Op::NextCellAgain(d, s, at + 1)),
        Op::NextDomino(d, a, s, exit) if exit == end + 1 => Some(Op::NextDominoAgain(d, a, s, at + 1)),
        _ => None,
    }
}

fn fresh(counter: &mut usize) -> Option<u16> {
    *counter += 1;
    u16::try_from(*counter - 1).ok()
}

/// Whether an expression uses nothing that is only known while a position is looked at: all that is not bound in it is known. A part of
/// an expression may look at what is bound around it, and nobody knows that yet.
fn is_static(e: &Expr, env: &Env) -> bool {
    let is_known = |slot: Slot| matches!(env.slots.get(slot as usize), Some(Some(Val::Known(_))));
    let mut fine = true;
    e.each_free_slot(&mut |slot| fine &= is_known(slot));
    fine
}

/// The code that lists the options of a game with these rules.
pub(super) fn moves(
    machine: &Machine,
    plan: &mut Plan,
    grid: Grid,
    id: GameId,
    rules: &[Option<Value>],
) -> Option<Code> {
    all_moves(machine, plan, grid, (id, rules), false)
}

/// The same with whole runs over a chain, where an innermost loop is one.
pub(super) fn moves_over_chain(
    machine: &Machine,
    plan: &mut Plan,
    grid: Grid,
    id: GameId,
    rules: &[Option<Value>],
) -> Option<Code> {
    all_moves(machine, plan, grid, (id, rules), true)
}

/// The code that lists those of them that the player of a side may make.
pub(super) fn moves_of(
    machine: &Machine,
    plan: &mut Plan,
    grid: Grid,
    (id, rules): (GameId, &[Option<Value>]),
    side: usize,
) -> Option<Code> {
    let game = within_bounds(machine, id)?;
    let may = |m: &&Move| id.is_impartial() || m.is_of(side);
    let own: Vec<Move> = game.moves.iter().filter(may).cloned().collect();
    let mut c = Compiler::new(machine, plan, grid);
    let env = c.inputs(game, rules)?;
    c.list_moves(game, &own, env, false)?;
    c.finish()
}

fn all_moves(
    machine: &Machine,
    plan: &mut Plan,
    grid: Grid,
    (id, rules): (GameId, &[Option<Value>]),
    by_runs: bool,
) -> Option<Code> {
    let game = within_bounds(machine, id)?;
    let mut c = Compiler::new(machine, plan, grid);
    let env = c.inputs(game, rules)?;
    c.list_moves(game, &game.moves, env, by_runs)?;
    c.finish()
}

/// A game in plain form, if it does not have too many moves.
fn within_bounds(machine: &Machine, id: GameId) -> Option<&Game> {
    Some(machine.plain().game(id)).filter(|game| game.moves.len() <= MOST_MOVES)
}

/// The moves of a game as linear clauses, and the code of the others; `None` if its positions are not few numbers, each with
/// a least value.
pub(super) fn linear_moves(
    machine: &Machine,
    plan: &mut Plan,
    grid: Grid,
    id: GameId,
    rules: &[Option<Value>],
) -> Option<(Vec<Clause>, Option<Code>)> {
    let game = within_bounds(machine, id)?;
    let lows = super::lows::lows(game)?;
    let mut c = Compiler::new(machine, plan, grid);
    let env = c.inputs(game, rules)?;
    c.for_tables = true;
    let (mut clauses, mut others) = (vec![], vec![]);
    for m in &game.moves {
        machine.meter().look().ok()?;
        match c.linear_move(game, m, &env, &lows) {
            Some(found) => clauses.extend(found),
            None => others.push(m.clone()),
        }
    }
    clauses.sort();
    clauses.dedup();
    if others.is_empty() {
        return Some((clauses, None));
    }
    c.list_moves(game, &others, env, false)?;
    Some((clauses, Some(c.finish()?)))
}

impl Compiler<'_> {
    /// Lists the options by some moves of a game.
    pub(super) fn list_moves(
        &mut self,
        game: &Game,
        moves: &[Move],
        mut env: Env,
        over_chain: bool,
    ) -> Option<()> {
        let done = self.label();
        let wins = if self.plan.listed.all() { &[][..] } else { &game.wins };
        for end in game.ends.iter().chain(wins) {
            self.branch(end, &mut env, done, true)?;
        }
        for m in moves {
            self.machine.meter().look().ok()?;
            let next = self.label();
            if over_chain && self.move_over_chain(m, &mut env.clone(), next).is_some() {
                continue;
            }
            let by_dominoes = super::dominoes::each_once(m);
            let m = by_dominoes.as_ref().unwrap_or(m);
            let m = with_guard_inside(m);
            if self.for_tables
                && let Some(done) = self.members_run(&m, &mut env)
            {
                done?;
                self.place(next);
                continue;
            }
            let tail: Vec<&Expr> = m.guard.iter().chain([&m.target]).collect();
            self.each(&m.binders, &tail, &mut env, next, &mut |c, env, next| {
                if let Some(guard) = &m.guard {
                    c.branch(guard, env, next, false)?;
                }
                c.option(&m.target, env, next)
            })?;
            self.place(next);
        }
        self.place(done);
        Some(())
    }
}

impl Compiler<'_> {
    /// An option, unless the player who is then to move has won by it.
    fn option(&mut self, target: &Expr, env: &mut Env, next: To) -> Option<()> {
        if self.plan.listed.all() || self.machine.plain().games.iter().all(|g| g.wins.is_empty()) {
            self.target(target, env)?;
            return self.emit(Op::EndOption);
        }
        if self.is_one_part(target) {
            self.won = Some(Won::Next(next));
            self.target(target, env)?;
            self.won = None;
            return self.emit(Op::EndOption);
        }
        let (won, no) = (self.counter(0)?, self.label());
        self.won = Some(Won::Noted(won));
        self.target(target, env)?;
        self.won = None;
        self.emit(Op::JumpUnless(won, no))?;
        self.emit(Op::DropOption)?;
        self.emit(Op::Jump(next))?;
        self.place(no);
        self.emit(Op::EndOption)
    }
}

/// What becomes of an option by which the player who is then to move has won.
#[derive(Clone, Copy)]
pub(super) enum Won {
    /// There is none: the next one is looked at. Only where an option is one part.
    Next(To),
    /// It is noted in a register.
    Noted(I),
}

/// The same move with the guard of the whole as one of its last binder, where it can end a range.
fn with_guard_inside(m: &Move) -> Move {
    let mut m = m.clone();
    if let (Some(last), Some(_)) = (m.binders.last_mut(), &m.guard) {
        let guards = last.guard.take().into_iter().chain(m.guard.take());
        last.guard = guards.reduce(and);
    }
    m
}

/// The code that gives the parts of a claim as one option.
pub(super) fn claim(
    machine: &Machine,
    plan: &mut Plan,
    grid: Grid,
    id: GameId,
    rules: &[Option<Value>],
    claim: &Claim,
) -> Option<Code> {
    let game = machine.plain().game(id);
    let mut c = Compiler::new(machine, plan, grid);
    let mut env = c.inputs(game, rules)?;
    let next = c.label();
    c.each_once(&claim.binders, &[&claim.target], &mut env, next, &mut |c, env, _| {
        c.target(&claim.target, env)
    })?;
    c.place(next);
    c.emit(Op::EndOption)?;
    c.finish()
}

/// The code that gives one option where the player to move has won already; `None` if nobody has before the end of play.
pub(super) fn is_won(
    machine: &Machine,
    plan: &mut Plan,
    grid: Grid,
    id: GameId,
    rules: &[Option<Value>],
) -> Option<Code> {
    let game = machine.plain().game(id);
    if game.wins.is_empty() {
        return None;
    }
    let mut c = Compiler::new(machine, plan, grid);
    let mut env = c.inputs(game, rules)?;
    let (yes, no) = (c.label(), c.label());
    game.wins.iter().try_for_each(|win| c.branch(win, &mut env, yes, true))?;
    c.emit(Op::Jump(no))?;
    c.place(yes);
    c.emit(Op::EndOption)?;
    c.place(no);
    c.finish()
}

/// A grid of eight columns with room to turn boards, on which turns are cheap; `None` if the cells need a larger one.
pub(super) fn eight_wide(needs: &Needs) -> Option<Grid> {
    let (top, bottom, left, right) = needs.cells?;
    if needs.margin > 0 {
        return None;
    }
    let (top, left) = (top.min(1), left.min(1));
    let side = bottom.abs_diff(top).max(right.abs_diff(left)).checked_add(1)?;
    if side <= 8 { Grid::new(top, left, side, 8) } else { None }
}

/// The grid for the cells at hand: with room to turn boards where `same as` may ask for it.
pub(super) fn grid_for(needs: &Needs, square: bool) -> Option<Grid> {
    let Some((top, bottom, left, right)) = needs.cells else { return Grid::new(1, 1, 1, 1) };
    let margin = i32::from(needs.margin);
    let (top, left) = (top.min(1).checked_sub(margin)?, left.min(1).checked_sub(margin)?);
    let (bottom, right) = (bottom.checked_add(margin)?, right.checked_add(margin)?);
    let (rows, cols) = (bottom.abs_diff(top).checked_add(1)?, right.abs_diff(left).checked_add(1)?);
    let side = rows.max(cols);
    if square && side <= 8 || square && side <= 11 && rows.checked_mul(cols)? > 64 {
        return Grid::new(top, left, side, side);
    }
    Grid::new(top, left, rows, cols)
}
