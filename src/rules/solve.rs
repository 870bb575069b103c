//! The front door to the solvers: picks an engine for a position, falls back when it gives up, and turns
//! what stops an engine into words.

use super::choices::Choice;
use super::eval::Machine;
use super::general::General;
use super::packed::{Bail, Dense, Family, NotDense, Packed, Word};
use super::{Stop, claims};
use crate::check::ir::{BinderKind, Game, GameId, WinRule};
use crate::diagnostic::Diagnostic;
use crate::engine::graph::{Halt, Solver};
use crate::engine::{Budget, Exhausted, Meter, Options, Rules};
use crate::source::Span;
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
    /// Tables of an earlier run, by family, until they are asked.
    kept: RefCell<BTreeMap<String, Vec<u8>>>,
    pub(super) misere: RefCell<super::misere::Misere>,
    /// Under which winning rule the question being answered asks.
    pub rule: Cell<WinRule>,
}

/// A game with its rule parameters: one compilation serves all its positions.
type FamilyKey = (u32, Vec<Option<Value>>);

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
        Games {
            machine,
            families: RefCell::default(),
            general,
            claims,
            claims_checked_at: RefCell::default(),
            claims_checked: Cell::new(0),
            rests_on: RefCell::default(),
            kept: RefCell::default(),
            misere,
            rule: Cell::default(),
        }
    }

    /// The nim-value of a position: the nim-sum of its parts. Equal parts cancel before anything is solved.
    ///
    /// # Errors
    /// A mistake in the rules, a play without end, or a budget that ran out.
    pub fn value(&self, position: &Position) -> Result<Int> {
        let mut parts = position.parts.clone();
        parts.sort();
        let mut total = Int::from(0);
        let mut i = 0;
        while i < parts.len() {
            if i + 1 < parts.len() && parts[i] == parts[i + 1] {
                i += 2;
                continue;
            }
            let value = self.part_value(&parts[i])?;
            total = total.xor(&value).unwrap_or_else(|| unreachable!("nim-values are natural"));
            i += 1;
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
            Part::Game(p) => self.game_value(p).map(|v| Int::from(v as i64)),
        }
    }

    /// The dense tables solved so far, as bytes, by the name of their family; also those that were restored and
    /// not asked for.
    pub fn saved(&self) -> BTreeMap<String, Vec<u8>> {
        let mut all = self.kept.borrow().clone();
        for ((game, rules), engines) in self.families.borrow().iter() {
            if let Some(Some(dense)) = &engines.dense {
                all.insert(self.family_name(*game, rules), dense.save());
            }
        }
        all
    }

    /// Takes what [`Games::saved`] gave for the same rules.
    pub fn restore(&self, kept: impl IntoIterator<Item = (String, Vec<u8>)>) {
        self.kept.borrow_mut().extend(kept);
    }

    fn family_name(&self, game: u32, rules: &[Option<Value>]) -> String {
        let rules = rules.iter().map(|r| r.as_ref().map_or("_".into(), Value::to_string));
        format!("{}({})", self.machine.program.game(GameId(game)).name, rules.collect::<Vec<_>>().join(", "))
    }

    /// The tables of an earlier run for a position, if there are any and they fit.
    fn kept_tables(&self, position: &GamePosition) -> Option<Box<Dense>> {
        if self.kept.borrow().is_empty() {
            return None;
        }
        let name = self.family_name(position.game.id, &rules_of(position));
        let bytes = self.kept.borrow_mut().remove(&name)?;
        let mut dense = Dense::new(Family::new(&self.machine, position, None, u64::BITS)?)?;
        dense.restore(&bytes)?;
        Some(Box::new(dense))
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
                add(s.solved(), s.bytes());
            }
            if let Engine::Ready(s) = &engines.wide {
                add(s.solved(), s.bytes());
            }
        }
        let general = self.general.borrow();
        add(general.solved(), general.bytes());
        total
    }

    fn game_value(&self, position: &GamePosition) -> Result<u64> {
        self.refuse_unsolved(position)?;
        self.check_claims(position)?;
        let key = (position.game.id, rules_of(position));
        let mut families = self.families.borrow_mut();
        let engines = families.entry(key).or_default();
        if let Some(v) = self.quick_or_dense(engines, position)? {
            return Ok(v);
        }
        if let Some(v) = self.packed_value(&mut engines.narrow, position)? {
            return Ok(v);
        }
        if let Some(v) = self.packed_value(&mut engines.wide, position)? {
            return Ok(v);
        }
        self.general_value(position)
    }

    /// Small questions by the graph solver, large ones over few numbers by a table in order.
    fn quick_or_dense(&self, engines: &mut Engines, position: &GamePosition) -> Result<Option<u64>> {
        match &mut engines.dense {
            Some(None) => return Ok(None),
            Some(Some(_)) => return self.dense_value(&mut engines.dense, position),
            None => {
                if let Some(kept) = self.kept_tables(position) {
                    engines.dense = Some(Some(kept));
                    return self.dense_value(&mut engines.dense, position);
                }
            }
        }
        let Some((solver, key)) = self.ready(&mut engines.narrow, position) else { return Ok(None) };
        let meter = self.machine.meter();
        solver.rules.measure(meter.clone());
        if let Some(v) = solver.known_value(key) {
            return Ok(Some(v));
        }
        if let Some(v) = quick(solver, key, &meter) {
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

    fn general_value(&self, position: &GamePosition) -> Result<u64> {
        let mut solver = self.general.borrow_mut();
        let key = solver.rules.intern(position.clone());
        let result = solver.value(key, &self.machine.meter());
        let halt = match result {
            Ok(v) => return Ok(v),
            Err(halt) => halt.map(|k| solver.rules.position(k).clone(), |stop| stop),
        };
        if let Halt::Deep(play) = &halt {
            solver.longest = usize::MAX;
            drop(solver);
            self.refuse_growing(play)?;
            return self.general_value(position);
        }
        let solved = solver.solved();
        drop(solver);
        Err(self.explain(position, solved, halt))
    }

    /// The value by a packed engine; `None` if the position, or one it leads to, does not fit.
    fn packed_value<K: Word>(&self, engine: &mut Engine<K>, position: &GamePosition) -> Result<Option<u64>> {
        let Some((solver, key)) = self.ready(engine, position) else { return Ok(None) };
        let meter = self.machine.meter();
        solver.rules.measure(meter.clone());
        let result = solver.value(key, &meter);
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
            self.refuse_growing(play)?;
            return self.packed_value(engine, position);
        }
        Err(self.explain(position, solver.solved(), halt))
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

    /// Games that no solver here takes: loopy ones, and those with other rules of winning.
    pub(super) fn refuse_unsolved(&self, position: &GamePosition) -> Result<()> {
        for id in self.machine.reachable(GameId(position.game.id)).iter() {
            let game = self.machine.program.game(*id);
            let what = if game.loopy {
                "is declared loopy: its positions can come round again"
            } else if !game.wins.is_empty() {
                "has a `wins when` clause, and is not won by the last move alone"
            } else if game.moves.iter().any(|m| m.owner != crate::syntax::ast::Owner::Both) {
                "has moves that only one player may make"
            } else {
                continue;
            };
            let d = Diagnostic::error("no-solver-yet", format!("{} {what}", game.name))
                .at(game.span, "")
                .note("This version finds values and outcomes of fair games in which every play ends with the last move.");
            return Err(Stop::mistake(d));
        }
        Ok(())
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
            Halt::Circle(play) | Halt::Deep(play) => self.circle(&play),
            Halt::ValueTooBig(p) => {
                let p = Part::Game(p).in_trace();
                let title = format!("The value of {p} has more than 32 binary digits");
                Stop::mistake(Diagnostic::error("value-too-big", title))
            }
        }
    }

    /// A very long play in which every position is larger than the one before.
    pub(super) fn refuse_growing(&self, play: &[GamePosition]) -> Result<()> {
        let sizes: Vec<u64> = play.iter().map(super::weight::size).collect();
        if !sizes.is_sorted_by(|a, b| a < b) {
            return Ok(());
        }
        let game = self.machine.program.game(GameId(play[0].game.id));
        let mut d = Diagnostic::error(
            "keeps-growing",
            format!("This game may never end: a play of {} keeps growing", game.name),
        )
        .at(game.span, "");
        let mut rules = General::new(self.machine.clone(), true);
        for pair in play.windows(2).take(4) {
            d = d.play(self.step_towards(&mut rules, &pair[0], &pair[1], false));
        }
        let far = play.last().map(|p| Part::Game(p.clone()).in_trace()).unwrap_or_default();
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

    /// A play that comes back to where it was.
    fn circle(&self, play: &[GamePosition]) -> Stop {
        let mut rules = General::new(self.machine.clone(), true);
        let game = self.machine.program.game(GameId(play[0].game.id));
        let title = match game.graph {
            Some(_) => format!("The graph {} has a circle: play on it may never end", game.name),
            None => format!("This game may never end: a play of {} comes round again", game.name),
        };
        let mut d = Diagnostic::error("circle", title);
        let first = self.step_between(&mut rules, &play[0], &play[1 % play.len()]);
        let nothing = first.as_ref().filter(|_| play.len() == 1).and_then(|c| nothing_chosen(game, c));
        d = match (&nothing, &first) {
            (Some((name, span)), _) => d.at(*span, format!("{name} can be 0")),
            (None, Some(c)) => d.at(game.moves[c.index].span, "this move can be made for ever"),
            (None, None) => d.at(game.span, ""),
        };
        let shown = play.len().min(12);
        for i in 0..shown {
            let next = &play[(i + 1) % play.len()];
            d = d.play(self.step_towards(&mut rules, &play[i], next, i + 1 == play.len()));
        }
        if shown < play.len() {
            d = d.play(format!("... and after {} moves it is back at the first position", play.len()));
        }
        if game.graph.is_some() {
            return Stop::mistake(
                d.note("This version finds values where every play ends; circles need another solver."),
            );
        }
        let hint = match nothing {
            Some((name, _)) => format!("Should the guard also say 1 <= {name} ?"),
            None if play.len() == 1 => "Should a guard keep this move from changing nothing?".to_string(),
            None => format!(
                "Should a guard forbid this? If positions may come round again, is it a `loopy game {}`?",
                game.name
            ),
        };
        Stop::mistake(d.hint(hint))
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

    /// That move as a line of a play.
    fn step_towards(
        &self,
        rules: &mut General,
        from: &GamePosition,
        to: &GamePosition,
        back: bool,
    ) -> String {
        let text = |p: &GamePosition| Part::Game(p.clone()).in_trace();
        let step = self.step_between(rules, from, to);
        let (name, reached) =
            step.map_or((String::from("..."), text(to)), |c| (c.name(), c.target.in_trace()));
        let end = if back { "   the same position" } else { "" };
        format!("{}   {name} ->  {reached}{end}", text(from))
    }
}

/// The binder of a move in which 0 was chosen: the usual reason for a move that changes nothing.
fn nothing_chosen(game: &Game, choice: &Choice) -> Option<(String, Span)> {
    let zero = choice.args.iter().position(|v| v.as_i64() == Some(0))?;
    let m = &game.moves[choice.index];
    let wanted = m.shown[zero];
    m.binders.iter().find_map(|b| match &b.kind {
        BinderKind::In { slots, names, .. } => {
            slots.iter().position(|s| *s == wanted).map(|i| (names[i].clone(), b.span))
        }
        BinderKind::Is { .. } => None,
    })
}

/// The rule parameters of a position.
fn rules_of(position: &GamePosition) -> Vec<Option<Value>> {
    position.args.iter().zip(&position.game.is_rule).map(|(v, rule)| rule.then(|| v.clone())).collect()
}

/// A value that takes few options and few positions to find.
fn quick<R: Rules>(solver: &mut Solver<R>, key: R::Key, meter: &Meter) -> Option<u64> {
    if solver.solved() as u64 > QUICK {
        return None; // many small questions are one large one
    }
    let mut options = Options::default();
    if solver.rules.options(key, &mut options).is_err() || options.len() > FEW_OPTIONS {
        return None;
    }
    let budget = Budget { positions: QUICK, progress: Default::default(), ..meter.budget().clone() };
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
