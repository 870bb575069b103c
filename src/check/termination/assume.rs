//! What a condition says: paths on which it holds, with the facts it adds. A condition that is not understood adds
//! nothing, which is sound: fewer facts prove less.

use super::Statistic;
use super::linear::Lin;
use super::run::Run;
use super::symbol::{Coll, Frame, Kind, Node, Path, Val};
use crate::check::ir::{BinaryOp, CompareOp, Expr, ExprKind, Fold};
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
            self.doubt(&path);
            return vec![path];
        }
        self.depth += 1;
        let before = self.looking_at(e.span);
        let out = self.assume_inner(path, frame, e, want);
        self.looked(before);
        self.depth -= 1;
        out
    }

    /// The paths on which a guard is true, or false, as [`Run::assume`]. It may take half of the work that is left, and so may each
    /// of the conditions that it asks for: one that needs more adds nothing, so that the others, and where a move leads, are
    /// understood all the same.
    pub(super) fn guarded(
        &mut self,
        path: Path<'a>,
        frame: &Frame<'a>,
        guard: &'a Expr,
        want: bool,
    ) -> Vec<Path<'a>> {
        if let (ExprKind::Binary(BinaryOp::And, a, b), true) = (&guard.kind, want) {
            let first = self.guarded(path, frame, a, want);
            return first.into_iter().flat_map(|p| self.guarded(p, frame, b, want)).collect();
        }
        let paths = self.with_half(|run| run.assume(path.clone(), frame, guard, want));
        paths.unwrap_or_else(|| {
            self.doubt(&path);
            vec![path]
        })
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
            self.need_to_fit(&mut path, &param.shape, arg);
        }
        let mut frame: Frame<'a> = args.into_iter().map(Some).collect();
        frame.resize(definition.slots.len().max(frame.len()), None);
        self.inside_call(|run| run.assume(path, &frame, &definition.body, want))
    }

    /// Leaves out impossible paths, if there are several; joins them by forgetting if there are too many.
    pub(super) fn pruned(&mut self, mut paths: Vec<Path<'a>>) -> Vec<Path<'a>> {
        if paths.len() > 1 {
            paths.retain(|p| !p.is_impossible());
        }
        self.forks = self.forks.saturating_sub(paths.len().saturating_sub(1) as u32);
        paths
    }

    pub(super) fn assume_compare(
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
                for g in [Statistic::Size, Statistic::Sum] {
                    let (x, y) = (self.statistic(&mut path, g, a), self.statistic(&mut path, g, b));
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
            (Val::Num(a), Val::Num(b)) | (Val::Bool(a), Val::Bool(b)) => self.assume_less_or_more(path, a, b),
            (Val::Coll(a), Val::Coll(b)) => {
                path.apart.push((x.clone(), y.clone()));
                self.assume_not_the_same(path, a, b)
            }
            (Val::Opaque(_), Val::Opaque(_)) => {
                path.apart.push((x.clone(), y.clone()));
                vec![path]
            }
            (Val::Case(a), Val::Case(b)) => {
                for (a, b) in a.iter().zip(b.iter()) {
                    if let (Some(sum), one) = (a.plus(1, b), Lin::number(1)) {
                        path.assert_le(&sum, &one);
                    }
                }
                // Of three cases or more, that does not follow from their numbers.
                path.apart.push((x.clone(), y.clone()));
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
            _ => vec![path],
        }
    }

    fn assume_less_or_more(&mut self, mut path: Path<'a>, a: &Lin, b: &Lin) -> Vec<Path<'a>> {
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

    fn assume_not_the_same(
        &mut self,
        mut path: Path<'a>,
        a: &Rc<Coll<'a>>,
        b: &Rc<Coll<'a>>,
    ) -> Vec<Path<'a>> {
        let (x, y) =
            (self.statistic(&mut path, Statistic::Size, a), self.statistic(&mut path, Statistic::Size, b));
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
