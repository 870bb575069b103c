//! Functions with some arguments fixed: `f(_, 3)` is the function of what stands for `_`.

use super::ir::{Expr, ExprKind, Let, LetId, Slot};
use super::scope::{Checker, Context, LetState, wrong_expr};
use super::types::Type;
use super::typing::make;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;

/// Whether an argument is left open.
pub(super) fn is_open(arg: &ast::Expr) -> bool {
    matches!(&arg.kind, ast::ExprKind::Name(name) if name == "_")
}

impl Checker {
    /// A definition of its own for a function with some arguments fixed. These know nothing of the names around them, so
    /// that a function is the same wherever it is used.
    pub(super) fn partly_applied(
        &mut self,
        id: LetId,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Expr {
        let of = self.program.definition(id);
        let (params, result, whole) = (of.params.clone(), of.body.ty.clone(), of.span);
        if params.len() != args.len() {
            let types: Vec<Type> = params.iter().map(|p| p.ty.clone()).collect();
            self.arguments(&name.text, args, &types, span, Some(whole));
            return wrong_expr(span);
        }
        let scope: Vec<String> = self.frame.scope.iter().map(|(name, _)| name.clone()).collect();
        let open: Vec<usize> = (0..args.len()).filter(|i| is_open(&args[*i])).collect();
        let (body, frame) = self.framed(Context::Free, |c| {
            c.frame.outside = scope;
            let slots: Vec<Slot> = open.iter().map(|i| c.bind("", params[*i].ty.clone())).collect();
            let mut slots = slots.into_iter();
            let given = args.iter().zip(&params).map(|(arg, p)| match is_open(arg) {
                true => make(ExprKind::Local(slots.next().unwrap_or(0)), p.ty.clone(), arg.span),
                false => c.expr_of(arg, &p.ty, "a fixed argument"),
            });
            let given: Vec<Expr> = given.collect();
            make(ExprKind::Call(id, given), result.clone(), span)
        });
        let text: Vec<String> =
            args.iter().map(|a| super::target::spelled(a).unwrap_or("...".into())).collect();
        let new = LetId(self.program.lets.len() as u32);
        let body = self.resolved(body);
        let kept: Vec<_> = open.iter().map(|i| params[*i].clone()).collect();
        let types = kept.iter().map(|p| p.ty.clone()).collect();
        self.program.lets.push(Let {
            name: format!("{}({})", name.text, text.join(", ")),
            params: kept,
            slots: frame.slots,
            body,
            ..self.program.definition(id).clone()
        });
        self.let_states.push(LetState::Done);
        self.asks.push(frame.asks);
        make(ExprKind::Function(new), Type::Function(types, Box::new(result)), span)
    }
}

/// A name that is bound where a function with fixed arguments stands, used in such an argument.
pub(super) fn bound_outside(span: Span) -> Diagnostic {
    Diagnostic::error("fixed-argument", "A fixed argument cannot depend on names bound here")
        .at(span, "known only where it is used")
        .hint("Could the whole function stand in a `let`, and this be a parameter of it?")
}
