//! The cuts of a position of a chain whose rows do not get longer: a row and those behind it cut to each of some lengths.

use super::chain::{Chain, Digits, Link};
use super::chain_at::At;
use super::chain_look::Look;
use super::chain_marks::{Known, write_differences};
use super::code::{CutRows, Edge, Reg};
use super::vm::Vm;

/// Numbers up to this are added without asking whether there is room.
const SMALL: i64 = 1 << 40;

#[inline(always)]
fn is_small(n: i64) -> bool {
    (-SMALL..=SMALL).contains(&n)
}

impl<T: Known + ?Sized> Look<'_, T> {
    /// Whether cuts of a list can be looked up: it is the position itself, whose rows do not get longer.
    pub(super) fn has_cuts(&self, list: Reg) -> bool {
        list == self.code.inputs[0] && self.digits == Digits::List && self.chain.link == Link::NotRising
    }

    /// The position itself with its entries from `from` on, counted from 0, cut down to each of some values but one.
    pub(super) fn mark_cuts(&mut self, from: usize, first: i64, last: i64, avoid: i64) -> bool {
        let Some(length) = self.at.digits.get(from) else { return first > last };
        let row = Row { from, length: (*length).into(), first, last, avoid };
        let Some(room) = row.write(self.marks.room(), self.at, self.chain).map(|room| room.len()) else {
            return false;
        };
        self.marks.left(room);
        true
    }

    /// The rows from one to another, each cut to the lengths between its edges.
    pub(super) fn mark_rows(&mut self, vm: &Vm, run: &CutRows) -> bool {
        let word = |r: u16| vm.words[r as usize];
        let (lo, hi, add) = (word(run.lo), word(run.hi), word(run.add));
        if lo > hi {
            return true;
        }
        let is_fine = |e: &Edge| is_small(word(e.base));
        let are_small = is_small(lo) && is_small(hi) && is_small(add) && is_small(run.shift);
        if !are_small || !run.least.iter().all(is_fine) || !run.most.iter().all(is_fine) {
            return false;
        }
        let line = |e: &Edge| Line { base: word(e.base) + add, slope: e.slope, length: e.length };
        // Most rules have one edge on each side.
        if let ([least], [most]) = (run.least.as_slice(), run.most.as_slice()) {
            let (least, most) = (line(least), line(most));
            return self.mark_each(vm, run, |row, length| (least.at(row, length), most.at(row, length)));
        }
        self.mark_each(vm, run, |row, length| {
            let least = run.least.iter().map(|e| line(e).at(row, length)).fold(i64::MIN, i64::max);
            (least, run.most.iter().map(|e| line(e).at(row, length)).fold(i64::MAX, i64::min))
        })
    }

    /// The same, where the first and the last length come from the number of a row and its own length.
    #[inline(never)]
    fn mark_each(&mut self, vm: &Vm, run: &CutRows, ends: impl Fn(i64, i64) -> (i64, i64)) -> bool {
        let word = |r: u16| vm.words[r as usize];
        let (lo, from, end) = (word(run.lo), word(run.lo) + run.shift - 1, word(run.hi) + run.shift);
        let (at, chain) = (self.at, self.chain);
        if from < 0 || end > at.digits.len() as i64 {
            return false;
        }
        let (avoid_row, avoid) = run
            .avoid
            .map_or((i64::MIN, i64::MIN), |(at, x)| (word(at), word(x).saturating_add(word(run.add))));
        let (mut row, mut room) = (lo, self.marks.room());
        for from in from as usize..end as usize {
            let length = i64::from(at.digits[from]);
            let (first, last) = ends(row, length);
            let avoid = if row == avoid_row { avoid } else { i64::MIN };
            let Some(rest) = (Row { from, length, first, last, avoid }).write(room, at, chain) else {
                return false;
            };
            room = rest;
            row += 1;
        }
        let room = room.len();
        self.marks.left(room);
        true
    }
}

/// A row that is cut, with those behind it, to each length from `first` to `last` but `avoid`.
struct Row {
    from: usize,
    length: i64,
    first: i64,
    last: i64,
    avoid: i64,
}

impl Row {
    /// Writes the numbers of what becomes of a position; gives the room behind them, and nothing if these are no cuts.
    #[inline(always)]
    fn write<'r>(&self, room: &'r mut [u32], at: &At, chain: &Chain) -> Option<&'r mut [u32]> {
        if self.first > self.last {
            return Some(room);
        }
        // Cut to its own length or more, a row would stay as it is.
        if self.first < 0 || self.last >= self.length {
            return None;
        }
        let (first, end) = (self.first as usize, self.last as usize + 1);
        if self.avoid < self.first || self.last < self.avoid {
            return self.write_cuts(room, at, chain, first, end);
        }
        let avoid = self.avoid as usize;
        let room = self.write_cuts(room, at, chain, first, avoid)?;
        self.write_cuts(room, at, chain, avoid + 1, end)
    }

    /// The row and those behind it cut to each length from one up to another, all of them shorter than the row.
    #[inline(always)]
    fn write_cuts<'r>(
        &self,
        room: &'r mut [u32],
        at: &At,
        chain: &Chain,
        first: usize,
        end: usize,
    ) -> Option<&'r mut [u32]> {
        let (more, less) = (&at.cuts[first..], &chain.sums_from(self.from)[first..]);
        write_differences(room, at.before[self.from], more, less, end - first)
    }
}

/// What an [`Edge`] is for one position.
struct Line {
    base: i64,
    slope: i64,
    length: i64,
}

impl Line {
    #[inline(always)]
    fn at(&self, row: i64, length: i64) -> i64 {
        self.base + self.slope * row + self.length * length
    }
}
