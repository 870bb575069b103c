//! The front door to the solvers: picks an engine for a position, falls back when it gives up, and turns
//! what stops an engine into words.

use super::eval::Machine;
use super::general::General;
use super::{Stop, claims};
use crate::check::ir::GameId;
use crate::diagnostic::Diagnostic;
use crate::engine::graph::{Halt, Solver};
use crate::engine::{Exhausted, Rules};
use crate::value::{GamePosition, Int, Part, Position};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

/// Everything solved so far of a program. Definitions that change need a new one, so values of an old
/// game never mix with a new one.
pub struct Games {
    /// The program.
    pub machine: Rc<Machine>,
    general: RefCell<Solver<General>>,
    claims: RefCell<claims::Checker>,
    claims_checked_at: RefCell<HashSet<GamePosition>>,
    claims_checked: Cell<u64>,
    rests_on: RefCell<BTreeMap<String, u64>>,
}

type Result<T> = std::result::Result<T, Stop>;

impl Games {
    /// Nothing solved yet.
    pub fn new(machine: Rc<Machine>) -> Games {
        let general = RefCell::new(Solver::new(General::new(machine.clone(), true)));
        let claims = RefCell::new(claims::Checker::new(machine.clone()));
        Games {
            machine,
            general,
            claims,
            claims_checked_at: RefCell::default(),
            claims_checked: Cell::new(0),
            rests_on: RefCell::default(),
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

    /// Claims that answers given since the last call rest on, in sentences.
    pub fn take_rests_on(&self) -> Vec<String> {
        let claims = std::mem::take(&mut *self.rests_on.borrow_mut());
        claims.into_iter().map(|(what, n)| format!("{what}, checked on {n} positions")).collect()
    }

    fn game_value(&self, position: &GamePosition) -> Result<u64> {
        self.refuse_unsolved(position)?;
        self.check_claims(position)?;
        let mut solver = self.general.borrow_mut();
        let key = solver.rules.intern(position.clone());
        let meter = self.machine.meter();
        match solver.value(key, &meter) {
            Ok(v) => Ok(v),
            Err(halt) => Err(self.explain(&mut solver, position, halt)),
        }
    }

    /// Games that no solver here takes: loopy ones, and those with other rules of winning.
    pub(super) fn refuse_unsolved(&self, position: &GamePosition) -> Result<()> {
        for id in self.machine.reachable(GameId(position.game.id)) {
            let game = self.machine.program.game(id);
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
    fn explain(&self, solver: &mut Solver<General>, root: &GamePosition, halt: Halt<u32, Stop>) -> Stop {
        let place = |s: &Solver<General>, k: u32| s.rules.position(k).clone();
        match halt {
            Halt::Fault(key, stop) => self.add_how_far(stop, solver.solved(), &place(solver, key)),
            Halt::Exhausted(what, play) => {
                let play: Vec<GamePosition> = play.iter().map(|k| place(solver, *k)).collect();
                Stop::Exhausted(what, how_far(what, root, solver.solved(), &play))
            }
            Halt::Circle(keys) => {
                let play: Vec<GamePosition> = keys.iter().map(|k| place(solver, *k)).collect();
                self.circle(solver, &play)
            }
            Halt::ValueTooBig(key) => {
                let p = Part::Game(place(solver, key)).in_trace();
                Stop::mistake(Diagnostic::error(
                    "value-too-big",
                    format!("The value of {p} has more than 32 binary digits"),
                ))
            }
        }
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
    fn circle(&self, solver: &mut Solver<General>, play: &[GamePosition]) -> Stop {
        let game = self.machine.program.game(GameId(play[0].game.id));
        let mut d = Diagnostic::error(
            "circle",
            format!("This game may never end: a play of {} comes round again", game.name),
        )
        .at(game.span, "");
        let shown = play.len().min(12);
        for i in 0..shown {
            let next = &play[(i + 1) % play.len()];
            d = d.play(self.step_towards(solver, &play[i], next, i + 1 == play.len()));
        }
        if shown < play.len() {
            d = d.play(format!("... and after {} moves it is back at the first position", play.len()));
        }
        let hint = match play.len() {
            1 => "Should a guard keep this move from changing nothing?".to_string(),
            _ => format!(
                "Should a guard forbid this? If positions may come round again, is it a `loopy game {}`?",
                game.name
            ),
        };
        Stop::mistake(d.hint(hint))
    }

    fn step_towards(
        &self,
        solver: &mut Solver<General>,
        from: &GamePosition,
        to: &GamePosition,
        back: bool,
    ) -> String {
        let text = |p: &GamePosition| Part::Game(p.clone()).in_trace();
        let wanted = solver.rules.intern(to.clone());
        let choices = self.machine.choices(from).unwrap_or_default();
        let leads = |solver: &mut Solver<General>, target: &Position| {
            target.parts.iter().any(|part| match part {
                Part::Heap(_) => false,
                Part::Game(p) => {
                    let key = solver.rules.intern(p.clone());
                    let mut parts = vec![];
                    key == wanted
                        || (solver.rules.simplify(key, &mut parts).is_ok() && parts.contains(&wanted))
                }
            })
        };
        let step = choices.iter().find(|c| leads(solver, &c.target));
        let (name, reached) =
            step.map_or((String::from("..."), text(to)), |c| (c.name(), c.target.in_trace()));
        let end = if back { "   the same position" } else { "" };
        format!("{}   {name} ->  {reached}{end}", text(from))
    }
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
    pub fn reachable(&self, id: GameId) -> Vec<GameId> {
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
