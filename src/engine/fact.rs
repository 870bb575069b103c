//! What is known about a part, as searches keep it and proofs say it.

/// A value from here on is left to the other solver.
pub(super) const LARGEST: u32 = 128;

/// What is known about a part, for whoever keeps it: its value, or values that it does not have, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// The value.
    Value(u64),
    /// Not these: at least one.
    Not(u32),
}

impl Fact {
    /// Values from here on have no room among those that are ruled out.
    pub const SMALL: u64 = 15;

    /// In 16 bits: twice the value, or twice the bits and one.
    pub fn word(self) -> u16 {
        match self {
            Fact::Value(value) => (value << 1) as u16,
            Fact::Not(bits) => ((bits << 1) | 1) as u16,
        }
    }

    /// What [`Fact::word`] wrote; `None` if nothing is written so.
    pub fn of_word(word: u16) -> Option<Fact> {
        let rest = word >> 1;
        match word & 1 {
            0 => (u32::from(rest) < LARGEST).then_some(Fact::Value(rest.into())),
            _ => (rest != 0).then_some(Fact::Not(rest.into())),
        }
    }

    /// Its value, if that is what is known.
    pub fn value(self) -> Option<u64> {
        match self {
            Fact::Value(value) => Some(value),
            Fact::Not(_) => None,
        }
    }

    /// Whether it says that the value is another one.
    pub fn rules_out(self, value: u64) -> bool {
        match self {
            Fact::Value(is) => is != value,
            Fact::Not(bits) => value < Fact::SMALL && bits >> value & 1 == 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_as_they_were_written() {
        let facts = (0..128).map(Fact::Value).chain((1..1 << 15).map(Fact::Not));
        facts.for_each(|fact| assert_eq!(Fact::of_word(fact.word()), Some(fact)));
        assert_eq!([1, 256, 0xfffe].map(Fact::of_word), [None; 3]);
    }
}
