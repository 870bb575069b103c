//! Random choices, the same for the same seed.

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// Random choices.
pub(crate) struct Dice(TestRng);

impl Dice {
    /// The choices of a seed.
    pub(crate) fn new(seed: u64) -> Dice {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Dice(TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
    }

    /// One of 0, 1, ..., n - 1.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n.max(1) as u64) as usize
    }

    /// One of lo, ..., hi.
    pub(crate) fn between(&mut self, lo: i64, hi: i64) -> i64 {
        lo + self.below((hi - lo + 1).max(1) as usize) as i64
    }

    /// True in so many of a hundred cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some things.
    pub(crate) fn pick<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }

    /// One of some texts.
    pub(crate) fn word(&mut self, all: &[&str]) -> String {
        all[self.below(all.len())].to_string()
    }
}
