//! The position of a chain that a walk is at, with what makes the numbers of its options quickly.

use super::chain::{BLOCK, Chain, Digits, Link};

/// A position, its number, and sums of terms that options share.
pub(super) struct At {
    pub(super) place: usize,
    pub(super) digits: Vec<u32>,
    /// If they are the elements of a set: that.
    pub(super) set: u128,
    /// The sums of its terms, up to each digit, and of all.
    pub(super) before: Vec<u32>,
    /// The same if each digit stood one place further in front, the first one nowhere.
    ahead: Vec<u32>,
    /// If digits fall: where a lower one goes that comes for one before it.
    pub(super) slots: Vec<Slot>,
    /// If rows do not get longer: the numbers of what it becomes with all rows cut to some length.
    pub(super) cuts: Vec<u32>,
    /// Whether the sums are made.
    is_made: bool,
}

/// The place behind a digit and in front of the next one.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    /// The least number behind the next digit, and the digit.
    pub(super) least: u32,
    pub(super) end: u32,
    /// What the digits up to here add to a number, each moved one place to the front, less what they add where they are.
    pub(super) moved: u32,
}

impl At {
    /// The first position.
    pub(super) fn first(chain: &Chain) -> At {
        let digits = chain.first();
        let sums = vec![0; digits.len() + 1];
        At {
            place: 0,
            set: 0,
            before: sums.clone(),
            ahead: sums,
            slots: vec![Slot::default(); digits.len()],
            cuts: vec![],
            is_made: false,
            digits,
        }
    }

    /// To the position with a number.
    pub(super) fn go_to(&mut self, chain: &Chain, place: usize) {
        if self.place != place {
            (self.place, self.digits, self.is_made) = (place, chain.digits_at(place), false);
        }
    }

    /// Makes the sums, if a step has not made them.
    pub(super) fn prepare(&mut self, chain: &Chain, digits: Digits) {
        if self.is_made {
            return;
        }
        self.add_terms(chain, digits, 0);
        if has_cuts(chain, digits) {
            self.make_cuts(chain);
        }
        self.is_made = true;
    }

    /// To the next position, with its sums if those of this one are made.
    pub(super) fn step(&mut self, chain: &Chain, digits: Digits) {
        let changed = chain.step(&mut self.digits);
        self.place += 1;
        if self.is_made && self.place < chain.size() {
            self.add_terms(chain, digits, changed);
            if has_cuts(chain, digits) {
                self.step_cuts(chain, changed);
            }
        }
    }

    /// Makes the sums that digits from one on have a part in.
    fn add_terms(&mut self, chain: &Chain, digits: Digits, from: usize) {
        for j in from..self.digits.len() {
            let term = chain.terms(j)[self.digits[j] as usize];
            self.before[j + 1] = self.before[j].wrapping_add(term);
        }
        if digits == Digits::Set {
            self.set = set_of(&self.digits);
            self.make_slots(chain, from);
        }
    }

    fn make_slots(&mut self, chain: &Chain, from: usize) {
        for j in from.max(1)..self.digits.len() {
            let term = chain.terms(j - 1)[self.digits[j] as usize];
            self.ahead[j + 1] = self.ahead[j].wrapping_add(term);
        }
        for j in from.saturating_sub(1)..self.digits.len() {
            let (least, end) = (self.digits.get(j + 1).map_or(0, |next| next + 1), self.digits[j]);
            let moved = self.ahead[j + 1].wrapping_sub(self.before[j + 1]);
            self.slots[j] = Slot { least, end, moved };
        }
    }

    fn make_cuts(&mut self, chain: &Chain) {
        self.cuts.resize(chain.width() + BLOCK, 0);
        // Cut to less than a row and not less than those behind it, it and those in front change.
        let mut least = 0;
        for (j, digit) in self.digits.iter().enumerate().rev() {
            let rest = (self.place as u32).wrapping_sub(self.before[j + 1]);
            for value in least..*digit as usize {
                self.cuts[value] = chain.sums_before(j + 1)[value].wrapping_add(rest);
            }
            least = *digit as usize;
        }
    }

    /// After a step, rows behind the one that has grown are empty. Cut to no less than that one, those in front change as
    /// before, and the number is one more; cut to less, all rows that are not empty are of that length.
    fn step_cuts(&mut self, chain: &Chain, changed: usize) {
        let (Some(grown), Some(longest)) = (self.digits.get(changed), self.digits.first()) else { return };
        let (grown, longest) = (*grown as usize, *longest as usize);
        self.cuts[grown..longest].iter_mut().for_each(|cut| *cut = cut.wrapping_add(1));
        self.cuts[..grown].copy_from_slice(&chain.sums_before(changed + 1)[..grown]);
    }

    /// What a number has without the digit at `i`, before a lower one comes: [`Slot::moved`] is still to be added.
    pub(super) fn without(&self, i: usize) -> u32 {
        (self.place as u32).wrapping_add(self.before[i]).wrapping_sub(self.ahead[i + 1])
    }
}

fn set_of(digits: &[u32]) -> u128 {
    match digits.first() {
        Some(64..) => digits.iter().fold(0, |set, digit| set | 1 << digit),
        _ => digits.iter().fold(0u64, |set, digit| set | 1 << digit).into(),
    }
}

fn has_cuts(chain: &Chain, digits: Digits) -> bool {
    chain.link == Link::NotRising && digits == Digits::List
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rank(chain: &Chain, digits: &[u32]) -> u32 {
        chain.rank(digits.iter().map(|d| i64::from(*d))).unwrap() as u32
    }

    /// What stepping has made is what is made from the beginning.
    fn same_from_the_beginning(at: &mut At, chain: &Chain, digits: Digits) {
        let mut other = At::first(chain);
        other.place = usize::MAX;
        other.go_to(chain, at.place);
        other.prepare(chain, digits);
        at.prepare(chain, digits);
        assert_eq!((&at.digits, &at.before, at.set), (&other.digits, &other.before, other.set));
    }

    /// The number of a position with all rows cut.
    fn cut(chain: &Chain, at: &At, from: usize, value: u32) -> u32 {
        let cut = |(j, d): (usize, &u32)| if j < from { *d } else { (*d).min(value) };
        rank(chain, &at.digits.iter().enumerate().map(cut).collect::<Vec<_>>())
    }

    proptest! {
        #[test]
        fn cuts_have_their_numbers(bounds in proptest::collection::vec(0u32..6, 1..5)) {
            let bounds: Vec<u32> = bounds.iter().scan(6, |top, b| { *top = (*top).min(*b); Some(*top) }).collect();
            let chain = Chain::new(Link::NotRising, &bounds).unwrap();
            let mut at = At::first(&chain);
            while at.place < chain.size() {
                same_from_the_beginning(&mut at, &chain, Digits::List);
                for (from, length) in at.digits.iter().enumerate() {
                    for value in 0..*length {
                        let number = at.before[from].wrapping_add(at.cuts[value as usize]);
                        let number = number.wrapping_sub(chain.sums_before(from)[value as usize]);
                        prop_assert_eq!(number, cut(&chain, &at, from, value));
                    }
                }
                at.step(&chain, Digits::List);
            }
        }

        #[test]
        fn moves_down_have_their_numbers(bounds in proptest::collection::vec(3u32..9, 1..4)) {
            let Some(chain) = Chain::new(Link::Falling, &bounds) else { return Ok(()) };
            let mut at = At::first(&chain);
            while at.place < chain.size() {
                same_from_the_beginning(&mut at, &chain, Digits::Set);
                for i in 0..at.digits.len() {
                    let mut found = vec![];
                    for (j, slot) in at.slots.iter().enumerate().skip(i) {
                        let from = at.without(i).wrapping_add(slot.moved);
                        found.extend((slot.least..slot.end).map(|x| from.wrapping_add(chain.terms(j)[x as usize])));
                    }
                    let below = (0..at.digits[i]).filter(|x| at.set >> x & 1 == 0);
                    let wanted = below.map(|x| {
                        let mut digits = at.digits.clone();
                        digits[i] = x;
                        digits.sort_unstable_by(|a, b| b.cmp(a));
                        rank(&chain, &digits)
                    });
                    found.sort_unstable();
                    prop_assert_eq!(found, wanted.collect::<Vec<_>>());
                }
                at.step(&chain, Digits::Set);
            }
        }
    }
}
