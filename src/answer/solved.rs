//! Which engines found an answer.

use serde::Serialize;

/// An engine that took part in an answer, and what it holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SolvedBy {
    /// Its name.
    pub engine: &'static str,
    /// How many values or outcomes it was asked for.
    pub answers: u64,
    /// How many positions it holds, of all questions so far.
    pub positions: u64,
    /// In so many bytes each.
    pub bytes_per_position: u64,
    /// Those that are asked before it, and why they did not answer.
    pub not: Vec<Passed>,
}

/// An engine that did not answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Passed {
    /// Its name.
    pub engine: &'static str,
    /// Why it did not.
    pub why: &'static str,
}
