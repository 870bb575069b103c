//! Positions with a nim-value, under normal and under misère play.

use super::phrases::{headline, rests_on, winning};
use crate::answer::{MisereAnswer, PositionAnswer};
use crate::layout::{Look, Paint, clean, shorten, width, wrap};

pub(super) fn position(p: &PositionAnswer, statement: &str, look: &Look) -> String {
    let mut out = heading(&p.position, p.picture.as_deref(), statement, look);
    let star = if p.value == "0" { "0".to_string() } else { format!("*{}", p.value) };
    out += &format!("  value    {}\n", shorten(&star, look.columns() - 11));
    out += &outcome_line("  outcome  ", outcome(&p.outcome, p.moves), look);
    out += &winning("  winning  ", &p.winning, p.winning_count.as_deref(), look);
    out + &rests_on(&p.rests_on, look)
}

pub(super) fn misere(p: &MisereAnswer, statement: &str, look: &Look) -> String {
    let mut out = heading(&p.position, p.picture.as_deref(), statement, look);
    let outcome = match (p.outcome.as_str(), p.moves) {
        ("N", 0) => "N, the next player wins: there is no move, and a player who cannot move wins",
        (kind, moves) => outcome(kind, moves),
    };
    out += &outcome_line("  misère   ", outcome, look);
    if let Some(genus) = &p.genus {
        let tame = if p.tame == Some(true) { "tame: it is played like Nim" } else { "wild" };
        out += &format!("  genus    {} ({tame})\n", shorten(genus, look.columns() - 40));
    }
    out += &winning("  winning  ", &p.winning, None, look);
    out + &rests_on(&p.rests_on, look)
}

/// The position and its picture.
fn heading(position: &str, picture: Option<&str>, statement: &str, look: &Look) -> String {
    let mut out = look.paint(Paint::Bold, &headline(position, statement, look)) + "\n";
    for line in picture.iter().flat_map(|picture| picture.lines()) {
        out += &format!("  {}\n", shorten(&clean(line), look.columns() - 2));
    }
    out
}

/// What an outcome means, behind its label; further lines begin below it.
fn outcome_line(label: &str, outcome: &str, look: &Look) -> String {
    let lines = wrap(outcome, look.columns(), &" ".repeat(width(label)));
    format!("{label}{}\n", look.with_outcome(lines.trim()))
}

fn outcome(outcome: &str, moves: usize) -> &'static str {
    match (outcome, moves) {
        ("P", 0) => "P, the previous player wins: there is no move",
        ("P", 1) => "P, the previous player wins: the only move loses",
        ("P", _) => "P, the previous player wins: every move loses",
        _ => "N, the next player wins",
    }
}
