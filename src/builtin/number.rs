//! Numbers: the nim field.

use crate::engine::nimber::{nim_inverse, nim_times};
use crate::value::Int;
use num_bigint::{BigInt, BigUint};

/// Nim arithmetic beyond this many bits is refused: it would take minutes.
const MAX_BITS: u64 = 1 << 12;

fn natural(a: &Int) -> Result<BigUint, String> {
    let n =
        a.to_big().to_biguint().ok_or_else(|| format!("nim arithmetic is for natural numbers, not {a}"))?;
    if n.bits() > MAX_BITS {
        Err(format!("nim arithmetic goes up to {MAX_BITS} binary digits"))
    } else {
        Ok(n)
    }
}

/// The nim-product.
///
/// # Errors
/// A sentence for negative or very large numbers.
pub fn times(a: &Int, b: &Int) -> Result<Int, String> {
    Ok(Int::from(BigInt::from(nim_times(&natural(a)?, &natural(b)?))))
}

/// The number whose nim-product with `a` is 1.
///
/// # Errors
/// A sentence for 0, negative or very large numbers.
pub fn inverse(a: &Int) -> Result<Int, String> {
    let inverse = nim_inverse(&natural(a)?).ok_or("0 has no inverse: nothing times 0 is 1")?;
    Ok(Int::from(BigInt::from(inverse)))
}
