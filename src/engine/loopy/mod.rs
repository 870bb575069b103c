//! Loopy games and partizan games: the solver lists the reachable positions, then solves them backwards from the ends of
//! play.
//!
//! A *place* is a position as it lies on the table, a sum with all its parts. A *node* is a place and who
//! is to move: `place * sides + side`, where impartial games have one side and games with an owner two. Every
//! move leads to a node of the other side.

mod added;
mod arcs;
mod arena;
mod explore;
mod few;
mod forced;
mod functions;
mod labels;
mod lengths;
mod longest;
mod naive;
mod placed;
mod retro;
mod swept;

pub use arcs::{Arcs, Reverse};
pub use arena::{Arena, Reach};
pub use explore::{Explorer, Play, Sum};
pub use forced::{Aim, Ends, Forced, Lasting, Lasts, Sums, Wins};
pub use functions::{Functions, grundy_functions};
pub use labels::{Label, labels};
pub use lengths::Plays;
pub use naive::{naive_fates, naive_labels};
pub use placed::Placed;
pub use retro::{End, Fate, Fates, fates};
pub use swept::{Rows, Sweep};
