//! Lists that are made of pieces of another, place by place.

use super::super::Statistic;
use super::super::entries::agree;
use super::super::linear::Lin;
use super::super::membership::are_equal;
use super::super::run::Run;
use super::super::symbol::{Coll, Kind, Node, Path, Val, same};
use super::places::{element_type, known_places};
use crate::check::builtins::Builtin;
use crate::check::ir::{Binder, BinderKind, CompareOp, Expr, ExprKind};
use crate::check::types::Type;
use std::rc::Rc;

/// Entries of a list that are at places `lo..hi` of another, as far as they can be told.
struct Piece<'a> {
    lo: Lin,
    hi: Lin,
    entry: PieceEntry<'a>,
}

enum PieceEntry<'a> {
    One(Val<'a>),
    For(Rc<Coll<'a>>),
}

impl<'a> Run<'a> {
    /// A list made of pieces of another, place by place: its entries at other places are no larger.
    pub(super) fn compare_pieces(
        &mut self,
        path: &mut Path<'a>,
        g: Statistic,
        s: &Rc<Coll<'a>>,
        total: &Lin,
    ) {
        if !matches!(g, Statistic::Sum) {
            return;
        }
        let mut pieces = vec![];
        if !self.pieces(path, s, &mut pieces) || pieces.is_empty() {
            return;
        }
        let lists: Vec<Rc<Coll<'a>>> = self.lists_of(path);
        for list in lists {
            self.compare_with_list(path, g, &pieces, &list, total);
        }
    }

    /// Lists that may be taken apart into others, entry by entry and in any order: each has at least the sum of the entries that
    /// were read at different places.
    pub(super) fn hold_their_entries(&mut self, path: &mut Path<'a>) {
        for list in self.lists_of(path) {
            if !self.weighs(path, &list, Statistic::Sum) {
                continue;
            }
            let read = path.entries.iter().filter(|(t, _, _)| same(t, &list));
            let read: Vec<_> = read.map(|(_, i, v)| (i.clone(), v.clone())).collect();
            let (mut apart, mut sum): (Vec<Val<'a>>, _) = (vec![], Some(Lin::default()));
            for (i, v) in read {
                if apart.iter().all(|j| are_equal(path, &i, j) == Some(false)) {
                    let w = self.weight(path, Statistic::Sum, &v);
                    sum = sum.zip(w).and_then(|(sum, w)| sum.plus(1, &w));
                    apart.push(i);
                }
            }
            let whole = self.statistic(path, Statistic::Sum, &list);
            path.assert(sum.and_then(|sum| whole.plus(-1, &sum)));
        }
    }

    /// A list that differs from another at known places only: `[if i == p then x else row[i] for i in indices(row)]`.
    pub(super) fn differences(&mut self, path: &mut Path<'a>, g: Statistic, s: &Rc<Coll<'a>>) -> Option<Lin> {
        let mut pieces = vec![];
        if !self.pieces(path, s, &mut pieces) || pieces.len() != 1 {
            return None;
        }
        let piece = pieces.pop()?;
        for list in self.lists_of(path) {
            let size = self.statistic(path, Statistic::Size, &list);
            if piece.lo != Lin::number(1)
                || !path.entails_le(&piece.hi, &size)
                || !path.entails_le(&size, &piece.hi)
            {
                continue;
            }
            let mut places = known_places(path, &list);
            places.retain(|p| path.entails_le(&Lin::number(1), p) && path.entails_le(p, &size));
            places.extend(self.named_places(path, &piece));
            let mut apart: Vec<Lin> = vec![];
            for p in places {
                let p = Val::Num(p);
                let differs = |q: &Lin| are_equal(path, &p, &Val::Num(q.clone())) == Some(false);
                if let (true, Val::Num(p)) = (apart.iter().all(differs), &p) {
                    apart.push(p.clone());
                }
            }
            if let Some(total) = self.differences_at(path, g, &piece, &list, &size, &apart) {
                return Some(total);
            }
        }
        None
    }

    fn differences_at(
        &mut self,
        path: &mut Path<'a>,
        g: Statistic,
        piece: &Piece<'a>,
        list: &Rc<Coll<'a>>,
        size: &Lin,
        apart: &[Lin],
    ) -> Option<Lin> {
        // What is left out shifts what comes behind it.
        if g != Statistic::Sum && piece.is_filtered()
            || !self.is_same_elsewhere(path, piece, list, size, apart)
        {
            return None;
        }
        let mut total = self.statistic(path, g, list);
        for p in apart {
            let inside = path.entails_le(&Lin::number(1), p) && path.entails_le(p, size);
            let change = self.change_at(path, piece, list, size, p)?;
            let factor = match g {
                Statistic::Sum => Lin::number(1),
                Statistic::Moment => p.clone(),
                Statistic::MomentFromEnd => size.plus(-1, p)?.shifted(1)?,
                _ => self.growing(path, 2, p),
            };
            let change = self.product(path, &factor, &change);
            let change = if inside { change } else { self.all_or_nothing(path, &change) };
            total = total.plus(1, &change)?;
        }
        Some(total)
    }

    /// Whether a piece has the entries of the list at all places but some.
    fn is_same_elsewhere(
        &mut self,
        path: &Path<'a>,
        piece: &Piece<'a>,
        list: &Rc<Coll<'a>>,
        size: &Lin,
        but: &[Lin],
    ) -> bool {
        let at = self.fresh();
        let mut elsewhere = vec![within(path, &at, size)];
        for p in but {
            let (at, p) = (Val::Num(at.clone()), Val::Num(p.clone()));
            elsewhere = elsewhere.into_iter().flat_map(|e| self.assume_different(e, &at, &p)).collect();
        }
        let same = |(p, new, old): (Path<'a>, Lin, Lin)| {
            new == old || p.entails_le(&new, &old) && p.entails_le(&old, &new) || p.is_impossible()
        };
        let mut possible = elsewhere.into_iter().filter(|e| !e.is_impossible());
        possible.all(|e| self.changes(e, piece, list, &at).into_iter().all(same))
    }

    /// By how much the entry of a piece at a place is more than that of the list, if there is one answer: what is known about
    /// it is noted where the place is certainly there.
    fn change_at(
        &mut self,
        path: &mut Path<'a>,
        piece: &Piece<'a>,
        list: &Rc<Coll<'a>>,
        size: &Lin,
        p: &Lin,
    ) -> Option<Lin> {
        let inside = path.entails_le(&Lin::number(1), p) && path.entails_le(p, size);
        let known = self.names.len() as u32;
        let mut changes = self.changes(within(path, p, size), piece, list, p);
        changes.retain(|(p, _, _)| !p.is_impossible());
        let (after, new, old) = changes.pop().filter(|_| changes.is_empty())?;
        let change = new.plus(-1, &old)?;
        if inside {
            *path = after;
        } else if change.terms.iter().any(|t| t.0 >= known) {
            return None;
        }
        Some(change)
    }

    /// A change that does not happen if its place is not there.
    fn all_or_nothing(&mut self, path: &mut Path<'a>, change: &Lin) -> Lin {
        let some = self.fresh();
        let (nothing, negative) = (Lin::default(), path.entails(change.times(-1)));
        if path.entails(Some(change.clone())) {
            path.assert_le(&nothing, &some);
            path.assert_le(&some, change);
        } else if negative {
            path.assert_le(change, &some);
            path.assert_le(&some, &nothing);
        }
        some
    }

    /// Places that the entries of a piece are compared with: `if i == p then ...`.
    fn named_places(&mut self, path: &Path<'a>, piece: &Piece<'a>) -> Vec<Lin> {
        let PieceEntry::For(s) = &piece.entry else { return vec![] };
        let Node::For { item: Some(item), binders, frame, .. } = &s.node else { return vec![] };
        let [Binder { kind: BinderKind::In { slots, .. }, .. }] = &**binders else { return vec![] };
        let here = |e: &Expr| matches!(e.kind, ExprKind::Local(slot) if slots.as_slice() == [slot]);
        let mut named: Vec<&'a Expr> = vec![];
        comparisons(item, &mut |a, b| match (here(a), here(b)) {
            (true, false) => named.push(b),
            (false, true) => named.push(a),
            _ => {}
        });
        let mut places = vec![];
        for e in named.into_iter().take(4) {
            let mut values = self.eval(path.clone(), frame, e);
            if let (Some((_, Val::Num(n))), true) = (values.pop(), values.is_empty())
                && !places.contains(&n)
            {
                places.push(n);
            }
        }
        places
    }

    /// The unknown lists of numbers, or of what counts as numbers, that a path has to do with.
    fn lists_of(&mut self, path: &Path<'a>) -> Vec<Rc<Coll<'a>>> {
        let unknown = |s: &&Rc<Coll<'a>>| {
            let Node::Unknown { element, .. } = &s.node else { return false };
            s.kind == Kind::List && matches!(element, Type::Int | Type::Bool | Type::Enum(_))
        };
        let mut lists: Vec<Rc<Coll<'a>>> = vec![];
        for (_, s, _) in path.statistics.iter().filter(|(_, s, _)| unknown(&s)) {
            if !lists.iter().any(|t| same(s, t)) {
                lists.push(s.clone());
            }
        }
        lists.truncate(3);
        lists
    }

    /// The pieces of a list, in order; false if they cannot be told.
    fn pieces(&mut self, path: &mut Path<'a>, s: &Rc<Coll<'a>>, out: &mut Vec<Piece<'a>>) -> bool {
        match &s.node {
            Node::Concat(t, u) => self.pieces(path, t, out) && self.pieces(path, u, out),
            Node::Literal(items) if items.len() <= 3 => {
                for x in items {
                    let at = match out.last() {
                        Some(p) => p.hi.shifted(1),
                        None => Some(Lin::number(1)),
                    };
                    let Some(at) = at else { return false };
                    out.push(Piece { lo: at.clone(), hi: at, entry: PieceEntry::One(x.clone()) });
                }
                true
            }
            Node::For { item: Some(_), only: None, binders, frame } => {
                let [Binder { kind: BinderKind::In { source, .. }, .. }] = &**binders else { return false };
                let mut sources = self.eval(path.clone(), frame, source);
                let (Some((p, Val::Coll(source))), true) = (sources.pop(), sources.is_empty()) else {
                    return false;
                };
                *path = p;
                let (lo, hi) = match &source.node {
                    Node::Range(lo, hi) => (lo.clone(), hi.clone()),
                    Node::Indices(t) if t.kind == Kind::List => {
                        (Lin::number(1), self.statistic(path, Statistic::Size, t))
                    }
                    _ => return false,
                };
                out.push(Piece { lo, hi, entry: PieceEntry::For(s.clone()) });
                true
            }
            _ => false,
        }
    }

    fn compare_with_list(
        &mut self,
        path: &mut Path<'a>,
        g: Statistic,
        pieces: &[Piece<'a>],
        list: &Rc<Coll<'a>>,
        total: &Lin,
    ) {
        let size = self.statistic(path, Statistic::Size, list);
        if !self.weighs(path, list, g) {
            return;
        }
        // In order, without overlapping, inside the list.
        let later = |i: usize| pieces[i + 1..].iter();
        let ordered = (0..pieces.len()).all(|i| later(i).all(|q| path.entails_lt(&pieces[i].hi, &q.lo)));
        let one = Lin::number(1);
        let inside = pieces.iter().all(|p| path.entails_le(&one, &p.lo) && path.entails_le(&p.hi, &size));
        if !ordered || !inside || !pieces.iter().all(|p| self.is_no_heavier(path, p, list, &size)) {
            return;
        }
        let before = self.statistic(path, g, list);
        path.assert_le(total, &before);
        for at in known_places(path, list) {
            for piece in pieces {
                if path.entails_le(&piece.lo, &at) && path.entails_le(&at, &piece.hi) {
                    self.compare_at(path, piece, list, &at, (&before, total));
                }
            }
            // A place that no piece covers is lost.
            let uncovered = pieces.iter().all(|p| path.entails_lt(&at, &p.lo) || path.entails_lt(&p.hi, &at));
            if uncovered && let Some(old) = self.only_entry(path, list, &Val::Num(at.clone())) {
                let w = self.weight(path, g, &old);
                path.assert(w.and_then(|w| before.plus(-1, &w)).and_then(|l| l.plus(-1, total)));
            }
        }
    }

    /// Whether no entry of a piece is more than that of the list, nor less than 0.
    fn is_no_heavier(&mut self, path: &Path<'a>, piece: &Piece<'a>, list: &Rc<Coll<'a>>, size: &Lin) -> bool {
        let at = self.fresh();
        let mut p = within(path, &at, size);
        p.assert_le(&piece.lo, &at);
        p.assert_le(&at, &piece.hi);
        let changes = self.changes(p, piece, list, &at);
        changes.into_iter().all(|(p, new, old)| p.entails_le(&new, &old) && p.entails(Some(new)))
    }

    /// What the change at one place says of the sums before and after.
    fn compare_at(
        &mut self,
        path: &mut Path<'a>,
        piece: &Piece<'a>,
        list: &Rc<Coll<'a>>,
        at: &Lin,
        (before, total): (&Lin, &Lin),
    ) {
        let mut changes = self.changes(path.clone(), piece, list, at);
        changes.retain(|(p, _, _)| !p.is_impossible());
        if changes.len() == 1
            && let Some((p, new, old)) = changes.pop()
        {
            *path = p;
            let after = before.plus(1, &new).and_then(|l| l.plus(-1, &old));
            path.assert(after.and_then(|l| l.plus(-1, total)));
        } else if changes.iter().all(|(p, new, old)| p.entails_lt(new, old)) {
            path.assert_lt(total, before);
        }
    }

    /// The entry of a piece at a place, and that of the list: in every case.
    fn changes(
        &mut self,
        path: Path<'a>,
        piece: &Piece<'a>,
        list: &Rc<Coll<'a>>,
        at: &Lin,
    ) -> Vec<(Path<'a>, Lin, Lin)> {
        let Some(ty) = element_type(list) else { return vec![] };
        let mut out = vec![];
        for (p, old) in self.entry(path, Val::Coll(list.clone()), Val::Num(at.clone()), ty) {
            let news = match &piece.entry {
                PieceEntry::One(x) => vec![(p, x.clone())],
                PieceEntry::For(s) => {
                    let Node::For { item: Some(item), binders, frame, .. } = &s.node else { continue };
                    let [Binder { kind: BinderKind::In { slots, .. }, guard, .. }] = &**binders else {
                        continue;
                    };
                    let mut f = (**frame).clone();
                    self.bind_slots(&mut f, slots, &Val::Num(at.clone()));
                    let (mut kept, mut news) = (vec![p.clone()], vec![]);
                    if let Some(guard) = guard {
                        kept = self.assume(p.clone(), &f, guard, true);
                        // What is left out counts nothing.
                        let dropped = self.assume(p, &f, guard, false);
                        news.extend(dropped.into_iter().map(|p| (p, Val::Num(Lin::default()))));
                    }
                    for p in kept {
                        news.extend(self.eval(p, &f, item));
                    }
                    news
                }
            };
            for (mut p, new) in news {
                agree(&mut p);
                let (new, old) =
                    (self.weight(&mut p, Statistic::Sum, &new), self.weight(&mut p, Statistic::Sum, &old));
                let (new, old) = (new.unwrap_or_else(|| self.fresh()), old.unwrap_or_else(|| self.fresh()));
                out.push((p, new, old));
            }
        }
        out
    }
}

impl Piece<'_> {
    /// Whether some of its entries may be left out.
    fn is_filtered(&self) -> bool {
        let PieceEntry::For(s) = &self.entry else { return false };
        matches!(&s.node, Node::For { binders, .. } if binders.iter().any(|b| b.guard.is_some()))
    }
}

/// Whether one of some values is made of an entry that was read: a list of others says nothing of the sums of lists.
pub(super) fn are_of_entries(path: &Path<'_>, items: &[Val<'_>]) -> bool {
    let names = |v: &Val<'_>| match v {
        Val::Num(n) => n.terms.iter().map(|t| t.0).collect(),
        _ => vec![],
    };
    let read: Vec<u32> = path.entries.iter().flat_map(|(_, _, v)| names(v)).collect();
    items.iter().flat_map(names).any(|name| read.contains(&name))
}

/// The same path where a place is one of a list of that size.
fn within<'a>(path: &Path<'a>, at: &Lin, size: &Lin) -> Path<'a> {
    let mut path = path.clone();
    path.assert_le(&Lin::number(1), at);
    path.assert_le(at, size);
    path
}

/// Calls `visit` with both sides of every `==` and `!=` in the conditions of an expression.
pub(super) fn comparisons<'a>(e: &'a Expr, visit: &mut dyn FnMut(&'a Expr, &'a Expr)) {
    match &e.kind {
        ExprKind::Compare(CompareOp::Equal | CompareOp::NotEqual, a, b) => visit(a, b),
        ExprKind::If(c, a, b) => [c, a, b].into_iter().for_each(|e| comparisons(e, visit)),
        ExprKind::Binary(_, a, b) => [a, b].into_iter().for_each(|e| comparisons(e, visit)),
        ExprKind::Not(a) => comparisons(a, visit),
        _ => {}
    }
}

/// The list that is read at the place that is bound, `row` of `row[i]`, if it is the same for all places.
pub(in crate::check::termination) fn read_at(item: &Expr, slot: u32) -> Option<&Expr> {
    let ExprKind::Index(base, place) = &item.kind else { return None };
    let mut elsewhere = place.local() == Some(slot);
    base.each_slot(&mut |read| elsewhere &= read != slot);
    elsewhere.then_some(base)
}

/// Whether a source is all places of the list that is read: `indices(row)` for `row[i]`.
pub(super) fn goes_through(source: &Expr, item: &Expr) -> bool {
    match (&source.kind, &item.kind) {
        (ExprKind::Builtin(Builtin::Indices, args), ExprKind::Index(base, _)) => match args.as_slice() {
            [row] => row.local().is_some() && row.local() == base.local(),
            _ => false,
        },
        _ => false,
    }
}
