//! The numbers of collections, and how what builds a collection changes them.

use super::choose::filter;
use super::numbers::power_of;
use super::poly::Poly;
use super::read::{Reader, Ways, one};
use super::replaced::All;
use super::value::{Coll, Frame, Kind, Node, Val, Way};
use crate::check::ir::{Binder, BinderKind, Expr};
use crate::check::types::Type;
use crate::source::Span;
use std::rc::Rc;

/// A number of a collection. All but the last four are sums over its elements: of 1, x, 2^x (0 for negative x), place
/// times x, 2^place times x, x^2, 3^x (0 for negative x), and the sizes and sums of the collections that they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Of {
    Size,
    Sum,
    /// How many are this case of an enumeration.
    Count(u32),
    /// Of cells: their rows, negative ones not counted; of tuples: their first entries.
    Rows,
    /// The same of columns and second entries.
    Cols,
    MomentFromEnd,
    Binary,
    Moment,
    BinaryByPlace,
    Squares,
    PowersOfThree,
    Sizes,
    Sums,
    LeastRow,
    LeastCol,
    LargestRow,
    LargestCol,
}

impl Of {
    fn name(self) -> &'static str {
        // Different cases are counted under different names.
        const COUNTS: [&str; 8] =
            ["count_0", "count_1", "count_2", "count_3", "count_4", "count_5", "count_6", "count_7"];
        match self {
            Of::Size => "size",
            Of::Sum => "sum",
            Of::Count(case) => COUNTS.get(case as usize).copied().unwrap_or("count"),
            Of::Rows => "rows",
            Of::Cols => "cols",
            Of::MomentFromEnd => "moment_from_end",
            Of::Binary => "binary",
            Of::Moment => "moment",
            Of::BinaryByPlace => "binary_by_place",
            Of::Squares => "squares",
            Of::PowersOfThree => "powers_of_three",
            Of::Sizes => "sizes",
            Of::Sums => "sums",
            Of::LeastRow => "least_row",
            Of::LeastCol => "least_col",
            Of::LargestRow => "largest_row",
            Of::LargestCol => "largest_col",
        }
    }

    /// Whether the place of an element matters.
    pub(super) fn by_place(self) -> bool {
        matches!(self, Of::Moment | Of::MomentFromEnd | Of::BinaryByPlace)
    }

    /// Whether no element counts less than nothing, whatever it is.
    pub(super) fn never_negative(self) -> bool {
        use Of::*;
        matches!(self, Size | Count(_) | Rows | Cols | Binary | Squares | PowersOfThree | Sizes)
    }
}

impl<'a> Reader<'a> {
    /// `size(c)` or `sum(c)` where it is written.
    pub(super) fn number_of(&self, way: Way<'a>, of: Of, c: &Rc<Coll<'a>>, e: &'a Expr) -> Ways<'a, Val<'a>> {
        match self.total(way.clone(), of, c) {
            Ok(ways) => Ok(ways.into_iter().map(|(w, n)| (w, Val::Num(n))).collect()),
            Err(_) => self.skip(way, e),
        }
    }

    /// A number of a collection.
    pub(super) fn total(&self, way: Way<'a>, of: Of, c: &Rc<Coll<'a>>) -> Ways<'a, Poly> {
        if is_corner(of) {
            return one(way.clone(), way).map(|mut w| vec![self.corner(w.remove(0).1, of, c)]);
        }
        match &c.node {
            Node::Unknown { .. } => self.named(way, of, c),
            Node::Items(items) if c.kind == Kind::Set => {
                self.each(self.distinct(way, items)?, |way, items| self.sum_of(way, of, &items))
            }
            Node::Items(items) => self.sum_of(way, of, items),
            Node::Range(lo, hi) if of == Of::Size => {
                let below = super::numbers::at_most(way, &hi.up(1), lo).into_iter();
                let size = |empty| if empty { Poly::default() } else { hi.minus(lo).up(1) };
                Ok(below.map(|(w, empty)| (w, size(empty))).collect())
            }
            Node::With(rest, v) if !of.by_place() => self.each(self.total(way, of, rest)?, |way, t| {
                let inside = match c.kind {
                    Kind::Set => self.member(way, v, rest)?,
                    _ => vec![(way, false)],
                };
                self.moved_by(inside, of, v, |inside, w| if inside { t.clone() } else { t.plus(&w) })
            }),
            Node::Without(rest, v) if !of.by_place() => self.each(self.total(way, of, rest)?, |way, t| {
                let inside = self.member(way, v, rest)?;
                self.moved_by(inside, of, v, |inside, w| if inside { t.minus(&w) } else { t.clone() })
            }),
            Node::Union(a, b) if c.kind == Kind::Bag => self.both(way, of, a, b),
            Node::Union(a, b) => match (listed(a), listed(b)) {
                (_, Some(items)) => self.total(way, of, &built(a, &items, Node::With)),
                (Some(items), _) => self.total(way, of, &built(b, &items, Node::With)),
                _ => self.named(way, of, c),
            },
            Node::Minus(a, b) => match (&b.node, listed(b)) {
                (_, Some(items)) => self.total(way, of, &built(a, &items, Node::Without)),
                (Node::With(rest, x), _) if c.kind == Kind::Set => {
                    let less = Coll::new(c.kind, Node::Minus(a.clone(), rest.clone()));
                    self.total(way, of, &Coll::new(c.kind, Node::Without(less, x.clone())))
                }
                (Node::Union(x, y) | Node::Concat(x, y), _) if c.kind == Kind::Set => {
                    // What is written out goes last: the rest is what it was before.
                    let (x, y) = if listed(x).is_some() { (y, x) } else { (x, y) };
                    let less = Coll::new(c.kind, Node::Minus(a.clone(), x.clone()));
                    self.total(way, of, &Coll::new(c.kind, Node::Minus(less, y.clone())))
                }
                _ => self.part(way, of, c, a),
            },
            Node::Common(a, _) | Node::Part(a) => self.part(way, of, c, a),
            Node::Flip(a, b) => match listed(b) {
                Some(items) => {
                    self.each(self.distinct(way, &items)?, |way, items| self.flipped(way, of, a, &items))
                }
                None => self.named(way, of, c),
            },
            Node::Concat(a, b) if !of.by_place() => self.both(way, of, a, b),
            Node::Put(rest, i, v) => self.put(way, of, rest, i, v),
            Node::Ordered(rest) if !of.by_place() => self.total(way, of, rest),
            Node::Moved(rest) if of == Of::Size => self.total(way, of, rest),
            Node::Indices(rest) if of == Of::Size => self.total(way, of, rest),
            Node::For { item, binders, frame } => self.of_all(way, of, c, item, binders, frame),
            _ => self.named(way, of, c),
        }
    }

    fn both(&self, way: Way<'a>, of: Of, a: &Rc<Coll<'a>>, b: &Rc<Coll<'a>>) -> Ways<'a, Poly> {
        self.each(self.total(way, of, a)?, |way, t| {
            Ok(self.total(way, of, b)?.into_iter().map(|(w, u)| (w, t.plus(&u))).collect())
        })
    }

    fn moved_by(
        &self,
        inside: Vec<(Way<'a>, bool)>,
        of: Of,
        v: &Val<'a>,
        result: impl Fn(bool, Poly) -> Poly,
    ) -> Ways<'a, Poly> {
        self.each(inside, |way, inside| {
            Ok(self.weight(way, of, v)?.into_iter().map(|(way, w)| (way, result(inside, w))).collect())
        })
    }

    /// What an element counts.
    pub(super) fn weight(&self, way: Way<'a>, of: Of, v: &Val<'a>) -> Ways<'a, Poly> {
        if of == Of::Size {
            return one(way, Poly::number(1));
        }
        let base = if of == Of::PowersOfThree { 3 } else { 2 };
        match v {
            Val::Tuple(parts) if matches!(of, Of::Rows | Of::Cols) => {
                match parts.get(usize::from(of == Of::Cols)) {
                    Some(Val::Num(n)) => {
                        let found = super::numbers::at_most(way, &Poly::default(), n).into_iter();
                        Ok(found.map(|(w, up)| (w, if up { n.clone() } else { Poly::default() })).collect())
                    }
                    Some(v @ (Val::Bool(_) | Val::Truth(_))) => self.weight(way, Of::Sum, v),
                    _ => self.refuse("the rows of what are no cells", Span::default()),
                }
            }
            _ if matches!(of, Of::Rows | Of::Cols) => {
                self.refuse("the rows of what are no cells", Span::default())
            }
            Val::Case(i) if matches!(of, Of::Count(_)) => {
                one(way, Poly::number(u8::from(of == Of::Count(*i))))
            }
            Val::SomeCase(..) if matches!(of, Of::Count(_)) => {
                self.each(super::read::decided(way, v.clone()), |way, v| self.weight(way, of, &v))
            }
            _ if matches!(of, Of::Count(_)) => self.refuse("the cases of what has none", Span::default()),
            Val::Coll(inner) if of == Of::Sizes => self.total(way, Of::Size, inner),
            Val::Coll(inner) if of == Of::Sums => self.total(way, Of::Sum, inner),
            _ if matches!(of, Of::Sizes | Of::Sums) => {
                self.refuse("the sizes of what are no collections", Span::default())
            }
            Val::Num(n) if of == Of::Squares => one(way, n.times(n)),
            Val::Num(n) if matches!(of, Of::Binary | Of::PowersOfThree) => {
                let found = super::numbers::at_most(way, &Poly::default(), n).into_iter();
                let power = |(mut way, there): (Way<'a>, bool)| {
                    let p = if there { power_of(&mut way, base, n) } else { Poly::default() };
                    (way, p)
                };
                Ok(found.map(power).collect())
            }
            Val::Num(n) => one(way, n.clone()),
            _ if matches!(of, Of::Squares | Of::PowersOfThree) => {
                self.refuse("squares or powers of what are no numbers", Span::default())
            }
            Val::Bool(b) => one(way, Poly::number(u8::from(*b))),
            Val::Case(i) => one(way, Poly::number(*i)),
            Val::Truth(_) | Val::SomeCase(..) => {
                self.each(super::read::decided(way, v.clone()), |way, v| self.weight(way, of, &v))
            }
            _ => self.refuse("the sum of what are no numbers", Span::default()),
        }
    }

    /// What is at a place counts this many times as much.
    pub(super) fn at_place(&self, way: &mut Way<'a>, of: Of, i: &Val<'a>) -> Option<Poly> {
        match (of, i) {
            (Of::Moment, Val::Num(i)) => Some(i.clone()),
            (Of::BinaryByPlace, Val::Num(i)) => Some(power_of(way, 2, i)),
            (of, _) if of.by_place() => None,
            (of, _) if matches!(of, Of::Binary) || is_corner(of) => None,
            _ => Some(Poly::number(1)),
        }
    }

    fn sum_of(&self, way: Way<'a>, of: Of, items: &[Val<'a>]) -> Ways<'a, Poly> {
        let mut out = vec![(way, Poly::default())];
        for (i, v) in items.iter().enumerate() {
            out = self.each(out, |mut way, t| {
                let at = if of == Of::MomentFromEnd { items.len() - i } else { i + 1 };
                let each = if of == Of::MomentFromEnd { Of::Moment } else { of };
                let place = self.at_place(&mut way, each, &Val::Num(Poly::number(at as u64)));
                let place = place.unwrap_or_else(|| Poly::number(1));
                let found = self.weight(way, of, v)?;
                Ok(found.into_iter().map(|(way, w)| (way, t.plus(&place.times(&w)))).collect())
            })?;
        }
        Ok(out)
    }

    /// Each of some values once.
    pub(super) fn distinct(&self, way: Way<'a>, items: &[Val<'a>]) -> Ways<'a, Vec<Val<'a>>> {
        if items.len() > super::read::LISTED {
            return self.refuse("more elements than are looked at", Span::default());
        }
        let mut out = vec![(way, vec![])];
        for v in items {
            out = self.each(out, |way, kept: Vec<Val<'a>>| {
                let there = Coll::new(Kind::Set, Node::Items(kept.clone()));
                let found = self.member(way, v, &there)?.into_iter();
                let more = |there: bool| {
                    if there { kept.clone() } else { [&kept[..], std::slice::from_ref(v)].concat() }
                };
                Ok(found.map(|(w, there)| (w, more(there))).collect())
            })?;
        }
        Ok(out)
    }

    fn flipped(&self, way: Way<'a>, of: Of, a: &Rc<Coll<'a>>, items: &[Val<'a>]) -> Ways<'a, Poly> {
        let mut out = self.total(way, of, a)?;
        for v in items {
            out = self.each(out, |way, t| {
                let inside = self.member(way, v, a)?;
                self.moved_by(inside, of, v, |inside, w| if inside { t.minus(&w) } else { t.plus(&w) })
            })?;
        }
        Ok(out)
    }

    fn put(&self, way: Way<'a>, of: Of, rest: &Rc<Coll<'a>>, i: &Val<'a>, v: &Val<'a>) -> Ways<'a, Poly> {
        if of == Of::Binary {
            return self.refuse("binary digits of a list", Span::default());
        }
        self.each(self.total(way, of, rest)?, |way, t| {
            let there = if rest.kind == Kind::Map { self.member(way, i, rest)? } else { vec![(way, true)] };
            self.each(there, |mut way, there| {
                if of == Of::Size {
                    return one(way, t.up(i64::from(!there)));
                }
                if let (Kind::List, Val::Num(i)) = (rest.kind, i) {
                    way.assert(&i.up(-1));
                }
                let place = match (of, i) {
                    (Of::MomentFromEnd, Val::Num(i)) if rest.kind == Kind::List => {
                        return self.each(self.total(way, Of::Size, rest)?, |way, size| {
                            let from_end = size.minus(i).up(1);
                            self.put_at(way, of, (rest, &Val::Num(i.clone()), v), there, (&t, &from_end))
                        });
                    }
                    _ => self.at_place(&mut way, of, i),
                };
                match place {
                    Some(place) => self.put_at(way, of, (rest, i, v), there, (&t, &place)),
                    None => self.refuse("a place that is no number", Span::default()),
                }
            })
        })
    }

    /// A list or map with something else at a place, which counts so many times as much.
    fn put_at(
        &self,
        way: Way<'a>,
        of: Of,
        (rest, i, v): (&Rc<Coll<'a>>, &Val<'a>, &Val<'a>),
        there: bool,
        (before, place): (&Poly, &Poly),
    ) -> Ways<'a, Poly> {
        let old = if there {
            self.each(self.entry(way, rest, i, &Type::Int)?, |way, old| self.weight(way, of, &old))?
        } else {
            vec![(way, Poly::default())]
        };
        self.each(old, |way, old| {
            let new = self.weight(way, of, v)?;
            Ok(new.into_iter().map(|(w, n)| (w, before.plus(&place.times(&n.minus(&old))))).collect())
        })
    }

    /// Some of the elements of another collection: no more, and without those that are known to be missing.
    fn part(&self, way: Way<'a>, of: Of, c: &Rc<Coll<'a>>, whole: &Rc<Coll<'a>>) -> Ways<'a, Poly> {
        let n = named(of, c);
        if of.by_place() || whole.kind == Kind::Map && of != Of::Size || !self.none_negative(of, whole) {
            return one(way, n);
        }
        self.each(self.total(way, of, whole)?, |mut way, t| {
            way.assert(&n);
            way.at_most(&n, &t);
            let known = self.known(&way, whole);
            let missing = self.missing(way, of, c, whole, &known)?;
            let less =
                |(way, gone): (Way<'a>, Poly)| (way.and(|w| w.at_most(&n, &t.minus(&gone))), n.clone());
            Ok(missing.into_iter().map(less).collect())
        })
    }

    /// What those of some values count together that are in `whole` and not in `c`.
    fn missing(
        &self,
        way: Way<'a>,
        of: Of,
        c: &Rc<Coll<'a>>,
        whole: &Rc<Coll<'a>>,
        known: &[Val<'a>],
    ) -> Ways<'a, Poly> {
        let mut out = vec![(way, (Poly::default(), vec![]))];
        for v in known {
            out = self.each(out, |way, (sum, gone): (Poly, Vec<Val<'a>>)| {
                let counted = Coll::new(Kind::Set, Node::Items(gone.clone()));
                self.each(self.member(way, v, whole)?, |way, inside| {
                    let kept = if inside { self.member(way, v, c)? } else { vec![(way, true)] };
                    self.each(kept, |way, kept| {
                        let twice = if kept { vec![(way, true)] } else { self.member(way, v, &counted)? };
                        self.each(twice, |way, twice| {
                            if twice {
                                return one(way, (sum.clone(), gone.clone()));
                            }
                            let more =
                                |w: Poly| (sum.plus(&w), [&gone[..], std::slice::from_ref(v)].concat());
                            let found = self.weight(way, of, v)?;
                            Ok(found.into_iter().map(|(way, w)| (way, more(w))).collect())
                        })
                    })
                })
            })?;
        }
        Ok(out.into_iter().map(|(w, (sum, _))| (w, sum)).collect())
    }

    /// `item for ...`
    fn of_all(
        &self,
        way: Way<'a>,
        of: Of,
        c: &Rc<Coll<'a>>,
        item: &'a Expr,
        binders: &'a [Binder],
        frame: &Frame<'a>,
    ) -> Ways<'a, Poly> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard, .. }] = binders else {
            return self.named(way, of, c);
        };
        self.each(self.eval(way, frame, source)?, |way, s| {
            let Val::Coll(s) = s else { return self.named(way, of, c) };
            let all = All { c, s: &s, slots, guard: guard.as_ref(), item, frame };
            if filter(item, binders).is_some() && !of.by_place() {
                return self.part(way, of, c, &s);
            }
            match of {
                Of::Size if guard.is_none() && c.kind != Kind::Set => self.total(way, of, &s),
                Of::Size => self.each(self.total(way, of, &s)?, |mut way, t| {
                    let n = named(of, c);
                    way.assert(&n);
                    way.at_most(&n, &t);
                    let known = if guard.is_some() { self.known(&way, &s) } else { vec![] };
                    let gone = self.left_out(way, &all, &known)?.into_iter();
                    let less = |gone: Vec<Val<'a>>| t.minus(&Poly::number(gone.len() as u64));
                    let bounded = |(w, gone): (Way<'a>, Vec<Val<'a>>)| {
                        (w.and(|w| w.at_most(&n, &less(gone))), n.clone())
                    };
                    Ok(gone.map(bounded).collect())
                }),
                Of::Sum | Of::Moment | Of::MomentFromEnd | Of::BinaryByPlace => self.replaced(way, of, &all),
                _ => self.named(way, of, c),
            }
        })
    }
}

/// Numbers that are no sums over the elements.
fn is_corner(of: Of) -> bool {
    matches!(of, Of::LeastRow | Of::LeastCol | Of::LargestRow | Of::LargestCol)
}

pub(super) fn named(of: Of, c: &Coll<'_>) -> Poly {
    Poly::unknown(format!("{}({})", of.name(), c.name))
}

/// The collection with, or without, some values, one after the other.
fn built<'a>(
    a: &Rc<Coll<'a>>,
    items: &[Val<'a>],
    node: impl Fn(Rc<Coll<'a>>, Val<'a>) -> Node<'a>,
) -> Rc<Coll<'a>> {
    items.iter().fold(a.clone(), |c, v| Coll::new(c.kind, node(c.clone(), v.clone())))
}

/// The elements of a collection that is written out, some of them perhaps twice: of a bag as often as they are there.
fn listed<'a>(c: &Coll<'a>) -> Option<Vec<Val<'a>>> {
    let all = match &c.node {
        Node::Items(items) => items.clone(),
        Node::With(rest, v) => [listed(rest)?, vec![v.clone()]].concat(),
        Node::Union(a, b) => [listed(a)?, listed(b)?].concat(),
        _ => return None,
    };
    Some(all).filter(|all| all.len() <= super::read::LISTED)
}
