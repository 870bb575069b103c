//! Options that are sets with one more element, each of some candidates in turn; above all those in which an element of the
//! position itself has moved down.

use super::chain::Digits;
use super::chain_look::Look;
use super::chain_marks::{Known, write_sums};
use super::code::{Edge, MoveEach};
use super::vm::{Vm, range_bits};

impl<T: Known + ?Sized> Look<'_, T> {
    /// One more element for a set, each of some candidates in turn.
    pub(super) fn mark_added(&mut self, base: u128, candidates: u128) -> bool {
        if candidates == 0 {
            return true;
        }
        if base & candidates != 0 || base.count_ones() as usize + 1 != self.chain.digits() {
            return false;
        }
        match (u64::try_from(base), u64::try_from(candidates)) {
            (Ok(base), Ok(candidates)) => self.mark_added_word(base, candidates),
            _ => elements(candidates)
                .all(|x| self.rank_of_set(base | 1 << x).is_some_and(|rank| self.marks.one(rank))),
        }
    }

    /// Between two elements of the base the others keep their places, and only one term changes.
    fn mark_added_word(&mut self, base: u64, candidates: u64) -> bool {
        let (chain, count) = (self.chain, self.chain.digits());
        if base != 0 && 63 - base.leading_zeros() as usize >= chain.width() {
            return false;
        }
        // All of the base come after the new element at first; some may be too large for that.
        let (mut others, mut too_large, mut left) = (0u32, 0, base);
        for j in 1..count {
            let top = 63 - left.leading_zeros();
            left &= !(1 << top);
            too_large += u32::from(top > chain.bound(j));
            others = others.wrapping_add(chain.terms(j)[top as usize]);
        }
        let (mut left, mut candidates) = (base, candidates);
        for j in 0..count {
            // What lies above the next element of the base.
            let top = if left == 0 { None } else { Some(63 - left.leading_zeros()) };
            let here = top.map_or(candidates, |top| candidates & (u64::MAX << top));
            candidates &= !here;
            if here != 0 && (too_large > 0 || 63 - here.leading_zeros() > chain.bound(j)) {
                return false;
            }
            if !self.mark_placed(here, others, chain.terms_from(j)) {
                return false;
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
            let (in_front, behind) = (chain.terms(j)[top as usize], chain.terms(j + 1)[top as usize]);
            others = others.wrapping_add(in_front).wrapping_sub(behind);
        }
        true
    }

    /// Elements that come to one place, all others being where they are.
    #[inline]
    fn mark_placed(&mut self, elements: u64, others: u32, terms: &[u32]) -> bool {
        let mut left = elements;
        while left != 0 {
            // A stretch without a gap.
            let first = left.trailing_zeros();
            let length = (!(left >> first)).trailing_zeros();
            let (room, terms) = (self.marks.room(), &terms[first as usize..]);
            let Some(room) = write_sums(room, others, terms, length as usize).map(|room| room.len()) else {
                return false;
            };
            self.marks.left(room);
            left &= left.wrapping_add(1 << first);
        }
        true
    }

    /// Each element of a set moves, in turn, to each of some numbers.
    pub(super) fn mark_moves(&mut self, vm: &Vm, run: &MoveEach) -> bool {
        let of = |b: &u16| vm.sets[*b as usize];
        let may = run.keep.iter().fold(u128::MAX, |may, b| may & of(b));
        let may = run.drop.iter().fold(may, |may, b| may & !of(b));
        let set = of(&run.set);
        if self.is_at(set) {
            return self.mark_own_moves(vm, run, may);
        }
        elements(set).all(|x| self.mark_moved(set, x, ends(vm, run, x.into()), may))
    }

    /// An element of a set moves to each number from one to another that it may move to.
    fn mark_moved(&mut self, set: u128, x: u32, (first, last): (i64, i64), may: u128) -> bool {
        range_bits(first, last).is_some_and(|range| self.mark_added(set & !(1 << x), range & may))
    }

    /// Whether a set is the position itself, and a word.
    fn is_at(&self, set: u128) -> bool {
        self.digits == Digits::Set && self.at.set == set && set >> 64 == 0
    }

    /// The same for the elements of the position itself, which stand in a word.
    fn mark_own_moves(&mut self, vm: &Vm, run: &MoveEach, may: u128) -> bool {
        // Most rules have one edge on each side.
        if let ([least], [most]) = (run.least.as_slice(), run.most.as_slice()) {
            let (low, high) = (vm.words[least.base as usize], vm.words[most.base as usize]);
            let ends = |x| (low.saturating_add(least.slope * x), high.saturating_add(most.slope * x));
            return self.mark_own(may, ends);
        }
        self.mark_own(may, |x| ends(vm, run, x))
    }

    /// The same, with the first and the last number for each element.
    #[inline(never)]
    fn mark_own(&mut self, may: u128, ends: impl Fn(i64) -> (i64, i64)) -> bool {
        let (at, free) = (self.at, !(self.at.set as u64));
        for (i, x) in at.digits.iter().enumerate() {
            let (first, last) = ends(i64::from(*x));
            if first > last {
                continue;
            }
            let is_marked = if first < 0 || last >= i64::from(*x) {
                self.mark_moved(at.set, *x, (first, last), may)
            } else {
                let candidates = (u64::MAX >> (63 - (last - first))) << first & may as u64;
                if candidates == free & !(u64::MAX << x) {
                    self.mark_all_below(i)
                } else {
                    candidates & !free == 0 && self.mark_moved_down(i, candidates)
                }
            };
            if !is_marked {
                return false;
            }
        }
        true
    }

    /// The element at `i` moves down to each number that is free.
    #[inline(always)]
    fn mark_all_below(&mut self, i: usize) -> bool {
        let (at, chain) = (self.at, self.chain);
        let (without, mut terms, mut room) = (at.without(i), chain.terms_from(i), self.marks.room());
        for slot in &at.slots[i..] {
            let (from, count) = (without.wrapping_add(slot.moved), slot.end - slot.least);
            match write_sums(room, from, &terms[slot.least as usize..], count as usize) {
                Some(rest) => room = rest,
                None => return false,
            }
            terms = &terms[chain.width()..];
        }
        let room = room.len();
        self.marks.left(room);
        true
    }

    /// The element at `i` moves down to each of some numbers.
    fn mark_moved_down(&mut self, i: usize, candidates: u64) -> bool {
        let (at, chain) = (self.at, self.chain);
        let (without, mut left) = (at.without(i), candidates);
        for (j, slot) in at.slots.iter().enumerate().skip(i) {
            let here = left & (u64::MAX << slot.least);
            left ^= here;
            if !self.mark_placed(here, without.wrapping_add(slot.moved), chain.terms_from(j)) {
                return false;
            }
            if left == 0 {
                break;
            }
        }
        true
    }
}

/// The elements of a set, the least first.
fn elements(set: u128) -> impl Iterator<Item = u32> {
    let mut left = set;
    std::iter::from_fn(move || {
        let x = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (x < u128::BITS).then_some(x)
    })
}

/// The first and the last number that an element may move to by the edges of a run.
#[inline]
fn ends(vm: &Vm, run: &MoveEach, x: i64) -> (i64, i64) {
    let edge = |e: &Edge| vm.words[e.base as usize].saturating_add(e.slope * x);
    let first = run.least.iter().map(edge).fold(i64::MIN, i64::max);
    (first, run.most.iter().map(edge).fold(i64::MAX, i64::min))
}
