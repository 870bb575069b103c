//! What is said about claims that are refuted.

use super::super::{Kind, Mistake, Stop};
use super::Checker;
use crate::check::ir::{Claim, Game, GameId};
use crate::diagnostic::Diagnostic;
use crate::value::{GamePosition, Part, Position};

impl Checker {
    /// That the claims, each perhaps right where it was compared, lead to a wrong value of a position.
    pub(in crate::rules) fn led_astray(
        &self,
        position: &GamePosition,
        value: u64,
        claimed: Option<u64>,
    ) -> Stop {
        let game = self.machine.program.game(GameId(position.game.id));
        let title = format!("The claims that {} rests on lead to a wrong value", game.name);
        let whole = Part::Game(position.clone()).in_trace();
        let worth = claimed.map_or(format!("does not have value {value}"), |v| format!("has value {v}"));
        let d = Diagnostic::error("claim-refuted", title)
            .at(game.span, "wrong for the position below")
            .play(format!("without claims:  {whole}  has value {value}"))
            .play(format!("with claims:  {whole}  {worth}"))
            .hint("Does a claim fail for a position that it leads to only after some steps?");
        wrong_claim(d)
    }
}

pub(super) fn refuted(
    game: &Game,
    claim: &Claim,
    position: &GamePosition,
    value: u64,
    claimed: &Position,
    worth: u64,
) -> Stop {
    let whole = Part::Game(position.clone()).in_trace();
    let is_split = game.splits.as_ref().is_some_and(|s| s.span == claim.span);
    let title = if is_split {
        format!("The parts of {} are not independent", game.name)
    } else {
        format!("Positions of {} that are claimed to be the same are not", game.name)
    };
    let (words, hint) = if is_split {
        ("in parts", "Does a move in one part change what can be done in another?")
    } else {
        ("claimed the same", "Do the rules treat all directions and places alike?")
    };
    let d = Diagnostic::error("claim-refuted", title)
        .at(claim.span, "wrong for the position below")
        .play(format!("played whole:  {whole}  has value {value}"))
        .play(format!("{words}:  {}  has value {worth}", claimed.in_trace()))
        .hint(hint);
    wrong_claim(d)
}

fn wrong_claim(diagnostic: Diagnostic) -> Stop {
    Stop::Mistake(Box::new(Mistake { diagnostic, kind: Kind::RefutesClaim }))
}
