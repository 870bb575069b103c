//! Plays in other words: `play Pile from 5: take 2, take 3`, `play Pile(5) -> Pile(3)`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[from_number, by_positions];

/// `play Pile from 5: take 2, take 3`
fn from_number(p: &Phrase) -> Option<Diagnostic> {
    let from = p.w(0) == "play"
        && p.is_name(1)
        && matches!(p.w(2), "from" | "with" | "starting" | "at")
        && p.is_number(p.find(2, |k| p.is_number(k))?);
    let number = p.find(2, |k| p.is_number(k)).filter(|&k| from && k <= 4)?;
    let start = format!("{}({})", p.w(1), p.w(number));
    let found =
        p.error("missing-parentheses", "A position has its numbers in parentheses", p.over(1, number + 1));
    let found = found.hint(meant(&start)).replace(p.over(1, number + 1), start);
    let moves = (number + 1..p.len()).filter(|&k| p.is_name(k) && p.is_number(k + 1));
    Some(moves.fold(found, |d, k| d.replace(p.over(k, k + 2), format!("{}({})", p.w(k), p.w(k + 1)))))
}

/// `play Pile(5) -> Pile(3) -> Pile(0)`, `play Pile(5): Pile(3), Pile(0)`: only the rules say which move leads there.
fn by_positions(p: &Phrase) -> Option<Diagnostic> {
    let close = p.closing(2).filter(|_| p.w(0) == "play" && p.is_name(1) && p.w(2) == "(")?;
    let sign = matches!(p.w(close + 1), "->" | "→" | "=>" | "," | ":");
    let next = close + 2;
    let again = p.w(next) == p.w(1) && p.w(next + 1) == "(";
    let found = p.error(
        "missing-colon",
        "A play tells the moves, not the positions",
        p.over(next.min(p.len() - 1), p.closing(next + 1)? + 1),
    );
    let hint = format!("Which move leads there, as in `play {}: take(1)`?", p.text(1, close + 1));
    (sign && again).then(|| found.hint(hint))
}
