//! Random games, and long lists of cases: every day some of them, and the same ones. No program of tests uses all of this.

#![allow(dead_code)]

use proptest::test_runner::{Config, RngSeed};

/// One case in so many is tried with every run of the tests.
const OFTEN: u32 = 10;

/// Some of so many cases, all of them with `FAIRGAME_THOROUGH=1`, and an eighth of them with `FAIRGAME_THOROUGH=8`; other ones with
/// `PROPTEST_RNG_SEED=n`, more with `PROPTEST_CASES=n`.
pub(crate) fn config(cases: u32) -> Config {
    all(cases.div_ceil(one_in().unwrap_or(OFTEN)))
}

/// So many cases of those that are tried now and then: all by hand, a third where others are fewer, too.
pub(crate) fn share(cases: u64) -> u64 {
    if one_in().is_some_and(|n| n > 1) { cases / 3 } else { cases }
}

/// One case in so many is wanted.
fn one_in() -> Option<u32> {
    std::env::var("FAIRGAME_THOROUGH").ok().map(|n| n.parse().unwrap_or(1).max(1))
}

/// Some of the cases of a list, the same ones every day, and all of them with `FAIRGAME_THOROUGH=1`.
pub(crate) fn some<I: IntoIterator>(cases: I) -> impl Iterator<Item = I::Item> {
    cases.into_iter().step_by(daily(OFTEN as usize, 1))
}

/// How much is tried: so much every day, and all of it with `FAIRGAME_THOROUGH=1`.
pub(crate) fn daily<T>(every_day: T, all: T) -> T {
    if thorough() { all } else { every_day }
}

/// Whether all there is is tried.
pub(crate) fn thorough() -> bool {
    set("FAIRGAME_THOROUGH")
}

/// So many cases, where fewer would show nothing.
pub(crate) fn all(cases: u32) -> Config {
    let usual = Config { failure_persistence: None, ..Config::default() };
    Config {
        cases: if set("PROPTEST_CASES") { usual.cases } else { cases },
        rng_seed: if set("PROPTEST_RNG_SEED") { usual.rng_seed } else { RngSeed::Fixed(2026) },
        ..usual
    }
}

fn set(name: &str) -> bool {
    std::env::var_os(name).is_some()
}
