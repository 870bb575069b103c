//! Misère play: a player who cannot move wins. (C. L. Bouton 1901; R. K. Guy and C. A. B. Smith 1956; J. H. Conway 1976,
//! chapter 12; T. E. Plambeck 2005; T. E. Plambeck and A. N. Siegel 2008.)
//!
//! Nothing adds up here: `A + A` need not be 0, and the outcome of a sum does not follow from numbers of its parts.
//! So a position is kept as a multiset of parts in normal form ([`forms`]), its outcome is searched with a memo on
//! multisets ([`outcome`]), and its genus follows from those of its options ([`genus`]).

mod bits;
pub mod forms;
pub mod genus;
mod memo;
pub mod naive;
pub mod outcome;
pub mod presentation;
pub mod quotient;

pub use forms::{Form, Parts};
pub use genus::Genus;
pub use outcome::Solver;
