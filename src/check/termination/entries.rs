//! Entries of lists and maps, and the least and largest elements of sets.

use super::Statistic;
use super::elements::LISTED;
use super::linear::Lin;
use super::membership::are_equal;
use super::run::{Out, Run};
use super::symbol::{Coll, Kind, Node, Path, Val, same};
use crate::check::ir::{Binder, BinderKind};
use crate::check::types::{Shape, Type};
use std::rc::Rc;

impl<'a> Run<'a> {
    /// The least or the largest element.
    pub(super) fn extreme(
        &mut self,
        path: Path<'a>,
        s: Rc<Coll<'a>>,
        largest: bool,
        ty: &'a Type,
    ) -> Out<'a, Val<'a>> {
        self.quietly(|run| run.extreme_inner(path, s, largest, ty))
    }

    fn extreme_inner(
        &mut self,
        mut path: Path<'a>,
        s: Rc<Coll<'a>>,
        largest: bool,
        ty: &'a Type,
    ) -> Out<'a, Val<'a>> {
        if let Some((_, _, v)) = path.extremes.iter().find(|(l, t, _)| *l == largest && same(&s, t)) {
            let v = v.clone();
            return vec![(path, v)];
        }
        if let Node::Range(lo, hi) = &s.node {
            path.assert_le(lo, hi);
            return vec![(path, Val::Num(if largest { hi.clone() } else { lo.clone() }))];
        }
        if self.forks == 0 {
            let v = self.unknown(&mut path, ty, &Shape::Any, None);
            return vec![(path, v)];
        }
        let mut out = self.elements(path, &s);
        for (path, v) in &mut out {
            path.extremes.push((largest, s.clone(), v.clone()));
            let mut known: Vec<Val<'a>> =
                path.members.iter().filter(|(_, t)| same(&s, t)).map(|(x, _)| x.clone()).collect();
            known.extend(self.listed(path, &s, LISTED).unwrap_or_default());
            for x in known {
                if let (Val::Num(x), Val::Num(v)) = (&x, &*v) {
                    if largest { path.assert_le(x, v) } else { path.assert_le(v, x) }
                }
            }
        }
        if out.len() > 1 {
            out.retain(|(p, _)| !p.is_impossible());
        }
        out
    }

    /// The entry of a list or map at a place.
    pub(super) fn entry(
        &mut self,
        path: Path<'a>,
        base: Val<'a>,
        i: Val<'a>,
        ty: &'a Type,
    ) -> Out<'a, Val<'a>> {
        self.quietly(|run| run.entry_inner(path, base, i, ty))
    }

    fn entry_inner(
        &mut self,
        mut path: Path<'a>,
        base: Val<'a>,
        i: Val<'a>,
        ty: &'a Type,
    ) -> Out<'a, Val<'a>> {
        let Val::Coll(s) = base else {
            let v = self.unknown(&mut path, ty, &Shape::Any, None);
            return vec![(path, v)];
        };
        if let Some((_, _, v)) = path.entries.iter().find(|(t, j, _)| *j == i && same(&s, t)) {
            let v = v.clone();
            return vec![(path, v)];
        }
        match (&s.node, &i) {
            (Node::Literal(items), Val::Num(n)) if items.len() <= LISTED => {
                let one = |(k, item): (usize, &Val<'a>)| {
                    let mut p = path.clone();
                    p.assert_eq(n, &Lin::number(k as i128 + 1));
                    (!p.is_impossible()).then(|| (p, item.clone()))
                };
                items.iter().enumerate().filter_map(one).collect()
            }
            (Node::Put(t, j, x), _) => {
                let mut out = vec![];
                let here = self.same_place(&path, &i, j);
                let others = if here.is_empty() { vec![path] } else { self.assume_different(path, &i, j) };
                out.extend(here.into_iter().map(|p| (p, x.clone())));
                for p in others {
                    out.extend(self.entry(p, Val::Coll(t.clone()), i.clone(), ty));
                }
                out
            }
            (Node::Concat(t, u), Val::Num(n)) => self.entry_of_either(path, t, u, n, ty),
            (Node::For { item: Some(_), only: None, .. }, Val::Num(n)) if s.kind == Kind::List => {
                self.entry_of_comprehension(path, &s, n, ty)
            }
            _ => self.some_entry(path, s, i, ty),
        }
    }

    /// The paths on which two places are the same, if they can be: then the same is there.
    fn same_place(&mut self, path: &Path<'a>, i: &Val<'a>, j: &Val<'a>) -> Vec<Path<'a>> {
        if are_equal(path, i, j) == Some(false) {
            return vec![];
        }
        let mut equal = self.assume_equal(path.clone(), i, j);
        equal.iter_mut().for_each(agree);
        equal.retain(|p| !p.is_impossible());
        equal
    }

    /// The entry of two lists one after the other.
    fn entry_of_either(
        &mut self,
        mut path: Path<'a>,
        t: &Rc<Coll<'a>>,
        u: &Rc<Coll<'a>>,
        n: &Lin,
        ty: &'a Type,
    ) -> Out<'a, Val<'a>> {
        let size = self.statistic(&mut path, Statistic::Size, t);
        let (mut first, mut second) = (path.clone(), path);
        first.assert_le(n, &size);
        second.assert_lt(&size, n);
        let rest = n.plus(-1, &size);
        let rest = self.linear(&mut second, rest);
        let mut out = vec![];
        for (p, s, i) in [(first, t, n.clone()), (second, u, rest)] {
            if !p.is_impossible() {
                out.extend(self.entry(p, Val::Coll(s.clone()), Val::Num(i), ty));
            }
        }
        out
    }

    /// What `[item for x in source]` has at a place: the item of what the source has there.
    fn entry_of_comprehension(
        &mut self,
        path: Path<'a>,
        s: &Rc<Coll<'a>>,
        n: &Lin,
        ty: &'a Type,
    ) -> Out<'a, Val<'a>> {
        let i = Val::Num(n.clone());
        let Node::For { item: Some(item), binders, frame, .. } = &s.node else { return vec![] };
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = &**binders else {
            return self.some_entry(path, s.clone(), i, ty);
        };
        let mut out = vec![];
        for (p, source) in self.eval(path, frame, source) {
            let Val::Coll(source) = source else {
                out.extend(self.opaque(p, &item.ty));
                continue;
            };
            for (p, at) in self.element_at(p, &source, n) {
                let mut f = (**frame).clone();
                self.bind_slots(&mut f, slots, &at);
                out.extend(self.eval(p, &f, item));
            }
        }
        out
    }

    /// What a source has at a place, as far as its order is known.
    fn element_at(&mut self, path: Path<'a>, source: &Rc<Coll<'a>>, n: &Lin) -> Out<'a, Val<'a>> {
        let at = match &source.node {
            Node::Range(lo, _) => lo.plus(1, n).and_then(|x| x.shifted(-1)),
            Node::Indices(t) if t.kind == Kind::List => Some(n.clone()),
            _ => None,
        };
        match (at, &source.node) {
            (Some(at), _) => vec![(path, Val::Num(at))],
            (None, Node::Unknown { element, .. }) if source.kind == Kind::List => {
                self.entry(path, Val::Coll(source.clone()), Val::Num(n.clone()), element)
            }
            _ => self.elements(path, source),
        }
    }

    fn some_entry(
        &mut self,
        mut path: Path<'a>,
        s: Rc<Coll<'a>>,
        i: Val<'a>,
        ty: &'a Type,
    ) -> Out<'a, Val<'a>> {
        if s.kind == Kind::List {
            if let Val::Num(n) = &i {
                let size = self.statistic(&mut path, Statistic::Size, &s);
                path.assert_le(&Lin::number(1), n);
                path.assert_le(n, &size);
            }
            if let Node::Unknown { .. } = &s.node {
                let mut out = self.elements(path, &s);
                for (p, v) in &mut out {
                    p.entries.push((s.clone(), i.clone(), v.clone()));
                }
                return out;
            }
            return self.elements(path, &s);
        }
        let shape = match &s.node {
            Node::Unknown { shape: Shape::Map(_, v), .. } => (**v).clone(),
            _ => Shape::Any,
        };
        self.met(&mut path, &i, &s);
        let v = self.unknown(&mut path, ty, &shape, None);
        let total = path
            .statistics
            .iter()
            .find(|(g, t, _)| *g == Statistic::Sum && same(&s, t))
            .map(|(_, _, l)| l.clone());
        if let (Val::Num(n), Some(total), true) = (&v, total, self.weighs(&path, &s, Statistic::Sum)) {
            path.assert_le(n, &total);
        }
        path.entries.push((s, i, v.clone()));
        vec![(path, v)]
    }
}

/// Entries at equal places are equal.
pub(super) fn agree(path: &mut Path<'_>) {
    for (k, (s, i, x)) in path.entries.clone().iter().enumerate() {
        for (t, j, y) in path.entries.clone().iter().skip(k + 1) {
            if same(s, t) && x != y && are_equal(path, i, j) == Some(true) {
                match (x, y) {
                    (Val::Num(a), Val::Num(b)) | (Val::Bool(a), Val::Bool(b)) => path.assert_eq(a, b),
                    (Val::Case(a), Val::Case(b)) => {
                        a.iter().zip(b.iter()).for_each(|(a, b)| path.assert_eq(a, b));
                    }
                    _ => {}
                }
            }
        }
    }
}
