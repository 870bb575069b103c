//! An open-addressing memo table: a key and a 32-bit entry a position, nothing boxed.

use super::rules::Key;

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
const OPEN: u32 = u32::MAX - 1;
const GIVEN_UP: u32 = u32::MAX - 2;
/// The largest nim-value an entry can hold.
pub(super) const MAX_VALUE: u32 = u32::MAX - 3;

/// Nim-values by key. Grows at 7/8 full; about 1.2 to 2.3 slots a position.
#[derive(Clone, Debug)]
pub struct Table<K> {
    keys: Vec<K>,
    entries: Vec<u32>,
    used: usize,
    solved: usize,
}

impl<K: Key> Default for Table<K> {
    fn default() -> Self {
        Table { keys: vec![], entries: vec![], used: 0, solved: 0 }
    }
}

impl<K: Key> Table<K> {
    /// How many positions have a value.
    pub fn solved(&self) -> usize {
        self.solved
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<K>() + self.entries.capacity() * 4) as u64
    }

    /// Every position that has a value, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (K, u32)> {
        self.keys.iter().copied().zip(self.entries.iter().copied()).filter(|(_, e)| *e <= MAX_VALUE)
    }

    /// What is known of a position.
    pub fn get(&self, key: K) -> Entry {
        if self.entries.is_empty() {
            return Entry::Unknown;
        }
        match self.entries[self.slot(key)] {
            EMPTY | GIVEN_UP => Entry::Unknown,
            OPEN => Entry::Open,
            value => Entry::Value(value),
        }
    }

    /// Marks a position as being solved.
    pub fn open(&mut self, key: K) {
        self.put(key, OPEN);
    }

    /// Forgets that a position was being solved.
    pub fn give_up(&mut self, key: K) {
        self.put(key, GIVEN_UP);
    }

    /// Records a value of at most `u32::MAX - 3`.
    pub fn set(&mut self, key: K, value: u32) {
        assert!(value <= MAX_VALUE, "a nim-value in a table fits 32 bits");
        self.put(key, value);
        self.solved += 1;
    }

    fn put(&mut self, key: K, entry: u32) {
        if self.used * 8 >= self.entries.len() * 7 {
            self.grow(key);
        }
        let slot = self.slot(key);
        if self.entries[slot] == EMPTY {
            self.used += 1;
            self.keys[slot] = key;
        }
        self.entries[slot] = entry;
    }

    fn slot(&self, key: K) -> usize {
        let mask = self.entries.len() - 1;
        let mut slot = key.mix() as usize & mask;
        while self.entries[slot] != EMPTY && self.keys[slot] != key {
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self, filler: K) {
        let size = (self.entries.len() * 2).max(64);
        let keys = std::mem::replace(&mut self.keys, vec![filler; size]);
        let entries = std::mem::replace(&mut self.entries, vec![EMPTY; size]);
        for (key, entry) in keys.into_iter().zip(entries) {
            if entry != EMPTY {
                let slot = self.slot(key);
                self.keys[slot] = key;
                self.entries[slot] = entry;
            }
        }
    }
}
