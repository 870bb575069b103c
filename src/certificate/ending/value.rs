//! What is known about values on one way through a move.

use super::poly::{Name, Poly};
use crate::check::ir::{Binder, Expr, GameId, LetId};
use crate::check::types::{Shape, Type};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

/// A value over unknowns.
#[derive(Clone, Debug)]
pub(super) enum Val<'a> {
    Num(Poly),
    Bool(bool),
    /// A truth value that is not decided.
    Truth(Name),
    Case(u32),
    /// One of this many cases, not decided which.
    SomeCase(Name, u32),
    /// A tuple, or the row and column of a cell.
    Tuple(Rc<[Val<'a>]>),
    Coll(Rc<Coll<'a>>),
    Function(LetId),
    /// A text, by its name, and how many letters it has.
    Text(Name, Poly),
    /// Parts of a position: all of them are met, on one way or another.
    Parts(Vec<(GameId, Vec<Val<'a>>)>),
    /// Anything else: the same name, the same value.
    Other(Name),
}

/// The slots of a frame.
pub(super) type Frame<'a> = Rc<Vec<Option<Val<'a>>>>;

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

/// A collection as it is built; the same name, the same collection.
#[derive(Debug)]
pub(super) struct Coll<'a> {
    pub(super) kind: Kind,
    pub(super) node: Node<'a>,
    pub(super) name: Name,
}

/// How a collection is built.
#[derive(Debug)]
pub(super) enum Node<'a> {
    /// Nothing is known but the types: of elements or keys, and of a map's values.
    Unknown {
        element: (Type, Shape),
        value: (Type, Shape),
    },
    Items(Vec<Val<'a>>),
    Range(Poly, Poly),
    With(Rc<Coll<'a>>, Val<'a>),
    Without(Rc<Coll<'a>>, Val<'a>),
    Union(Rc<Coll<'a>>, Rc<Coll<'a>>),
    Common(Rc<Coll<'a>>, Rc<Coll<'a>>),
    Minus(Rc<Coll<'a>>, Rc<Coll<'a>>),
    Flip(Rc<Coll<'a>>, Rc<Coll<'a>>),
    Concat(Rc<Coll<'a>>, Rc<Coll<'a>>),
    Put(Rc<Coll<'a>>, Val<'a>, Val<'a>),
    /// `item` for each choice.
    For {
        item: &'a Expr,
        binders: &'a [Binder],
        frame: Frame<'a>,
    },
    /// Some of its elements.
    Part(Rc<Coll<'a>>),
    /// As many elements, elsewhere.
    Moved(Rc<Coll<'a>>),
    /// The same elements in some order.
    Ordered(Rc<Coll<'a>>),
    /// The places of a list, the keys of a map.
    Indices(Rc<Coll<'a>>),
    /// Sets, each with some of its elements.
    Parts(Rc<Coll<'a>>),
    /// The cells met from one in steps, as long as they are in a set.
    Ray(Val<'a>, Val<'a>, Rc<Coll<'a>>),
}

impl<'a> Coll<'a> {
    pub(super) fn new(kind: Kind, node: Node<'a>) -> Rc<Coll<'a>> {
        let name = named(kind, &node).into();
        Rc::new(Coll { kind, node, name })
    }

    pub(super) fn unknown(
        kind: Kind,
        element: (Type, Shape),
        value: (Type, Shape),
        name: Name,
    ) -> Rc<Coll<'a>> {
        Rc::new(Coll { kind, node: Node::Unknown { element, value }, name })
    }
}

fn named(kind: Kind, node: &Node<'_>) -> String {
    match node {
        Node::Unknown { .. } => String::new(),
        Node::Items(items) => {
            let (open, close) = match kind {
                Kind::List => ("[", "]"),
                Kind::Bag => ("bag(", ")"),
                _ => ("{", "}"),
            };
            format!("{open}{}{close}", list(items))
        }
        Node::Range(lo, hi) => format!("({lo}..{hi})"),
        Node::With(c, v) => format!("({} with {v})", c.name),
        Node::Without(c, v) => format!("({} without {v})", c.name),
        Node::Union(a, b) => format!("({} union {})", a.name, b.name),
        Node::Common(a, b) => format!("({} common {})", a.name, b.name),
        Node::Minus(a, b) => format!("({} minus {})", a.name, b.name),
        Node::Flip(a, b) => format!("({} flip {})", a.name, b.name),
        Node::Concat(a, b) => format!("({} + {})", a.name, b.name),
        Node::Put(c, i, v) => format!("put({}, {i}, {v})", c.name),
        Node::For { item, frame, .. } => {
            let slots: Vec<String> = frame.iter().map(slot).collect();
            let at = (item.span.file.0, item.span.start, item.span.end);
            format!("for@{}:{}-{}:{kind:?}({})", at.0, at.1, at.2, slots.join("; "))
        }
        Node::Part(c) => format!("part({})", c.name),
        Node::Moved(c) => format!("moved({})", c.name),
        Node::Ordered(c) => format!("ordered({})", c.name),
        Node::Indices(c) => format!("indices({})", c.name),
        Node::Parts(c) => format!("parts({})", c.name),
        Node::Ray(p, d, c) => format!("ray({p}, {d}, {})", c.name),
    }
}

fn slot(v: &Option<Val<'_>>) -> String {
    v.as_ref().map_or("_".into(), Val::to_string)
}

pub(super) fn list(items: &[Val<'_>]) -> String {
    items.iter().map(Val::to_string).collect::<Vec<_>>().join(", ")
}

/// Different values are written differently.
impl fmt::Display for Val<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Val::Num(n) => write!(f, "{n}"),
            Val::Bool(b) => write!(f, "{b}"),
            Val::Truth(n) | Val::SomeCase(n, _) | Val::Text(n, _) | Val::Other(n) => f.write_str(n),
            Val::Case(i) => write!(f, "case {i}"),
            Val::Tuple(parts) => write!(f, "({})", list(parts)),
            Val::Coll(c) => f.write_str(&c.name),
            Val::Function(id) => write!(f, "function {}", id.0),
            Val::Parts(parts) => {
                let one = |(g, args): &(GameId, Vec<Val<'_>>)| format!("game {}({})", g.0, list(args));
                f.write_str(&parts.iter().map(one).collect::<Vec<_>>().join(" + "))
            }
        }
    }
}

/// What holds on one way through a move.
#[derive(Clone, Debug, Default)]
pub(super) struct Way<'a> {
    /// Each is at least 0.
    pub(super) facts: Vec<Rc<Poly>>,
    /// Truth values and cases that are decided, by name.
    pub(super) decided: BTreeMap<Name, u32>,
    /// What is an element of which collection, by their names, and what is not.
    pub(super) members: BTreeMap<(String, Name), (Val<'a>, bool)>,
    /// Exponents of two that were met.
    pub(super) powers: Vec<(u8, Poly)>,
    /// How many names were made.
    pub(super) names: u32,
    /// Nothing can be as it is said to be here.
    pub(super) dead: bool,
}

impl Way<'_> {
    /// `poly >= 0`
    pub(super) fn assert(&mut self, poly: &Poly) {
        let poly = poly.tightened();
        if let Some(n) = poly.as_number() {
            self.dead |= n < BigInt::ZERO;
            return;
        }
        if self.facts.iter().any(|f| **f == poly) {
            return;
        }
        let against = |f: &Rc<Poly>| f.plus(&poly).as_number().is_some_and(|n| n < BigInt::ZERO);
        self.dead |= self.facts.iter().any(against);
        self.facts.push(Rc::new(poly));
    }

    /// `a <= b`
    pub(super) fn at_most(&mut self, a: &Poly, b: &Poly) {
        self.assert(&b.minus(a));
    }

    pub(super) fn equal(&mut self, a: &Poly, b: &Poly) {
        self.at_most(a, b);
        self.at_most(b, a);
    }

    /// A name that nothing else has.
    pub(super) fn name(&mut self, base: &str) -> Name {
        self.names += 1;
        format!("{base}#{}", self.names).into()
    }

    pub(super) fn and(mut self, f: impl FnOnce(&mut Self)) -> Self {
        f(&mut self);
        self
    }
}
