//! Whole numbers of any size, with a fast path for those that fit a word.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{Pow, Signed, ToPrimitive};
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// A whole number. Numbers that fit 64 bits are always `Small`, so equal numbers have equal forms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Int {
    /// Fits a word.
    Small(i64),
    /// Does not fit a word.
    Big(Arc<BigInt>),
}

/// The size in bits beyond which results are refused: nobody can read them, and they fill the memory.
const MAX_BITS: u64 = 1 << 22;

/// A result that would have more than a million digits or so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooBig;

impl From<i64> for Int {
    fn from(n: i64) -> Int {
        Int::Small(n)
    }
}

impl From<BigInt> for Int {
    fn from(n: BigInt) -> Int {
        match n.to_i64() {
            Some(n) => Int::Small(n),
            None => Int::Big(Arc::new(n)),
        }
    }
}

impl Int {
    /// As a big number.
    pub fn to_big(&self) -> BigInt {
        match self {
            Int::Small(n) => BigInt::from(*n),
            Int::Big(n) => (**n).clone(),
        }
    }

    /// As a word, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self {
            Int::Small(n) => Some(*n),
            Int::Big(_) => None,
        }
    }

    /// As a natural word, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match self {
            Int::Small(n) => u64::try_from(*n).ok(),
            Int::Big(n) => n.to_u64(),
        }
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        match self {
            Int::Small(n) => *n < 0,
            Int::Big(n) => n.is_negative(),
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        *self == Int::Small(0)
    }

    fn with(
        &self,
        other: &Int,
        small: fn(i64, i64) -> Option<i64>,
        big: fn(BigInt, BigInt) -> BigInt,
    ) -> Int {
        if let (Int::Small(a), Int::Small(b)) = (self, other)
            && let Some(n) = small(*a, *b)
        {
            return Int::Small(n);
        }
        Int::from(big(self.to_big(), other.to_big()))
    }

    /// The sum.
    pub fn add(&self, other: &Int) -> Int {
        self.with(other, i64::checked_add, |a, b| a + b)
    }

    /// The difference.
    pub fn subtract(&self, other: &Int) -> Int {
        self.with(other, i64::checked_sub, |a, b| a - b)
    }

    /// The product.
    ///
    /// # Errors
    /// [`TooBig`] beyond a million digits or so.
    pub fn multiply(&self, other: &Int) -> Result<Int, TooBig> {
        if self.bits() + other.bits() > MAX_BITS {
            return Err(TooBig);
        }
        Ok(self.with(other, i64::checked_mul, |a, b| a * b))
    }

    /// The quotient rounded down; `None` for division by zero.
    pub fn divide(&self, other: &Int) -> Option<Int> {
        (!other.is_zero()).then(|| self.with(other, checked_div_floor, |a, b| a.div_floor(&b)))
    }

    /// The remainder, with the sign of the divisor; `None` for division by zero.
    pub fn modulo(&self, other: &Int) -> Option<Int> {
        (!other.is_zero()).then(|| self.with(other, checked_mod_floor, |a, b| a.mod_floor(&b)))
    }

    /// The power, for an exponent of at least 0.
    ///
    /// # Errors
    /// [`TooBig`] beyond a million digits or so.
    pub fn power(&self, exponent: &Int) -> Result<Int, TooBig> {
        match self {
            Int::Small(0) if !exponent.is_zero() => return Ok(Int::Small(0)),
            Int::Small(1) => return Ok(Int::Small(1)),
            Int::Small(-1) => {
                let even = exponent.modulo(&Int::Small(2)).is_some_and(|r| r.is_zero());
                return Ok(Int::Small(if even { 1 } else { -1 }));
            }
            _ => {}
        }
        let e = exponent.to_u64().filter(|e| e.saturating_mul(self.bits()) <= MAX_BITS).ok_or(TooBig)?;
        Ok(Int::from(self.to_big().pow(e as u32)))
    }

    /// The nim-sum of two natural numbers; `None` if one is negative.
    pub fn xor(&self, other: &Int) -> Option<Int> {
        let natural = !self.is_negative() && !other.is_negative();
        natural.then(|| self.with(other, |a, b| Some(a ^ b), |a, b| a ^ b))
    }

    /// The negative of the number.
    pub fn negate(&self) -> Int {
        Int::Small(0).subtract(self)
    }

    /// The absolute value.
    pub fn abs(&self) -> Int {
        if self.is_negative() { self.negate() } else { self.clone() }
    }

    /// The number of binary digits.
    pub fn bits(&self) -> u64 {
        match self {
            Int::Small(n) => 64 - u64::from(n.unsigned_abs().leading_zeros()),
            Int::Big(n) => n.bits(),
        }
    }
}

fn checked_div_floor(a: i64, b: i64) -> Option<i64> {
    a.checked_div(b).map(|_| Integer::div_floor(&a, &b))
}

fn checked_mod_floor(a: i64, b: i64) -> Option<i64> {
    a.checked_rem(b).map(|_| Integer::mod_floor(&a, &b))
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        let beyond = |n: &BigInt| if n.sign() == Sign::Minus { Ordering::Less } else { Ordering::Greater };
        match (self, other) {
            (Int::Small(a), Int::Small(b)) => a.cmp(b),
            (Int::Big(a), Int::Big(b)) => a.cmp(b),
            (Int::Big(a), Int::Small(_)) => beyond(a),
            (Int::Small(_), Int::Big(b)) => beyond(b).reverse(),
        }
    }
}

/// All digits.
impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Int::Small(n) => write!(f, "{n}"),
            Int::Big(n) => write!(f, "{n}"),
        }
    }
}
