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
pub(super) struct Used([Cell<u64>; NAMES.len()]);

impl Used {
    #[inline(always)]
    pub(super) fn count(&self, which: Loop) {
        let cell = &self.0[which as usize];
        cell.set(cell.get() + 1);
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (&'static str, u64)> {
        NAMES.into_iter().zip(self.0.iter().map(Cell::get))
    }
}
