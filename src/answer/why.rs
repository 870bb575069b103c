//! Explanations of positions and periods.

use super::sequence::{PeriodAnswer, PeriodProof};
use super::standing::StandingAnswer;
use serde::Serialize;

/// Why a position is won or lost, one level deep.
#[derive(Clone, Debug, Serialize)]
pub struct WhyAnswer {
    /// The position, as you would type it.
    pub position: String,
    /// `P` or `N`.
    pub outcome: String,
    /// Whether it is about misère play, in which a player who cannot move wins.
    pub misere: bool,
    /// Its nim-value; empty under misère.
    pub value: String,
    /// Its parts.
    pub parts: Vec<WhyPart>,
    /// The number of moves.
    pub moves: usize,
    /// For a position of one part: the values of its options, each with a move, the least first.
    pub options: Vec<WhyOption>,
    /// For a lost position of one part: replies to its first moves.
    pub replies: Vec<WhyReply>,
    /// The winning moves and their effects.
    pub winning: Vec<WhyWin>,
    /// The unproved facts that the answer rests on, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// A part of a sum.
#[derive(Clone, Debug, Serialize)]
pub struct WhyPart {
    /// The part, without the rule parameters of its game.
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

/// A move and its reply.
#[derive(Clone, Debug, Serialize)]
pub struct WhyReply {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// Where it leads.
    pub to: String,
    /// The winning reply.
    pub reply: String,
    /// Where that leads.
    pub then: String,
}

/// A winning move and its effect.
#[derive(Clone, Debug, Serialize)]
pub struct WhyWin {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// The part in which it is made, from 1.
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

/// Why a position is won, lost or drawn if its value alone does not decide.
#[derive(Clone, Debug, Serialize)]
pub struct WhyStandingAnswer {
    /// How the position stands.
    pub standing: StandingAnswer,
    /// Whether positions can repeat.
    pub loopy: bool,
    /// Whether the game has a `wins when`.
    pub goals: bool,
    /// For a sum of several parts under normal play in which both players have the same moves: their values.
    pub parts: Vec<WhyPart>,
    /// For each of `standing.sides`: replies to its first losing moves.
    pub answers: Vec<Vec<WhyReply>>,
    /// For each of `standing.sides`: whether the first winning move ends the play.
    pub ends: Vec<bool>,
}

/// Why a period lasts for ever, or why this is not known.
#[derive(Clone, Debug, Serialize)]
pub struct WhyPeriodAnswer {
    /// The finding.
    pub period: PeriodAnswer,
    /// The name of the index, such as `n`.
    pub index: String,
    /// The number added to the index to give the pile.
    pub shift: i64,
    /// The theorem and its numbers, if the period is proved.
    pub proof: Option<PeriodProof>,
}
