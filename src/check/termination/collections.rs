//! Collections over unknowns: what may be in them, what is certainly in them, and what is certainly not.

use super::Ghost;
use super::binding::bind_slots;
use super::linear::Lin;
use super::membership::filter;
use super::run::{Out, Run, coll};
use super::symbol::{Coll, Kind, Node, Path, Val, same};
use crate::check::ir::{Binder, BinderKind};
use crate::check::types::{Shape, Type};
use std::rc::Rc;

static CELL: Type = Type::Cell;
static DRAWING: Type = Type::Drawing;

/// Collections written out with more elements than this are known by their least and largest only.
pub(super) const LISTED: usize = 24;

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
            Node::Curves(lives, new) => {
                let (v, after) = self.drawing(&mut path);
                if let (Val::Num(lives), Val::Num(new)) = (lives, new) {
                    path.assert_le(&Lin::number(2), lives);
                    path.assert(
                        lives
                            .plus(1, new)
                            .and_then(|all| all.plus(-1, &Lin::number(2)))
                            .and_then(|most| most.plus(-1, &after)),
                    );
                }
                vec![(path, v)]
            }
            Node::Lands(lives) => {
                let (v, part) = self.drawing(&mut path);
                if let Val::Num(lives) = lives {
                    path.assert_le(&part, lives);
                }
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

    /// Some drawing, and how many lives it has.
    fn drawing(&mut self, path: &mut Path<'a>) -> (Val<'a>, Lin) {
        let v = self.unknown(path, &DRAWING, &Shape::Any, None);
        let lives = match &v {
            Val::Tuple(parts) => parts.first(),
            _ => None,
        };
        let lives = if let Some(Val::Num(lives)) = lives { lives.clone() } else { self.fresh() };
        (v, lives)
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
}
