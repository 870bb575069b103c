//! What binders run through, as choices of a draft.

use super::{Cases, Forms, Then, limited};
use crate::builtin::collection::elements;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold, Slot};
use crate::rules::packed::compile::Compiler;
use crate::rules::packed::dense::clause::Draft;
use crate::rules::packed::dense::linear::{Linear, NUMBERS, VARIABLES};
use crate::rules::packed::loops::word_of;
use crate::value::Value;

/// Sets of fixed numbers up to this size are taken apart.
const ELEMENTS: usize = 64;

impl<'c> Compiler<'c> {
    pub(super) fn linear_binders(
        &mut self,
        binders: &[Binder],
        draft: Draft,
        forms: &Forms,
        then: Then<'_, 'c>,
    ) -> Option<()> {
        let Some((binder, rest)) = binders.split_first() else { return then(self, draft, forms) };
        let mut guarded = |c: &mut Self, draft: Draft, forms: &Forms| {
            let assumed = match &binder.guard {
                Some(guard) => c.assume(guard, true, draft, forms)?,
                None => vec![draft],
            };
            assumed.into_iter().try_for_each(|draft| c.linear_binders(rest, draft, forms, then))
        };
        match &binder.kind {
            BinderKind::Is { slot, value, .. } => {
                let mut inner = forms.clone();
                if let Some(known) = self.known(value, &forms.env) {
                    inner.know(*slot, known);
                    return guarded(self, draft, &inner);
                }
                for (draft, form) in self.linear(value, draft, forms)? {
                    inner.set(*slot, form);
                    guarded(self, draft, &inner)?;
                }
                Some(())
            }
            BinderKind::In { slots, source, .. } => {
                self.linear_source(slots, source, draft, forms, &mut guarded)
            }
        }
    }

    /// Everything that a binder runs through.
    fn linear_source(
        &mut self,
        slots: &[Slot],
        source: &Expr,
        draft: Draft,
        forms: &Forms,
        then: Then<'_, 'c>,
    ) -> Option<()> {
        let mut inner = forms.clone();
        if let Some(known) = self.known(source, &forms.env) {
            let all: Vec<Value> = elements(&known).take(ELEMENTS + 1).collect();
            if all.len() > ELEMENTS {
                let [slot] = slots else { return None };
                return self.linear_interval(*slot, &all, &known, draft, inner, then);
            }
            for value in all {
                match (slots, value) {
                    ([slot], value) => inner.know(*slot, value),
                    (_, Value::Tuple(values)) => {
                        slots.iter().zip(values.iter()).for_each(|(s, v)| inner.know(*s, v.clone()));
                    }
                    ([row, col], Value::Cell(p)) => {
                        inner.know(*row, Value::int(p.row.into()));
                        inner.know(*col, Value::int(p.col.into()));
                    }
                    _ => return None,
                }
                then(self, draft.clone(), &inner)?;
            }
            return Some(());
        }
        for (draft, parts) in self.linear_elements(source, slots.len(), draft, forms)? {
            slots.iter().zip(parts).for_each(|(slot, form)| inner.set(*slot, form));
            then(self, draft, &inner)?;
        }
        Some(())
    }

    /// The elements of a collection, each taken apart into this many forms.
    fn linear_elements(
        &mut self,
        source: &Expr,
        parts: usize,
        draft: Draft,
        forms: &Forms,
    ) -> Cases<Vec<Linear>> {
        match &source.kind {
            ExprKind::Range(lo, Some(hi)) if parts == 1 => {
                let (mut draft, variable) = self.choice(draft, None)?;
                let x = Linear::variable(variable);
                draft.choices.push(variable);
                let mut cases = vec![];
                for draft in self.at_least(&x, lo, draft, forms)? {
                    let below = self.at_most(&x, hi, draft, forms)?;
                    cases.extend(below.into_iter().map(|draft| (draft, vec![x])));
                }
                limited(cases)
            }
            ExprKind::Set(items) | ExprKind::List(items) => {
                let mut cases = vec![];
                for item in items {
                    cases.extend(self.linear_parts(item, parts, draft.clone(), forms)?);
                }
                limited(cases)
            }
            ExprKind::For(Fold::Set | Fold::List, item, binders) => {
                let mut cases = vec![];
                self.linear_binders(binders, draft, forms, &mut |c, draft, forms| {
                    cases.extend(c.linear_parts(item, parts, draft, forms)?);
                    Some(())
                })?;
                limited(cases)
            }
            ExprKind::Binary(BinaryOp::Union, a, b) => {
                let mut cases = self.linear_elements(a, parts, draft.clone(), forms)?;
                cases.extend(self.linear_elements(b, parts, draft, forms)?);
                limited(cases)
            }
            ExprKind::Call(id, args) => {
                self.linear_call(*id, args, draft, forms, &mut |c, body, draft, forms| {
                    c.linear_elements(body, parts, draft, forms)
                })
            }
            _ => None,
        }
    }

    /// A number, or a tuple of this many parts.
    fn linear_parts(&mut self, e: &Expr, parts: usize, draft: Draft, forms: &Forms) -> Cases<Vec<Linear>> {
        let items = match &e.kind {
            _ if parts == 1 => std::slice::from_ref(e),
            ExprKind::Tuple(items) if items.len() == parts => items,
            _ => return None,
        };
        let mut cases = vec![(draft, vec![])];
        for item in items {
            let mut next = vec![];
            for (draft, before) in cases {
                for (draft, form) in self.linear(item, draft, forms)? {
                    next.push((draft, [before.clone(), vec![form]].concat()));
                }
            }
            cases = limited(next)?;
        }
        Some(cases)
    }

    /// A long range that is known: its numbers as one choice.
    fn linear_interval(
        &mut self,
        slot: Slot,
        first: &[Value],
        known: &Value,
        draft: Draft,
        mut forms: Forms,
        then: Then<'_, 'c>,
    ) -> Option<()> {
        let from = word_of(first.first()?)?;
        let mut next = from;
        for value in elements(known) {
            if word_of(&value)? != next {
                return None;
            }
            next += 1;
        }
        let (mut draft, variable) = self.choice(draft, None)?;
        let x = Linear::variable(variable);
        draft.choices.push(variable);
        draft.constraints.push(x.plus(&Linear::constant(-from), 1)?);
        draft.constraints.push(Linear::constant(next - 1).minus(&x)?);
        forms.set(slot, x);
        then(self, draft, &forms)
    }

    /// A variable that is not used yet; `after` the choices of a form, if it is defined by one.
    pub(super) fn choice(&mut self, mut draft: Draft, after: Option<&Linear>) -> Option<(Draft, usize)> {
        let variable = (NUMBERS..VARIABLES).find(|v| !draft.uses(*v))?;
        if let Some(form) = after {
            let place = draft.choices.iter().rposition(|c| form.by[*c] != 0).map_or(0, |p| p + 1);
            draft.choices.insert(place, variable);
        }
        Some((draft, variable))
    }
}
