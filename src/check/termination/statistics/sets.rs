//! Numbers of sets and bags that are written out, or made of others by adding, taking away and joining.

use super::super::Statistic;
use super::super::linear::Lin;
use super::super::run::Run;
use super::super::symbol::{Coll, Kind, Node, Path, Val, same};
use std::rc::Rc;

/// A collection built of others, and the number of it that is asked for.
pub(super) struct Built<'r, 'a> {
    pub(super) run: &'r mut Run<'a>,
    pub(super) path: &'r mut Path<'a>,
    pub(super) g: Statistic,
    pub(super) s: &'r Rc<Coll<'a>>,
}

impl<'a> Built<'_, 'a> {
    pub(super) fn statistic(mut self) -> Lin {
        match &self.s.node {
            Node::Minus(t, u) if self.s.kind == Kind::Set && grows(u) => self.minus_growing(t, u),
            Node::Literal(items) => self.literal(items),
            Node::With(t, x) => self.with(t, x),
            Node::Without(t, x) => self.without(t, x),
            Node::Union(t, u) | Node::Flip(t, u) | Node::Concat(t, u) => self.joined(t, u),
            Node::Minus(t, u) => self.minus(t, u),
            Node::Common(t, u) if self.g == Statistic::Size && [t, u].into_iter().all(is_given) => {
                self.common(t, u)
            }
            Node::Rearranged(t, _) => self.number(t),
            _ => self.bounded(),
        }
    }

    fn bounded(&mut self) -> Lin {
        self.run.bounded(self.path, self.g, self.s)
    }

    fn number(&mut self, t: &Rc<Coll<'a>>) -> Lin {
        self.run.statistic(self.path, self.g, t)
    }

    fn weight(&mut self, x: &Val<'a>) -> Option<Lin> {
        self.run.weight(self.path, self.g, x)
    }

    fn weighs(&mut self, t: &Rc<Coll<'a>>) -> bool {
        self.run.weighs(self.path, t, self.g)
    }

    /// A few elements known to be in one of two collections.
    fn in_either(&self, t: &Rc<Coll<'a>>, u: &Rc<Coll<'a>>) -> Vec<Val<'a>> {
        let there = self.path.members.iter().filter(|(_, v)| same(t, v) || same(u, v));
        there.map(|(x, _)| x.clone()).take(6).collect()
    }

    fn is_in_both(&mut self, x: &Val<'a>, t: &Rc<Coll<'a>>, u: &Rc<Coll<'a>>) -> bool {
        [t, u].into_iter().all(|s| self.run.contains(self.path, x, s) == Some(true))
    }

    fn literal(&mut self, items: &[Val<'a>]) -> Lin {
        let mut total = Some(Lin::default());
        for x in items {
            let w = self.weight(x);
            total = total.zip(w).and_then(|(t, w)| t.plus(1, &w));
        }
        match total {
            // Equal elements of a set count once.
            Some(total) if self.s.kind == Kind::Set && items.len() > 1 => {
                let r = self.bounded();
                if self.weighs(self.s) {
                    self.path.assert_le(&r, &total);
                }
                r
            }
            Some(total) => total,
            None => self.bounded(),
        }
    }

    fn with(&mut self, t: &Rc<Coll<'a>>, x: &Val<'a>) -> Lin {
        let (before, w) = (self.number(t), self.weight(x));
        let Some(more) = w.and_then(|w| before.plus(1, &w)) else { return self.bounded() };
        match if self.s.kind == Kind::Set { self.run.contains(self.path, x, t) } else { Some(false) } {
            Some(true) => before,
            Some(false) => more,
            None => {
                let r = self.bounded();
                if self.weighs(self.s) {
                    self.path.assert_le(&r, &more);
                    self.path.assert_le(&before, &r);
                }
                r
            }
        }
    }

    fn without(&mut self, t: &Rc<Coll<'a>>, x: &Val<'a>) -> Lin {
        let (before, w) = (self.number(t), self.weight(x));
        let Some((less, w)) = w.and_then(|w| Some((before.plus(-1, &w)?, w))) else {
            return self.bounded();
        };
        match self.run.contains(self.path, x, t) {
            Some(true) => less,
            Some(false) => before,
            None => {
                self.path.open.push((x.clone(), t.clone()));
                let r = self.bounded();
                if self.weighs(t) && self.path.entails(Some(w)) {
                    self.path.assert_le(&less, &r);
                }
                r
            }
        }
    }

    /// Two collections made one: what both have counts once in a set, not at all where it is flipped.
    fn joined(&mut self, t: &Rc<Coll<'a>>, u: &Rc<Coll<'a>>) -> Lin {
        let (a, b) = (self.number(t), self.number(u));
        let both = a.plus(1, &b);
        if matches!(self.s.node, Node::Concat(..)) {
            let total = self.run.linear(self.path, both);
            self.run.compare_pieces(self.path, self.g, self.s, &total);
            return total;
        }
        if self.s.kind != Kind::Set {
            return self.run.linear(self.path, both);
        }
        let r = self.bounded();
        if self.weighs(t) && self.weighs(u) {
            self.path.assert(both.and_then(|l| l.plus(-1, &r)));
            if matches!(self.s.node, Node::Union(..)) {
                self.path.assert_le(&a, &r);
                self.path.assert_le(&b, &r);
            }
        }
        if let (Node::Flip(..), Statistic::Binary) = (&self.s.node, self.g) {
            self.flip_the_top(t, u, &a, &r);
        }
        r
    }

    fn minus(&mut self, t: &Rc<Coll<'a>>, u: &Rc<Coll<'a>>) -> Lin {
        let (a, b) = (self.number(t), self.number(u));
        // What is in a list several times is taken out once.
        if self.s.kind == Kind::Set && u.kind == Kind::Set && self.run.is_part(self.path, u, t) {
            let less = a.plus(-1, &b);
            let less = self.run.linear(self.path, less);
            self.take_away(t, u, &a, &less);
            return less;
        }
        let r = self.bounded();
        if self.weighs(t) && self.weighs(u) {
            self.path.assert(r.plus(1, &b).and_then(|l| l.plus(-1, &a)));
        }
        self.take_away(t, u, &a, &r);
        r
    }

    /// What two sets have in common is what is left of each without what the other does not have.
    fn common(&mut self, t: &Rc<Coll<'a>>, u: &Rc<Coll<'a>>) -> Lin {
        let r = self.bounded();
        for (whole, other) in [(t, u), (u, t)] {
            let (all, less) = (self.number(whole), self.number(&minus(whole, other)));
            if let Some(left) = all.plus(-1, &less) {
                self.path.assert_eq(&r, &left);
            }
        }
        r
    }

    /// What is not in a set that grows: one less with every element added.
    fn minus_growing(&mut self, t: &Rc<Coll<'a>>, u: &Rc<Coll<'a>>) -> Lin {
        let node = match &u.node {
            Node::With(u, x) => Node::Without(minus(t, u), x.clone()),
            Node::Union(u, v) => Node::Minus(minus(t, u), v.clone()),
            Node::Without(u, x) => Node::With(minus(t, u), x.clone()),
            _ => return self.bounded(),
        };
        let rest = Rc::new(Coll { kind: Kind::Set, node });
        let most = self.number(&rest);
        if !matches!(u.node, Node::Without(..)) {
            return most;
        }
        let r = self.bounded();
        if self.weighs(&rest) {
            self.path.assert_le(&r, &most);
        }
        r
    }

    /// Taking `u` out of `t`, where an element of both is known.
    fn take_away(&mut self, t: &Rc<Coll<'a>>, u: &Rc<Coll<'a>>, a: &Lin, r: &Lin) {
        if !self.weighs(t) {
            return;
        }
        self.path.assert_le(r, a);
        let mut known = self.in_either(t, u);
        known.extend(self.run.listed(self.path, u, 6).unwrap_or_default());
        if let Node::Range(lo, hi) = &u.node {
            known.extend([Val::Num(lo.clone()), Val::Num(hi.clone())]);
        }
        for x in known {
            if self.is_in_both(&x, t, u)
                && let Some(w) = self.weight(&x)
            {
                self.path.assert(a.plus(-1, &w).and_then(|l| l.plus(-1, r)));
            }
        }
    }

    /// Flipping a set whose largest element goes: the binary number decreases.
    fn flip_the_top(&mut self, t: &Rc<Coll<'a>>, u: &Rc<Coll<'a>>, a: &Lin, r: &Lin) {
        for x in self.in_either(t, u) {
            let Val::Num(top) = &x else { continue };
            if self.is_in_both(&x, t, u) && self.run.all_below(self.path, u, top, false) {
                self.path.assert_lt(r, a);
                return;
            }
        }
    }
}

impl<'a> Run<'a> {
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
            .statistics
            .iter()
            .filter(|(g, s, _)| *g == Statistic::Binary && s.kind == Kind::Set)
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

/// A set with one element more or less, or joined with another.
fn grows(s: &Coll<'_>) -> bool {
    matches!(s.node, Node::With(..) | Node::Without(..) | Node::Union(..))
}

/// A set that is given, perhaps with one element more or less.
fn is_given(s: &Rc<Coll<'_>>) -> bool {
    s.kind == Kind::Set && (grows(s) || matches!(s.node, Node::Unknown { .. }))
}

fn minus<'a>(t: &Rc<Coll<'a>>, u: &Rc<Coll<'a>>) -> Rc<Coll<'a>> {
    Rc::new(Coll { kind: Kind::Set, node: Node::Minus(t.clone(), u.clone()) })
}

fn is_bound_set<'a>(path: &Path<'a>, s: &Rc<Coll<'a>>) -> bool {
    path.members.iter().any(|(x, _)| matches!(x, Val::Coll(t) if same(s, t)))
        || path.subsets.iter().any(|(t, _)| same(s, t))
        || path.extremes.iter().any(|(_, t, _)| same(s, t))
}
