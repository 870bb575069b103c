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
#[path = "../support/mod.rs"]
mod support;
#[path = "../support/tree.rs"]
mod tree;

use compared::{ALL, compare, judge};
use draft::{Draft, Places};
use fairgame::source::FileId;
use fairgame::syntax::parse::parse;
use program::Program;

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
    for (name, places) in all_load(own.collect()) {
        assert!(places > 0, "{name} applies nowhere in the games written for it");
    }
}

#[test]
#[ignore = "takes long"]
fn whatever_is_rewritten_loads() {
    all_load(program::texts());
}

/// The names and texts of programs.
type Texts = Vec<(String, String)>;

/// The games written for this, and everything else.
fn own_and_others() -> (Texts, Texts) {
    program::texts().into_iter().partition(|(name, _)| name.starts_with("tests/rewritings/own"))
}

#[test]
fn spelling_decides_no_answer() {
    let (own, _) = own_and_others();
    let found = compare(own, 4, |program, rewriting| (program + rewriting) % 8 == 0);
    println!("{} pairs, {} places", found.pairs, found.places);
    assert!(found.pairs > 150, "only {} pairs", found.pairs);
    judge(&found, false);
}

/// Questions of these are so large that a rewriting may take them long.
const LARGE: [&str; 4] = ["docs/misere.md", "docs/periods.md", "long-periods", "sparse-spaces"];

#[test]
#[ignore = "takes long"]
fn spelling_decides_no_answer_anywhere() {
    let (own, others) = own_and_others();
    let mut found = compare(own, 4, ALL);
    let others = others.into_iter().filter(|(name, _)| !LARGE.iter().any(|l| name.contains(l))).collect();
    let everything = std::env::var_os("EVERYTHING").is_some();
    let some: compared::Pick = |program, rewriting| (program * 7 + rewriting) % 16 == 0;
    found.add(compare(others, 4, if everything { ALL } else { some }));
    println!("{} pairs, {} places", found.pairs, found.places);
    judge(&found, !everything);
}

#[test]
fn everything_is_still_recognised() {
    let fixed = |name: &str| ["tests/", "benches/"].iter().any(|f| name.starts_with(f));
    // Of these one question takes longer than all others together.
    let long = |name: &str| name.contains("cram.game") || name.contains("welter.game");
    let texts = program::texts().into_iter().filter(|(name, _)| fixed(name) && !long(name));
    counted::judge(&counted::count(texts.collect()));
}
