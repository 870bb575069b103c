//! `fmt`: the meaning stays, comments stay, a second time changes nothing; over every program of the project, and over
//! the same programs with random white space and comments.

use crate::random::{self, some};
use crate::support;

use fairgame::format::{COLUMNS, format};
use fairgame::source::FileId;
use fairgame::syntax::items::cut;
use fairgame::syntax::token::{Token, tokens};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::path::Path;
use support::{game_files, run_text};

fn formatted(text: &str) -> String {
    format(FileId(0), text).unwrap_or_else(|found| panic!("cannot be formatted: {found:?}\n{text}"))
}

/// Every text of the project that parses, with a name.
fn texts() -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = vec![];
    for folder in ["examples", "stdlib", "tests/corpus", "tests/facts", "benches"] {
        for path in below(folder) {
            let text = std::fs::read_to_string(&path).expect("a readable file");
            if folder != "tests/corpus" {
                all.push((path, text));
                continue;
            }
            all.extend(text.split("\n\n").map(|part| (path.clone(), part.to_string())));
        }
    }
    let docs = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/docs")).expect("docs");
    for path in docs.map(|d| d.expect("a file").path()).filter(|p| p.extension().is_some_and(|e| e == "md")) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let blocks = text.split("```game").skip(1).filter_map(|b| b.split_once('\n')?.1.split("```").next());
        all.extend(blocks.map(|b| (path.display().to_string(), b.to_string())));
    }
    all.retain(|(_, text)| format(FileId(0), text).is_ok() && !text.trim().is_empty());
    all
}

/// The `.game` files of a folder and of its folders.
fn below(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("a folder");
    let mut folders: Vec<String> = entries
        .map(|e| e.expect("an entry"))
        .filter(|e| e.path().is_dir())
        .map(|e| format!("{folder}/{}", e.file_name().to_string_lossy()))
        .collect();
    folders.sort();
    game_files(folder).into_iter().chain(folders.iter().flat_map(|f| below(f))).collect()
}

/// Tokens in normal spelling and documentation: all that carries meaning.
fn meaning(text: &str) -> (Vec<String>, Vec<Option<String>>) {
    let words = tokens(text).into_iter().filter(|t| t.token != Token::Comment).map(|t| {
        let mut word = String::new();
        t.normal(text, &mut word);
        word
    });
    (
        words.flat_map(|w| if w == "not in" { vec!["not".into(), "in".into()] } else { vec![w] }).collect(),
        cut(text).0.into_iter().map(|i| i.doc).collect(),
    )
}

fn comments(text: &str) -> Vec<String> {
    let all = tokens(text).into_iter().filter(|t| t.token == Token::Comment);
    all.map(|t| t.slice(text).trim_end().to_string()).collect()
}

#[test]
fn meaning_and_comments_stay_and_twice_is_once() {
    let all = texts();
    assert!(all.len() > 150, "only {} texts were found", all.len());
    for (path, text) in some(all) {
        let once = formatted(&text);
        assert_eq!(meaning(&text), meaning(&once), "{path}");
        assert_eq!(comments(&text), comments(&once), "{path}");
        assert_eq!(once, formatted(&once), "{path}: not stable");
        assert!(!once.contains(" \n") && !once.contains("\n\n\n"), "{path}:\n{once}");
    }
}

/// Answers are the same, whatever the layout.
#[test]
fn examples_still_hold() {
    for path in below("examples").into_iter().filter(|p| p.contains("heaps")).take(6) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let report = run_text(&path, &formatted(&text));
        assert!(report.failures.is_empty(), "{path}: {:?}", report.failures);
    }
}

/// Whoever changes a game of the project lays it out; CI asks the program itself.
#[test]
fn the_project_s_own_games_are_laid_out() {
    for path in ["examples", "stdlib"].into_iter().flat_map(below) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        assert_eq!(text, formatted(&text), "{path}: run `fairgame fmt`");
    }
}

/// White space and comments at random between the tokens of a text.
fn scattered(text: &str, seed: &[u8]) -> String {
    let mut out = String::new();
    let mut last = Token::Comment;
    for (i, token) in tokens(text).iter().enumerate() {
        let gap = match seed[i % seed.len()].wrapping_add(i as u8) % 16 {
            _ if last == Token::Comment => "\n",
            0 => "\n",
            1 => "\n\n",
            2 => "\n        ",
            3 => "   ",
            4 => "  # a comment\n",
            5 => "\n # one\n# two\n\n",
            6 => "\r\n",
            _ => " ",
        };
        out += gap;
        out += token.slice(text);
        last = token.token;
    }
    out
}

#[test]
fn random_layouts_are_laid_out_without_harm() {
    let all = texts();
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(
        Config { cases: random::config(400).cases, failure_persistence: None, ..Config::default() },
        rng,
    );
    let case = (0..all.len(), proptest::collection::vec(any::<u8>(), 1..40));
    let done = runner.run(&case, |(which, seed)| {
        let text = scattered(&all[which].1, &seed);
        // Some breaks make a word of the language look misplaced; what does not parse is not formatted.
        let Ok(once) = format(FileId(0), &text) else { return Ok(()) };
        prop_assert_eq!(meaning(&text).0, meaning(&once).0);
        prop_assert_eq!(comments(&text), comments(&once));
        let twice = formatted(&once);
        prop_assert!(once == twice, "not stable:\n{}\n---- once\n{}\n---- twice\n{}", text, once, twice);
        Ok(())
    });
    done.unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn long_lines_are_broken_where_they_may_be() {
    for (path, text) in some(texts()) {
        let joined: Vec<&str> = text.lines().filter(|l| !l.contains('#')).collect();
        let Ok(once) = format(FileId(0), &joined.join(" ")) else { continue };
        for line in once.lines() {
            let words = line.split_whitespace().count();
            assert!(line.chars().count() <= COLUMNS || words < 9 || line.contains('"'), "{path}: {line}");
        }
    }
}

#[test]
fn how_it_looks() {
    let text = "game  Stones( n:nat,S :set of nat )move take( k in S  where 1<=k<=n )to Stones(n-k,S)\nmove pass where n=={2,3}[1] and n>0 to Stones(n-1,S)\n\
        #about f\nlet f(n:nat)={k^2 for k in 0..(n - 1) / 2*f2(n-1)} # squares\nlet g = 2 ^ (3 - 1)   # four\n\
        show Stones(3,{1,2})\ntable value(Stones(n,{1,2,3,4,5})),outcome(Stones(n,{1,2,3,4,5})),winning(Stones(n,{1,2,3,4,5})) for n in 0..20 where n mod 2==1\n\
        let m=[\n[1,20,3],\n[10,2,300]]\n\n\n\nexpect -1≤3 and 2∉{1} and *3+*4 is *7\n  # the end\n";
    insta::assert_snapshot!(formatted(text));
}
