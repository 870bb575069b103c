//! The cuts of a position of a chain whose rows do not get longer: a row and those behind it cut to each of some lengths.

use super::chain::{Digits, Link};
use super::chain_look::Look;
use super::chain_marks::Known;
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
        self.mark_row(&Row { from, length: (*length).into(), first, last, avoid })
    }

    /// The rows from one to another, each cut to the lengths between its edges.
    pub(super) fn mark_rows(&mut self, vm: &Vm, run: &CutRows) -> bool {
        let word = |r: u16| vm.words[r as usize];
        let (lo, hi, add) = (word(run.lo), word(run.hi), word(run.add));
        if lo > hi {
            return true;
        }
        let is_fine = |e: &Edge| is_small(word(e.base));
        if !(is_small(lo) && is_small(hi) && is_small(add) && is_small(run.shift))
            || !(run.least.iter().all(is_fine) && run.most.iter().all(is_fine))
        {
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
        let digits = &self.at.digits;
        if from < 0 || end > digits.len() as i64 {
            return false;
        }
        let avoid = run
            .avoid
            .map_or((i64::MIN, i64::MIN), |(at, x)| (word(at), word(x).saturating_add(word(run.add))));
        let mut row = lo;
        for from in from as usize..end as usize {
            let length = i64::from(digits[from]);
            let (first, last) = ends(row, length);
            let avoid = if row == avoid.0 { avoid.1 } else { i64::MIN };
            if !self.mark_row(&Row { from, length, first, last, avoid }) {
                return false;
            }
            row += 1;
        }
        true
    }

    #[inline(always)]
    fn mark_row(&mut self, row: &Row) -> bool {
        if row.first > row.last {
            return true;
        }
        // Cut to its own length or more, a row would stay as it is.
        if row.first < 0 || row.last >= row.length {
            return false;
        }
        let (first, last) = (row.first as usize, row.last as usize);
        if row.avoid < row.first || row.last < row.avoid {
            return self.mark_cuts_to(row.from, first, last + 1);
        }
        let avoid = row.avoid as usize;
        self.mark_cuts_to(row.from, first, avoid) && self.mark_cuts_to(row.from, avoid + 1, last + 1)
    }

    /// The row at `from` and those behind it cut to each length from one to another, all of them shorter than the row.
    #[inline(always)]
    fn mark_cuts_to(&mut self, from: usize, first: usize, end: usize) -> bool {
        let at = self.at;
        let less = &self.chain.sums_from(from)[first..];
        self.marks.differences(at.before[from], &at.cuts[first..], less, end - first)
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
