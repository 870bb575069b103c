//! The options of one position of a chain, looked up in its table: one by one, or in runs in which each costs an addition.

use super::chain::{Chain, Digits};
use super::chain_at::At;
use super::code::{ChainRun, Code, Reg};
use super::vm::{Sink, Vm};
use crate::engine::{Exhausted, Meter};

/// Values by the numbers of positions.
pub(super) trait Known {
    /// No value is larger.
    const MOST: usize;
    /// The value of a position, if it is known.
    fn known(&self, rank: usize) -> Option<u16>;
}

impl<V: Copy + Into<u16>> Known for [V] {
    const MOST: usize = (1 << (8 * size_of::<V>())) - 1;

    #[inline(always)]
    fn known(&self, rank: usize) -> Option<u16> {
        self.get(rank).map(|value| (*value).into())
    }
}

/// One for each value of two bytes: values with the stamp of the position at hand are those of its options.
pub(super) type Stamps = [u8; 1 << 16];

/// Looks options up in the table and marks their values.
pub(super) struct Look<'a, T: ?Sized> {
    pub(super) chain: &'a Chain,
    pub(super) digits: Digits,
    pub(super) values: &'a T,
    pub(super) code: &'a Code,
    pub(super) stamps: &'a mut Stamps,
    pub(super) stamp: u8,
    pub(super) value: u16,
    /// No value put together of several parts was larger.
    pub(super) most: &'a mut u16,
    pub(super) at: &'a At,
    pub(super) meter: &'a Meter,
}

impl<T: Known + ?Sized> Look<'_, T> {
    fn rank(&self, vm: &Vm, reg: Reg) -> Option<usize> {
        match (self.digits, reg) {
            (Digits::Set, Reg::B(r)) => self.rank_of_set(vm.sets[r as usize]),
            (Digits::List, Reg::L(r)) => self.chain.rank(vm.list(r).iter().copied()),
            (Digits::Bag, Reg::L(r)) => self.chain.rank(vm.list(r).iter().rev().copied()),
            _ => None,
        }
    }

    pub(super) fn rank_of_set(&self, set: u128) -> Option<usize> {
        let mut left = set;
        self.chain.rank(std::iter::from_fn(|| {
            let top = 127u32.checked_sub(left.leading_zeros())?;
            left &= !(1 << top);
            Some(i64::from(top))
        }))
    }

    #[inline]
    pub(super) fn mark(&mut self, rank: usize) -> bool {
        mark(self.values, self.stamps, self.stamp, rank)
    }

    /// Marks the positions with these numbers, all of them moved up by one number.
    #[inline(always)]
    pub(super) fn mark_run(&mut self, from: u32, terms: &[u32]) -> bool {
        mark_run(self.values, self.stamps, self.stamp, from, terms)
    }

    /// The same, where each has a number of its own that is to be subtracted.
    #[inline(always)]
    pub(super) fn mark_differences(&mut self, from: u32, more: &[u32], less: &[u32]) -> bool {
        mark_differences(self.values, self.stamps, self.stamp, from, more, less)
    }
}

#[inline(always)]
fn mark<T: Known + ?Sized>(values: &T, stamps: &mut Stamps, stamp: u8, rank: usize) -> bool {
    match values.known(rank) {
        Some(value) => {
            stamps[usize::from(value)] = stamp;
            true
        }
        None => false,
    }
}

// Not inlined, for there are few registers.
#[inline(never)]
fn mark_run<T: Known + ?Sized>(values: &T, stamps: &mut Stamps, stamp: u8, from: u32, terms: &[u32]) -> bool {
    for term in terms {
        if !mark(values, stamps, stamp, from.wrapping_add(*term) as usize) {
            return false;
        }
    }
    true
}

#[inline(always)]
fn mark_differences<T: Known + ?Sized>(
    values: &T,
    stamps: &mut Stamps,
    stamp: u8,
    from: u32,
    more: &[u32],
    less: &[u32],
) -> bool {
    let less = &less[..more.len()];
    for i in 0..more.len() {
        let rank = from.wrapping_add(more[i]).wrapping_sub(less[i]);
        if !mark(values, stamps, stamp, rank as usize) {
            return false;
        }
    }
    true
}

impl<T: Known + ?Sized> Sink for Look<'_, T> {
    fn part(&mut self, vm: &Vm, spec: u32) -> bool {
        let spec = &self.code.parts[spec as usize];
        let Some(rank) = self.rank(vm, spec.args[0]) else { return false };
        let Some(value) = self.values.known(rank) else { return false };
        self.value ^= value;
        true
    }

    fn heap(&mut self, size: i64) -> bool {
        match u16::try_from(size) {
            Ok(size) if size < 1 << 15 => {
                self.value ^= size;
                true
            }
            _ => false,
        }
    }

    #[inline]
    fn end_option(&mut self) {
        self.stamps[usize::from(self.value)] = self.stamp;
        *self.most = self.value.max(*self.most);
        self.value = 0;
    }

    fn chain_run(&mut self, vm: &Vm, spec: u32) -> bool {
        let word = |r: u16| vm.words[r as usize];
        match &self.code.chain_runs[spec as usize] {
            ChainRun::Add { base, candidates } => {
                self.mark_added(vm.sets[*base as usize], vm.sets[*candidates as usize])
            }
            ChainRun::Move(run) => self.mark_moves(vm, run),
            ChainRun::Cut { list, from, lo, hi, add, avoid } => {
                let (add, from) = (word(*add), word(*from).max(1) - 1);
                let ends = word(*lo).checked_add(add).zip(word(*hi).checked_add(add));
                let (Some((first, last)), true) = (ends, self.has_cuts(Reg::L(*list))) else { return false };
                let from = usize::try_from(from).unwrap_or(usize::MAX);
                self.mark_cuts(from, first, last, word(*avoid).saturating_add(add))
            }
            ChainRun::CutRows(run) => self.has_cuts(Reg::L(run.list)) && self.mark_rows(vm, run),
        }
    }

    fn tick(&mut self) -> Result<(), Exhausted> {
        self.meter.look()
    }
}
