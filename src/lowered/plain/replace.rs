//! An expression in the place of a slot; slots under other numbers.

use super::facts::uses;
use crate::check::ir::{Binder, BinderKind, Expr, ExprKind, Slot, each_in_binders_mut};

/// Whether a value can stand wherever a slot is looked at: what is called must be a function or a name.
pub(super) fn can_stand(value: &Expr, slot: Slot, places: &[&Expr]) -> bool {
    let named = matches!(value.kind, ExprKind::Local(_) | ExprKind::Function(_));
    let mut called = false;
    for e in places {
        e.walk(&mut |e| called |= matches!(e.kind, ExprKind::CallLocal(s, _) if s == slot));
    }
    named || !called
}

/// Puts a value wherever a slot is looked at.
pub(super) fn put(e: &mut Expr, slot: Slot, value: &Expr) {
    let span = e.span;
    match &mut e.kind {
        ExprKind::Local(s) if *s == slot => {
            *e = Expr { span, ..value.clone() };
            return;
        }
        ExprKind::CallLocal(s, args) if *s == slot => {
            let args = std::mem::take(args);
            e.kind = match value.kind {
                ExprKind::Function(id) => ExprKind::Call(id, args),
                ExprKind::Local(other) => ExprKind::CallLocal(other, args),
                _ => unreachable!("asked before"),
            };
        }
        _ => {}
    }
    e.for_each_child_mut(&mut |child| put(child, slot, value));
}

/// The same in binders.
pub(super) fn put_in(binders: &mut [Binder], slot: Slot, value: &Expr) {
    each_in_binders_mut(binders, &mut |e| put(e, slot, value));
}

/// An expression with a value wherever a slot is looked at, if it can be there.
pub(super) fn with(e: &Expr, slot: Slot, value: &Expr) -> Option<Expr> {
    can_stand(value, slot, &[e]).then(|| {
        let mut e = e.clone();
        put(&mut e, slot, value);
        e
    })
}

/// Whether a slot is not looked at.
pub(super) fn is_free_of(e: &Expr, slot: Slot) -> bool {
    uses(e, slot) == 0
}

/// Gives every slot of an expression the number that `to` says: those that it binds, and those that it looks at.
pub(in crate::lowered) fn renumber(e: &mut Expr, to: &dyn Fn(Slot) -> Slot) {
    match &mut e.kind {
        ExprKind::Local(slot) | ExprKind::CallLocal(slot, _) => *slot = to(*slot),
        ExprKind::For(_, _, binders) | ExprKind::MapFor(_, _, binders) => {
            for binder in binders {
                match &mut binder.kind {
                    BinderKind::In { slots, .. } => slots.iter_mut().for_each(|s| *s = to(*s)),
                    BinderKind::Is { slot, .. } => *slot = to(*slot),
                }
            }
        }
        _ => {}
    }
    e.for_each_child_mut(&mut |child| renumber(child, to));
}

/// The same in binders, and for what they bind.
pub(in crate::lowered) fn renumber_binders(binders: &mut [Binder], to: &dyn Fn(Slot) -> Slot) {
    for binder in binders.iter_mut() {
        match &mut binder.kind {
            BinderKind::In { slots, .. } => slots.iter_mut().for_each(|s| *s = to(*s)),
            BinderKind::Is { slot, .. } => *slot = to(*slot),
        }
    }
    each_in_binders_mut(binders, &mut |e| renumber(e, to));
}
