//! Code for loops over divisors, as [`divisors`](crate::rules::divisors) finds them.
//!
//! A loop only passes over numbers that its guard refuses in any case: the guard is asked of the others as it is written. So nothing
//! hangs on what the number is: 0 and negative numbers are tried one by one.

use super::code::{I, Op, To};
use super::compile::{Compiler, Env, Val};
use super::loops::Body;
use crate::check::ir::{Binder, BinderKind, Expr, Slot};
use crate::rules::divisors::{Divisors, divisors};

impl<'c> Compiler<'c> {
    /// A loop over numbers of a range among which all divisors are; the guard is still to be asked.
    pub(super) fn divisors_loop(
        &mut self,
        Divisors { chosen: (slot, lo, hi), of }: &Divisors<'_>,
        env: &mut Env,
        body: Body<'_, 'c>,
    ) -> Option<()> {
        let ends = self.bounds_of(lo, env).zip(self.bounds_of(hi, env));
        let ends = ends.map(|((least, _), (_, most))| (least, most));
        let (lo, hi, of) = (self.word_for(lo, env)?, self.word_for(hi, env)?, self.word_for(of, env)?);
        let one = self.constant(1)?;
        let (k, last) = (self.word_op(|d| Op::Sub(d, lo, one))?, self.word_op(|d| Op::Move(d, hi))?);
        let (head, next, exit) = (self.label(), self.label(), self.label());
        self.place(head);
        self.emit(Op::Step(k, last, exit))?;
        let item = self.word_op(|d| Op::Move(d, k))?;
        self.next_divisor(item, of, last, exit)?;
        self.emit(Op::Move(k, item))?;
        self.note_counted(&Val::I(item), ends);
        env.slots[*slot as usize] = Some(Val::I(item));
        body(self, env, next)?;
        env.slots[*slot as usize] = None;
        self.place(next);
        self.emit(Op::Loop(head))?;
        self.place(exit);
        Some(())
    }

    /// Passes over numbers from `item` on that are no divisors of a positive one; goes to `none` if there are no more up to `last`.
    pub(super) fn next_divisor(&mut self, item: I, of: I, last: I, none: To) -> Option<()> {
        let (zero, one) = (self.constant(0)?, self.constant(1)?);
        let (low, look, again) = (self.label(), self.label(), self.label());
        self.emit(Op::JumpUnlessLe(one, item, low))?;
        self.emit(Op::JumpUnlessLe(one, of, low))?;
        // How often it goes in: at least as often as it is large below the root.
        let times = self.word_op(|d| Op::Div(d, of, item))?;
        self.emit(Op::JumpUnlessLt(times, item, low))?;
        self.place(look);
        self.emit(Op::JumpUnlessLe(one, times, none))?;
        let rest = self.word_op(|d| Op::Mod(d, of, times))?;
        self.emit(Op::JumpUnlessEq(rest, zero, again))?;
        self.emit(Op::Div(item, of, times))?;
        self.emit(Op::JumpUnlessLe(item, last, none))?;
        self.emit(Op::Jump(low))?;
        self.place(again);
        self.emit(Op::Sub(times, times, one))?;
        self.emit(Op::Loop(look))?;
        self.place(low);
        Some(())
    }

    /// The least or the largest of some divisors.
    pub(super) fn extreme_divisor(
        &mut self,
        largest: bool,
        binder: &Binder,
        divisors: &Divisors<'_>,
        env: &mut Env,
    ) -> Option<I> {
        let (found, seen, total) = (self.label(), self.counter(0)?, self.word()?);
        self.emit(Op::Const(total, 0))?;
        self.divisors_loop(divisors, env, &mut |c, env, next| {
            if let Some(guard) = &binder.guard {
                c.branch(guard, env, next, false)?;
            }
            let item = c.word_of_slot(divisors.chosen.0, env)?;
            c.emit(Op::Move(total, item))?;
            c.emit(Op::Const(seen, 1))?;
            if largest { Some(()) } else { c.emit(Op::Jump(found)) }
        })?;
        self.place(found);
        self.bail_unless(seen)?;
        Some(total)
    }

    fn word_of_slot(&self, slot: Slot, env: &Env) -> Option<I> {
        if let Some(Val::I(r)) = env.slots[slot as usize] { Some(r) } else { None }
    }

    /// Choices of which the last are divisors, each with what is asked of it; `None` if they are not.
    pub(super) fn each_divisor(
        &mut self,
        binders: &[Binder],
        (item, wanted): (&Expr, bool),
        env: &mut Env,
        next: To,
        body: Body<'_, 'c>,
    ) -> Option<Option<()>> {
        let (last, before) = binders.split_last()?;
        let divisors = divisors(last, Some((item, wanted)))?;
        let BinderKind::In { source, .. } = &last.kind else { return None };
        let tail: Vec<&Expr> = [source, item].into_iter().chain(&last.guard).collect();
        Some(self.each_once(before, &tail, env, next, &mut |c, env, _| {
            c.divisors_loop(&divisors, env, &mut |c, env, next| {
                if let Some(guard) = &last.guard {
                    c.branch(guard, env, next, false)?;
                }
                c.branch(item, env, next, !wanted)?;
                body(c, env, next)
            })
        }))
    }
}
