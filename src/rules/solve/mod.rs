//! The front door to the solvers: what a position is worth, whoever works it out.

mod arrays;
mod birthdays;
mod bytes;
mod chains;
mod claimed;
mod counts;
mod dense;
mod engine;
mod entries;
mod families;
mod fired;
mod fixed;
mod for_disk;
mod general;
mod graph;
mod held;
mod indexed;
mod labels;
mod proofs;
mod residues;
mod rewritten;
mod searched;
mod sequences;
mod slices;
mod stored;
pub(super) mod turns;

use super::Stop;
use super::arenas::Arenas;
use super::ctx::{Ctx, FamilyKey, Notes, Tuning, family_of};
use super::kind::Kind;
use super::machine::Machine;
use super::misere_forms::Misere;
use super::packed;
use super::persisted::{Blocks, Earlier, family_name};
pub use super::persisted::{Check, Persisted, Source};
use super::piles::Pile;
use super::ranking::Ranking;
use super::residues::Residues;
use crate::answer::{Passed, SolvedBy};
use crate::check::ir::{GameId, WinRule};
use crate::check::termination::KnownRules;
use crate::engine::sequence::Form;
use crate::value::{GamePosition, Int, Part, Position};
use claimed::Claimed;
pub use engine::Usage;
use engine::{Answer, Asked, Engine, Want, ask};
use families::Family;
pub use fired::Fired;
pub use for_disk::{Failed, Stored};
use general::Interned;
use held::Families;
pub use searched::Other;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::rc::Rc;
pub use stored::{Shares, Wanted};
use turns::Turns;

/// Everything solved so far of a program. Definitions that change need a new one, so values of an old
/// game never mix with a new one.
pub struct Games {
    /// The program.
    pub machine: Rc<Machine>,
    /// Under which winning rule the question being answered asks.
    rule: WinRule,
    solved: RefCell<Solved>,
}

/// What questions leave behind.
struct Solved {
    engines: Engines,
    notes: Notes,
    earlier: Earlier,
    tuning: Tuning,
}

/// All engines: those of each family, and those for all.
pub(super) struct Engines {
    families: Families<Family>,
    /// The same under misère play, of positions that stay one part.
    under_misere: Families<Family>,
    claims: Claimed,
    general: Interned,
    stored: stored::Folders,
    pub(super) arenas: Arenas,
    pub(super) misere: Misere,
}

impl Engines {
    fn new(machine: &Rc<Machine>) -> Engines {
        Engines {
            families: Families::default(),
            under_misere: Families::default(),
            claims: Claimed::new(machine),
            general: Interned::new(machine),
            stored: stored::Folders::default(),
            arenas: Arenas::new(machine),
            misere: Misere::new(machine.clone()),
        }
    }

    /// What can be forced in a position of a game that has more than plain play: a question to the arenas, which arrays may answer.
    pub(super) fn force<T>(
        &mut self,
        position: &Position,
        ask: impl FnOnce(&mut Arenas, &mut Turns) -> T,
    ) -> T {
        let mut of_sums = Turns::default();
        let turns = match &position.parts[..] {
            [Part::Game(part)] => &mut self.families.of(family_of(part)).turns,
            _ => &mut of_sums,
        };
        ask(&mut self.arenas, turns)
    }

    /// Each engine that holds something, with its family where values are those of normal play.
    fn all(&self) -> impl Iterator<Item = (Option<&FamilyKey>, &dyn Engine)> {
        let own = self.families.iter().flat_map(|(key, family)| family.own().map(|e| (Some(key), e)));
        own.chain(self.shared().into_iter().chain(self.under_misere()).map(|e| (None, e)))
    }

    fn under_misere(&self) -> impl Iterator<Item = &dyn Engine> {
        self.under_misere.iter().flat_map(|(_, family)| family.own())
    }

    /// Those that hold positions of all families.
    fn shared(&self) -> [&dyn Engine; 4] {
        [&self.stored, &self.arenas, &self.claims, &self.general]
    }

    /// What an engine of that name holds.
    fn held_by(&self, name: &str) -> Usage {
        let mut usage = self.families.held_by(name);
        usage += self.under_misere.held_by(name);
        self.shared().iter().filter(|e| e.name() == name).for_each(|e| usage += e.usage());
        for (positions, bytes) in [self.arenas.held_by(name), self.misere.held_by(name)] {
            usage += Usage { positions: positions as u64, bytes };
        }
        usage
    }

    fn ask(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<Answer> {
        if asked.rule == WinRule::Misere {
            let family = self.under_misere.of(family_of(asked.position));
            return ask(&mut family.under_misere(), ctx, asked);
        }
        let Engines { families, arenas, claims, general, stored, .. } = self;
        let family = families.of(family_of(asked.position));
        ask(&mut family.list(stored, arenas, claims, general), ctx, asked)
    }
}

type Result<T> = std::result::Result<T, Stop>;

impl Games {
    /// Nothing solved yet.
    pub fn new(machine: Rc<Machine>) -> Games {
        let solved = Solved {
            engines: Engines::new(&machine),
            notes: Notes::default(),
            earlier: Earlier::default(),
            tuning: Tuning::default(),
        };
        Games { machine, rule: WinRule::default(), solved: RefCell::new(solved) }
    }

    /// Begins a question under a winning rule.
    pub fn begin(&mut self, rule: WinRule) {
        self.rule = rule;
        let notes = &mut self.solved.get_mut().notes;
        notes.rests_on.clear();
        notes.trail = Default::default();
    }

    /// Under which winning rule the question being answered asks.
    pub fn rule(&self) -> WinRule {
        self.rule
    }

    /// Hands the engines what they need to know of the question being answered.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut Ctx<'_>, &mut Engines) -> T) -> T {
        let Solved { engines, notes, earlier, tuning } = &mut *self.solved.borrow_mut();
        let machine = &self.machine;
        work(&mut Ctx { machine, meter: machine.meter(), tuning: *tuning, notes, earlier }, engines)
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
        let told = &self.solved.borrow().notes.told;
        let endless = |part: &Part| matches!(part, Part::Game(p) if told.contains(&p.game.id));
        if !self.is_plain(position) || parts.iter().any(endless) {
            return parts;
        }
        parts.sort();
        let mut left: Vec<Part> = vec![];
        for part in parts {
            if left.last() == Some(&part) {
                left.pop();
            } else {
                left.push(part);
            }
        }
        left
    }

    /// The nim-value of one part.
    ///
    /// # Errors
    /// As for [`Games::value`].
    pub fn part_value(&self, part: &Part) -> Result<Int> {
        match part {
            Part::Heap(k) => Ok(k.clone()),
            Part::Game(p) => match self.answer(p, Want::Value)? {
                Answer::Value(v) => Ok(v),
                Answer::Not => unreachable!("a value was asked for"),
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
        let want = wanted.to_u64().map_or(Want::Value, Want::Is);
        Ok(self.answer(&last, want)? == Answer::Value(wanted))
    }

    fn answer(&self, position: &GamePosition, want: Want) -> Result<Answer> {
        let kind = self.machine.kind(&Position::one(Part::Game(position.clone())));
        let asked = Asked { position, kind, want, rule: WinRule::Normal, long: false };
        self.with(|ctx, engines| engines.ask(ctx, &asked))
    }

    /// The misère nim-value of a position of one part that stays one part in play; `None` where it does not.
    ///
    /// # Errors
    /// As for [`Games::value`].
    pub(super) fn misere_value_alone(&self, position: &Position) -> Result<Option<u64>> {
        match self.alone_under_misere(position, Want::Value)? {
            Some(Answer::Value(value)) => Ok(value.to_u64()),
            _ => Ok(None),
        }
    }

    /// Whether the previous player wins such a position under misère play.
    ///
    /// # Errors
    /// As for [`Games::value`].
    pub(super) fn misere_is_p_alone(&self, position: &Position) -> Result<Option<bool>> {
        let answer = self.alone_under_misere(position, Want::Is(0))?;
        Ok(answer.map(|answer| answer == Answer::of(0)))
    }

    fn alone_under_misere(&self, position: &Position, want: Want) -> Result<Option<Answer>> {
        let [Part::Game(part)] = &position.parts[..] else { return Ok(None) };
        self.machine.refuse_unplain(part)?;
        let asked = Asked { position: part, kind: Kind::default(), want, rule: WinRule::Misere, long: false };
        match self.with(|ctx, engines| engines.ask(ctx, &asked)) {
            Err(Stop::Unfit(_)) => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// Claims that answers given since the last call rest on, in sentences.
    pub fn take_rests_on(&self) -> Vec<String> {
        let claims = std::mem::take(&mut self.solved.borrow_mut().notes.rests_on);
        let words = |(what, (n, itself)): (String, (u64, bool))| {
            let but = if itself { "" } else { ", but not on all that were asked about: they are too large" };
            format!("{what}, checked on {n} positions{but}")
        };
        claims.into_iter().map(words).collect()
    }

    /// Lets go of everything that was solved, since there is no memory for more; what is known about the games themselves stays.
    pub fn forget(&mut self) {
        self.solved.get_mut().engines.forget(&self.machine);
    }

    /// From now on an endless play of this game is known to whoever asks.
    pub fn tell(&self, game: GameId) {
        self.solved.borrow_mut().notes.told.insert(game.0);
    }

    /// From now on it is known that every play of this game is proved to end, whatever its rule parameters are.
    pub fn know_that_plays_end(&self, game: GameId) {
        self.machine.endings.borrow_mut().insert((game, KnownRules::default()), true);
    }
}

impl Engines {
    fn forget(&mut self, machine: &Rc<Machine>) {
        self.families.change_all(Family::forget);
        self.under_misere = Families::default();
        self.general = Interned::new(machine);
        self.arenas = Arenas::new(machine);
        self.misere = Misere::new(machine.clone());
    }
}

/// Games of one pile.
impl Games {
    /// Does something with the game of a position, if it is one of one pile.
    pub(crate) fn with_pile<T>(
        &self,
        position: &GamePosition,
        f: impl FnOnce(&mut Pile) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        self.with(|ctx, engines| {
            let family = engines.families.of(family_of(position));
            family.sequences.with(ctx, position, f)
        })
    }

    /// The period of a game of one pile, if residues prove it with values of piles below `most`.
    pub(crate) fn residues(&self, position: &GamePosition, most: u64) -> Result<Option<Rc<Residues>>> {
        let kind = self.machine.kind(&Position::one(Part::Game(position.clone())));
        let asked = Asked { position, kind, want: Want::Value, rule: WinRule::Normal, long: false };
        self.with(|ctx, engines| {
            // Values of small piles are asked of all engines while the period itself is out of the list.
            let key = family_of(position);
            let mut period = std::mem::take(&mut engines.families.of(key.clone()).residues);
            let found = period.period(ctx, position, most, &mut |ctx, position| {
                let asked = Asked { position, ..asked };
                match engines.ask(ctx, &asked)? {
                    Answer::Value(v) => Ok(v.to_u64()),
                    Answer::Not => unreachable!("a value was asked for"),
                }
            });
            engines.families.of(key).residues = period;
            found
        })
    }

    /// The rules of a position's game in the normal form of taking-and-breaking games, if they are recognised as such.
    pub fn normal_form(&self, position: &GamePosition) -> Option<Form> {
        self.with_pile(position, |pile| Ok(Some(pile.rules.form.clone()))).ok().flatten()
    }
}

/// What is kept for a later run.
impl Games {
    /// Writes what was solved so far, each block with its name in front; also what was restored and not asked for.
    ///
    /// # Errors
    /// If it cannot be written, or what was not asked for can no longer be read.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        self.blocks(|blocks| blocks.write(out))
    }

    /// Whether there is anything to save but the blocks of an earlier run.
    pub fn has_news(&self) -> bool {
        self.blocks(|blocks| blocks.has_news())
    }

    fn blocks<T>(&self, then: impl FnOnce(&Blocks<'_>) -> T) -> T {
        let solved = self.solved.borrow();
        let mut blocks = Blocks::new(&solved.earlier);
        for (key, engine) in solved.engines.all() {
            if let Some(key) = key {
                engine.save(&family_name(&self.machine, key), &mut blocks);
            }
        }
        then(&blocks)
    }

    /// Takes over what was solved of a program that was read before, of games that are the same in both: `same` says whether
    /// that of a name is. What is too large to be copied is left.
    pub fn inherit(&self, before: &Games, same: &dyn Fn(&str) -> bool) {
        self.restore(before.blocks(|blocks| blocks.copied(same)));
    }

    /// Takes the blocks that [`Games::save`] wrote for the same rules.
    pub fn restore(&self, blocks: impl IntoIterator<Item = (String, Persisted)>) {
        self.solved.borrow_mut().earlier.restore(blocks);
    }
}

/// Measurements, and what tests ask.
impl Games {
    /// What all engines together hold.
    pub fn usage(&self) -> Usage {
        let engines = &self.solved.borrow().engines;
        let mut total = engines.families.usage();
        total += engines.under_misere.usage();
        engines.shared().iter().for_each(|engine| total += engine.usage());
        total
    }

    /// Which engines answered the question at hand, what they hold, and why those before them did not.
    pub fn solved_by(&self) -> Vec<SolvedBy> {
        let solved = self.solved.borrow();
        let trail = &solved.notes.trail;
        let of = |(name, answers): &(&'static str, u64)| {
            let usage = solved.engines.held_by(name);
            let passed =
                trail.passed.iter().filter(|(other, _)| other != name && families::is_before(other, name));
            let not = passed.map(|(engine, why)| Passed { engine, why: why.words() });
            SolvedBy {
                engine: name,
                answers: *answers,
                positions: usage.positions,
                bytes_per_position: usage.bytes.checked_div(usage.positions).unwrap_or(0),
                not: not.collect(),
            }
        };
        trail.answered.iter().map(of).collect()
    }

    /// Which engines were used, and which loops of theirs: for tests, which ask whether they reach them all.
    pub fn used(&self) -> BTreeMap<String, u64> {
        let mut used = BTreeMap::new();
        let solved = self.solved.borrow();
        let own = solved.engines.all().filter(|(family, _)| family.is_some());
        own.for_each(|(_, engine)| engine.used(&mut used));
        solved.engines.arenas.used(&mut used);
        let mut misere = BTreeMap::new();
        solved.engines.under_misere().for_each(|engine| engine.used(&mut misere));
        used.extend(misere.into_iter().map(|(name, n)| (format!("misère, {name}"), n)));
        used
    }

    /// Which engines answered, and what they recognised in the rules.
    pub fn fired(&self) -> Fired {
        let mut fired = Fired::default();
        self.solved.borrow().engines.all().for_each(|(_, engine)| engine.tell(&mut fired));
        fired.add("ranges cut by what follows them", self.machine.narrowed.get());
        fired
    }

    /// What was found wrong with tables, and given to other engines: nothing, unless the program has a mistake.
    pub fn dropped(&self) -> Vec<String> {
        self.solved.borrow().notes.dropped.clone()
    }

    /// Gives small positions to the engines that take large ones, too: tests compare them there.
    pub fn skip_quick_attempts(&self) {
        self.solved.borrow_mut().tuning.quick = 0;
    }

    /// Leaves everything to the graph solver and to searches: tests compare these on games for which there are tables.
    pub fn skip_tables(&self) {
        self.solved.borrow_mut().tuning.tables = false;
    }

    /// Leaves everything to positions in bytes, too: few positions are too large for words.
    pub fn skip_words(&self) {
        self.skip_tables();
        self.solved.borrow_mut().tuning.words = false;
    }

    /// Whether proved periods may stand for values, as usual, or every value is computed. Forgets what is known about games of
    /// one pile.
    pub fn use_periods(&self, wanted: bool) {
        let Solved { engines, tuning, .. } = &mut *self.solved.borrow_mut();
        tuning.periods = wanted;
        engines.families.change_all(|family| family.sequences = Default::default());
    }

    /// The values of all positions of a game whose numbers are at most those of a position, by dense tables
    /// alone, with their numbers in order; `None` where these do not take the game. Adds how often each loop was used.
    /// For tests: questions go through [`Games::value`].
    pub fn tabulated(
        &self,
        corner: &GamePosition,
        used: &mut BTreeMap<&'static str, u64>,
    ) -> Option<Vec<(Vec<i64>, u64)>> {
        let family = packed::Family::new(&self.machine, corner, None, u64::BITS)?;
        let mut dense = packed::Dense::new(family).ok()?;
        dense.value(corner, &self.machine.meter()).ok()?;
        dense.used().for_each(|(name, n)| *used.entry(name).or_default() += n);
        dense.values_up_to(corner)
    }
}

/// The nim-sum of two nim-values.
pub(super) fn xor(a: &Int, b: &Int) -> Int {
    a.xor(b).unwrap_or_else(|| unreachable!("nim-values are natural"))
}
