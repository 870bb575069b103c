//! What several kinds of answers say in the same words.

use crate::answer::{MoveAnswer, OPEN_COUNT, StoppedAnswer};
use crate::layout::{Look, Paint, brief, clean, one_line, pad, shorten, shorten_position, width, wrap};
use std::collections::HashSet;

/// How many winning moves are listed at most.
const WINNING_SHOWN: usize = 8;

/// Positions longer than this are shortened, even where there is no terminal.
pub(super) const POSITION_COLUMNS: usize = 120;

/// In front of the further lines of an entry.
pub(super) const MARGIN: &str = "           ";

/// From a move to where it leads.
const ARROW: &str = "  ->  ";

/// The position; as it was asked for where it is too long to read.
pub(super) fn headline(position: &str, statement: &str, look: &Look) -> String {
    let room = look.columns().min(POSITION_COLUMNS);
    let asked = one_line(statement.strip_prefix("show ").unwrap_or(statement));
    let position = clean(position);
    if width(&position) > room.min(72) && width(&asked) < width(&position) {
        return shorten(&asked, room);
    }
    shorten_position(&position, room)
}

/// The winning moves and where they lead, in two columns; without the positions where those are too long to
/// be read. Equal moves, of which there is one for each copy in a bag, are shown once.
pub(super) fn winning(head: &str, moves: &[MoveAnswer], count: Option<&str>, look: &Look) -> String {
    let mut met = HashSet::new();
    let moves: Vec<&MoveAnswer> = moves.iter().filter(|m| met.insert((&m.name, &m.to))).collect();
    if moves.is_empty() && count != Some(OPEN_COUNT) {
        return String::new();
    }
    let shown = &moves[..moves.len().min(WINNING_SHOWN)];
    let room = look.columns().min(POSITION_COLUMNS).saturating_sub(width(MARGIN));
    let names: Vec<String> = shown.iter().map(|m| shorten(&clean(&m.name), room)).collect();
    let column = names.iter().map(|n| width(n)).max().unwrap_or(0);
    let fits = |m: &&&MoveAnswer| column + width(ARROW) + width(&m.to) <= room;
    let won = |text: &str| look.paint(Paint::Won, text);
    let mut lines: Vec<String> = if shown.iter().filter(fits).count() * 2 > shown.len() {
        let to = |m: &MoveAnswer| shorten_position(&clean(&m.to), room - column - width(ARROW));
        let line =
            |(m, name): (&&MoveAnswer, &String)| format!("{}{ARROW}{}", won(&pad(name, column)), to(m));
        shown.iter().zip(&names).map(line).collect()
    } else {
        fill(&names, room).iter().map(|l| won(l)).collect()
    };
    match count {
        Some(OPEN_COUNT) if moves.is_empty() => lines.push("some of its moves, too many to try".into()),
        Some(OPEN_COUNT) => lines.push("and perhaps more: there are too many moves to try".into()),
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

/// The name after the last `for` of a statement.
pub(super) fn index_name(statement: &str) -> &str {
    let after = statement.rsplit_once(" for ").map_or("n", |s| s.1.trim());
    after.split(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|n| !n.is_empty()).unwrap_or("n")
}

/// How far it got, and which flag would let it go on.
pub fn stopped(s: &StoppedAnswer, look: &Look) -> String {
    let how_far = shorten(&clean(&brief(&s.how_far)), 600);
    let mut out = wrap(&format!("stopped: {how_far}"), look.columns(), "");
    // Flags are what the program is called with: a page and an editor have none.
    if let Some(flag) = s.flag.filter(|_| cfg!(feature = "terminal")) {
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
