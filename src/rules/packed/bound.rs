//! Positions that a move binds to a name, or chooses from a collection of one, put where the name stands: register code and
//! clauses have no place for a position but the target.
//!
//! Only what is worked out in any case is put elsewhere: a position that leaves its declared types is a mistake wherever it
//! stands, and would not be seen where a guard behind it fails.

use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold, Move, Slot};
use crate::check::types::Type;

/// The same move with positions bound last in its target.
pub(super) fn in_target(m: &Move) -> Move {
    let mut m = m.clone();
    unroll(&mut m.target);
    while m.guard.is_none()
        && let Some((slot, position)) = m.binders.last().and_then(one_position)
        && always_there(&m.target, slot)
    {
        put(&mut m.target, slot, &position);
        m.binders.pop();
        unroll(&mut m.target);
    }
    m
}

/// The slot of a binder and the one position that it binds.
fn one_position(binder: &Binder) -> Option<(Slot, Expr)> {
    if binder.guard.is_some() {
        return None;
    }
    let (slot, position) = match &binder.kind {
        BinderKind::Is { slot, value, .. } => (*slot, value),
        BinderKind::In { slots, source, .. } => match (slots.as_slice(), &source.kind) {
            ([slot], ExprKind::Set(one) | ExprKind::List(one)) if one.len() == 1 => (*slot, &one[0]),
            _ => return None,
        },
    };
    (position.ty == Type::Position).then(|| (slot, position.clone()))
}

/// Whether what a slot holds is a part of a position, whatever else is.
fn always_there(e: &Expr, slot: Slot) -> bool {
    match &e.kind {
        ExprKind::Local(s) => *s == slot,
        ExprKind::Binary(BinaryOp::Sum, a, b) => always_there(a, slot) || always_there(b, slot),
        _ => false,
    }
}

fn put(e: &mut Expr, slot: Slot, value: &Expr) {
    match e.kind {
        ExprKind::Local(s) if s == slot => *e = value.clone(),
        _ => e.for_each_child_mut(&mut |part| put(part, slot, value)),
    }
}

/// Sums over lists of positions that are written out, part by part.
fn unroll(e: &mut Expr) {
    if let ExprKind::Binary(BinaryOp::Sum, a, b) = &mut e.kind {
        unroll(a);
        unroll(b);
    } else if let Some(sum) = written_out(e) {
        *e = sum;
    }
}

fn written_out(e: &Expr) -> Option<Expr> {
    let ExprKind::For(Fold::SumPositions, item, binders) = &e.kind else { return None };
    let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders.as_slice() else {
        return None;
    };
    let ([slot], ExprKind::List(parts)) = (slots.as_slice(), &source.kind) else { return None };
    if !always_there(item, *slot) || parts.iter().any(|p| p.ty != Type::Position) {
        return None;
    }
    let part = |position: &Expr| {
        let mut part = (**item).clone();
        put(&mut part, *slot, position);
        part
    };
    let sum = |a: Expr, b: Expr| Expr {
        kind: ExprKind::Binary(BinaryOp::Sum, Box::new(a), Box::new(b)),
        ty: Type::Position,
        span: e.span,
    };
    parts.iter().map(part).reduce(sum)
}
