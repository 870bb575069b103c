//! What a condition says: paths on which it holds, with the facts it adds. A condition that is not understood adds
//! nothing, which is sound: fewer facts prove less.

use super::Ghost;
use super::linear::Lin;
use super::run::{Out, Run};
use super::symbol::{All, Coll, Frame, Kind, Node, Path, Val, same};
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold};
use crate::check::types::Shape;
use std::rc::Rc;

impl<'a> Run<'a> {
    /// The paths on which a condition is true, or false.
    pub(super) fn assume(
        &mut self,
        path: Path<'a>,
        frame: &Frame<'a>,
        e: &'a Expr,
        want: bool,
    ) -> Vec<Path<'a>> {
        if !self.goes_on() {
            return vec![path];
        }
        self.depth += 1;
        let out = self.assume_inner(path, frame, e, want);
        self.depth -= 1;
        out
    }

    fn assume_inner(&mut self, path: Path<'a>, frame: &Frame<'a>, e: &'a Expr, want: bool) -> Vec<Path<'a>> {
        use BinaryOp::{And, Or};
        match &e.kind {
            ExprKind::Bool(b) => {
                if *b == want {
                    vec![path]
                } else {
                    vec![]
                }
            }
            ExprKind::Not(a) => self.assume(path, frame, a, !want),
            ExprKind::Binary(op @ (And | Or), a, b) => {
                if (*op == And) == want {
                    let first = self.assume(path, frame, a, want);
                    return first.into_iter().flat_map(|p| self.assume(p, frame, b, want)).collect();
                }
                let mut out = self.assume(path.clone(), frame, a, want);
                for p in self.assume(path, frame, a, !want) {
                    out.extend(self.assume(p, frame, b, want));
                }
                self.pruned(out)
            }
            ExprKind::Compare(op, a, b) => {
                if let Some(paths) = self.assume_count(&path, frame, *op, a, b, want) {
                    return paths;
                }
                let mut out = vec![];
                for (p, (x, y)) in self.two(path, frame, a, b) {
                    out.extend(self.assume_compare(p, *op, &x, &y, want));
                }
                self.pruned(out)
            }
            ExprKind::In(x, source) => self.assume_in_source(path, frame, x, source, want),
            ExprKind::For(Fold::Any, item, binders) => {
                self.assume_some(path, frame, item, binders, true, want)
            }
            ExprKind::For(Fold::None, item, binders) => {
                self.assume_some(path, frame, item, binders, true, !want)
            }
            ExprKind::For(Fold::All, item, binders) => {
                self.assume_some(path, frame, item, binders, false, !want)
            }
            ExprKind::If(c, a, b) => {
                let mut out = vec![];
                for p in self.assume(path.clone(), frame, c, true) {
                    out.extend(self.assume(p, frame, a, want));
                }
                for p in self.assume(path, frame, c, false) {
                    out.extend(self.assume(p, frame, b, want));
                }
                self.pruned(out)
            }
            ExprKind::Call(id, args) => {
                let all = self.all(path, frame, args);
                all.into_iter().flat_map(|(p, args)| self.assume_call(p, *id, args, want)).collect()
            }
            _ => {
                let values = self.eval(path, frame, e);
                values.into_iter().filter_map(|(p, v)| is_truth(p, &v, want)).collect()
            }
        }
    }

    fn assume_call(
        &mut self,
        mut path: Path<'a>,
        id: crate::check::ir::LetId,
        args: Vec<Val<'a>>,
        want: bool,
    ) -> Vec<Path<'a>> {
        let definition = self.program.definition(id);
        for (param, arg) in definition.params.iter().zip(&args) {
            super::run::fits(&mut path, param, arg);
        }
        let mut frame: Frame<'a> = args.into_iter().map(Some).collect();
        frame.resize(definition.slots.len().max(frame.len()), None);
        self.assume(path, &frame, &definition.body, want)
    }

    /// Leaves out impossible paths, if there are several; joins them by forgetting if there are too many.
    fn pruned(&mut self, mut paths: Vec<Path<'a>>) -> Vec<Path<'a>> {
        if paths.len() > 1 {
            paths.retain(|p| !p.is_impossible());
        }
        self.forks = self.forks.saturating_sub(paths.len().saturating_sub(1) as u32);
        paths
    }

    fn assume_compare(
        &mut self,
        path: Path<'a>,
        op: CompareOp,
        x: &Val<'a>,
        y: &Val<'a>,
        want: bool,
    ) -> Vec<Path<'a>> {
        use CompareOp::*;
        match (op, want, x, y) {
            (Less, true, Val::Num(a), Val::Num(b)) | (LessEqual, false, Val::Num(b), Val::Num(a)) => {
                let mut path = path;
                path.assert_lt(a, b);
                vec![path]
            }
            (LessEqual, true, Val::Num(a), Val::Num(b)) | (Less, false, Val::Num(b), Val::Num(a)) => {
                let mut path = path;
                path.assert_le(a, b);
                vec![path]
            }
            (Equal, true, ..) | (NotEqual, false, ..) => self.assume_equal(path, x, y),
            (NotEqual, true, ..) | (Equal, false, ..) => self.assume_different(path, x, y),
            _ => vec![path],
        }
    }

    /// The paths on which two values are equal.
    pub(super) fn assume_equal(&mut self, mut path: Path<'a>, x: &Val<'a>, y: &Val<'a>) -> Vec<Path<'a>> {
        match (x, y) {
            (Val::Num(a), Val::Num(b)) | (Val::Bool(a), Val::Bool(b)) => path.assert_eq(a, b),
            (Val::Case(a), Val::Case(b)) => a.iter().zip(b.iter()).for_each(|(a, b)| path.assert_eq(a, b)),
            (Val::Tuple(a), Val::Tuple(b)) => {
                let mut paths = vec![path];
                for (a, b) in a.iter().zip(b.iter()) {
                    paths = paths.into_iter().flat_map(|p| self.assume_equal(p, a, b)).collect();
                }
                return paths;
            }
            (Val::Coll(a), Val::Coll(b)) => {
                for g in [Ghost::Size, Ghost::Sum] {
                    let (x, y) = (self.ghost(&mut path, g, a), self.ghost(&mut path, g, b));
                    path.assert_eq(&x, &y);
                }
                path.subsets.push((a.clone(), b.clone()));
                path.subsets.push((b.clone(), a.clone()));
            }
            _ => {}
        }
        vec![path]
    }

    /// The paths on which two values differ.
    pub(super) fn assume_different(&mut self, mut path: Path<'a>, x: &Val<'a>, y: &Val<'a>) -> Vec<Path<'a>> {
        if x == y {
            return vec![];
        }
        match (x, y) {
            (Val::Num(a), Val::Num(b)) | (Val::Bool(a), Val::Bool(b)) => {
                if path.entails_le(a, b) {
                    path.assert_lt(a, b);
                    return vec![path];
                }
                if path.entails_le(b, a) {
                    path.assert_lt(b, a);
                    return vec![path];
                }
                if !self.may_fork() {
                    return vec![path];
                }
                let mut other = path.clone();
                path.assert_lt(a, b);
                other.assert_lt(b, a);
                vec![path, other]
            }
            (Val::Case(a), Val::Case(b)) => {
                for (a, b) in a.iter().zip(b.iter()) {
                    if let (Some(sum), one) = (a.plus(1, b), Lin::number(1)) {
                        path.assert_le(&sum, &one);
                    }
                }
                vec![path]
            }
            (Val::Tuple(a), Val::Tuple(b)) => {
                // The first place where they differ.
                let (mut out, mut equal) = (vec![], vec![path]);
                for (a, b) in a.iter().zip(b.iter()) {
                    for p in &equal {
                        out.extend(self.assume_different(p.clone(), a, b));
                    }
                    equal = equal.into_iter().flat_map(|p| self.assume_equal(p, a, b)).collect();
                }
                self.pruned(out)
            }
            (Val::Coll(a), Val::Coll(b)) => {
                let (x, y) = (self.ghost(&mut path, Ghost::Size, a), self.ghost(&mut path, Ghost::Size, b));
                if a.kind == Kind::Set && self.is_part(&path, a, b) {
                    path.assert_lt(&x, &y);
                } else if a.kind == Kind::Set && self.is_part(&path, b, a) {
                    path.assert_lt(&y, &x);
                }
                for (empty, other, size) in [(a, b, &y), (b, a, &x)] {
                    if is_empty(empty) {
                        path.assert_lt(&Lin::default(), size);
                        // There is an element, whichever it is.
                        return self.elements(path, other).into_iter().map(|(p, _)| p).collect();
                    }
                }
                vec![path]
            }
            _ => vec![path],
        }
    }

    fn assume_in_source(
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
                    super::run::fits_shape(&mut path, inner, x);
                }
                self.met(&mut path, x, s);
                out = self.instantiated(path, x, s);
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
        path.strangers.push((x.clone(), s.clone()));
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
    fn assume_some(
        &mut self,
        path: Path<'a>,
        frame: &Frame<'a>,
        item: &'a Expr,
        binders: &'a [Binder],
        is: bool,
        want: bool,
    ) -> Vec<Path<'a>> {
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
        for (mut path, source) in self.eval(path, frame, source) {
            let Val::Coll(s) = source else {
                out.push(path);
                continue;
            };
            path.alls.push(All { of: s.clone(), frame: Rc::new(frame.clone()), slots, item, is: !is });
            let (mut paths, known) = self.known_elements(path, &s);
            for x in known {
                let mut f = frame.clone();
                bind_slots(&mut f, slots, &x);
                let after = |(p, there): (Path<'a>, bool)| {
                    if !there {
                        return vec![(p, there)];
                    }
                    self.assume(p, &f, item, !is).into_iter().map(|p| (p, there)).collect()
                };
                paths = paths.into_iter().flat_map(after).collect();
            }
            out.extend(paths.into_iter().map(|(p, _)| p));
        }
        self.pruned(out)
    }

    /// What is known of every element of a collection, said of one.
    pub(super) fn instantiated(&mut self, path: Path<'a>, x: &Val<'a>, s: &Rc<Coll<'a>>) -> Vec<Path<'a>> {
        let alls: Vec<All<'a>> = path.alls.iter().filter(|all| same(&all.of, s)).cloned().collect();
        let mut paths = vec![path];
        for all in alls {
            let mut f = (*all.frame).clone();
            bind_slots(&mut f, all.slots, x);
            paths = paths.into_iter().flat_map(|p| self.assume(p, &f, all.item, all.is)).collect();
        }
        paths
    }

    /// Elements that a collection is known to have. Where it may be empty, a path says so (false).
    fn known_elements(&mut self, path: Path<'a>, s: &Rc<Coll<'a>>) -> (Vec<(Path<'a>, bool)>, Vec<Val<'a>>) {
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
    fn assume_count(
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

    /// The choices that binders offer, each with its frame.
    pub(super) fn bind(
        &mut self,
        path: Path<'a>,
        frame: &Frame<'a>,
        binders: &'a [Binder],
    ) -> Out<'a, Frame<'a>> {
        let mut out = vec![(path, frame.clone())];
        for binder in binders {
            let mut next = vec![];
            for (path, frame) in out {
                next.extend(self.bind_one(path, frame, binder));
            }
            out = next;
        }
        out
    }

    fn bind_one(&mut self, path: Path<'a>, frame: Frame<'a>, binder: &'a Binder) -> Out<'a, Frame<'a>> {
        let mut bound = vec![];
        match &binder.kind {
            BinderKind::Is { slot, value, .. } => {
                for (p, v) in self.eval(path, &frame, value) {
                    let mut f = frame.clone();
                    f[*slot as usize] = Some(v);
                    bound.push((p, f));
                }
            }
            BinderKind::In { slots, names, source } => {
                for (p, source) in self.eval(path, &frame, source) {
                    let Val::Coll(s) = source else {
                        let mut f = frame.clone();
                        slots.iter().for_each(|slot| f[*slot as usize] = None);
                        bound.push((p, f));
                        continue;
                    };
                    for (p, v) in self.elements(p, &s) {
                        let mut p = p;
                        self.name(&v, names);
                        if let (Val::Num(n), [name]) = (&v, names.as_slice())
                            && let Some(n) = n.as_number()
                        {
                            p.chosen.push((name.clone(), n));
                        }
                        let mut f = frame.clone();
                        bind_slots(&mut f, slots, &v);
                        bound.push((p, f));
                    }
                }
            }
        }
        let Some(guard) = &binder.guard else { return bound };
        let guarded = |(p, f): (Path<'a>, Frame<'a>)| {
            let paths = self.assume(p, &f, guard, true);
            paths.into_iter().map(move |p| (p, f.clone())).collect::<Vec<_>>()
        };
        let out: Vec<_> = bound.into_iter().flat_map(guarded).collect();
        if out.len() <= 1 {
            return out;
        }
        out.into_iter().filter(|(p, _)| !p.is_impossible()).collect()
    }

    /// Gives the unknowns of a bound value the names of the binder.
    fn name(&mut self, v: &Val<'a>, names: &[String]) {
        let parts: Vec<Val<'a>> = match v {
            Val::Tuple(parts) if names.len() > 1 => parts.to_vec(),
            v => vec![v.clone()],
        };
        for (part, name) in parts.iter().zip(names) {
            if let Val::Num(n) = part
                && let Some(v) = n.as_var()
                && self.names[v as usize].is_none()
            {
                self.names[v as usize] = Some(name.clone());
            }
        }
    }
}

/// Puts a value into the slots of a binder, taken apart if there are several.
pub(super) fn bind_slots<'a>(frame: &mut Frame<'a>, slots: &[u32], v: &Val<'a>) {
    match (slots, v) {
        ([slot], v) => frame[*slot as usize] = Some(v.clone()),
        (slots, Val::Tuple(parts)) => {
            for (slot, part) in slots.iter().zip(parts.iter()) {
                frame[*slot as usize] = Some(part.clone());
            }
        }
        (slots, _) => slots.iter().for_each(|slot| frame[*slot as usize] = None),
    }
}

fn is_empty(s: &Coll<'_>) -> bool {
    matches!(&s.node, Node::Literal(items) if items.is_empty())
}

fn is_truth<'a>(mut path: Path<'a>, v: &Val<'a>, want: bool) -> Option<Path<'a>> {
    if let Val::Bool(b) = v {
        path.assert_eq(b, &Lin::number(i128::from(want)));
        if b.as_number().is_some_and(|n| n != i128::from(want)) {
            return None;
        }
    }
    Some(path)
}
