//! Numbers as linear forms, a case for each way to tell them apart.

use super::{Cases, Forms, limited};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Expr, ExprKind};
use crate::check::types::Type;
use crate::rules::packed::compile::Compiler;
use crate::rules::packed::dense::clause::Draft;
use crate::rules::packed::dense::linear::Linear;
use crate::rules::packed::loops::word_of;

impl<'c> Compiler<'c> {
    /// A number (or a truth value, or a case) as a linear form, in all possible cases.
    pub(super) fn linear(&mut self, e: &Expr, draft: Draft, forms: &Forms) -> Cases<Linear> {
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
}
