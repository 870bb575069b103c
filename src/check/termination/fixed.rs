//! What is the same all through a play.

use super::linear::{Lin, Var};
use super::symbol::{Coll, Node, Val, same};
use crate::check::ir::{Expr, each_in_binders};
use std::rc::Rc;

/// Whether a collection is the same all through a play: made of rules and numbers alone, or `known` to be.
pub(super) fn is_fixed<'a>(s: &Rc<Coll<'a>>, known: &[Rc<Coll<'a>>], rules: &[Val<'a>]) -> bool {
    let coll = |t: &Rc<Coll<'a>>| is_fixed(t, known, rules);
    let value = |v: &Val<'a>| is_fixed_value(v, known, rules);
    let number = |l: &Lin| is_fixed_value(&Val::Num(l.clone()), known, rules);
    match &s.node {
        Node::Unknown { .. } => known.iter().any(|r| same(r, s)),
        Node::Literal(items) => items.iter().all(value),
        Node::Range(lo, hi) => number(lo) && number(hi),
        Node::Product(sides) => sides.iter().all(coll),
        Node::For { item, only, binders, frame } => {
            let mut fixed = true;
            let mut look = |e: &Expr| {
                e.each_slot(&mut |slot| {
                    fixed &= frame.get(slot as usize).and_then(Option::as_ref).is_none_or(value);
                });
            };
            item.iter().chain(only).for_each(|e| look(e));
            each_in_binders(binders, &mut look);
            fixed
        }
        Node::With(t, x) | Node::Without(t, x) => coll(t) && value(x),
        Node::Put(t, i, x) => coll(t) && value(i) && value(x),
        Node::Union(t, u)
        | Node::Minus(t, u)
        | Node::Common(t, u)
        | Node::Flip(t, u)
        | Node::Concat(t, u) => coll(t) && coll(u),
        Node::Rearranged(t, _) | Node::Moved(t, _) | Node::Indices(t) => coll(t),
        Node::Islands(t) | Node::Subsets(t) => coll(t),
        Node::Ray(p, a, b, t) => value(p) && number(a) && number(b) && coll(t),
        Node::Touching(p) | Node::Lands(p) => value(p),
        Node::Curves(p, l) => value(p) && value(l),
    }
}

/// The same for a value.
pub(super) fn is_fixed_value<'a>(v: &Val<'a>, known: &[Rc<Coll<'a>>], rules: &[Val<'a>]) -> bool {
    let number = |l: &Lin| l.terms.iter().all(|(x, _)| rules.iter().any(|r| mentions(r, *x)));
    match v {
        Val::Num(l) | Val::Bool(l) => number(l),
        Val::Case(cases) => cases.iter().all(number),
        Val::Tuple(entries) => entries.iter().all(|v| is_fixed_value(v, known, rules)),
        Val::Coll(s) => is_fixed(s, known, rules),
        Val::Function(_) => true,
        Val::Opaque(_) => rules.contains(v),
        Val::Parts(_) => false,
    }
}

/// Whether an unknown is a number of a value.
fn mentions(v: &Val<'_>, x: Var) -> bool {
    let number = |l: &Lin| l.as_var() == Some(x);
    match v {
        Val::Num(l) | Val::Bool(l) => number(l),
        Val::Case(cases) => cases.iter().any(number),
        Val::Tuple(entries) => entries.iter().any(|v| mentions(v, x)),
        _ => false,
    }
}
