//! The native functions of cells and of edges.

use super::eval::small_cell;
use super::value::{Fail, Result, Value, nonsense};
use num_traits::ToPrimitive;
use std::collections::BTreeSet;

type Cells = BTreeSet<(i64, i64)>;

/// The value of a native function of cells or edges; none if it is another function.
pub(crate) fn call(name: &str, args: &[Value]) -> Option<Result<Value>> {
    Some(match (name, args) {
        ("board", [Value::Int(rows), Value::Int(cols)]) => {
            let (rows, cols) = (i64::try_from(rows).unwrap_or(0), i64::try_from(cols).unwrap_or(0));
            let all = (1..=rows).flat_map(|r| (1..=cols).map(move |c| super::eval::small_cell(r, c)));
            Ok(Value::Set(all.collect()))
        }
        ("board", [Value::Text(text)]) => Ok(set(&board(text))),
        ("touching", [p]) => place(p).map(|p| set(&touching(p).into_iter().collect())),
        ("islands", [s]) => cells(s).map(|s| Value::Set(islands(s).iter().map(set).collect())),
        ("ray", [p, step, s]) => ray(p, step, s),
        ("turned", [s]) => moved(s, |s, (row, col)| {
            let (top, left, bottom, _) = around(s);
            (top + col - left, left + bottom - row)
        }),
        ("mirrored", [s]) => moved(s, |s, (row, col)| {
            let (_, left, _, right) = around(s);
            (row, left + right - col)
        }),
        ("shifted", [s]) => moved(s, |s, (row, col)| {
            let (top, left, _, _) = around(s);
            (row - top + 1, col - left + 1)
        }),
        ("connected", [edges, v]) => connected(edges, v),
        _ => return None,
    })
}

fn place(p: &Value) -> Result<(i64, i64)> {
    let (row, col) = p.clone().into_cell()?;
    row.to_i64().zip(col.to_i64()).ok_or(Fail::TooMuch)
}

fn cells(s: &Value) -> Result<Cells> {
    s.elements()?.iter().map(place).collect()
}

fn set(cells: &Cells) -> Value {
    Value::Set(cells.iter().map(|(row, col)| small_cell(*row, *col)).collect())
}

fn board(text: &str) -> Cells {
    let rows = text.split(['|', '\n']).zip(1..);
    let marked = |(row, i): (&str, i64)| {
        let marks: Vec<(char, i64)> = row.chars().zip(1..).collect();
        marks.into_iter().filter(|(c, _)| *c == '.').map(move |(_, j)| (i, j)).collect::<Vec<_>>()
    };
    rows.flat_map(marked).collect()
}

fn touching((row, col): (i64, i64)) -> [(i64, i64); 4] {
    [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
}

fn islands(mut rest: Cells) -> Vec<Cells> {
    let mut found = vec![];
    while let Some(first) = rest.pop_first() {
        let mut island = Cells::from([first]);
        let mut open = vec![first];
        while let Some(p) = open.pop() {
            for q in touching(p) {
                if rest.remove(&q) {
                    island.insert(q);
                    open.push(q);
                }
            }
        }
        found.push(island);
    }
    found
}

fn ray(p: &Value, step: &Value, s: &Value) -> Result<Value> {
    let ((mut row, mut col), (down, right), s) = (place(p)?, place(step)?, cells(s)?);
    let mut met = Cells::new();
    if (down, right) != (0, 0) {
        loop {
            (row, col) = (row + down, col + right);
            if !s.contains(&(row, col)) {
                break;
            }
            met.insert((row, col));
        }
    }
    Ok(set(&met))
}

/// The first and last row and column: top, left, bottom, right.
fn around(s: &Cells) -> (i64, i64, i64, i64) {
    let rows = s.iter().map(|p| p.0);
    let cols = s.iter().map(|p| p.1);
    let (top, left) = (rows.clone().min().unwrap_or(0), cols.clone().min().unwrap_or(0));
    (top, left, rows.max().unwrap_or(0), cols.max().unwrap_or(0))
}

fn moved(s: &Value, how: impl Fn(&Cells, (i64, i64)) -> (i64, i64)) -> Result<Value> {
    let s = cells(s)?;
    Ok(set(&s.iter().map(|p| how(&s, *p)).collect()))
}

/// What an edge joins: the elements of a set, or the first two entries of a tuple.
fn ends(edge: &Value) -> Result<Vec<Value>> {
    match edge {
        Value::Set(vs) => Ok(vs.iter().cloned().collect()),
        Value::Tuple(vs) if vs.len() >= 2 => Ok(vs[..2].to_vec()),
        other => nonsense(format!("{other:?} is no edge")),
    }
}

fn connected(edges: &Value, v: &Value) -> Result<Value> {
    let mut rest = edges.elements()?;
    let mut reached = BTreeSet::from([v.clone()]);
    let mut found = BTreeSet::new();
    loop {
        let mut next = vec![];
        let mut grown = false;
        for edge in rest {
            let ends = ends(&edge)?;
            if ends.iter().any(|v| reached.contains(v)) {
                reached.extend(ends);
                found.insert(edge);
                grown = true;
            } else {
                next.push(edge);
            }
        }
        if !grown {
            return Ok(Value::Set(found));
        }
        rest = next;
    }
}
