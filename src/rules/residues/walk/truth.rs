//! Whether a condition holds, where that is decidable, and what is known where it does.

use super::{Abs, Frame, Result, State, Walk, hash_of};
use crate::check::ir::{BinaryOp, Binder, CompareOp, Expr, ExprKind, Fold};
use crate::check::types::Type;
use crate::rules::residues::number::Num;
use crate::value::Value;

impl Walk<'_> {
    /// Whether two values are the same, for all that is meant or for none of it.
    pub(super) fn same(&self, x: &Abs, y: &Abs) -> Option<bool> {
        match (x, y) {
            (Abs::Known(x), Abs::Known(y)) => Some(x == y),
            (Abs::Unknown, _) | (_, Abs::Unknown) => None,
            _ => self.piles.equal(&self.as_num(x), &self.as_num(y)),
        }
    }

    /// Whether something is in a collection, for all that is meant or for none of it.
    pub(super) fn member(&self, state: &State, frame: &Frame, x: &Abs, source: &Expr) -> Option<bool> {
        if let ExprKind::Range(low, high) = &source.kind {
            let x = self.as_num(x);
            let low = self.piles.at_most(&self.number(state, frame, low).ok()?, &x);
            let high = match high {
                Some(high) => self.piles.at_most(&x, &self.number(state, frame, high).ok()?),
                None => Some(true),
            };
            return and(low, high);
        }
        let mut possible = false;
        for (s, y) in self.elements(&state.fresh(), frame, source).ok()? {
            match self.same(x, &y) {
                Some(true) if s.sure => return Some(true),
                Some(false) => {}
                _ => possible = true,
            }
        }
        (!possible).then_some(false)
    }

    /// Whether a condition holds, for all that is meant or for none of it.
    pub(super) fn truth(&self, state: &State, frame: &Frame, e: &Expr) -> Result<Option<bool>> {
        self.step()?;
        if let Some(value) = self.concrete(frame, e) {
            return Ok(Some(value? == Value::Bool(true)));
        }
        Ok(match &e.kind {
            ExprKind::Not(a) => self.truth(state, frame, a)?.map(|t| !t),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let decides = *op == BinaryOp::Or;
                let left = self.truth(state, frame, a)?;
                if left == Some(decides) {
                    return Ok(left);
                }
                // The right side is only looked at where the left one does not decide.
                let mut right = None;
                if let Some((s, frame)) = self.assume(state.clone(), frame.clone(), a, !decides)? {
                    right = self.truth(&s, &frame, b)?;
                }
                match (left, right) {
                    (Some(_), right) => right,
                    (None, right) => right.filter(|t| *t == decides),
                }
            }
            ExprKind::Compare(op, a, b) if a.ty == Type::Int => {
                let (x, y) = (self.number(state, frame, a)?, self.number(state, frame, b)?);
                match op {
                    CompareOp::LessEqual => self.piles.at_most(&x, &y),
                    CompareOp::Less => self.piles.at_most(&y, &x).map(|t| !t),
                    CompareOp::Equal => self.piles.equal(&x, &y),
                    CompareOp::NotEqual => self.piles.equal(&x, &y).map(|t| !t),
                }
            }
            ExprKind::In(x, source) => {
                let x = self.eval(state, frame, x)?;
                self.member(state, frame, &x, source)
            }
            ExprKind::For(fold @ (Fold::Any | Fold::All | Fold::None), item, binders) => {
                let wanted = *fold != Fold::All;
                let found = self.finds(state, frame, item, binders, wanted)?;
                if *fold == Fold::Any { found } else { found.map(|t| !t) }
            }
            ExprKind::If(c, a, b) => match self.truth(state, frame, c)? {
                Some(true) => self.truth(state, frame, a)?,
                Some(false) => self.truth(state, frame, b)?,
                None => None,
            },
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                let (inner, body) = self.call(state, frame, e)?;
                self.truth(&State::new(), &inner, body)?
            }
            _ => None,
        })
    }

    /// Whether some choice makes the condition `wanted`: surely, surely not, or neither.
    pub(super) fn finds(
        &self,
        state: &State,
        frame: &Frame,
        item: &Expr,
        binders: &[Binder],
        wanted: bool,
    ) -> Result<Option<bool>> {
        let mut possible = false;
        for (s, f) in self.choices(state.fresh(), frame, binders)? {
            match self.truth(&s, &f, item)? {
                Some(t) if t != wanted => {}
                Some(_) if s.sure => return Ok(Some(true)),
                _ => possible = true,
            }
        }
        Ok((!possible).then_some(false))
    }

    /// What is left where a condition is as wanted, with what it says of numbers.
    pub(in crate::rules::residues) fn assume(
        &self,
        state: State,
        frame: Frame,
        e: &Expr,
        wanted: bool,
    ) -> Result<Option<(State, Frame)>> {
        match &e.kind {
            ExprKind::Not(a) => return self.assume(state, frame, a, !wanted),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b)
                if (*op == BinaryOp::And) == wanted =>
            {
                return match self.assume(state, frame, a, wanted)? {
                    Some((state, frame)) => self.assume(state, frame, b, wanted),
                    None => Ok(None),
                };
            }
            _ => {}
        }
        let known = self.truth(&state, &frame, e)?;
        if known == Some(!wanted) {
            return Ok(None);
        }
        let (mut state, mut frame) = match known {
            Some(_) => (state, frame),
            None => (self.where_holds(state, &frame, e, wanted)?, frame),
        };
        match &e.kind {
            ExprKind::Compare(op, a, b) if a.ty == Type::Int => match (op, wanted) {
                (CompareOp::LessEqual, true) => self.refine(&mut state, &mut frame, a, b, 0)?,
                (CompareOp::LessEqual, false) => self.refine(&mut state, &mut frame, b, a, 1)?,
                (CompareOp::Less, true) => self.refine(&mut state, &mut frame, a, b, 1)?,
                (CompareOp::Less, false) => self.refine(&mut state, &mut frame, b, a, 0)?,
                (CompareOp::Equal, true) | (CompareOp::NotEqual, false) => {
                    self.refine(&mut state, &mut frame, a, b, 0)?;
                    self.refine(&mut state, &mut frame, b, a, 0)?;
                }
                (CompareOp::NotEqual, true) | (CompareOp::Equal, false) => {
                    let (x, y) = (self.number(&state, &frame, a)?, self.number(&state, &frame, b)?);
                    if x.low.is_some() && x.low == y.as_number() {
                        self.refine(&mut state, &mut frame, b, a, 1)?;
                    } else if y.low.is_some() && y.low == x.as_number() {
                        self.refine(&mut state, &mut frame, a, b, 1)?;
                    }
                }
            },
            ExprKind::In(x, source) if wanted => {
                if let ExprKind::Range(low, high) = &source.kind {
                    self.refine(&mut state, &mut frame, low, x, 0)?;
                    if let Some(high) = high {
                        self.refine(&mut state, &mut frame, x, high, 0)?;
                    }
                }
            }
            _ => {}
        }
        Ok(Some((state, frame)))
    }

    /// What is sure where a condition holds of which neither is known.
    fn where_holds(&self, state: State, frame: &Frame, e: &Expr, wanted: bool) -> Result<State> {
        let ExprKind::Compare(op, a, b) = &e.kind else { return Ok(state.doubtful(true)) };
        if a.ty != Type::Int {
            return Ok(state.doubtful(true));
        }
        let (x, y) = (self.number(&state, frame, a)?, self.number(&state, frame, b)?);
        let after = |x: &Num| self.piles.add(x, &self.piles.fixed(1));
        Ok(match (op, wanted) {
            (CompareOp::LessEqual, true) => state.where_at_most(&x, &y),
            (CompareOp::LessEqual, false) => state.where_at_most(&after(&y), &x),
            (CompareOp::Less, true) => state.where_at_most(&after(&x), &y),
            (CompareOp::Less, false) => state.where_at_most(&y, &x),
            _ => state.doubtful(true),
        })
    }

    /// Keeps that `a + d <= b`.
    pub(super) fn refine(
        &self,
        state: &mut State,
        frame: &mut Frame,
        a: &Expr,
        b: &Expr,
        d: i64,
    ) -> Result<()> {
        let (x, y) = (self.number(state, frame, a)?, self.number(state, frame, b)?);
        let less = |bound: Option<i64>| bound.and_then(|b| b.checked_sub(d));
        let more = |bound: Option<i64>| bound.and_then(|b| b.checked_add(d));
        let of_a = Num { high: less(y.high), below: less(y.below), ..self.piles.any() };
        let of_b = Num { low: more(x.low), above: more(x.above), ..self.piles.any() };
        self.learn(state, frame, a, of_a)?;
        self.learn(state, frame, b, of_b)
    }

    /// Keeps the bounds of an expression, and what follows for its parts.
    pub(super) fn learn(&self, state: &mut State, frame: &mut Frame, e: &Expr, fact: Num) -> Result<()> {
        self.step()?;
        let piles = &self.piles;
        match &e.kind {
            ExprKind::Local(slot) => {
                if let Abs::Num(old) = &frame[*slot as usize] {
                    frame[*slot as usize] = self.abs(piles.settled(piles.narrowed(old.clone(), &fact)));
                }
            }
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                for (part, other) in [(a, b), (b, a)] {
                    let rest = self.number(state, frame, other)?;
                    let fact =
                        Num { exact: None, residues: piles.any().residues, ..piles.subtract(&fact, &rest) };
                    self.learn(state, frame, part, fact)?;
                }
            }
            ExprKind::Binary(BinaryOp::Subtract, a, b) => {
                let rest = self.number(state, frame, a)?;
                let fact =
                    Num { exact: None, residues: piles.any().residues, ..piles.subtract(&rest, &fact) };
                self.learn(state, frame, b, fact)?;
            }
            _ => {}
        }
        state.facts.push((hash_of(e), fact));
        Ok(())
    }
}

pub(super) fn and(x: Option<bool>, y: Option<bool>) -> Option<bool> {
    match (x, y) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}
