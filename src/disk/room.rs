//! How memory is shared out.

use super::frames;
use crate::engine::Key;

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
    /// How this many bytes are shared out, for keys of this kind.
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
