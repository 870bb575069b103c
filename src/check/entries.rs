//! Ranges, and what is taken out of something: entries by their place, and rows and columns of cells.

use super::ir::{self, Expr, ExprKind, GameId};
use super::scope::{Checker, Entity, wrong_expr};
use super::target::spelled;
use super::types::Type;
use super::typing::make;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use num_bigint::BigInt;

impl Checker {
    pub(super) fn range(
        &mut self,
        lo: &ast::Expr,
        hi: Option<&ast::Expr>,
        exclusive: bool,
        span: Span,
    ) -> Expr {
        let lo = self.expr_of(lo, &Type::Int, "the start of a range");
        if let Some(d) = hi.and_then(|hi| self.function_as_end(hi)) {
            return self.wrong(span, d);
        }
        let hi = hi.map(|hi| {
            let hi = self.expr_of(hi, &Type::Int, "the end of a range");
            if !exclusive {
                return Box::new(hi);
            }
            let (at, one) = (hi.span, make(ExprKind::Int(1.into()), Type::Int, hi.span));
            let kind = ExprKind::Binary(ir::BinaryOp::Subtract, Box::new(hi), Box::new(one));
            Box::new(make(kind, Type::Int, at))
        });
        make(ExprKind::Range(Box::new(lo), hi), Type::Set(Box::new(Type::Int)), span)
    }

    pub(super) fn index(&mut self, base: &ast::Expr, index: &[ast::Expr], span: Span) -> Expr {
        if let ast::ExprKind::Name(name) = &base.kind
            && self.local(name).is_none()
            && let Some((Entity::Game(id), _)) = self.names.get(name)
        {
            let id = *id;
            self.note_global(base.span, name);
            return self.sum_of_piles(id, index, span);
        }
        let mut done = self.expr(base, None);
        if let Some(d) = self.key_in_parts(&done.ty, index) {
            return self.wrong(span, d);
        }
        for i in index {
            done = self.index_once(done, i, base, span);
        }
        done
    }

    /// `Nim[3, 5, 7]`
    pub(super) fn sum_of_piles(&mut self, id: GameId, piles: &[ast::Expr], span: Span) -> Expr {
        let parts: Vec<Expr> =
            piles.iter().map(|p| self.position(id, std::slice::from_ref(p), p.span)).collect();
        let sum = |a: Expr, b: Expr| {
            make(ExprKind::Binary(ir::BinaryOp::Sum, Box::new(a), Box::new(b)), Type::Position, span)
        };
        parts.into_iter().reduce(sum).unwrap_or(make(ExprKind::Nothing, Type::Position, span))
    }

    pub(super) fn index_once(
        &mut self,
        base: Expr,
        index: &ast::Expr,
        written: &ast::Expr,
        span: Span,
    ) -> Expr {
        if let Some(found) = self.place_or_slice(&base, index, span) {
            return found;
        }
        match self.unifier.resolve(&base.ty) {
            Type::Tuple(types) => self.tuple_place(base, &types, index, span),
            Type::Cell => match &index.kind {
                // A cell is a pair, of its row and its column.
                ast::ExprKind::Number(n) if [1, 2].map(BigInt::from).contains(n) => {
                    make(ExprKind::Field(Box::new(base), *n == BigInt::from(1)), Type::Int, span)
                }
                _ => self.tuple_place(base, &[Type::Int, Type::Int], index, span),
            },
            Type::List(t) => {
                if matches!(&index.kind, ast::ExprKind::Number(n) if *n == BigInt::ZERO) {
                    self.report(place_zero(index.span));
                }
                if let (ast::ExprKind::Unary(ast::UnaryOp::Minus, _), Some(row)) =
                    (&index.kind, spelled(written))
                {
                    let d =
                        Diagnostic::error("no-such-place", "Places are counted from the beginning: from 1")
                            .at(index.span, "")
                            .instead(index.span, format!("size({row})"));
                    self.report(d);
                }
                if let Some(d) = self.last_place(written, index) {
                    return self.wrong(span, d);
                }
                if let Some(d) = self.entry_as_place(written, index) {
                    return self.wrong(span, d);
                }
                let index = self.expr_of(index, &Type::Int, "the place in a list");
                make(ExprKind::Index(Box::new(base), Box::new(index)), *t, span)
            }
            Type::Map(k, v) => {
                if let Some(d) = self.key_taken_apart(written, index) {
                    return self.wrong(span, d);
                }
                let index = self.expr_of(index, &k, "the key of a map");
                make(ExprKind::Index(Box::new(base), Box::new(index)), *v, span)
            }
            Type::Wrong => wrong_expr(span),
            other => {
                let d = Diagnostic::error(
                    "wrong-type",
                    format!(
                        "Only lists, texts, tuples, cells and maps have places [..]; this is {}",
                        other.phrase()
                    ),
                )
                .at(base.span, other.phrase());
                self.wrong(span, not_indexed(d, &other, written, index, span))
            }
        }
    }

    pub(super) fn field(&mut self, base: &ast::Expr, field: &ast::Name, span: Span) -> Expr {
        if matches!(&base.kind, ast::ExprKind::Name(own) if matches!(own.as_str(), "this" | "self"))
            && self.local(&field.text).is_some()
        {
            let own = Span { end: field.span.start, ..base.span };
            let d = Diagnostic::error("unknown-field", "A parameter is called by its name alone").at(own, "");
            return self.wrong(span, d.hint(format!("Did you mean `{}`?", field.text)).replace(own, ""));
        }
        let is_row = match field.text.as_str() {
            "row" => true,
            "col" => false,
            other => {
                let d = self.unknown_field(base, field, other);
                return self.wrong(span, d);
            }
        };
        let base = self.expr_of(base, &Type::Cell, "what has a row and a column");
        make(ExprKind::Field(Box::new(base), is_row), Type::Int, span)
    }
}

/// `row[0]`, `put(row, 0, x)`
pub(super) fn place_zero(span: Span) -> Diagnostic {
    Diagnostic::error("index-zero", "Places are counted from 1: there is no place 0")
        .at(span, "place 0")
        .hint("Did you mean [1], the first entry?")
        .replace(span, "1")
}

/// `s[i]` of a set, `f[3]` of a function.
fn not_indexed(d: Diagnostic, ty: &Type, base: &ast::Expr, index: &ast::Expr, span: Span) -> Diagnostic {
    let before = Span { end: base.span.start, ..base.span };
    let open = Span { start: base.span.end, end: index.span.start, ..span };
    let close = Span { start: span.end - 1, ..span };
    match (ty, spelled(base)) {
        (Type::Set(of), Some(set)) if **of == Type::Cell => {
            d.hint(format!("Did you mean `(r, c) in {set}`, whether it has the cell in row r and column c?"))
        }
        (Type::Set(_) | Type::Bag(_), Some(set)) => d
            .hint(format!("Did you mean `sort({set})[...]`, a place in the list of its elements?"))
            .replace(before, "sort(")
            .replace(Span { end: base.span.end, ..open }, ")"),
        (Type::Set(_) | Type::Bag(_), None) => d
            .hint("Did you mean `sort(...)[...]`, a place in the list of its elements?")
            .replace(before, "sort(")
            .replace(Span { end: base.span.end, ..open }, ")"),
        (Type::Function(..), Some(f)) => {
            d.hint(format!("Did you mean `{f}(...)`?")).replace(open, "(").replace(close, ")")
        }
        _ => d,
    }
}
