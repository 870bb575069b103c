//! Values as plain data. A cell and a pair of numbers are the same thing here: the language tells them apart only
//! where it complains, and all games compared are free of such complaints.

use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// A value. The order of the variants does not matter: only values of one type are ever compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Value {
    Int(BigInt),
    Bool(bool),
    /// Which of its enumeration, and its name.
    Case(usize, String),
    Text(String),
    /// Also a cell.
    Tuple(Vec<Value>),
    Set(BTreeSet<Value>),
    Bag(BTreeMap<Value, usize>),
    List(Vec<Value>),
    Map(BTreeMap<Value, Value>),
    /// A definition, by name.
    Function(String),
    Position(Position),
}

/// A sum, in the order written.
pub(crate) type Position = Vec<Part>;

/// One part of a sum.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Part {
    Heap(BigInt),
    /// Which game, its name, the arguments; whether its owners are forgotten.
    Game(usize, String, Vec<Value>, bool),
}

/// What may come of working something out instead of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Fail {
    /// The rules make a mistake.
    Mistake(&'static str),
    /// Not worth the time.
    TooMuch,
    /// The program is none: a name that is not known, a sum of sets.
    Nonsense(String),
}

pub(crate) type Result<T> = std::result::Result<T, Fail>;

pub(crate) fn nonsense<T>(why: impl Into<String>) -> Result<T> {
    Err(Fail::Nonsense(why.into()))
}

pub(crate) fn mistake<T>(why: &'static str) -> Result<T> {
    Err(Fail::Mistake(why))
}

pub(crate) fn int(n: impl Into<BigInt>) -> Value {
    Value::Int(n.into())
}

pub(crate) fn cell(row: &BigInt, col: &BigInt) -> Value {
    Value::Tuple(vec![Value::Int(row.clone()), Value::Int(col.clone())])
}

impl Value {
    pub(crate) fn into_int(self) -> Result<BigInt> {
        match self {
            Value::Int(n) => Ok(n),
            other => nonsense(format!("{other:?} is no number")),
        }
    }

    pub(crate) fn into_bool(self) -> Result<bool> {
        match self {
            Value::Bool(b) => Ok(b),
            other => nonsense(format!("{other:?} is no truth value")),
        }
    }

    pub(crate) fn into_position(self) -> Result<Position> {
        match self {
            Value::Position(p) => Ok(p),
            // A sum of nothing at all: which kind of nothing is seen only here.
            Value::Int(n) if n == BigInt::ZERO => Ok(vec![]),
            other => nonsense(format!("{other:?} is no position")),
        }
    }

    pub(crate) fn into_cell(self) -> Result<(BigInt, BigInt)> {
        if let Value::Tuple(parts) = &self
            && let [Value::Int(row), Value::Int(col)] = parts.as_slice()
        {
            return Ok((row.clone(), col.clone()));
        }
        nonsense(format!("{self:?} is no cell"))
    }

    /// What a binder runs through, in order: each copy in a bag by itself.
    pub(crate) fn elements(&self) -> Result<Vec<Value>> {
        Ok(match self {
            Value::Set(s) => s.iter().cloned().collect(),
            Value::Bag(b) => b.iter().flat_map(|(v, n)| std::iter::repeat_n(v.clone(), *n)).collect(),
            Value::List(l) => l.clone(),
            Value::Map(m) => m.keys().cloned().collect(),
            other => return nonsense(format!("{other:?} is no collection")),
        })
    }

    pub(crate) fn contains(&self, x: &Value) -> Result<bool> {
        Ok(match self {
            Value::Set(s) => s.contains(x),
            Value::Bag(b) => b.contains_key(x),
            Value::List(l) => l.contains(x),
            Value::Map(m) => m.contains_key(x),
            other => return nonsense(format!("{other:?} is no collection")),
        })
    }

    /// As a label or a text shows it.
    pub(crate) fn plain(&self) -> String {
        match self {
            Value::Text(t) => t.clone(),
            other => other.written(),
        }
    }

    /// As it can be typed.
    pub(crate) fn written(&self) -> String {
        match self {
            Value::Int(n) => n.to_string(),
            Value::Bool(b) => b.to_string(),
            Value::Case(_, name) | Value::Function(name) => name.clone(),
            Value::Text(t) => quoted(t),
            Value::Tuple(parts) => format!("({})", list(parts)),
            Value::Set(s) => format!("{{{}}}", list(s)),
            Value::Bag(_) => format!("bag({})", list(&self.elements().unwrap_or_default())),
            Value::List(l) => format!("[{}]", list(l)),
            Value::Map(m) => {
                let entry = |(k, v): (&Value, &Value)| format!("{} to {}", k.written(), v.written());
                format!("map({})", m.iter().map(entry).collect::<Vec<_>>().join(", "))
            }
            Value::Position(p) => written(p),
        }
    }
}

fn list<'v>(values: impl IntoIterator<Item = &'v Value>) -> String {
    values.into_iter().map(Value::written).collect::<Vec<_>>().join(", ")
}

/// A position as it can be typed.
pub(crate) fn written(p: &Position) -> String {
    if p.is_empty() {
        return "nothing".into();
    }
    p.iter().map(part_written).collect::<Vec<_>>().join(" + ")
}

pub(crate) fn part_written(part: &Part) -> String {
    match part {
        Part::Heap(k) => format!("*{k}"),
        Part::Game(_, name, args, false) => format!("{name}({})", list(args)),
        Part::Game(_, name, args, true) => format!("impartial {name}({})", list(args)),
    }
}

/// A text as it is typed: quotation marks and backslashes inside it stand behind a backslash.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
