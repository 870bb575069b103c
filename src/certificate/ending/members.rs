//! What is an element of what, and what is the same.

use super::choose::{filled, filter};
use super::numbers::at_most;
use super::poly::Poly;
use super::read::{Reader, Ways, alive, decided, fits, one};
use super::totals::Of;
use super::value::{Coll, Frame, Kind, Node, Val, Way};
use crate::check::ir::{Binder, Expr};
use crate::check::types::Shape;
use std::rc::Rc;

impl<'a> Reader<'a> {
    /// Whether something is in a collection (among the keys of a map).
    pub(super) fn member(&self, mut way: Way<'a>, x: &Val<'a>, c: &Rc<Coll<'a>>) -> Ways<'a, bool> {
        if let Some((_, inside)) = way.members.get(&(x.to_string(), c.name.clone())) {
            let inside = *inside;
            return one(way, inside);
        }
        let not = |ways: Vec<(Way<'a>, bool)>| ways.into_iter().map(|(w, b)| (w, !b)).collect::<Vec<_>>();
        match &c.node {
            Node::Unknown { element: (_, shape), .. } => Ok(self.noted(way, x, c, shape)),
            Node::Items(items) => {
                let (mut out, mut left) = (vec![], vec![(way, ())]);
                for item in items {
                    let mut next = vec![];
                    for (way, ()) in left {
                        for (way, same) in self.same(way, x, item)? {
                            if same { out.push((way, true)) } else { next.push((way, ())) }
                        }
                    }
                    left = next;
                }
                out.extend(left.into_iter().map(|(w, ())| (w, false)));
                Ok(out)
            }
            Node::Range(lo, hi) => match x {
                Val::Num(x) => self.each(at_most(way, lo, x), |way, above| {
                    if above { Ok(at_most(way, x, hi)) } else { one(way, false) }
                }),
                _ => self.refuse("a number", crate::source::Span::default()),
            },
            Node::With(c, v) => self.either(self.same(way, x, v)?, |way| self.member(way, x, c)),
            Node::Without(whole, v) => self.each(self.same(way, x, v)?, |way, same| match (same, c.kind) {
                // Whether there is another copy of it: the same answer on the whole way.
                (true, Kind::Bag) => Ok(self.noted(way, x, c, &Shape::Any)),
                (true, _) => one(way, false),
                (false, _) => self.member(way, x, whole),
            }),
            Node::Union(a, b) | Node::Concat(a, b) => {
                self.either(self.member(way, x, a)?, |way| self.member(way, x, b))
            }
            Node::Common(a, b) => {
                Ok(not(self.either(not(self.member(way, x, a)?), |way| Ok(not(self.member(way, x, b)?)))?))
            }
            Node::Minus(a, b) => self.each(self.member(way, x, a)?, |way, inside| {
                if !inside {
                    return one(way, false);
                }
                let taken = self.member(way, x, b)?;
                if c.kind == Kind::Set {
                    return Ok(not(taken));
                }
                let more = taken.iter().filter(|(_, b)| *b).map(|(w, _)| (w.clone(), true));
                Ok(more.chain(not(taken.clone())).collect())
            }),
            Node::Flip(a, b) => self.each(self.member(way, x, a)?, |way, inside| {
                let other = self.member(way, x, b)?;
                Ok(other.into_iter().map(|(w, b)| (w, b != inside)).collect())
            }),
            Node::For { item, binders, frame } => self.member_of_all(way, x, item, binders, frame),
            Node::Part(whole) => self.each(self.noted(way, x, c, &Shape::Any), |way, inside| {
                if !inside {
                    return one(way, false);
                }
                let whole = self.member(way, x, whole)?;
                Ok(whole.into_iter().filter(|(_, b)| *b).collect())
            }),
            Node::Ordered(c) => self.member(way, x, c),
            Node::Indices(list) if list.kind == Kind::Map => self.member(way, x, list),
            Node::Indices(list) => {
                let size = self.total(std::mem::take(&mut way), Of::Size, list)?;
                self.each(size, |way, size| {
                    let places = Coll::new(Kind::Set, Node::Range(Poly::number(1), size));
                    self.member(way, x, &places)
                })
            }
            Node::Put(..) | Node::Moved(_) | Node::Parts(_) => Ok(self.noted(way, x, c, &Shape::Any)),
            Node::Ray(_, _, within) => self.each(self.noted(way, x, c, &Shape::Any), |way, inside| {
                if !inside {
                    return one(way, false);
                }
                let whole = self.member(way, x, within)?;
                Ok(whole.into_iter().filter(|(_, b)| *b).collect())
            }),
        }
    }

    /// Whether something is in a collection of which nothing is known: the same answer on the whole way.
    fn noted(&self, way: Way<'a>, x: &Val<'a>, c: &Coll<'a>, shape: &Shape) -> Vec<(Way<'a>, bool)> {
        let key = (x.to_string(), c.name.clone());
        if let Some((_, inside)) = way.members.get(&key) {
            let inside = *inside;
            return vec![(way, inside)];
        }
        let note = |inside: bool| {
            let way = way.clone().and(|w| {
                w.members.insert(key.clone(), (x.clone(), inside));
                if inside {
                    fits(w, shape, x);
                }
            });
            (way, inside)
        };
        alive(vec![note(true), note(false)])
    }

    /// True, or else what comes next.
    fn either(&self, ways: Vec<(Way<'a>, bool)>, next: impl Fn(Way<'a>) -> Ways<'a, bool>) -> Ways<'a, bool> {
        self.each(ways, |way, yes| if yes { one(way, true) } else { next(way) })
    }

    fn member_of_all(
        &self,
        way: Way<'a>,
        x: &Val<'a>,
        item: &'a Expr,
        binders: &'a [Binder],
        frame: &Frame<'a>,
    ) -> Ways<'a, bool> {
        if let Some((slots, source, guard)) = filter(item, binders) {
            return self.each(self.eval(way, frame, source)?, |way, s| {
                let (Val::Coll(s), Some(frame)) = (s, filled(frame, slots, x)) else {
                    return Ok(vec![(way.clone(), true), (way, false)]);
                };
                self.each(self.member(way, x, &s)?, |way, inside| match guard {
                    Some(guard) if inside => self.truth(way, &frame, guard),
                    _ => one(way, inside),
                })
            });
        }
        let mut out = self.each(self.bind(way.clone(), frame, binders)?, |way, frame| {
            self.each(self.eval(way, &frame, item)?, |way, v| {
                Ok(self.same(way, &v, x)?.into_iter().filter(|(_, s)| *s).collect())
            })
        })?;
        out.push((way, false));
        Ok(out)
    }

    /// Whether two values are the same.
    pub(super) fn same(&self, way: Way<'a>, x: &Val<'a>, y: &Val<'a>) -> Ways<'a, bool> {
        if matches!(x, Val::Truth(_) | Val::SomeCase(..)) {
            return self.each(decided(way, x.clone()), |way, x| self.same(way, &x, y));
        }
        if matches!(y, Val::Truth(_) | Val::SomeCase(..)) {
            return self.each(decided(way, y.clone()), |way, y| self.same(way, x, &y));
        }
        match (x, y) {
            (Val::Num(a), Val::Num(b)) => {
                let d = a.minus(b);
                if let Some(n) = d.as_number() {
                    return one(way, n == num_bigint::BigInt::ZERO);
                }
                let minus = d.scaled(&(-1).into());
                let less = way.clone().and(|w| w.assert(&minus.up(-1)));
                let more = way.clone().and(|w| w.assert(&d.up(-1)));
                Ok(alive(vec![(way.and(|w| w.equal(a, b)), true), (less, false), (more, false)]))
            }
            (Val::Bool(a), Val::Bool(b)) => one(way, a == b),
            (Val::Case(a), Val::Case(b)) => one(way, a == b),
            (Val::Tuple(a), Val::Tuple(b)) if a.len() == b.len() => {
                let (mut out, mut left) = (vec![], vec![(way, ())]);
                for (a, b) in a.iter().zip(b.iter()) {
                    let mut next = vec![];
                    for (way, ()) in left {
                        for (way, same) in self.same(way, a, b)? {
                            if same { next.push((way, ())) } else { out.push((way, false)) }
                        }
                    }
                    left = next;
                }
                out.extend(left.into_iter().map(|(w, ())| (w, true)));
                Ok(out)
            }
            _ if !matches!(x, Val::Parts(_)) && x.to_string() == y.to_string() => one(way, true),
            _ => Ok(self.noted_same(way, x, y)),
        }
    }

    /// Whether two values of which nothing is known are the same: the same answer on the whole way.
    fn noted_same(&self, way: Way<'a>, x: &Val<'a>, y: &Val<'a>) -> Vec<(Way<'a>, bool)> {
        let (mut a, mut b) = (x.to_string(), y.to_string());
        if b < a {
            std::mem::swap(&mut a, &mut b);
        }
        // No collection has such a name.
        let key = (a, format!("= {b}").into());
        if let Some((_, same)) = way.members.get(&key) {
            let same = *same;
            return vec![(way, same)];
        }
        let note = |same: bool| {
            let noted = way.clone().and(|w| {
                w.members.insert(key.clone(), (x.clone(), same));
            });
            (noted, same)
        };
        vec![note(true), note(false)]
    }
}
