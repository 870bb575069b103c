//! Nimbers: mex, and the nim field for numbers of any size.

use super::nimfield;
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
    let n = length(a.bits().max(b.bits()));
    number(&nimfield::times_words(&words(a, n), &words(b, n)))
}

/// The number whose nim-product with `a` is 1; `None` for 0.
pub fn nim_inverse(a: &BigUint) -> Option<BigUint> {
    (!a.is_zero()).then(|| number(&nimfield::inverse_words(&words(a, length(a.bits())))))
}

/// The number whose nim-product with itself is `a`: there is exactly one.
pub fn nim_root(a: &BigUint) -> BigUint {
    number(&nimfield::root_words(&words(a, length(a.bits()))))
}

/// The nim-product of `e` factors `a`; 1 if `e` is 0. The exponent may have any size: the numbers below
/// F = 2^n form a field, in which the power F - 1 of everything but 0 is 1.
pub fn nim_power(a: &BigUint, e: &BigUint) -> BigUint {
    if e.is_zero() || a.is_one() {
        return BigUint::one();
    }
    if a.is_zero() {
        return BigUint::zero();
    }
    let n = length(a.bits());
    let e = e % ((BigUint::one() << field_bits(a)) - 1u8);
    let mut power = words(&BigUint::one(), n);
    let factor = words(a, n);
    for i in (0..e.bits()).rev() {
        power = nimfield::square_words(&power);
        if e.bit(i) {
            power = nimfield::times_words(&power, &factor);
        }
    }
    number(&power)
}

/// The number of binary digits of the least Fermat field that holds a number: 1, 2, 4, 8, ...
pub fn field_bits(a: &BigUint) -> u64 {
    a.bits().max(1).next_power_of_two()
}

/// Words for this many bits: a power of two.
fn length(bits: u64) -> usize {
    bits.div_ceil(64).max(1).next_power_of_two() as usize
}

fn words(a: &BigUint, n: usize) -> Vec<u64> {
    let mut words = a.to_u64_digits();
    words.resize(n, 0);
    words
}

fn number(words: &[u64]) -> BigUint {
    let halves = words.iter().flat_map(|w| [*w as u32, (*w >> 32) as u32]).collect();
    BigUint::new(halves)
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

    #[test]
    fn powers_and_roots() {
        for a in 0u64..70 {
            let a = BigUint::from(a);
            let mut power = BigUint::one();
            for e in 0u64..20 {
                assert_eq!(nim_power(&a, &e.into()), power, "{a}^{e}");
                power = nim_times(&power, &a);
            }
            assert_eq!(nim_times(&nim_root(&a), &nim_root(&a)), a);
            assert_eq!(
                nim_power(&a, &((BigUint::one() << 1000u32) + 1u8)),
                nim_power(&a, &(((BigUint::one() << 1000u32) + 1u8) % 255u8))
            );
        }
    }
}
