//! Plays with comments on their moves, and what is expected.

use super::phrases::{POSITION_COLUMNS, rests_on};
use crate::answer::{ExpectAnswer, PlayAnswer, PlayStepAnswer};
use crate::layout::{
    Look, Paint, clean, counted, one_line, pad, shorten, shorten_position, start_of, width, wrap,
};

/// Said about a move that turns a win into a loss.
const GIVEN_AWAY: &str = "gives the win away";

pub(super) fn play(p: &PlayAnswer, look: &Look) -> String {
    let room = look.columns().min(POSITION_COLUMNS);
    let mut out = look.paint(Paint::Bold, &shorten_position(&clean(&p.start), room)) + "\n";
    let number = p.steps.len().to_string().len();
    let names: Vec<String> = p.steps.iter().map(|s| shorten(&clean(&s.name), room / 3)).collect();
    let column = names.iter().map(|n| width(n)).max().unwrap_or(0);
    let remarks = if p.steps.iter().any(|s| s.good == Some(false)) { 2 + width(GIVEN_AWAY) } else { 0 };
    let taken = column + number + 20 + remarks;
    let places: Vec<String> =
        p.steps.iter().map(|s| shorten_position(&clean(&s.to), room.saturating_sub(taken).max(24))).collect();
    let place_column = places.iter().map(|t| width(t)).max().unwrap_or(0);
    for (i, step) in p.steps.iter().enumerate() {
        let who = step.side.unwrap_or(if step.player == 1 { "first" } else { "second" });
        let line = format!(
            "  {:>number$}  {who:<6}  {}  ->  {}  {}",
            i + 1,
            pad(&names[i], column),
            pad(&places[i], place_column),
            remark(step, look),
        );
        out += line.trim_end();
        out.push('\n');
    }
    out + &wrap(&clean(&p.end), look.columns(), "  ") + &rests_on(&p.rests_on, look)
}

fn remark(step: &PlayStepAnswer, look: &Look) -> String {
    match step.good {
        Some(false) => look.paint(Paint::Warning, GIVEN_AWAY),
        _ => String::new(),
    }
}

/// `ok  expect Nim[1, 2, 3] is P`; nothing of a failure, which is rendered with its reasons.
pub(super) fn expectation(e: &ExpectAnswer, look: &Look) -> String {
    if !e.passed {
        return String::new();
    }
    let cases = match e.cases {
        1 => String::new(),
        n => format!("   ({})", counted(n, "case", "cases")),
    };
    let cases = if e.rests_on.is_empty() { cases } else { format!("{cases}   (rests on a checked claim)") };
    let room = look.columns().min(POSITION_COLUMNS).saturating_sub(4 + width(&cases)).max(12);
    let asked = one_line(&clean(&e.expectation));
    let asked = if width(&asked) > room { format!("{} ...", start_of(&asked, room - 4)) } else { asked };
    format!("{}  {asked}{}\n", look.paint(Paint::Good, "ok"), look.paint(Paint::Dim, &cases))
}
