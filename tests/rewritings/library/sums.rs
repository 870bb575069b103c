//! Sums of positions in other ways.

use super::{PARTS, Rewriting, SAME};
use crate::draft::*;
use crate::tree;
use fairgame::syntax::ast::*;

pub(super) fn all() -> Vec<Rewriting> {
    vec![
        Rewriting {
            name: "parts swapped",
            why: "what lies side by side has no order",
            shows: PARTS,
            apply: |d| d.in_games(swapped),
        },
        Rewriting {
            name: "parts by a sum over what differs",
            why: "`G(a) + G(b)` is `sum(G(x) for x in [a, b])`",
            shows: SAME,
            apply: |d| d.in_games(over_arguments),
        },
        Rewriting {
            name: "parts by a sum over positions",
            why: "`A + B` is `sum(P for P in [A, B])`",
            shows: SAME,
            apply: |d| d.in_games(over_positions),
        },
        Rewriting {
            name: "parts bound one by one",
            why: "`to A + B` is `P = A, Q = B) to P + Q`",
            shows: SAME,
            apply: |d| d.moves(bound_parts),
        },
        Rewriting {
            name: "a heap by a name",
            why: "`*e` is `*h` where h is e",
            shows: SAME,
            apply: |d| d.moves(heap_by_name),
        },
    ]
}

fn two_parts<'e>(d: &Draft, e: &'e Expr) -> Option<(&'e Expr, &'e Expr)> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Plus, a, b) if d.program.is_position(e) => Some((a, b)),
        _ => None,
    }
}

fn swapped(d: &mut Draft, e: &mut Expr, _: &Bound) {
    if let Some((a, b)) = two_parts(d, e)
        && d.take()
    {
        *e = binary(BinaryOp::Plus, b.clone(), a.clone());
    }
}

fn over_arguments(d: &mut Draft, e: &mut Expr, bound: &Bound) {
    let Some((a, b)) = two_parts(d, e) else { return };
    let (ExprKind::Call(f, xs), ExprKind::Call(g, ys)) = (&a.kind, &b.kind) else { return };
    if f.text != g.text || bound.has(&f.text) || !d.program.has_game(&f.text) || xs.len() != ys.len() {
        return;
    }
    let differ: Vec<usize> = (0..xs.len()).filter(|i| !tree::same(&xs[*i], &ys[*i])).collect();
    let [i] = differ[..] else { return };
    // What has no type of its own, such as a pair that is to be a cell, keeps its place.
    if !d.program.is_number(&xs[i]) || !d.program.is_number(&ys[i]) || !d.take() {
        return;
    }
    let x = d.fresh("part");
    let mut args = xs.clone();
    args[i] = name(&x);
    let list = new(ExprKind::List(vec![xs[i].clone(), ys[i].clone()]));
    *e = new(ExprKind::Fold(word("sum"), Box::new(call(&f.text, args)), vec![within(&x, list)]));
}

fn over_positions(d: &mut Draft, e: &mut Expr, _: &Bound) {
    let Some((a, b)) = two_parts(d, e) else { return };
    let (a, b) = (a.clone(), b.clone());
    if d.take() {
        let part = d.fresh("part");
        let list = new(ExprKind::List(vec![a, b]));
        *e = new(ExprKind::Fold(word("sum"), Box::new(name(&part)), vec![within(&part, list)]));
    }
}

fn bound_parts(d: &mut Draft, m: &mut MoveDef) {
    let Some((a, b)) = two_parts(d, &m.target) else { return };
    let (a, b) = (a.clone(), b.clone());
    if d.take() {
        super::targets::settle_guard(d, m);
        let (p, q) = (d.fresh("part"), d.fresh("part"));
        m.binders.extend([is(&p, a), is(&q, b)]);
        m.target = binary(BinaryOp::Plus, name(&p), name(&q));
    }
}

fn heap_by_name(d: &mut Draft, m: &mut MoveDef) {
    let mut heap = None;
    let mut folded = false;
    tree::inside(&m.target, &mut |e| match &e.kind {
        ExprKind::Unary(UnaryOp::Star, k) => heap = Some((**k).clone()),
        ExprKind::Fold(..) => folded = true,
        // In one case of two it may have no value.
        ExprKind::If(..) => folded = true,
        _ => {}
    });
    let Some(heap) = heap.filter(|_| !folded) else { return };
    if d.take() {
        super::targets::settle_guard(d, m);
        let h = d.fresh("heap");
        tree::inside_mut(&mut m.target, &mut |e| {
            if let ExprKind::Unary(UnaryOp::Star, k) = &mut e.kind
                && tree::same(k, &heap)
            {
                **k = name(&h);
            }
        });
        m.binders.push(is(&h, heap));
    }
}
