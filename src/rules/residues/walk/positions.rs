//! The positions that a target may be.

use super::{Frame, Num, Range, Result, State, Sum, Unseen, Walk};
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold};
use crate::rules::open;

impl Walk<'_> {
    /// The positions that an expression stands for.
    pub(in crate::rules::residues) fn positions(
        &self,
        state: &State,
        frame: &Frame,
        e: &Expr,
    ) -> Result<Vec<(State, Sum)>> {
        self.step()?;
        match &e.kind {
            ExprKind::Nothing => Ok(vec![(state.clone(), Sum { heap: 0, parts: vec![] })]),
            ExprKind::Heap(k) => {
                let k = self.number(state, frame, k)?.as_number().and_then(|k| u64::try_from(k).ok());
                let heap = k.filter(|k| *k < 1 << 32).ok_or(Unseen)?;
                Ok(vec![(state.clone(), Sum { heap, parts: vec![] })])
            }
            ExprKind::Position(game, args) if *game == self.game => {
                let pile = self.number(state, frame, &args[self.pile])?;
                let smaller = pile.below.is_some_and(|b| b < 0);
                let least =
                    pile.low.max(state.range.as_ref().and_then(|r| r.least_left(&pile, self.piles.from)));
                let handed_on = open::hands_on(self.machine, frame, self.given, args, self.pile);
                if least >= Some(self.first) && smaller && handed_on {
                    Ok(vec![(state.clone(), Sum { heap: 0, parts: vec![pile] })])
                } else {
                    Err(Unseen)
                }
            }
            ExprKind::Binary(BinaryOp::Sum, a, b) => {
                let mut all = vec![];
                for (s, x) in self.positions(state, frame, a)? {
                    for (s, y) in self.positions(&s, frame, b)? {
                        all.push((s, x.clone().plus(y)?));
                    }
                }
                Ok(all)
            }
            ExprKind::If(c, a, b) => {
                let mut all = vec![];
                for (wanted, e) in [(true, a), (false, b)] {
                    if let Some((s, frame)) = self.assume(state.clone(), frame.clone(), c, wanted)? {
                        all.extend(self.positions(&s, &frame, e)?);
                    }
                }
                Ok(all)
            }
            ExprKind::For(Fold::SumPositions, item, binders) => {
                let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] =
                    binders.as_slice()
                else {
                    return Err(Unseen);
                };
                let ([slot], true) = (slots.as_slice(), self.is_list(frame, source)) else {
                    return Err(Unseen);
                };
                let mut open = vec![(state.clone(), Sum { heap: 0, parts: vec![] })];
                for (_, x) in self.elements(state, frame, source)? {
                    let mut frame = frame.clone();
                    frame[*slot as usize] = x;
                    let mut next = vec![];
                    for (s, total) in open {
                        for (s, one) in self.positions(&s, &frame, item)? {
                            next.push((s, total.clone().plus(one)?));
                        }
                    }
                    open = next;
                }
                Ok(open)
            }
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                let (inner, body) = self.call(state, frame, e)?;
                let all = self.positions(&state.inner(), &inner, body)?;
                Ok(all.into_iter().map(|(s, x)| (s.within(state), x)).collect())
            }
            _ => Err(Unseen),
        }
    }

    /// Whether a collection has the same number of elements whatever the pile is, all of them told one by one.
    pub(super) fn is_list(&self, frame: &Frame, source: &Expr) -> bool {
        matches!(source.kind, ExprKind::List(_) | ExprKind::Bag(_)) || self.concrete(frame, source).is_some()
    }
}

impl Range {
    /// A bound for a pile `n - k t + c`, from the bounds of t.
    fn least_left(&self, pile: &Num, from: i64) -> Option<i64> {
        let run = pile.run.filter(|run| run.choice == self.choice && run.of < 0 && run.a == 1)?;
        let of = run.of.checked_neg()?;
        let bound = |(k, a, c): &(i64, i64, i64)| {
            // k t <= a n + c, so k m >= (k - of a) n + k run.c - of c.
            let slope = k.checked_sub(of.checked_mul(*a)?)?;
            let fixed = k.checked_mul(run.c)?.checked_sub(of.checked_mul(*c)?)?;
            let least = slope.checked_mul(from)?.checked_add(fixed)?;
            (*k > 0 && slope >= 0).then(|| -(-least).div_euclid(*k))
        };
        self.most.iter().filter_map(bound).max()
    }
}

impl Sum {
    pub(super) fn plus(mut self, other: Sum) -> Result<Sum> {
        self.heap ^= other.heap;
        self.parts.extend(other.parts);
        if self.parts.len() > 4 { Err(Unseen) } else { Ok(self) }
    }
}
