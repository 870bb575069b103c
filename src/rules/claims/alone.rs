//! What positions are without any claim.

use super::super::Stop;
use super::super::ctx::family_of;
use super::super::general::General;
use super::super::machine::Machine;
use super::super::packed::{Family, Packed, Word};
use super::Checker;
use crate::engine::depth_first::Solver;
use crate::engine::{self, Budget, Exhausted, Halt, Meter, Wrong};
use crate::value::{GamePosition, Part, Position};
use std::rc::Rc;

/// How many are solved for the position asked about, where words hold it, and for all of these together.
pub(super) const WORDS: u64 = 50_000;
pub(super) const ALL_WORDS: u64 = 200_000;
/// The same over interned values.
pub(super) const VALUES: u64 = 2_000;
pub(super) const ALL_VALUES: u64 = 20_000;

/// What a position is without any claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::rules) enum Alone {
    /// Worth this.
    Value(u64),
    /// Without a value: a play from it comes back to where it was, by these positions.
    Cycle(Vec<GamePosition>),
    /// Too large to say.
    Open,
}

impl Alone {
    pub(super) fn value(&self) -> Option<u64> {
        if let Alone::Value(v) = self { Some(*v) } else { None }
    }
}

/// How much a value may cost.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cost {
    /// How many positions.
    Few(u64),
    /// As much as is spent on positions asked about.
    Much,
}

impl Checker {
    /// What a position is without any claim, if that does not cost too much.
    pub(super) fn alone(
        &mut self,
        machine: &Machine,
        position: &GamePosition,
        cost: Cost,
    ) -> Result<Alone, Stop> {
        let key = self.solver.rules.intern(position.clone());
        if let Some(value) = self.solver.known_value(key) {
            return Ok(Alone::Value(value));
        }
        let (words, values) = match cost {
            Cost::Few(n) => (n, n),
            Cost::Much => (WORDS.min(self.words_left), VALUES.min(self.values_left)),
        };
        let found = self.alone_in_words(machine, position, words)?;
        if found != Alone::Open {
            return Ok(found);
        }
        let before = self.solver.solved();
        let found = tolerant(machine, &mut self.solver, key, values);
        if cost == Cost::Much {
            let solved = self.solver.solved().saturating_sub(before) as u64;
            self.values_left = self.values_left.saturating_sub(solved.max(1));
        }
        found
    }

    fn alone_in_words(
        &mut self,
        machine: &Machine,
        position: &GamePosition,
        words: u64,
    ) -> Result<Alone, Stop> {
        if !machine.kind(&Position::one(Part::Game(position.clone()))).is_plain() {
            return Ok(Alone::Open);
        }
        let known = self.packed.entry(family_of(position)).or_default();
        let before = known.as_ref().map(|solver| solver.rules.family());
        if before.is_none_or(|family| family.pack(position).is_none()) {
            let family = Family::new(machine, position, before, u128::BITS);
            *known = family.map(|f| Box::new(Solver::new(Packed::new(f, &self.machine, false))));
        }
        let Some(solver) = known else { return Ok(Alone::Open) };
        let Some(key) = solver.rules.family().pack(position) else { return Ok(Alone::Open) };
        let key = <u128 as Word>::narrow(key);
        let meter = Rc::new(within(machine, words));
        solver.rules.measure(meter.clone());
        let value = solver.value(key, &meter);
        self.words_left = self.words_left.saturating_sub(meter.positions());
        match value {
            Ok(value) => Ok(Alone::Value(value)),
            Err(Halt { why: engine::Stop::Mistake(Wrong::Cycle), play, .. }) => {
                let family = solver.rules.family();
                Ok(Alone::Cycle(play.into_iter().map(|k| family.unpack(k.wide())).collect()))
            }
            Err(halt) => left_open(halt),
        }
    }
}

/// A meter for this many positions, in what is left of the time.
fn within(machine: &Machine, positions: u64) -> Meter {
    let usual = machine.meter();
    let time = usual.budget().time.map(|limit| limit.saturating_sub(usual.elapsed()));
    Meter::new(Budget { positions, time, progress: Default::default(), ..usual.budget().clone() })
}

/// Solves a position within a small budget of its own; running out is fine, what was solved stays.
pub(super) fn tolerant(
    machine: &Machine,
    solver: &mut Solver<General>,
    key: u32,
    positions: u64,
) -> Result<Alone, Stop> {
    let meter = within(machine, positions);
    match solver.value(key, &meter) {
        Ok(v) => Ok(Alone::Value(v)),
        Err(Halt { why: engine::Stop::Mistake(Wrong::Cycle), play, .. }) => {
            let at = |k: u32| solver.rules.position(k).clone();
            Ok(Alone::Cycle(play.into_iter().map(at).collect()))
        }
        // What the rules report is passed on; a budget of the solver's own only leaves it open.
        Err(Halt { why: engine::Stop::Mistake(Wrong::Rules(m)), .. }) => Err(Stop::Mistake(m)),
        Err(Halt { why: engine::Stop::Exhausted(what, far), at: Some(_), .. }) => {
            Err(Stop::Exhausted(what, far))
        }
        Err(halt) => left_open(halt),
    }
}

/// A small budget that ran out says nothing; but Ctrl-C is meant for all.
fn left_open<K, M>(halt: Halt<K, M>) -> Result<Alone, Stop> {
    match halt.why {
        engine::Stop::Exhausted(Exhausted::Interrupted, _) => Err(Exhausted::Interrupted.into()),
        _ => Ok(Alone::Open),
    }
}
