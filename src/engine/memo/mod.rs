//! Memo tables: nim-values by key, nothing boxed. Several threads may fill one.

mod entry;
mod map;
mod narrow;
#[cfg(test)]
pub(super) mod raced;
mod recent;
mod shared;
mod slot;
mod slots;
pub(super) mod stored;

use super::rules::Key;
pub use entry::Entry;
pub(super) use entry::MAX_VALUE;
use entry::{GIVEN_UP, OPEN};
pub(super) use map::{Map, Memo};
pub(super) use recent::{Pair, Recent};
pub(super) use shared::Shared;
pub(super) use slots::place;

/// Nim-values by key.
pub type Table<K> = Values<Map<K>>;

/// Nim-values in a map.
#[derive(Debug)]
pub struct Values<M> {
    entries: M,
    solved: usize,
}

impl<K: Key> Default for Table<K> {
    fn default() -> Self {
        Values::new(Map::of_values())
    }
}

impl<K: Key> Table<K> {
    /// For numbers of any size, as places are: an array of bytes would have no room for most of them.
    pub(super) fn of_numbers() -> Table<K> {
        Values::new(Map::default())
    }
}

impl<M> Values<M> {
    /// The values in a map, of which none is counted yet.
    pub(super) fn new(entries: M) -> Values<M> {
        Values { entries, solved: 0 }
    }

    /// How many positions have a value.
    pub fn solved(&self) -> usize {
        self.solved
    }
}

impl<K: Key> Table<K> {
    /// Every position that has a value, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (K, u32)> {
        self.entries.iter().filter(|(_, e)| *e <= MAX_VALUE)
    }

    /// Makes room for this many positions.
    pub(super) fn reserve(&mut self, positions: usize) {
        self.entries.reserve(positions);
    }

    /// Lets several threads fill it; they say how many positions they gave a value.
    pub(super) fn share<T>(&mut self, fill: impl FnOnce(&Shared<K>) -> (T, usize)) -> T {
        let shared = Shared::new(std::mem::take(&mut self.entries));
        let (result, solved) = fill(&shared);
        self.entries = shared.into_map();
        self.solved += solved;
        result
    }
}

impl<M: Memo> Values<M> {
    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.entries.bytes()
    }

    /// The bytes that are about to be taken: see [`Memo::growth`].
    pub fn growth(&self) -> u64 {
        self.entries.growth()
    }

    /// What is known about a position.
    #[inline]
    pub fn get(&self, key: M::Key) -> Entry {
        entry(self.entries.get(key))
    }

    /// Brings what is known about these positions near the processor.
    #[inline]
    pub(super) fn fetch(&self, keys: &[M::Key]) {
        self.entries.fetch(keys);
    }

    /// Marks a position as being solved, unless it is; what was known about it, and a guess where the table will have it then.
    #[inline]
    pub fn open(&mut self, key: M::Key) -> (Entry, usize) {
        let (old, slot) = self.entries.update_at(key, |old| old.filter(|v| *v <= MAX_VALUE).unwrap_or(OPEN));
        (entry(old), slot)
    }

    /// Forgets that a position was being solved.
    pub fn give_up(&mut self, key: M::Key) {
        self.mark(key, GIVEN_UP);
    }

    fn mark(&mut self, key: M::Key, mark: u32) {
        self.entries.update(key, |old| old.filter(|v| *v <= MAX_VALUE).unwrap_or(mark));
    }

    /// Records a value of at most `u32::MAX - 4`; true if it was not known.
    pub fn set(&mut self, key: M::Key, value: u32) -> bool {
        assert!(value <= MAX_VALUE, "a nim-value in a table fits 32 bits");
        let old = self.entries.update(key, |_| value).filter(|v| *v <= MAX_VALUE);
        assert!(old.is_none_or(|old| old == value), "a position has one value, whoever finds it");
        self.solved += usize::from(old.is_none());
        old.is_none()
    }

    /// The value of a position; where there is none, it gets this one, of at most `u32::MAX - 4`.
    #[inline]
    pub(super) fn get_or_set(&mut self, key: M::Key, value: u32) -> u32 {
        assert!(value <= MAX_VALUE, "a number in a table fits 32 bits");
        let is_value = |v: &u32| *v <= MAX_VALUE;
        let old = self.entries.update(key, |old| old.filter(is_value).unwrap_or(value)).filter(is_value);
        self.solved += usize::from(old.is_none());
        old.unwrap_or(value)
    }

    /// As [`Values::set`], for a position that was opened and is likely to be at a place.
    #[inline]
    pub(super) fn set_at(&mut self, slot: usize, key: M::Key, value: u32) -> bool {
        match self.entries.replace_at(slot, key, value) {
            Some(old) if old > MAX_VALUE => {
                self.solved += 1;
                true
            }
            _ => self.set(key, value),
        }
    }

    /// Lets others make room, if they have to.
    #[inline]
    pub(super) fn pause(&mut self) {
        self.entries.pause();
    }
}

/// What an entry of a map says.
#[inline]
fn entry(known: Option<u32>) -> Entry {
    match known {
        None | Some(GIVEN_UP) => Entry::Unknown,
        Some(OPEN) => Entry::Open,
        Some(value) => Entry::Value(value),
    }
}

#[cfg(test)]
mod tests;
