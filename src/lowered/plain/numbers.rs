//! Numbers and comparisons of them.

use super::facts::number;
use super::state::like;
use crate::check::ir::{BinaryOp, CompareOp, Expr, ExprKind};
use crate::check::types::Type;
use num_bigint::BigInt;

use BinaryOp::{Add, Divide, Mod, Multiply, Subtract};

/// What is computed beforehand is no longer than this.
const MOST_BITS: u64 = 256;

pub(super) fn better(e: &Expr) -> Option<Expr> {
    match &e.kind {
        ExprKind::Negate(a) => negated(e, a),
        ExprKind::Binary(op @ (Add | Subtract | Multiply), a, b) if e.ty == Type::Int => known(e, *op, a, b)
            .or_else(|| neutral(*op, a, b))
            .or_else(|| remainder(e, *op, a, b))
            .or_else(|| signs(e, *op, a, b))
            .or_else(|| constants(e, *op, a, b)),
        ExprKind::Compare(op, a, b) if a.ty == Type::Int => compared(e, *op, a, b),
        _ => None,
    }
}

fn int(e: &Expr, n: BigInt) -> Expr {
    like(e, ExprKind::Int(n))
}

fn binary(e: &Expr, op: BinaryOp, a: &Expr, b: &Expr) -> Expr {
    like(e, ExprKind::Binary(op, Box::new(a.clone()), Box::new(b.clone())))
}

/// `-3`, what is negated twice, and differences.
fn negated(e: &Expr, a: &Expr) -> Option<Expr> {
    match &a.kind {
        ExprKind::Int(n) => Some(int(e, -n)),
        ExprKind::Negate(a) => Some((**a).clone()),
        ExprKind::Binary(Subtract, x, y) => Some(binary(e, Subtract, y, x)),
        _ => None,
    }
}

fn known(e: &Expr, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let (a, b) = (number(a)?, number(b)?);
    let n = match op {
        Add => a + b,
        Subtract => a - b,
        Multiply => a * b,
        _ => return None,
    };
    (n.bits() <= MOST_BITS).then(|| int(e, n))
}

/// `a + 0`, `a - 0`, `a * 1`
fn neutral(op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let is = |e: &Expr, n: u32| number(e).is_some_and(|m| *m == n.into());
    match op {
        Add | Subtract if is(b, 0) => Some(a.clone()),
        Add if is(a, 0) => Some(b.clone()),
        Multiply if is(b, 1) => Some(a.clone()),
        Multiply if is(a, 1) => Some(b.clone()),
        _ => None,
    }
}

/// `a - m * (a / m)` is `a mod m`; both make the same mistake where m is 0.
fn remainder(e: &Expr, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let ExprKind::Binary(Multiply, x, y) = &b.kind else { return None };
    let divides =
        |q: &Expr, m: &Expr| matches!(&q.kind, ExprKind::Binary(Divide, n, by) if **n == *a && **by == *m);
    let by = if divides(y, x) {
        x
    } else if divides(x, y) {
        y
    } else {
        return None;
    };
    (op == Subtract).then(|| binary(e, Mod, a, by))
}

/// `-b + a`, `a + -b` and `a - -b` without the sign.
fn signs(e: &Expr, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let negated = |e: &Expr| if let ExprKind::Negate(a) = &e.kind { Some((**a).clone()) } else { None };
    match op {
        Add => negated(b)
            .map(|b| binary(e, Subtract, a, &b))
            .or_else(|| negated(a).map(|a| binary(e, Subtract, b, &a))),
        Subtract => negated(b).map(|b| binary(e, Add, a, &b)),
        _ => None,
    }
}

/// An expression as another one and a number that is added.
fn split(e: &Expr) -> (&Expr, BigInt) {
    match &e.kind {
        ExprKind::Binary(Add, a, b) => match (number(a), number(b)) {
            (_, Some(n)) => (a, n.clone()),
            (Some(n), _) => (b, n.clone()),
            _ => (e, BigInt::ZERO),
        },
        ExprKind::Binary(Subtract, a, b) => match number(b) {
            Some(n) => (a, -n),
            None => (e, BigInt::ZERO),
        },
        _ => (e, BigInt::ZERO),
    }
}

/// `a + 1 - (b + 1)`, `a - 1 + 3`: numbers that are added stand last, and once.
fn constants(e: &Expr, op: BinaryOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let zero = BigInt::ZERO;
    let sum = |core: Expr, n: BigInt| match n {
        n if n == zero => core,
        n if n < zero => binary(e, Subtract, &core, &int(e, -n)),
        n => binary(e, Add, &core, &int(e, n)),
    };
    let plus = |n: &BigInt, m: &BigInt| if op == Add { n + m } else { n - m };
    if op == Multiply {
        return None;
    }
    let (core, n) = split(a);
    if let Some(m) = number(b) {
        return (n != zero).then(|| sum(core.clone(), plus(&n, m)));
    }
    let (other, m) = split(b);
    let both = n != zero && m != zero;
    (both && number(core).is_none() && number(other).is_none())
        .then(|| sum(binary(e, op, core, other), plus(&n, &m)))
}

/// Comparisons of two numbers that are known, and of a difference with 0.
fn compared(e: &Expr, op: CompareOp, a: &Expr, b: &Expr) -> Option<Expr> {
    if let (Some(a), Some(b)) = (number(a), number(b)) {
        let holds = match op {
            CompareOp::Equal => a == b,
            CompareOp::NotEqual => a != b,
            CompareOp::Less => a < b,
            CompareOp::LessEqual => a <= b,
        };
        return Some(like(e, ExprKind::Bool(holds)));
    }
    if let Some(odd) = odd_or_even(e, op, a, b) {
        return Some(odd);
    }
    let zero = |e: &Expr| number(e).is_some_and(|n| *n == BigInt::ZERO);
    let difference = |e: &Expr| match &e.kind {
        ExprKind::Binary(Subtract, x, y) if number(y).is_none() => Some((x.clone(), y.clone())),
        _ => None,
    };
    let (a, b) = match (difference(a), difference(b)) {
        // `x - y < 0` is `x < y`.
        (Some(pair), _) if zero(b) => pair,
        // `0 < x - y` is `y < x`.
        (_, Some((x, y))) if zero(a) => (y, x),
        _ => return None,
    };
    Some(like(e, ExprKind::Compare(op, a, b)))
}

/// What is not even is odd: `a mod 2 != 0` is `a mod 2 == 1`.
fn odd_or_even(e: &Expr, op: CompareOp, a: &Expr, b: &Expr) -> Option<Expr> {
    let is = |e: &Expr, n: u32| number(e).is_some_and(|m| *m == n.into());
    let by_two = matches!(&a.kind, ExprKind::Binary(Mod, _, m) if is(m, 2));
    let other = if is(b, 0) { 1 } else { 0 };
    (op == CompareOp::NotEqual && by_two && (is(b, 0) || is(b, 1))).then(|| {
        like(e, ExprKind::Compare(CompareOp::Equal, Box::new(a.clone()), Box::new(int(b, other.into()))))
    })
}
