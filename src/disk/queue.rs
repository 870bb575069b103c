//! Positions that wait for their rank: in memory as long as there is room, then in sorted runs on disk.

use super::fault::Fault;
use super::folder::Folder;
use super::frames::{Kind, Reader, Writer};
use super::room::Room;
use crate::engine::Key;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// More runs than this are merged into one.
const MOST_RUNS: usize = 24;

/// Positions that wait.
#[derive(Debug)]
pub struct Queue<K> {
    waiting: BTreeMap<u64, Vec<K>>,
    /// How many are in memory.
    held: usize,
    most: usize,
    runs: Vec<Run<K>>,
    next_run: u64,
    /// The rank that is being taken, and what is left of it in memory.
    rank: u64,
    current: Vec<K>,
    at: usize,
}

/// A run and how far it was read.
#[derive(Debug)]
struct Run<K> {
    number: u64,
    reader: Reader<K>,
    /// The frame that comes next.
    next: usize,
    rank: u64,
    keys: Vec<K>,
    at: usize,
}

impl<K: Key> Run<K> {
    /// A run from behind a position on.
    fn open(folder: &Folder, number: u64, behind: Option<(u64, K)>) -> Result<Run<K>, Fault> {
        let reader = Reader::open(folder, Kind::Run, number)?;
        let place = behind.map(|(rank, key)| (Reverse(rank), key));
        let next = reader.rows.partition_point(|row| Some(row.order()) <= place).saturating_sub(1);
        let mut run = Run { number, reader, next, rank: 0, keys: vec![], at: 0 };
        run.refill()?;
        while run.head().is_some_and(|(rank, key)| Some((Reverse(rank), key)) <= place) {
            run.step()?;
        }
        Ok(run)
    }

    fn head(&self) -> Option<(u64, K)> {
        self.keys.get(self.at).map(|key| (self.rank, *key))
    }

    fn step(&mut self) -> Result<(), Fault> {
        self.at += 1;
        if self.at >= self.keys.len() { self.refill() } else { Ok(()) }
    }

    fn refill(&mut self) -> Result<(), Fault> {
        (self.at, self.keys) = (0, vec![]);
        if let Some(row) = self.reader.rows.get(self.next) {
            self.rank = row.rank;
            self.keys = self.reader.frame(self.next)?;
            self.next += 1;
        }
        Ok(())
    }
}

impl<K: Key> Queue<K> {
    /// What the runs of an earlier process hold behind a position.
    ///
    /// # Errors
    /// If a run is not what was written.
    pub fn new(
        folder: &Folder,
        room: Room,
        runs: &[u64],
        next_run: u64,
        behind: Option<(u64, K)>,
    ) -> Result<Queue<K>, Fault> {
        let runs = runs.iter().map(|number| Run::open(folder, *number, behind)).collect::<Result<_, _>>()?;
        let (waiting, current) = (BTreeMap::new(), vec![]);
        Ok(Queue { waiting, held: 0, most: room.queue, runs, next_run, rank: 0, current, at: 0 })
    }

    /// Adds a position.
    #[inline]
    pub fn push(&mut self, rank: u64, key: K) {
        self.waiting.entry(rank).or_default().push(key);
        self.held += 1;
    }

    /// Whether memory is full, also without what is in it twice.
    pub fn is_full(&mut self) -> bool {
        if self.held < self.most {
            return false;
        }
        self.held = self.current.len() - self.at;
        for keys in self.waiting.values_mut() {
            keys.sort_unstable();
            keys.dedup();
            self.held += keys.len();
        }
        self.held > self.most / 2
    }

    /// The highest rank of all that wait.
    pub fn highest(&self) -> Option<u64> {
        let in_runs = self.runs.iter().filter_map(|run| run.head()).map(|(rank, _)| rank).max();
        let taken = (self.at < self.current.len()).then_some(self.rank);
        in_runs.max(taken).max(self.waiting.last_key_value().map(|(rank, _)| *rank))
    }

    /// A rank is taken from now on, of which none is higher; there may be none of it.
    pub fn take(&mut self, rank: u64) {
        if rank == self.rank && self.at < self.current.len() {
            return;
        }
        (self.rank, self.at) = (rank, 0);
        self.current = self.waiting.remove(&rank).unwrap_or_default();
        self.held -= self.current.len();
        self.current.sort_unstable();
        self.current.dedup();
        self.held += self.current.len();
    }

    /// The next position of the rank that is taken, each once, in order of their keys.
    ///
    /// # Errors
    /// If a run is not what was written.
    pub fn least(&mut self) -> Result<Option<K>, Fault> {
        let rank = self.rank;
        let own = self.current.get(self.at).copied();
        let heads = self.runs.iter().filter_map(Run::head).filter(|(r, _)| *r == rank);
        let Some(least) = heads.map(|(_, key)| key).chain(own).min() else { return Ok(None) };
        if own == Some(least) {
            self.at += 1;
            self.held -= 1;
        }
        for run in &mut self.runs {
            if run.head() == Some((rank, least)) {
                run.step()?;
            }
        }
        Ok(Some(least))
    }

    /// Puts a position back that was taken last.
    pub fn back(&mut self, key: K) {
        self.current.drain(..self.at);
        self.current.insert(0, key);
        self.at = 0;
        self.held += 1;
    }

    /// Writes what is in memory as a run. The numbers of the runs that are not read to their end, and of the next one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn spill(&mut self, folder: &Folder) -> Result<(Vec<u64>, u64), Fault> {
        if self.held > 0 {
            let number = self.number();
            let mut out = Writer::new(folder, Kind::Run, number)?;
            let rest = self.current.drain(..).skip(self.at);
            rest.into_iter().try_for_each(|key| out.push(self.rank, key))?;
            while let Some((rank, mut keys)) = self.waiting.pop_last() {
                keys.sort_unstable();
                keys.dedup();
                keys.into_iter().try_for_each(|key| out.push(rank, key))?;
            }
            out.finish()?;
            (self.held, self.at) = (0, 0);
            self.runs.push(Run::open(folder, number, None)?);
        }
        self.runs.retain(|run| run.head().is_some());
        if self.runs.len() > MOST_RUNS {
            self.merge(folder)?;
        }
        Ok((self.runs.iter().map(|run| run.number).collect(), self.next_run))
    }

    fn number(&mut self) -> u64 {
        self.next_run += 1;
        self.next_run - 1
    }

    /// One run of all.
    fn merge(&mut self, folder: &Folder) -> Result<(), Fault> {
        let number = self.number();
        let mut out = Writer::new(folder, Kind::Run, number)?;
        let order = |head: (u64, K)| (Reverse(head.0), head.1);
        while let Some((rank, key)) = self.runs.iter().filter_map(Run::head).min_by_key(|h| order(*h)) {
            out.push(rank, key)?;
            for run in &mut self.runs {
                if run.head() == Some((rank, key)) {
                    run.step()?;
                }
            }
        }
        out.finish()?;
        self.runs = vec![Run::open(folder, number, None)?];
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]
        /// Whatever is pushed comes once, in order, also through runs and when it is begun again.
        #[test]
        fn all_come_once_in_order(
            pushed in proptest::collection::vec((0u64..6, 0u64..50), 1..200),
            spills in proptest::collection::vec(any::<bool>(), 60),
            again in any::<bool>(),
        ) {
            let dir = tempfile::tempdir().unwrap();
            let folder = Folder::to_write(dir.path()).unwrap();
            let room = Room { queue: 64, ..Room::within::<u64>(0) };
            let mut queue = Queue::<u64>::new(&folder, room, &[], 0, None).unwrap();
            let mut spills = spills.into_iter();
            for (i, (rank, key)) in pushed.iter().enumerate() {
                queue.push(*rank, *key);
                if i % 8 == 0 && spills.next() == Some(true) {
                    queue.spill(&folder).unwrap();
                }
            }
            let mut taken = vec![];
            while let Some(rank) = queue.highest() {
                queue.take(rank);
                while let Some(key) = queue.least().unwrap() {
                    taken.push((Reverse(rank), key));
                    if spills.next() == Some(true) {
                        let (runs, next) = queue.spill(&folder).unwrap();
                        if again {
                            queue = Queue::new(&folder, room, &runs, next, Some((rank, key))).unwrap();
                            break;
                        }
                    }
                }
            }
            let wanted: BTreeSet<_> = pushed.into_iter().map(|(rank, key)| (Reverse(rank), key)).collect();
            prop_assert_eq!(taken, wanted.into_iter().collect::<Vec<_>>());
        }
    }
}
