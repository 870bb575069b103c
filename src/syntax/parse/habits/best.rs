//! Winning moves in words: `take(3) wins Nim(3)`, `Nim(3) is N by take(3)`, `best move of Nim(3) is take(3)`.

use super::phrase::{Phrase, Way};
use crate::diagnostic::Diagnostic;

pub(super) const WAYS: &[Way] = &[move_wins, won_by, best_move, player_wins];

/// The claim that a move wins a position, in the words of the language.
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

/// `expect player 1 wins Nim(3)`, `expect the second player wins Nim(3)`
fn player_wins(p: &Phrase) -> Option<Diagnostic> {
    let wins = p.find(1, |k| matches!(p.w(k), "wins" | "win")).filter(|_| p.w(0) == "expect")?;
    let outcome = match p.text(1, wins).trim_start_matches("the ").to_lowercase().as_str() {
        "player 1" | "first player" | "player one" | "first" | "next player" => "N",
        "player 2" | "second player" | "player two" | "second" | "previous player" => "P",
        _ => return None,
    };
    let from = wins + 1 + usize::from(matches!(p.w(wins + 1), "in" | "from" | "at"));
    let end = p.find(from, |k| matches!(p.w(k), "for" | "under")).unwrap_or(p.len());
    let found = p.error("is-what", "`is` says who wins a position", p.over(1, end));
    let found = found.note("P: the player to move loses. N: the player to move wins.");
    p.w(from)
        .starts_with(char::is_uppercase)
        .then(|| found.instead(p.over(1, end), format!("{} is {outcome}", p.text(from, end))))
}
