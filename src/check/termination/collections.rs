//! Collections over unknowns: what may be in them, what is certainly in them, and what is certainly not.

use super::assume::bind_slots;
use super::linear::Lin;
use super::run::{Out, Run, coll};
use super::symbol::{Coll, Ghost, Kind, Node, Path, Val, same};
use crate::check::ir::{Binder, BinderKind, ExprKind};
use crate::check::types::{Shape, Type};
use std::rc::Rc;

static CELL: Type = Type::Cell;

/// Collections written out with more elements than this are known by their least and largest only.
const LISTED: usize = 24;

impl<'a> Run<'a> {
    /// What an element of a collection may be (of a map: a key), with what is known of it.
    pub(super) fn elements(&mut self, mut path: Path<'a>, s: &Rc<Coll<'a>>) -> Out<'a, Val<'a>> {
        let mut out = match &s.node {
            Node::Unknown { element, shape, .. } => {
                let shape = match shape {
                    Shape::Elements(inner) => (**inner).clone(),
                    Shape::Map(keys, _) => (**keys).clone(),
                    _ => Shape::Any,
                };
                let v = self.unknown(&mut path, element, &shape, None);
                vec![(path, v)]
            }
            Node::Literal(items) if items.len() <= LISTED => {
                items.iter().map(|item| (path.clone(), item.clone())).collect()
            }
            Node::Literal(items) => {
                let numbers: Option<Vec<i128>> =
                    items.iter().map(|v| if let Val::Num(n) = v { n.as_number() } else { None }).collect();
                let v = self.fresh();
                if let Some(numbers) = numbers {
                    let (lo, hi) = (numbers.iter().min(), numbers.iter().max());
                    path.assert_le(&Lin::number(*lo.unwrap_or(&0)), &v);
                    path.assert_le(&v, &Lin::number(*hi.unwrap_or(&0)));
                    vec![(path, Val::Num(v))]
                } else {
                    vec![(path, Val::Opaque(self.fresh_id()))]
                }
            }
            Node::Range(lo, hi) => {
                let v = self.fresh();
                path.assert_le(lo, &v);
                path.assert_le(&v, hi);
                vec![(path, Val::Num(v))]
            }
            Node::For { item, only, binders, frame } => {
                let mut out = vec![];
                for (path, frame) in self.bind(path, frame, binders) {
                    let paths = match only {
                        Some(only) => self.assume(path, &frame, only, true),
                        None => vec![path],
                    };
                    for path in paths {
                        match item {
                            Some(item) => out.extend(self.eval(path, &frame, item)),
                            None => out.push((path, Val::Num(Lin::number(1)))),
                        }
                    }
                }
                out
            }
            Node::With(t, x) => {
                let mut out = vec![(path.clone(), x.clone())];
                out.extend(self.elements(path, t));
                out
            }
            Node::Put(t, i, x) => {
                let mut out = vec![(path.clone(), if s.kind == Kind::Map { i.clone() } else { x.clone() })];
                out.extend(self.elements(path, t));
                out
            }
            Node::Without(t, x) => {
                let all = self.elements(path, t);
                let differ = |(p, v): (Path<'a>, Val<'a>)| match (&v, s.kind) {
                    (Val::Num(_), Kind::Set) => {
                        self.assume_different(p, &v, x).into_iter().map(|p| (p, v.clone())).collect()
                    }
                    _ => vec![(p, v)],
                };
                all.into_iter().flat_map(differ).collect()
            }
            Node::Union(t, u) | Node::Flip(t, u) | Node::Concat(t, u) => {
                let mut out = self.elements(path.clone(), t);
                out.extend(self.elements(path, u));
                out
            }
            Node::Common(t, u) => {
                let all = self.elements(path, t);
                let both = |(p, v): (Path<'a>, Val<'a>)| {
                    let paths = self.assume_in(p, &v, u, true);
                    paths.into_iter().map(move |p| (p, v.clone())).collect::<Vec<_>>()
                };
                all.into_iter().flat_map(both).collect()
            }
            Node::Minus(t, u) => {
                let all = self.elements(path, t);
                let rest = |(p, v): (Path<'a>, Val<'a>)| {
                    let set = s.kind == Kind::Set;
                    let paths = if set { self.assume_in(p, &v, u, false) } else { vec![p] };
                    paths.into_iter().map(move |p| (p, v.clone())).collect::<Vec<_>>()
                };
                all.into_iter().flat_map(rest).collect()
            }
            Node::Rearranged(t) => self.elements(path, t),
            Node::Indices(t) if t.kind == Kind::List => {
                let size = self.ghost(&mut path, Ghost::Size, t);
                let v = self.fresh();
                path.assert_le(&Lin::number(1), &v);
                path.assert_le(&v, &size);
                vec![(path, Val::Num(v))]
            }
            Node::Indices(t) => self.elements(path, t),
            Node::Moved(_) => {
                let v = self.unknown(&mut path, &CELL, &Shape::Any, None);
                vec![(path, v)]
            }
            Node::Ray(p, down, right, t) => {
                let k = self.fresh();
                path.assert_le(&Lin::number(1), &k);
                let Val::Tuple(from) = p else {
                    let v = self.unknown(&mut path, &CELL, &Shape::Any, None);
                    return vec![(path, v)];
                };
                let mut moved = |run: &mut Run<'a>, at: &Val<'a>, step: &Lin| {
                    let Val::Num(at) = at else { return Val::Num(run.fresh()) };
                    let far = run.product(&mut path, &k, step);
                    Val::Num(at.plus(1, &far).unwrap_or_else(|| run.fresh()))
                };
                let to = [moved(self, &from[0], down), moved(self, &from[1], right)];
                let v = Val::Tuple(to.into());
                self.met(&mut path, &v, t);
                vec![(path, v)]
            }
            Node::Touching(p) => {
                let (dr, dc) = (self.fresh(), self.fresh());
                let one = Lin::number(1);
                for (a, b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let sum = dr.times(a).and_then(|x| x.plus(b, &dc));
                    path.assert(sum.and_then(|s| one.plus(-1, &s)));
                }
                let v = match p {
                    Val::Tuple(at) => match (&at[0], &at[1]) {
                        (Val::Num(r), Val::Num(c)) => {
                            let (r, c) = (r.plus(1, &dr), c.plus(1, &dc));
                            let (r, c) = (self.linear(&mut path, r), self.linear(&mut path, c));
                            Val::Tuple([Val::Num(r), Val::Num(c)].into())
                        }
                        _ => self.unknown(&mut path, &CELL, &Shape::Any, None),
                    },
                    _ => self.unknown(&mut path, &CELL, &Shape::Any, None),
                };
                vec![(path, v)]
            }
            Node::Islands(t) => {
                let id = self.fresh_id();
                let node = Node::Unknown { id, element: &CELL, value: None, shape: Shape::Any };
                let part = Rc::new(Coll { kind: Kind::Set, node });
                path.subsets.push((part.clone(), t.clone()));
                let size = self.ghost(&mut path, Ghost::Size, &part);
                path.assert_le(&Lin::number(1), &size);
                vec![(path, Val::Coll(part))]
            }
        };
        for (path, v) in &mut out {
            self.met(path, v, s);
        }
        if out.iter().all(|(p, _)| p.alls.is_empty()) {
            return out;
        }
        let known = |(p, v): (Path<'a>, Val<'a>)| {
            let paths = self.instantiated(p, &v, s);
            paths.into_iter().map(move |p| (p, v.clone())).collect::<Vec<_>>()
        };
        out.into_iter().flat_map(known).collect()
    }

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
            for g in [Ghost::Size, Ghost::Sum, Ghost::Binary] {
                let known =
                    path.ghosts.iter().find(|(h, t, _)| *h == g && same(s, t)).map(|(_, _, l)| l.clone());
                if let Some(total) = known
                    && self.weighs(path, s, g)
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
            (Ghost::LeastRow, row, true),
            (Ghost::LeastCol, col, true),
            (Ghost::LargestRow, row, false),
            (Ghost::LargestCol, col, false),
        ] {
            let bound = self.ghost(path, g, s);
            if least { path.assert_le(&bound, x) } else { path.assert_le(x, &bound) }
        }
    }

    /// What is known at a glance.
    pub(super) fn contains_quickly(&self, path: &Path<'a>, x: &Val<'a>, s: &Rc<Coll<'a>>) -> Option<bool> {
        if path.members.iter().any(|(y, t)| y == x && same(s, t)) {
            return Some(true);
        }
        if path.strangers.iter().any(|(y, t)| y == x && same(s, t)) {
            return Some(false);
        }
        match &s.node {
            Node::Literal(items) if items.iter().any(|y| y == x) => Some(true),
            Node::Literal(items) if items.is_empty() => Some(false),
            _ => None,
        }
    }

    /// Whether a value is in a collection, if that is certain.
    pub(super) fn contains(&mut self, path: &Path<'a>, x: &Val<'a>, s: &Rc<Coll<'a>>) -> Option<bool> {
        if let Some(known) = self.contains_quickly(path, x, s) {
            return Some(known);
        }
        if !self.goes_on() {
            return None;
        }
        self.depth += 1;
        let known = self.contains_inner(path, x, s);
        self.depth -= 1;
        known
    }

    fn contains_inner(&mut self, path: &Path<'a>, x: &Val<'a>, s: &Rc<Coll<'a>>) -> Option<bool> {
        let subsets: Vec<_> =
            path.subsets.iter().filter(|(_, b)| same(s, b)).map(|(a, _)| a.clone()).collect();
        if subsets.iter().any(|a| self.contains_quickly(path, x, a) == Some(true)) {
            return Some(true);
        }
        match &s.node {
            Node::Unknown { .. } => {
                let known: Vec<_> =
                    path.members.iter().filter(|(_, t)| same(s, t)).map(|(y, _)| y.clone()).collect();
                if known.iter().any(|y| are_equal(path, x, y) == Some(true)) {
                    return Some(true);
                }
                let not: Vec<_> =
                    path.strangers.iter().filter(|(_, t)| same(s, t)).map(|(y, _)| y.clone()).collect();
                let not = not.iter().any(|y| are_equal(path, x, y) == Some(true));
                // If it were in it, something would hold of it that does not.
                let absurd = || path.alls.iter().any(|all| same(&all.of, s));
                let not =
                    not || absurd() && self.instantiated(path.clone(), x, s).iter().all(Path::is_impossible);
                not.then_some(false)
            }
            Node::Literal(items) => any_of(items.iter().map(|y| are_equal(path, x, y))),
            Node::Range(lo, hi) => match x {
                Val::Num(x) if path.entails_le(lo, x) && path.entails_le(x, hi) => Some(true),
                Val::Num(x) if path.entails_lt(x, lo) || path.entails_lt(hi, x) => Some(false),
                _ => None,
            },
            Node::With(t, y) => any_of([are_equal(path, x, y), self.contains(path, x, t)].into_iter()),
            Node::Without(t, y) if s.kind == Kind::Set => {
                match (are_equal(path, x, y), self.contains(path, x, t)) {
                    (Some(true), _) | (_, Some(false)) => Some(false),
                    (Some(false), Some(true)) => Some(true),
                    _ => None,
                }
            }
            Node::Union(t, u) => any_of([self.contains(path, x, t), self.contains(path, x, u)].into_iter()),
            Node::Common(t, u) => match (self.contains(path, x, t), self.contains(path, x, u)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Node::Minus(t, u) if s.kind == Kind::Set => {
                match (self.contains(path, x, t), self.contains(path, x, u)) {
                    (Some(false), _) | (_, Some(true)) => Some(false),
                    (Some(true), Some(false)) => Some(true),
                    _ => None,
                }
            }
            Node::Flip(t, u) => match (self.contains(path, x, t), self.contains(path, x, u)) {
                (Some(a), Some(b)) => Some(a != b),
                _ => None,
            },
            Node::Rearranged(t) => self.contains(path, x, t),
            Node::Indices(t) if t.kind == Kind::Map => self.contains(path, x, t),
            Node::For { .. } => self.contains_chosen(path, x, s),
            _ => None,
        }
    }

    fn contains_chosen(&mut self, path: &Path<'a>, x: &Val<'a>, s: &Rc<Coll<'a>>) -> Option<bool> {
        if let Some((source, _)) = filter(s, self, path) {
            let there = self.contains(path, x, &source);
            if there == Some(false) {
                return Some(false);
            }
            match self.passes(path, x, s) {
                Some(false) => return Some(false),
                Some(true) if there == Some(true) => return Some(true),
                _ => {}
            }
        }
        let listed = self.listed(path, s, 12).unwrap_or_default();
        if listed.iter().any(|y| are_equal(path, x, y) == Some(true)) {
            return Some(true);
        }
        // None of its elements can be x.
        let all = self.elements(path.clone(), s);
        let differs = |(p, v): (Path<'a>, Val<'a>)| are_equal(&p, x, &v) == Some(false) || p.is_impossible();
        all.into_iter().all(differs).then_some(false)
    }

    /// Whether a value passes the conditions of `{ y for y in S where ... }`, if that is certain.
    pub(super) fn passes(&mut self, path: &Path<'a>, x: &Val<'a>, s: &Rc<Coll<'a>>) -> Option<bool> {
        let Node::For { only, binders, frame, .. } = &s.node else { return None };
        let [Binder { kind: BinderKind::In { slots, .. }, guard, .. }] = binders else { return None };
        let mut f = (**frame).clone();
        bind_slots(&mut f, slots, x);
        let conditions: Vec<_> = guard.iter().chain(only.iter().copied()).collect();
        let mut all = true;
        for c in conditions {
            let yes = self.assume(path.clone(), &f, c, true);
            if yes.iter().all(Path::is_impossible) {
                return Some(false);
            }
            let no = self.assume(path.clone(), &f, c, false);
            all &= no.iter().all(Path::is_impossible);
        }
        all.then_some(true)
    }

    /// Whether the first collection is certainly part of the second.
    pub(super) fn is_part(&mut self, path: &Path<'a>, a: &Rc<Coll<'a>>, b: &Rc<Coll<'a>>) -> bool {
        if same(a, b) || path.subsets.iter().any(|(x, y)| same(x, a) && same(y, b)) {
            return true;
        }
        match &a.node {
            Node::Literal(items) => items.iter().all(|x| self.contains(path, x, b) == Some(true)),
            Node::With(t, x) => self.contains(path, x, b) == Some(true) && self.is_part(path, t, b),
            Node::Union(t, u) => self.is_part(path, t, b) && self.is_part(path, u, b),
            _ => self.wholes(path, a).iter().any(|t| self.is_part(path, t, b)),
        }
    }

    /// Collections that one is a part of, by how it is built.
    pub(super) fn wholes(&mut self, path: &Path<'a>, s: &Rc<Coll<'a>>) -> Vec<Rc<Coll<'a>>> {
        let mut wholes = match &s.node {
            Node::Without(t, _) | Node::Minus(t, _) => vec![t.clone()],
            Node::Common(t, u) => vec![t.clone(), u.clone()],
            Node::For { .. } => filter(s, self, path).into_iter().map(|(t, _)| t).collect(),
            Node::Rearranged(t) => vec![t.clone()],
            Node::Ray(_, _, _, t) => vec![t.clone()],
            _ => vec![],
        };
        let known = path.subsets.iter().filter(|(a, b)| same(a, s) && !same(b, s)).map(|(_, b)| b.clone());
        wholes.extend(known.take(3));
        wholes
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
                let Some(Val::Coll(source)) = self.eval(path.clone(), frame, source).pop().map(|(_, v)| v)
                else {
                    return None;
                };
                let mut all = vec![];
                for x in self.listed(path, &source, most)? {
                    let mut f = (**frame).clone();
                    bind_slots(&mut f, slots, &x);
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

    /// The least or the largest element.
    pub(super) fn extreme(
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
                let mut out = vec![];
                for (k, item) in items.iter().enumerate() {
                    let mut p = path.clone();
                    p.assert_eq(n, &Lin::number(k as i128 + 1));
                    if !p.is_impossible() {
                        out.push((p, item.clone()));
                    }
                }
                out
            }
            (Node::Put(t, j, x), _) => {
                let mut out = vec![];
                if are_equal(&path, &i, j) != Some(false) {
                    let equal = self.assume_equal(path.clone(), &i, j);
                    out.extend(equal.into_iter().map(|p| (p, x.clone())));
                }
                for p in self.assume_different(path, &i, j) {
                    out.extend(self.entry(p, Val::Coll(t.clone()), i.clone(), ty));
                }
                out
            }
            (Node::Concat(t, u), Val::Num(n)) => {
                let size = self.ghost(&mut path, Ghost::Size, t);
                let (mut first, mut second) = (path.clone(), path);
                first.assert_le(n, &size);
                second.assert_lt(&size, n);
                let rest = n.plus(-1, &size);
                let rest = Val::Num(self.linear(&mut second, rest));
                let mut out = vec![];
                for (p, s, i) in [(first, t, i.clone()), (second, u, rest)] {
                    if !p.is_impossible() {
                        out.extend(self.entry(p, Val::Coll(s.clone()), i, ty));
                    }
                }
                out
            }
            (Node::For { item: Some(item), only: None, binders, frame }, Val::Num(n))
                if s.kind == Kind::List =>
            {
                let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = &**binders
                else {
                    return self.some_entry(path, s, i, ty);
                };
                let mut out = vec![];
                for (p, source) in self.eval(path, frame, source) {
                    let Val::Coll(source) = source else { continue };
                    let at = match &source.node {
                        Node::Range(lo, _) => lo.plus(1, n).and_then(|x| x.shifted(-1)).map(Val::Num),
                        Node::Indices(t) if t.kind == Kind::List => Some(i.clone()),
                        _ => None,
                    };
                    let ats = match at {
                        Some(at) => vec![(p, at)],
                        None if source.kind == Kind::List => match source.node {
                            Node::Unknown { element, .. } => {
                                self.entry(p, Val::Coll(source.clone()), i.clone(), element)
                            }
                            _ => self.elements(p, &source),
                        },
                        None => self.elements(p, &source),
                    };
                    for (p, at) in ats {
                        let mut f = (**frame).clone();
                        bind_slots(&mut f, slots, &at);
                        out.extend(self.eval(p, &f, item));
                    }
                }
                out
            }
            _ => self.some_entry(path, s, i, ty),
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
                let size = self.ghost(&mut path, Ghost::Size, &s);
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
        let total =
            path.ghosts.iter().find(|(g, t, _)| *g == Ghost::Sum && same(&s, t)).map(|(_, _, l)| l.clone());
        if let (Val::Num(n), Some(total), true) = (&v, total, self.weighs(&path, &s, Ghost::Sum)) {
            path.assert_le(n, &total);
        }
        path.entries.push((s, i, v.clone()));
        vec![(path, v)]
    }
}

/// `{ x for x in S where ... }`: the collection it is a part of; whether there is a condition.
pub(super) fn filter<'a>(s: &Coll<'a>, run: &mut Run<'a>, path: &Path<'a>) -> Option<(Rc<Coll<'a>>, bool)> {
    let Node::For { item, only, binders, frame } = &s.node else { return None };
    let [Binder { kind: BinderKind::In { slots, source, .. }, guard, .. }] = binders else { return None };
    let same_item = match item.map(|e| &e.kind) {
        Some(ExprKind::Local(slot)) => slots.as_slice() == [*slot],
        Some(ExprKind::Tuple(parts)) => {
            parts.len() == slots.len()
                && parts.iter().zip(slots).all(|(p, s)| matches!(p.kind, ExprKind::Local(slot) if slot == *s))
        }
        Some(ExprKind::Cell(r, c)) => {
            matches!((&r.kind, &c.kind), (ExprKind::Local(r), ExprKind::Local(c)) if slots.as_slice() == [*r, *c])
        }
        _ => false,
    };
    if !same_item {
        return None;
    }
    let mut sources = run.eval(path.clone(), frame, source);
    match (sources.pop(), sources.is_empty()) {
        (Some((_, Val::Coll(source))), true) => Some((source, guard.is_some() || only.is_some())),
        _ => None,
    }
}

/// Whether two values are equal, if that is certain.
pub(super) fn are_equal<'a>(path: &Path<'a>, x: &Val<'a>, y: &Val<'a>) -> Option<bool> {
    if x == y {
        return Some(true);
    }
    match (x, y) {
        (Val::Num(a), Val::Num(b)) | (Val::Bool(a), Val::Bool(b)) => {
            let d = a.plus(-1, b)?;
            if let Some(n) = d.as_number() {
                return Some(n == 0);
            }
            let (at_most, at_least) = (path.most(&d), path.least(&d));
            if at_most.is_some_and(|n| n < 0) || at_least.is_some_and(|n| n > 0) {
                return Some(false);
            }
            (at_most == Some(0) && at_least == Some(0)).then_some(true)
        }
        (Val::Tuple(a), Val::Tuple(b)) => {
            let each: Vec<_> = a.iter().zip(b.iter()).map(|(a, b)| are_equal(path, a, b)).collect();
            if each.contains(&Some(false)) {
                return Some(false);
            }
            each.iter().all(|e| *e == Some(true)).then_some(true)
        }
        _ => None,
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

/// Whether one of several holds, if that is certain.
fn any_of(mut each: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    each.try_fold(Some(false), |so_far, next| match next {
        Some(true) => Err(()),
        Some(false) => Ok(so_far),
        None => Ok(None),
    })
    .unwrap_or(Some(true))
}
