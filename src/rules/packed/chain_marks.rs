//! The values of options, looked up and marked. Runs of options are short, and no two are of one length: the numbers of options
//! are written by the block, so that little depends on how long runs are, and looked up all together.

use super::chain::BLOCK;

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

/// Numbers of options that are still to be looked up. What lies behind them is written over by the next ones.
pub(super) struct Ranks {
    all: Box<[u32; ROOM]>,
    len: usize,
}

/// How many there may be.
const ROOM: usize = 1 << 10;

impl Ranks {
    /// None yet.
    pub(super) fn new() -> Option<Ranks> {
        Some(Ranks { all: vec![0; ROOM].into_boxed_slice().try_into().ok()?, len: 0 })
    }

    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }
}

/// Looks numbers up and marks the values. Everywhere `false` says that one is not known.
pub(super) struct Marks<'a, T: ?Sized> {
    pub(super) values: &'a T,
    pub(super) stamps: &'a mut Stamps,
    pub(super) stamp: u8,
    pub(super) ranks: &'a mut Ranks,
}

impl<T: Known + ?Sized> Marks<'_, T> {
    /// Marks one value.
    #[inline]
    pub(super) fn value(&mut self, value: u16) {
        self.stamps[usize::from(value)] = self.stamp;
    }

    /// Marks the value of one position.
    #[inline]
    pub(super) fn one(&mut self, rank: usize) -> bool {
        mark(self.values, self.stamps, self.stamp, rank)
    }

    /// Options with the numbers `from` and each of the first terms of some, of which a block more is there: they are marked when
    /// [`Marks::all`] is called.
    #[inline(always)]
    pub(super) fn run(&mut self, from: u32, terms: &[u32], count: usize) -> bool {
        let mut at = 0;
        while at < count {
            let (Some(terms), Some(to)) = (terms[at..].first_chunk(), self.room()) else { return false };
            add(to, from, terms);
            self.ranks.len += (count - at).min(BLOCK);
            at += BLOCK;
        }
        true
    }

    /// The same with terms that are subtracted as well.
    #[inline(always)]
    pub(super) fn differences(&mut self, from: u32, more: &[u32], less: &[u32], count: usize) -> bool {
        let mut at = 0;
        while at < count {
            let (more, less) = (more[at..].first_chunk(), less[at..].first_chunk());
            let (Some(more), Some(less), Some(to)) = (more, less, self.room()) else { return false };
            subtract(to, from, more, less);
            self.ranks.len += (count - at).min(BLOCK);
            at += BLOCK;
        }
        true
    }

    /// Room for a block.
    #[inline(always)]
    fn room(&mut self) -> Option<&mut [u32; BLOCK]> {
        if self.ranks.len > ROOM - BLOCK && !self.all() {
            return None;
        }
        self.ranks.all[self.ranks.len..].first_chunk_mut()
    }

    /// Marks all options that are still to be marked.
    pub(super) fn all(&mut self) -> bool {
        let len = std::mem::take(&mut self.ranks.len);
        mark_all(self.values, self.stamps, self.stamp, &self.ranks.all[..len])
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
