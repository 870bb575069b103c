//! Which engine solves a position: the fastest that it fits, and the next where one gives up.

use super::{Games, Result, Usage};
use crate::engine::depth_first::Solver;
use crate::engine::{self, Budget, Halt, Meter, Options, Rules, Unfit, Wrong};
use crate::rules::packed::{Dense, Family, Packed, Ranked, Word};
use crate::rules::spot::{self, Spot};
use crate::value::{GamePosition, Int};
use std::collections::BTreeMap;

/// The engines tried for a family, fastest first. One that a position did not fit is not tried again.
#[derive(Default)]
pub(super) struct Engines {
    pub(super) dense: Option<Option<Box<Dense>>>,
    ranked: Chains,
    pub(super) narrow: Engine<u64>,
    pub(super) wide: Engine<u128>,
}

impl Engines {
    /// The tables over chains.
    pub(super) fn chains(&self) -> impl Iterator<Item = &Ranked> {
        self.ranked.tables.iter()
    }

    /// Which of them were used, and which loops of theirs.
    pub(super) fn used(&self, used: &mut BTreeMap<String, u64>) {
        let mut add = |name: String, n: u64| *used.entry(name).or_default() += n;
        if let Some(Some(dense)) = &self.dense {
            dense.used().for_each(|(name, n)| add(format!("dense: {name}"), n));
        }
        for table in &self.ranked.tables {
            table.runs().iter().for_each(|run| add(format!("chain: {run}"), table.solved()));
        }
        if let Engine::Ready(s) = &self.narrow {
            add("graph 64".into(), s.solved() as u64);
            add("graph 64: search".into(), s.search.met() as u64);
        }
        if let Engine::Ready(s) = &self.wide {
            add("graph 128".into(), s.solved() as u64);
            add("graph 128: search".into(), s.search.met() as u64);
        }
    }

    /// What they hold.
    pub(super) fn usage(&self) -> Usage {
        let mut total = Usage::default();
        if let Some(Some(dense)) = &self.dense {
            total.add(dense.solved() as usize, dense.bytes());
        }
        self.ranked.tables.iter().for_each(|t| total.add(t.solved() as usize, t.bytes()));
        if let Engine::Ready(s) = &self.narrow {
            total.add(s.solved() + s.search.met(), s.bytes());
        }
        if let Engine::Ready(s) = &self.wide {
            total.add(s.solved() + s.search.met(), s.bytes());
        }
        total
    }
}

/// Tables over chains, one for each number of digits.
#[derive(Default)]
struct Chains {
    tables: Vec<Ranked>,
    unfit: bool,
}

/// Larger chains are filled when a value is asked for, and not for an outcome.
const LARGE_CHAIN: usize = 100_000;
/// The graph solver may find that far fewer positions matter: it gets this share of a chain to try.
const TRY_SHARE: usize = 512;

#[derive(Default)]
pub(super) enum Engine<K: Word> {
    #[default]
    Untried,
    Ready(Box<Solver<Packed<K>>>),
    Unfit,
}

/// An engine and the key of a position in it.
type Keyed<'e, K> = (&'e mut Solver<Packed<K>>, K);

/// A position with at most so many options is first tried by the graph solver, up to so many positions.
const FEW_OPTIONS: usize = 64;
pub(super) const QUICK: u64 = 5000;

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    /// Its nim-value.
    Value,
    /// Whether it has this nim-value.
    Is(u64),
}

/// What is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// This is the nim-value.
    Value(u64),
    /// The nim-value asked about is not it.
    Not,
}

/// So many questions are searched for one by one before it is tried to find all values: then one more for each so many
/// positions that the searches have met.
const SEARCHED: u64 = 8;
const MET_A_QUESTION: u64 = 1000;

/// Searches for an answer where that pays, else solves everything below the position.
fn answer_with<R: Rules>(
    solver: &mut Solver<R>,
    key: R::Key,
    asked: Asked,
    meter: &Meter,
) -> std::result::Result<Answer, Halt<R::Key, R::Mistake>> {
    if let Some(v) = solver.known_value(key) {
        return Ok(Answer::Value(v));
    }
    // Where positions do not fall into parts, all values are found as fast as one.
    if asked != Asked::Value || solver.rules.simplifies() {
        if let Some(v) = all_below(solver, key, meter) {
            return Ok(Answer::Value(v));
        }
        let found = match asked {
            Asked::Value => solver.search.value(&mut solver.rules, key, meter).map(Answer::Value),
            Asked::Is(value) => {
                let is = solver.search.is(&mut solver.rules, key, value, meter);
                is.map(|is| if is { Answer::Value(value) } else { Answer::Not })
            }
        };
        match found {
            // Values and plays that are too long for a search are no hindrance to the solver.
            Err(Halt { why: engine::Stop::Unfit(Unfit::WideValue), .. })
            | Err(Halt { why: engine::Stop::Mistake(Wrong::Deep), .. }) => {}
            other => return other,
        }
    }
    solver.value(key, meter).map(Answer::Value)
}

/// The value, if many questions were asked that took little, and everything below the position is no more than half of
/// what the searches have met. There may be far too much: then what was solved stays, and searches go on.
fn all_below<R: Rules>(solver: &mut Solver<R>, key: R::Key, meter: &Meter) -> Option<u64> {
    let met = solver.search.met() as u64;
    if solver.search.asked() < SEARCHED + met / MET_A_QUESTION {
        return None;
    }
    let worth = QUICK + met / 2;
    let left = worth.checked_sub(solver.solved() as u64).filter(|left| *left > 0)?;
    within(solver, key, meter, left)
}

/// A value that takes few options and few positions to find.
fn quick<R: Rules>(solver: &mut Solver<R>, key: R::Key, meter: &Meter, positions: u64) -> Option<u64> {
    if solver.solved() as u64 > QUICK {
        return None; // many small questions are one large one
    }
    let mut options = Options::default();
    if solver.rules.options(key, &mut options).is_err() || options.len() > FEW_OPTIONS {
        return None;
    }
    within(solver, key, meter, positions)
}

/// A value that takes at most so many positions to find.
fn within<R: Rules>(solver: &mut Solver<R>, key: R::Key, meter: &Meter, positions: u64) -> Option<u64> {
    let usual = meter.budget();
    let time = usual.time.map(|limit| limit.saturating_sub(meter.elapsed()));
    let budget = Budget { positions, time, progress: Default::default(), ..usual.clone() };
    solver.value(key, &Meter::new(budget)).ok()
}

impl Games {
    /// Small questions by the graph solver, large ones over few numbers by a table in order.
    pub(super) fn quick_or_dense(
        &self,
        engines: &mut Engines,
        position: &GamePosition,
    ) -> Result<Option<u64>> {
        match &mut engines.dense {
            Some(None) => return Ok(None),
            Some(Some(_)) => return self.dense_value(&mut engines.dense, position),
            None => {
                if let Some(persisted) = self.persisted_tables(position) {
                    engines.dense = Some(Some(persisted));
                    return self.dense_value(&mut engines.dense, position);
                }
            }
        }
        let Some((solver, key)) = self.ready(&mut engines.narrow, position)? else { return Ok(None) };
        let meter = self.machine.meter();
        solver.rules.measure(meter.clone());
        if let Some(v) = solver.known_value(key) {
            return Ok(Some(v));
        }
        if let Some(v) = quick(solver, key, &meter, self.quick.get()) {
            return Ok(Some(v));
        }
        let family = Family::new(&self.machine, position, Some(solver.rules.family()), u64::BITS);
        meter.look()?; // rules that were not compiled for want of time are no reason to give tables up
        engines.dense = Some(family.and_then(Dense::new).map(Box::new));
        let value = self.dense_value(&mut engines.dense, position);
        if matches!(engines.dense, Some(Some(_))) {
            engines.narrow = Engine::Untried; // what it found is in the tables now
        }
        value
    }

    /// The value by tables in order; they are given up if something does not fit them.
    fn dense_value(
        &self,
        dense: &mut Option<Option<Box<Dense>>>,
        position: &GamePosition,
    ) -> Result<Option<u64>> {
        let Some(Some(tables)) = dense else { return Ok(None) };
        match tables.value(position, &self.machine.meter()) {
            Ok(v) if self.dense_is_right(tables) => Ok(Some(v)),
            Err(stop @ engine::Stop::Exhausted(..)) => Err(stop.widen()),
            Ok(_) | Err(_) => {
                *dense = Some(None);
                Ok(None)
            }
        }
    }

    /// Whether what was filled since tables were last compared agrees with the rules.
    fn dense_is_right(&self, tables: &mut Dense) -> bool {
        for (instance, size) in tables.not_compared() {
            let sample = spot::places(size).into_iter().map(|place| tables.position_at(instance, place));
            let mut known = |p: &GamePosition| tables.known_value(p).map(|v| Int::from(v as i64));
            if !self.is_right("a table in order", size, sample, &mut known) {
                return false;
            }
        }
        tables.set_compared();
        true
    }

    fn chain_is_right(&self, table: &mut Ranked) -> bool {
        if !table.is_compared() {
            let sample = spot::places(table.solved()).into_iter().map(|place| table.position_at(place));
            let mut known = |p: &GamePosition| table.known_value(p).map(|v| Int::from(v as i64));
            if !self.is_right("a table over a chain", table.solved(), sample, &mut known) {
                return false;
            }
            table.set_compared();
        }
        true
    }

    /// Whether the values of a sample agree with the rules. If not, this is a mistake of the program: whoever looks for
    /// such mistakes is stopped here, and everybody else gets the value from another engine.
    pub(in crate::rules) fn is_right(
        &self,
        engine: &str,
        size: u64,
        sample: impl IntoIterator<Item = GamePosition>,
        known: &mut dyn FnMut(&GamePosition) -> Option<Int>,
    ) -> bool {
        let differing = Spot::new(&self.machine, size).differing(sample, known);
        let Some(position) = differing else { return true };
        let note = format!("{engine} gives {position} another value than its options do");
        debug_assert!(false, "{note}");
        self.dropped.borrow_mut().push(note);
        false
    }

    /// The value by a table over a chain; chains are given up if something does not fit them.
    pub(super) fn ranked_value(
        &self,
        engines: &mut Engines,
        position: &GamePosition,
        asked: Asked,
    ) -> Result<Option<u64>> {
        if engines.ranked.unfit {
            return Ok(None);
        }
        let meter = self.machine.meter();
        let tables = &mut engines.ranked.tables;
        if let Some(i) = tables.iter().position(|t| t.known_value(position).is_some()) {
            if self.chain_is_right(&mut tables[i]) {
                return Ok(tables[i].known_value(position));
            }
            tables.remove(i);
        }
        let known = tables.iter().position(|t| t.holds(position)).map(|i| tables.remove(i));
        let mut candidates = match known {
            Some(table) => vec![table],
            None => Ranked::all(&self.machine, position, tables),
        };
        candidates.iter_mut().for_each(|table| self.restore_chain(position, table));
        candidates.retain_mut(|t| t.known_value(position).is_none() || self.chain_is_right(t));
        if let Some(i) = candidates.iter().position(|t| t.known_value(position).is_some()) {
            let table = candidates.swap_remove(i);
            let value = table.known_value(position);
            tables.push(table);
            return Ok(value);
        }
        let Some(first) = candidates.first() else {
            meter.look()?;
            engines.ranked.unfit = true;
            return Ok(None);
        };
        if asked != Asked::Value && first.size() > LARGE_CHAIN {
            tables.extend(candidates.into_iter().filter(|t| t.solved() > 0));
            return Ok(None);
        }
        if candidates[0].solved() == 0
            && self.quick.get() > 0
            && let Some((solver, key)) = self.ready(&mut engines.narrow, position)?
        {
            solver.rules.measure(meter.clone());
            let share = (candidates[0].size() / TRY_SHARE) as u64;
            if let Some(v) = within(solver, key, &meter, share) {
                return Ok(Some(v));
            }
        }
        for mut table in candidates {
            match table.value(position, &meter) {
                Ok(_) if !self.chain_is_right(&mut table) => {}
                Ok(v) => {
                    tables.retain(|t| !t.is_replaced_by(&table));
                    tables.push(table);
                    return Ok(Some(v));
                }
                Err(stop @ engine::Stop::Exhausted(..)) => {
                    tables.push(table);
                    return Err(stop.widen());
                }
                Err(_) => {}
            }
        }
        engines.ranked.unfit = true;
        Ok(None)
    }

    pub(super) fn general_answer(&self, position: &GamePosition, asked: Asked) -> Result<Answer> {
        let mut solver = self.general.borrow_mut();
        let key = solver.rules.intern(position.clone());
        let result = answer_with(&mut solver, key, asked, &self.machine.meter());
        let halt = match result {
            Ok(v) => return Ok(v),
            Err(halt) => halt.map(|k| solver.rules.position(k).clone()),
        };
        if let engine::Stop::Mistake(Wrong::Deep) = &halt.why {
            solver.longest = usize::MAX;
            drop(solver);
            self.refuse_growing(position, &halt.play)?;
            return self.general_answer(position, asked);
        }
        let solved = solver.solved() + solver.search.met();
        drop(solver);
        Err(self.explain(position, solved, halt))
    }

    /// The value by a packed engine; `None` if the position, or one it leads to, does not fit.
    pub(super) fn packed_answer<K: Word>(
        &self,
        engine: &mut Engine<K>,
        position: &GamePosition,
        asked: Asked,
    ) -> Result<Option<Answer>> {
        if let Some(v) = self.without_kept(engine, position)? {
            return Ok(Some(Answer::Value(v)));
        }
        let Some((solver, key)) = self.ready(engine, position)? else { return Ok(None) };
        let meter = self.machine.meter();
        solver.rules.measure(meter.clone());
        let result = answer_with(solver, key, asked, &meter);
        let place = |k: K| solver.rules.family().unpack(k.wide());
        let halt = match result {
            Ok(v) => return Ok(Some(v)),
            Err(Halt { why: engine::Stop::Unfit(Unfit::Misfit), at: Some(key), .. }) => {
                // Either the rules have a mistake here, which the general evaluation words, or it is too large.
                self.machine.choices(&place(key))?;
                *engine = Engine::Unfit;
                return Ok(None);
            }
            Err(halt) => halt.map(place).widen(),
        };
        if let engine::Stop::Mistake(Wrong::Deep) = &halt.why {
            solver.longest = usize::MAX;
            self.refuse_growing(position, &halt.play)?;
            return self.packed_answer(engine, position, asked);
        }
        Err(self.explain(position, solver.solved() + solver.search.met(), halt))
    }

    /// The value, if it takes less to find it than to read the graph of an earlier run; otherwise that is read.
    fn without_kept<K: Word>(&self, engine: &mut Engine<K>, position: &GamePosition) -> Result<Option<u64>> {
        let Some(worth) = self.worth_trying_without::<K>(position) else { return Ok(None) };
        if let Some((solver, key)) = self.ready(engine, position)? {
            let meter = self.machine.meter();
            solver.rules.measure(meter.clone());
            if let Some(v) = within(solver, key, &meter, worth) {
                return Ok(Some(v));
            }
        }
        if let Some(persisted) = self.persisted_graph(position)? {
            *engine = Engine::Ready(Box::new(persisted));
        }
        Ok(None)
    }

    /// The engine with a layout that the position fits, and its key.
    fn ready<'e, K: Word>(
        &self,
        engine: &'e mut Engine<K>,
        position: &GamePosition,
    ) -> Result<Option<Keyed<'e, K>>> {
        let fits = match engine {
            Engine::Unfit => return Ok(None),
            Engine::Ready(solver) => solver.rules.family().pack(position).is_some(),
            Engine::Untried => false,
        };
        if !fits {
            let before = match engine {
                Engine::Ready(solver) => Some(solver.rules.family()),
                _ => None,
            };
            *engine = match Family::new(&self.machine, position, before, K::BITS) {
                Some(family) => {
                    Engine::Ready(Box::new(Solver::new(Packed::new(family, &self.machine, true))))
                }
                None => {
                    self.machine.meter().look()?;
                    Engine::Unfit
                }
            };
        }
        let key = match engine {
            Engine::Ready(solver) => solver.rules.family().pack(position),
            _ => None,
        };
        match (engine, key) {
            (Engine::Ready(solver), Some(key)) => Ok(Some((solver, K::narrow(key)))),
            (engine, _) => {
                *engine = Engine::Unfit;
                Ok(None)
            }
        }
    }
}
