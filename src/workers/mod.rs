//! Processes that solve together, here or on many machines: how they meet, and what carries their messages.
//!
//! [`meeting`] connects each with each and lets nobody in who does not know their secret (`greeting`). Over these
//! connections runs a dataflow of the crate `timely`: what a worker gives to a round is exchanged, and the frontier tells when
//! all have given theirs. timely takes a connection that ends for a mistake of the program; `wire` keeps that from it, so that
//! whoever is left can say what to do.

pub mod crew;
mod greeting;
pub mod meeting;
mod missed;
mod packet;
pub mod team;
mod wire;

pub use crew::Crew;
pub use greeting::Secret;
pub use meeting::{Meeting, Patience};
pub use missed::Missed;
pub use team::Team;
