//! From the ir of a move to linear clauses, however the rule is spelled.
//!
//! Conditions become disjunctions of linear constraints, `min`, `max`, `abs` and `if` become cases, and
//! division and remainder by a fixed number become one more choice that has exactly one value. Each method
//! gives `None` for what is not linear; register code takes over there.

use super::super::compile::{Compiler, Env, Val};
use super::clause::{Clause, Draft, clauses};
use super::linear::{Linear, NUMBERS, VARIABLES};
use crate::builtin::collection::elements;
use crate::check::builtins::Builtin;
use crate::check::ir::{
    BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Game, LetId, Move, Slot,
};
use crate::check::types::{Shape, Type};
use crate::rules::packed::loops::word_of;
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

/// Sets of fixed numbers up to this size are taken apart.
const ELEMENTS: usize = 64;
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

    fn linear_binders(
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
        match (&source.kind, slots) {
            (ExprKind::Range(lo, Some(hi)), [slot]) => {
                let (mut draft, variable) = self.choice(draft, None)?;
                let x = Linear::variable(variable);
                inner.set(*slot, x);
                draft.choices.push(variable);
                for draft in self.at_least(&x, lo, draft, forms)? {
                    for draft in self.at_most(&x, hi, draft, forms)? {
                        then(self, draft, &inner)?;
                    }
                }
                Some(())
            }
            (ExprKind::Set(items), [slot]) => {
                for item in items {
                    for (draft, form) in self.linear(item, draft.clone(), forms)? {
                        inner.set(*slot, form);
                        then(self, draft, &inner)?;
                    }
                }
                Some(())
            }
            (ExprKind::Binary(BinaryOp::Union, a, b), _) => {
                self.linear_source(slots, a, draft.clone(), forms, then)?;
                self.linear_source(slots, b, draft, forms, then)
            }
            _ => None,
        }
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
    fn choice(&mut self, mut draft: Draft, after: Option<&Linear>) -> Option<(Draft, usize)> {
        let variable = (NUMBERS..VARIABLES).find(|v| !draft.uses(*v))?;
        if let Some(form) = after {
            let place = draft.choices.iter().rposition(|c| form.by[*c] != 0).map_or(0, |p| p + 1);
            draft.choices.insert(place, variable);
        }
        Some((draft, variable))
    }

    /// What must hold for a condition to be true (or false, if `wanted` is), in all possible ways.
    fn assume(&mut self, e: &Expr, wanted: bool, draft: Draft, forms: &Forms) -> Option<Vec<Draft>> {
        if let Some(known) = self.known(e, &forms.env) {
            let Value::Bool(b) = known else { return None };
            return Some(if b == wanted { vec![draft] } else { vec![] });
        }
        match &e.kind {
            ExprKind::Not(a) => self.assume(a, !wanted, draft, forms),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                if (*op == BinaryOp::And) == wanted {
                    let first = self.assume(a, wanted, draft, forms)?;
                    let second = |d| self.assume(b, wanted, d, forms);
                    return limited(first.into_iter().map(second).collect::<Option<Vec<_>>>()?.concat());
                }
                let mut either = self.assume(a, wanted, draft.clone(), forms)?;
                either.extend(self.assume(b, wanted, draft, forms)?);
                limited(either)
            }
            ExprKind::If(c, a, b) => {
                let mut either = vec![];
                for (truth, e) in [(true, a), (false, b)] {
                    for draft in self.assume(c, truth, draft.clone(), forms)? {
                        either.extend(self.assume(e, wanted, draft, forms)?);
                    }
                }
                limited(either)
            }
            ExprKind::Local(slot) if e.ty == Type::Bool => {
                let form = forms.forms[*slot as usize]?;
                let form = if wanted { form } else { Linear::constant(1).minus(&form)? };
                Some(vec![draft.and(form.plus(&Linear::constant(-1), 1)?)])
            }
            ExprKind::Compare(op, a, b) => self.assume_compared(*op, a, b, wanted, draft, forms),
            ExprKind::In(x, s) => self.assume_in(x, s, wanted, draft, forms),
            ExprKind::Call(id, args) => {
                self.linear_call(*id, args, draft, forms, &mut |c, body, draft, forms| {
                    c.assume(body, wanted, draft, forms)
                })
            }
            _ => None,
        }
    }

    fn assume_compared(
        &mut self,
        op: CompareOp,
        a: &Expr,
        b: &Expr,
        wanted: bool,
        draft: Draft,
        forms: &Forms,
    ) -> Option<Vec<Draft>> {
        let mut either = vec![];
        for (draft, a) in self.linear(a, draft, forms)? {
            for (draft, b) in self.linear(b, draft, forms)? {
                let gap = b.minus(&a)?;
                let less = |gap: Linear| gap.plus(&Linear::constant(-1), 1);
                let back = gap.times(-1)?;
                match (op, wanted) {
                    (CompareOp::Less, true) => either.push(draft.and(less(gap)?)),
                    (CompareOp::Less, false) => either.push(draft.and(back)),
                    (CompareOp::LessEqual, true) => either.push(draft.and(gap)),
                    (CompareOp::LessEqual, false) => either.push(draft.and(less(back)?)),
                    (CompareOp::Equal, true) | (CompareOp::NotEqual, false) => {
                        either.push(draft.and(gap).and(back));
                    }
                    (CompareOp::Equal, false) | (CompareOp::NotEqual, true) => {
                        either.push(draft.clone().and(less(gap)?));
                        either.push(draft.and(less(back)?));
                    }
                }
            }
        }
        limited(either)
    }

    fn assume_in(
        &mut self,
        x: &Expr,
        s: &Expr,
        wanted: bool,
        draft: Draft,
        forms: &Forms,
    ) -> Option<Vec<Draft>> {
        let mut either = vec![];
        for (draft, x) in self.linear(x, draft, forms)? {
            match &s.kind {
                ExprKind::Range(lo, hi) if wanted => {
                    for draft in self.at_least(&x, lo, draft, forms)? {
                        match hi {
                            Some(hi) => either.extend(self.at_most(&x, hi, draft, forms)?),
                            None => either.push(draft),
                        }
                    }
                }
                _ => {
                    let known = self.known(s, &forms.env)?;
                    let mut from = i64::MIN;
                    for (lo, hi) in stretches(&known)? {
                        let constant = Linear::constant;
                        if wanted {
                            let inside = draft.clone().and(x.minus(&constant(lo))?);
                            either.push(inside.and(constant(hi).minus(&x)?));
                        } else {
                            either.push(between(&draft, &x, from, lo - 1)?);
                            from = hi + 1;
                        }
                    }
                    if !wanted {
                        either.push(between(&draft, &x, from, i64::MAX)?);
                    }
                }
            }
        }
        limited(either)
    }

    /// `x >= e`
    fn at_least(&mut self, x: &Linear, e: &Expr, draft: Draft, forms: &Forms) -> Option<Vec<Draft>> {
        if let ExprKind::Builtin(Builtin::Max, args) = &e.kind
            && args.len() > 1
        {
            let mut all = vec![draft];
            for arg in args {
                let with = |d| self.at_least(x, arg, d, forms);
                all = limited(all.into_iter().map(with).collect::<Option<Vec<_>>>()?.concat())?;
            }
            return Some(all);
        }
        let above = |(draft, form): (Draft, Linear)| Some(draft.and(x.minus(&form)?));
        self.linear(e, draft, forms)?.into_iter().map(above).collect()
    }

    /// `x <= e`
    fn at_most(&mut self, x: &Linear, e: &Expr, draft: Draft, forms: &Forms) -> Option<Vec<Draft>> {
        match &e.kind {
            ExprKind::Builtin(Builtin::Min, args) if args.len() > 1 => {
                let mut all = vec![draft];
                for arg in args {
                    let with = |d| self.at_most(x, arg, d, forms);
                    all = limited(all.into_iter().map(with).collect::<Option<Vec<_>>>()?.concat())?;
                }
                Some(all)
            }
            ExprKind::Binary(BinaryOp::Divide, a, d) => {
                let by = self.known(d, &forms.env).as_ref().and_then(word_of).filter(|d| *d > 0)?;
                let scaled = x.times(by)?;
                self.at_most(&scaled, a, draft, forms)
            }
            _ => {
                let below = |(draft, form): (Draft, Linear)| Some(draft.and(form.minus(x)?));
                self.linear(e, draft, forms)?.into_iter().map(below).collect()
            }
        }
    }

    /// A number (or a truth value, or a case) as a linear form, in all possible cases.
    fn linear(&mut self, e: &Expr, draft: Draft, forms: &Forms) -> Cases<Linear> {
        if let Some(known) = self.known(e, &forms.env) {
            let n = word_of(&known).filter(|n| n.abs() < 1 << 40 && e.ty != Type::Cell)?;
            return Some(vec![(draft, Linear::constant(n))]);
        }
        match &e.kind {
            ExprKind::Local(slot) => Some(vec![(draft, forms.forms[*slot as usize]?)]),
            ExprKind::Negate(a) => {
                let negated = |(d, f): (Draft, Linear)| Some((d, f.times(-1)?));
                self.linear(a, draft, forms)?.into_iter().map(negated).collect()
            }
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), a, b) => {
                let sign = if *op == BinaryOp::Add { 1 } else { -1 };
                self.pairs(a, b, draft, forms, |a, b| a.plus(b, sign))
            }
            ExprKind::Binary(BinaryOp::Multiply, a, b) => self.pairs(a, b, draft, forms, |a, b| {
                if a.is_constant() {
                    b.times(a.constant)
                } else if b.is_constant() {
                    a.times(b.constant)
                } else {
                    None
                }
            }),
            ExprKind::Binary(op @ (BinaryOp::Divide | BinaryOp::Mod), a, b) => {
                let by = self.known(b, &forms.env).as_ref().and_then(word_of).filter(|d| *d > 0)?;
                let divided = |c: &mut Self, (draft, form)| c.divided(draft, form, by, *op == BinaryOp::Mod);
                let cases = self.linear(a, draft, forms)?;
                cases.into_iter().map(|case| divided(self, case)).collect()
            }
            ExprKind::Builtin(f @ (Builtin::Min | Builtin::Max), args) if args.len() > 1 => {
                self.extreme(args, *f == Builtin::Max, draft, forms)
            }
            ExprKind::Builtin(Builtin::Abs, args) => {
                let mut cases = vec![];
                for (draft, form) in self.linear(&args[0], draft, forms)? {
                    cases.push((draft.clone().and(form), form));
                    let negative = form.times(-1)?;
                    cases.push((draft.and(negative.plus(&Linear::constant(-1), 1)?), negative));
                }
                limited(cases)
            }
            ExprKind::If(c, a, b) => {
                let mut cases = vec![];
                for (truth, e) in [(true, a), (false, b)] {
                    for draft in self.assume(c, truth, draft.clone(), forms)? {
                        cases.extend(self.linear(e, draft, forms)?);
                    }
                }
                limited(cases)
            }
            ExprKind::Call(id, args) => {
                self.linear_call(*id, args, draft, forms, &mut |c, body, draft, forms| {
                    c.linear(body, draft, forms)
                })
            }
            _ => None,
        }
    }

    fn pairs(
        &mut self,
        a: &Expr,
        b: &Expr,
        draft: Draft,
        forms: &Forms,
        join: impl Fn(&Linear, &Linear) -> Option<Linear>,
    ) -> Cases<Linear> {
        let mut cases = vec![];
        for (draft, a) in self.linear(a, draft, forms)? {
            for (draft, b) in self.linear(b, draft, forms)? {
                cases.push((draft, join(&a, &b)?));
            }
        }
        limited(cases)
    }

    /// The quotient as a choice with one value: `by * q <= form < by * (q + 1)`; or what remains.
    fn divided(&mut self, draft: Draft, form: Linear, by: i64, rest: bool) -> Option<(Draft, Linear)> {
        let (draft, variable) = self.choice(draft, Some(&form))?;
        let q = Linear::variable(variable);
        let remainder = form.plus(&q, -by)?;
        let draft = draft.and(remainder).and(Linear::constant(by - 1).minus(&remainder)?);
        Some((draft, if rest { remainder } else { q }))
    }

    /// The least or the largest of some numbers: a case for each.
    fn extreme(&mut self, args: &[Expr], largest: bool, draft: Draft, forms: &Forms) -> Cases<Linear> {
        let mut all: Vec<(Draft, Vec<Linear>)> = vec![(draft, vec![])];
        for arg in args {
            let mut next = vec![];
            for (draft, before) in all {
                for (draft, form) in self.linear(arg, draft, forms)? {
                    next.push((draft, [before.clone(), vec![form]].concat()));
                }
            }
            all = limited(next)?;
        }
        let mut cases = vec![];
        for (draft, values) in all {
            for (i, value) in values.iter().enumerate() {
                let mut draft = draft.clone();
                for (j, other) in values.iter().enumerate().filter(|(j, _)| *j != i) {
                    let gap = if largest { value.minus(other)? } else { other.minus(value)? };
                    // The first of equal ones, so that the cases do not overlap.
                    draft = draft.and(gap.plus(&Linear::constant(-i64::from(j < i)), 1)?);
                }
                cases.push((draft, *value));
            }
        }
        limited(cases)
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
        let definition = self.machine.program.definition(id);
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
                let params = self.machine.program.game(*id).params.clone();
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

/// `from <= x <= to`, where the ends of all numbers are no bound.
fn between(draft: &Draft, x: &Linear, from: i64, to: i64) -> Option<Draft> {
    let mut draft = draft.clone();
    if from > i64::MIN {
        draft = draft.and(x.minus(&Linear::constant(from))?);
    }
    if to < i64::MAX {
        draft = draft.and(Linear::constant(to).minus(x)?);
    }
    Some(draft)
}

/// The numbers of a set as ranges without gaps.
fn stretches(set: &Value) -> Option<Vec<(i64, i64)>> {
    if !matches!(set, Value::Set(_) | Value::List(_) | Value::Bag(_)) {
        return None;
    }
    let mut numbers: Vec<i64> = elements(set).map(|v| word_of(&v)).collect::<Option<_>>()?;
    numbers.sort_unstable();
    let mut found: Vec<(i64, i64)> = vec![];
    for n in numbers {
        match found.last_mut() {
            Some((_, to)) if n <= *to + 1 => *to = n,
            _ => found.push((n, n)),
        }
    }
    (found.len() <= CASES).then_some(found)
}
