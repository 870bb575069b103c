//! The values of options, looked up and marked. Runs of options are short, and no two are of one length: the numbers of options
//! are written by the block, so that little depends on how long runs are, and looked up all together.

use super::chain::{BLOCK, Chain};

/// Values by the numbers of positions.
pub(super) trait Known {
    /// No value is larger.
    const MOST: usize;
    /// The value of a position, if it is known.
    fn known(&self, rank: usize) -> Option<u16>;
}

impl<V: Copy + Into<u16>> Known for [V] {
    const MOST: usize = (1 << (8 * size_of::<V>())) - 1;

    #[inline(always)]
    fn known(&self, rank: usize) -> Option<u16> {
        self.get(rank).map(|value| (*value).into())
    }
}

/// One for each value of two bytes: values with the stamp of the position at hand are those of its options.
pub(super) type Stamps = [u8; 1 << 16];

/// Looks numbers up and marks the values.
pub(super) struct Marks<'a, T: ?Sized> {
    pub(super) values: &'a T,
    pub(super) stamps: &'a mut Stamps,
    pub(super) stamp: u8,
    /// The numbers of options that are still to be looked up, and room for more.
    pub(super) ranks: &'a mut [u32],
    /// How many there are.
    pub(super) waiting: usize,
}

/// Room for the numbers of all options of one run.
pub(super) fn room(chain: &Chain) -> Vec<u32> {
    vec![0; chain.digits() * chain.width() + BLOCK]
}

impl<T: Known + ?Sized> Marks<'_, T> {
    /// Marks one value.
    #[inline]
    pub(super) fn value(&mut self, value: u16) {
        self.stamps[usize::from(value)] = self.stamp;
    }

    /// Marks the value of one position; false if it is not known.
    #[inline]
    pub(super) fn one(&mut self, rank: usize) -> bool {
        mark(self.values, self.stamps, self.stamp, rank)
    }

    /// Where numbers of options are written.
    #[inline(always)]
    pub(super) fn room(&mut self) -> &mut [u32] {
        &mut self.ranks[self.waiting..]
    }

    /// So much room has been left behind the numbers.
    #[inline(always)]
    pub(super) fn left(&mut self, room: usize) {
        self.waiting = self.ranks.len() - room;
    }

    /// Marks all options that are waiting; false if one is not known.
    pub(super) fn all(&mut self) -> bool {
        let waiting = std::mem::take(&mut self.waiting);
        mark_all(self.values, self.stamps, self.stamp, &self.ranks[..waiting])
    }
}

/// Writes the sums of `from` and each of so many terms, of which a block more is there. Gives the room behind them, if there is
/// any.
#[inline(always)]
pub(super) fn write_sums<'r>(
    to: &'r mut [u32],
    from: u32,
    terms: &[u32],
    count: usize,
) -> Option<&'r mut [u32]> {
    let mut at = 0;
    loop {
        add(to[at..].first_chunk_mut()?, from, terms[at..].first_chunk()?);
        at += BLOCK;
        if at >= count {
            return to.get_mut(count..);
        }
    }
}

/// The same with terms that are subtracted as well.
#[inline(always)]
pub(super) fn write_differences<'r>(
    to: &'r mut [u32],
    from: u32,
    more: &[u32],
    less: &[u32],
    count: usize,
) -> Option<&'r mut [u32]> {
    let mut at = 0;
    loop {
        let (more, less) = (more[at..].first_chunk()?, less[at..].first_chunk()?);
        subtract(to[at..].first_chunk_mut()?, from, more, less);
        at += BLOCK;
        if at >= count {
            return to.get_mut(count..);
        }
    }
}

#[inline(always)]
fn add(to: &mut [u32; BLOCK], from: u32, terms: &[u32; BLOCK]) {
    let mut block = *terms;
    for rank in &mut block {
        *rank = rank.wrapping_add(from);
    }
    *to = block;
}

#[inline(always)]
fn subtract(to: &mut [u32; BLOCK], from: u32, more: &[u32; BLOCK], less: &[u32; BLOCK]) {
    let mut block = *more;
    for (i, rank) in block.iter_mut().enumerate() {
        *rank = rank.wrapping_add(from).wrapping_sub(less[i]);
    }
    *to = block;
}

// Not inlined, for there are few registers.
#[inline(never)]
fn mark_all<T: Known + ?Sized>(values: &T, stamps: &mut Stamps, stamp: u8, ranks: &[u32]) -> bool {
    let (fours, rest) = ranks.as_chunks::<4>();
    for [a, b, c, d] in fours {
        if !(mark(values, stamps, stamp, *a as usize)
            && mark(values, stamps, stamp, *b as usize)
            && mark(values, stamps, stamp, *c as usize)
            && mark(values, stamps, stamp, *d as usize))
        {
            return false;
        }
    }
    rest.iter().all(|rank| mark(values, stamps, stamp, *rank as usize))
}

#[inline(always)]
fn mark<T: Known + ?Sized>(values: &T, stamps: &mut Stamps, stamp: u8, rank: usize) -> bool {
    match values.known(rank) {
        Some(value) => {
            stamps[usize::from(value)] = stamp;
            true
        }
        None => not_known(),
    }
}

/// Seldom: a loop over options is compiled for its going on.
#[cold]
#[inline(never)]
fn not_known() -> bool {
    false
}
