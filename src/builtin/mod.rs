//! Native functions on values, a file per topic. Each takes checked arguments and says in words what is
//! wrong with them, if anything.

pub mod board;
pub mod collection;
pub mod components;
pub mod drawing;
pub mod number;
