//! Comprehensions and folds: the elements of collections, and what is summed up, counted or said about all of them.

use super::poly::{Name, Poly};
use super::read::{Reader, Ways, coll, one};
use super::totals::{Of, named};
use super::value::{Coll, Frame, Kind, Node, Val, Way};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold};
use crate::check::types::{Shape, Type};
use std::rc::Rc;

impl<'a> Reader<'a> {
    pub(super) fn fold(
        &self,
        way: Way<'a>,
        frame: &Frame<'a>,
        fold: Fold,
        item: &'a Expr,
        binders: &'a [Binder],
        e: &'a Expr,
    ) -> Ways<'a, Val<'a>> {
        let sole = binders.iter().take_while(|b| has_one_choice(b)).count();
        if sole > 0 && !matches!(fold, Fold::Any | Fold::All | Fold::None) {
            return self.fold_of_one(way, frame, fold, item, binders.split_at(sole), e);
        }
        let all = |kind| Coll::new(kind, Node::For { item, binders, frame: frame.clone() });
        match fold {
            Fold::Set | Fold::List | Fold::Bag => one(way, Val::Coll(all(Kind::of(&e.ty)))),
            // Some choice gives it.
            Fold::Max | Fold::Min | Fold::SumPositions => {
                if self.strict.get() {
                    return self.skip(way, e);
                }
                self.each(self.bind(way, frame, binders)?, |way, frame| self.eval(way, &frame, item))
            }
            Fold::Any => self.exists(way, frame, item, binders, true, true),
            Fold::None => self.exists(way, frame, item, binders, true, false),
            Fold::All => self.exists(way, frame, item, binders, false, false),
            Fold::Sum | Fold::Count => {
                let name = format!("{fold:?}({})", all(Kind::List).name);
                let bounds = if fold == Fold::Count { Shape::nat() } else { Shape::Any };
                if self.strict.get() {
                    return match self.plain_sum(frame, fold, item, binders) {
                        Some((of, c)) => self.number_of(way, of, &c, e),
                        None => self.skip(way, e),
                    };
                }
                self.unknown(way, &Type::Int, &bounds, name.into())
            }
        }
    }

    /// `map(key to value for binders)`: some map, with as many keys as there are different ones.
    pub(super) fn map_for(
        &self,
        way: Way<'a>,
        frame: &Frame<'a>,
        key: &'a Expr,
        binders: &'a [Binder],
        e: &'a Expr,
    ) -> Ways<'a, Val<'a>> {
        let keys = Coll::new(Kind::Set, Node::For { item: key, binders, frame: frame.clone() });
        let name: Name = format!("map({})", keys.name).into();
        self.each(self.total(way, Of::Size, &keys)?, |mut way, size| {
            let v = self.unknown_in(&mut way, &e.ty, &Shape::Any, name.clone())?;
            if let Val::Coll(map) = &v {
                way.equal(&named(Of::Size, map), &size);
            }
            one(way, v)
        })
    }

    /// A fold whose first binders have one choice each: names for values, and tuples taken apart.
    fn fold_of_one(
        &self,
        way: Way<'a>,
        frame: &Frame<'a>,
        fold: Fold,
        item: &'a Expr,
        (sole, rest): (&'a [Binder], &'a [Binder]),
        e: &'a Expr,
    ) -> Ways<'a, Val<'a>> {
        self.each(self.bind(way, frame, sole)?, |way, frame| {
            if !rest.is_empty() {
                return self.fold(way, &frame, fold, item, rest, e);
            }
            if fold == Fold::Count {
                let holds = self.truth(way, &frame, item)?.into_iter();
                return Ok(holds.map(|(w, yes)| (w, Val::Num(Poly::number(u8::from(yes))))).collect());
            }
            let collected = matches!(fold, Fold::Set | Fold::List | Fold::Bag);
            let whole = |v| if collected { coll(Kind::of(&e.ty), Node::Items(vec![v])) } else { v };
            Ok(self.eval(way, &frame, item)?.into_iter().map(|(w, v)| (w, whole(v))).collect())
        })
    }

    /// A sum in a measure that is one of the numbers of a parameter, and has a value for all that its type allows.
    fn plain_sum(
        &self,
        frame: &Frame<'a>,
        fold: Fold,
        item: &Expr,
        binders: &[Binder],
    ) -> Option<(Of, Rc<Coll<'a>>)> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return None;
        };
        let [slot] = slots.as_slice() else { return None };
        let here = |e: &Expr| e.local() == Some(*slot);
        let places = match &source.kind {
            ExprKind::Builtin(Builtin::Indices, args) => args.first()?.local(),
            _ => None,
        };
        let param = places.or(source.local())?;
        let Some(Val::Coll(c)) = frame.get(param as usize)? else { return None };
        let by_key = places.is_some() || c.kind == Kind::Map;
        let game = self.program.game(self.measured.get()?);
        let natural = match &game.params.get(param as usize)?.shape {
            Shape::Elements(inner) => matches!(&**inner, Shape::Range(Some(lo), _) if *lo >= 0.into()),
            _ => false,
        };
        let of = match (&item.kind, fold) {
            (ExprKind::Bool(true), Fold::Count) => Of::Size,
            (ExprKind::Compare(CompareOp::Equal, a, b), Fold::Count) if !by_key => match (&a.kind, &b.kind) {
                (_, ExprKind::Case(i)) if here(a) && *i < 8 => Of::Count(*i),
                (ExprKind::Case(i), _) if here(b) && *i < 8 => Of::Count(*i),
                _ => return None,
            },
            (_, Fold::Count) => return None,
            (ExprKind::Index(base, i), _) if by_key && here(i) && base.local() == Some(param) => Of::Sum,
            _ if by_key => return None,
            (ExprKind::Local(_), _) if here(item) => Of::Sum,
            (ExprKind::Binary(BinaryOp::Power, a, b), _) => match (a.number(), b.number()) {
                (Some(n), _) if here(b) && natural && *n == 3.into() => Of::PowersOfThree,
                (Some(n), _) if here(b) && natural && *n == 2.into() && c.kind == Kind::Set => Of::Binary,
                (_, Some(n)) if here(a) && *n == 2.into() => Of::Squares,
                _ => return None,
            },
            _ => return None,
        };
        Some((of, c.clone()))
    }
}

/// Whether a binder has exactly one choice, whatever the position.
fn has_one_choice(b: &Binder) -> bool {
    let one = match &b.kind {
        BinderKind::Is { .. } => true,
        BinderKind::In { source, .. } => match &source.kind {
            ExprKind::List(items) | ExprKind::Set(items) | ExprKind::Bag(items) => items.len() == 1,
            _ => false,
        },
    };
    one && b.guard.is_none()
}
