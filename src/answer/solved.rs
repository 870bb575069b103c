//! The engines that found an answer.

use serde::Serialize;

/// An engine that took part in an answer, and what it holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SolvedBy {
    /// Its name.
    pub engine: &'static str,
    /// The number of values or outcomes that it supplied.
    pub answers: u64,
    /// The number of positions it holds, from all questions so far.
    pub positions: u64,
    /// The bytes for each position.
    pub bytes_per_position: u64,
    /// The engines that come before it, and why they did not answer.
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
