//! Positions of a fixed number of digits, numbered without gaps: the terms of the numbers, from digits to a number and back.
//!
//! In lexicographic order, the number of a position is a sum with one term for each digit: how many ways there are to go on with
//! a smaller digit in its place (the combinatorial number system, where the digits fall).

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
pub(super) struct Numbering {
    pub(super) link: Link,
    bounds: Vec<u32>,
    /// `width` terms for each digit: its term where it has that value.
    terms: Vec<u64>,
    width: usize,
    size: u64,
}

const MAX_DIGITS: usize = 32;
const MAX_DIGIT: u32 = 1 << 12;

impl Numbering {
    /// `None` if there are more positions than `most`, or none with these digits.
    pub(super) fn new(link: Link, bounds: &[u32], most: u64) -> Option<Numbering> {
        let top = bounds.iter().copied().max().unwrap_or(0);
        if bounds.len() > MAX_DIGITS || top > MAX_DIGIT {
            return None;
        }
        let (count, width) = (bounds.len(), top as usize + 2);
        let mut terms = vec![0u64; count * width];
        for j in (0..count).rev() {
            let mut total = 0u64;
            for value in 0..width as u32 {
                terms[j * width + value as usize] = total;
                if value <= bounds[j] {
                    let more = match bounds.get(j + 1) {
                        None => 1,
                        Some(next) => {
                            let below = match link {
                                Link::Falling => value,
                                Link::NotRising => value + 1,
                                Link::Free => next + 1,
                            };
                            terms[(j + 1) * width + below.min(next + 1) as usize]
                        }
                    };
                    total = total.checked_add(more)?;
                }
            }
        }
        let size = bounds.first().map_or(1, |bound| terms[*bound as usize + 1]);
        let bounds = bounds.to_vec();
        (1..=most).contains(&size).then_some(Numbering { link, bounds, terms, width, size })
    }

    /// How many positions there are.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The largest value of each digit.
    pub(super) fn bounds(&self) -> &[u32] {
        &self.bounds
    }

    /// The terms of all digits, so many of each.
    pub(super) fn terms(&self) -> (&[u64], usize) {
        (&self.terms, self.width)
    }

    /// The number of a position, if it is one of these.
    #[inline]
    pub(super) fn rank(&self, digits: impl Iterator<Item = i64>) -> Option<u64> {
        let (mut rank, mut j) = (0, 0);
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
        (j == self.bounds.len()).then_some(rank)
    }

    /// The digits of the position with a number.
    pub(super) fn digits_at(&self, rank: u64) -> Vec<u32> {
        let mut left = rank;
        let mut digits: Vec<u32> = vec![];
        for (j, bound) in self.bounds.iter().enumerate() {
            let most = match (self.link, digits.last()) {
                (Link::Free, _) | (_, None) => *bound,
                (Link::Falling, Some(before)) => (*bound).min(before.saturating_sub(1)),
                (Link::NotRising, Some(before)) => (*bound).min(*before),
            };
            let all = &self.terms[j * self.width..(j + 1) * self.width];
            let terms = &all[self.least(j) as usize..=(most.max(self.least(j))) as usize];
            let digit = self.least(j) + terms.partition_point(|term| *term <= left).saturating_sub(1) as u32;
            left -= all[digit as usize].min(left);
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

    /// Goes on to the next position, and tells which digit is the first that has changed; behind the last one the digits
    /// mean nothing.
    #[inline]
    pub(super) fn step(&self, digits: &mut [u32]) -> usize {
        for j in (0..digits.len()).rev() {
            let limit = match (self.link, j) {
                (Link::Free, _) | (_, 0) => self.bounds[j],
                (Link::Falling, _) => self.bounds[j].min(digits[j - 1].wrapping_sub(1)),
                (Link::NotRising, _) => self.bounds[j].min(digits[j - 1]),
            };
            if digits[j] < limit {
                digits[j] += 1;
                return j;
            }
            digits[j] = self.least(j);
        }
        0
    }
}
