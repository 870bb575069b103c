//! Runtime values and how they are printed: the general representation, of any size and any type.
//!
//! Solvers use packed words where they can (see `rules`); these values are for statements, messages and
//! the games that do not fit. Ordered collections only: the same file gives the same output.

pub mod drawing;
mod int;
mod print;
mod weight;

pub use drawing::Drawing;
pub use int::{Int, TooBig};

pub use im::{OrdMap, OrdSet, Vector};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A row and a column, counted from 1 at the upper left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell {
    /// The row.
    pub row: i32,
    /// The column.
    pub col: i32,
}

/// A value of the language.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Value {
    /// A number.
    Int(Int),
    /// A truth value.
    Bool(bool),
    /// A name of an enumeration: its index, and all names.
    Case(u32, Arc<Vec<String>>),
    /// A row and a column.
    Cell(Cell),
    /// A text.
    Text(Arc<str>),
    /// A drawing of spots and curves.
    Drawing(Drawing),
    /// A tuple.
    Tuple(Arc<[Value]>),
    /// A set.
    Set(OrdSet<Value>),
    /// A bag: how often each element is in it.
    Bag(OrdMap<Value, u64>),
    /// A list.
    List(Vector<Value>),
    /// A map.
    Map(OrdMap<Value, Value>),
    /// A function: the index of a definition, and its name.
    Function(u32, Arc<str>),
    /// A position.
    Position(Position),
}

/// The facts about a game that values need: its index, its name, and which arguments are rules.
#[derive(Debug)]
pub struct GameInfo {
    /// Its index in the program.
    pub id: u32,
    /// Its name.
    pub name: String,
    /// For each parameter, whether it is a rule rather than part of the position.
    pub is_rule: Vec<bool>,
}

/// A position of one game.
#[derive(Clone, Debug)]
pub struct GamePosition {
    /// The game.
    pub game: Arc<GameInfo>,
    /// Its arguments, rules included.
    pub args: Arc<[Value]>,
}

impl PartialEq for GamePosition {
    fn eq(&self, other: &Self) -> bool {
        self.game.id == other.game.id && self.args == other.args
    }
}
impl Eq for GamePosition {}
impl PartialOrd for GamePosition {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for GamePosition {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.game.id, &self.args).cmp(&(other.game.id, &other.args))
    }
}
impl Hash for GamePosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.id.hash(state);
        self.args.hash(state);
    }
}

/// One part of a sum.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Part {
    /// A nim-heap `*k`.
    Heap(Int),
    /// A position of a game.
    Game(GamePosition),
}

/// A position: a sum of parts, in the order written; no parts is `nothing`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Position {
    /// The parts.
    pub parts: Vec<Part>,
}

impl Value {
    /// A small number.
    pub fn int(n: i64) -> Value {
        Value::Int(Int::from(n))
    }

    /// A text.
    pub fn text(t: impl Into<Arc<str>>) -> Value {
        Value::Text(t.into())
    }

    /// The number inside, if it is a number that fits.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Value::Int(n) => n.to_i64(),
            _ => None,
        }
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Value {
        Value::Bool(b)
    }
}

impl Position {
    /// A sum of one part.
    pub fn one(part: Part) -> Position {
        Position { parts: vec![part] }
    }

    /// The sum of two positions.
    pub fn plus(&self, other: &Position) -> Position {
        Position { parts: self.parts.iter().chain(&other.parts).cloned().collect() }
    }

    /// The same sum with part `index` exchanged for `with`; parts keep their order.
    pub fn replace(&self, index: usize, with: &Position) -> Position {
        let (before, after) = (&self.parts[..index], &self.parts[index + 1..]);
        Position { parts: before.iter().chain(&with.parts).chain(after).cloned().collect() }
    }
}
