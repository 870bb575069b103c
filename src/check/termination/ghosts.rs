//! Numbers that collections have: how many elements, their sum, the number whose binary digits they are. Where a
//! collection is built from another, its numbers follow from that one's: exactly, or between bounds.

use super::assume::bind_slots;
use super::collections::{agree, are_equal, filter};
use super::linear::Lin;
use super::run::Run;
use super::symbol::{Coll, Ghost, Kind, Node, Path, Val, same};
use crate::check::ir::{Binder, BinderKind, CompareOp, Expr, ExprKind};
use crate::check::types::{Shape, Type};
use num_bigint::BigInt;
use std::rc::Rc;

/// Entries of a list that stand at places `lo..hi` of another, as far as they can be told.
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
    /// A number of a collection, with what is known of it.
    pub(super) fn ghost(&mut self, path: &mut Path<'a>, g: Ghost, s: &Rc<Coll<'a>>) -> Lin {
        if let Some((_, _, l)) = path.ghosts.iter().find(|(h, t, _)| *h == g && same(s, t)) {
            return l.clone();
        }
        let l = self.ghost_of(path, g, s);
        path.ghosts.push((g, s.clone(), l.clone()));
        l
    }

    fn ghost_of(&mut self, path: &mut Path<'a>, g: Ghost, s: &Rc<Coll<'a>>) -> Lin {
        let set = s.kind == Kind::Set;
        match &s.node {
            Node::Unknown { .. } => self.unknown_ghost(path, g, s),
            Node::Literal(items) if !by_place(g) => {
                let mut total = Some(Lin::default());
                for x in items {
                    let w = self.weight(path, g, x);
                    total = total.zip(w).and_then(|(t, w)| t.plus(1, &w));
                }
                match total {
                    // Equal elements of a set count once.
                    Some(total) if set && items.len() > 1 => {
                        let r = self.bounded(path, g, s);
                        if self.weighs(path, s, g) {
                            path.assert_le(&r, &total);
                        }
                        r
                    }
                    Some(total) => total,
                    None => self.bounded(path, g, s),
                }
            }
            Node::With(t, x) if !by_place(g) => {
                let (before, w) = (self.ghost(path, g, t), self.weight(path, g, x));
                let Some(more) = w.and_then(|w| before.plus(1, &w)) else { return self.bounded(path, g, s) };
                match if set { self.contains(path, x, t) } else { Some(false) } {
                    Some(true) => before,
                    Some(false) => more,
                    None => {
                        let r = self.bounded(path, g, s);
                        if self.weighs(path, s, g) {
                            path.assert_le(&r, &more);
                            path.assert_le(&before, &r);
                        }
                        r
                    }
                }
            }
            Node::Without(t, x) if !by_place(g) => {
                let (before, w) = (self.ghost(path, g, t), self.weight(path, g, x));
                let Some((less, w)) = w.and_then(|w| Some((before.plus(-1, &w)?, w))) else {
                    return self.bounded(path, g, s);
                };
                match self.contains(path, x, t) {
                    Some(true) => less,
                    Some(false) => before,
                    None => {
                        let r = self.bounded(path, g, s);
                        if self.weighs(path, t, g) && path.entails(Some(w)) {
                            path.assert_le(&less, &r);
                        }
                        r
                    }
                }
            }
            Node::Union(t, u) | Node::Flip(t, u) | Node::Concat(t, u) if !by_place(g) => {
                let (a, b) = (self.ghost(path, g, t), self.ghost(path, g, u));
                let both = a.plus(1, &b);
                if !set && !matches!(s.node, Node::Concat(..)) {
                    return self.linear(path, both);
                }
                if matches!(s.node, Node::Concat(..)) {
                    let total = self.linear(path, both);
                    self.compare_pieces(path, g, s, &total);
                    return total;
                }
                let r = self.bounded(path, g, s);
                if self.weighs(path, t, g) && self.weighs(path, u, g) {
                    path.assert(both.and_then(|l| l.plus(-1, &r)));
                    if matches!(s.node, Node::Union(..)) {
                        path.assert_le(&a, &r);
                        path.assert_le(&b, &r);
                    }
                }
                if let (Node::Flip(..), Ghost::Binary) = (&s.node, g) {
                    self.flip_the_top(path, t, u, &a, &r);
                }
                r
            }
            // What is not in a set that grows: one less with every element added.
            Node::Minus(t, u)
                if set && matches!(u.node, Node::With(..) | Node::Without(..) | Node::Union(..)) =>
            {
                let node = match &u.node {
                    Node::With(u, x) => Node::Without(minus(t, u), x.clone()),
                    Node::Union(u, v) => Node::Minus(minus(t, u), v.clone()),
                    Node::Without(u, x) => Node::With(minus(t, u), x.clone()),
                    _ => return self.bounded(path, g, s),
                };
                let rest = Rc::new(Coll { kind: Kind::Set, node });
                if matches!(u.node, Node::Without(..)) {
                    let most = self.ghost(path, g, &rest);
                    let r = self.bounded(path, g, s);
                    path.assert_le(&r, &most);
                    return r;
                }
                self.ghost(path, g, &rest)
            }
            Node::Minus(t, u) if !by_place(g) => {
                let (a, b) = (self.ghost(path, g, t), self.ghost(path, g, u));
                if set && self.is_part(path, u, t) {
                    let less = a.plus(-1, &b);
                    let less = self.linear(path, less);
                    self.take_away(path, g, t, u, &a, &less);
                    return less;
                }
                let r = self.bounded(path, g, s);
                if self.weighs(path, t, g) && self.weighs(path, u, g) {
                    path.assert(r.plus(1, &b).and_then(|l| l.plus(-1, &a)));
                }
                self.take_away(path, g, t, u, &a, &r);
                r
            }
            Node::Put(t, i, x) => self.put_ghost(path, g, s, t, i, x),
            Node::Rearranged(t) if !by_place(g) => self.ghost(path, g, t),
            Node::Moved(t) if g == Ghost::Size => self.ghost(path, g, t),
            Node::Indices(t) if g == Ghost::Size => self.ghost(path, g, t),
            Node::Range(lo, hi) if g == Ghost::Size => {
                let length = hi.plus(-1, lo).and_then(|l| l.shifted(1));
                if let Some(length) = &length
                    && path.entails(Some(length.clone()))
                {
                    return length.clone();
                }
                let r = self.bounded(path, g, s);
                path.assert(length.and_then(|l| r.plus(-1, &l)));
                r
            }
            Node::For { .. } => {
                let exact =
                    matches!(g, Ghost::Sum | Ghost::Moment | Ghost::BinaryByPlace) && s.kind == Kind::List;
                if exact && let Some(total) = self.differences(path, g, s) {
                    return total;
                }
                if by_place(g) { self.bounded(path, g, s) } else { self.chosen_ghost(path, g, s) }
            }
            _ => self.bounded(path, g, s),
        }
    }

    /// A new unknown, not negative where the weights are not, and no more than the wholes it is part of.
    fn bounded(&mut self, path: &mut Path<'a>, g: Ghost, s: &Rc<Coll<'a>>) -> Lin {
        let r = self.fresh();
        if matches!(g, Ghost::LeastRow | Ghost::LeastCol | Ghost::LargestRow | Ghost::LargestCol) {
            return r;
        }
        if self.weighs(path, s, g) {
            path.assert(Some(r.clone()));
        }
        if by_place(g) || s.kind != Kind::Set {
            return r;
        }
        for t in self.wholes(path, s) {
            if t.kind != Kind::Set || !self.weighs(path, &t, g) {
                continue;
            }
            let total = self.ghost(path, g, &t);
            path.assert_le(&r, &total);
            let members: Vec<Val<'a>> =
                path.members.iter().filter(|(_, u)| same(&t, u)).map(|(x, _)| x.clone()).take(5).collect();
            for x in members {
                if self.contains(path, &x, s) == Some(false)
                    && let Some(w) = self.weight(path, g, &x)
                {
                    path.assert(total.plus(-1, &w).and_then(|l| l.plus(-1, &r)));
                }
            }
        }
        r
    }

    fn unknown_ghost(&mut self, path: &mut Path<'a>, g: Ghost, s: &Rc<Coll<'a>>) -> Lin {
        let r = self.bounded(path, g, s);
        if g == Ghost::Sum {
            let (lo, hi) = entry_bounds(s);
            let size = self.ghost(path, Ghost::Size, s);
            if let Some(lo) = lo {
                path.assert(size.times(-lo).and_then(|l| r.plus(1, &l)));
            }
            if let Some(hi) = hi {
                path.assert(size.times(hi).and_then(|l| l.plus(-1, &r)));
            }
        }
        if g == Ghost::Binary && self.weighs(path, s, g) {
            let size = self.ghost(path, Ghost::Size, s);
            path.assert_le(&size, &r);
        }
        r
    }

    /// Whether no element can have a negative weight.
    pub(super) fn weighs(&mut self, path: &Path<'a>, s: &Rc<Coll<'a>>, g: Ghost) -> bool {
        if matches!(g, Ghost::Size) {
            return true;
        }
        match &s.node {
            Node::Unknown { element, value, shape, .. } => {
                let natural = |s: &Shape| matches!(s, Shape::Range(Some(lo), _) if *lo >= BigInt::ZERO);
                let (ty, natural) = match (value, shape) {
                    (Some(value), Shape::Map(_, v)) => (*value, natural(v)),
                    (Some(value), _) => (*value, false),
                    (None, Shape::Elements(inner)) => (*element, natural(inner)),
                    (None, _) => (*element, false),
                };
                match ty {
                    Type::Int => natural,
                    Type::Bool | Type::Enum(_) => g != Ghost::Binary,
                    _ => false,
                }
            }
            Node::Without(t, _) | Node::Common(t, _) | Node::Minus(t, _) | Node::Rearranged(t) => {
                self.weighs(path, t, g)
            }
            Node::Union(t, u) | Node::Flip(t, u) | Node::Concat(t, u) => {
                self.weighs(path, t, g) && self.weighs(path, u, g)
            }
            Node::With(t, x) => self.weighs(path, t, g) && is_natural(path, x),
            Node::Put(t, i, x) => {
                let inner = self.weighs(path, t, g);
                inner && is_natural(path, x) && (!by_place(g) || is_natural(path, i))
            }
            Node::Literal(items) => items.clone().iter().all(|x| is_natural(path, x)),
            Node::Range(lo, _) => is_natural(path, &Val::Num(lo.clone())),
            Node::Indices(t) => t.kind == Kind::List || self.weighs(path, t, g),
            Node::For { .. } => {
                let all = self.elements(path.clone(), s);
                all.iter().all(|(p, v)| match v {
                    Val::Num(n) => p.entails(Some(n.clone())),
                    Val::Bool(_) | Val::Case(_) => true,
                    _ => false,
                })
            }
            _ => false,
        }
    }

    /// What an element adds.
    pub(super) fn weight(&mut self, path: &mut Path<'a>, g: Ghost, x: &Val<'a>) -> Option<Lin> {
        match (g, x) {
            (Ghost::Size, _) => Some(Lin::number(1)),
            (Ghost::Sum, Val::Num(n)) => Some(n.clone()),
            (Ghost::Sum, Val::Bool(b)) => Some(b.clone()),
            (Ghost::Sum, Val::Case(cases)) => {
                let terms = cases.iter().enumerate();
                terms.skip(1).try_fold(Lin::default(), |sum, (i, c)| sum.plus(i as i128, c))
            }
            (Ghost::Binary, Val::Num(n)) if path.entails(Some(n.clone())) => Some(self.growing(path, 2, n)),
            _ => None,
        }
    }

    /// Taking `u` out of `t`, where an element of both is known.
    fn take_away(
        &mut self,
        path: &mut Path<'a>,
        g: Ghost,
        t: &Rc<Coll<'a>>,
        u: &Rc<Coll<'a>>,
        a: &Lin,
        r: &Lin,
    ) {
        if !self.weighs(path, t, g) {
            return;
        }
        path.assert_le(r, a);
        let mut known: Vec<Val<'a>> = path
            .members
            .iter()
            .filter(|(_, v)| same(t, v) || same(u, v))
            .map(|(x, _)| x.clone())
            .take(6)
            .collect();
        known.extend(self.listed(path, u, 6).unwrap_or_default());
        if let Node::Range(lo, hi) = &u.node {
            known.extend([Val::Num(lo.clone()), Val::Num(hi.clone())]);
        }
        for x in known {
            if self.contains(path, &x, t) == Some(true)
                && self.contains(path, &x, u) == Some(true)
                && let Some(w) = self.weight(path, g, &x)
            {
                path.assert(a.plus(-1, &w).and_then(|l| l.plus(-1, r)));
            }
        }
    }

    /// Flipping a set whose largest element goes: the binary number gets smaller.
    fn flip_the_top(&mut self, path: &mut Path<'a>, t: &Rc<Coll<'a>>, u: &Rc<Coll<'a>>, a: &Lin, r: &Lin) {
        let members: Vec<Val<'a>> = path
            .members
            .iter()
            .filter(|(_, v)| same(t, v) || same(u, v))
            .map(|(x, _)| x.clone())
            .take(6)
            .collect();
        for x in members {
            let Val::Num(top) = &x else { continue };
            if self.contains(path, &x, t) == Some(true)
                && self.contains(path, &x, u) == Some(true)
                && self.all_below(path, u, top, false)
            {
                path.assert_lt(r, a);
                return;
            }
        }
    }

    /// Whether all elements of a set are below a number, or at most it (not `strictly`), and natural.
    fn all_below(&mut self, path: &Path<'a>, s: &Rc<Coll<'a>>, top: &Lin, strictly: bool) -> bool {
        let all = self.elements(path.clone(), s);
        all.iter().all(|(p, v)| match v {
            Val::Num(n) => {
                let below = if strictly { p.entails_lt(n, top) } else { p.entails_le(n, top) };
                below && p.entails(Some(n.clone()))
            }
            _ => false,
        })
    }

    /// A set of natural numbers below n has a binary number below 2^n.
    pub(super) fn compare_binaries(&mut self, path: &mut Path<'a>) {
        let sets: Vec<_> = path
            .ghosts
            .iter()
            .filter(|(g, s, _)| *g == Ghost::Binary && s.kind == Kind::Set)
            .cloned()
            .collect();
        for (_, s, binary) in sets {
            for (base, n, p) in path.powers.clone() {
                if base == 2
                    && !matches!(s.node, Node::Unknown { .. } | Node::Flip(..))
                    && self.all_below(path, &s, &n, true)
                    || base == 2 && is_bound_set(path, &s) && self.all_below(path, &s, &n, true)
                {
                    path.assert_lt(&binary, &p);
                }
            }
        }
    }

    fn put_ghost(
        &mut self,
        path: &mut Path<'a>,
        g: Ghost,
        s: &Rc<Coll<'a>>,
        t: &Rc<Coll<'a>>,
        i: &Val<'a>,
        x: &Val<'a>,
    ) -> Lin {
        let before = self.ghost(path, g, t);
        let present = s.kind == Kind::List || self.contains(path, i, t) == Some(true);
        if !present || matches!(g, Ghost::Binary) {
            return self.bounded(path, g, s);
        }
        if g == Ghost::Size {
            return before;
        }
        let Some(old) = self.only_entry(path, t, i) else { return self.bounded(path, g, s) };
        let (Some(old), Some(new)) = (self.weight(path, Ghost::Sum, &old), self.weight(path, Ghost::Sum, x))
        else {
            return self.bounded(path, g, s);
        };
        let change = new.plus(-1, &old);
        let change = self.linear(path, change);
        let factor = match (g, i) {
            (Ghost::Sum, _) => Lin::number(1),
            (Ghost::Moment, Val::Num(i)) => i.clone(),
            (Ghost::BinaryByPlace, Val::Num(i)) if path.entails(Some(i.clone())) => self.growing(path, 2, i),
            _ => return self.bounded(path, g, s),
        };
        let change = self.product(path, &factor, &change);
        let after = before.plus(1, &change);
        self.linear(path, after)
    }

    /// The entry at a place, if there is one way to read it.
    fn only_entry(&mut self, path: &mut Path<'a>, t: &Rc<Coll<'a>>, i: &Val<'a>) -> Option<Val<'a>> {
        let ty: &'a Type = element_type(t)?;
        let mut ways = self.entry(path.clone(), Val::Coll(t.clone()), i.clone(), ty);
        ways.retain(|(p, _)| !p.is_impossible());
        let (p, v) = ways.pop()?;
        if !ways.is_empty() {
            return None;
        }
        *path = p;
        Some(v)
    }

    /// `{ item for x in S where ... }`.
    fn chosen_ghost(&mut self, path: &mut Path<'a>, g: Ghost, s: &Rc<Coll<'a>>) -> Lin {
        let r = self.bounded(path, g, s);
        let Node::For { item, only, binders, frame } = &s.node else { return r };
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard, .. }] = &**binders else { return r };
        let mut sources = self.eval(path.clone(), frame, source);
        let (Some((p, Val::Coll(source))), true) = (sources.pop(), sources.is_empty()) else { return r };
        *path = p;
        if g == Ghost::Size {
            let size = self.ghost(path, g, &source);
            path.assert_le(&r, &size);
            let whole = guard.is_none() && only.is_none() && s.kind != Kind::Set;
            if whole || guard.is_none() && only.is_none() && filter(s, self, path).is_some() {
                path.assert_le(&size, &r);
            }
        }
        if filter(s, self, path).is_some() && self.weighs(path, &source, g) {
            for x in members_of(path, &source) {
                if self.passes(path, &x, s) == Some(true)
                    && let Some(w) = self.weight(path, g, &x)
                {
                    path.assert_le(&w, &r);
                }
            }
        }
        let conditions: Vec<&'a Expr> = guard.iter().chain(*only).collect();
        let places = match &source.node {
            Node::Range(..) => true,
            Node::Indices(t) => t.kind == Kind::List,
            _ => false,
        };
        if places && s.kind == Kind::List {
            self.compare_pieces(path, g, s, &r);
        } else if let Some(item) = item
            && source.kind != Kind::Map
        {
            self.compare_elements(path, g, s, &source, slots, item, &conditions, &r);
        } else if item.is_none() && g == Ghost::Size {
            self.count_less(path, &source, slots, frame, &conditions, &r);
        }
        r
    }

    /// How many elements pass some conditions: one less than all, where one is known that does not.
    fn count_less(
        &mut self,
        path: &mut Path<'a>,
        source: &Rc<Coll<'a>>,
        slots: &[u32],
        frame: &[Option<Val<'a>>],
        conditions: &[&'a Expr],
        r: &Lin,
    ) {
        let size = self.ghost(path, Ghost::Size, source);
        for x in members_of(path, source) {
            let mut f = frame.to_vec();
            bind_slots(&mut f, slots, &x);
            let fails = conditions
                .iter()
                .any(|c| self.assume(path.clone(), &f, c, true).iter().all(Path::is_impossible));
            if fails {
                path.assert_lt(r, &size);
                return;
            }
        }
    }

    /// Every element is replaced by one of no more weight, or left out: then so is the whole; and where one is known,
    /// the difference it makes counts.
    #[allow(clippy::too_many_arguments)] // the parts of one comprehension
    fn compare_elements(
        &mut self,
        path: &mut Path<'a>,
        g: Ghost,
        s: &Rc<Coll<'a>>,
        source: &Rc<Coll<'a>>,
        slots: &[u32],
        item: &'a Expr,
        conditions: &[&'a Expr],
        r: &Lin,
    ) {
        let Node::For { frame, .. } = &s.node else { return };
        if !self.weighs(path, source, g) {
            return;
        }
        let all = self.elements(path.clone(), source);
        for (p, x) in all {
            if !self.no_heavier(p, g, frame, slots, &x, item, conditions) {
                return;
            }
        }
        let total = self.ghost(path, g, source);
        path.assert_le(r, &total);
        for x in members_of(path, source) {
            let mut f = (**frame).clone();
            bind_slots(&mut f, slots, &x);
            let mut kept = vec![path.clone()];
            for c in conditions {
                kept = kept.into_iter().flat_map(|p| self.assume(p, &f, c, true)).collect();
            }
            kept.retain(|p| !p.is_impossible());
            let mut now = vec![];
            let certain = conditions.is_empty();
            for p in kept {
                now.extend(self.eval(p, &f, item));
            }
            now.retain(|(p, _)| !p.is_impossible());
            let Some(before) = self.weight(path, g, &x) else { continue };
            let left_out = total.plus(-1, &before);
            match now.as_slice() {
                [] => path.assert(left_out.and_then(|l| l.plus(-1, r))),
                [(p, v)] if certain => {
                    let (p, v) = (p.clone(), v.clone());
                    let mut with = p;
                    if let Some(after) = self.weight(&mut with, g, &v) {
                        *path = with;
                        path.assert(left_out.and_then(|l| l.plus(1, &after)).and_then(|l| l.plus(-1, r)));
                    }
                }
                // In every case lighter by 1 at least.
                several => {
                    let lighter = several.iter().cloned().all(|(mut p, v)| {
                        let (a, b) = (self.weight(&mut p, g, &v), self.weight(&mut p, g, &x));
                        a.zip(b).is_some_and(|(a, b)| p.entails_lt(&a, &b))
                    });
                    if lighter {
                        path.assert_lt(r, &total);
                    }
                }
            }
        }
    }

    /// Whether an element is replaced by one that weighs no more, and not less than 0.
    #[allow(clippy::too_many_arguments)] // the parts of one comprehension
    fn no_heavier(
        &mut self,
        path: Path<'a>,
        g: Ghost,
        frame: &[Option<Val<'a>>],
        slots: &[u32],
        x: &Val<'a>,
        item: &'a Expr,
        conditions: &[&'a Expr],
    ) -> bool {
        let mut f = frame.to_vec();
        bind_slots(&mut f, slots, x);
        let mut kept = vec![path];
        for c in conditions {
            kept = kept.into_iter().flat_map(|p| self.assume(p, &f, c, true)).collect();
        }
        let mut now = vec![];
        for p in kept {
            now.extend(self.eval(p, &f, item));
        }
        now.into_iter().all(|(mut p, v)| {
            let (a, b) = (self.weight(&mut p, g, &v), self.weight(&mut p, g, x));
            match a.zip(b) {
                Some((a, b)) => p.entails_le(&a, &b) && p.entails(Some(a)),
                None => p.is_impossible(),
            }
        })
    }

    /// A list made of pieces of another, place by place: its entries at other places are no larger.
    fn compare_pieces(&mut self, path: &mut Path<'a>, g: Ghost, s: &Rc<Coll<'a>>, total: &Lin) {
        if !matches!(g, Ghost::Sum) {
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

    /// A list that differs from another at known places only: `[if i == p then x else row[i] for i in indices(row)]`.
    fn differences(&mut self, path: &mut Path<'a>, g: Ghost, s: &Rc<Coll<'a>>) -> Option<Lin> {
        let mut pieces = vec![];
        if !self.pieces(path, s, &mut pieces) || pieces.len() != 1 {
            return None;
        }
        let piece = pieces.pop()?;
        for list in self.lists_of(path) {
            let size = self.ghost(path, Ghost::Size, &list);
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
        g: Ghost,
        piece: &Piece<'a>,
        list: &Rc<Coll<'a>>,
        size: &Lin,
        apart: &[Lin],
    ) -> Option<Lin> {
        let at = self.fresh();
        let mut elsewhere = path.clone();
        elsewhere.assert_le(&Lin::number(1), &at);
        elsewhere.assert_le(&at, size);
        let mut elsewhere = vec![elsewhere];
        for p in apart {
            let (at, p) = (Val::Num(at.clone()), Val::Num(p.clone()));
            elsewhere = elsewhere.into_iter().flat_map(|e| self.assume_different(e, &at, &p)).collect();
        }
        for e in elsewhere {
            if e.is_impossible() {
                continue;
            }
            let changes = self.changes(e, piece, list, &at);
            let same = |(p, new, old): (Path<'a>, Lin, Lin)| {
                new == old || p.entails_le(&new, &old) && p.entails_le(&old, &new) || p.is_impossible()
            };
            if !changes.into_iter().all(same) {
                return None;
            }
        }
        let mut total = self.ghost(path, g, list);
        for p in apart {
            let inside = path.entails_le(&Lin::number(1), p) && path.entails_le(p, size);
            let mut there = path.clone();
            there.assert_le(&Lin::number(1), p);
            there.assert_le(p, size);
            let known = self.names.len() as u32;
            let mut changes = self.changes(there, piece, list, p);
            changes.retain(|(p, _, _)| !p.is_impossible());
            let (after, new, old) = changes.pop().filter(|_| changes.is_empty())?;
            let change = new.plus(-1, &old)?;
            if inside {
                *path = after;
            } else if change.terms.iter().any(|t| t.0 >= known) {
                return None;
            }
            let factor = match g {
                Ghost::Sum => Lin::number(1),
                Ghost::Moment => p.clone(),
                _ => self.growing(path, 2, p),
            };
            let mut change = self.product(path, &factor, &change);
            if !inside {
                // Nothing changes if the place is not there.
                let some = self.fresh();
                let (nothing, negative) = (Lin::default(), path.entails(change.times(-1)));
                if path.entails(Some(change.clone())) {
                    path.assert_le(&nothing, &some);
                    path.assert_le(&some, &change);
                } else if negative {
                    path.assert_le(&change, &some);
                    path.assert_le(&some, &nothing);
                }
                change = some;
            }
            total = total.plus(1, &change)?;
        }
        Some(total)
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

    /// The unknown lists of numbers that a path has to do with.
    fn lists_of(&mut self, path: &Path<'a>) -> Vec<Rc<Coll<'a>>> {
        let unknown = |s: &&Rc<Coll<'a>>| {
            s.kind == Kind::List && matches!(&s.node, Node::Unknown { element: Type::Int | Type::Bool, .. })
        };
        let mut lists: Vec<Rc<Coll<'a>>> = vec![];
        for (_, s, _) in path.ghosts.iter().filter(|(_, s, _)| unknown(&s)) {
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
                        (Lin::number(1), self.ghost(path, Ghost::Size, t))
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
        g: Ghost,
        pieces: &[Piece<'a>],
        list: &Rc<Coll<'a>>,
        total: &Lin,
    ) {
        let size = self.ghost(path, Ghost::Size, list);
        if !self.weighs(path, list, g) {
            return;
        }
        // In order, without overlapping, inside the list.
        let ordered = pieces.windows(2).all(|w| path.entails_lt(&w[0].hi, &w[1].lo));
        let inside = path.entails_le(&Lin::number(1), &pieces[0].lo)
            && pieces.last().is_some_and(|p| path.entails_le(&p.hi, &size));
        if !ordered || !inside {
            return;
        }
        for piece in pieces {
            let mut p = path.clone();
            let at = self.fresh();
            p.assert_le(&piece.lo, &at);
            p.assert_le(&at, &piece.hi);
            p.assert_le(&Lin::number(1), &at);
            p.assert_le(&at, &size);
            let changes = self.changes(p, piece, list, &at);
            if !changes.into_iter().all(|(p, new, old)| p.entails_le(&new, &old) && p.entails(Some(new))) {
                return;
            }
        }
        let before = self.ghost(path, g, list);
        path.assert_le(total, &before);
        let places = known_places(path, list);
        for at in places {
            for piece in pieces {
                if !path.entails_le(&piece.lo, &at) || !path.entails_le(&at, &piece.hi) {
                    continue;
                }
                let mut changes = self.changes(path.clone(), piece, list, &at);
                changes.retain(|(p, _, _)| !p.is_impossible());
                if changes.len() == 1
                    && let Some((p, new, old)) = changes.pop()
                {
                    *path = p;
                    path.assert(
                        before.plus(1, &new).and_then(|l| l.plus(-1, &old)).and_then(|l| l.plus(-1, total)),
                    );
                } else if changes.iter().all(|(p, new, old)| p.entails_lt(new, old)) {
                    path.assert_lt(total, &before);
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
                    bind_slots(&mut f, slots, &Val::Num(at.clone()));
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
                    (self.weight(&mut p, Ghost::Sum, &new), self.weight(&mut p, Ghost::Sum, &old));
                let unknown = self.fresh();
                let (new, old) = (new.unwrap_or(unknown), old.unwrap_or_default());
                out.push((p, new, old));
            }
        }
        out
    }
}

/// Whether a value is certainly a natural number (or a truth value, which counts as 0 or 1).
fn is_natural<'a>(path: &Path<'a>, x: &Val<'a>) -> bool {
    match x {
        Val::Num(n) => path.entails(Some(n.clone())),
        Val::Bool(_) | Val::Case(_) => true,
        _ => false,
    }
}

/// Between which numbers the declared type keeps the entries of a list, the elements of a set, the values of a map.
fn entry_bounds(s: &Coll<'_>) -> (Option<i128>, Option<i128>) {
    let Node::Unknown { element, value, shape, .. } = &s.node else { return (None, None) };
    match (value.unwrap_or(element), shape) {
        (Type::Bool, _) => (Some(0), Some(1)),
        (Type::Enum(names), _) => (Some(0), Some(names.len() as i128 - 1)),
        (Type::Int, Shape::Elements(inner) | Shape::Map(_, inner)) => match &**inner {
            Shape::Range(lo, hi) => {
                let small = |n: &Option<BigInt>| n.as_ref().and_then(|n| i128::try_from(n).ok());
                (small(lo).filter(|n| n.abs() < 1 << 40), small(hi).filter(|n| n.abs() < 1 << 40))
            }
            _ => (None, None),
        },
        _ => (None, None),
    }
}

fn minus<'a>(t: &Rc<Coll<'a>>, u: &Rc<Coll<'a>>) -> Rc<Coll<'a>> {
    Rc::new(Coll { kind: Kind::Set, node: Node::Minus(t.clone(), u.clone()) })
}

/// Calls `visit` with both sides of every `==` and `!=` in the conditions of an expression.
fn comparisons<'a>(e: &'a Expr, visit: &mut dyn FnMut(&'a Expr, &'a Expr)) {
    match &e.kind {
        ExprKind::Compare(CompareOp::Equal | CompareOp::NotEqual, a, b) => visit(a, b),
        ExprKind::If(c, a, b) => [c, a, b].into_iter().for_each(|e| comparisons(e, visit)),
        ExprKind::Binary(_, a, b) => [a, b].into_iter().for_each(|e| comparisons(e, visit)),
        ExprKind::Not(a) => comparisons(a, visit),
        _ => {}
    }
}

/// Numbers of lists and maps that depend on the order.
fn by_place(g: Ghost) -> bool {
    matches!(g, Ghost::Moment | Ghost::BinaryByPlace)
}

fn is_places_of<'a>(t: &Coll<'a>, list: &Rc<Coll<'a>>) -> bool {
    matches!(&t.node, Node::Indices(l) if same(l, list))
}

/// Places of a list that a path has to do with.
fn known_places<'a>(path: &Path<'a>, list: &Rc<Coll<'a>>) -> Vec<Lin> {
    let read = path.entries.iter().filter(|(t, _, _)| same(t, list)).map(|(_, i, _)| i);
    let bound = path.members.iter().filter(|(_, t)| is_places_of(t, list)).map(|(i, _)| i);
    let mut places: Vec<Lin> = vec![];
    for i in read.chain(bound) {
        if let Val::Num(n) = i
            && !places.contains(n)
        {
            places.push(n.clone());
        }
    }
    places.truncate(6);
    places
}

fn is_bound_set<'a>(path: &Path<'a>, s: &Rc<Coll<'a>>) -> bool {
    path.members.iter().any(|(x, _)| matches!(x, Val::Coll(t) if same(s, t)))
        || path.subsets.iter().any(|(t, _)| same(s, t))
        || path.extremes.iter().any(|(_, t, _)| same(s, t))
}

fn members_of<'a>(path: &Path<'a>, s: &Rc<Coll<'a>>) -> Vec<Val<'a>> {
    path.members.iter().filter(|(_, t)| same(s, t)).map(|(x, _)| x.clone()).take(5).collect()
}

/// The type of the entries of an unknown list, or the values of an unknown map.
fn element_type<'a>(s: &Coll<'a>) -> Option<&'a Type> {
    match &s.node {
        Node::Unknown { element, value, .. } => Some(value.unwrap_or(element)),
        Node::Put(t, ..) | Node::Rearranged(t) | Node::Concat(t, _) => element_type(t),
        Node::For { item: Some(item), .. } => Some(&item.ty),
        _ => None,
    }
}
