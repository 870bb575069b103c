//! Lists joined from slices of another, `w[1..i-1] + [x, y] + w[i+1..]`: their numbers are those of the list without what
//! lies between the slices, and with what is put there.

use super::super::Statistic;
use super::super::linear::Lin;
use super::super::run::Run;
use super::super::symbol::{Coll, Frame, Kind, Node, Path, Val, same};
use super::pieces::{goes_through, read_at};
use super::{by_place, is_corner, known_places};
use crate::check::ir::{Binder, BinderKind, Expr};
use std::rc::Rc;

/// The entries of a list from one place to another.
pub(in crate::check::termination) struct Slice<'a> {
    pub(in crate::check::termination) list: Rc<Coll<'a>>,
    lo: Lin,
    hi: Lin,
}

/// More slices than this are not put in order.
const SLICES: usize = 6;

impl<'a> Run<'a> {
    /// A number of a list that is a slice of another, or joined from some and other lists.
    pub(super) fn sliced(&mut self, path: &mut Path<'a>, g: Statistic, s: &Rc<Coll<'a>>) -> Option<Lin> {
        if g == Statistic::Size
            || by_place(g)
            || is_corner(g)
            || s.kind != Kind::List
            || !matches!(s.node, Node::For { .. } | Node::Concat(..))
        {
            return None;
        }
        let mut leaves = vec![];
        joined_from(s, &mut leaves);
        let (mut slices, mut others): (Vec<Slice<'a>>, Vec<Rc<Coll<'a>>>) = (vec![], vec![]);
        for leaf in leaves {
            match self.slice_of(path, &leaf) {
                Some(slice) if slices.first().is_none_or(|first| same(&first.list, &slice.list)) => {
                    slices.push(slice);
                }
                _ => others.push(leaf),
            }
        }
        let list = slices.first()?.list.clone();
        let size = self.statistic(path, Statistic::Size, &list);
        let slices = in_order(path, slices, &size)?;
        let mut total = self.statistic(path, g, &list);
        for (from, to) in between(&slices, &size)? {
            let lost = self.lost(path, g, &list, &from, &to)?;
            total = total.plus(-1, &lost)?;
        }
        for other in others {
            let more = self.statistic(path, g, &other);
            total = total.plus(1, &more)?;
        }
        Some(total)
    }

    /// `row[lo..hi]`, as a comprehension that reads a list place by place and leaves nothing out.
    fn slice_of(&mut self, path: &Path<'a>, s: &Rc<Coll<'a>>) -> Option<Slice<'a>> {
        let Node::For { item: Some(item), only: None, binders, frame } = &s.node else { return None };
        self.slice_read(path, frame, item, binders).filter(|_| s.kind == Kind::List)
    }

    fn slice_read(
        &mut self,
        path: &Path<'a>,
        frame: &Frame<'a>,
        item: &'a Expr,
        binders: &'a [Binder],
    ) -> Option<Slice<'a>> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return None;
        };
        let [slot] = slots.as_slice() else { return None };
        let base = read_at(item, *slot)?;
        let list = self.only_collection(path, frame, base).filter(|list| list.kind == Kind::List)?;
        let places = self.only_collection(path, frame, source)?;
        let (lo, hi) = match &places.node {
            Node::Range(lo, hi) => (lo.clone(), hi.clone()),
            Node::Indices(t) if t.kind == Kind::List => {
                (Lin::number(1), self.statistic(&mut path.clone(), Statistic::Size, t))
            }
            _ => return None,
        };
        Some(Slice { list, lo, hi })
    }

    /// The list of which a comprehension is all, in its order: `[w[j] for j in indices(w)]`, `w[1..size(w)]`.
    pub(in crate::check::termination) fn whole_list(
        &mut self,
        path: &mut Path<'a>,
        frame: &Frame<'a>,
        item: &'a Expr,
        binders: &'a [Binder],
    ) -> Option<Rc<Coll<'a>>> {
        let [Binder { kind: BinderKind::In { source, .. }, guard: None, .. }] = binders else { return None };
        let slice = self.quietly(|run| run.slice_read(path, frame, item, binders))?;
        // Where places are all of this list, they are so at a glance.
        if goes_through(source, item) {
            return Some(slice.list);
        }
        let size = self.quietly(|run| run.statistic(path, Statistic::Size, &slice.list));
        let whole = slice.lo == Lin::number(1)
            && (slice.hi == size || path.entails_le(&slice.hi, &size) && path.entails_le(&size, &slice.hi));
        whole.then_some(slice.list)
    }

    /// What the entries at some places in a row count: exactly if there is one or none.
    fn lost(
        &mut self,
        path: &mut Path<'a>,
        g: Statistic,
        list: &Rc<Coll<'a>>,
        from: &Lin,
        to: &Lin,
    ) -> Option<Lin> {
        if path.entails_lt(to, from) {
            return Some(Lin::default());
        }
        if path.entails_le(to, from) && path.entails_le(from, to) {
            return self.weight_at(path, g, list, from);
        }
        let lost = self.fresh();
        if self.weighs(path, list, g) {
            path.assert(Some(lost.clone()));
            for at in known_places(path, list) {
                if path.entails_le(from, &at)
                    && path.entails_le(&at, to)
                    && let Some(w) = self.weight_at(path, g, list, &at)
                {
                    path.assert_le(&w, &lost);
                }
            }
        }
        Some(lost)
    }

    fn weight_at(&mut self, path: &mut Path<'a>, g: Statistic, list: &Rc<Coll<'a>>, at: &Lin) -> Option<Lin> {
        let entry = self.only_entry(path, list, &Val::Num(at.clone()))?;
        self.weight(path, g, &entry)
    }
}

/// The lists that one is joined from, in order.
fn joined_from<'a>(s: &Rc<Coll<'a>>, out: &mut Vec<Rc<Coll<'a>>>) {
    match &s.node {
        Node::Concat(t, u) => [t, u].into_iter().for_each(|t| joined_from(t, out)),
        _ => out.push(s.clone()),
    }
}

/// The slices by their places, if none overlaps another and none leaves the list.
fn in_order<'a>(path: &Path<'a>, mut slices: Vec<Slice<'a>>, size: &Lin) -> Option<Vec<Slice<'a>>> {
    let inside = |s: &Slice<'a>| {
        path.entails_le(&Lin::number(1), &s.lo)
            && path.entails_le(&s.hi, size)
            && path.entails(s.hi.plus(-1, &s.lo).and_then(|l| l.shifted(1)))
    };
    if slices.len() > SLICES || !slices.iter().all(inside) {
        return None;
    }
    let mut ordered = vec![];
    while !slices.is_empty() {
        let before = |s: &Slice<'a>, t: &Slice<'a>| path.entails_lt(&s.hi, &t.lo);
        let first = (0..slices.len())
            .find(|i| slices.iter().enumerate().all(|(j, t)| *i == j || before(&slices[*i], t)))?;
        ordered.push(slices.remove(first));
    }
    Some(ordered)
}

/// The places between slices, in front of them and behind them: from and to, which may be one less.
fn between(slices: &[Slice<'_>], size: &Lin) -> Option<Vec<(Lin, Lin)>> {
    let mut gaps = vec![];
    let mut from = Lin::number(1);
    for slice in slices {
        gaps.push((from, slice.lo.shifted(-1)?));
        from = slice.hi.shifted(1)?;
    }
    gaps.push((from, size.clone()));
    Some(gaps)
}
