//! What is drawn: graphs and plots.

use super::stopped::StoppedAnswer;
use serde::Serialize;

/// The positions that can be reached from one, and the moves between them.
#[derive(Clone, Debug, Serialize)]
pub struct GraphAnswer {
    /// Positions, the first one first, then in the order in which they are met.
    pub nodes: Vec<NodeAnswer>,
    /// Moves between positions shown; those of Left, of Right and of both apart.
    pub edges: Vec<EdgeAnswer>,
    /// How many positions are not shown, as far as they were counted.
    pub folded: usize,
    /// There are more than were counted.
    pub more: bool,
    /// Asked under misère play.
    pub misere: bool,
    /// What the values rest on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// A position of a graph.
#[derive(Clone, Debug, Serialize)]
pub struct NodeAnswer {
    /// The position, without the rules of its game.
    pub position: String,
    /// Its nim-value; empty under misère, where it says nothing.
    pub value: String,
    /// `P` or `N`, `draw`, `Left`, ...
    pub outcome: String,
    /// How its game draws it, or the board it is, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub picture: Vec<String>,
    /// Some of its options are not shown.
    pub folded: bool,
}

/// Moves from one position to another.
#[derive(Clone, Debug, Serialize)]
pub struct EdgeAnswer {
    /// Where they begin, from 0.
    pub from: usize,
    /// Where they lead.
    pub to: usize,
    /// Their names.
    pub moves: Vec<String>,
    /// Whether they win.
    pub winning: bool,
    /// `Left` or `Right`, if only that player may make them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<&'static str>,
}

/// Values to be drawn.
#[derive(Clone, Debug, Serialize)]
pub struct PlotAnswer {
    /// What is drawn, as typed.
    pub title: String,
    /// The names that run.
    pub axes: Vec<String>,
    /// For each axis what its name runs through.
    pub ticks: Vec<Vec<String>>,
    /// A curve for each expression; over two names there is one expression.
    pub curves: Vec<CurveAnswer>,
    /// Asked under misère play.
    pub misere: bool,
    /// Set when a budget ran out before the last value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedAnswer>,
}

/// The values of one expression.
#[derive(Clone, Debug, Serialize)]
pub struct CurveAnswer {
    /// The expression.
    pub title: String,
    /// The values, row by row; none where the label is no number: an outcome, an infinite value, a truth value, ...
    pub values: Vec<Option<f64>>,
    /// The values as text.
    pub labels: Vec<String>,
    /// Where a repetition of a sequence begins (an index of `values`), and its length.
    pub repeats: Option<(usize, usize)>,
}
