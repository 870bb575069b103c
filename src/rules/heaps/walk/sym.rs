//! Values that may depend on the pile.

use super::{Path, Result, Sym, Unseen};
use crate::rules::heaps::line::Line;
use crate::value::Value;

/// Ways that may meet: an element of a set may come from several of them.
pub(super) fn shared(mut all: Vec<(Path, Sym)>) -> Vec<(Path, Sym)> {
    for (path, _) in &mut all {
        path.shared = true;
    }
    all
}

/// Whether a variable takes few values.
pub(super) fn is_narrow(path: &Path, v: usize) -> bool {
    matches!(path.system.range(v), (Some(low), Some(high)) if high.saturating_sub(low) < 512)
}

pub(super) fn known(v: Value) -> Sym {
    Sym::Known(v)
}

/// A number as a line.
pub(super) fn line(x: &Sym) -> Result<Line> {
    match x {
        Sym::Line(l) => Ok(l.clone()),
        Sym::Known(v) => v.as_i64().filter(|x| x.unsigned_abs() < 1 << 40).map(Line::number).ok_or(Unseen),
        Sym::Position(..) | Sym::Parts(_) => Err(Unseen),
    }
}

pub(super) fn number(x: &Sym) -> Option<i64> {
    line(x).ok()?.as_number()
}

/// The variables that a value depends on.
pub(super) fn variables(x: &Sym) -> Vec<usize> {
    match x {
        Sym::Line(l) => l.variables().collect(),
        Sym::Parts(parts) => parts.iter().flat_map(variables).collect(),
        Sym::Known(_) | Sym::Position(..) => vec![],
    }
}

pub(super) fn of_line(l: Line) -> Sym {
    match l.as_number() {
        Some(n) => Sym::Known(Value::int(n)),
        None => Sym::Line(l),
    }
}

pub(super) fn substitute(x: &Sym, v: usize, by: &Line) -> Result<Sym> {
    Ok(match x {
        Sym::Line(l) => of_line(l.with(v, by).ok_or(Unseen)?),
        Sym::Parts(parts) => Sym::Parts(parts.iter().map(|x| substitute(x, v, by)).collect::<Result<_>>()?),
        other => other.clone(),
    })
}

pub(super) fn add(x: &Sym, y: &Sym) -> Result<Sym> {
    match (x, y) {
        (Sym::Position(h, p), Sym::Position(k, q)) if p.len() + q.len() <= 8 => {
            Ok(Sym::Position(h ^ k, p.iter().chain(q).cloned().collect()))
        }
        _ => Err(Unseen),
    }
}
