//! What is known about a part.

use crate::engine::fact::Fact;
use crate::engine::memo::Memo;

/// What is known about a part, in 32 bits: its value, or the small values that are not its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known(pub(super) u32);

pub(super) const VALUE: u32 = 1 << 31;
pub(super) const OPEN: u32 = 1 << 30;
/// Values from here on cannot be ruled out one by one; parts that may have them are given their value.
pub(super) const SMALL: u64 = 30;

impl Known {
    pub(super) fn value(self) -> Option<u64> {
        (self.0 & VALUE != 0).then_some(u64::from(self.0 & !VALUE))
    }

    pub(super) fn is_open(self) -> bool {
        self.0 & (VALUE | OPEN) == OPEN
    }

    /// The same, and somebody is at work on it; unless another thread has just found its value.
    pub(super) fn opened(self) -> u32 {
        if self.value().is_some() { self.0 } else { self.0 | OPEN }
    }

    pub(super) fn rules_out(self, value: u64) -> bool {
        self.0 & VALUE == 0 && value < SMALL && self.0 >> value & 1 == 1
    }

    /// The small values that are not its value.
    ///
    /// Those below its value are values of options; those above are never looked for. So all of them may pass for values that
    /// some option has.
    pub(super) fn ruled_out(self) -> u32 {
        if self.0 & VALUE == 0 { self.0 & ((1 << SMALL) - 1) } else { 0 }
    }

    /// Whether it says if the value is the one that is wanted; or what it is, if none is.
    pub(super) fn answers(self, wanted: Option<u32>) -> bool {
        self.value().is_some() || wanted.is_some_and(|w| self.rules_out(w.into()))
    }
}

/// What can be said about it.
pub(super) fn fact(known: Known) -> Option<Fact> {
    let bits = known.0 & ((1 << Fact::SMALL) - 1);
    known.value().map(Fact::Value).or((bits != 0).then_some(Fact::Not(bits)))
}

/// What is known about a part.
pub(super) fn known_of<M: Memo>(known: &M, part: M::Key) -> Known {
    Known(known.get(part).unwrap_or(0))
}
