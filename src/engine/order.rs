//! Positions numbered without gaps, in an order in which the options of each are thought to come earlier.

use super::rules::Key;

/// There are no more places.
pub const MOST_PLACES: u64 = 1 << 44;

/// Positions and their places, which begin at 0. Whoever fills places in this order sees whether options come earlier.
pub trait Order {
    /// Positions.
    type Key: Key;

    /// How many places there are.
    fn count(&self) -> u64;

    /// The place of a position; `None` if it has none.
    fn place(&self, key: Self::Key) -> Option<u64>;

    /// The position at a place below [`Order::count`].
    fn key(&self, place: u64) -> Self::Key;
}
