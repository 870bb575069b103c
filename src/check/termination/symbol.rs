//! Values that are not known: what a move may do, told by expressions over unknowns, and what is known on one path.

use super::Statistic;
use super::linear::{Lin, Var};
use super::simplex::{Optimum, maximise};
use super::{allowance, multiples, simplex};
use crate::check::builtins::Builtin;
use crate::check::ir::{Binder, Expr, GameId, LetId};
use crate::check::types::{Shape, Type};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Val<'a> {
    /// A number.
    Num(Lin),
    /// A truth value: 0 or 1.
    Bool(Lin),
    /// A case of an enumeration: for each case 1 if it is that one, else 0.
    Case(Rc<[Lin]>),
    /// A tuple, or the row and column of a cell.
    Tuple(Rc<[Val<'a>]>),
    /// A set, bag, list or map.
    Coll(Rc<Coll<'a>>),
    /// A function.
    Function(LetId),
    /// Some of the parts of a position; never known to be equal to another, since the rest may differ.
    Parts(Rc<[Part<'a>]>),
    /// Anything else; equal only to itself.
    Opaque(u32),
}

impl PartialEq for Val<'_> {
    /// Whether two values are certainly equal, by how they are written.
    fn eq(&self, other: &Self) -> bool {
        use Val::*;
        match (self, other) {
            (Num(a), Num(b)) | (Bool(a), Bool(b)) => a == b,
            (Case(a), Case(b)) => a == b,
            (Tuple(a), Tuple(b)) => Rc::ptr_eq(a, b) || a == b,
            (Coll(a), Coll(b)) => same(a, b),
            (Function(a), Function(b)) => a == b,
            (Opaque(a), Opaque(b)) => a == b,
            _ => false,
        }
    }
}

/// A position of one game.
pub(super) type Part<'a> = (GameId, Rc<[Val<'a>]>);

/// The slots of a frame, as far as they are filled.
pub(super) type Frame<'a> = Vec<Option<Val<'a>>>;

/// Which collection it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Set,
    Bag,
    List,
    Map,
}

impl Kind {
    pub(super) fn of(ty: &Type) -> Kind {
        match ty {
            Type::Bag(_) => Kind::Bag,
            Type::List(_) => Kind::List,
            Type::Map(..) => Kind::Map,
            _ => Kind::Set,
        }
    }
}

/// A collection, as it is built.
#[derive(Clone, Debug)]
pub(super) struct Coll<'a> {
    pub(super) kind: Kind,
    pub(super) node: Node<'a>,
}

/// How a collection is built.
#[derive(Clone, Debug)]
pub(super) enum Node<'a> {
    /// Not known: a name, the type of its elements (and of a map's values), what is demanded of them.
    Unknown {
        id: u32,
        element: &'a Type,
        value: Option<&'a Type>,
        shape: Shape,
    },
    /// Its elements.
    Literal(Vec<Val<'a>>),
    /// From the first to the second number.
    Range(Lin, Lin),
    /// All tuples, with an entry from each of these.
    Product(Vec<Rc<Coll<'a>>>),
    /// All sets of elements of this one.
    Subsets(Rc<Coll<'a>>),
    /// `item` for every choice of the binders for which the condition holds.
    For {
        item: Option<&'a Expr>,
        only: Option<&'a Expr>,
        binders: &'a [Binder],
        frame: Rc<Frame<'a>>,
    },
    With(Rc<Coll<'a>>, Val<'a>),
    Without(Rc<Coll<'a>>, Val<'a>),
    Union(Rc<Coll<'a>>, Rc<Coll<'a>>),
    Common(Rc<Coll<'a>>, Rc<Coll<'a>>),
    Minus(Rc<Coll<'a>>, Rc<Coll<'a>>),
    Flip(Rc<Coll<'a>>, Rc<Coll<'a>>),
    /// The same list or map with a place holding something else.
    Put(Rc<Coll<'a>>, Val<'a>, Val<'a>),
    Concat(Rc<Coll<'a>>, Rc<Coll<'a>>),
    /// The same elements in another order: sorted or reversed.
    Rearranged(Rc<Coll<'a>>, Builtin),
    /// The places of a list, the keys of a map.
    Indices(Rc<Coll<'a>>),
    /// As many cells, elsewhere: turned, mirrored or shifted.
    Moved(Rc<Coll<'a>>, Builtin),
    /// The cells met from a cell in steps, as long as they are in a set.
    Ray(Val<'a>, Lin, Lin, Rc<Coll<'a>>),
    /// The four cells beside a cell.
    Touching(Val<'a>),
    /// The connected parts of a set of cells.
    Islands(Rc<Coll<'a>>),
    /// Drawings with one more curve than one with this many lives; the new spot has this many.
    Curves(Val<'a>, Val<'a>),
    /// The lands of a drawing with this many lives.
    Lands(Val<'a>),
}

/// Collections built of more than this many are taken for unknown ones, so that whoever walks over one comes to an end.
/// What is shared counts as often as it is met.
const LARGEST: u32 = 400;
/// What it costs to compare two nodes, in entries of the dictionaries of linear programs.
const COMPARISON: usize = 8;

impl Val<'_> {
    /// Whether more collections than may be walked over are inside.
    pub(super) fn is_large(&self) -> bool {
        self.take_from(LARGEST).is_none()
    }

    /// What is left of this many collections.
    fn take_from(&self, left: u32) -> Option<u32> {
        match self {
            Val::Coll(s) => s.take_from(left),
            Val::Tuple(entries) => all_from(left, entries.iter()),
            Val::Parts(parts) => all_from(left, parts.iter().flat_map(|(_, args)| args.iter())),
            _ => Some(left),
        }
    }
}

/// What is left of this many collections after several values.
fn all_from<'v, 'a: 'v>(left: u32, mut all: impl Iterator<Item = &'v Val<'a>>) -> Option<u32> {
    all.try_fold(left, |left, v| v.take_from(left))
}

impl Coll<'_> {
    fn take_from(&self, left: u32) -> Option<u32> {
        use Node::*;
        let left = left.checked_sub(1)?;
        match &self.node {
            Literal(items) => all_from(left, items.iter()),
            For { frame, .. } => all_from(left, frame.iter().flatten()),
            With(t, x) | Without(t, x) | Ray(x, _, _, t) => all_from(t.take_from(left)?, [x].into_iter()),
            Union(t, u) | Common(t, u) | Minus(t, u) | Flip(t, u) | Concat(t, u) => {
                u.take_from(t.take_from(left)?)
            }
            Put(t, i, x) => all_from(t.take_from(left)?, [i, x].into_iter()),
            Rearranged(t, _) | Moved(t, _) | Indices(t) | Islands(t) | Subsets(t) => t.take_from(left),
            Product(sides) => sides.iter().try_fold(left, |left, side| side.take_from(left)),
            Unknown { .. } | Range(..) | Touching(_) | Curves(..) | Lands(_) => Some(left),
        }
    }
}

impl PartialEq for Coll<'_> {
    /// Whether two are certainly built in the same way. It is work that counts: where there may be no more, nothing is
    /// certain.
    fn eq(&self, other: &Self) -> bool {
        use Node::*;
        allowance::spend(COMPARISON).is_some()
            && self.kind == other.kind
            && match (&self.node, &other.node) {
                (Unknown { id: a, .. }, Unknown { id: b, .. }) => a == b,
                (Literal(a), Literal(b)) => a == b,
                (Range(a, b), Range(c, d)) => a == c && b == d,
                (Product(a), Product(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
                (
                    For { item: a, only: x, binders: c, frame: d },
                    For { item: b, only: y, binders: e, frame: f },
                ) => {
                    let spot = |e: &Option<&Expr>| e.map(std::ptr::from_ref);
                    let framed = || Rc::ptr_eq(d, f) || d == f;
                    spot(a) == spot(b) && spot(x) == spot(y) && std::ptr::eq(*c, *e) && framed()
                }
                (With(a, x), With(b, y)) | (Without(a, x), Without(b, y)) => same(a, b) && x == y,
                (Union(a, b), Union(c, d))
                | (Common(a, b), Common(c, d))
                | (Minus(a, b), Minus(c, d))
                | (Flip(a, b), Flip(c, d))
                | (Concat(a, b), Concat(c, d)) => same(a, c) && same(b, d),
                (Put(a, i, x), Put(b, j, y)) => same(a, b) && i == j && x == y,
                (Rearranged(a, f), Rearranged(b, g)) | (Moved(a, f), Moved(b, g)) => f == g && same(a, b),
                (Indices(a), Indices(b)) | (Islands(a), Islands(b)) | (Subsets(a), Subsets(b)) => same(a, b),
                (Ray(p, a, b, s), Ray(q, c, d, t)) => p == q && a == c && b == d && same(s, t),
                (Touching(p), Touching(q)) | (Lands(p), Lands(q)) => p == q,
                (Curves(p, a), Curves(q, b)) => p == q && a == b,
                _ => false,
            }
    }
}

/// Whether two collections are built in the same way.
pub(super) fn same<'a>(a: &Rc<Coll<'a>>, b: &Rc<Coll<'a>>) -> bool {
    Rc::ptr_eq(a, b) || a == b
}

/// What is known on one path of a move: facts that hold on it.
#[derive(Clone, Debug, Default)]
pub(super) struct Path<'a> {
    /// Each is at least 0.
    pub(super) facts: Vec<Lin>,
    /// Known members of collections.
    pub(super) members: Vec<(Val<'a>, Rc<Coll<'a>>)>,
    /// Known not to be members.
    pub(super) non_members: Vec<(Val<'a>, Rc<Coll<'a>>)>,
    /// Known to differ, where numbers do not say so.
    pub(super) apart: Vec<(Val<'a>, Val<'a>)>,
    /// The first is part of the second.
    pub(super) subsets: Vec<(Rc<Coll<'a>>, Rc<Coll<'a>>)>,
    /// Numbers of collections computed so far.
    pub(super) statistics: Vec<(Statistic, Rc<Coll<'a>>, Lin)>,
    /// Least (false) and largest (true) elements asked for so far.
    pub(super) extremes: Vec<(bool, Rc<Coll<'a>>, Val<'a>)>,
    /// Entries of lists and maps asked for so far.
    pub(super) entries: Vec<(Rc<Coll<'a>>, Val<'a>, Val<'a>)>,
    /// Products of two unknowns.
    pub(super) products: BTreeMap<(Var, Var), Var>,
    /// Quotients: what is divided, by what, and the result.
    pub(super) quotients: Vec<(Lin, Lin, Lin)>,
    /// Powers of a number: base, exponent, result.
    pub(super) powers: Vec<(i128, Lin, Lin)>,
    /// Choices of binders that are fixed numbers on this path, by name: for messages.
    pub(super) chosen: Vec<(String, i128)>,
    /// What holds (or does not) for every element of a collection.
    pub(super) alls: Vec<All<'a>>,
    /// Results of functions that are not known: the function, arguments, result.
    pub(super) calls: Vec<(Val<'a>, Vec<Val<'a>>, Val<'a>)>,
    /// Sums over collections, computed so far.
    pub(super) totals: Vec<Total<'a>>,
    /// Definitions without parameters that were named so far, and what they stand for.
    pub(super) globals: Vec<(LetId, Val<'a>)>,
    /// What was taken out of collections without its being certain that it is in them.
    pub(super) open: Vec<(Val<'a>, Rc<Coll<'a>>)>,
    /// Results of native functions of which nothing else is known: the function, arguments, result.
    pub(super) natives: Vec<(Builtin, Vec<Val<'a>>, Val<'a>)>,
}

/// `all(item for slots in of)` is known, or `none(...)`: for every element the condition is as it `is`.
#[derive(Clone, Debug)]
pub(super) struct All<'a> {
    pub(super) of: Rc<Coll<'a>>,
    pub(super) frame: Rc<Frame<'a>>,
    pub(super) slots: &'a [u32],
    pub(super) item: &'a Expr,
    pub(super) is: bool,
}

/// The least upper bound of an expression, as a fraction with a positive denominator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The facts contradict each other.
    Impossible,
    /// At most this.
    AtMost(i128, i128),
    /// None was found.
    None,
}

impl<'a> Path<'a> {
    /// Adds all that is known on another path.
    pub(super) fn learn(&mut self, other: &Path<'a>) {
        other.facts.iter().for_each(|f| self.assert(Some(f.clone())));
        self.members.extend(other.members.iter().cloned());
        self.non_members.extend(other.non_members.iter().cloned());
        self.apart.extend(other.apart.iter().cloned());
        self.subsets.extend(other.subsets.iter().cloned());
        self.statistics.extend(other.statistics.iter().cloned());
        self.extremes.extend(other.extremes.iter().cloned());
        self.entries.extend(other.entries.iter().cloned());
        self.alls.extend(other.alls.iter().cloned());
    }

    /// Adds `lin >= 0`; what cannot be expressed is left out.
    pub(super) fn assert(&mut self, lin: Option<Lin>) {
        let Some(lin) = lin.map(Lin::tightened) else { return };
        if lin.as_number().is_some_and(|n| n >= 0) || self.facts.contains(&lin) {
            return;
        }
        self.facts.push(lin);
    }

    /// Adds `a <= b`.
    pub(super) fn assert_le(&mut self, a: &Lin, b: &Lin) {
        self.assert(b.plus(-1, a));
    }

    /// Adds `a < b`.
    pub(super) fn assert_lt(&mut self, a: &Lin, b: &Lin) {
        self.assert(b.plus(-1, a).and_then(|d| d.shifted(-1)));
    }

    /// Adds `a == b`.
    pub(super) fn assert_eq(&mut self, a: &Lin, b: &Lin) {
        self.assert_le(a, b);
        self.assert_le(b, a);
    }

    /// The least upper bound of an expression, by linear programming; each answer is verified.
    pub(super) fn maximum(&self, goal: &Lin) -> Bound {
        if self.facts.iter().any(|f| f.as_number().is_some_and(|n| n < 0)) {
            return Bound::Impossible;
        }
        let facts = connected(goal, &self.facts);
        match maximise(goal, &facts) {
            Optimum::Infeasible { multipliers } if multiples::contradicts(&facts, &multipliers) => {
                Bound::Impossible
            }
            Optimum::Bounded { value, denominator, multipliers, .. }
                if multiples::bounds(goal, &facts, value, denominator, &multipliers) =>
            {
                Bound::AtMost(value, denominator)
            }
            _ => Bound::None,
        }
    }

    /// The largest whole number that an expression can be.
    pub(super) fn most(&self, goal: &Lin) -> Option<i128> {
        match self.maximum(goal) {
            Bound::AtMost(n, d) => Some(n.div_euclid(d)),
            Bound::Impossible => Some(-1 << 40),
            Bound::None => None,
        }
    }

    /// The least whole number that an expression can be.
    pub(super) fn least(&self, goal: &Lin) -> Option<i128> {
        self.most(&goal.times(-1)?).map(|n| -n)
    }

    /// Whether `lin >= 0` follows from the facts.
    pub(super) fn entails(&self, lin: Option<Lin>) -> bool {
        let Some(lin) = lin else { return false };
        match lin.as_number() {
            Some(n) => n >= 0,
            None => self.least(&lin).is_some_and(|n| n >= 0),
        }
    }

    /// Whether `a <= b` follows from the facts.
    pub(super) fn entails_le(&self, a: &Lin, b: &Lin) -> bool {
        self.entails(b.plus(-1, a))
    }

    /// Whether `a < b` follows from the facts.
    pub(super) fn entails_lt(&self, a: &Lin, b: &Lin) -> bool {
        self.entails(b.plus(-1, a).and_then(|d| d.shifted(-1)))
    }

    /// Whether the facts contradict each other.
    pub(super) fn is_impossible(&self) -> bool {
        if self.facts.iter().any(|f| f.as_number().is_some_and(|n| n < 0)) {
            return true;
        }
        match simplex::maximise(&Lin::default(), &self.facts) {
            Optimum::Infeasible { multipliers } => multiples::contradicts(&self.facts, &multipliers),
            _ => false,
        }
    }
}

/// The facts that have to do with an expression, directly or through others.
fn connected(goal: &Lin, facts: &[Lin]) -> Vec<Lin> {
    let mut vars: Vec<Var> = goal.terms.iter().map(|t| t.0).collect();
    let mut taken = vec![false; facts.len()];
    let mut more = true;
    while more {
        more = false;
        for (fact, taken) in facts.iter().zip(&mut taken) {
            if !*taken && fact.terms.iter().any(|t| vars.contains(&t.0)) {
                *taken = true;
                more = true;
                vars.extend(fact.terms.iter().map(|t| t.0));
            }
        }
    }
    facts.iter().zip(taken).filter(|(_, t)| *t).map(|(f, _)| f.clone()).collect()
}

/// What each element of a collection counts in a sum.
#[derive(Clone, Debug)]
pub(super) struct Weighing<'a> {
    pub(super) slots: &'a [u32],
    /// The number, or 1 for each.
    pub(super) item: Option<&'a Expr>,
    pub(super) conditions: Vec<&'a Expr>,
    pub(super) frame: Rc<Frame<'a>>,
    /// The list or map, if what is bound are its places or keys, and it is only read there.
    pub(super) row: Option<u32>,
}

/// A sum that was computed.
#[derive(Clone, Debug)]
pub(super) struct Total<'a> {
    pub(super) of: Rc<Coll<'a>>,
    pub(super) by: Weighing<'a>,
    pub(super) is: Lin,
}
