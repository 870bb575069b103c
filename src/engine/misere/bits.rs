//! Rows of bits.

/// A row of bits that can grow; it can be hashed and compared.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Bits {
    words: Vec<u64>,
    len: usize,
}

impl Bits {
    /// How many zeros.
    pub(super) fn new(len: usize) -> Bits {
        Bits { words: vec![0; len.div_ceil(64)], len }
    }

    /// How many bits there are.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The bit at a place.
    pub(super) fn has(&self, i: usize) -> bool {
        self.words[i / 64] >> (i % 64) & 1 == 1
    }

    /// Sets the bit at a place.
    pub(super) fn add(&mut self, i: usize) {
        self.words[i / 64] |= 1 << (i % 64);
    }

    /// One more bit.
    pub(super) fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(64) {
            self.words.push(0);
        }
        self.len += 1;
        if bit {
            self.add(self.len - 1);
        }
    }

    /// The first place at which two rows differ; `None` if they do not.
    pub(super) fn first_difference(&self, other: &Bits) -> Option<usize> {
        let pairs = self.words.iter().zip(&other.words).enumerate();
        pairs
            .filter(|(_, (a, b))| a != b)
            .map(|(i, (a, b))| i * 64 + (a ^ b).trailing_zeros() as usize)
            .next()
    }
}
