//! Positions of a fixed number of digits, numbered without gaps: coins on squares, rows of a diagram, bags and lists
//! of fixed length.
//!
//! A digit has a largest value, and may have to be smaller than the one before it (sets), or no larger (rows that do
//! not get longer, bags). In lexicographic order, the number of a position is then a sum with one term for each digit:
//! how many ways there are to go on with a smaller digit in its place (the combinatorial number system, where the
//! digits fall).

/// What a digit has to do with the one before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Link {
    /// It is smaller.
    Falling,
    /// It is no larger.
    NotRising,
    /// Nothing.
    Free,
}

/// All positions with digits up to some bounds, the most significant first.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) link: Link,
    bounds: Vec<u32>,
    /// `width` terms for each digit: its term where it has that value.
    terms: Vec<u32>,
    width: usize,
    size: usize,
    /// Sums of the terms of all digits before, if these have the same value.
    sums: Vec<u32>,
}

/// Chains of more positions than this are not made.
const MAX_SIZE: u64 = 1 << 28;
const MAX_DIGITS: usize = 32;
const MAX_DIGIT: u32 = 1 << 12;

impl Chain {
    /// `None` if there are too many positions, or none with these digits.
    pub(super) fn new(link: Link, bounds: &[u32]) -> Option<Chain> {
        let top = bounds.iter().copied().max().unwrap_or(0);
        if bounds.len() > MAX_DIGITS || top > MAX_DIGIT {
            return None;
        }
        let (count, width) = (bounds.len(), top as usize + 2);
        let mut terms = vec![0u32; count * width];
        for j in (0..count).rev() {
            let mut total = 0u64;
            for value in 0..width as u32 {
                terms[j * width + value as usize] = u32::try_from(total).ok()?;
                if value <= bounds[j] {
                    total += match bounds.get(j + 1) {
                        None => 1,
                        Some(next) => {
                            let below = match link {
                                Link::Falling => value,
                                Link::NotRising => value + 1,
                                Link::Free => next + 1,
                            };
                            terms[(j + 1) * width + below.min(next + 1) as usize].into()
                        }
                    };
                }
            }
        }
        let size = bounds.first().map_or(1, |bound| terms[*bound as usize + 1]);
        if size == 0 || u64::from(size) > MAX_SIZE {
            return None;
        }
        let mut sums = vec![0u32; (count + 1) * width];
        for i in 0..count * width {
            sums[i + width] = sums[i].wrapping_add(terms[i]);
        }
        Some(Chain { link, bounds: bounds.to_vec(), terms, width, size: size as usize, sums })
    }

    /// How many positions there are.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// How many digits they have.
    pub(super) fn digits(&self) -> usize {
        self.bounds.len()
    }

    /// The largest value of a digit.
    #[inline]
    pub(super) fn bound(&self, j: usize) -> u32 {
        self.bounds[j]
    }

    /// The terms of a digit, by its value.
    #[inline]
    pub(super) fn terms(&self, j: usize) -> &[u32] {
        &self.terms[j * self.width..(j + 1) * self.width]
    }

    /// The sums of the terms of the digits before `j`, if each has the same value, by that value.
    #[inline]
    pub(super) fn sums_before(&self, j: usize) -> &[u32] {
        &self.sums[j * self.width..(j + 1) * self.width]
    }

    /// The numbers of a position with all digits cut to a value, for each value below its first digit. Takes digits
    /// that do not rise, the number of the position and the sums of its terms.
    #[inline]
    pub(super) fn cuts(&self, digits: &[u32], rank: u32, before: &[u32], cuts: &mut Vec<u32>) {
        let Some(first) = digits.first() else { return };
        cuts.resize(*first as usize, 0);
        let mut cut = 0;
        for value in (0..*first).rev() {
            while cut < digits.len() && digits[cut] > value {
                cut += 1;
            }
            let rest = before.get(cut).map_or(0, |sum| rank - sum);
            cuts[value as usize] = self.sums_before(cut)[value as usize] + rest;
        }
    }

    /// The sums of the terms of a position, up to each digit.
    #[inline]
    pub(super) fn sums(&self, digits: &[u32], sums: &mut Vec<u32>) {
        sums.clear();
        let mut sum = 0;
        for (j, digit) in digits.iter().enumerate() {
            sums.push(sum);
            sum += self.terms[j * self.width + *digit as usize];
        }
    }

    /// Digits below this have terms.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The number of a position, if it is one of these.
    #[inline]
    pub(super) fn rank(&self, digits: impl Iterator<Item = i64>) -> Option<usize> {
        let (mut rank, mut j) = (0u32, 0);
        let mut before = i64::MAX;
        for digit in digits {
            let bound = *self.bounds.get(j)?;
            let linked = match self.link {
                Link::Falling => digit < before,
                Link::NotRising => digit <= before,
                Link::Free => true,
            };
            if !linked || digit < 0 || digit > i64::from(bound) {
                return None;
            }
            rank += self.terms[j * self.width + digit as usize];
            before = digit;
            j += 1;
        }
        (j == self.bounds.len()).then_some(rank as usize)
    }

    /// The digits of the position with a number.
    pub(super) fn digits_at(&self, rank: usize) -> Vec<u32> {
        let mut left = rank as u32;
        let mut digits: Vec<u32> = vec![];
        for (j, bound) in self.bounds.iter().enumerate() {
            let most = match (self.link, digits.last()) {
                (Link::Free, _) | (_, None) => *bound,
                (Link::Falling, Some(before)) => (*bound).min(before.saturating_sub(1)),
                (Link::NotRising, Some(before)) => (*bound).min(*before),
            };
            let terms = &self.terms(j)[self.least(j) as usize..=(most.max(self.least(j))) as usize];
            let digit = self.least(j) + terms.partition_point(|term| *term <= left).saturating_sub(1) as u32;
            left -= self.terms(j)[digit as usize].min(left);
            digits.push(digit);
        }
        digits
    }

    /// The digits of the first position.
    pub(super) fn first(&self) -> Vec<u32> {
        (0..self.bounds.len()).map(|j| self.least(j)).collect()
    }

    fn least(&self, j: usize) -> u32 {
        if self.link == Link::Falling { (self.bounds.len() - 1 - j) as u32 } else { 0 }
    }

    /// Goes on to the next position; behind the last one the digits mean nothing.
    #[inline]
    pub(super) fn step(&self, digits: &mut [u32]) {
        for j in (0..digits.len()).rev() {
            let limit = match (self.link, j) {
                (Link::Free, _) | (_, 0) => self.bounds[j],
                (Link::Falling, _) => self.bounds[j].min(digits[j - 1].wrapping_sub(1)),
                (Link::NotRising, _) => self.bounds[j].min(digits[j - 1]),
            };
            if digits[j] < limit {
                digits[j] += 1;
                return;
            }
            digits[j] = self.least(j);
        }
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
                chain.step(&mut digits);
            }
            let outside = [7i64].into_iter().chain(digits.iter().map(|d| i64::from(*d)));
            prop_assert_eq!(chain.rank(outside), None);
        }
    }
}
