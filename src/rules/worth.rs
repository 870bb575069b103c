//! What positions are worth in sums under normal play, where that is not always a nim-value.

use super::{Kind, Mistake, Stop};
use crate::diagnostic::Diagnostic;
use crate::engine::Meter;
use crate::value::Int;
use std::collections::BTreeSet;

/// What a position is worth in sums.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Worth {
    /// It plays like a nim-heap of this size.
    Nim(Int),
    /// Infinity: with the values that are reachable from it by a move.
    Infinite(BTreeSet<Int>),
    /// The player to move has won by a `wins when`, whatever lies beside it.
    Won,
    /// Moves of one player only: no nim-heap.
    Partizan,
    /// Not decided by the positions looked at.
    Open,
}

impl Worth {
    /// As text: `6`, `∞{0, 2}`; none where it is worth no nim-heap.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            Worth::Nim(v) => Some(v.to_string()),
            Worth::Infinite(k) => {
                let k: Vec<String> = k.iter().map(ToString::to_string).collect();
                Some(format!("∞{{{}}}", k.join(", ")))
            }
            Worth::Won | Worth::Partizan | Worth::Open => None,
        }
    }
}

/// What a question could not decide within the bound.
pub(super) fn left_open(meter: &Meter, what: &str) -> Stop {
    let bound = meter.budget().bound;
    let larger = match bound.saturating_mul(10) {
        n if n % 1_000_000 == 0 => format!("{}M", n / 1_000_000),
        n => n.to_string(),
    };
    let mut title: String = what.chars().take(1).flat_map(char::to_uppercase).collect();
    title.extend(what.chars().skip(1));
    let diagnostic =
        Diagnostic::error("left-open", format!("{title} is open: {bound} positions do not decide it"))
            .note("Positions get larger and larger here, and only those nearest were looked at.")
            .hint(format!("Would a larger bound help, such as `--bound {larger}`?"))
            .hint(
                "If they get no larger than you know, would a type that says so help, such as `n: 0..5000`?",
            );
    Stop::Mistake(Box::new(Mistake { diagnostic, kind: Kind::NoNumber("open") }))
}
