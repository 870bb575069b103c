//! Functions with some arguments fixed: `f(_, 3)` is the function of what stands for `_`.

use super::builtins::Builtin;
use super::ir::{Expr, ExprKind, Let, LetId, Param, Slot};
use super::scope::{Checker, Context, LetState, wrong_expr};
use super::types::{Shape, Type};
use super::typing::make;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;

/// Whether an argument is left open.
pub(super) fn is_open(arg: &ast::Expr) -> bool {
    matches!(&arg.kind, ast::ExprKind::Name(name) if name == "_")
}

impl Checker {
    /// Calls what a name without parameters stands for: `let inc = add(_, 1)`, `let pick = if c then f else g`.
    pub(super) fn call_held(
        &mut self,
        id: LetId,
        name: &ast::Name,
        args: &[ast::Expr],
        (params, result): (Vec<Type>, Type),
        span: Span,
    ) -> Expr {
        if let Some(of) = self.held_by(id) {
            return self.call_let(of, name, args, span);
        }
        if args.iter().any(is_open) && self.local("_").is_none() {
            let at = self.program.definition(id).span;
            let params = unnamed(&params, at);
            let call = |c: &mut Checker, args| c.applied(id, args, &result, span);
            return self.partly_applied(at, params, name, args, span, call);
        }
        let at = self.program.definition(id).span;
        let args = self.arguments(&name.text, args, &params, span, Some(at));
        self.applied(id, args, &result, span)
    }

    /// The function that a name without parameters always stands for, if it is written there.
    fn held_by(&self, id: LetId) -> Option<LetId> {
        match self.program.definition(id).body.kind {
            ExprKind::Function(of) => Some(of),
            ExprKind::Global(of) => self.held_by(of),
            _ => None,
        }
    }

    /// The function that a name without parameters stands for, applied: `let f = name in f(args)`.
    fn applied(&mut self, id: LetId, args: Vec<Expr>, result: &Type, span: Span) -> Expr {
        self.scoped(|c| {
            let function = c.global(id, span);
            let (f, is) = c.is(function);
            c.only(make(ExprKind::CallLocal(f, args), result.clone(), span), vec![is], span)
        })
    }

    /// `max(_, 3)`: a native function of numbers.
    pub(super) fn native_applied(
        &mut self,
        (f, types): (Builtin, &[Type]),
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Expr> {
        (!f.is_question() && types.iter().all(|t| *t == Type::Int)).then_some(())?;
        let call = |c: &mut Checker, args: Vec<Expr>| {
            let ty = c.builtin_type(f, &args, span);
            make(ExprKind::Builtin(f, args), ty, span)
        };
        Some(self.partly_applied(name.span, unnamed(types, name.span), name, args, span, call))
    }

    /// A definition of its own for a function with some arguments fixed. These know nothing of the names around them, so
    /// that a function is the same wherever it is used.
    pub(super) fn partly_applied(
        &mut self,
        at: Span,
        params: Vec<Param>,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
        call: impl FnOnce(&mut Checker, Vec<Expr>) -> Expr,
    ) -> Expr {
        if params.len() != args.len() {
            let types: Vec<Type> = params.iter().map(|p| p.ty.clone()).collect();
            self.arguments(&name.text, args, &types, span, Some(at));
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
            call(c, given)
        });
        let text: Vec<String> =
            args.iter().map(|a| super::target::spelled(a).unwrap_or("...".into())).collect();
        let kept = open.iter().map(|i| params[*i].clone()).collect();
        let new = Let {
            name: format!("{}({})", name.text, text.join(", ")),
            is_function: true,
            params: kept,
            slots: frame.slots,
            body: self.resolved(body),
            doc: None,
            span: at,
        };
        self.new_function(new, frame.asks, span)
    }

    fn new_function(&mut self, new: Let, asks: bool, span: Span) -> Expr {
        let id = LetId(self.program.lets.len() as u32);
        let ty =
            Type::Function(new.params.iter().map(|p| p.ty.clone()).collect(), Box::new(new.body.ty.clone()));
        self.program.lets.push(new);
        self.let_states.push(LetState::Done);
        self.asks.push(asks);
        make(ExprKind::Function(id), ty, span)
    }
}

/// Parameters without names, of a function that is not declared at a place.
fn unnamed(types: &[Type], at: Span) -> Vec<Param> {
    let param = |ty: &Type| Param {
        name: String::new(),
        ty: ty.clone(),
        shape: Shape::Any,
        is_rule: false,
        span: at,
    };
    types.iter().map(param).collect()
}

/// Something other than a function of the text or of numbers, called with arguments left open.
pub(super) fn not_open(name: &ast::Name, at: Span) -> Diagnostic {
    Diagnostic::error(
        "fixed-argument",
        format!(
            "Arguments of `{}` cannot be left open: only those of a `let` or of a function of numbers",
            name.text
        ),
    )
    .at(at, "left open")
    .hint("Could a `let` with a parameter say the same?")
}

/// A name that is bound where a function with fixed arguments stands, used in such an argument.
pub(super) fn bound_outside(span: Span) -> Diagnostic {
    Diagnostic::error("fixed-argument", "A fixed argument cannot depend on names bound here")
        .at(span, "known only where it is used")
        .hint("Could it go along in a pair that the function gives back with this unchanged: `iterate(f, (this, x), n)[2]`?")
}
