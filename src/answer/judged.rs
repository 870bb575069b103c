//! Plays, comparisons and expectations, with their judgements.

use super::stopped::StoppedAnswer;
use crate::diagnostic::Diagnostic;
use serde::Serialize;

/// Two games compared.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CompareAnswer {
    /// The first, as typed.
    pub left: String,
    /// The second, as typed.
    pub right: String,
    /// In how many cases the values are equal.
    pub cases: u64,
    /// In how many of these, from the first, the trees of moves are equal.
    pub same_moves: u64,
    /// The first case in which the trees of moves differ.
    pub moves_differ: Option<DifferenceAnswer>,
    /// The first case in which the values differ.
    pub values_differ: Option<DifferenceAnswer>,
    /// Set when a budget ran out before the last case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedAnswer>,
    /// The unproved facts that the answer rests on, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// Where two games differ.
#[derive(Clone, Debug, Serialize)]
pub struct DifferenceAnswer {
    /// The values of the binders.
    pub case: String,
    /// The position of the first game.
    pub left: String,
    /// The position of the second.
    pub right: String,
    /// The move that shows it, in a sentence.
    pub shown_by: String,
}

/// A play, move by move.
#[derive(Clone, Debug, Serialize)]
pub struct PlayAnswer {
    /// Where it begins.
    pub start: String,
    /// Its moves.
    pub steps: Vec<PlayStepAnswer>,
    /// The state at the end, in a sentence.
    pub end: String,
    /// The unproved facts that the answer rests on, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// One move of a play.
#[derive(Clone, Debug, Serialize)]
pub struct PlayStepAnswer {
    /// 1 or 2.
    pub player: u8,
    /// `Left` or `Right`, in partizan games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
    /// `take(2) in 1`
    #[serde(rename = "move")]
    pub name: String,
    /// The position after it.
    pub to: String,
    /// `N` or `P` after the move.
    pub outcome: String,
    /// Whether the move kept or gave away a won game; `None` if every move loses.
    pub good: Option<bool>,
}

/// An expectation.
#[derive(Clone, Debug, Serialize)]
pub struct ExpectAnswer {
    /// The expectation as typed.
    pub expectation: String,
    /// Whether it holds.
    pub passed: bool,
    /// The number of cases examined (1 without `for`).
    pub cases: u64,
    /// The unproved facts that the answer rests on, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
    /// What is wrong, if it does not hold (rendered separately).
    #[serde(skip)]
    pub failure: Option<Box<Diagnostic>>,
}
