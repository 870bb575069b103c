//! Keys of a frame as bytes: numbers of 7 bits a byte, the lowest first, with the eighth bit set in all bytes but the last.
//!
//! The first key; the bits in which some key differs from it; then how much larger each key is than the one before, where only
//! those bits are looked at, pushed together. The fields of keys are wider than what is in them, so that these steps
//! are small, and the order stays the same.

use crate::engine::Key;

/// The bits that differ, as stretches: where each begins in a key, where it goes, and its bits there.
struct Stretches(Vec<(u32, u32, u128)>);

impl Stretches {
    fn new(differing: u128) -> Stretches {
        let (mut all, mut left, mut to) = (vec![], differing, 0);
        while left != 0 {
            let from = left.trailing_zeros();
            let length = (left >> from).trailing_ones();
            let bits = u128::MAX >> (128 - length);
            all.push((from, to, bits));
            left &= !(bits << from);
            to += length;
        }
        Stretches(all)
    }

    /// The bits of a key pushed together.
    #[inline]
    fn together(&self, key: u128) -> u128 {
        self.0.iter().fold(0, |sum, (from, to, bits)| sum | (key >> from & bits) << to)
    }

    /// The same bits in their places.
    #[inline]
    fn apart(&self, number: u128) -> u128 {
        self.0.iter().fold(0, |sum, (from, to, bits)| sum | (number >> to & bits) << from)
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|(_, _, bits)| bits.count_ones()).sum()
    }
}

/// Keys in order, at least one, as bytes.
pub(super) fn packed<K: Key>(keys: &[K]) -> Vec<u8> {
    let first = keys[0].bits();
    let differing = keys.iter().fold(0, |all, key| all | key.bits() ^ first);
    let stretches = Stretches::new(differing);
    let mut out = vec![];
    write(first, &mut out);
    write(differing, &mut out);
    let mut before = stretches.together(first);
    for key in &keys[1..] {
        let number = stretches.together(key.bits());
        write(number - before, &mut out);
        before = number;
    }
    out
}

fn write(mut number: u128, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// The keys that [`packed`] wrote; `None` if they are not this many, or not in order.
pub(super) fn unpacked<K: Key>(bytes: &[u8], count: usize) -> Option<Vec<K>> {
    let mut bytes = bytes;
    let (first, differing) = (read(&mut bytes)?, read(&mut bytes)?);
    let stretches = Stretches::new(differing);
    let most = if stretches.count() == 0 { 0 } else { u128::MAX >> (128 - stretches.count()) };
    let mut number = stretches.together(first);
    let mut keys = Vec::with_capacity(count);
    keys.push(K::of_bits(first));
    while keys.len() < count {
        let more = read(&mut bytes)?;
        number = number.checked_add(more).filter(|n| more > 0 && *n <= most)?;
        keys.push(K::of_bits(first & !differing | stretches.apart(number)));
    }
    bytes.is_empty().then_some(keys)
}

#[inline]
fn read(bytes: &mut &[u8]) -> Option<u128> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u128::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
        shift += 7;
        if shift > 126 {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn keys_are_read_as_they_were_written(
            mut keys in proptest::collection::vec(any::<u128>(), 1..200),
            some in any::<u128>(),
            shift in 0..128u32,
        ) {
            let fixed = keys[0];
            keys.iter_mut().for_each(|k| *k = (*k & some | fixed & !some) >> shift);
            keys.sort_unstable();
            keys.dedup();
            let bytes = packed(&keys);
            prop_assert_eq!(unpacked::<u128>(&bytes, keys.len()), Some(keys.clone()));
            prop_assert_eq!(unpacked::<u128>(&bytes[..bytes.len() - 1], keys.len()), None);
            prop_assert_eq!(unpacked::<u128>(&bytes, keys.len() + 1), None);
        }
    }

    #[test]
    fn wide_fields_take_no_room() {
        let keys: Vec<u64> = (0..100u64).map(|n| 7 | (n / 10) << 20 | (n % 10) << 50).collect();
        let mut keys = keys;
        keys.sort_unstable();
        assert!(packed(&keys).len() < 130, "{}", packed(&keys).len());
        assert_eq!(unpacked::<u64>(&packed(&keys), 100), Some(keys));
    }
}
