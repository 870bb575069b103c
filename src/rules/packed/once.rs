//! What takes long and is the same in every round of a loop is computed in the first round that asks for it: a flag, which is
//! taken down before the loop begins, says whether it was.

use super::code::{Op, To};
use super::compile::{Compiler, Env, Once, Val};
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr};
use crate::check::types::Type;

/// So many expressions are looked out for in one loop.
const MOST: usize = 8;

impl Compiler<'_> {
    /// The number of a new frame.
    pub(super) fn frame(&mut self) -> u32 {
        self.frames += 1;
        self.frames
    }

    /// Does something with binders in whose scope some expressions are.
    pub(super) fn in_scope<T>(
        &mut self,
        tail: &[&Expr],
        then: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        self.tails.push(tail.iter().map(|e| (*e).clone()).collect());
        let done = then(self);
        self.tails.pop();
        done
    }

    /// A loop over the first of some binders: what its rounds have in common is computed once.
    pub(super) fn with_common<T>(
        &mut self,
        binders: &[Binder],
        env: &Env,
        then: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let before = self.once.len();
        let done = self.look_out(binders, env).and_then(|()| then(self));
        self.once.truncate(before);
        done
    }

    fn look_out(&mut self, binders: &[Binder], env: &Env) -> Option<()> {
        let Some((first, rest)) = binders.split_first() else { return Some(()) };
        let mut found = vec![];
        first.guard.iter().for_each(|guard| self.common_parts(guard, env, &mut found));
        for binder in rest {
            let (BinderKind::In { source: of, .. } | BinderKind::Is { value: of, .. }) = &binder.kind;
            self.common_parts(of, env, &mut found);
            binder.guard.iter().for_each(|guard| self.common_parts(guard, env, &mut found));
        }
        let tail = self.tails.last().cloned().unwrap_or_default();
        tail.iter().for_each(|e| self.common_parts(e, env, &mut found));
        for expr in found.into_iter().take(MOST) {
            let mark = self.mark();
            let Some((val, reg)) = self.register_for(&expr.ty) else {
                self.back(&mark);
                continue;
            };
            let flag = self.counter(0)?;
            self.once.push(Once { expr, frame: env.frame, flag, val, reg });
        }
        Some(())
    }

    /// The largest parts of an expression that take long and depend on nothing but what is known before the loop.
    fn common_parts(&self, e: &Expr, env: &Env, found: &mut Vec<Expr>) {
        let mut depends = false;
        let mut bound = true;
        e.each_free_slot(&mut |slot| match env.slots.get(slot as usize) {
            Some(Some(Val::Known(_))) => {}
            Some(Some(_)) => depends = true,
            _ => bound = false,
        });
        if !self.machine.is_long(e) && !e.folds_a_collection() && !joins(e) {
            return;
        }
        if bound && depends && !matches!(e.ty, Type::Tuple(_)) {
            let known = self.once.iter().any(|o| o.is(e, env)) || found.contains(e);
            if !known {
                found.push(e.clone());
            }
            return;
        }
        e.for_each_child(&mut |child| self.common_parts(child, env, found));
    }

    /// The value of an expression that is computed once.
    pub(super) fn computed_once(&mut self, e: &Expr, env: &mut Env) -> Option<Val> {
        let at = self.once.iter().position(|o| o.is(e, env))?;
        // While it is computed, it is no longer looked out for.
        let (mark, later) = (self.mark(), self.once.split_off(at));
        let done = self.compute(&later[0], env);
        self.once.extend(later);
        if done.is_none() {
            self.back(&mark);
        }
        done
    }

    fn compute(&mut self, once: &Once, env: &mut Env) -> Option<Val> {
        let there: To = self.label();
        self.emit(Op::JumpIf(once.flag, there))?;
        self.value_into(&once.expr, &mut env.clone(), once.reg)?;
        self.emit(Op::Const(once.flag, 1))?;
        self.place(there);
        Some(once.val.clone())
    }
}

/// Whether lists or texts are joined somewhere in an expression.
fn joins(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |e| found |= matches!(e.binary(), Some((BinaryOp::Concat, ..))));
    found
}
