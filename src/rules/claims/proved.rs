//! Claims that follow from the rules.

use super::super::machine::Machine;
use crate::check::independence;
use crate::check::ir::{Game, GameId};
use crate::lowered::movements;

/// The claims of a game that follow from its rules: `splits into`, and each `same as`.
pub(in crate::rules) struct Proved {
    pub(in crate::rules) splits: bool,
    pub(in crate::rules) same: Vec<bool>,
}

impl Proved {
    pub(in crate::rules) fn of(machine: &Machine, id: GameId) -> Proved {
        let program = &machine.program;
        let lowered = machine.lowered(id);
        let changes_nothing =
            |claim| movements::change_nothing(program, id, claim, &|id| machine.lowered(id));
        Proved {
            splits: [program, machine.plain()].into_iter().any(|program| {
                let splits = program.game(id).splits.as_ref();
                splits.is_some_and(|c| independence::is_proved(program, id, c))
            }),
            same: lowered.same.iter().map(changes_nothing).collect(),
        }
    }

    /// Whether nothing is left to be checked.
    pub(in crate::rules) fn all(&self, game: &Game) -> bool {
        (game.splits.is_none() || self.splits) && self.same.iter().all(|p| *p)
    }
}

impl Machine {
    /// Whether all claims of a game follow from its rules.
    pub fn claims_proved(&self, id: GameId) -> bool {
        Proved::of(self, id).all(self.program.game(id))
    }
}
