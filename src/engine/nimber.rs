//! Nimbers: mex and the nim product.

use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The least natural number that is not among the values.
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut seen = Mex::default();
    values.into_iter().for_each(|v| seen.add(v));
    seen.take()
}

/// Collects values and gives their mex; keeps its memory between uses.
#[derive(Clone, Debug, Default)]
pub struct Mex {
    words: Vec<u64>,
}

/// Values beyond this cannot be a mex within reach: it would take as many options.
const LIMIT: u64 = 1 << 32;

impl Mex {
    /// Marks a value as seen.
    #[inline]
    pub fn add(&mut self, value: u64) {
        let word = (value >> 6) as usize;
        if word >= self.words.len() {
            if value >= LIMIT {
                return;
            }
            self.words.resize((word + 1).next_power_of_two(), 0);
        }
        self.words[word] |= 1 << (value & 63);
    }

    /// The mex of what was seen; forgets it.
    pub fn take(&mut self) -> u64 {
        let full = self.words.iter().take_while(|w| **w == u64::MAX).count();
        let rest = self.words.get(full).map_or(0, |w| w.trailing_ones());
        self.words.fill(0);
        full as u64 * 64 + u64::from(rest)
    }
}

/// The nim-product of two numbers of any size (Conway 1976, chapter 6): a Fermat 2-power times a smaller
/// number is the ordinary product, and its square is 3/2 of it.
pub fn nim_times(a: &BigUint, b: &BigUint) -> BigUint {
    if a.is_zero() || b.is_zero() {
        return BigUint::zero();
    }
    if a.is_one() {
        return b.clone();
    }
    if b.is_one() {
        return a.clone();
    }
    nim_times_split(a, b, half_bits(a.bits().max(b.bits())))
}

fn nim_times_split(a: &BigUint, b: &BigUint, half: u64) -> BigUint {
    let mask = (BigUint::one() << half) - 1u8;
    let (a1, a0) = (a >> half, a & &mask);
    let (b1, b0) = (b >> half, b & &mask);
    let (high, low) = (nim_times(&a1, &b1), nim_times(&a0, &b0));
    let middle = nim_times(&(&a1 ^ &a0), &(&b1 ^ &b0)) ^ &low;
    let fermat_half = BigUint::one() << (half - 1);
    (middle << half) ^ low ^ nim_times(&high, &fermat_half)
}

/// The number whose nim-product with `a` is 1; `None` for 0.
///
/// With F the Fermat 2-power below `a`, `a = xF + y` has the conjugate `xF + (x + y)`, and their product, the norm
/// `y(x + y) + x^2 F/2`, lies in the smaller field: one inverse there and two products give the rest.
pub fn nim_inverse(a: &BigUint) -> Option<BigUint> {
    if a.is_zero() {
        return None;
    }
    if a.is_one() {
        return Some(a.clone());
    }
    let half = half_bits(a.bits());
    let (x, y) = (a >> half, a & &((BigUint::one() << half) - 1u8));
    let conjugate = &x ^ &y;
    let fermat_half = BigUint::one() << (half - 1);
    let norm = nim_times(&y, &conjugate) ^ nim_times(&nim_times(&x, &x), &fermat_half);
    let inverse = nim_inverse(&norm)?;
    Some((nim_times(&x, &inverse) << half) ^ nim_times(&conjugate, &inverse))
}

/// Half the bits of the least field that holds numbers of so many bits: 1, 2, 4, 8, ...
fn half_bits(bits: u64) -> u64 {
    (0..64).map(|level| 1u64 << level).find(|half| bits <= 2 * half).unwrap_or(1 << 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(a: u64, b: u64) -> u64 {
        u64::try_from(nim_times(&a.into(), &b.into())).unwrap()
    }

    /// The definition: mex of x'y ^ xy' ^ x'y'.
    fn table(n: usize) -> Vec<Vec<u64>> {
        let mut t = vec![vec![0u64; n]; n];
        for x in 0..n {
            for y in 0..n {
                t[x][y] = mex((0..x)
                    .flat_map(|a| (0..y).map(move |b| (a, b)))
                    .map(|(a, b)| t[a][y] ^ t[x][b] ^ t[a][b]));
            }
        }
        t
    }

    #[test]
    fn mex_is_the_least_missing() {
        assert_eq!([mex([0, 1, 2, 3]), mex([1, 3, 5]), mex([]), mex([0, 1, 3])], [4, 0, 0, 2]);
        assert_eq!(mex(0..200), 200);
    }

    #[test]
    fn product_agrees_with_its_definition() {
        for (x, row) in table(40).iter().enumerate() {
            for (y, &v) in row.iter().enumerate() {
                assert_eq!(times(x as u64, y as u64), v, "{x} x {y}");
            }
        }
        assert_eq!([times(4, 3), times(16, 13), times(256, 256), times(25, 40)], [12, 208, 384, 73]);
    }

    #[test]
    fn inverse_times_number_is_one() {
        for a in 1u64..300 {
            let b = nim_inverse(&a.into()).unwrap();
            assert_eq!(nim_times(&a.into(), &b), BigUint::one(), "{a}");
        }
    }
}
