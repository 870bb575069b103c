//! Damaged programs: whatever a file holds, reading, checking and answering end without a panic and within bounds.

use crate::random::daily;
use crate::support::deep;
use fairgame::answer::Answer;
use fairgame::engine::Budget;
use fairgame::layout::Look;
use fairgame::session::Session;
use fairgame::{print, render};
use proptest::prelude::*;
use std::time::Duration;

const TEXTS: &[&str] = &[
    include_str!("../examples/heaps/nim.game"),
    include_str!("../examples/heaps/take-away.game"),
    include_str!("../examples/splitting/kayles.game"),
    include_str!("../examples/strips/welter.game"),
    include_str!("../examples/boards/cram.game"),
    include_str!("../examples/boards/mazes.game"),
    include_str!("../examples/coins/turning-coins.game"),
    include_str!("../examples/chomp/divisors.game"),
    include_str!("../examples/foundations/graphs.game"),
    include_str!("../examples/octal/treblecross.game"),
    include_str!("../examples/boards/wythoff.game"),
    include_str!("../examples/tour.game"),
];

const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "=",
    "==",
    "..",
    "..<",
    "+",
    "-",
    "*",
    "^",
    ".",
    "->",
    "|",
    "\n",
    "\"",
    "#",
    "0",
    "-1",
    "2",
    "999999999999999999999999",
    "2^64",
    "10^30",
    "nat",
    "int",
    "set of nat",
    "cell",
    "where",
    "for",
    "in",
    "to",
    "if",
    "then",
    "else",
    "and",
    "not",
    "xor",
    "mod",
    "with",
    "without",
    "union",
    "minus",
    "is",
    "P",
    "move",
    "game",
    "show",
    "let",
    "nothing",
    "true",
    "bag(1, 1)",
    "{}",
    "[]",
    "map(1 to 2)",
    "value(",
    "moves(",
    "options(",
    "sum(",
    "islands(",
    "board(\"..|..\")",
    "repeat(\"x\", 10^9)",
    "1..10^9",
    "n",
    "k",
    "x'",
    "é",
    "≤",
    "−",
    "\u{FEFF}",
    "\r\n",
    "\t",
    "((((((((((",
    "under misere",
    "splits into",
    "same as",
    "loopy",
    "period",
    "play",
];

/// Damage often makes a question that has no end: most of the work is what the budget allows.
fn budget() -> Budget {
    Budget {
        positions: daily(2_000, 10_000),
        bytes: 256 << 20,
        time: Some(Duration::from_millis(daily(50, 200))),
        ..Budget::default()
    }
}

/// Loads a text, asks up to `questions` of what it asks, and renders everything.
fn survives(text: &str, questions: usize) {
    let look = Look { width: Some(80), color: false };
    let mut session = Session::new(budget());
    let loaded = session.load_text("x.game", text);
    let mut said = render::list(&session.sources, &loaded.diagnostics, &look);
    for q in loaded.questions.iter().take(questions) {
        match session.ask(q) {
            Answer::Mistake { diagnostic } => said += &render::text(&session.sources, &diagnostic, &look),
            answer => said += &print::text(&answer, &q.text, &look),
        }
    }
    assert!(!said.contains("unexpected") || !said.contains("Rule::"), "{said}");
}

/// One piece of damage: where, how many characters go, and what comes instead.
type Damage = (prop::sample::Index, usize, &'static str);

fn damaged(text: &str, damage: &[Damage]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (at, gone, piece) in damage {
        let at = at.index(chars.len() + 1);
        let end = (at + gone).min(chars.len());
        chars.splice(at..end, piece.chars());
    }
    chars.into_iter().collect()
}

/// Words exchanged, doubled or left out.
fn shuffled(text: &str, swaps: &[(prop::sample::Index, prop::sample::Index, u8)]) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n', '(', ')', ',']).collect();
    for (a, b, how) in swaps {
        let (a, b) = (a.index(words.len()), b.index(words.len()));
        match how {
            0 => words.swap(a, b),
            1 => words[a] = words[b],
            2 => words[a] = "",
            _ => words.insert(a, words[b]),
        }
    }
    words.concat()
}

fn cases(usual: u32) -> ProptestConfig {
    ProptestConfig { max_shrink_time: 20_000, ..crate::random::config(daily(usual / 3, usual)) }
}

fn run<S: Strategy + Send + 'static>(usual: u32, strategy: S, check: fn(S::Value)) {
    deep(move || {
        let mut runner = proptest::test_runner::TestRunner::new(cases(usual));
        let outcome = runner.run(&strategy, |value| {
            check(value);
            Ok(())
        });
        if let Err(e) = outcome {
            panic!("{e}");
        }
    });
}

#[test]
fn damaged_examples() {
    let damage = (any::<prop::sample::Index>(), 0..8usize, prop::sample::select(PIECES));
    let strategy = (prop::sample::select(TEXTS), prop::collection::vec(damage, 1..4));
    run(120, strategy, |(text, damage)| survives(&damaged(text, &damage), 2));
}

#[test]
fn shuffled_examples() {
    let swap = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4u8);
    let strategy = (prop::sample::select(TEXTS), prop::collection::vec(swap, 1..4));
    run(100, strategy, |(text, swaps)| survives(&shuffled(text, &swaps), 2));
}

#[test]
fn truncated_examples() {
    let strategy = (prop::sample::select(TEXTS), any::<prop::sample::Index>());
    run(60, strategy, |(text, at)| {
        let end = at.index(text.chars().count() + 1);
        survives(&text.chars().take(end).collect::<String>(), 1);
    });
}

#[test]
fn expressions_of_odd_values() {
    let piece = prop::sample::select(PIECES);
    let strategy = prop::collection::vec(piece, 1..8);
    run(200, strategy, |pieces| survives(&format!("show {}\n", pieces.join(" ")), 1));
}

#[test]
fn games_of_odd_pieces() {
    let piece = || prop::collection::vec(prop::sample::select(PIECES), 1..4);
    run(150, (piece(), piece(), piece()), |(a, b, c)| {
        let (a, b, c) = (a.join(" "), b.join(" "), c.join(" "));
        survives(&format!("game G(n: nat)\n  move go(k in {a} where {b}) to G({c})\nshow G(3)\n"), 1);
        survives(
            &format!("game G(n: nat)\n  move go(k in 1..n where {b}) to G(n - k) + {c}\nshow G(3)\n"),
            1,
        );
        survives(&format!("let x = {a}\nexpect x == {b}\nshow value(*3 + {c})\n"), 2);
    });
}
