//! The choice of the rare piles: the parity of some binary digits of the value, perhaps with that of the pile.

/// `s(n) = parity(G(n) & mask)`, plus the parity of `n - offset` if `by_place`; a pile is rare if that is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Split {
    pub(super) mask: u16,
    pub(super) by_place: bool,
    pub(super) offset: usize,
}

impl Split {
    #[inline(always)]
    pub(super) fn is_rare(self, place: usize, value: u16) -> bool {
        let place = usize::from(self.by_place) & (place ^ self.offset);
        ((value & self.mask).count_ones() as usize ^ place) & 1 == 0
    }
}

/// The choice with the fewest rare piles. `counts[v]` says how many piles of each parity have value v; its length is a
/// power of two. `parity` is that of the numbers taken in splitting moves, if it is the same for all.
///
/// One Walsh-Hadamard transform gives, for every mask at once, how many more piles are rare than common.
pub(super) fn best(counts: &[[u64; 2]], parity: Option<usize>) -> Split {
    let mut surplus: Vec<i64> = counts.iter().flatten().map(|c| *c as i64).collect();
    walsh_hadamard(&mut surplus);
    let offset = parity.unwrap_or(0);
    let rare = |(i, s): (usize, &i64)| match (i & 1, parity) {
        (0, _) => Some((*s, i)),
        (_, Some(offset)) => Some((if offset == 0 { *s } else { -*s }, i)),
        (_, None) => None,
    };
    let (_, i) = surplus.iter().enumerate().filter_map(rare).min().unwrap_or((0, 0));
    Split { mask: (i >> 1) as u16, by_place: i & 1 == 1, offset }
}

fn walsh_hadamard(h: &mut [i64]) {
    let mut half = 1;
    while half < h.len() {
        for block in h.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}
