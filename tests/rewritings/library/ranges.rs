//! What is run through, in other ways.

use super::{Rewriting, SAME};
use crate::draft::*;
use crate::tree;
use fairgame::syntax::ast::*;

pub(super) fn all() -> Vec<Rewriting> {
    vec![
        Rewriting {
            name: "a larger range, filtered",
            why: "`k in a..b` is `k in a-1..b+3 where a <= k <= b`",
            shows: SAME,
            apply: |d| binders(d, larger),
        },
        Rewriting {
            name: "a range without its end",
            why: "`a..<b` is `a..b-1`, and `a..b` is `a..<b+1`",
            shows: SAME,
            apply: |d| d.rules(other_end),
        },
        Rewriting {
            name: "chosen under another name",
            why: "`k in S` is `w in S, k = w`: what is shown of a choice is its value",
            shows: SAME,
            apply: |d| binders(d, second_name),
        },
        Rewriting {
            name: "elements by a comprehension",
            why: "`k in S` is `k in {w for w in S}` for sets and ranges",
            shows: SAME,
            apply: |d| binders(d, by_comprehension),
        },
        Rewriting {
            name: "a filtered set",
            why: "`k in S where c` is `k in {w for w in S where c}`",
            shows: SAME,
            apply: |d| binders(d, filtered),
        },
        Rewriting {
            name: "bound names written out",
            why: "`x = e` stands for e, where no later binder takes the names in it",
            shows: SAME,
            apply: |d| d.moves(written_out),
        },
        Rewriting {
            name: "a value chosen from a set of one",
            why: "`x = e` is `x in {e}`, a choice without a choice",
            shows: super::CHOICES,
            apply: |d| d.moves(chosen),
        },
    ]
}

/// Calls `change` on the binders of moves and comprehensions in rules, one by one: it says what stands in their place.
fn binders(d: &mut Draft, change: fn(&mut Draft, &Binder) -> Option<Vec<Binder>>) {
    let mut items = std::mem::take(&mut d.items);
    for item in items.iter_mut().filter(|i| !matches!(i, Item::Statement(_))) {
        tree::all_binders_mut(item, &mut |all| {
            *all = all.drain(..).flat_map(|b| change(d, &b).unwrap_or_else(|| vec![b])).collect();
        });
    }
    d.items = items;
}

fn one_name(b: &Binder) -> Option<(&str, &Expr)> {
    match &b.kind {
        BinderKind::In { names, tuple: false, source } => Some((&names[0].text, source)),
        _ => None,
    }
}

fn larger(d: &mut Draft, b: &Binder) -> Option<Vec<Binder>> {
    let (k, source) = one_name(b)?;
    let ExprKind::Range { lo, hi: Some(hi), exclusive } = &source.kind else { return None };
    // A bound that has the name of what is bound means another one.
    let mentions = free_names(lo).contains(k) || free_names(hi).contains(k);
    if mentions || !d.take() {
        return None;
    }
    let upper = if *exclusive { CompareOp::Less } else { CompareOp::LessEqual };
    let inside = new(ExprKind::Chain(
        vec![(**lo).clone(), name(k), (**hi).clone()],
        vec![(CompareOp::LessEqual, Default::default()), (upper, Default::default())],
    ));
    let wide = ExprKind::Range {
        lo: Box::new(binary(BinaryOp::Minus, (**lo).clone(), number(1))),
        hi: Some(Box::new(binary(BinaryOp::Plus, (**hi).clone(), number(3)))),
        exclusive: false,
    };
    let guard = match &b.guard {
        Some(g) => and(Some(inside), g.clone()),
        None => inside,
    };
    Some(vec![Binder { guard: Some(guard), ..within(k, new(wide)) }])
}

fn other_end(d: &mut Draft, e: &mut Expr, _: &Bound) {
    if let ExprKind::Range { hi: Some(hi), exclusive, .. } = &mut e.kind
        && d.take()
    {
        let op = if *exclusive { BinaryOp::Minus } else { BinaryOp::Plus };
        **hi = binary(op, (**hi).clone(), number(1));
        *exclusive = !*exclusive;
    }
}

fn second_name(d: &mut Draft, b: &Binder) -> Option<Vec<Binder>> {
    let (k, source) = one_name(b)?;
    if !d.take() {
        return None;
    }
    let first = d.fresh("one");
    Some(vec![within(&first, source.clone()), Binder { guard: b.guard.clone(), ..is(k, name(&first)) }])
}

fn is_set(d: &Draft, source: &Expr) -> bool {
    use fairgame::check::types::Type;
    matches!(d.program.ty(source), Some(Type::Set(_)))
}

fn by_comprehension(d: &mut Draft, b: &Binder) -> Option<Vec<Binder>> {
    let (k, source) = one_name(b)?;
    if !is_set(d, source) || !d.take() {
        return None;
    }
    let w = d.fresh("each");
    let set = ExprKind::SetFor(Box::new(name(&w)), vec![within(&w, source.clone())]);
    Some(vec![Binder { guard: b.guard.clone(), ..within(k, new(set)) }])
}

fn filtered(d: &mut Draft, b: &Binder) -> Option<Vec<Binder>> {
    let (k, source) = one_name(b)?;
    if !is_set(d, source) || b.guard.is_none() || !d.take() {
        return None;
    }
    let inner = Binder { guard: b.guard.clone(), ..within(k, source.clone()) };
    Some(vec![within(k, new(ExprKind::SetFor(Box::new(name(k)), vec![inner])))])
}

fn written_out(d: &mut Draft, m: &mut MoveDef) {
    let mut at = 0;
    while at < m.binders.len() {
        let BinderKind::Is { name: x, value } = &m.binders[at].kind else {
            at += 1;
            continue;
        };
        let (x, value) = (x.text.clone(), value.clone());
        let taken = free_names(&value);
        let later = &mut m.binders[at + 1..];
        let hides = tree::bound_mut(later).any(|n| taken.contains(&n.text) || n.text == x);
        // A pair is a cell in some places, and an empty set has no type of its own.
        let plain = !matches!(value.kind, ExprKind::Tuple(_) | ExprKind::Set(_) | ExprKind::List(_));
        let guarded = m.binders[at].guard.is_some() && at == 0;
        if hides || guarded || !plain || !d.take() {
            at += 1;
            continue;
        }
        let gone = m.binders.remove(at);
        let env = [(x, value)].into();
        if let Some(guard) = gone.guard {
            let guard = substituted(&guard, &env, d);
            let before = &mut m.binders[at - 1];
            before.guard = Some(and(before.guard.take(), guard));
        }
        tree::in_binders_mut(&mut m.binders[at..], &mut |e| *e = substituted(e, &env, d));
        if let Some(g) = &mut m.guard {
            *g = substituted(g, &env, d);
        }
        m.target = substituted(&m.target, &env, d);
    }
}

fn chosen(d: &mut Draft, m: &mut MoveDef) {
    for b in &mut m.binders {
        if let BinderKind::Is { name, value } = &b.kind
            && !matches!(value.kind, ExprKind::Tuple(_) | ExprKind::Set(_))
            && d.take()
        {
            let set = new(ExprKind::Set(vec![value.clone()]));
            b.kind = within(&name.text, set).kind;
        }
    }
}
