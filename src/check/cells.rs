//! Pairs of numbers where cells are wanted: alone, or anywhere inside a collection or a tuple.

use super::ir::{Binder, BinderKind, Expr, ExprKind, Fold};
use super::scope::Checker;
use super::types::Type;
use super::typing::{local, make};
use crate::source::Span;
use crate::syntax::ast;

impl Checker {
    /// The same expression with its pairs of numbers as cells, if there are cells on the other side.
    pub(super) fn as_cells(&mut self, done: Expr, written: &ast::Expr, other: &Type) -> Expr {
        let (ty, other) = (self.unifier.resolve(&done.ty), self.unifier.resolve(other));
        if has_pairs_for(&ty, &other) && holds_as_cells(&ty, &other) {
            let again = self.expr(written, Some(&other));
            self.pairs_as_cells(again, &other)
        } else {
            done
        }
    }

    /// A collection of pairs in which a cell is looked for, as one of cells.
    pub(super) fn of_cells(&mut self, source: Expr, looked_for: &Type) -> Expr {
        let element = Box::new(self.unifier.resolve(looked_for));
        let wanted = match self.unifier.resolve(&source.ty) {
            Type::Set(_) => Type::Set(element),
            Type::Bag(_) => Type::Bag(element),
            Type::List(_) => Type::List(element),
            Type::Map(_, v) => Type::Map(element, v),
            _ => return source,
        };
        self.pairs_as_cells(source, &wanted)
    }

    /// Pairs of numbers that have a name already, as the cells that are wanted: `{(row, col) for (row, col) in PAIRS}`.
    pub(super) fn pairs_as_cells(&mut self, done: Expr, want: &Type) -> Expr {
        let (ty, want) = (self.unifier.resolve(&done.ty), self.unifier.resolve(want));
        if !has_pairs_for(&ty, &want) || !holds_as_cells(&ty, &want) {
            return done;
        }
        let inside = |t: &Type| t.element().unwrap_or(Type::Wrong);
        match (&ty, &want) {
            (Type::Set(_), _) => self.each_as_cells(Fold::Set, done, &inside(&ty), &inside(&want)),
            (Type::Bag(_), _) => self.each_as_cells(Fold::Bag, done, &inside(&ty), &inside(&want)),
            (Type::List(_), _) => self.each_as_cells(Fold::List, done, &inside(&ty), &inside(&want)),
            (Type::Map(key, value), Type::Map(to_key, to_value)) => {
                self.map_as_cells(done, (key, value), (to_key, to_value))
            }
            // The first entry of a list of one: so that the tuple is computed once and taken apart.
            (Type::Tuple(_), _) => {
                let span = done.span;
                let one = make(ExprKind::List(vec![done]), Type::List(Box::new(ty.clone())), span);
                let cells = self.each_as_cells(Fold::List, one, &ty, &want);
                let first = make(ExprKind::Int(1.into()), Type::Int, span);
                make(ExprKind::Index(Box::new(cells), Box::new(first)), want, span)
            }
            _ => done,
        }
    }

    /// A collection with every element as what is wanted.
    fn each_as_cells(&mut self, fold: Fold, source: Expr, element: &Type, want: &Type) -> Expr {
        let span = source.span;
        self.scoped(|c| {
            let (names, item) = c.element_as_cells(element, want, span);
            let slots = names.iter().filter_map(|n| c.local(n)).collect();
            let binder = Binder { kind: BinderKind::In { slots, names, source }, guard: None, span };
            let element = Box::new(item.ty.clone());
            let ty = match fold {
                Fold::Set => Type::Set(element),
                Fold::Bag => Type::Bag(element),
                _ => Type::List(element),
            };
            make(ExprKind::For(fold, Box::new(item), vec![binder]), ty, span)
        })
    }

    /// Names for an element, and what is wanted in their terms.
    fn element_as_cells(&mut self, element: &Type, want: &Type, span: Span) -> (Vec<String>, Expr) {
        let Type::Tuple(parts) = element else {
            let one = local(self.bind("cells", element.clone()), element.clone(), span);
            return (vec!["cells".into()], self.pairs_as_cells(one, want));
        };
        let names: Vec<String> = match want {
            Type::Cell => vec!["row".into(), "col".into()],
            _ => (1..=parts.len()).map(|i| format!("part {i}")).collect(),
        };
        let mut bound: Vec<Expr> =
            names.iter().zip(parts).map(|(n, t)| local(self.bind(n, t.clone()), t.clone(), span)).collect();
        if *want == Type::Cell
            && let (Some(col), Some(row)) = (bound.pop(), bound.pop())
        {
            return (names, make(ExprKind::Cell(Box::new(row), Box::new(col)), Type::Cell, span));
        }
        let wanted = if let Type::Tuple(wanted) = want { wanted.as_slice() } else { &[] };
        let parts: Vec<Expr> =
            bound.into_iter().zip(wanted).map(|(b, t)| self.pairs_as_cells(b, t)).collect();
        let types = parts.iter().map(|p| p.ty.clone()).collect();
        (names, make(ExprKind::Tuple(parts), Type::Tuple(types), span))
    }

    /// A map with its keys and values as what is wanted.
    fn map_as_cells(&mut self, done: Expr, from: (&Type, &Type), to: (&Type, &Type)) -> Expr {
        let span = done.span;
        self.scoped(|c| {
            let ty = done.ty.clone();
            let all = c.bind("cells", ty.clone());
            let key = c.bind("key", from.0.clone());
            let (map, key_of) = (local(all, ty, span), local(key, from.0.clone(), span));
            let index = ExprKind::Index(Box::new(map.clone()), Box::new(key_of.clone()));
            let value = c.pairs_as_cells(make(index, from.1.clone(), span), to.1);
            let key_of = c.pairs_as_cells(key_of, to.0);
            let kinds = [
                BinderKind::Is { slot: all, name: "cells".into(), value: done },
                BinderKind::In { slots: vec![key], names: vec!["key".into()], source: map },
            ];
            let binders = kinds.map(|kind| Binder { kind, guard: None, span }).into();
            let ty = Type::Map(Box::new(key_of.ty.clone()), Box::new(value.ty.clone()));
            make(ExprKind::MapFor(Box::new(key_of), Box::new(value), binders), ty, span)
        })
    }
}

/// Whether somewhere a pair stands where a cell is wanted.
fn has_pairs_for(ty: &Type, want: &Type) -> bool {
    match (ty, want) {
        (Type::Tuple(_), Type::Cell) => true,
        (Type::Set(a), Type::Set(b)) | (Type::Bag(a), Type::Bag(b)) | (Type::List(a), Type::List(b)) => {
            has_pairs_for(a, b)
        }
        (Type::Map(a, c), Type::Map(b, d)) => has_pairs_for(a, b) || has_pairs_for(c, d),
        (Type::Tuple(a), Type::Tuple(b)) => a.iter().zip(b).any(|(a, b)| has_pairs_for(a, b)),
        _ => false,
    }
}

/// Whether a value of the one type, with some of its pairs of numbers as cells, is of the other.
fn holds_as_cells(ty: &Type, want: &Type) -> bool {
    match (ty, want) {
        (Type::Tuple(parts), Type::Cell) => *parts == [Type::Int, Type::Int],
        (Type::Set(a), Type::Set(b)) | (Type::Bag(a), Type::Bag(b)) | (Type::List(a), Type::List(b)) => {
            holds_as_cells(a, b)
        }
        (Type::Map(a, c), Type::Map(b, d)) => holds_as_cells(a, b) && holds_as_cells(c, d),
        (Type::Tuple(a), Type::Tuple(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| holds_as_cells(a, b))
        }
        (Type::Unknown(_), _) | (_, Type::Unknown(_)) => true,
        (a, b) => a == b,
    }
}
