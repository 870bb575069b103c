//! The syntax layer as its users see it: what parses, what is said about what does not, and where.

mod grammar;
mod layout;
mod limits;
mod shown;

use fairgame::source::FileId;
use fairgame::syntax::items::{Completeness, completeness};
use fairgame::syntax::parse::{parse, parse_binders};
use fairgame::syntax::token::{KEYWORDS, Token, is_keyword, tokens};
use shown::render;
use std::fmt::Write;

const FILE: FileId = FileId(0);
const TOUR: &str = include_str!("../tour.game");

#[test]
fn keywords_are_the_same_everywhere() {
    let grammar = include_str!("../../grammar/fairgame.pest");
    let rule = grammar.split("\nreserved = @{").nth(1).and_then(|r| r.split('}').next()).unwrap();
    let mut reserved: Vec<_> = rule.split('"').skip(1).step_by(2).collect();
    let mut keywords = KEYWORDS.to_vec();
    reserved.sort_unstable();
    keywords.sort_unstable();
    assert_eq!(reserved, keywords);
    for word in KEYWORDS {
        assert!(is_keyword(word) && tokens(word)[0].token == Token::Keyword);
        assert!(parse_binders(FILE, &format!("{word} in S")).is_err(), "{word} as a name");
        assert!(parse_binders(FILE, &format!("{word}s_ in S")).is_ok(), "{word}s_ as a name");
    }
    for word in [
        "left", "right", "when", "into", "as", "misere", "sum", "max", "count", "P", "N", "value", "each",
        "while",
    ] {
        assert!(parse_binders(FILE, &format!("{word} in S")).is_ok(), "{word} as a name");
    }
}

#[test]
fn complete_or_unfinished() {
    for text in [
        "",
        "show 1",
        "Nim(3)",
        "show 1..",
        "let x = nothing",
        "game G(n: nat) move a to G(n)",
        ")",
        "show (1]",
        "graph G from a to b",
        "# (",
        "show nat",
    ] {
        assert_eq!(completeness(text), Completeness::Complete, "{text}");
    }
    for text in [
        "show (1",
        "show 1 +",
        "game G(n: nat)",
        "loopy game G(n: nat)",
        "game G(n: nat)\n move take(k in 1..n)",
        "graph G",
        "let x =",
        "show \"abc",
        "if a then b",
        "expect A is",
        "game G(n: nat) ends when",
        "{1,",
        "show Nim(3) for",
        "show",
    ] {
        assert_eq!(completeness(text), Completeness::Unfinished, "{text}");
    }
}

/// Every case becomes a snapshot of what is said about it.
#[test]
fn mistakes() {
    let cases = include_str!("../mistakes.txt");
    let mut all = String::new();
    for case in cases.split("\n====").filter(|c| !c.trim().is_empty()) {
        let (name, text) = case.trim_start_matches('=').trim_start_matches(' ').split_once('\n').unwrap();
        let parsed = parse(FILE, text);
        writeln!(
            all,
            "==== {name}\n{text}\n---- {} read\n{}",
            parsed.items.len(),
            render(text, &parsed.diagnostics)
        )
        .unwrap();
        assert!(!parsed.diagnostics.is_empty(), "{name}: nothing is said");
    }
    insta::assert_snapshot!(all);
}

#[test]
fn one_broken_item_costs_one_diagnostic() {
    let broken =
        TOUR.replace("left in 0..n-k", "left 0..n-k").replace("move eat(i in 2..r-1)", "move (i in 2..r-1)");
    let parsed = parse(FILE, &broken);
    assert_eq!((parsed.items.len(), parsed.diagnostics.len()), (27, 2));
}
