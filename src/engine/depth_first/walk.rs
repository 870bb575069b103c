//! What one thread keeps on its way: the open positions, and what is still missing of each.

use crate::engine::memo::{Pair, Recent};
use crate::engine::rules::Options;

/// What one thread keeps on its way. Of an open position only what is still missing is kept: an option whose value is known
/// goes into the mex at once.
#[derive(Debug)]
pub(super) struct Walk<K: Copy> {
    /// Values of positions lately seen as they came, before simplification.
    pub(super) recent: Recent<K>,
    pub(super) options: Options<K>,
    pub(super) simplified: Vec<K>,
    /// Options of which one part has no value yet: that part, and the nim-sum of the others.
    pub(super) missing: Vec<Pair<K>>,
    /// Options of which several have none: the nim-sum of the others, and how many of `parts`.
    pub(super) sums: Vec<(u64, u32)>,
    pub(super) parts: Vec<K>,
    /// Values of options that have no bit in a frame.
    pub(super) large: Vec<u64>,
    pub(super) frames: Vec<Frame<K>>,
    /// Positions opened.
    pub(super) opened: u64,
    /// Options of the top position were listed, and are not recorded yet.
    pub(super) listed: bool,
    /// How many turns it has passed over, and how many it will before it looks for something to begin with.
    pub(super) turns_passed: u32,
    pub(super) patience: u32,
}

/// An open position: the values of its options so far, and where its share of the lists begins. It is on top of all of them
/// whenever it is looked at. With a key of a word it takes 64 bytes, one line of a cache: the lists are shorter than 2^32, for
/// no budget lets them grow beyond [`KEEP`](super::worker::KEEP) bytes by more than the options of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<K> {
    /// The values of options below 128.
    seen: u128,
    pub(super) key: K,
    /// Where the table had it when it was opened.
    pub(super) slot: usize,
    /// How many options there are: no larger value matters.
    pub(super) options: u32,
    pub(super) missing: u32,
    pub(super) sums: u32,
    pub(super) parts: u32,
    pub(super) large: u32,
    /// How many of the missing are put off, for other threads are at work on them.
    pub(super) put_off: u32,
    /// The listing was too long to keep: list again when the one missing key is solved.
    pub(super) again: bool,
}

impl<K> Frame<K> {
    /// An option has this value.
    #[inline]
    pub(super) fn add(&mut self, value: u64, large: &mut Vec<u64>) {
        match 1u128.checked_shl(value.min(128) as u32) {
            Some(bit) => self.seen |= bit,
            None if value <= u64::from(self.options) => large.push(value),
            None => {}
        }
    }

    /// The least number that is not the value of an option, of which these are the large ones.
    #[inline]
    pub(super) fn mex(&self, large: &mut [u64]) -> u64 {
        let mut mex = u64::from(self.seen.trailing_ones());
        if mex == 128 {
            large.sort_unstable();
            large.iter().for_each(|v| mex += u64::from(*v == mex));
        }
        mex
    }

    /// Nothing is known about the options any more.
    pub(super) fn listed_again(&mut self) {
        (self.again, self.seen, self.put_off) = (true, 0, 0);
    }
}

impl<K: Copy> Default for Walk<K> {
    fn default() -> Self {
        Walk {
            recent: Recent::default(),
            options: Options::default(),
            simplified: vec![],
            missing: vec![],
            sums: vec![],
            parts: vec![],
            large: vec![],
            frames: vec![],
            opened: 0,
            listed: false,
            turns_passed: 0,
            patience: 0,
        }
    }
}

impl<K: Copy> Walk<K> {
    pub(super) fn bytes(&self) -> u64 {
        let words = 2 * self.sums.capacity() + self.large.capacity();
        let keys = self.parts.capacity() * size_of::<K>() + self.missing.capacity() * size_of::<Pair<K>>();
        (8 * words + keys + self.frames.capacity() * size_of::<Frame<K>>()) as u64
    }

    /// The bytes that listings of open positions take.
    pub(super) fn kept(&self) -> usize {
        let keys = self.parts.len() * size_of::<K>() + self.missing.len() * size_of::<Pair<K>>();
        self.sums.len() * 16 + self.large.len() * 8 + keys
    }

    /// Puts an unknown position on top.
    #[inline]
    pub(super) fn begin(&mut self, key: K, slot: usize) {
        self.frames.push(Frame {
            seen: 0,
            key,
            slot,
            options: 0,
            missing: self.missing.len() as u32,
            sums: self.sums.len() as u32,
            parts: self.parts.len() as u32,
            large: self.large.len() as u32,
            put_off: 0,
            again: false,
        });
    }

    /// Takes the top position off, which is given.
    #[inline]
    pub(super) fn leave(&mut self, frame: &Frame<K>) {
        self.forget(frame);
        self.frames.pop();
    }

    /// Forgets what is missing of the top position, which is given.
    #[inline]
    pub(super) fn forget(&mut self, frame: &Frame<K>) {
        self.missing.truncate(frame.missing as usize);
        self.sums.truncate(frame.sums as usize);
        self.parts.truncate(frame.parts as usize);
        self.large.truncate(frame.large as usize);
    }

    /// Forgets all that is missing; the positions that were open.
    pub(super) fn abandon(&mut self) -> Vec<Frame<K>> {
        self.missing.clear();
        self.sums.clear();
        self.parts.clear();
        self.large.clear();
        self.listed = false;
        std::mem::take(&mut self.frames)
    }
}
