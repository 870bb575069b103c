//! The positions of all shares together, looked up where they are.

use super::fault::Fault;
use super::folder::Folder;
use super::manifest::Progress;
use super::peers::owner;
use super::table::{Ask, Table};
use crate::engine::Key;

/// The tables of all workers, in order.
#[derive(Debug)]
pub struct Tables<K> {
    /// At least one.
    pub parts: Vec<Table<K>>,
}

impl<K: Key> Tables<K> {
    /// What solved folders hold, of which so many frames are kept in memory.
    ///
    /// # Errors
    /// As for [`Table::solved`].
    pub fn solved(shares: &[(Folder, Progress)], most: usize) -> Result<Tables<K>, Fault> {
        let most = (most / shares.len()).max(4);
        let parts = shares.iter().map(|(folder, progress)| Table::solved(folder, progress, most));
        Ok(Tables { parts: parts.collect::<Result<_, _>>()? })
    }

    /// The value of one position; `None` if it is not there.
    ///
    /// # Errors
    /// As for [`Table::frame`].
    pub fn value(&mut self, rank: u64, key: K) -> Result<Option<u16>, Fault> {
        let of = owner(key, self.parts.len());
        self.parts[of].value(rank, key)
    }

    /// The values of many positions, as [`Table::values_of`] finds them.
    ///
    /// # Errors
    /// As for [`Table::frame`].
    pub fn values_of(
        &mut self,
        asks: &mut [Ask<K>],
        found: &mut dyn FnMut(&Ask<K>, u16),
    ) -> Result<Result<(), Ask<K>>, Fault> {
        let count = self.parts.len();
        let of = |ask: &Ask<K>| owner(ask.key, count);
        if count > 1 {
            asks.sort_unstable_by_key(of);
        }
        for asks in asks.chunk_by_mut(|a, b| of(a) == of(b)) {
            if let Err(missing) = self.parts[of(&asks[0])].values_of(asks, found)? {
                return Ok(Err(missing));
            }
        }
        Ok(Ok(()))
    }
}
