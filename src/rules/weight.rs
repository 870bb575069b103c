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

/// The size of a position as a reader sees it: numbers count themselves, sets their elements.
pub(super) fn size(p: &GamePosition) -> u64 {
    let state = p.args.iter().zip(&p.game.is_rule).filter(|(_, rule)| !**rule);
    state.map(|(v, _)| value_size(v)).sum()
}

fn value_size(v: &Value) -> u64 {
    match v {
        Value::Int(n) => n.abs().to_u64().unwrap_or(u64::MAX >> 8),
        Value::Set(s) => s.iter().map(|v| 1 + value_size(v) / 8).sum(),
        Value::Bag(b) => b.iter().map(|(v, n)| n * (1 + value_size(v))).sum(),
        Value::List(l) => l.iter().map(|v| 1 + value_size(v)).sum(),
        Value::Map(m) => m.iter().map(|(_, v)| 1 + value_size(v)).sum(),
        Value::Tuple(t) => t.iter().map(value_size).sum(),
        Value::Drawing(d) => d.lives(),
        Value::Cell(c) => (c.row.unsigned_abs() + c.col.unsigned_abs()).into(),
        _ => 1,
    }
}
