//! Values on disk: of every position that is reachable from one, in a folder, where memory is too small for them.
//!
//! Over any [`Rules`](crate::engine::Rules) with a rank. Positions are in order of their rank, the highest first, and
//! within a rank in order of their keys:
//!
//! 1. [`down`] goes down the ranks. What a rank leads to is gathered in memory, and in sorted *runs* on disk once that is
//!    full ([`queue`]); of each rank that is reached all are merged, each is written once, and its options are listed.
//! 2. [`up`] goes back up the same files. All options of a position have lower ranks, so their values are known: those of many
//!    positions are asked for in one batch, in order, so that no block is read twice for it.
//!
//! Many workers do this together, each with a share of every rank that depends on the keys alone ([`peers`]). They work in
//! rounds: each sends the others the options that are theirs, and asks them for the values that they have, in one batch
//! (`letters`). What carries that is none of this module's business. Each writes into a folder of its own, in steps that all
//! make together, so that they go on from the last step that all have written ([`agree`]).
//!
//! Where positions have places in an order ([`crate::engine::Order`]), one process goes through these instead ([`fill`]): values
//! alone are in files, each of a range of places ([`ranges`]), and what positions look back at is read block by block
//! ([`blocks`]).
//!
//! A file is written beside its place, brought to the disk and then renamed ([`folder`]); what is not named by the last
//! written `progress` does not count. So a run may end at any moment, and the next one goes on behind the last file that was
//! finished. Every block has a checksum, and every file one over those of its blocks. docs/formats.md has the format.

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
