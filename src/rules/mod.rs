//! The ir compiled to rules: evaluation, option enumeration, and packed positions.

mod arenas;
pub mod choices;
mod claims;
pub mod compare;
pub mod each;
mod endless;
pub mod eval;
pub mod general;
mod heaps;
pub(crate) mod hygiene;
pub mod judge;
mod long;
pub mod machine;
mod misere;
mod narrow;
mod native;
mod open;
pub mod outcome;
pub mod packed;
mod pile_moves;
pub(crate) mod piles;
mod plays;
pub mod questions;
mod rank;
mod reach;
pub(crate) mod residues;
mod samples;
mod shape;
pub mod solve;
mod spot;
pub(crate) mod verdict;
mod weight;

use crate::diagnostic::Diagnostic;
use crate::engine::Exhausted;

/// Why an evaluation stopped.
#[derive(Clone, Debug)]
pub enum Stop {
    /// A mistake in the file, or a question that makes no sense for these numbers.
    Mistake(Box<Mistake>),
    /// A budget ran out; the text says how far it got.
    Exhausted(Exhausted, String),
}

/// A mistake found while rules were run.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// What is wrong.
    pub diagnostic: Diagnostic,
    /// The position that could not be reached, as text.
    pub reached: Option<String>,
}

impl Stop {
    /// A mistake.
    pub fn mistake(diagnostic: Diagnostic) -> Stop {
        Stop::Mistake(Box::new(Mistake { diagnostic, reached: None }))
    }
}

impl From<Exhausted> for Stop {
    fn from(what: Exhausted) -> Stop {
        Stop::Exhausted(what, String::new())
    }
}
