//! Chains: positions of a fixed number of digits, numbered without gaps ([`Numbering`]), with what makes numbers of options
//! quickly: coins on squares, rows of a diagram, bags and lists of fixed length.
//!
//! A digit has a largest value, and may have to be smaller than the one before it (sets), or no larger (rows that do
//! not get longer, bags).

pub(super) use super::numbering::Link;
use super::numbering::Numbering;

/// All positions with digits up to some bounds, the most significant first.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) link: Link,
    numbers: Numbering,
    /// `width` terms for each digit: its term where it has that value.
    terms: Vec<u32>,
    width: usize,
    /// Sums of the terms of all digits before, if these have the same value.
    sums: Vec<u32>,
}

/// Behind all terms and all sums stand so many numbers more, so that they can be taken by the block.
pub(super) const BLOCK: usize = 16;

/// Chains of more positions than this are not made.
const MAX_SIZE: u64 = 1 << 28;

impl Chain {
    /// `None` if there are too many positions, or none with these digits.
    pub(super) fn new(link: Link, bounds: &[u32]) -> Option<Chain> {
        let numbers = Numbering::new(link, bounds, MAX_SIZE)?;
        let (terms, width) = numbers.terms();
        let mut terms: Vec<u32> =
            terms.iter().map(|term| u32::try_from(*term).ok()).collect::<Option<_>>()?;
        let mut sums = vec![0u32; (bounds.len() + 1) * width + BLOCK];
        for i in 0..terms.len() {
            sums[i + width] = sums[i].wrapping_add(terms[i]);
        }
        terms.resize(terms.len() + BLOCK, 0);
        Some(Chain { link, terms, width, sums, numbers })
    }

    /// How many positions there are.
    pub(super) fn size(&self) -> usize {
        self.numbers.size() as usize
    }

    /// How many digits they have.
    pub(super) fn digits(&self) -> usize {
        self.numbers.bounds().len()
    }

    /// The largest value of a digit.
    #[inline]
    pub(super) fn bound(&self, j: usize) -> u32 {
        self.numbers.bounds()[j]
    }

    /// The terms of a digit, by its value.
    #[inline]
    pub(super) fn terms(&self, j: usize) -> &[u32] {
        &self.terms[j * self.width..(j + 1) * self.width]
    }

    /// The terms of the digits from `j` on, [`Chain::width`] for each, and a block more.
    #[inline]
    pub(super) fn terms_from(&self, j: usize) -> &[u32] {
        &self.terms[j * self.width..]
    }

    /// The sums of the terms of the digits before `j`, if each has the same value, by that value.
    #[inline]
    pub(super) fn sums_before(&self, j: usize) -> &[u32] {
        &self.sums[j * self.width..(j + 1) * self.width]
    }

    /// The same for `j` and the digits behind it, and a block more.
    #[inline]
    pub(super) fn sums_from(&self, j: usize) -> &[u32] {
        &self.sums[j * self.width..]
    }

    /// Digits below this have terms.
    #[inline]
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The number of a position, if it is one of these.
    #[inline]
    pub(super) fn rank(&self, digits: impl Iterator<Item = i64>) -> Option<usize> {
        self.numbers.rank(digits).map(|rank| rank as usize)
    }

    /// The digits of the position with a number.
    pub(super) fn digits_at(&self, rank: usize) -> Vec<u32> {
        self.numbers.digits_at(rank as u64)
    }

    /// The digits of the first position.
    pub(super) fn first(&self) -> Vec<u32> {
        self.numbers.first()
    }

    /// How many beginnings of so many digits there are, about: some may have no end.
    pub(super) fn beginnings(&self, digits: usize) -> Option<u64> {
        Numbering::new(self.link, &self.numbers.bounds()[..digits], MAX_SIZE).map(|n| n.size())
    }

    /// The number behind those of all positions with the first digits of one.
    pub(super) fn end_of_beginning(&self, rank: usize, digits: usize) -> usize {
        let mut last = self.digits_at(rank);
        for j in digits..last.len() {
            let before = j.checked_sub(1).map_or(u32::MAX, |before| last[before]);
            last[j] = match self.link {
                Link::Free => self.bound(j),
                Link::NotRising => self.bound(j).min(before),
                Link::Falling => self.bound(j).min(before.saturating_sub(1)),
            };
        }
        self.rank(last.into_iter().map(i64::from)).map_or(rank + 1, |last| last + 1)
    }

    /// Goes on to the next position, and tells which digit is the first that has changed; behind the last one the digits
    /// mean nothing.
    #[inline]
    pub(super) fn step(&self, digits: &mut [u32]) -> usize {
        self.numbers.step(digits)
    }
}

/// How a position is read as digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Digits {
    /// The elements of a set, the largest first.
    Set,
    /// The entries of a list.
    List,
    /// The entries of a bag, the largest first.
    Bag,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Every position once, in order, and its number is its place.
        #[test]
        fn numbers_have_no_gaps(bounds in proptest::collection::vec(0u32..6, 0..5), kind in 0..3) {
            let link = [Link::Falling, Link::NotRising, Link::Free][kind as usize];
            let all: Vec<Vec<u32>> = (0..6u32.pow(bounds.len() as u32))
                .map(|n| (0..bounds.len() as u32).rev().map(|j| n / 6u32.pow(j) % 6).collect::<Vec<u32>>())
                .filter(|d| d.iter().zip(&bounds).all(|(d, b)| d <= b))
                .filter(|d| d.windows(2).all(|w| match link {
                    Link::Falling => w[1] < w[0],
                    Link::NotRising => w[1] <= w[0],
                    Link::Free => true,
                }))
                .collect();
            let Some(chain) = Chain::new(link, &bounds) else {
                prop_assert!(all.is_empty());
                return Ok(());
            };
            prop_assert_eq!(chain.size(), all.len());
            let mut digits = chain.first();
            for (i, wanted) in all.iter().enumerate() {
                prop_assert_eq!(&digits, wanted);
                prop_assert_eq!(&chain.digits_at(i), wanted);
                prop_assert_eq!(chain.rank(digits.iter().map(|d| i64::from(*d))), Some(i));
                for same in 0..=wanted.len() {
                    let end = all.iter().rposition(|d| d[..same] == wanted[..same]).map(|last| last + 1);
                    prop_assert_eq!(Some(chain.end_of_beginning(i, same)), end);
                }
                chain.step(&mut digits);
            }
            let outside = [7i64].into_iter().chain(digits.iter().map(|d| i64::from(*d)));
            prop_assert_eq!(chain.rank(outside), None);
        }
    }
}
