//! Numbers: the nim field.

use crate::engine::nimber::{field_bits, nim_inverse, nim_power, nim_root, nim_times};
use crate::engine::nimfield;
use crate::value::Int;
use num_bigint::{BigInt, BigUint};

/// Nim arithmetic beyond this many bits is refused: it would take minutes.
const MAX_BITS: u64 = 1 << 18;
/// The same for powers, which take two products for each bit of the exponent.
const MAX_POWER_BITS: u64 = 1 << 12;

fn natural(a: &Int) -> Result<BigUint, String> {
    let n =
        a.to_big().to_biguint().ok_or_else(|| format!("nim arithmetic is for natural numbers, not {a}"))?;
    if n.bits() > MAX_BITS {
        Err(format!("nim arithmetic goes up to {MAX_BITS} binary digits"))
    } else {
        Ok(n)
    }
}

fn int(n: BigUint) -> Int {
    Int::from(BigInt::from(n))
}

/// The nim-product.
///
/// # Errors
/// A sentence for negative or very large numbers.
pub fn times(a: &Int, b: &Int) -> Result<Int, String> {
    if let (Some(a), Some(b)) = (a.to_u64(), b.to_u64()) {
        return Ok(word(nimfield::times(a, b)));
    }
    Ok(int(nim_times(&natural(a)?, &natural(b)?)))
}

/// The number whose nim-product with `a` is 1.
///
/// # Errors
/// A sentence for 0, negative or very large numbers.
pub fn inverse(a: &Int) -> Result<Int, String> {
    nim_inverse(&natural(a)?).map(int).ok_or_else(|| "0 has no inverse: nothing times 0 is 1".into())
}

/// The number whose nim-product with itself is `a`.
///
/// # Errors
/// A sentence for negative or very large numbers.
pub fn root(a: &Int) -> Result<Int, String> {
    Ok(int(nim_root(&natural(a)?)))
}

/// The nim-product of `e` factors `a`; for negative `e` of factors `1/a`.
///
/// # Errors
/// A sentence for negative or very large `a`, and for negative powers of 0.
pub fn power(a: &Int, e: &Int) -> Result<Int, String> {
    let base = if e.is_negative() { natural(&inverse(a)?)? } else { natural(a)? };
    let e = e.abs().to_big().magnitude().clone();
    if e.bits() > 8 && field_bits(&base) > MAX_POWER_BITS {
        return Err(format!("powers in the nim field go up to {MAX_POWER_BITS} binary digits"));
    }
    Ok(int(nim_power(&base, &e)))
}

fn word(n: u64) -> Int {
    i64::try_from(n).map_or_else(|_| int(n.into()), Int::from)
}
