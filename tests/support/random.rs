//! Random games: the same every day.

use proptest::test_runner::{Config, RngSeed};

/// So many cases; other ones with `PROPTEST_RNG_SEED=n`, more with `PROPTEST_CASES=n`.
pub(crate) fn config(cases: u32) -> Config {
    let usual = Config { failure_persistence: None, ..Config::default() };
    let set = |name| std::env::var_os(name).is_some();
    Config {
        cases: if set("PROPTEST_CASES") { usual.cases } else { cases },
        rng_seed: if set("PROPTEST_RNG_SEED") { usual.rng_seed } else { RngSeed::Fixed(2026) },
        ..usual
    }
}
