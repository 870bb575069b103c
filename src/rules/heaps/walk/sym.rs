//! Values that may depend on the pile.

use super::{Path, Sym};
use crate::lowered::symbolic::{Seen, Unseen, of_form};
use crate::rules::heaps::line::Line;

/// Whether a variable takes few values.
pub(super) fn is_narrow(path: &Path, v: usize) -> bool {
    matches!(path.system.range(v), (Some(low), Some(high)) if high.saturating_sub(low) < 512)
}

/// A number as a line.
pub(super) fn line(x: &Sym) -> Seen<Line> {
    match x {
        Sym::Form(l) => Ok(l.clone()),
        Sym::Known(v) => v.as_i64().filter(|x| x.unsigned_abs() < 1 << 40).map(Line::number).ok_or(Unseen),
        Sym::Sum(_) | Sym::Parts(_) => Err(Unseen),
    }
}

/// The variables that a value depends on.
pub(super) fn variables(x: &Sym) -> Vec<usize> {
    match x {
        Sym::Form(l) => l.variables().collect(),
        Sym::Parts(parts) => parts.iter().flat_map(variables).collect(),
        Sym::Known(_) | Sym::Sum(_) => vec![],
    }
}

/// A value with a line in place of a variable.
pub(super) fn substitute(x: &Sym, v: usize, by: &Line) -> Seen<Sym> {
    Ok(match x {
        Sym::Form(l) => of_form(l.with(v, by).ok_or(Unseen)?),
        Sym::Parts(parts) => Sym::Parts(parts.iter().map(|x| substitute(x, v, by)).collect::<Seen<_>>()?),
        other => other.clone(),
    })
}
