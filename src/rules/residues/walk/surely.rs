//! What binders may choose, and what some choice surely is.

use super::{Abs, Frame, MANY, Result, State, Unseen, Walk, hash_of};
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold, Slot};
use crate::check::types::Type;
use crate::rules::residues::number::{Num, Run};
use crate::value::Value;

impl Walk<'_> {
    /// Every way to choose the binders, with their guards.
    pub(in crate::rules::residues) fn choices(
        &self,
        state: State,
        frame: &Frame,
        binders: &[Binder],
    ) -> Result<Vec<(State, Frame)>> {
        let mut open = vec![(state, frame.clone())];
        for b in binders {
            let mut next = vec![];
            for (state, frame) in open {
                for (state, frame) in self.bind(&state, &frame, b)? {
                    match &b.guard {
                        None => next.push((state, frame)),
                        Some(guard) => next.extend(self.assume(state, frame, guard, true)?),
                    }
                }
            }
            open = next;
        }
        Ok(open)
    }

    pub(super) fn bind(&self, state: &State, frame: &Frame, b: &Binder) -> Result<Vec<(State, Frame)>> {
        let put = |slot: Slot, x: Abs| {
            let mut frame = frame.clone();
            frame[slot as usize] = x;
            frame
        };
        match &b.kind {
            BinderKind::Is { slot, value, .. } => {
                Ok(vec![(state.clone(), put(*slot, self.eval(state, frame, value)?))])
            }
            BinderKind::In { slots, source, .. } => {
                let elements = self.elements(state, frame, source)?;
                let bound = elements.into_iter().map(|(s, x)| match (slots.as_slice(), x) {
                    ([slot], x) => (s, put(*slot, x)),
                    (slots, Abs::Known(Value::Tuple(parts))) if slots.len() == parts.len() => {
                        let mut frame = frame.clone();
                        for (slot, part) in slots.iter().zip(parts.iter()) {
                            frame[*slot as usize] = Abs::Known(part.clone());
                        }
                        (s, frame)
                    }
                    (slots, _) => {
                        let mut frame = frame.clone();
                        slots.iter().for_each(|slot| frame[*slot as usize] = Abs::Unknown);
                        (s, frame)
                    }
                });
                Ok(bound.collect())
            }
        }
    }

    /// The elements of a collection; the same may come more than once.
    pub(super) fn elements(&self, state: &State, frame: &Frame, source: &Expr) -> Result<Vec<(State, Abs)>> {
        self.step()?;
        if let ExprKind::Range(low, Some(high)) = &source.kind {
            let (low, high) = (self.number(state, frame, low)?, self.number(state, frame, high)?);
            return self.range(state, &low, &high);
        }
        if let Some(value) = self.concrete(frame, source) {
            let all: Vec<Value> = crate::builtin::collection::elements(&value?).take(MANY + 1).collect();
            if all.len() > MANY {
                return Err(Unseen);
            }
            return Ok(all.into_iter().map(|x| (state.clone(), Abs::Known(x))).collect());
        }
        match &source.kind {
            ExprKind::For(Fold::Set | Fold::List | Fold::Bag, item, binders) => {
                let chosen = self.choices(state.clone(), frame, binders)?;
                let one = |(s, f): (State, Frame)| {
                    let x = self.eval(&s, &f, item)?;
                    let x = if s.sure { x } else { self.doubtful(&s, item, x) };
                    Ok((s.within(state), x))
                };
                chosen.into_iter().map(one).collect()
            }
            ExprKind::Set(items) | ExprKind::List(items) | ExprKind::Bag(items) => {
                items.iter().map(|item| Ok((state.clone(), self.eval(state, frame, item)?))).collect()
            }
            ExprKind::Binary(BinaryOp::Union | BinaryOp::Concat, a, b) => {
                let mut all = self.elements(state, frame, a)?;
                all.extend(self.elements(state, frame, b)?);
                Ok(all)
            }
            ExprKind::Binary(BinaryOp::With, a, b) => {
                let mut all = self.elements(state, frame, a)?;
                all.push((state.clone(), self.eval(state, frame, b)?));
                Ok(all)
            }
            ExprKind::Binary(op @ (BinaryOp::Common | BinaryOp::Minus), a, b)
                if matches!(a.ty, Type::Set(_)) =>
            {
                let wanted = *op == BinaryOp::Common;
                let mut all = vec![];
                for (s, x) in self.elements(state, frame, a)? {
                    match self.member(state, frame, &x, b) {
                        Some(inside) if inside != wanted => {}
                        known => all.push((s.doubtful(known.is_none()), x)),
                    }
                }
                Ok(all)
            }
            ExprKind::Binary(BinaryOp::Without, a, b) if matches!(a.ty, Type::Set(_)) => {
                let out = self.eval(state, frame, b)?;
                let mut all = vec![];
                for (s, x) in self.elements(state, frame, a)? {
                    match self.same(&x, &out) {
                        Some(true) => {}
                        known => all.push((s.doubtful(known.is_none()), x)),
                    }
                }
                Ok(all)
            }
            ExprKind::If(c, a, b) => {
                let mut all = vec![];
                for (wanted, e) in [(true, a), (false, b)] {
                    if let Some((s, frame)) = self.assume(state.clone(), frame.clone(), c, wanted)? {
                        all.extend(
                            self.elements(&s, &frame, e)?.into_iter().map(|(s, x)| (s.within(state), x)),
                        );
                    }
                }
                Ok(all)
            }
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                let (inner, body) = self.call(state, frame, source)?;
                let all = self.elements(&state.inner(), &inner, body)?;
                Ok(all.into_iter().map(|(s, x)| (s.within(state), x)).collect())
            }
            _ => Err(Unseen),
        }
    }

    /// A large number that is in a collection for some piles only: what guards say of it is kept, since they are forgotten
    /// outside the collection, and the number itself is not.
    pub(super) fn doubtful(&self, state: &State, item: &Expr, x: Abs) -> Abs {
        let Abs::Known(Value::Int(_)) = &x else { return x };
        let exact = self.as_num(&x);
        if exact.low < Some(self.piles.from) {
            return x;
        }
        let open = Num { residues: exact.residues, low: exact.low, ..self.piles.any() };
        Abs::Num(self.within_facts(state, item, open))
    }

    pub(super) fn within_facts(&self, state: &State, e: &Expr, mut x: Num) -> Num {
        if !state.facts.is_empty() {
            let key = hash_of(e);
            for (_, fact) in state.facts.iter().filter(|(k, _)| *k == key) {
                x = self.piles.settled(self.piles.narrowed(x, fact));
            }
        }
        x
    }

    /// The numbers from `low` to `high`: those near the ends one by one, the others by their remainders.
    pub(super) fn range(&self, state: &State, low: &Num, high: &Num) -> Result<Vec<(State, Abs)>> {
        let mut all = vec![];
        let mut rest = self.piles.any();
        (rest.low, rest.above) = (low.low, low.above);
        (rest.high, rest.below) = (high.high, high.below);
        let mut one = |x: Num| {
            let inside = (self.piles.at_most(low, &x), self.piles.at_most(&x, high));
            let out = inside.0 == Some(false) || inside.1 == Some(false);
            if !out {
                let sure = inside == (Some(true), Some(true));
                all.push((state.clone().doubtful(!sure), self.abs(x)));
            }
            !out
        };
        let length = |a: i64, b: i64| usize::try_from(b - a).is_ok_and(|l| l <= MANY);
        match (low.exact, high.exact) {
            (Some((0, a)), Some((0, b))) => {
                if b >= a && !length(a, b) {
                    return Err(Unseen);
                }
                for c in a..=b {
                    one(self.piles.fixed(c));
                }
                return Ok(all);
            }
            (Some((1, a)), Some((1, b))) if b < a || length(a, b) => {
                for c in a..=b {
                    one(self.piles.line(1, c));
                }
                return Ok(all);
            }
            _ => {}
        }
        if let Some((0, a)) = low.exact {
            let bounded = (a..a + self.near).any(|c| !one(self.piles.fixed(c)));
            if bounded {
                return Ok(all);
            }
            rest.low = Some(a + self.near);
        }
        if let Some((1, b)) = high.exact {
            for c in b - self.near + 1..=b {
                one(self.piles.line(1, c));
            }
            rest.below = Some(b - self.near);
        }
        let most = match (rest.below, high.quotient) {
            (Some(below), _) if high.exact.is_some_and(|h| h.0 == 1) => Some((1, 1, below)),
            (_, Some((a, c, d))) => Some((d, a, c)),
            _ => None,
        };
        let bounds = low.exact.filter(|l| l.0 == 0 && state.sure).and(rest.low).zip(most);
        for class in 0..self.piles.modulus {
            self.step()?;
            let mut x = rest.clone();
            x.residues.iter_mut().enumerate().for_each(|(i, there)| *there = i as i64 == class);
            let mut state = state.clone().doubtful(true);
            if let Some((low, most)) = bounds {
                let choice = self.choices.get() + 1;
                self.choices.set(choice);
                state.range = Some(super::Range { choice, class, low, most: vec![most] });
                x.run = Some(Run { choice, of: 1, a: 0, c: 0 });
            }
            all.push((state, Abs::Num(self.piles.settled(x))));
        }
        Ok(all)
    }
}
