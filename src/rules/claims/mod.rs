//! `splits into` and `same as` are claims: they are checked on positions at hand before they are used.

mod alone;
mod near;
mod proved;
mod told;

use super::Stop;
use super::ctx::FamilyKey;
use super::general::General;
use super::machine::Machine;
use super::packed::Packed;
use super::weight;
use crate::check::ir::GameId;
use crate::engine::depth_first::Solver;
use crate::value::{GamePosition, Part, Position};
pub(super) use alone::Alone;
use alone::{ALL_VALUES, ALL_WORDS, Cost, tolerant};
use near::{follow_a_play, led_to};
pub(super) use proved::Proved;
use std::collections::HashMap;
use std::rc::Rc;
use told::refuted;

/// How many small positions are solved without the claims to compare with.
const POSITIONS: u64 = 250;
/// How many plays are followed to their ends, and how many positions are solved on the way back of each.
const PLAYS: u64 = 4;
const PER_PLAY: u64 = 30;
/// How many followers of the position asked about are compared, beginning with the largest.
const NEAR: usize = 60;
/// How many positions are checked for one question.
const AT_MOST: usize = 600;
/// How often the parts of parts are followed.
const ROUNDS: u32 = 6;

/// Checks claims on positions that are reachable, by solving those without any claim. Keeps what it has
/// solved, so that the boards of a table are not solved again and again.
pub(super) struct Checker {
    machine: Rc<Machine>,
    solver: Solver<General>,
    /// Positions that were looked at, and whether there was something to compare.
    seen: HashMap<u32, bool>,
    /// On how many positions of each game its claims were compared with what is so.
    compared: HashMap<GameId, u64>,
    /// Solvers over words, for a game with its rules; none where words cannot hold it.
    packed: HashMap<FamilyKey, Option<Box<Solver<Packed<u128>>>>>,
    words_left: u64,
    values_left: u64,
}

impl Checker {
    pub(super) fn new(machine: Rc<Machine>) -> Checker {
        let solver = Solver::new(General::new(machine.clone(), false));
        let (seen, compared, packed) = (HashMap::new(), HashMap::new(), HashMap::new());
        let (words_left, values_left) = (ALL_WORDS, ALL_VALUES);
        Checker { machine, solver, seen, compared, packed, words_left, values_left }
    }

    /// On how many positions the claims of a game were compared with what is so.
    pub(super) fn compared(&self, id: GameId) -> u64 {
        self.compared.get(&id).copied().unwrap_or(0)
    }

    /// Checks a position and what follows it: first itself, the largest positions below, and those that claims lead
    /// to, if they can be solved without the claims; then what is found at the ends of plays, and small positions.
    /// Says what the position itself is without claims: the answer must be that, whatever claims lead to.
    ///
    /// # Errors
    /// A refuted claim, with the smallest position found that refutes it; or what stopped the check.
    pub(super) fn check(&mut self, machine: &Machine, root: &GamePosition) -> Result<Alone, Stop> {
        let alone = self.alone(machine, root, Cost::Much)?;
        let first = self.check_near(machine, root, &alone).and_then(|()| self.check_led_to(machine, root));
        if let Err(stop @ Stop::Exhausted(..)) = first {
            return Err(stop);
        }
        // A small position says more than a large one.
        self.check_small(machine, root)?;
        first.map(|()| alone)
    }

    /// Compares a position and its nearest followers.
    fn check_near(&mut self, machine: &Machine, root: &GamePosition, alone: &Alone) -> Result<(), Stop> {
        let Some(value) = alone.value() else { return Ok(()) };
        self.check_one(machine, root, value, Cost::Much)?;
        let (mut near, mut next) = (vec![root.clone()], 0);
        while next < near.len() && near.len() < NEAR {
            for choice in machine.choices(&near[next])? {
                for part in choice.target.parts {
                    if let Part::Game(p) = part
                        && near.len() < NEAR
                        && !near.contains(&p)
                    {
                        near.push(p);
                    }
                }
            }
            next += 1;
        }
        for position in &near[1..] {
            if !self.is_seen(position)
                && let Some(value) = self.value(machine, position, Cost::Much)?
            {
                self.check_one(machine, position, value, Cost::Much)?;
            }
        }
        Ok(())
    }

    /// Compares what claims lead to, step by step: a solver follows them to the end, where they may fail first.
    fn check_led_to(&mut self, machine: &Machine, root: &GamePosition) -> Result<(), Stop> {
        for position in led_to(machine, root)?.iter().rev() {
            if !self.is_seen(position)
                && let Some(value) = self.value(machine, position, Cost::Much)?
            {
                self.check_one(machine, position, value, Cost::Much)?;
            }
        }
        Ok(())
    }

    /// Compares positions at the ends of plays, and small ones.
    fn check_small(&mut self, machine: &Machine, root: &GamePosition) -> Result<(), Stop> {
        let key = self.solver.rules.intern(root.clone());
        tolerant(machine, &mut self.solver, key, POSITIONS)?;
        for seed in 0..PLAYS {
            for position in follow_a_play(machine, root, seed)?.into_iter().rev().take(8) {
                let key = self.solver.rules.intern(position);
                tolerant(machine, &mut self.solver, key, PER_PLAY)?;
            }
        }
        // Parts and images that claims lead to are positions at hand too: they are checked in their turn.
        let at_hand = machine.at_hand(GameId(root.game.id));
        let enough = self.seen.len() + AT_MOST;
        for _ in 0..ROUNDS {
            let mut fresh = self.fresh(&at_hand);
            fresh.truncate(enough.saturating_sub(self.seen.len()));
            if fresh.is_empty() {
                break;
            }
            for (key, value) in fresh {
                let position = self.solver.rules.position(key).clone();
                self.check_one(machine, &position, value, Cost::Few(PER_PLAY))?;
            }
        }
        Ok(())
    }

    /// Checks these positions, in their order, as long as the budget of the machine's meter lasts. Gives how many.
    ///
    /// # Errors
    /// As for [`Checker::check`].
    pub(super) fn check_these(
        &mut self,
        machine: &Machine,
        positions: &[GamePosition],
    ) -> Result<usize, Stop> {
        let mut checked = 0;
        for position in positions {
            let key = self.solver.rules.intern(position.clone());
            let value = match tolerant(machine, &mut self.solver, key, POSITIONS) {
                Ok(alone) => alone.value(),
                // A position whose rules have a mistake says nothing about a claim.
                Err(Stop::Mistake(_)) => None,
                Err(Stop::Exhausted(..) | Stop::Unfit(_)) => break,
            };
            if let Some(value) = value {
                match self.check_one(machine, position, value, Cost::Few(PER_PLAY)) {
                    Ok(compared) => checked += usize::from(compared),
                    Err(Stop::Exhausted(..)) => break,
                    Err(refuted) => return Err(refuted),
                }
            }
            if machine.meter().over() {
                break;
            }
        }
        Ok(checked)
    }

    /// Positions of some games solved but not checked yet, smallest first. Earlier questions may have left positions of
    /// other games, whose claims say nothing of these.
    fn fresh(&self, games: &[GameId]) -> Vec<(u32, u64)> {
        let at = |k: u32| self.solver.rules.position(k);
        let known = self.solver.known().filter(|(k, _)| !self.seen.contains_key(k));
        let solved = known.filter(|(k, _)| games.contains(&GameId(at(*k).game.id)));
        let mut fresh: Vec<(u32, u64)> = solved.map(|(k, v)| (k, u64::from(v))).collect();
        fresh.sort_by_cached_key(|(k, _)| (weight::size(at(*k)), at(*k).to_string().len(), at(*k).clone()));
        fresh
    }

    /// Compares what the claims of a position say with its value; whether all of them could be compared.
    fn check_one(
        &mut self,
        machine: &Machine,
        position: &GamePosition,
        value: u64,
        cost: Cost,
    ) -> Result<bool, Stop> {
        let id = GameId(position.game.id);
        let game = machine.program.game(id);
        let key = self.solver.rules.intern(position.clone());
        if self.seen.get(&key) == Some(&true) {
            return Ok(true);
        }
        let mut compared = game.splits.is_some() || !game.same.is_empty();
        for claim in game.splits.iter().chain(&game.same) {
            let claimed = machine.claimed(position, claim)?;
            match self.claimed_value(machine, &claimed, cost)? {
                Some(worth) if worth != value => {
                    return Err(refuted(game, claim, position, value, &claimed, worth));
                }
                worth => compared &= worth.is_some(),
            }
        }
        self.seen.insert(key, compared);
        *self.compared.entry(id).or_default() += u64::from(compared);
        Ok(compared)
    }

    fn is_seen(&mut self, position: &GamePosition) -> bool {
        let key = self.solver.rules.intern(position.clone());
        self.seen.contains_key(&key)
    }

    fn claimed_value(
        &mut self,
        machine: &Machine,
        claimed: &Position,
        cost: Cost,
    ) -> Result<Option<u64>, Stop> {
        let mut total = 0;
        for part in &claimed.parts {
            let value = match part {
                Part::Heap(k) => k.to_u64(),
                Part::Game(p) => self.value(machine, p, cost)?,
            };
            let Some(value) = value else { return Ok(None) };
            total ^= value;
        }
        Ok(Some(total))
    }

    /// The value of a position without any claim, if that does not cost too much.
    fn value(&mut self, machine: &Machine, position: &GamePosition, cost: Cost) -> Result<Option<u64>, Stop> {
        Ok(self.alone(machine, position, cost)?.value())
    }
}
