//! A map of keys to entries: an array where keys are narrow, tight slots where they are short, wide ones for all others.

use super::entry::EMPTY;
use super::narrow::{Found, Narrow};
use super::slot::{ELSEWHERE, Slot, Tight, Wide};
use super::slots::{Full, Slots};
use crate::engine::rules::Key;

/// What one thread sees of a map: its own, or one that it shares with others.
pub trait Memo {
    /// Keys.
    type Key: Key;
    /// Whether others fill it, too.
    const SHARED: bool;
    /// The entry of a key.
    fn get(&self, key: Self::Key) -> Option<u32>;
    /// Brings what is known about these keys near the processor, all at once.
    fn fetch(&self, keys: &[Self::Key]);
    /// As [`Memo::update`]; with it, where the map has the key until it grows: a guess.
    fn update_at(&mut self, key: Self::Key, change: impl Fn(Option<u32>) -> u32) -> (Option<u32>, usize);
    /// Replaces an entry, which is not empty, if it is where [`Memo::update_at`] said; the old one, or `None` if it is not.
    fn replace_at(&mut self, slot: usize, key: Self::Key, entry: u32) -> Option<u32>;
    /// Sets the entry of a key to what becomes of the old one, which is returned.
    fn update(&mut self, key: Self::Key, change: impl Fn(Option<u32>) -> u32) -> Option<u32>;
    /// Memory held, in bytes.
    fn bytes(&self) -> u64;
    /// The bytes that a thousand keys more, or so, would take before an old map is let go; 0 if there is room for them.
    fn growth(&self) -> u64;
    /// Lets others make room, if they have to.
    fn pause(&mut self) {}
}

/// 32 bits by key, but not the largest numbers ([`EMPTY`]).
///
/// A map of values whose keys differ in few bits becomes an array ([`Narrow`]) once that takes no more bytes; what the array has
/// no place for stays in slots. Until then, keys and entries that have room in them are in tight slots, all others in wide ones.
pub struct Map<K: Key> {
    narrow: Option<Narrow>,
    /// For values, until there is an array.
    tight: Option<Slots<Tight<K>>>,
    wide: Slots<Wide<K>>,
    /// Whether entries are nim-values and marks, so that it may become an array.
    of_values: bool,
    /// The bytes that an array for the keys met so far would take, as far as was looked.
    least_array: u64,
}

/// Maps of fewer bytes do not become arrays.
const LEAST_ARRAY: u64 = 1 << 16;

impl<K: Key> Default for Map<K> {
    fn default() -> Self {
        Map { narrow: None, tight: None, wide: Slots::default(), of_values: false, least_array: 0 }
    }
}

impl<K: Key> std::fmt::Debug for Map<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} keys", self.len())
    }
}

impl<K: Key> Map<K> {
    /// A map of nim-values.
    pub(in crate::engine) fn of_values() -> Map<K> {
        Map { of_values: true, tight: Some(Slots::default()), ..Map::default() }
    }

    /// How many keys there are, without those in an array.
    pub(in crate::engine) fn len(&self) -> usize {
        self.tight.as_ref().map_or(0, Slots::len) + self.wide.len()
    }

    pub(in crate::engine) fn iter(&self) -> impl Iterator<Item = (K, u32)> {
        let narrow = self.narrow.iter().flat_map(Narrow::iter).map(|(bits, entry)| (K::of_bits(bits), entry));
        self.in_slots().chain(narrow)
    }

    fn in_slots(&self) -> impl Iterator<Item = (K, u32)> {
        in_slots(self.tight.as_ref(), &self.wide)
    }

    /// The place of a key in the array, if it has one there.
    #[inline]
    fn place_in_array(&self, key: K) -> Option<(&Narrow, usize)> {
        let narrow = self.narrow.as_ref()?;
        narrow.place(key).map(|place| (narrow, place))
    }

    /// Turns slots into an array, or an array into a larger one, if that takes no more than this many bytes.
    fn become_narrow(&mut self, bytes: u64) -> bool {
        let mut used = self.in_slots().map(|(key, _)| key.bits()).peekable();
        let Some(base) = self.narrow.as_ref().map(Narrow::base).or_else(|| used.peek().copied()) else {
            return false;
        };
        let differs = self.narrow.as_ref().map_or(0, Narrow::differs);
        let differs = used.fold(differs, |differs, key| differs | (key ^ base));
        let Some(narrow) = Narrow::within(base, differs, bytes) else {
            self.least_array = 1u64.checked_shl(differs.count_ones()).unwrap_or(u64::MAX);
            return false;
        };
        let before = self.narrow.replace(narrow);
        for (bits, entry) in before.iter().flat_map(Narrow::iter) {
            self.move_to_array(K::of_bits(bits), entry);
        }
        let (tight, wide) = (self.tight.take(), std::mem::take(&mut self.wide));
        let slots = in_slots(tight.as_ref(), &wide);
        let left: Vec<(K, u32)> = slots.filter(|(key, entry)| !self.move_to_array(*key, *entry)).collect();
        self.put_into_wide(left);
        true
    }

    fn move_to_array(&self, key: K, entry: u32) -> bool {
        self.place_in_array(key).is_some_and(|(narrow, place)| narrow.set(place, entry))
    }

    fn put_into_wide(&mut self, all: Vec<(K, u32)>) {
        if !all.is_empty() {
            self.wide.reserve(all.len());
        }
        for (key, entry) in all {
            self.update_wide(key, |_| entry);
        }
    }

    /// The bytes that an array may take when it grows; `None` if it stays slots in any case.
    fn room_for_array(&self) -> Option<u64> {
        // Keys that the array has no place for may be few: it is not looked through for each of them.
        let array = self.narrow.as_ref().map_or(0, Narrow::bytes);
        let enough = self.next_bytes() >= LEAST_ARRAY.max(array / 4);
        let bytes = self.next_bytes() + array;
        (self.of_values && enough && bytes >= self.least_array).then_some(bytes)
    }

    /// What all slots take when those that are full have grown.
    fn next_bytes(&self) -> u64 {
        fn next<S: Slot>(slots: &Slots<S>) -> u64 {
            if slots.is_soon_full() { slots.next_bytes() } else { slots.bytes() }
        }
        self.tight.as_ref().map_or(0, next) + next(&self.wide)
    }

    #[cfg(test)]
    pub(super) fn is_array(&self) -> bool {
        self.narrow.is_some()
    }

    /// Makes room for more keys where there is none.
    pub(super) fn grow(&mut self) {
        let tight_is_full = self.tight.as_ref().is_some_and(Slots::is_full);
        if !tight_is_full && !self.wide.is_full() {
            return;
        }
        let room = self.room_for_array();
        if room.is_some_and(|bytes| self.become_narrow(bytes)) {
            return;
        }
        match &mut self.tight {
            Some(tight) if tight_is_full => tight.grow(),
            _ => self.wide.grow(),
        }
    }

    /// Makes room for this many keys: see [`Slots::reserve`].
    pub(in crate::engine) fn reserve(&mut self, keys: usize) {
        match &mut self.tight {
            Some(tight) => tight.reserve(keys),
            None => self.wide.reserve(keys),
        }
    }

    /// As [`Memo::update_at`], among wide slots.
    fn update_wide(&mut self, key: K, change: impl Fn(Option<u32>) -> u32) -> (Option<u32>, usize) {
        if self.wide.is_full() {
            self.wide.grow();
        }
        let (old, _, at) = self.wide.update(key, change);
        (old, at)
    }

    /// As [`Memo::update`], beside other threads.
    pub(super) fn update_shared(
        &self,
        key: K,
        change: impl Fn(Option<u32>) -> u32,
    ) -> Result<Option<u32>, Full> {
        while let Some((narrow, place)) = self.place_in_array(key)
            && let Found::Entry(old) = narrow.get(place)
        {
            let known = (old != EMPTY).then_some(old);
            let new = change(known);
            match narrow.swap(place, old, new) {
                Some(false) => return Ok(known),
                Some(true) => break,
                None => {}
            }
        }
        if let Some(tight) = self.tight.as_ref().filter(|_| Tight::takes(key)) {
            let known = |old: Option<u32>| if old == Some(ELSEWHERE) { self.wide.get(key) } else { old };
            let (old, new) = tight.update_shared(key, |old| match old {
                Some(ELSEWHERE) => ELSEWHERE,
                old => change(old),
            })?;
            if Tight::<K>::holds(new) {
                return Ok(known(old));
            }
        }
        Ok(self.wide.update_shared(key, change)?.0)
    }
}

/// All keys and entries; an entry that has no room in a tight slot is in a wide one.
fn in_slots<K: Key>(
    tight: Option<&Slots<Tight<K>>>,
    wide: &Slots<Wide<K>>,
) -> impl Iterator<Item = (K, u32)> {
    let here = |(_, entry): &(K, u32)| *entry != ELSEWHERE;
    tight.into_iter().flat_map(Slots::iter).filter(here).chain(wide.iter())
}

impl<K: Key> Memo for Map<K> {
    type Key = K;
    const SHARED: bool = false;

    #[inline]
    fn get(&self, key: K) -> Option<u32> {
        if let Some(tight) = self.tight.as_ref().filter(|_| Tight::takes(key)) {
            return match tight.get(key) {
                Some(ELSEWHERE) => self.wide.get(key),
                entry => entry,
            };
        }
        if let Some((narrow, place)) = self.place_in_array(key)
            && let Found::Entry(entry) = narrow.get(place)
        {
            return (entry != EMPTY).then_some(entry);
        }
        self.wide.get(key)
    }

    #[inline]
    fn fetch(&self, keys: &[K]) {
        match (&self.tight, &self.narrow) {
            (None, Some(narrow)) => keys.iter().for_each(|key| narrow.fetch(*key)),
            (Some(tight), _) if keys.first().is_some_and(|key| Tight::takes(*key)) => {
                keys.iter().for_each(|key| tight.fetch(*key));
            }
            _ => keys.iter().for_each(|key| self.wide.fetch(*key)),
        }
    }

    #[inline]
    fn replace_at(&mut self, slot: usize, key: K, entry: u32) -> Option<u32> {
        match &mut self.tight {
            // One that has no room is set as usual.
            Some(tight) if Tight::takes(key) => {
                let old = Tight::<K>::holds(entry).then(|| tight.replace_at(slot, key, entry))??;
                Some(old).filter(|old| *old != ELSEWHERE)
            }
            _ => self.wide.replace_at(slot, key, entry),
        }
    }

    #[inline]
    fn update(&mut self, key: K, change: impl Fn(Option<u32>) -> u32) -> Option<u32> {
        self.update_at(key, change).0
    }

    #[inline]
    fn update_at(&mut self, key: K, change: impl Fn(Option<u32>) -> u32) -> (Option<u32>, usize) {
        if let Some((narrow, place)) = self.place_in_array(key)
            && let Found::Entry(old) = narrow.get(place)
        {
            let old = (old != EMPTY).then_some(old);
            let new = change(old);
            if old != Some(new) && !narrow.set(place, new) {
                self.update_wide(key, |_| new);
            }
            return (old, usize::MAX);
        }
        let tight = self.tight.as_ref().filter(|_| Tight::takes(key));
        if tight.map_or_else(|| self.wide.is_full(), Slots::is_full) {
            self.grow();
            return self.update_at(key, change);
        }
        let Some(tight) = self.tight.as_mut().filter(|_| Tight::takes(key)) else {
            return self.update_wide(key, change);
        };
        let (old, new, at) = tight.update(key, |old| match old {
            Some(ELSEWHERE) => ELSEWHERE,
            old => change(old),
        });
        if Tight::<K>::holds(new) {
            (old, at)
        } else {
            (self.update_wide(key, |old| if new == ELSEWHERE { change(old) } else { new }).0, usize::MAX)
        }
    }

    fn bytes(&self) -> u64 {
        let array = self.narrow.as_ref().map_or(0, Narrow::bytes);
        self.tight.as_ref().map_or(0, Slots::bytes) + self.wide.bytes() + array
    }

    fn growth(&self) -> u64 {
        let slots = self.tight.as_ref().map_or(0, Slots::bytes) + self.wide.bytes();
        let next = self.next_bytes();
        // An array is made beside the slots.
        let there = if self.room_for_array().is_some() { 0 } else { slots };
        if next > slots { next - there } else { 0 }
    }
}
