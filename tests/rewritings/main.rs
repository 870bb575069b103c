//! Rewritings of programs that change how a game is spelled and nothing else: answers, verdicts and engines must not
//! depend on them.

mod asked;
mod compared;
mod counted;
mod draft;
mod library;
#[path = "../support/printer.rs"]
mod printer;
mod program;
#[path = "../support/programs/mod.rs"]
mod programs;
#[path = "../support/random.rs"]
mod random;
#[path = "../support/shapes/mod.rs"]
mod shapes;
#[path = "../support/shrink.rs"]
mod shrink;
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/tree.rs"]
mod tree;

use compared::{Wanted, compare, judge};
use draft::{Draft, Places};
use fairgame::source::FileId;
use fairgame::syntax::parse::parse;
use program::{Program, Text};
use random::{daily, some, thorough};

#[test]
fn what_is_printed_reads_as_what_was_read() {
    let mut items = 0;
    for (name, text) in program::texts() {
        let read = parse(FileId(0), &text);
        let printed = printer::program(&read.items);
        let again = parse(FileId(0), &printed);
        assert!(again.diagnostics.is_empty(), "{name}: {:?}\n{printed}", again.diagnostics);
        assert_eq!(tree::without_spans(&again.items), tree::without_spans(&read.items), "{name}\n{printed}");
        items += read.items.len();
    }
    assert!(items > 1500, "only {items} items");
}

/// Rewrites every program at every place, and counts where: whatever does not load is no rewriting.
fn all_load(texts: Vec<(String, String)>) -> Vec<(&'static str, usize)> {
    let rewritings = library::all();
    let mut places = vec![0; rewritings.len()];
    let mut wrong = vec![];
    for (name, text) in texts {
        let program = Program::of_text(&name, &text).unwrap_or_else(|why| panic!("{why}"));
        for (r, places) in rewritings.iter().zip(&mut places) {
            let mut draft = Draft::new(&program, Places::Every);
            (r.apply)(&mut draft);
            *places += draft.changed;
            if draft.changed > 0
                && let Err(why) = Program::of_items(&name, &draft.items)
            {
                wrong.push(format!("{} ({}): {why}", r.name, r.why));
            }
        }
    }
    assert!(wrong.is_empty(), "{} are wrong\n{}", wrong.len(), wrong.join("\n"));
    rewritings.iter().map(|r| r.name).zip(places).collect()
}

#[test]
fn what_is_rewritten_loads() {
    let own = program::texts().into_iter().filter(|(name, _)| name.starts_with("tests/rewritings/own"));
    for (name, places) in all_load(some(own).collect()) {
        assert!(places > 0 || !thorough(), "{name} applies nowhere in the games written for it");
    }
}

#[test]
#[ignore = "takes long"]
fn whatever_is_rewritten_loads() {
    all_load(program::texts());
}

/// The games written for this, and everything else.
fn own_and_others() -> (Vec<Text>, Vec<Text>) {
    let all = program::texts().into_iter().map(|(name, text)| Text { name, text, wild: false });
    all.partition(|text| text.name.starts_with("tests/rewritings/own"))
}

#[test]
fn spelling_decides_no_answer() {
    let (own, _) = own_and_others();
    let mut found = compare(own, Wanted { questions: 4, one_in: daily(640, 160), little: false });
    let random = Wanted { questions: 4, one_in: daily(3840, 960), little: true };
    found.add(compare(program::random(4, 80), random));
    println!("{} pairs, {} places", found.pairs, found.places);
    assert!(found.pairs > daily(2, 8), "only {} pairs", found.pairs);
    judge(&found, false);
}

/// Piles so large that a rewriting which is not recognised takes all the time there is; `own/power.game` is of their kind.
const LARGE: [&str; 2] = ["examples/heaps/big-piles.game", "docs/periods.md: game Binary"];

/// One pair in six, the same ones every day; with `EVERYTHING=1` every rewriting of every text, which takes a quarter of an
/// hour; with `REWRITING=NAME` that one alone, of every text.
#[test]
#[ignore = "takes long"]
fn spelling_decides_no_answer_anywhere() {
    let (own, others) = own_and_others();
    let everything = std::env::var_os("EVERYTHING").is_some();
    let one_in = if everything { 1 } else { 6 };
    let mut found = compare(own, Wanted { questions: 4, one_in: 2, little: false });
    let others = others.into_iter().filter(|text| !LARGE.iter().any(|l| text.name.contains(l))).collect();
    for texts in [others, program::random(4, 80)] {
        found.add(compare(texts, Wanted { questions: 4, one_in, little: true }));
    }
    println!("{} pairs, {} places", found.pairs, found.places);
    if std::env::var_os("REWRITING").is_some() {
        return judge(&found, false);
    }
    assert!(found.pairs > 1500, "only {} pairs", found.pairs);
    judge(&found, !everything);
}

#[test]
#[ignore = "takes long"]
fn everything_is_still_recognised() {
    let fixed = |name: &str| ["tests/", "benches/"].iter().any(|f| name.starts_with(f));
    // Of these one question takes longer than all others together.
    let long = |name: &str| name.contains("cram.game") || name.contains("welter.game");
    let texts = program::texts().into_iter().filter(|(name, _)| fixed(name) && !long(name));
    counted::judge(&counted::count(texts.collect()));
}
