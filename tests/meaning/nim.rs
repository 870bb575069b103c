//! The nim-product from its definition: a b is the least number that is not a'b + ab' + a'b' for smaller a', b'.

use super::value::{Fail, Result, mistake};
use num_bigint::BigInt;
use std::sync::OnceLock;

/// Products are known of numbers below this, a Fermat power of two: such numbers are a field.
const FIELD: usize = 16;

/// A number whose products are known.
pub(crate) fn small(n: &BigInt) -> Result<usize> {
    if *n < BigInt::ZERO {
        return mistake("cannot-compute");
    }
    usize::try_from(n).ok().filter(|n| *n < FIELD).ok_or(Fail::TooMuch)
}

/// The nim-product.
pub(crate) fn times(a: usize, b: usize) -> usize {
    static TABLE: OnceLock<Vec<Vec<usize>>> = OnceLock::new();
    TABLE.get_or_init(table)[a][b]
}

fn table() -> Vec<Vec<usize>> {
    let mut table = vec![vec![0; FIELD]; FIELD];
    for a in 1..FIELD {
        for b in 1..FIELD {
            let pairs = (0..a).flat_map(|a2| (0..b).map(move |b2| (a2, b2)));
            let found: Vec<usize> =
                pairs.map(|(a2, b2)| table[a2][b] ^ table[a][b2] ^ table[a2][b2]).collect();
            table[a][b] = (0..).find(|n| !found.contains(n)).unwrap_or(0);
        }
    }
    table
}

/// The nim-product of `e` factors `a`.
pub(crate) fn power(a: usize, e: usize) -> usize {
    (0..e).fold(1, |product, _| times(product, a))
}

/// The least number of the field with some property.
pub(crate) fn root_of(holds: impl Fn(usize) -> bool) -> Result<usize> {
    (0..FIELD).find(|b| holds(*b)).ok_or(Fail::TooMuch)
}
