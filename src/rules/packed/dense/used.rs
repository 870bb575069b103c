//! Which loops filled a table, and how often: tests ask whether each of them is reached by their games.

use std::cell::Cell;

/// A loop that finds values or marks those of options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Loop {
    Lines,
    StepsBack,
    Mirrored,
    SmallNone,
    SmallOne,
    SmallTwo,
    SmallHeaps,
    LargeNone,
    LargeOne,
    LargeTwo,
    LargeMany,
    LargeHeaps,
    LargeLines,
    Nest,
    ByCode,
}

const NAMES: [&str; 15] = [
    "all on lines",
    "fixed places back",
    "mirrored",
    "a set of a word: no part",
    "a set of a word: one part",
    "a set of a word: two parts",
    "a set of a word: heaps that change",
    "stamps: no part",
    "stamps: one part",
    "stamps: two parts",
    "stamps: more parts",
    "stamps: heaps that change",
    "stamps: and lines",
    "several loops",
    "register code",
];

/// How often each loop was used: a segment of a row, a run, or a position.
#[derive(Default)]
pub(super) struct Used {
    loops: [Cell<u64>; NAMES.len()],
    /// Runs of options that were looked at for one position, and these options.
    runs: Cell<u64>,
    options: Cell<u64>,
    /// Clauses that were looked at, for each segment of a row again.
    clauses: Cell<u64>,
    /// Whether it does not matter how short runs are.
    is_patient: Cell<bool>,
}

/// After so many positions it is looked at how long runs are.
const SOME: u64 = 1 << 14;
/// A run takes as long as so many options that machine code finds one by one.
const SHORT: u64 = 8;
/// More clauses than this for each position: segments are short, and most clauses hold in none of them.
const MANY: u64 = 16;

impl Used {
    #[inline(always)]
    pub(super) fn count(&self, which: Loop) {
        let cell = &self.loops[which as usize];
        cell.set(cell.get() + 1);
    }

    /// A run of so many options.
    pub(super) fn count_run(&self, options: usize) {
        self.runs.set(self.runs.get() + 1);
        self.options.set(self.options.get() + options as u64);
    }

    /// A segment of a row for which so many clauses were looked at.
    pub(super) fn count_clauses(&self, clauses: usize) {
        self.clauses.set(self.clauses.get() + clauses as u64);
    }

    /// Whether the runs of so many positions, or the segments of rows, are too short to be worth it.
    pub(super) fn are_short(&self, positions: u64) -> bool {
        let runs = self.runs.get();
        let short = runs > positions && self.options.get() < SHORT * runs;
        !self.is_patient.get() && positions >= SOME && (short || self.clauses.get() > MANY * positions)
    }

    /// From now on runs may be short.
    pub(super) fn be_patient(&self) {
        self.is_patient.set(true);
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, u64)> {
        NAMES.into_iter().zip(self.loops.iter().map(Cell::get))
    }
}
