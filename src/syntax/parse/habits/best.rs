//! Winning moves in words: `take(3) wins Nim(3)`, `Nim(3) is N by take(3)`, `best move of Nim(3) is take(3)`.

use super::phrase::{Phrase, Way};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[move_wins, won_by, best_move];

/// What is said of a move and a position: that the one wins the other.
fn said(p: &Phrase, (from, to): (usize, usize), position: (usize, usize), end: usize) -> Option<Diagnostic> {
    let called = p.is_name(from) && p.w(from).starts_with(char::is_lowercase);
    let whole = called && p.closing(from + 1) == to.checked_sub(1) && p.w(from + 1) == "(";
    let plain = (from..to).all(|k| p.view.token(k) != Some(crate::syntax::token::Token::Text));
    let place = p.w(position.0).starts_with(char::is_uppercase);
    let text = format!("\"{}\" in winning({})", p.text(from, to), p.text(position.0, position.1));
    let found = p.error("foreign-word", "`winning` lists the winning moves, as texts", p.over(1, end));
    (whole && plain && place).then(|| found.instead(p.over(1, end), text))
}

/// `expect take(3) wins Nim(3)`
fn move_wins(p: &Phrase) -> Option<Diagnostic> {
    let wins = p
        .find(1, |k| matches!(p.w(k), "wins" | "win" | "beats" | "solves"))
        .filter(|_| p.w(0) == "expect")?;
    let from = wins + 1 + usize::from(matches!(p.w(wins + 1), "in" | "from" | "at"));
    let end = p.find(from, |k| p.w(k) == "for").unwrap_or(p.len());
    said(p, (1, wins), (from, end), end)
}

/// `expect Nim(3) is N by take(3)`
fn won_by(p: &Phrase) -> Option<Diagnostic> {
    let is = p.find(1, |k| p.w(k) == "is").filter(|_| p.w(0) == "expect")?;
    let by = p.find(is, |k| matches!(p.w(k), "by" | "with" | "via" | "through"))?;
    let outcome = matches!(p.text(is + 1, by), "N" | "won" | "winning" | "a win");
    let end = p.find(by + 1, |k| p.w(k) == "for").unwrap_or(p.len());
    said(p, (by + 1, end), (1, is), end).filter(|_| outcome)
}

/// `expect best move of Nim(3) is take(3)`
fn best_move(p: &Phrase) -> Option<Diagnostic> {
    let best = 1 + usize::from(p.w(1) == "the");
    let word = matches!(p.w(best), "best" | "winning" | "right" | "correct")
        && matches!(p.w(best + 1), "move" | "moves");
    let from = best + 3;
    let of = matches!(p.w(best + 2), "of" | "in" | "from" | "for") && word && p.w(0) == "expect";
    let is = p.find(from, |k| matches!(p.w(k), "is" | "==" | "=")).filter(|_| of)?;
    let end = p.find(is + 1, |k| p.w(k) == "for").unwrap_or(p.len());
    said(p, (is + 1, end), (from, is), end)
}
