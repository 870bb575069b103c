//! How large values are: in bytes, for budgets, and as positions, for "the smallest that shows it".

use crate::value::{GamePosition, Int, Value};

/// Roughly how many bytes a value takes.
pub(super) fn bytes(v: &Value) -> u64 {
    match v {
        Value::Set(s) => 64 + s.iter().map(bytes).sum::<u64>(),
        Value::Bag(b) => 64 + b.keys().map(|k| 8 + bytes(k)).sum::<u64>(),
        Value::List(l) => 64 + l.iter().map(bytes).sum::<u64>(),
        Value::Map(m) => 64 + m.iter().map(|(k, v)| bytes(k) + bytes(v)).sum::<u64>(),
        Value::Tuple(t) => 16 + t.iter().map(bytes).sum::<u64>(),
        Value::Int(Int::Big(n)) => 32 + n.bits() / 8,
        Value::Text(t) => 32 + t.len() as u64,
        Value::Drawing(d) => d.bytes(),
        _ => 32,
    }
}

/// The most that a size is: there is room above for what is added to it.
const MOST: u64 = u64::MAX >> 8;

/// The size of a position as a reader sees it: numbers count themselves, sets their elements, texts their letters.
pub(super) fn size(p: &GamePosition) -> u64 {
    let state = p.args.iter().zip(&p.game.is_rule).filter(|(_, rule)| !**rule);
    total(state.map(|(v, _)| value_size(v)))
}

/// The size of a value: 0 is what is empty or zero.
pub(super) fn value_size(v: &Value) -> u64 {
    match v {
        Value::Int(n) => n.abs().to_u64().map_or(MOST, |n| n.min(MOST)),
        Value::Set(s) => total(s.iter().map(|v| 1 + value_size(v) / 8)),
        Value::Bag(b) => total(b.iter().map(|(v, n)| n.saturating_mul(1 + value_size(v)))),
        Value::List(l) => total(l.iter().map(|v| 1 + value_size(v))),
        Value::Map(m) => total(m.iter().map(|(_, v)| 1 + value_size(v))),
        Value::Tuple(t) => total(t.iter().map(value_size)),
        Value::Drawing(d) => d.lives(),
        Value::Text(t) => t.chars().count() as u64,
        Value::Cell(c) => (c.row.unsigned_abs() + c.col.unsigned_abs()).into(),
        _ => 1,
    }
}

/// Sizes added up; numbers may be larger than any word.
fn total(sizes: impl Iterator<Item = u64>) -> u64 {
    sizes.fold(0, |sum: u64, size| sum.saturating_add(size).min(MOST))
}
