//! What one thread keeps on its way.

use super::known::Known;
use crate::engine::rules::Options;
use crate::engine::stop::LONGEST;

/// What one thread keeps on its way.
#[derive(Debug)]
pub(super) struct Walk<K> {
    /// Longer plays are left to the solver: it finds whether they end.
    pub(super) longest: usize,
    /// By how options of like weight are put in another order than usual; 0 where they are not.
    pub(super) turn: u64,
    /// Canonical forms of parts lately seen, and their values if they were known: direct-mapped.
    pub(super) recent: Vec<(K, K, Known)>,
    pub(super) options: Options<K>,
    /// How far from the middle each option is, and its number.
    pub(super) order: Vec<(u32, u32)>,
    pub(super) split: Vec<K>,
    /// The parts of an option with their weights.
    pub(super) weighed: Vec<(u64, K)>,
    pub(super) frames: Vec<Frame<K>>,
    /// The options of open parts that are not known to be of some value, and what they are sums of.
    pub(super) pending: Vec<Pending>,
    pub(super) parts: Vec<K>,
    pub(super) looked_at: u64,
    /// When it has looked at so many parts, it looks whether others have answered what is open.
    pub(super) look_down_at: u64,
    /// Questions answered.
    pub(super) answered: u64,
}

/// After this many parts, or as many as are open, a thread looks whether others have answered what it is at work on.
pub(super) const LOOK_DOWN: u64 = 32;

/// Canonical forms kept at hand.
pub(super) const RECENT: usize = 1 << 15;

/// The work that a part may be grows faster than its weight.
pub(super) fn squared(weight: u64) -> u64 {
    weight.min(1 << 20).pow(2)
}

/// An open part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<K> {
    pub(super) key: K,
    /// The value that is asked about; `None` asks for the value.
    pub(super) wanted: Option<u32>,
    /// Values that some option has.
    pub(super) seen: u128,
    /// Whether an option is looked for that has the value asked about: that would settle it at once. Smaller values come after.
    pub(super) refutes: bool,
    /// The value that is looked for among the options, and how many were looked at.
    pub(super) look_for: u32,
    pub(super) at: usize,
    /// How many options are even: they come last.
    pub(super) even: usize,
    /// Options were passed over, for another thread is at work on them; and: they no longer are.
    pub(super) passed_over: bool,
    pub(super) late: bool,
    pub(super) pending: usize,
    pub(super) parts: usize,
}

impl<K> Frame<K> {
    /// Begins to look for a value.
    pub(super) fn look_for(&mut self, value: u32) {
        self.look_for = value;
        (self.at, self.passed_over, self.late) = (0, false, false);
    }

    /// Which of the options that are left is looked at now. Even ones are likely to be worth 0: they come first where that is
    /// looked for, and last where it is not.
    pub(super) fn place(&self, left: usize) -> usize {
        let turned = if self.look_for == 0 { self.at + left - self.even } else { self.at };
        if turned < left { turned } else { turned - left }
    }
}

/// An option: some of `parts` and a nim-heap.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) heap: u64,
    pub(super) weight: u64,
    /// See [`Rules::is_even`](crate::engine::rules::Rules::is_even).
    pub(super) even: bool,
}

/// What there is to do next for the part on top.
pub(super) enum Next<K> {
    /// Ask this of another part first.
    Ask(K, Option<u32>),
    /// This is its value.
    Value(u32),
    /// The value asked about is not its value, nor are others that some option has: their bits.
    Not(u32),
}

impl<K> Default for Walk<K> {
    fn default() -> Self {
        Walk {
            longest: LONGEST,
            turn: 0,
            recent: vec![],
            options: Options::default(),
            order: vec![],
            split: vec![],
            weighed: vec![],
            frames: vec![],
            pending: vec![],
            parts: vec![],
            looked_at: 0,
            look_down_at: 0,
            answered: 0,
        }
    }
}

impl<K> Walk<K> {
    pub(super) fn bytes(&self) -> u64 {
        (self.pending.capacity() * size_of::<Pending>() + self.parts.capacity() * size_of::<K>()) as u64
    }
}
