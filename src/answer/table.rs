//! Tables.

use super::stopped::StoppedAnswer;
use serde::Serialize;

/// A table.
#[derive(Clone, Debug, Serialize)]
pub struct TableAnswer {
    /// Names of the columns: the binders, then the expressions.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// With two binders and one expression: how many of the columns are binders (2), so that it can be
    /// shown as a grid; else the number of binders.
    pub binders: usize,
    /// Set if a budget ran out before the last row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedAnswer>,
    /// The unproved facts that the values rest on, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}
