//! The front door to the solvers: what a position is worth, whoever works it out.

mod engines;
mod fired;
mod persisted;
mod stops;

use super::arenas::Arenas;
use super::general::General;
use super::machine::Machine;
use super::{Stop, claims};
use crate::check::ir::{GameId, WinRule};
use crate::engine::depth_first::Solver;
use crate::value::{GamePosition, Int, Part, Position, Value};
use engines::{Answer, Asked, Engines, QUICK};
pub use fired::Fired;
pub use persisted::{Check, Persisted, Source};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// Everything solved so far of a program. Definitions that change need a new one, so values of an old
/// game never mix with a new one.
pub struct Games {
    /// The program.
    pub machine: Rc<Machine>,
    families: RefCell<HashMap<FamilyKey, Engines>>,
    general: RefCell<Solver<General>>,
    claims: RefCell<claims::Checker>,
    /// The positions for which claims were checked, and what these are without claims.
    claims_checked_at: RefCell<HashMap<GamePosition, claims::Alone>>,
    claims_proved: RefCell<HashMap<GameId, Rc<claims::Proved>>>,
    /// Claims that answers rest on: on how many positions they were checked, and whether on those asked about.
    rests_on: RefCell<BTreeMap<String, (u64, bool)>>,
    earlier: persisted::Earlier,
    pub(super) misere: RefCell<super::misere::Misere>,
    pub(super) arenas: Arenas,
    /// Under which winning rule the question being answered asks.
    pub rule: Cell<WinRule>,
    /// Games whose endless play was shown already.
    told: RefCell<HashSet<u32>>,
    /// Engines that a sample of their values has shown to be wrong, and where.
    dropped: RefCell<Vec<String>>,
    quick: Cell<u64>,
    /// Whether tables in order are used.
    tables: Cell<bool>,
    pub(crate) piles: RefCell<super::piles::Piles>,
    /// Games of one pile whose period is proved by residues.
    pub(super) residues: super::residues::Known,
}

/// A game with its rule parameters: one compilation serves all its positions.
pub(super) type FamilyKey = (u32, Vec<Option<Value>>);

/// How much was solved, by which engine: for measurements.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Positions with a value.
    pub positions: u64,
    /// Bytes of their tables.
    pub bytes: u64,
}

impl Usage {
    fn add(&mut self, positions: usize, bytes: u64) {
        self.positions += positions as u64;
        self.bytes += bytes;
    }
}

type Result<T> = std::result::Result<T, Stop>;

impl Games {
    /// Nothing solved yet.
    pub fn new(machine: Rc<Machine>) -> Games {
        let general = RefCell::new(Solver::new(General::new(machine.clone(), true)));
        let claims = RefCell::new(claims::Checker::new(machine.clone()));
        let misere = RefCell::new(super::misere::Misere::new(machine.clone()));
        let arenas = Arenas::new(&machine);
        Games {
            machine,
            arenas,
            families: RefCell::default(),
            general,
            claims,
            claims_checked_at: RefCell::default(),
            claims_proved: RefCell::default(),
            rests_on: RefCell::default(),
            earlier: persisted::Earlier::default(),
            misere,
            rule: Cell::default(),
            told: RefCell::default(),
            dropped: RefCell::default(),
            quick: Cell::new(QUICK),
            tables: Cell::new(true),
            piles: RefCell::default(),
            residues: RefCell::default(),
        }
    }

    /// The nim-value of a position: the nim-sum of its parts. Equal parts cancel before anything is solved.
    ///
    /// # Errors
    /// A mistake in the rules, a play without end, or a budget that ran out.
    pub fn value(&self, position: &Position) -> Result<Int> {
        let mut total = Int::from(0);
        for part in self.without_pairs(position) {
            total = xor(&total, &self.part_value(&part)?);
        }
        Ok(total)
    }

    /// The parts of a sum in order; equal ones cancel. Where positions may have no nim-value, or an endless play is
    /// known, they do not: two of them have none, either.
    fn without_pairs(&self, position: &Position) -> Vec<Part> {
        let mut parts = position.parts.clone();
        let told = self.told.borrow();
        let endless = |part: &Part| matches!(part, Part::Game(p) if told.contains(&p.game.id));
        if !self.is_plain(position) || parts.iter().any(endless) {
            return parts;
        }
        parts.sort();
        let mut kept: Vec<Part> = vec![];
        for part in parts {
            if kept.last() == Some(&part) {
                kept.pop();
            } else {
                kept.push(part);
            }
        }
        kept
    }

    /// The nim-value of one part.
    ///
    /// # Errors
    /// As for [`Games::value`].
    pub fn part_value(&self, part: &Part) -> Result<Int> {
        match part {
            Part::Heap(k) => Ok(k.clone()),
            Part::Game(p) => match self.value_in_sequence(p)? {
                Some(v) => Ok(v),
                None => match self.answer(p, Asked::Value)? {
                    Answer::Value(v) => Ok(Int::from(v as i64)),
                    Answer::Not => unreachable!("a value was asked for"),
                },
            },
        }
    }

    /// Whether a position has a nim-value: often found without the value itself.
    ///
    /// # Errors
    /// As for [`Games::value`].
    pub fn has_value(&self, position: &Position, value: &Int) -> Result<bool> {
        let mut parts = self.without_pairs(position);
        let Some(last) = parts.iter().rposition(|p| matches!(p, Part::Game(_))) else {
            return Ok(self.value(position)? == *value);
        };
        let Part::Game(last) = parts.remove(last) else { unreachable!("it was found as a position") };
        let wanted = xor(value, &self.value(&Position { parts })?);
        if let Some(v) = self.value_in_sequence(&last)? {
            return Ok(v == wanted);
        }
        match wanted.to_u64() {
            Some(wanted) => Ok(self.answer(&last, Asked::Is(wanted))? == Answer::Value(wanted)),
            None => Ok(false),
        }
    }

    /// Claims that answers given since the last call rest on, in sentences.
    pub fn take_rests_on(&self) -> Vec<String> {
        let claims = std::mem::take(&mut *self.rests_on.borrow_mut());
        let words = |(what, (n, itself)): (String, (u64, bool))| {
            let but = if itself { "" } else { ", but not on all that were asked about: they are too large" };
            format!("{what}, checked on {n} positions{but}")
        };
        claims.into_iter().map(words).collect()
    }

    /// Lets go of everything that was solved, for there is no memory for more; what is known of the games themselves stays.
    pub fn forget(&mut self) {
        self.families = RefCell::default();
        self.general = RefCell::new(Solver::new(General::new(self.machine.clone(), true)));
        self.misere = RefCell::new(super::misere::Misere::new(self.machine.clone()));
        self.arenas = Arenas::new(&self.machine);
        self.piles = RefCell::default();
    }

    /// Which engines were used, and which loops of theirs: for tests, which ask whether they reach them all.
    pub fn used(&self) -> BTreeMap<String, u64> {
        let mut used = BTreeMap::new();
        for engines in self.families.borrow().values() {
            engines.used(&mut used);
        }
        for (_, sequence) in self.piles.borrow().sequences() {
            *used.entry(format!("sequence: {}", sequence.kernel())).or_default() += sequence.len();
        }
        let general = self.general.borrow();
        used.insert("general".into(), general.solved() as u64);
        used.insert("general: search".into(), general.search.met() as u64);
        used
    }

    /// What was found wrong with tables, and given to other engines: nothing, unless the program has a mistake.
    pub fn dropped(&self) -> Vec<String> {
        self.dropped.borrow().clone()
    }

    /// Gives small positions to the engines that take large ones, too: tests compare them there.
    pub fn skip_quick_attempts(&self) {
        self.quick.set(0);
    }

    /// Leaves everything to the graph solver and to searches: tests compare these on games for which there are tables.
    pub fn skip_tables(&self) {
        self.tables.set(false);
    }

    /// What all engines together hold.
    pub fn usage(&self) -> Usage {
        let mut total = Usage::default();
        for engines in self.families.borrow().values() {
            let Usage { positions, bytes } = engines.usage();
            total.add(positions as usize, bytes);
        }
        let (values, bytes) = self.piles.borrow().usage();
        total.add(values as usize, bytes);
        let (listed, bytes) = self.arenas.usage();
        total.add(listed, bytes);
        let general = self.general.borrow();
        total.add(general.solved() + general.search.met(), general.bytes());
        total
    }

    fn value_in_sequence(&self, position: &GamePosition) -> Result<Option<Int>> {
        if self.tables.get() { self.pile_value(position) } else { Ok(None) }
    }

    fn answer(&self, position: &GamePosition, asked: Asked) -> Result<Answer> {
        let kind = self.machine.kind(&Position::one(Part::Game(position.clone())));
        if kind.loopy || kind.partizan || (kind.wins && self.machine.has_won(position)?) {
            return self.value_by_label(position).map(Answer::Value);
        }
        let alone = self.check_claims(position)?;
        let answer = self.answer_of_engines(position, asked, kind.wins)?;
        match alone {
            Some(value) => self.compared_with(position, asked, answer, value),
            None => Ok(answer),
        }
    }

    /// The answer that claims led to, if it is that without claims.
    fn compared_with(
        &self,
        position: &GamePosition,
        asked: Asked,
        answer: Answer,
        value: u64,
    ) -> Result<Answer> {
        let claimed = match answer {
            Answer::Value(v) => Some(v),
            Answer::Not => None,
        };
        let agree = claimed.map_or(asked != Asked::Is(value), |v| v == value);
        if agree { Ok(answer) } else { Err(self.claims.borrow().led_astray(position, value, claimed)) }
    }

    fn answer_of_engines(&self, position: &GamePosition, asked: Asked, wins: bool) -> Result<Answer> {
        if wins {
            return self.general_answer(position, asked);
        }
        let key = (position.game.id, rules_of(position));
        let mut families = self.families.borrow_mut();
        let engines = families.entry(key).or_default();
        if self.tables.get() {
            if let Some(v) = self.quick_or_dense(engines, position)? {
                return Ok(Answer::Value(v));
            }
            if let Some(v) = self.ranked_value(engines, position, asked)? {
                return Ok(Answer::Value(v));
            }
        }
        if let Some(answer) = self.packed_answer(&mut engines.narrow, position, asked)? {
            return Ok(answer);
        }
        if let Some(answer) = self.packed_answer(&mut engines.wide, position, asked)? {
            return Ok(answer);
        }
        self.general_answer(position, asked)
    }

    /// Which claims of a game need no check, for they follow from its rules.
    fn proved_claims(&self, id: GameId) -> Rc<claims::Proved> {
        let mut known = self.claims_proved.borrow_mut();
        known.entry(id).or_insert_with(|| Rc::new(claims::Proved::of(&self.machine, id))).clone()
    }

    /// Checks the claims of every game at hand, before any of them is used, unless they are proved. Gives the value
    /// without claims of the position, if claims are used and it is not too large.
    fn check_claims(&self, position: &GamePosition) -> Result<Option<u64>> {
        let games = self.machine.at_hand(GameId(position.game.id));
        let game = |id: &GameId| self.machine.program.game(*id);
        let games = games.iter().filter(|id| game(id).splits.is_some() || !game(id).same.is_empty());
        let games: Vec<_> = games.map(|id| (*id, game(id), self.proved_claims(*id))).collect();
        if games.iter().all(|(_, g, proved)| proved.all(g)) {
            return Ok(None);
        }
        let known = self.claims_checked_at.borrow().get(position).cloned();
        let alone = match known {
            Some(alone) => alone,
            None => self.claims.borrow_mut().check(&self.machine, position)?,
        };
        self.claims_checked_at.borrow_mut().insert(position.clone(), alone.clone());
        let value = match alone {
            claims::Alone::Value(value) => Some(value),
            // A claim may lead past it: there is no value all the same.
            claims::Alone::Cycle(play) => return Err(self.cycle(position, &play)),
            claims::Alone::Open => None,
        };
        for (id, game, proved) in games {
            let (splits, same) = (game.splits.is_some() && !proved.splits, proved.same.contains(&false));
            let what = match (splits, same) {
                (false, false) => continue,
                (true, false) => "`splits into`",
                (false, true) => "`same as`",
                (true, true) => "`splits into` and `same as`",
            };
            let mut rests_on = self.rests_on.borrow_mut();
            let entry = rests_on.entry(format!("{what} of {}", game.name)).or_insert((0, true));
            *entry = (self.claims.borrow().compared(id), entry.1 && value.is_some());
        }
        Ok(value)
    }
}

/// The nim-sum of two nim-values.
pub(super) fn xor(a: &Int, b: &Int) -> Int {
    a.xor(b).unwrap_or_else(|| unreachable!("nim-values are natural"))
}

/// The rule parameters of a position.
pub(super) fn rules_of(position: &GamePosition) -> Vec<Option<Value>> {
    position.args.iter().zip(&position.game.is_rule).map(|(v, rule)| rule.then(|| v.clone())).collect()
}
