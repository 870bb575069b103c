//! Values on disk: of every position that can be reached from one, in a folder, where memory is too small for them.
//!
//! Over any [`Rules`](crate::engine::Rules) with a rank. Positions stand in order of their rank, the highest first, and
//! within a rank in order of their keys:
//!
//! 1. [`down`] goes down the ranks. What a rank leads to is gathered in memory, and in sorted *runs* on disk once that is
//!    full ([`queue`]); of each rank that is reached all are merged, each is written once, and its options are listed.
//! 2. [`up`] goes back up the same files. All options of a position have lower ranks, so their values are known: those of many
//!    positions are asked for in one batch, in order, so that no block is read twice for it.
//!
//! What is asked for in batches may as well be asked of other processes; that each position has a place that depends on its
//! key alone is all that this needs.
//!
//! A file is written beside its place, brought to the disk and then renamed ([`folder`]); what is not named by the last
//! written `progress` does not count. So a run may end at any moment, and the next one goes on behind the last file that was
//! finished. Every block has a checksum, and every file one over those of its blocks. docs/formats.md has the format.

pub mod down;
pub mod fault;
pub mod folder;
pub mod frames;
pub mod manifest;
pub mod queue;
pub mod table;
pub mod up;
pub mod values;
pub mod verify;

pub use fault::Fault;
pub use folder::Folder;
pub use manifest::{Manifest, Progress, Text};
pub use table::Table;

use crate::engine::{Exhausted, Key, Stop};

/// Why a run ended before its end.
#[derive(Debug)]
pub enum Halt<K> {
    /// Something is wrong with the folder or a file.
    Fault(Fault),
    /// A budget ran out: what is finished stands in the folder.
    Exhausted(Exhausted),
    /// The options of a position could not be listed by these rules.
    Unlisted(K, Stop),
    /// A position has no rank.
    NoRank(K),
    /// A move does not lead to a lower rank.
    Rises(K),
    /// A value has more than 16 bits.
    Wide(K),
}

impl<K> From<Fault> for Halt<K> {
    fn from(fault: Fault) -> Halt<K> {
        Halt::Fault(fault)
    }
}

impl<K> From<Exhausted> for Halt<K> {
    fn from(what: Exhausted) -> Halt<K> {
        Halt::Exhausted(what)
    }
}

/// How much of what may be in memory, and how much goes into a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// Keys that wait for their rank.
    pub queue: usize,
    /// Keys of a file.
    pub file: usize,
    /// Frames of which keys and values are kept.
    pub frames: usize,
    /// Values that are remembered beside.
    pub recent: usize,
    /// Options whose values are asked for in one batch.
    pub batch: usize,
}

impl Room {
    /// How so many bytes are shared out, for keys of this kind.
    pub fn within<K: Key>(bytes: u64) -> Room {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX).max(1 << 14);
        let key = size_of::<K>();
        let file = (bytes / 16 / (key + 8)).clamp(1 << 8, 1 << 20);
        Room {
            queue: (bytes / 3 / key).max(1 << 8),
            file,
            frames: (bytes / 3 / (frames::MOST * (key + 2))).max(4),
            recent: (bytes / 16 / (2 * key)).next_power_of_two().clamp(1 << 8, 1 << 24),
            batch: (bytes / 8 / (2 * key + 32)).clamp(1 << 8, 1 << 22),
        }
    }
}
