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

/// A key and its entry side by side, without padding.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
struct Slot<K: Copy> {
    key: K,
    entry: u32,
}

/// 32 bits by key, but not `u32::MAX`. Grows by half at 7/8 full: 1.15 to 1.72 slots a key.
#[derive(Clone, Debug)]
pub(super) struct Map<K: Copy> {
    slots: Vec<Slot<K>>,
    used: usize,
}

impl<K: Copy> Default for Map<K> {
    fn default() -> Self {
        Map { slots: vec![], used: 0 }
    }
}

impl<K: Key> Map<K> {
    pub(super) fn len(&self) -> usize {
        self.used
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<Slot<K>>()) as u64
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (K, u32)> {
        self.slots.iter().map(|s| (s.key, s.entry)).filter(|(_, e)| *e != EMPTY)
    }

    #[inline]
    pub(super) fn get(&self, key: K) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let entry = self.slots[self.slot(key)].entry;
        (entry != EMPTY).then_some(entry)
    }

    pub(super) fn put(&mut self, key: K, entry: u32) {
        if self.used * 8 >= self.slots.len() * 7 {
            self.grow(key);
        }
        let slot = self.slot(key);
        if self.slots[slot].entry == EMPTY {
            self.used += 1;
        }
        self.slots[slot] = Slot { key, entry };
    }

    #[inline]
    fn slot(&self, key: K) -> usize {
        let mut slot = place(key, self.slots.len());
        loop {
            let Slot { key: other, entry } = self.slots[slot];
            if entry == EMPTY || other == key {
                return slot;
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    fn grow(&mut self, filler: K) {
        let size = (self.slots.len() + self.slots.len() / 2).max(64);
        let slots = std::mem::replace(&mut self.slots, vec![Slot { key: filler, entry: EMPTY }; size]);
        for Slot { key, entry } in slots {
            if entry != EMPTY {
                let slot = self.slot(key);
                self.slots[slot] = Slot { key, entry };
            }
        }
    }
}

/// Nim-values by key.
#[derive(Clone, Debug)]
pub struct Table<K: Copy> {
    entries: Map<K>,
    solved: usize,
}

impl<K: Key> Default for Table<K> {
    fn default() -> Self {
        Table { entries: Map::default(), solved: 0 }
    }
}

impl<K: Key> Table<K> {
    /// How many positions have a value.
    pub fn solved(&self) -> usize {
        self.solved
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.entries.bytes()
    }

    /// Every position that has a value, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (K, u32)> {
        self.entries.iter().filter(|(_, e)| *e <= MAX_VALUE)
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: K) -> Entry {
        match self.entries.get(key) {
            None | Some(GIVEN_UP) => Entry::Unknown,
            Some(OPEN) => Entry::Open,
            Some(value) => Entry::Value(value),
        }
    }

    /// Marks a position as being solved.
    pub fn open(&mut self, key: K) {
        self.entries.put(key, OPEN);
    }

    /// Forgets that a position was being solved.
    pub fn give_up(&mut self, key: K) {
        self.entries.put(key, GIVEN_UP);
    }

    /// Records a value of at most `u32::MAX - 3`.
    pub fn set(&mut self, key: K, value: u32) {
        assert!(value <= MAX_VALUE, "a nim-value in a table fits 32 bits");
        self.entries.put(key, value);
        self.solved += 1;
    }
}

/// Where a key belongs among so many slots: its mix as a fraction of them.
#[inline]
pub(super) fn place<K: Key>(key: K, slots: usize) -> usize {
    ((u128::from(key.mix()) * slots as u128) >> 64) as usize
}

/// Values of keys lately seen: direct-mapped, one pushes out another.
#[derive(Clone, Debug)]
pub(super) struct Recent<K: Copy> {
    slots: Vec<Slot<K>>,
}

const RECENT: usize = 1 << 16;

impl<K: Copy> Default for Recent<K> {
    fn default() -> Self {
        Recent { slots: vec![] }
    }
}

impl<K: Key> Recent<K> {
    #[inline]
    pub(super) fn get(&self, key: K) -> Option<u32> {
        let Slot { key: found, entry } = *self.slots.get(place(key, RECENT))?;
        (entry != EMPTY && found == key).then_some(entry)
    }

    pub(super) fn set(&mut self, key: K, value: u32) {
        if self.slots.is_empty() {
            self.slots = vec![Slot { key, entry: EMPTY }; RECENT];
        }
        self.slots[place(key, RECENT)] = Slot { key, entry: value };
    }
}
