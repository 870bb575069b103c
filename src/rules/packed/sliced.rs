//! Conditions on the number of a range for all numbers at once: membership of a set, or an entry of a list of truth values, at places
//! that stand a fixed way off, is a shift of the set's bits; `and`, `or` and `not` are what sets have in common, together, or not.

use super::code::Op;
use super::compile::{Class, Compiler, Env, Val};
use super::memo::and;
use crate::check::ir::{Binder, BinderKind, Condition, Expr, Slot};
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
            let Some(next) = self.slice(e, *q, active, &mut env.clone()) else {
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

    fn known_ends(&self, source: &Expr, env: &Env) -> Option<(i64, i64)> {
        let (lo, hi) = source.ends()?;
        Some((self.known(lo, env)?.as_i64()?, self.known(hi, env)?.as_i64()?))
    }

    fn known_length(&self, list: &Expr, env: &Env) -> Option<i64> {
        let Some(Some(Val::L(l))) = env.slots.get(list.local()? as usize) else { return None };
        self.lengths.iter().find(|(known, _)| known == l).map(|(_, n)| *n)
    }

    /// The numbers among the active ones for which a condition holds; it is asked of no others.
    fn slice(&mut self, e: &Expr, q: Slot, active: u128, env: &mut Env) -> Option<Slice> {
        if let Some(known) = self.known_slice(e, q, active, env) {
            return Some(known);
        }
        match e.condition() {
            Condition::Not(a) => {
                let a = self.slice(a, q, active, env)?;
                self.rest_of(active, a)
            }
            Condition::And(a, b) => {
                let a = self.slice(a, q, active, env)?;
                let b = self.slice(b, q, if let Slice::Known(a) = a { a } else { active }, env)?;
                self.common(a, b)
            }
            Condition::Or(a, b) => {
                let a = self.slice(a, q, active, env)?;
                let b = self.slice(b, q, if let Slice::Known(a) = a { active & !a } else { active }, env)?;
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
            _ => None,
        }
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
