//! `splits into` and `same as` are claims: they are checked on positions at hand before they are used.

use super::ctx::{FamilyKey, family_of};
use super::general::General;
use super::machine::Machine;
use super::packed::{Family, Packed, Word};
use super::weight;
use super::{Kind, Mistake, Stop};
use crate::check::independence;
use crate::check::ir::{Claim, Game, GameId};
use crate::diagnostic::Diagnostic;
use crate::engine::depth_first::Solver;
use crate::engine::{self, Budget, Exhausted, Halt, Meter, Wrong};
use crate::lowered::movements;
use crate::value::{GamePosition, Part, Position};
use std::collections::HashMap;
use std::rc::Rc;

/// How many small positions are solved without the claims to compare with.
const POSITIONS: u64 = 250;
/// How many are solved for the position asked about, where words hold it, and for all of these together.
const WORDS: u64 = 50_000;
const ALL_WORDS: u64 = 200_000;
/// The same over interned values.
const VALUES: u64 = 2_000;
const ALL_VALUES: u64 = 20_000;
/// How many plays are followed to their ends, and how many positions are solved on the way back of each.
const PLAYS: u64 = 4;
const PER_PLAY: u64 = 30;
/// So many followers of the position asked about are compared, beginning with the largest.
const NEAR: usize = 60;
/// How many positions are checked for one question.
const AT_MOST: usize = 600;
/// How often the parts of parts are followed.
const ROUNDS: u32 = 6;
/// So many positions that claims lead to from the one asked about are compared, beginning with the farthest.
const LED_TO: usize = 128;

/// Checks claims on positions that can be reached, by solving those without any claim. Keeps what it has
/// solved, so that the boards of a table are not solved again and again.
pub(super) struct Checker {
    machine: Rc<Machine>,
    solver: Solver<General>,
    /// Positions that were looked at, and whether there was something to compare.
    seen: HashMap<u32, bool>,
    /// On how many positions of each game its claims were compared with what is so.
    compared: HashMap<GameId, u64>,
    /// Solvers over words, for a game with its rules; none where words cannot hold it.
    packed: HashMap<FamilyKey, Option<Box<Solver<Packed<u64>>>>>,
    words_left: u64,
    values_left: u64,
}

/// What a position is without any claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Alone {
    /// Worth this.
    Value(u64),
    /// Without a value: a play from it comes back to where it was, by these positions.
    Cycle(Vec<GamePosition>),
    /// Too large to say.
    Open,
}

impl Alone {
    fn value(&self) -> Option<u64> {
        if let Alone::Value(v) = self { Some(*v) } else { None }
    }
}

/// How much a value may cost.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cost {
    /// So many positions.
    Few(u64),
    /// As much as is spent on positions asked about.
    Much,
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

    /// That the claims, each perhaps right where it was compared, lead to a wrong value of a position.
    pub(super) fn led_astray(&self, position: &GamePosition, value: u64, claimed: Option<u64>) -> Stop {
        let game = self.machine.program.game(GameId(position.game.id));
        let title = format!("The claims that {} rests on lead to a wrong value", game.name);
        let whole = Part::Game(position.clone()).in_trace();
        let worth = claimed.map_or(format!("has not value {value}"), |v| format!("has value {v}"));
        let d = Diagnostic::error("claim-refuted", title)
            .at(game.span, "wrong for the position below")
            .play(format!("without claims:  {whole}  has value {value}"))
            .play(format!("with claims:  {whole}  {worth}"))
            .hint("Does a claim fail for a position that it leads to only after some steps?");
        wrong_claim(d)
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
        let enough = self.seen.len() + AT_MOST;
        for _ in 0..ROUNDS {
            let mut fresh = self.fresh();
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

    /// Positions solved but not checked yet, smallest first.
    fn fresh(&self) -> Vec<(u32, u64)> {
        let solved = self.solver.known().filter(|(k, _)| !self.seen.contains_key(k));
        let mut fresh: Vec<(u32, u64)> = solved.map(|(k, v)| (k, u64::from(v))).collect();
        let at = |k: u32| self.solver.rules.position(k);
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

    /// What a position is without any claim, if that does not cost too much.
    fn alone(&mut self, machine: &Machine, position: &GamePosition, cost: Cost) -> Result<Alone, Stop> {
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
            let family = Family::new(machine, position, before, u64::BITS);
            *known = family.map(|f| Box::new(Solver::new(Packed::new(f, &self.machine, false))));
        }
        let Some(solver) = known else { return Ok(Alone::Open) };
        let Some(key) = solver.rules.family().pack(position) else { return Ok(Alone::Open) };
        let key = <u64 as Word>::narrow(key);
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

/// A meter for so many positions, in what is left of the time.
fn within(machine: &Machine, positions: u64) -> Meter {
    let usual = machine.meter();
    let time = usual.budget().time.map(|limit| limit.saturating_sub(usual.elapsed()));
    Meter::new(Budget { positions, time, progress: Default::default(), ..usual.budget().clone() })
}

/// Solves a position within a small budget of its own; running out is fine, what was solved stays.
fn tolerant(
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

/// The positions that claims lead to from one, step by step, the nearest first.
fn led_to(machine: &Machine, root: &GamePosition) -> Result<Vec<GamePosition>, Stop> {
    let mut found = vec![root.clone()];
    let mut next = 0;
    while next < found.len() && found.len() < LED_TO {
        let here = found[next].clone();
        let game = machine.program.game(GameId(here.game.id));
        for claim in game.splits.iter().chain(&game.same) {
            for part in machine.claimed(&here, claim)?.parts {
                if let Part::Game(p) = part
                    && !found.contains(&p)
                {
                    found.push(p);
                }
            }
        }
        next += 1;
    }
    found.truncate(LED_TO);
    found.remove(0);
    Ok(found)
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

fn wrong_claim(diagnostic: Diagnostic) -> Stop {
    Stop::Mistake(Box::new(Mistake { diagnostic, kind: Kind::RefutesClaim }))
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
    wrong_claim(d)
}
