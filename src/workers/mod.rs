//! Processes that solve together, here or on many machines: how they meet, and what carries their messages.
//!
//! [`meeting`] connects each with each and admits only workers that know the secret (`greeting`). A dataflow of the crate
//! `timely` runs over these connections: it exchanges the contributions of a round, and its frontier shows when all workers
//! have contributed. timely would take a connection that ends for a mistake of the program; `wire` hides it, so the
//! remaining workers can say what to do.

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
