//! Sums: of positions, and over what is written out.

use super::facts::{is_atom, number, surely_reads, uses};
use super::replace;
use super::state::{Plain, like};
use crate::check::ir::{BinaryOp, BinderKind, Expr, ExprKind, Fold};
use num_bigint::BigInt;

/// A sum over a list is written out if the list is no longer.
const MOST_ITEMS: usize = 8;

pub(super) fn better(plain: &Plain<'_>, e: &Expr) -> Option<Expr> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Sum, a, b) => match (&a.kind, &b.kind) {
            (ExprKind::Nothing, _) => Some((**b).clone()),
            (_, ExprKind::Nothing) => Some((**a).clone()),
            _ => None,
        },
        ExprKind::For(Fold::Sum | Fold::SumPositions, ..) => written_out(plain, e),
        _ => None,
    }
}

/// Leaves out heaps of size 0 where play goes on: they have no moves. Elsewhere positions are compared as they are written, and
/// `*0` is not `nothing`.
pub(super) fn leave_out_no_heaps(target: &mut Expr) -> bool {
    match &mut target.kind {
        ExprKind::Heap(k) if number(k).is_some_and(|n| *n == BigInt::ZERO) => {
            target.kind = ExprKind::Nothing;
            true
        }
        ExprKind::Binary(BinaryOp::Sum, a, b) | ExprKind::If(_, a, b) => {
            leave_out_no_heaps(a) | leave_out_no_heaps(b)
        }
        ExprKind::For(Fold::SumPositions, item, _) => leave_out_no_heaps(item),
        _ => false,
    }
}

/// `sum(P(x) for x in [a, b])` is `P(a) + P(b)`. In a set there may be fewer than are written there.
fn written_out(plain: &Plain<'_>, e: &Expr) -> Option<Expr> {
    let ExprKind::For(fold, item, binders) = &e.kind else { return None };
    let [binder] = &binders[..] else { return None };
    let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
    let ([slot], None, ExprKind::List(all)) = (&slots[..], &binder.guard, &source.kind) else { return None };
    let fits = |x: &Expr| {
        let once = is_atom(x) || uses(item, *slot) <= 1;
        once && (plain.is_total(x) || surely_reads(item, *slot))
    };
    if all.len() > MOST_ITEMS || !all.iter().all(fits) || super::facts::has_loop(item) {
        return None;
    }
    let op = if *fold == Fold::Sum { BinaryOp::Add } else { BinaryOp::Sum };
    let parts = all.iter().map(|x| replace::with(item, *slot, x)).collect::<Option<Vec<_>>>()?;
    let add = |a: Expr, b: Expr| like(e, ExprKind::Binary(op, Box::new(a), Box::new(b)));
    let none = || if *fold == Fold::Sum { ExprKind::Int(BigInt::ZERO) } else { ExprKind::Nothing };
    Some(parts.into_iter().reduce(add).unwrap_or_else(|| like(e, none())))
}
