//! Walks through the choices of binders, and what is gathered on the way: sets, lists, sums, counts.

use super::eval::{Eval, Result};
use super::narrow::own_range;
use super::native::wrong;
use crate::builtin::collection;
use crate::check::ir::{Binder, BinderKind, Expr, ExprKind, Fold};
use crate::value::{Int, OrdMap, OrdSet, Position, Value, Vector};

/// Whether a walk through choices goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// To the next choice.
    Next,
    /// No further: the answer is known.
    Done,
}

/// Ranges shorter than this are left as they are.
const SHORT_RANGE: i64 = 32;
/// Where guards end a range is looked for up to this number.
const FARTHEST: i64 = 1 << 60;

impl<'a> Eval<'a> {
    /// Runs `body` for every choice of the binders, left to right, in order.
    ///
    /// # Errors
    /// The first that stops the body or a binder.
    pub fn each(
        &mut self,
        binders: &[Binder],
        body: &mut dyn FnMut(&mut Eval<'a>) -> Result<Flow>,
    ) -> Result<Flow> {
        let Some((binder, rest)) = binders.split_first() else {
            self.operate.meter.tick()?;
            return body(self);
        };
        match &binder.kind {
            BinderKind::Is { slot, value, .. } => {
                self.frame[*slot as usize] = self.eval(value)?;
                self.guarded(binder, rest, body)
            }
            BinderKind::In { slots, source, .. } => {
                if let ExprKind::Range(lo, Some(hi)) = &source.kind {
                    return self.each_in_range(slots[0] as usize, lo, hi, binder, rest, body);
                }
                let source = self.eval(source)?;
                for element in collection::elements(&source) {
                    self.bind(slots, element);
                    if self.guarded(binder, rest, body)? == Flow::Done {
                        return Ok(Flow::Done);
                    }
                }
                Ok(Flow::Next)
            }
        }
    }

    fn each_in_range(
        &mut self,
        slot: usize,
        lo: &Expr,
        hi: &Expr,
        binder: &Binder,
        rest: &[Binder],
        body: &mut dyn FnMut(&mut Eval<'a>) -> Result<Flow>,
    ) -> Result<Flow> {
        let (low, high) = self.ends(slot, lo, hi, binder)?;
        let pinned = self.pins.iter().find(|p| p.0 as usize == slot).map(|p| p.1.clone());
        if let Some(Value::Int(n)) = pinned {
            self.frame[slot] = Value::Int(n.clone());
            return if low <= n && n <= high { self.guarded(binder, rest, body) } else { Ok(Flow::Next) };
        }
        for i in 0..self.operate.range_length(&low, &high)? {
            self.frame[slot] = Value::Int(low.add(&Int::from(i)));
            if self.guarded(binder, rest, body)? == Flow::Done {
                return Ok(Flow::Done);
            }
        }
        Ok(Flow::Next)
    }

    /// The ends of a range, or of the part of it in which its guard can hold.
    fn ends(&mut self, slot: usize, lo: &Expr, hi: &Expr, binder: &Binder) -> Result<(Int, Int)> {
        let (low, high) = (self.int(lo)?, self.int(hi)?);
        let narrowed = low.to_i64().and_then(|low| self.narrowed(slot, low, &high, binder));
        Ok(narrowed.map_or((low, high), |(a, b)| (Int::from(a), Int::from(b))))
    }

    /// The part of a long range in which its guard can hold, where that can be found by doubling and halving.
    fn narrowed(&mut self, slot: usize, low: i64, high: &Int, binder: &Binder) -> Option<(i64, i64)> {
        let endless = high.to_i64().is_none_or(|h| h > FARTHEST);
        let high = if endless { FARTHEST } else { high.to_i64()? };
        if low < 0 || high.saturating_sub(low) < SHORT_RANGE {
            return None;
        }
        let cuts = self.operate.machine.cuts(binder)?;
        let (mut from, mut to) = (low, high);
        for guard in cuts.upper {
            to = to.min(self.turns(slot, low, high, guard, true)? - 1);
        }
        for guard in cuts.lower {
            from = from.max(self.turns(slot, low, high, guard, false)?);
        }
        self.operate.machine.narrowed.update(|n| n + 1);
        (!endless || to < high).then_some((from, to))
    }

    /// The first number from `low` on for which a condition is no longer `at_first`; `None` if it cannot be
    /// computed. Numbers much larger than that one are not tried: with them, a power may have a billion digits.
    fn turns(&mut self, slot: usize, low: i64, high: i64, guard: &Expr, at_first: bool) -> Option<i64> {
        let still = |run: &mut Self, n: i64| {
            run.frame[slot] = Value::int(n);
            run.truth(guard).ok().map(|t| t == at_first)
        };
        let (mut from, mut to, mut step) = (low, high + 1, 1i64);
        while from < to {
            let probe = from.saturating_add(step - 1).min(high);
            if !still(self, probe)? {
                to = probe;
                break;
            }
            (from, step) = (probe + 1, step.saturating_mul(2));
        }
        while from < to {
            let middle = from + (to - from) / 2;
            if still(self, middle)? { from = middle + 1 } else { to = middle }
        }
        Some(from)
    }

    fn guarded(
        &mut self,
        binder: &Binder,
        rest: &[Binder],
        body: &mut dyn FnMut(&mut Eval<'a>) -> Result<Flow>,
    ) -> Result<Flow> {
        self.operate.meter.tick()?;
        match &binder.guard {
            Some(guard) if !self.truth(guard)? => Ok(Flow::Next),
            _ => self.each(rest, body),
        }
    }

    fn bind(&mut self, slots: &[u32], element: Value) {
        match (slots, element) {
            ([slot], element) => self.frame[*slot as usize] = element,
            ([row, col], Value::Cell(c)) => {
                self.frame[*row as usize] = Value::int(i64::from(c.row));
                self.frame[*col as usize] = Value::int(i64::from(c.col));
            }
            (slots, Value::Tuple(parts)) => {
                for (slot, part) in slots.iter().zip(parts.iter()) {
                    self.frame[*slot as usize] = part.clone();
                }
            }
            _ => unreachable!("checked to be a tuple"),
        }
    }

    /// Whether some choice of the binders makes the condition `wanted`.
    pub(super) fn finds(&mut self, item: &Expr, binders: &[Binder], wanted: bool) -> Result<bool> {
        let mut found = false;
        self.each(binders, &mut |run| {
            found = run.truth(item)? == wanted;
            Ok(if found { Flow::Done } else { Flow::Next })
        })?;
        Ok(found)
    }

    pub(super) fn fold(&mut self, fold: Fold, item: &Expr, binders: &[Binder], e: &Expr) -> Result<Value> {
        if let Some(value) = self.tally(fold, item, binders)? {
            return Ok(value);
        }
        match fold {
            Fold::Set => {
                let (mut set, mut weight) = (OrdSet::new(), 0);
                self.each(binders, &mut |run| {
                    let element = run.eval(item)?;
                    // What is there already adds nothing.
                    if !set.contains(&element) {
                        run.weigh(&element, &mut weight)?;
                        set.insert(element);
                    }
                    Ok(Flow::Next)
                })?;
                Ok(Value::Set(set))
            }
            Fold::List => {
                let (mut list, mut weight) = (Vector::new(), 0);
                self.each(binders, &mut |run| {
                    let element = run.eval(item)?;
                    run.weigh(&element, &mut weight)?;
                    list.push_back(element);
                    Ok(Flow::Next)
                })?;
                Ok(Value::List(list))
            }
            Fold::Bag => {
                let mut bag = Value::Bag(OrdMap::new());
                let mut weight = 0;
                self.each(binders, &mut |run| {
                    let element = run.eval(item)?;
                    run.weigh(&element, &mut weight)?;
                    bag = collection::with(&bag, element);
                    Ok(Flow::Next)
                })?;
                Ok(bag)
            }
            Fold::Sum => {
                let mut total = Int::from(0);
                self.each(binders, &mut |run| {
                    total = total.add(&run.int(item)?);
                    Ok(Flow::Next)
                })?;
                Ok(Value::Int(total))
            }
            Fold::SumPositions => {
                let mut total = Position::default();
                self.each(binders, &mut |run| {
                    total.parts.extend(run.target(item)?.parts);
                    run.limit(total.parts.len())
                })?;
                Ok(Value::Position(total))
            }
            Fold::Max | Fold::Min => self.extreme(fold, item, binders, e),
            Fold::Count => {
                let mut count = 0;
                self.each(binders, &mut |run| {
                    count += i64::from(run.truth(item)?);
                    Ok(Flow::Next)
                })?;
                Ok(Value::int(count))
            }
            Fold::Any => Ok(Value::Bool(self.finds(item, binders, true)?)),
            Fold::None => Ok(Value::Bool(!self.finds(item, binders, true)?)),
            Fold::All => Ok(Value::Bool(!self.finds(item, binders, false)?)),
        }
    }

    fn extreme(&mut self, fold: Fold, item: &Expr, binders: &[Binder], e: &Expr) -> Result<Value> {
        let mut best: Option<Int> = None;
        if let Some((slot, lo, hi)) = own_range(item, binders) {
            let (low, high) = self.ends(slot as usize, lo, hi, &binders[0])?;
            for i in 0..self.operate.range_length(&low, &high)? {
                self.operate.meter.tick()?;
                let n = if fold == Fold::Max { high.subtract(&Int::from(i)) } else { low.add(&Int::from(i)) };
                self.frame[slot as usize] = Value::Int(n.clone());
                if binders[0].guard.as_ref().map_or(Ok(true), |guard| self.truth(guard))? {
                    return Ok(Value::Int(n));
                }
            }
        } else {
            self.each(binders, &mut |run| {
                let n = run.int(item)?;
                let better = best.as_ref().is_none_or(|b| if fold == Fold::Max { n > *b } else { n < *b });
                if better {
                    best = Some(n);
                }
                Ok(Flow::Next)
            })?;
        }
        let name = if fold == Fold::Max { "largest" } else { "least" };
        best.map(Value::Int)
            .ok_or_else(|| wrong(e.span, "cannot-compute", &format!("the {name} of nothing at all")))
    }
}
