//! The nim field on machine words: products, squares, inverses and roots of 64-bit nimbers, and of numbers of
//! any length as words.
//!
//! A number below the square of a Fermat 2-power F is `xF + y`, with F² = F + F/2 (J. H. Conway 1976, chapter 6).
//! Up to 16 bits the multiplicative group is a table of logarithms; two steps of Karatsuba's trick reach 64 bits,
//! and the same step doubles the length as often as needed.

use std::sync::OnceLock;

/// The order of the multiplicative group of the nimbers below 2^16.
const ORDER: usize = (1 << 16) - 1;
/// The "logarithm" of 0: sums that contain it lead beyond all others, to where `exp` is 0.
const LOG_ZERO: u32 = 2 * ORDER as u32 + 1;

/// Logarithms and powers of a generator of the nimbers below 2^16; 1.4 MiB.
struct Tables {
    /// `log[x]`, and [`LOG_ZERO`] for 0.
    log: Vec<u32>,
    /// `exp[i]` for sums of two logarithms.
    exp: Vec<u16>,
    /// The same, times 2^15.
    exp_half: Vec<u16>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(Tables::new)
}

impl Tables {
    fn new() -> Tables {
        // 258 is the least generator; the tests multiply by the definition.
        const GENERATOR: u64 = 258;
        let mut log = vec![LOG_ZERO; ORDER + 1];
        let mut powers = Vec::with_capacity(ORDER);
        // Multiplication by the generator is linear: the sum of what it makes of each binary digit.
        let of_digit: Vec<u64> = (0..16).map(|i| plain_times(1 << i, GENERATOR)).collect();
        let mut x = 1u64;
        for i in 0..ORDER {
            assert!(log[x as usize] == LOG_ZERO, "the powers of a generator are all different");
            log[x as usize] = i as u32;
            powers.push(x as u16);
            x = (0..16).filter(|i| x >> i & 1 == 1).fold(0, |sum, i| sum ^ of_digit[i]);
        }
        let half = log[1 << 15] as usize;
        let size = 2 * LOG_ZERO as usize + 1;
        let table = |shift: usize| {
            let two = |i: usize| powers[(i + shift) % ORDER];
            (0..size).map(|i| if i < LOG_ZERO as usize { two(i) } else { 0 }).collect()
        };
        Tables { exp: table(0), exp_half: table(half), log }
    }

    #[inline(always)]
    fn log(&self, x: u32) -> usize {
        self.log[x as u16 as usize] as usize
    }

    /// Nimbers below 2^16.
    #[inline(always)]
    fn times16(&self, a: u32, b: u32) -> u32 {
        u32::from(self.exp[self.log(a) + self.log(b)])
    }

    /// Nimbers below 2^32: three products of halves.
    #[inline(always)]
    fn times32(&self, a: u32, b: u32) -> u32 {
        let (a1, a0, b1, b0) = (self.log(a >> 16), self.log(a), self.log(b >> 16), self.log(b));
        let low = u32::from(self.exp[a0 + b0]);
        let both = self.times16(a >> 16 ^ a, b >> 16 ^ b);
        (both ^ low) << 16 | (low ^ u32::from(self.exp_half[a1 + b1]))
    }

    /// A nimber below 2^32 times 2^31.
    #[inline(always)]
    fn times_half32(&self, x: u32) -> u32 {
        let (both, high) = (self.log(x >> 16 ^ x), self.log(x >> 16));
        // 2^31 = 2^15 F and F² = F + 2^15.
        let twice = self.exp_half[self.log(u32::from(self.exp_half[high]))];
        u32::from(self.exp_half[both]) << 16 | u32::from(twice)
    }
}

/// The nim-product of two words.
#[inline]
pub fn times(a: u64, b: u64) -> u64 {
    let t = tables();
    if (a | b) >> 16 == 0 {
        return u64::from(t.times16(a as u32, b as u32));
    }
    let (a1, a0, b1, b0) = ((a >> 32) as u32, a as u32, (b >> 32) as u32, b as u32);
    let low = t.times32(a0, b0);
    if a1 | b1 == 0 {
        return u64::from(low);
    }
    let high = t.times32(a1, b1);
    let both = t.times32(a1 ^ a0, b1 ^ b0);
    u64::from(both ^ low) << 32 | u64::from(low ^ t.times_half32(high))
}

/// The word whose nim-product with `a` is 1; 0 for 0.
pub fn inverse(a: u64) -> u64 {
    let t = tables();
    if a < 2 {
        return a;
    }
    if a >> 16 == 0 {
        return u64::from(t.exp[ORDER - t.log(a as u32)]);
    }
    let half = if a >> 32 == 0 { 16 } else { 32 };
    // a = xF + y has the conjugate xF + (x + y); their product, the norm, is in the smaller field.
    let (x, y) = (a >> half, a & ((1 << half) - 1));
    let norm = times(y, x ^ y) ^ times(times(x, x), 1 << (half - 1));
    let inverse = inverse(norm);
    times(x, inverse) << half | times(x ^ y, inverse)
}

/// The word whose nim-square is `a`: there is exactly one.
pub fn root(a: u64) -> u64 {
    let t = tables();
    if a < 2 {
        return a;
    }
    if a >> 16 == 0 {
        let log = t.log(a as u32);
        let even = if log.is_multiple_of(2) { log } else { log + ORDER };
        return u64::from(t.exp[even / 2]);
    }
    let half = if a >> 32 == 0 { 16 } else { 32 };
    // (xF + y)² = x²F + (y² + x² F/2)
    let (high, low) = (a >> half, a & ((1 << half) - 1));
    root(high) << half | root(low ^ times(high, 1 << (half - 1)))
}

/// The nim-product by plain recursion on Fermat 2-powers: what the tables are made of.
pub fn plain_times(a: u64, b: u64) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let bits = 64 - (a | b).leading_zeros();
    let half = (bits.next_power_of_two() / 2).max(1);
    let mask = (1u64 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let (high, low) = (plain_times(a1, b1), plain_times(a0, b0));
    let both = plain_times(a1 ^ a0, b1 ^ b0);
    (both ^ low) << half | (low ^ plain_times(high, 1 << (half - 1)))
}

// ---- numbers of any length: words, the lowest first, as many as a power of two

/// The nim-product of two numbers of the same length.
pub fn times_words(a: &[u64], b: &[u64]) -> Vec<u64> {
    if let ([a], [b]) = (a, b) {
        return vec![times(*a, *b)];
    }
    if is_zero(a) || is_zero(b) {
        return vec![0; a.len()];
    }
    let half = a.len() / 2;
    let ((a0, a1), (b0, b1)) = (a.split_at(half), b.split_at(half));
    let low = times_words(a0, b0);
    let high = times_words(a1, b1);
    let both = times_words(&sum(a0, a1), &sum(b0, b1));
    joined(sum(&low, &times_half_words(&high)), sum(&both, &low))
}

/// A number of n words times 2^(64n - 1), half of the Fermat 2-power behind it.
fn times_half_words(x: &[u64]) -> Vec<u64> {
    if let [x] = x {
        return vec![times(*x, 1 << 63)];
    }
    if is_zero(x) {
        return x.to_vec();
    }
    let (low, high) = x.split_at(x.len() / 2);
    let twice = times_half_words(&times_half_words(high));
    joined(twice, times_half_words(&sum(low, high)))
}

/// The nim-square: a linear map.
pub fn square_words(a: &[u64]) -> Vec<u64> {
    if let [a] = a {
        return vec![times(*a, *a)];
    }
    let (low, high) = a.split_at(a.len() / 2);
    let high = square_words(high);
    joined(sum(&square_words(low), &times_half_words(&high)), high)
}

/// The number whose square is `a`.
pub fn root_words(a: &[u64]) -> Vec<u64> {
    if let [a] = a {
        return vec![root(*a)];
    }
    let (low, high) = a.split_at(a.len() / 2);
    joined(root_words(&sum(low, &times_half_words(high))), root_words(high))
}

/// The number whose nim-product with `a` is 1; 0 for 0.
pub fn inverse_words(a: &[u64]) -> Vec<u64> {
    if let [a] = a {
        return vec![inverse(*a)];
    }
    let (low, high) = a.split_at(a.len() / 2);
    if is_zero(high) {
        return joined(inverse_words(low), high.to_vec());
    }
    let conjugate = sum(low, high);
    let norm = sum(&times_words(low, &conjugate), &times_half_words(&square_words(high)));
    let inverse = inverse_words(&norm);
    joined(times_words(&conjugate, &inverse), times_words(high, &inverse))
}

fn sum(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

fn joined(mut low: Vec<u64>, high: Vec<u64>) -> Vec<u64> {
    low.extend(high);
    low
}

fn is_zero(a: &[u64]) -> bool {
    a.iter().all(|w| *w == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of all lengths, the same every time.
    fn numbers() -> impl Iterator<Item = u64> {
        let mut x = 0x9e37_79b9_7f4a_7c15u64;
        (0..400).map(move |i| {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x >> [0, 0, 7, 31, 32, 33, 47, 48, 50, 56, 60, 62][i % 12]
        })
    }

    #[test]
    fn fast_products_agree_with_the_recursion() {
        let all: Vec<u64> =
            numbers().chain([0, 1, 2, 1 << 15, 1 << 16, 1 << 31, 1 << 32, 1 << 63, u64::MAX]).collect();
        for (i, a) in all.iter().enumerate() {
            for b in all.iter().skip(i % 7).step_by(7) {
                assert_eq!(times(*a, *b), plain_times(*a, *b), "{a} x {b}");
            }
        }
    }

    #[test]
    fn inverses_and_roots_are_what_they_say() {
        for a in numbers().chain(1..300) {
            assert_eq!(times(a, inverse(a)), u64::from(a > 0), "{a}");
            assert_eq!(times(root(a), root(a)), a);
        }
    }

    #[test]
    fn long_numbers_form_a_field() {
        let all: Vec<u64> = numbers().collect();
        for n in all.chunks_exact(12) {
            let (a, b, c) = (&n[..4], &n[4..8], &n[8..12]);
            assert_eq!(times_words(&times_words(a, b), c), times_words(a, &times_words(b, c)));
            assert_eq!(times_words(a, &sum(b, c)), sum(&times_words(a, b), &times_words(a, c)));
            assert_eq!(times_words(a, &inverse_words(a)), [1, 0, 0, 0]);
            assert_eq!(square_words(a), times_words(a, a));
            assert_eq!(root_words(&square_words(a)), a);
            assert_eq!(square_words(&root_words(a)), a);
        }
    }
}
