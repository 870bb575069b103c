//! Signs and calls beside cells, and stars before sums: `p + 1`, `p + right`, `(p.row, q)`, `b.rows`, `b(r, c)`, `*n mod 4`.

use super::scope::Checker;
use super::target::spelled;
use super::types::Type;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind as A, UnaryOp};

impl Checker {
    /// `p + 1`, `p - 1`, `p + right`: a step from a cell, of which nothing says how far down and to the right.
    pub(super) fn stepped(&self, a: &ast::Expr, b: &ast::Expr, sign: &str, span: Span) -> Option<Diagnostic> {
        let p = spelled(a).filter(|_| self.plain_type(a) == Some(Type::Cell))?;
        let d =
            Diagnostic::error("wrong-type", "Cells cannot be added: rows and columns can").at(span, "a cell");
        if let A::Name(word) = &b.kind
            && self.local(word).is_none()
            && sign == "+"
        {
            return Some(d.instead(span, super::elsewhere::beside(&word.to_lowercase(), &p)?));
        }
        let by = spelled(b).filter(|_| self.plain_type(b) == Some(Type::Int))?;
        let (along, down) =
            (format!("({p}.row, {p}.col {sign} {by})"), format!("({p}.row {sign} {by}, {p}.col)"));
        Some(d.hint(format!("Did you mean `{along}`, or `{down}`?")).replace(span, along))
    }

    /// `(p.row, q)`, where q is a cell: its row or its column.
    pub(super) fn place_of(&self, e: &ast::Expr, axis: &str) -> Option<Diagnostic> {
        let q = spelled(e).filter(|_| self.plain_type(e) == Some(Type::Cell))?;
        let what = if axis == "row" { "A row" } else { "A column" };
        let d = Diagnostic::error("wrong-type", format!("{what} should be a number")).at(e.span, "a cell");
        Some(d.instead(e.span, format!("{q}.{axis}")))
    }

    /// `p.col - 1` where a cell is wanted: the row stays.
    pub(super) fn cell_with(&self, e: &ast::Expr, wanted: &Type) -> Option<Diagnostic> {
        (self.unifier.resolve(wanted) == Type::Cell).then_some(())?;
        let first = match &e.kind {
            A::Binary(ast::BinaryOp::Plus | ast::BinaryOp::Minus, first, _) => first,
            _ => e,
        };
        let A::Field(cell, axis) = &first.kind else { return None };
        let p = spelled(cell).filter(|_| self.plain_type(cell) == Some(Type::Cell))?;
        let at = |at: u32| Span { start: at, end: at, ..e.span };
        let (before, behind) = match axis.text.as_str() {
            "row" => ("(".to_owned(), format!(", {p}.col)")),
            "col" => (format!("({p}.row, "), ")".to_owned()),
            _ => return None,
        };
        let d = Diagnostic::error("wrong-type", "A cell is the pair of its row and its column");
        let d =
            d.at(e.span, format!("this is only the {}", if axis.text == "row" { "row" } else { "column" }));
        let shown = if axis.text == "row" { format!("(..., {p}.col)") } else { format!("({p}.row, ...)") };
        let d = d.hint(format!("Did you mean `{shown}`?"));
        Some(d.replace(at(e.span.start), before).replace(at(e.span.end), behind))
    }

    /// `b(r, c)`, `row(b, 1)`, `rows(b)`: what is asked of a board in calls.
    pub(super) fn asked_of_board(
        &self,
        name: &ast::Name,
        args: &[ast::Expr],
        span: Span,
    ) -> Option<Diagnostic> {
        let is_board = |e: &ast::Expr| self.plain_type(e) == Some(Type::Set(Box::new(Type::Cell)));
        let x = ["q", "p", "c", "x"].into_iter().find(|x| self.local(x).is_none())?;
        let (axis, all) = match name.text.to_lowercase().as_str() {
            "row" | "line" => ("row", false),
            "rows" => ("row", true),
            "col" | "column" => ("col", false),
            "cols" | "columns" => ("col", true),
            _ => return None,
        };
        let d = Diagnostic::error("unknown-name", format!("There is no game or function `{}`", name.text));
        let d = d.at(name.span, "not known");
        match args {
            [b] if is_board(b) && all => {
                let b = spelled(b)?;
                Some(d.instead(span, format!("{{{x}.{axis} for {x} in {b}}}")))
            }
            [b, n] | [n, b] if is_board(b) => {
                let (b, n) = (spelled(b)?, spelled(n)?);
                Some(d.instead(span, format!("{{{x} for {x} in {b} where {x}.{axis} == {n}}}")))
            }
            _ => None,
        }
    }

    /// `*n mod 4`, `*n + 1`, `*2 * n`, where the whole number was meant to have the star.
    pub(super) fn starred_whole(
        &self,
        a: &ast::Expr,
        b: &ast::Expr,
        sign: &str,
        span: Span,
    ) -> Option<Diagnostic> {
        let (mut first, mut numbers) = (a, self.plain_type(b) == Some(Type::Int));
        let mut rest = spelled(b).map(|b| format!("{sign} {b}"));
        while let A::Binary(_, left, right) = &first.kind {
            numbers &= self.plain_type(right) == Some(Type::Int);
            rest = None;
            first = left;
        }
        let A::Unary(UnaryOp::Star, inner) = &first.kind else { return None };
        let simple = matches!(inner.kind, A::Number(_) | A::Name(_) | A::Call(..) | A::Index(..));
        (numbers && simple && self.plain_type(inner) != Some(Type::Position)).then_some(())?;
        let at = |at: u32| Span { start: at, end: at, ..span };
        let shown = match spelled(inner).zip(rest) {
            Some((n, rest)) => format!("*({n} {rest})"),
            None => "*(...)".to_owned(),
        };
        let d = Diagnostic::error("wrong-type", "The star belongs only to the number next to it");
        let d = d.at(first.span, "a position");
        let d = d.hint(format!("Did you mean `{shown}`, with brackets around the whole number?"));
        Some(d.replace(at(inner.span.start), "(").replace(at(span.end), ")"))
    }
}
