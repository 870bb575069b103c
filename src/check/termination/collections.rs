//! Collections over unknowns: what may be in them, what is certainly in them, and what is certainly not.

use super::Statistic;
use super::elements::LISTED;
use super::linear::Lin;
use super::membership::filter;
use super::run::{Run, coll};
use super::symbol::{Coll, Frame, Kind, Node, Path, Val, same};
use crate::check::ir::{Binder, BinderKind, Expr};
use std::rc::Rc;

/// Whether a number is a sum over the elements.
fn is_sum(g: Statistic) -> bool {
    use Statistic::*;
    matches!(g, Size | Sum | Count(_) | Binary | Squares | PowersOfThree | Rows | Cols | Sizes | Sums)
}

impl<'a> Run<'a> {
    /// Notes that a value is in a collection, and what follows from it.
    pub(super) fn met(&mut self, path: &mut Path<'a>, v: &Val<'a>, s: &Rc<Coll<'a>>) {
        if path.members.iter().any(|(x, t)| x == v && same(s, t)) {
            return;
        }
        path.members.push((v.clone(), s.clone()));
        let extremes: Vec<_> = path.extremes.iter().filter(|(_, t, _)| same(s, t)).cloned().collect();
        for (largest, _, e) in extremes {
            if let (Val::Num(v), Val::Num(e)) = (v, &e) {
                if largest { path.assert_le(v, e) } else { path.assert_le(e, v) }
            }
        }
        if let Node::Unknown { .. } = &s.node {
            // A map is weighed by its values, not by the keys that are met in it.
            let weighed = |g: Statistic| if s.kind == Kind::Map { g == Statistic::Size } else { is_sum(g) };
            let known = path.statistics.iter().filter(|(g, t, _)| weighed(*g) && same(s, t));
            let known: Vec<(Statistic, Lin)> = known.map(|(g, _, l)| (*g, l.clone())).collect();
            for (g, total) in known {
                if self.weighs(path, s, g)
                    && let Some(w) = self.weight(path, g, v)
                {
                    path.assert_le(&w, &total);
                }
            }
            self.within_bounds(path, v, s);
        }
        if let Node::For { .. } = &s.node
            && let Some((source, _)) = filter(s, self, path)
        {
            self.met(path, v, &source);
        }
        let wider: Vec<_> =
            path.subsets.iter().filter(|(t, _)| same(s, t)).map(|(_, u)| u.clone()).take(4).collect();
        for u in wider {
            self.met(path, v, &u);
        }
    }

    /// A cell of a rule lies between the least and the largest row and column of it.
    fn within_bounds(&mut self, path: &mut Path<'a>, v: &Val<'a>, s: &Rc<Coll<'a>>) {
        let Val::Tuple(at) = v else { return };
        let [Val::Num(row), Val::Num(col)] = &**at else { return };
        if !self.rules.iter().any(|r| same(r, s)) {
            return;
        }
        for (g, x, least) in [
            (Statistic::LeastRow, row, true),
            (Statistic::LeastCol, col, true),
            (Statistic::LargestRow, row, false),
            (Statistic::LargestCol, col, false),
        ] {
            let bound = self.statistic(path, g, s);
            if least { path.assert_le(&bound, x) } else { path.assert_le(x, &bound) }
        }
    }

    /// Values that are certainly in a collection, if its elements can be listed.
    pub(super) fn listed(&mut self, path: &Path<'a>, s: &Rc<Coll<'a>>, most: usize) -> Option<Vec<Val<'a>>> {
        let all = match &s.node {
            Node::Literal(items) => items.clone(),
            Node::With(t, x) => {
                let mut all = self.listed(path, t, most).unwrap_or_default();
                all.push(x.clone());
                all
            }
            Node::Union(t, u) => {
                let mut all = self.listed(path, t, most).unwrap_or_default();
                all.extend(self.listed(path, u, most).unwrap_or_default());
                all
            }
            Node::For { item: Some(item), only: None, binders, frame } => {
                let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
                    return None;
                };
                let source = self.only_collection(path, frame, source)?;
                let mut all = vec![];
                for x in self.listed(path, &source, most)? {
                    let mut f = (**frame).clone();
                    self.bind_slots(&mut f, slots, &x);
                    let mut values = self.eval(path.clone(), &f, item);
                    if values.len() == 1 {
                        all.extend(values.pop().map(|(_, v)| v));
                    }
                }
                all
            }
            _ => return None,
        };
        (all.len() <= most).then_some(all)
    }

    /// The collection that an expression gives, if it is the same in every case.
    pub(super) fn only_collection(
        &mut self,
        path: &Path<'a>,
        frame: &Frame<'a>,
        e: &'a Expr,
    ) -> Option<Rc<Coll<'a>>> {
        let mut ways = self.eval(path.clone(), frame, e);
        match (ways.pop(), ways.is_empty()) {
            (Some((_, Val::Coll(s))), true) => Some(s),
            _ => None,
        }
    }

    pub(super) fn union(&mut self, kind: Kind, s: Rc<Coll<'a>>, t: Rc<Coll<'a>>) -> Val<'a> {
        match (&s.node, &t.node) {
            (_, Node::Literal(items)) if items.len() <= LISTED => {
                let add = |s, x: &Val<'a>| Rc::new(Coll { kind, node: Node::With(s, x.clone()) });
                Val::Coll(items.iter().fold(s, add))
            }
            (Node::Literal(items), _) if items.len() <= LISTED => self.union(kind, t, s.clone()),
            _ => coll(kind, Node::Union(s, t)),
        }
    }

    pub(super) fn minus(&mut self, kind: Kind, s: Rc<Coll<'a>>, t: Rc<Coll<'a>>) -> Val<'a> {
        match &t.node {
            Node::Literal(items) if items.len() <= LISTED => {
                let take = |s, x: &Val<'a>| Rc::new(Coll { kind, node: Node::Without(s, x.clone()) });
                Val::Coll(items.iter().fold(s, take))
            }
            _ => coll(kind, Node::Minus(s, t)),
        }
    }

    pub(super) fn flip(&mut self, path: &Path<'a>, s: Rc<Coll<'a>>, t: Rc<Coll<'a>>) -> Val<'a> {
        if let Node::Literal(items) = &t.node
            && let [x] = items.as_slice()
        {
            match self.contains(path, x, &s) {
                Some(true) => return coll(Kind::Set, Node::Without(s, x.clone())),
                Some(false) => return coll(Kind::Set, Node::With(s, x.clone())),
                None => {}
            }
        }
        coll(Kind::Set, Node::Flip(s, t))
    }
}
