//! Which positions of a table are checked again.

use crate::engine::random::next;
use std::collections::BTreeSet;

/// No more positions are looked at.
const SAMPLE: usize = 64;

/// Places spread over a table of this many positions: the first ones, some in every stretch that is twice as long as the
/// one before, and the last one; always the same ones.
pub(super) fn places(size: u64) -> Vec<u64> {
    let mut places: BTreeSet<u64> = (0..4).chain(size.checked_sub(1)).collect();
    let (mut from, mut random) = (4u64, size);
    while from < size {
        for _ in 0..2 {
            places.insert(from + next(&mut random) % from);
        }
        from *= 2;
    }
    places.into_iter().filter(|place| *place < size).take(SAMPLE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_spread() {
        assert!(places(0).is_empty());
        assert_eq!(places(3), vec![0, 1, 2]);
        let all = places(1_000_000);
        assert!(all.len() <= SAMPLE && all.contains(&999_999));
        assert!(all.windows(2).all(|w| w[1] < 4 * w[0].max(2)), "{all:?}");
    }
}
