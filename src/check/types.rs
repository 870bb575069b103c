//! Types: what the checker infers, how types are written, and bounds on numbers.

use num_bigint::BigInt;
use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Type {
    /// A whole number of any size.
    Int,
    /// `true` or `false`
    Bool,
    /// `text`
    Text,
    /// A row and a column.
    Cell,
    /// Spots and curves in the plane.
    Drawing,
    /// A position of any game, or a sum of them.
    Position,
    /// `red | black`
    Enum(Arc<Vec<String>>),
    /// `set of T`
    Set(Box<Type>),
    /// `bag of T`
    Bag(Box<Type>),
    /// `list of T`
    List(Box<Type>),
    /// `map of K to V`
    Map(Box<Type>, Box<Type>),
    /// `(T, U)`
    Tuple(Vec<Type>),
    /// `(T, U) -> V`
    Function(Vec<Type>, Box<Type>),
    /// Not known yet: an empty `{}` before its elements are seen.
    Unknown(u32),
    /// Stands where a mistake was reported; agrees with everything.
    Wrong,
}

/// The names of the outcomes. The last four are of positions with cycles in which only one player can win,
/// and only if he begins, or only if the other does.
pub const OUTCOMES: &[&str] = &[
    "P",
    "N",
    "draw",
    "open",
    "Left",
    "Right",
    "Left_if_first",
    "Left_if_second",
    "Right_if_first",
    "Right_if_second",
];

/// The outcome of a position as an enumeration: `P`, `N`, `draw` and what else there is.
pub fn outcome_type() -> Type {
    static NAMES: std::sync::OnceLock<Arc<Vec<String>>> = std::sync::OnceLock::new();
    enumeration(&NAMES, OUTCOMES)
}

/// The players of a game with moves of their own: `Left`, `Right`.
pub fn player_type() -> Type {
    static NAMES: std::sync::OnceLock<Arc<Vec<String>>> = std::sync::OnceLock::new();
    enumeration(&NAMES, &["Left", "Right"])
}

fn enumeration(names: &std::sync::OnceLock<Arc<Vec<String>>>, all: &[&str]) -> Type {
    Type::Enum(names.get_or_init(|| Arc::new(all.iter().map(|n| n.to_string()).collect())).clone())
}

impl Type {
    /// What a binder that runs through a value of this type binds.
    pub fn element(&self) -> Option<Type> {
        match self {
            Type::Set(t) | Type::Bag(t) | Type::List(t) | Type::Map(t, _) => Some((**t).clone()),
            _ => None,
        }
    }

    /// Whether a function is anywhere inside.
    pub fn has_function(&self) -> bool {
        match self {
            Type::Function(..) => true,
            Type::Set(t) | Type::Bag(t) | Type::List(t) => t.has_function(),
            Type::Map(k, v) => k.has_function() || v.has_function(),
            Type::Tuple(ts) => ts.iter().any(Type::has_function),
            _ => false,
        }
    }

    /// Whether a position or a function may be anywhere inside.
    pub fn has_position(&self) -> bool {
        match self {
            Type::Position | Type::Unknown(_) | Type::Wrong | Type::Function(..) => true,
            Type::Set(t) | Type::Bag(t) | Type::List(t) => t.has_position(),
            Type::Map(k, v) => k.has_position() || v.has_position(),
            Type::Tuple(ts) => ts.iter().any(Type::has_position),
            Type::Int | Type::Bool | Type::Text | Type::Cell | Type::Drawing | Type::Enum(_) => false,
        }
    }

    /// Whether a type not known yet is anywhere inside.
    fn mentions(&self, unknown: u32) -> bool {
        match self {
            Type::Unknown(i) => *i == unknown,
            Type::Set(t) | Type::Bag(t) | Type::List(t) => t.mentions(unknown),
            Type::Map(k, v) => k.mentions(unknown) || v.mentions(unknown),
            Type::Tuple(ts) => ts.iter().any(|t| t.mentions(unknown)),
            Type::Function(ps, r) => ps.iter().any(|t| t.mentions(unknown)) || r.mentions(unknown),
            _ => false,
        }
    }

    /// "a number", "a set of numbers": for sentences.
    pub fn phrase(&self) -> String {
        match self {
            Type::Int => "a number".into(),
            Type::Bool => "a truth value".into(),
            Type::Text => "a text".into(),
            Type::Cell => "a cell".into(),
            Type::Drawing => "a drawing".into(),
            Type::Position => "a position".into(),
            Type::Enum(_) if *self == outcome_type() => "an outcome".into(),
            Type::Enum(names) => format!("one of {}", names.join(", ")),
            Type::Set(t) => format!("a set of {}", t.plural()),
            Type::Bag(t) => format!("a bag of {}", t.plural()),
            Type::List(t) => format!("a list of {}", t.plural()),
            Type::Map(k, v) => format!("a map of {} to {}", k.plural(), v.plural()),
            Type::Tuple(_) => format!("a tuple {self}"),
            Type::Function(..) => "a function".into(),
            Type::Unknown(_) | Type::Wrong => "something".into(),
        }
    }

    fn plural(&self) -> String {
        match self {
            Type::Int => "numbers".into(),
            Type::Bool => "truth values".into(),
            Type::Text => "texts".into(),
            Type::Cell => "cells".into(),
            Type::Drawing => "drawings".into(),
            Type::Position => "positions".into(),
            Type::Set(t) => format!("sets of {}", t.plural()),
            Type::Bag(t) => format!("bags of {}", t.plural()),
            Type::List(t) => format!("lists of {}", t.plural()),
            Type::Unknown(_) | Type::Wrong => "things".into(),
            other => other.to_string(),
        }
    }
}

/// As the language writes it.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |ts: &[Type]| ts.iter().map(Type::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Type::Int => f.write_str("int"),
            Type::Bool => f.write_str("bool"),
            Type::Text => f.write_str("text"),
            Type::Cell => f.write_str("cell"),
            Type::Drawing => f.write_str("drawing"),
            Type::Position => f.write_str("position"),
            Type::Enum(names) => f.write_str(&names.join(" | ")),
            Type::Set(t) => write!(f, "set of {t}"),
            Type::Bag(t) => write!(f, "bag of {t}"),
            Type::List(t) => write!(f, "list of {t}"),
            Type::Map(k, v) => write!(f, "map of {k} to {v}"),
            Type::Tuple(ts) => write!(f, "({})", list(ts)),
            Type::Function(ps, r) => write!(f, "({}) -> {r}", list(ps)),
            Type::Unknown(_) | Type::Wrong => f.write_str("?"),
        }
    }
}

/// What a declared type demands of a value beyond its [`Type`]: bounds on the numbers inside.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Shape {
    /// Nothing.
    #[default]
    Any,
    /// A number between these, both included; `None` is open.
    Range(Option<BigInt>, Option<BigInt>),
    /// Every element (or key) of a set, bag or list.
    Elements(Box<Shape>),
    /// Keys and values of a map.
    Map(Box<Shape>, Box<Shape>),
    /// The entries of a tuple.
    Tuple(Vec<Shape>),
}

impl Shape {
    /// `nat`
    pub fn nat() -> Shape {
        Shape::Range(Some(BigInt::ZERO), None)
    }

    /// Whether whatever fits this fits another one, as far as that is seen.
    pub fn is_within(&self, other: &Shape) -> bool {
        match (self, other) {
            (_, other) if other.is_any() => true,
            (Shape::Range(lo, hi), Shape::Range(least, most)) => {
                let above = least.as_ref().is_none_or(|least| lo.as_ref().is_some_and(|lo| lo >= least));
                above && most.as_ref().is_none_or(|most| hi.as_ref().is_some_and(|hi| hi <= most))
            }
            (Shape::Elements(a), Shape::Elements(b)) => a.is_within(b),
            (Shape::Map(k, v), Shape::Map(l, w)) => k.is_within(l) && v.is_within(w),
            (Shape::Tuple(all), Shape::Tuple(others)) => {
                all.len() == others.len() && all.iter().zip(others).all(|(a, b)| a.is_within(b))
            }
            _ => false,
        }
    }

    /// Whether it demands nothing.
    pub fn is_any(&self) -> bool {
        match self {
            Shape::Any => true,
            Shape::Range(lo, hi) => lo.is_none() && hi.is_none(),
            Shape::Elements(s) => s.is_any(),
            Shape::Map(k, v) => k.is_any() && v.is_any(),
            Shape::Tuple(s) => s.iter().all(Shape::is_any),
        }
    }

    /// The type as it is declared, with the bounds of its numbers: `set of nat`, `(0..3, int)`.
    pub fn declared(&self, ty: &Type) -> String {
        let end = |n: &Option<BigInt>| n.as_ref().map_or(String::new(), BigInt::to_string);
        match (self, ty) {
            (s, Type::Int) if *s == Shape::nat() => "nat".into(),
            (Shape::Range(lo, hi), Type::Int) if !self.is_any() => format!("{}..{}", end(lo), end(hi)),
            (Shape::Elements(s), Type::Set(t)) => format!("set of {}", s.declared(t)),
            (Shape::Elements(s), Type::Bag(t)) => format!("bag of {}", s.declared(t)),
            (Shape::Elements(s), Type::List(t)) => format!("list of {}", s.declared(t)),
            (Shape::Map(ks, vs), Type::Map(k, v)) => {
                format!("map of {} to {}", ks.declared(k), vs.declared(v))
            }
            (Shape::Tuple(shapes), Type::Tuple(types)) => {
                let entries = shapes.iter().zip(types).map(|(s, t)| s.declared(t));
                format!("({})", entries.collect::<Vec<_>>().join(", "))
            }
            _ => ty.to_string(),
        }
    }
}

/// A type has at most this many parts: types are written out and compared in full, and a pair of pairs of pairs doubles.
pub const MOST_PARTS: usize = 200;

/// Local inference: the types that unknowns turned out to be.
#[derive(Clone, Default, Debug)]
pub struct Unifier {
    known: Vec<Option<Type>>,
    /// Whether a type was met with more parts than one may have.
    too_large: Cell<bool>,
}

impl Unifier {
    /// A type not known yet.
    pub fn fresh(&mut self) -> Type {
        self.known.push(None);
        Type::Unknown(self.known.len() as u32 - 1)
    }

    /// The type with everything inferred so far put in. One with too many parts is [`Type::Wrong`], and noted.
    pub fn resolve(&self, t: &Type) -> Type {
        self.resolve_within(t, &mut MOST_PARTS.clone()).unwrap_or_else(|| {
            self.too_large.set(true);
            Type::Wrong
        })
    }

    /// Whether a type had too many parts since this was asked last.
    pub fn met_too_large(&self) -> bool {
        self.too_large.take()
    }

    fn resolve_within(&self, t: &Type, left: &mut usize) -> Option<Type> {
        if let Type::Unknown(i) = t
            && let Some(t) = &self.known[*i as usize]
        {
            return self.resolve_within(t, left);
        }
        *left = left.checked_sub(1)?;
        let mut inner = |t: &Type| self.resolve_within(t, left);
        Some(match t {
            Type::Set(t) => Type::Set(Box::new(inner(t)?)),
            Type::Bag(t) => Type::Bag(Box::new(inner(t)?)),
            Type::List(t) => Type::List(Box::new(inner(t)?)),
            Type::Map(k, v) => Type::Map(Box::new(inner(k)?), Box::new(inner(v)?)),
            Type::Tuple(ts) => Type::Tuple(ts.iter().map(inner).collect::<Option<_>>()?),
            Type::Function(ps, r) => {
                let ps = ps.iter().map(&mut inner).collect::<Option<_>>()?;
                Type::Function(ps, Box::new(inner(r)?))
            }
            _ => t.clone(),
        })
    }

    /// Makes two types equal; false if they cannot be.
    pub fn unify(&mut self, a: &Type, b: &Type) -> bool {
        let (a, b) = (self.resolve(a), self.resolve(b));
        match (&a, &b) {
            (Type::Wrong, _) | (_, Type::Wrong) => true,
            (Type::Unknown(i), Type::Unknown(j)) if i == j => true,
            (Type::Unknown(i), t) | (t, Type::Unknown(i)) if t.mentions(*i) => false,
            (Type::Unknown(i), t) | (t, Type::Unknown(i)) => {
                self.known[*i as usize] = Some(t.clone());
                true
            }
            (Type::Set(a), Type::Set(b)) | (Type::Bag(a), Type::Bag(b)) | (Type::List(a), Type::List(b)) => {
                self.unify(a, b)
            }
            (Type::Map(a, c), Type::Map(b, d)) => self.unify(a, b) && self.unify(c, d),
            (Type::Tuple(a), Type::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.unify(a, b))
            }
            (Type::Function(a, r), Type::Function(b, s)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.unify(a, b)) && self.unify(r, s)
            }
            (a, b) => a == b,
        }
    }
}
