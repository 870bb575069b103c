//! What an expression needs in order to have a value.
//!
//! What a move is made of is evaluated by play itself: an expression without a value is a mistake, which ends the
//! play, so that it has one is a fact. Nobody evaluates `decreases` during play. There every need must follow from what
//! is known; what does not is noted, and then nothing is proved by it.

use super::Statistic;
use super::linear::Lin;
use super::run::{Out, Run};
use super::symbol::{Coll, Frame, Kind, Node, Path, Val, same};
use super::unknowns::number;
use crate::check::builtins::Builtin;
use crate::check::ir::{Binder, BinderKind, Expr, GameId};
use crate::check::types::{Shape, Type};
use crate::source::Span;
use std::rc::Rc;

/// The farthest row and column.
const FARTHEST: i128 = i32::MAX as i128;

/// The needs of an expression that were not proved.
#[derive(Clone, Debug)]
pub(super) struct Needs {
    /// The place of the expression under examination.
    pub(super) at: Span,
    /// How many calls it is inside: what is there is not told by itself.
    calls: u32,
    /// Expressions that may have no value.
    pub(super) open: Vec<Span>,
}

impl Needs {
    /// None yet, of the expression that stands here.
    pub(super) fn of(at: Span) -> Needs {
        Needs { at, calls: 0, open: vec![] }
    }
}

impl<'a> Run<'a> {
    /// Evaluates an expression that play does not evaluate; and where it may have no value.
    pub(super) fn eval_with_needs(
        &mut self,
        path: Path<'a>,
        frame: &Frame<'a>,
        e: &'a Expr,
    ) -> (Out<'a, Val<'a>>, Vec<Span>) {
        let before = self.needs.replace(Needs::of(e.span));
        let out = self.eval(path, frame, e);
        let open = std::mem::replace(&mut self.needs, before).map_or(vec![], |n| n.open);
        (out, open)
    }

    /// Something that is computed about expressions whose needs were looked at already.
    pub(super) fn quietly<T>(&mut self, work: impl FnOnce(&mut Run<'a>) -> T) -> T {
        let needs = self.needs.take();
        let result = work(self);
        self.needs = needs;
        result
    }

    /// Something inside a call: the call is reported.
    pub(super) fn inside_call<T>(&mut self, work: impl FnOnce(&mut Run<'a>) -> T) -> T {
        self.needs.iter_mut().for_each(|n| n.calls += 1);
        let result = work(self);
        self.needs.iter_mut().for_each(|n| n.calls -= 1);
        result
    }

    /// Remembers which expression is looked at; gives what to go back to.
    pub(super) fn looking_at(&mut self, span: Span) -> Option<Span> {
        let needs = self.needs.as_mut().filter(|n| n.calls == 0)?;
        Some(std::mem::replace(&mut needs.at, span))
    }

    pub(super) fn looked(&mut self, before: Option<Span>) {
        if let (Some(needs), Some(before)) = (&mut self.needs, before) {
            needs.at = before;
        }
    }

    /// What is looked at may have no value.
    pub(super) fn doubt(&mut self, path: &Path<'a>) {
        if self.needs.is_some()
            && !path.is_impossible()
            && let Some(needs) = &mut self.needs
            && !needs.open.contains(&needs.at)
        {
            needs.open.push(needs.at);
        }
    }

    /// Without `fact >= 0` there is no value.
    pub(super) fn need(&mut self, path: &mut Path<'a>, fact: Option<Lin>) {
        if self.needs.is_some() && !path.entails(fact.clone()) {
            self.doubt(path);
        }
        path.assert(fact);
    }

    /// Unless this holds there is no value.
    pub(super) fn need_that(&mut self, path: &Path<'a>, holds: bool) {
        if !holds {
            self.doubt(path);
        }
    }

    /// What a declared type demands of an argument: one that does not fit is a mistake.
    pub(super) fn need_to_fit(&mut self, path: &mut Path<'a>, shape: &Shape, arg: &Val<'a>) {
        match (shape, arg) {
            (Shape::Any, _) => {}
            (Shape::Range(lo, hi), Val::Num(n)) => {
                for (end, sign) in [(lo, 1), (hi, -1)] {
                    let Some(end) = end else { continue };
                    match number(end) {
                        Some(end) => self.need(path, n.plus(-1, &end).and_then(|d| d.times(sign))),
                        None => self.doubt(path),
                    }
                }
            }
            (Shape::Tuple(shapes), Val::Tuple(entries)) => {
                shapes.iter().zip(entries.iter()).for_each(|(s, v)| self.need_to_fit(path, s, v));
            }
            (Shape::Elements(inner), Val::Coll(s)) if self.needs.is_some() => {
                let fits = self.all_fit(path, inner, s);
                self.need_that(path, fits);
            }
            // Only a map that is a parameter itself is known to fit, and only where it fits by the same type.
            (Shape::Map(k, v), Val::Coll(s)) if self.needs.is_some() => {
                let fits = match &s.node {
                    Node::Unknown { shape: Shape::Map(a, b), .. } => (a, b) == (k, v),
                    _ => false,
                };
                self.need_that(path, fits);
            }
            (Shape::Elements(_) | Shape::Map(..), Val::Coll(_)) => {}
            _ => self.doubt(path),
        }
    }

    /// A position is one only if what it is given fits. Where play leads to it, that is noted when it is reached.
    pub(super) fn need_position(&mut self, path: &Path<'a>, id: GameId, args: &[Val<'a>]) {
        if self.needs.is_some() {
            let mut path = path.clone();
            let params = &self.program.game(id).params;
            params.iter().zip(args).for_each(|(p, arg)| self.need_to_fit(&mut path, &p.shape, arg));
        }
    }

    /// Whether no element of a collection fails to fit.
    fn all_fit(&mut self, path: &Path<'a>, shape: &Shape, s: &Rc<Coll<'a>>) -> bool {
        if *shape == Shape::Any {
            return true;
        }
        let all = self.elements(path.clone(), s);
        all.into_iter().all(|(mut p, v)| {
            let before = self.needs.clone();
            self.need_to_fit(&mut p, shape, &v);
            let open = |n: &Option<Needs>| n.as_ref().map_or(0, |n| n.open.len());
            let fits = open(&before) == open(&self.needs);
            self.needs = before;
            fits
        })
    }

    /// Evaluates the body for every choice of the binders.
    pub(super) fn need_for_all(
        &mut self,
        path: &Path<'a>,
        frame: &Frame<'a>,
        binders: &'a [Binder],
        items: &[&'a Expr],
    ) {
        if self.needs.is_none() {
            return;
        }
        for (p, f) in self.bind(path.clone(), frame, binders) {
            for item in items {
                self.eval(p.clone(), &f, item);
            }
        }
    }

    /// A least or largest is there only if anything is.
    pub(super) fn need_some(&mut self, path: &Path<'a>, s: &Rc<Coll<'a>>) {
        if self.needs.is_none() {
            return;
        }
        let mut p = path.clone();
        let size = self.statistic(&mut p, Statistic::Size, s);
        let some = p.entails_le(&Lin::number(1), &size)
            || self.quietly(|run| run.listed(&p, s, 12)).is_some_and(|all| !all.is_empty());
        self.need_that(path, some);
    }

    /// The largest of the choices of some binders: is there any?
    pub(super) fn need_a_choice(&mut self, path: &Path<'a>, frame: &Frame<'a>, binders: &'a [Binder]) {
        if self.needs.is_none() {
            return;
        }
        let mut there = true;
        for binder in binders {
            there &= binder.guard.is_none();
        }
        let [Binder { kind: BinderKind::In { source, .. }, .. }] = binders else {
            return self.doubt(path);
        };
        match self.quietly(|run| run.only_collection(path, frame, source)) {
            Some(s) if there => match &s.node {
                Node::Range(lo, hi) => self.need_that(path, path.entails_le(lo, hi)),
                _ => self.need_some(path, &s),
            },
            _ => self.doubt(path),
        }
    }

    /// A place that is read, or put again.
    pub(super) fn need_place(&mut self, path: &Path<'a>, base: &Val<'a>, i: &Val<'a>, put: bool) {
        if self.needs.is_none() {
            return;
        }
        let Val::Coll(s) = base else { return self.doubt(path) };
        if path.entries.iter().any(|(t, j, _)| j == i && same(s, t)) {
            return;
        }
        let there = match (s.kind, i) {
            (Kind::Map, _) => put || self.contains(path, i, s) == Some(true),
            (Kind::List, Val::Num(n)) => {
                let mut p = path.clone();
                let size = self.statistic(&mut p, Statistic::Size, s);
                p.entails_le(&Lin::number(1), n) && p.entails_le(n, &size)
            }
            _ => false,
        };
        self.need_that(path, there);
    }

    /// The row or column of a cell has at most nine digits.
    pub(super) fn need_near(&mut self, path: &Path<'a>, at: &Val<'a>) {
        if self.needs.is_none() {
            return;
        }
        let near = match at {
            Val::Num(n) => {
                let end = |sign: i128| n.times(sign).and_then(|n| Lin::number(FARTHEST).plus(-1, &n));
                path.entails(end(1)) && path.entails(end(-1))
            }
            _ => false,
        };
        self.need_that(path, near);
    }

    /// Whether a native function may have no value, whatever is known about what it is given.
    pub(super) fn need_native(&mut self, path: &Path<'a>, f: Builtin, args: &[Val<'a>], ty: &Type) {
        use Builtin as B;
        if self.needs.is_none() {
            return;
        }
        match (f, args) {
            (B::Min | B::Max | B::Least | B::Largest, [Val::Coll(s)]) => match &s.node {
                Node::Range(lo, hi) => self.need_that(path, path.entails_le(lo, hi)),
                _ => self.need_some(path, s),
            },
            (B::Min | B::Max, [Val::Num(_), _, ..]) => {}
            (B::Put, [base, i, _]) => self.need_place(path, base, i, true),
            (B::Iterate, [Val::Function(_), _, Val::Num(n)]) => {
                let short = n.as_number().is_some_and(|n| (0..=8).contains(&n));
                self.need_that(path, short);
            }
            (B::Total, _) => self.need_that(path, *ty == Type::Int),
            (
                B::Abs
                | B::Size
                | B::Indices
                | B::Sort
                | B::Reverse
                | B::Touching
                | B::Islands
                | B::Ray
                | B::Turned
                | B::Mirrored
                | B::Shifted
                | B::Connected
                | B::Lands
                | B::Lives
                | B::Letters
                | B::Mex,
                _,
            ) => {}
            _ => self.doubt(path),
        }
    }
}
