//! The entry of a key in a table, and the numbers that encode it.

/// An entry of a [`Table`](super::Table).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Never seen (or given up on).
    Unknown,
    /// Its options are being solved.
    Open,
    /// Its nim-value.
    Value(u32),
}

pub(super) const EMPTY: u32 = u32::MAX;
pub(super) const OPEN: u32 = u32::MAX - 2;
pub(super) const GIVEN_UP: u32 = u32::MAX - 3;
/// The largest nim-value an entry can hold.
pub(in crate::engine) const MAX_VALUE: u32 = u32::MAX - 4;
