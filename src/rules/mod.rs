//! The ir compiled to rules: evaluation, option enumeration, and packed positions.

mod ahead;
mod arenas;
mod beyond;
mod by_place;
pub mod choices;
mod claims;
mod coded;
pub mod compare;
mod ctx;
mod divisors;
pub mod each;
mod endless;
pub mod eval;
pub mod general;
mod growth;
mod heaps;
pub(crate) mod hygiene;
pub mod interpret;
pub mod judge;
pub mod kind;
mod lasting;
mod leaving;
mod long;
pub mod machine;
mod misere;
mod misere_forms;
mod moves;
mod named;
mod names;
mod narrow;
mod native;
mod open;
mod operate;
pub mod outcome;
pub mod packed;
mod persisted;
mod pile_moves;
mod piles;
mod plays;
pub(crate) mod provers;
pub mod questions;
mod rank;
mod ranking;
mod reach;
mod remembered;
pub(crate) mod residues;
mod sampled;
mod samples;
mod searches;
mod shape;
pub mod solve;
mod spot;
mod spread;
mod stops;
mod sum_searches;
pub(crate) mod sums;
mod tally;
pub(crate) mod verdict;
mod weight;
mod worth;

use crate::diagnostic::Diagnostic;
use crate::engine;

/// Why an evaluation or an engine stopped.
pub type Stop = engine::Stop<Box<Mistake>>;

/// A mistake found while rules were run.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// What is wrong.
    pub diagnostic: Diagnostic,
    /// What kind of mistake it is, for whoever goes on because of it.
    pub kind: Kind,
}

/// The kinds of mistakes that somebody goes on because of; nobody does so because of what a diagnostic says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Any other.
    Other,
    /// A position would not fit the declared types of its game; the position, as text.
    LeavesItsType(String),
    /// A claim is wrong for a position.
    RefutesClaim,
    /// The rules are fine, but a position has no such number; in a word, which a table shows in its place.
    NoNumber(&'static str),
}

impl Mistake {
    /// Whether a position would not fit the declared types of its game.
    pub fn leaves_its_type(&self) -> bool {
        matches!(self.kind, Kind::LeavesItsType(_))
    }
}

impl From<Diagnostic> for Box<Mistake> {
    fn from(diagnostic: Diagnostic) -> Box<Mistake> {
        Box::new(Mistake { diagnostic, kind: Kind::Other })
    }
}
