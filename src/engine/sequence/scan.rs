//! Searches through long runs of values, written so that the compiler makes vector code of them.

/// The first place that is zero; the length if there is none.
#[inline(always)]
pub(super) fn first_zero(marks: &[u8]) -> usize {
    let (blocks, rest) = marks.as_chunks::<64>();
    for (i, block) in blocks.iter().enumerate() {
        if block.iter().fold(false, |any, x| any | (*x == 0)) {
            return 64 * i + place_of_zero(block.iter().copied());
        }
    }
    64 * blocks.len() + place_of_zero(rest.iter().copied())
}

/// The first place that is zero in both; the length if there is none.
#[inline(always)]
pub(super) fn first_zero_of_two(a: &[u8], b: &[u8]) -> usize {
    let ((blocks, rest), (others, other_rest)) = (a.as_chunks::<64>(), b.as_chunks::<64>());
    for (i, (x, y)) in blocks.iter().zip(others).enumerate() {
        if x.iter().zip(y).fold(false, |any, (x, y)| any | (x | y == 0)) {
            return 64 * i + place_of_zero(x.iter().zip(y).map(|(x, y)| x | y));
        }
    }
    64 * blocks.len() + place_of_zero(rest.iter().zip(other_rest).map(|(x, y)| x | y))
}

fn place_of_zero(mut marks: impl ExactSizeIterator<Item = u8>) -> usize {
    let len = marks.len();
    marks.position(|x| x == 0).unwrap_or(len)
}

/// Whether `g[a] xor g[m - a]` is v for some a from `low` to `high`.
#[inline(always)]
pub(super) fn has_pair(g: &[u16], m: usize, low: usize, high: usize, v: u16) -> bool {
    has_pair_in(&g[low..=high], &g[m - high..=m - low], v)
}

/// Whether a value of `front`, xor the one in the same place of `back` read backwards, is v. Both have the same length.
#[inline(always)]
pub(super) fn has_pair_in(front: &[u16], back: &[u16], v: u16) -> bool {
    let (blocks, rest) = front.as_chunks::<WIDE>();
    let (other_rest, others) = back.as_rchunks::<WIDE>();
    let here = |x: &[u16; WIDE], y: &[u16; WIDE]| {
        let mut any = 0u16;
        for i in 0..WIDE {
            any |= u16::from(x[i] ^ v == y[WIDE - 1 - i]);
        }
        any != 0
    };
    blocks.iter().zip(others.iter().rev()).any(|(x, y)| here(x, y))
        || rest.iter().zip(other_rest.iter().rev()).any(|(x, y)| x ^ y == v)
}

/// How many values are compared before the search looks up.
const WIDE: usize = 64;
