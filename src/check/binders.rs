//! Binders, comprehensions and folds: names that run through something finite.

use super::builtins::Builtin;
use super::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold};
use super::scope::{Checker, wrong_expr};
use super::target::spelled;
use super::types::Type;
use super::typing::{capital, make};
use super::uses::Kind;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeSet;

impl Checker {
    /// Checks binders left to right; their names stay in scope until the caller's scope ends.
    pub(super) fn binders(&mut self, binders: &[ast::Binder]) -> Vec<Binder> {
        self.refuse_chosen_twice(binders);
        binders.iter().map(|b| self.binder(b)).collect()
    }

    /// Two choices with one name: nobody could look at the first, so another one was meant.
    fn refuse_chosen_twice(&mut self, binders: &[ast::Binder]) {
        let mut before: Vec<&ast::Name> = vec![];
        for binder in binders {
            let ast::BinderKind::In { names, .. } = &binder.kind else { continue };
            for name in names {
                let first = before.iter().find(|first| first.text == name.text);
                if let Some(first) = first.filter(|_| name.text != "_") {
                    let d =
                        Diagnostic::error("defined-twice", format!("Two choices are called `{}`", name.text))
                            .at(name.span, "here again")
                            .also(first.span, "first here")
                            .hint("Which of the two should have another name?");
                    self.report(d);
                }
                before.push(name);
            }
        }
    }

    /// `take(n in 1..n)` in a game of `n`: what follows means the choice, and not the number of the position.
    pub(super) fn note_hidden(&mut self, binders: &[ast::Binder]) {
        for binder in binders {
            let ast::BinderKind::In { names, .. } = &binder.kind else { continue };
            for name in names {
                if name.text == "_" || self.local(&name.text).is_none() {
                    continue;
                }
                let title = format!("`{}` is chosen here, and hides the `{0}` of the position", name.text);
                let d = Diagnostic::warning("hidden-parameter", title).at(name.span, "another one");
                self.report(d.hint("Should the choice have a name of its own, such as `k`?"));
            }
        }
    }

    /// `place(p in b, q in touching(p)) to Cram(b without p without q)`: nobody says that q is in b.
    pub(super) fn note_absent(&mut self, binders: &[Binder], guard: Option<&Expr>, target: &Expr) {
        let mut said = BTreeSet::new();
        for guard in binders.iter().filter_map(|b| b.guard.as_ref()).chain(guard) {
            guard.each_free_slot(&mut |slot| said.extend([slot]));
        }
        let mut absent = vec![];
        target.walk(&mut |e| {
            let ExprKind::Binary(BinaryOp::Without, _, x) = &e.kind else { return };
            absent.extend(x.local().filter(|slot| !said.contains(slot)).map(|slot| (slot, e.span)));
        });
        for binder in binders {
            let BinderKind::In { slots, names, source } = &binder.kind else { continue };
            let ([slot], [name]) = (&slots[..], &names[..]) else { continue };
            let Some((_, place)) = absent.iter().find(|(absent, _)| absent == slot) else { continue };
            if matches!(source.native(), Some((Builtin::Touching, _))) {
                let title = format!("`{name}` need not be there: then `without {name}` changes nothing");
                let d = Diagnostic::warning("perhaps-not-there", title).at(binder.span, "any cell beside it");
                let d = d.also(*place, format!("`without {name}`"));
                self.report(d.hint(format!("Did you mean `where {name} in ...`, so that it is there?")));
            }
        }
    }

    pub(super) fn binder(&mut self, binder: &ast::Binder) -> Binder {
        if let Some(kind) = self.joined_choice(binder) {
            let guard = binder.guard.as_ref().map(|g| self.expr_of(g, &Type::Bool, "a guard"));
            return Binder { kind, guard, span: binder.span };
        }
        let kind = match &binder.kind {
            ast::BinderKind::Is { name, value } => {
                let value = self.expr(value, None);
                let slot = self.bind_name(name, value.ty.clone());
                if matches!(value.kind, ExprKind::Range(..)) {
                    let sign = Span { start: name.span.end, end: value.span.start, ..value.span };
                    self.frame.ranges.push((slot, sign));
                }
                BinderKind::Is { slot, name: name.text.clone(), value }
            }
            ast::BinderKind::In { names, tuple, source } => self.binder_in(names, *tuple, source),
        };
        let guard = binder.guard.as_ref().map(|g| self.expr_of(g, &Type::Bool, "a guard"));
        Binder { kind, guard, span: binder.span }
    }

    pub(super) fn binder_in(&mut self, names: &[ast::Name], tuple: bool, source: &ast::Expr) -> BinderKind {
        let written = source;
        if let Some(d) = self.places_with_entries(names, written).filter(|_| tuple) {
            self.report(d);
            let slots = names.iter().map(|n| self.bind_name(n, Type::Wrong)).collect();
            let source = wrong_expr(written.span);
            return BinderKind::In { slots, names: names.iter().map(|n| n.text.clone()).collect(), source };
        }
        let source = self.source(source, &names[0].text);
        let ty = self.unifier.resolve(&source.ty);
        let element = match ty.element() {
            Some(element) => element,
            None => {
                if ty != Type::Wrong {
                    self.report_no_collection(&source, &ty, Some(written));
                }
                Type::Wrong
            }
        };
        let entries = self.entries_of_map(names, written, &ty);
        if let Some(d) = entries.or_else(|| self.entries_of_list(names, written, &ty)).filter(|_| tuple) {
            self.report(d);
            let slots = names.iter().map(|n| self.bind_name(n, Type::Wrong)).collect();
            return BinderKind::In { slots, names: names.iter().map(|n| n.text.clone()).collect(), source };
        }
        let types = if tuple { self.taken_apart(&element, names) } else { vec![element] };
        let slots: Vec<_> = names.iter().zip(types).map(|(n, t)| self.bind_name(n, t)).collect();
        if let ast::ExprKind::Set(one) | ast::ExprKind::List(one) = &written.kind
            && let [ast::Expr { kind: ast::ExprKind::Range { .. }, span }] = one.as_slice()
        {
            self.frame.bracketed.push((slots[0], written.span, *span));
        }
        BinderKind::In { slots, names: names.iter().map(|n| n.text.clone()).collect(), source }
    }

    pub(super) fn taken_apart(&mut self, element: &Type, names: &[ast::Name]) -> Vec<Type> {
        match self.unifier.resolve(element) {
            Type::Tuple(ts) if ts.len() == names.len() => ts,
            Type::Cell if names.len() == 2 => vec![Type::Int, Type::Int],
            Type::Wrong => vec![Type::Wrong; names.len()],
            other => {
                let span = names[0].span.to(names[names.len() - 1].span);
                let d = Diagnostic::error(
                    "wrong-type",
                    format!("{} names are bound here, but each element is {}", names.len(), other.phrase()),
                )
                .at(span, other.phrase());
                self.report(d);
                vec![Type::Wrong; names.len()]
            }
        }
    }

    /// The source of a binder: something finite.
    pub(super) fn source(&mut self, source: &ast::Expr, name: &str) -> Expr {
        let checked = self.expr(source, None);
        if let ExprKind::Range(_, None) = checked.kind {
            let d = Diagnostic::error(
                "infinite-source",
                format!("`{name}` runs through infinitely many numbers"),
            )
            .at(source.span, "this range has no end");
            let end = self.some_end(name);
            let lo = match &source.kind {
                ast::ExprKind::Range { lo, .. } => spelled(lo).unwrap_or_else(|| "1".into()),
                _ => "1".into(),
            };
            let d = d.hint(format!("Should there be a largest {name}, as in `{name} in {lo}..{end}`?"));
            let d = match source.kind {
                ast::ExprKind::Range { .. } => d.replace(Span { start: source.span.end, ..source.span }, end),
                _ => d,
            };
            return self.wrong(source.span, d);
        }
        checked
    }

    /// A number that could end a range without an end: the first number of the position, or 20.
    pub(super) fn some_end(&self, not: &str) -> String {
        let number = |(name, slot): &&(String, super::ir::Slot)| {
            name != not && self.unifier.resolve(&self.frame.slots[*slot as usize]) == Type::Int
        };
        self.frame.scope.iter().find(number).map_or("20".to_owned(), |(name, _)| name.clone())
    }

    pub(super) fn comprehension(
        &mut self,
        fold: Fold,
        item: &ast::Expr,
        binders: &[ast::Binder],
        span: Span,
        want: Option<Type>,
    ) -> Expr {
        self.scoped(|c| {
            let binders = c.binders(binders);
            let item = c.expr(item, want.as_ref());
            let ty = match fold {
                Fold::Set => Type::Set(Box::new(item.ty.clone())),
                Fold::Bag => Type::Bag(Box::new(item.ty.clone())),
                _ => Type::List(Box::new(item.ty.clone())),
            };
            make(ExprKind::For(fold, Box::new(item), binders), ty, span)
        })
    }

    pub(super) fn fold(
        &mut self,
        name: &ast::Name,
        item: &ast::Expr,
        binders: &[ast::Binder],
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        if !matches!(name.text.as_str(), "map" | "bag") && !self.names.contains_key(&name.text) {
            self.note_use(name.span, Kind::Builtin, None, None);
        }
        let fold = match name.text.as_str() {
            "sum" => Fold::Sum,
            "max" => Fold::Max,
            "min" => Fold::Min,
            "count" => Fold::Count,
            "any" => Fold::Any,
            "all" => Fold::All,
            "none" => Fold::None,
            "bag" => {
                let hint = self.wanted(want, |t| matches!(t, Type::Bag(_))).and_then(|t| t.element());
                return self.comprehension(Fold::Bag, item, binders, span, hint);
            }
            "map" => return self.map_for(item, binders, span, want),
            _ => return self.call_of_comprehension(name, item, binders, span),
        };
        self.scoped(|c| {
            let written = binders;
            let binders = c.binders(binders);
            let (fold, item) = c.fold_item(fold, name, item);
            if matches!(fold, Fold::SumPositions) {
                written.iter().for_each(|b| c.note_twice_among_parts(b));
            }
            let ty = match fold {
                Fold::SumPositions => Type::Position,
                Fold::Sum | Fold::Max | Fold::Min | Fold::Count => Type::Int,
                _ => Type::Bool,
            };
            make(ExprKind::For(fold, Box::new(item), binders), ty, span)
        })
    }

    pub(super) fn fold_item(&mut self, fold: Fold, name: &ast::Name, item: &ast::Expr) -> (Fold, Expr) {
        let what = format!("what `{}` collects", name.text);
        match fold {
            Fold::Count | Fold::Any | Fold::All | Fold::None => {
                (fold, self.expr_of(item, &Type::Bool, &what))
            }
            Fold::Sum => {
                let checked = self.expr(item, None);
                let ty = self.unifier.resolve(&checked.ty);
                if ty == Type::Position {
                    return (Fold::SumPositions, checked);
                }
                match self.other_item(&ty, name, item, &what) {
                    Some(d) => (fold, self.wrong(item.span, d)),
                    None => {
                        self.demand(&checked, &Type::Int, &what);
                        (fold, checked)
                    }
                }
            }
            _ => (fold, self.expr_of(item, &Type::Int, &what)),
        }
    }

    /// `sum(x > 1 for x in s)`, which counts; `sum(s for x in s)`, where the last name that was chosen is a number.
    fn other_item(&self, ty: &Type, name: &ast::Name, item: &ast::Expr, what: &str) -> Option<Diagnostic> {
        let d = Diagnostic::error("wrong-type", format!("{} should be a number", capital(what)));
        let d = d.at(item.span, format!("this is {}", ty.phrase()));
        if *ty == Type::Bool {
            return Some(
                d.hint("Did you mean `count`, how often the condition holds?").replace(name.span, "count"),
            );
        }
        let (chosen, slot) = self.frame.scope.last()?;
        let number = self.unifier.resolve(&self.frame.slots[*slot as usize]) == Type::Int;
        let collection =
            matches!(&item.kind, ast::ExprKind::Name(whole) if whole != chosen) && ty.element().is_some();
        (number && collection && !chosen.is_empty()).then(|| d.instead(item.span, chosen.clone()))
    }

    pub(super) fn map_for(
        &mut self,
        item: &ast::Expr,
        binders: &[ast::Binder],
        span: Span,
        want: Option<&Type>,
    ) -> Expr {
        let ast::ExprKind::Entry(k, v) = &item.kind else {
            let d = Diagnostic::error("not-an-entry", "A map is written map(key to value for ...)")
                .at(item.span, "no `to` here");
            return self.wrong(span, d);
        };
        self.scoped(|c| {
            let binders = c.binders(binders);
            let (kt, vt) = c.entry_types(want);
            let (k, v) = (c.expr(k, Some(&kt)), c.expr(v, Some(&vt)));
            let ty = Type::Map(Box::new(k.ty.clone()), Box::new(v.ty.clone()));
            make(ExprKind::MapFor(Box::new(k), Box::new(v), binders), ty, span)
        })
    }
}
