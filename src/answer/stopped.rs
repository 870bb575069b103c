//! How far an answer got.

use serde::Serialize;

/// A budget that ran out.
#[derive(Clone, Debug, Serialize)]
pub struct StoppedAnswer {
    /// `positions`, `memory`, `time` or `interrupted`.
    pub budget: &'static str,
    /// How far it got, in a sentence.
    pub how_far: String,
    /// The flag that raises this budget, if there is one: `--positions`, `--memory`, `--time`.
    pub flag: Option<&'static str>,
}
