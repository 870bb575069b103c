//! The corpus: one-line cases in the language, by topic. Every file must load and all its expectations must hold; a
//! paragraph that begins with `#! error CODE` must give an error with that code.

use crate::support;

use support::{game_files, run_text, run_text_nearby};

/// Words that a paragraph of statements begins with.
const STATEMENTS: [&str; 5] = ["expect", "show", "table", "period", "play"];

/// A file of the corpus: the part that must hold, the definitions in it, and the cases that must fail.
struct Corpus {
    good: String,
    definitions: String,
    bad: Vec<(String, String)>,
}

fn read(path: &str) -> Corpus {
    let text = std::fs::read_to_string(path).expect("a readable corpus file");
    let mut corpus = Corpus { good: String::new(), definitions: String::new(), bad: vec![] };
    for paragraph in text.split("\n\n") {
        let first = paragraph.trim_start();
        if let Some(rest) = first.strip_prefix("#! error ") {
            let (code, body) = rest.split_once('\n').expect("a case below `#! error CODE`");
            corpus.bad.push((code.trim().to_string(), body.to_string()));
            continue;
        }
        corpus.good += paragraph;
        corpus.good += "\n\n";
        if !STATEMENTS.iter().any(|w| first.starts_with(w)) {
            corpus.definitions += paragraph;
            corpus.definitions += "\n\n";
        }
    }
    corpus
}

/// Runs the good part of every file, changed by `change`; gives the number of expectations.
fn all_hold(change: impl Fn(&str) -> String) -> usize {
    let mut expectations = 0;
    let mut wrong = vec![];
    for path in game_files("tests/corpus") {
        let report = run_text(&path, &change(&read(&path).good));
        expectations += report.expectations;
        wrong.extend(report.failures.iter().map(|why| format!("{path}:\n  {why}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    expectations
}

#[test]
fn every_case_holds() {
    let expectations = all_hold(str::to_string);
    assert!(expectations >= 250, "the corpus has only {expectations} expectations");
}

#[test]
#[ignore = "takes long"]
fn every_case_holds_with_the_line_ends_of_windows() {
    all_hold(|text| text.replace('\n', "\r\n"));
}

#[test]
#[ignore = "takes long"]
fn every_case_holds_after_indentation_is_lost() {
    all_hold(|text| text.lines().map(str::trim).collect::<Vec<_>>().join("\n"));
}

#[test]
fn every_mistake_is_found() {
    let mut cases = 0;
    let mut wrong = vec![];
    for path in game_files("tests/corpus") {
        let corpus = read(&path);
        for (code, body) in &corpus.bad {
            cases += 1;
            let report = run_text_nearby(&path, &format!("{}{body}\n", corpus.definitions));
            if !report.has(code) {
                wrong.push(format!("{body}\n    should be {code}, gives {:?}", report.failures));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases >= 40, "only {cases} mistakes");
}
