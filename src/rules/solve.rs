//! The front door to the solvers: picks an engine for a position, falls back when it gives up, and turns
//! what stops an engine into words.

use super::choices::Choice;
use super::endless::{self, Endless};
use super::eval::Machine;
use super::general::General;
use super::outcome::{Arenas, Worth};
use super::packed::{Bail, Dense, Family, NotDense, Packed, Word};
use super::{Stop, claims, verdict};
use crate::check::ir::{GameId, WinRule};
use crate::diagnostic::Diagnostic;
use crate::engine::graph::{Halt, Solver};
use crate::engine::{Budget, Exhausted, Meter, Options, Rules};
use crate::value::{GamePosition, Int, Part, Position, Value};
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
    claims_checked_at: RefCell<HashSet<GamePosition>>,
    claims_checked: Cell<u64>,
    rests_on: RefCell<BTreeMap<String, u64>>,
    pub(super) misere: RefCell<super::misere::Misere>,
    pub(super) arenas: Arenas,
    /// Under which winning rule the question being answered asks.
    pub rule: Cell<WinRule>,
    /// Games whose endless play was shown already.
    told: RefCell<HashSet<u32>>,
    quick: Cell<u64>,
    pub(crate) piles: RefCell<super::piles::Piles>,
}

/// A game with its rule parameters: one compilation serves all its positions.
pub(super) type FamilyKey = (u32, Vec<Option<Value>>);

/// A position with at most so many options is first tried by the graph solver, up to so many positions.
const FEW_OPTIONS: usize = 64;
const QUICK: u64 = 5000;

/// The engines tried for a family, fastest first. One that a position did not fit is not tried again.
#[derive(Default)]
struct Engines {
    dense: Option<Option<Box<Dense>>>,
    narrow: Engine<u64>,
    wide: Engine<u128>,
}

#[derive(Default)]
enum Engine<K: Word> {
    #[default]
    Untried,
    Ready(Box<Solver<Packed<K>>>),
    Unfit,
}

/// How much was solved, by which engine: for measurements.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Positions with a value.
    pub positions: u64,
    /// Bytes of their tables.
    pub bytes: u64,
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
            claims_checked: Cell::new(0),
            rests_on: RefCell::default(),
            misere,
            rule: Cell::default(),
            told: RefCell::default(),
            quick: Cell::new(QUICK),
            piles: RefCell::default(),
        }
    }

    /// The nim-value of a position: the nim-sum of its parts. Equal parts cancel before anything is solved.
    ///
    /// # Errors
    /// A mistake in the rules, a play without end, or a budget that ran out.
    pub fn value(&self, position: &Position) -> Result<Int> {
        let mut total = Int::from(0);
        for part in without_pairs(position) {
            total = xor(&total, &self.part_value(&part)?);
        }
        Ok(total)
    }

    /// The nim-value of one part.
    ///
    /// # Errors
    /// As for [`Games::value`].
    pub fn part_value(&self, part: &Part) -> Result<Int> {
        match part {
            Part::Heap(k) => Ok(k.clone()),
            Part::Game(p) => match self.pile_value(p)? {
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
        let mut parts = without_pairs(position);
        let Some(last) = parts.iter().rposition(|p| matches!(p, Part::Game(_))) else {
            return Ok(self.value(position)? == *value);
        };
        let Part::Game(last) = parts.remove(last) else { unreachable!("it was found as a position") };
        let wanted = xor(value, &self.value(&Position { parts })?);
        if let Some(v) = self.pile_value(&last)? {
            return Ok(v == wanted);
        }
        match wanted.to_u64() {
            Some(wanted) => Ok(self.answer(&last, Asked::Is(wanted))? == Answer::Value(wanted)),
            None => Ok(false),
        }
    }

    /// The values of all positions of a game whose numbers are at most those of a position, by dense tables
    /// alone, with their numbers in order; `None` where these do not take the game. For tests: questions go
    /// through [`Games::value`].
    pub fn tabulated(&self, corner: &GamePosition) -> Option<Vec<(Vec<i64>, u64)>> {
        let mut dense = Dense::new(Family::new(&self.machine, corner, None, u64::BITS)?)?;
        dense.value(corner, &self.machine.meter()).ok()?;
        dense.values_up_to(corner)
    }

    /// Claims that answers given since the last call rest on, in sentences.
    pub fn take_rests_on(&self) -> Vec<String> {
        let claims = std::mem::take(&mut *self.rests_on.borrow_mut());
        claims.into_iter().map(|(what, n)| format!("{what}, checked on {n} positions")).collect()
    }

    /// Gives small positions to the engines that take large ones, too: tests compare them there.
    pub fn skip_quick_attempts(&self) {
        self.quick.set(0);
    }

    /// What all engines together hold.
    pub fn usage(&self) -> Usage {
        let mut total = Usage::default();
        let mut add = |positions: usize, bytes: u64| {
            total.positions += positions as u64;
            total.bytes += bytes;
        };
        for engines in self.families.borrow().values() {
            if let Some(Some(dense)) = &engines.dense {
                add(dense.solved() as usize, dense.bytes());
            }
            if let Engine::Ready(s) = &engines.narrow {
                add(s.solved() + s.search.met(), s.bytes());
            }
            if let Engine::Ready(s) = &engines.wide {
                add(s.solved() + s.search.met(), s.bytes());
            }
        }
        let (values, bytes) = self.piles.borrow().usage();
        add(values as usize, bytes);
        let general = self.general.borrow();
        add(general.solved() + general.search.met(), general.bytes());
        total
    }

    fn answer(&self, position: &GamePosition, asked: Asked) -> Result<Answer> {
        let kind = self.machine.kind(&Position::one(Part::Game(position.clone())));
        if kind.loopy || kind.owned || (kind.wins && self.machine.has_won(position)?) {
            return self.value_by_label(position).map(Answer::Value);
        }
        self.check_claims(position)?;
        if kind.wins {
            return self.general_answer(position, asked);
        }
        let key = (position.game.id, rules_of(position));
        let mut families = self.families.borrow_mut();
        let engines = families.entry(key).or_default();
        if let Some(v) = self.quick_or_dense(engines, position)? {
            return Ok(Answer::Value(v));
        }
        if let Some(answer) = self.packed_answer(&mut engines.narrow, position, asked)? {
            return Ok(answer);
        }
        if let Some(answer) = self.packed_answer(&mut engines.wide, position, asked)? {
            return Ok(answer);
        }
        self.general_answer(position, asked)
    }

    /// Small questions by the graph solver, large ones over few numbers by a table in order.
    fn quick_or_dense(&self, engines: &mut Engines, position: &GamePosition) -> Result<Option<u64>> {
        match &mut engines.dense {
            Some(None) => return Ok(None),
            Some(Some(_)) => return self.dense_value(&mut engines.dense, position),
            None => {}
        }
        let Some((solver, key)) = self.ready(&mut engines.narrow, position) else { return Ok(None) };
        let meter = self.machine.meter();
        solver.rules.measure(meter.clone());
        if let Some(v) = solver.known_value(key) {
            return Ok(Some(v));
        }
        if let Some(v) = quick(solver, key, &meter, self.quick.get()) {
            return Ok(Some(v));
        }
        let family = Family::new(&self.machine, position, Some(solver.rules.family()), u64::BITS);
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
            Ok(v) => Ok(Some(v)),
            Err(NotDense::Exhausted(what, far)) => Err(Stop::Exhausted(what, far)),
            Err(NotDense::Unfit) => {
                *dense = Some(None);
                Ok(None)
            }
        }
    }

    fn general_answer(&self, position: &GamePosition, asked: Asked) -> Result<Answer> {
        let mut solver = self.general.borrow_mut();
        let key = solver.rules.intern(position.clone());
        let result = answer_with(&mut solver, key, asked, &self.machine.meter());
        let halt = match result {
            Ok(v) => return Ok(v),
            Err(halt) => halt.map(|k| solver.rules.position(k).clone(), |stop| stop),
        };
        if let Halt::Deep(play) = &halt {
            solver.longest = usize::MAX;
            drop(solver);
            self.refuse_growing(position, play)?;
            return self.general_answer(position, asked);
        }
        let solved = solver.solved() + solver.search.met();
        drop(solver);
        Err(self.explain(position, solved, halt))
    }

    /// The value by a packed engine; `None` if the position, or one it leads to, does not fit.
    fn packed_answer<K: Word>(
        &self,
        engine: &mut Engine<K>,
        position: &GamePosition,
        asked: Asked,
    ) -> Result<Option<Answer>> {
        let Some((solver, key)) = self.ready(engine, position) else { return Ok(None) };
        let meter = self.machine.meter();
        solver.rules.measure(meter.clone());
        let result = answer_with(solver, key, asked, &meter);
        let place = |k: K| solver.rules.family().unpack(k.wide());
        let halt = match result {
            Ok(v) => return Ok(Some(v)),
            Err(Halt::Fault(key, Bail::Misfit)) => {
                // Either the rules have a mistake here, which the general evaluation words, or it is too large.
                self.machine.choices(&place(key))?;
                *engine = Engine::Unfit;
                return Ok(None);
            }
            Err(halt) => halt.map(place, |bail| match bail {
                Bail::Exhausted(what) => Stop::from(what),
                Bail::Misfit => unreachable!("a misfit has left already"),
            }),
        };
        if let Halt::Deep(play) = &halt {
            solver.longest = usize::MAX;
            self.refuse_growing(position, play)?;
            return self.packed_answer(engine, position, asked);
        }
        Err(self.explain(position, solver.solved() + solver.search.met(), halt))
    }

    /// The engine with a layout that the position fits, and its key.
    fn ready<'e, K: Word>(
        &self,
        engine: &'e mut Engine<K>,
        position: &GamePosition,
    ) -> Option<(&'e mut Solver<Packed<K>>, K)> {
        let fits = match engine {
            Engine::Unfit => return None,
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
                    Engine::Ready(Box::new(Solver::new(Packed::new(family, self.machine.meter(), true))))
                }
                None => Engine::Unfit,
            };
        }
        let key = match engine {
            Engine::Ready(solver) => solver.rules.family().pack(position),
            _ => None,
        };
        match (engine, key) {
            (Engine::Ready(solver), Some(key)) => Some((solver, K::narrow(key))),
            (engine, _) => {
                *engine = Engine::Unfit;
                None
            }
        }
    }

    /// The value of a position with circles, if it is a number, or why it has none.
    fn value_by_label(&self, position: &GamePosition) -> Result<u64> {
        let whole = Position::one(Part::Game(position.clone()));
        let name = whole.in_trace();
        let game = self.machine.program.game(GameId(position.game.id));
        let no_value = |code, title: String| Diagnostic::error(code, title).at(game.span, "");
        Err(Stop::mistake(match self.worth(&whole)? {
            Worth::Nim(v) if self.machine.kind(&whole).owned => {
                partizan(no_value("partizan-has-no-value", format!("{name} has no nim-value")))
                    .note(format!("All the same it is won and lost in sums like the nim-heap *{v}."))
            }
            Worth::Nim(v) => return Ok(v.to_u64().unwrap_or(u64::MAX)),
            Worth::Infinite(_) => {
                let value = self.worth_text(&whole)?.unwrap_or_default();
                no_value("value-is-infinite", format!("The value of {name} is {value}, which is no number"))
                    .note("Beside a nim-heap *k it is won by the next player if k is in the set, and drawn if not.")
            }
            Worth::Won => {
                no_value("won-already", format!("{name} has no nim-value: the player to move has won")).note(
                    "In a sum that ends the whole game, whatever lies beside it; no nim-heap does that.",
                )
            }
            Worth::Partizan => {
                partizan(no_value("partizan-has-no-value", format!("{name} has no nim-value")))
            }
            Worth::Open => return Err(self.left_open(&format!("the value of {name}"))),
        }))
    }

    /// Checks the claims of every game at hand, before any of them is used.
    fn check_claims(&self, position: &GamePosition) -> Result<()> {
        let games = self.machine.reachable(GameId(position.game.id));
        let games: Vec<_> = games.iter().map(|id| self.machine.program.game(*id)).collect();
        if games.iter().all(|g| g.splits.is_none() && g.same.is_empty()) {
            return Ok(());
        }
        if !self.claims_checked_at.borrow().contains(position) {
            let checked = self.claims.borrow_mut().check(&self.machine, position)?;
            self.claims_checked.set(checked);
            self.claims_checked_at.borrow_mut().insert(position.clone());
        }
        for game in games {
            let what = match (&game.splits, game.same.is_empty()) {
                (None, true) => continue,
                (Some(_), true) => "`splits into`",
                (None, _) => "`same as`",
                _ => "`splits into` and `same as`",
            };
            self.rests_on.borrow_mut().insert(format!("{what} of {}", game.name), self.claims_checked.get());
        }
        Ok(())
    }

    /// What stopped an engine, in words.
    pub(super) fn explain(&self, root: &GamePosition, solved: usize, halt: Halt<GamePosition, Stop>) -> Stop {
        match halt {
            Halt::Fault(at, stop) => self.add_how_far(stop, solved, &at),
            Halt::Exhausted(what, play) => Stop::Exhausted(what, how_far(what, root, solved, &play)),
            Halt::Circle(play) | Halt::Deep(play) => self.circle(root, &play),
            Halt::ValueTooBig(p) => {
                let p = Part::Game(p).in_trace();
                let title = format!("The value of {p} has more than 32 binary digits");
                Stop::mistake(Diagnostic::error("value-too-big", title))
            }
        }
    }

    /// A very long play in which every position is larger than the one before.
    pub(super) fn refuse_growing(&self, root: &GamePosition, play: &[GamePosition]) -> Result<()> {
        let sizes: Vec<u64> = play.iter().map(super::weight::size).collect();
        if !sizes.is_sorted_by(|a, b| a < b) {
            return Ok(());
        }
        if let Some(stop) = self.told_already(root, play) {
            return Err(stop);
        }
        if let Some(d) = verdict::endless_near(&self.machine, &play[..play.len().min(4)]) {
            return Err(Stop::mistake(d));
        }
        let game = self.machine.program.game(GameId(play[0].game.id));
        let title = format!("A play of {} keeps growing, and no end is in sight", game.name);
        let mut d = Diagnostic::error("keeps-growing", title).at(game.span, "");
        let mut rules = General::new(self.machine.clone(), true);
        for pair in play.windows(2).take(4) {
            if let Some(c) = self.step_between(&mut rules, &pair[0], &pair[1]) {
                d = d.play(endless::line(&endless::Step::new(&pair[0], c), false));
            }
        }
        let far = play.last().map(verdict::trace).unwrap_or_default();
        Err(Stop::mistake(
            d.play(format!("... and so on: tens of thousands of moves later it is at {far}")).hint(
                "Does some move have to make a number smaller, or should a range have a largest number?",
            ),
        ))
    }

    fn add_how_far(&self, stop: Stop, solved: usize, at: &GamePosition) -> Stop {
        match stop {
            Stop::Exhausted(what, text) => {
                let at = Part::Game(at.clone()).in_trace();
                let why = if text.is_empty() { String::new() } else { format!("{text}; ") };
                Stop::Exhausted(
                    what,
                    format!("{why}{solved} positions solved; stopped while listing the moves of {at}"),
                )
            }
            other => other,
        }
    }

    /// A play that comes back to where it was: the shortest found near it.
    pub(super) fn circle(&self, root: &GamePosition, play: &[GamePosition]) -> Stop {
        if let Some(stop) = self.told_already(root, play) {
            return stop;
        }
        if let Some(d) = verdict::endless_near(&self.machine, play) {
            return Stop::mistake(d);
        }
        // Claims were part of it, or it is too long to be found again.
        let mut rules = General::new(self.machine.clone(), true);
        let steps = (0..play.len()).map(|i| {
            let (from, to) = (&play[i], &play[(i + 1) % play.len()]);
            self.step_between(&mut rules, from, to).map(|c| endless::Step::new(from, c))
        });
        match steps.collect::<Option<Vec<_>>>() {
            Some(steps) => Stop::mistake(endless::describe(&self.machine, &Endless::Circle(steps))),
            None => {
                let at = verdict::trace(&play[0]);
                let title = format!("Wrong: a play can go on for ever: it comes back to {at}");
                Stop::mistake(Diagnostic::error("circle", title))
            }
        }
    }

    /// Says what stops a question in a few words, where the endless play was shown before.
    fn told_already(&self, root: &GamePosition, play: &[GamePosition]) -> Option<Stop> {
        let told = self.told.borrow();
        let game = play.iter().find(|p| told.contains(&p.game.id))?;
        let title = format!("{} has no value here: play can go on for ever", verdict::trace(root));
        let d = Diagnostic::error("circle", title);
        Some(Stop::mistake(d.note(format!("An endless play of {} is shown above.", game.game.name))))
    }

    /// From now on an endless play of this game is known to whoever asks.
    pub fn tell(&self, game: GameId) {
        self.told.borrow_mut().insert(game.0);
    }

    /// The move that leads from one position to another, through claims where they are used.
    fn step_between(&self, rules: &mut General, from: &GamePosition, to: &GamePosition) -> Option<Choice> {
        let wanted = rules.intern(to.clone());
        let mut leads = |target: &Position| {
            target.parts.iter().any(|part| match part {
                Part::Heap(_) => false,
                Part::Game(p) => {
                    let key = rules.intern(p.clone());
                    let mut parts = vec![];
                    key == wanted || (rules.simplify(key, &mut parts).is_ok() && parts.contains(&wanted))
                }
            })
        };
        self.machine.choices(from).unwrap_or_default().into_iter().find(|c| leads(&c.target))
    }
}

/// Why there are no nim-values.
fn partizan(d: Diagnostic) -> Diagnostic {
    d.note(
        "Left and Right have different moves, and nim-values belong to games in which both players have the same.",
    )
    .hint("Did you mean `outcome(...)`, or `impartial ...`, in which both may make every move?")
}

/// The parts of a sum in order; equal ones cancel.
fn without_pairs(position: &Position) -> Vec<Part> {
    let mut parts = position.parts.clone();
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

/// The nim-sum of two nim-values.
pub(super) fn xor(a: &Int, b: &Int) -> Int {
    a.xor(b).unwrap_or_else(|| unreachable!("nim-values are natural"))
}

/// The rule parameters of a position.
pub(super) fn rules_of(position: &GamePosition) -> Vec<Option<Value>> {
    position.args.iter().zip(&position.game.is_rule).map(|(v, rule)| rule.then(|| v.clone())).collect()
}

/// What is asked of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    /// Its nim-value.
    Value,
    /// Whether it has this nim-value.
    Is(u64),
}

/// What is found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// This is the nim-value.
    Value(u64),
    /// The nim-value asked about is not it.
    Not,
}

/// So many questions are searched for one by one before all values are kept: then one more for each so many
/// positions that the search has met.
const SEARCHED: u64 = 8;
const MET_A_QUESTION: u64 = 1000;

/// Searches for an answer where that pays, else solves everything below the position.
fn answer_with<R: Rules>(
    solver: &mut Solver<R>,
    key: R::Key,
    asked: Asked,
    meter: &Meter,
) -> std::result::Result<Answer, Halt<R::Key, R::Fault>> {
    if let Some(v) = solver.known_value(key) {
        return Ok(Answer::Value(v));
    }
    let few = solver.search.asked() < SEARCHED + solver.search.met() as u64 / MET_A_QUESTION;
    // Where positions do not fall into parts, all values are found as fast as one.
    if few && (asked != Asked::Value || solver.rules.simplifies()) {
        let found = match asked {
            Asked::Value => solver.search.value(&mut solver.rules, key, meter).map(Answer::Value),
            Asked::Is(value) => {
                let is = solver.search.is(&mut solver.rules, key, value, meter);
                is.map(|is| if is { Answer::Value(value) } else { Answer::Not })
            }
        };
        match found {
            Err(Halt::ValueTooBig(_) | Halt::Deep(_)) => {}
            other => return other,
        }
    }
    solver.value(key, meter).map(Answer::Value)
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
    let budget = Budget { positions, progress: Default::default(), ..meter.budget().clone() };
    solver.value(key, &Meter::new(budget)).ok()
}

/// How far a search got, in a sentence; a long play is shown where it seems to grow.
fn how_far(what: Exhausted, root: &GamePosition, solved: usize, play: &[GamePosition]) -> String {
    let root_text = Part::Game(root.clone()).in_trace();
    let mut text = format!("{solved} positions solved on the way to {root_text}");
    if matches!(what, Exhausted::Interrupted) || play.len() < 12 {
        return text;
    }
    let grows = play.windows(2).all(|w| super::weight::size(&w[0]) < super::weight::size(&w[1]));
    if grows {
        let shown: Vec<String> = play.iter().take(6).map(|p| Part::Game(p.clone()).in_trace()).collect();
        text += &format!("; a play that keeps growing: {} -> ...", shown.join(" -> "));
    }
    text
}

impl Machine {
    /// A game and all games its moves can lead to.
    pub fn reachable(&self, id: GameId) -> Rc<Vec<GameId>> {
        if let Some(games) = self.reach.borrow().get(&id) {
            return games.clone();
        }
        let games = Rc::new(self.find_reachable(id));
        self.reach.borrow_mut().insert(id, games.clone());
        games
    }

    fn find_reachable(&self, id: GameId) -> Vec<GameId> {
        let mut seen = HashSet::from([id]);
        let mut order = vec![id];
        let mut next = 0;
        while next < order.len() {
            for other in self.targets(order[next]) {
                if seen.insert(other) {
                    order.push(other);
                }
            }
            next += 1;
        }
        order
    }

    /// The games that moves of a game build positions of, through `let` definitions too.
    fn targets(&self, id: GameId) -> Vec<GameId> {
        use crate::check::ir::ExprKind;
        let mut games = vec![];
        let mut lets = vec![];
        let mut visit = |e: &crate::check::ir::Expr, lets: &mut Vec<_>| {
            e.walk(&mut |e| match &e.kind {
                ExprKind::Position(g, _) => games.push(*g),
                ExprKind::Call(l, _) | ExprKind::Global(l) | ExprKind::Function(l) => lets.push(*l),
                _ => {}
            })
        };
        self.program.game(id).moves.iter().for_each(|m| visit(&m.target, &mut lets));
        let mut seen = HashSet::new();
        while let Some(l) = lets.pop() {
            if seen.insert(l) {
                visit(&self.program.definition(l).body, &mut lets);
            }
        }
        games
    }
}
