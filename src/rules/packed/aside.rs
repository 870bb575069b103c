//! An expression without code goes to the general evaluation: one expression at a time, over the values that registers hold.
//! Its value goes back into registers, so that everything around it is still code.

use super::answers::Question;
use super::bits::Grid;
use super::code::{Aside, Element, Input, Op, Reg};
use super::compile::{Compiler, Env, Val};
use super::flat::{Form, set_of};
use super::keys::value_of;
use super::vm::{BAIL, Ended, MAX_SCRATCH, Vm};
use crate::check::ir::Expr;
use crate::check::types::Type;
use crate::engine::Stop;
use crate::rules::eval::Eval;
use crate::rules::machine::Machine;
use crate::value::Value;
use std::sync::atomic::{AtomicU32, Ordering};

/// The number of the next aside.
static NEXT: AtomicU32 = AtomicU32::new(1);

impl Compiler<'_> {
    /// An expression that the general evaluation computes; none if what it needs or gives is not first-order.
    pub(super) fn aside(&mut self, e: &Expr, env: &Env) -> Option<Val> {
        if !self.plan.asides {
            return None;
        }
        let (val, out) = self.room(&e.ty)?;
        let mut frame: Vec<Option<Input>> = vec![];
        let mut fine = true;
        e.each_local(&mut |slot, local| {
            fine &= self.input_of(slot as usize, local, env, &mut frame).is_some();
        });
        if !fine {
            return None;
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        self.code.asides.push(Aside { number, expr: e.clone(), slots: env.slots.len(), frame, out });
        self.emit(Op::Aside(self.code.asides.len() as u32 - 1))?;
        Some(val)
    }

    /// Puts what a slot holds into a frame; none if it is a function or a position that is not known.
    fn input_of(
        &mut self,
        slot: usize,
        local: &Expr,
        env: &Env,
        frame: &mut Vec<Option<Input>>,
    ) -> Option<()> {
        // What is bound inside the expression itself has no value yet.
        let Some(Some(val)) = env.slots.get(slot) else { return Some(()) };
        if frame.len() <= slot {
            frame.resize(slot + 1, None);
        }
        if frame[slot].is_none() {
            frame[slot] = Some(match val {
                Val::Known(v) => Input::Known(v.clone()),
                val => Input::Held(local.ty.clone(), self.held(val.clone(), &local.ty)?),
            });
        }
        Some(())
    }
}

impl Aside {
    /// What is asked, if it depends on a few words alone.
    fn question(&self, vm: &Vm) -> Option<Question> {
        let mut question = Question::of(self.number);
        for input in self.frame.iter().flatten() {
            let Input::Held(_, held) = input else { continue };
            for reg in &held.regs {
                question = match reg {
                    Reg::I(r) => question.and([vm.words[*r as usize]]),
                    Reg::B(r) => {
                        let set = vm.sets[*r as usize];
                        question.and([set as i64, (set >> 64) as i64])
                    }
                    Reg::L(r) => {
                        let list = vm.list(*r);
                        question.and([list.len() as i64])?.and(list.iter().copied())
                    }
                }?;
            }
        }
        Some(question)
    }
}

impl Vm {
    /// Computes an expression by the general evaluation, unless it has lately done so.
    pub(super) fn evaluated(&mut self, aside: &Aside, machine: &Machine, grid: &Grid) -> Ended {
        let question = aside.question(self);
        let start = self.scratch.len();
        if let Some(question) = question
            && let Some(words) = self.answers.get(&question)
            && start + words.len() < MAX_SCRATCH
        {
            self.scratch.extend_from_slice(words);
            self.scatter(&aside.out, start);
            return Ok(());
        }
        self.evaluate(aside, machine, grid)?;
        if let Some(question) = question {
            self.answers.keep(question, &self.scratch[start..]);
        }
        Ok(())
    }

    /// Computes an expression by the general evaluation; the words of its value come last in `scratch`.
    fn evaluate(&mut self, aside: &Aside, machine: &Machine, grid: &Grid) -> Ended {
        let frame: Vec<Value> = aside
            .frame
            .iter()
            .map(|input| match input {
                None => Value::Bool(false),
                Some(Input::Known(v)) => v.clone(),
                Some(Input::Held(ty, held)) => self.value_in(ty, held, grid),
            })
            .collect();
        let value = match Eval::new(machine, None, aside.slots, &frame).eval(&aside.expr) {
            Ok(value) => value,
            Err(Stop::Exhausted(what, far)) => return Err(Stop::Exhausted(what, far)),
            // What is wrong there is found again and worded by whoever lists the moves.
            Err(_) => return BAIL,
        };
        let start = self.scratch.len();
        if aside.out.form.write(&value, grid, &mut self.scratch).is_none()
            || self.scratch.len() >= MAX_SCRATCH
        {
            return BAIL;
        }
        self.scatter(&aside.out, start);
        Ok(())
    }

    /// The value of a type that is in registers.
    fn value_in(&self, ty: &Type, held: &Element, grid: &Grid) -> Value {
        let mut regs = held.regs.iter();
        self.value_of_form(ty, &held.form, &mut regs, grid)
    }

    fn value_of_form(
        &self,
        ty: &Type,
        form: &Form,
        regs: &mut std::slice::Iter<'_, Reg>,
        grid: &Grid,
    ) -> Value {
        if let (Form::Tuple(forms), Type::Tuple(types)) = (form, ty) {
            let parts = forms.iter().zip(types);
            return Value::Tuple(parts.map(|(form, ty)| self.value_of_form(ty, form, regs, grid)).collect());
        }
        match regs.next() {
            Some(Reg::I(r)) => match form {
                Form::Name(names) => names.text(self.words[*r as usize]),
                _ => value_of(self.words[*r as usize], ty),
            },
            Some(Reg::B(r)) => match form {
                Form::Over(over) => over.set_of(self.sets[*r as usize]),
                _ => set_of(ty, self.sets[*r as usize], grid),
            },
            Some(Reg::L(r)) => form.read_run(ty, grid, self.list(*r)),
            None => unreachable!("a register for each part"),
        }
    }
}
