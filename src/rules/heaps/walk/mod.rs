//! The rules of a game gone through with the pile left open: every way through binders, guards and choices gives a
//! [`Path`], a system of linear conditions on the pile and what is chosen, and the parts that the move leads to.

mod assume;
mod binders;
mod eval;
mod sym;

use super::line::{Line, System};
use crate::check::ir::{BinderKind, Expr, ExprKind, GameId, LetId};
use crate::check::types::Type;
use crate::rules::eval::Eval;
use crate::rules::machine::Machine;
use crate::value::Value;

/// What cannot be seen exactly is not seen at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unseen;

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
}

/// One way through the rules so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Path {
    /// Under which conditions it is open.
    pub(super) system: System,
    /// For each variable: nothing if it was chosen, or the line and the number whose quotient it is, rounded down.
    pub(super) quotients: Vec<Option<(Line, i64)>>,
    /// Whether another path may make the same choices.
    pub(super) shared: bool,
}

type Frame = Vec<Sym>;

/// The walk through the rules of one game.
pub(super) struct Walk<'a> {
    pub(super) machine: &'a Machine,
    pub(super) game: GameId,
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

    /// Whether it is certainly closed.
    pub(super) fn is_closed(&self) -> bool {
        self.system.lines.iter().any(|l| l.as_number().is_some_and(|c| c < 0)) || self.system.is_empty()
    }
}

impl Walk<'_> {
    fn step(&self) -> Result<()> {
        let left = self.steps.get().checked_sub(1).ok_or(Unseen)?;
        self.steps.set(left);
        Ok(())
    }

    /// The value of an expression that depends on nothing open; `None` if it does depend on it.
    fn concrete(&self, frame: &Frame, e: &Expr) -> Option<Result<Value>> {
        let mut bound = vec![];
        let mut open = false;
        e.walk(&mut |e| {
            if let ExprKind::For(_, _, binders) | ExprKind::MapFor(_, _, binders) = &e.kind {
                for b in binders {
                    match &b.kind {
                        BinderKind::In { slots, .. } => bound.extend(slots.iter().copied()),
                        BinderKind::Is { slot, .. } => bound.push(*slot),
                    }
                }
            }
        });
        e.walk(&mut |e| {
            if let ExprKind::Local(s) | ExprKind::CallLocal(s, _) = &e.kind {
                open |= !bound.contains(s) && !matches!(frame.get(*s as usize), Some(Sym::Known(_)));
            }
        });
        if open || e.ty == Type::Position {
            return None;
        }
        let values: Vec<Value> = frame
            .iter()
            .map(|x| match x {
                Sym::Known(v) => v.clone(),
                _ => Value::Bool(false),
            })
            .collect();
        Some(Eval::new(self.machine, None, values.len(), &values).eval(e).map_err(|_| Unseen))
    }

    /// The body of a call, with its frame; arguments must be what the parameters are declared to be.
    fn call<'e>(&'e self, path: Path, frame: &Frame, e: &'e Expr) -> Result<Vec<(Path, Frame, &'e Expr)>> {
        let (id, args) = match &e.kind {
            ExprKind::Call(id, args) => (*id, args),
            ExprKind::CallLocal(slot, args) => match &frame[*slot as usize] {
                Sym::Known(Value::Function(id, _)) => (LetId(*id), args),
                _ => return Err(Unseen),
            },
            _ => return Err(Unseen),
        };
        let definition = self.machine.program.definition(id);
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
