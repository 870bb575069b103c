//! Strings of bytes, each once, as indices: in the order they were met, until several threads add to them.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::cell::{Cell, RefCell};
use std::hash::BuildHasher;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

/// How many strings share a full offset; each has what comes on top in 32 bits.
const TOGETHER: usize = 1 << 16;

/// Strings of one thread, or of several.
#[derive(Default)]
pub(super) struct Store {
    strings: RefCell<Strings>,
    /// Of all that were added here, in bytes.
    added: Cell<usize>,
}

enum Strings {
    Own(Rows),
    Shared(Arc<Shared>),
}

impl Default for Strings {
    fn default() -> Strings {
        Strings::Own(Rows::default())
    }
}

impl Store {
    /// The index of a string, new or known; none if there are too many.
    pub(super) fn index_of(&self, string: &[u8]) -> Option<u32> {
        let (index, is_new) = match &mut *self.strings.borrow_mut() {
            Strings::Own(rows) => {
                let hash = rows.hasher.hash_one(string);
                rows.find_or_add(hash, string)?
            }
            Strings::Shared(shared) => shared.index_of(string)?,
        };
        if is_new {
            self.added.set(self.added.get() + string.len());
        }
        Some(index)
    }

    /// What is made of the string of an index. No string is added meanwhile.
    #[inline]
    pub(super) fn with<T>(&self, i: u32, make: impl FnOnce(&[u8]) -> T) -> T {
        match &*self.strings.borrow() {
            Strings::Own(rows) => make(rows.get(i)),
            Strings::Shared(shared) => shared.with(i, make),
        }
    }

    /// The same strings for another thread; from now on all add to them.
    pub(super) fn for_thread(&self) -> impl FnOnce() -> Store + Send + use<> {
        let mut strings = self.strings.borrow_mut();
        if let Strings::Own(rows) = &mut *strings {
            *strings = Strings::Shared(Arc::new(Shared::new(std::mem::take(rows))));
        }
        let Strings::Shared(shared) = &*strings else { unreachable!("they are shared now") };
        let shared = shared.clone();
        || Store { strings: RefCell::new(Strings::Shared(shared)), added: Cell::new(0) }
    }

    /// Of all strings that were added here, in bytes.
    pub(super) fn added(&self) -> usize {
        self.added.get()
    }

    /// Memory held, in bytes.
    pub(super) fn held(&self) -> u64 {
        match &*self.strings.borrow() {
            Strings::Own(rows) => rows.held(),
            Strings::Shared(shared) => shared.held(),
        }
    }
}

/// Strings that several threads add to: each is in the part that its hash says, and these are locked one by one.
struct Shared {
    /// Those from before, which are not locked.
    first: Rows,
    parts: Vec<RwLock<Rows>>,
}

/// In how many parts strings are shared. Two threads want the same one seldom.
const PARTS: usize = 256;

impl Shared {
    fn new(first: Rows) -> Shared {
        let empty = || RwLock::new(Rows { hasher: first.hasher.clone(), ..Rows::default() });
        Shared { parts: (0..PARTS).map(|_| empty()).collect(), first }
    }

    fn part(&self, i: usize) -> RwLockReadGuard<'_, Rows> {
        self.parts[i].read().unwrap_or_else(PoisonError::into_inner)
    }

    fn index_of(&self, string: &[u8]) -> Option<(u32, bool)> {
        let hash = self.first.hasher.hash_one(string);
        if let Some(known) = self.first.find(hash, string) {
            return Some((known, false));
        }
        let i = (hash >> 32) as usize % PARTS;
        let known = self.part(i).find(hash, string);
        let found = match known {
            Some(known) => (known, false),
            None => {
                self.parts[i].write().unwrap_or_else(PoisonError::into_inner).find_or_add(hash, string)?
            }
        };
        let index = (found.0 as usize * PARTS + i).checked_add(self.first.begins.len())?;
        let index = u32::try_from(index).ok().filter(|index| *index < u32::MAX)?;
        Some((index, found.1))
    }

    fn with<T>(&self, i: u32, make: impl FnOnce(&[u8]) -> T) -> T {
        match (i as usize).checked_sub(self.first.begins.len()) {
            None => make(self.first.get(i)),
            Some(later) => make(self.part(later % PARTS).get((later / PARTS) as u32)),
        }
    }

    fn held(&self) -> u64 {
        self.first.held() + (0..PARTS).map(|i| self.part(i).held()).sum::<u64>()
    }
}

/// Strings of bytes behind each other, and where each begins.
#[derive(Default)]
struct Rows {
    bytes: Vec<u8>,
    bases: Vec<usize>,
    begins: Vec<u32>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Rows {
    fn find(&self, hash: u64, string: &[u8]) -> Option<u32> {
        self.index.find(hash, |i| self.get(*i) == string).copied()
    }

    /// The index of a string, and whether it is new; none if there are too many.
    fn find_or_add(&mut self, hash: u64, string: &[u8]) -> Option<(u32, bool)> {
        if let Some(known) = self.find(hash, string) {
            return Some((known, false));
        }
        let new = u32::try_from(self.begins.len()).ok().filter(|i| *i < u32::MAX)?;
        if self.begins.len().is_multiple_of(TOGETHER) {
            self.bases.push(self.bytes.len());
        }
        let base = self.bases.last().copied().unwrap_or(0);
        self.begins.push(u32::try_from(self.bytes.len() - base).ok()?);
        self.bytes.extend_from_slice(string);
        let Rows { bytes, bases, begins, index, hasher } = self;
        index.insert_unique(hash, new, |i| hasher.hash_one(slice(bytes, bases, begins, *i)));
        Some((new, true))
    }

    /// The string of an index.
    #[inline]
    fn get(&self, i: u32) -> &[u8] {
        slice(&self.bytes, &self.bases, &self.begins, i)
    }

    fn held(&self) -> u64 {
        (self.bytes.capacity()
            + self.bases.capacity() * size_of::<usize>()
            + self.begins.capacity() * size_of::<u32>()
            + self.index.allocation_size()) as u64
    }
}

#[inline]
fn slice<'b>(bytes: &'b [u8], bases: &[usize], begins: &[u32], i: u32) -> &'b [u8] {
    let begin = |i: usize| begins.get(i).map(|b| bases[i / TOGETHER] + *b as usize);
    let i = i as usize;
    &bytes[begin(i).unwrap_or(0)..begin(i + 1).unwrap_or(bytes.len())]
}

/// Appends a word: small numbers and cells near the first take one byte or two.
#[inline]
pub(super) fn write_word(word: i64, out: &mut Vec<u8>) {
    if (0..0x20).contains(&word) {
        return out.push((word << 2) as u8);
    }
    write_wide(word, out);
}

fn write_wide(word: i64, out: &mut Vec<u8>) {
    let low = word as i32;
    let high = word.wrapping_sub(i64::from(low)) >> 32;
    write_number(zigzag(low) << 1 | u64::from(high != 0), out);
    if high != 0 {
        write_number(zigzag(high as i32), out);
    }
}

/// What [`write_word`] wrote at the beginning of some bytes.
#[inline]
pub(super) fn read_word(bytes: &mut &[u8]) -> i64 {
    if let [first, rest @ ..] = bytes
        && first & 0x83 == 0
    {
        *bytes = rest;
        return i64::from(first >> 2);
    }
    read_wide(bytes)
}

fn read_wide(bytes: &mut &[u8]) -> i64 {
    let first = read_number(bytes);
    let low = i64::from(unzigzag(first >> 1));
    if first & 1 == 0 { low } else { (i64::from(unzigzag(read_number(bytes))) << 32).wrapping_add(low) }
}

/// Appends a number, seven bits a byte.
#[inline]
pub(super) fn write_number(mut n: u64, out: &mut Vec<u8>) {
    while n >= 0x80 {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// What [`write_number`] wrote at the beginning of some bytes.
#[inline]
pub(super) fn read_number(bytes: &mut &[u8]) -> u64 {
    let (mut n, mut shift) = (0, 0);
    while let Some((byte, rest)) = bytes.split_first() {
        *bytes = rest;
        n |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            break;
        }
        shift += 7;
    }
    n
}

fn zigzag(n: i32) -> u64 {
    ((n << 1) ^ (n >> 31)) as u32 as u64
}

fn unzigzag(n: u64) -> i32 {
    (n >> 1) as i32 ^ -((n & 1) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back() {
        let near = |n: i64| [n.wrapping_sub(1), n, n.wrapping_add(1)];
        let powers = (0..64).map(|k| 1i64 << k);
        for word in powers.flat_map(|n| [near(n), near(n.wrapping_neg())]).flatten() {
            let mut bytes = vec![];
            write_word(word, &mut bytes);
            assert_eq!(read_word(&mut bytes.as_slice()), word);
        }
    }

    #[test]
    fn a_string_has_one_index() {
        let store = Store::default();
        let strings: Vec<Vec<u8>> =
            (0..200_000u32).map(|n| n.to_le_bytes()[..(n % 5) as usize].to_vec()).collect();
        let first: Vec<u32> = strings.iter().filter_map(|s| store.index_of(s)).collect();
        let has_all = |store: &Store, first: &[u32]| {
            let has = |(s, i): (&Vec<u8>, &u32)| store.with(*i, |t| t == s) && store.index_of(s) == Some(*i);
            strings.iter().zip(first).all(has)
        };
        assert!(has_all(&store, &first));
        // Threads that add to them see each other's strings, and keep those from before.
        let others: Vec<_> = (0..3).map(|_| store.for_thread()).collect();
        let more = |n: u32| [&n.to_be_bytes()[..], b"more"].concat();
        std::thread::scope(|scope| {
            for (other, from) in others.into_iter().zip(0..) {
                scope.spawn(move || {
                    let other = other();
                    (from..50_000u32).for_each(|n| assert!(other.index_of(&more(n)).is_some()));
                });
            }
        });
        assert!(has_all(&store, &first));
        let held = store.held();
        let later: Vec<u32> = (0..50_000).filter_map(|n| store.index_of(&more(n))).collect();
        assert!((0..).zip(&later).all(|(n, i)| store.with(*i, |s| s == more(n))));
        assert_eq!(store.held(), held, "all were there");
    }
}
