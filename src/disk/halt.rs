//! Why a run ended before its end.

use super::fault::Fault;
use crate::engine::{Exhausted, Stop};

/// Why a run ended before its end.
#[derive(Debug)]
pub enum Halt<K> {
    /// Something is wrong with the folder or a file.
    Fault(Fault),
    /// A budget ran out: what is finished is in the folder.
    Exhausted(Exhausted),
    /// The options of a position could not be listed by these rules.
    Unlisted(K, Stop),
    /// A position has no rank.
    NoRank(K),
    /// A move does not lead to a lower rank.
    Rises(K),
    /// A value has more than 16 bits.
    Wide(K),
}

impl<K> From<Fault> for Halt<K> {
    fn from(fault: Fault) -> Halt<K> {
        Halt::Fault(fault)
    }
}

impl<K> From<Exhausted> for Halt<K> {
    fn from(what: Exhausted) -> Halt<K> {
        Halt::Exhausted(what)
    }
}
