//! Conditions are asked as soon as they can be: of `v in 1..9, w in 1..9 where on[v] and w in near[v]`, `on[v]` is one of v alone,
//! and is asked before any w is chosen.

use super::binders::Scope;
use super::collections::joined;
use super::facts::{number, source};
use super::replace::is_free_of;
use super::solved::{all_of, operands};
use super::state::Plain;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind};

impl Plain<'_> {
    /// Moves a condition to the first choice behind which it can be asked. A mistake in it must be one all the same, and so must
    /// one in what was computed before it.
    pub(super) fn asked_early(
        &mut self,
        binders: &mut [Binder],
        tail: &mut [&mut Expr],
        scope: Scope<'_>,
    ) -> bool {
        for at in 1..binders.len() {
            let Some(guard) = binders[at].guard.clone() else { continue };
            if let Some((to, which)) = self.can_be_earlier(binders, at, &guard) {
                let (early, others) = taken_out(&guard, which);
                binders[at].guard = others;
                binders[to].guard = joined(binders[to].guard.take(), Some(early));
                return true;
            }
        }
        let (Scope::Move(_), [guard, _]) = (scope, tail) else { return false };
        let found = self.can_be_earlier(binders, binders.len(), guard);
        // The last choice and the move have their conditions together anyway.
        let Some((to, which)) = found.filter(|(to, _)| to + 1 < binders.len()) else { return false };
        let (early, Some(others)) = taken_out(guard, which) else { return false };
        **guard = others;
        binders[to].guard = joined(binders[to].guard.take(), Some(early));
        true
    }

    /// Behind which choice one of the conditions of a guard can be asked, which belongs to a later choice or to the move.
    fn can_be_earlier(&self, binders: &[Binder], at: usize, guard: &Expr) -> Option<(usize, usize)> {
        let conditions = operands(guard, BinaryOp::And);
        for (which, condition) in conditions.iter().enumerate() {
            let needs = |binder: &Binder| binder.slots().iter().any(|slot| !is_free_of(condition, *slot));
            let to = binders.iter().rposition(needs).unwrap_or(0);
            if to >= at {
                continue;
            }
            let between = &binders[to + 1..binders.len().min(at + 1)];
            let guards = between.iter().take(at - to - 1).filter_map(|b| b.guard.as_ref());
            let before = guards.chain(conditions[..which].iter().copied());
            let mut computed = between.iter().map(source).chain(before.clone());
            let is_asked_anyway = || before.clone().next().is_none() && between.iter().all(has_choices);
            let is_fine = computed.all(|e| self.is_harmless(e, binders));
            if is_fine && (self.is_harmless(condition, binders) || is_asked_anyway()) {
                return Some((to, which));
            }
        }
        None
    }
}

/// Whether there is something to choose, as it is written.
fn has_choices(binder: &Binder) -> bool {
    match &binder.kind {
        BinderKind::In { source: Expr { kind: ExprKind::Range(lo, Some(hi)), .. }, .. } => {
            number(lo).zip(number(hi)).is_some_and(|(lo, hi)| lo <= hi)
        }
        BinderKind::In { .. } => false,
        BinderKind::Is { .. } => true,
    }
}

/// One of the conditions of a guard, and the others.
fn taken_out(guard: &Expr, which: usize) -> (Expr, Option<Expr>) {
    let mut all = operands(guard, BinaryOp::And);
    let one = all.remove(which).clone();
    (one, all_of(BinaryOp::And, all))
}
