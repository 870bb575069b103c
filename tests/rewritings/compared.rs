//! Programs against their rewritings: answers and verdicts must be the same; where engines or proofs are not, that is
//! known, and stands in `known.txt`.

use crate::asked::{self, Found, Kind};
use crate::draft::{Draft, Places};
use crate::library::{self, Rewriting};
use crate::program::{Program, Text};
use crate::support;
use std::collections::BTreeSet;
use std::time::Instant;

/// Which rewritings of which programs, and how much is asked of each.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// So many questions of each program at most.
    pub(crate) questions: usize,
    /// One in so many pairs of a program and a rewriting.
    pub(crate) one_in: u64,
    /// Only what takes little to answer.
    pub(crate) little: bool,
}

/// A number that the names of a program and a rewriting decide, and nothing else: the same pairs are compared when
/// others are added.
fn picked(program: &str, rewriting: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for byte in program.bytes().chain([0]).chain(rewriting.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^ (hash >> 29)
}

/// What was compared, and what was found.
#[derive(Default)]
pub(crate) struct Comparison {
    pub(crate) pairs: usize,
    pub(crate) places: usize,
    /// `rewriting | program | what`, of which engines and proofs are the matter.
    pub(crate) slower: BTreeSet<String>,
    pub(crate) wrong: Vec<String>,
}

impl Comparison {
    pub(crate) fn add(&mut self, other: Comparison) {
        self.pairs += other.pairs;
        self.places += other.places;
        self.slower.extend(other.slower);
        self.wrong.extend(other.wrong);
    }
}

/// Compares programs with their rewritings, on two threads.
pub(crate) fn compare(texts: Vec<Text>, wanted: Wanted) -> Comparison {
    let halves = (0..2).map(|half| {
        let mine: Vec<_> = texts.iter().skip(half).step_by(2).cloned().collect();
        let work = move || {
            let mut all = Comparison::default();
            mine.iter().for_each(|text| all.add(compare_one(text, wanted)));
            all
        };
        std::thread::spawn(move || support::deep(work))
    });
    let halves: Vec<_> = halves.collect();
    let mut all = Comparison::default();
    halves.into_iter().for_each(|half| all.add(half.join().expect("a comparison panicked")));
    all
}

fn compare_one(text: &Text, wanted: Wanted) -> Comparison {
    let (mut all, begun) = (Comparison::default(), Instant::now());
    let rewritings = library::all();
    let only = std::env::var("REWRITING").ok();
    let is_picked = |r: &&Rewriting| match &only {
        Some(name) => r.name == name.as_str(),
        None => picked(&text.name, r.name).is_multiple_of(wanted.one_in),
    };
    let mine: Vec<_> = rewritings.iter().filter(is_picked).collect();
    // Files that use files of theirs are not read.
    let Ok(mut program) = Program::of_text(&text.name, &text.text) else { return all };
    if mine.is_empty() {
        return all;
    }
    program.wild = text.wild;
    let mut program = program.asking(wanted.questions);
    if wanted.little {
        let answered = asked::ask(&program, asked::little()).answered();
        program = program.asking_these(&answered);
    }
    let mut before = None;
    for rewriting in mine {
        let Some((after, places)) = rewritten(&program, rewriting) else { continue };
        all.pairs += 1;
        all.places += places;
        let budget = || if wanted.little { asked::more() } else { asked::plenty() };
        let before = before.get_or_insert_with(|| asked::ask(&program, budget()));
        let found = asked::ask(&after, budget());
        note(&mut all, &program, before, &found, rewriting);
    }
    if loud() {
        println!("{:?}\t{} pairs\t{}", begun.elapsed(), all.pairs, text.name);
    }
    all
}

/// Whether to tell how long each program takes.
fn loud() -> bool {
    std::env::var_os("LOUD").is_some()
}

/// A program rewritten, and at how many places; some of them in one program, all of them in the next.
fn rewritten(program: &Program, rewriting: &Rewriting) -> Option<(Program, usize)> {
    let hash = picked(&program.name, rewriting.name) >> 32;
    let places = if hash % 5 == 4 { Places::Some(hash) } else { Places::Every };
    let mut draft = Draft::new(program, places);
    (rewriting.apply)(&mut draft);
    if draft.changed == 0 {
        return None;
    }
    let after = Program::of_items(&program.name, &draft.items);
    Some((after.unwrap_or_else(|why| panic!("{}: {why}", rewriting.name)), draft.changed))
}

fn note(all: &mut Comparison, program: &Program, before: &Found, after: &Found, rewriting: &Rewriting) {
    let pair = format!("{} | {} | ", rewriting.name, program.name);
    for d in asked::differences(program, before, after, rewriting.shows) {
        match d.kind {
            Kind::Wrong => all.wrong.push(format!("{pair}{d}\n{}", smallest(program, rewriting))),
            _ => drop(all.slower.insert(format!("{pair}{d}"))),
        }
    }
}

/// The program with everything left out that the difference does not need.
fn smallest(program: &Program, rewriting: &Rewriting) -> String {
    let differs = |text: &str| {
        let Ok(mut small) = Program::of_text(&program.name, text) else { return false };
        small.wild = program.wild;
        let mut draft = Draft::new(&small, Places::Every);
        (rewriting.apply)(&mut draft);
        let Ok(after) = Program::of_items(&program.name, &draft.items) else { return false };
        let (a, b) = (asked::ask(&small, asked::more()), asked::ask(&after, asked::more()));
        asked::differences(&small, &a, &b, rewriting.shows).iter().any(|d| d.kind == Kind::Wrong)
    };
    crate::shrink::shrunk(&program.text, 300, &differs)
}

/// What is known to differ.
fn known() -> BTreeSet<String> {
    let text = std::fs::read_to_string(path()).unwrap_or_default();
    text.lines().filter(|l| !l.starts_with('#') && !l.is_empty()).map(str::to_string).collect()
}

fn path() -> String {
    format!("{}/tests/rewritings/known.txt", env!("CARGO_MANIFEST_DIR"))
}

const HEAD: &str = "\
# Where the spelling decides today which engine answers, or whether something is proved: rewriting | program | what.
# Answers and verdicts never differ. `UPDATE=1 cargo test --test rewritings -- --ignored` writes this file again.
";

/// Fails if an answer differs, or if an engine or a proof does and that is not known; if `all` was compared, also if
/// something is known that is not so any more.
pub(crate) fn judge(found: &Comparison, all: bool) {
    assert!(found.wrong.is_empty(), "{} wrong\n{}", found.wrong.len(), found.wrong.join("\n\n"));
    if all && std::env::var_os("UPDATE").is_some() {
        let lines: String = found.slower.iter().map(|l| format!("{l}\n")).collect();
        std::fs::write(path(), format!("{HEAD}{lines}")).expect("the table can be written");
        return;
    }
    let known = known();
    let new: Vec<&String> = found.slower.difference(&known).collect();
    assert!(new.is_empty(), "{} new differences:\n{}", new.len(), join(&new));
    if all {
        let gone: Vec<&String> = known.difference(&found.slower).collect();
        assert!(
            gone.is_empty(),
            "{} differences are gone, UPDATE=1 says so in the table:\n{}",
            gone.len(),
            join(&gone)
        );
    }
}

fn join(lines: &[&String]) -> String {
    lines.iter().map(|l| l.as_str()).collect::<Vec<_>>().join("\n")
}
