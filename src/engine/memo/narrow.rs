//! Entries by key in an array, for keys of which few bits differ: one byte each, and no key.

use super::entry::{EMPTY, GIVEN_UP, OPEN};
use crate::engine::prefetch::prefetch;
use crate::engine::rules::Key;
use std::sync::atomic::{AtomicU8, Ordering};

/// An array of entries for all keys that are equal except in some bits.
#[derive(Debug)]
pub(super) struct Narrow {
    /// The bits that are equal in all of these keys, and what they are.
    fixed: u128,
    base: u128,
    /// The others, from the lowest, as runs: where in the key, how many, where in the place.
    runs: Vec<Run>,
    entries: Vec<AtomicU8>,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    at: u32,
    mask: u64,
    to: u32,
}

/// What is known about a key in an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found {
    /// This.
    Entry(u32),
    /// It is elsewhere: it is too large for a byte.
    Elsewhere,
}

const NONE: u8 = 0;
const AT_WORK: u8 = 1;
const GIVEN: u8 = 2;
const FIRST: u8 = 3;
const ELSEWHERE: u8 = u8::MAX;

/// More runs than this are not worth gathering.
const MOST_RUNS: usize = 8;
/// Arrays are not larger than this.
const MOST_BITS: u32 = 34;

/// An entry in a byte, which may say that it has no room there.
#[inline]
pub(super) fn byte_of(entry: u32) -> u8 {
    match entry {
        EMPTY => NONE,
        OPEN => AT_WORK,
        GIVEN_UP => GIVEN,
        value => u8::try_from(value).ok().and_then(|v| v.checked_add(FIRST)).unwrap_or(ELSEWHERE),
    }
}

/// What a byte says.
#[inline]
pub(super) fn found(byte: u8) -> Found {
    match byte {
        NONE => Found::Entry(EMPTY),
        AT_WORK => Found::Entry(OPEN),
        GIVEN => Found::Entry(GIVEN_UP),
        ELSEWHERE => Found::Elsewhere,
        value => Found::Entry(u32::from(value - FIRST)),
    }
}

/// The ones of a word as runs.
fn runs(differs: u128) -> Vec<Run> {
    let (mut left, mut to, mut runs) = (differs, 0, vec![]);
    while left != 0 {
        let at = left.trailing_zeros();
        let length = (left >> at).trailing_ones().min(60);
        runs.push(Run { at, mask: (1 << length) - 1, to });
        left &= !(((1u128 << length) - 1) << at);
        to += length;
    }
    runs
}

impl Narrow {
    /// An array for keys that differ from `base` in some of these bits only; `None` if it would take more bytes.
    pub(super) fn within(base: u128, differs: u128, bytes: u64) -> Option<Narrow> {
        let (bits, runs) = (differs.count_ones(), runs(differs));
        if bits > MOST_BITS || 1 << bits > bytes || runs.len() > MOST_RUNS {
            return None;
        }
        let entries = std::iter::repeat_with(|| AtomicU8::new(NONE)).take(1 << bits).collect();
        Some(Narrow { fixed: !differs, base: base & !differs, runs, entries })
    }

    /// The bits in which keys may differ.
    pub(super) fn differs(&self) -> u128 {
        !self.fixed
    }

    /// A key that has a place.
    pub(super) fn base(&self) -> u128 {
        self.base
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The place of a key, if there is one for it.
    #[inline]
    pub(super) fn place<K: Key>(&self, key: K) -> Option<usize> {
        let key = key.bits();
        if size_of::<K>() <= 8 {
            // The same in one word.
            let word = key as u64;
            let gather = |place, run: &Run| place | (word >> run.at & run.mask) << run.to;
            let here = word & self.fixed as u64 == self.base as u64;
            return here.then(|| self.runs.iter().fold(0, gather) as usize);
        }
        let gather = |place, run: &Run| place | ((key >> run.at) as u64 & run.mask) << run.to;
        (key & self.fixed == self.base).then(|| self.runs.iter().fold(0, gather) as usize)
    }

    /// The key that has a place.
    fn key(&self, place: usize) -> u128 {
        let spread = |key, run: &Run| key | u128::from(place as u64 >> run.to & run.mask) << run.at;
        self.runs.iter().fold(self.base, spread)
    }

    #[inline]
    pub(super) fn get(&self, place: usize) -> Found {
        found(self.entries[place].load(Ordering::Relaxed))
    }

    /// Brings the place of a key near the processor.
    #[inline]
    pub(super) fn fetch<K: Key>(&self, key: K) {
        if let Some(place) = self.place(key) {
            prefetch(&self.entries[place]);
        }
    }

    /// Sets an entry that nobody else changes; false if it has to be elsewhere.
    #[inline]
    pub(super) fn set(&self, place: usize, entry: u32) -> bool {
        let byte = byte_of(entry);
        self.entries[place].store(byte, Ordering::Relaxed);
        byte != ELSEWHERE
    }

    /// Replaces an entry unless another thread has done so meanwhile: whether it has to be elsewhere; `None` if one has.
    pub(super) fn swap(&self, place: usize, from: u32, to: u32) -> Option<bool> {
        let (from, to) = (byte_of(from), byte_of(to));
        let swapped = self.entries[place].compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed);
        swapped.ok().map(|_| to == ELSEWHERE)
    }

    /// Every key that has an entry here.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u128, u32)> {
        (0..self.entries.len()).filter_map(|place| match self.get(place) {
            Found::Entry(EMPTY) | Found::Elsewhere => None,
            Found::Entry(entry) => Some((self.key(place), entry)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keys_and_places_are_one_to_one(base: u128, differs in proptest::collection::vec(0u32..128, 0..10)) {
            let differs = differs.into_iter().fold(0u128, |all, bit| all | 1 << bit);
            let narrow = Narrow::within(base, differs, 1 << 10);
            prop_assume!(narrow.is_some());
            let narrow = narrow.unwrap();
            for place in 0..1usize << differs.count_ones() {
                let key = narrow.key(place);
                prop_assert_eq!(key & !differs, base & !differs);
                prop_assert_eq!(narrow.place(key), Some(place));
            }
            for bit in (0..128).filter(|bit| differs >> bit & 1 == 0) {
                prop_assert_eq!(narrow.place(base ^ 1 << bit), None);
            }
        }
    }
}
