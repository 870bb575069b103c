//! Long folds over numbers, without a value for each step: `count(n mod k == 0 for k in 1..n)`. A value for each part of each step
//! takes a hundred times as long as the step, and a table of the numbers of divisors up to 12,000 takes 72 million.
//!
//! What is found here is what [`Eval`] finds step by step. Where a step is anything but arithmetic of small numbers, or would be a
//! mistake, nothing is found, and each step is done as written.

use super::divisors::divisors;
use super::eval::{Eval, Result};
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Slot};
use crate::check::types::Type;
use crate::value::Value;

/// Shorter ranges are left as they are.
const LONG: i64 = 64;
/// Longer ones, too: no play waits for so many steps.
const LONGEST: i64 = 1 << 40;
/// So many numbers are bound at most.
const MOST_BOUND: usize = 3;
/// After so many steps, budgets are looked at.
const STEPS: u32 = 1 << 10;

/// The numbers that are bound.
type Bound = [i64; MOST_BOUND];

/// A number of a step.
enum Number {
    Fixed(i64),
    Bound(usize),
    Of(BinaryOp, Box<Number>, Box<Number>),
    Either(Box<Truth>, Box<Number>, Box<Number>),
    /// The entry of a list of numbers at a place from 1 on.
    Entry(Vec<i64>, Box<Number>),
}

/// A truth value of a step.
enum Truth {
    Fixed(bool),
    Compare(CompareOp, Box<Number>, Box<Number>),
    Not(Box<Truth>),
    And(Box<Truth>, Box<Truth>),
    Or(Box<Truth>, Box<Truth>),
}

/// What is gathered.
enum Item {
    Sum(Number),
    Count(Truth),
    /// Whether one is that.
    Finds(Truth, bool),
}

/// A range, and the guard behind it.
struct Loop {
    lo: Number,
    hi: Number,
    guard: Option<Truth>,
    /// The number of which only divisors are wanted.
    divided: Option<Number>,
}

/// Steps under way.
struct Tally<'m> {
    loops: Vec<Loop>,
    item: Item,
    total: i64,
    found: bool,
    steps: u32,
    look: &'m dyn Fn(u32) -> Result<()>,
}

impl Number {
    fn value(&self, bound: &Bound) -> Option<i64> {
        match self {
            Number::Fixed(n) => Some(*n),
            Number::Bound(i) => Some(bound[*i]),
            Number::Of(op, a, b) => {
                let (a, b) = (a.value(bound)?, b.value(bound)?);
                match op {
                    BinaryOp::Add => a.checked_add(b),
                    BinaryOp::Subtract => a.checked_sub(b),
                    BinaryOp::Multiply => a.checked_mul(b),
                    BinaryOp::Divide => (b > 0).then(|| a.div_euclid(b)),
                    BinaryOp::Mod => (b > 0).then(|| if a >= 0 { a % b } else { a.rem_euclid(b) }),
                    _ => None,
                }
            }
            Number::Either(c, a, b) => if c.holds(bound)? { a } else { b }.value(bound),
            Number::Entry(row, place) => {
                row.get(usize::try_from(place.value(bound)?).ok()?.checked_sub(1)?).copied()
            }
        }
    }
}

impl Truth {
    fn holds(&self, bound: &Bound) -> Option<bool> {
        Some(match self {
            Truth::Fixed(b) => *b,
            Truth::Compare(op, a, b) => {
                let (a, b) = (a.value(bound)?, b.value(bound)?);
                match op {
                    CompareOp::Equal => a == b,
                    CompareOp::NotEqual => a != b,
                    CompareOp::Less => a < b,
                    CompareOp::LessEqual => a <= b,
                }
            }
            Truth::Not(a) => !a.holds(bound)?,
            Truth::And(a, b) => a.holds(bound)? && b.holds(bound)?,
            Truth::Or(a, b) => a.holds(bound)? || b.holds(bound)?,
        })
    }
}

impl Tally<'_> {
    /// Goes through the loops from one on; `None` if a step is not found here. False once it is clear what is found.
    fn run(&mut self, from: usize, bound: &mut Bound) -> Result<Option<bool>> {
        let Some(Loop { lo, hi, .. }) = self.loops.get(from) else { return Ok(self.step(bound)) };
        let (Some(lo), Some(hi)) = (lo.value(bound), hi.value(bound)) else { return Ok(None) };
        if hi.checked_sub(lo).is_none_or(|n| n > LONGEST) {
            return Ok(None);
        }
        let divided = match &self.loops[from].divided {
            Some(of) => of.value(bound).filter(|of| *of > 0),
            None => None,
        };
        let mut next = Some(lo);
        while let Some(mut n) = next.filter(|n| *n <= hi) {
            if let Some(of) = divided.filter(|_| n > 0) {
                let Some(divisor) = self.divisor(of, n)? else { break };
                n = divisor;
                if n > hi {
                    break;
                }
            }
            next = n.checked_add(1);
            self.counted()?;
            bound[from] = n;
            match self.loops[from].guard.as_ref().map_or(Some(true), |guard| guard.holds(bound)) {
                None => return Ok(None),
                Some(false) => continue,
                Some(true) => {}
            }
            match self.run(from + 1, bound)? {
                Some(true) => {}
                other => return Ok(other),
            }
        }
        Ok(Some(true))
    }

    /// The least divisor of a positive number from another one on, if there is one.
    fn divisor(&mut self, of: i64, from: i64) -> Result<Option<i64>> {
        if from <= of / from {
            return Ok(Some(from));
        }
        for times in (1..=of / from).rev() {
            self.counted()?;
            if of % times == 0 {
                return Ok(Some(of / times));
            }
        }
        Ok(None)
    }

    /// A step, at some of which budgets are looked at.
    fn counted(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps >= STEPS { (self.look)(std::mem::take(&mut self.steps)) } else { Ok(()) }
    }

    fn step(&mut self, bound: &Bound) -> Option<bool> {
        match &self.item {
            Item::Sum(n) => self.total = self.total.checked_add(n.value(bound)?)?,
            Item::Count(c) => self.total += i64::from(c.holds(bound)?),
            Item::Finds(c, wanted) => self.found = c.holds(bound)? == *wanted,
        }
        Some(!self.found)
    }
}

/// Puts expressions into steps: those over numbers that are bound, and what is known.
struct Read<'r, 'a> {
    run: &'r Eval<'a>,
    bound: Vec<Slot>,
    /// How long the outer range is.
    steps: i64,
}

impl Read<'_, '_> {
    fn number(&self, e: &Expr) -> Option<Number> {
        match &e.kind {
            ExprKind::Int(n) => i64::try_from(n).ok().map(Number::Fixed),
            ExprKind::Local(slot) => match self.bound.iter().position(|s| s == slot) {
                Some(i) => Some(Number::Bound(i)),
                None => self.run.frame.get(*slot as usize)?.as_i64().map(Number::Fixed),
            },
            ExprKind::Negate(a) => {
                let zero = Box::new(Number::Fixed(0));
                Some(Number::Of(BinaryOp::Subtract, zero, Box::new(self.number(a)?)))
            }
            ExprKind::Binary(op, a, b) if e.ty == Type::Int => {
                use BinaryOp::*;
                let is_plain = matches!(op, Add | Subtract | Multiply | Divide | Mod);
                is_plain.then_some(())?;
                Some(Number::Of(*op, Box::new(self.number(a)?), Box::new(self.number(b)?)))
            }
            ExprKind::If(c, a, b) => {
                let (a, b) = (Box::new(self.number(a)?), Box::new(self.number(b)?));
                Some(Number::Either(Box::new(self.truth(c)?), a, b))
            }
            ExprKind::Index(row, place) if e.ty == Type::Int => {
                let Value::List(row) = self.known(row)? else { return None };
                // A long list is not copied for a few steps.
                let is_worth_it = row.len() as i64 / 4 <= self.steps;
                let row = row.iter().map(Value::as_i64).collect::<Option<_>>().filter(|_| is_worth_it)?;
                Some(Number::Entry(row, Box::new(self.number(place)?)))
            }
            _ => None,
        }
    }

    fn truth(&self, e: &Expr) -> Option<Truth> {
        match &e.kind {
            ExprKind::Bool(b) => Some(Truth::Fixed(*b)),
            ExprKind::Local(slot) => match self.run.frame.get(*slot as usize)? {
                Value::Bool(b) if !self.bound.contains(slot) => Some(Truth::Fixed(*b)),
                _ => None,
            },
            ExprKind::Not(a) => Some(Truth::Not(Box::new(self.truth(a)?))),
            ExprKind::Compare(op, a, b) if a.ty == Type::Int && b.ty == Type::Int => {
                Some(Truth::Compare(*op, Box::new(self.number(a)?), Box::new(self.number(b)?)))
            }
            ExprKind::Binary(BinaryOp::And, a, b) => {
                Some(Truth::And(Box::new(self.truth(a)?), Box::new(self.truth(b)?)))
            }
            ExprKind::Binary(BinaryOp::Or, a, b) => {
                Some(Truth::Or(Box::new(self.truth(a)?), Box::new(self.truth(b)?)))
            }
            _ => None,
        }
    }

    /// A value that has a name and is known.
    fn known(&self, e: &Expr) -> Option<Value> {
        match &e.kind {
            ExprKind::Local(slot) if !self.bound.contains(slot) => {
                self.run.frame.get(*slot as usize).cloned()
            }
            ExprKind::Global(id) => self.run.operate.machine.globals.borrow()[id.0 as usize].clone(),
            _ => None,
        }
    }

    /// The loops of some choices, of the last of which a condition is asked that is to hold, or not.
    fn loops(&mut self, binders: &[Binder], asked: Option<(&Expr, bool)>) -> Option<Vec<Loop>> {
        let each = binders.iter().enumerate().map(|(i, binder)| {
            let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
            let ([slot], ExprKind::Range(lo, Some(hi))) = (&slots[..], &source.kind) else { return None };
            let (lo, hi) = (self.number(lo)?, self.number(hi)?);
            let wanted = divisors(binder, asked.filter(|_| i + 1 == binders.len()));
            let divided = wanted.and_then(|d| self.number(d.of));
            self.bound.push(*slot);
            // Where a guard ends a range, it takes few steps to find the end.
            let ends = binder.guard.is_some() && self.run.operate.machine.cuts(binder).is_some();
            let guard = match &binder.guard {
                Some(guard) => Some(self.truth(guard)?),
                None => None,
            };
            (!ends).then_some(Loop { lo, hi, guard, divided })
        });
        each.collect()
    }
}

impl Eval<'_> {
    /// The value of a long fold of that kind; `None` if it is to be found step by step.
    ///
    /// # Errors
    /// A budget that ran out.
    pub(super) fn tally(&mut self, fold: Fold, item: &Expr, binders: &[Binder]) -> Result<Option<Value>> {
        let Some((loops, item)) = self.read(fold, item, binders) else { return Ok(None) };
        let meter = self.operate.meter.clone();
        let look = |steps: u32| Ok(meter.ticks_of(2 * steps)?);
        let mut tally = Tally { loops, item, total: 0, found: false, steps: 0, look: &look };
        let done = tally.run(0, &mut [0; MOST_BOUND])?;
        (tally.look)(tally.steps)?;
        Ok(done.map(|_| match fold {
            Fold::Any => Value::Bool(tally.found),
            Fold::All | Fold::None => Value::Bool(!tally.found),
            _ => Value::int(tally.total),
        }))
    }

    fn read(&self, fold: Fold, item: &Expr, binders: &[Binder]) -> Option<(Vec<Loop>, Item)> {
        if binders.len() > MOST_BOUND || !self.pins.is_empty() {
            return None;
        }
        let mut read = Read { run: self, bound: vec![], steps: 0 };
        let BinderKind::In { source, .. } = &binders.first()?.kind else { return None };
        let ExprKind::Range(lo, Some(hi)) = &source.kind else { return None };
        let (lo, hi) = (read.number(lo)?.value(&[0; MOST_BOUND])?, read.number(hi)?.value(&[0; MOST_BOUND])?);
        if hi.checked_sub(lo).is_none_or(|n| n < LONG) {
            return None;
        }
        read.steps = hi - lo;
        let asked = match fold {
            Fold::Count | Fold::Any | Fold::None => Some((item, true)),
            Fold::All => Some((item, false)),
            _ => None,
        };
        let loops = read.loops(binders, asked)?;
        let item = match fold {
            Fold::Sum => Item::Sum(read.number(item)?),
            Fold::Count => Item::Count(read.truth(item)?),
            Fold::Any | Fold::None => Item::Finds(read.truth(item)?, true),
            Fold::All => Item::Finds(read.truth(item)?, false),
            _ => return None,
        };
        Some((loops, item))
    }
}
