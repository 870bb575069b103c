//! Mathematics only: what a solver sees of a game, and how it computes values. Knows no syntax, prints nothing.

pub mod budget;
pub mod depth_first;
pub mod fact;
pub mod loopy;
mod memo;
pub mod misere;
pub mod naive;
pub mod nimber;
pub mod nimfield;
mod order;
mod pairs;
mod prefetch;
pub mod proof;
pub(crate) mod random;
mod rules;
pub mod search;
pub mod sequence;
pub mod sparse;
mod stop;
mod stretches;
pub mod trees;
mod workers;

pub use budget::{Budget, Exhausted, Meter};
pub use memo::{Entry, Table};
pub use order::{MOST_PLACES, Order};
pub use rules::{ForThread, Key, Listed, Options, Rules};
pub use stop::{Halt, LONG, LONGEST, Stop, Unfit, Wrong, asks_next};
pub use stretches::{Fills, fill_together};
