//! Places and slices of texts, lists and tuples, and other short forms: written with what the typed ir has already, so
//! that nothing behind the checker needs to know of them.

use super::builtins::Builtin;
use super::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold, Slot};
use super::scope::{Checker, wrong_expr};
use super::types::Type;
use super::typing::make;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;

fn list_of(ty: &Type) -> Type {
    Type::List(Box::new(ty.clone()))
}

fn int(n: i64, span: Span) -> Expr {
    make(ExprKind::Int(n.into()), Type::Int, span)
}

fn local(slot: Slot, ty: &Type, span: Span) -> Expr {
    make(ExprKind::Local(slot), ty.clone(), span)
}

fn builtin(f: Builtin, args: Vec<Expr>, ty: Type, span: Span) -> Expr {
    make(ExprKind::Builtin(f, args), ty, span)
}

fn range(lo: Expr, hi: Expr, span: Span) -> Expr {
    make(ExprKind::Range(Box::new(lo), Some(Box::new(hi))), Type::Set(Box::new(Type::Int)), span)
}

fn arithmetic(op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
    make(ExprKind::Binary(op, Box::new(a), Box::new(b)), Type::Int, span)
}

fn place(row: Expr, i: Expr, ty: &Type, span: Span) -> Expr {
    make(ExprKind::Index(Box::new(row), Box::new(i)), ty.clone(), span)
}

fn size(row: Expr, span: Span) -> Expr {
    builtin(Builtin::Size, vec![row], Type::Int, span)
}

/// The letters of a text, each a text.
pub(super) fn letters(text: Expr) -> Expr {
    let span = text.span;
    builtin(Builtin::Letters, vec![text], list_of(&Type::Text), span)
}

fn joined(row: Expr, span: Span) -> Expr {
    builtin(Builtin::Join, vec![row], Type::Text, span)
}

impl Checker {
    /// `m[r, c]` for a map whose keys are pairs or cells.
    pub(super) fn key_in_parts(&self, base: &Type, index: &[ast::Expr]) -> Option<Diagnostic> {
        let (Type::Map(key, _), [first, .., last]) = (self.unifier.resolve(base), index) else { return None };
        let parts = match &*key {
            Type::Tuple(types) => types.len(),
            Type::Cell => 2,
            _ => return None,
        };
        (parts == index.len()).then_some(())?;
        let (start, end) = (first.span.start, last.span.end);
        let at = |at: u32| Span { start: at, end: at, ..first.span };
        let d =
            Diagnostic::error("wrong-type", format!("The key of this map is one thing, {}", key.phrase()));
        let d = d.at(Span { start, end, ..first.span }, format!("these are {parts}"));
        let d = d.hint("Did you mean `m[(...)]`, with round brackets inside?");
        Some(d.replace(at(start), "(").replace(at(end), ")"))
    }

    /// A slot without a name that anybody could write.
    fn hidden(&mut self, ty: &Type) -> Slot {
        self.bind("", ty.clone())
    }

    pub(super) fn is(&mut self, value: Expr) -> (Slot, Binder) {
        let (span, slot) = (value.span, self.hidden(&value.ty));
        (slot, Binder { kind: BinderKind::Is { slot, name: "it".into(), value }, guard: None, span })
    }

    fn runs(&mut self, ty: &Type, source: Expr) -> (Slot, Binder) {
        let (span, slot) = (source.span, self.hidden(ty));
        (
            slot,
            Binder {
                kind: BinderKind::In { slots: vec![slot], names: vec!["it".into()], source },
                guard: None,
                span,
            },
        )
    }

    /// `row[2..4]`, `row[2..]`: of a list, or of the letters of a text.
    pub(super) fn slice(&mut self, row: Expr, lo: Expr, hi: Option<Expr>, entry: &Type, span: Span) -> Expr {
        self.scoped(|c| {
            let ty = row.ty.clone();
            let (whole, is_row) = c.is(row);
            let hi = hi.unwrap_or_else(|| size(local(whole, &ty, span), span));
            let (i, in_range) = c.runs(&Type::Int, range(lo, hi, span));
            let entry_there = place(local(whole, &ty, span), local(i, &Type::Int, span), entry, span);
            make(
                ExprKind::For(Fold::List, Box::new(entry_there), vec![is_row, in_range]),
                list_of(entry),
                span,
            )
        })
    }

    /// `w[2]`, `w[2..4]` of a text; `row[2..4]` of a list. `None` where the index is an ordinary one.
    pub(super) fn place_or_slice(&mut self, base: &Expr, index: &ast::Expr, span: Span) -> Option<Expr> {
        let (row, entry) = match self.unifier.resolve(&base.ty) {
            Type::List(t) => (base.clone(), *t),
            Type::Text => (letters(base.clone()), Type::Text),
            _ => return None,
        };
        let is_text = base.ty == Type::Text || self.unifier.resolve(&base.ty) == Type::Text;
        let ast::ExprKind::Range { .. } = &index.kind else {
            return is_text.then(|| {
                let i = self.expr_of(index, &Type::Int, "the place in a text");
                place(row, i, &entry, span)
            });
        };
        let ends = self.expr(index, None);
        let ExprKind::Range(lo, hi) = ends.kind else { return Some(wrong_expr(span)) };
        let slice = self.slice(row, *lo, hi.map(|hi| *hi), &entry, span);
        Some(if is_text { joined(slice, span) } else { slice })
    }

    /// `p[1]` of a tuple: a number that is there, since each place has its own type.
    pub(super) fn tuple_place(&mut self, base: Expr, types: &[Type], index: &ast::Expr, span: Span) -> Expr {
        let number = match &index.kind {
            ast::ExprKind::Number(n) => usize::try_from(n).ok(),
            _ => None,
        };
        let Some(place_there) = number.filter(|n| (1..=types.len()).contains(n)) else {
            let title = format!("A place of this tuple is one of the numbers 1 to {}", types.len());
            let code = if number == Some(0) { "index-zero" } else { "wrong-type" };
            let d = Diagnostic::error(code, title).at(index.span, "");
            let d = match number {
                Some(0) => d.instead(index.span, "1"),
                Some(_) => d.instead(index.span, types.len().to_string()),
                None => self.chosen_place(&base, types, index),
            };
            return self.wrong(span, d);
        };
        self.scoped(|c| {
            let ty = base.ty.clone();
            let slots: Vec<Slot> = types.iter().map(|t| c.hidden(t)).collect();
            let source = make(ExprKind::List(vec![base]), list_of(&ty), span);
            let wanted = &types[place_there - 1];
            let names = vec!["it".into(); slots.len()];
            let item = local(slots[place_there - 1], wanted, span);
            let binder = Binder { kind: BinderKind::In { slots, names, source }, guard: None, span };
            c.only(item, vec![binder], span)
        })
    }

    /// `let x = e in body`
    pub(super) fn let_in(
        &mut self,
        name: &ast::Name,
        value: &ast::Expr,
        body: &ast::Expr,
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        self.scoped(|c| {
            let value = c.expr(value, None);
            let slot = c.bind(&name.text, value.ty.clone());
            let at = name.span.to(value.span);
            let kind = BinderKind::Is { slot, name: name.text.clone(), value };
            let body = c.expr(body, want);
            c.only(body, vec![Binder { kind, guard: None, span: at }], span)
        })
    }

    /// The one value of an expression under binders that have one choice.
    pub(super) fn only(&mut self, item: Expr, binders: Vec<Binder>, span: Span) -> Expr {
        let ty = self.unifier.resolve(&item.ty);
        let fold = match ty {
            Type::Int => Fold::Sum,
            Type::Bool => Fold::Any,
            Type::Position => Fold::SumPositions,
            _ => {
                let all = make(ExprKind::For(Fold::List, Box::new(item), binders), list_of(&ty), span);
                return place(all, int(1, span), &ty, span);
            }
        };
        make(ExprKind::For(fold, Box::new(item), binders), ty, span)
    }

    /// `x in w`: whether a text stands somewhere in another one.
    pub(super) fn within_text(&mut self, part: Expr, whole: Expr, span: Span) -> Expr {
        self.scoped(|c| {
            let row = list_of(&Type::Text);
            let (p, is_part) = c.is(part);
            let (w, is_whole) = c.is(letters(whole));
            let sized = |slot, ty: &Type| size(local(slot, ty, span), span);
            let last = arithmetic(BinaryOp::Subtract, sized(w, &row), sized(p, &Type::Text), span);
            let last = arithmetic(BinaryOp::Add, last, int(1, span), span);
            let (i, in_range) = c.runs(&Type::Int, range(int(1, span), last, span));
            let from = local(i, &Type::Int, span);
            let to = arithmetic(BinaryOp::Add, from.clone(), sized(p, &Type::Text), span);
            let to = arithmetic(BinaryOp::Subtract, to, int(1, span), span);
            let there = c.slice(local(w, &row, span), from, Some(to), &Type::Text, span);
            let same = ExprKind::Compare(
                CompareOp::Equal,
                Box::new(joined(there, span)),
                Box::new(local(p, &Type::Text, span)),
            );
            let same = make(same, Type::Bool, span);
            make(
                ExprKind::For(Fold::Any, Box::new(same), vec![is_part, is_whole, in_range]),
                Type::Bool,
                span,
            )
        })
    }

    /// `board(r, c)`: all cells of a rectangle.
    pub(super) fn rectangle(&mut self, rows: &ast::Expr, cols: &ast::Expr, span: Span) -> Expr {
        let rows = self.expr_of(rows, &Type::Int, "the number of rows");
        let cols = self.expr_of(cols, &Type::Int, "the number of columns");
        self.scoped(|c| {
            let (row, in_rows) = c.runs(&Type::Int, range(int(1, span), rows, span));
            let (col, in_cols) = c.runs(&Type::Int, range(int(1, span), cols, span));
            let parts = [row, col].map(|slot| Box::new(local(slot, &Type::Int, span)));
            let [row, col] = parts;
            let cell = make(ExprKind::Cell(row, col), Type::Cell, span);
            let ty = Type::Set(Box::new(Type::Cell));
            make(ExprKind::For(Fold::Set, Box::new(cell), vec![in_rows, in_cols]), ty, span)
        })
    }

    /// `repeat(row, n)` of a list.
    pub(super) fn repeated_list(&mut self, row: Expr, entry: &Type, times: &ast::Expr, span: Span) -> Expr {
        let times = self.expr_of(times, &Type::Int, "how often");
        self.scoped(|c| {
            let ty = row.ty.clone();
            let (whole, is_row) = c.is(row);
            let (_, in_times) = c.runs(&Type::Int, range(int(1, span), times, span));
            let (x, in_row) = c.runs(entry, local(whole, &ty, span));
            let item = local(x, entry, span);
            let binders = vec![is_row, in_times, in_row];
            make(ExprKind::For(Fold::List, Box::new(item), binders), list_of(entry), span)
        })
    }
}
