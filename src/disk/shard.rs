//! Parts of a check, which many machines may share.

/// One of `n` parts: of many files every `n`-th, so that nobody reads those of the others; of fewer files every `n`-th position, so that
/// parts take about as long as each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shard {
    i: u64,
    n: u64,
    by_file: bool,
}

/// Files are many if there are at least so many for each part.
const MANY: u64 = 8;

impl Shard {
    /// Part `i` of `n`, counted from 0, of so many files.
    pub(super) fn new((i, n): (u32, u32), files: u64) -> Shard {
        Shard { i: i.into(), n: n.into(), by_file: files >= MANY * u64::from(n) }
    }

    /// Whether something in a file is part of it.
    pub(super) fn reads(&self, file: u64) -> bool {
        !self.by_file || file % self.n == self.i
    }

    /// Whether a position, by its number, is part of it, where its file is read.
    pub(super) fn has(&self, position: u64) -> bool {
        self.by_file || position % self.n == self.i
    }
}
