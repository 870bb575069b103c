//! The rules of a game of one pile gone through for all large piles of one class at once: what a move may lead to, and
//! what some move surely leads to. Whatever is not understood counts as possible and as not sure.

use super::number::{Num, Piles};
use crate::check::builtins::Builtin;
use crate::check::ir::{
    BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, GameId, LetId, Param, Slot,
};
use crate::check::types::{Shape, Type};
use crate::rules::eval::Eval;
use crate::rules::machine::Machine;
use crate::value::Value;
use std::cell::Cell;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Nothing can be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unseen;

pub(super) type Result<T> = std::result::Result<T, Unseen>;

/// A value that may depend on the pile and on what is chosen.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Abs {
    /// Always the same.
    Known(Value),
    /// A number of which something is known.
    Num(Num),
    /// Anything.
    Unknown,
}

/// How a choice was come to.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The choice is there for every pile that is meant, not only for some.
    pub(super) sure: bool,
    /// What guards say of expressions: the expression by its hash, and a number within whose bounds it is.
    facts: Vec<(u64, Num)>,
}

type Frame = Vec<Abs>;

/// A position that a move leads to: a nim-heap and piles of this game.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) heap: u64,
    pub(super) parts: Vec<Num>,
}

pub(super) struct Walk<'a> {
    pub(super) machine: &'a Machine,
    pub(super) game: GameId,
    /// Which parameter is the pile.
    pub(super) pile: usize,
    /// The least pile.
    pub(super) first: i64,
    pub(super) piles: Piles,
    /// So many numbers at both ends of a range are looked at one by one.
    pub(super) near: i64,
    /// Steps left before it is given up.
    pub(super) steps: &'a Cell<u32>,
}

/// A collection with more elements is not gone through.
const MANY: usize = 2000;

impl State {
    pub(super) fn new() -> State {
        State { sure: true, facts: vec![] }
    }

    /// The same with the facts of another: of an outer frame, or of what was known before a choice inside.
    fn within(mut self, outer: &State) -> State {
        self.facts = outer.facts.clone();
        self
    }

    /// The same facts, for a question about all piles and choices that are meant.
    fn fresh(&self) -> State {
        State { sure: true, facts: self.facts.clone() }
    }

    fn inner(&self) -> State {
        State { sure: self.sure, facts: vec![] }
    }

    fn doubtful(mut self, doubtful: bool) -> State {
        self.sure &= !doubtful;
        self
    }
}

impl Walk<'_> {
    fn step(&self) -> Result<()> {
        let left = self.steps.get().checked_sub(1).ok_or(Unseen)?;
        self.steps.set(left);
        if left & 0xfff == 0 { self.machine.meter().look().map_err(|_| Unseen) } else { Ok(()) }
    }

    /// Every way to choose the binders, with their guards.
    pub(super) fn choices(
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

    fn bind(&self, state: &State, frame: &Frame, b: &Binder) -> Result<Vec<(State, Frame)>> {
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
    fn elements(&self, state: &State, frame: &Frame, source: &Expr) -> Result<Vec<(State, Abs)>> {
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

    /// A large number that is in a collection for some piles only: what guards say of it is kept, for they are forgotten
    /// outside the collection, and the number itself is not.
    fn doubtful(&self, state: &State, item: &Expr, x: Abs) -> Abs {
        let Abs::Known(Value::Int(_)) = &x else { return x };
        let exact = self.as_num(&x);
        if exact.low < Some(self.piles.from) {
            return x;
        }
        let open = Num { residues: exact.residues, low: exact.low, ..self.piles.any() };
        Abs::Num(self.within_facts(state, item, open))
    }

    fn within_facts(&self, state: &State, e: &Expr, mut x: Num) -> Num {
        if !state.facts.is_empty() {
            let key = hash_of(e);
            for (_, fact) in state.facts.iter().filter(|(k, _)| *k == key) {
                x = self.piles.settled(self.piles.narrowed(x, fact));
            }
        }
        x
    }

    /// The numbers from `low` to `high`: those near the ends one by one, the others by their remainders.
    fn range(&self, state: &State, low: &Num, high: &Num) -> Result<Vec<(State, Abs)>> {
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
        for class in 0..self.piles.modulus as usize {
            self.step()?;
            let mut x = rest.clone();
            x.residues.iter_mut().enumerate().for_each(|(i, there)| *there = i == class);
            all.push((state.clone().doubtful(true), Abs::Num(self.piles.settled(x))));
        }
        Ok(all)
    }

    /// The value of an expression that depends on nothing open; `None` if it does depend on it.
    fn concrete(&self, frame: &Frame, e: &Expr) -> Option<Result<Value>> {
        if e.ty == Type::Position {
            return None;
        }
        let (mut bound, mut open) = (vec![], false);
        e.walk(&mut |e| {
            if let ExprKind::For(_, _, binders) | ExprKind::MapFor(_, _, binders) = &e.kind {
                for b in binders {
                    match &b.kind {
                        BinderKind::In { slots, .. } => bound.extend(slots.iter().copied()),
                        BinderKind::Is { slot, .. } => bound.push(*slot),
                    }
                }
            }
        });
        e.walk(&mut |e| {
            if let ExprKind::Local(s) | ExprKind::CallLocal(s, _) = &e.kind {
                open |= !bound.contains(s) && !matches!(frame.get(*s as usize), Some(Abs::Known(_)));
            }
        });
        if open {
            return None;
        }
        let value = |x: &Abs| if let Abs::Known(v) = x { v.clone() } else { Value::Bool(false) };
        let values: Vec<Value> = frame.iter().map(value).collect();
        Some(Eval::new(self.machine, None, values.len(), &values).eval(e).map_err(|_| Unseen))
    }

    /// The frame and the body of a call; arguments must be what the parameters are declared to be.
    fn call<'e>(&'e self, state: &State, frame: &Frame, e: &'e Expr) -> Result<(Frame, &'e Expr)> {
        let (id, args) = match &e.kind {
            ExprKind::Call(id, args) => (*id, args),
            ExprKind::CallLocal(slot, args) => match &frame[*slot as usize] {
                Abs::Known(Value::Function(id, _)) => (LetId(*id), args),
                _ => return Err(Unseen),
            },
            _ => return Err(Unseen),
        };
        let definition = self.machine.program.definition(id);
        let mut inner: Frame = vec![Abs::Unknown; definition.slots.len()];
        for (i, (arg, param)) in args.iter().zip(&definition.params).enumerate() {
            inner[i] = self.eval(state, frame, arg)?;
            if !self.fits(param, &inner[i]) {
                return Err(Unseen);
            }
        }
        Ok((inner, &definition.body))
    }

    fn fits(&self, param: &Param, x: &Abs) -> bool {
        match (&param.shape, x) {
            (_, Abs::Known(v)) => crate::rules::shape::misfit(param, v).is_none(),
            (Shape::Any, _) => true,
            (Shape::Range(low, high), Abs::Num(x)) => {
                let small = |b: &num_bigint::BigInt| i64::try_from(b).ok();
                low.as_ref().is_none_or(|l| small(l).is_some_and(|l| x.low >= Some(l)))
                    && high.as_ref().is_none_or(|h| small(h).is_some_and(|h| x.high.is_some_and(|x| x <= h)))
            }
            _ => false,
        }
    }

    fn abs(&self, x: Num) -> Abs {
        match x.as_number() {
            Some(n) => Abs::Known(Value::int(n)),
            None => Abs::Num(x),
        }
    }

    fn as_num(&self, x: &Abs) -> Num {
        match x {
            Abs::Num(x) => x.clone(),
            Abs::Known(v) => match v.as_i64().filter(|v| v.unsigned_abs() < 1 << 50) {
                Some(v) => self.piles.fixed(v),
                None => self.piles.any(),
            },
            Abs::Unknown => self.piles.any(),
        }
    }

    fn number(&self, state: &State, frame: &Frame, e: &Expr) -> Result<Num> {
        Ok(self.as_num(&self.eval(state, frame, e)?))
    }

    fn eval(&self, state: &State, frame: &Frame, e: &Expr) -> Result<Abs> {
        self.step()?;
        if let Some(value) = self.concrete(frame, e) {
            return Ok(Abs::Known(value?));
        }
        let found = self.eval_open(state, frame, e)?;
        if e.ty != Type::Int {
            return Ok(found);
        }
        let x = self.within_facts(state, e, self.as_num(&found));
        Ok(self.abs(x))
    }

    fn eval_open(&self, state: &State, frame: &Frame, e: &Expr) -> Result<Abs> {
        let number = |e: &Expr| self.number(state, frame, e);
        let piles = &self.piles;
        Ok(match &e.kind {
            ExprKind::Local(slot) => frame[*slot as usize].clone(),
            ExprKind::Negate(a) => Abs::Num(piles.subtract(&piles.fixed(0), &number(a)?)),
            ExprKind::Binary(op, a, b) => match op {
                BinaryOp::Add => Abs::Num(piles.add(&number(a)?, &number(b)?)),
                BinaryOp::Subtract => Abs::Num(piles.subtract(&number(a)?, &number(b)?)),
                BinaryOp::Multiply => Abs::Num(piles.multiply(&number(a)?, &number(b)?)),
                BinaryOp::Divide => Abs::Num(piles.divide(&number(a)?, &number(b)?).ok_or(Unseen)?),
                BinaryOp::Mod => Abs::Num(piles.remainder(&number(a)?, &number(b)?).ok_or(Unseen)?),
                BinaryOp::Power => Abs::Num(piles.power(&number(a)?, &number(b)?).ok_or(Unseen)?),
                _ => Abs::Unknown,
            },
            ExprKind::Builtin(f @ (Builtin::Min | Builtin::Max), args) if args.len() > 1 => {
                let mut best = number(&args[0])?;
                for arg in &args[1..] {
                    best = piles.extreme(&best, &number(arg)?, *f == Builtin::Max);
                }
                Abs::Num(best)
            }
            ExprKind::Builtin(Builtin::Abs, args) => Abs::Num(piles.absolute(&number(&args[0])?)),
            ExprKind::Builtin(
                f @ (Builtin::Least | Builtin::Largest | Builtin::Min | Builtin::Max),
                args,
            ) => {
                let all = self.elements(&state.fresh(), frame, &args[0])?;
                self.best(all, matches!(f, Builtin::Largest | Builtin::Max))?
            }
            ExprKind::For(fold @ (Fold::Max | Fold::Min), item, binders) => {
                let mut all = vec![];
                for (s, f) in self.choices(state.fresh(), frame, binders)? {
                    let x = self.eval(&s, &f, item)?;
                    all.push((s, x));
                }
                self.best(all, *fold == Fold::Max)?
            }
            ExprKind::Index(base, i) => match (self.eval(state, frame, base)?, self.eval(state, frame, i)?) {
                (Abs::Known(base), Abs::Known(i)) => {
                    Abs::Known(crate::builtin::collection::index(&base, &i).map_err(|_| Unseen)?)
                }
                _ => return Err(Unseen),
            },
            ExprKind::If(c, a, b) => {
                let mut found: Option<Abs> = None;
                for (wanted, e) in [(true, a), (false, b)] {
                    if let Some((s, frame)) = self.assume(state.clone(), frame.clone(), c, wanted)? {
                        let x = self.eval(&s, &frame, e)?;
                        found = Some(match found {
                            None => x,
                            Some(y) if x == y => x,
                            Some(y) if e.ty == Type::Int => {
                                Abs::Num(piles.either(&self.as_num(&x), &self.as_num(&y)))
                            }
                            Some(_) => Abs::Unknown,
                        });
                    }
                }
                found.unwrap_or(Abs::Unknown)
            }
            ExprKind::Call(..) | ExprKind::CallLocal(..) => {
                let (inner, body) = self.call(state, frame, e)?;
                self.eval(&state.inner(), &inner, body)?
            }
            _ => Abs::Unknown,
        })
    }

    /// The largest or the least of some numbers, of which there must surely be one.
    fn best(&self, all: Vec<(State, Abs)>, largest: bool) -> Result<Abs> {
        let mut surely: Option<Num> = None;
        let mut total: Option<Num> = None;
        for (s, x) in all {
            let x = self.as_num(&x);
            if s.sure {
                surely = Some(match surely {
                    None => x.clone(),
                    Some(y) => self.piles.extreme(&y, &x, largest),
                });
            }
            total = Some(match total {
                None => x,
                Some(y) => self.piles.either(&y, &x),
            });
        }
        let (surely, mut total) = (surely.ok_or(Unseen)?, total.ok_or(Unseen)?);
        if largest {
            (total.low, total.above) = (surely.low, surely.above);
        } else {
            (total.high, total.below) = (surely.high, surely.below);
        }
        Ok(Abs::Num(self.piles.settled(total)))
    }

    /// Whether two values are the same, for all that is meant or for none of it.
    fn same(&self, x: &Abs, y: &Abs) -> Option<bool> {
        match (x, y) {
            (Abs::Known(x), Abs::Known(y)) => Some(x == y),
            (Abs::Unknown, _) | (_, Abs::Unknown) => None,
            _ => self.piles.equal(&self.as_num(x), &self.as_num(y)),
        }
    }

    /// Whether something is in a collection, for all that is meant or for none of it.
    fn member(&self, state: &State, frame: &Frame, x: &Abs, source: &Expr) -> Option<bool> {
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
    fn truth(&self, state: &State, frame: &Frame, e: &Expr) -> Result<Option<bool>> {
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
    fn finds(
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
    pub(super) fn assume(
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
        let (mut state, mut frame) = (state.doubtful(known.is_none()), frame);
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

    /// Keeps that `a + d <= b`.
    fn refine(&self, state: &mut State, frame: &mut Frame, a: &Expr, b: &Expr, d: i64) -> Result<()> {
        let (x, y) = (self.number(state, frame, a)?, self.number(state, frame, b)?);
        let less = |bound: Option<i64>| bound.and_then(|b| b.checked_sub(d));
        let more = |bound: Option<i64>| bound.and_then(|b| b.checked_add(d));
        let of_a = Num { high: less(y.high), below: less(y.below), ..self.piles.any() };
        let of_b = Num { low: more(x.low), above: more(x.above), ..self.piles.any() };
        self.learn(state, frame, a, of_a)?;
        self.learn(state, frame, b, of_b)
    }

    /// Keeps the bounds of an expression, and what follows for its parts.
    fn learn(&self, state: &mut State, frame: &mut Frame, e: &Expr, fact: Num) -> Result<()> {
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

    /// The positions that an expression stands for.
    pub(super) fn positions(&self, state: &State, frame: &Frame, e: &Expr) -> Result<Vec<(State, Sum)>> {
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
                if pile.low >= Some(self.first) && smaller {
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
    fn is_list(&self, frame: &Frame, source: &Expr) -> bool {
        matches!(source.kind, ExprKind::List(_) | ExprKind::Bag(_)) || self.concrete(frame, source).is_some()
    }
}

impl Sum {
    fn plus(mut self, other: Sum) -> Result<Sum> {
        self.heap ^= other.heap;
        self.parts.extend(other.parts);
        if self.parts.len() > 4 { Err(Unseen) } else { Ok(self) }
    }
}

fn and(x: Option<bool>, y: Option<bool>) -> Option<bool> {
    match (x, y) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn hash_of(e: &Expr) -> u64 {
    let mut state = DefaultHasher::new();
    e.hash(&mut state);
    state.finish()
}
