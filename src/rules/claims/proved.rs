//! Claims that follow from the rules.

use super::super::machine::Machine;
use crate::check::independence;
use crate::check::ir::{Game, GameId, Program};
use crate::lowered::{self, LoweredGame, movements};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The claims of a game that follow from its rules: `splits into`, and each `same as`.
pub(in crate::rules) struct Proved {
    pub(in crate::rules) splits: bool,
    pub(in crate::rules) same: Vec<bool>,
}

impl Proved {
    /// What follows from the rules as written, or from the same in plain rules.
    pub(in crate::rules) fn of(machine: &Machine, id: GameId) -> Proved {
        let splits = |program: &Program| {
            let claim = program.game(id).splits.as_ref();
            claim.is_some_and(|c| independence::is_proved(program, id, c))
        };
        let written = unchanged(&machine.program, id, &|id| machine.lowered(id));
        let plain = machine.plain();
        let same = if written.iter().all(|p| *p) { written } else { or(written, &unchanged_in(plain, id)) };
        Proved { splits: splits(&machine.program) || splits(plain), same }
    }

    /// Whether nothing is left to be checked.
    pub(in crate::rules) fn all(&self, game: &Game) -> bool {
        (game.splits.is_none() || self.splits) && self.same.iter().all(|p| *p)
    }
}

fn or(a: Vec<bool>, b: &[bool]) -> Vec<bool> {
    a.into_iter().zip(b).map(|(a, b)| a || *b).collect()
}

/// Of each `same as` of a game, whether it follows from rules whose forms are given.
fn unchanged(program: &Program, id: GameId, form: &dyn Fn(GameId) -> Rc<LoweredGame>) -> Vec<bool> {
    form(id).same.iter().map(|claim| movements::change_nothing(program, id, claim, form)).collect()
}

/// The same with forms that are made for this.
fn unchanged_in(program: &Program, id: GameId) -> Vec<bool> {
    let forms: RefCell<HashMap<usize, Rc<LoweredGame>>> = RefCell::default();
    let form = |id: GameId| {
        let game = || Rc::new(lowered::game(program, GameId(id.index() as u32), &[]));
        forms.borrow_mut().entry(id.index()).or_insert_with(game).clone()
    };
    unchanged(program, id, &form)
}

impl Machine {
    /// Whether all that a game claims to be the `same as` a position follows from its rules.
    pub fn same_as_is_proved(&self, id: GameId) -> bool {
        self.program.game(id).same.is_empty() || Proved::of(self, id).same.iter().all(|p| *p)
    }

    /// Whether all claims of a game follow from its rules.
    pub fn claims_proved(&self, id: GameId) -> bool {
        Proved::of(self, id).all(self.program.game(id))
    }
}
