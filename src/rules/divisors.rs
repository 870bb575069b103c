//! Choices among the divisors of a number: `k in 1..n where n mod k == 0`, however that is said. Whoever writes it means few numbers,
//! and trying each of the range takes n steps. The divisors above the root are what those below it go into n, so all are found in
//! about twice as many steps as the root is large: by [`tally`](super::tally), and by code (`packed::divisors`).

use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, Slot};
use crate::lowered::is_total;

use BinaryOp::{Divide, Mod, Multiply};

/// A range of which only the divisors of a number are wanted.
pub(super) struct Divisors<'e> {
    /// The slot of the choice, and the ends of the range.
    pub(super) chosen: (Slot, &'e Expr, &'e Expr),
    pub(super) of: &'e Expr,
}

/// Whether the last of some choices are divisors, by its guard or by what is asked of it: that `item` is `wanted`.
pub(super) fn divisors<'e>(binder: &'e Binder, asked: Option<(&'e Expr, bool)>) -> Option<Divisors<'e>> {
    let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
    let ([slot], (lo, hi)) = (slots.as_slice(), source.ends()?) else { return None };
    let mut conditions: Vec<(&Expr, bool)> = vec![];
    for (e, wanted) in binder.guard.iter().map(|e| (e, true)).chain(asked) {
        match wanted {
            true => conditions.extend(conjuncts(e).into_iter().map(|e| (e, true))),
            false => conditions.extend(either(e).into_iter().map(|e| (e, false))),
        }
    }
    Some(Divisors { chosen: (*slot, lo, hi), of: first_divided(conditions, *slot)? })
}

/// The number of which a slot is a divisor where some conditions hold.
pub(super) fn divided_in<'e>(own: &[&'e Expr], slot: Slot) -> Option<&'e Expr> {
    first_divided(own.iter().map(|e| (*e, true)), slot)
}

fn first_divided<'e>(conditions: impl IntoIterator<Item = (&'e Expr, bool)>, slot: Slot) -> Option<&'e Expr> {
    for (e, wanted) in conditions {
        if let Some(of) = divided(e, wanted, slot) {
            return Some(of);
        }
        // What stands before may be a mistake for a number that is passed over.
        if !total(e) {
            return None;
        }
    }
    None
}

/// The conditions that `or` joins: if their disjunction is to fail, each is.
fn either(e: &Expr) -> Vec<&Expr> {
    match e.binary() {
        Some((BinaryOp::Or, a, b)) => [either(a), either(b)].concat(),
        _ => vec![e],
    }
}

fn total(e: &Expr) -> bool {
    is_total(e, &|_| None)
}

/// The number of which a slot is a divisor where a condition holds: `n mod k == 0`, `k * (n / k) == n`.
fn divided(e: &Expr, wanted: bool, slot: Slot) -> Option<&Expr> {
    if let Some(negated) = e.negated() {
        return divided(negated, !wanted, slot);
    }
    let (op, a, b) = e.sides()?;
    if op? != if wanted { CompareOp::Equal } else { CompareOp::NotEqual } {
        return None;
    }
    let by = |e: &'_ Expr| e.local() == Some(slot);
    let whole = |product: &Expr, n: &Expr| {
        let (Multiply, x, y) = product.binary()? else { return None };
        let quotient = if by(x) { y } else { by(y).then_some(x)? };
        let (Divide, of, k) = quotient.binary()? else { return None };
        (by(k) && of == n).then_some(())
    };
    let of = match (a.binary(), b.binary()) {
        (Some((Mod, of, k)), _) if by(k) && is_zero(b) => of,
        (_, Some((Mod, of, k))) if by(k) && is_zero(a) => of,
        _ if whole(a, b).is_some() => b,
        _ if whole(b, a).is_some() => a,
        _ => return None,
    };
    (!mentions(of, slot) && total(of)).then_some(of)
}

fn is_zero(e: &Expr) -> bool {
    e.number().is_some_and(|n| *n == 0.into())
}

/// The conditions that `and` joins.
pub(super) fn conjuncts(e: &Expr) -> Vec<&Expr> {
    match e.binary() {
        Some((BinaryOp::And, a, b)) => [conjuncts(a), conjuncts(b)].concat(),
        _ => vec![e],
    }
}

/// Whether a slot is read in an expression.
pub(super) fn mentions(e: &Expr, slot: Slot) -> bool {
    let mut found = false;
    e.walk(&mut |e| found |= e.local() == Some(slot));
    found
}
