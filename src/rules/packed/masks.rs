//! Conditions on two elements as sets: `{ q in S where g(p, q) }` is what S has in common with a set known for each p, if p was
//! taken out of a set and g depends on nothing else that is not known beforehand.

use super::code::{Code, I, Masks, Op, Reg, cell_word};
use super::compile::{Class, Compiler, Env, Val};
use super::memo::and;
use super::vm::{Sink, Vm};
use crate::check::ir::{Binder, BinderKind, Expr, Slot};
use crate::check::types::Type;
use crate::engine::Exhausted;

/// What a set that is gone through has in common with a mask.
pub(super) struct Masked {
    /// The elements that satisfy the conditions.
    pub(super) set: u16,
    /// What else the guard asks.
    pub(super) others: Option<Expr>,
}

/// Numbers in sets are smaller than this.
const NUMBERS: u32 = 128;

impl Compiler<'_> {
    /// The elements of a set for which the first conditions of a guard hold: those on the element and one other, which was
    /// taken out of a set of the same kind. None if there are none, or one of them may be a mistake for some pair.
    pub(super) fn masked(&mut self, binder: &Binder, env: &mut Env) -> Option<Masked> {
        let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
        let ([q], Type::Set(element)) = (slots.as_slice(), &source.ty) else { return None };
        let is_cell = **element == Type::Cell;
        if !is_cell && **element != Type::Int || self.class(&source.ty) != Some(Class::Set) {
            return None;
        }
        let conjuncts = binder.guard.as_ref()?.conjuncts();
        let (p, of) = conjuncts.first().and_then(|e| self.other(e, *q, env, is_cell))?;
        let same = |e: &&Expr| self.other(e, *q, env, is_cell).is_some_and(|(_, r)| r == of);
        let count = conjuncts.iter().take_while(|e| same(e)).count();
        let (first, rest) = conjuncts.split_at(count);
        let condition = joined(first)?;
        let asides = std::mem::take(&mut self.plan.asides);
        let masks = self.masks_of(&condition, (p, *q), env, is_cell);
        self.plan.asides = asides;
        let masks = masks?;
        let mark = self.mark();
        let Some(set) = self.set_for(source, &mut env.clone()) else {
            self.back(&mark);
            return None;
        };
        self.code.masks.push(masks);
        let pool = self.code.masks.len() as u32 - 1;
        let mask = self.set_op(|d| Op::SetMask(d, of, pool))?;
        let set = self.set_op(|d| Op::SetAnd(d, set, mask))?;
        Some(Masked { set, others: joined(rest) })
    }

    /// The slot and the register of the one other element that a condition depends on.
    fn other(&self, e: &Expr, q: Slot, env: &Env, is_cell: bool) -> Option<(Slot, I)> {
        let (mut found, mut fine, mut mentioned) = (None::<(Slot, I)>, true, false);
        e.each_free_slot(&mut |slot| {
            mentioned |= slot == q;
            match env.slots.get(slot as usize) {
                _ if slot == q => {}
                Some(Some(Val::Known(_))) => {}
                Some(Some(Val::I(r))) if found.is_none_or(|(s, _)| s == slot) => found = Some((slot, *r)),
                _ => fine = false,
            }
        });
        found.filter(|(_, r)| fine && mentioned && self.taken.contains(&(*r, is_cell)))
    }

    /// For each element, those for which a condition holds.
    fn masks_of(
        &mut self,
        condition: &Expr,
        (p, q): (Slot, Slot),
        env: &Env,
        is_cell: bool,
    ) -> Option<Masks> {
        let (code, holds) = {
            let mut c = Compiler::new(self.machine, &mut *self.plan, self.grid);
            let (first, second) = (c.word()?, c.word()?);
            let mut inner = env.clone();
            let known = |v: &Option<Val>| v.clone().filter(|v| matches!(v, Val::Known(_)));
            inner.slots.iter_mut().for_each(|v| *v = known(v));
            inner.slots[p as usize] = Some(Val::I(first));
            inner.slots[q as usize] = Some(Val::I(second));
            c.code.inputs = vec![Reg::I(first), Reg::I(second)];
            let holds = c.truth(condition, &mut inner)?;
            (c.finish()?, holds)
        };
        let size = if is_cell { self.grid.size() } else { NUMBERS };
        let mut vm = Vm::default();
        let mut sets = vec![];
        for p in 0..size {
            self.machine.meter().work_of(size).ok()?;
            let mut set = 0;
            for q in 0..size {
                let words = [p, q].map(|i| self.taken_word(i, is_cell));
                set |= u128::from(self.holds(&mut vm, &code, words, holds)?) << q;
            }
            sets.push(set);
        }
        Some(Masks { is_cell, sets })
    }

    fn taken_word(&self, i: u32, is_cell: bool) -> i64 {
        let (row, col) = self.grid.cell(i);
        if is_cell { cell_word(row, col) } else { i.into() }
    }

    /// Whether a condition holds for two elements; none if it may be a mistake.
    fn holds(&self, vm: &mut Vm, code: &Code, words: [i64; 2], holds: I) -> Option<bool> {
        vm.prepare(code);
        for (input, word) in code.inputs.iter().zip(words) {
            let Reg::I(r) = input else { return None };
            vm.words[*r as usize] = word;
        }
        vm.run(code, &self.grid, &mut Nothing).ok()?;
        Some(vm.words[holds as usize] != 0)
    }
}

/// Conditions joined by `and`.
fn joined(conditions: &[&Expr]) -> Option<Expr> {
    conditions.iter().map(|e| (*e).clone()).reduce(and)
}

/// A condition hands out nothing.
struct Nothing;

impl Sink for Nothing {
    fn part(&mut self, _: &Vm, _: u32) -> bool {
        false
    }

    fn heap(&mut self, _: i64) -> bool {
        false
    }

    fn end_option(&mut self) {}

    fn tick(&mut self) -> Result<(), Exhausted> {
        Ok(())
    }
}
