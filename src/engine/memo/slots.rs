//! A table with open addressing, of slots of one kind: it grows where it is, in order.

use super::entry::EMPTY;
use super::slot::Slot;
use crate::engine::prefetch::prefetch;
use crate::engine::rules::Key;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Slots, each of which has a key or is empty. Places are fractions of all slots, so keys are in the order of their mixes, except for
/// those that were pushed on. Growing is one pass in order, where it is: a larger table beside it would hold all keys twice.
pub(super) struct Slots<S> {
    all: Vec<S>,
    /// How many are in use.
    used: AtomicUsize,
}

impl<S> Default for Slots<S> {
    fn default() -> Self {
        Slots { all: vec![], used: AtomicUsize::new(0) }
    }
}

/// A table must grow before it takes one more key.
#[derive(Debug)]
pub(super) struct Full;

/// From this many slots on, they are not all near the processor.
const FAR: usize = 1 << 16;

/// A table that this many keys more would fill, and some by its size, is about to grow.
const SOON: usize = 1024;

/// Tables of fewer slots double: growing by parts moves each key some five times, a tenth of the time of half a million positions, and
/// of small tables memory is no matter.
const DOUBLED: usize = 1 << 19;

/// So many slots are emptied at once where a table grows.
const BLOCK: usize = 256;

impl<S: Slot> Slots<S> {
    /// How many keys there are.
    pub(super) fn len(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (S::Key, u32)> {
        self.all.iter().filter_map(Slot::load)
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.all.capacity() * size_of::<S>()) as u64
    }

    /// The same when it has grown.
    pub(super) fn next_bytes(&self) -> u64 {
        (self.next_size() * size_of::<S>()) as u64
    }

    fn next_size(&self) -> usize {
        match self.all.len() {
            few if few < DOUBLED => (2 * few).max(64),
            slots => S::next_size(slots),
        }
    }

    /// Whether it must grow before it takes one more.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        S::is_full(self.len(), self.all.len())
    }

    /// Whether it must grow soon, and has grown before.
    pub(super) fn is_soon_full(&self) -> bool {
        !self.all.is_empty() && S::is_full(self.len() + SOON + self.all.len() / 64, self.all.len())
    }

    /// Makes room for more keys.
    pub(super) fn grow(&mut self) {
        self.resize(self.next_size());
    }

    /// Makes room for this many keys. Keys that come out of a table in its order must not go into one that has to grow: they
    /// would crowd at its beginning.
    pub(super) fn reserve(&mut self, keys: usize) {
        let mut size = keys + 64;
        while S::is_full(keys, size) {
            size += size / 8;
        }
        if size > self.all.len() {
            self.resize(size);
        }
    }

    /// Brings the slots of a key near the processor. One where its search may end may lie behind a line of memory.
    #[inline]
    pub(super) fn fetch(&self, key: S::Key) {
        if self.all.len() >= FAR {
            let at = place(key, self.all.len());
            prefetch(&self.all[at]);
            prefetch(&self.all[(at + 64 / size_of::<S>() - 1).min(self.all.len() - 1)]);
        }
    }

    /// The place of a key, or that of the empty slot where it belongs; and its entry.
    #[inline]
    fn find(&self, key: S::Key) -> (usize, u32) {
        let mut at = place(key, self.all.len());
        loop {
            if let Some(entry) = self.all[at].entry_of(key) {
                return (at, entry);
            }
            at += 1;
            if at == self.all.len() {
                at = 0;
            }
        }
    }

    /// The entry of a key.
    #[inline]
    pub(super) fn get(&self, key: S::Key) -> Option<u32> {
        if self.all.is_empty() {
            return None;
        }
        Some(self.find(key).1).filter(|entry| *entry != EMPTY)
    }

    /// Sets the entry of a key to what becomes of the old one; that, the new one, and the place. There must be room.
    #[inline]
    pub(super) fn update(
        &mut self,
        key: S::Key,
        change: impl Fn(Option<u32>) -> u32,
    ) -> (Option<u32>, u32, usize) {
        let (at, old) = self.find(key);
        let old = (old != EMPTY).then_some(old);
        let new = change(old);
        if old != Some(new) {
            self.all[at].store(Some((key, new)));
            *self.used.get_mut() += usize::from(old.is_none());
        }
        (old, new, at)
    }

    /// Replaces an entry, which is not empty, if it is in this place; the old one, or `None` if it is not.
    #[inline]
    pub(super) fn replace_at(&mut self, at: usize, key: S::Key, entry: u32) -> Option<u32> {
        let slot = self.all.get(at)?;
        let old = slot.entry_of(key).filter(|old| *old != EMPTY)?;
        slot.store(Some((key, entry)));
        Some(old)
    }

    /// As [`Slots::update`], beside other threads.
    pub(super) fn update_shared(
        &self,
        key: S::Key,
        change: impl Fn(Option<u32>) -> u32,
    ) -> Result<(Option<u32>, u32), Full> {
        if self.all.is_empty() {
            return Err(Full);
        }
        loop {
            let (at, old) = self.find(key);
            let (slot, known) = (&self.all[at], (old != EMPTY).then_some(old));
            let new = change(known);
            if known.is_some() {
                if new == old || slot.swap(key, old, new) {
                    return Ok((known, new));
                }
                continue;
            }
            if S::is_full(self.used.fetch_add(1, Ordering::Relaxed), self.all.len()) {
                self.used.fetch_sub(1, Ordering::Relaxed);
                return Err(Full);
            }
            if slot.claim(key, new) {
                return Ok((None, new));
            }
            self.used.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Appends slots, and brings every key to its new place: from the last block down each moves up, to a slot that is free by
    /// then, one behind the other in memory. The few that have less far to go than they were pushed on before, at the beginning,
    /// come last.
    fn resize(&mut self, size: usize) {
        let before = self.all.len();
        self.all.reserve_exact(size.saturating_sub(before));
        self.all.resize_with(size, S::default);
        let (mut left, mut block) = (vec![], [(); BLOCK].map(|()| S::default()));
        for from in (0..before).step_by(BLOCK).rev() {
            let taken = self.take(from..before.min(from + BLOCK), &mut block);
            for slot in block[..taken].iter_mut().rev() {
                let Some(key) = slot.key() else { continue };
                match self.free_above(key, from) {
                    Some(to) => std::mem::swap(&mut self.all[to], slot),
                    None => left.extend(slot.load()),
                }
            }
        }
        for (key, entry) in left {
            self.all[self.find(key).0].store(Some((key, entry)));
        }
    }

    /// Empties a block of slots; how many keys were in it. Each slot is moved to the next free place of the block, whether it
    /// holds a key or not: which do is as good as random, and no processor can guess it.
    fn take(&mut self, slots: Range<usize>, block: &mut [S; BLOCK]) -> usize {
        let mut taken = 0;
        for slot in &mut self.all[slots] {
            let slot = std::mem::take(slot);
            let is_taken = slot.key().is_some();
            block[taken % BLOCK] = slot;
            taken += usize::from(is_taken);
        }
        taken
    }

    /// The first free slot from where a key belongs on, if all in between have their new keys: those from `moved` on.
    fn free_above(&self, key: S::Key, moved: usize) -> Option<usize> {
        let at = place(key, self.all.len());
        let slots = if at < moved { &[] } else { &self.all[at..] };
        slots.iter().position(|slot| slot.key().is_none()).map(|i| at + i)
    }
}

/// Where a key belongs among this many slots: its mix as a fraction of them.
#[inline]
pub(in crate::engine) fn place<K: Key>(key: K, slots: usize) -> usize {
    ((u128::from(key.mix()) * slots as u128) >> 64) as usize
}
