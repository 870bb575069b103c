//! Questions about a few things that are written there: `any(c for x in [a, b])` is `c or c`, with a for x and with b.

use super::collections::joined;
use super::facts::{has_loop, is_atom, is_short_tuple, is_simple, size};
use super::replace::with;
use super::solved::operation;
use super::state::{Plain, like};
use crate::check::ir::{BinaryOp, BinderKind, Expr, ExprKind, Fold};

/// So many things are few,
const MOST: usize = 4;
/// if all that is asked of them is no longer.
const LARGEST: usize = 80;

pub(super) fn each_of_few(plain: &Plain<'_>, e: &Expr) -> Option<Expr> {
    let ExprKind::For(fold @ (Fold::Any | Fold::All | Fold::None), item, binders) = &e.kind else {
        return None;
    };
    let [binder] = &binders[..] else { return None };
    let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
    let ([slot], ExprKind::List(few) | ExprKind::Set(few)) = (&slots[..], &source.kind) else { return None };
    let not = |c: Expr| like(e, ExprKind::Not(Box::new(c)));
    let asked = match (&binder.guard, fold) {
        (Some(guard), Fold::All) => operation(BinaryOp::Or, &not(guard.clone()), item),
        (guard, _) => joined(guard.clone(), Some((**item).clone()))?,
    };
    let is_short = (2..=MOST).contains(&few.len()) && size(&asked) * few.len() <= LARGEST;
    let may_stand = |x: &Expr| is_atom(x) || (is_short_tuple(x) || is_simple(x)) && plain.is_total(x);
    // What is bound in a loop is bound in one place.
    if !is_short || has_loop(&asked) || !few.iter().all(may_stand) {
        return None;
    }
    let each: Vec<Expr> = few.iter().map(|x| with(&asked, *slot, x)).collect::<Option<_>>()?;
    // The elements of a set are asked in their own order.
    let in_order = matches!(source.kind, ExprKind::List(_));
    if !in_order && !each.iter().all(|c| plain.is_total(c)) {
        return None;
    }
    let op = if *fold == Fold::All { BinaryOp::And } else { BinaryOp::Or };
    let all = each.into_iter().reduce(|a, b| operation(op, &a, &b))?;
    Some(if *fold == Fold::None { not(all) } else { all })
}
