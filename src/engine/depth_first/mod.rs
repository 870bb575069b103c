//! Nim-values of any acyclic game: depth first with a memo, components early, no recursion on the stack.

mod turns;
mod walk;
mod worker;

use super::budget::Meter;
use super::memo::{Entry, MAX_VALUE, Table, Values};
use super::pairs::cancel_pairs;
use super::prefetch::CAN_PREFETCH;
use super::rules::Rules;
use super::search::Search;
use super::stop::{Halt, Stop};
use super::workers;
use turns::WALKS;
use walk::Walk;
use worker::Worker;

/// Solves positions of one set of rules and remembers them.
///
/// Takes any acyclic rules; costs one listing of the options of each position (two where a listing was too long to keep), and
/// 13 to 18 bytes a position for keys of up to 56 bits, up to 19 and 24 for those of 64 and 128. Gives up on cycles.
///
/// A calculation that has grown is done by several threads, if the rules can leave theirs: each goes depth first from the
/// top, all fill one table, and what one is at work on the others put off.
#[derive(Debug)]
pub struct Solver<R: Rules> {
    /// The rules.
    pub rules: R,
    /// For questions about single positions.
    pub search: Search<R::Key>,
    /// How long a play may get before the solver asks (by [`Wrong::Deep`](super::Wrong::Deep)) whether it is meant to.
    pub longest: usize,
    table: Table<R::Key>,
    walk: Walk<R::Key>,
}

type Result<T, R> = std::result::Result<T, Halt<<R as Rules>::Key, <R as Rules>::Mistake>>;

impl<R: Rules> Solver<R> {
    /// A solver that knows nothing yet.
    pub fn new(rules: R) -> Solver<R> {
        Solver {
            rules,
            search: Search::default(),
            longest: super::LONGEST,
            table: Table::default(),
            walk: Walk::default(),
        }
    }

    /// The same, which asks at plays of [`LONG`](super::LONG) moves already.
    pub fn asking_early(self) -> Solver<R> {
        Solver { longest: super::LONG, ..self }
    }

    /// How many positions have a value so far.
    pub fn solved(&self) -> usize {
        self.table.solved()
    }

    /// Every position solved so far with its nim-value, in no particular order.
    pub fn known(&self) -> impl Iterator<Item = (R::Key, u32)> {
        self.table.iter()
    }

    /// Makes room for this many values: before they are taken up.
    pub fn reserve(&mut self, positions: usize) {
        self.table.reserve(positions);
    }

    /// Takes up a value that [`Solver::known`] gave for the same rules.
    pub fn learn(&mut self, position: R::Key, value: u32) {
        if value <= MAX_VALUE {
            self.table.set(position, value);
        }
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.rules.bytes() + self.table.bytes() + self.search.bytes() + self.walk.bytes()
    }

    /// The nim-value of a position.
    ///
    /// # Errors
    /// See [`Halt`]; what was solved on the way stays known.
    pub fn value(&mut self, position: R::Key, meter: &Meter) -> Result<u64, R> {
        let mut value = 0;
        for key in self.simplify(position)? {
            value ^= match self.table.get(key) {
                Entry::Value(v) => u64::from(v),
                _ => self.solve(key, meter)?,
            };
        }
        Ok(value)
    }

    /// The nim-value of a position, if it is known already.
    pub fn known_value(&mut self, position: R::Key) -> Option<u64> {
        let parts = if self.rules.simplifies() { self.simplify(position).ok()? } else { vec![position] };
        parts.into_iter().try_fold(0, |value, key| match self.table.get(key) {
            Entry::Value(v) => Some(value ^ u64::from(v)),
            _ => None,
        })
    }

    fn simplify(&mut self, position: R::Key) -> Result<Vec<R::Key>, R> {
        let mut parts = vec![];
        self.rules.simplify(position, &mut parts).map_err(|stop| Halt::at(position, stop))?;
        cancel_pairs(&mut parts);
        Ok(parts)
    }

    fn solve(&mut self, root: R::Key, meter: &Meter) -> Result<u64, R> {
        if let Some(value) = self.solve_alone(root, meter, Some(meter.budget().alone))? {
            return Ok(value);
        }
        if meter.threads() > 1 {
            self.solve_together(root, meter)?;
        }
        if let Some(value) = self.solve_in_turns(root, meter)? {
            return Ok(value);
        }
        let value = self.solve_alone(root, meter, None)?;
        Ok(value.unwrap_or_else(|| unreachable!("without a limit it goes on to the end")))
    }

    /// The value, unless this many positions are solved before.
    fn solve_alone(&mut self, root: R::Key, meter: &Meter, most: Option<u64>) -> Result<Option<u64>, R> {
        let Solver { rules, table, walk, longest, .. } = self;
        Worker::new(rules, table, std::slice::from_mut(walk), *longest, meter).solve(root, most)
    }

    /// The value, by several walks; `None` where anything but a budget stops them: which position that is depends on their turns,
    /// and a single walk meets the same one as always.
    fn solve_in_turns(&mut self, root: R::Key, meter: &Meter) -> Result<Option<u64>, R> {
        let Solver { rules, table, longest, .. } = self;
        let mut walks = walks(rules);
        if walks.len() == 1 {
            return Ok(None);
        }
        match Worker::new(rules, table, &mut walks, *longest, meter).solve(root, None) {
            Err(Halt { why: Stop::Unfit(_) | Stop::Mistake(_), .. }) => Ok(None),
            ended => ended,
        }
    }

    /// Solves with as many threads as there may be; where anything but a budget stops them, less than the root.
    fn solve_together(&mut self, root: R::Key, meter: &Meter) -> Result<(), R> {
        let Solver { rules, table, longest, .. } = self;
        let ended = table.share(|shared| {
            let ended = workers::work(rules, meter, |rules, meter| {
                let mut table = Values::new(shared.hand());
                let mut walks = walks(rules);
                let result = Worker::new(rules, &mut table, &mut walks, *longest, meter).solve(root, None);
                (result, table.solved() as u64)
            });
            let solved = ended.as_ref().map_or(0, |(_, solved)| *solved);
            (ended, solved as usize)
        });
        let Some((ended, solved)) = ended else { return Ok(()) };
        meter.solved_by_workers(solved)?;
        match ended {
            // Which position that is depends on the race: one thread goes on, and meets the same one as always.
            Err(Halt { why: Stop::Unfit(_), .. }) => Ok(()),
            ended => ended,
        }
    }
}

/// As many walks as a thread takes: where positions are simplified, it has more to do than to wait for the table, and where a
/// processor cannot be asked to prefetch, turns gain nothing.
fn walks<R: Rules>(rules: &R) -> Vec<Walk<R::Key>> {
    let count = if rules.simplifies() || !CAN_PREFETCH { 1 } else { WALKS };
    (0..count).map(|_| Walk::default()).collect()
}
