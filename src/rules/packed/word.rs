//! The machine words that keys are kept in.

use crate::engine::{Key, Unfit};

/// A machine word that keys are kept in.
pub trait Word: Key {
    /// Its width.
    const BITS: u32;
    /// Why positions are in no such word.
    const TOO_WIDE: Unfit;
    /// The lower bits of a wide word.
    fn narrow(wide: u128) -> Self;
    /// As a wide word.
    fn wide(self) -> u128;
}

impl Word for u64 {
    const BITS: u32 = 64;
    const TOO_WIDE: Unfit = Unfit::Kind("its positions take more than 64 bits");
    #[inline]
    fn narrow(wide: u128) -> u64 {
        wide as u64
    }
    #[inline]
    fn wide(self) -> u128 {
        u128::from(self)
    }
}

impl Word for u128 {
    const BITS: u32 = 128;
    const TOO_WIDE: Unfit = Unfit::Kind("its positions take more than 128 bits");
    #[inline]
    fn narrow(wide: u128) -> u128 {
        wide
    }
    #[inline]
    fn wide(self) -> u128 {
        self
    }
}
