//! Sparse spaces of sequences of nim-values. (E. R. Berlekamp, J. H. Conway and R. K. Guy 1982, chapter 4)
//!
//! In many octal games the values split into rare and common ones such that rare + rare and common + common are rare and
//! rare + common is common, in Nim. Such a split is made by a mask: a value is rare if it has an even number
//! of the binary ones of the mask.

/// A split of the values of a sequence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// A value is common if it has an odd number of binary ones in common with this.
    pub mask: u64,
    /// How many terms have a rare value.
    pub rare: usize,
}

/// Values beyond this many bits are not split: it would take a table of this size.
const MAX_BITS: u32 = 24;

/// Whether a split by this mask calls a value rare.
pub fn is_rare(value: u64, mask: u64) -> bool {
    (value & mask).count_ones().is_multiple_of(2)
}

/// The split with the fewest rare terms; among equal ones that with the most ones in its mask. `None` if all values
/// are 0 or some are too large. Costs V log V steps for values below V, by a Walsh-Hadamard transform of how often each
/// value occurs.
pub fn best_split(values: &[u64]) -> Option<Split> {
    let bits = 64 - values.iter().max()?.leading_zeros();
    if bits == 0 || bits > MAX_BITS {
        return None;
    }
    let mut excess = vec![0i64; 1 << bits];
    values.iter().for_each(|v| excess[*v as usize] += 1);
    // Afterwards: for each mask, how many more terms are rare than common.
    let mut half = 1;
    while half < excess.len() {
        for block in excess.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    let best = (1..excess.len()).min_by_key(|m| (excess[*m], u32::MAX - m.count_ones(), *m))?;
    Some(Split { mask: best as u64, rare: (values.len() as i64 + excess[best]) as usize / 2 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_split_is_the_best() {
        let values: Vec<u64> = (0..300u64).map(|n| (n * n * 7 + n / 3) % 23).collect();
        let rare = |mask: u64| values.iter().filter(|v| is_rare(**v, mask)).count();
        let split = best_split(&values).unwrap();
        assert_eq!(split.rare, rare(split.mask));
        assert!((1..32).all(|m| rare(m) >= split.rare));
        assert_eq!(best_split(&[0, 0]), None);
    }

    #[test]
    fn odious_values_are_common() {
        let values: Vec<u64> = (0..64u64).filter(|v| v.count_ones() % 2 == 1).chain([0, 3]).collect();
        assert_eq!(best_split(&values), Some(Split { mask: 63, rare: 2 }));
    }
}
