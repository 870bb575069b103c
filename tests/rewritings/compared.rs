//! Programs against their rewritings: answers and verdicts must be the same; where engines or proofs are not, that is
//! known, and stands in `known.txt`.

use crate::asked::{self, Found, Kind};
use crate::draft::{Draft, Places};
use crate::library::{self, Rewriting, Shows};
use crate::program::Program;
use crate::support;
use std::collections::{BTreeSet, HashMap};

/// Which rewritings of which programs.
pub(crate) type Pick = fn(program: usize, rewriting: usize) -> bool;

/// Everything is compared with everything.
pub(crate) const ALL: Pick = |_, _| true;

/// What was compared, and what was found.
#[derive(Default)]
pub(crate) struct Comparison {
    pub(crate) pairs: usize,
    pub(crate) places: usize,
    /// `rewriting | program | what`, of which engines and proofs are the matter.
    pub(crate) slower: BTreeSet<String>,
    pub(crate) wrong: Vec<String>,
    /// The pairs looked at, as far as they go in such a line.
    looked_at: BTreeSet<String>,
}

impl Comparison {
    pub(crate) fn add(&mut self, other: Comparison) {
        self.pairs += other.pairs;
        self.places += other.places;
        self.slower.extend(other.slower);
        self.wrong.extend(other.wrong);
        self.looked_at.extend(other.looked_at);
    }
}

/// Compares programs with their rewritings, on two threads.
pub(crate) fn compare(texts: Vec<(String, String)>, most_questions: usize, pick: Pick) -> Comparison {
    let numbered: Vec<(usize, (String, String))> = texts.into_iter().enumerate().collect();
    let halves = (0..2).map(|half| {
        let mine: Vec<_> = numbered.iter().filter(|(i, _)| i % 2 == half).cloned().collect();
        let work = move || {
            let mut all = Comparison::default();
            for (i, (name, text)) in mine {
                all.add(compare_one(i, &name, &text, most_questions, pick));
            }
            all
        };
        std::thread::spawn(move || support::deep(work))
    });
    let halves: Vec<_> = halves.collect();
    let mut all = Comparison::default();
    halves.into_iter().for_each(|half| all.add(half.join().expect("a comparison panicked")));
    all
}

fn compare_one(i: usize, name: &str, text: &str, most_questions: usize, pick: Pick) -> Comparison {
    let mut all = Comparison::default();
    // Files that use files of theirs are not read.
    let Ok(program) = Program::of_text(name, text) else { return all };
    let program = program.asking(most_questions);
    let mut before: HashMap<String, Found> = HashMap::new();
    for (r, rewriting) in library::all().iter().enumerate().filter(|(r, _)| pick(i, *r)) {
        // Some of the places in one program, all of them in the next.
        let places = if (i + r) % 5 == 4 { Places::Some((i * 64 + r) as u64) } else { Places::Every };
        let mut draft = Draft::new(&program, places);
        (rewriting.apply)(&mut draft);
        if draft.changed == 0 {
            continue;
        }
        all.pairs += 1;
        all.places += draft.changed;
        let after = Program::of_items(name, &draft.items);
        let after = after.unwrap_or_else(|why| panic!("{}: {why}", rewriting.name));
        let before =
            before.entry(key(rewriting.shows)).or_insert_with(|| asked::ask(&program, rewriting.shows));
        note(&mut all, &program, before, &after, rewriting);
    }
    all
}

fn note(all: &mut Comparison, program: &Program, before: &Found, after: &Program, rewriting: &Rewriting) {
    let pair = format!("{} | {} | ", rewriting.name, program.name);
    let found = asked::ask(after, rewriting.shows);
    for d in asked::differences(program, before, &found, rewriting.shows) {
        match d.kind {
            Kind::Wrong => all.wrong.push(format!("{pair}{d}\n{}", after.text)),
            _ => drop(all.slower.insert(format!("{pair}{d}"))),
        }
    }
    all.looked_at.insert(pair);
}

fn key(shows: Shows) -> String {
    format!(
        "{} {} {} {} {:?}",
        shows.order,
        shows.choices,
        shows.parts,
        shows.rules,
        shows.back.map(|b| b("a_zzz, 990099"))
    )
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
