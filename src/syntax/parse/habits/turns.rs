//! Whose turn it is, which no position says: a parameter of type `player`, a condition `turn == Left`.

use super::phrase::{Phrase, Way, meant};
use super::picking::{is_comma, parts};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// What can be read and is not right unless the rest of the text says so: `where turn == Left`.
pub(super) const NEVER_RIGHT_BESIDE: &[Way] = &[turn_as_guard, turn_as_parameter];

/// `game A(n: nat, p: player)`: the parameter goes, and what is given for it wherever the game is called.
fn turn_as_parameter(p: &Phrase) -> Option<Diagnostic> {
    let name = usize::from(p.w(0) == "loopy") + 1;
    let close = p.closing(name + 1).filter(|_| p.is_game() && p.w(name + 1) == "(")?;
    let params = parts(p, name + 2, close, is_comma);
    let of_turn = |&(a, b): &(usize, usize)| {
        b == a + 3 && p.w(a + 1) == ":" && matches!(p.w(a + 2), "player" | "Player" | "turn" | "Turn")
    };
    let which = params.iter().position(of_turn).filter(|_| params.len() > 1)?;
    let (from, end) = params[which];
    let found = p.error("turn-in-position", "A position does not say whose turn it is", p.over(from, end));
    let found = found
        .note("A position is what lies on the table; the question is who wins if the next player moves from it.")
        .hint("Can it be left out? Moves of one player alone begin with `left move` and `right move`.");
    let calls = argument_places(p, p.w(name), which, params.len());
    Some(calls.into_iter().fold(found, |d, place| d.replace(place, "")))
}

/// Where one of so many arguments stands in all calls of a game, its header among them, with a comma.
fn argument_places(p: &Phrase, game: &str, which: usize, count: usize) -> Vec<Span> {
    let text = p.view.text;
    let called = format!("{game}(");
    let whole = |at: &usize| !text[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    let starts = text.match_indices(&called).map(|(at, _)| at).filter(whole);
    let place = |at: usize| {
        let ends = ends_of_arguments(text, at + called.len());
        let start = |k: usize| k.checked_sub(1).map_or(at + called.len(), |k| ends[k]);
        (ends.len() == count).then(|| match which {
            // The first goes with the comma behind it and blanks, any other with the comma before it.
            0 => {
                let rest = &text[ends[0] + 1..];
                Span::new(p.file, start(0), ends[0] + 1 + rest.len() - rest.trim_start().len())
            }
            _ => Span::new(p.file, start(which), ends[which]),
        })
    };
    starts.filter_map(place).collect()
}

/// Where the arguments end that begin at `from`, behind a bracket: at commas and at the bracket that closes.
fn ends_of_arguments(text: &str, from: usize) -> Vec<usize> {
    let (mut depth, mut ends) = (0usize, vec![]);
    for (at, c) in text[from..].char_indices() {
        match c {
            ',' if depth == 0 => ends.push(from + at),
            ')' | ']' | '}' if depth == 0 => {
                ends.push(from + at);
                return ends;
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    vec![]
}

/// `move a where turn == Left to A`
fn turn_as_guard(p: &Phrase) -> Option<Diagnostic> {
    let turn =
        |i: usize| matches!(p.w(i), "turn" | "player" | "to_move" | "mover" | "current_player" | "who");
    let guard = |i: usize| {
        let asks = p.is_game() && p.w(i) == "where" && turn(i + 1) && matches!(p.w(i + 2), "==" | "=" | "is");
        let side = match p.w(i + 3) {
            "Left" | "left" | "1" => "left",
            "Right" | "right" | "2" => "right",
            _ => return None,
        };
        let start = (0..i).rev().find(|&k| p.w(k) == "move").filter(|_| asks)?;
        matches!(p.w(i + 4), "to" | "and").then_some((i, start, side))
    };
    let all: Vec<_> = (3..p.len()).filter_map(guard).collect();
    let &(first, _, side) = all.first()?;
    let known = (0..p.len()).any(|k| turn(k) && p.may_hold(p.w(k)));
    let found = p.error(
        "asks-whose-turn",
        "A move belongs to a player by the word before it",
        p.over(first, first + 4),
    );
    let found = found.hint(meant(&format!("{side} move")));
    (!known).then(|| {
        all.into_iter().fold(found, |d, (i, start, side)| {
            let gone =
                if p.w(i + 4) == "and" { p.over(i + 1, i + 5).to(p.before(i + 5)) } else { p.tail(i, i + 4) };
            d.replace(p.before(start), format!("{side} ")).replace(gone, "")
        })
    })
}
