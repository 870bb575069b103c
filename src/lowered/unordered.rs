//! Lists whose order does not matter: a proof that a position is worth the same however the entries of a list are arranged.
//!
//! Take two positions that differ in the arrangement of one list alone. Each body of the game is run through for both at once,
//! step by step, and of each name it is said how its two values belong together. If whatever decides is the same in both, and
//! the lists of options are arrangements of each other again, then the options of one position belong one to one to those of the
//! other: the two play alike, under any way to win. What is not listed here counts as different.

use super::form::{Arg, Atom, Block, Form, Gather, Op, Over, Part, Step, StepKind, Var};
use super::games::LoweredGame;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, CompareOp, GameId, LetId, Program};
use crate::check::types::{Shape, Type};
use crate::value::Value;

/// How the two values of a name belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// They are the same.
    Same,
    /// The list without entries.
    Empty,
    /// How many entries the list has.
    Length,
    /// The list, perhaps with other entries at some places: one is arranged as the other is.
    Row,
    /// The same entries in some order.
    Loose,
    /// Places of the list, and where the same entries are in the other: all of them, or those that were chosen.
    Places,
    /// A place in one list, and where the same entry is in the other.
    Place,
    /// Positions that differ in the arrangement of the list alone.
    Alike,
    /// The place before that of a name, and the one after it.
    Before(Var),
    After(Var),
    /// The entries of a row before the place of a name, and perhaps some that are the same; those after it.
    Prefix(Var, Var),
    Suffix(Var, Var),
}

use Kind::*;

impl Kind {
    fn is_same(self) -> bool {
        matches!(self, Same | Length | Empty)
    }

    fn is_list(self) -> bool {
        matches!(self, Row | Loose)
    }

    fn is_position(self) -> bool {
        matches!(self, Alike | Same)
    }
}

/// Whether the order of a list does not matter: which of the parameters of the game it is.
pub(crate) fn is_unordered(program: &Program, id: GameId, param: usize, game: &LoweredGame) -> bool {
    [&game.moves, &game.wins].into_iter().all(|form| Look::of(program, (id, param), form).is_some())
}

/// A form that is looked at step by step. Every method gives `None` for what is not known to be alike.
struct Look<'a> {
    program: &'a Program,
    /// The game, and which parameter the list is.
    list: (GameId, usize),
    kinds: Vec<Kind>,
    types: Vec<&'a Type>,
    /// How many loops around this step may be run through in another order.
    loops: usize,
    /// The gatherings around this step.
    gathers: Vec<Around>,
}

/// A gathering around a step.
struct Around {
    var: Var,
    what: Gather,
    /// How many loops around it may be run through in another order,
    loops: usize,
    /// whether something was put in another order,
    in_another_order: bool,
    /// and whether all that was put are places of the list, or none.
    of_places: Option<bool>,
}

impl<'a> Look<'a> {
    fn of(program: &'a Program, list: (GameId, usize), form: &'a Form) -> Option<()> {
        let mut kinds = vec![Same; form.vars.len()];
        kinds[list.1] = Row;
        let types = form.vars.iter().map(|v| &v.ty).collect();
        let mut look = Look { program, list, kinds, types, loops: 0, gathers: vec![] };
        look.block(&form.body)?;
        form.body.gives.iter().try_for_each(|g| look.same(g))
    }

    fn block(&mut self, block: &Block) -> Option<()> {
        block.steps.iter().try_for_each(|s| self.step(s))
    }

    fn step(&mut self, step: &Step) -> Option<()> {
        match &step.kind {
            StepKind::Let { var, op, args } => {
                let kind = self.operation(*op, args)?;
                let is_entry = *op == Op::Index && self.kind(args.first()?) == Row;
                self.may_be_wrong(!is_entry && !makes_no_mistake(*op, args))?;
                self.set(*var, kind)
            }
            StepKind::If { gives, cond, then, other } => {
                self.same(cond)?;
                self.block(then)?;
                self.block(other)?;
                gives.iter().enumerate().try_for_each(|(i, var)| {
                    let kind = joined(self.kind(then.gives.get(i)?), self.kind(other.gives.get(i)?))?;
                    self.set(*var, kind)
                })
            }
            StepKind::For { var, over, body } => self.each(*var, over, body),
            StepKind::Repeat { gives, state, first, times, body } => {
                self.may_be_wrong(true)?;
                self.same(first)?;
                self.same(times)?;
                self.set(*state, Same)?;
                self.block(body)?;
                body.gives.iter().try_for_each(|g| self.same(g))?;
                self.set(*gives, Same)
            }
            StepKind::Gather { gives, what, body } => {
                let kind = match self.part_of_list(*gives, *what, body) {
                    Some(part) => part,
                    None => self.gathered(*gives, *what, body)?,
                };
                self.set(*gives, kind)
            }
            StepKind::Put { into, args } => {
                let of_places = args.iter().all(|a| self.kind(a) == Place) && !args.is_empty();
                let loops = self.loops;
                if !of_places {
                    args.iter().try_for_each(|a| self.same(a))?;
                }
                let gather = self.gathers.iter_mut().rfind(|g| g.var == *into)?;
                gather.in_another_order |= loops > gather.loops;
                let fits = !of_places || gather.what == Gather::Set;
                (fits && *gather.of_places.get_or_insert(of_places) == of_places).then_some(())
            }
            StepKind::Option { index: _, shown: _, body } => self.block(body),
            StepKind::Part(Part::Game(id, args)) => self.position(*id, args),
            StepKind::Part(Part::Heap(arg)) => self.same(arg),
            StepKind::Part(Part::All(arg)) => self.kind(arg).is_position().then_some(()),
            StepKind::Fit { value, of, param } => self.fit(value, *of, *param),
            StepKind::Stop { gives, why: _ } => {
                self.may_be_wrong(true)?;
                self.set(*gives, Same)
            }
        }
    }

    /// A position of any game, or of this one with the list in another order.
    fn position(&self, id: GameId, args: &[Arg]) -> Option<()> {
        args.iter().enumerate().try_for_each(|(i, arg)| {
            let kind = self.kind(arg);
            let is_list = (id.index(), i) == (self.list.0.index(), self.list.1);
            (kind.is_same() || is_list && kind.is_list()).then_some(())
        })
    }

    /// What is declared of an argument is asked of elements, one like the other, or is true of any place.
    fn fit(&self, value: &Arg, of: LetId, param: usize) -> Option<()> {
        let shape = &self.program.definition(of).params.get(param)?.shape;
        self.may_be_wrong(!shape.is_any())?;
        let any_place = shape.is_any() || *shape == Shape::nat();
        let kind = self.kind(value);
        (kind.is_same() || kind.is_list() || kind == Place && any_place).then_some(())
    }

    fn each(&mut self, var: Var, over: &Over, body: &Block) -> Option<()> {
        let (kind, another_order) = match over {
            Over::Up(lo, hi) | Over::Down(lo, hi) => match (self.kind(lo), self.kind(hi)) {
                (_, Length) if is_one(lo) => (Place, true),
                (lo, hi) if lo.is_same() && hi.is_same() => (Same, false),
                _ => return None,
            },
            Over::Elements(of) => match self.kind(of) {
                Row | Loose => (Same, true),
                Places => (Place, true),
                kind if kind.is_same() => (Same, false),
                _ => return None,
            },
        };
        self.set(var, kind)?;
        self.loops += usize::from(another_order);
        self.block(body)?;
        self.loops -= usize::from(another_order);
        Some(())
    }

    /// What is put together.
    fn gathered(&mut self, gives: Var, what: Gather, body: &Block) -> Option<Kind> {
        self.may_be_wrong(matches!(what, Gather::Max | Gather::Min | Gather::Largest | Gather::Least))?;
        let loops = self.loops;
        self.gathers.push(Around { var: gives, what, loops, in_another_order: false, of_places: None });
        self.block(body)?;
        let Around { in_another_order, of_places, .. } = self.gathers.pop()?;
        match what {
            Gather::Set if of_places == Some(true) => Some(Places),
            Gather::List if in_another_order => Some(Loose),
            // Parts may be positions of this game, and come in any order.
            Gather::Positions => Some(Alike),
            // The last value of a key counts; the first element, whichever it is.
            Gather::Map | Gather::Largest | Gather::Least if in_another_order => None,
            _ => Some(Same),
        }
    }

    /// Nothing may be a mistake in a loop, run through in another order, that a gathering around it ends at any round: the
    /// mistake may come before or behind the end.
    fn may_be_wrong(&self, may_be: bool) -> Option<()> {
        let is_cut_short = self.gathers.iter().any(|g| g.what.ends_early() && self.loops > g.loops);
        (!may_be || !is_cut_short).then_some(())
    }

    /// `[l[j] for j in 1..i-1]` or `[l[j] for j in i+1..]`.
    fn part_of_list(&mut self, gives: Var, what: Gather, body: &Block) -> Option<Kind> {
        let (last, before) = body.steps.split_last()?;
        let StepKind::For { var: j, over: Over::Up(lo, hi), body } = &last.kind else { return None };
        let is_let = |step: &Step| matches!(step.kind, StepKind::Let { .. });
        if what != Gather::List || !before.iter().all(is_let) {
            return None;
        }
        before.iter().try_for_each(|step| self.step(step))?;
        let [
            Step { kind: StepKind::Let { var: entry, op: Op::Index, args }, .. },
            Step { kind: StepKind::Put { into, args: put }, .. },
        ] = &body.steps[..]
        else {
            return None;
        };
        let row = args.first()?.var()?;
        let is_entry = self.kinds[row.index()] == Row && args.get(1)?.var() == Some(*j);
        let is_put = *into == gives && put.len() == 1 && put[0].var() == Some(*entry);
        if !is_entry || !is_put {
            return None;
        }
        match (self.kind(lo), self.kind(hi)) {
            (_, Before(i)) if is_one(lo) => Some(Prefix(row, i)),
            (After(i), Length) => Some(Suffix(row, i)),
            _ => None,
        }
    }

    fn operation(&self, op: Op, args: &[Arg]) -> Option<Kind> {
        let kinds: Vec<Kind> = args.iter().map(|a| self.kind(a)).collect();
        if let (Op::Native(Builtin::Size), [Row]) = (op, &kinds[..]) {
            return Some(Length);
        }
        if kinds.iter().all(|k| k.is_same()) {
            return Some(if op == Op::List && kinds.is_empty() { Empty } else { Same });
        }
        let belong_together = |a: Kind, b: Kind| {
            matches!((a, b), (Place, Place) | (Row, Row) | (Row | Loose, Empty) | (Empty, Row | Loose))
        };
        match (op, &kinds[..]) {
            (Op::Index, [Row, Place]) | (Op::In, [Place, Places]) => Some(Same),
            (Op::In, [x, of]) if x.is_same() && of.is_list() => Some(Same),
            (Op::Native(Builtin::Indices), [Row]) => Some(Places),
            (Op::Native(f), [of]) if of.is_list() && counts_entries(f) => Some(Same),
            (Op::Native(Builtin::Put), [Row, Place, x]) if x.is_same() => Some(Row),
            (Op::Compare(CompareOp::Equal | CompareOp::NotEqual), [a, b]) if belong_together(*a, *b) => {
                Some(Same)
            }
            (Op::Binary(BinaryOp::Subtract), [Place, Same]) if is_one(&args[1]) => {
                Some(Before(args[0].var()?))
            }
            (Op::Binary(BinaryOp::Add), [Place, Same]) if is_one(&args[1]) => Some(After(args[0].var()?)),
            (Op::Binary(BinaryOp::Add), [Same, Place]) if is_one(&args[0]) => Some(After(args[1].var()?)),
            (Op::Binary(BinaryOp::Concat), [a, b]) => concatenated(*a, *b),
            (Op::Binary(BinaryOp::Sum), [a, b]) if a.is_position() && b.is_position() => Some(Alike),
            (Op::Position(id), _) => self.position(id, args).map(|()| Alike),
            _ => None,
        }
    }

    fn kind(&self, arg: &Arg) -> Kind {
        match &arg.is {
            Atom::Var(v) => self.kinds[v.index()],
            Atom::Const(Value::List(l)) if l.is_empty() => Empty,
            Atom::Const(_) => Same,
        }
    }

    fn same(&self, arg: &Arg) -> Option<()> {
        self.kind(arg).is_same().then_some(())
    }

    fn set(&mut self, var: Var, kind: Kind) -> Option<()> {
        // What is arranged is a list, whatever it is made of.
        let fits = !kind.is_list() || matches!(self.types[var.index()], Type::List(_));
        self.kinds[var.index()] = kind;
        fits.then_some(())
    }
}

fn is_one(arg: &Arg) -> bool {
    arg.constant() == Some(&Value::int(1))
}

/// One list behind the other.
fn concatenated(a: Kind, b: Kind) -> Option<Kind> {
    match (a, b) {
        (Prefix(row, i), Suffix(other, j)) if (row, i) == (other, j) => Some(Loose),
        (Prefix(row, i), b) if b.is_same() => Some(Prefix(row, i)),
        (a, Suffix(row, i)) if a.is_same() => Some(Suffix(row, i)),
        (a, b) if (a.is_list() || a.is_same()) && (b.is_list() || b.is_same()) => Some(Loose),
        _ => None,
    }
}

/// What is one of two things, whichever it is in both.
fn joined(a: Kind, b: Kind) -> Option<Kind> {
    match (a, b) {
        _ if a == b => Some(a),
        (a, b) if a.is_same() && b.is_same() => Some(Same),
        (a, b) if a.is_list() && b.is_list() => Some(Loose),
        _ => None,
    }
}

/// Whether what a function gives for a list depends on its entries and not on their order.
fn counts_entries(f: Builtin) -> bool {
    use Builtin::*;
    matches!(f, Size | Min | Max | Total | NimSum | Sort | Mex)
}

/// Whether an operation has a result whatever it is given, where a place is one of the list.
fn makes_no_mistake(op: Op, args: &[Arg]) -> bool {
    match op {
        Op::Negate | Op::Not | Op::Compare(_) | Op::In | Op::Tuple | Op::Entry(_) | Op::Set | Op::List => {
            true
        }
        Op::Binary(BinaryOp::Add | BinaryOp::Subtract) => true,
        Op::Binary(BinaryOp::Mod | BinaryOp::Divide) => {
            args[1].constant().is_some_and(|by| *by != Value::int(0))
        }
        Op::Native(Builtin::Size | Builtin::Abs) => true,
        _ => false,
    }
}
