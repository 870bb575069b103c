//! Expectations can fail: where the rules of an example are changed in one place, one of its expectations says so.

use crate::support;

use fairgame::answer::Answer;
use fairgame::engine::Budget;
use fairgame::session::Session;
use support::{deep, game_files};

/// Clauses without which play never ends: to find that out takes long.
const ENDLESS: [(&str, &str); 3] = [
    ("adding.game", "stones > 40"),
    ("tribulations.game", "large_root"),
    ("tribulations.game", "last_below"),
];

/// Changes that leave every move of the positions asked about where it was: two equal piles are no split, and a pawn that was
/// taken or stands still moves no more; a dollar in the bag is the least coin.
const HARMLESS: [(&str, &str); 3] = [
    ("theorems.game", "a in 1..p-2"),
    ("dawsons-chess.game", "p.row > 2"),
    ("silver-dollar.game", "dollar == 1 or"),
];

/// A text changed in one place, and the change in words.
struct Mutant {
    change: String,
    text: String,
}

/// The games of a text without one of their moves or ends each, and with one sign or number changed in one of these.
fn mutants(text: &str) -> Vec<Mutant> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = vec![];
    for (at, end) in clauses(&lines) {
        let clause = lines[at..end].join("\n");
        let with = |new: &str| {
            let kept = lines[..at].iter().copied().chain([new]).chain(lines[end..].iter().copied());
            kept.collect::<Vec<_>>().join("\n") + "\n"
        };
        found.push(Mutant { change: format!("without `{}`", lines[at].trim()), text: with("") });
        for (from, to, new) in signs(&clause) {
            let changed = format!("{}{new}{}", &clause[..from], &clause[to..]);
            found.push(Mutant { change: format!("`{}`", changed.trim()), text: with(&changed) });
        }
    }
    found
}

/// The moves and ends of all games, as ranges of lines.
fn clauses(lines: &[&str]) -> Vec<(usize, usize)> {
    let mut inside = false;
    let mut found: Vec<(usize, usize)> = vec![];
    for (i, line) in lines.iter().enumerate() {
        let outermost = line.starts_with(|c: char| !c.is_whitespace());
        if outermost {
            inside = line.starts_with("game ") || line.starts_with("loopy game ");
        }
        let words = ["  move ", "  left move ", "  right move ", "  ends when ", "  wins when "];
        let goes_on = line.starts_with("    ") && found.last().is_some_and(|f| f.1 == i);
        if inside && words.iter().any(|w| line.starts_with(w)) {
            found.push((i, i + 1));
        } else if goes_on && let Some(last) = found.last_mut() {
            last.1 = i + 1;
        }
    }
    found
}

/// Signs and numbers of a clause, each with another one.
fn signs(clause: &str) -> Vec<(usize, usize, String)> {
    let others = [(" <= ", " < "), (" < ", " <= "), (" == ", " != "), (" and ", " or ")];
    let mut found = vec![];
    for (sign, other) in others {
        found.extend(clause.match_indices(sign).map(|(at, s)| (at, at + s.len(), other.to_string())));
    }
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    for (at, digit) in clause.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        let alone = !clause[..at].ends_with(is_name) && !clause[at + 1..].starts_with(is_name);
        if alone {
            found.push((at, at + 1, (digit.to_digit(10).unwrap_or(0) + 1).to_string()));
        }
    }
    found.sort();
    found
}

/// Whether anything goes wrong with a text.
fn is_noticed(text: &str) -> bool {
    let text = text.to_string();
    deep(move || {
        let mut session = Session::new(Budget { positions: 400_000, time: None, ..Budget::default() });
        let loaded = session.load_text("changed", &text);
        let good = |answer| {
            !matches!(&answer, Answer::Mistake { .. } | Answer::Stopped(_))
                && !matches!(&answer, Answer::Expect(e) if !e.passed)
        };
        let expects = loaded.questions.iter().filter(|q| q.text.starts_with("expect"));
        !loaded.is_fine() || !expects.into_iter().all(|q| good(session.ask(q)))
    })
}

/// What is not noticed in the examples of a chapter; of each file, a move left out or an end, and some other changes.
fn not_noticed(folder: &str, others: usize) -> Vec<String> {
    let mut silent = vec![];
    for path in game_files(folder) {
        let text = std::fs::read_to_string(&path).expect("an example");
        if text.contains("\n# Takes some ") {
            continue;
        }
        let name = path.rsplit('/').next().unwrap_or_default().to_string();
        let (drops, changes): (Vec<Mutant>, Vec<Mutant>) =
            mutants(&text).into_iter().partition(|m| m.change.starts_with("without"));
        let step = changes.len().div_ceil(others.max(1)).max(1);
        for mutant in drops.iter().chain(changes.iter().step_by(step).take(others)) {
            let set_aside = |e: &(&str, &str)| e.0 == name && mutant.change.contains(e.1);
            if !ENDLESS.iter().chain(&HARMLESS).any(set_aside) && !is_noticed(&mutant.text) {
                silent.push(format!("{name}: {}", mutant.change));
            }
        }
    }
    silent
}

#[test]
fn a_move_left_out_is_noticed() {
    let silent = not_noticed("examples/strips", 0);
    assert!(silent.is_empty(), "not noticed:\n  {}", silent.join("\n  "));
}

#[test]
#[ignore = "takes long"]
fn changes_of_the_rules_are_noticed() {
    let chapters = fairgame::library::CHAPTERS.iter().filter(|(chapter, _)| !chapter.is_empty());
    let silent: Vec<String> =
        chapters.flat_map(|(chapter, _)| not_noticed(&format!("examples/{chapter}"), 1)).collect();
    assert!(silent.is_empty(), "not noticed:\n  {}", silent.join("\n  "));
}
