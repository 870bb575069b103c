//! Claims and questions whose parts are said in another order: `expect draw(A)`, `expect under misere A is P`,
//! `misere(A) is P`, `expect A has period 4`, `table A, misere for n in 0..9`.

use super::phrase::{Phrase, Way};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] =
    &[misere_first, misere_between, misere_called, outcome_called, has_period, misere_column];

/// What can be read and is not right unless the rest of the text says so: `expect draw(A)`.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[outcome_called, misere_called];

const BEHIND: &str = "The rule of play comes at the end, after `under`";

/// `expect under misere Nim(1) is P`, `show under misere Nim(1)`
fn misere_first(p: &Phrase) -> Option<Diagnostic> {
    let asks = matches!(p.w(0), "expect" | "show" | "table" | "play") && p.w(1) == "under";
    let way = matches!(p.w(2), "misere" | "misère" | "normal").then(|| p.w(2))?;
    let found = p.error("misplaced-word", BEHIND, p.over(1, 3));
    let from = 3 + usize::from(matches!(p.w(3), "play" | "," | ":"));
    let text = format!("{} {} under {way}", p.w(0), p.text(from, p.len()));
    (asks && from < p.len()).then(|| found.instead(p.over(0, p.len()), text))
}

/// `expect Nim(1) under misere is P`
fn misere_between(p: &Phrase) -> Option<Diagnostic> {
    let under = p.find(1, |k| p.w(k) == "under").filter(|_| p.w(0) == "expect")?;
    let way = matches!(p.w(under + 1), "misere" | "misère" | "normal").then(|| p.w(under + 1))?;
    let is = (under + 2..under + 4).find(|&k| p.w(k) == "is")?;
    let text = format!("{} {} under {way}", p.text(0, under), p.text(is, p.len()));
    Some(p.error("misplaced-word", BEHIND, p.over(under, is)).instead(p.over(0, p.len()), text))
}

/// `expect misere(Nim(1)) is P`
fn misere_called(p: &Phrase) -> Option<Diagnostic> {
    let called = p.w(0) == "expect" && matches!(p.w(1), "misere" | "misère") && p.w(2) == "(";
    let close = p.closing(2).filter(|_| called && !p.view.text.contains("let mis"))?;
    let text = format!("expect {}{} under misere", p.text(3, close), after(p, close + 1));
    let found = p.error("misplaced-word", BEHIND, p.over(1, close + 1));
    (close + 1 < p.len()).then(|| found.instead(p.over(0, p.len()), text))
}

/// What is written from a token on, with a blank before it.
fn after(p: &Phrase, from: usize) -> String {
    if from < p.len() { format!(" {}", p.text(from, p.len())) } else { String::new() }
}

/// `expect draw(Clock(2))`, `expect losing(Nim(0))`
fn outcome_called(p: &Phrase) -> Option<Diagnostic> {
    let outcome = super::claims::outcome_of(p.w(1)).filter(|_| p.w(0) == "expect" && p.w(2) == "(")?;
    let close = p.closing(2)?;
    let ends = close + 1 == p.len() || p.w(close + 1) == "for";
    let is_defined = || p.view.text.contains(&format!("let {}(", p.w(1)));
    let found = p.error("missing-word", "An outcome follows `is`", p.over(1, close + 1));
    let text = format!("{} is {outcome}", p.text(3, close));
    (ends && !is_defined()).then(|| found.instead(p.over(1, close + 1), text))
}

/// `expect Nim(n) has period 4`, `expect period(Nim(n)) == 4`
fn has_period(p: &Phrase) -> Option<Diagnostic> {
    let called = p.w(1) == "period" && p.w(2) == "(";
    let (from, end) = match p.find(2, |k| matches!(p.w(k), "has" | "repeats")) {
        Some(has) if (has..p.len()).any(|k| p.w(k) == "period") => (1, has),
        _ if called => (3, p.closing(2)?),
        _ => return None,
    };
    let name = (from..end).find(|&k| p.is_name(k) && p.w(k).starts_with(char::is_lowercase));
    let sequence = match name {
        Some(k) => format!("{} for {}", p.text(from, end), p.w(k)),
        None => format!("{}(n) for n", p.text(from, end)),
    };
    let found = p.error("foreign-word", "`period` looks for a period and proves it", p.over(0, p.len()));
    (p.w(0) == "expect").then(|| found.instead(p.over(0, p.len()), format!("period {sequence}")))
}

/// `table Nim(n), misere for n in 0..9`, `show Nim(3), misere`
fn misere_column(p: &Phrase) -> Option<Diagnostic> {
    let asks = matches!(p.w(0), "table" | "show" | "expect");
    let word = |k: usize| p.w(k) == "," && matches!(p.w(k + 1), "misere" | "misère");
    let comma = p.find(1, word).filter(|_| asks)?;
    let ends = comma + 2 == p.len() || p.w(comma + 2) == "for";
    let found = p.error("misplaced-word", BEHIND, p.over(comma, comma + 2));
    let text = format!("{}{} under misere", p.text(0, comma), after(p, comma + 2));
    ends.then(|| found.instead(p.over(0, p.len()), text))
}
