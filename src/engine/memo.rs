//! An open-addressing memo table: a key and a 32-bit entry a position, nothing boxed. Several threads may fill one.

use super::narrow::{Found, Narrow};
use super::prefetch::prefetch;
use super::rules::Key;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

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

pub(super) const EMPTY: u32 = u32::MAX;
/// The slot is taken, and its key is just being written.
const BUSY: u32 = u32::MAX - 1;
pub(super) const OPEN: u32 = u32::MAX - 2;
pub(super) const GIVEN_UP: u32 = u32::MAX - 3;
/// The largest nim-value an entry can hold.
pub(super) const MAX_VALUE: u32 = u32::MAX - 4;

/// Where a key is stored for several threads to see: in words of 32 bits, so that a slot has no padding.
pub trait Stored<K>: Default + Send + Sync {
    /// Reads it.
    fn load(&self) -> K;
    /// Writes it.
    fn store(&self, key: K);
}

impl Stored<u32> for AtomicU32 {
    #[inline]
    fn load(&self) -> u32 {
        self.load(Ordering::Relaxed)
    }
    #[inline]
    fn store(&self, key: u32) {
        self.store(key, Ordering::Relaxed);
    }
}

impl Stored<u64> for [AtomicU32; 2] {
    #[inline]
    fn load(&self) -> u64 {
        u64::from(Stored::load(&self[0])) | u64::from(Stored::load(&self[1])) << 32
    }
    #[inline]
    fn store(&self, key: u64) {
        Stored::store(&self[0], key as u32);
        Stored::store(&self[1], (key >> 32) as u32);
    }
}

impl Stored<u128> for [[AtomicU32; 2]; 2] {
    #[inline]
    fn load(&self) -> u128 {
        u128::from(self[0].load()) | u128::from(self[1].load()) << 64
    }
    #[inline]
    fn store(&self, key: u128) {
        self[0].store(key as u64);
        self[1].store((key >> 64) as u64);
    }
}

/// A key and its entry side by side, without padding. A key is written once, before its entry is first anything but
/// [`BUSY`], and whoever sees such an entry sees the key.
struct Slot<K: Key> {
    key: K::Stored,
    entry: AtomicU32,
}

impl<K: Key> Slot<K> {
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

/// 32 bits by key, but not the two largest numbers. Grows by a fifth at 3/4 full: 1.33 to 1.6 slots a key, which are 19.2
/// bytes for a key of 64 bits at most; where more slots are taken, keys are far from where they belong. Large maps of wide
/// keys grow at 8/9, and in smaller steps, so that a position takes no more than 24 bytes. Growing is one pass in order. A map grows where it is: a larger one beside it would hold all keys twice.
///
/// A map of values whose keys differ in few bits becomes an array ([`Narrow`]) once that takes no more bytes; what the array has
/// no place for stays in slots.
pub struct Map<K: Key> {
    slots: Vec<Slot<K>>,
    /// How many slots are in use.
    used: AtomicUsize,
    narrow: Option<Narrow>,
    /// Whether entries are nim-values and marks, so that it may become an array.
    of_values: bool,
    /// The bytes that an array for the keys met so far would take, as far as was looked.
    least_array: u64,
}

impl<K: Key> Default for Map<K> {
    fn default() -> Self {
        Map { slots: vec![], used: AtomicUsize::new(0), narrow: None, of_values: false, least_array: 0 }
    }
}

impl<K: Key> std::fmt::Debug for Map<K> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} keys", self.len())
    }
}

/// What one thread sees of a map: its own, or one that it shares with others.
pub trait Memo {
    /// Keys.
    type Key: Key;
    /// Whether others fill it, too.
    const SHARED: bool;
    /// The entry of a key.
    fn get(&self, key: Self::Key) -> Option<u32>;
    /// Brings what is known of these keys near the processor, all at once.
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

impl<K: Key> Map<K> {
    pub(super) fn len(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (K, u32)> {
        let slots = self.slots.iter().map(|s| (s.key.load(), s.entry())).filter(|(_, e)| *e != EMPTY);
        let narrow = self.narrow.iter().flat_map(Narrow::iter);
        slots.chain(narrow.map(|(bits, entry)| (K::of_bits(bits), entry)))
    }

    /// The place of a key in the array, if it has one there.
    #[inline]
    fn place_in_array(&self, key: K) -> Option<(&Narrow, usize)> {
        let narrow = self.narrow.as_ref()?;
        narrow.place(key).map(|place| (narrow, place))
    }

    /// Turns slots into an array, or an array into a larger one, if that takes no more than this many bytes.
    fn become_narrow(&mut self, bytes: u64) -> bool {
        let used = || self.slots.iter().filter(|s| s.entry() != EMPTY).map(|s| s.key.load().bits());
        let Some(base) = self.narrow.as_ref().map(Narrow::base).or_else(|| used().next()) else {
            return false;
        };
        let differs = self.narrow.as_ref().map_or(0, Narrow::differs);
        let differs = used().fold(differs, |differs, key| differs | (key ^ base));
        let Some(narrow) = Narrow::within(base, differs, bytes) else {
            self.least_array = 1u64.checked_shl(differs.count_ones()).unwrap_or(u64::MAX);
            return false;
        };
        let before = self.narrow.replace(narrow);
        for (bits, entry) in before.iter().flat_map(Narrow::iter) {
            self.move_to_array(K::of_bits(bits), entry);
        }
        let mut slots = std::mem::take(&mut self.slots);
        self.used = AtomicUsize::new(0);
        slots.retain(|slot| slot.entry() != EMPTY && !self.move_to_array(slot.key.load(), slot.entry()));
        if !slots.is_empty() {
            self.reserve(slots.len());
        }
        for slot in slots {
            self.update_slot(slot.key.load(), |_| slot.entry());
        }
        true
    }

    fn move_to_array(&self, key: K, entry: u32) -> bool {
        self.place_in_array(key).is_some_and(|(narrow, place)| narrow.set(place, entry))
    }

    /// The slot of a key, or the empty one where it belongs; and its entry.
    #[inline]
    fn slot(&self, key: K) -> (&Slot<K>, u32) {
        let (at, entry) = self.find(key);
        (&self.slots[at], entry)
    }

    /// The same, by its place.
    #[inline]
    fn find(&self, key: K) -> (usize, u32) {
        let mut at = place(key, self.slots.len());
        loop {
            let slot = &self.slots[at];
            let entry = slot.entry();
            if entry == EMPTY || slot.key.load() == key {
                return (at, entry);
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    /// Whether slots are so large that few may be empty.
    const WIDE: bool = size_of::<Slot<K>>() > 16;

    fn is_full(&self, used: usize) -> bool {
        if Self::WIDE { used * 9 >= self.slots.len() * 8 } else { used * 4 >= self.slots.len() * 3 }
    }

    fn next_size(&self) -> usize {
        let size = self.slots.len();
        let step = if Self::WIDE && size > 1 << 20 { 16 } else { 5 };
        (size + size / step).max(64)
    }

    fn next_bytes(&self) -> u64 {
        (self.next_size() * size_of::<Slot<K>>()) as u64
    }

    /// The bytes that an array may take when it grows; `None` if it stays slots in any case.
    fn room_for_array(&self) -> Option<u64> {
        // Keys that the array has no place for may be few: it is not looked through for each of them.
        let array = self.narrow.as_ref().map_or(0, Narrow::bytes);
        let enough = self.next_bytes() >= LEAST_ARRAY.max(array / 4);
        let bytes = self.next_bytes() + array;
        (self.of_values && enough && bytes >= self.least_array).then_some(bytes)
    }

    fn grow(&mut self) {
        let room = self.room_for_array();
        if !room.is_some_and(|bytes| self.become_narrow(bytes)) {
            self.resize(self.next_size());
        }
    }

    /// Makes room for this many keys. Keys that come out of a table in its order must not go into one that has to grow: they
    /// would crowd at its beginning.
    pub(super) fn reserve(&mut self, keys: usize) {
        let size = keys + keys / 3 + 64;
        if size > self.slots.len() {
            self.resize(size);
        }
    }

    /// Appends slots, and brings every key to its new place. Places are fractions of all slots, so keys keep their order: from
    /// the last one down each moves up, to a slot that is free by then, one behind the other in memory. The few that have less
    /// far to go than they were pushed on before, at the beginning, come last.
    fn resize(&mut self, size: usize) {
        let before = self.slots.len();
        self.slots.reserve_exact(size.saturating_sub(before));
        let empty = || Slot { key: K::Stored::default(), entry: AtomicU32::new(EMPTY) };
        self.slots.resize_with(size, empty);
        let mut left = vec![];
        for from in (0..before).rev() {
            let entry = self.slots[from].entry.load(Ordering::Relaxed);
            if entry == EMPTY {
                continue;
            }
            let key = self.slots[from].key.load();
            self.slots[from].entry.store(EMPTY, Ordering::Relaxed);
            match self.free_above(key, from) {
                Some(to) => self.put(to, key, entry),
                None => left.push((key, entry)),
            }
        }
        for (key, entry) in left {
            self.put(self.find(key).0, key, entry);
        }
    }

    /// The first free slot from where a key belongs on, if all in between have their new keys: those from `moved` on.
    fn free_above(&self, key: K, moved: usize) -> Option<usize> {
        let at = place(key, self.slots.len());
        let slots = if at < moved { &[] } else { &self.slots[at..] };
        let free = slots.iter().position(|slot| slot.entry.load(Ordering::Relaxed) == EMPTY);
        free.map(|i| at + i)
    }

    /// Puts a key and its entry into a free slot.
    fn put(&self, at: usize, key: K, entry: u32) {
        let slot = &self.slots[at];
        slot.key.store(key);
        slot.entry.store(entry, Ordering::Relaxed);
    }

    /// As [`Memo::update`], beside other threads; `Err` if there is no room for one more key.
    fn update_shared(&self, key: K, change: impl Fn(Option<u32>) -> u32) -> Result<Option<u32>, ()> {
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
        if self.slots.is_empty() {
            return Err(());
        }
        loop {
            let (slot, old) = self.slot(key);
            let swap = |from, to| slot.entry.compare_exchange(from, to, Ordering::AcqRel, Ordering::Relaxed);
            if old != EMPTY {
                let new = change(Some(old));
                if new == old || swap(old, new).is_ok() {
                    return Ok(Some(old));
                }
                continue;
            }
            if self.is_full(self.used.fetch_add(1, Ordering::Relaxed)) {
                self.used.fetch_sub(1, Ordering::Relaxed);
                return Err(());
            }
            if swap(EMPTY, BUSY).is_ok() {
                slot.key.store(key);
                slot.entry.store(change(None), Ordering::Release);
                return Ok(None);
            }
            self.used.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl<K: Key> Memo for Map<K> {
    type Key = K;
    const SHARED: bool = false;

    #[inline]
    fn get(&self, key: K) -> Option<u32> {
        if let Some((narrow, place)) = self.place_in_array(key)
            && let Found::Entry(entry) = narrow.get(place)
        {
            return (entry != EMPTY).then_some(entry);
        }
        if self.slots.is_empty() {
            return None;
        }
        let (_, entry) = self.slot(key);
        (entry != EMPTY).then_some(entry)
    }

    #[inline]
    fn fetch(&self, keys: &[K]) {
        if let Some(narrow) = &self.narrow {
            keys.iter().filter_map(|k| narrow.place(*k)).for_each(|place| narrow.fetch(place));
        } else if self.slots.len() >= FAR {
            for key in keys {
                let at = place(*key, self.slots.len());
                prefetch(&self.slots[at]);
                prefetch(&self.slots[(at + 5).min(self.slots.len() - 1)]);
            }
        }
    }

    #[inline]
    fn replace_at(&mut self, slot: usize, key: K, entry: u32) -> Option<u32> {
        let slot = self.slots.get(slot)?;
        let old = slot.entry.load(Ordering::Relaxed);
        (old != EMPTY && slot.key.load() == key).then(|| {
            slot.entry.store(entry, Ordering::Relaxed);
            old
        })
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
                self.update_slot(key, |_| new);
            }
            return (old, 0);
        }
        if self.is_full(self.len()) {
            self.grow();
            if self.place_in_array(key).is_some() {
                return self.update_at(key, change);
            }
        }
        self.update_slot(key, change)
    }

    fn bytes(&self) -> u64 {
        let array = self.narrow.as_ref().map_or(0, Narrow::bytes);
        (self.slots.capacity() * size_of::<Slot<K>>()) as u64 + array
    }

    fn growth(&self) -> u64 {
        let soon = self.is_full(self.len() + SOON + self.slots.len() / 64);
        if !soon || self.slots.is_empty() {
            return 0;
        }
        // An array is made beside the slots.
        let there = if self.room_for_array().is_some() { 0 } else { self.slots.len() * size_of::<Slot<K>>() };
        self.next_bytes() - there as u64
    }
}

impl<K: Key> Map<K> {
    /// A map of nim-values.
    fn of_values() -> Map<K> {
        Map { of_values: true, ..Map::default() }
    }

    /// As [`Memo::update_at`], among the slots.
    #[inline]
    fn update_slot(&mut self, key: K, change: impl Fn(Option<u32>) -> u32) -> (Option<u32>, usize) {
        if self.is_full(self.len()) {
            self.resize(self.next_size());
        }
        let (at, old) = self.find(key);
        let slot = &self.slots[at];
        let old = (old != EMPTY).then_some(old);
        if old.is_none() {
            slot.key.store(key);
            self.used.store(self.len() + 1, Ordering::Relaxed);
        }
        let new = change(old);
        if old != Some(new) {
            slot.entry.store(new, Ordering::Relaxed);
        }
        (old, at)
    }
}

/// Maps of fewer bytes do not become arrays.
const LEAST_ARRAY: u64 = 1 << 16;

/// From this many slots on, they are not all near the processor.
const FAR: usize = 1 << 16;

/// A map that this many keys more would fill, and some by its size, is about to grow.
const SOON: usize = 1024;

/// A map that several threads fill at once. Whoever finds it full waits until the others pause, and makes it larger.
pub(super) struct Shared<K: Key> {
    map: RwLock<Map<K>>,
    /// How many threads found it full and wait for the others.
    waiting: AtomicUsize,
}

impl<K: Key> Shared<K> {
    pub(super) fn new(map: Map<K>) -> Shared<K> {
        Shared { map: RwLock::new(map), waiting: AtomicUsize::new(0) }
    }

    /// The map, when the threads are done.
    pub(super) fn into_map(self) -> Map<K> {
        self.map.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// What one more thread sees of it.
    pub(super) fn hand(&self) -> Hand<'_, K> {
        Hand { shared: self, map: Some(self.read()) }
    }

    fn read(&self) -> RwLockReadGuard<'_, Map<K>> {
        self.map.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long a thread sleeps before it looks whether there is room.
const PAUSE: Duration = Duration::from_micros(20);

/// A hand on a [`Shared`] map. The map cannot grow while it is held: pause often.
pub(super) struct Hand<'s, K: Key> {
    shared: &'s Shared<K>,
    map: Option<RwLockReadGuard<'s, Map<K>>>,
}

impl<K: Key> Hand<'_, K> {
    #[inline]
    fn map(&self) -> &Map<K> {
        self.map.as_deref().unwrap_or_else(|| unreachable!("it is let go only in order to be taken again"))
    }

    fn grow(&mut self) {
        self.map = None;
        self.shared.waiting.fetch_add(1, Ordering::Relaxed);
        {
            let mut map = self.shared.map.write().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have done it.
            if map.is_full(map.len()) {
                map.grow();
            }
        }
        self.shared.waiting.fetch_sub(1, Ordering::Relaxed);
        self.map = Some(self.shared.read());
    }
}

impl<K: Key> Memo for Hand<'_, K> {
    type Key = K;
    const SHARED: bool = true;

    #[inline]
    fn get(&self, key: K) -> Option<u32> {
        self.map().get(key)
    }

    fn fetch(&self, keys: &[K]) {
        self.map().fetch(keys);
    }

    fn update_at(&mut self, key: K, change: impl Fn(Option<u32>) -> u32) -> (Option<u32>, usize) {
        (self.update(key, change), 0)
    }

    fn replace_at(&mut self, _: usize, _: K, _: u32) -> Option<u32> {
        None
    }

    fn update(&mut self, key: K, change: impl Fn(Option<u32>) -> u32) -> Option<u32> {
        loop {
            if let Ok(old) = self.map().update_shared(key, &change) {
                return old;
            }
            self.grow();
        }
    }

    fn bytes(&self) -> u64 {
        self.map().bytes()
    }

    fn growth(&self) -> u64 {
        self.map().growth()
    }

    #[inline]
    fn pause(&mut self) {
        if self.shared.waiting.load(Ordering::Relaxed) > 0 {
            self.map = None;
            // Whoever waits to write comes first: a lock that is asked for again at once may be had at once.
            while self.shared.waiting.load(Ordering::Relaxed) > 0 {
                std::thread::sleep(PAUSE);
            }
            self.map = Some(self.shared.read());
        }
    }
}

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

/// Where a key belongs among this many slots: its mix as a fraction of them.
#[inline]
pub(super) fn place<K: Key>(key: K, slots: usize) -> usize {
    ((u128::from(key.mix()) * slots as u128) >> 64) as usize
}

/// A key and a value side by side, without padding.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub(super) struct Pair<K: Copy> {
    pub(super) key: K,
    pub(super) value: u32,
}

/// Values of keys lately seen: direct-mapped, one pushes out another.
#[derive(Clone, Debug)]
pub(super) struct Recent<K: Copy> {
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
    pub(super) fn get(&self, key: K) -> Option<u32> {
        let Pair { key: found, value } = *self.slots.get(place(key, RECENT))?;
        (value != EMPTY && found == key).then_some(value)
    }

    pub(super) fn set(&mut self, key: K, value: u32) {
        if self.slots.is_empty() {
            self.slots = vec![Pair { key, value: EMPTY }; RECENT];
        }
        self.slots[place(key, RECENT)] = Pair { key, value };
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
