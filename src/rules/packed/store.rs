//! Strings of bytes, each once, as indices in the order they were met.

use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// How many strings share a full offset; each has what comes on top in 32 bits.
const TOGETHER: usize = 1 << 16;

/// Strings of bytes behind each other, and where each begins.
#[derive(Default)]
pub(super) struct Store {
    bytes: Vec<u8>,
    bases: Vec<usize>,
    begins: Vec<u32>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Store {
    /// The index of a string, new or known; none if there are too many.
    pub(super) fn index_of(&mut self, string: &[u8]) -> Option<u32> {
        let hash = self.hasher.hash_one(string);
        if let Some(known) = self.index.find(hash, |i| self.get(*i) == string) {
            return Some(*known);
        }
        let new = u32::try_from(self.begins.len()).ok().filter(|i| *i < u32::MAX)?;
        if self.begins.len().is_multiple_of(TOGETHER) {
            self.bases.push(self.bytes.len());
        }
        let base = self.bases.last().copied().unwrap_or(0);
        self.begins.push(u32::try_from(self.bytes.len() - base).ok()?);
        self.bytes.extend_from_slice(string);
        let Store { bytes, bases, begins, index, hasher } = self;
        index.insert_unique(hash, new, |i| hasher.hash_one(slice(bytes, bases, begins, *i)));
        Some(new)
    }

    /// The string of an index.
    #[inline]
    pub(super) fn get(&self, i: u32) -> &[u8] {
        slice(&self.bytes, &self.bases, &self.begins, i)
    }

    /// Of all strings together, in bytes.
    pub(super) fn length(&self) -> usize {
        self.bytes.len()
    }

    /// Memory held, in bytes.
    pub(super) fn held(&self) -> u64 {
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
        let mut store = Store::default();
        let strings: Vec<Vec<u8>> =
            (0..200_000u32).map(|n| n.to_le_bytes()[..(n % 5) as usize].to_vec()).collect();
        let first: Vec<u32> = strings.iter().filter_map(|s| store.index_of(s)).collect();
        assert!(strings.iter().zip(&first).all(|(s, i)| store.get(*i) == s && store.index_of(s) == Some(*i)));
    }
}
