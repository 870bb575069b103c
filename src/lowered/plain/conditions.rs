//! Conditions, and choices by one.

use super::facts::{is_atom, is_simple, size};
use super::state::{Plain, like};
use crate::check::ir::{BinaryOp, CompareOp, Expr, ExprKind};
use crate::check::types::Type;

use BinaryOp::{And, Or};

pub(super) fn better(plain: &Plain<'_>, e: &Expr) -> Option<Expr> {
    match &e.kind {
        ExprKind::Not(a) => negated(e, a),
        ExprKind::Binary(op @ (And | Or), a, b) => joined(e, *op, a, b),
        ExprKind::If(c, a, b) => chosen(plain, e, c, a, b),
        ExprKind::In(x, set) => inside(plain, e, x, set),
        _ => None,
    }
}

fn truth(e: &Expr) -> Option<bool> {
    if let ExprKind::Bool(b) = e.kind { Some(b) } else { None }
}

fn not(c: &Expr) -> Expr {
    like(c, ExprKind::Not(Box::new(c.clone())))
}

pub(super) fn both(a: &Expr, b: &Expr) -> Expr {
    like(a, ExprKind::Binary(And, Box::new(a.clone()), Box::new(b.clone())))
}

fn either(a: &Expr, b: &Expr) -> Expr {
    like(a, ExprKind::Binary(Or, Box::new(a.clone()), Box::new(b.clone())))
}

/// `not` of what is known, of another `not`, and of a comparison.
fn negated(e: &Expr, a: &Expr) -> Option<Expr> {
    match &a.kind {
        ExprKind::Bool(b) => Some(like(e, ExprKind::Bool(!b))),
        ExprKind::Not(a) => Some((**a).clone()),
        ExprKind::Compare(op, x, y) => {
            let (op, x, y) = match op {
                CompareOp::Equal => (CompareOp::NotEqual, x, y),
                CompareOp::NotEqual => (CompareOp::Equal, x, y),
                // Only numbers are read in this way: an order of other things is looked up as it is written.
                CompareOp::Less if x.ty == Type::Int => (CompareOp::LessEqual, y, x),
                CompareOp::LessEqual if x.ty == Type::Int => (CompareOp::Less, y, x),
                _ => return None,
            };
            Some(like(e, ExprKind::Compare(op, x.clone(), y.clone())))
        }
        _ => None,
    }
}

/// `true and c`, `c or true`: what is looked at first decides whether the other is.
fn joined(e: &Expr, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
    match (truth(a), truth(b)) {
        (Some(a), _) if a == (op == And) => Some(b.clone()),
        (Some(a), _) => Some(like(e, ExprKind::Bool(a))),
        (_, Some(b)) if b == (op == And) => Some(a.clone()),
        _ => None,
    }
}

/// `if` with one case only, and truth values chosen by it.
fn chosen(plain: &Plain<'_>, e: &Expr, c: &Expr, a: &Expr, b: &Expr) -> Option<Expr> {
    if let Some(c) = truth(c) {
        return Some(if c { a.clone() } else { b.clone() });
    }
    if a == b && plain.is_total(c) {
        return Some(a.clone());
    }
    if e.ty != Type::Bool {
        return None;
    }
    match (truth(a), truth(b)) {
        (Some(true), Some(false)) => Some(c.clone()),
        (Some(false), Some(true)) => Some(not(c)),
        (Some(true), _) => Some(either(c, b)),
        (Some(false), _) => Some(both(&not(c), b)),
        (_, Some(false)) => Some(both(c, a)),
        (_, Some(true)) => Some(either(&not(c), a)),
        _ => None,
    }
}

fn reads_a_slot(e: &Expr) -> bool {
    let mut reads = false;
    e.each_slot(&mut |_| reads = true);
    reads
}

/// So many comparisons take less than a set that is made for one question.
const MOST_COMPARED: usize = 4;

/// `x in {y, z}` is two comparisons, unless all is known beforehand.
fn one_of(plain: &Plain<'_>, e: &Expr, x: &Expr, all: &[Expr]) -> Option<Expr> {
    let short = (2..=MOST_COMPARED).contains(&all.len()) && is_simple(x) && size(x) <= 3;
    let fits = |y: &Expr| y.ty == x.ty && is_simple(y) && plain.is_total(y);
    if !short || !all.iter().any(reads_a_slot) || !all.iter().all(fits) {
        return None;
    }
    let compared = all.iter().map(|y| {
        let (x, y) = (Box::new(x.clone()), Box::new(y.clone()));
        like(e, ExprKind::Compare(CompareOp::Equal, x, y))
    });
    compared.reduce(|a, b| either(&a, &b))
}

/// `x in a..b` is two comparisons, and `x in {y}` is one.
fn inside(plain: &Plain<'_>, e: &Expr, x: &Expr, set: &Expr) -> Option<Expr> {
    let compare =
        |op, a: &Expr, b: &Expr| like(e, ExprKind::Compare(op, Box::new(a.clone()), Box::new(b.clone())));
    match &set.kind {
        ExprKind::Range(lo, None) => Some(compare(CompareOp::LessEqual, lo, x)),
        // The end is looked at in any case, and need not be if it makes no mistake.
        ExprKind::Range(lo, Some(hi)) if is_atom(x) && plain.is_total(hi) => {
            Some(both(&compare(CompareOp::LessEqual, lo, x), &compare(CompareOp::LessEqual, x, hi)))
        }
        ExprKind::Set(one) | ExprKind::List(one) | ExprKind::Bag(one) => match &one[..] {
            [y] if y.ty == x.ty => Some(compare(CompareOp::Equal, x, y)),
            all => one_of(plain, e, x, all),
        },
        _ => None,
    }
}
