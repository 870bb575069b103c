//! Between which numbers the numbers of a collection lie, by the types declared.

use super::poly::{Name, Poly};
use super::read::{Reader, Ways, one};
use super::totals::{Of, named};
use super::value::{Coll, Kind, Node, Val, Way};
use crate::check::types::{Shape, Type};
use num_bigint::BigInt;
use std::rc::Rc;

impl<'a> Reader<'a> {
    /// A number of which only its bounds are known.
    pub(super) fn named(&self, mut way: Way<'a>, of: Of, c: &Rc<Coll<'a>>) -> Ways<'a, Poly> {
        let n = named(of, c);
        self.bounded(&mut way, of, c, &n);
        match of {
            _ if of.never_negative() => way.assert(&n),
            Of::Sums if sums_are_natural(c) => way.assert(&n),
            Of::Sum => {
                let size = named(Of::Size, c);
                let (lo, hi) = bounds(c);
                if lo.is_some() || hi.is_some() {
                    way.assert(&size);
                }
                lo.iter().for_each(|lo| way.at_most(&size.scaled(lo), &n));
                hi.iter().for_each(|hi| way.at_most(&n, &size.scaled(hi)));
            }
            _ if bounds(c).0.is_some_and(|lo| lo >= BigInt::ZERO) && c.kind == Kind::List => way.assert(&n),
            _ => {}
        }
        one(way, n)
    }

    /// What the declared type of the elements says of their number.
    fn bounded(&self, way: &mut Way<'a>, of: Of, c: &Rc<Coll<'a>>, n: &Poly) {
        let Node::Unknown { value: (ty, shape), .. } = &c.node else { return };
        let size = named(Of::Size, c);
        match (of, ty, shape) {
            // Every element is one of the cases.
            (Of::Count(_), Type::Enum(names), _) if names.len() <= 8 => {
                let each = (0..names.len() as u32).map(|case| named(Of::Count(case), c));
                let all = each.fold(Poly::default(), |sum, n| {
                    way.assert(&n);
                    sum.plus(&n)
                });
                way.equal(&all, &size);
            }
            // 2^x and 3^x are at least 1 where x is not negative.
            (Of::Binary | Of::PowersOfThree, Type::Int, Shape::Range(Some(lo), _)) if *lo >= BigInt::ZERO => {
                way.assert(&size);
                way.at_most(&size, n);
            }
            // Negative entries count nothing.
            (Of::Rows | Of::Cols, Type::Tuple(_), Shape::Tuple(shapes)) => {
                if let Some(Shape::Range(Some(lo), _)) = shapes.get(usize::from(of == Of::Cols))
                    && *lo > BigInt::ZERO
                {
                    way.assert(&size);
                    way.at_most(&size.scaled(lo), n);
                }
            }
            _ => {}
        }
    }

    /// The least or largest row or column of a set of cells; of an empty one any number that is always the same.
    pub(super) fn corner(&self, mut way: Way<'a>, of: Of, c: &Rc<Coll<'a>>) -> (Way<'a>, Poly) {
        let n = named(of, c);
        let is_in = |((_, name), (v, inside)): (&(String, Name), &(Val<'a>, bool))| match v {
            Val::Tuple(cell) if *inside && *name == c.name && cell.len() == 2 => {
                match &cell[usize::from(matches!(of, Of::LeastCol | Of::LargestCol))] {
                    Val::Num(at) => Some(at.clone()),
                    _ => None,
                }
            }
            _ => None,
        };
        let places: Vec<Poly> = way.members.iter().filter_map(is_in).collect();
        for at in places {
            if matches!(of, Of::LeastRow | Of::LeastCol) {
                way.at_most(&n, &at)
            } else {
                way.at_most(&at, &n)
            }
        }
        (way, n)
    }

    /// Whether no element can count less than nothing.
    pub(super) fn none_negative(&self, of: Of, c: &Rc<Coll<'a>>) -> bool {
        of.never_negative()
            || of == Of::Sums && sums_are_natural(c)
            || of != Of::Sums
                && match &c.node {
                    Node::Unknown { .. } | Node::Range(..) => {
                        bounds(c).0.is_some_and(|lo| lo >= BigInt::ZERO)
                    }
                    Node::Without(c, _) | Node::Minus(c, _) | Node::Part(c) | Node::Ordered(c) => {
                        self.none_negative(of, c)
                    }
                    Node::Common(a, _) => self.none_negative(of, a),
                    Node::Union(a, b) | Node::Concat(a, b) => {
                        self.none_negative(of, a) && self.none_negative(of, b)
                    }
                    _ => false,
                }
    }
}

/// Whether the declared type keeps what the collections in a collection hold above zero.
fn sums_are_natural(c: &Coll<'_>) -> bool {
    let Node::Unknown { value: (ty, Shape::Elements(inner)), .. } = &c.node else { return false };
    let of_numbers = matches!(ty, Type::Set(t) | Type::Bag(t) | Type::List(t) if matches!(**t, Type::Int));
    of_numbers && matches!(&**inner, Shape::Range(Some(lo), _) if *lo >= BigInt::ZERO)
}

/// Bounds of the elements of a collection, or of the values of a map.
fn bounds(c: &Coll<'_>) -> (Option<BigInt>, Option<BigInt>) {
    match &c.node {
        Node::Unknown { value: (Type::Int, Shape::Range(lo, hi)), .. } => (lo.clone(), hi.clone()),
        Node::Unknown { value: (Type::Bool, _), .. } => (Some(0.into()), Some(1.into())),
        Node::Unknown { value: (Type::Enum(names), _), .. } => {
            (Some(0.into()), Some((names.len() - 1).into()))
        }
        Node::Range(lo, _) => (lo.as_number(), None),
        _ => (None, None),
    }
}
