//! Conditions: `and`, `or`, `not` and what is in a range are branches.

use super::build::{Env, Lowering, Opener};
use super::form::{Arg, Atom, Op};
use crate::check::ir::{BinaryOp, CompareOp, Expr, ExprKind};
use crate::check::types::Type;
use crate::source::Span;
use crate::value::Value;

impl<'p> Lowering<'p> {
    /// The value of a condition. What need not be looked at is not.
    pub(super) fn truth(&mut self, e: &'p Expr, env: &mut Env) -> Arg {
        let known = |b: bool| Arg { is: Atom::Const(Value::Bool(b)), span: e.span };
        match &e.kind {
            ExprKind::Not(a) => {
                let a = self.truth(a, env);
                self.not(a, e.span)
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let a = self.truth(a, env);
                let second = |l: &mut Self, env: &mut Env| l.truth(b, env);
                if *op == BinaryOp::And {
                    self.choose(a, &Type::Bool, e.span, |l| second(l, env), |_| known(false))
                } else {
                    self.choose(a, &Type::Bool, e.span, |_| known(true), |l| second(l, env))
                }
            }
            ExprKind::In(x, source) => {
                let (first, second) = self.membership(x, source, env, e.span);
                match second {
                    None => first,
                    Some((x, hi)) => {
                        let below = |l: &mut Self| l.at_most(x, hi, e.span);
                        self.choose(first, &Type::Bool, e.span, below, |_| known(false))
                    }
                }
            }
            _ => self.value(e, env),
        }
    }

    /// Whether something is in a collection: one condition, or for a range that it is not below, and what is compared
    /// next.
    fn membership(
        &mut self,
        x: &'p Expr,
        source: &'p Expr,
        env: &mut Env,
        span: Span,
    ) -> (Arg, Option<(Arg, Arg)>) {
        let x = self.value(x, env);
        if let ExprKind::Range(lo, hi) = &source.kind {
            let lo = self.value(lo, env);
            let hi = hi.as_ref().map(|hi| self.value(hi, env));
            return (self.at_most(lo, x.clone(), span), hi.map(|hi| (x, hi)));
        }
        let source = self.value(source, env);
        match self.made_by(&source).cloned() {
            Some((Op::Range, ends)) => {
                (self.at_most(ends[0].clone(), x.clone(), span), Some((x, ends[1].clone())))
            }
            _ => (self.op(Op::In, vec![x, source], &Type::Bool, span), None),
        }
    }

    fn at_most(&mut self, a: Arg, b: Arg, span: Span) -> Arg {
        self.op(Op::Compare(CompareOp::LessEqual), vec![a, b], &Type::Bool, span)
    }

    pub(super) fn not(&mut self, a: Arg, span: Span) -> Arg {
        match a.constant() {
            Some(Value::Bool(b)) => Arg { is: Atom::Const(Value::Bool(!b)), span },
            _ => self.op(Op::Not, vec![a], &Type::Bool, span),
        }
    }

    /// What follows stands where the condition is as wanted. Conditions that all must hold are inside each other.
    pub(super) fn guard(&mut self, e: &'p Expr, wanted: bool, env: &mut Env) {
        match &e.kind {
            ExprKind::Not(a) => self.guard(a, !wanted, env),
            ExprKind::Binary(BinaryOp::And, a, b) if wanted => {
                self.guard(a, true, env);
                self.guard(b, true, env);
            }
            ExprKind::Binary(BinaryOp::Or, a, b) if !wanted => {
                self.guard(a, false, env);
                self.guard(b, false, env);
            }
            ExprKind::In(x, source) if wanted => {
                let (first, second) = self.membership(x, source, env, e.span);
                self.when(first, true, e.span);
                if let Some((x, hi)) = second {
                    let below = self.at_most(x, hi, e.span);
                    self.when(below, true, e.span);
                }
            }
            _ => {
                let cond = self.truth(e, env);
                self.when(cond, wanted, e.span);
            }
        }
    }

    pub(super) fn when(&mut self, cond: Arg, wanted: bool, span: Span) {
        match cond.constant() {
            Some(Value::Bool(known)) if *known == wanted => {}
            Some(_) => drop(self.open(Opener::Never, span)),
            None => drop(self.open(Opener::When(cond, wanted), span)),
        }
    }
}
