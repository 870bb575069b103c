//! Values looked up in files, many at a time and in order, with the frames kept that were used last.

use super::fault::Fault;
use super::folder::Folder;
use super::frames::{Kind, Reader};
use super::manifest::{Progress, hex};
use super::values::Values;
use crate::engine::Key;
use sha2::{Digest, Sha256};
use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// A value that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Ask<K> {
    /// The rank of the position.
    pub rank: u64,
    /// Its key.
    pub key: K,
    /// For whom: whoever asks knows.
    pub to: u32,
}

/// Keys of a frame and their values.
#[derive(Debug)]
pub struct Frame<K> {
    /// In order.
    pub keys: Vec<K>,
    /// As many.
    pub values: Vec<u16>,
}

/// The positions of a folder and the values that they have.
#[derive(Debug)]
pub struct Table<K> {
    /// The files of keys.
    pub keys: Vec<Reader<K>>,
    /// The files of values, as far as there are any.
    pub values: Vec<Option<Values>>,
    /// The first position of each frame, and where the frame is.
    index: Vec<(Reverse<u64>, K)>,
    places: Vec<(u32, u32)>,
    kept: HashMap<usize, Rc<Frame<K>>>,
    order: VecDeque<usize>,
    most: usize,
    /// Frames whose values are not in a file yet.
    pub(super) fresh: HashMap<usize, Rc<Frame<K>>>,
}

impl<K: Key> Table<K> {
    /// What a folder holds, of which this many frames are kept in memory.
    ///
    /// # Errors
    /// If files are missing, or are not what was written.
    pub fn open(folder: &Folder, progress: &Progress, most: usize) -> Result<Table<K>, Fault> {
        let (mut keys, mut values) = (vec![], vec![]);
        let (mut index, mut places) = (vec![], vec![]);
        for (file, digest) in progress.keys.iter().enumerate() {
            let number = progress.first + file as u64;
            let reader = Reader::<K>::open(folder, Kind::Keys, number)?;
            if hex(&reader.digest) != *digest {
                return Err(Fault::damaged(&folder.at(&Kind::Keys.name(number))));
            }
            for (i, row) in reader.rows.iter().enumerate() {
                index.push(row.order());
                places.push((file as u32, i as u32));
            }
            values.push(Values::open(folder, number, &reader)?);
            keys.push(reader);
        }
        if !index.is_sorted() {
            return Err(Fault::damaged(&folder.at("progress")));
        }
        let (kept, order, fresh) = (HashMap::new(), VecDeque::new(), HashMap::new());
        Ok(Table { keys, values, index, places, kept, order, most, fresh })
    }

    /// The same where everything is solved, and the files are those of the result.
    ///
    /// # Errors
    /// If files are missing, or are not those.
    pub fn solved(folder: &Folder, progress: &Progress, most: usize) -> Result<Table<K>, Fault> {
        if progress.only {
            return Err(Fault::OnlyOne);
        }
        let wanted = progress.digest.as_ref().ok_or(Fault::Unfinished)?;
        let table = Table::open(folder, progress, most)?;
        match table.digest() {
            Some(digest) if digest == *wanted => Ok(table),
            _ => Err(Fault::damaged(&folder.at("values"))),
        }
    }

    /// The SHA-256 of those of all files, if every file of keys has its values.
    pub fn digest(&self) -> Option<String> {
        let mut all = Sha256::new();
        for (keys, values) in self.keys.iter().zip(&self.values) {
            all.update(keys.digest);
            all.update(values.as_ref()?.digest);
        }
        Some(hex(&all.finalize()))
    }

    /// How many positions there are.
    pub fn count(&self) -> u64 {
        self.keys.iter().map(Reader::count).sum()
    }

    /// How many frames there are, and in which file each is.
    pub fn places(&self) -> &[(u32, u32)] {
        &self.places
    }

    /// The rank of the positions of a frame.
    pub fn rank(&self, frame: usize) -> u64 {
        self.index[frame].0.0
    }

    /// A frame that was read, or is read now.
    ///
    /// # Errors
    /// If it is not what was written, or has no values.
    pub fn frame(&mut self, frame: usize) -> Result<Rc<Frame<K>>, Fault> {
        if let Some(found) = self.fresh.get(&frame).or_else(|| self.kept.get(&frame)) {
            return Ok(found.clone());
        }
        let (file, i) = self.places[frame];
        let keys = &self.keys[file as usize];
        let values = self.values[file as usize].as_ref().ok_or(Fault::Unfinished)?;
        let values = values.frame(keys, i as usize)?;
        let read = Rc::new(Frame { keys: keys.frame(i as usize)?, values });
        self.keep(frame, read.clone());
        Ok(read)
    }

    pub(super) fn keep(&mut self, frame: usize, read: Rc<Frame<K>>) {
        while self.kept.len() >= self.most {
            let Some(oldest) = self.order.pop_front() else { break };
            self.kept.remove(&oldest);
        }
        if self.kept.insert(frame, read).is_none() {
            self.order.push_back(frame);
        }
    }

    /// The frame that a position is in, if it is in any.
    fn frame_of(&self, rank: u64, key: K) -> Option<usize> {
        let frame = self.index.partition_point(|first| *first <= (Reverse(rank), key)).checked_sub(1)?;
        (self.index[frame].0.0 == rank).then_some(frame)
    }

    /// The value of one position; `None` if it is not there.
    ///
    /// # Errors
    /// As for [`Table::frame`].
    pub fn value(&mut self, rank: u64, key: K) -> Result<Option<u16>, Fault> {
        let Some(frame) = self.frame_of(rank, key) else { return Ok(None) };
        let frame = self.frame(frame)?;
        Ok(frame.keys.binary_search(&key).ok().map(|i| frame.values[i]))
    }

    /// The values of many positions, each given to `found` with whoever asked; the first position that is not there is the
    /// error.
    ///
    /// # Errors
    /// As for [`Table::frame`].
    pub fn values_of(
        &mut self,
        asks: &mut [Ask<K>],
        found: &mut dyn FnMut(&Ask<K>, u16),
    ) -> Result<Result<(), Ask<K>>, Fault> {
        let mut missing = None;
        self.look_up(asks, &mut |ask, value| {
            match value {
                Some(value) => found(ask, value),
                None => missing = Some(*ask),
            }
            missing.is_none()
        })?;
        Ok(missing.map_or(Ok(()), Err))
    }

    /// The values of many positions as far as they are there, each given to `found` with whoever asked, until that returns
    /// false; they are sorted, so that each frame is read once.
    ///
    /// # Errors
    /// As for [`Table::frame`].
    pub fn look_up(
        &mut self,
        asks: &mut [Ask<K>],
        found: &mut dyn FnMut(&Ask<K>, Option<u16>) -> bool,
    ) -> Result<(), Fault> {
        asks.sort_unstable_by_key(|ask| (Reverse(ask.rank), ask.key));
        let mut left = &*asks;
        while let Some((first, rest)) = left.split_first() {
            let Some(number) = self.frame_of(first.rank, first.key) else {
                if !found(first, None) {
                    return Ok(());
                }
                left = rest;
                continue;
            };
            let frame = self.frame(number)?;
            let next = self.index.get(number + 1).copied();
            let here =
                left.partition_point(|ask| next.is_none_or(|next| (Reverse(ask.rank), ask.key) < next));
            let (now, later) = left.split_at(here);
            let mut at = 0;
            for ask in now {
                at += gallop(&frame.keys[at..], ask.key);
                let there = ask.rank == first.rank && frame.keys.get(at) == Some(&ask.key);
                if !found(ask, there.then(|| frame.values[at])) {
                    return Ok(());
                }
            }
            left = later;
        }
        Ok(())
    }
}

/// How many keys in order are less than one: quick where it is near.
#[inline]
fn gallop<K: Key>(keys: &[K], key: K) -> usize {
    let mut step = 1;
    while step < keys.len() && keys[step] < key {
        step *= 2;
    }
    let from = step / 2;
    let to = (step + 1).min(keys.len());
    from + keys[from.min(to)..to].partition_point(|k| *k < key)
}

#[cfg(test)]
mod tests {
    #[test]
    fn galloping_is_searching() {
        let keys: Vec<u64> = (0..50).map(|k| 2 * k).collect();
        for length in 0..50 {
            for key in 0..102 {
                let wanted = keys[..length].partition_point(|k| *k < key);
                assert_eq!(super::gallop(&keys[..length], key), wanted, "{key} in {length}");
            }
        }
    }
}
