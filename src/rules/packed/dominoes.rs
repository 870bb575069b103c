//! Moves that take two touching cells from a board, in either order: each pair once, however the rule is spelled.

use super::chain_runs::mentions;
use super::loops::touching_pairs;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold, Move, Slot};
use crate::check::types::Type;

/// `p in S, q in touching(p) where q in S` and a target that takes p and q from a set alike, as a move over the set of
/// all `{p, q}`; `None` if a move is of another kind.
pub(super) fn each_once(m: &Move) -> Option<Move> {
    let [outer @ .., first, second] = m.binders.as_slice() else { return None };
    let (BinderKind::In { slots: p, names, .. }, BinderKind::In { slots: q, .. }) =
        (&first.kind, &second.kind)
    else {
        return None;
    };
    let ([p], [q]) = (p.as_slice(), q.as_slice()) else { return None };
    let (second, guard) = match (&second.guard, &m.guard) {
        (None, guard) => (Binder { guard: guard.clone(), ..second.clone() }, None),
        (Some(_), guard) => (second.clone(), guard.clone()),
    };
    if guard.as_ref().is_some_and(|g| mentions(g, *p) || mentions(g, *q)) {
        return None;
    }
    let binders = vec![first.clone(), second];
    let cells = Type::Set(Box::new(Type::Cell));
    let at = first.span;
    let local = |slot: Slot, ty: &Type| Expr { kind: ExprKind::Local(slot), ty: ty.clone(), span: at };
    let pair = ExprKind::Set(vec![local(*p, &Type::Cell), local(*q, &Type::Cell)]);
    let pair = Expr { kind: pair, ty: cells.clone(), span: at };
    let board = touching_pairs(&pair, &binders)?;
    let target = without_pair(&m.target, (*p, *q), board, local(*p, &cells))?;
    let source = Expr {
        kind: ExprKind::For(Fold::Set, Box::new(pair), binders.clone()),
        ty: Type::Set(Box::new(cells)),
        span: at,
    };
    let kind = BinderKind::In { slots: vec![*p], names: names.clone(), source };
    let binders = [outer, &[Binder { kind, guard: None, span: at }]].concat();
    Some(Move { binders, guard, target, ..m.clone() })
}

/// A target with the pair named where it took p and q from a set, and does nothing else with them.
fn without_pair(target: &Expr, (p, q): (Slot, Slot), board: &Expr, pair: Expr) -> Option<Expr> {
    let ExprKind::Position(id, args) = &target.kind else { return None };
    let mut args = args.clone();
    let mut with_pair = args.iter_mut().filter(|e| mentions(e, p) || mentions(e, q));
    let (arg, None) = (with_pair.next()?, with_pair.next()) else { return None };
    let mut taken = vec![];
    let base = taken_from(arg, (p, q), board, &mut taken)?.clone();
    if !(taken.contains(&p) && taken.contains(&q)) {
        return None;
    }
    arg.kind = ExprKind::Binary(BinaryOp::Minus, Box::new(base), Box::new(pair));
    Some(Expr { kind: ExprKind::Position(*id, args), ..target.clone() })
}

/// The set that an expression takes p and q from, and which of them.
fn taken_from<'e>(
    e: &'e Expr,
    (p, q): (Slot, Slot),
    board: &Expr,
    taken: &mut Vec<Slot>,
) -> Option<&'e Expr> {
    if !mentions(e, p) && !mentions(e, q) {
        return Some(e);
    }
    let either = |e: &Expr| match e.kind {
        ExprKind::Local(slot) if slot == p || slot == q => Some(slot),
        _ => None,
    };
    let ExprKind::Binary(op, from, what) = &e.kind else { return None };
    match (op, &what.kind) {
        (BinaryOp::Without, _) => taken.push(either(what)?),
        (BinaryOp::Minus, ExprKind::Set(items)) => {
            taken.extend(items.iter().map(either).collect::<Option<Vec<Slot>>>()?);
        }
        // Both are on the board: they are turned off.
        (BinaryOp::Flip, ExprKind::Set(items)) if items.len() == 2 && is_same(from, board) => {
            taken.extend(items.iter().map(either).collect::<Option<Vec<Slot>>>()?);
        }
        _ => return None,
    }
    taken_from(from, (p, q), board, taken)
}

fn is_same(a: &Expr, b: &Expr) -> bool {
    matches!((&a.kind, &b.kind), (ExprKind::Local(a), ExprKind::Local(b)) if a == b)
}
