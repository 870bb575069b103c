//! What an element of a collection may be, with what is known about it.

use super::Statistic;
use super::allowance;
use super::linear::Lin;
use super::run::{Out, Run};
use super::symbol::{Coll, Kind, Node, Path, Val};
use crate::check::types::{Shape, Type};
use std::rc::Rc;

static CELL: Type = Type::Cell;
static DRAWING: Type = Type::Drawing;

/// Collections written out with more elements than this are known by their least and largest only.
pub(super) const LISTED: usize = 24;
/// Of more paths than this nothing is said one by one.
const MANY: usize = 200;

impl<'a> Run<'a> {
    /// What an element of a collection may be (of a map: a key), on paths of their own.
    /// Where that is too much work, or they are too many, it is something of which nothing is known.
    pub(super) fn elements(&mut self, path: Path<'a>, s: &Rc<Coll<'a>>) -> Out<'a, Val<'a>> {
        if !self.goes_on() {
            return vec![(path, Val::Opaque(self.fresh_id()))];
        }
        self.depth += 1;
        let mut out = self.elements_within(path.clone(), s);
        self.depth -= 1;
        let cost = out.iter().map(|(p, _)| p.facts.len() + p.statistics.len() + p.members.len()).sum();
        if allowance::spend(cost).is_none() || out.len() > MANY {
            out = vec![(path, Val::Opaque(self.fresh_id()))];
        }
        out
    }

    fn elements_within(&mut self, path: Path<'a>, s: &Rc<Coll<'a>>) -> Out<'a, Val<'a>> {
        self.quietly(|run| {
            let mut out = run.elements_of_node(path, s);
            for (path, v) in &mut out {
                run.met(path, v, s);
            }
            if out.iter().all(|(p, _)| p.alls.is_empty()) {
                return out;
            }
            let known = |(p, v): (Path<'a>, Val<'a>)| with_value(run.instantiated(p, &v, s), v);
            out.into_iter().flat_map(known).collect()
        })
    }

    fn elements_of_node(&mut self, mut path: Path<'a>, s: &Rc<Coll<'a>>) -> Out<'a, Val<'a>> {
        match &s.node {
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
            Node::Literal(items) => self.one_of_many(path, items),
            Node::Range(lo, hi) => self.between(path, lo, hi),
            Node::Product(sides) => self.one_of_each(path, sides),
            Node::For { .. } => self.one_of_comprehension(path, s),
            Node::With(t, x) => self.also(path, x.clone(), t),
            Node::Put(t, i, x) => self.also(path, if s.kind == Kind::Map { i } else { x }.clone(), t),
            Node::Without(t, x) => self.all_but(path, s.kind, t, x),
            Node::Union(t, u) | Node::Flip(t, u) | Node::Concat(t, u) => {
                let mut out = self.elements(path.clone(), t);
                out.extend(self.elements(path, u));
                out
            }
            Node::Common(t, u) => self.sifted(path, t, u, true),
            Node::Minus(t, u) if s.kind == Kind::Set => self.sifted(path, t, u, false),
            Node::Minus(t, _) | Node::Rearranged(t, _) => self.elements(path, t),
            Node::Indices(t) if t.kind == Kind::List => {
                let size = self.statistic(&mut path, Statistic::Size, t);
                self.between(path, &Lin::number(1), &size)
            }
            Node::Indices(t) => self.elements(path, t),
            Node::Moved(..) => self.some_cell(path),
            Node::Ray(p, down, right, t) => self.on_ray(path, p, (down, right), t),
            Node::Touching(p) => self.adjacent(path, p),
            Node::Curves(lives, new) => self.after_a_curve(path, lives, new),
            Node::Lands(lives) => self.land(path, lives),
            Node::Islands(t) => self.island(path, t),
            Node::Subsets(_) => vec![(path, Val::Opaque(self.fresh_id()))],
        }
    }

    fn one_of_many(&mut self, mut path: Path<'a>, items: &[Val<'a>]) -> Out<'a, Val<'a>> {
        let Some(first) = items.first() else { return vec![] };
        let v = self.like(&mut path, first);
        for (v, numbers) in same_places(&v, items) {
            let (lo, hi) = (numbers.iter().min(), numbers.iter().max());
            path.assert_le(&Lin::number(*lo.unwrap_or(&0)), &v);
            path.assert_le(&v, &Lin::number(*hi.unwrap_or(&0)));
        }
        vec![(path, v)]
    }

    /// Some value of the same kind as another.
    fn like(&mut self, path: &mut Path<'a>, v: &Val<'a>) -> Val<'a> {
        match v {
            Val::Num(_) => Val::Num(self.fresh()),
            Val::Bool(_) => {
                let v = self.fresh();
                path.assert(Some(v.clone()));
                path.assert_le(&v, &Lin::number(1));
                Val::Bool(v)
            }
            Val::Case(cases) => Val::Case((0..cases.len()).map(|_| self.fresh()).collect()),
            Val::Tuple(entries) => Val::Tuple(entries.iter().map(|v| self.like(path, v)).collect()),
            _ => Val::Opaque(self.fresh_id()),
        }
    }

    fn between(&mut self, mut path: Path<'a>, lo: &Lin, hi: &Lin) -> Out<'a, Val<'a>> {
        let v = self.fresh();
        path.assert_le(lo, &v);
        path.assert_le(&v, hi);
        vec![(path, Val::Num(v))]
    }

    fn one_of_each(&mut self, path: Path<'a>, sides: &[Rc<Coll<'a>>]) -> Out<'a, Val<'a>> {
        let mut out = vec![(path, vec![])];
        for side in sides {
            let more = |run: &mut Run<'a>, (p, entries): (Path<'a>, Vec<Val<'a>>)| {
                let found = run.elements(p, side).into_iter();
                found.map(|(p, v)| (p, [entries.as_slice(), &[v]].concat())).collect::<Vec<_>>()
            };
            out = out.into_iter().flat_map(|one| more(self, one)).collect();
        }
        out.into_iter().map(|(p, entries)| (p, Val::Tuple(entries.into()))).collect()
    }

    fn one_of_comprehension(&mut self, path: Path<'a>, s: &Rc<Coll<'a>>) -> Out<'a, Val<'a>> {
        let Node::For { item, only, binders, frame } = &s.node else { return vec![] };
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

    /// A value, or an element of a collection.
    fn also(&mut self, path: Path<'a>, x: Val<'a>, t: &Rc<Coll<'a>>) -> Out<'a, Val<'a>> {
        let mut out = vec![(path.clone(), x)];
        out.extend(self.elements(path, t));
        out
    }

    fn all_but(&mut self, path: Path<'a>, kind: Kind, t: &Rc<Coll<'a>>, x: &Val<'a>) -> Out<'a, Val<'a>> {
        let all = self.elements(path, t);
        let differ = |(p, v): (Path<'a>, Val<'a>)| match (&v, kind) {
            (Val::Num(_), Kind::Set) => with_value(self.assume_different(p, &v, x), v),
            _ => vec![(p, v)],
        };
        all.into_iter().flat_map(differ).collect()
    }

    /// The elements of one collection that are in another, or are not.
    fn sifted(
        &mut self,
        path: Path<'a>,
        t: &Rc<Coll<'a>>,
        u: &Rc<Coll<'a>>,
        wanted: bool,
    ) -> Out<'a, Val<'a>> {
        let all = self.elements(path, t);
        let sift = |(p, v): (Path<'a>, Val<'a>)| with_value(self.assume_in(p, &v, u, wanted), v);
        all.into_iter().flat_map(sift).collect()
    }

    fn some_cell(&mut self, mut path: Path<'a>) -> Out<'a, Val<'a>> {
        let v = self.unknown(&mut path, &CELL, &Shape::Any, None);
        vec![(path, v)]
    }

    /// Some steps from a cell, in a collection.
    fn on_ray(
        &mut self,
        mut path: Path<'a>,
        from: &Val<'a>,
        (down, right): (&Lin, &Lin),
        t: &Rc<Coll<'a>>,
    ) -> Out<'a, Val<'a>> {
        let k = self.fresh();
        path.assert_le(&Lin::number(1), &k);
        let Val::Tuple(from) = from else { return self.some_cell(path) };
        let mut moved = |run: &mut Run<'a>, at: &Val<'a>, step: &Lin| {
            let Val::Num(at) = at else { return Val::Num(run.fresh()) };
            let far = run.product(&mut path, &k, step);
            Val::Num(at.plus(1, &far).unwrap_or_else(|| run.fresh()))
        };
        let to = [moved(self, &from[0], down), moved(self, &from[1], right)];
        let v = Val::Tuple(to.into());
        if let Node::Product(_) = &t.node {
            return with_value(self.assume_in(path, &v, t, true), v);
        }
        self.met(&mut path, &v, t);
        vec![(path, v)]
    }

    /// A cell that touches another.
    fn adjacent(&mut self, mut path: Path<'a>, p: &Val<'a>) -> Out<'a, Val<'a>> {
        let (dr, dc) = (self.fresh(), self.fresh());
        let one = Lin::number(1);
        for (a, b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let sum = dr.times(a).and_then(|x| x.plus(b, &dc));
            path.assert(sum.and_then(|s| one.plus(-1, &s)));
        }
        let Val::Tuple(at) = p else { return self.some_cell(path) };
        let (Val::Num(r), Val::Num(c)) = (&at[0], &at[1]) else { return self.some_cell(path) };
        let (r, c) = (r.plus(1, &dr), c.plus(1, &dc));
        let (r, c) = (self.linear(&mut path, r), self.linear(&mut path, c));
        let v = Val::Tuple([Val::Num(r), Val::Num(c)].into());
        path.apart.push((v.clone(), p.clone()));
        vec![(path, v)]
    }

    /// A drawing with one more curve, which takes two lives, and a spot on it.
    fn after_a_curve(&mut self, mut path: Path<'a>, lives: &Val<'a>, new: &Val<'a>) -> Out<'a, Val<'a>> {
        let (v, after) = self.drawing(&mut path);
        if let (Val::Num(lives), Val::Num(new)) = (lives, new) {
            let two = Lin::number(2);
            path.assert_le(&two, lives);
            let most = lives.plus(1, new).and_then(|all| all.plus(-1, &two));
            path.assert(most.and_then(|most| most.plus(-1, &after)));
        }
        vec![(path, v)]
    }

    fn land(&mut self, mut path: Path<'a>, lives: &Val<'a>) -> Out<'a, Val<'a>> {
        let (v, part) = self.drawing(&mut path);
        if let Val::Num(lives) = lives {
            path.assert_le(&part, lives);
        }
        vec![(path, v)]
    }

    fn island(&mut self, mut path: Path<'a>, t: &Rc<Coll<'a>>) -> Out<'a, Val<'a>> {
        let id = self.fresh_id();
        let node = Node::Unknown { id, element: &CELL, value: None, shape: Shape::Any };
        let part = Rc::new(Coll { kind: Kind::Set, node });
        path.subsets.push((part.clone(), t.clone()));
        let size = self.statistic(&mut path, Statistic::Size, &part);
        path.assert_le(&Lin::number(1), &size);
        vec![(path, Val::Coll(part))]
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
}

/// The unknown numbers of a value, each with the numbers that several others have in the same place, if all are known.
fn same_places<'a>(v: &Val<'a>, items: &[Val<'a>]) -> Vec<(Lin, Vec<i128>)> {
    match v {
        Val::Num(v) => {
            let number = |v: &Val<'a>| if let Val::Num(n) = v { n.as_number() } else { None };
            let numbers: Option<Vec<i128>> = items.iter().map(number).collect();
            numbers.map(|numbers| (v.clone(), numbers)).into_iter().collect()
        }
        Val::Tuple(entries) => {
            let inner = |(i, v): (usize, &Val<'a>)| {
                let at = |item: &Val<'a>| if let Val::Tuple(es) = item { es.get(i).cloned() } else { None };
                let inner: Option<Vec<Val<'a>>> = items.iter().map(at).collect();
                inner.map_or(vec![], |inner| same_places(v, &inner))
            };
            entries.iter().enumerate().flat_map(inner).collect()
        }
        _ => vec![],
    }
}

/// The same value on several paths.
fn with_value<'a>(paths: Vec<Path<'a>>, v: Val<'a>) -> Out<'a, Val<'a>> {
    paths.into_iter().map(|p| (p, v.clone())).collect()
}
