//! Sums over the elements of a collection, of whatever is made of each: `sum(f(x) for x in S)` and `count(...)`, as authors
//! write them behind `decreases`. Where the collection is another one with an element more, less or changed, the sum is
//! that one's and the difference that the element makes.
//!
//! Where what is made of an element has no value it counts nothing here: no sum is used of which that was not looked at.

use super::Statistic;
use super::linear::Lin;
use super::membership::are_equal;
use super::needs::Needs;
use super::run::{Out, Run};
use super::statistics::{element_type, members_of};
use super::symbol::{Coll, Frame, Kind, Node, Path, Total, Val, Weighing, same};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold};
use crate::check::types::{Shape, Type};
use std::rc::Rc;

/// The binders of a sum, and what they go through.
type Whole<'w, 'a> = (&'a [Binder], &'w Rc<Coll<'a>>);

impl<'a> Run<'a> {
    /// `sum(item for binders)` or `count(item for binders)`, if it can be followed through what changes a collection.
    pub(super) fn total(
        &mut self,
        path: &Path<'a>,
        frame: &Frame<'a>,
        fold: Fold,
        item: &'a Expr,
        binders: &'a [Binder],
    ) -> Option<Out<'a, Lin>> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard, .. }] = binders else { return None };
        let (item, condition) = if fold == Fold::Count { (None, Some(item)) } else { (Some(item), None) };
        let conditions: Vec<&'a Expr> = guard.iter().chain(condition).collect();
        let row = row_of(source).filter(|row| only_read_at(*row, slots, item, &conditions));
        let by = Weighing { slots, item, conditions, frame: Rc::new(frame.clone()), row };
        let of = match row {
            Some(row) => match frame.get(row as usize)? {
                Some(Val::Coll(s)) => s.clone(),
                _ => return None,
            },
            None => self.quietly(|run| run.only_collection(path, frame, source))?,
        };
        if row.is_none() && of.kind == Kind::Map {
            return None;
        }
        if let Some(g) = by.plain(&of) {
            let mut path = path.clone();
            let l = self.statistic(&mut path, g, &of);
            return Some(vec![(path, l)]);
        }
        self.quietly(|run| run.total_of(path.clone(), &by, &of, (binders, &of)))
    }

    fn total_of(
        &mut self,
        path: Path<'a>,
        by: &Weighing<'a>,
        s: &Rc<Coll<'a>>,
        whole: Whole<'_, 'a>,
    ) -> Option<Out<'a, Lin>> {
        if let Some(known) = path.totals.iter().find(|t| same(&t.of, s) && t.by.is(by)) {
            let l = known.is.clone();
            return Some(vec![(path, l)]);
        }
        let total = |run: &mut Run<'a>, path, t: &Rc<Coll<'a>>| run.total_of(path, by, t, whole);
        let is_row = by.row.is_some();
        match &s.node {
            Node::Unknown { .. } => Some(vec![self.unknown_total(path, by, s, whole)]),
            Node::Literal(items) if !is_row && (s.kind != Kind::Set || items.len() <= 1) => items
                .iter()
                .try_fold(vec![(path, Lin::default())], |all, x| self.added(all, by, (x, None), 1)),
            Node::With(t, x) if !is_row => {
                let there = if s.kind == Kind::Set { self.contains(&path, x, t)? } else { false };
                let all = total(self, path, t)?;
                if there { Some(all) } else { self.added(all, by, (x, None), 1) }
            }
            Node::Without(t, x) if !is_row => {
                let there = self.contains(&path, x, t)?;
                let all = total(self, path, t)?;
                if there { self.added(all, by, (x, None), -1) } else { Some(all) }
            }
            Node::Put(t, i, x) if is_row || s.kind == Kind::List => {
                if s.kind == Kind::Map && self.contains(&path, i, t) != Some(true) {
                    return None;
                }
                let mut path = path;
                let old = self.only_entry(&mut path, t, i)?;
                let all = total(self, path, t)?;
                let pair = |v| if is_row { (i, Some(v)) } else { (v, None) };
                let all = self.added(all, by, pair(x), 1)?;
                self.added(all, by, pair(&old), -1)
            }
            Node::Concat(t, u) if !is_row => self.total_of_both(path, by, (t, u), whole),
            Node::Union(t, u) if !is_row && s.kind == Kind::Bag => {
                self.total_of_both(path, by, (t, u), whole)
            }
            Node::Rearranged(t, _) if !is_row => total(self, path, t),
            _ => None,
        }
    }

    fn total_of_both(
        &mut self,
        path: Path<'a>,
        by: &Weighing<'a>,
        (t, u): (&Rc<Coll<'a>>, &Rc<Coll<'a>>),
        whole: Whole<'_, 'a>,
    ) -> Option<Out<'a, Lin>> {
        let mut out = vec![];
        for (p, a) in self.total_of(path, by, t, whole)? {
            for (p, b) in self.total_of(p, by, u, whole)? {
                out.push((p, a.plus(1, &b)?));
            }
        }
        Some(out)
    }

    /// The sum for a collection of which nothing is known: no less than the elements that are known to be in it.
    fn unknown_total(
        &mut self,
        mut path: Path<'a>,
        by: &Weighing<'a>,
        s: &Rc<Coll<'a>>,
        (binders, whole): Whole<'_, 'a>,
    ) -> (Path<'a>, Lin) {
        // Where the source is used as it is, the comprehension compares with it.
        let (item, only) = (by.item, if by.item.is_none() { by.conditions.last().copied() } else { None });
        let node = Node::For { item, only, binders, frame: by.frame.clone() };
        let list = Rc::new(Coll { kind: Kind::List, node });
        let g = if by.item.is_none() { Statistic::Size } else { Statistic::Sum };
        let r = if same(s, whole) { self.statistic(&mut path, g, &list) } else { self.fresh() };
        path.totals.push(Total { of: s.clone(), by: by.clone(), is: r.clone() });
        let known: Vec<(Val<'a>, Option<Val<'a>>)> = match by.row {
            Some(_) => {
                let read = path.entries.iter().filter(|(t, _, _)| same(t, s));
                read.map(|(_, i, v)| (i.clone(), Some(v.clone()))).take(4).collect()
            }
            None => members_of(&path, s).into_iter().map(|x| (x, None)).collect(),
        };
        if !self.is_never_negative(&path, by, s) {
            return (path, r);
        }
        path.assert(Some(r.clone()));
        for (i, (x, v)) in known.iter().enumerate() {
            let Some(w) = self.only_weight(&mut path, by, (x, v.as_ref())) else { continue };
            path.assert_le(&w, &r);
            for (y, u) in &known[i + 1..] {
                if are_equal(&path, x, y) == Some(false)
                    && let Some(other) = self.only_weight(&mut path, by, (y, u.as_ref()))
                    && let Some(both) = w.plus(1, &other)
                {
                    path.assert_le(&both, &r);
                }
            }
        }
        (path, r)
    }

    fn is_never_negative(&mut self, path: &Path<'a>, by: &Weighing<'a>, s: &Rc<Coll<'a>>) -> bool {
        let all: Vec<(Path<'a>, Val<'a>, Option<Val<'a>>)> = match (by.row, element_type(s)) {
            (None, _) => self.elements(path.clone(), s).into_iter().map(|(p, x)| (p, x, None)).collect(),
            (Some(_), Some(ty)) => {
                let mut all = vec![];
                let mut path = path.clone();
                let i = match s.kind {
                    Kind::List => {
                        let i = self.fresh();
                        let size = self.statistic(&mut path, Statistic::Size, s);
                        path.assert_le(&Lin::number(1), &i);
                        path.assert_le(&i, &size);
                        vec![(path, Val::Num(i))]
                    }
                    _ => self.elements(path, s),
                };
                for (p, i) in i {
                    for (p, v) in self.entry(p, Val::Coll(s.clone()), i.clone(), ty) {
                        all.push((p, i.clone(), Some(v)));
                    }
                }
                all
            }
            _ => return false,
        };
        all.into_iter().all(|(p, x, v)| match self.weights(p, by, (&x, v.as_ref())) {
            Some(ways) => ways.into_iter().all(|(p, w)| p.entails(Some(w)) || p.is_impossible()),
            None => false,
        })
    }

    /// What an element counts added to sums, or taken off.
    fn added(
        &mut self,
        all: Out<'a, Lin>,
        by: &Weighing<'a>,
        (x, entry): (&Val<'a>, Option<&Val<'a>>),
        factor: i128,
    ) -> Option<Out<'a, Lin>> {
        let mut out = vec![];
        for (p, sum) in all {
            for (p, w) in self.weights(p, by, (x, entry))? {
                out.push((p, sum.plus(factor, &w)?));
            }
        }
        Some(out)
    }

    fn only_weight(
        &mut self,
        path: &mut Path<'a>,
        by: &Weighing<'a>,
        element: (&Val<'a>, Option<&Val<'a>>),
    ) -> Option<Lin> {
        let mut ways = self.weights(path.clone(), by, element)?;
        ways.retain(|(p, _)| !p.is_impossible());
        let (p, w) = ways.pop().filter(|_| ways.is_empty())?;
        *path = p;
        Some(w)
    }

    /// What an element counts, in every case; nothing if it may have no value.
    fn weights(
        &mut self,
        mut path: Path<'a>,
        by: &Weighing<'a>,
        (x, entry): (&Val<'a>, Option<&Val<'a>>),
    ) -> Option<Out<'a, Lin>> {
        let mut frame = (*by.frame).clone();
        self.bind_slots(&mut frame, by.slots, x);
        if let Some(row) = by.row {
            // A list or map of which nothing is known but this entry.
            let Some(Val::Coll(s)) = &frame[row as usize] else { return None };
            let (kind, element) = (s.kind, element_type(s)?);
            let node = Node::Unknown { id: self.fresh_id(), element, value: None, shape: Shape::Any };
            let alone = Rc::new(Coll { kind, node });
            path.entries.push((alone.clone(), x.clone(), entry?.clone()));
            frame[row as usize] = Some(Val::Coll(alone));
        }
        let before = self.needs.replace(Needs::of(by.item.or(by.conditions.first().copied())?.span));
        let (mut kept, mut out) = (vec![path], vec![]);
        for c in &by.conditions {
            for p in std::mem::take(&mut kept) {
                let no = self.assume(p.clone(), &frame, c, false);
                out.extend(no.into_iter().map(|p| (p, Lin::default())));
                kept.extend(self.assume(p, &frame, c, true));
            }
        }
        for p in kept {
            match by.item {
                Some(item) => {
                    for (p, v) in self.eval(p, &frame, item) {
                        let n = if let Val::Num(n) = v { n } else { self.fresh() };
                        out.push((p, n));
                    }
                }
                None => out.push((p, Lin::number(1))),
            }
        }
        let open = std::mem::replace(&mut self.needs, before).is_some_and(|n| !n.open.is_empty());
        if out.len() > 1 {
            out.retain(|(p, _)| !p.is_impossible());
        }
        (!open).then_some(out)
    }
}

impl<'a> Weighing<'a> {
    /// Whether two make the same of every element: the same expression, which reads the same values.
    fn is(&self, other: &Weighing<'a>) -> bool {
        let spot = |e: &Expr| std::ptr::from_ref(e);
        let parts = |w: &Weighing<'a>| -> Vec<*const Expr> {
            w.item.iter().chain(&w.conditions).map(|e| spot(e)).collect()
        };
        if parts(self) != parts(other) || self.slots != other.slots || self.row != other.row {
            return false;
        }
        let mut alike = true;
        for e in self.item.iter().chain(&self.conditions) {
            e.walk(&mut |e| {
                if let ExprKind::Local(slot) | ExprKind::CallLocal(slot, _) = e.kind
                    && !self.slots.contains(&slot)
                    && self.row != Some(slot)
                {
                    alike &= self.frame.get(slot as usize) == other.frame.get(slot as usize);
                }
            });
        }
        alike
    }

    /// The sum of the elements or entries as they are, or of 2^x or 3^x, which are watched anyway.
    fn plain(&self, of: &Coll<'a>) -> Option<Statistic> {
        if !self.conditions.is_empty() {
            return None;
        }
        let bound = |e: &Expr| matches!(e.kind, ExprKind::Local(slot) if self.slots == [slot]);
        match &self.item?.kind {
            ExprKind::Local(_) if self.row.is_none() && bound(self.item?) => Some(Statistic::Sum),
            ExprKind::Index(base, i) if bound(i) => {
                matches!(base.kind, ExprKind::Local(slot) if self.row == Some(slot)).then_some(Statistic::Sum)
            }
            ExprKind::Binary(BinaryOp::Power, base, x) if bound(x) && self.row.is_none() => {
                match base.number().and_then(|n| u8::try_from(n).ok())? {
                    2 if of.kind == Kind::Set => Some(Statistic::Binary),
                    3 => Some(Statistic::PowersOfThree),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// The list or map whose places or keys a source goes through.
fn row_of(source: &Expr) -> Option<u32> {
    match &source.kind {
        ExprKind::Local(slot) if matches!(source.ty, Type::Map(..)) => Some(*slot),
        ExprKind::Builtin(Builtin::Indices, args) => match args.as_slice() {
            [Expr { kind: ExprKind::Local(slot), .. }] => Some(*slot),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a list or map is read only at the place that is bound.
fn only_read_at(row: u32, slots: &[u32], item: Option<&Expr>, conditions: &[&Expr]) -> bool {
    let (mut reads, mut here) = (0, 0);
    let local = |e: &Expr, wanted: u32| matches!(e.kind, ExprKind::Local(slot) if slot == wanted);
    for e in item.into_iter().chain(conditions.iter().copied()) {
        e.walk(&mut |e| {
            reads += usize::from(local(e, row));
            if let (ExprKind::Index(base, i), [slot]) = (&e.kind, slots) {
                here += usize::from(local(base, row) && local(i, *slot));
            }
        });
    }
    reads == here && here > 0
}
