//! The native functions of numbers, texts and collections.

use super::each::{extreme, sum};
use super::nim;
use super::value::{Result, Value, int, mistake, nonsense};
use super::world::World;
use fairgame::syntax::ast::BinaryOp;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// The value of a native function; those of cells and edges are elsewhere.
pub(crate) fn call(world: &World, name: &str, args: Vec<Value>) -> Result<Value> {
    world.tick()?;
    match (name, args.as_slice()) {
        ("bag", _) => {
            let mut bag = BTreeMap::new();
            args.into_iter().for_each(|v| *bag.entry(v).or_insert(0) += 1);
            Ok(Value::Bag(bag))
        }
        ("abs", [Value::Int(n)]) => Ok(int(n.magnitude().clone())),
        ("min" | "max", [Value::Int(_), _, ..]) => extreme(name == "max", args),
        ("min" | "max", [one]) => extreme(name == "max", one.elements()?),
        ("sum", [one]) => sum(one.elements()?),
        ("nimtimes" | "nimpower", [Value::Int(a), Value::Int(b)]) => {
            let (a, b) = (nim::small(a)?, nim::small(b)?);
            Ok(int(if name == "nimtimes" { nim::times(a, b) } else { nim::power(a, b) }))
        }
        ("niminverse", [Value::Int(a)]) => match nim::small(a)? {
            0 => mistake("cannot-compute"),
            a => Ok(int(nim::root_of(|b| nim::times(a, b) == 1)?)),
        },
        ("nimsqrt", [Value::Int(a)]) => {
            let a = nim::small(a)?;
            Ok(int(nim::root_of(|b| nim::times(b, b) == a)?))
        }
        ("nimsum", [one]) => one.elements()?.into_iter().try_fold(int(0), |total, v| {
            let (a, b) = (total.into_int()?, v.into_int()?);
            if b < BigInt::ZERO { mistake("cannot-compute") } else { Ok(Value::Int(a ^ b)) }
        }),
        ("size", [Value::Text(t)]) => Ok(int(t.chars().count())),
        ("size", [one]) => Ok(int(one.elements()?.len())),
        ("least" | "largest", [one]) => {
            let mut all = one.elements()?;
            all.sort();
            let found = if name == "least" { all.first() } else { all.last() };
            found.map_or_else(|| mistake("cannot-compute"), |v| Ok(v.clone()))
        }
        ("indices", [Value::List(l)]) => Ok(Value::Set((1..=l.len()).map(int).collect())),
        ("indices", [Value::Map(m)]) => Ok(Value::Set(m.keys().cloned().collect())),
        ("put", [Value::List(l), Value::Int(i), x]) => {
            let mut l = l.clone();
            let i = index(&l, i)?;
            l[i] = x.clone();
            Ok(Value::List(l))
        }
        ("put", [Value::Map(m), k, x]) => {
            let mut m = m.clone();
            m.insert(k.clone(), x.clone());
            Ok(Value::Map(m))
        }
        ("sort", [one]) => {
            let mut all = one.elements()?;
            all.sort();
            Ok(Value::List(all))
        }
        ("reverse", [one]) => {
            let mut all = one.elements()?;
            all.reverse();
            Ok(Value::List(all))
        }
        ("repeat", [Value::Text(t), Value::Int(n)]) => match usize::try_from(n) {
            Ok(n) if n < 10_000 => Ok(Value::Text(t.repeat(n))),
            Ok(_) => Err(super::value::Fail::TooMuch),
            Err(_) => mistake("cannot-compute"),
        },
        ("repeat", [Value::List(row), Value::Int(n)]) => {
            let times = usize::try_from(n).unwrap_or(0);
            match times.saturating_mul(row.len()) < 10_000 {
                true => Ok(Value::List((0..times).flat_map(|_| row.clone()).collect())),
                false => Err(super::value::Fail::TooMuch),
            }
        }
        ("letters", [Value::Text(t)]) => {
            Ok(Value::List(t.chars().map(|c| Value::Text(c.to_string())).collect()))
        }
        ("join", [texts]) => joined(texts, ""),
        ("join", [texts, Value::Text(between)]) => joined(texts, between),
        ("mex", [one]) => {
            let all = one.elements()?;
            Ok(int((0..).find(|n| !all.contains(&int(*n))).unwrap_or(0)))
        }
        ("bmex", [one]) => Ok(int(i32::from(one.contains(&int(0))?))),
        (_, [Value::Position(_), ..]) => super::questions::ask(world, name, &args),
        _ => nonsense(format!("{name} of {args:?}")),
    }
}

fn joined(texts: &Value, between: &str) -> Result<Value> {
    let texts: Vec<String> = texts.elements()?.iter().map(Value::plain).collect();
    Ok(Value::Text(texts.join(between)))
}

/// A place in a list, counted from 1, as Rust counts.
fn index(list: &[Value], i: &BigInt) -> Result<usize> {
    match usize::try_from(i) {
        Ok(i) if (1..=list.len()).contains(&i) => Ok(i - 1),
        _ => mistake("no-such-place"),
    }
}

/// `row[i]`, `m[key]`
pub(crate) fn place(value: &Value, i: &Value) -> Result<Value> {
    match (value, i) {
        (Value::List(l), Value::Int(i)) => Ok(l[index(l, i)?].clone()),
        (Value::Tuple(t), Value::Int(i)) => Ok(t[index(t, i)?].clone()),
        (Value::Text(t), Value::Int(i)) => {
            let letters: Vec<Value> = t.chars().map(|c| Value::Text(c.to_string())).collect();
            Ok(letters[index(&letters, i)?].clone())
        }
        (Value::Map(m), key) => m.get(key).map_or_else(|| mistake("no-such-place"), |v| Ok(v.clone())),
        _ => nonsense(format!("{value:?} has no places")),
    }
}

/// `row[lo..hi]`, `w[lo..]`: the entries at those places, each of which must be there.
pub(crate) fn slice(value: &Value, lo: BigInt, hi: Option<BigInt>) -> Result<Value> {
    let whole = match value {
        Value::Text(t) => t.chars().map(|c| Value::Text(c.to_string())).collect(),
        other => other.elements()?,
    };
    let hi = hi.unwrap_or_else(|| whole.len().into());
    let mut part = vec![];
    let mut i = lo;
    while i <= hi {
        part.push(whole[index(&whole, &i)?].clone());
        i += 1;
    }
    match value {
        Value::Text(_) => joined(&Value::List(part), ""),
        _ => Ok(Value::List(part)),
    }
}

/// The operators of sets and bags.
pub(crate) fn collect(op: BinaryOp, left: Value, right: Value) -> Result<Value> {
    match (left, op, right) {
        (Value::Set(mut s), BinaryOp::With, x) => {
            s.insert(x);
            Ok(Value::Set(s))
        }
        (Value::Set(mut s), BinaryOp::Without, x) => {
            s.remove(&x);
            Ok(Value::Set(s))
        }
        (Value::Bag(b), BinaryOp::With, x) => {
            Ok(Value::Bag(merged(&b, &BTreeMap::from([(x, 1)]), |a, b| a + b)))
        }
        (Value::Bag(b), BinaryOp::Without, x) => {
            Ok(Value::Bag(merged(&b, &BTreeMap::from([(x, 1)]), usize::saturating_sub)))
        }
        (Value::Set(s), op, Value::Set(t)) => Ok(Value::Set(sets(op, &s, &t)?)),
        (Value::Bag(s), BinaryOp::Union, Value::Bag(t)) => Ok(Value::Bag(merged(&s, &t, |a, b| a + b))),
        (Value::Bag(s), BinaryOp::Common, Value::Bag(t)) => Ok(Value::Bag(merged(&s, &t, usize::min))),
        (Value::Bag(s), BinaryOp::SetMinus, Value::Bag(t)) => {
            Ok(Value::Bag(merged(&s, &t, usize::saturating_sub)))
        }
        (left, op, right) => nonsense(format!("{left:?} {op:?} {right:?}")),
    }
}

fn sets(op: BinaryOp, s: &BTreeSet<Value>, t: &BTreeSet<Value>) -> Result<BTreeSet<Value>> {
    Ok(match op {
        BinaryOp::Union => s.union(t).cloned().collect(),
        BinaryOp::Common => s.intersection(t).cloned().collect(),
        BinaryOp::SetMinus => s.difference(t).cloned().collect(),
        BinaryOp::Flip => s.symmetric_difference(t).cloned().collect(),
        other => return nonsense(format!("{other:?} of sets")),
    })
}

fn merged(
    s: &BTreeMap<Value, usize>,
    t: &BTreeMap<Value, usize>,
    how: impl Fn(usize, usize) -> usize,
) -> BTreeMap<Value, usize> {
    let keys: BTreeSet<&Value> = s.keys().chain(t.keys()).collect();
    let count = |of: &BTreeMap<Value, usize>, k: &Value| of.get(k).copied().unwrap_or(0);
    let all = keys.into_iter().map(|k| (k.clone(), how(count(s, k), count(t, k))));
    all.filter(|(_, n)| *n > 0).collect()
}
