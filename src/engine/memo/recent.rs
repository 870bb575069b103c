//! The latest look-ups.

use super::entry::EMPTY;
use super::slots::place;
use crate::engine::rules::Key;

/// A key and a value side by side, without padding.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub(in crate::engine) struct Pair<K: Copy> {
    pub(in crate::engine) key: K,
    pub(in crate::engine) value: u32,
}

/// Values of keys lately seen: direct-mapped, one pushes out another.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Recent<K: Copy> {
    slots: Vec<Pair<K>>,
}

const RECENT: usize = 1 << 16;

impl<K: Copy> Default for Recent<K> {
    fn default() -> Self {
        Recent { slots: vec![] }
    }
}

impl<K: Key> Recent<K> {
    #[inline]
    pub(in crate::engine) fn get(&self, key: K) -> Option<u32> {
        let Pair { key: found, value } = *self.slots.get(place(key, RECENT))?;
        (value != EMPTY && found == key).then_some(value)
    }

    pub(in crate::engine) fn set(&mut self, key: K, value: u32) {
        if self.slots.is_empty() {
            self.slots = vec![Pair { key, value: EMPTY }; RECENT];
        }
        self.slots[place(key, RECENT)] = Pair { key, value };
    }
}
