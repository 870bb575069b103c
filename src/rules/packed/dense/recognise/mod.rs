//! From the ir of a move to linear clauses, however the rule is spelled.
//!
//! Conditions become disjunctions of linear constraints, `min`, `max`, `abs` and `if` become cases, and
//! division and remainder by a fixed number become one more choice that has exactly one value. Each method
//! gives `None` for what is not linear; register code takes over there.

mod binders;
mod conditions;
mod numbers;

use super::super::compile::{Compiler, Env, Val};
use super::clause::{Clause, Draft, clauses};
use super::linear::Linear;
use crate::builtin::collection::elements;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold, Game, LetId, Move, Slot};
use crate::check::types::Shape;
use crate::rules::shape::misfit;
use crate::value::Value;

/// What the slots of a frame stand for.
#[derive(Clone)]
struct Forms {
    /// What is known while the rules are compiled; slots with a form hold a word register that is not used.
    env: Env,
    forms: Vec<Option<Linear>>,
}

impl Forms {
    fn new(slots: usize) -> Forms {
        Forms { env: Env::new(slots), forms: vec![None; slots] }
    }

    fn set(&mut self, slot: Slot, form: Linear) {
        self.env.slots[slot as usize] = Some(Val::I(0));
        self.forms[slot as usize] = Some(form);
    }

    fn know(&mut self, slot: Slot, value: Value) {
        self.env.slots[slot as usize] = Some(Val::Known(value));
        self.forms[slot as usize] = None;
    }
}

/// Cases: what is assumed in each, and what follows.
type Cases<T> = Option<Vec<(Draft, T)>>;
/// What becomes of the body of a function.
type Body<'b, 'c, T> = &'b mut dyn FnMut(&mut Compiler<'c>, &Expr, Draft, &Forms) -> Option<Vec<T>>;
/// What is done with each case.
type Then<'t, 'c> = &'t mut dyn FnMut(&mut Compiler<'c>, Draft, &Forms) -> Option<()>;

/// More cases than this are no longer worth it.
const CASES: usize = 64;

impl<'c> Compiler<'c> {
    /// The clauses of a move, if all of it is linear.
    pub(in crate::rules::packed) fn linear_move(
        &mut self,
        game: &Game,
        m: &Move,
        env: &Env,
        lows: &[i64],
    ) -> Option<Vec<Clause>> {
        let mut forms = Forms { env: env.clone(), forms: vec![None; env.slots.len()] };
        let numbers = game.state_params().map(|(slot, _)| slot);
        for (i, slot) in numbers.enumerate() {
            forms.forms[slot] = Some(Linear::variable(i));
        }
        let mut drafts = vec![Draft::new()];
        for end in &game.ends {
            let assume = |d: Draft| self.assume(end, false, d, &forms);
            drafts = drafts.into_iter().map(assume).collect::<Option<Vec<_>>>()?.concat();
        }
        let mut found = vec![];
        for draft in drafts {
            self.linear_binders(&m.binders, draft, &forms, &mut |c, draft, forms| {
                let assumed = match &m.guard {
                    Some(guard) => c.assume(guard, true, draft, forms)?,
                    None => vec![draft],
                };
                for draft in assumed {
                    for (draft, ()) in c.linear_target(&m.target, draft, forms)? {
                        found.extend(clauses(draft, lows)?);
                    }
                }
                (found.len() <= CASES).then_some(())
            })?;
        }
        found.sort();
        found.dedup();
        Some(found)
    }

    /// The body of a function with its parameters as known values or forms.
    fn linear_call<T>(
        &mut self,
        id: LetId,
        args: &[Expr],
        draft: Draft,
        forms: &Forms,
        body: Body<'_, 'c, T>,
    ) -> Option<Vec<T>> {
        let definition = self.machine.plain().definition(id);
        let mut all = vec![(draft, Forms::new(definition.slots.len()))];
        for (i, (param, arg)) in definition.params.iter().zip(args).enumerate() {
            if let Some(known) = self.known(arg, &forms.env) {
                if misfit(param, &known).is_some() {
                    return None;
                }
                all.iter_mut().for_each(|(_, f)| f.know(i as Slot, known.clone()));
                continue;
            }
            // A declared range could be left, which is a mistake that register code reports.
            if param.shape != Shape::Any {
                return None;
            }
            let mut next = vec![];
            for (draft, mut inner) in all {
                for (draft, form) in self.linear(arg, draft, forms)? {
                    inner.set(i as Slot, form);
                    next.push((draft, inner.clone()));
                }
            }
            all = limited(next)?;
        }
        let definition = definition.body.clone();
        let mut results = vec![];
        for (draft, inner) in all {
            results.extend(self.nested(|c| body(c, &definition, draft, &inner))?);
        }
        limited(results)
    }

    /// The parts of a target, added to the draft.
    fn linear_target(&mut self, e: &Expr, draft: Draft, forms: &Forms) -> Cases<()> {
        match &e.kind {
            ExprKind::Nothing => Some(vec![(draft, ())]),
            ExprKind::Binary(BinaryOp::Sum, a, b) => {
                let mut cases = vec![];
                for (draft, ()) in self.linear_target(a, draft, forms)? {
                    cases.extend(self.linear_target(b, draft, forms)?);
                }
                limited(cases)
            }
            ExprKind::If(c, a, b) => {
                let mut cases = vec![];
                for (truth, e) in [(true, a), (false, b)] {
                    for draft in self.assume(c, truth, draft.clone(), forms)? {
                        cases.extend(self.linear_target(e, draft, forms)?);
                    }
                }
                limited(cases)
            }
            ExprKind::Heap(k) => {
                let with = |(mut draft, form): (Draft, Linear)| {
                    draft.heaps.push(form);
                    (draft, ())
                };
                Some(self.linear(k, draft, forms)?.into_iter().map(with).collect())
            }
            ExprKind::Position(id, args) => {
                let params = self.machine.plain().game(*id).params.clone();
                let mut rules = vec![];
                let mut all = vec![(draft, vec![])];
                for (param, arg) in params.iter().zip(args) {
                    if param.is_rule {
                        rules.push(Some(self.known(arg, &forms.env)?));
                        continue;
                    }
                    rules.push(None);
                    let mut next = vec![];
                    for (draft, before) in all {
                        for (draft, form) in self.linear(arg, draft, forms)? {
                            next.push((draft, [before.clone(), vec![form]].concat()));
                        }
                    }
                    all = limited(next)?;
                }
                let instance = self.plan.instance(*id, rules)?;
                let with = |(mut draft, numbers): (Draft, Vec<Linear>)| {
                    draft.parts.push((instance, numbers));
                    (draft, ())
                };
                Some(all.into_iter().map(with).collect())
            }
            ExprKind::For(Fold::SumPositions, item, binders) => self.linear_sum(item, binders, draft, forms),
            ExprKind::Call(id, args) => {
                self.linear_call(*id, args, draft, forms, &mut |c, body, draft, forms| {
                    c.linear_target(body, draft, forms)
                })
            }
            _ => None,
        }
    }

    /// A sum over a fixed collection.
    fn linear_sum(&mut self, item: &Expr, binders: &[Binder], draft: Draft, forms: &Forms) -> Cases<()> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return None;
        };
        let ([slot], Some(known)) = (slots.as_slice(), self.known(source, &forms.env)) else { return None };
        let mut cases = vec![(draft, ())];
        for value in elements(&known) {
            let mut inner = forms.clone();
            inner.know(*slot, value);
            let mut next = vec![];
            for (draft, ()) in cases {
                next.extend(self.linear_target(item, draft, &inner)?);
            }
            cases = limited(next)?;
        }
        Some(cases)
    }
}

/// Nothing, if there are too many cases to be worth it.
fn limited<T>(cases: Vec<T>) -> Option<Vec<T>> {
    (cases.len() <= CASES).then_some(cases)
}
