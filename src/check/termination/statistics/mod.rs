//! Numbers that collections have: how many elements, their sum, the number whose binary digits they are. Where a
//! collection is built from another, its numbers follow from that one's: exactly, or between bounds.

mod chosen;
mod pieces;
mod places;
mod sets;
mod slices;

use super::Statistic;
use super::linear::Lin;
use super::membership::are_equal;
use super::run::Run;
use super::symbol::{Coll, Kind, Node, Path, Val, same};
use crate::check::builtins::Builtin;
use crate::check::types::{Shape, Type};
use num_bigint::BigInt;
use pieces::are_of_entries;
pub(super) use pieces::read_at;
pub(super) use places::element_type;
use places::known_places;
use sets::Built;
use std::rc::Rc;

impl<'a> Run<'a> {
    /// A number of a collection, with what is known about it.
    pub(super) fn statistic(&mut self, path: &mut Path<'a>, g: Statistic, s: &Rc<Coll<'a>>) -> Lin {
        if let Some((_, _, l)) = path.statistics.iter().find(|(h, t, _)| *h == g && same(s, t)) {
            return l.clone();
        }
        let l = self.quietly(|run| run.statistic_of(path, g, s));
        path.statistics.push((g, s.clone(), l.clone()));
        l
    }

    fn statistic_of(&mut self, path: &mut Path<'a>, g: Statistic, s: &Rc<Coll<'a>>) -> Lin {
        if let Some(total) = self.sliced(path, g, s) {
            self.compare_pieces(path, g, s, &total);
            return total;
        }
        match &s.node {
            Node::Unknown { .. } => self.unknown_statistic(path, g, s),
            Node::Put(t, i, x) => self.put_statistic(path, g, s, t, i, x),
            Node::For { .. } => self.comprehension_statistic(path, g, s),
            Node::Moved(t, _) | Node::Indices(t) if g == Statistic::Size => self.statistic(path, g, t),
            Node::Range(lo, hi) if g == Statistic::Size => self.range_size(path, s, lo, hi),
            Node::Product(sides) if g == Statistic::Size => self.size_of_product(path, sides),
            Node::Common(t, u) | Node::Union(t, u) if s.kind == Kind::Set && same(t, u) => {
                self.statistic(path, g, t)
            }
            _ if by_place(g) => self.bounded(path, g, s),
            Node::Literal(items)
                if s.kind == Kind::List && g == Statistic::Sum && are_of_entries(path, items) =>
            {
                let total = Built { run: self, path, g, s }.statistic();
                self.compare_pieces(path, g, s, &total);
                self.hold_their_entries(path);
                total
            }
            _ => Built { run: self, path, g, s }.statistic(),
        }
    }

    fn comprehension_statistic(&mut self, path: &mut Path<'a>, g: Statistic, s: &Rc<Coll<'a>>) -> Lin {
        let exact = (g == Statistic::Sum || by_place(g)) && s.kind == Kind::List;
        if exact && let Some(total) = self.differences(path, g, s) {
            return total;
        }
        if by_place(g) { self.bounded(path, g, s) } else { self.chosen_statistic(path, g, s) }
    }

    fn size_of_product(&mut self, path: &mut Path<'a>, sides: &[Rc<Coll<'a>>]) -> Lin {
        let mut size = Lin::number(1);
        for side in sides {
            let more = self.statistic(path, Statistic::Size, side);
            size = self.product(path, &size, &more);
        }
        size
    }

    fn range_size(&mut self, path: &mut Path<'a>, s: &Rc<Coll<'a>>, lo: &Lin, hi: &Lin) -> Lin {
        let length = hi.plus(-1, lo).and_then(|l| l.shifted(1));
        if let Some(length) = &length
            && path.entails(Some(length.clone()))
        {
            return length.clone();
        }
        let r = self.bounded(path, Statistic::Size, s);
        path.assert(length.and_then(|l| r.plus(-1, &l)));
        r
    }

    /// A new unknown, not negative where the weights are not, and no more than the wholes it is part of.
    fn bounded(&mut self, path: &mut Path<'a>, g: Statistic, s: &Rc<Coll<'a>>) -> Lin {
        let r = self.fresh();
        if is_corner(g) {
            return r;
        }
        if self.weighs(path, s, g) {
            path.assert(Some(r.clone()));
        }
        if by_place(g) || s.kind != Kind::Set {
            return r;
        }
        self.climbing.push(s.clone());
        for t in self.wholes(path, s) {
            self.weighs_no_more(path, g, s, &t, &r);
            // What is not in the part may be known about a whole of the whole only.
            for u in self.wholes(path, &t) {
                self.weighs_no_more(path, g, s, &u, &r);
            }
        }
        self.climbing.pop();
        r
    }

    /// A part of a set weighs no more than the set, nor than the set without what is not in the part.
    fn weighs_no_more(
        &mut self,
        path: &mut Path<'a>,
        g: Statistic,
        s: &Rc<Coll<'a>>,
        t: &Rc<Coll<'a>>,
        r: &Lin,
    ) {
        if t.kind != Kind::Set || !self.weighs(path, t, g) || self.climbing.iter().any(|u| same(u, t)) {
            return;
        }
        let total = self.statistic(path, g, t);
        path.assert_le(r, &total);
        let members: Vec<Val<'a>> =
            path.members.iter().filter(|(_, u)| same(t, u)).map(|(x, _)| x.clone()).take(5).collect();
        for x in members {
            if self.contains(path, &x, s) == Some(false)
                && let Some(w) = self.weight(path, g, &x)
            {
                path.assert(total.plus(-1, &w).and_then(|l| l.plus(-1, r)));
            }
        }
    }

    fn unknown_statistic(&mut self, path: &mut Path<'a>, g: Statistic, s: &Rc<Coll<'a>>) -> Lin {
        if let Statistic::Count(case) = g
            && let Some(counted) = self.count_cases(path, s)
        {
            return counted.into_iter().nth(case).unwrap_or_else(|| self.fresh());
        }
        let r = self.bounded(path, g, s);
        if g == Statistic::Size
            && s.kind == Kind::Set
            && let (Some(lo), Some(hi)) = entry_bounds(s)
            && let Some(most) = hi.checked_sub(lo).and_then(|n| n.checked_add(1))
        {
            // Each of the numbers is there once.
            path.assert_le(&r, &Lin::number(most));
        }
        if g == Statistic::Sum {
            let (lo, hi) = entry_bounds(s);
            let size = self.statistic(path, Statistic::Size, s);
            if let Some(lo) = lo {
                path.assert(size.times(-lo).and_then(|l| r.plus(1, &l)));
            }
            if let Some(hi) = hi {
                path.assert(size.times(hi).and_then(|l| l.plus(-1, &r)));
            }
        }
        if matches!(g, Statistic::Rows | Statistic::Cols) {
            // Negative entries count nothing, so the sum is at least that of the entries, and at most 0 where all are.
            let (lo, hi) = side_bounds(s, g);
            let size = self.statistic(path, Statistic::Size, s);
            if let Some(lo) = lo {
                path.assert(size.times(-lo.max(0)).and_then(|l| r.plus(1, &l)));
            }
            if let Some(hi) = hi {
                path.assert(size.times(hi.max(0)).and_then(|l| l.plus(-1, &r)));
            }
        }
        if matches!(g, Statistic::Binary | Statistic::PowersOfThree) && self.weighs(path, s, g) {
            let size = self.statistic(path, Statistic::Size, s);
            path.assert_le(&size, &r);
        }
        if g == Statistic::Sums {
            let (lo, hi) = inner_bounds(s);
            let sizes = self.statistic(path, Statistic::Sizes, s);
            if let Some(lo) = lo {
                path.assert(sizes.times(-lo).and_then(|l| r.plus(1, &l)));
            }
            if let Some(hi) = hi {
                path.assert(sizes.times(hi).and_then(|l| l.plus(-1, &r)));
            }
        }
        self.holds_members(path, g, s, &r);
        r
    }

    /// How often each case of an enumeration is there: each element is one of them.
    fn count_cases(&mut self, path: &mut Path<'a>, s: &Rc<Coll<'a>>) -> Option<Vec<Lin>> {
        let Some(Type::Enum(names)) = element_type(s) else { return None };
        let size = self.statistic(path, Statistic::Size, s);
        let each: Vec<Lin> = names.iter().map(|_| self.fresh()).collect();
        each.iter().for_each(|n| path.assert(Some(n.clone())));
        let all = each.iter().try_fold(Lin::default(), |sum, n| sum.plus(1, n));
        all.iter().for_each(|all| path.assert_eq(all, &size));
        for (case, n) in each.iter().enumerate() {
            self.holds_members(path, Statistic::Count(case), s, n);
            path.statistics.push((Statistic::Count(case), s.clone(), n.clone()));
        }
        Some(each)
    }

    /// A collection weighs no less than an element that is known to be in it, nor than two that differ.
    fn holds_members(&mut self, path: &mut Path<'a>, g: Statistic, s: &Rc<Coll<'a>>, r: &Lin) {
        let keys = s.kind == Kind::Map && g != Statistic::Size;
        if keys || by_place(g) || is_corner(g) || !self.weighs(path, s, g) {
            return;
        }
        let members = members_of(path, s);
        for (i, x) in members.iter().enumerate() {
            let Some(w) = self.weight(path, g, x) else { continue };
            path.assert_le(&w, r);
            for y in &members[i + 1..] {
                if are_equal(path, x, y) == Some(false)
                    && let Some(both) = self.weight(path, g, y).and_then(|v| w.plus(1, &v))
                {
                    path.assert_le(&both, r);
                }
            }
        }
    }

    /// Whether no element can have a negative weight.
    pub(super) fn weighs(&mut self, path: &Path<'a>, s: &Rc<Coll<'a>>, g: Statistic) -> bool {
        if matches!(g, Statistic::Size) {
            return true;
        }
        match &s.node {
            Node::Unknown { element, value, shape, .. } => {
                let natural = |s: &Shape| matches!(s, Shape::Range(Some(lo), _) if *lo >= BigInt::ZERO);
                // By place, keys count as well.
                if by_place(g) && value.is_some() && !matches!(shape, Shape::Map(k, _) if natural(k)) {
                    return false;
                }
                let (ty, natural) = match (value, shape) {
                    (Some(value), Shape::Map(_, v)) => (*value, natural(v)),
                    (Some(value), _) => (*value, false),
                    (None, Shape::Elements(inner)) => (*element, natural(inner)),
                    (None, _) => (*element, false),
                };
                match (g, ty) {
                    (Statistic::Rows | Statistic::Cols, Type::Cell) => true,
                    (Statistic::Rows | Statistic::Cols, Type::Tuple(ts)) => {
                        let side = ts.get(usize::from(g == Statistic::Cols));
                        matches!(side, Some(Type::Int | Type::Bool))
                    }
                    (Statistic::Rows | Statistic::Cols, _) => false,
                    (Statistic::Sizes, ty) => inner_type(ty).is_some(),
                    (Statistic::Count(_), ty) => matches!(ty, Type::Enum(_)),
                    (Statistic::Sums, _) => inner_bounds(s).0.is_some_and(|lo| lo >= 0),
                    (_, Type::Int) => natural,
                    (Statistic::Sum, Type::Bool | Type::Enum(_)) => true,
                    (_, Type::Bool | Type::Enum(_)) => by_place(g),
                    _ => false,
                }
            }
            Node::Without(t, _) | Node::Common(t, _) | Node::Minus(t, _) | Node::Rearranged(t, _) => {
                self.weighs(path, t, g)
            }
            Node::Union(t, u) | Node::Flip(t, u) | Node::Concat(t, u) => {
                self.weighs(path, t, g) && self.weighs(path, u, g)
            }
            Node::With(t, x) => self.weighs(path, t, g) && self.is_light(path, g, x),
            Node::Put(t, i, x) => {
                let inner = self.weighs(path, t, g);
                inner && self.is_light(path, g, x) && (!by_place(g) || is_natural(path, i))
            }
            Node::Literal(items) => items.clone().iter().all(|x| self.is_light(path, g, x)),
            Node::Range(..) if matches!(g, Statistic::Count(_)) => false,
            Node::Range(lo, _) => self.is_light(path, g, &Val::Num(lo.clone())),
            // Keys are weighed like what is in a set.
            Node::Indices(t) if t.kind == Kind::Map => self.all_light(path, g, s),
            Node::Indices(_) => {
                use Statistic::{Cols, Count, Rows, Sizes, Sums};
                !matches!(g, Rows | Cols | Sizes | Sums | Count(_))
            }
            Node::For { .. } | Node::Product(_) => self.all_light(path, g, s),
            _ => false,
        }
    }

    /// Whether no element of a collection weighs less than nothing.
    fn all_light(&mut self, path: &Path<'a>, g: Statistic, s: &Rc<Coll<'a>>) -> bool {
        self.elements(path.clone(), s).iter().all(|(p, v)| self.is_light(p, g, v))
    }

    /// Whether a value has a weight that is not negative.
    fn is_light(&mut self, path: &Path<'a>, g: Statistic, x: &Val<'a>) -> bool {
        match (g, x) {
            (Statistic::Rows | Statistic::Cols, Val::Tuple(cell)) => {
                matches!(cell.get(usize::from(g == Statistic::Cols)), Some(Val::Num(_) | Val::Bool(_)))
            }
            (Statistic::Sizes, Val::Coll(_)) => true,
            (Statistic::Count(_), x) => matches!(x, Val::Case(_)),
            (Statistic::Sums, Val::Coll(t)) => self.weighs(path, t, Statistic::Sum),
            (Statistic::Rows | Statistic::Cols | Statistic::Sizes | Statistic::Sums, _) => false,
            (_, Val::Num(_)) => is_natural(path, x),
            (Statistic::Sum, x) => is_natural(path, x),
            (g, x) => by_place(g) && is_natural(path, x),
        }
    }

    /// What an element adds.
    pub(super) fn weight(&mut self, path: &mut Path<'a>, g: Statistic, x: &Val<'a>) -> Option<Lin> {
        match (g, x) {
            (Statistic::Size, _) => Some(Lin::number(1)),
            (Statistic::Sum, Val::Num(n)) => Some(n.clone()),
            (Statistic::Sum, Val::Bool(b)) => Some(b.clone()),
            (Statistic::Sum, Val::Case(cases)) => {
                let terms = cases.iter().enumerate();
                terms.skip(1).try_fold(Lin::default(), |sum, (i, c)| sum.plus(i as i128, c))
            }
            (Statistic::Count(case), Val::Case(cases)) => cases.get(case).cloned(),
            (Statistic::Squares, Val::Num(n)) => Some(self.product(path, n, n)),
            (Statistic::PowersOfThree, Val::Num(n)) if path.entails(Some(n.clone())) => {
                Some(self.growing(path, 3, n))
            }
            (Statistic::Rows, Val::Tuple(cell)) => self.positive_part(path, cell.first()?),
            (Statistic::Cols, Val::Tuple(cell)) => self.positive_part(path, cell.get(1)?),
            (Statistic::Sizes, Val::Coll(t)) => Some(self.statistic(path, Statistic::Size, t)),
            (Statistic::Sums, Val::Coll(t)) => Some(self.statistic(path, Statistic::Sum, t)),
            (Statistic::Binary, Val::Num(n)) if path.entails(Some(n.clone())) => {
                Some(self.growing(path, 2, n))
            }
            _ => None,
        }
    }
}

impl<'a> Run<'a> {
    /// A number, or 0 where it is negative; a truth value as it counts.
    fn positive_part(&mut self, path: &mut Path<'a>, v: &Val<'a>) -> Option<Lin> {
        let n = match v {
            Val::Num(n) => n,
            Val::Bool(b) => return Some(b.clone()),
            _ => return None,
        };
        if path.entails(Some(n.clone())) {
            return Some(n.clone());
        }
        if path.entails(n.times(-1)) {
            return Some(Lin::default());
        }
        // The same number has the same positive part.
        let args = vec![Val::Num(n.clone()), Val::Num(Lin::default())];
        if let Some((_, _, Val::Num(known))) =
            path.natives.iter().find(|(f, a, _)| *f == Builtin::Max && *a == args)
        {
            return Some(known.clone());
        }
        let part = self.fresh();
        path.assert(Some(part.clone()));
        path.assert_le(n, &part);
        path.natives.push((Builtin::Max, args, Val::Num(part.clone())));
        Some(part)
    }
}

/// Numbers that are not summed up over the elements.
fn is_corner(g: Statistic) -> bool {
    matches!(g, Statistic::LeastRow | Statistic::LeastCol | Statistic::LargestRow | Statistic::LargestCol)
}

/// What a collection that is an element holds, if it can be summed up.
fn inner_type(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Set(t) | Type::Bag(t) | Type::List(t) => Some(t),
        _ => None,
    }
}

/// Between which numbers the declared type keeps what the collections in a collection hold.
fn inner_bounds(s: &Coll<'_>) -> (Option<i128>, Option<i128>) {
    let Node::Unknown { element, value, shape, .. } = &s.node else { return (None, None) };
    let inner = match (value, shape) {
        (Some(_), Shape::Map(_, inner)) | (None, Shape::Elements(inner)) => &**inner,
        _ => &Shape::Any,
    };
    match (inner_type(value.unwrap_or(element)), inner) {
        (Some(ty), Shape::Elements(bounds)) => bounds_of(ty, bounds),
        (Some(ty), _) => bounds_of(ty, &Shape::Any),
        _ => (None, None),
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
    match shape {
        Shape::Elements(inner) | Shape::Map(_, inner) => bounds_of(value.unwrap_or(element), inner),
        _ => bounds_of(value.unwrap_or(element), &Shape::Any),
    }
}

/// Between which numbers the declared type keeps the first, or the second, entries of the tuples in a collection.
fn side_bounds(s: &Coll<'_>, g: Statistic) -> (Option<i128>, Option<i128>) {
    let Node::Unknown { element: Type::Tuple(types), value: None, shape: Shape::Elements(inner), .. } =
        &s.node
    else {
        return (None, None);
    };
    let i = usize::from(g == Statistic::Cols);
    match (types.get(i), &**inner) {
        (Some(Type::Bool), _) => bounds_of(&Type::Bool, &Shape::Any),
        (Some(ty @ Type::Int), Shape::Tuple(shapes)) => bounds_of(ty, shapes.get(i).unwrap_or(&Shape::Any)),
        _ => (None, None),
    }
}

/// Between which numbers a declared type keeps a number, the index of a case, or a truth value.
fn bounds_of(ty: &Type, shape: &Shape) -> (Option<i128>, Option<i128>) {
    match (ty, shape) {
        (Type::Bool, _) => (Some(0), Some(1)),
        (Type::Enum(names), _) => (Some(0), Some(names.len() as i128 - 1)),
        (Type::Int, Shape::Range(lo, hi)) => {
            let small = |n: &Option<BigInt>| n.as_ref().and_then(|n| i128::try_from(n).ok());
            (small(lo).filter(|n| n.abs() < 1 << 40), small(hi).filter(|n| n.abs() < 1 << 40))
        }
        _ => (None, None),
    }
}

/// Numbers of lists and maps that depend on the order.
fn by_place(g: Statistic) -> bool {
    matches!(g, Statistic::Moment | Statistic::BinaryByPlace | Statistic::MomentFromEnd)
}

pub(super) fn members_of<'a>(path: &Path<'a>, s: &Rc<Coll<'a>>) -> Vec<Val<'a>> {
    path.members.iter().filter(|(_, t)| same(s, t)).map(|(x, _)| x.clone()).take(5).collect()
}
