//! Endless plays: a bounded search over small positions for a play that comes back to where it was, or that can
//! be seen to grow for ever.
//!
//! Positions are the parts of sums: if a move leads from P to P + Q, the play in P comes back to P. The search
//! is bounded by work, not by time, so that the same file gets the same verdict on every machine.

mod cycle;
mod decreasing;
mod explore;
mod grow;
mod monotone;
mod telling;

pub(super) use decreasing::refuted as decreases_refuted;
pub(super) use explore::Explored;
pub(super) use telling::{describe, line, on_one_line, places};

use super::choices::Choice;
use super::machine::Machine;
use crate::engine::Budget;
use crate::value::{GamePosition, Value};

/// One move of an endless play.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Where it is made.
    pub(super) from: GamePosition,
    /// The index of the move among the moves of the game.
    pub(super) index: usize,
    /// What is chosen in it.
    pub(super) args: Vec<Value>,
    /// `take(3)`
    pub(super) name: String,
    /// The sum it leads to, as a trace shows it.
    pub(super) to: String,
    /// How many parts that has.
    pub(super) parts: usize,
}

impl Step {
    pub(super) fn new(from: &GamePosition, choice: Choice) -> Step {
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
pub(super) enum Endless {
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
    pub(super) fn round(&self) -> &[Step] {
        match self {
            Endless::Cycle(steps) | Endless::Grows { round: steps, .. } => steps,
        }
    }
}

/// How often the explored positions are searched while their number grows.
const ROUNDS: [usize; 5] = [24, 96, 384, 1200, 4000];

/// Looks for the shortest cycle among positions reached from `explored`'s beginnings, smallest positions first, and for
/// a play that grows; explores until something is found or the budget of the machine's meter is used up.
pub(super) fn search(machine: &Machine, explored: &mut Explored) -> Option<Endless> {
    for (i, most) in ROUNDS.iter().enumerate() {
        let finished = explored.explore(machine, *most);
        machine.start(Budget { time: None, ..Budget::default() });
        if let Some(steps) = cycle::shortest(machine, explored) {
            return Some(Endless::Cycle(steps));
        }
        if i > 0 || finished {
            explored.measure(machine);
            if let Some(play) = grow::growing(machine, explored) {
                return Some(play);
            }
        }
        if finished {
            break;
        }
    }
    None
}
