//! Answers as text for people, as CSV and as JSON for programs.

mod json;
mod markup;
mod rows;
mod standing;
mod studies;
mod table;
mod verdict;
mod why;
mod why_period;
mod why_standing;

pub use json::{
    CheckLine, DefinedLine, EntryLine, ExplainLine, GradeLine, LinkLine, LoweredLine, OpenedLine,
    SummaryLine, TriedLine, VerifyLine, answer_line, claim_line, json, verdict_line,
};
pub(crate) use markup::entity;
pub use markup::{html, latex, markdown};
pub use rows::{DataRows, RowFormat};
pub use table::TableText;
pub use verdict::{claims, verdicts, verdicts_in_short};

use crate::answer::OPEN_COUNT;
use crate::answer::{
    Answer, ExpectAnswer, MisereAnswer, MoveAnswer, PeriodAnswer, PlayAnswer, PlayStepAnswer, PositionAnswer,
    StoppedAnswer,
};
use crate::layout::{
    Look, Paint, abridged, brief, clean, counted, one_line, pad, shorten, shorten_position, start_of, width,
    wrap,
};

/// At most so many winning moves are listed.
const WINNING_SHOWN: usize = 8;

/// At most so many exceptions of a period are listed.
const EXCEPTIONS_SHOWN: usize = 20;

/// Positions longer than this are shortened, even where there is no terminal.
const POSITION_COLUMNS: usize = 120;

/// In front of the further lines of an entry.
const MARGIN: &str = "           ";

/// From a move to where it leads.
const ARROW: &str = "  ->  ";

/// Said of a move that turns a win into a loss.
const GIVEN_AWAY: &str = "gives the win away";

/// An answer as text, ending in a line break. `statement` is the statement as typed; without its first word
/// if it was a bare expression. Tables have [`TableText`]; mistakes and failures are rendered by `render`.
pub fn text(answer: &Answer, statement: &str, look: &Look) -> String {
    match answer {
        Answer::Value { value, rests_on: claims } => {
            value_text(value, statement, look) + &rests_on(claims, look)
        }
        Answer::Position(p) => position(p, statement, look),
        Answer::Misere(p) => misere(p, statement, look),
        Answer::Standing(s) => standing::standing(s, statement, look),
        Answer::Table(_) | Answer::Mistake { .. } => String::new(),
        Answer::Functions(f) => standing::functions(f, look),
        Answer::Period(p) => period(p, statement, look),
        Answer::Quotient(q) => studies::quotient(q, statement, look),
        Answer::Sparse(s) => studies::sparse(s, statement, look),
        Answer::Compare(c) => studies::compare(c, look),
        Answer::Play(p) => play(p, look),
        Answer::Why(w) => look.hung(&why::why(w, look)),
        Answer::WhyStanding(w) => look.hung(&why_standing::why_standing(w, look)),
        Answer::WhyPeriod(w) => {
            let wide = Look { width: None, ..*look };
            why_period::why_period(w, &period(&w.period, statement, &wide), look)
        }
        Answer::Expect(e) => expectation(e, look),
        Answer::Stopped(s) => stopped(s, look),
    }
}

/// `triangular(10) = 55`; a bare expression gives the bare value.
fn value_text(value: &str, statement: &str, look: &Look) -> String {
    let value = clean(&abridged(value));
    let shown =
        if table::is_outcome(&value) { look.paint(look.outcome(&value), &value) } else { value.clone() };
    let Some(asked) =
        statement.strip_prefix("show").filter(|a| a.starts_with(|c: char| !c.is_alphanumeric()))
    else {
        return format!("{shown}\n");
    };
    let asked = one_line(asked);
    if asked == value || asked.starts_with('"') {
        format!("{value}\n")
    } else if value.contains('\n') {
        format!("{asked} =\n{value}\n")
    } else {
        format!("{} = {shown}\n", shorten(&asked, POSITION_COLUMNS))
    }
}

fn position(p: &PositionAnswer, statement: &str, look: &Look) -> String {
    let mut out = heading(&p.position, p.picture.as_deref(), statement, look);
    let star = if p.value == "0" { "0".to_string() } else { format!("*{}", p.value) };
    out += &format!("  value    {}\n", shorten(&star, look.columns() - 11));
    out += &format!("  outcome  {}\n", look.with_outcome(outcome(&p.outcome, p.moves)));
    out += &winning("  winning  ", &p.winning, p.winning_count.as_deref(), look);
    out + &rests_on(&p.rests_on, look)
}

fn misere(p: &MisereAnswer, statement: &str, look: &Look) -> String {
    let mut out = heading(&p.position, p.picture.as_deref(), statement, look);
    let outcome = match (p.outcome.as_str(), p.moves) {
        ("N", 0) => "N, the next player wins: there is no move, and whoever cannot move wins",
        (kind, moves) => outcome(kind, moves),
    };
    out += &format!("  misère   {}\n", look.with_outcome(outcome));
    if let Some(genus) = &p.genus {
        let tame = if p.tame { "tame: it is played like Nim" } else { "wild" };
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

/// The position; as it was asked for where it is too long to read.
fn headline(position: &str, statement: &str, look: &Look) -> String {
    let room = look.columns().min(POSITION_COLUMNS);
    let asked = one_line(statement.strip_prefix("show ").unwrap_or(statement));
    let position = clean(position);
    if width(&position) > room.min(72) && width(&asked) < width(&position) {
        return shorten(&asked, room);
    }
    shorten_position(&position, room)
}

fn outcome(outcome: &str, moves: usize) -> &'static str {
    match (outcome, moves) {
        ("P", 0) => "P, the previous player wins: there is no move",
        ("P", 1) => "P, the previous player wins: the only move loses",
        ("P", _) => "P, the previous player wins: every move loses",
        _ => "N, the next player wins",
    }
}

/// The winning moves and where they lead, in two columns; without the positions where those are too long to
/// be read.
fn winning(head: &str, moves: &[MoveAnswer], count: Option<&str>, look: &Look) -> String {
    if moves.is_empty() && count != Some(OPEN_COUNT) {
        return String::new();
    }
    let shown = &moves[..moves.len().min(WINNING_SHOWN)];
    let room = look.columns().min(POSITION_COLUMNS).saturating_sub(width(MARGIN));
    let names: Vec<String> = shown.iter().map(|m| shorten(&clean(&m.name), room)).collect();
    let column = names.iter().map(|n| width(n)).max().unwrap_or(0);
    let fits = |m: &MoveAnswer| column + width(ARROW) + width(&m.to) <= room;
    let won = |text: &str| look.paint(Paint::Won, text);
    let mut lines: Vec<String> = if shown.iter().filter(|m| fits(m)).count() * 2 > shown.len() {
        let to = |m: &MoveAnswer| shorten_position(&clean(&m.to), room - column - width(ARROW));
        let line = |(m, name): (&MoveAnswer, &String)| format!("{}{ARROW}{}", won(&pad(name, column)), to(m));
        shown.iter().zip(&names).map(line).collect()
    } else {
        fill(&names, room).iter().map(|l| won(l)).collect()
    };
    match count {
        Some(OPEN_COUNT) if moves.is_empty() => {
            lines.push("some of its moves, too many to go through".into())
        }
        Some(OPEN_COUNT) => lines.push("and perhaps more: there are too many moves to go through".into()),
        Some(count) => lines.push(shorten(&format!("the first of {count} winning moves"), room)),
        None if moves.len() > shown.len() => lines.push(format!("and {} more", moves.len() - shown.len())),
        None => {}
    }
    let heads = std::iter::once(head).chain(std::iter::repeat(MARGIN));
    heads.zip(&lines).map(|(head, line)| format!("{head}{line}\n")).collect()
}

/// Names one after the other, as many on a line as fit.
fn fill(names: &[String], room: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for (i, name) in names.iter().enumerate() {
        let name = if i + 1 < names.len() { format!("{name},") } else { name.clone() };
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(&name) <= room => *line += &format!(" {name}"),
            _ => lines.push(name),
        }
    }
    lines
}

/// What an answer rests on that is not proved.
pub(crate) fn rests_on(claims: &[String], look: &Look) -> String {
    let line = |claim: &String| {
        let text = wrap(&format!("rests on {claim}"), look.columns(), "  ");
        look.paint(Paint::Dim, text.trim_end()) + "\n"
    };
    claims.iter().map(line).collect()
}

fn period(p: &PeriodAnswer, statement: &str, look: &Look) -> String {
    let name = one_line(&p.sequence);
    let Some(period) = p.period else {
        let far = match p.verdict.starts_with("too short") {
            true => format!("{name}: {}", p.verdict),
            false => format!("{name} shows no period up to {}", p.to),
        };
        return wrap(&far, look.columns(), "") + &further(p, statement, look);
    };
    let comma = if p.saltus == 0 { "" } else { "," };
    let far =
        if p.proved { String::from(", for ever") } else { format!("{comma} as far as {}{}", p.to, times(p)) };
    let grows = match p.saltus {
        0 => String::new(),
        s => format!(", plus {s} each time"),
    };
    let index = index_name(statement);
    let exception = match p.last_exception {
        Some(n) if p.exceptions == 1 => format!("the only exception is {index} = {n}"),
        Some(n) if p.proved => {
            format!("{}, the last {index} = {n}", counted(p.exceptions, "exception", "exceptions"))
        }
        Some(n) => format!("the last exception is {index} = {n}"),
        None => format!("without exception from {index} = {} on", p.from),
    };
    let mut out =
        wrap(&format!("{name} repeats with period {period}{grows}{far}; {exception}"), look.columns(), "");
    if let (true, Some(needed)) = (p.proved, p.needed) {
        let proof = format!("{}; the values up to {index} = {needed} prove it", p.verdict);
        out += &wrap(&proof, look.columns(), "  ");
    }
    if p.exceptions > 1 {
        let listed: Vec<String> = p.exceptions_listed.iter().map(u64::to_string).collect();
        let listed = &listed[..listed.len().min(EXCEPTIONS_SHOWN)];
        let more = match p.exceptions - listed.len() as u64 {
            0 => String::new(),
            n => format!(", ... and {n} more"),
        };
        out += &wrap(&format!("exceptions: {}{more}", listed.join(", ")), look.columns(), "  ");
    }
    if !p.proved {
        out += &further(p, statement, look);
    }
    out + &rests_on(&p.rests_on, look)
}

/// How often a period was seen that is not proved.
fn times(p: &PeriodAnswer) -> String {
    p.times.map_or(String::new(), |times| format!(" ({times} times over)"))
}

/// How to look further than a `period` without a range does.
fn further(p: &PeriodAnswer, statement: &str, look: &Look) -> String {
    let index = index_name(statement);
    if !statement.trim_end().ends_with(&format!(" {index}")) {
        return String::new();
    }
    let more =
        format!("Would looking further help, as in `for {index} in {}..{}`?", p.from, 10 * p.to.max(100));
    wrap(&more, look.columns(), "  ")
}

/// The name after the last `for` of a statement.
fn index_name(statement: &str) -> &str {
    let after = statement.rsplit_once(" for ").map_or("n", |s| s.1.trim());
    after.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|n| !n.is_empty()).unwrap_or("n")
}

fn play(p: &PlayAnswer, look: &Look) -> String {
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
fn expectation(e: &ExpectAnswer, look: &Look) -> String {
    if !e.passed {
        return String::new();
    }
    let cases = match e.cases {
        1 => String::new(),
        n => format!("   ({})", counted(n, "case", "cases")),
    };
    let cases = if e.rests_on.is_empty() { cases } else { format!("{cases}   (rests on a checked claim)") };
    let room = look.columns().min(POSITION_COLUMNS).saturating_sub(4 + width(&cases)).max(24);
    let asked = one_line(&clean(&e.expectation));
    let asked = if width(&asked) > room { format!("{} ...", start_of(&asked, room - 4)) } else { asked };
    format!("{}  {asked}{}\n", look.paint(Paint::Good, "ok"), look.paint(Paint::Dim, &cases))
}

/// How far it got, and which flag would let it go on.
pub fn stopped(s: &StoppedAnswer, look: &Look) -> String {
    let how_far = shorten(&clean(&brief(&s.how_far)), 600);
    let mut out = wrap(&format!("stopped: {how_far}"), look.columns(), "");
    if let Some(flag) = s.flag {
        let example = match flag {
            "--positions" => " 500M",
            "--memory" => " 8G",
            "--time" => " 600",
            _ => "",
        };
        out += &format!("  Would a larger budget help, such as {flag}{example} ?\n");
    }
    if let Some(rest) = out.strip_prefix("stopped") {
        out = look.paint(Paint::Warning, "stopped") + rest;
    }
    out
}
