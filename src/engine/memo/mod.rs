//! Memo tables: nim-values by key, nothing boxed. Several threads may fill one.

mod map;
mod narrow;
mod recent;
mod shared;
mod slot;
mod slots;

use super::rules::Key;
pub(super) use map::{Map, Memo};
pub(super) use recent::{Pair, Recent};
pub(super) use shared::{Hand, Shared};
pub use slot::Stored;
pub(super) use slots::place;

/// An entry of a [`Table`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Never seen (or given up on).
    Unknown,
    /// Its options are being solved.
    Open,
    /// Its nim-value.
    Value(u32),
}

const EMPTY: u32 = u32::MAX;
const OPEN: u32 = u32::MAX - 2;
const GIVEN_UP: u32 = u32::MAX - 3;
/// The largest nim-value an entry can hold.
pub(super) const MAX_VALUE: u32 = u32::MAX - 4;

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

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: M::Key) -> Entry {
        entry(self.entries.get(key))
    }

    /// Brings what is known of these positions near the processor.
    #[inline]
    pub(super) fn fetch(&self, keys: &[M::Key]) {
        self.entries.fetch(keys);
    }

    /// Marks a position as being solved, unless it is; what was known of it, and a guess where the table will have it then.
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
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Keys of which 15 bits differ, some of which are met late, and some others; values that fit a byte, and larger ones.
    fn entries() -> impl Iterator<Item = (u64, u32)> {
        (0..40_000u64).map(|i| {
            let x = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            let late = if i > 20_000 { x >> 9 & 7 } else { 0 };
            let key = 5 | ((x & 0x3f) << 4) | (((x >> 6) & 0x1f) << 20) | (late << 40);
            let other = u64::from(i % 97 == 0) << 50;
            (key | other | ((i % 97) * other), (key.mix() % 300) as u32)
        })
    }

    #[test]
    fn values_stay_what_they_are_when_a_map_becomes_an_array() {
        let (mut table, mut known) = (Table::<u64>::default(), HashMap::new());
        for (key, value) in entries() {
            let expected = known.get(&key).map_or(Entry::Unknown, |v| Entry::Value(*v));
            assert_eq!(table.get(key), expected);
            if expected == Entry::Unknown {
                let (_, slot) = table.open(key);
                assert_eq!(table.get(key), Entry::Open);
                assert!(table.set_at(slot, key, value));
            }
            known.insert(key, value);
        }
        assert!(table.entries.narrow.is_some(), "it became an array");
        assert_eq!(table.solved(), known.len());
        assert_eq!(table.iter().collect::<HashMap<_, _>>(), known);
    }

    /// Keys that belong anywhere, and many that belong to the first or to the last slots.
    fn crowded<K: Key>(of: impl Fn(u64) -> K) -> Vec<K> {
        let keys = (0..1u64 << 18).map(|i| of(i.wrapping_mul(0xd134_2543_de82_ef95) | 1));
        let crowded = |k: &K| matches!(k.mix() >> 54, 0 | 0x3ff) || k.mix().is_multiple_of(31);
        keys.filter(crowded).collect()
    }

    fn keeps_all_keys<K: Key>(keys: Vec<K>) {
        let mut map = Map::<K>::default();
        for (i, key) in keys.iter().enumerate() {
            assert_eq!(map.update(*key, |_| i as u32), None);
            if i % 977 == 0 {
                assert!(keys[..=i].iter().enumerate().all(|(i, key)| map.get(*key) == Some(i as u32)));
            }
        }
        assert!(keys.iter().enumerate().all(|(i, key)| map.get(*key) == Some(i as u32)));
        assert_eq!(map.iter().count(), keys.len());
    }

    #[test]
    fn a_map_keeps_all_keys_as_it_grows() {
        keeps_all_keys(crowded(|x| x));
        keeps_all_keys(crowded(|x| u128::from(x) << 50));
    }

    #[test]
    fn threads_fill_an_array_together() {
        let mut table = Table::<u64>::default();
        let known: HashMap<u64, u32> = entries().collect();
        let solved: usize = table.share(|shared| {
            let fill = |from: usize| {
                let mut values = Values::new(shared.hand());
                let all: Vec<_> = entries().collect();
                let (before, after) = all.split_at(from);
                for (key, value) in after.iter().chain(before) {
                    values.pause();
                    values.open(*key);
                    values.set(*key, *value);
                }
                values.solved()
            };
            let solved = std::thread::scope(|scope| {
                let threads = [0, 20_000].map(|from| scope.spawn(move || fill(from)));
                threads.into_iter().map(|t| t.join().unwrap_or(0)).sum()
            });
            (solved, solved)
        });
        assert!(table.entries.narrow.is_some(), "it became an array");
        assert!(solved >= known.len());
        assert_eq!(table.iter().collect::<HashMap<_, _>>(), known);
    }
}
