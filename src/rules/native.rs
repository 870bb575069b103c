//! Operators and native functions on general values.

use super::Stop;
use crate::builtin::board::{self, Cells};
use crate::builtin::{collection, components, drawing, number};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Game};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::value::{Drawing, Int, Position, TooBig, Value};

/// A mistake at a place, said in a sentence.
pub(super) fn wrong(span: Span, code: &'static str, why: &str) -> Stop {
    let mut title: String = why.chars().take(1).flat_map(char::to_uppercase).collect();
    title.extend(why.chars().skip(1));
    Stop::mistake(Diagnostic::error(code, title).at(span, ""))
}

/// Arithmetic on numbers.
pub(super) fn arithmetic(op: BinaryOp, x: &Int, y: &Int) -> Result<Int, String> {
    let too_big = |TooBig| "this number would have more than a million digits".to_string();
    match op {
        BinaryOp::Add => Ok(x.add(y)),
        BinaryOp::Subtract => Ok(x.subtract(y)),
        BinaryOp::Multiply => x.multiply(y).map_err(too_big),
        BinaryOp::Divide => x.divide(y).ok_or_else(|| format!("{x} cannot be divided by 0")),
        BinaryOp::Mod => x.modulo(y).ok_or_else(|| format!("{x} mod 0 has no meaning")),
        BinaryOp::Power if y.is_negative() => Err(format!("{x}^{y} is not a whole number")),
        BinaryOp::Power => x.power(y).map_err(too_big),
        BinaryOp::Xor => x.xor(y).ok_or_else(|| "the nim-sum `xor` is for natural numbers".to_string()),
        _ => unreachable!("not arithmetic"),
    }
}

/// A native function that asks nothing about positions.
pub(super) fn call(f: Builtin, args: &[Value]) -> Result<Value, String> {
    use Builtin as B;
    let of_nothing = || format!("{} of nothing at all", f.name());
    Ok(match (f, args) {
        (B::Abs, [Value::Int(n)]) => Value::Int(n.abs()),
        (B::Min | B::Max, [one]) => collection::extreme(one, f == B::Max).ok_or_else(of_nothing)?,
        (B::Min, many) => many.iter().min().cloned().ok_or_else(of_nothing)?,
        (B::Max, many) => many.iter().max().cloned().ok_or_else(of_nothing)?,
        (B::Total, [v]) => total(v)?,
        (B::NimTimes, [Value::Int(a), Value::Int(b)]) => Value::Int(number::times(a, b)?),
        (B::NimInverse, [Value::Int(a)]) => Value::Int(number::inverse(a)?),
        (B::NimPower, [Value::Int(a), Value::Int(e)]) => Value::Int(number::power(a, e)?),
        (B::NimRoot, [Value::Int(a)]) => Value::Int(number::root(a)?),
        (B::NimSum, [v]) => nim_sum(v)?,
        (B::Connected, [edges, v]) => components::connected(edges, v),
        (B::Drawing, [Value::Text(t)]) => Value::Drawing(Drawing::read(t)?),
        (B::Curves, [Value::Drawing(d), Value::Int(lives)]) => curves(d, lives)?,
        (B::Lands, [Value::Drawing(d)]) => Value::List(d.lands().map(Value::Drawing).collect()),
        (B::Lives, [Value::Drawing(d)]) => Value::int(d.lives() as i64),
        (B::Size, [v]) => Value::int(collection::size(v) as i64),
        (B::Least, [v]) => collection::extreme(v, false).ok_or_else(of_nothing)?,
        (B::Largest, [v]) => collection::extreme(v, true).ok_or_else(of_nothing)?,
        (B::Indices, [v]) => collection::indices(v),
        (B::Put, [v, i, x]) => collection::put(v, i.clone(), x.clone())?,
        (B::Sort, [v]) => collection::sort(v),
        (B::Reverse, [Value::List(l)]) => Value::List(l.iter().rev().cloned().collect()),
        (B::Board, [Value::Text(t)]) => from_cells(&board::board(t)?),
        (B::Touching, [Value::Cell(p)]) => Value::Set(board::touching(*p).map(Value::Cell).collect()),
        (B::Islands, [v]) => Value::Set(board::islands(&cells(v)).iter().map(from_cells).collect()),
        (B::Ray, [Value::Cell(p), Value::Tuple(step), on]) => ray(*p, step, on)?,
        (B::Turned, [v]) => from_cells(&board::turned(&cells(v))),
        (B::Mirrored, [v]) => from_cells(&board::mirrored(&cells(v))),
        (B::Shifted, [v]) => from_cells(&board::shifted(&cells(v))),
        (B::Repeat, [Value::Text(t), Value::Int(n)]) => repeat(t, n)?,
        (B::Letters, [Value::Text(t)]) => {
            Value::List(t.chars().map(|c| Value::text(c.to_string())).collect())
        }
        (B::Join, [texts]) => join(texts, ""),
        (B::Join, [texts, Value::Text(between)]) => join(texts, between),
        (B::Mex, [v]) => mex(v),
        (B::BooleanMex, [v]) => Value::int(collection::contains(v, &Value::int(0)).into()),
        _ => unreachable!("arguments are checked: {}", f.name()),
    })
}

fn total(v: &Value) -> Result<Value, String> {
    // There may be more copies in a bag than anybody could go through.
    if let Value::Bag(b) = v
        && b.keys().all(|x| matches!(x, Value::Int(_)))
    {
        let mut sum = Int::from(0);
        for (x, copies) in b {
            let (Value::Int(x), Ok(copies)) = (x, i64::try_from(*copies)) else { continue };
            sum = sum.add(&arithmetic(BinaryOp::Multiply, x, &Int::from(copies))?);
        }
        return Ok(Value::Int(sum));
    }
    let mut numbers = Int::from(0);
    let mut positions: Option<Position> = None;
    for x in collection::elements(v) {
        match x {
            Value::Int(n) => numbers = numbers.add(&n),
            Value::Position(p) => positions = Some(positions.unwrap_or_default().plus(&p)),
            _ => {}
        }
    }
    Ok(positions.map_or(Value::Int(numbers), Value::Position))
}

fn nim_sum(v: &Value) -> Result<Value, String> {
    let mut total = Int::from(0);
    for x in collection::elements(v) {
        if let Value::Int(n) = x {
            total = total.xor(&n).ok_or_else(|| format!("a nim-sum is of natural numbers, not {n}"))?;
        }
    }
    Ok(Value::Int(total))
}

fn mex(v: &Value) -> Value {
    let mut least = Int::from(0);
    for x in collection::elements(&collection::sort(v)) {
        match x {
            Value::Int(n) if n == least => least = least.add(&Int::from(1)),
            _ => {}
        }
    }
    Value::Int(least)
}

fn join(texts: &Value, between: &str) -> Value {
    Value::text(collection::elements(texts).map(|t| t.plain()).collect::<Vec<_>>().join(between))
}

fn repeat(t: &str, n: &Int) -> Result<Value, String> {
    if *n < Int::from(0) {
        return Err(format!("a text cannot be repeated {n} times"));
    }
    let n = n.to_u64().filter(|n| n.saturating_mul(t.len() as u64) <= 10_000_000);
    n.map(|n| Value::text(t.repeat(n as usize)))
        .ok_or_else(|| "a text repeated so often is too long".to_string())
}

fn curves(d: &Drawing, lives: &Int) -> Result<Value, String> {
    let most = drawing::MOST_LIVES;
    let lives = lives.to_u64().and_then(|l| u8::try_from(l).ok()).filter(|l| *l <= most);
    let lives = lives.ok_or_else(|| format!("a new spot has 0 to {most} lives"))?;
    Ok(Value::Set(drawing::curves(d, lives)?.into_iter().map(Value::Drawing).collect()))
}

fn ray(p: crate::value::Cell, step: &[Value], on: &Value) -> Result<Value, String> {
    let small = |v: Option<&Value>| v.and_then(Value::as_i64).and_then(|n| i32::try_from(n).ok());
    match (small(step.first()), small(step.get(1))) {
        (Some(rows), Some(cols)) => {
            let is_on = |c: &crate::value::Cell| collection::contains(on, &Value::Cell(*c));
            Ok(from_cells(&board::ray(p, (rows, cols), is_on)))
        }
        _ => Err("a step of a ray is a pair of small numbers".into()),
    }
}

/// The cells in a set of cells.
pub(super) fn cells(v: &Value) -> Cells {
    collection::elements(v).filter_map(|x| if let Value::Cell(c) = x { Some(c) } else { None }).collect()
}

fn from_cells(cells: &Cells) -> Value {
    Value::Set(cells.iter().copied().map(Value::Cell).collect())
}

/// Where a vertex of a graph leads, as a list in the order written.
pub(super) fn successors(game: &Game, vertex: &Value) -> Value {
    let Some(graph) = &game.graph else { unreachable!("only graphs have successors") };
    let name = vertex.to_string();
    let arcs = graph.vertices.iter().position(|v| *v == name).map_or(&[][..], |i| &graph.arcs[i]);
    let value = |i: &u32| match vertex {
        Value::Int(_) => Value::int(graph.vertices[*i as usize].parse().unwrap_or(0)),
        _ => Value::Case(*i, graph.vertices.clone()),
    };
    Value::List(arcs.iter().map(value).collect())
}
