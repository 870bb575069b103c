//! One slot of a table with open addressing: a key and its entry side by side, nothing boxed, for several threads to see.

use super::entry::EMPTY;
use super::narrow::{Found, byte_of, found};
use super::stored::Stored;
use crate::engine::rules::Key;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The slot is taken, and its key is just being written. No map gives such an entry.
const BUSY: u32 = u32::MAX - 1;

/// A slot. Its entry changes, its key only while nobody else has the table.
pub(super) trait Slot: Default + Send + Sync {
    /// Keys.
    type Key: Key;
    /// A table with so many slots of this many in use is full.
    fn is_full(used: usize, slots: usize) -> bool;
    /// How many slots a table of so many has when it has grown.
    fn next_size(slots: usize) -> usize;
    /// Its entry, if it has this key, or none: [`EMPTY`]; `None` if it has another one.
    fn entry_of(&self, key: Self::Key) -> Option<u32>;
    /// Its key; `None` if it is empty.
    #[inline]
    fn key(&self) -> Option<Self::Key> {
        self.load().map(|(key, _)| key)
    }
    /// Its key and entry; `None` if it is empty.
    fn load(&self) -> Option<(Self::Key, u32)>;
    /// Holds a key and its entry from now on, or nothing, while nobody else has the table.
    fn store(&self, of: Option<(Self::Key, u32)>);
    /// Replaces the entry of its key unless another thread has done so meanwhile; whether it did.
    fn swap(&self, key: Self::Key, from: u32, to: u32) -> bool;
    /// Takes a key with its entry, if it is still empty; whether it did.
    fn claim(&self, key: Self::Key, entry: u32) -> bool;
}

/// Any key, and an entry of 32 bits. A key is written once, before its entry is first anything but [`BUSY`], and whoever sees such
/// an entry sees the key.
pub(super) struct Wide<K: Key> {
    key: K::Stored,
    entry: AtomicU32,
}

impl<K: Key> Default for Wide<K> {
    fn default() -> Self {
        Wide { key: K::Stored::default(), entry: AtomicU32::new(EMPTY) }
    }
}

impl<K: Key> Wide<K> {
    /// Whether slots are so large that few may be empty.
    const LARGE: bool = size_of::<Self>() > 16;

    /// The entry, once it is not busy.
    #[inline]
    fn entry(&self) -> u32 {
        let mut entry = self.entry.load(Ordering::Acquire);
        while entry == BUSY {
            std::thread::yield_now();
            entry = self.entry.load(Ordering::Acquire);
        }
        entry
    }
}

/// Grows by a fifth at 3/4 full: 1.33 to 1.6 slots a key, which are 19.2 bytes for a key of 64 bits at most; where more slots are
/// taken, keys are far from where they belong. Large maps of keys of 128 bits grow at 8/9, and in smaller steps, so that a
/// position takes no more than 24 bytes.
impl<K: Key> Slot for Wide<K> {
    type Key = K;

    #[inline]
    fn is_full(used: usize, slots: usize) -> bool {
        if Self::LARGE { used * 9 >= slots * 8 } else { used * 4 >= slots * 3 }
    }

    fn next_size(slots: usize) -> usize {
        let step = if Self::LARGE && slots > 1 << 20 { 16 } else { 5 };
        slots + slots / step
    }

    #[inline]
    fn entry_of(&self, key: K) -> Option<u32> {
        let entry = self.entry();
        (entry == EMPTY || self.key.load() == key).then_some(entry)
    }

    #[inline]
    fn load(&self) -> Option<(K, u32)> {
        let entry = self.entry();
        (entry != EMPTY).then(|| (self.key.load(), entry))
    }

    #[inline]
    fn store(&self, of: Option<(K, u32)>) {
        let Some((key, entry)) = of else { return self.entry.store(EMPTY, Ordering::Relaxed) };
        self.key.store(key);
        self.entry.store(entry, Ordering::Relaxed);
    }

    #[inline]
    fn swap(&self, _: K, from: u32, to: u32) -> bool {
        self.entry.compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    #[inline]
    fn claim(&self, key: K, entry: u32) -> bool {
        let is_mine = self.swap(key, EMPTY, BUSY);
        if is_mine {
            self.key.store(key);
            self.entry.store(entry, Ordering::Release);
        }
        is_mine
    }
}

/// A key of at most 56 bits and an entry of a byte in one word; 0 is empty. Eight of them lie in one line of a cache, and a
/// look-up reads one word a slot. An entry that is too large for a byte reads as [`ELSEWHERE`].
pub(super) struct Tight<K> {
    word: AtomicU64,
    of: PhantomData<K>,
}

impl<K> Default for Tight<K> {
    fn default() -> Self {
        Tight { word: AtomicU64::new(0), of: PhantomData }
    }
}

/// The binary digits of a key in a tight slot.
const TIGHT: u32 = 56;

/// The entry is elsewhere.
pub(super) const ELSEWHERE: u32 = BUSY;

impl<K: Key> Tight<K> {
    /// Whether the key has room.
    #[inline]
    pub(super) fn takes(key: K) -> bool {
        key.bits() >> TIGHT == 0
    }

    /// Whether the entry has room.
    #[inline]
    pub(super) fn holds(entry: u32) -> bool {
        byte_of(entry) != byte_of(ELSEWHERE)
    }
}

#[inline]
fn word<K: Key>(key: K, entry: u32) -> u64 {
    (key.bits() as u64) << 8 | u64::from(byte_of(entry))
}

#[inline]
fn entry_in(word: u64) -> u32 {
    match found(word as u8) {
        Found::Entry(entry) => entry,
        Found::Elsewhere => ELSEWHERE,
    }
}

/// Grows by two fifths at 5/8 full: 1.6 to 2.24 slots a key, which are 18 bytes at most. Fuller ones save memory that wide slots
/// would need anyhow, and cost time: at 3/4 a key that is not there takes 8.5 looks, at 5/8 four (Knuth, volume 3, 6.4).
impl<K: Key> Slot for Tight<K> {
    type Key = K;

    #[inline]
    fn is_full(used: usize, slots: usize) -> bool {
        used * 8 >= slots * 5
    }

    fn next_size(slots: usize) -> usize {
        slots + slots * 2 / 5
    }

    #[inline]
    fn entry_of(&self, key: K) -> Option<u32> {
        let found = self.word.load(Ordering::Relaxed);
        (found == 0 || found >> 8 == key.bits() as u64).then(|| entry_in(found))
    }

    #[inline]
    fn load(&self) -> Option<(K, u32)> {
        let word = self.word.load(Ordering::Relaxed);
        (word != 0).then(|| (K::of_bits((word >> 8).into()), entry_in(word)))
    }

    #[inline]
    fn store(&self, of: Option<(K, u32)>) {
        self.word.store(of.map_or(0, |(key, entry)| word(key, entry)), Ordering::Relaxed);
    }

    #[inline]
    fn swap(&self, key: K, from: u32, to: u32) -> bool {
        let (from, to) = (word(key, from), word(key, to));
        self.word.compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }

    #[inline]
    fn claim(&self, key: K, entry: u32) -> bool {
        self.word.compare_exchange(0, word(key, entry), Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }
}
