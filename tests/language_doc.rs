//! The reference is true: every block of `docs/language.md` marked `game` loads and holds, every block marked
//! `game-error CODE` gives that error, and every word and native function of the language occurs.

use crate::support;

use fairgame::check::builtins::TABLE;
use fairgame::syntax::token::KEYWORDS;
use std::collections::BTreeSet;
use support::{run_text, run_text_nearby};

fn page(name: &str) -> String {
    let path = format!("{}/docs/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// What is wrong with the blocks of a page, and how many examples and mistakes it has.
fn check_page(name: &str) -> (Vec<String>, usize, usize) {
    let mut wrong = vec![];
    let (mut good, mut bad) = (0, 0);
    for (info, text, line) in blocks(&page(name)) {
        let report = run_text_nearby(&format!("docs/{name}"), &text);
        if info == "game" {
            good += 1;
            wrong.extend(report.failures.iter().map(|why| format!("{name}, line {line}: {why}")));
        } else if let Some(code) = info.strip_prefix("game-error ") {
            bad += 1;
            if !report.has(code) {
                wrong.push(format!("{name}, line {line}: should be {code}, gives {:?}", report.failures));
            }
        }
    }
    (wrong, good, bad)
}

fn document() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/language.md");
    std::fs::read_to_string(path).expect("docs/language.md can be read")
}

/// What follows the three quotes, the text of the block, and the line it begins on.
fn blocks(text: &str) -> Vec<(String, String, usize)> {
    let mut done = vec![];
    let mut open: Option<(String, String, usize)> = None;
    for (i, line) in text.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (Some(_), Some(_)) => done.extend(open.take()),
            (Some(block), None) => block.1 += &format!("{line}\n"),
            (None, Some(info)) => open = Some((info.trim().to_string(), String::new(), i + 1)),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is never closed");
    done
}

/// Other pages with programs in them.
const PAGES: &[&str] = &["misere.md", "loopy.md", "partizan.md", "periods.md", "nimbers.md", "sprouts.md"];

#[test]
fn every_example_of_the_other_pages_holds() {
    let wrong: Vec<String> = PAGES.iter().flat_map(|page| check_page(page).0).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_example_holds_and_every_mistake_is_found() {
    let (wrong, good, bad) = check_page("language.md");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(good >= 30 && bad >= 10, "only {good} examples and {bad} mistakes were found");
}

#[test]
fn the_page_on_claims_is_true() {
    let (wrong, good, bad) = check_page("claims.md");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(good >= 2 && bad >= 2);
}

#[test]
fn what_is_said_about_proofs_is_true() {
    let (wrong, good, bad) = check_page("termination.md");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(good >= 2 && bad >= 1, "only {good} examples and {bad} mistakes were found");
}

/// Every code of the source is explained, and every example of an explanation gives its message.
#[test]
fn what_the_messages_mean_is_true() {
    let (wrong, good, bad) = check_page("errors.md");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(good >= 30 && bad >= 80, "only {good} right and {bad} wrong programs were found");
}

/// The words in code: in blocks, and between single quotes in the prose.
fn words_in_code(text: &str) -> BTreeSet<String> {
    let in_blocks = blocks(text).into_iter().map(|b| b.1);
    let prose: String = {
        let mut inside = false;
        let keep = |l: &&str| {
            let fence = l.starts_with("```");
            inside ^= fence;
            !fence && !inside
        };
        text.lines().filter(keep).collect::<Vec<_>>().join("\n")
    };
    let spans = prose.split('`').skip(1).step_by(2).map(str::to_string);
    in_blocks
        .chain(spans)
        .flat_map(|code| {
            let words = code.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_string);
            words.collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn every_reserved_word_and_native_function_occurs() {
    let words = words_in_code(&document());
    let all = KEYWORDS.iter().copied().chain(TABLE.iter().map(|row| row.0));
    let missing: Vec<&str> = all.filter(|w| !words.contains(*w)).collect();
    assert!(missing.is_empty(), "docs/language.md does not mention {missing:?}");
}

#[test]
fn the_list_of_reserved_words_is_complete() {
    let text = document();
    let part =
        text.split("## Reserved words").nth(1).and_then(|t| t.split("## ").next()).expect("the section");
    let first = part.split("\n\n").nth(2).expect("the list");
    let listed: BTreeSet<&str> = first.split('`').skip(1).step_by(2).collect();
    assert_eq!(listed, KEYWORDS.iter().copied().collect());
}

/// The session in the README is what the program prints.
#[test]
fn the_session_in_the_readme_is_real() {
    let readme =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("README.md");
    let mut plain = blocks(&readme).into_iter().filter(|b| b.0.is_empty()).map(|b| b.1);
    let (program, session) = (plain.next().expect("a program"), plain.next().expect("a session"));
    let (command, shown) = session.split_once('\n').expect("a command and its output");
    assert_eq!(command, "$ fairgame run kayles.game");
    let folder = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(folder.path().join("kayles.game"), program).expect("a file is written");
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_fairgame"))
        .args(["run", "kayles.game"])
        .current_dir(folder.path())
        .output()
        .expect("the program runs");
    assert_eq!(String::from_utf8_lossy(&out.stdout), shown);
    assert_eq!(out.status.code(), Some(1));
}

/// Other games in the README are read without complaint.
#[test]
fn the_games_in_the_readme_are_right() {
    let readme =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("README.md");
    let games: Vec<String> =
        blocks(&readme).into_iter().map(|b| b.1).filter(|b| b.starts_with("game ")).collect();
    assert_eq!(games.len(), 1);
    let report = run_text("README.md", &games[0]);
    assert!(report.failures.is_empty(), "{}", report.failures.join("\n"));
}
