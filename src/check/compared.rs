//! Comparisons: chains of them, which sides fit each other, and whether something is in a collection.

use super::ir::{self, CompareOp, Expr, ExprKind};
use super::operators::around;
use super::scope::{Checker, wrong_expr};
use super::types::Type;
use super::typing::make;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;

impl Checker {
    pub(super) fn chain(
        &mut self,
        operands: &[ast::Expr],
        ops: &[(ast::CompareOp, Span)],
        span: Span,
    ) -> Expr {
        let mut links = vec![];
        for (i, (op, at)) in ops.iter().enumerate() {
            links.push(self.compare(&operands[i], *op, &operands[i + 1], *at));
        }
        let and = |a: Expr, b: Expr| {
            make(ExprKind::Binary(ir::BinaryOp::And, Box::new(a), Box::new(b)), Type::Bool, span)
        };
        links.into_iter().reduce(and).unwrap_or_else(|| wrong_expr(span))
    }

    pub(super) fn compare(&mut self, a: &ast::Expr, op: ast::CompareOp, b: &ast::Expr, at: Span) -> Expr {
        use ast::CompareOp::*;
        let span = a.span.to(b.span);
        if matches!(op, In | NotIn) {
            return self.membership(a, op == NotIn, b, span);
        }
        if let Some(d) = self.answers_compared(a, b) {
            return self.wrong(span, d);
        }
        let (before, behind) = around(a);
        let (written, other) = (a, b);
        let (a, b) = self.operands(a, b);
        if let Some(d) = self.outcome_beside(written, &a, other, &b) {
            return self.wrong(span, d);
        }
        if matches!(op, Equal | NotEqual) {
            let ty = self.unifier.resolve(&a.ty);
            if ty == Type::Position && self.unifier.resolve(&b.ty) == Type::Int {
                let d = Diagnostic::error("wrong-type", "A position is compared with a number here")
                    .at(b.span, "this is a number");
                let owned = |g: &super::ir::Game| g.moves.iter().any(|m| m.owner != ast::Owner::Both);
                if self.program.games.iter().any(owned) {
                    let note = "A game in which a move belongs to one player has no nim-value.";
                    return self.wrong(span, d.note(note).hint("Is its outcome meant, as in `... is Left`?"));
                }
                let d = d
                    .hint("Did you mean `value(...)` on the left side, its nim-value?")
                    .replace(before, "value(")
                    .replace(behind, ")");
                return self.wrong(span, d);
            }
            let sign = if op == Equal { "==" } else { "!=" };
            if let Some(d) = self.all_compared(written, other, &ty, sign) {
                return self.wrong(span, d);
            }
            if let Some(d) = self.element_equals((&ty, &b.ty), op == NotEqual, (at, b.span)) {
                return self.wrong(span, d);
            }
            self.demand(&b, &ty, &format!("the right side of `{sign}`"));
        } else {
            if let Some(d) = self.part_of(written, &a, other, &b) {
                return self.wrong(span, d);
            }
            if let Some(d) = self.beside_zero((written, &a), op, other) {
                return self.wrong(span, d);
            }
            if let Some(d) = self.those_before((written, &a), op, other) {
                return self.wrong(span, d);
            }
            if let Some(d) = self.in_order((written, &a), op, (other, &b)) {
                return self.wrong(span, d);
            }
            let mut others = [&a, &b].into_iter().filter_map(|side| {
                let ty = self.unifier.resolve(&side.ty);
                (!self.unifier.unify(&ty, &Type::Int)).then_some((side.span, ty))
            });
            if let Some((first, ty)) = others.next() {
                let title = format!("Only numbers are smaller or larger; this is {}", ty.phrase());
                let d = Diagnostic::error("wrong-type", title).at(first, ty.phrase());
                let d = others.fold(d, |d, (side, ty)| d.also(side, ty.phrase()));
                self.report(d.also(at, "compared here"));
            }
        }
        let (a, b) = match op {
            Equal => return equals(a, b, CompareOp::Equal, span),
            NotEqual => return equals(a, b, CompareOp::NotEqual, span),
            _ => (Box::new(a), Box::new(b)),
        };
        let kind = match op {
            Less => ExprKind::Compare(CompareOp::Less, a, b),
            LessEqual => ExprKind::Compare(CompareOp::LessEqual, a, b),
            Greater => ExprKind::Compare(CompareOp::Less, b, a),
            _ => ExprKind::Compare(CompareOp::LessEqual, b, a),
        };
        make(kind, Type::Bool, span)
    }

    /// Both sides of a comparison; each may tell what the other's bare names mean.
    pub(super) fn operands(&mut self, a: &ast::Expr, b: &ast::Expr) -> (Expr, Expr) {
        if self.needs_hint(a) && !self.needs_hint(b) {
            let b = self.expr(b, None);
            let a = self.expr(a, Some(&b.ty.clone()));
            (a, b)
        } else {
            let left = self.expr(a, None);
            let right = self.expr(b, Some(&left.ty.clone()));
            let right = self.pairs_as_cells(right, &left.ty);
            (self.as_cells(left, a, &right.ty), right)
        }
    }

    pub(super) fn needs_hint(&self, e: &ast::Expr) -> bool {
        match &e.kind {
            ast::ExprKind::Name(n) => self.local(n).is_none() && !self.names.contains_key(n),
            ast::ExprKind::Tuple(_) => true,
            ast::ExprKind::Set(items) => items.iter().any(|i| self.needs_hint(i)),
            _ => false,
        }
    }

    pub(super) fn membership(
        &mut self,
        x: &ast::Expr,
        negated: bool,
        source_ast: &ast::Expr,
        span: Span,
    ) -> Expr {
        if let Some(d) = self.rule_of_play(x, source_ast) {
            self.expr(x, None);
            return self.wrong(span, d);
        }
        if let Some(d) = self.position_among_moves(x, source_ast) {
            return self.wrong(span, d);
        }
        let source = self.expr(source_ast, None);
        let ty = self.unifier.resolve(&source.ty);
        if ty == Type::Text {
            let x = self.expr_of(x, &Type::Text, "what is looked for in a text");
            let inside = self.within_text(x, source, span);
            return if negated { make(ExprKind::Not(Box::new(inside)), Type::Bool, span) } else { inside };
        }
        let Some(element) = ty.element() else {
            if let Some(found) = self.among_outcomes(x, source_ast, &ty, span) {
                return found;
            }
            if ty != Type::Wrong {
                self.report_no_collection(&source, &ty, Some(source_ast));
            }
            self.expr(x, None);
            return wrong_expr(span);
        };
        let x = {
            let x = self.expr(x, Some(&element));
            self.pairs_as_cells(x, &element)
        };
        let source = self.of_cells(source, &x.ty);
        let element = self.unifier.resolve(&source.ty).element().unwrap_or(element);
        self.demand(&x, &element, "what is looked for");
        let inside = make(ExprKind::In(Box::new(x), Box::new(source)), Type::Bool, span);
        if negated { make(ExprKind::Not(Box::new(inside)), Type::Bool, span) } else { inside }
    }
}

/// `a == b`, or `a != b`: tuples that are written out part by part, which solvers see through.
fn equals(a: Expr, b: Expr, op: CompareOp, span: Span) -> Expr {
    let both = if op == CompareOp::Equal { ir::BinaryOp::And } else { ir::BinaryOp::Or };
    match (a.kind, b.kind) {
        (ExprKind::Tuple(left), ExprKind::Tuple(right)) if left.len() == right.len() => {
            let parts = left.into_iter().zip(right).map(|(a, b)| equals(a, b, op, span));
            let join = |a, b| make(ExprKind::Binary(both, Box::new(a), Box::new(b)), Type::Bool, span);
            parts.reduce(join).unwrap_or_else(|| wrong_expr(span))
        }
        (left, right) => {
            let (a, b) = (Expr { kind: left, ..a }, Expr { kind: right, ..b });
            make(ExprKind::Compare(op, Box::new(a), Box::new(b)), Type::Bool, span)
        }
    }
}
