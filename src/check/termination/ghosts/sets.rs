//! Numbers of sets and bags that are written out, or made of others by adding, taking away and joining.

use super::super::Ghost;
use super::super::linear::Lin;
use super::super::run::Run;
use super::super::symbol::{Coll, Kind, Node, Path, Val, same};
use std::rc::Rc;

impl<'a> Run<'a> {
    pub(super) fn literal_ghost(
        &mut self,
        path: &mut Path<'a>,
        g: Ghost,
        s: &Rc<Coll<'a>>,
        items: &[Val<'a>],
    ) -> Lin {
        let mut total = Some(Lin::default());
        for x in items {
            let w = self.weight(path, g, x);
            total = total.zip(w).and_then(|(t, w)| t.plus(1, &w));
        }
        match total {
            // Equal elements of a set count once.
            Some(total) if s.kind == Kind::Set && items.len() > 1 => {
                let r = self.bounded(path, g, s);
                if self.weighs(path, s, g) {
                    path.assert_le(&r, &total);
                }
                r
            }
            Some(total) => total,
            None => self.bounded(path, g, s),
        }
    }

    pub(super) fn with_ghost(
        &mut self,
        path: &mut Path<'a>,
        g: Ghost,
        s: &Rc<Coll<'a>>,
        t: &Rc<Coll<'a>>,
        x: &Val<'a>,
    ) -> Lin {
        let (before, w) = (self.ghost(path, g, t), self.weight(path, g, x));
        let Some(more) = w.and_then(|w| before.plus(1, &w)) else { return self.bounded(path, g, s) };
        match if s.kind == Kind::Set { self.contains(path, x, t) } else { Some(false) } {
            Some(true) => before,
            Some(false) => more,
            None => {
                let r = self.bounded(path, g, s);
                if self.weighs(path, s, g) {
                    path.assert_le(&r, &more);
                    path.assert_le(&before, &r);
                }
                r
            }
        }
    }

    pub(super) fn without_ghost(
        &mut self,
        path: &mut Path<'a>,
        g: Ghost,
        s: &Rc<Coll<'a>>,
        t: &Rc<Coll<'a>>,
        x: &Val<'a>,
    ) -> Lin {
        let (before, w) = (self.ghost(path, g, t), self.weight(path, g, x));
        let Some((less, w)) = w.and_then(|w| Some((before.plus(-1, &w)?, w))) else {
            return self.bounded(path, g, s);
        };
        match self.contains(path, x, t) {
            Some(true) => less,
            Some(false) => before,
            None => {
                let r = self.bounded(path, g, s);
                if self.weighs(path, t, g) && path.entails(Some(w)) {
                    path.assert_le(&less, &r);
                }
                r
            }
        }
    }

    /// Two collections made one: what both have counts once in a set, not at all where it is flipped.
    pub(super) fn joined_ghost(
        &mut self,
        path: &mut Path<'a>,
        g: Ghost,
        s: &Rc<Coll<'a>>,
        t: &Rc<Coll<'a>>,
        u: &Rc<Coll<'a>>,
    ) -> Lin {
        let (a, b) = (self.ghost(path, g, t), self.ghost(path, g, u));
        let both = a.plus(1, &b);
        if matches!(s.node, Node::Concat(..)) {
            let total = self.linear(path, both);
            self.compare_pieces(path, g, s, &total);
            return total;
        }
        if s.kind != Kind::Set {
            return self.linear(path, both);
        }
        let r = self.bounded(path, g, s);
        if self.weighs(path, t, g) && self.weighs(path, u, g) {
            path.assert(both.and_then(|l| l.plus(-1, &r)));
            if matches!(s.node, Node::Union(..)) {
                path.assert_le(&a, &r);
                path.assert_le(&b, &r);
            }
        }
        if let (Node::Flip(..), Ghost::Binary) = (&s.node, g) {
            self.flip_the_top(path, t, u, &a, &r);
        }
        r
    }

    pub(super) fn minus_ghost(
        &mut self,
        path: &mut Path<'a>,
        g: Ghost,
        s: &Rc<Coll<'a>>,
        t: &Rc<Coll<'a>>,
        u: &Rc<Coll<'a>>,
    ) -> Lin {
        let (a, b) = (self.ghost(path, g, t), self.ghost(path, g, u));
        if s.kind == Kind::Set && self.is_part(path, u, t) {
            let less = a.plus(-1, &b);
            let less = self.linear(path, less);
            self.take_away(path, g, t, u, &a, &less);
            return less;
        }
        let r = self.bounded(path, g, s);
        if self.weighs(path, t, g) && self.weighs(path, u, g) {
            path.assert(r.plus(1, &b).and_then(|l| l.plus(-1, &a)));
        }
        self.take_away(path, g, t, u, &a, &r);
        r
    }

    /// What is not in a set that grows: one less with every element added.
    pub(super) fn minus_growing(
        &mut self,
        path: &mut Path<'a>,
        g: Ghost,
        s: &Rc<Coll<'a>>,
        t: &Rc<Coll<'a>>,
        u: &Rc<Coll<'a>>,
    ) -> Lin {
        let node = match &u.node {
            Node::With(u, x) => Node::Without(minus(t, u), x.clone()),
            Node::Union(u, v) => Node::Minus(minus(t, u), v.clone()),
            Node::Without(u, x) => Node::With(minus(t, u), x.clone()),
            _ => return self.bounded(path, g, s),
        };
        let rest = Rc::new(Coll { kind: Kind::Set, node });
        let most = self.ghost(path, g, &rest);
        if !matches!(u.node, Node::Without(..)) {
            return most;
        }
        let r = self.bounded(path, g, s);
        path.assert_le(&r, &most);
        r
    }

    /// Taking `u` out of `t`, where an element of both is known.
    fn take_away(
        &mut self,
        path: &mut Path<'a>,
        g: Ghost,
        t: &Rc<Coll<'a>>,
        u: &Rc<Coll<'a>>,
        a: &Lin,
        r: &Lin,
    ) {
        if !self.weighs(path, t, g) {
            return;
        }
        path.assert_le(r, a);
        let mut known: Vec<Val<'a>> = path
            .members
            .iter()
            .filter(|(_, v)| same(t, v) || same(u, v))
            .map(|(x, _)| x.clone())
            .take(6)
            .collect();
        known.extend(self.listed(path, u, 6).unwrap_or_default());
        if let Node::Range(lo, hi) = &u.node {
            known.extend([Val::Num(lo.clone()), Val::Num(hi.clone())]);
        }
        for x in known {
            if self.contains(path, &x, t) == Some(true)
                && self.contains(path, &x, u) == Some(true)
                && let Some(w) = self.weight(path, g, &x)
            {
                path.assert(a.plus(-1, &w).and_then(|l| l.plus(-1, r)));
            }
        }
    }

    /// Flipping a set whose largest element goes: the binary number gets smaller.
    fn flip_the_top(&mut self, path: &mut Path<'a>, t: &Rc<Coll<'a>>, u: &Rc<Coll<'a>>, a: &Lin, r: &Lin) {
        let members: Vec<Val<'a>> = path
            .members
            .iter()
            .filter(|(_, v)| same(t, v) || same(u, v))
            .map(|(x, _)| x.clone())
            .take(6)
            .collect();
        for x in members {
            let Val::Num(top) = &x else { continue };
            if self.contains(path, &x, t) == Some(true)
                && self.contains(path, &x, u) == Some(true)
                && self.all_below(path, u, top, false)
            {
                path.assert_lt(r, a);
                return;
            }
        }
    }

    /// Whether all elements of a set are below a number, or at most it (not `strictly`), and natural.
    fn all_below(&mut self, path: &Path<'a>, s: &Rc<Coll<'a>>, top: &Lin, strictly: bool) -> bool {
        let all = self.elements(path.clone(), s);
        all.iter().all(|(p, v)| match v {
            Val::Num(n) => {
                let below = if strictly { p.entails_lt(n, top) } else { p.entails_le(n, top) };
                below && p.entails(Some(n.clone()))
            }
            _ => false,
        })
    }

    /// A set of natural numbers below n has a binary number below 2^n.
    pub(in crate::check::termination) fn compare_binaries(&mut self, path: &mut Path<'a>) {
        let sets: Vec<_> = path
            .ghosts
            .iter()
            .filter(|(g, s, _)| *g == Ghost::Binary && s.kind == Kind::Set)
            .cloned()
            .collect();
        for (_, s, binary) in sets {
            for (base, n, p) in path.powers.clone() {
                if base == 2
                    && !matches!(s.node, Node::Unknown { .. } | Node::Flip(..))
                    && self.all_below(path, &s, &n, true)
                    || base == 2 && is_bound_set(path, &s) && self.all_below(path, &s, &n, true)
                {
                    path.assert_lt(&binary, &p);
                }
            }
        }
    }
}

fn minus<'a>(t: &Rc<Coll<'a>>, u: &Rc<Coll<'a>>) -> Rc<Coll<'a>> {
    Rc::new(Coll { kind: Kind::Set, node: Node::Minus(t.clone(), u.clone()) })
}

fn is_bound_set<'a>(path: &Path<'a>, s: &Rc<Coll<'a>>) -> bool {
    path.members.iter().any(|(x, _)| matches!(x, Val::Coll(t) if same(s, t)))
        || path.subsets.iter().any(|(t, _)| same(s, t))
        || path.extremes.iter().any(|(_, t, _)| same(s, t))
}
