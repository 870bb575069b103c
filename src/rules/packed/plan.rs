//! What is known while a family is compiled: which games were met, how sets are held, and what the rules name.

use super::needs::Needs;
use super::universe::Sets;
use crate::builtin::collection::elements;
use crate::check::ir::GameId;
use crate::value::Value;

/// The instances found so far: a game with its rule parameters known.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) instances: Vec<(GameId, Vec<Option<Value>>)>,
    /// Expressions whose values are remembered.
    pub(super) memories: u16,
    /// How sets are held.
    pub(super) sets: Sets,
    /// Whether what has no code of its own is left to the general evaluation.
    pub(super) asides: bool,
    /// Which moves are listed.
    pub(super) listed: Listed,
    /// Whether the numbers of positions are so small, as far as was seen, that they can be asked about in tables.
    pub(super) small_numbers: bool,
    /// The cells and other elements that the rules name.
    pub(super) met: Needs,
}

const MAX_INSTANCES: usize = 64;
impl Plan {
    /// A place to remember the values of one more expression.
    pub(super) fn memory(&mut self) -> Option<u16> {
        self.memories = self.memories.checked_add(1)?;
        Some(self.memories - 1)
    }

    /// Takes note of the cells in a collection that the rules name.
    pub(super) fn meet(&mut self, known: &Value) {
        elements(known).take_while(|v| matches!(v, Value::Cell(_))).for_each(|cell| {
            self.met.take(&cell);
        });
    }

    /// Takes note of elements that the rules name and that have no bit yet.
    pub(super) fn meet_elements(&mut self, set: &Value) {
        self.met.take(set);
    }

    /// Takes note of a bag that the rules name.
    pub(super) fn meet_bag(&mut self, known: &Value) {
        if matches!(known, Value::Bag(_)) {
            self.met.take(known);
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.instances.len()
    }

    /// The index of an instance, new or known.
    pub(super) fn instance(&mut self, id: GameId, rules: Vec<Option<Value>>) -> Option<usize> {
        let wanted = (id, rules);
        if let Some(i) = self.instances.iter().position(|i| *i == wanted) {
            return Some(i);
        }
        self.instances.push(wanted);
        (self.instances.len() <= MAX_INSTANCES).then_some(self.instances.len() - 1)
    }
}

/// Which moves are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::rules) enum Listed {
    /// Those that nim-values depend on: nobody moves to where the other player has won of his own will.
    #[default]
    Usual,
    /// All: whoever asks how plays end needs them.
    All,
    /// All, and those of each player apart.
    OfEach,
}

impl Listed {
    /// Whether moves to where the other player has won are among them.
    pub(super) fn all(self) -> bool {
        self != Listed::Usual
    }
}
