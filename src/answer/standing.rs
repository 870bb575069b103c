//! How a position stands where one nim-value does not say all.

use super::position::MoveAnswer;
use serde::Serialize;

/// Who wins a position of which a nim-value does not say it.
#[derive(Clone, Debug, Serialize)]
pub struct StandingAnswer {
    /// The position, as it can be typed.
    pub position: String,
    /// How it looks, where its games have a `picture`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Whether whoever cannot move wins.
    pub misere: bool,
    /// Its nim-value, a number or `∞{0, 2}`, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// `P`, `N`, `draw`, `open`, `Left`, `Right`, `Left_if_first`, ...
    pub outcome: String,
    /// For the player to move; with moves of one player, for Left and for Right.
    pub sides: Vec<SideAnswer>,
    /// A play that holds the draw, if there is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn_play: Option<DrawnPlay>,
    /// What the answer rests on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// How a player stands who is to move.
#[derive(Clone, Debug, Serialize)]
pub struct SideAnswer {
    /// `Left` or `Right`, where that makes a difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<&'static str>,
    /// `win`, `loss`, `draw` or `open`.
    pub stands: &'static str,
    /// The moves until the end when the winner hurries and the loser delays, where it was worked out.
    pub remoteness: Option<u32>,
    /// Whether it may be less: shorter ways may lie beyond the positions looked at.
    pub at_most: bool,
    /// Set where play is over: `no move` or `won`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<&'static str>,
    /// How many moves there are.
    pub moves: usize,
    /// The moves that win, fastest first.
    pub winning: Vec<MoveAnswer>,
    /// The moves that hold a draw.
    pub drawing: Vec<MoveAnswer>,
    /// The moves that were not decided.
    pub open: Vec<MoveAnswer>,
}

/// A play in which both players hold the draw.
#[derive(Clone, Debug, Serialize)]
pub struct DrawnPlay {
    /// Its moves.
    pub moves: Vec<MoveAnswer>,
    /// After the last of them it is back where it was after so many moves; none if that was not seen yet.
    pub back_to: Option<usize>,
}

/// All functions g with g = mex of the followers.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionsAnswer {
    /// What was asked about, as typed.
    pub of: String,
    /// The positions that can be reached.
    pub positions: Vec<String>,
    /// How many functions there are.
    pub count: u64,
    /// The first of them, at most 1000: a value for every position.
    pub listed: Vec<Vec<u32>>,
}
