//! Up the ranks: the value of every position, from those of its options, which have lower ranks.

use super::down::rank_of;
use super::fault::Fault;
use super::folder::Folder;
use super::halt::Halt;
use super::manifest::Progress;
use super::room::Room;
use super::table::{Ask, Frame, Table};
use super::values::{self, Values};
use crate::engine::{Key, Meter, Options, Rules, Stop};
use std::convert::Infallible;
use std::rc::Rc;

/// No value is so large; where one is remembered it says that none is.
const NONE: u16 = u16::MAX;

/// The way up, as far as it is.
struct Up<'a, R: Rules> {
    rules: &'a mut R,
    meter: &'a Meter,
    room: Room,
    table: Table<R::Key>,
    options: Options<R::Key>,
    batch: Batch<R::Key>,
    /// Keys lately asked for and their values: direct-mapped.
    recent: (Vec<R::Key>, Vec<u16>),
    stamps: Vec<u32>,
    stamp: u32,
}

/// Positions of one rank whose values are found together.
struct Batch<K> {
    asks: Vec<Ask<K>>,
    /// The nim-sum of what is known of each option.
    options: Vec<u16>,
    /// How many options there are up to each position.
    ends: Vec<usize>,
    /// The frames that the positions are in, with their keys.
    frames: Vec<(usize, Vec<K>)>,
}

/// Finds the value of every position, going on where an earlier run was; that of the first one, and the checksum of all.
///
/// # Errors
/// What stopped it; the files that were finished until then stay.
pub fn up<R: Rules<Mistake = Infallible>>(
    folder: &Folder,
    rules: &mut R,
    root: R::Key,
    mut progress: Progress,
    room: Room,
    meter: &Meter,
) -> Result<Progress, Halt<R::Key>> {
    if progress.digest.is_some() {
        return Ok(progress);
    }
    let table = Table::open(folder, &progress, room.frames)?;
    let recent = (vec![root; room.recent], vec![NONE; room.recent]);
    let batch = Batch { asks: vec![], options: vec![], ends: vec![], frames: vec![] };
    let (options, stamps) = (Options::default(), vec![0; 1 << 16]);
    let mut up = Up { rules, meter, room, table, options, batch, recent, stamps, stamp: 0 };
    for file in (0..up.table.keys.len()).rev() {
        up.file(folder, file)?;
    }
    let rank = rank_of(up.rules, root)?;
    let value = up.table.value(rank, root)?.ok_or_else(|| Fault::damaged(&folder.at("keys")))?;
    progress.value = Some(u64::from(value));
    progress.digest = up.table.digest();
    progress.write(folder)?;
    Ok(progress)
}

impl<R: Rules<Mistake = Infallible>> Up<'_, R> {
    /// The values of a file, unless it has them.
    fn file(&mut self, folder: &Folder, file: usize) -> Result<(), Halt<R::Key>> {
        if let Some(values) = &self.table.values[file] {
            values.is_whole(&self.table.keys[file])?;
            return Ok(());
        }
        let places = self.table.places();
        let from = places.partition_point(|(f, _)| (*f as usize) < file);
        let to = places.partition_point(|(f, _)| *f as usize <= file);
        for frame in (from..to).rev() {
            self.frame(file, frame)?;
        }
        self.solve()?;
        let frames: Option<Vec<_>> = (from..to).map(|frame| self.table.fresh.get(&frame).cloned()).collect();
        let frames = frames.unwrap_or_else(|| unreachable!("every frame was solved"));
        let keys = &self.table.keys[file];
        values::write(folder, file as u64, keys, frames.iter().map(|f| f.values.as_slice()))?;
        self.table.values[file] = Values::open(folder, file as u64, keys)?;
        for (frame, solved) in std::mem::take(&mut self.table.fresh) {
            self.table.keep(frame, solved);
        }
        Ok(())
    }

    /// Adds a frame to the batch, which is solved first if it is full or of another rank.
    fn frame(&mut self, file: usize, frame: usize) -> Result<(), Halt<R::Key>> {
        let rank = self.table.rank(frame);
        let other = self.batch.frames.last().is_some_and(|(f, _)| self.table.rank(*f) != rank);
        if other || self.batch.asks.len() > self.room.batch {
            self.solve()?;
        }
        let keys = self.table.keys[file].frame(self.table.places()[frame].1 as usize)?;
        for key in &keys {
            self.list(rank, *key)?;
        }
        self.batch.frames.push((frame, keys));
        Ok(())
    }

    /// The options of a position: what is known of them, and what is to be asked.
    fn list(&mut self, rank: u64, key: R::Key) -> Result<(), Halt<R::Key>> {
        self.meter.position()?;
        self.options.clear();
        match self.rules.options(key, &mut self.options) {
            Ok(()) => {}
            Err(Stop::Exhausted(what, _)) => return Err(Halt::Exhausted(what)),
            Err(stop) => return Err(Halt::Unlisted(key, stop)),
        }
        for (parts, heaps) in self.options.iter() {
            let heaps = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            let mut sum = u16::try_from(heaps).map_err(|_| Halt::Wide(key))?;
            let to = self.batch.options.len() as u32;
            for part in parts {
                let slot = part.mix() as usize & (self.recent.0.len() - 1);
                if self.recent.1[slot] != NONE && self.recent.0[slot] == *part {
                    sum ^= self.recent.1[slot];
                    continue;
                }
                let below = rank_of(self.rules, *part)?;
                if below >= rank {
                    return Err(Halt::Rises(key));
                }
                self.batch.asks.push(Ask { rank: below, key: *part, to });
            }
            self.batch.options.push(sum);
        }
        self.batch.ends.push(self.batch.options.len());
        Ok(())
    }

    /// Asks for all values that the batch needs, and finds those of its positions.
    fn solve(&mut self) -> Result<(), Halt<R::Key>> {
        let Up { batch, table, recent, .. } = self;
        let mask = recent.0.len() - 1;
        let missing = table.values_of(&mut batch.asks, &mut |ask, value| {
            batch.options[ask.to as usize] ^= value;
            let slot = ask.key.mix() as usize & mask;
            (recent.0[slot], recent.1[slot]) = (ask.key, value);
        })?;
        if let Err(ask) = missing {
            // Whatever can be reached was written on the way down.
            return Err(Halt::Unlisted(ask.key, Stop::Unfit(crate::engine::Unfit::OutOfOrder)));
        }
        let (mut from, mut position) = (0, 0);
        for (frame, keys) in std::mem::take(&mut self.batch.frames) {
            let mut found = Vec::with_capacity(keys.len());
            for key in &keys {
                let to = self.batch.ends[position];
                found.push(self.mex(from, to).ok_or(Halt::Wide(*key))?);
                (from, position) = (to, position + 1);
            }
            self.table.fresh.insert(frame, Rc::new(Frame { keys, values: found }));
        }
        self.batch.asks.clear();
        self.batch.options.clear();
        self.batch.ends.clear();
        Ok(())
    }

    /// The least value that a stretch of options does not have.
    fn mex(&mut self, from: usize, to: usize) -> Option<u16> {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        for value in &self.batch.options[from..to] {
            self.stamps[*value as usize] = self.stamp;
        }
        let mex = self.stamps.iter().position(|stamp| *stamp != self.stamp)?;
        u16::try_from(mex).ok().filter(|v| *v != NONE)
    }
}
