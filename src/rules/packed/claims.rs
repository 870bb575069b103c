//! Which claims compiled rules use.

use super::family::{Family, Instance};
use crate::rules::machine::Machine;

/// Which claims are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Claims {
    /// None.
    None,
    /// `same as` alone.
    Same,
    /// All: for values under normal play.
    All,
}

impl Claims {
    /// All or none.
    pub(super) fn of(all: bool) -> Claims {
        if all { Claims::All } else { Claims::None }
    }

    /// Those that hold whatever the way to win, by either player: a `same as` that is proved maps the plays from a position one to
    /// one to those from the other. What splits is worth the sum of its parts under normal play alone.
    pub(super) fn of_tree(family: &Family, machine: Option<&Machine>) -> Claims {
        let proved = |machine: &Machine| family.instances.iter().all(|i| machine.same_as_is_proved(i.id));
        if machine.is_some_and(proved) { Claims::Same } else { Claims::None }
    }

    /// Whether they ever do anything.
    pub(super) fn simplify(self, family: &Family) -> bool {
        match self {
            Claims::None => false,
            Claims::Same => family.instances.iter().any(Instance::has_same),
            Claims::All => family.instances.iter().any(Instance::has_claims),
        }
    }
}
