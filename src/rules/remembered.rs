//! What a machine knows of its program, each thing since it was first asked for. Who works it out is elsewhere: `reach`,
//! `rank`, `long`, `interpret`, `named`.

use crate::check::ir::{GameId, LetId, Links};
use crate::check::termination::Measure;
use crate::lowered::{Form, LoweredGame};
use crate::value::{GamePosition, Value};
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// The games that each game can lead to.
#[derive(Debug, Default)]
pub(super) struct Reach {
    pub(super) links: OnceCell<Links>,
    pub(super) known: RefCell<HashMap<GameId, Rc<Vec<GameId>>>>,
}

/// One measure for each game that a game can lead to, if there is one.
pub(super) type Ranks = Option<BTreeMap<GameId, Measure>>;

/// What functions of one number gave before.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// Which functions are worth it.
    pub(super) worth: RefCell<HashMap<LetId, bool>>,
    /// Which functions take a loop, and which may ask for the value of a position.
    pub(super) loops: RefCell<HashMap<LetId, bool>>,
    /// and whether these may take many rounds.
    pub(super) long_loops: RefCell<HashMap<LetId, bool>>,
    pub(super) asks: RefCell<HashMap<LetId, bool>>,
    pub(super) values: RefCell<HashMap<(LetId, i64), Value>>,
}

/// By the number of a game, its positions that statements name.
pub(super) type Named = BTreeMap<u32, BTreeSet<GamePosition>>;

/// The lowered forms that were made so far.
#[derive(Debug, Default)]
pub(super) struct Forms {
    pub(super) games: HashMap<GameId, Rc<LoweredGame>>,
    pub(super) lets: HashMap<LetId, Rc<Form>>,
    /// What definitions without parameters stand for.
    pub(super) globals: HashMap<LetId, Value>,
}
