//! Positions with a nim-value, under normal and under misère play.

use serde::Serialize;

/// Stands for the number of winning moves where the moves are too many to go through.
pub const OPEN_COUNT: &str = "open";

/// What is known of a position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionAnswer {
    /// The position, as it can be typed.
    pub position: String,
    /// How it looks, where its games have a `picture`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Its nim-value; as text, for it may have any size.
    pub value: String,
    /// `P` or `N`.
    pub outcome: String,
    /// How many moves there are.
    pub moves: usize,
    /// The winning moves; of a very large pile, the first of them.
    pub winning: Vec<MoveAnswer>,
    /// How many winning moves there are, where they are not all listed: as text, for it may have any size, or
    /// [`OPEN_COUNT`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_count: Option<String>,
    /// What the answer rests on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// What is known of a position under misère play, in which whoever cannot move wins.
#[derive(Clone, Debug, Serialize)]
pub struct MisereAnswer {
    /// The position, as it can be typed.
    pub position: String,
    /// How it looks, where its games have a `picture`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// `P` or `N`.
    pub outcome: String,
    /// Its genus, such as `2^{20}`; left out where it could not be found within the budget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub genus: Option<String>,
    /// Whether it is played like Nim, and all it leads to.
    pub tame: bool,
    /// How many moves there are.
    pub moves: usize,
    /// The winning moves.
    pub winning: Vec<MoveAnswer>,
    /// What the answer rests on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// A move and where it leads.
#[derive(Clone, Debug, Serialize)]
pub struct MoveAnswer {
    /// `take(3)`, `take(3) in 2`
    #[serde(rename = "move")]
    pub name: String,
    /// The position after it.
    pub to: String,
}
