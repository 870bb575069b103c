//! The options of one position of a chain, looked up in its table: one by one, or in runs in which each costs an addition.

use super::chain::{Chain, Digits};
use super::chain_at::At;
use super::chain_marks::{Known, Marks};
use super::code::{ChainRun, Code, Reg};
use super::vm::{Sink, Vm};
use crate::engine::{Exhausted, Meter};

/// Looks options up in the table and marks their values.
pub(super) struct Look<'a, T: ?Sized> {
    pub(super) chain: &'a Chain,
    pub(super) digits: Digits,
    pub(super) marks: Marks<'a, T>,
    pub(super) code: &'a Code,
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
}

impl<T: Known + ?Sized> Sink for Look<'_, T> {
    fn part(&mut self, vm: &Vm, spec: u32) -> bool {
        let spec = &self.code.parts[spec as usize];
        let Some(rank) = self.rank(vm, spec.args[0]) else { return false };
        let Some(value) = self.marks.values.known(rank) else { return false };
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
        self.marks.value(self.value);
        *self.most = self.value.max(*self.most);
        self.value = 0;
    }

    #[inline(never)]
    fn chain_run(&mut self, vm: &Vm, spec: u32) -> bool {
        let word = |r: u16| vm.words[r as usize];
        let is_run = match &self.code.chain_runs[spec as usize] {
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
        };
        is_run && self.marks.all()
    }

    fn tick(&mut self) -> Result<(), Exhausted> {
        self.meter.look()
    }
}
