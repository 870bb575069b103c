//! Ranges cut short before the loop: in `k in 1..n where k^2 <= n`, the guard holds up to some
//! k and then never again, so where it ends is found by halving.

use super::machine::Machine;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Slot};
use std::cell::Cell;

/// The conditions of a guard that can cut its range: each holds up to some number, or from some number on.
pub(super) struct Cuts<'e> {
    /// True for the first numbers of the range, then false.
    pub(super) upper: Vec<&'e Expr>,
    /// False for the first numbers of the range, then true.
    pub(super) lower: Vec<&'e Expr>,
}

/// In `max(k for k in a..b where ...)`, where what is bound is itself what is compared: its slot, and the ends of the
/// range.
pub(super) fn own_range<'e>(item: &Expr, binders: &'e [Binder]) -> Option<(Slot, &'e Expr, &'e Expr)> {
    let [Binder { kind: BinderKind::In { slots, source, .. }, .. }] = binders else { return None };
    match (slots.as_slice(), &source.kind, &item.kind) {
        ([slot], ExprKind::Range(lo, Some(hi)), ExprKind::Local(x)) if x == slot => Some((*slot, lo, hi)),
        _ => None,
    }
}

/// A condition that takes more steps to look at cuts nothing.
const MOST_STEPS: u32 = 500;

/// How an expression changes while the bound number, which is not negative, gets larger.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trend {
    /// It stays the same.
    Fixed,
    /// It stays the same and is not negative.
    FixedNatural,
    /// It never decreases, and is not negative.
    Rising,
}

impl Machine {
    /// What can cut the range of a binder; `None` if nothing can. Ranges of natural numbers only.
    pub(super) fn cuts<'e>(&self, binder: &'e Binder) -> Option<Cuts<'e>> {
        let (BinderKind::In { slots, .. }, Some(guard)) = (&binder.kind, &binder.guard) else { return None };
        let [slot] = slots.as_slice() else { return None };
        let mut cuts = Cuts { upper: vec![], lower: vec![] };
        self.collect(guard, *slot, &mut cuts);
        (!cuts.upper.is_empty() || !cuts.lower.is_empty()).then_some(cuts)
    }

    fn collect<'e>(&self, guard: &'e Expr, slot: Slot, cuts: &mut Cuts<'e>) {
        match &guard.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => {
                self.collect(a, slot, cuts);
                self.collect(b, slot, cuts);
            }
            ExprKind::Compare(CompareOp::Less | CompareOp::LessEqual, a, b) => {
                let fixed = |t: Option<Trend>| matches!(t, Some(Trend::Fixed | Trend::FixedNatural));
                let own = |s: Slot| if s == slot { Trend::Rising } else { Trend::Fixed };
                let of = |e| self.trend(e, &own, &Cell::new(MOST_STEPS));
                let (a, b) = (of(a), of(b));
                if a == Some(Trend::Rising) && fixed(b) {
                    cuts.upper.push(guard);
                } else if fixed(a) && b == Some(Trend::Rising) {
                    cuts.lower.push(guard);
                }
            }
            _ => {}
        }
    }

    /// `None` where nothing is known, or where working it out could go wrong.
    fn trend(&self, e: &Expr, of: &dyn Fn(Slot) -> Trend, steps: &Cell<u32>) -> Option<Trend> {
        use Trend::*;
        steps.set(steps.get().checked_sub(1)?);
        let natural = |t: Trend| t != Fixed;
        match &e.kind {
            ExprKind::Int(n) if n.sign() != num_bigint::Sign::Minus => Some(FixedNatural),
            ExprKind::Int(_) => Some(Fixed),
            ExprKind::Local(slot) => Some(of(*slot)),
            ExprKind::Call(id, args) => {
                let args: Vec<Trend> =
                    args.iter().map(|a| self.trend(a, of, steps)).collect::<Option<_>>()?;
                let inner = |s: Slot| args.get(s as usize).copied().unwrap_or(Fixed);
                self.trend(&self.program.definition(*id).body, &inner, steps)
            }
            ExprKind::Binary(op, a, b) => {
                let literal = matches!(b.kind, ExprKind::Int(_));
                let positive = matches!(&a.kind, ExprKind::Int(n) if n.sign() == num_bigint::Sign::Plus);
                let (a, b) = (self.trend(a, of, steps)?, self.trend(b, of, steps)?);
                match op {
                    BinaryOp::Add | BinaryOp::Multiply if natural(a) && natural(b) => {
                        Some(if a == Rising || b == Rising { Rising } else { FixedNatural })
                    }
                    BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply if a != Rising && b != Rising => {
                        Some(Fixed)
                    }
                    BinaryOp::Power if natural(a) && b == FixedNatural && literal => Some(a),
                    BinaryOp::Power if positive && natural(b) => Some(b),
                    BinaryOp::Divide if natural(a) && b == FixedNatural && literal => Some(a),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
