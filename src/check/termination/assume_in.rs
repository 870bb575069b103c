//! What it says that something is in a collection, or that some, all or this many of its elements pass.

use super::run::{Run, sole_choices};
use super::symbol::{All, Coll, Frame, Node, Path, Val, same};
use crate::check::ir::{Binder, BinderKind, CompareOp, Expr, ExprKind, Fold};
use crate::check::types::Shape;
use std::rc::Rc;

/// Into so many paths a condition on all of some known elements is split: the elements after those add nothing. (On each of
/// eight neighbours, "not there, or not blue" takes 256, and the game is not understood; six take 35 ms.)
const SPLIT: usize = 64;

impl<'a> Run<'a> {
    pub(super) fn assume_in_source(
        &mut self,
        path: Path<'a>,
        frame: &Frame<'a>,
        x: &'a Expr,
        source: &'a Expr,
        want: bool,
    ) -> Vec<Path<'a>> {
        let mut out = vec![];
        if let ExprKind::Range(lo, None) = &source.kind {
            for (path, (x, lo)) in self.two(path, frame, x, lo) {
                let op = if want { CompareOp::LessEqual } else { CompareOp::Less };
                let (a, b) = if want { (&lo, &x) } else { (&x, &lo) };
                out.extend(self.assume_compare(path, op, a, b, true));
            }
            return out;
        }
        for (path, (x, source)) in self.two(path, frame, x, source) {
            match source {
                Val::Coll(s) => out.extend(self.assume_in(path, &x, &s, want)),
                _ => out.push(path),
            }
        }
        self.pruned(out)
    }

    /// The paths on which a value is in a collection, or is not.
    pub(super) fn assume_in(
        &mut self,
        path: Path<'a>,
        x: &Val<'a>,
        s: &Rc<Coll<'a>>,
        want: bool,
    ) -> Vec<Path<'a>> {
        self.quietly(|run| run.assume_in_inner(path, x, s, want))
    }

    fn assume_in_inner(
        &mut self,
        mut path: Path<'a>,
        x: &Val<'a>,
        s: &Rc<Coll<'a>>,
        want: bool,
    ) -> Vec<Path<'a>> {
        if let Some(known) = self.contains_quickly(&path, x, s) {
            return if known == want { vec![path] } else { vec![] };
        }
        if want {
            let mut out = vec![];
            if let Node::Unknown { shape, .. } = &s.node {
                if let Shape::Elements(inner) | Shape::Map(inner, _) = shape {
                    super::unknowns::fits_shape(&mut path, inner, x);
                }
                self.met(&mut path, x, s);
                let outside = numbers(&path.non_members, s);
                for path in self.apart_from(path, x, outside) {
                    out.extend(self.instantiated(path, x, s));
                }
            } else {
                for (p, v) in self.elements(path, s) {
                    for mut p in self.assume_equal(p, &v, x) {
                        self.met(&mut p, x, s);
                        out.extend(self.instantiated(p, x, s));
                    }
                }
            }
            return self.pruned(out);
        }
        path.non_members.push((x.clone(), s.clone()));
        let inside = numbers(&path.members, s);
        let mut out = vec![];
        for path in self.apart_from(path, x, inside) {
            out.extend(self.assume_outside(path, x, s));
        }
        out
    }

    /// The paths on which a value is none of these numbers: what is in a collection differs from what is not.
    fn apart_from(&mut self, path: Path<'a>, x: &Val<'a>, others: Vec<Val<'a>>) -> Vec<Path<'a>> {
        let mut paths = vec![path];
        for other in others.iter().filter(|_| matches!(x, Val::Num(_))) {
            paths = paths.into_iter().flat_map(|p| self.assume_different(p, x, other)).collect();
        }
        paths
    }

    /// What it says of how a collection is built that something is not in it.
    fn assume_outside(&mut self, mut path: Path<'a>, x: &Val<'a>, s: &Rc<Coll<'a>>) -> Vec<Path<'a>> {
        match &s.node {
            Node::Range(lo, hi) => match x {
                Val::Num(x) => {
                    let mut below = path.clone();
                    below.assert_lt(x, lo);
                    path.assert_lt(hi, x);
                    self.pruned(vec![below, path])
                }
                _ => vec![path],
            },
            Node::Literal(items) if items.len() <= 8 => {
                let mut out = vec![path];
                for item in items {
                    out = out.into_iter().flat_map(|p| self.assume_different(p, x, item)).collect();
                }
                out
            }
            Node::With(t, y) => {
                let different = self.assume_different(path, x, y);
                different.into_iter().flat_map(|p| self.assume_in(p, x, t, false)).collect()
            }
            Node::Union(t, u) => {
                let first = self.assume_in(path, x, t, false);
                first.into_iter().flat_map(|p| self.assume_in(p, x, u, false)).collect()
            }
            _ => vec![path],
        }
    }

    /// Some choice of the binders makes `item` equal to `is`, or (not `want`) none does.
    pub(super) fn assume_some(
        &mut self,
        path: Path<'a>,
        frame: &Frame<'a>,
        item: &'a Expr,
        binders: &'a [Binder],
        is: bool,
        want: bool,
    ) -> Vec<Path<'a>> {
        let sole = sole_choices(binders);
        if sole > 0 {
            let (first, rest) = binders.split_at(sole);
            let paths = self.bind(path, frame, first).into_iter().flat_map(|(p, f)| match rest {
                [] => self.assume(p, &f, item, is == want),
                rest => self.assume_some(p, &f, item, rest, is, want),
            });
            let paths = paths.collect();
            return self.pruned(paths);
        }
        self.need_for_all(&path, frame, binders, &[item]);
        if want {
            let chosen = self.bind(path, frame, binders);
            let paths = chosen.into_iter().flat_map(|(p, f)| self.assume(p, &f, item, is)).collect();
            return self.pruned(paths);
        }
        // Every choice makes `item` the opposite: true of those that are known.
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return vec![path];
        };
        let mut out = vec![];
        let sources = self.quietly(|run| run.eval(path, frame, source));
        for (mut path, source) in sources {
            let Val::Coll(s) = source else {
                out.push(path);
                continue;
            };
            path.alls.push(All { of: s.clone(), frame: Rc::new(frame.clone()), slots, item, is: !is });
            let (mut paths, known) = self.known_elements(path, &s);
            for x in known {
                if paths.len() >= SPLIT {
                    break;
                }
                let mut f = frame.clone();
                self.bind_slots(&mut f, slots, &x);
                let after = |(p, there): (Path<'a>, bool)| {
                    if !there {
                        return vec![(p, there)];
                    }
                    let paths = self.quietly(|run| run.assume(p, &f, item, !is));
                    paths.into_iter().map(|p| (p, there)).collect()
                };
                paths = paths.into_iter().flat_map(after).collect();
            }
            out.extend(paths.into_iter().map(|(p, _)| p));
        }
        self.pruned(out)
    }

    /// What is known about every element of a collection, said about one.
    pub(super) fn instantiated(&mut self, path: Path<'a>, x: &Val<'a>, s: &Rc<Coll<'a>>) -> Vec<Path<'a>> {
        let alls: Vec<All<'a>> = path.alls.iter().filter(|all| same(&all.of, s)).cloned().collect();
        let mut paths = vec![path];
        for all in alls {
            let mut f = (*all.frame).clone();
            self.bind_slots(&mut f, all.slots, x);
            paths = paths.into_iter().flat_map(|p| self.assume(p, &f, all.item, all.is)).collect();
        }
        paths
    }

    /// Elements that a collection is known to have. Where it may be empty, a path says so (false).
    pub(super) fn known_elements(
        &mut self,
        path: Path<'a>,
        s: &Rc<Coll<'a>>,
    ) -> (Vec<(Path<'a>, bool)>, Vec<Val<'a>>) {
        match &s.node {
            Node::Range(lo, hi) => {
                let ends = if lo == hi { vec![lo] } else { vec![lo, hi] };
                let ends = ends.into_iter().cloned().map(Val::Num).collect();
                if path.entails_le(lo, hi) {
                    return (vec![(path, true)], ends);
                }
                if !self.may_fork() {
                    return (vec![(path, false)], ends);
                }
                let (mut empty, mut some) = (path.clone(), path);
                empty.assert_lt(hi, lo);
                some.assert_le(lo, hi);
                (vec![(some, true), (empty, false)], ends)
            }
            _ => {
                let mut known = self.listed(&path, s, 12).unwrap_or_default();
                known.extend(path.members.iter().filter(|(_, t)| same(s, t)).map(|(x, _)| x.clone()).take(3));
                (vec![(path, true)], known)
            }
        }
    }

    /// `count(...) == 0`, `count(...) > 0`, `size(S) == 0` said as none and some.
    pub(super) fn assume_count(
        &mut self,
        path: &Path<'a>,
        frame: &Frame<'a>,
        op: CompareOp,
        a: &'a Expr,
        b: &'a Expr,
        want: bool,
    ) -> Option<Vec<Path<'a>>> {
        use CompareOp::*;
        let count = |e: &'a Expr| match &e.kind {
            ExprKind::For(Fold::Count, item, binders) => Some((&**item, binders.as_slice())),
            _ => None,
        };
        let is = |e: &Expr, n: i32| matches!(&e.kind, ExprKind::Int(m) if *m == n.into());
        let ((item, binders), none) = match (op, count(a), count(b)) {
            (Equal, Some(c), _) if is(b, 0) => (c, want),
            (NotEqual, Some(c), _) if is(b, 0) => (c, !want),
            (LessEqual, Some(c), _) if is(b, 0) => (c, want),
            (Less, Some(c), _) if is(b, 1) => (c, want),
            (Less, _, Some(c)) if is(a, 0) => (c, !want),
            (LessEqual, _, Some(c)) if is(a, 1) => (c, !want),
            _ => return None,
        };
        Some(self.assume_some(path.clone(), frame, item, binders, true, !none))
    }
}

/// The first numbers that are known to be in a collection, or not to be in it.
fn numbers<'a>(known: &[(Val<'a>, Rc<Coll<'a>>)], s: &Rc<Coll<'a>>) -> Vec<Val<'a>> {
    let of = known.iter().filter(|(x, t)| matches!(x, Val::Num(_)) && same(s, t));
    of.map(|(x, _)| x.clone()).take(3).collect()
}
