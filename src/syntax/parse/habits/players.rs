//! Moves as rule books tell them: a player before the verb, where the move leads before its name, `from` and `to` inside
//! the choices.

use super::amounts::opens_a_sentence;
use super::choosing::labels;
use super::phrase::{Phrase, Way, meant};
use super::spoken::alien_lines;
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[target_before_label, from_and_to, subject_before_verb];

/// `move to Pile(n - k) by take(k in 1..n)`
fn target_before_label(p: &Phrase) -> Option<Diagnostic> {
    (2..p.len()).filter(|&i| p.is_game() && p.w(i) == "move" && p.w(i + 1) == "to").find_map(|i| {
        let end = p.clause_end(i);
        let by =
            p.find(i + 2, |k| matches!(p.w(k), "by" | "via" | "through" | "with" | "using" | "after"))?;
        let called = p.is_name(by + 1) && p.w(by + 2) == "(" && by + 1 < end;
        let text = format!("{} to {}", p.text(by + 1, end), p.text(i + 2, by));
        let found = p.error("missing-move-name", "The name of a move comes first", p.over(i + 1, by + 1));
        called.then(|| found.instead(p.over(i + 1, end), text))
    })
}

/// `move slide(from c in s to d in 0..<c) to A`
fn from_and_to(p: &Phrase) -> Option<Diagnostic> {
    labels(p).find_map(|label| {
        let open = label + 1;
        let close = p.closing(open).filter(|_| p.w(open) == "(")?;
        let from = open + 1 + usize::from(p.w(open + 1) == "from");
        let choice = |k: usize| p.is_name(k) && matches!(p.w(k + 1), "in" | "∈");
        let to = p.find(from, |k| matches!(p.w(k), "to" | "onto" | "into") && choice(k + 1));
        let to = to.filter(|&to| choice(from) && to < close)?;
        let found = p.error("missing-comma", "Choices are separated by commas", p.span(to));
        let found = found.hint(meant(&format!("{}, {} in", p.text(from, to), p.w(to + 1))));
        let found = found.replace(p.between(to - 1, to + 1), ", ");
        Some(if from > open + 1 { found.replace(p.between(open, from), "") } else { found })
    })
}

/// `the player may take(k in 1..3) to A`, `on your turn take k in 1..3 where k <= n to A`
fn subject_before_verb(p: &Phrase) -> Option<Diagnostic> {
    alien_lines(p).into_iter().find_map(|(start, line)| {
        let verb =
            (start..line).find(|&k| !opens_a_sentence(p.w(k))).filter(|&k| k > start && p.is_name(k))?;
        let end = p.clause_end(verb);
        let to = p.find(verb + 1, |k| p.w(k) == "to").filter(|&k| k < end)?;
        let choices = if p.w(verb + 1) == "(" { p.closing(verb + 1)? + 1 } else { to };
        let bare = choices == to && p.is_name(verb + 1) && matches!(p.w(verb + 2), "in" | "∈" | "=");
        let guarded = matches!(p.w(choices), "where" | "to");
        let name = p.w(verb);
        let text = match (bare, p.w(verb + 1)) {
            (true, _) => format!("move {name}({}) ", p.text(verb + 1, to)),
            (_, "(" | "where" | "to") if guarded => format!("move {} ", p.text(verb, to)),
            _ => return None,
        };
        let found = p.error("missing-move", "A move begins with the word `move`", p.over(start, verb + 1));
        Some(found.hint(meant(text.trim())).replace(p.over(start, to).to(p.before(to)), text))
    })
}
