//! Files of values: for each file of keys one, with the values of its positions in the same order.
//!
//! ```text
//! "fairgame nimbers\n" 1, number u64, width u8, SHA-256 of the file of keys
//! for each frame of keys: a value each of that width, checksum 16 bytes
//! SHA-256 of all checksums
//! ```
//! Numbers have their lowest byte first; widths are 1 and 2.

use super::fault::Fault;
use super::folder::Folder;
use super::frames::{Reader, bytes_at};
use crate::engine::Key;
use sha2::{Digest, Sha256};
use std::path::PathBuf;

const HEAD: &[u8] = b"fairgame nimbers\n\x01";
const START: u64 = HEAD.len() as u64 + 8 + 1 + 32;
const CHECK: u64 = 16;

/// The name of a file.
pub fn name(number: u64) -> String {
    format!("values-{number:06}")
}

fn check_of(number: u64, frame: usize, bytes: &[u8]) -> [u8; CHECK as usize] {
    let mut hash = Sha256::new();
    hash.update(number.to_le_bytes());
    hash.update((frame as u64).to_le_bytes());
    hash.update(bytes);
    let full: [u8; 32] = hash.finalize().into();
    full[..CHECK as usize].try_into().unwrap_or_else(|_| unreachable!("half of it"))
}

/// Writes the values of a file of keys, frame by frame.
///
/// # Errors
/// If they cannot be written.
pub fn write<'v, K: Key>(
    folder: &Folder,
    number: u64,
    keys: &Reader<K>,
    frames: impl Iterator<Item = &'v [u16]> + Clone,
) -> Result<(), Fault> {
    let wide = frames.clone().flatten().any(|v| *v > u16::from(u8::MAX));
    let mut file = folder.begin(&name(number))?;
    file.put(HEAD)?;
    file.put(&number.to_le_bytes())?;
    file.put(&[if wide { 2 } else { 1 }])?;
    file.put(&keys.digest)?;
    let mut all = Sha256::new();
    for (i, values) in frames.enumerate() {
        let bytes: Vec<u8> = match wide {
            true => values.iter().flat_map(|v| v.to_le_bytes()).collect(),
            false => values.iter().map(|v| *v as u8).collect(),
        };
        let check = check_of(number, i, &bytes);
        all.update(check);
        file.put(&bytes)?;
        file.put(&check)?;
    }
    file.put(&all.finalize())?;
    file.keep()
}

/// The values of a file of keys.
#[derive(Debug)]
pub struct Values {
    path: PathBuf,
    number: u64,
    width: u64,
    /// The SHA-256 of all checksums.
    pub digest: [u8; 32],
}

impl Values {
    /// Opens the values for a file of keys; `None` if there are none.
    ///
    /// # Errors
    /// If they are not those, or have another length.
    pub fn open<K: Key>(folder: &Folder, number: u64, keys: &Reader<K>) -> Result<Option<Values>, Fault> {
        let path = folder.at(&name(number));
        let length = match std::fs::metadata(&path) {
            Ok(about) => about.len(),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(Fault::reading(&path, e)),
        };
        let head = bytes_at(&path, 0, START as usize)?;
        let (start, rest) = head.split_at(HEAD.len() + 8);
        let width = u64::from(rest[0]);
        let wanted = START + keys.count() * width + keys.rows.len() as u64 * CHECK + 32;
        let right = start == [HEAD, &number.to_le_bytes()].concat() && rest[1..] == keys.digest;
        if !right || !(1..=2).contains(&width) || length != wanted {
            return Err(Fault::damaged(&path));
        }
        let end = bytes_at(&path, length - 32, 32)?;
        let digest = end.try_into().unwrap_or_else(|_| unreachable!("32 bytes"));
        Ok(Some(Values { path, number, width, digest }))
    }

    /// The values of a frame of keys.
    ///
    /// # Errors
    /// If they cannot be read, or are not what was written.
    pub fn frame<K: Key>(&self, keys: &Reader<K>, i: usize) -> Result<Vec<u16>, Fault> {
        let row = &keys.rows[i];
        let at = START + row.before * self.width + i as u64 * CHECK;
        let length = (u64::from(row.count) * self.width) as usize;
        let bytes = bytes_at(&self.path, at, length + CHECK as usize)?;
        let (values, check) = bytes.split_at(length);
        if check_of(self.number, i, values) != check {
            return Err(Fault::damaged(&self.path));
        }
        Ok(match self.width {
            1 => values.iter().map(|v| u16::from(*v)).collect(),
            _ => values.as_chunks().0.iter().map(|v| u16::from_le_bytes(*v)).collect(),
        })
    }

    /// Whether the checksums are those that its end is made of.
    ///
    /// # Errors
    /// If they are not, or cannot be read.
    pub fn is_whole<K: Key>(&self, keys: &Reader<K>) -> Result<(), Fault> {
        let mut all = Sha256::new();
        for i in 0..keys.rows.len() {
            let row = &keys.rows[i];
            let at = START + (row.before + u64::from(row.count)) * self.width + i as u64 * CHECK;
            all.update(bytes_at(&self.path, at, CHECK as usize)?);
            self.frame(keys, i)?;
        }
        if all.finalize().as_slice() == self.digest { Ok(()) } else { Err(Fault::damaged(&self.path)) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::frames::{Kind, Writer};
    use super::*;

    #[test]
    fn what_was_changed_is_seen() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::to_write(dir.path()).unwrap();
        let mut out = Writer::<u64>::new(&folder, Kind::Keys, 0).unwrap();
        [(3, 1), (3, 2), (1, 9)].iter().for_each(|(rank, key)| out.push(*rank, *key).unwrap());
        out.finish().unwrap();
        let keys = Reader::<u64>::open(&folder, Kind::Keys, 0).unwrap();
        for all in [[&[7u16, 0][..], &[255]], [&[7, 256], &[65535]]] {
            write(&folder, 0, &keys, all.iter().copied()).unwrap();
            let read = || -> Result<Vec<u16>, Fault> {
                let values = Values::open(&folder, 0, &keys)?.ok_or(Fault::Nothing)?;
                values.is_whole(&keys)?;
                Ok([values.frame(&keys, 0)?, values.frame(&keys, 1)?].concat())
            };
            assert_eq!(read().unwrap(), all.concat());
            let good = std::fs::read(folder.at(&name(0))).unwrap();
            for i in 0..good.len() {
                std::fs::write(folder.at(&name(0)), &good[..i]).unwrap();
                assert!(read().is_err(), "cut off behind {i}");
                let mut changed = good.clone();
                changed[i] ^= 1 << (i % 8);
                std::fs::write(folder.at(&name(0)), &changed).unwrap();
                assert!(read().is_err(), "a bit of byte {i}");
            }
        }
    }
}
