//! Games with claims that are not proved: the claims are checked before an engine behind this one uses them, and its answer is
//! compared with what the position is worth without them.

use super::engine::{Answer, Asked, Engine, Rest, Result, Usage, Want, ask};
use super::fired::Fired;
use crate::check::ir::{Game, GameId};
use crate::engine::Unfit;
use crate::rules::claims::{Alone, Checker, Proved};
use crate::rules::ctx::Ctx;
use crate::rules::machine::Machine;
use crate::rules::stops;
use crate::value::GamePosition;
use std::collections::HashMap;
use std::rc::Rc;

/// What is known about the claims of all games.
pub(in crate::rules) struct Claimed {
    checker: Checker,
    /// The positions for which claims were checked, and what these are without claims.
    checked_at: HashMap<GamePosition, Alone>,
    proved: HashMap<GameId, Rc<Proved>>,
}

impl Claimed {
    /// Nothing checked yet.
    pub(in crate::rules) fn new(machine: &Rc<Machine>) -> Claimed {
        Claimed { checker: Checker::new(machine.clone()), checked_at: HashMap::new(), proved: HashMap::new() }
    }

    /// Which claims of a game need no check, since they follow from its rules.
    fn proved(&mut self, machine: &Machine, id: GameId) -> Rc<Proved> {
        self.proved.entry(id).or_insert_with(|| Rc::new(Proved::of(machine, id))).clone()
    }

    /// The games at hand that have claims, and which of these are proved.
    fn games<'m>(
        &mut self,
        machine: &'m Machine,
        position: &GamePosition,
    ) -> Vec<(GameId, &'m Game, Rc<Proved>)> {
        let games = machine.at_hand(GameId(position.game.id));
        let games = games.iter().map(|id| (*id, machine.program.game(*id)));
        let games = games.filter(|(_, game)| game.splits.is_some() || !game.same.is_empty());
        games.map(|(id, game)| (id, game, self.proved(machine, id))).collect()
    }

    /// Checks the claims of every game at hand. Gives the value without claims of the position, if it is not too large.
    fn check(&mut self, ctx: &mut Ctx<'_>, position: &GamePosition) -> Result<Option<u64>> {
        let alone = match self.checked_at.get(position) {
            Some(alone) => alone.clone(),
            None => self.checker.check(ctx.machine, position)?,
        };
        self.checked_at.insert(position.clone(), alone.clone());
        let value = match alone {
            Alone::Value(value) => Some(value),
            // A claim may lead past it: there is no value all the same.
            Alone::Cycle(play) => return Err(stops::cycle(ctx, position, &play)),
            Alone::Open => None,
        };
        let machine = ctx.machine.clone();
        for (id, game, proved) in self.games(&machine, position) {
            let Some(what) = unproved(game, &proved) else { continue };
            let entry = ctx.notes.rests_on.entry(format!("{what} of {}", game.name)).or_insert((0, true));
            *entry = (self.checker.compared(id), entry.1 && value.is_some());
        }
        Ok(value)
    }
}

/// For a search that keeps what it finds.
impl Claimed {
    /// Checks the claims at hand unless they are proved. Gives the value without claims of the position, if it is known.
    ///
    /// # Errors
    /// A claim that is refuted, or a budget that ran out.
    pub(super) fn checked(&mut self, ctx: &mut Ctx<'_>, position: &GamePosition) -> Result<Option<u64>> {
        if self.unproved(ctx.machine, position).is_empty() { Ok(None) } else { self.check(ctx, position) }
    }

    /// The claims at hand that are not proved, in words.
    pub(super) fn unproved(&mut self, machine: &Machine, position: &GamePosition) -> Vec<String> {
        let games = self.games(machine, position);
        let named = |(_, game, proved): &(GameId, &Game, Rc<Proved>)| {
            unproved(game, proved).map(|what| format!("{what} of {}", game.name))
        };
        games.iter().filter_map(named).collect()
    }

    /// What claims led to another value than the position has without them.
    pub(super) fn led_astray(&self, position: &GamePosition, value: u64, found: u64) -> crate::rules::Stop {
        self.checker.led_astray(position, value, Some(found))
    }
}

/// The claims of a game that answers rest on.
fn unproved(game: &Game, proved: &Proved) -> Option<&'static str> {
    let (splits, same) = (game.splits.is_some() && !proved.splits, proved.same.contains(&false));
    match (splits, same) {
        (false, false) => None,
        (true, false) => Some("`splits into`"),
        (false, true) => Some("`same as`"),
        (true, true) => Some("`splits into` and `same as`"),
    }
}

impl Engine for Claimed {
    fn name(&self) -> &'static str {
        "claims"
    }

    fn fits(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<()> {
        let machine = ctx.machine.clone();
        let proved = self.games(&machine, asked.position).iter().all(|(_, game, proved)| proved.all(game));
        if proved { Err(Unfit::Idle.into()) } else { Ok(()) }
    }

    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, rest: Rest<'_, '_>) -> Result<Answer> {
        let alone = self.check(ctx, asked.position)?;
        let answer = ask(rest, ctx, asked)?;
        let Some(value) = alone else { return Ok(answer) };
        let claimed = match &answer {
            Answer::Value(v) => v.to_u64(),
            Answer::Not => None,
        };
        let agree = claimed.map_or(asked.want != Want::Is(value), |v| v == value);
        if agree { Ok(answer) } else { Err(self.checker.led_astray(asked.position, value, claimed)) }
    }

    fn usage(&self) -> Usage {
        Usage::default()
    }

    fn tell(&self, fired: &mut Fired) {
        for proved in self.proved.values() {
            fired.add("claim: islands proved", u64::from(proved.splits));
            fired.add("claim: symmetry proved", proved.same.iter().filter(|p| **p).count() as u64);
        }
    }
}
