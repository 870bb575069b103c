//! Sets, bags, lists and maps.

use crate::value::{Int, OrdMap, OrdSet, Value, Vector};

/// The elements a binder runs through, in order: of a set, a bag (with copies), a list, or the keys of a map.
pub fn elements(v: &Value) -> Box<dyn Iterator<Item = Value> + '_> {
    match v {
        Value::Set(s) => Box::new(s.iter().cloned()),
        Value::Bag(b) => Box::new(b.iter().flat_map(|(v, n)| std::iter::repeat_n(v.clone(), *n as usize))),
        Value::List(l) => Box::new(l.iter().cloned()),
        Value::Map(m) => Box::new(m.keys().cloned()),
        _ => Box::new(std::iter::empty()),
    }
}

/// Whether an element is in a collection.
pub fn contains(v: &Value, x: &Value) -> bool {
    match v {
        Value::Set(s) => s.contains(x),
        Value::Bag(b) => b.contains_key(x),
        Value::List(l) => l.contains(x),
        Value::Map(m) => m.contains_key(x),
        _ => false,
    }
}

/// How many elements, with copies; the number of characters of a text.
pub fn size(v: &Value) -> u64 {
    match v {
        Value::Set(s) => s.len() as u64,
        Value::Bag(b) => b.values().fold(0, |n, more| n.saturating_add(*more)),
        Value::List(l) => l.len() as u64,
        Value::Map(m) => m.len() as u64,
        Value::Text(t) => t.chars().count() as u64,
        _ => 0,
    }
}

/// `S with x`
pub fn with(v: &Value, x: Value) -> Value {
    match v {
        Value::Set(s) => Value::Set(s.update(x)),
        Value::Bag(b) => {
            let n = b.get(&x).copied().unwrap_or(0);
            Value::Bag(b.update(x, n + 1))
        }
        other => other.clone(),
    }
}

/// `S without x`: one copy less, from a bag.
pub fn without(v: &Value, x: &Value) -> Value {
    match v {
        Value::Set(s) => Value::Set(s.without(x)),
        Value::Bag(b) => match b.get(x) {
            None => v.clone(),
            Some(1) => Value::Bag(b.without(x)),
            Some(n) => Value::Bag(b.update(x.clone(), n - 1)),
        },
        other => other.clone(),
    }
}

/// The four operators on two sets or bags.
#[derive(Clone, Copy, Debug)]
pub enum SetOp {
    /// In one or the other (bags: the copies of both together).
    Union,
    /// In both (bags: the smaller number of copies).
    Common,
    /// In the first but not the second (bags: that many copies fewer).
    Minus,
    /// In exactly one of the two sets.
    Flip,
}

/// `S union T` and its relatives.
pub fn combine(op: SetOp, a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Set(a), Value::Set(b)) => Value::Set(match op {
            SetOp::Union => a.clone().union(b.clone()),
            SetOp::Common => a.clone().intersection(b.clone()),
            SetOp::Minus => a.clone().relative_complement(b.clone()),
            SetOp::Flip => a.clone().symmetric_difference(b.clone()),
        }),
        (Value::Bag(a), Value::Bag(b)) => {
            let copies = |bag: &OrdMap<Value, u64>, v: &Value| bag.get(v).copied().unwrap_or(0);
            let keys: OrdSet<Value> = a.keys().chain(b.keys()).cloned().collect();
            let count = |v: &Value| match op {
                SetOp::Union => copies(a, v).saturating_add(copies(b, v)),
                SetOp::Common => copies(a, v).min(copies(b, v)),
                SetOp::Minus => copies(a, v).saturating_sub(copies(b, v)),
                SetOp::Flip => copies(a, v).abs_diff(copies(b, v)),
            };
            Value::Bag(
                keys.into_iter()
                    .map(|v| (count(&v), v))
                    .filter(|(n, _)| *n > 0)
                    .map(|(n, v)| (v, n))
                    .collect(),
            )
        }
        _ => a.clone(),
    }
}

/// The place of a list that a number means, counted from 1.
///
/// # Errors
/// A sentence when there is no such place.
pub fn place(list: &Vector<Value>, index: &Int) -> Result<usize, String> {
    match index.to_i64() {
        Some(0) => Err("places are counted from 1: there is no place 0".into()),
        Some(i) if i >= 1 && i as u64 <= list.len() as u64 => Ok(i as usize - 1),
        _ if list.is_empty() => Err(format!("there is no place {index}: there are none at all")),
        _ => Err(format!("there is no place {index}: the last one is {}", list.len())),
    }
}

/// `row[i]`
///
/// # Errors
/// A sentence when there is no such place or key.
pub fn index(v: &Value, i: &Value) -> Result<Value, String> {
    match (v, i) {
        (Value::List(l), Value::Int(n)) => Ok(l[place(l, n)?].clone()),
        (Value::Map(m), key) => m.get(key).cloned().ok_or_else(|| format!("the map has no key {key}")),
        _ => Err("only lists and maps have places".into()),
    }
}

/// `put(row, i, x)`
///
/// # Errors
/// A sentence when a list has no such place.
pub fn put(v: &Value, i: Value, x: Value) -> Result<Value, String> {
    match (v, i) {
        (Value::List(l), Value::Int(n)) => Ok(Value::List(l.update(place(l, &n)?, x))),
        (Value::Map(m), key) => Ok(Value::Map(m.update(key, x))),
        _ => Err("only lists and maps have places".into()),
    }
}

/// `indices(row)`: the places of a list, the keys of a map.
pub fn indices(v: &Value) -> Value {
    match v {
        Value::List(l) => Value::Set((1..=l.len() as i64).map(Value::int).collect()),
        Value::Map(m) => Value::Set(m.keys().cloned().collect()),
        _ => Value::Set(OrdSet::new()),
    }
}

/// `sort(row)`
pub fn sort(v: &Value) -> Value {
    let mut all: Vec<Value> = elements(v).collect();
    all.sort();
    Value::List(all.into_iter().collect())
}

/// The least (or largest) element, if there is any.
pub fn extreme(v: &Value, largest: bool) -> Option<Value> {
    match v {
        Value::Set(s) if largest => s.get_max().cloned(),
        Value::Set(s) => s.get_min().cloned(),
        Value::Bag(b) if largest => b.keys().max().cloned(),
        Value::Bag(b) => b.keys().min().cloned(),
        _ if largest => elements(v).max(),
        _ => elements(v).min(),
    }
}
