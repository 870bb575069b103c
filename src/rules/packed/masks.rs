//! Conditions on a few elements as sets: `{ q in S where g(p, q) }` is what S has in common with a set known for each p, if p was
//! taken out of a set, or is small in each position, and g depends on nothing else that is not known beforehand. There may be
//! several such p.

use super::by_elements::Dependence;
use super::code::{Code, I, Op, Reg};
use super::compile::{Class, Compiler, Env, Numbering, Val};
use super::elements::moved;
use super::loops::is_element;
use super::memo::and;
use super::vm::{Sink, Vm};
use crate::check::ir::{Binder, BinderKind, Expr, Slot};
use crate::check::types::Type;
use crate::engine::{Exhausted, Stop};

/// What the set of a loop has in common with masks.
pub(super) struct Masked {
    /// The elements that satisfy the conditions.
    pub(super) set: u16,
    /// What else the guard asks.
    pub(super) others: Option<Expr>,
}

/// A table of conditions is made with at most so many answers.
const MOST: u32 = 1 << 15;

/// For each of the other elements, or once if there is none: the elements for which the condition holds, and those for which it
/// may be a mistake.
struct Known {
    holds: Vec<u128>,
    unsure: Vec<u128>,
}

impl Compiler<'_> {
    /// The elements of a set for which the first conditions of a guard hold: those on the element and a few others each.
    /// None if there are none.
    pub(super) fn masked(&mut self, binder: &Binder, env: &mut Env) -> Option<Masked> {
        let before = self.mark();
        let of_truths = self.inside_truths(binder, env);
        let asked = of_truths.is_some();
        let of_sets = self.inside_sets(of_truths.as_ref().unwrap_or(binder), asked, env);
        let Some(inside) = of_sets.or(of_truths) else { return self.masked_by_others(binder, false, env) };
        let mark = self.mark();
        if let Some(masked) = self.masked_by_others(&inside, asked, env) {
            return Some(masked);
        }
        self.back(&mark);
        let BinderKind::In { source, .. } = &inside.kind else { return None };
        let set = self.set_for(source, &mut env.clone());
        if set.is_none() {
            self.back(&before);
        }
        set.map(|set| Masked { set, others: inside.guard })
    }

    /// `x in S where x not in T and ...` is `x in S minus T where ...`, if S is known or a set of the position: what is asked before
    /// it must make no mistake.
    fn inside_sets(&self, binder: &Binder, begins_above_zero: bool, env: &Env) -> Option<Binder> {
        let BinderKind::In { source, .. } = &binder.kind else { return None };
        let is_open_range = source.ends().is_some() && self.known(source, env).is_none();
        let is_set = matches!(source.ty, Type::Set(_)) && self.class(&source.ty) == Some(Class::Set);
        if is_open_range || !is_set || !begins_above_zero && self.may_begin_below_zero(source, env) {
            return None;
        }
        binder.inside_sets(&|asked| self.is_surely_made(asked, env))
    }

    fn masked_by_others(
        &mut self,
        binder: &Binder,
        begins_above_zero: bool,
        env: &mut Env,
    ) -> Option<Masked> {
        let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
        if !matches!(source.ty, Type::Set(_)) || self.class(&source.ty) != Some(Class::Set) {
            return None;
        }
        if !begins_above_zero && self.may_begin_below_zero(source, env) {
            return None;
        }
        let mut conjuncts = binder.guard.as_ref()?.conjuncts();
        let held = self.is_held(source, env);
        let size = self.numbers(self.numbering(&source.ty));
        self.others(&conjuncts, slots, env, (held, size)).filter(|(_, count)| *count > 0)?;
        let mark = self.mark();
        let Some(mut set) = self.set_for(source, &mut env.clone()) else {
            self.back(&mark);
            return None;
        };
        while let Some((others, count)) = self.others(&conjuncts, slots, env, (held, size))
            && count > 0
        {
            let condition = joined(&conjuncts[..count])?;
            let Some(known) = self.known_of(&condition, &others, (slots, source), env) else { break };
            set = self.in_common(set, &others, known)?;
            conjuncts.drain(..count);
        }
        if conjuncts.len() == binder.guard.as_ref()?.conjuncts().len() {
            self.back(&mark);
            return None;
        }
        Some(Masked { set, others: joined(&conjuncts) })
    }

    /// Whether a range in a set may begin below zero: a loop takes its numbers as they come, and no set has bits for them.
    pub(super) fn may_begin_below_zero(&self, set: &Expr, env: &Env) -> bool {
        let mut may = false;
        set.walk(&mut |e| {
            let least = |lo: &Expr| self.known(lo, env).and_then(|n| n.as_i64());
            may |= e.ends().is_some_and(|(lo, _)| least(lo).is_none_or(|n| n < 0));
        });
        may
    }

    /// `{ q for q in S where ... }`: a part of S, if the conditions are known as sets.
    pub(super) fn filtered(&mut self, item: &Expr, binders: &[Binder], env: &mut Env) -> Option<u16> {
        let [binder] = binders else { return None };
        let BinderKind::In { slots, source, .. } = &binder.kind else { return None };
        if !is_element(item, slots) || source.ty.element() != Some(item.ty.clone()) {
            return None;
        }
        let mark = self.mark();
        match self.masked(binder, env) {
            Some(Masked { set, others: None }) => Some(set),
            _ => {
                self.back(&mark);
                None
            }
        }
    }

    /// `count(... for q in S where ...)`: the part of S for which the conditions hold, if they are known as sets.
    pub(super) fn counted(&mut self, item: &Expr, binders: &[Binder], env: &mut Env) -> Option<u16> {
        let [binder] = binders else { return None };
        let asked = binder.guard.iter().cloned().chain([item.clone()]).reduce(and);
        let mark = self.mark();
        match self.masked(&Binder { guard: asked, ..binder.clone() }, env) {
            Some(Masked { set, others: None }) => Some(set),
            _ => {
                self.back(&mark);
                None
            }
        }
    }

    /// How many conditions from the first on depend on the same few others, and which. If the set is no part of the
    /// position, these are elements of one that is: numbers of other positions may be larger than any set in words.
    fn others(
        &self,
        conjuncts: &[&Expr],
        slots: &[Slot],
        env: &Env,
        (held, size): (bool, u32),
    ) -> Option<(Vec<Dependence>, usize)> {
        let (mut others, mut count) = (vec![], 0);
        let is_input = |d: &Dependence| self.code.inputs.contains(&Reg::I(d.register));
        for e in conjuncts {
            let Some(found) = self.others_of(e, slots, env) else { break };
            if !held && (found.is_empty() || found.iter().any(is_input)) {
                break;
            }
            if found.iter().all(|d| others.contains(d)) {
                count += 1;
                continue;
            }
            // What depends on one other alone has a smaller table.
            let small = || self.rows(&found).is_some_and(|rows| rows.saturating_mul(size) <= MOST);
            let joins = others.len() != 1 && others.iter().all(|d| found.contains(d));
            if !joins || found.len() > 1 && !small() {
                break;
            }
            others = found;
            count += 1;
        }
        Some((others, count))
    }

    /// The other elements and small numbers that a condition depends on; none if it depends on anything else, or not on the
    /// element itself.
    fn others_of(&self, e: &Expr, slots: &[Slot], env: &Env) -> Option<Vec<Dependence>> {
        let (mut registers, mut fine, mut mentioned) = (vec![], true, false);
        e.each_free_slot(&mut |slot| {
            if slots.contains(&slot) {
                mentioned = true;
                return;
            }
            fine &= match env.slots.get(slot as usize) {
                Some(Some(val)) => elements_in(val, &mut registers),
                _ => false,
            };
        });
        if !fine || !mentioned {
            return None;
        }
        registers.sort_unstable();
        registers.dedup();
        let alone = registers.len() == 1;
        registers.into_iter().map(|register| self.dependence(register, alone)).collect()
    }

    /// For each other element, the elements for which a condition holds.
    fn known_of(
        &mut self,
        condition: &Expr,
        others: &[Dependence],
        (slots, source): (&[Slot], &Expr),
        env: &Env,
    ) -> Option<Known> {
        let (numbering, element) = (self.numbering(&source.ty), source.ty.element()?);
        let asides = std::mem::take(&mut self.plan.asides);
        let code = self.condition_code(condition, others, (slots, numbering, &element), env);
        self.plan.asides = asides;
        let (code, holds) = code?;
        let (size, rows) = (self.numbers(numbering), self.rows(others)?);
        let mut vm = Vm::default();
        let mut known = Known { holds: vec![], unsure: vec![] };
        for row in 0..rows {
            self.machine.meter().work_of(size).ok()?;
            let mut words = self.words_of_row(others, row);
            words.push(0);
            let (mut set, mut unsure) = (0, 0);
            for q in 0..size {
                *words.last_mut()? = self.word_of_number(q, numbering);
                match self.holds(&mut vm, &code, &words, holds).ok()? {
                    Some(holds) => set |= u128::from(holds) << q,
                    None => unsure |= 1 << q,
                }
            }
            known.holds.push(set);
            known.unsure.push(unsure);
        }
        Some(known)
    }

    /// The code of a condition, with a register for each of the others and one for the element.
    fn condition_code(
        &mut self,
        condition: &Expr,
        others: &[Dependence],
        (slots, numbering, element): (&[Slot], Numbering, &Type),
        env: &Env,
    ) -> Option<(Code, I)> {
        let mut c = Compiler::new(self.machine, &mut *self.plan, self.grid);
        let moves = others.iter().map(|d| Some((d.register, c.word()?))).collect::<Option<Vec<_>>>()?;
        let own = c.word()?;
        let mut inner = env.clone();
        for slot in &mut inner.slots {
            let mut registers = vec![];
            *slot = slot.take().filter(|val| {
                elements_in(val, &mut registers)
                    && registers.iter().all(|r| others.iter().any(|d| d.register == *r))
            });
            *slot = slot.take().map(|val| moved(&val, &moves));
        }
        c.code.inputs = moves.iter().map(|(_, to)| *to).chain([own]).map(Reg::I).collect();
        let taken = c.taken_value(own, numbering, element);
        c.bind(slots, taken, element, &mut inner)?;
        let holds = c.truth(condition, &mut inner)?;
        Some((c.finish()?, holds))
    }

    /// Whether a condition holds for some elements; nothing if it may be a mistake.
    fn holds(&self, vm: &mut Vm, code: &Code, words: &[i64], holds: I) -> Result<Option<bool>, Stop> {
        vm.prepare(code);
        for (input, word) in code.inputs.iter().zip(words) {
            if let Reg::I(r) = input {
                vm.words[*r as usize] = *word;
            }
        }
        match vm.run(code, &self.grid, &mut Nothing) {
            Ok(()) => Ok(Some(vm.words[holds as usize] != 0)),
            Err(Stop::Unfit(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// What a set has in common with what is known; bails where an element of it may be a mistake.
    fn in_common(&mut self, set: u16, others: &[Dependence], known: Known) -> Option<u16> {
        if known.unsure.iter().any(|s| *s != 0) {
            let (unsure, fine) = (self.known_set(others, known.unsure)?, self.label());
            let met = self.set_op(|d| Op::SetAnd(d, set, unsure))?;
            let count = self.word_op(|d| Op::Count(d, met))?;
            self.emit(Op::JumpUnless(count, fine))?;
            self.emit(Op::Bail)?;
            self.place(fine);
        }
        let mask = self.known_set(others, known.holds)?;
        self.set_op(|d| Op::SetAnd(d, set, mask))
    }
}

/// The registers of the elements that a value is made of; false if it is made of anything else that is not known.
pub(super) fn elements_in(val: &Val, out: &mut Vec<I>) -> bool {
    match val {
        Val::Known(_) => true,
        Val::I(r) | Val::Leaf { index: r, .. } => {
            out.push(*r);
            true
        }
        Val::Tuple(parts) => parts.iter().all(|part| elements_in(part, out)),
        Val::B(_) | Val::L(_) | Val::Letter(_) | Val::Letters(_) => false,
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
