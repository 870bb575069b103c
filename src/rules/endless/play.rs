//! An endless play: its moves, and why it never ends.

use crate::rules::choices::Choice;
use crate::value::{GamePosition, Value};

/// One move of an endless play.
#[derive(Clone, Debug)]
pub(in crate::rules) struct Step {
    /// Where it is made.
    pub(in crate::rules) from: GamePosition,
    /// The index of the move among the moves of the game.
    pub(in crate::rules) index: usize,
    /// What is chosen in it.
    pub(in crate::rules) args: Vec<Value>,
    /// `take(3)`
    pub(in crate::rules) name: String,
    /// The sum it leads to, as a trace shows it.
    pub(in crate::rules) to: String,
    /// How many parts that has.
    pub(in crate::rules) parts: usize,
}

impl Step {
    pub(in crate::rules) fn new(from: &GamePosition, choice: Choice) -> Step {
        Step {
            from: from.clone(),
            index: choice.index,
            name: choice.name(),
            to: choice.target.in_trace(),
            parts: choice.target.parts.len(),
            args: choice.args,
        }
    }
}

/// A play that never ends.
#[derive(Clone, Debug)]
pub(in crate::rules) enum Endless {
    /// The last move leads back to the first position, alone or as a part of a sum.
    Cycle(Vec<Step>),
    /// After these moves the same moves can be made again, in a larger position, and so on for ever; `goes_on` are
    /// the first of those.
    Grows {
        /// One round.
        round: Vec<Step>,
        /// A few moves more.
        goes_on: Vec<Step>,
    },
}

impl Endless {
    /// One round of it.
    pub(in crate::rules) fn round(&self) -> &[Step] {
        match self {
            Endless::Cycle(steps) | Endless::Grows { round: steps, .. } => steps,
        }
    }
}
