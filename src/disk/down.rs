//! Down the ranks: every position that can be reached, each once, in files of keys. Each of several workers lists its share
//! of a rank, and sends the others their positions.

use super::fault::Fault;
use super::folder::Folder;
use super::frames::{Kind, Writer};
use super::halt::Halt;
use super::letters::{self, Letters, Said, Told};
use super::manifest::{Progress, key_hex, key_unhex};
use super::peers::{Peers, owner};
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
    peers: &'a mut dyn Peers,
    room: Room,
    progress: Progress,
    queue: Queue<R::Key>,
    letters: Letters<R::Key>,
    /// Runs that the step before this one names.
    older: Vec<u64>,
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
/// What stopped it; what was found until then is in the folder, unless it cannot be written.
pub fn down<R: Rules<Mistake = Infallible>>(
    folder: &Folder,
    rules: &mut R,
    root: R::Key,
    room: Room,
    meter: &Meter,
    peers: &mut dyn Peers,
) -> Result<Progress, Halt<R::Key>> {
    let progress = Progress::read(folder)?;
    sweep(folder, &progress)?;
    if progress.positions.is_some() {
        return Ok(progress);
    }
    let last = behind(folder, &progress)?;
    let mut queue = Queue::new(folder, room, &progress.runs, progress.next_run, last)?;
    if last.is_none() && owner(root, peers.count()) == peers.me() {
        queue.push(rank_of(rules, root)?, root);
    }
    let (out, options, written) = (None, Options::default(), Instant::now());
    let (letters, older, recent) = (Letters::new(peers.count()), vec![], vec![None; RECENT]);
    let mut down = Down {
        folder,
        rules,
        meter,
        peers,
        room,
        progress,
        queue,
        letters,
        older,
        out,
        recent,
        options,
        last,
        written,
    };
    let mut next = down.round(None)?;
    while let Some(rank) = next {
        down.queue.take(rank);
        next = match down.some(rank) {
            Ok(()) => down.round(None)?,
            Err(Halt::Fault(fault)) => return Err(fault.into()),
            Err(halt) => down.round(Some(halt))?,
        };
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
    /// Writes positions of a rank and lists their options, until there are no more or the others should hear of it.
    fn some(&mut self, rank: u64) -> Result<(), Halt<R::Key>> {
        let mut since = 0;
        while let Some(key) = self.queue.least()? {
            if let Err(halt) = self.list(rank, key).and_then(|()| Ok(self.meter.position()?)) {
                // Its options may be in the queue in part; they are listed again.
                self.queue.back(key);
                return Err(halt);
            }
            self.write(rank, key)?;
            since += 1;
            if self.letters.count >= self.room.batch || since % LOOK == 0 && self.is_time() {
                break;
            }
        }
        Ok(())
    }

    /// Whether what is in memory should go to the disk.
    fn is_time(&mut self) -> bool {
        self.queue.is_full() || self.written.elapsed() > OFTEN
    }

    /// Sends what is for others, and takes what is for this one; the rank that is listed now by all.
    fn round(&mut self, halt: Option<Halt<R::Key>>) -> Result<Option<u64>, Halt<R::Key>> {
        let next = self.queue.highest().max(self.letters.highest());
        let said =
            Said { settle: self.is_time(), next, stops: halt.as_ref().and_then(Told::of), ..Said::default() };
        let round = letters::round(self.peers, &said, self.letters.take())?;
        for (from, letter) in round.letters.iter().enumerate() {
            let positions = letters::read(letter).ok_or(Fault::Disagree(from))?;
            positions.into_iter().for_each(|(rank, key)| self.queue.push(rank, key));
        }
        match round.stopped(self.peers.me(), halt) {
            None if round.said.iter().any(|said| said.settle) => self.settle()?,
            None => {}
            Some(halt) => {
                if matches!(halt, Halt::Exhausted(_)) {
                    // If that fails, the next run goes on from where the last one could be written.
                    let _ = self.settle();
                }
                return Err(halt);
            }
        }
        Ok(round.said.iter().filter_map(|said| said.next).max())
    }

    /// Puts the options of a position into the queue, or into letters.
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
            let to = owner(*part, self.peers.count());
            if to == self.peers.me() {
                self.queue.push(below, *part);
            } else {
                self.letters.push(to, below, *part);
            }
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
    fn settle(&mut self) -> Result<(), Fault> {
        self.close()?;
        let many = self.peers.count() > 1;
        let before = std::mem::take(&mut self.progress.runs);
        (self.progress.runs, self.progress.next_run) = self.queue.spill(self.folder)?;
        self.progress.listed = self.last.map(|(rank, key)| (rank, key_hex(key.bits())));
        self.progress.step(self.folder, many)?;
        self.written = Instant::now();
        // Other workers may not get as far as this step: then all begin again with the one before.
        let older = if many { std::mem::replace(&mut self.older, before.clone()) } else { before };
        let named = |n: &u64| self.progress.runs.contains(n) || self.older.contains(n);
        let mut gone = older.iter().filter(|n| !named(n));
        gone.try_for_each(|number| self.folder.remove(&Kind::Run.name(*number)))
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
        self.progress.step(self.folder, self.peers.count() > 1)?;
        // The step before is not needed once all have written this one.
        letters::only(self.peers, &Said::default())?;
        sweep(self.folder, &self.progress)?;
        Ok(self.progress)
    }
}
