//! Searches: the first of some choices for which a condition holds. Where elements are made one by one and making one may be a
//! mistake, all are made, as all are in a collection that is put together, whichever is found first.

use super::code::{Op, To};
use super::compile::{Compiler, Env};
use crate::check::ir::{Binder, BinderKind, Expr};

impl Compiler<'_> {
    /// Jumps to `found` at the first choice for which a condition is `wanted`; `next` is where a guard that fails at the outermost
    /// level goes.
    pub(super) fn search(
        &mut self,
        binders: &[Binder],
        (item, wanted): (&Expr, bool),
        env: &mut Env,
        next: To,
        found: To,
    ) -> Option<()> {
        let Some(at) = binders.iter().position(|b| self.may_hide(b, env)) else {
            let by_divisors =
                self.each_divisor(binders, (item, wanted), env, next, &mut |c, _, _| c.emit(Op::Jump(found)));
            if let Some(done) = by_divisors {
                return done;
            }
            return match self.asked_of_last(item, wanted, binders) {
                Some(asked) => self.each(&asked, &[], env, next, &mut |c, _, _| c.emit(Op::Jump(found))),
                None => self
                    .each(binders, &[item], env, next, &mut |c, env, _| c.branch(item, env, found, wanted)),
            };
        };
        let (before, rest) = (&binders[..at], &binders[at + 1..]);
        let mut binder = binders[at].clone();
        let guard = binder.guard.take();
        let behind: Vec<&Expr> = guard.iter().chain(of_binders(rest)).chain([item]).collect();
        let tail: Vec<&Expr> = of_binders(&binders[at..=at]).chain(behind.iter().copied()).collect();
        self.each(before, &tail, env, next, &mut |c, env, _| {
            let (is_found, end) = (c.counter(0)?, c.label());
            c.each(&[binder.clone()], &behind, env, end, &mut |c, env, next| {
                c.emit(Op::JumpIf(is_found, next))?;
                if let Some(guard) = &guard {
                    c.branch(guard, env, next, false)?;
                }
                let here = c.label();
                c.search(rest, (item, wanted), env, next, here)?;
                c.emit(Op::Jump(next))?;
                c.place(here);
                c.emit(Op::Const(is_found, 1))
            })?;
            c.place(end);
            c.emit(Op::JumpIf(is_found, found))
        })
    }

    /// Whether taking only the first elements of a source may pass over a mistake that is made with a later one.
    fn may_hide(&self, binder: &Binder, env: &Env) -> bool {
        matches!(&binder.kind, BinderKind::In { source, .. } if self.makes_mistakes_late(source, env))
    }
}

/// The sources and guards of binders.
fn of_binders(binders: &[Binder]) -> impl Iterator<Item = &Expr> {
    binders.iter().flat_map(|b| {
        let (BinderKind::In { source: of, .. } | BinderKind::Is { value: of, .. }) = &b.kind;
        [of].into_iter().chain(&b.guard)
    })
}
