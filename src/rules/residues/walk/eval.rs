//! What an expression may be worth.

use super::{Abs, Frame, Result, State, Unseen, Walk};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Expr, ExprKind, Fold};
use crate::check::types::Type;
use crate::rules::residues::number::Num;

impl Walk<'_> {
    pub(super) fn number(&self, state: &State, frame: &Frame, e: &Expr) -> Result<Num> {
        Ok(self.as_num(&self.eval(state, frame, e)?))
    }

    pub(super) fn eval(&self, state: &State, frame: &Frame, e: &Expr) -> Result<Abs> {
        self.step()?;
        if let Some(value) = self.concrete(frame, e) {
            return Ok(Abs::Known(value?));
        }
        let found = self.eval_open(state, frame, e)?;
        if e.ty != Type::Int {
            return Ok(found);
        }
        let x = self.within_facts(state, e, self.as_num(&found));
        Ok(self.abs(x))
    }

    pub(super) fn eval_open(&self, state: &State, frame: &Frame, e: &Expr) -> Result<Abs> {
        let number = |e: &Expr| self.number(state, frame, e);
        let piles = &self.piles;
        Ok(match &e.kind {
            ExprKind::Local(slot) => frame[*slot as usize].clone(),
            ExprKind::Negate(a) => Abs::Num(piles.subtract(&piles.fixed(0), &number(a)?)),
            ExprKind::Binary(op, a, b) => match op {
                BinaryOp::Add => Abs::Num(piles.add(&number(a)?, &number(b)?)),
                BinaryOp::Subtract => Abs::Num(piles.subtract(&number(a)?, &number(b)?)),
                BinaryOp::Multiply => Abs::Num(piles.multiply(&number(a)?, &number(b)?)),
                BinaryOp::Divide => Abs::Num(piles.divide(&number(a)?, &number(b)?).ok_or(Unseen)?),
                BinaryOp::Mod => Abs::Num(piles.remainder(&number(a)?, &number(b)?).ok_or(Unseen)?),
                BinaryOp::Power => Abs::Num(piles.power(&number(a)?, &number(b)?).ok_or(Unseen)?),
                _ => Abs::Unknown,
            },
            ExprKind::Builtin(f @ (Builtin::Min | Builtin::Max), args) if args.len() > 1 => {
                let mut best = number(&args[0])?;
                for arg in &args[1..] {
                    best = piles.extreme(&best, &number(arg)?, *f == Builtin::Max);
                }
                Abs::Num(best)
            }
            ExprKind::Builtin(Builtin::Abs, args) => Abs::Num(piles.absolute(&number(&args[0])?)),
            ExprKind::Builtin(
                f @ (Builtin::Least | Builtin::Largest | Builtin::Min | Builtin::Max),
                args,
            ) => {
                let all = self.elements(&state.fresh(), frame, &args[0])?;
                self.best(all, matches!(f, Builtin::Largest | Builtin::Max))?
            }
            ExprKind::For(fold @ (Fold::Max | Fold::Min), item, binders) => {
                let mut all = vec![];
                for (s, f) in self.choices(state.fresh(), frame, binders)? {
                    let x = self.eval(&s, &f, item)?;
                    all.push((s, x));
                }
                self.best(all, *fold == Fold::Max)?
            }
            ExprKind::Index(base, i) => match (self.eval(state, frame, base)?, self.eval(state, frame, i)?) {
                (Abs::Known(base), Abs::Known(i)) => {
                    Abs::Known(crate::builtin::collection::index(&base, &i).map_err(|_| Unseen)?)
                }
                _ => return Err(Unseen),
            },
            ExprKind::If(c, a, b) => {
                let mut found: Option<Abs> = None;
                for (wanted, e) in [(true, a), (false, b)] {
                    if let Some((s, frame)) = self.assume(state.clone(), frame.clone(), c, wanted)? {
                        let x = self.eval(&s, &frame, e)?;
                        found = Some(match found {
                            None => x,
                            Some(y) if x == y => x,
                            Some(y) if e.ty == Type::Int => {
                                Abs::Num(piles.either(&self.as_num(&x), &self.as_num(&y)))
                            }
                            Some(_) => Abs::Unknown,
                        });
                    }
                }
                found.unwrap_or(Abs::Unknown)
            }
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                let (inner, body) = self.call(state, frame, e)?;
                self.eval(&state.inner(), &inner, body)?
            }
            _ => Abs::Unknown,
        })
    }

    /// The largest or the least of some numbers, of which there must surely be one.
    pub(super) fn best(&self, all: Vec<(State, Abs)>, largest: bool) -> Result<Abs> {
        let mut surely: Option<Num> = None;
        let mut total: Option<Num> = None;
        for (s, x) in all {
            let x = self.as_num(&x);
            if s.sure {
                surely = Some(match surely {
                    None => x.clone(),
                    Some(y) => self.piles.extreme(&y, &x, largest),
                });
            }
            total = Some(match total {
                None => x,
                Some(y) => self.piles.either(&y, &x),
            });
        }
        let (surely, mut total) = (surely.ok_or(Unseen)?, total.ok_or(Unseen)?);
        if largest {
            (total.low, total.above) = (surely.low, surely.above);
        } else {
            (total.high, total.below) = (surely.high, surely.below);
        }
        Ok(Abs::Num(self.piles.settled(total)))
    }
}
