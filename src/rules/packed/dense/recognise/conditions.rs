//! Conditions as linear constraints, in all the ways in which they can hold.

use super::{CASES, Forms, limited};
use crate::builtin::collection::elements;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, CompareOp, Expr, ExprKind};
use crate::check::types::Type;
use crate::rules::packed::compile::Compiler;
use crate::rules::packed::dense::clause::Draft;
use crate::rules::packed::dense::linear::Linear;
use crate::rules::packed::loops::word_of;
use crate::value::Value;

impl<'c> Compiler<'c> {
    /// What must hold for a condition to be true (or false, if `wanted` is), in all possible ways.
    pub(super) fn assume(
        &mut self,
        e: &Expr,
        wanted: bool,
        draft: Draft,
        forms: &Forms,
    ) -> Option<Vec<Draft>> {
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
    pub(super) fn at_least(
        &mut self,
        x: &Linear,
        e: &Expr,
        draft: Draft,
        forms: &Forms,
    ) -> Option<Vec<Draft>> {
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
    pub(super) fn at_most(
        &mut self,
        x: &Linear,
        e: &Expr,
        draft: Draft,
        forms: &Forms,
    ) -> Option<Vec<Draft>> {
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
