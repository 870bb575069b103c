//! Conditions on the number of a range for all numbers at once: membership of a set, or an entry of a list of truth values, at places
//! that stand a fixed way off, is a shift of the set's bits; `and`, `or` and `not` are what sets have in common, together, or not; what
//! a comparison with a number leaves is in a table. So are the entries of a list of truth values that depend on their places.

use super::chain_runs::mentions;
use super::code::{Masks, Op, To};
use super::compile::{Class, Compiler, Env, Val};
use super::memo::and;
use crate::check::ir::{Binder, BinderKind, CompareOp, Condition, Expr, Slot};
use crate::check::types::Type;
use crate::value::Value;

/// The numbers of a range that satisfy the first conditions of a guard.
pub(super) struct Sliced {
    pub(super) set: u16,
    /// What else the guard asks.
    pub(super) others: Option<Expr>,
}

/// Those for which a condition holds.
#[derive(Clone, Copy)]
enum Slice {
    Known(u128),
    Set(u16),
}

/// Numbers in sets are smaller than this.
const NUMBERS: i64 = 128;
/// Where places are shifted by more different ways, the numbers are tried one by one.
const WAYS: usize = 4;
/// Numbers that are compared with what numbers of a range are taken to are nearer to 0 than this, as there is a set for each.
const WIDEST: i64 = 1 << 10;
/// Shorter ranges are not worth it.
const SHORT: i64 = 4;

impl Compiler<'_> {
    /// The numbers of a known range for which the first conditions of a guard hold; `None` if those are nothing of the kind, or
    /// one of them may be a mistake.
    pub(super) fn sliced(&mut self, binder: &Binder, env: &Env) -> Option<Sliced> {
        let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
        let ([q], Type::Set(element)) = (slots.as_slice(), &source.ty) else { return None };
        if **element != Type::Int || !self.for_array {
            return None;
        }
        let conjuncts = binder.guard.as_ref()?.conjuncts();
        let (lo, hi) = self.known_ends(source, env)?;
        if lo < 0 || hi >= NUMBERS - 1 || hi - lo < SHORT {
            return None;
        }
        let before = self.mark();
        let mut slice = Slice::Known(range(lo, hi));
        let mut count = 0;
        for e in &conjuncts {
            let active = if let Slice::Known(set) = slice { set } else { range(lo, hi) };
            let mark = self.mark();
            let Some(next) = self.slice(e, *q, (active, slice), &mut env.clone()) else {
                self.back(&mark);
                break;
            };
            slice = self.common(slice, next)?;
            count += 1;
        }
        let Slice::Set(set) = slice else {
            self.back(&before);
            return None;
        };
        let others = conjuncts[count..].iter().map(|e| (*e).clone()).reduce(and);
        Some(Sliced { set, others })
    }

    /// A list of a truth value for each number of a known range from 1 on; `None` if it is nothing of the kind, or one may be a
    /// mistake.
    pub(super) fn sliced_list(&mut self, item: &Expr, binders: &[Binder], env: &mut Env) -> Option<u16> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return None;
        };
        let ([q], true) = (slots.as_slice(), item.ty == Type::Bool && self.for_array) else { return None };
        let (1, hi) = self.known_ends(source, env)? else { return None };
        if hi >= NUMBERS - 1 || hi - 1 < SHORT {
            return None;
        }
        let mark = self.mark();
        let all = range(1, hi);
        let slice = self.slice(item, *q, (all, Slice::Known(all)), &mut env.clone());
        let list = slice.and_then(|slice| {
            let set = self.in_set(slice)?;
            self.list_op(|d| Op::BitsList(d, set, hi as u16))
        });
        list.or_else(|| {
            self.back(&mark);
            None
        })
    }

    fn known_ends(&self, source: &Expr, env: &Env) -> Option<(i64, i64)> {
        let (lo, hi) = source.ends()?;
        Some((self.known(lo, env)?.as_i64()?, self.known(hi, env)?.as_i64()?))
    }

    pub(super) fn known_length(&self, list: &Expr, env: &Env) -> Option<i64> {
        let Some(Some(Val::L(l))) = env.slots.get(list.local()? as usize) else { return None };
        self.lengths.iter().find(|(known, _)| known == l).map(|(_, n)| *n)
    }

    /// The numbers among the active ones for which a condition holds. It is asked of no others, and of these only those that are
    /// within something that is found while a position is looked at: for others, it does not matter what it says.
    fn slice(&mut self, e: &Expr, q: Slot, (active, within): (u128, Slice), env: &mut Env) -> Option<Slice> {
        if let Some(known) = self.known_slice(e, q, active, env) {
            return Some(known);
        }
        if !mentions(e, q) {
            return self.all_or_none(e, (active, within), env);
        }
        let least =
            |active: u128, slice: Slice| if let Slice::Known(set) = slice { active & set } else { active };
        match e.condition() {
            Condition::Not(a) => {
                let a = self.slice(a, q, (active, within), env)?;
                self.rest_of(active, a)
            }
            Condition::And(a, b) => {
                let a = self.slice(a, q, (active, within), env)?;
                let within = self.common(within, a)?;
                let b = self.slice(b, q, (least(active, within), within), env)?;
                self.common(a, b)
            }
            Condition::Or(a, b) => {
                let a = self.slice(a, q, (active, within), env)?;
                let others = self.rest_of(active, a)?;
                let within = self.common(within, others)?;
                let b = self.slice(b, q, (least(active, within), within), env)?;
                self.joined(a, b)
            }
            Condition::In(x, source)
                if self.class(&source.ty) == Some(Class::Set) && source.local().is_some_and(|s| s != q) =>
            {
                let places = self.places(x, q, active, env)?;
                let set = self.set_for(source, env)?;
                self.shifted(set, &places)
            }
            Condition::Entry(list, place) => {
                let length = self.known_length(list, env)?;
                let places = self.places(place, q, active, env)?;
                if length >= NUMBERS || places.iter().any(|(_, at)| *at < 1 || *at > length) {
                    return None;
                }
                let l = self.list_for(list, env)?;
                let set = self.set_op(|d| Op::ListBits(d, l))?;
                self.shifted(set, &places)
            }
            Condition::If(c, a, b) => {
                let c = self.slice(c, q, (active, within), env)?;
                let others = self.rest_of(active, c)?;
                let (yes, no) = (self.common(within, c)?, self.common(within, others)?);
                let a = self.slice(a, q, (least(active, yes), yes), env)?;
                let b = self.slice(b, q, (least(active, no), no), env)?;
                let (a, b) = (self.common(a, c)?, self.common(b, others)?);
                self.joined(a, b)
            }
            Condition::Numbers(op, a, b) => self.compared(op, (a, b), q, (active, within), env),
            Condition::Truths(op, a, b) => {
                let a = self.slice(a, q, (active, within), env)?;
                let b = self.slice(b, q, (active, within), env)?;
                let differ = self.in_one(a, b)?;
                if op == CompareOp::Equal { self.rest_of(active, differ) } else { Some(differ) }
            }
            Condition::In(..) | Condition::Other => None,
        }
    }

    /// All active numbers if a condition holds that does not depend on them, else none.
    fn all_or_none(&mut self, e: &Expr, (active, within): (u128, Slice), env: &mut Env) -> Option<Slice> {
        let (none, all, no) = (self.fixed_set(0)?, self.fixed_set(active)?, self.label());
        let d = self.set_op(|d| Op::SetMove(d, none))?;
        self.unless_nothing(within, no)?;
        self.branch(e, env, no, false)?;
        self.emit(Op::SetMove(d, all))?;
        self.place(no);
        Some(Slice::Set(d))
    }

    /// Jumps where nothing is asked: what is not asked may be a mistake.
    fn unless_nothing(&mut self, within: Slice, to: To) -> Option<()> {
        let Slice::Set(set) = within else { return Some(()) };
        let count = self.word_op(|d| Op::Count(d, set))?;
        self.emit(Op::JumpUnless(count, to))
    }

    /// The active numbers of which what they are taken to compares so with a number that does not depend on them.
    fn compared(
        &mut self,
        op: CompareOp,
        (a, b): (&Expr, &Expr),
        q: Slot,
        (active, within): (u128, Slice),
        env: &mut Env,
    ) -> Option<Slice> {
        let (own, other, first) = match mentions(a, q) {
            true => (a, b, true),
            false => (b, a, false),
        };
        if mentions(other, q) {
            return None;
        }
        let places = self.places(own, q, active, env)?;
        let (least, most) = (places.iter().map(|p| p.1).min()?, places.iter().map(|p| p.1).max()?);
        if least <= -WIDEST || most >= WIDEST {
            return None;
        }
        // Numbers further off compare as those next to the least and the most.
        let (low, high) = (least - 1, most + 1);
        let holds = |x: i64, y: i64| {
            let (x, y) = if first { (x, y) } else { (y, x) };
            match op {
                CompareOp::Equal => x == y,
                CompareOp::NotEqual => x != y,
                CompareOp::Less => x < y,
                CompareOp::LessEqual => x <= y,
            }
        };
        let those =
            |y: i64| places.iter().filter(|(_, x)| holds(*x, y)).fold(0, |set, (i, _)| set | 1u128 << *i);
        let sets: Vec<u128> = (low..=high).map(those).collect();
        let (place, low, high, nothing) =
            (self.counter(0)?, self.constant(low)?, self.constant(high)?, self.label());
        self.unless_nothing(within, nothing)?;
        let y = self.word_for(other, env)?;
        let y = self.word_op(|d| Op::Max(d, y, low))?;
        let y = self.word_op(|d| Op::Min(d, y, high))?;
        self.emit(Op::Sub(place, y, low))?;
        self.place(nothing);
        self.code.masks.push(Masks { is_cell: false, held: false, sets });
        let pool = self.code.masks.len() as u32 - 1;
        self.set_op(|d| Op::SetMask(d, place, pool)).map(Slice::Set)
    }

    /// Where a condition depends on nothing else.
    fn known_slice(&self, e: &Expr, q: Slot, active: u128, env: &mut Env) -> Option<Slice> {
        let mut set = 0;
        for i in numbers(active) {
            let Value::Bool(holds) = self.known_for(e, q, i, env)? else { return None };
            set |= u128::from(holds) << i;
        }
        Some(Slice::Known(set))
    }

    fn known_for(&self, e: &Expr, q: Slot, i: i64, env: &mut Env) -> Option<Value> {
        let before = env.slots[q as usize].replace(Val::Known(Value::int(i)));
        let known = self.known(e, env);
        env.slots[q as usize] = before;
        known
    }

    /// For each active number, the one that is asked about.
    fn places(&self, x: &Expr, q: Slot, active: u128, env: &mut Env) -> Option<Vec<(i64, i64)>> {
        numbers(active).map(|i| Some((i, self.known_for(x, q, i, env)?.as_i64()?))).collect()
    }

    /// The numbers whose places are in a set.
    fn shifted(&mut self, set: u16, places: &[(i64, i64)]) -> Option<Slice> {
        let mut ways: Vec<(i64, u128)> = vec![];
        for (i, at) in places.iter().filter(|(_, at)| (0..NUMBERS).contains(at)) {
            match ways.iter_mut().find(|(way, _)| *way == i - at) {
                Some((_, from)) => *from |= 1 << at,
                None => ways.push((i - at, 1 << at)),
            }
        }
        if ways.len() > WAYS {
            return None;
        }
        let mut all = Slice::Known(0);
        for (way, from) in ways {
            let from = self.fixed_set(from)?;
            let part = self.set_op(|d| Op::SetAnd(d, set, from))?;
            let there = if way == 0 { part } else { self.set_op(|d| Op::SetShift(d, part, way as i32))? };
            all = self.joined(all, Slice::Set(there))?;
        }
        Some(all)
    }

    fn in_set(&mut self, slice: Slice) -> Option<u16> {
        match slice {
            Slice::Known(set) => self.fixed_set(set),
            Slice::Set(set) => Some(set),
        }
    }

    fn common(&mut self, a: Slice, b: Slice) -> Option<Slice> {
        match (a, b) {
            (Slice::Known(a), Slice::Known(b)) => Some(Slice::Known(a & b)),
            (Slice::Known(0), _) | (_, Slice::Known(0)) => Some(Slice::Known(0)),
            (a, b) => {
                let (a, b) = (self.in_set(a)?, self.in_set(b)?);
                self.set_op(|d| Op::SetAnd(d, a, b)).map(Slice::Set)
            }
        }
    }

    fn joined(&mut self, a: Slice, b: Slice) -> Option<Slice> {
        match (a, b) {
            (Slice::Known(a), Slice::Known(b)) => Some(Slice::Known(a | b)),
            (Slice::Known(0), other) | (other, Slice::Known(0)) => Some(other),
            (a, b) => {
                let (a, b) = (self.in_set(a)?, self.in_set(b)?);
                self.set_op(|d| Op::SetOr(d, a, b)).map(Slice::Set)
            }
        }
    }

    fn in_one(&mut self, a: Slice, b: Slice) -> Option<Slice> {
        match (a, b) {
            (Slice::Known(a), Slice::Known(b)) => Some(Slice::Known(a ^ b)),
            (a, b) => {
                let (a, b) = (self.in_set(a)?, self.in_set(b)?);
                self.set_op(|d| Op::SetXor(d, a, b)).map(Slice::Set)
            }
        }
    }

    fn rest_of(&mut self, active: u128, a: Slice) -> Option<Slice> {
        match a {
            Slice::Known(a) => Some(Slice::Known(active & !a)),
            Slice::Set(a) => {
                let all = self.fixed_set(active)?;
                self.set_op(|d| Op::SetMinus(d, all, a)).map(Slice::Set)
            }
        }
    }
}

fn range(lo: i64, hi: i64) -> u128 {
    numbers(u128::MAX).filter(|i| lo <= *i && *i <= hi).fold(0, |set, i| set | 1 << i)
}

fn numbers(set: u128) -> impl Iterator<Item = i64> {
    (0..NUMBERS).filter(move |i| set >> i & 1 == 1)
}
