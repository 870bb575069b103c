//! Comprehensions, folds and collections in other ways.

use super::{Rewriting, SAME};
use crate::draft::*;
use fairgame::check::types::Type;
use fairgame::syntax::ast::*;

pub(super) fn all() -> Vec<Rewriting> {
    vec![
        Rewriting {
            name: "any by none",
            why: "`any` is `not none`, and `none` is `not any`",
            shows: SAME,
            apply: |d| d.rules(any_by_none),
        },
        Rewriting {
            name: "all by none",
            why: "`all(c ...)` is `none(not c ...)`",
            shows: SAME,
            apply: |d| d.rules(all_by_none),
        },
        Rewriting {
            name: "any by count",
            why: "`any` holds where the count is not 0",
            shows: SAME,
            apply: |d| d.rules(any_by_count),
        },
        Rewriting {
            name: "guard of a fold in its condition",
            why: "`any(c for x in S where g)` is `any(g and c for x in S)`",
            shows: SAME,
            apply: |d| d.rules(guard_in_condition),
        },
        Rewriting {
            name: "with and without by sets",
            why: "`S without x` is `S minus {x}`, and `S with x` is `S union {x}`; the same for bags",
            shows: SAME,
            apply: |d| d.rules(by_sets),
        },
        Rewriting {
            name: "without by a filter",
            why: "`S without x` is `{y for y in S where y != x}` for sets",
            shows: SAME,
            apply: |d| d.rules(by_filter),
        },
        Rewriting {
            name: "size by count",
            why: "`size(S)` is `count(true for x in S)` for sets and lists",
            shows: SAME,
            apply: |d| d.rules(size_by_count),
        },
        Rewriting {
            name: "indices by a range",
            why: "`indices(r)` is `1..size(r)` for a list",
            shows: SAME,
            apply: |d| d.rules(indices_by_range),
        },
    ]
}

fn fold<'e>(e: &'e Expr, name: &str, bound: &Bound) -> Option<(&'e Expr, &'e Vec<Binder>)> {
    match &e.kind {
        ExprKind::Fold(f, a, binders) if f.text == name && !bound.has(name) => Some((a, binders)),
        _ => None,
    }
}

fn of(name: &str, item: Expr, binders: &[Binder]) -> Expr {
    new(ExprKind::Fold(word(name), Box::new(item), binders.to_vec()))
}

fn any_by_none(d: &mut Draft, e: &mut Expr, bound: &Bound) {
    for (this, other) in [("any", "none"), ("none", "any")] {
        if let Some((a, binders)) = fold(e, this, bound)
            && d.take()
        {
            *e = not(of(other, a.clone(), binders));
            return;
        }
    }
}

fn all_by_none(d: &mut Draft, e: &mut Expr, bound: &Bound) {
    if let Some((a, binders)) = fold(e, "all", bound)
        && d.take()
    {
        *e = of("none", not(a.clone()), binders);
    }
}

fn any_by_count(d: &mut Draft, e: &mut Expr, bound: &Bound) {
    for (this, op) in [("any", CompareOp::Greater), ("none", CompareOp::Equal)] {
        if let Some((a, binders)) = fold(e, this, bound)
            && d.take()
        {
            *e = compare(of("count", a.clone(), binders), op, number(0));
            return;
        }
    }
}

fn guard_in_condition(d: &mut Draft, e: &mut Expr, bound: &Bound) {
    for this in ["any", "none", "count", "all"] {
        let Some((a, binders)) = fold(e, this, bound) else { continue };
        let Some(guard) = binders.last().and_then(|b| b.guard.clone()) else { continue };
        if d.take() {
            let mut binders = binders.clone();
            binders.last_mut().expect("it has a guard").guard = None;
            let item = match this {
                "all" => binary(BinaryOp::Or, not(guard), a.clone()),
                _ => and(Some(guard), a.clone()),
            };
            *e = of(this, item, &binders);
            return;
        }
    }
}

fn by_sets(d: &mut Draft, e: &mut Expr, _: &Bound) {
    let ty = d.program.ty(e).cloned();
    if let ExprKind::Binary(op @ (BinaryOp::With | BinaryOp::Without), s, x) = &e.kind
        && d.program.ty(x).is_some()
        && let Some(Type::Set(_) | Type::Bag(_)) = ty
        && d.take()
    {
        let one = match ty {
            Some(Type::Set(_)) => new(ExprKind::Set(vec![(**x).clone()])),
            _ => call("bag", vec![(**x).clone()]),
        };
        let op = if *op == BinaryOp::With { BinaryOp::Union } else { BinaryOp::SetMinus };
        *e = binary(op, (**s).clone(), one);
    }
}

fn by_filter(d: &mut Draft, e: &mut Expr, _: &Bound) {
    let is_set = matches!(d.program.ty(e), Some(Type::Set(_)));
    if let ExprKind::Binary(BinaryOp::Without, s, x) = &e.kind
        && is_set
        && !matches!(x.kind, ExprKind::Tuple(_))
        && d.take()
    {
        let y = d.fresh("other");
        let differs = compare(name(&y), CompareOp::NotEqual, (**x).clone());
        let binder = Binder { guard: Some(differs), ..within(&y, (**s).clone()) };
        *e = new(ExprKind::SetFor(Box::new(name(&y)), vec![binder]));
    }
}

fn size_by_count(d: &mut Draft, e: &mut Expr, bound: &Bound) {
    if let ExprKind::Call(f, args) = &e.kind
        && f.text == "size"
        && !bound.has("size")
        && let Some(Type::Set(_) | Type::List(_) | Type::Bag(_)) = d.program.ty(&args[0])
        && d.take()
    {
        let x = d.fresh("other");
        *e = of("count", new(ExprKind::Bool(true)), &[within(&x, args[0].clone())]);
    }
}

fn indices_by_range(d: &mut Draft, e: &mut Expr, bound: &Bound) {
    if let ExprKind::Call(f, args) = &e.kind
        && f.text == "indices"
        && !bound.has("indices")
        && let Some(Type::List(_)) = d.program.ty(&args[0])
        && d.take()
    {
        let (lo, hi) = (Box::new(number(1)), Some(Box::new(call("size", args.clone()))));
        *e = new(ExprKind::Range { lo, hi, exclusive: false });
    }
}
