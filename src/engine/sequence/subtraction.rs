//! Finite subtraction games: from a pile of n a player may take any number in a set, and nothing else.
//!
//! A value v is kept as the bit 1 << v of a byte, so the values of all options together are an "or", and the least
//! missing one is `!x & (x + 1)`. Several piles are done at once, as many as the least number of the set allows.

use super::form::{Form, Left};
use super::repeats::Repetition;
use memchr::memmem;

/// Values of a subtraction game, a byte each.
#[derive(Debug)]
pub(super) struct Subtraction {
    takes: Vec<usize>,
    /// Bits of values; in front of them, zeros for piles below 0, which are never options.
    marks: Vec<u8>,
    front: usize,
    /// Where the window for the search for a period ends, and up to which pile it was looked for.
    window: (usize, usize),
}

/// A byte holds the values 0 to 7: this many numbers at most.
const MOST: usize = 7;
/// Piles that may be written behind the last one asked for.
const SLACK: usize = 32;

impl Subtraction {
    /// The game, if it is one with at most 7 numbers.
    pub(super) fn new(form: &Form) -> Option<Subtraction> {
        let take = |p: &super::Piece| match p.left {
            Left::One { take }
                if p.from == take && p.until.is_none() && p.heap == 0 && p.adjacent.is_empty() =>
            {
                usize::try_from(take).ok().filter(|t| *t < 1 << 30)
            }
            _ => None,
        };
        let mut takes: Vec<usize> = form.pieces.iter().map(take).collect::<Option<_>>()?;
        takes.sort_unstable();
        takes.dedup();
        let (fits, front) =
            (takes.len() <= MOST && form.first == 0 && !form.has_remainders(), *takes.last()?);
        fits.then(|| Subtraction { takes, marks: vec![0; front], front, window: (0, 0) })
    }

    pub(super) fn len(&self) -> usize {
        self.marks.len() - self.front
    }

    pub(super) fn bytes(&self) -> u64 {
        self.marks.capacity() as u64
    }

    pub(super) fn at(&self, n: usize) -> u16 {
        self.marks[self.front + n].trailing_zeros() as u16
    }

    /// Takes up values computed before; false if they are too large to be such.
    pub(super) fn restore(&mut self, values: impl Iterator<Item = u16>) -> bool {
        self.marks.truncate(self.front);
        for v in values {
            if usize::from(v) > MOST {
                return false;
            }
            self.marks.push(1 << v);
        }
        true
    }

    /// Adds values until there are at least `to`.
    pub(super) fn extend(&mut self, to: usize) {
        let from = self.marks.len();
        let to = self.front + to;
        if to <= from {
            return;
        }
        self.marks.resize(to + SLACK, 0);
        match self.takes[0] {
            1 => self.in_a_word::<1>(from, to),
            2..4 => self.in_a_word::<2>(from, to),
            4..8 => self.in_a_word::<4>(from, to),
            8..16 => self.in_a_word::<8>(from, to),
            16..32 => self.in_lanes::<16>(from, to),
            _ => self.in_lanes::<32>(from, to),
        }
        self.marks.truncate(to);
    }

    /// W piles at a time, W <= 8; the last eight values stay in a register.
    fn in_a_word<const W: usize>(&mut self, from: usize, to: usize) {
        let (near, far): (Vec<usize>, Vec<usize>) = self.takes.iter().partition(|t| **t <= 8);
        let shifts: Vec<u32> = near.iter().map(|t| 8 * (8 - *t as u32)).collect();
        let mut recent = (1..=8usize).fold(0u64, |r, k| {
            let mark = if k <= from { self.marks[from - k] } else { 0 };
            r | u64::from(mark) << (8 * (8 - k))
        });
        let lanes = u64::MAX >> (64 - 8 * W);
        let mut i = from;
        while i < to {
            let mut x = 0;
            for s in &shifts {
                x |= recent >> s;
            }
            for t in &far {
                x |= word(&self.marks, i - t);
            }
            let next = !x & (x & lanes).wrapping_add(0x0101_0101_0101_0101) & lanes;
            recent = recent.checked_shr(8 * W as u32).unwrap_or(0) | next << (64 - 8 * W);
            self.marks[i..i + 8].copy_from_slice(&next.to_le_bytes());
            i += W;
        }
    }

    /// W piles at a time, W <= every number of the set.
    fn in_lanes<const W: usize>(&mut self, from: usize, to: usize) {
        let mut i = from;
        while i < to {
            let mut x = [0u8; W];
            for t in &self.takes {
                let before = &self.marks[i - t..i - t + W];
                for (x, b) in x.iter_mut().zip(before) {
                    *x |= b;
                }
            }
            for (mark, x) in self.marks[i..i + W].iter_mut().zip(x) {
                *mark = !x & x.wrapping_add(1);
            }
            i += W;
        }
    }

    /// The period, if the last values as far as any move reaches have come before: then everything repeats.
    ///
    /// A window of values is looked for in what follows it; it moves on whenever the length doubles (Brent 1980).
    pub(super) fn period(&mut self) -> Option<Repetition> {
        let (end, seen) = self.window;
        if end > 0 {
            let needle = &self.marks[end..end + self.front];
            let start = seen + 1;
            if let Some(found) = memmem::find(self.marks.get(start..)?, needle) {
                let period = start + found - end;
                let marks = &self.marks[self.front..];
                let same = |i: &usize| marks[*i] == marks[*i + period];
                let start = (0..=end).rev().take_while(same).last().unwrap_or(end);
                return Some(Repetition { start, period, saltus: 0 });
            }
            self.window.1 = self.marks.len() - self.front;
        }
        if self.len() >= 2 * end.max(32) {
            let last = self.len().saturating_sub(self.front);
            self.window = (last, last);
        }
        None
    }
}

fn word(marks: &[u8], at: usize) -> u64 {
    let bytes = marks[at..].first_chunk::<8>();
    u64::from_le_bytes(*bytes.unwrap_or_else(|| unreachable!("there are values behind")))
}
