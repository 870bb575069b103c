//! `splits into` and `same as` are claims: they are checked on positions at hand before they are used.

use super::Stop;
use super::general::General;
use super::machine::Machine;
use super::weight;
use crate::check::ir::{Claim, Game, GameId};
use crate::check::{independence, symmetry};
use crate::diagnostic::Diagnostic;
use crate::engine::graph::{Halt, Solver};
use crate::engine::{Budget, Exhausted, Meter};
use crate::value::{GamePosition, Part, Position};
use std::collections::HashSet;
use std::rc::Rc;

/// How many positions are solved without the claims to compare with.
const POSITIONS: u64 = 250;
/// How many plays are followed to their ends, and how many positions are solved on the way back of each.
const PLAYS: u64 = 4;
const PER_PLAY: u64 = 30;
/// How many positions are checked for one question.
const AT_MOST: usize = 600;
/// How often the parts of parts are followed.
const ROUNDS: u32 = 6;

/// Checks claims on positions that can be reached, by solving those without any claim. Keeps what it has
/// solved, so that the boards of a table are not solved again and again.
pub(super) struct Checker {
    solver: Solver<General>,
    checked: HashSet<u32>,
}

impl Checker {
    pub(super) fn new(machine: Rc<Machine>) -> Checker {
        Checker { solver: Solver::new(General::new(machine, false)), checked: HashSet::new() }
    }

    /// Checks followers of a position: some found by a search from it, some at the ends of plays. Gives the
    /// number of positions checked so far.
    ///
    /// # Errors
    /// A refuted claim, with the smallest position that refutes it; or what stopped the check.
    pub(super) fn check(&mut self, machine: &Machine, root: &GamePosition) -> Result<u64, Stop> {
        let key = self.solver.rules.intern(root.clone());
        tolerant(machine, &mut self.solver, key, POSITIONS)?;
        for seed in 0..PLAYS {
            for position in follow_a_play(machine, root, seed)?.into_iter().rev().take(8) {
                let key = self.solver.rules.intern(position);
                tolerant(machine, &mut self.solver, key, PER_PLAY)?;
            }
        }
        // Parts and images that claims lead to are positions at hand too: they are checked in their turn.
        let enough = self.checked.len() + AT_MOST;
        for _ in 0..ROUNDS {
            let mut fresh = self.fresh();
            fresh.truncate(enough - self.checked.len());
            if fresh.is_empty() {
                break;
            }
            for (key, value) in fresh {
                self.check_one(machine, key, value)?;
                self.checked.insert(key);
            }
        }
        Ok(self.checked.len() as u64)
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
                Ok(value) => value,
                // A position whose rules have a mistake says nothing about a claim.
                Err(Stop::Mistake(_)) => None,
                Err(Stop::Exhausted(..)) => break,
            };
            if let Some(value) = value {
                match self.check_one(machine, key, value) {
                    Ok(()) => checked += 1,
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

    /// Positions solved but not checked yet, smallest first.
    fn fresh(&self) -> Vec<(u32, u64)> {
        let solved = self.solver.known().filter(|(k, _)| !self.checked.contains(k));
        let mut fresh: Vec<(u32, u64)> = solved.map(|(k, v)| (k, u64::from(v))).collect();
        let at = |k: u32| self.solver.rules.position(k);
        fresh.sort_by_cached_key(|(k, _)| (weight::size(at(*k)), at(*k).to_string().len(), at(*k).clone()));
        fresh
    }

    fn check_one(&mut self, machine: &Machine, key: u32, value: u64) -> Result<(), Stop> {
        let position = self.solver.rules.position(key).clone();
        let game = machine.program.game(GameId(position.game.id));
        for claim in game.splits.iter().chain(&game.same) {
            let claimed = machine.claimed(&position, claim)?;
            match claimed_value(machine, &mut self.solver, &claimed)? {
                Some(worth) if worth != value => {
                    return Err(refuted(game, claim, &position, value, &claimed, worth));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Solves a position within a small budget of its own; running out is fine, what was solved stays.
fn tolerant(
    machine: &Machine,
    solver: &mut Solver<General>,
    key: u32,
    positions: u64,
) -> Result<Option<u64>, Stop> {
    let budget = machine.meter().budget().clone();
    let meter = Meter::new(Budget { positions, progress: Default::default(), ..budget });
    match solver.value(key, &meter) {
        Ok(v) => Ok(Some(v)),
        Err(Halt::Fault(_, stop)) => Err(stop),
        Err(Halt::Exhausted(Exhausted::Interrupted, _)) => Err(Exhausted::Interrupted.into()),
        Err(_) => Ok(None),
    }
}

fn claimed_value(
    machine: &Machine,
    solver: &mut Solver<General>,
    claimed: &Position,
) -> Result<Option<u64>, Stop> {
    let mut total = 0;
    for part in &claimed.parts {
        let value = match part {
            Part::Heap(k) => k.to_u64(),
            Part::Game(p) => {
                let key = solver.rules.intern(p.clone());
                tolerant(machine, solver, key, PER_PLAY)?
            }
        };
        let Some(value) = value else { return Ok(None) };
        total ^= value;
    }
    Ok(Some(total))
}

/// The positions of one play from `root` to its end, moves chosen by a fixed mixing of `seed`.
fn follow_a_play(machine: &Machine, root: &GamePosition, seed: u64) -> Result<Vec<GamePosition>, Stop> {
    let mut rng = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        rng = rng.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (rng >> 33) as usize
    };
    let mut path = vec![root.clone()];
    while path.len() < 200 {
        let here = &path[path.len() - 1];
        let choices = machine.choices(here)?;
        if choices.is_empty() {
            break;
        }
        let target = &choices[next() % choices.len()].target;
        let games: Vec<&GamePosition> =
            target.parts.iter().filter_map(|p| if let Part::Game(p) = p { Some(p) } else { None }).collect();
        if games.is_empty() {
            break;
        }
        path.push(games[next() % games.len()].clone());
    }
    Ok(path)
}

/// The claims of a game that follow from its rules: `splits into`, and each `same as`.
pub(super) struct Proved {
    pub(super) splits: bool,
    pub(super) same: Vec<bool>,
}

impl Proved {
    pub(super) fn of(machine: &Machine, id: GameId) -> Proved {
        let program = &machine.program;
        let game = program.game(id);
        Proved {
            splits: game.splits.as_ref().is_some_and(|c| independence::is_proved(program, id, c)),
            same: game.same.iter().map(|c| symmetry::is_proved(program, id, c)).collect(),
        }
    }

    /// Whether nothing is left to be checked.
    pub(super) fn all(&self, game: &Game) -> bool {
        (game.splits.is_none() || self.splits) && self.same.iter().all(|p| *p)
    }
}

impl Machine {
    /// Whether all claims of a game follow from its rules.
    pub fn claims_proved(&self, id: GameId) -> bool {
        Proved::of(self, id).all(self.program.game(id))
    }
}

fn refuted(
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
        format!("Positions of {} that are called the same are not", game.name)
    };
    let (words, hint) = if is_split {
        ("in parts", "Does a move in one part change what can be done in another?")
    } else {
        ("called the same", "Do the rules treat all directions and places alike?")
    };
    let d = Diagnostic::error("claim-refuted", title)
        .at(claim.span, "wrong for the position below")
        .play(format!("played whole:  {whole}  has value {value}"))
        .play(format!("{words}:  {}  has value {worth}", claimed.in_trace()))
        .hint(hint);
    Stop::mistake(d)
}
