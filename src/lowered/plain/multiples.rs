//! Choices that leave some remainder: `k in 1..n where k mod m == r` is `j in 1..n / m, k = j * m + r`, or nearly so, whatever
//! `m` is in the position. All that is asked of `k` stays; that it is in its range is said once more, for those who prove things.

use super::binders::Scope;
use super::checks::truth;
use super::collections::joined;
use super::facts::{is_atom, number, uses};
use super::near::{is_short, numbers_chosen};
use super::replace::is_free_of;
use super::solved::{Multiple, is_one, operands, operation};
use super::state::{Plain, like};
use crate::check::builtins::Builtin;
use crate::check::ir::{
    BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Slot, each_in_binders_mut,
};
use crate::check::types::Type;
use num_bigint::BigInt;

use BinaryOp::{Add, And, Divide, Mod, Multiply as Times, Subtract};

/// `x mod modulus == left`, where x is a choice, or a choice taken from a number, and what is added to that.
struct Remainder {
    of: Multiple,
    modulus: Expr,
    left: Expr,
}

impl Plain<'_> {
    /// Chooses how often the modulus goes into a number, where it was the number that was chosen.
    pub(super) fn multiples_chosen(
        &mut self,
        binders: &mut Vec<Binder>,
        at: usize,
        tail: &mut [&mut Expr],
        scope: Scope<'_>,
    ) -> bool {
        let Some((slot, (lo, hi))) = numbers_chosen(&binders[at]) else { return false };
        if self.of_pile || is_short(&lo, &hi) || !self.is_total(&lo) || !self.is_total(&hi) {
            return false;
        }
        let Some(remainder) = self.remainder(binders, at, tail, scope, slot) else { return false };
        let mut named = vec![];
        let (lo, hi) = (self.named_in(&mut named, lo), self.named_in(&mut named, hi));
        let modulus = self.modulus_named(&mut named, &remainder, (&lo, &hi));
        put_modulus(&mut binders[at..], tail, slot, &remainder.modulus, &modulus);
        let step = self.named_in(&mut named, positive(&modulus));
        let first = self.named_in(&mut named, remainder.first(&step));
        named.push(self.stepped(&mut binders[at], slot, (&lo, &hi), (&first, &step)));
        binders.splice(at..at, named);
        true
    }

    /// Makes a choice from a range a name for one of the numbers in steps from the first; gives the choice of how many steps.
    fn stepped(
        &mut self,
        binder: &mut Binder,
        slot: Slot,
        (lo, hi): (&Expr, &Expr),
        (first, step): (&Expr, &Expr),
    ) -> Binder {
        let (times, span) = (self.fresh(&Type::Int), binder.span);
        let value = sum(&operation(Times, &like(lo, ExprKind::Local(times)), step), first);
        let most = operation(Divide, &difference(hi, first), step);
        let range = ExprKind::Range(Box::new(least_times(lo, first, step)), Some(Box::new(most)));
        if let BinderKind::In { source, names, .. } = &mut binder.kind {
            let chosen = Box::new(like(lo, ExprKind::Local(slot)));
            let inside = truth(lo, ExprKind::In(chosen, Box::new(source.clone())));
            binder.guard = joined(Some(inside), binder.guard.take());
            binder.kind = BinderKind::Is { slot, name: std::mem::take(&mut names[0]), value };
        }
        let source = Expr { kind: range, ty: Type::Set(Box::new(Type::Int)), span };
        let kind = BinderKind::In { slots: vec![times], names: vec![String::new()], source };
        Binder { kind, guard: None, span }
    }

    /// What a condition says that is asked of a choice.
    fn remainder(
        &self,
        binders: &[Binder],
        at: usize,
        tail: &[&mut Expr],
        scope: Scope<'_>,
        slot: Slot,
    ) -> Option<Remainder> {
        let later: Vec<Slot> = binders[at..].iter().flat_map(Binder::slots).copied().collect();
        let first = |e: &Expr| -> Option<Remainder> {
            let remainder = remainder(e, slot)?;
            let parts = [Some(&remainder.modulus), Some(&remainder.left), remainder.of.rest.as_ref()];
            parts.iter().flatten().all(|e| later.iter().all(|s| is_free_of(e, *s))).then_some(remainder)
        };
        let is_asked_of_each = |r: &Remainder| {
            let others = [Some(&r.left), r.of.rest.as_ref()];
            others.iter().flatten().all(|e| self.is_total(e))
        };
        let is_last = at + 1 == binders.len();
        let guards = match (scope, tail) {
            (Scope::Move(_), [guard, _]) | (Scope::Fold(Fold::Any | Fold::None), [guard]) if is_last => {
                [binders[at].guard.as_ref(), Some(&**guard)]
            }
            _ => [binders[at].guard.as_ref(), None],
        };
        let mut is_first = true;
        for e in guards.into_iter().flatten().flat_map(|e| operands(e, And)) {
            // The modulus is computed before the first choice, if there is one.
            let fits = |r: &Remainder| is_asked_of_each(r) && (is_first || self.is_total(&r.modulus));
            if let Some(remainder) = first(e).filter(fits) {
                return Some(remainder);
            }
            if !self.is_harmless(e, binders) {
                return None;
            }
            is_first = false;
        }
        None
    }

    /// A modulus by name. If it may be a mistake, that is one only where there is something to choose.
    fn modulus_named(&mut self, named: &mut Vec<Binder>, of: &Remainder, (lo, hi): (&Expr, &Expr)) -> Expr {
        let modulus = of.modulus.clone();
        if self.is_total(&modulus) {
            return self.named_in(named, modulus);
        }
        let some = ExprKind::Compare(CompareOp::LessEqual, Box::new(lo.clone()), Box::new(hi.clone()));
        let some = truth(lo, some);
        let one = like(lo, ExprKind::Int(1.into()));
        let value = like(lo, ExprKind::If(Box::new(some), Box::new(modulus), Box::new(one)));
        self.named_in(named, value)
    }

    /// A value that is read more than once: by a name, unless it is one.
    fn named_in(&mut self, named: &mut Vec<Binder>, value: Expr) -> Expr {
        if is_atom(&value) {
            return value;
        }
        let (slot, span) = (self.fresh(&value.ty), value.span);
        let local = like(&value, ExprKind::Local(slot));
        let binder = Binder { kind: BinderKind::Is { slot, name: String::new(), value }, guard: None, span };
        self.note_ends(&binder);
        named.push(binder);
        local
    }
}

impl Remainder {
    /// The least number from 0 on that leaves it.
    fn first(&self, step: &Expr) -> Expr {
        let without = match &self.of.rest {
            Some(rest) => operation(Subtract, &self.left, rest),
            None => self.left.clone(),
        };
        let signed =
            if self.of.times < BigInt::ZERO { operation(Subtract, &zero(step), &without) } else { without };
        if number(&signed).is_some_and(|n| *n == BigInt::ZERO) {
            signed
        } else {
            operation(Mod, &signed, step)
        }
    }
}

/// A condition as one on a remainder of a slot.
fn remainder(e: &Expr, slot: Slot) -> Option<Remainder> {
    let ExprKind::Compare(CompareOp::Equal, a, b) = &e.kind else { return None };
    let of = |a: &Expr, b: &Expr| {
        let ExprKind::Binary(Mod, inner, modulus) = &a.kind else { return None };
        let of = Multiple::of(inner, slot).filter(|of| is_one(&of.times))?;
        (number(modulus).is_none() && b.ty == Type::Int).then(|| Remainder {
            of,
            modulus: (**modulus).clone(),
            left: b.clone(),
        })
    };
    of(a, b).or_else(|| of(b, a))
}

/// Puts a name in the place of a modulus of which remainders of a slot are asked.
fn put_modulus(binders: &mut [Binder], tail: &mut [&mut Expr], slot: Slot, modulus: &Expr, name: &Expr) {
    each_in_binders_mut(binders, &mut |e| put_modulus_in(e, slot, modulus, name));
    tail.iter_mut().for_each(|e| put_modulus_in(e, slot, modulus, name));
}

fn put_modulus_in(e: &mut Expr, slot: Slot, modulus: &Expr, name: &Expr) {
    match &mut e.kind {
        ExprKind::Binary(Mod, of, by) if **by == *modulus && uses(of, slot) > 0 => **by = name.clone(),
        _ => {}
    }
    e.for_each_child_mut(&mut |child| put_modulus_in(child, slot, modulus, name));
}

/// `max(1, abs(modulus))`: a modulus of 0 is a mistake that the first choice makes.
fn positive(modulus: &Expr) -> Expr {
    let size = like(modulus, ExprKind::Builtin(Builtin::Abs, vec![modulus.clone()]));
    like(modulus, ExprKind::Builtin(Builtin::Max, vec![like(modulus, ExprKind::Int(1.into())), size]))
}

/// How often the step goes at least into what is not below an end.
fn least_times(lo: &Expr, first: &Expr, step: &Expr) -> Expr {
    let is = |e: &Expr, n: u32| number(e).is_some_and(|e| *e == n.into());
    if is(first, 0) && (is(lo, 0) || is(lo, 1)) {
        return lo.clone();
    }
    let one = like(lo, ExprKind::Int(1.into()));
    let up = operation(Add, &difference(lo, first), &operation(Subtract, step, &one));
    operation(Divide, &up, step)
}

fn zero(e: &Expr) -> Expr {
    like(e, ExprKind::Int(BigInt::ZERO))
}

fn is_zero(e: &Expr) -> bool {
    number(e).is_some_and(|n| *n == BigInt::ZERO)
}

fn sum(a: &Expr, b: &Expr) -> Expr {
    if is_zero(b) { a.clone() } else { operation(Add, a, b) }
}

fn difference(a: &Expr, b: &Expr) -> Expr {
    if is_zero(b) { a.clone() } else { operation(Subtract, a, b) }
}
