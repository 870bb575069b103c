//! What is certainly in a collection, and what is certainly not; which collections it is a part of.

use super::Statistic;
use super::linear::Lin;
use super::run::{Run, coll};
use super::symbol::{Coll, Frame, Kind, Node, Path, Val, same};
use crate::check::ir::{Binder, BinderKind, Expr, ExprKind};
use std::rc::Rc;

impl<'a> Run<'a> {
    /// What is known at a glance.
    pub(super) fn contains_quickly(&self, path: &Path<'a>, x: &Val<'a>, s: &Rc<Coll<'a>>) -> Option<bool> {
        if path.members.iter().any(|(y, t)| y == x && same(s, t)) {
            return Some(true);
        }
        if path.non_members.iter().any(|(y, t)| y == x && same(s, t)) {
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
        let known = self.quietly(|run| run.contains_inner(path, x, s));
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
            Node::Unknown { .. } => self.contains_by_what_is_known(path, x, s),
            Node::Literal(items) => any_of(items.iter().map(|y| are_equal(path, x, y))),
            Node::Range(lo, hi) => match x {
                Val::Num(x) => within(path, x, lo, hi),
                _ => None,
            },
            Node::Put(t, y, _) if s.kind == Kind::Map => {
                any_of([are_equal(path, x, y), self.contains(path, x, t)].into_iter())
            }
            Node::With(t, y) => any_of([are_equal(path, x, y), self.contains(path, x, t)].into_iter()),
            Node::Without(t, y) if s.kind == Kind::Set => {
                match (are_equal(path, x, y), self.contains(path, x, t)) {
                    (Some(true), _) | (_, Some(false)) => Some(false),
                    (Some(false), Some(true)) => Some(true),
                    _ => None,
                }
            }
            // Of a bag one copy goes: another element stays.
            Node::Without(t, y) => match self.contains(path, x, t) {
                Some(false) => Some(false),
                Some(true) if are_equal(path, x, y) == Some(false) => Some(true),
                _ => None,
            },
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
            Node::Rearranged(t, _) => self.contains(path, x, t),
            Node::Indices(t) if t.kind == Kind::Map => self.contains(path, x, t),
            Node::Indices(t) => match x {
                Val::Num(n) => {
                    let mut path = path.clone();
                    let size = self.statistic(&mut path, Statistic::Size, t);
                    within(&path, n, &Lin::number(1), &size)
                }
                _ => None,
            },
            Node::Touching(p) => touches(path, x, p),
            Node::Product(sides) => self.is_of_each(path, x, sides),
            Node::Subsets(t) => match x {
                Val::Coll(x) if x.kind == Kind::Set => self.is_part(path, x, t).then_some(true),
                _ => None,
            },
            Node::For { .. } => self.contains_chosen(path, x, s),
            _ => None,
        }
    }

    /// Whether something is in a collection of which nothing is known but what the path says.
    fn contains_by_what_is_known(&mut self, path: &Path<'a>, x: &Val<'a>, s: &Rc<Coll<'a>>) -> Option<bool> {
        let is_one_of = |all: &[(Val<'a>, Rc<Coll<'a>>)]| {
            all.iter().any(|(y, t)| same(s, t) && are_equal(path, x, y) == Some(true))
        };
        if is_one_of(&path.members) {
            return Some(true);
        }
        // If it were in it, something would hold of it that does not.
        let said = path.alls.iter().any(|all| same(&all.of, s));
        let absurd = |run: &mut Run<'a>| run.instantiated(path.clone(), x, s).iter().all(Path::is_impossible);
        (is_one_of(&path.non_members) || said && absurd(self)).then_some(false)
    }

    /// `{ (x, y) for x in A, y in B }`: all pairs, the same wherever they are written, as `board(r, c)` is. What is said
    /// of B by looking at it is not taken over: nobody looks where A is empty.
    pub(super) fn product_of(
        &mut self,
        path: &Path<'a>,
        frame: &Frame<'a>,
        item: &'a Expr,
        binders: &'a [Binder],
    ) -> Option<Val<'a>> {
        let entries: Vec<&Expr> = match &item.kind {
            ExprKind::Tuple(parts) => parts.iter().collect(),
            ExprKind::Cell(row, col) => vec![row, col],
            _ => return None,
        };
        let mut bound: Vec<u32> = vec![];
        let mut sides = vec![];
        for (entry, binder) in entries.iter().zip(binders) {
            let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
            let mut free = binder.guard.is_none() && slots.as_slice() == [entry.local()?];
            source.each_slot(&mut |slot| free &= !bound.contains(&slot));
            let mut ways = self.quietly(|run| run.eval(path.clone(), frame, source));
            let (p, Val::Coll(side)) = ways.pop().filter(|_| ways.is_empty())? else { return None };
            if !free || side.kind != Kind::Set || p.facts.len() > path.facts.len() {
                return None;
            }
            bound.extend(slots);
            sides.push(side);
        }
        let all = sides.len() > 1 && sides.len() == entries.len() && entries.len() == binders.len();
        all.then(|| coll(Kind::Set, Node::Product(sides)))
    }

    /// Whether each entry of a tuple is in its own collection.
    fn is_of_each(&mut self, path: &Path<'a>, x: &Val<'a>, sides: &[Rc<Coll<'a>>]) -> Option<bool> {
        let Val::Tuple(entries) = x else { return None };
        let each: Vec<_> = entries.iter().zip(sides).map(|(v, side)| self.contains(path, v, side)).collect();
        if each.contains(&Some(false)) {
            return Some(false);
        }
        (entries.len() == sides.len() && each.iter().all(|e| *e == Some(true))).then_some(true)
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
        if listed.iter().any(|y| are_equal(path, x, y) == Some(true)) || self.is_made(path, x, s) {
            return Some(true);
        }
        // None of its elements can be x.
        let all = self.elements(path.clone(), s);
        let differs = |(p, v): (Path<'a>, Val<'a>)| are_equal(&p, x, &v) == Some(false) || p.is_impossible();
        all.into_iter().all(differs).then_some(false)
    }

    /// Whether a value is what a comprehension makes of an element that can be read off it: `(p.row, c)` of `c`.
    fn is_made(&mut self, path: &Path<'a>, x: &Val<'a>, s: &Rc<Coll<'a>>) -> bool {
        let Node::For { item: Some(item), binders, frame, .. } = &s.node else { return false };
        let [Binder { kind: BinderKind::In { slots, source, .. }, .. }] = *binders else { return false };
        let ([slot], Some(source)) = (slots.as_slice(), self.only_collection(path, frame, source)) else {
            return false;
        };
        let Some(from) = read_off(item, *slot, x) else { return false };
        if self.contains(path, &from, &source) != Some(true) || self.passes(path, &from, s) != Some(true) {
            return false;
        }
        let mut f = (**frame).clone();
        self.bind_slots(&mut f, slots, &from);
        let made = self.eval(path.clone(), &f, item);
        made.iter().all(|(p, v)| p.is_impossible() || are_equal(p, v, x) == Some(true))
    }

    /// Whether a value passes the conditions of `{ y for y in S where ... }`, if that is certain.
    pub(super) fn passes(&mut self, path: &Path<'a>, x: &Val<'a>, s: &Rc<Coll<'a>>) -> Option<bool> {
        let Node::For { only, binders, frame, .. } = &s.node else { return None };
        let [Binder { kind: BinderKind::In { slots, .. }, guard, .. }] = binders else { return None };
        let mut f = (**frame).clone();
        self.bind_slots(&mut f, slots, x);
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
            _ => self.leads_up(path, a, b),
        }
    }

    /// Whether a collection is part of something that is part of another. Collections that are equal are parts of
    /// each other, so the way up may be a circle: steps are counted.
    fn leads_up(&mut self, path: &Path<'a>, a: &Rc<Coll<'a>>, b: &Rc<Coll<'a>>) -> bool {
        if !self.goes_on() || self.climbing.iter().any(|t| same(t, a)) {
            return false;
        }
        self.climbing.push(a.clone());
        let found = self.wholes(path, a).iter().any(|t| self.is_part(path, t, b));
        self.climbing.pop();
        found
    }

    /// Collections that one is a part of, by how it is built.
    pub(super) fn wholes(&mut self, path: &Path<'a>, s: &Rc<Coll<'a>>) -> Vec<Rc<Coll<'a>>> {
        let mut wholes = match &s.node {
            Node::Without(t, _) | Node::Minus(t, _) => vec![t.clone()],
            Node::Common(t, u) => vec![t.clone(), u.clone()],
            Node::For { .. } => filter(s, self, path).into_iter().map(|(t, _)| t).collect(),
            Node::Rearranged(t, _) => vec![t.clone()],
            Node::Ray(_, _, _, t) => vec![t.clone()],
            _ => vec![],
        };
        let known = path.subsets.iter().filter(|(a, b)| same(a, s) && !same(b, s)).map(|(_, b)| b.clone());
        wholes.extend(known.take(3));
        wholes
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

/// Whether a number lies between two others, if that is certain.
fn within(path: &Path<'_>, x: &Lin, lo: &Lin, hi: &Lin) -> Option<bool> {
    if path.entails_le(lo, x) && path.entails_le(x, hi) {
        return Some(true);
    }
    (path.entails_lt(x, lo) || path.entails_lt(hi, x)).then_some(false)
}

/// Whether one cell is beside another: as far as that is certain.
fn touches<'a>(path: &Path<'a>, x: &Val<'a>, p: &Val<'a>) -> Option<bool> {
    if are_equal(path, x, p) == Some(true) {
        return Some(false);
    }
    let (Val::Tuple(x), Val::Tuple(p)) = (x, p) else { return None };
    let ([Val::Num(r), Val::Num(c)], [Val::Num(s), Val::Num(d)]) = (&**x, &**p) else { return None };
    let (rows, cols) = (r.plus(-1, s)?.as_number()?.abs(), c.plus(-1, d)?.as_number()?.abs());
    // At the edge of what a cell can be some of them are not there.
    (rows + cols != 1).then_some(false)
}

/// The value of a bound name for which an expression is `x`, if it is there as it is.
fn read_off<'a>(item: &Expr, slot: u32, x: &Val<'a>) -> Option<Val<'a>> {
    match (&item.kind, x) {
        (ExprKind::Local(s), x) if *s == slot => Some(x.clone()),
        (ExprKind::Tuple(parts), Val::Tuple(xs)) => {
            parts.iter().zip(xs.iter()).find_map(|(e, x)| read_off(e, slot, x))
        }
        (ExprKind::Cell(r, c), Val::Tuple(xs)) => {
            [r, c].into_iter().zip(xs.iter()).find_map(|(e, x)| read_off(e, slot, x))
        }
        _ => None,
    }
}

/// Whether two values are equal, if that is certain: they differ where different things stand.
pub(super) fn are_equal<'a>(path: &Path<'a>, x: &Val<'a>, y: &Val<'a>) -> Option<bool> {
    compared(path, x, y).or_else(|| hold_different_things(path, x, y).then_some(false))
}

/// Whether a list or a map has different entries at two places.
fn hold_different_things<'a>(path: &Path<'a>, x: &Val<'a>, y: &Val<'a>) -> bool {
    path.entries.iter().filter(|(_, i, _)| i == x).any(|(s, _, v)| {
        let mut others = path.entries.iter().filter(|(t, j, _)| j == y && same(s, t));
        others.any(|(_, _, w)| compared(path, v, w) == Some(false))
    })
}

/// Whether two values are equal, if that is certain by what they are.
fn compared<'a>(path: &Path<'a>, x: &Val<'a>, y: &Val<'a>) -> Option<bool> {
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
        // Exactly one of the numbers of a case is 1, the others are 0.
        (Val::Case(a), Val::Case(b)) => {
            let is = |n: &Lin, v: i128| {
                path.entails(n.shifted(-v)) && path.entails(n.times(-1).and_then(|n| n.shifted(v)))
            };
            let same = |(a, b): (&Lin, &Lin)| a == b || is(a, 1) && is(b, 1);
            let apart = |(a, b): (&Lin, &Lin)| is(a, 1) && is(b, 0) || is(a, 0) && is(b, 1);
            if a.iter().zip(b.iter()).any(apart) || are_apart(path, x, y) {
                return Some(false);
            }
            let certain = a.iter().zip(b.iter()).any(|(a, b)| is(a, 1) && is(b, 1));
            (certain || a.iter().zip(b.iter()).all(same)).then_some(true)
        }
        (Val::Tuple(a), Val::Tuple(b)) => {
            let each: Vec<_> = a.iter().zip(b.iter()).map(|(a, b)| are_equal(path, a, b)).collect();
            if each.contains(&Some(false)) || are_apart(path, x, y) {
                return Some(false);
            }
            each.iter().all(|e| *e == Some(true)).then_some(true)
        }
        (Val::Coll(_), Val::Coll(_)) | (Val::Opaque(_), Val::Opaque(_)) => {
            are_apart(path, x, y).then_some(false)
        }
        _ => None,
    }
}

/// Whether it was noted that two values differ.
fn are_apart<'a>(path: &Path<'a>, x: &Val<'a>, y: &Val<'a>) -> bool {
    path.apart.iter().any(|(a, b)| a == x && b == y || a == y && b == x)
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
