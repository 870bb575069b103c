//! Values on disk: of every position that is reachable from one, in a folder, where memory is too small for them.
//!
//! Over any [`Rules`](crate::engine::Rules) with a rank. Positions are in order of their rank, the highest first, and
//! within a rank in order of their keys:
//!
//! 1. [`down`] goes down the ranks. It gathers the options of a rank in memory, and in sorted *runs* on disk once memory is
//!    full ([`queue`]); for each rank it merges all runs, writes each position once, and lists its options.
//! 2. [`up`] goes back up the same files. All options of a position have lower ranks, so their values are known: it asks for
//!    those of many positions in one batch, in order, so it reads no block twice.
//!
//! Many workers do this together, each with a share of every rank that depends on the keys alone ([`peers`]). They work in
//! rounds: each sends the others the options that are theirs, and asks them for the values that they have, in one batch
//! (`letters`). How the messages travel is up to the caller. Each worker writes into its own folder, in steps that all make
//! together, so they continue from the last step that all have written ([`agree`]).
//!
//! Where positions have places in an order ([`crate::engine::Order`]), one process fills these instead ([`fill`]): the files
//! hold values alone, each file those of a range of places ([`ranges`]), and the values of options are read block by block
//! ([`blocks`]).
//!
//! A file is written next to its place, brought to the disk and then renamed ([`folder`]); a file that the last written
//! `progress` does not name does not count. So a run may end at any moment, and the next one continues after the last
//! finished file. Every block has a checksum, and every file one over those of its blocks. docs/formats.md has the format.

pub mod agree;
mod asks;
pub mod blocks;
pub mod down;
pub mod fault;
pub mod fill;
pub mod findings;
pub mod folder;
pub mod frames;
mod halt;
mod letters;
pub mod manifest;
mod packing;
pub mod peers;
pub mod queue;
pub mod ranges;
mod room;
mod shard;
pub mod shares;
pub mod sharing;
pub mod table;
pub mod tables;
pub mod up;
pub mod values;
pub mod verify;
pub mod verify_ranges;
pub mod verify_search;

pub use blocks::Blocks;
pub use fault::Fault;
pub use folder::Folder;
pub use halt::Halt;
pub use manifest::{Manifest, Places, Progress, Text};
pub use peers::{Alone, Peers};
pub use ranges::Cut;
pub use room::Room;
pub use table::Table;
pub use tables::Tables;
