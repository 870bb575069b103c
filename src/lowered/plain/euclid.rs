//! Euclid's method, as a step that is done again and again.

use crate::check::ir::{BinaryOp, CompareOp, Expr, ExprKind, Slot};
use crate::check::types::Type;
use num_bigint::BigInt;

/// Whether the body of a definition gives `(b, a mod b)` for the pair `(a, b)` in its first slot, until b is 0.
pub fn is_step_of_euclid(body: &Expr) -> bool {
    is_step(body, 0)
}

/// Whether an expression is Euclid's step from the pair in a slot.
fn is_step(e: &Expr, pair: Slot) -> bool {
    let ExprKind::If(c, yes, no) = &e.kind else { return false };
    let ExprKind::Compare(op, x, y) = &c.kind else { return false };
    let is_asked = [(x, y), (y, x)].iter().any(|(x, y)| is_entry(x, pair, 1) && is_number(y, 0));
    let (end, on) = match op {
        CompareOp::Equal => (yes, no),
        CompareOp::NotEqual => (no, yes),
        _ => return false,
    };
    is_asked && is_pair(end, pair) && is_next(on, pair)
}

/// `(b, a mod b)` of `(a, b)`.
fn is_next(e: &Expr, pair: Slot) -> bool {
    let Some([first, second]) = e.entries() else { return false };
    let ExprKind::Binary(BinaryOp::Mod, a, b) = &second.kind else { return false };
    is_entry(first, pair, 1) && is_entry(a, pair, 0) && is_entry(b, pair, 1)
}

/// The pair itself, by name or by its entries.
fn is_pair(e: &Expr, pair: Slot) -> bool {
    let by_entries = |all: &[Expr]| matches!(all, [a, b] if is_entry(a, pair, 0) && is_entry(b, pair, 1));
    e.local() == Some(pair) || e.entries().is_some_and(by_entries)
}

fn is_entry(e: &Expr, pair: Slot, at: usize) -> bool {
    e.ty == Type::Int && e.tuple_entry().is_some_and(|(of, place)| of.local() == Some(pair) && place == at)
}

fn is_number(e: &Expr, n: i64) -> bool {
    e.number().is_some_and(|number| *number == BigInt::from(n))
}
