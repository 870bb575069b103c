//! Where a move leads, said in other ways.

use super::{CHOICES, ORDER, PARTS, Rewriting, SAME};
use crate::draft::*;
use fairgame::syntax::ast::*;

pub(super) fn all() -> Vec<Rewriting> {
    vec![
        Rewriting {
            name: "target by a name",
            why: "`to T` is `P = T) to P`: a name stands for its value, and is no choice",
            shows: SAME,
            apply: |d| d.moves(|d, m| with_name(d, m, is)),
        },
        Rewriting {
            name: "target chosen from a set of one",
            why: "`to T` is `P in {T}) to P`: there is one choice",
            shows: CHOICES,
            apply: |d| d.moves(|d, m| with_name(d, m, |p, t| within(p, new(ExprKind::Set(vec![t]))))),
        },
        Rewriting {
            name: "target chosen from a list of one",
            why: "`to T` is `P in [T]) to P`: there is one choice",
            shows: CHOICES,
            apply: |d| d.moves(|d, m| with_name(d, m, |p, t| within(p, new(ExprKind::List(vec![t]))))),
        },
        Rewriting {
            name: "target chosen from a set of two alike",
            why: "`to T` is `P in {T, T}) to P`: what is in a set twice is there once",
            shows: CHOICES,
            apply: |d| {
                d.moves(|d, m| with_name(d, m, |p, t| within(p, new(ExprKind::Set(vec![t.clone(), t])))))
            },
        },
        Rewriting {
            name: "target and nothing",
            why: "`nothing` has no moves",
            shows: PARTS,
            apply: |d| d.moves(|d, m| add(d, m, || new(ExprKind::Nothing))),
        },
        Rewriting {
            name: "target and no heap",
            why: "`*0` is `nothing`",
            shows: PARTS,
            apply: |d| d.moves(|d, m| add(d, m, || new(ExprKind::Unary(UnaryOp::Star, Box::new(number(0)))))),
        },
        Rewriting {
            name: "target, or else the same",
            why: "both cases lead to the same place",
            shows: SAME,
            apply: |d| d.moves(either_way),
        },
        Rewriting {
            name: "two cases of a target as two moves",
            why: "`to if c then A else B` is a move to A where c and one to B where not",
            shows: ORDER,
            apply: |d| clauses(d, two_targets),
        },
        Rewriting {
            name: "a move as two cases",
            why: "every choice is odd or even, and makes one of the two moves",
            shows: ORDER,
            apply: |d| clauses(d, odd_and_even),
        },
    ]
}

/// The guard of the move among the binders: what is bound behind it is only worked out where it holds.
pub(super) fn settle_guard(d: &mut Draft, m: &mut MoveDef) {
    let Some(guard) = m.guard.take() else { return };
    if m.binders.is_empty() {
        m.binders.push(is(&d.fresh("once"), number(0)));
    }
    let last = m.binders.last_mut().expect("there is one now");
    last.guard = Some(and(last.guard.take(), guard));
}

fn with_name(d: &mut Draft, m: &mut MoveDef, bind: impl Fn(&str, Expr) -> Binder) {
    if d.take() {
        settle_guard(d, m);
        let place = d.fresh("place");
        let target = std::mem::replace(&mut m.target, name(&place));
        m.binders.push(bind(&place, target));
    }
}

fn add(d: &mut Draft, m: &mut MoveDef, part: impl Fn() -> Expr) {
    if d.take() {
        m.target = binary(BinaryOp::Plus, m.target.clone(), part());
    }
}

fn either_way(d: &mut Draft, m: &mut MoveDef) {
    let number_chosen = m.binders.iter().find_map(|b| match &b.kind {
        BinderKind::In { names, tuple: false, source } if matches!(source.kind, ExprKind::Range { .. }) => {
            Some(names[0].text.clone())
        }
        _ => None,
    });
    if let Some(k) = number_chosen
        && d.take()
    {
        m.target = choice(compare(name(&k), CompareOp::Less, number(3)), m.target.clone(), m.target.clone());
    }
}

/// Calls `change` on every move; it may give one more that comes behind.
fn clauses(d: &mut Draft, change: impl Fn(&mut Draft, &mut MoveDef) -> Option<MoveDef>) {
    let mut items = std::mem::take(&mut d.items);
    for item in &mut items {
        let Item::Game(g) = item else { continue };
        let mut all = vec![];
        for mut c in std::mem::take(&mut g.clauses) {
            let second = match &mut c {
                Clause::Move(m) => change(d, m),
                _ => None,
            };
            all.push(c);
            all.extend(second.map(Clause::Move));
        }
        g.clauses = all;
    }
    d.items = items;
}

fn two_targets(d: &mut Draft, m: &mut MoveDef) -> Option<MoveDef> {
    let ExprKind::If(c, a, b) = m.target.kind.clone() else { return None };
    if !d.take() {
        return None;
    }
    let mut second = m.clone();
    second.guard = Some(and(m.guard.clone(), not((*c).clone())));
    second.target = *b;
    m.guard = Some(and(m.guard.take(), *c));
    m.target = *a;
    Some(second)
}

fn odd_and_even(d: &mut Draft, m: &mut MoveDef) -> Option<MoveDef> {
    let k = m.binders.iter().find_map(|b| match &b.kind {
        BinderKind::In { names, tuple: false, source } if matches!(source.kind, ExprKind::Range { .. }) => {
            Some(names[0].text.clone())
        }
        _ => None,
    })?;
    if !d.take() {
        return None;
    }
    let even = compare(binary(BinaryOp::Mod, name(&k), number(2)), CompareOp::Equal, number(0));
    let mut second = m.clone();
    second.guard = Some(and(m.guard.clone(), not(even.clone())));
    m.guard = Some(and(m.guard.take(), even));
    Some(second)
}
