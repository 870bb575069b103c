//! Files of keys: sorted, in frames of one rank with a checksum each, and a table of the frames at the end.
//!
//! ```text
//! "fairgame keys\n" 1 kind u8, number u64
//! frame...            see `packing`
//! table               rank u64, first key 16 bytes, count u32, length u32, checksum 16 bytes, for each frame
//! number of frames u64, SHA-256 of kind, number and table
//! ```
//! Numbers have their lowest byte first. A checksum is the first half of the SHA-256 of the frame behind its rank and count.

use super::fault::Fault;
use super::folder::{Folder, New};
use super::packing::{packed, unpacked};
use crate::engine::Key;
use sha2::{Digest, Sha256};
use std::cmp::Reverse;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// A frame has no more keys.
pub const MOST: usize = 4096;

const HEAD: &[u8] = b"fairgame keys\n\x01";
const START: u64 = HEAD.len() as u64 + 9;
const ROW: usize = 48;
const END: u64 = 40;

/// What a file of keys is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Positions, each once.
    Keys,
    /// Positions that wait for their rank.
    Run,
}

impl Kind {
    /// The name of a file.
    pub fn name(self, number: u64) -> String {
        match self {
            Kind::Keys => format!("keys-{number:06}"),
            Kind::Run => format!("run-{number:06}"),
        }
    }

    fn byte(self) -> u8 {
        match self {
            Kind::Keys => b'k',
            Kind::Run => b'r',
        }
    }
}

/// What the table at the end says of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row<K> {
    /// The rank of its positions.
    pub rank: u64,
    /// The least key.
    pub first: K,
    /// How many keys there are.
    pub count: u32,
    length: u32,
    check: [u8; 16],
    /// Where it begins in the file.
    at: u64,
    /// How many keys are before it in the file.
    pub before: u64,
}

impl<K: Key> Row<K> {
    fn bytes(&self) -> Vec<u8> {
        let mut out = self.rank.to_le_bytes().to_vec();
        out.extend(self.first.bits().to_le_bytes());
        out.extend(self.count.to_le_bytes());
        out.extend(self.length.to_le_bytes());
        out.extend(self.check);
        out
    }

    /// By which frames are in order: high ranks first, then by keys.
    pub fn order(&self) -> (Reverse<u64>, K) {
        (Reverse(self.rank), self.first)
    }
}

/// Writes a file of keys.
#[derive(Debug)]
pub struct Writer<K> {
    file: New,
    kind: Kind,
    number: u64,
    rows: Vec<Row<K>>,
    rank: u64,
    pending: Vec<K>,
    at: u64,
    /// How many keys were given to it.
    pub count: u64,
}

impl<K: Key> Writer<K> {
    /// Begins a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(folder: &Folder, kind: Kind, number: u64) -> Result<Writer<K>, Fault> {
        let mut file = folder.begin(&kind.name(number))?;
        file.put(HEAD)?;
        file.put(&[kind.byte()])?;
        file.put(&number.to_le_bytes())?;
        Ok(Writer { file, kind, number, rows: vec![], rank: 0, pending: vec![], at: START, count: 0 })
    }

    /// Adds the next position: of the same rank with a larger key, or of a lower rank.
    ///
    /// # Errors
    /// If it cannot be written.
    #[inline]
    pub fn push(&mut self, rank: u64, key: K) -> Result<(), Fault> {
        if self.pending.len() == MOST || rank != self.rank {
            self.flush()?;
            self.rank = rank;
        }
        self.pending.push(key);
        self.count += 1;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Fault> {
        let Some(first) = self.pending.first().copied() else { return Ok(()) };
        let bytes = packed(&self.pending);
        let (count, length) = (self.pending.len() as u32, bytes.len() as u32);
        let check = check_of(self.rank, count, &bytes);
        let before = self.rows.last().map_or(0, |r| r.before + u64::from(r.count));
        self.rows.push(Row { rank: self.rank, first, count, length, check, at: self.at, before });
        self.at += bytes.len() as u64;
        self.pending.clear();
        self.file.put(&bytes)
    }

    /// Writes the table, and puts the file in its place; its SHA-256 in hexadecimal digits.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<String, Fault> {
        self.flush()?;
        let table: Vec<u8> = self.rows.iter().flat_map(Row::bytes).collect();
        let digest = digest_of(self.kind, self.number, &table);
        self.file.put(&table)?;
        self.file.put(&(self.rows.len() as u64).to_le_bytes())?;
        self.file.put(&digest)?;
        self.file.keep()?;
        Ok(super::manifest::hex(&digest))
    }
}

fn digest_of(kind: Kind, number: u64, table: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update([kind.byte()]);
    hash.update(number.to_le_bytes());
    hash.update(table);
    hash.finalize().into()
}

fn check_of(rank: u64, count: u32, bytes: &[u8]) -> [u8; 16] {
    let mut hash = Sha256::new();
    hash.update(rank.to_le_bytes());
    hash.update(count.to_le_bytes());
    hash.update(bytes);
    let full: [u8; 32] = hash.finalize().into();
    full[..16].try_into().unwrap_or_else(|_| unreachable!("half of it"))
}

/// Reads a file of keys.
#[derive(Debug)]
pub struct Reader<K> {
    path: PathBuf,
    /// What the table says of the frames, in order.
    pub rows: Vec<Row<K>>,
    /// Its SHA-256.
    pub digest: [u8; 32],
}

impl<K: Key> Reader<K> {
    /// Opens a file, and reads its table.
    ///
    /// # Errors
    /// If it is not there, or is not what was written.
    pub fn open(folder: &Folder, kind: Kind, number: u64) -> Result<Reader<K>, Fault> {
        let path = folder.at(&kind.name(number));
        let mut reader = Reader { path, rows: vec![], digest: [0; 32] };
        reader.read_table(kind, number)?;
        Ok(reader)
    }

    fn read_table(&mut self, kind: Kind, number: u64) -> Result<(), Fault> {
        let length = std::fs::metadata(&self.path).map_err(|e| Fault::reading(&self.path, e))?.len();
        let damaged = || Fault::damaged(&self.path);
        let head = self.bytes_at(0, START as usize)?;
        let kind_and_number = [&[kind.byte()][..], &number.to_le_bytes()].concat();
        if head[..HEAD.len()] != *HEAD || head[HEAD.len()..] != kind_and_number {
            return Err(damaged());
        }
        let end = length.checked_sub(END).filter(|end| *end >= START).ok_or_else(damaged)?;
        let last = self.bytes_at(end, END as usize)?;
        let (count, digest) = last.split_first_chunk::<8>().ok_or_else(damaged)?;
        let table = u64::from_le_bytes(*count).checked_mul(ROW as u64).ok_or_else(damaged)?;
        let from = end.checked_sub(table).filter(|from| *from >= START).ok_or_else(damaged)?;
        let table = self.bytes_at(from, table as usize)?;
        self.digest = digest_of(kind, number, &table);
        if digest != self.digest {
            return Err(damaged());
        }
        self.rows = rows(&table);
        let whole = self.rows.last().map_or(START, |r| r.at + u64::from(r.length)) == from;
        if whole { Ok(()) } else { Err(damaged()) }
    }

    fn bytes_at(&self, at: u64, length: usize) -> Result<Vec<u8>, Fault> {
        bytes_at(&self.path, at, length)
    }

    /// The keys of a frame.
    ///
    /// # Errors
    /// If they cannot be read, or are not what was written.
    pub fn frame(&self, i: usize) -> Result<Vec<K>, Fault> {
        let row = self.rows[i];
        let bytes = self.bytes_at(row.at, row.length as usize)?;
        let keys = (check_of(row.rank, row.count, &bytes) == row.check)
            .then(|| unpacked(&bytes, row.count as usize))
            .flatten();
        keys.ok_or_else(|| Fault::damaged(&self.path))
    }

    /// How many keys it has.
    pub fn count(&self) -> u64 {
        self.rows.last().map_or(0, |r| r.before + u64::from(r.count))
    }
}

/// Bytes of a file, which is open for so long only: there may be more files than a process may have open.
pub(super) fn bytes_at(path: &Path, at: u64, length: usize) -> Result<Vec<u8>, Fault> {
    let mut bytes = vec![0; length];
    let read = File::open(path).and_then(|mut file| {
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut bytes)
    });
    read.map_err(|e| Fault::reading(path, e))?;
    Ok(bytes)
}

fn rows<K: Key>(table: &[u8]) -> Vec<Row<K>> {
    let (mut at, mut before) = (START, 0);
    let row = |bytes: &[u8; ROW]| {
        let part =
            |from: usize, to: usize| bytes[from..to].iter().rev().fold(0u128, |n, b| n << 8 | u128::from(*b));
        let (count, length) = (part(24, 28) as u32, part(28, 32) as u32);
        let check = bytes[32..].try_into().unwrap_or_else(|_| unreachable!("16 bytes"));
        let row =
            Row { rank: part(0, 8) as u64, first: K::of_bits(part(8, 24)), count, length, check, at, before };
        at += u64::from(length);
        before += u64::from(count);
        row
    };
    table.as_chunks::<ROW>().0.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_changed_is_seen() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::to_write(dir.path()).unwrap();
        let mut out = Writer::<u64>::new(&folder, Kind::Keys, 3).unwrap();
        for (rank, key) in [(7, 1), (7, 500), (7, 1 << 40), (2, 9)] {
            out.push(rank, key).unwrap();
        }
        out.finish().unwrap();
        let read = Reader::<u64>::open(&folder, Kind::Keys, 3).unwrap();
        assert_eq!((read.frame(0).unwrap(), read.frame(1).unwrap()), (vec![1, 500, 1 << 40], vec![9]));
        let good = std::fs::read(folder.at("keys-000003")).unwrap();
        let sees = |bytes: &[u8]| {
            std::fs::write(folder.at("keys-000003"), bytes).unwrap();
            let read = Reader::<u64>::open(&folder, Kind::Keys, 3);
            read.is_err() || read.is_ok_and(|r| (0..r.rows.len()).any(|i| r.frame(i).is_err()))
        };
        for i in 0..good.len() {
            assert!(sees(&good[..i]), "cut off behind {i}");
            let mut changed = good.clone();
            changed[i] ^= 1 << (i % 8);
            assert!(sees(&changed), "a bit of byte {i}");
        }
        assert!(!sees(&good));
        std::fs::write(folder.at("keys-000004"), &good).unwrap();
        assert!(Reader::<u64>::open(&folder, Kind::Keys, 4).is_err(), "another file");
    }
}
