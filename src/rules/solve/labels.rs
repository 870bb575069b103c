//! Games with cycles, with moves of one player, and positions that are won already: their value, where what they are worth is
//! a nim-value; otherwise why they have none.

use super::engine::{Answer, Asked, Engine, Rest, Result, Usage};
use super::fired::Fired;
use crate::check::ir::GameId;
use crate::diagnostic::Diagnostic;
use crate::engine::Unfit;
use crate::rules::Stop;
use crate::rules::arenas::Arenas;
use crate::rules::ctx::Ctx;
use crate::rules::worth::{Worth, left_open};
use crate::value::{GamePosition, Part};
use std::collections::BTreeMap;

impl Engine for Arenas {
    fn name(&self) -> &'static str {
        "labels"
    }

    fn fits(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<()> {
        let kind = asked.kind;
        let is_for = kind.loopy || kind.partizan || (kind.wins && ctx.machine.has_won(asked.position)?);
        if is_for { Ok(()) } else { Err(Unfit::Idle.into()) }
    }

    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, _: Rest<'_, '_>) -> Result<Answer> {
        let worth = self.worth(ctx, asked.position, asked.kind.partizan)?;
        ctx.notes.trail.answered("labels");
        match worth {
            Worth::Nim(v) if !asked.kind.partizan => Ok(Answer::of(v.to_u64().unwrap_or(u64::MAX))),
            worth => Err(no_value(ctx, asked.position, &worth)),
        }
    }

    fn usage(&self) -> Usage {
        let (positions, bytes) = self.held();
        Usage { positions: positions as u64, bytes }
    }

    fn tell(&self, fired: &mut Fired) {
        fired.all(self.recognised());
    }

    fn used(&self, used: &mut BTreeMap<String, u64>) {
        let (positions, _) = self.by_place.held();
        *used.entry("outcomes by place".into()).or_default() += positions as u64;
        *used.entry("outcomes of boxes".into()).or_default() += self.by_place.in_boxes();
    }
}

/// Why a position has no nim-value.
fn no_value(ctx: &Ctx<'_>, position: &GamePosition, worth: &Worth) -> Stop {
    let name = Part::Game(position.clone()).in_trace();
    let game = ctx.machine.program.game(GameId(position.game.id));
    let no_value = |code, title: String| Diagnostic::error(code, title).at(game.span, "");
    Stop::mistake(match worth {
        Worth::Nim(v) => partizan(no_value("partizan-has-no-value", format!("{name} has no nim-value")))
            .note(format!("In sums it is nevertheless won and lost like the nim-heap *{v}.")),
        Worth::Infinite(_) => {
            let value = worth.text().unwrap_or_default();
            no_value("value-is-infinite", format!("The value of {name} is {value}, which is not a number"))
                .note("Its sum with a nim-heap *k is N if k is in the set, and a draw if not.")
        }
        Worth::Won => no_value("won-already", format!("{name} has no nim-value: the player to move has won"))
            .note("In a sum this ends the whole play; no nim-heap does that."),
        Worth::Partizan => partizan(no_value("partizan-has-no-value", format!("{name} has no nim-value"))),
        Worth::Open => return left_open(&ctx.meter, &format!("the value of {name}")),
    })
}

/// Why there are no nim-values.
fn partizan(d: Diagnostic) -> Diagnostic {
    d.note("Left and Right have different moves; only impartial games have nim-values.")
        .hint("Did you mean `outcome(...)`, or `impartial ...`, in which both may make every move?")
}
