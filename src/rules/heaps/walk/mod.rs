//! The rules of a game gone through with the pile left open: every way through binders, guards and choices gives a
//! [`Path`], a system of linear conditions on the pile and what is chosen, and the parts that the move leads to.

mod assume;
mod binders;
mod eval;
mod sym;

use super::line::{Line, System};
use super::remainders::{Congruence, MOST, remainder};
use crate::check::ir::{Expr, GameId};
use crate::rules::machine::Machine;
use crate::rules::open::{self, Known};
use crate::value::Value;

pub(super) use crate::rules::open::Unseen;

pub(super) type Result<T> = std::result::Result<T, Unseen>;

/// A value that may depend on the pile.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Sym {
    /// It does not.
    Known(Value),
    /// A number that does.
    Line(Line),
    /// A position: a nim-heap, and piles of this game.
    Position(u64, Vec<Line>),
    /// A tuple or a list that is written out, of parts that may depend on the pile.
    Parts(Vec<Sym>),
}

impl Known for Sym {
    fn known(&self) -> Option<&Value> {
        if let Sym::Known(v) = self { Some(v) } else { None }
    }
}

/// One way through the rules so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    /// Under which conditions it is open.
    pub(super) system: System,
    /// For each variable: nothing if it was chosen, or the line and the number whose quotient it is, rounded down.
    pub(super) quotients: Vec<Option<(Line, i64)>>,
    /// Which remainders lines have on it.
    pub(super) congruences: Vec<Congruence>,
    /// Whether another path may make the same choices.
    pub(super) shared: bool,
}

type Frame = Vec<Sym>;

/// A question to an expression: what it may be, each with the way to it.
type Ask<'a, T> = &'a mut dyn FnMut(Path, &Frame, &Expr) -> Result<Vec<(Path, T)>>;

/// The walk through the rules of one game.
pub(super) struct Walk<'a> {
    pub(super) machine: &'a Machine,
    pub(super) game: GameId,
    /// What the position asked about is given: its rules, and its pile.
    pub(super) given: &'a [Value],
    /// Which parameter is the pile.
    pub(super) pile: usize,
    /// The least pile.
    pub(super) first: i64,
    /// Steps left before it is given up.
    pub(super) steps: std::cell::Cell<u32>,
}

/// A source with more elements is not gone through.
const MANY: usize = 5000;

impl Path {
    /// A new variable.
    fn variable(&mut self, quotient: Option<(Line, i64)>) -> usize {
        self.quotients.push(quotient);
        self.quotients.len() - 1
    }

    fn and(mut self, line: Option<Line>) -> Result<Path> {
        let line = line.ok_or(Unseen)?;
        if line.as_number().is_none_or(|c| c < 0) {
            self.system.require(line);
        }
        Ok(self)
    }

    /// The remainders that a line may have modulo a number, each with the way to it.
    fn remainders(self, line: &Line, modulus: i64) -> Result<Vec<(Path, i64)>> {
        if let Some(known) = remainder(&self.congruences, line, modulus) {
            return Ok(vec![(self, known)]);
        }
        if modulus > MOST {
            return Err(Unseen);
        }
        let with = |r: i64| {
            let mut path = self.clone();
            path.congruences.push(Congruence::new(line, modulus, r));
            (path, r)
        };
        Ok((0..modulus).map(with).collect())
    }

    /// Whether it is certainly closed.
    pub(super) fn is_closed(&self) -> bool {
        self.system.lines.iter().any(|l| l.as_number().is_some_and(|c| c < 0))
            || self.congruences.iter().any(|c| c.truth() == Some(false))
            || self.system.is_empty()
    }
}

impl Walk<'_> {
    fn step(&self) -> Result<()> {
        let left = self.steps.get().checked_sub(1).ok_or(Unseen)?;
        self.steps.set(left);
        Ok(())
    }

    fn concrete(&self, frame: &Frame, e: &Expr) -> Option<Result<Value>> {
        open::concrete(self.machine, frame, e)
    }

    /// The body of a call, with its frame; arguments must be what the parameters are declared to be.
    fn call<'e>(&'e self, path: Path, frame: &Frame, e: &'e Expr) -> Result<Vec<(Path, Frame, &'e Expr)>> {
        let (definition, args) = open::called(self.machine, frame, e).ok_or(Unseen)?;
        let empty: Frame = vec![Sym::Known(Value::Bool(false)); definition.slots.len()];
        let mut open = vec![(path, empty)];
        for (i, (arg, param)) in args.iter().zip(&definition.params).enumerate() {
            let mut next = vec![];
            for (path, inner) in open {
                for (path, x) in self.eval(path, frame, arg)? {
                    if path.is_closed() {
                        continue;
                    }
                    self.must_fit(&path, param, &x)?;
                    let mut inner = inner.clone();
                    inner[i] = x;
                    next.push((path, inner));
                }
            }
            open = next;
        }
        Ok(open.into_iter().map(|(p, f)| (p, f, &definition.body)).collect())
    }

    /// The same done in the body of a call as outside.
    fn inside<T>(&self, path: Path, frame: &Frame, call: &Expr, ask: Ask<'_, T>) -> Result<Vec<(Path, T)>> {
        let mut all = vec![];
        for (path, frame, body) in self.call(path, frame, call)? {
            all.extend(ask(path, &frame, body)?);
        }
        Ok(all)
    }

    /// The same asked of both sides of a choice, each on the ways that lead to it.
    fn either<T>(
        &self,
        path: Path,
        frame: &Frame,
        (condition, then, otherwise): (&Expr, &Expr, &Expr),
        ask: Ask<'_, T>,
    ) -> Result<Vec<(Path, T)>> {
        let mut all = vec![];
        for (wanted, e) in [(true, then), (false, otherwise)] {
            for (path, frame) in self.assume(path.clone(), frame, condition, wanted)? {
                all.extend(ask(path, &frame, e)?);
            }
        }
        Ok(all)
    }

    fn must_fit(&self, path: &Path, param: &crate::check::ir::Param, x: &Sym) -> Result<()> {
        use crate::check::types::Shape;
        let fits = match (&param.shape, x) {
            (_, Sym::Known(v)) => crate::rules::shape::misfit(param, v).is_none(),
            (Shape::Any, _) => true,
            (Shape::Range(lo, hi), Sym::Line(l)) => {
                let bound = |b: &num_bigint::BigInt| i64::try_from(b).ok().map(Line::number);
                let above = lo.as_ref().map(|lo| bound(lo).and_then(|lo| l.minus(&lo)));
                let below = hi.as_ref().map(|hi| bound(hi).and_then(|hi| hi.minus(l)));
                above.into_iter().chain(below).all(|need| need.is_some_and(|need| path.system.implies(&need)))
            }
            _ => false,
        };
        if fits { Ok(()) } else { Err(Unseen) }
    }
}
