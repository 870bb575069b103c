//! What every engine is handed down with a question: the program, the winning rule, what an earlier run left, and where to
//! note what happened. Nothing of it is kept by an engine.

use super::machine::Machine;
use super::persisted::Earlier;
use crate::engine::{Meter, Unfit};
use crate::value::{GamePosition, Value};
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

/// A game with its rule parameters: one compilation serves all its positions.
pub(super) type FamilyKey = (u32, Vec<Option<Value>>);

/// The family of a position.
pub(super) fn family_of(position: &GamePosition) -> FamilyKey {
    (position.game.id, rules_of(position))
}

/// The rule parameters of a position.
pub(super) fn rules_of(position: &GamePosition) -> Vec<Option<Value>> {
    position.args.iter().zip(&position.game.is_rule).map(|(v, rule)| rule.then(|| v.clone())).collect()
}

/// The context of a question.
pub(super) struct Ctx<'a> {
    /// The program.
    pub(super) machine: &'a Rc<Machine>,
    /// What the question may use, and has used.
    pub(super) meter: Rc<Meter>,
    /// Which engines may be used, and how soon.
    pub(super) tuning: Tuning,
    /// What was noted while questions were answered.
    pub(super) notes: &'a mut Notes,
    /// What an earlier run has left.
    pub(super) earlier: &'a mut Earlier,
}

/// Which engines may be used: tests compare them where they would not be picked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tuning {
    /// Whether tables in an order are used.
    pub(super) tables: bool,
    /// Whether positions may be words, or are bytes where no table holds them.
    pub(super) words: bool,
    /// Up to this many positions the graph solver tries before a table is made.
    pub(super) quick: u64,
    /// Whether proved periods may stand for values, as usual, or every value is computed: for measurements.
    pub(super) periods: bool,
}

/// A position with few options is first tried by the graph solver, up to this many positions: the graph may be far smaller than
/// the table, and is thrown away where it is not.
pub(super) const QUICK: u64 = 5000;

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { tables: true, words: true, quick: QUICK, periods: true }
    }
}

/// What was noted while questions were answered.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// Claims that answers rest on: on how many positions they were checked, and whether on those asked about.
    pub(super) rests_on: BTreeMap<String, (u64, bool)>,
    /// Games whose endless play was shown already.
    pub(super) told: HashSet<u32>,
    /// Engines that a sample of their values has shown to be wrong, and where.
    pub(super) dropped: Vec<String>,
    /// Which engines answered the question at hand, and which did not.
    pub(super) trail: Trail,
}

/// Which engines gave answers, and why others did not.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    /// Those that answered, in the order in which they first did, and how often.
    pub(super) answered: Vec<(&'static str, u64)>,
    /// Those that were asked in vain, and why they did not answer when they were last asked.
    pub(super) passed: Vec<(&'static str, Unfit)>,
}

impl Trail {
    /// An engine has answered.
    pub(super) fn answered(&mut self, engine: &'static str) {
        match self.answered.iter_mut().find(|a| a.0 == engine) {
            Some(known) => known.1 += 1,
            None => self.answered.push((engine, 1)),
        }
    }

    /// An engine was asked in vain; one that had nothing to do is no slower way to an answer that somebody would miss.
    pub(super) fn passed(&mut self, engine: &'static str, why: Unfit) {
        if why == Unfit::Idle {
            return;
        }
        match self.passed.iter_mut().find(|p| p.0 == engine) {
            Some(known) => known.1 = why,
            None => self.passed.push((engine, why)),
        }
    }
}
