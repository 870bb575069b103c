//! Guards in other places and as other truth values.

use super::targets::settle_guard;
use super::{Rewriting, SAME};
use crate::draft::*;
use fairgame::check::types::Type;
use fairgame::source::Span;
use fairgame::syntax::ast::*;

pub(super) fn all() -> Vec<Rewriting> {
    vec![
        Rewriting {
            name: "guard of a move at its last binder",
            why: "nothing is bound between the two places",
            shows: SAME,
            apply: |d| {
                d.moves(|d, m| {
                    if m.guard.is_some() && d.take() {
                        settle_guard(d, m);
                    }
                });
            },
        },
        Rewriting {
            name: "guard of the last binder at the move",
            why: "nothing is bound between the two places",
            shows: SAME,
            apply: |d| d.moves(to_move),
        },
        Rewriting {
            name: "guard split",
            why: "`a and b` is asking for a, and then for b",
            shows: SAME,
            apply: |d| d.moves(split),
        },
        Rewriting {
            name: "conditions swapped",
            why: "`and` and `or` have no order where both sides have a value in any case",
            shows: SAME,
            apply: swap,
        },
        Rewriting {
            name: "and by not and or",
            why: "`a and b` is `not (not a or not b)`; the right side is looked at in the same cases",
            shows: SAME,
            apply: |d| de_morgan(d, BinaryOp::And, BinaryOp::Or),
        },
        Rewriting {
            name: "or by not and and",
            why: "`a or b` is `not (not a and not b)`; the right side is looked at in the same cases",
            shows: SAME,
            apply: |d| de_morgan(d, BinaryOp::Or, BinaryOp::And),
        },
        Rewriting {
            name: "not of and, or drawn in",
            why: "`not (a or b)` is `not a and not b`, and the other way round",
            shows: SAME,
            apply: draw_in,
        },
        Rewriting {
            name: "not not",
            why: "two make none",
            shows: SAME,
            apply: |d| {
                d.guards(|d, g| {
                    if d.take() {
                        *g = not(not(g.clone()));
                    }
                });
            },
        },
        Rewriting {
            name: "and by if",
            why: "`a and b` is `if a then b else false`",
            shows: SAME,
            apply: |d| by_if(d, BinaryOp::And),
        },
        Rewriting {
            name: "or by if",
            why: "`a or b` is `if a then true else b`",
            shows: SAME,
            apply: |d| by_if(d, BinaryOp::Or),
        },
        Rewriting {
            name: "condition by a name",
            why: "`where c` is `t = c where t`",
            shows: SAME,
            apply: |d| d.moves(by_name),
        },
        Rewriting {
            name: "guard as a choice from a range",
            why: "`where c` is choosing from 1..1 or from 1..0, and the name of the choice is not used",
            shows: super::CHOICES,
            apply: |d| d.moves(as_range),
        },
    ]
}

fn to_move(d: &mut Draft, m: &mut MoveDef) {
    let Some(last) = m.binders.last_mut() else { return };
    if last.guard.is_some() && d.take() {
        let first = last.guard.take();
        m.guard = Some(match m.guard.take() {
            Some(second) => and(first, second),
            None => first.expect("it was there"),
        });
    }
}

fn split(d: &mut Draft, m: &mut MoveDef) {
    let Some(ExprKind::Binary(BinaryOp::And, a, b)) = m.guard.as_ref().map(|g| g.kind.clone()) else {
        return;
    };
    if d.take() {
        m.guard = Some(*a);
        settle_guard(d, m);
        m.guard = Some(*b);
    }
}

fn swap(d: &mut Draft) {
    d.rules(|d, e, _| {
        if let ExprKind::Binary(BinaryOp::And | BinaryOp::Or, a, b) = &mut e.kind
            && always_defined(d, a)
            && always_defined(d, b)
            && d.take()
        {
            std::mem::swap(a, b);
        }
    });
}

/// Whether an expression has a value whatever its names stand for.
fn always_defined(d: &Draft, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Number(_) | ExprKind::Bool(_) => true,
        // Names of definitions may fail when they are worked out.
        ExprKind::Name(n) => !d.program.items.iter().any(|i| matches!(i, Item::Let(d) if d.name.text == *n)),
        ExprKind::Chain(parts, _) => {
            let endless =
                |p: &Expr| matches!(&p.kind, ExprKind::Range { lo, hi: None, .. } if always_defined(d, lo));
            parts.iter().all(|p| always_defined(d, p) || endless(p))
        }
        ExprKind::Range { lo, hi: Some(hi), .. } => always_defined(d, lo) && always_defined(d, hi),
        ExprKind::Unary(UnaryOp::Not | UnaryOp::Minus, a) => always_defined(d, a),
        ExprKind::Field(a, _) => always_defined(d, a),
        ExprKind::Tuple(parts) => parts.iter().all(|p| always_defined(d, p)),
        ExprKind::Binary(BinaryOp::Divide | BinaryOp::Mod, a, b) => {
            always_defined(d, a) && matches!(&b.kind, ExprKind::Number(n) if *n != 0.into())
        }
        ExprKind::Binary(
            BinaryOp::And | BinaryOp::Or | BinaryOp::Plus | BinaryOp::Minus | BinaryOp::Times,
            a,
            b,
        ) => always_defined(d, a) && always_defined(d, b) && d.program.ty(e) != Some(&Type::Position),
        _ => false,
    }
}

fn de_morgan(d: &mut Draft, from: BinaryOp, to: BinaryOp) {
    d.rules(|d, e, _| {
        if let ExprKind::Binary(op, a, b) = &e.kind
            && *op == from
            && d.take()
        {
            *e = not(binary(to, not((**a).clone()), not((**b).clone())));
        }
    });
}

fn draw_in(d: &mut Draft) {
    d.rules(|d, e, _| {
        let ExprKind::Unary(UnaryOp::Not, inner) = &e.kind else { return };
        let ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) = &inner.kind else { return };
        if d.take() {
            let turned = if *op == BinaryOp::And { BinaryOp::Or } else { BinaryOp::And };
            *e = binary(turned, not((**a).clone()), not((**b).clone()));
        }
    });
}

fn by_if(d: &mut Draft, from: BinaryOp) {
    d.rules(|d, e, _| {
        if let ExprKind::Binary(op, a, b) = &e.kind
            && *op == from
            && d.take()
        {
            let (a, b) = ((**a).clone(), (**b).clone());
            *e = match from {
                BinaryOp::And => choice(a, b, new(ExprKind::Bool(false))),
                _ => choice(a, new(ExprKind::Bool(true)), b),
            };
        }
    });
}

fn by_name(d: &mut Draft, m: &mut MoveDef) {
    if m.guard.is_some() && d.take() {
        let holds = d.fresh("holds");
        let guard = m.guard.replace(name(&holds)).expect("it was there");
        m.binders.push(is(&holds, guard));
    }
}

fn as_range(d: &mut Draft, m: &mut MoveDef) {
    if m.guard.is_some() && d.take() {
        let guard = m.guard.take().expect("it was there");
        let hi = Some(Box::new(choice(guard, number(1), number(0))));
        let range = ExprKind::Range { lo: Box::new(number(1)), hi, exclusive: false };
        let once = d.fresh("once");
        m.binders.push(within(&once, Expr { kind: range, span: Span::default() }));
    }
}
