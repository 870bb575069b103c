//! Collections that are made of others, and questions about them that have a word of their own.

use super::conditions::both;
use super::facts::{number, source};
use super::replace::is_free_of;
use super::state::{Plain, like};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Slot};
use crate::check::types::Type;

pub(super) fn better(e: &Expr) -> Option<Expr> {
    match &e.kind {
        ExprKind::For(fold, item, binders) => {
            let [binder] = &binders[..] else { return all_chosen(e, *fold, item, binders) };
            let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
            let [slot] = slots[..] else { return None };
            match fold {
                Fold::Set | Fold::List | Fold::Bag => {
                    itself(e, item, slot, source, binder).or_else(|| without(e, item, slot, source, binder))
                }
                Fold::Count => size(e, item, source, binder),
                Fold::Any => member(e, item, slot, source, binder),
                _ => None,
            }
        }
        ExprKind::Binary(op @ (BinaryOp::Minus | BinaryOp::Union), a, b) => by_one(e, *op, a, b),
        ExprKind::Builtin(Builtin::Size, args) => of_these(e, &args[0]).or_else(|| {
            keys(&args[0]).map(|map| like(e, ExprKind::Builtin(Builtin::Size, vec![map.clone()])))
        }),
        ExprKind::Builtin(f @ (Builtin::Least | Builtin::Min | Builtin::Largest | Builtin::Max), args) => {
            let [all] = &args[..] else { return None };
            extreme(e, matches!(f, Builtin::Least | Builtin::Min), all)
        }
        // What `let` names stand for has been put in its place.
        ExprKind::Index(row, place) if number(place).is_some_and(|n| *n == 1.into()) => match &row.kind {
            ExprKind::List(all) if all.len() == 1 => Some(all[0].clone()),
            _ => None,
        },
        ExprKind::In(x, source) => {
            keys(source).map(|map| like(e, ExprKind::In(x.clone(), Box::new(map.clone()))))
        }
        _ => None,
    }
}

/// `(r, c).row` is r, and `(r, c).col` is c.
pub(super) fn row_or_column(plain: &Plain<'_>, e: &Expr) -> Option<Expr> {
    let ExprKind::Field(cell, is_row) = &e.kind else { return None };
    let ExprKind::Cell(row, col) = &cell.kind else { return None };
    plain.is_total(cell).then(|| (**if *is_row { row } else { col }).clone())
}

/// `sort(s)` of a set is `[x for x in s]`: its elements are in order.
pub(super) fn sorted_set(plain: &mut Plain<'_>, e: &Expr) -> Option<Expr> {
    let ExprKind::Builtin(Builtin::Sort, args) = &e.kind else { return None };
    let [set @ Expr { ty: Type::Set(of), .. }] = &args[..] else { return None };
    let slot = plain.fresh(of);
    let item = Expr { kind: ExprKind::Local(slot), ty: (**of).clone(), span: e.span };
    let kind = BinderKind::In { slots: vec![slot], names: vec![String::new()], source: set.clone() };
    let each = Binder { kind, guard: None, span: e.span };
    Some(like(e, ExprKind::For(Fold::List, Box::new(item), vec![each])))
}

/// `least({x for x in a..b where c})` is `min(x for x in a..b where c)`, which ends with the first.
fn extreme(e: &Expr, is_least: bool, all: &Expr) -> Option<Expr> {
    let ExprKind::For(Fold::Set | Fold::List | Fold::Bag, item, binders) = &all.kind else { return None };
    let [Binder { kind: BinderKind::In { source, .. }, .. }] = &binders[..] else { return None };
    let numbers =
        matches!(source.kind, ExprKind::Range(_, Some(_))) && item.ty == Type::Int && e.ty == Type::Int;
    let fold = if is_least { Fold::Min } else { Fold::Max };
    numbers.then(|| like(e, ExprKind::For(fold, item.clone(), binders.clone())))
}

/// `indices(m)` of a map: what is asked of its keys can be asked of it.
pub(super) fn keys(e: &Expr) -> Option<&Expr> {
    let ExprKind::Builtin(Builtin::Indices, args) = &e.kind else { return None };
    args.first().filter(|map| matches!(map.ty, Type::Map(..)))
}

/// A fold over no choice at all, where all its binders were found to be names.
fn all_chosen(e: &Expr, fold: Fold, item: &Expr, binders: &[Binder]) -> Option<Expr> {
    if !binders.is_empty() {
        return None;
    }
    let one = || vec![item.clone()];
    Some(match fold {
        Fold::Sum | Fold::SumPositions | Fold::Max | Fold::Min | Fold::Any | Fold::All => item.clone(),
        Fold::None => like(e, ExprKind::Not(Box::new(item.clone()))),
        Fold::Set => like(e, ExprKind::Set(one())),
        Fold::List => like(e, ExprKind::List(one())),
        Fold::Bag => like(e, ExprKind::Bag(one())),
        Fold::Count => return None,
    })
}

fn is_local(e: &Expr, slot: Slot) -> bool {
    matches!(e.kind, ExprKind::Local(s) if s == slot)
}

/// Whether a collection is not a range, which may have no end, and which others look for as it is.
fn is_no_range(e: &Expr) -> bool {
    !matches!(e.kind, ExprKind::Range(_, None))
}

/// `{x for x in S}` is S.
fn itself(e: &Expr, item: &Expr, slot: Slot, source: &Expr, binder: &Binder) -> Option<Expr> {
    let all = is_local(item, slot) && binder.guard.is_none();
    (all && source.ty == e.ty && is_no_range(source)).then(|| source.clone())
}

/// `{x for x in S where x != y}` is `S without y`, and with one more condition, that of what is left.
fn without(e: &Expr, item: &Expr, slot: Slot, source: &Expr, binder: &Binder) -> Option<Expr> {
    let set =
        matches!(e.ty, Type::Set(_)) && source.ty == e.ty && is_local(item, slot) && is_no_range(source);
    let ExprKind::Compare(CompareOp::NotEqual, a, b) = &binder.guard.as_ref()?.kind else { return None };
    let y = if is_local(a, slot) { b } else { a };
    let differs = (is_local(a, slot) || is_local(b, slot)) && is_free_of(y, slot);
    (set && differs)
        .then(|| like(e, ExprKind::Binary(BinaryOp::Without, Box::new(source.clone()), y.clone())))
}

/// `count(true for x in S)` is `size(S)`.
fn size(e: &Expr, item: &Expr, source: &Expr, binder: &Binder) -> Option<Expr> {
    let all = matches!(item.kind, ExprKind::Bool(true)) && binder.guard.is_none();
    let sized = matches!(source.ty, Type::Set(_) | Type::List(_) | Type::Bag(_))
        && !matches!(source.kind, ExprKind::Range(..));
    (all && sized).then(|| like(e, ExprKind::Builtin(Builtin::Size, vec![source.clone()])))
}

/// `any(x == y for x in S)` is `y in S`.
fn member(e: &Expr, item: &Expr, slot: Slot, source: &Expr, binder: &Binder) -> Option<Expr> {
    let condition = match &binder.guard {
        Some(guard) if matches!(item.kind, ExprKind::Bool(true)) => guard,
        Some(_) => return None,
        None => item,
    };
    let ExprKind::Compare(CompareOp::Equal, a, b) = &condition.kind else { return None };
    let y = if is_local(a, slot) { b } else { a };
    let same = (is_local(a, slot) || is_local(b, slot)) && is_free_of(y, slot);
    let plain = matches!(&source.ty, Type::Set(t) | Type::List(t) | Type::Bag(t) if **t == y.ty);
    (same && plain && is_no_range(source)).then(|| like(e, ExprKind::In(y.clone(), Box::new(source.clone()))))
}

/// `S minus {x}` is `S without x`, and `S union {x}` is `S with x`.
fn by_one(e: &Expr, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let one = |of: &Expr| match (&of.kind, &of.ty) {
        (ExprKind::Set(items), Type::Set(_)) | (ExprKind::Bag(items), Type::Bag(_)) => match &items[..] {
            [x] => Some(x.clone()),
            _ => None,
        },
        _ => None,
    };
    if a.ty != e.ty || b.ty != e.ty {
        return None;
    }
    let by = |op, of: &Expr, x: Expr| like(e, ExprKind::Binary(op, Box::new(of.clone()), Box::new(x)));
    match op {
        BinaryOp::Minus => one(b).map(|x| by(BinaryOp::Without, a, x)),
        _ => one(b).map(|x| by(BinaryOp::With, a, x)).or_else(|| one(a).map(|x| by(BinaryOp::With, b, x))),
    }
}

/// `size([])`: how many are written there, of a list of names.
fn of_these(e: &Expr, all: &Expr) -> Option<Expr> {
    let ExprKind::List(items) = &all.kind else { return None };
    let plain = items.iter().all(super::facts::is_atom);
    plain.then(|| like(e, ExprKind::Int(items.len().into())))
}

/// The filter of a comprehension that another binder runs through: its slot, source and guard, if it gives what it takes.
pub(super) fn filter(e: &Expr) -> Option<(Slot, &Expr, Option<&Expr>)> {
    let ExprKind::For(Fold::Set | Fold::List | Fold::Bag, item, binders) = &e.kind else { return None };
    let [binder] = &binders[..] else { return None };
    let BinderKind::In { slots, .. } = &binder.kind else { return None };
    let ([slot], source) = (&slots[..], source(binder)) else { return None };
    let fits = is_local(item, *slot) && source.ty == e.ty;
    fits.then_some((*slot, source, binder.guard.as_ref()))
}

/// The only thing that a collection holds, if that is seen.
pub(super) fn only(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Set(all) | ExprKind::List(all) | ExprKind::Bag(all) => match &all[..] {
            [one] => Some(one),
            _ => None,
        },
        ExprKind::Range(a, Some(b)) if a == b => Some(a),
        ExprKind::Range(a, Some(b)) => (number(a)? == number(b)?).then_some(a),
        _ => None,
    }
}

/// Two conditions as one; the first is asked first.
pub(super) fn joined(first: Option<Expr>, then: Option<Expr>) -> Option<Expr> {
    match (first, then) {
        (Some(a), Some(b)) => Some(both(&a, &b)),
        (a, b) => a.or(b),
    }
}
