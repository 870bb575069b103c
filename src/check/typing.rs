//! Expressions: names and types are inferred together, from the inside out, with what is wanted as a hint.

use super::ir::{Expr, ExprKind, Fold, Slot};
use super::scope::{Checker, wrong_expr};
use super::types::{MOST_PARTS, Type};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use num_bigint::BigInt;

pub(super) fn make(kind: ExprKind, ty: Type, span: Span) -> Expr {
    Expr { kind, ty, span }
}

/// The first element of a set that was written before.
fn written_twice(items: &[ast::Expr]) -> Option<usize> {
    use ast::ExprKind as A;
    let same = |a: &ast::Expr, b: &ast::Expr| match (&a.kind, &b.kind) {
        (A::Number(a), A::Number(b)) => a == b,
        (A::Text(a), A::Text(b)) => a == b,
        _ => false,
    };
    (1..items.len()).find(|&i| items[..i].iter().any(|other| same(&items[i], other)))
}

fn element_twice(at: Span) -> Diagnostic {
    let title = "A set has each element once, and this one is in it already";
    Diagnostic::warning("element-twice", title).at(at, "here again")
}

impl Checker {
    /// Warns about an element that is written twice in a set which is given to a game: of equal piles one would be lost.
    pub(super) fn note_twice(&mut self, argument: &ast::Expr, wanted: Option<&Type>) {
        use ast::ExprKind as A;
        let (A::Set(items), Some(Type::Set(_))) = (&argument.kind, wanted) else { return };
        let Some(i) = written_twice(items) else { return };
        let d = element_twice(items[i].span)
            .note("A bag may hold an element twice: `bag of ...` as a type, `bag(3, 3)` as a value.")
            .hint("Can it be left out?")
            .replace(Span { start: items[i - 1].span.end, ..items[i].span }, "");
        self.report(d);
    }

    /// The same in `sum(Nim(k) for k in {3, 3})`.
    pub(super) fn note_twice_among_parts(&mut self, binder: &ast::Binder) {
        let ast::BinderKind::In { source, .. } = &binder.kind else { return };
        let ast::ExprKind::Set(items) = &source.kind else { return };
        let Some(i) = written_twice(items) else { return };
        let (open, close) = (
            Span { end: source.span.start + 1, ..source.span },
            Span { start: source.span.end - 1, ..source.span },
        );
        let d =
            element_twice(items[i].span).hint("Did you mean a list, in square brackets, which keeps both?");
        self.report(d.replace(open, "[").replace(close, "]"));
    }

    /// Checks an expression and demands a type of it; `what` says what it is needed for.
    pub(super) fn expr_of(&mut self, e: &ast::Expr, ty: &Type, what: &str) -> Expr {
        if let Some(d) = self.rows_of_board(e, ty).or_else(|| self.edge_by_a_sign(e, ty)) {
            return self.wrong(e.span, d);
        }
        let checked = self.expr(e, Some(ty));
        let checked = self.pairs_as_cells(checked, ty);
        self.demand(&checked, ty, what);
        checked
    }

    /// Reports unless an expression has the type wanted.
    pub(super) fn demand(&mut self, e: &Expr, ty: &Type, what: &str) {
        if self.unifier.unify(&e.ty, ty) {
            return;
        }
        let (is, want) = (self.unifier.resolve(&e.ty), self.unifier.resolve(ty));
        let phrase = |ty: &Type| match (&is, &want, ty) {
            (Type::Function(a, _), Type::Function(b, _), Type::Function(params, _)) if a.len() != b.len() => {
                format!("{} of {}", ty.phrase(), count(params.len(), "argument"))
            }
            _ => ty.phrase(),
        };
        let d = Diagnostic::error("wrong-type", format!("{} should be {}", capital(what), phrase(&want)))
            .at(e.span, format!("this is {}", phrase(&is)));
        let known = self.ran_through(&d, e).or_else(|| self.small_letter(&d, e));
        let known =
            known.or_else(|| self.uncalled(&d, e, (&is, &want))).or_else(|| self.hidden_case(&d, e, &want));
        if let Some(d) = known {
            return self.report(d);
        }
        self.report_as_wanted(d, e, (&is, &want), what);
    }

    /// Checks an expression. `want` is the type it should have, where that is known; it decides what a
    /// bare name of an enumeration, an empty set or a pair of numbers (a cell) means.
    pub(super) fn expr(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        let checked = self.expr_of_any_size(e, want);
        self.unifier.resolve(&checked.ty);
        if self.report_large_type(e.span) { wrong_expr(e.span) } else { checked }
    }

    /// Reports, once, that a type was met with too many parts.
    pub(super) fn report_large_type(&mut self, span: Span) -> bool {
        let met = self.unifier.met_too_large();
        if met && !self.diagnostics.iter().any(|d| d.code == "large-type") {
            let d = Diagnostic::error("large-type", format!("This type has more than {MOST_PARTS} parts"))
                .at(span, "a type made of this many types")
                .note("Each entry of a tuple counts, with its own entries: pairs of pairs of pairs double.")
                .hint("Could a list, a set or a map hold the parts of one type?");
            self.report(d);
        }
        met
    }

    fn expr_of_any_size(&mut self, e: &ast::Expr, want: Option<&Type>) -> Expr {
        use ast::ExprKind as A;
        let span = e.span;
        match &e.kind {
            A::Number(n) => match want.map(|t| self.unifier.resolve(t)) {
                Some(Type::Enum(names)) => self.numbered_case(n, &names, span),
                _ => make(ExprKind::Int(n.clone()), Type::Int, span),
            },
            A::Text(t) => make(ExprKind::Text(t.as_str().into()), Type::Text, span),
            A::Bool(b) => make(ExprKind::Bool(*b), Type::Bool, span),
            A::Nothing => make(ExprKind::Nothing, Type::Position, span),
            A::Name(name) => self.name(name, span, want),
            A::Call(name, args) => self.call(name, args, span, want),
            A::Index(base, index) => self.index(base, index, span),
            A::Field(base, field) => self.field(base, field, span),
            A::Unary(op, a) => self.unary(*op, a, span),
            A::Binary(op, a, b) => self.binary(*op, a, b, span, want),
            A::Chain(operands, ops) => self.chain(operands, ops, span),
            A::Range { lo, hi, exclusive } => self.range(lo, hi.as_deref(), *exclusive, span),
            A::Tuple(parts) => self.tuple(parts, span, want),
            A::Set(items) => {
                if let Some(d) = self.ranges_among(items, span) {
                    return self.wrong(span, d);
                }
                let (items, ty) = self.elements(items, element_hint(want), "an element of the set");
                make(ExprKind::Set(items), Type::Set(Box::new(ty)), span)
            }
            A::List(items) => {
                if let Some(d) = self.lists_among_entries(items, want, span) {
                    return self.wrong(span, d);
                }
                let (items, ty) = self.elements(items, element_hint(want), "an entry of the list");
                make(ExprKind::List(items), Type::List(Box::new(ty)), span)
            }
            A::SetFor(item, binders) => {
                self.comprehension(Fold::Set, item, binders, span, element_hint(want))
            }
            A::ListFor(item, binders) => {
                self.comprehension(Fold::List, item, binders, span, element_hint(want))
            }
            A::Fold(name, item, binders) => self.fold(name, item, binders, span, want),
            A::Entry(..) => self.wrong(
                span,
                Diagnostic::error("entry-outside-map", "`to` joins a key and its value only inside map(...)")
                    .at(span, ""),
            ),
            A::Let(name, value, body) => self.let_in(name, value, body, span, want),
            A::If(c, a, b) => {
                let c = self.expr_of(c, &Type::Bool, "the condition after `if`");
                let then = self.expr(a, want);
                let b = self.expr(b, Some(&then.ty.clone()));
                let a = self.as_cells(then, a, &b.ty);
                self.demand(&b, &a.ty, "the part after `else`");
                let ty = a.ty.clone();
                make(ExprKind::If(Box::new(c), Box::new(a), Box::new(b)), ty, span)
            }
        }
    }

    pub(super) fn numbered_case(
        &mut self,
        n: &BigInt,
        names: &std::sync::Arc<Vec<String>>,
        span: Span,
    ) -> Expr {
        match names.iter().position(|c| *c == n.to_string()) {
            Some(i) => make(ExprKind::Case(i as u32), Type::Enum(names.clone()), span),
            None => make(ExprKind::Int(n.clone()), Type::Int, span),
        }
    }

    pub(super) fn elements(
        &mut self,
        items: &[ast::Expr],
        want: Option<Type>,
        what: &str,
    ) -> (Vec<Expr>, Type) {
        let ty = want.unwrap_or_else(|| self.unifier.fresh());
        let items = items
            .iter()
            .map(|item| {
                if let Some(d) = self.edge_by_a_sign(item, &ty) {
                    return self.wrong(item.span, d);
                }
                let item = self.expr(item, Some(&ty));
                let item = self.pairs_as_cells(item, &ty);
                self.demand(&item, &ty, what);
                item
            })
            .collect();
        (items, ty)
    }

    pub(super) fn tuple(&mut self, parts: &[ast::Expr], span: Span, want: Option<&Type>) -> Expr {
        let want = want.map(|t| self.unifier.resolve(t));
        if let (Some(Type::Cell), [row, col]) = (&want, parts) {
            if let Some(d) = self.place_of(row, "row").or_else(|| self.place_of(col, "col")) {
                return self.wrong(span, d);
            }
            let row = self.expr_of(row, &Type::Int, "a row");
            let col = self.expr_of(col, &Type::Int, "a column");
            return make(ExprKind::Cell(Box::new(row), Box::new(col)), Type::Cell, span);
        }
        let hints: Vec<Type> = match want {
            Some(Type::Tuple(ts)) if ts.len() == parts.len() => ts,
            _ => vec![],
        };
        let parts: Vec<Expr> = parts.iter().enumerate().map(|(i, p)| self.expr(p, hints.get(i))).collect();
        let types: Vec<Type> = parts.iter().map(|p| self.unifier.resolve(&p.ty)).collect();
        // A pair that is made of rows and columns is a cell, unless a pair is wanted.
        if hints.is_empty() && types == [Type::Int, Type::Int] && parts.iter().any(has_place) {
            let mut both = parts.into_iter().map(Box::new);
            if let (Some(row), Some(col)) = (both.next(), both.next()) {
                return make(ExprKind::Cell(row, col), Type::Cell, span);
            }
            return wrong_expr(span);
        }
        make(ExprKind::Tuple(parts), Type::Tuple(types), span)
    }
}

/// A name that is bound.
pub(super) fn local(slot: Slot, ty: Type, span: Span) -> Expr {
    make(ExprKind::Local(slot), ty, span)
}

/// What a wanted collection says about its elements.
fn element_hint(want: Option<&Type>) -> Option<Type> {
    want.and_then(Type::element)
}

pub(super) fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// Whether a row or a column of a cell occurs in it.
fn has_place(e: &Expr) -> bool {
    let mut found = matches!(e.kind, ExprKind::Field(..));
    e.for_each_child(&mut |child| found = found || has_place(child));
    found
}
