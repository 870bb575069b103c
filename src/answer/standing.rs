//! How a position stands if a nim-value alone does not decide.

use super::position::MoveAnswer;
use super::stopped::StoppedAnswer;
use serde::Serialize;

/// Who wins a position whose nim-value does not say so.
#[derive(Clone, Debug, Serialize)]
pub struct StandingAnswer {
    /// The position, as you would type it.
    pub position: String,
    /// How its games draw it, if they have a `picture`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Whether a player who cannot move wins.
    pub misere: bool,
    /// Its nim-value, a number or `∞{0, 2}`, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// `P`, `N`, `draw`, `open`, `Left`, `Right`, `Left_if_first`, ...
    pub outcome: String,
    /// For the player to move; in partizan games, for Left and for Right.
    pub sides: Vec<SideAnswer>,
    /// A play that holds the draw, if there is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn_play: Option<DrawnPlay>,
    /// The unproved facts that the answer rests on, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
    /// Set if a budget ran out after it was known who wins: there are no sides then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedAnswer>,
}

/// How the player to move stands.
#[derive(Clone, Debug, Serialize)]
pub struct SideAnswer {
    /// `Left` or `Right`, if that makes a difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<&'static str>,
    /// `win`, `loss`, `draw` or `open`.
    pub stands: &'static str,
    /// The moves until the end when the winner hurries and the loser delays, if computed.
    pub remoteness: Option<u32>,
    /// Whether it may be less: shorter ways may lie beyond the positions examined.
    pub at_most: bool,
    /// Set if play is over: `no move` or `won`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<&'static str>,
    /// The number of moves.
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
    /// After the last of them the position repeats the one after this many moves; none if no repetition was seen.
    pub back_to: Option<usize>,
}

/// All functions g with g = mex of the followers.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionsAnswer {
    /// The question, as typed.
    pub of: String,
    /// The reachable positions.
    pub positions: Vec<String>,
    /// The number of functions.
    pub count: u64,
    /// The first of them, at most 1000: a value for every position.
    pub listed: Vec<Vec<u32>>,
}
