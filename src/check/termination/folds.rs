//! Comprehensions and folds over unknowns.

use super::Statistic;
use super::run::{Out, Run, coll, sole_choices};
use super::symbol::{Coll, Frame, Kind, Node, Path, Val};
use crate::check::ir::{Binder, Expr, Fold};
use crate::check::types::{Shape, Type};
use std::rc::Rc;

impl<'a> Run<'a> {
    pub(super) fn fold(
        &mut self,
        mut path: Path<'a>,
        frame: &Frame<'a>,
        fold: Fold,
        item: &'a Expr,
        binders: &'a [Binder],
        e: &'a Expr,
    ) -> Out<'a, Val<'a>> {
        let sole = sole_choices(binders);
        if sole > 0 && !matches!(fold, Fold::Count | Fold::Any | Fold::All | Fold::None) {
            return self.fold_of_one(path, frame, fold, item, binders.split_at(sole), e);
        }
        let frame_rc = || Rc::new(frame.clone());
        self.need_for_all(&path, frame, binders, &[item]);
        if self.measuring
            && matches!(fold, Fold::Sum | Fold::Count)
            && let Some(out) = self.total(&path, frame, fold, item, binders)
        {
            return out.into_iter().map(|(p, l)| (p, Val::Num(l))).collect();
        }
        if fold == Fold::List
            && let Some(list) = self.whole_list(&mut path, frame, item, binders)
        {
            return vec![(path, Val::Coll(list))];
        }
        if fold == Fold::Set
            && let Some(product) = self.product_of(&path, frame, item, binders)
        {
            return vec![(path, product)];
        }
        match fold {
            Fold::Set | Fold::List | Fold::Bag => {
                let node = Node::For { item: Some(item), only: None, binders, frame: frame_rc() };
                vec![(path, coll(Kind::of(&e.ty), node))]
            }
            Fold::Sum => {
                let node = Node::For { item: Some(item), only: None, binders, frame: frame_rc() };
                let all = Rc::new(Coll { kind: Kind::List, node });
                let v = self.statistic(&mut path, Statistic::Sum, &all);
                vec![(path, Val::Num(v))]
            }
            Fold::Count => {
                let node = Node::For { item: None, only: Some(item), binders, frame: frame_rc() };
                let all = Rc::new(Coll { kind: Kind::List, node });
                let v = self.statistic(&mut path, Statistic::Size, &all);
                vec![(path, Val::Num(v))]
            }
            Fold::SumPositions => {
                // There may be no part at all, or another one.
                let mut out = vec![(path.clone(), Val::Parts(Rc::new([])))];
                let chosen = self.bind(path, frame, binders);
                out.extend(chosen.into_iter().flat_map(|(p, f)| self.eval(p, &f, item)));
                out
            }
            Fold::Max | Fold::Min => {
                self.need_a_choice(&path, frame, binders);
                // Some choice gives it.
                let chosen = self.bind(path, frame, binders);
                chosen.into_iter().flat_map(|(p, f)| self.eval(p, &f, item)).collect()
            }
            Fold::Any | Fold::All | Fold::None => self.truth(path, frame, e),
        }
    }

    /// A fold whose first binders have one choice: names for values, and tuples taken apart.
    fn fold_of_one(
        &mut self,
        path: Path<'a>,
        frame: &Frame<'a>,
        fold: Fold,
        item: &'a Expr,
        (sole, rest): (&'a [Binder], &'a [Binder]),
        e: &'a Expr,
    ) -> Out<'a, Val<'a>> {
        let mut out = vec![];
        for (p, f) in self.bind(path, frame, sole) {
            if !rest.is_empty() {
                out.extend(self.fold(p, &f, fold, item, rest, e));
                continue;
            }
            let items = self.eval(p, &f, item);
            let collected = matches!(fold, Fold::Set | Fold::List | Fold::Bag);
            let one = |v| if collected { coll(Kind::of(&e.ty), Node::Literal(vec![v])) } else { v };
            out.extend(items.into_iter().map(|(p, v)| (p, one(v))));
        }
        out
    }

    /// `map(k to v for binders)`: an unknown map with as many keys as there are different ones.
    pub(super) fn map_for(
        &mut self,
        mut path: Path<'a>,
        frame: &Frame<'a>,
        (k, value): (&'a Expr, &'a Expr),
        binders: &'a [Binder],
        ty: &'a Type,
    ) -> Out<'a, Val<'a>> {
        let node = Node::For { item: Some(k), only: None, binders, frame: Rc::new(frame.clone()) };
        let keys = Rc::new(Coll { kind: Kind::Set, node });
        let v = self.unknown(&mut path, ty, &Shape::Any, None);
        if let Val::Coll(map) = &v {
            let size = self.statistic(&mut path, Statistic::Size, &keys);
            path.statistics.push((Statistic::Size, map.clone(), size));
            let adds_up = matches!(value.ty, Type::Int | Type::Bool | Type::Enum(_));
            if adds_up && let Some(sum) = self.mapped_sum(&mut path, frame, (k, value), binders) {
                path.statistics.push((Statistic::Sum, map.clone(), sum));
            }
        }
        vec![(path, v)]
    }
}
