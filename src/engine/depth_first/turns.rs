//! Several walks of one thread, in turn: while memory is asked for what is known about the options of one, the others go on.
//!
//! Memory accesses to a large table are slow, and a single walk mostly waits for them: 250 of the 460 ns for a position of a
//! walk over 35 cells, as measured. A walk that has listed options prefetches their slots and passes the turn on. The first
//! walk begins with the position in question; the others begin with a missing option of another walk, one that this walk
//! would reach last. A walk puts off the positions that another one has opened, and waits for them when there is nothing
//! else to do. Since no play is endless, some walk always continues; if none does, there is a cycle, and a single walk finds
//! it.

use super::Result;
use super::walk::Walk;
use super::worker::{Lists, Next, Worker, add_listed};
use crate::engine::memo::{Entry, Memo};
use crate::engine::rules::{Listed, Rules};
use crate::engine::stop::Halt;

/// So many walks take turns: with four, most answers of memory come in time; with sixteen it is no quicker.
pub(super) const WALKS: usize = 8;

/// A walk that found nothing to begin with passes over at most so many turns.
const PATIENCE: u32 = 1 << 10;
/// It looks at so many positions of each of the others.
const LOOKED_AT: usize = 4;

/// How a turn of a walk ended.
enum Turn<K> {
    /// It went on.
    Moved,
    /// It waits for the value of this position, which somebody is at work on.
    Waits(K),
    /// It has nothing to do.
    Idle,
}

impl<R: Rules, M: Memo<Key = R::Key>> Worker<'_, R, M> {
    /// The value of a position.
    pub(super) fn run_in_turns(&mut self, root: R::Key) -> Result<u64, R> {
        if let Entry::Value(v) = self.table.get(root) {
            return Ok(u64::from(v));
        }
        self.at = 0;
        self.list(root, None)?;
        let mut without_move = 0;
        while !self.walks[0].frames.is_empty() {
            let turn = self.turn()?;
            without_move = if let Turn::Moved = turn { 0 } else { without_move + 1 };
            match turn {
                // Two rounds in which none went on: those that wait for each other will do so for ever.
                Turn::Waits(key) if without_move > 2 * self.walks.len() => {
                    let all_asked = without_move > 3 * self.walks.len();
                    if self.break_deadlock(key, all_asked)? {
                        without_move = 0;
                    }
                }
                _ => {}
            }
            self.at = (self.at + 1) % self.walks.len();
        }
        match self.table.get(root) {
            Entry::Value(v) => Ok(u64::from(v)),
            _ => unreachable!("the root is solved when its walk is over"),
        }
    }

    /// No walk can go on, and this one waits for a position. If another thread is at work on it, which may wait for this one in its
    /// turn, it begins with it, too: true. Or another walk is, which may wait for another thread; but if all walks have been asked and
    /// each waits for one of this thread, there is a cycle.
    fn break_deadlock(&mut self, key: R::Key, all_asked: bool) -> Result<bool, R> {
        match self.is_open_here(key) {
            false => self.list(key, None).map(|()| true),
            true if all_asked => Err(self.cycle(key)),
            true => Ok(false),
        }
    }

    /// One turn of a walk: until it waits for memory, or for others.
    #[inline]
    fn turn(&mut self) -> Result<Turn<R::Key>, R> {
        let mut has_moved = self.record_listed()?;
        if !has_moved && self.walks[self.at].frames.is_empty() {
            return self.begin_with_another();
        }
        loop {
            match self.next() {
                Next::Enter(key, slot) => return self.list(key, slot).map(|()| Turn::Moved),
                Next::Busy(key) => return Ok(if has_moved { Turn::Moved } else { Turn::Waits(key) }),
                Next::Finish => self.finish()?,
            }
            has_moved = true;
            if self.walks[self.at].frames.is_empty() {
                return Ok(Turn::Moved);
            }
        }
    }

    /// Opens a position and lists its options, and asks for what is known about them.
    #[inline]
    fn list(&mut self, key: R::Key, slot: Option<usize>) -> Result<(), R> {
        self.open(key, slot);
        let walk = &mut self.walks[self.at];
        walk.options.clear();
        walk.listed = true;
        self.rules.options(key, &mut walk.options).map_err(|stop| Halt::at(key, stop))?;
        self.table.fetch(walk.options.parts());
        Ok(())
    }

    /// Records the options that were listed in the turn before, if any were.
    #[inline]
    fn record_listed(&mut self) -> Result<bool, R> {
        let Walk { options, frames, missing, large, sums, parts, listed, .. } = &mut self.walks[self.at];
        let Some(frame) = frames.last_mut().filter(|_| std::mem::take(listed)) else { return Ok(false) };
        add_listed(Listed::of(options), self.table, frame, Lists { missing, sums, parts, large });
        let options = frame.options;
        self.entered(options).map(|()| true)
    }

    /// Begins with a position that is missing in another walk, if it is not too soon after a vain try.
    fn begin_with_another(&mut self) -> Result<Turn<R::Key>, R> {
        let walk = &mut self.walks[self.at];
        if walk.turns_passed < walk.patience {
            walk.turns_passed += 1;
            return Ok(Turn::Idle);
        }
        let found = self.missing_of_others();
        let walk = &mut self.walks[self.at];
        let patience = if found.is_some() { 0 } else { (2 * walk.patience + 1).min(PATIENCE) };
        (walk.turns_passed, walk.patience) = (0, patience);
        found.map_or(Ok(Turn::Idle), |key| self.list(key, None).map(|()| Turn::Moved))
    }

    /// A position that another walk will come to last of what is missing there, and that nobody is at work on.
    fn missing_of_others(&self) -> Option<R::Key> {
        let count = self.walks.len();
        let others = (1..count).map(|i| &self.walks[(self.at + i) % count]);
        let missing = others.flat_map(|walk| walk.missing.iter().take(LOOKED_AT));
        missing.map(|m| m.key).find(|key| self.table.get(*key) == Entry::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Solver;
    use super::*;
    use crate::engine::budget::{Budget, Meter};
    use crate::engine::rules::{ForThread, Options};
    use crate::engine::stop::Stop;

    /// Piles of which 1 to 3 are taken, in order of their size: all threads begin in the same few positions.
    struct Piles;

    const PILES: usize = 5;

    impl Rules for Piles {
        type Key = u64;
        type Mistake = ();

        fn options(&mut self, piles: u64, out: &mut Options<u64>) -> std::result::Result<(), Stop<()>> {
            for i in 0..PILES {
                for taken in 1..=3 {
                    let mut left: [u64; PILES] = std::array::from_fn(|k| piles >> (4 * k) & 15);
                    if left[i] >= taken {
                        left[i] -= taken;
                        left.sort_unstable();
                        out.push_part(left.iter().rev().fold(0, |key, pile| key << 4 | pile));
                        out.end_option();
                    }
                }
            }
            Ok(())
        }

        fn for_thread(&self) -> Option<ForThread<Piles>> {
            Some(Box::new(|_| Piles))
        }
    }

    #[test]
    fn walks_that_wait_for_other_threads_are_no_cycle() {
        for _ in 0..20 {
            let budget = Budget { threads: Some(3), ..Budget::default() };
            let (mut solver, meter) = (Solver::new(Piles), Meter::new(budget));
            assert!(solver.solve_together(0xddddd, &meter).is_ok());
            assert_eq!(solver.known_value(0xddddd), Some(1));
        }
    }
}
