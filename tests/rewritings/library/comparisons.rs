//! Comparisons spelled in other ways.

use super::{Rewriting, SAME};
use crate::draft::*;
use fairgame::syntax::ast::*;

pub(super) fn all() -> Vec<Rewriting> {
    vec![
        Rewriting {
            name: "comparisons turned",
            why: "`a < b` is `b > a`, and `a == b` is `b == a`",
            shows: SAME,
            apply: |d| pairs(d, turned),
        },
        Rewriting {
            name: "less by at most",
            why: "`a < b` is `a + 1 <= b`, and `a <= b` is `a < b + 1`, for whole numbers",
            shows: SAME,
            apply: |d| pairs(d, by_one),
        },
        Rewriting {
            name: "comparisons by not",
            why: "`a < b` is `not (b <= a)`, and `a == b` is `not (a != b)`",
            shows: SAME,
            apply: |d| pairs(d, by_not),
        },
        Rewriting {
            name: "comparisons by a difference",
            why: "`a < b` is `0 < b - a`",
            shows: SAME,
            apply: |d| pairs(d, by_difference),
        },
        Rewriting {
            name: "equal by two",
            why: "`a == b` is `a <= b and b <= a` for numbers",
            shows: SAME,
            apply: |d| pairs(d, equal_by_two),
        },
        Rewriting {
            name: "chain by and",
            why: "`a <= b <= c` is `a <= b and b <= c`",
            shows: SAME,
            apply: |d| d.rules(chain_by_and),
        },
        Rewriting {
            name: "in a range by comparisons",
            why: "`x in a..b` is `a <= x <= b`",
            shows: SAME,
            apply: |d| d.rules(member_by_chain),
        },
        Rewriting {
            name: "comparisons by in a range",
            why: "`a <= x <= b` is `x in a..b`",
            shows: SAME,
            apply: |d| d.rules(chain_by_member),
        },
        Rewriting {
            name: "not in by not",
            why: "`x not in S` is `not (x in S)`",
            shows: SAME,
            apply: |d| d.rules(not_in),
        },
        Rewriting {
            name: "in a collection by any",
            why: "`x in S` is `any(y == x for y in S)`",
            shows: SAME,
            apply: |d| d.rules(member_by_any),
        },
    ]
}

/// Calls `change` on every comparison of two things that is no membership; it says what it becomes.
fn pairs(d: &mut Draft, change: fn(&Draft, &Expr, CompareOp, &Expr) -> Option<Expr>) {
    d.rules(|d, e, _| {
        if let ExprKind::Chain(parts, signs) = &e.kind
            && let ([a, b], [(op, _)]) = (&parts[..], &signs[..])
            && let Some(new) = change(d, a, *op, b)
            && d.take()
        {
            *e = new;
        }
    });
}

/// The sign between the two the other way round; none for membership.
fn turn(op: CompareOp) -> Option<CompareOp> {
    use CompareOp::*;
    match op {
        Equal | NotEqual => Some(op),
        Less => Some(Greater),
        LessEqual => Some(GreaterEqual),
        Greater => Some(Less),
        GreaterEqual => Some(LessEqual),
        In | NotIn => None,
    }
}

fn turned(_: &Draft, a: &Expr, op: CompareOp, b: &Expr) -> Option<Expr> {
    // A name of an enumeration means something only beside what has its type; an empty set, too.
    let plain = |e: &Expr| !matches!(&e.kind, ExprKind::Set(_) | ExprKind::List(_) | ExprKind::Tuple(_));
    (plain(a) && plain(b)).then_some(())?;
    Some(compare(b.clone(), turn(op)?, a.clone()))
}

fn by_one(d: &Draft, a: &Expr, op: CompareOp, b: &Expr) -> Option<Expr> {
    use CompareOp::*;
    let numbers = d.program.is_number(a) || d.program.is_number(b);
    let more = |e: &Expr| binary(BinaryOp::Plus, e.clone(), number(1));
    match op {
        _ if !numbers => None,
        Less => Some(compare(more(a), LessEqual, b.clone())),
        LessEqual => Some(compare(a.clone(), Less, more(b))),
        Greater => Some(compare(a.clone(), GreaterEqual, more(b))),
        GreaterEqual => Some(compare(more(a), Greater, b.clone())),
        _ => None,
    }
}

fn by_not(_: &Draft, a: &Expr, op: CompareOp, b: &Expr) -> Option<Expr> {
    use CompareOp::*;
    let other = match op {
        Less => GreaterEqual,
        LessEqual => Greater,
        Greater => LessEqual,
        GreaterEqual => Less,
        Equal => NotEqual,
        NotEqual => Equal,
        In => NotIn,
        NotIn => In,
    };
    Some(not(compare(a.clone(), other, b.clone())))
}

fn by_difference(d: &Draft, a: &Expr, op: CompareOp, b: &Expr) -> Option<Expr> {
    let numbers = d.program.is_number(a) && d.program.is_number(b);
    (numbers && turn(op).is_some())
        .then(|| compare(number(0), op, binary(BinaryOp::Minus, b.clone(), a.clone())))
}

fn equal_by_two(d: &Draft, a: &Expr, op: CompareOp, b: &Expr) -> Option<Expr> {
    let numbers = d.program.is_number(a) && d.program.is_number(b);
    let both = || {
        let below = compare(a.clone(), CompareOp::LessEqual, b.clone());
        and(Some(below), compare(b.clone(), CompareOp::LessEqual, a.clone()))
    };
    match op {
        CompareOp::Equal if numbers => Some(both()),
        CompareOp::NotEqual if numbers => Some(not(both())),
        _ => None,
    }
}

fn chain_by_and(d: &mut Draft, e: &mut Expr, _: &Bound) {
    if let ExprKind::Chain(parts, signs) = &e.kind
        && signs.len() > 1
        && d.take()
    {
        let pairs = parts.windows(2).zip(signs);
        let all = pairs.map(|(two, (op, _))| compare(two[0].clone(), *op, two[1].clone()));
        *e = all.reduce(|a, b| and(Some(a), b)).expect("a chain has a sign");
    }
}

fn member_by_chain(d: &mut Draft, e: &mut Expr, _: &Bound) {
    use CompareOp::*;
    if let ExprKind::Chain(parts, signs) = &e.kind
        && let ([x, range], [(op @ (In | NotIn), _)]) = (&parts[..], &signs[..])
        && let ExprKind::Range { lo, hi, exclusive } = &range.kind
        && d.take()
    {
        let below = compare((**lo).clone(), LessEqual, x.clone());
        let inside = match hi {
            Some(hi) => {
                let sign = if *exclusive { Less } else { LessEqual };
                and(Some(below), compare(x.clone(), sign, (**hi).clone()))
            }
            None => below,
        };
        *e = if *op == In { inside } else { not(inside) };
    }
}

fn chain_by_member(d: &mut Draft, e: &mut Expr, _: &Bound) {
    use CompareOp::*;
    if let ExprKind::Chain(parts, signs) = &e.kind
        && let ([lo, x, hi], [(LessEqual, _), (upper @ (Less | LessEqual), _)]) = (&parts[..], &signs[..])
        && d.take()
    {
        let range = ExprKind::Range {
            lo: Box::new(lo.clone()),
            hi: Some(Box::new(hi.clone())),
            exclusive: *upper == Less,
        };
        *e = compare(x.clone(), In, new(range));
    }
}

fn not_in(d: &mut Draft, e: &mut Expr, _: &Bound) {
    if let ExprKind::Chain(parts, signs) = &e.kind
        && let ([x, set], [(CompareOp::NotIn, _)]) = (&parts[..], &signs[..])
        && d.take()
    {
        *e = not(compare(x.clone(), CompareOp::In, set.clone()));
    }
}

fn member_by_any(d: &mut Draft, e: &mut Expr, _: &Bound) {
    if let ExprKind::Chain(parts, signs) = &e.kind
        && let ([x, set], [(CompareOp::In, _)]) = (&parts[..], &signs[..])
        && matches!(set.kind, ExprKind::Name(_))
        && !matches!(x.kind, ExprKind::Tuple(_))
        && d.program.ty(set).is_some()
        && d.take()
    {
        let y = d.fresh("other");
        let same = compare(name(&y), CompareOp::Equal, x.clone());
        let binder = within(&y, set.clone());
        *e = new(ExprKind::Fold(word("any"), Box::new(same), vec![binder]));
    }
}
