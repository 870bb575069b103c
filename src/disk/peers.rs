//! The workers that solve together: each has a share of the positions, and they exchange what they have for each other in rounds.

use super::fault::Fault;
use crate::engine::Key;

/// A worker among others.
pub trait Peers {
    /// Its number, from 0.
    fn me(&self) -> usize;

    /// How many there are.
    fn count(&self) -> usize;

    /// Gives each worker its bytes, in order; once all have done so, what each had for this one.
    ///
    /// # Errors
    /// If one of them is gone.
    fn exchange(&mut self, to: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Fault>;
}

/// One that has everything.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Peers for Alone {
    fn me(&self) -> usize {
        0
    }

    fn count(&self) -> usize {
        1
    }

    fn exchange(&mut self, to: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Fault> {
        Ok(to)
    }
}

/// Which of so many workers has a position. Folders hold shares, so this never changes.
#[inline]
pub fn owner<K: Key>(key: K, count: usize) -> usize {
    if count == 1 {
        return 0;
    }
    let bits = key.bits();
    let word = scattered(bits as u64 ^ scattered((bits >> 64) as u64));
    ((u128::from(word) * count as u128) >> 64) as usize
}

/// A word in which every bit of the first one counts everywhere (the end of `splitmix64`).
#[inline]
fn scattered(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::owner;

    #[test]
    fn shares_are_equal_and_stay_what_they_are() {
        for count in [1, 2, 3, 100] {
            let mut shares = vec![0u32; count];
            (0..100_000u64).for_each(|n| shares[owner(n << 7, count)] += 1);
            let mean = 100_000 / count as u32;
            assert!(shares.iter().all(|n| n.abs_diff(mean) < mean / 5 + 1), "{shares:?}");
        }
        let some: Vec<_> = (0..12u128).map(|n| owner(n << 60, 5)).collect();
        assert_eq!(some, [0, 0, 4, 2, 0, 1, 3, 2, 0, 3, 2, 4]);
    }
}
