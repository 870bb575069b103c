//! Positions with a nim-value, under normal and under misère play.

use serde::Serialize;

/// In place of the number of winning moves if there are too many moves to try.
pub const OPEN_COUNT: &str = "open";

/// What is known about a position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionAnswer {
    /// The position, as you would type it.
    pub position: String,
    /// How its games draw it, if they have a `picture`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Its nim-value; as text, since it may have any size.
    pub value: String,
    /// `P` or `N`.
    pub outcome: String,
    /// The number of moves.
    pub moves: usize,
    /// The winning moves; of a very large pile, the first of them.
    pub winning: Vec<MoveAnswer>,
    /// The number of winning moves, if they are not all listed: as text, since it may have any size, or
    /// [`OPEN_COUNT`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_count: Option<String>,
    /// The unproved facts that the answer rests on, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// What is known about a position under misère play, in which a player who cannot move wins.
#[derive(Clone, Debug, Serialize)]
pub struct MisereAnswer {
    /// The position, as you would type it.
    pub position: String,
    /// How its games draw it, if they have a `picture`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// `P` or `N`.
    pub outcome: String,
    /// Its genus, such as `2^{20}`; omitted if the budget was too small to find it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub genus: Option<String>,
    /// Whether it, and every position it leads to, plays like Nim; omitted with the genus, since it takes as long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tame: Option<bool>,
    /// The number of moves.
    pub moves: usize,
    /// The winning moves.
    pub winning: Vec<MoveAnswer>,
    /// The unproved facts that the answer rests on, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// A move and the position it leads to.
#[derive(Clone, Debug, Serialize)]
pub struct MoveAnswer {
    /// `take(3)`, `take(3) in 2`
    #[serde(rename = "move")]
    pub name: String,
    /// The position after it.
    pub to: String,
}
