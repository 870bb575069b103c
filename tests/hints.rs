//! A hint never leads to the next error: every mistake of `mistakes.txt`, `hints.txt` and `habits.txt` is mended by doing what
//! the hints ask, twice at most. A case marked `====?` has an answer that only its author knows.

use crate::support;

use fairgame::answer::Answer;
use fairgame::diagnostic::Diagnostic;
use fairgame::engine::Budget;
use fairgame::session::Session;
use support::deep;

/// What the cases take for granted: a name that a case uses and does not define.
const KNOWN: &[(&str, &str)] = &[
    ("Nim", "game Nim(n: nat)\n  move take(k in 1..n) to Nim(n - k)"),
    ("Kayles", "game Kayles(n: nat)\n  move take(k in 1..n) to Kayles(n - k)"),
    ("Bar", "game Bar(r: nat, c: nat)\n  move cut(k in 1..r) to Bar(r - k, c)"),
    ("S", "let S = {1, 2, 5}"),
    ("T", "let T = {2, 3}"),
    ("A", "let A = {1, 2}"),
    ("B", "let B = {2, 3}"),
    ("n", "let n = 7"),
    ("k", "let k = 2"),
    ("m", "let m = 3"),
    ("a", "let a = true"),
    ("b", "let b = false"),
    ("row", "let row = [5, 6, 7]"),
    ("p", "let p = (5, 6)"),
    ("x", "let x = 3"),
    ("f", "let f(n: nat) = n + 1"),
    ("größe", "let größe = 1"),
    ("石", "let 石 = 1"),
];

/// Mistakes of `mistakes.txt` that only their authors can mend: something is missing that nobody can guess.
const BY_AUTHOR: &[&str] = &[
    "compared alone",
    "missing to and target",
    "missing target",
    "keyword inside an expression",
    "unclosed text before another",
    "unknown escape",
    "while",
    "missing else",
    "missing then",
    "else without then",
    "empty parentheses",
    "at sign",
    "number and name",
    "operator at the end",
    "two operators",
    "operator at the beginning",
    "to outside a map",
    "nothing after show",
    "play without steps",
    "under in the wrong place",
    "unicode before the mistake",
    "tab before the mistake",
    "nothing after is",
    "let without body",
    "pair without comma",
    "pair with equals",
    "for with nothing",
    "starts without position",
    "a game inside a game",
    "only a closing bracket",
    "a keyword alone",
    "else if without then",
    "clause in brackets",
    "typed twice",
    "decimal",
];

struct Case {
    name: String,
    text: String,
    by_author: bool,
}

fn cases(file: &str) -> Vec<Case> {
    let path = format!("{}/tests/{file}", env!("CARGO_MANIFEST_DIR"));
    cases_of(&std::fs::read_to_string(path).expect("the cases"))
}

fn cases_of(all: &str) -> Vec<Case> {
    all.split("\n====")
        .map(|part| part.trim_start_matches("===="))
        .filter(|part| !part.trim().is_empty())
        .map(|part| {
            let (head, text) = part.split_once('\n').unwrap_or((part, ""));
            let name = head.trim_start_matches('?').trim().to_owned();
            let by_author = head.starts_with('?') || BY_AUTHOR.contains(&name.as_str());
            let signs = [("<CR>", "\r"), ("<TAB>", "\t"), ("<BOM>", "\u{FEFF}"), ("<NBSP>", "\u{A0}")];
            let text = signs.iter().fold(text.to_owned(), |text, (sign, c)| text.replace(sign, c));
            Case { name, text, by_author }
        })
        .collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').collect()
}

/// The case with what it takes for granted behind it.
fn whole(text: &str) -> String {
    let used = words(text);
    let bound = |name: &str| {
        let lines = text.lines();
        let introduced = ["game", "let", "graph", "gmae", "Game", "def", "function"];
        let mut lines = lines.map(words);
        let defines = lines.any(|w| w.windows(2).any(|two| two[1] == name && introduced.contains(&two[0])));
        let inside_moves = format!("to {name}(");
        defines
            || !text.contains("game ") && text.contains(&inside_moves)
            || text.starts_with(&format!("{name} ="))
    };
    let lacking = KNOWN.iter().filter(|(name, _)| used.contains(name) && !bound(name));
    let end = if text.ends_with('\n') { "" } else { "\n" };
    text.to_owned() + end + &lacking.map(|(_, text)| format!("{text}\n")).collect::<String>()
}

/// The mistakes of a text, in their order.
fn mistakes(text: &str) -> Vec<Diagnostic> {
    let text = text.to_owned();
    deep(move || {
        let mut session = Session::new(Budget { time: None, ..Budget::default() });
        let loaded = session.load_text("x.game", &text);
        let mut found: Vec<Diagnostic> =
            loaded.diagnostics.iter().filter(|d| d.is_error()).cloned().collect();
        for q in &loaded.questions {
            if let Answer::Mistake { diagnostic } = session.ask(q) {
                found.push(*diagnostic);
            }
        }
        found.sort_by_key(|d| d.span().map(|s| s.start));
        found
    })
}

/// The text with all changes made that do not touch each other, last one first.
fn followed(text: &str, found: &[Diagnostic]) -> String {
    let mut text = text.to_owned();
    let mut end = usize::MAX;
    for d in found.iter().rev().filter(|d| !d.replacements.is_empty()) {
        let last = d.replacements.iter().map(|r| r.span.range().end).max().unwrap_or(0);
        if last > end {
            continue;
        }
        end = d.replacements.iter().map(|r| r.span.range().start).min().unwrap_or(0);
        let file = d.replacements[0].span.file;
        text = d.applied(file, &text).expect("replacements that can be made");
    }
    text
}

/// What is still wrong after two steps; nothing if the program works.
fn left_after_two_steps(case: &Case) -> Option<String> {
    let mut text = whole(&case.text);
    let mut told = vec![];
    for _ in 0..2 {
        let found = mistakes(&text);
        if found.is_empty() {
            return None;
        }
        told.extend(found.iter().map(|d| format!("  [{}] {} {:?}", d.code, d.title, d.hints)));
        text = followed(&text, &found);
        told.push(text.lines().take(6).map(|l| format!("      {l}\n")).collect());
    }
    let found = mistakes(&text);
    told.extend(found.iter().map(|d| format!("  [{}] {} {:?}", d.code, d.title, d.hints)));
    (!found.is_empty()).then(|| told.join("\n"))
}

/// One case in so many is tried with every run of the tests.
const OFTEN: usize = 30;

#[test]
fn hints_lead_to_programs_that_work() {
    follow(OFTEN);
}

#[test]
#[ignore = "takes long"]
fn every_hint_leads_to_a_program_that_works() {
    follow(1);
}

/// Follows the hints of one case in so many.
fn follow(one_in: usize) {
    let all: Vec<Case> = ["mistakes.txt", "hints.txt", "habits.txt"].into_iter().flat_map(cases).collect();
    let mut wrong = vec![];
    for case in all.iter().step_by(one_in) {
        match (left_after_two_steps(case), case.by_author) {
            (Some(left), false) => wrong.push(format!("{}:\n{left}", case.name)),
            (None, true) if !mistakes(&whole(&case.text)).is_empty() => {
                wrong.push(format!("{}: its hints mend it: `====?` can go", case.name));
            }
            _ => {}
        }
    }
    let by_author = all.iter().filter(|c| c.by_author).count();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
    assert!(
        all.len() >= 600 && by_author * 5 <= all.len(),
        "{by_author} of {} are left to authors",
        all.len()
    );
}

/// For trying new mistakes: `FAIRGAME_CASES` names a file of them. Those that are left are printed step by step, and
/// of the others the program that the hints lead to, for its meaning has to be read.
#[test]
#[ignore = "prints what becomes of the mistakes in a file of your own"]
fn cases_of_your_own() {
    let Ok(path) = std::env::var("FAIRGAME_CASES") else { return };
    let text = std::fs::read_to_string(path).expect("the cases");
    let (mut left, mut all) = (0, 0);
    for case in cases_of(&text) {
        all += 1;
        match left_after_two_steps(&case) {
            Some(steps) => {
                left += 1;
                println!("LEFT {}:\n{steps}\n", case.name);
            }
            None => println!("mended {}:\n{}\n", case.name, mended(&case.text)),
        }
    }
    println!("{left} of {all} are left");
}

/// What the hints make of a text in two steps.
fn mended(text: &str) -> String {
    let once = followed(&whole(text), &mistakes(&whole(text)));
    followed(&once, &mistakes(&once))
}
