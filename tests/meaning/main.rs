//! What programs mean, by a second interpreter that shares nothing with the first: straight from the syntax tree,
//! with values as plain data, by docs/language.md alone. It is compared with the program on random programs that
//! use every construct of the language. Drawings are left out: `tests/sprouts.rs` compares them with a reading of their own.

mod boards;
mod compare;
#[path = "../support/deep.rs"]
mod deep;
mod each;
mod endless;
mod eval;
mod found;
mod more;
mod natives;
mod nim;
mod one_pile;
mod play;
#[path = "../support/printer.rs"]
mod printer;
mod questions;
#[path = "../support/random.rs"]
mod random;
#[path = "../support/shrink.rs"]
mod shrink;
mod smallest;
mod solve;
mod statements;
#[path = "../support/tree.rs"]
mod tree;
mod value;
mod words;
mod world;
mod written;

#[path = "../support/programs/mod.rs"]
mod programs;

use compare::{Tally, compare};
use deep::deep;
use random::share;

/// So many programs that fail are made small: one mistake shows in many of them.
const SHRUNK: usize = 3;

/// Every fourth program may have functions with arguments fixed; half of them have what programs seldom have.
fn of_seed(seed: u64) -> programs::Program {
    match seed % 4 {
        0 => programs::program(seed),
        1 => programs::with_functions(seed),
        _ => programs::with_rarities(seed / 4 * 2 + seed % 2),
    }
}

/// Programs from one seed on, on a thread with a deep stack.
fn programs_agree(of_seed: fn(u64) -> programs::Program, from: u64, count: u64) -> Tally {
    deep(move || {
        let mut tally = Tally::default();
        let mut shown = 0;
        for seed in from..from + count {
            let program = of_seed(seed);
            let begun = std::time::Instant::now();
            if set("LOUD", 0) > 0 {
                println!("seed {seed}\n{}", program.text);
            }
            let one = compare(&program);
            if set("LOUD", 0) > 0 && begun.elapsed().as_secs() > 1 {
                println!("slow: seed {seed}: {:?}", begun.elapsed());
            }
            if !one.differences.is_empty() && shown < 400 {
                shown += 1;
                println!("=== seed {seed}\n{}\n--- {}", program.text, one.differences.join("\n--- "));
            }
            if !one.differences.is_empty() && shown <= SHRUNK {
                println!("=== seed {seed}, as small as it gets\n{}", smallest::smallest(&program));
            }
            tally.add(one);
        }
        tally
    })
}

/// A number from the environment.
fn set(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(usual)
}

#[test]
#[ignore = "takes long"]
fn random_programs_use_everything() {
    let mut used = programs::count::Used::default();
    for seed in 0..1000 {
        let program = of_seed(seed);
        used.text(&program.text);
        program.positions.iter().for_each(|p| used.text(&format!("let p = {p}")));
    }
    for (what, n) in &used.0 {
        println!("{n:6}  {what}");
    }
    assert_eq!(programs::count::missing(&used), Vec::<String>::new(), "never used");
}

/// Compares random programs; `all` if there are so many that each kind of answer must be among them.
fn agree(from: u64, count: u64, all: bool) {
    let tally = programs_agree(of_seed, set("FROM", from), set("COUNT", count));
    for (what, n) in &tally.counts {
        println!("{n:6}  {what}");
    }
    assert!(tally.differences.is_empty(), "{} differences", tally.differences.len());
    let compared = |what: &str| tally.counts.get(what).copied().unwrap_or(0);
    for what in [
        "value",
        "options",
        "outcome, misère",
        "value: both a cycle",
        "value: both a mistake",
        "outcome, normal, loopy: both a mistake",
        "outcome, normal, loopy, draw",
        "remoteness of a side",
        "picture",
        "winning",
    ] {
        assert!(!all || compared(what) > 0, "nothing compared: {what}");
    }
}

#[test]
fn random_programs_mean_what_the_reference_says() {
    agree(0, 8, false);
}

#[test]
#[ignore = "takes long"]
fn many_random_programs_mean_what_the_reference_says() {
    agree(8, share(517), share(3) == 3);
}

/// Claims that hold or do not, and positions at which those that do not fail.
fn claims_agree(from: u64, count: u64, all: bool) {
    let tally = programs_agree(programs::claims::program, set("FROM", from), set("COUNT", count));
    println!("{:#?}", tally.counts);
    assert!(tally.differences.is_empty(), "{} differences", tally.differences.len());
    for what in ["claim: Proved", "claim: Wrong", "claim: Checked", "claim: proved and right"] {
        assert!(!all || tally.counts.get(what).is_some_and(|n| *n > 0), "none: {what}");
    }
}

#[test]
fn claims_mean_what_the_reference_says() {
    claims_agree(0, 5, false);
}

#[test]
#[ignore = "takes long"]
fn many_claims_mean_what_the_reference_says() {
    claims_agree(5, share(555), true);
}
