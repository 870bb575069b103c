//! A program ready to run: what all evaluations share.

use super::Stop;
use super::remembered::{Forms, Given, Named, Ranks, Reach};
use super::shape::misfit;
use crate::check::builtins::Builtin;
use crate::check::ir::{Game, GameId, Program, asked};
use crate::check::termination::KnownRules;
use crate::engine::{Budget, Meter};
use crate::lowered;
use crate::value::{GameInfo, GamePosition, Part, Position, Value};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// A program ready to run: what all evaluations share.
#[derive(Debug)]
pub struct Machine {
    /// The checked program.
    pub program: Arc<Program>,
    /// The same in plain rules, made when an engine first reads them.
    plain: OnceCell<Arc<Program>>,
    /// Of each game, which parameters decide something.
    asked: OnceCell<Vec<Vec<bool>>>,
    /// Of each game, and of the same without owners.
    infos: Vec<[Arc<GameInfo>; 2]>,
    pub(super) globals: RefCell<Vec<Option<Value>>>,
    pub(super) given: Given,
    /// The lowered forms that were made so far.
    pub(super) lowered: RefCell<Forms>,
    meter: RefCell<Rc<Meter>>,
    /// What the work beside questions uses of their budget.
    beside: RefCell<Rc<Meter>>,
    /// How often a range was cut by what follows it.
    pub(super) narrowed: Cell<u64>,
    pub(super) by_moves: Reach,
    pub(super) by_claims_too: Reach,
    /// What the statements name.
    pub(super) named: OnceCell<Rc<Named>>,
    /// What decreases in each game, found when first asked for.
    pub(super) ranks: RefCell<HashMap<GameId, Rc<Ranks>>>,
    /// Whether every play is proved to end, of games and the rules of theirs that are known.
    pub(super) endings: RefCell<BTreeMap<(GameId, KnownRules), bool>>,
    /// Where rules are written again: those that they were, and the position in question there. Its plays are those here.
    pub(super) as_it_was: RefCell<Option<(Rc<Machine>, GamePosition)>>,
}

/// Answers questions about positions that are in expressions: `value(P)`.
pub trait Oracle {
    /// The answer to a question (see [`Builtin::is_question`]); `more` are its arguments behind the position.
    ///
    /// # Errors
    /// Whatever stopped the answer.
    fn ask(&self, question: Builtin, position: &Position, more: &[Value]) -> Result<Value, Stop>;
}

impl Machine {
    /// A machine for a program.
    pub fn new(program: Arc<Program>) -> Machine {
        let info = |(i, g): (usize, &Game)| {
            let is_rule: Vec<bool> = g.params.iter().map(|p| p.is_rule).collect();
            let id = GameId(i as u32);
            let impartial = GameInfo {
                id: id.impartial().0,
                name: format!("impartial {}", g.name),
                is_rule: is_rule.clone(),
            };
            [Arc::new(GameInfo { id: id.0, name: g.name.clone(), is_rule }), Arc::new(impartial)]
        };
        let infos = program.games.iter().enumerate().map(info).collect();
        let globals = RefCell::new(vec![None; program.lets.len()]);
        Machine {
            program,
            plain: OnceCell::new(),
            asked: OnceCell::new(),
            infos,
            globals,
            given: Given::default(),
            lowered: RefCell::default(),
            meter: RefCell::new(Rc::new(Meter::new(Budget::default()))),
            beside: RefCell::new(Rc::new(Meter::new(Budget { time: None, ..Budget::default() }))),
            narrowed: Cell::new(0),
            by_moves: Reach::default(),
            by_claims_too: Reach::default(),
            named: OnceCell::new(),
            ranks: RefCell::default(),
            endings: RefCell::default(),
            as_it_was: RefCell::default(),
        }
    }

    /// The games and definitions in plain rules: what engines compile and recognise, and what is proved of games, so that a
    /// spelling decides nothing. Mistakes are worded by the rules as written.
    pub fn plain(&self) -> &Arc<Program> {
        self.plain.get_or_init(|| Arc::new(lowered::plain(&self.program)))
    }

    /// Of each parameter of a game, whether it decides something (see [`asked`]).
    pub(super) fn asked(&self, id: GameId) -> &[bool] {
        &self.asked.get_or_init(|| asked(self.plain()))[id.index()]
    }

    /// Whether a game, and all that it leads to, was written in plain rules.
    pub(super) fn is_plain(&self, id: GameId) -> bool {
        let same = |g: GameId| lowered::is_same(self.program.game(g), self.plain().game(g));
        self.links().reachable(id).into_iter().all(same)
    }

    /// What positions of a game carry.
    pub fn info(&self, id: GameId) -> &Arc<GameInfo> {
        &self.infos[id.index()][usize::from(id.is_impartial())]
    }

    /// Whether positions with that are of this program.
    pub fn knows(&self, game: &Arc<GameInfo>) -> bool {
        let own = self.infos.get(GameId(game.id).index());
        own.is_some_and(|infos| infos.iter().any(|info| Arc::ptr_eq(info, game)))
    }

    /// Starts work beside questions, such as a search for an endless play, which uses no more than they may.
    pub fn start_beside(&self, budget: &Budget) {
        *self.beside.borrow_mut() = Rc::new(Meter::new(budget.beside()));
    }

    /// What the work beside questions has used since it was started.
    pub(super) fn beside(&self) -> Rc<Meter> {
        self.beside.borrow().clone()
    }

    /// A budget for a part of that work: what is left of the time, and so many rounds of loops.
    pub(super) fn budget_beside(&self, time: Duration, steps: Option<u64>) -> Budget {
        let meter = self.beside();
        let left = meter.budget().time.map(|all| all.saturating_sub(meter.elapsed()).min(time));
        Budget { time: left.or(Some(time)), steps, ..meter.budget().clone() }
    }

    /// Starts a question with a budget of its own.
    pub fn start(&self, budget: Budget) {
        *self.meter.borrow_mut() = Rc::new(Meter::new(budget));
    }

    /// Starts the next slice of a question that took some time before.
    pub fn start_after(&self, budget: Budget, before: std::time::Duration) {
        *self.meter.borrow_mut() = Rc::new(Meter::after(budget, before));
    }

    /// Goes on with a question that has used something of its budget.
    pub(super) fn measure(&self, meter: Rc<Meter>) {
        *self.meter.borrow_mut() = meter;
    }

    /// What the question being answered has used so far.
    pub fn meter(&self) -> Rc<Meter> {
        self.meter.borrow().clone()
    }

    /// The same position with both players making all moves: `impartial P`.
    pub fn impartial(&self, position: &Position) -> Position {
        let impartial = |part: &Part| match part {
            Part::Game(p) => {
                let game = self.info(GameId(p.game.id).impartial()).clone();
                Part::Game(GamePosition { game, args: p.args.clone() })
            }
            heap => heap.clone(),
        };
        Position { parts: position.parts.iter().map(impartial).collect() }
    }

    /// A position of a game, if the arguments fit its declared types.
    ///
    /// # Errors
    /// A sentence on the first argument that does not fit, with its index.
    pub fn position(&self, id: GameId, args: Vec<Value>) -> Result<GamePosition, (usize, String)> {
        if let Some(misfit) = self.misfit(id, &args) {
            return Err(misfit);
        }
        Ok(GamePosition { game: self.info(id).clone(), args: args.into() })
    }

    /// The first argument of a position that does not fit its declared type, and a sentence on it.
    pub(super) fn misfit(&self, id: GameId, args: &[Value]) -> Option<(usize, String)> {
        let mut params = self.program.game(id).params.iter().zip(args).enumerate();
        params.find_map(|(i, (param, arg))| Some((i, misfit(param, arg)?)))
    }
}
