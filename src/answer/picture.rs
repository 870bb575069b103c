//! Pictures: graphs and plots.

use super::stopped::StoppedAnswer;
use serde::Serialize;

/// The positions reachable from one, and the moves between them.
#[derive(Clone, Debug, Serialize)]
pub struct GraphAnswer {
    /// Positions, the first one first, then in order of discovery.
    pub nodes: Vec<NodeAnswer>,
    /// Moves between positions shown; those of Left, of Right and of both apart.
    pub edges: Vec<EdgeAnswer>,
    /// The number of positions not shown, up to the limit of counting.
    pub folded: usize,
    /// Whether there are more than that.
    pub more: bool,
    /// Asked under misère play.
    pub misere: bool,
    /// The unproved facts that the values rest on, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// A position of a graph.
#[derive(Clone, Debug, Serialize)]
pub struct NodeAnswer {
    /// The position, without the rule parameters of its game.
    pub position: String,
    /// Its nim-value; empty under misère, where it has no meaning.
    pub value: String,
    /// `P` or `N`, `draw`, `Left`, ...
    pub outcome: String,
    /// The game's picture of it, or its board, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub picture: Vec<String>,
    /// Whether some of its options are not shown.
    pub folded: bool,
}

/// Moves from one position to another.
#[derive(Clone, Debug, Serialize)]
pub struct EdgeAnswer {
    /// The position they begin in, from 0.
    pub from: usize,
    /// The position they lead to.
    pub to: usize,
    /// Their names.
    pub moves: Vec<String>,
    /// Whether they win.
    pub winning: bool,
    /// `Left` or `Right`, if only that player may make them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<&'static str>,
}

/// Values for a plot.
#[derive(Clone, Debug, Serialize)]
pub struct PlotAnswer {
    /// The expressions, as typed.
    pub title: String,
    /// The index names.
    pub axes: Vec<String>,
    /// For each axis the values of its name.
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
    /// The values, row by row; none if the label is not a number: an outcome, an infinite value, a truth value, ...
    pub values: Vec<Option<f64>>,
    /// The values as text.
    pub labels: Vec<String>,
    /// Where a repetition of a sequence begins (an index of `values`), and its length.
    pub repeats: Option<(usize, usize)>,
}
