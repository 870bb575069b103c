//! The types of values.

/// Whole numbers of so many bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Type(u32);

pub(in super::super) const I8: Type = Type(8);
pub(in super::super) const I32: Type = Type(32);
pub(in super::super) const I64: Type = Type(64);
pub(in super::super) const I128: Type = Type(128);

impl Type {
    pub(in super::super) fn bits(self) -> u32 {
        self.0
    }

    pub(in super::super) fn bytes(self) -> u32 {
        self.0 / 8
    }

    /// The bits of a word that a value of this type may have.
    pub(super) fn mask(self) -> i64 {
        if self.0 < 64 { (1 << self.0) - 1 } else { -1 }
    }
}
