//! Calls of functions, written out.

use super::facts::{has_loop, is_atom, is_simple, size, surely_reads, uses};
use super::replace::{can_stand, put, renumber};
use super::state::Plain;
use crate::check::ir::{Expr, ExprKind, Let, Slot};
use crate::check::types::Type;

/// What a function says is written out if it is no longer.
const LONGEST: usize = 80;

impl Plain<'_> {
    /// What a function says of its arguments, in the place of a call. A function that takes a loop to compute a number or a
    /// truth value stays: tables remember what it gave (`rules::packed::memo`), and would not if it stood in many places.
    pub(super) fn written_out(&mut self, e: &Expr) -> Option<Expr> {
        let ExprKind::Call(id, args) = &e.kind else { return None };
        let definition = self.program.definition(*id);
        let body = &definition.body;
        let long = size(body);
        let is_value = matches!(body.ty, Type::Position | Type::Set(_) | Type::List(_) | Type::Text);
        let looked_up = !is_value && has_loop(body);
        if long > LONGEST || long > self.room || looked_up || !self.can_be_given(definition, args) {
            return None;
        }
        self.room -= long;
        let (params, first) = (definition.params.len() as Slot, self.slots.len() as Slot);
        self.slots.extend_from_slice(&definition.slots);
        let mut body = body.clone();
        renumber(&mut body, &|slot| first + slot);
        for (slot, arg) in (first..first + params).zip(args) {
            put(&mut body, slot, arg);
        }
        Some(body)
    }

    /// Whether the arguments can stand where the function looks at them: they fit what it demands, are computed as before,
    /// and not more often.
    fn can_be_given(&self, definition: &Let, args: &[Expr]) -> bool {
        definition.params.iter().zip(args).zip(0..).all(|((param, arg), slot)| {
            let body = &definition.body;
            let as_often = is_atom(arg) || uses(body, slot) <= 1 || is_simple(arg) && !has_loop(body);
            self.fits(arg, &param.shape)
                && as_often
                && (self.is_total(arg) || surely_reads(body, slot))
                && can_stand(arg, slot, &[body])
        })
    }
}
