//! Files of values by place: each holds those of a range of places, in blocks with a checksum each, and a table of the blocks
//! at the end.
//!
//! ```text
//! "fairgame range\n" 1, number u64, what the folder is about 32 bytes
//! block...            values, 1 or 2 bytes each
//! table               width u8, checksum 16 bytes, for each block
//! number of values u64, SHA-256 of number, what it is about, number of values and table
//! ```
//! Numbers have their lowest byte first. A checksum is the first half of the SHA-256 of the number of the file, that of the
//! block (8 bytes each), the width and the values.

use super::fault::Fault;
use super::folder::Folder;
use super::frames::bytes_at;
use sha2::{Digest, Sha256};
use std::path::PathBuf;

const HEAD: &[u8] = b"fairgame range\n\x01";
const START: u64 = HEAD.len() as u64 + 8 + 32;
const ROW: usize = 17;
const END: u64 = 40;

/// How the values of a folder are cut into files and blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// A fingerprint of what the folder is about.
    pub about: [u8; 32],
    /// How many places there are.
    pub count: u64,
    /// So many of a file, a power of two and no fewer than of a block; fewer in the last one.
    pub range: u64,
    /// So many of a block, a power of two; fewer in the last one of a file.
    pub block: u64,
}

impl Cut {
    /// How many values a full file has.
    pub fn full(&self, number: u64) -> u64 {
        self.range.min(self.count - number * self.range)
    }

    /// How many files there are in the end.
    pub fn files(&self) -> u64 {
        self.count.div_ceil(self.range)
    }

    /// How many blocks a full file has.
    pub fn blocks(&self) -> u64 {
        self.range / self.block
    }
}

/// Values of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// All are below 256.
    Bytes(Vec<u8>),
    /// Some are not.
    Words(Vec<u16>),
}

impl Block {
    /// As narrow as may be.
    pub fn of(values: &[u16]) -> Block {
        match values.iter().all(|v| *v <= u16::from(u8::MAX)) {
            true => Block::Bytes(values.iter().map(|v| *v as u8).collect()),
            false => Block::Words(values.to_vec()),
        }
    }

    /// A value; there is one.
    #[inline]
    pub fn get(&self, at: usize) -> u16 {
        match self {
            Block::Bytes(values) => values[at].into(),
            Block::Words(values) => values[at],
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Block::Bytes(values) => values.len(),
            Block::Words(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of a value.
    fn width(&self) -> u8 {
        if matches!(self, Block::Bytes(_)) { 1 } else { 2 }
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.len() as u64 * u64::from(self.width())
    }

    fn written(&self) -> Vec<u8> {
        match self {
            Block::Bytes(values) => values.clone(),
            Block::Words(values) => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
        }
    }

    fn read(width: u8, bytes: Vec<u8>) -> Block {
        match width {
            1 => Block::Bytes(bytes),
            _ => Block::Words(bytes.as_chunks().0.iter().map(|v| u16::from_le_bytes(*v)).collect()),
        }
    }
}

/// The name of a file with so many values.
pub fn name(number: u64, count: u64) -> String {
    format!("range-{number:06}-{count}")
}

/// The number of a file and how many values it has, by its name.
pub fn named(name: &str) -> Option<(u64, u64)> {
    let (number, count) = name.strip_prefix("range-")?.split_once('-')?;
    Some((number.parse().ok()?, count.parse().ok()?))
}

fn check_of(number: u64, block: u64, width: u8, bytes: &[u8]) -> [u8; 16] {
    let mut hash = Sha256::new();
    hash.update(number.to_le_bytes());
    hash.update(block.to_le_bytes());
    hash.update([width]);
    hash.update(bytes);
    let full: [u8; 32] = hash.finalize().into();
    full[..16].try_into().unwrap_or_else(|_| unreachable!("half of it"))
}

fn digest_of(number: u64, about: &[u8; 32], count: u64, table: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(number.to_le_bytes());
    hash.update(about);
    hash.update(count.to_le_bytes());
    hash.update(table);
    hash.finalize().into()
}

/// Writes the values of a range, block by block.
///
/// # Errors
/// If they cannot be written.
pub fn write<'b>(
    folder: &Folder,
    cut: &Cut,
    number: u64,
    blocks: impl Iterator<Item = &'b Block> + Clone,
) -> Result<(), Fault> {
    let count = blocks.clone().map(|block| block.len() as u64).sum();
    let mut file = folder.begin(&name(number, count))?;
    file.put(HEAD)?;
    file.put(&number.to_le_bytes())?;
    file.put(&cut.about)?;
    let mut table = vec![];
    for (i, block) in (0..).zip(blocks) {
        let bytes = block.written();
        table.push(block.width());
        table.extend(check_of(number, i, block.width(), &bytes));
        file.put(&bytes)?;
    }
    file.put(&table)?;
    file.put(&count.to_le_bytes())?;
    file.put(&digest_of(number, &cut.about, count, &table))?;
    file.keep()
}

/// Reads the values of a range.
#[derive(Debug)]
pub struct Range {
    path: PathBuf,
    number: u64,
    /// Where each block begins, how many values it has, and what the table says of it.
    rows: Vec<(u64, u64, [u8; ROW])>,
    /// The SHA-256 of what it is about and of its table.
    pub digest: [u8; 32],
}

impl Range {
    /// Opens a file, and reads its table.
    ///
    /// # Errors
    /// If it is not there, or is not what was written.
    pub fn open(folder: &Folder, cut: &Cut, number: u64, count: u64) -> Result<Range, Fault> {
        let path = folder.at(&name(number, count));
        let damaged = || Fault::damaged(&path);
        let length = std::fs::metadata(&path).map_err(|e| Fault::reading(&path, e))?.len();
        let table = ROW as u64 * count.div_ceil(cut.block);
        let from = length.checked_sub(END + table).filter(|from| *from >= START).ok_or_else(damaged)?;
        let head = bytes_at(&path, 0, START as usize)?;
        let (table, end) = {
            let last = bytes_at(&path, from, (table + END) as usize)?;
            let (table, end) = last.split_at(table as usize);
            (table.to_vec(), end.to_vec())
        };
        let digest = digest_of(number, &cut.about, count, &table);
        let right = head == [HEAD, &number.to_le_bytes(), &cut.about].concat()
            && end == [&count.to_le_bytes()[..], &digest].concat();
        let mut range = Range { path: path.clone(), number, rows: vec![], digest };
        let whole = range.lay_out(cut, count, &table) == from;
        if right && whole { Ok(range) } else { Err(damaged()) }
    }

    /// Where blocks are; where they end.
    fn lay_out(&mut self, cut: &Cut, count: u64, table: &[u8]) -> u64 {
        let mut at = START;
        for (i, row) in (0..).zip(table.as_chunks::<ROW>().0) {
            let length = cut.block.min(count - i * cut.block);
            self.rows.push((at, length, *row));
            at += length * u64::from(row[0].clamp(1, 2));
        }
        at
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.rows.len() as u64
    }

    /// How many values there are.
    pub fn count(&self) -> u64 {
        self.rows.iter().map(|(_, length, _)| length).sum()
    }

    /// The values of a block.
    ///
    /// # Errors
    /// If they cannot be read, or are not what was written.
    pub fn block(&self, i: u64) -> Result<Block, Fault> {
        let (at, length, [width, check @ ..]) = &self.rows[i as usize];
        let bytes = bytes_at(&self.path, *at, (length * u64::from(*width)) as usize)?;
        if check_of(self.number, i, *width, &bytes) != *check {
            return Err(Fault::damaged(&self.path));
        }
        Ok(Block::read(*width, bytes))
    }

    /// Whether all blocks are what was written.
    ///
    /// # Errors
    /// If they are not, or cannot be read.
    pub fn is_whole(&self) -> Result<(), Fault> {
        (0..self.blocks()).try_for_each(|i| self.block(i).map(drop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_changed_is_seen() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::to_write(dir.path()).unwrap();
        let cut = Cut { about: [7; 32], count: 100, range: 8, block: 4 };
        let blocks = [Block::of(&[1, 255, 0, 3]), Block::of(&[256, 2, 65535])];
        write(&folder, &cut, 3, blocks.iter()).unwrap();
        let file = folder.at(&name(3, 7));
        assert_eq!(named("range-000003-7"), Some((3, 7)));
        let read = || -> Result<Vec<Block>, Fault> {
            let range = Range::open(&folder, &cut, 3, 7)?;
            range.is_whole()?;
            (0..range.blocks()).map(|i| range.block(i)).collect()
        };
        assert_eq!(read().unwrap(), blocks);
        let good = std::fs::read(&file).unwrap();
        for i in 0..good.len() {
            std::fs::write(&file, &good[..i]).unwrap();
            assert!(read().is_err(), "cut off behind {i}");
            let mut changed = good.clone();
            changed[i] ^= 1 << (i % 8);
            std::fs::write(&file, &changed).unwrap();
            assert!(read().is_err(), "a bit of byte {i}");
        }
        std::fs::write(&file, &good).unwrap();
        assert!(Range::open(&folder, &Cut { about: [8; 32], ..cut }, 3, 7).is_err(), "of something else");
        std::fs::write(folder.at(&name(4, 7)), &good).unwrap();
        assert!(Range::open(&folder, &cut, 4, 7).is_err(), "another file");
    }
}
