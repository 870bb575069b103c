//! Numbers worked out in other ways.

use super::targets::settle_guard;
use super::{Rewriting, SAME};
use crate::draft::*;
use crate::tree;
use fairgame::syntax::ast::*;

pub(super) fn all() -> Vec<Rewriting> {
    vec![
        Rewriting {
            name: "what is left by a name",
            why: "`to G(n - k)` is `rest = n - k) to G(rest)`",
            shows: SAME,
            apply: |d| d.moves(rest),
        },
        Rewriting {
            name: "what is left chosen from a range of one",
            why: "`to G(n - k)` is `rest in n-k..n-k) to G(rest)`",
            shows: super::CHOICES,
            apply: |d| d.moves(rest_from_range),
        },
        Rewriting {
            name: "min and max by if",
            why: "`min(a, b)` is `if a <= b then a else b`",
            shows: SAME,
            apply: |d| d.rules(by_if),
        },
        Rewriting {
            name: "summands and factors swapped",
            why: "`a + b` is `b + a` and `a * b` is `b * a` for numbers",
            shows: SAME,
            apply: |d| d.rules(swapped),
        },
        Rewriting {
            name: "difference by a negative number",
            why: "`a - b` is `-b + a`",
            shows: SAME,
            apply: |d| d.rules(negative),
        },
        Rewriting {
            name: "difference as itself and one more",
            why: "`a - b` is `a + 1 - (b + 1)`",
            shows: SAME,
            apply: |d| d.rules(one_more),
        },
        Rewriting {
            name: "absolute value by max",
            why: "`abs(a)` is `max(a, -a)`",
            shows: SAME,
            apply: |d| d.rules(absolute),
        },
        Rewriting {
            name: "remainder by division",
            why: "`a mod m` is `a - m * (a / m)`",
            shows: SAME,
            apply: |d| d.rules(remainder),
        },
        Rewriting {
            name: "square by a product",
            why: "`a^2` is `a * a`",
            shows: SAME,
            apply: |d| d.rules(square),
        },
    ]
}

/// A difference of two names inside a target.
fn difference(target: &Expr, program: &crate::program::Program) -> Option<Expr> {
    let mut found = None;
    let mut bound_inside = false;
    tree::inside(target, &mut |e| match &e.kind {
        ExprKind::Binary(BinaryOp::Minus, a, b)
            if program.is_number(e)
                && matches!(
                    (&a.kind, &b.kind),
                    (ExprKind::Name(_), ExprKind::Name(_) | ExprKind::Number(_))
                ) =>
        {
            found.get_or_insert(e.clone());
        }
        ExprKind::SetFor(..) | ExprKind::ListFor(..) | ExprKind::Fold(..) => bound_inside = true,
        _ => {}
    });
    found.filter(|_| !bound_inside)
}

fn replaced(m: &mut MoveDef, what: &Expr, by: &str) {
    tree::inside_mut(&mut m.target, &mut |e| {
        let same = tree::same(e, what);
        if same {
            *e = name(by);
        }
    });
}

fn bind_rest(d: &mut Draft, m: &mut MoveDef, bind: impl Fn(&str, &Expr) -> Binder) {
    let Some(what) = difference(&m.target, d.program) else { return };
    if d.take() {
        settle_guard(d, m);
        let rest = d.fresh("rest");
        m.binders.push(bind(&rest, &what));
        replaced(m, &what, &rest);
    }
}

fn rest(d: &mut Draft, m: &mut MoveDef) {
    bind_rest(d, m, |rest, what| is(rest, what.clone()));
}

fn rest_from_range(d: &mut Draft, m: &mut MoveDef) {
    bind_rest(d, m, |rest, what| {
        let (lo, hi) = (Box::new(what.clone()), Some(Box::new(what.clone())));
        within(rest, new(ExprKind::Range { lo, hi, exclusive: false }))
    });
}

fn by_if(d: &mut Draft, e: &mut Expr, bound: &Bound) {
    let number = d.program.is_number(e);
    if let ExprKind::Call(f, args) = &e.kind
        && let [a, b] = &args[..]
        && matches!(f.text.as_str(), "min" | "max")
        && !bound.has(&f.text)
        && number
        && d.take()
    {
        let below = compare(a.clone(), CompareOp::LessEqual, b.clone());
        let (then, otherwise) = if f.text == "min" { (a, b) } else { (b, a) };
        *e = choice(below, then.clone(), otherwise.clone());
    }
}

fn swapped(d: &mut Draft, e: &mut Expr, _: &Bound) {
    let number = d.program.is_number(e);
    if let ExprKind::Binary(BinaryOp::Plus | BinaryOp::Times, a, b) = &mut e.kind
        && number
        && d.take()
    {
        std::mem::swap(a, b);
    }
}

fn negative(d: &mut Draft, e: &mut Expr, _: &Bound) {
    let number = d.program.is_number(e);
    if let ExprKind::Binary(BinaryOp::Minus, a, b) = &e.kind
        && number
        && d.take()
    {
        let minus = new(ExprKind::Unary(UnaryOp::Minus, b.clone()));
        *e = binary(BinaryOp::Plus, minus, (**a).clone());
    }
}

fn one_more(d: &mut Draft, e: &mut Expr, _: &Bound) {
    let is_number = d.program.is_number(e);
    if let ExprKind::Binary(BinaryOp::Minus, a, b) = &e.kind
        && is_number
        && d.take()
    {
        let more = |e: &Expr| binary(BinaryOp::Plus, e.clone(), number(1));
        *e = binary(BinaryOp::Minus, more(a), more(b));
    }
}

fn absolute(d: &mut Draft, e: &mut Expr, bound: &Bound) {
    if let ExprKind::Call(f, args) = &e.kind
        && f.text == "abs"
        && !bound.has("abs")
        && d.take()
    {
        let minus = new(ExprKind::Unary(UnaryOp::Minus, Box::new(args[0].clone())));
        *e = call("max", vec![args[0].clone(), minus]);
    }
}

fn remainder(d: &mut Draft, e: &mut Expr, _: &Bound) {
    if let ExprKind::Binary(BinaryOp::Mod, a, m) = &e.kind
        && d.take()
    {
        let times = binary(BinaryOp::Divide, (**a).clone(), (**m).clone());
        let taken = binary(BinaryOp::Times, (**m).clone(), times);
        *e = binary(BinaryOp::Minus, (**a).clone(), taken);
    }
}

fn square(d: &mut Draft, e: &mut Expr, _: &Bound) {
    if let ExprKind::Binary(BinaryOp::Power, a, two) = &e.kind
        && matches!(&two.kind, ExprKind::Number(n) if *n == 2.into())
        && d.take()
    {
        *e = binary(BinaryOp::Times, (**a).clone(), (**a).clone());
    }
}
