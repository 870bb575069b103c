//! Why a position or a period is as it is.

use super::sequence::{PeriodAnswer, PeriodProof};
use super::standing::StandingAnswer;
use serde::Serialize;

/// What makes a position won or lost, one level deep.
#[derive(Clone, Debug, Serialize)]
pub struct WhyAnswer {
    /// The position, as it can be typed.
    pub position: String,
    /// `P` or `N`.
    pub outcome: String,
    /// Whether it is about misère play, in which whoever cannot move wins.
    pub misere: bool,
    /// Its nim-value; empty under misère.
    pub value: String,
    /// Its parts.
    pub parts: Vec<WhyPart>,
    /// How many moves there are.
    pub moves: usize,
    /// For a position of one part: the values of its options, each with a move, the least first.
    pub options: Vec<WhyOption>,
    /// For a lost position of one part: how its first moves are answered.
    pub replies: Vec<WhyReply>,
    /// The winning moves, and what they change.
    pub winning: Vec<WhyWin>,
    /// What the answer rests on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// A part of a sum.
#[derive(Clone, Debug, Serialize)]
pub struct WhyPart {
    /// The part, without the rules of its game.
    pub position: String,
    /// Its nim-value.
    pub value: String,
}

/// A value among the options.
#[derive(Clone, Debug, Serialize)]
pub struct WhyOption {
    /// The value.
    pub value: String,
    /// A move that leads to it.
    #[serde(rename = "move")]
    pub name: String,
    /// Where that move leads.
    pub to: String,
    /// How many moves lead to this value.
    pub moves: usize,
}

/// A move and its answer.
#[derive(Clone, Debug, Serialize)]
pub struct WhyReply {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// Where it leads.
    pub to: String,
    /// The winning answer.
    pub reply: String,
    /// Where that leads.
    pub then: String,
}

/// A winning move and what it changes.
#[derive(Clone, Debug, Serialize)]
pub struct WhyWin {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// The part it is made in, from 1.
    pub part: usize,
    /// What that part becomes.
    pub becomes: String,
    /// The value of the part before the move.
    pub before: String,
    /// Its value after the move.
    pub after: String,
    /// The whole position after the move.
    pub to: String,
}

/// What makes a position won, lost or drawn where its value does not say all.
#[derive(Clone, Debug, Serialize)]
pub struct WhyStandingAnswer {
    /// How it stands.
    pub standing: StandingAnswer,
    /// Positions can come round again.
    pub loopy: bool,
    /// There is a `wins when`.
    pub goals: bool,
    /// For a sum of several parts under normal play in which both players have the same moves: what they are worth.
    pub parts: Vec<WhyPart>,
    /// For each of `standing.sides`: how its first moves that lose are answered.
    pub answers: Vec<Vec<WhyReply>>,
    /// For each of `standing.sides`: whether the first winning move ends the play.
    pub ends: Vec<bool>,
}

/// Why a period lasts for ever, or why it is not known.
#[derive(Clone, Debug, Serialize)]
pub struct WhyPeriodAnswer {
    /// What was found.
    pub period: PeriodAnswer,
    /// The name of the index, such as `n`.
    pub index: String,
    /// What is added to the index to give the pile.
    pub shift: i64,
    /// The theorem and its numbers, if the period is proved.
    pub proof: Option<PeriodProof>,
}
