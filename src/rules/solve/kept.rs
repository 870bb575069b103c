//! Tables that are kept from one run to the next.

use super::{Games, rules_of};
use crate::check::ir::GameId;
use crate::rules::packed::{Dense, Family};
use crate::value::{GamePosition, Value};
use std::collections::BTreeMap;

/// Stands before the names of sequences.
const SEQUENCE: &str = "sequence ";

impl Games {
    /// The dense tables and the sequences solved so far, as bytes, by the name of their family; also those that were
    /// restored and not asked for.
    pub fn saved(&self) -> BTreeMap<String, Vec<u8>> {
        let mut all = self.kept.borrow().clone();
        for ((game, rules), engines) in self.families.borrow().iter() {
            if let Some(Some(dense)) = &engines.dense {
                all.insert(self.family_name(*game, rules), dense.save());
            }
        }
        for ((game, rules), sequence) in self.piles.borrow().sequences() {
            if !sequence.is_empty() {
                all.insert(SEQUENCE.to_string() + &self.family_name(*game, rules), sequence.save());
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

    /// The values of an earlier run for a game of one pile, as bytes.
    pub(crate) fn kept_sequence(&self, position: &GamePosition) -> Option<Vec<u8>> {
        if self.kept.borrow().is_empty() {
            return None;
        }
        let name = SEQUENCE.to_string() + &self.family_name(position.game.id, &rules_of(position));
        self.kept.borrow_mut().remove(&name)
    }

    /// The tables of an earlier run for a position, if there are any and they fit.
    pub(super) fn kept_tables(&self, position: &GamePosition) -> Option<Box<Dense>> {
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
}
