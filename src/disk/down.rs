//! Down the ranks: every position that can be reached, each once, in files of keys.

use super::fault::Fault;
use super::folder::Folder;
use super::frames::{Kind, Writer};
use super::halt::Halt;
use super::manifest::{Progress, key_hex, key_unhex};
use super::queue::Queue;
use super::room::Room;
use crate::engine::{Key, Meter, Options, Rules, Stop};
use std::convert::Infallible;
use std::time::{Duration, Instant};

/// After so long what is in memory goes to the disk, too.
const OFTEN: Duration = Duration::from_secs(60);
/// Positions lately met are not looked at again: direct-mapped.
const RECENT: usize = 1 << 16;
/// The memory is asked about once in this many positions.
const LOOK: u32 = 64;

/// The rank of a position.
pub(super) fn rank_of<R: Rules>(rules: &R, key: R::Key) -> Result<u64, Halt<R::Key>> {
    rules.rank(key).ok_or(Halt::NoRank(key))
}

/// The way down, as far as it is.
struct Down<'a, R: Rules> {
    folder: &'a Folder,
    rules: &'a mut R,
    meter: &'a Meter,
    room: Room,
    progress: Progress,
    queue: Queue<R::Key>,
    out: Option<Writer<R::Key>>,
    recent: Vec<Option<R::Key>>,
    options: Options<R::Key>,
    /// The last position that was written.
    last: Option<(u64, R::Key)>,
    written: Instant,
}

/// Finds every position that is reachable from one, going on where an earlier run was.
///
/// # Errors
/// What stopped it; what was found until then stands in the folder, unless it cannot be written.
pub fn down<R: Rules<Mistake = Infallible>>(
    folder: &Folder,
    rules: &mut R,
    root: R::Key,
    room: Room,
    meter: &Meter,
) -> Result<Progress, Halt<R::Key>> {
    let progress = Progress::read(folder)?;
    sweep(folder, &progress)?;
    if progress.positions.is_some() {
        return Ok(progress);
    }
    let behind = behind(folder, &progress)?;
    let mut queue = Queue::new(folder, room, &progress.runs, progress.next_run, behind)?;
    if behind.is_none() {
        queue.push(rank_of(rules, root)?, root);
    }
    let (out, options, written) = (None, Options::default(), Instant::now());
    let recent = vec![None; RECENT];
    let last = behind;
    let mut down = Down { folder, rules, meter, room, progress, queue, out, recent, options, last, written };
    while let Some(rank) = down.queue.next_rank() {
        down.level(rank)?;
    }
    down.done()
}

/// Deletes what an earlier run has not finished, or does not need any more.
fn sweep(folder: &Folder, progress: &Progress) -> Result<(), Fault> {
    let keys = |number: u64| number < progress.keys.len() as u64;
    folder.sweep(|name| match name.split_once('-').and_then(|(kind, n)| Some((kind, n.parse().ok()?))) {
        Some(("keys", number)) => keys(number),
        Some(("values", number)) => progress.positions.is_some() && keys(number),
        Some(("run", number)) => progress.runs.contains(&number),
        _ => false,
    })
}

fn behind<K: Key>(folder: &Folder, progress: &Progress) -> Result<Option<(u64, K)>, Fault> {
    let Some((rank, key)) = &progress.listed else { return Ok(None) };
    let key = key_unhex(key).ok_or_else(|| Fault::damaged(&folder.at("progress")))?;
    Ok(Some((*rank, K::of_bits(key))))
}

impl<R: Rules<Mistake = Infallible>> Down<'_, R> {
    /// Writes all positions of a rank, and lists their options.
    fn level(&mut self, rank: u64) -> Result<(), Halt<R::Key>> {
        let mut since = 0;
        while let Some(key) = self.queue.next(rank)? {
            let listed = self.list(rank, key).and_then(|()| Ok(self.meter.position()?));
            if let Err(halt) = listed {
                self.stopped(&halt, rank, key);
                return Err(halt);
            }
            self.write(rank, key)?;
            since += 1;
            if since % LOOK == 0 && (self.queue.is_full() || self.written.elapsed() > OFTEN) {
                self.settle(rank)?;
            }
        }
        Ok(())
    }

    /// Puts the options of a position into the queue.
    fn list(&mut self, rank: u64, key: R::Key) -> Result<(), Halt<R::Key>> {
        self.options.clear();
        match self.rules.options(key, &mut self.options) {
            Ok(()) => {}
            Err(Stop::Exhausted(what, _)) => return Err(Halt::Exhausted(what)),
            Err(stop) => return Err(Halt::Unlisted(key, stop)),
        }
        for part in self.options.parts() {
            let slot = &mut self.recent[part.mix() as usize % RECENT];
            if *slot == Some(*part) {
                continue;
            }
            let below = rank_of(self.rules, *part)?;
            if below >= rank {
                return Err(Halt::Rises(key));
            }
            *slot = Some(*part);
            self.queue.push(below, *part);
        }
        Ok(())
    }

    /// A position whose options are all in the queue.
    fn write(&mut self, rank: u64, key: R::Key) -> Result<(), Fault> {
        let number = self.progress.keys.len() as u64;
        let out = match &mut self.out {
            Some(out) => out,
            None => self.out.insert(Writer::new(self.folder, Kind::Keys, number)?),
        };
        out.push(rank, key)?;
        self.last = Some((rank, key));
        if out.count < self.room.file as u64 {
            return Ok(());
        }
        self.close()
    }

    /// Finishes the file of keys.
    fn close(&mut self) -> Result<(), Fault> {
        if let Some(out) = self.out.take() {
            let digest = out.finish()?;
            self.progress.keys.push(digest);
        }
        Ok(())
    }

    /// Everything up to a position goes to the disk: a process that is ended now goes on from here.
    fn settle(&mut self, rank: u64) -> Result<(), Fault> {
        self.close()?;
        let before = std::mem::take(&mut self.progress.runs);
        (self.progress.runs, self.progress.next_run) = self.queue.spill(self.folder, rank)?;
        self.progress.listed = self.last.map(|(rank, key)| (rank, key_hex(key.bits())));
        self.progress.write(self.folder)?;
        self.written = Instant::now();
        let gone = before.into_iter().filter(|n| !self.progress.runs.contains(n));
        gone.into_iter().try_for_each(|number| self.folder.remove(&Kind::Run.name(number)))
    }

    /// A budget ran out before a position was written: what was found goes to the disk, and that position with it.
    fn stopped(&mut self, halt: &Halt<R::Key>, rank: u64, key: R::Key) {
        if matches!(halt, Halt::Exhausted(_)) {
            // Its options may be in the queue in part; they are listed again.
            self.queue.back(key);
            // If that fails, the next run goes on from where the last one could be written.
            let _ = self.settle(rank);
        }
    }

    /// All positions are found.
    fn done(mut self) -> Result<Progress, Halt<R::Key>> {
        self.close()?;
        let mut count = 0;
        for number in 0..self.progress.keys.len() as u64 {
            count += super::frames::Reader::<R::Key>::open(self.folder, Kind::Keys, number)?.count();
        }
        self.progress.runs.clear();
        (self.progress.positions, self.progress.listed) = (Some(count), None);
        self.progress.write(self.folder)?;
        sweep(self.folder, &self.progress)?;
        Ok(self.progress)
    }
}
