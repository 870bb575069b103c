//! The options of one position of a chain, looked up in its table: one by one, or in runs in which each costs an addition.

use super::chain::{Chain, Digits, Link};
use super::code::{ChainRun, Code, CutRows, Edge, Reg};
use super::vm::{Sink, Vm};
use crate::engine::{Exhausted, Meter};

/// Values by the numbers of positions.
pub(super) trait Known {
    /// The value of a position, if it is known.
    fn known(&self, rank: usize) -> Option<u16>;
}

impl<V: Copy + Into<u16>> Known for [V] {
    #[inline(always)]
    fn known(&self, rank: usize) -> Option<u16> {
        self.get(rank).map(|value| (*value).into())
    }
}

/// Looks options up in the table and marks their values.
pub(super) struct Look<'a, T: ?Sized> {
    pub(super) chain: &'a Chain,
    pub(super) digits: Digits,
    pub(super) values: &'a T,
    pub(super) code: &'a Code,
    pub(super) stamps: &'a mut [u8; 1 << 16],
    pub(super) stamp: u8,
    pub(super) value: u16,
    /// The sums of the terms of the position itself, up to each digit.
    pub(super) before: &'a [u32],
    /// The numbers of its cuts, by the value that all rows are cut to.
    pub(super) cuts: &'a [u32],
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

    fn rank_of_set(&self, set: u128) -> Option<usize> {
        let mut left = set;
        self.chain.rank(std::iter::from_fn(|| {
            let top = 127u32.checked_sub(left.leading_zeros())?;
            left &= !(1 << top);
            Some(i64::from(top))
        }))
    }

    #[inline]
    fn mark(&mut self, rank: usize) -> bool {
        match self.values.known(rank) {
            Some(v) => {
                self.stamps[usize::from(v)] = self.stamp;
                true
            }
            None => false,
        }
    }

    /// One more element for a set, each of some candidates in turn.
    fn mark_added(&mut self, base: u128, candidates: u128) -> bool {
        if candidates == 0 {
            return true;
        }
        if base & candidates != 0 || base.count_ones() as usize + 1 != self.chain.digits() {
            return false;
        }
        match (u64::try_from(base), u64::try_from(candidates)) {
            (Ok(base), Ok(candidates)) => self.mark_added_word(base, candidates),
            _ => {
                let mut left = candidates;
                while left != 0 {
                    let one = left & left.wrapping_neg();
                    left &= !one;
                    match self.rank_of_set(base | one) {
                        Some(rank) if self.mark(rank) => {}
                        _ => return false,
                    }
                }
                true
            }
        }
    }

    /// Between two elements of the base the others keep their places, and only one term changes.
    fn mark_added_word(&mut self, base: u64, candidates: u64) -> bool {
        let (chain, count) = (self.chain, self.chain.digits());
        if base != 0 && 63 - base.leading_zeros() as usize >= chain.width() {
            return false;
        }
        // All of the base come after the new element at first; some may be too large for that.
        let (mut others, mut too_large, mut left) = (0usize, 0, base);
        for j in 1..count {
            let top = 63 - left.leading_zeros();
            left &= !(1 << top);
            too_large += u32::from(top > chain.bound(j));
            others += chain.terms(j)[top as usize] as usize;
        }
        let (mut left, mut candidates) = (base, candidates);
        for j in 0..count {
            // What lies above the next element of the base.
            let top = if left == 0 { None } else { Some(63 - left.leading_zeros()) };
            let mut here = top.map_or(candidates, |top| candidates & (u64::MAX << top));
            candidates &= !here;
            let terms = chain.terms(j);
            if here != 0 && (too_large > 0 || 63 - here.leading_zeros() > chain.bound(j)) {
                return false;
            }
            while here != 0 {
                let d = here.trailing_zeros() as usize;
                here &= here - 1;
                if !self.mark(others + terms[d] as usize) {
                    return false;
                }
            }
            let Some(top) = top else { break };
            if candidates == 0 {
                break;
            }
            if top > chain.bound(j) {
                return false;
            }
            left &= !(1 << top);
            too_large -= u32::from(top > chain.bound(j + 1));
            others = others + terms[top as usize] as usize - chain.terms(j + 1)[top as usize] as usize;
        }
        true
    }

    /// Whether cuts of a list can be looked up: it is the position itself, whose rows do not get longer.
    fn has_cuts(&self, list: Reg) -> bool {
        list == self.code.inputs[0] && self.digits == Digits::List && self.chain.link == Link::NotRising
    }

    /// The position itself with its entries from `from` on, counted from 0, cut down to each of some values but one.
    fn mark_cuts(&mut self, list: &[i64], from: i64, first: i64, last: i64, avoid: Option<i64>) -> bool {
        if first > last {
            return true;
        }
        if let Some(one) = avoid.filter(|one| (first..=last).contains(one)) {
            return self.mark_cuts(list, from, first, one - 1, None)
                && self.mark_cuts(list, from, one + 1, last, None);
        }
        let Some(from) = usize::try_from(from).ok().filter(|from| *from < list.len()) else { return false };
        // Cut to its own length or more, a row would stay as it is.
        if first < 0 || last >= list[from] {
            return false;
        }
        let values = first as usize..last as usize + 1;
        let (before, values_of) = (self.before[from], self.values);
        for (cut, same) in self.cuts[values.clone()].iter().zip(&self.chain.sums_before(from)[values]) {
            let rank = before.wrapping_add(*cut).wrapping_sub(*same);
            let Some(value) = values_of.known(rank as usize) else { return false };
            self.stamps[usize::from(value)] = self.stamp;
        }
        true
    }

    fn mark_rows(&mut self, vm: &Vm, run: &CutRows) -> Option<bool> {
        let (list, word) = (vm.list(run.list), |r: u16| vm.words[r as usize]);
        for row in word(run.lo)..=word(run.hi) {
            let from = row.checked_add(run.shift)?.checked_sub(1)?;
            let length = *list.get(usize::try_from(from).ok()?)?;
            let edge = |e: &Edge| {
                word(e.base)
                    .checked_add(e.slope * row)?
                    .checked_add(e.length * length)?
                    .checked_add(word(run.add))
            };
            let (mut first, mut last) = (i64::MIN, i64::MAX);
            for e in &run.least {
                first = first.max(edge(e)?);
            }
            for e in &run.most {
                last = last.min(edge(e)?);
            }
            let avoid = match run.avoid {
                Some((at, x)) if word(at) == row => Some(word(x).checked_add(word(run.add))?),
                _ => None,
            };
            if !self.mark_cuts(list, from, first, last, avoid) {
                return Some(false);
            }
        }
        Some(true)
    }
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
        self.value = 0;
    }

    fn chain_run(&mut self, vm: &Vm, spec: u32) -> bool {
        let word = |r: u16| vm.words[r as usize];
        match &self.code.chain_runs[spec as usize] {
            ChainRun::Add { base, candidates } => {
                self.mark_added(vm.sets[*base as usize], vm.sets[*candidates as usize])
            }
            ChainRun::Cut { list, from, lo, hi, add, avoid } => {
                let (add, from) = (word(*add), word(*from).max(1) - 1);
                let ends = word(*lo).checked_add(add).zip(word(*hi).checked_add(add));
                let (Some((first, last)), true) = (ends, self.has_cuts(Reg::L(*list))) else { return false };
                self.mark_cuts(vm.list(*list), from, first, last, word(*avoid).checked_add(add))
            }
            ChainRun::CutRows(run) => {
                self.has_cuts(Reg::L(run.list)) && self.mark_rows(vm, run).unwrap_or(false)
            }
        }
    }

    fn tick(&mut self) -> Result<(), Exhausted> {
        self.meter.look()
    }
}
