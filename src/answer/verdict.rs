//! Whether every play of a game ends, and whether claims hold.

use crate::diagnostic::Diagnostic;
use crate::source::Span;
use serde::Serialize;

/// Whether every play of a game ends.
#[derive(Clone, Debug, Serialize)]
pub struct VerdictAnswer {
    /// The game.
    pub game: String,
    /// What is known.
    pub verdict: GameVerdict,
    /// Why, in a sentence without its full stop and, if it is `proved`, with the measure.
    pub sentence: String,
    /// For `checked`: the number of positions examined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<usize>,
    /// For `proved`: the rules that the proof covers, if not all: `S = {1, 3, 4}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// For `wrong`: the endless play on one line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub play: String,
    /// The lines of its moves in the file, in the order of the play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<usize>,
    /// The same as places.
    #[serde(skip)]
    pub places: Vec<Span>,
    /// A diagnostic about it, with its places (rendered separately).
    #[serde(skip)]
    pub finding: Option<Box<Diagnostic>>,
}

impl VerdictAnswer {
    /// Whether the game has a mistake: an endless play, unless it is a cycle of a `graph`.
    pub fn is_error(&self) -> bool {
        self.verdict == GameVerdict::Wrong && self.finding.as_deref().is_none_or(Diagnostic::is_error)
    }
}

/// Whether a claim of a game (`splits into`, `same as`) holds.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimAnswer {
    /// The game.
    pub game: String,
    /// `splits into` or `same as`
    pub claim: &'static str,
    /// What is known; never `loopy`.
    pub verdict: GameVerdict,
    /// Why, in a sentence without its full stop.
    pub sentence: String,
    /// For `checked`: the number of positions examined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<usize>,
    /// A position that refutes it (rendered separately).
    #[serde(skip)]
    pub finding: Option<Box<Diagnostic>>,
}

/// What is known about the end of play, from best to most serious.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GameVerdict {
    /// Every play ends.
    Proved,
    /// Positions can repeat, and the game declares it.
    Loopy,
    /// Neither a proof nor an endless play was found.
    Checked,
    /// There is an endless play.
    Wrong,
}
