//! Which engines hold what was found, and what they recognised in the rules: read off from what they hold, so that a test
//! sees where something is not recognised any more.

use std::collections::BTreeMap;

/// What was recognised, by name, and how often: each family of positions counts once, each clause, each run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fired {
    counts: BTreeMap<&'static str, u64>,
}

impl Fired {
    /// What was recognised and how often, in order of the names.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.counts.iter().map(|(what, n)| (*what, *n))
    }

    /// The engines that hold values.
    pub fn engines(&self) -> impl Iterator<Item = &'static str> {
        self.counts.keys().copied().filter(|what| what.starts_with("engine: "))
    }

    /// Adds how often something was recognised.
    pub(in crate::rules) fn add(&mut self, what: &'static str, times: u64) {
        if times > 0 {
            *self.counts.entry(what).or_default() += times;
        }
    }

    /// Adds each of these once.
    pub(in crate::rules) fn all(&mut self, what: impl IntoIterator<Item = &'static str>) {
        what.into_iter().for_each(|w| self.add(w, 1));
    }
}
