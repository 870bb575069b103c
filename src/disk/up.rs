//! Up the ranks: the value of every position, from those of its options, which have lower ranks. Each of several workers
//! computes the values of its share of a rank, and asks the others for theirs; none begins a rank before all have finished
//! those below.

use super::asks::{self, Asks};
use super::down::rank_of;
use super::fault::Fault;
use super::folder::Folder;
use super::halt::Halt;
use super::letters::{self, Said, Told};
use super::manifest::{Done, Progress};
use super::peers::{Peers, owner};
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
    folder: &'a Folder,
    rules: &'a mut R,
    meter: &'a Meter,
    peers: &'a mut dyn Peers,
    room: Room,
    table: Table<R::Key>,
    /// So many frames, from the first one on, have no values yet.
    left: usize,
    options: Options<R::Key>,
    batch: Batch<R::Key>,
    /// Keys lately asked for and their values: direct-mapped.
    recent: (Vec<R::Key>, Vec<u16>),
    stamps: Vec<u32>,
    stamp: u32,
}

/// Positions of one rank whose values are found together.
struct Batch<K> {
    asks: Asks<K>,
    /// The nim-sum of what is known about each option.
    options: Vec<u16>,
    /// How many options there are up to each position.
    ends: Vec<usize>,
    /// The frames that the positions are in, with their keys.
    frames: Vec<(usize, Vec<K>)>,
}

/// Finds the value of every position, going on where an earlier run was. Of each share, in order, how many positions it has,
/// and the checksum of its files; and how far this one is: it knows the value of the first position.
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
    peers: &mut dyn Peers,
) -> Result<Done, Halt<R::Key>> {
    let more = progress.digest.is_none();
    let all = letters::only(peers, &Said { more, ..Said::default() })?;
    if all.iter().any(|said| said.more) {
        let table = Table::open(folder, &progress, room.frames)?;
        let recent = (vec![root; room.recent], vec![NONE; room.recent]);
        let asks = Asks::new(peers.me(), peers.count());
        let batch = Batch { asks, options: vec![], ends: vec![], frames: vec![] };
        let (options, stamps, left) = (Options::default(), vec![0; 1 << 16], table.places().len());
        let mut up =
            Up { folder, rules, meter, peers, room, table, left, options, batch, recent, stamps, stamp: 0 };
        up.ranks()?;
        up.result(root, &mut progress)?;
    }
    tell(folder, progress, peers)
}

/// Tells the others what this one has in the end, and writes what all have.
fn tell<K: Key>(folder: &Folder, mut progress: Progress, peers: &mut dyn Peers) -> Result<Done, Halt<K>> {
    let own = (progress.positions.unwrap_or(0), progress.digest.clone().unwrap_or_default(), progress.value);
    let bytes = postcard::to_allocvec(&own).unwrap_or_else(|e| unreachable!("plain data: {e}"));
    let mut shares = vec![];
    for (from, bytes) in peers.exchange(vec![bytes; peers.count()])?.iter().enumerate() {
        let (positions, digest, value): (u64, String, Option<u64>) =
            postcard::from_bytes(bytes).map_err(|_| Fault::Disagree(from))?;
        progress.value = progress.value.or(value);
        shares.push((positions, digest));
    }
    progress.write(folder)?;
    Progress::forget(folder)?;
    Ok((progress, shares))
}

impl<R: Rules<Mistake = Infallible>> Up<'_, R> {
    /// All ranks, the lowest first.
    fn ranks(&mut self) -> Result<(), Halt<R::Key>> {
        self.skip()?;
        let said = Said { next: self.next(), ..Said::default() };
        let mut next = lowest(&letters::only(self.peers, &said)?);
        while let Some(rank) = next {
            next = match self.some(rank) {
                Ok(()) => self.solve(None)?,
                Err(Halt::Fault(fault)) => return Err(fault.into()),
                Err(halt) => self.solve(Some(halt))?,
            };
        }
        Ok(())
    }

    /// What this worker has in the end.
    fn result(&mut self, root: R::Key, progress: &mut Progress) -> Result<(), Halt<R::Key>> {
        if progress.digest.is_some() {
            return Ok(());
        }
        if owner(root, self.peers.count()) == self.peers.me() {
            let rank = rank_of(self.rules, root)?;
            let value = self.table.value(rank, root)?;
            progress.value = Some(value.ok_or_else(|| Fault::damaged(&self.folder.at("keys")))?.into());
        }
        progress.digest = self.table.digest();
        Ok(())
    }

    /// Goes over the files that have their values.
    fn skip(&mut self) -> Result<(), Fault> {
        while let Some(file) = self.file() {
            let Some(values) = &self.table.values[file] else { break };
            values.is_whole(&self.table.keys[file])?;
            self.left = self.first_of(file);
        }
        Ok(())
    }

    /// The file of the frame that comes next.
    fn file(&self) -> Option<usize> {
        Some(self.table.places()[self.left.checked_sub(1)?].0 as usize)
    }

    /// The first frame of a file.
    fn first_of(&self, file: usize) -> usize {
        self.table.places().partition_point(|(f, _)| (*f as usize) < file)
    }

    /// The rank that comes next.
    fn next(&self) -> Option<u64> {
        Some(self.table.rank(self.left.checked_sub(1)?))
    }

    /// Lists frames of a rank, of one file, until the batch is full.
    fn some(&mut self, rank: u64) -> Result<(), Halt<R::Key>> {
        let file = self.file();
        while self.next() == Some(rank) && self.file() == file && self.batch.asks.count() <= self.room.batch {
            let (number, i) = self.table.places()[self.left - 1];
            let keys = self.table.keys[number as usize].frame(i as usize)?;
            for key in &keys {
                self.list(rank, *key)?;
            }
            self.left -= 1;
            self.batch.frames.push((self.left, keys));
        }
        Ok(())
    }

    /// Writes the values of a file once all its frames have them.
    fn close(&mut self, file: usize) -> Result<(), Halt<R::Key>> {
        let places = self.table.places();
        let to = places.partition_point(|(f, _)| *f as usize <= file);
        let frames: Option<Vec<_>> =
            (self.left..to).map(|frame| self.table.fresh.get(&frame).cloned()).collect();
        let frames = frames.unwrap_or_else(|| unreachable!("every frame was solved"));
        let keys = &self.table.keys[file];
        values::write(self.folder, file as u64, keys, frames.iter().map(|f| f.values.as_slice()))?;
        self.table.values[file] = Values::open(self.folder, file as u64, keys)?;
        for (frame, solved) in std::mem::take(&mut self.table.fresh) {
            self.table.keep(frame, solved);
        }
        self.skip()?;
        Ok(())
    }

    /// The options of a position: what is known about them, and what is to be asked.
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

    /// Asks for all values that the batch needs, answers the others, and finds the values of its positions; the rank that comes
    /// next.
    fn solve(&mut self, halt: Option<Halt<R::Key>>) -> Result<Option<u64>, Halt<R::Key>> {
        let said = Said { next: self.next(), stops: halt.as_ref().and_then(Told::of), ..Said::default() };
        let round = letters::round(self.peers, &said, self.batch.asks.letters())?;
        if let Some(halt) = round.stopped(self.peers.me(), halt) {
            return Err(halt);
        }
        let next = lowest(&round.said);
        let Up { batch, table, recent, .. } = self;
        let mask = recent.0.len() - 1;
        let answers =
            round.letters.iter().enumerate().map(|(from, letter)| asks::answers(table, from, letter));
        let answers = answers.collect::<Result<Vec<_>, Fault>>()?;
        let got = self.peers.exchange(answers)?;
        batch.asks.known(table, &got, &mut |ask, value| {
            batch.options[ask.to as usize] ^= value;
            let slot = ask.key.mix() as usize & mask;
            (recent.0[slot], recent.1[slot]) = (ask.key, value);
        })?;
        self.found()?;
        Ok(next)
    }

    /// The values of a batch whose options are known.
    fn found(&mut self) -> Result<(), Halt<R::Key>> {
        let (mut from, mut position) = (0, 0);
        let mut last = None;
        for (frame, keys) in std::mem::take(&mut self.batch.frames) {
            let mut found = Vec::with_capacity(keys.len());
            for key in &keys {
                let to = self.batch.ends[position];
                found.push(self.mex(from, to).ok_or(Halt::Wide(*key))?);
                (from, position) = (to, position + 1);
            }
            self.table.fresh.insert(frame, Rc::new(Frame { keys, values: found }));
            last = Some(frame);
        }
        self.batch.options.clear();
        self.batch.ends.clear();
        let Some(file) = last.map(|frame| self.table.places()[frame].0 as usize) else { return Ok(()) };
        if self.left == self.first_of(file) { self.close(file) } else { Ok(()) }
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

/// The lowest rank of all that come next.
fn lowest(said: &[Said]) -> Option<u64> {
    said.iter().filter_map(|said| said.next).min()
}
