//! Lines as bit sets: which values are on a line so far, so that a position asks a few words of it
//! instead of every option.

use super::boxes::Shape;
use super::clause::Line;
use crate::engine::{Exhausted, Meter};

/// The sets of all lines of one direction.
#[derive(Clone, Debug)]
pub(super) struct LineSets {
    line: Line,
    /// The number of the line through a position is `offset + by[k] * (x[k] - low[k])` over all k.
    offset: i64,
    by: Vec<i64>,
    /// Lines along the row that is being filled: only one of them is needed at a time.
    passing: bool,
    /// How many lines there are.
    lines: usize,
    /// Words a line.
    width: usize,
    words: Vec<u64>,
    /// The first word of each line that is not full.
    low: Vec<u32>,
}

impl LineSets {
    pub(super) fn new(line: Line) -> LineSets {
        LineSets {
            line,
            offset: 0,
            by: vec![],
            passing: false,
            lines: 0,
            width: 1,
            words: vec![],
            low: vec![],
        }
    }

    pub(super) fn is(&self, line: &Line) -> bool {
        self.line == *line
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.words.capacity() * 8 + self.low.capacity() * 4) as u64
    }

    /// Numbers the lines of a box again. They are made when the box is filled.
    pub(super) fn lay_out(&mut self, shape: &Shape) {
        let moving = &self.line.moving;
        let n = moving.len();
        let pivot = moving.iter().position(|m| *m).unwrap_or(0);
        self.passing = pivot + 1 == n;
        (self.offset, self.by) = (0, vec![0; n]);
        // Digits: each number that stays, and the difference of each other moving number to the pivot.
        let mut size = 1usize;
        for k in (0..n).rev().filter(|k| *k != pivot && !self.passing) {
            let length =
                if moving[k] { shape.lengths[k] + shape.lengths[pivot] - 1 } else { shape.lengths[k] };
            self.by[k] += size as i64;
            if moving[k] {
                self.by[pivot] -= size as i64;
                self.offset += size as i64 * (shape.lengths[pivot] as i64 - 1);
            }
            size *= length;
        }
        self.lines = size;
        (self.low, self.words) = (vec![], vec![]);
    }

    /// Makes the lines of a box that is empty so far, if the budget holds them.
    pub(super) fn begin(&mut self, meter: &Meter) -> Result<(), Exhausted> {
        if self.low.len() < self.lines {
            meter.grow(0, (self.lines * (4 + 8 * self.width)) as u64)?;
            self.low = vec![0; self.lines];
            self.words = vec![0; self.lines * self.width];
        }
        Ok(())
    }

    /// Whether its lines run along rows.
    pub(super) fn is_passing(&self) -> bool {
        self.passing
    }

    /// A new row begins.
    pub(super) fn begin_row(&mut self) {
        if self.passing {
            self.low.fill(0);
            self.words.fill(0);
        }
    }

    /// A new row begins with the values of a line of another direction.
    pub(super) fn begin_row_as(&mut self, other: &LineSets, line: usize) {
        if self.width < other.width {
            self.widen(other.width);
        }
        self.words.fill(0);
        self.words[..other.width].copy_from_slice(&other.words[line * other.width..][..other.width]);
        self.low[0] = other.low[line];
    }

    /// Whether its lines run along one number alone.
    pub(super) fn is_along(&self, axis: usize) -> bool {
        self.line.moving.iter().enumerate().all(|(k, moving)| *moving == (k == axis))
    }

    /// The line through the first position of a row, and the step to that through the next position.
    pub(super) fn through(&self, row: &[i64], lows: &[i64]) -> (i64, i64) {
        let first = row.iter().zip(lows).zip(&self.by).map(|((x, low), by)| (x - low) * by).sum::<i64>();
        (self.offset + first, self.by.last().copied().unwrap_or(0))
    }

    /// Room for the values of another word.
    pub(super) fn grow(&mut self, meter: &Meter) -> Result<(), Exhausted> {
        self.make_wide(self.width + self.width / 4 + 1, meter)
    }

    /// Room for a value.
    #[inline(always)]
    pub(super) fn make_room(&mut self, value: u32, meter: &Meter) -> Result<(), Exhausted> {
        let w = value as usize / 64;
        if w < self.width { Ok(()) } else { self.make_wide((w + 1).max(self.width + self.width / 2), meter) }
    }

    /// So many words a line, if the budget holds them beside those that are copied.
    #[cold]
    pub(super) fn make_wide(&mut self, width: usize, meter: &Meter) -> Result<(), Exhausted> {
        if width > self.width {
            meter.grow(0, (self.low.len() * width * 8) as u64)?;
            self.widen(width);
        }
        Ok(())
    }

    /// How many words a line has.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The word `w` of a line; empty beyond its end.
    #[inline(always)]
    pub(super) fn word(&self, line: usize, w: usize) -> u64 {
        if w < self.width { self.words[line * self.width + w] } else { 0 }
    }

    #[inline(always)]
    pub(super) fn low(&self, line: usize) -> usize {
        self.low[line] as usize
    }

    /// Adds the value of a position on the line, for which there is room.
    #[inline(always)]
    pub(super) fn add(&mut self, line: usize, value: u32) {
        let w = value as usize / 64;
        let set = &mut self.words[line * self.width..(line + 1) * self.width];
        set[w] |= 1 << (value % 64);
        let low = &mut self.low[line];
        while set.get(*low as usize) == Some(&u64::MAX) {
            *low += 1;
        }
    }

    fn widen(&mut self, width: usize) {
        let mut words = vec![0; self.low.len() * width];
        for (new, old) in words.chunks_exact_mut(width).zip(self.words.chunks_exact(self.width)) {
            new[..self.width].copy_from_slice(old);
        }
        (self.words, self.width) = (words, width);
    }
}

/// Why a walk along lines ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Full {
    /// The sets need more words.
    Words,
    /// The next value would be above `most`.
    Values,
}

/// The values of `n` positions whose options are exactly what is on their lines: position i is on line
/// `first[k] + i * step[k]` of set k. Each value is given to `put` and added to its lines. How many were
/// found, and what stopped it before the end. All sets have lines of the same width.
#[inline(always)]
pub(super) fn walk<const N: usize>(
    sets: [&mut LineSets; N],
    first: [i64; N],
    step: [i64; N],
    n: usize,
    most: u32,
    mut put: impl FnMut(usize, u32),
) -> (usize, Option<Full>) {
    let width = sets.iter().map(|s| s.width).max().unwrap_or(1);
    let mut numbers = first;
    let mut at = sets.map(|set| (set.words.as_mut_slice(), set.low.as_mut_slice()));
    for i in 0..n {
        let (mut lines, mut w): ([&[u64]; N], usize) = ([&[]; N], 0);
        for k in 0..N {
            let (words, low) = &at[k];
            lines[k] = &words[numbers[k] as usize * width..][..width];
            w = w.max(low[numbers[k] as usize] as usize);
        }
        let free = loop {
            if w >= width {
                return (i, Some(Full::Words));
            }
            let mut used = 0;
            for line in lines {
                used |= line[w];
            }
            if used != u64::MAX {
                break !used;
            }
            w += 1;
        };
        let value = w as u32 * 64 + free.trailing_zeros();
        if value > most {
            return (i, Some(Full::Values));
        }
        put(i, value);
        for k in 0..N {
            let line = numbers[k] as usize;
            let (words, low) = &mut at[k];
            let (set, low) = (&mut words[line * width..][..width], &mut low[line]);
            set[w] |= 1 << (value % 64);
            while set.get(*low as usize) == Some(&u64::MAX) {
                *low += 1;
            }
            numbers[k] += step[k];
        }
    }
    (n, None)
}
