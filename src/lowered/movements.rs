//! `same as`: which turns, mirror images and shifts of a board change nothing, proved from the rules.
//!
//! A rule *respects* a movement s of the grid if what it gives for a moved position is what it gives for the
//! position, moved: f(s x) = s f(x), where numbers and truth values stay as they are. If every step of a game
//! respects s, then s maps the plays from a position one to one to those from the moved position, so both have
//! the same value. `turned(S)`, `mirrored(S)` and `shifted(S)` are each S moved by some movement.

use super::form::{Arg, Atom, Block, Form, Gather, Op, Over, Part, Step, StepKind};
use super::games::LoweredGame;
use super::unordered::is_unordered;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Clauses, CompareOp, Game, GameId, Links, Program};
use crate::check::types::Type;
use crate::value::Value;
use std::rc::Rc;

/// Whether a `same as` claim of a game follows from its rules.
pub(crate) fn change_nothing(
    program: &Program,
    id: GameId,
    claim: &Form,
    lowered: &dyn Fn(GameId) -> Rc<LoweredGame>,
) -> bool {
    if let Some(lists) = sorted(id, claim) {
        return lists.into_iter().all(|list| is_unordered(program, id, list, &lowered(id)));
    }
    let Some(all) = movements(program.game(id), id, claim) else { return false };
    let respects = |id| {
        let game = lowered(id);
        [&game.moves, &game.wins].into_iter().all(|form| Respect::of(program, form, all).is_some())
    };
    Links::new(program, Clauses::Moves).reachable(id).into_iter().all(respects)
}

/// The lists that a claim puts in order, if it changes nothing else.
fn sorted(id: GameId, claim: &Form) -> Option<Vec<usize>> {
    let (Step { kind: StepKind::Part(Part::Game(to, args)), .. }, before) = claim.body.steps.split_last()?
    else {
        return None;
    };
    // Of which parameter each name is the sorted list.
    let mut of: Vec<Option<usize>> = vec![None; claim.vars.len()];
    for step in before {
        let StepKind::Let { var, op: Op::Native(Builtin::Sort), args } = &step.kind else { return None };
        of[var.index()] = Some(args.first()?.var()?.index()).filter(|list| *list < claim.params);
    }
    let mut lists = vec![];
    for (i, arg) in args.iter().enumerate() {
        let var = arg.var()?.index();
        if of[var] == Some(i) && matches!(claim.vars[i].ty, Type::List(_)) {
            lists.push(i);
        } else if var != i {
            return None;
        }
    }
    (to.index() == id.index() && !lists.is_empty()).then_some(lists)
}

/// Whether a claim needs turns and mirror images (true) or only shifts; none if it is of another kind.
fn movements(game: &Game, id: GameId, claim: &Form) -> Option<bool> {
    let (Step { kind: StepKind::Part(Part::Game(to, args)), .. }, before) = claim.body.steps.split_last()?
    else {
        return None;
    };
    if to.index() != id.index() {
        return None;
    }
    // Which parameter each name is, moved.
    let mut of: Vec<Option<usize>> = (0..claim.vars.len()).map(|v| (v < claim.params).then_some(v)).collect();
    let mut all = false;
    for step in before {
        let StepKind::Let { var, op: Op::Native(f), args } = &step.kind else { return None };
        match f {
            Builtin::Turned | Builtin::Mirrored => all = true,
            Builtin::Shifted => {}
            _ => return None,
        }
        of[var.index()] = of[args.first()?.var()?.index()];
    }
    let cells = Type::Set(Box::new(Type::Cell));
    for (i, (arg, param)) in args.iter().zip(&game.params).enumerate() {
        let itself = of[arg.var()?.index()] == Some(i);
        if !itself || param.ty != cells && has_cells(&param.ty) {
            return None;
        }
    }
    (game.params.iter().filter(|p| p.ty == cells).count() == 1).then_some(all)
}

/// Whether a cell may be anywhere inside a value of the type.
fn has_cells(ty: &Type) -> bool {
    match ty {
        Type::Cell | Type::Position | Type::Unknown(_) | Type::Wrong | Type::Function(..) => true,
        Type::Set(t) | Type::Bag(t) | Type::List(t) => has_cells(t),
        Type::Map(k, v) => has_cells(k) || has_cells(v),
        Type::Tuple(ts) => ts.iter().any(has_cells),
        Type::Int | Type::Bool | Type::Text | Type::Drawing | Type::Enum(_) => false,
    }
}

/// How often a shift down and a shift to the right are added to a number; (0, 0) for everything else that respects
/// the movements.
type Weight = (i64, i64);

const FIXED: Weight = (0, 0);

/// A form that is looked at step by step. Every method gives `None` for what does not respect the movements.
struct Respect<'a> {
    program: &'a Program,
    form: &'a Form,
    /// Turns and mirror images, too, rather than shifts alone.
    all: bool,
    weights: Vec<Weight>,
}

impl<'a> Respect<'a> {
    fn of(program: &'a Program, form: &'a Form, all: bool) -> Option<()> {
        let mut look = Respect { program, form, all, weights: vec![FIXED; form.vars.len()] };
        look.block(&form.body, false)?;
        look.all_fixed(&form.body.gives)
    }

    fn block(&mut self, block: &Block, in_order: bool) -> Option<()> {
        block.steps.iter().try_for_each(|s| self.step(s, in_order))
    }

    /// A step; `in_order` is whether the order matters in which things are put into the gathering around it.
    fn step(&mut self, step: &Step, in_order: bool) -> Option<()> {
        match &step.kind {
            StepKind::Let { var, op, args } => {
                self.weights[var.index()] = self.operation(*op, args)?;
                Some(())
            }
            StepKind::If { gives, cond, then, other } => {
                self.fixed(cond)?;
                self.block(then, in_order)?;
                self.block(other, in_order)?;
                gives.iter().enumerate().try_for_each(|(i, v)| {
                    let weight = self.weight(then.gives.get(i)?)?;
                    self.weights[v.index()] = weight;
                    (self.weight(other.gives.get(i)?)? == weight).then_some(())
                })
            }
            StepKind::For { var: _, over, body } => {
                self.source(over, in_order)?;
                self.block(body, in_order)
            }
            StepKind::Repeat { gives: _, state: _, first, times, body } => {
                self.fixed(first)?;
                self.fixed(times)?;
                self.block(body, in_order)?;
                self.all_fixed(&body.gives)
            }
            StepKind::Gather { gives: _, what, body } => match what {
                // The last value of a key counts, and who is last may change.
                Gather::Map => None,
                _ => self.block(body, *what == Gather::List),
            },
            StepKind::Put { into: _, args } => self.all_fixed(args),
            StepKind::Option { index: _, shown: _, body } => self.block(body, false),
            StepKind::Part(Part::Game(_, args)) => self.all_fixed(args),
            StepKind::Part(Part::Heap(arg) | Part::All(arg)) | StepKind::Fit { value: arg, .. } => {
                self.fixed(arg)
            }
            StepKind::Stop { .. } => None,
        }
    }

    fn source(&self, over: &Over, in_order: bool) -> Option<()> {
        match over {
            Over::Up(lo, hi) | Over::Down(lo, hi) => {
                self.fixed(lo)?;
                self.fixed(hi)
            }
            Over::Elements(source) => {
                // The cells of a set come in reading order, which a turn changes.
                let ty = &self.form.vars[source.var()?.index()].ty;
                let changes = !matches!(ty, Type::List(_)) && has_cells(ty);
                if in_order && changes { None } else { self.fixed(source) }
            }
        }
    }

    /// Whether the type of something is such; of what is known beforehand, whether it could be.
    fn is(&self, arg: &Arg, has: fn(&Type) -> bool) -> bool {
        match &arg.is {
            Atom::Var(v) => has(&self.form.vars[v.index()].ty),
            // Numbers, truth values, texts and names are the same everywhere; nothing else is known beforehand.
            Atom::Const(v) => !is_plain(v),
        }
    }

    fn weight(&self, arg: &Arg) -> Option<Weight> {
        match &arg.is {
            Atom::Var(v) => Some(self.weights[v.index()]),
            Atom::Const(Value::Position(p)) => p.parts.is_empty().then_some(FIXED),
            Atom::Const(v) => is_plain(v).then_some(FIXED),
        }
    }

    fn fixed(&self, arg: &Arg) -> Option<()> {
        (self.weight(arg)? == FIXED).then_some(())
    }

    fn all_fixed(&self, args: &[Arg]) -> Option<()> {
        args.iter().try_for_each(|a| self.fixed(a))
    }

    fn operation(&self, op: Op, args: &[Arg]) -> Option<Weight> {
        let any = |has: fn(&Type) -> bool| args.iter().any(|a| self.is(a, has));
        let plain = match op {
            Op::Row | Op::Col if !self.all => {
                self.fixed(&args[0])?;
                return Some(if op == Op::Row { (1, 0) } else { (0, 1) });
            }
            Op::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract)) => {
                let ((r, c), (s, d)) = (self.weight(&args[0])?, self.weight(&args[1])?);
                return Some(if op == BinaryOp::Add { (r + s, c + d) } else { (r - s, c - d) });
            }
            Op::Compare(op) => {
                let ordered = matches!(op, CompareOp::Less | CompareOp::LessEqual);
                let same = self.weight(&args[0])? == self.weight(&args[1])?;
                // Sums are compared with their parts in order, which is that of the cells they were made for.
                let may = same && !any(Type::has_position) && !(ordered && any(has_cells));
                return may.then_some(FIXED);
            }
            Op::Global(id) => !has_cells(&self.program.definition(id).body.ty),
            Op::Binary(BinaryOp::Join) => !any(has_cells),
            Op::Binary(BinaryOp::Sum) => true,
            Op::Binary(_) | Op::In | Op::Index => !any(Type::has_position),
            Op::Native(f) => !any(Type::has_position) && self.native(f, any(has_cells)),
            Op::Negate
            | Op::Not
            | Op::Heap
            | Op::Range
            | Op::Tuple
            | Op::Set
            | Op::List
            | Op::Bag
            | Op::Entry(_)
            | Op::Position(_) => true,
            // A cell written with numbers, a place on its own, a function that nobody can see.
            Op::Cell | Op::Row | Op::Col | Op::Map | Op::Call(_) | Op::Apply | Op::Successors(_) => false,
        };
        self.all_fixed(args)?;
        plain.then_some(FIXED)
    }

    fn native(&self, f: Builtin, of_cells: bool) -> bool {
        use Builtin::*;
        match f {
            Touching | Islands | Size | Indices | Put | Reverse => true,
            Turned | Mirrored | Ray => !self.all,
            Abs | Min | Max | Total | NimTimes | NimInverse | Least | Largest | Sort | Mex => !of_cells,
            _ => false,
        }
    }
}

/// Whether nothing in a value is a cell, a position or a function.
fn is_plain(v: &Value) -> bool {
    matches!(v, Value::Int(_) | Value::Bool(_) | Value::Text(_) | Value::Case(..))
}
