//! What every table is held against once it is filled: the value of each position of a sample is the least value that
//! its options do not have, where the options are those of the general evaluation and their values are looked up.
//!
//! Tables are filled by loops made for their rules; a mistake in such a loop shows here, before a value is used.

use super::choices::Choice;
use super::machine::Machine;
use super::ranking::Measure;
pub(super) use super::spread::places;
use crate::check::ir::WinRule;
use crate::engine::loopy::{Aim, Lasts};
use crate::engine::{Budget, Exhausted, Meter};
use crate::value::{GamePosition, Int, Part};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many rounds of loops are spent on any table, and one more for this many of its positions.
const STEPS: u64 = 4096;
const POSITIONS_A_STEP: u64 = 256;
const MOST_STEPS: u64 = 1 << 17;
/// Where the question has run out of its own budget already, this part of it.
const LATE: u64 = 8;

/// What values are compared with.
pub(super) struct Spot<'m> {
    machine: &'m Rc<Machine>,
    usual: Rc<Meter>,
    measure: Measure,
}

impl<'m> Spot<'m> {
    /// For a table of this many positions: the work is bounded by that.
    pub(super) fn new(machine: &'m Rc<Machine>, size: u64, measure: Measure) -> Spot<'m> {
        let usual = machine.meter();
        let steps = (STEPS + size / POSITIONS_A_STEP).min(MOST_STEPS);
        let steps = if usual.over() { steps / LATE } else { steps };
        let cancel = usual.budget().cancel.clone();
        machine.measure(Rc::new(Meter::new(Budget { steps: Some(steps), cancel, ..Budget::default() })));
        Spot { machine, usual, measure }
    }

    /// The first position of a sample whose value is not what its options make it; `None` if there is none, as far as
    /// the work allowed it to look.
    pub(super) fn differing(
        &self,
        sample: impl IntoIterator<Item = GamePosition>,
        known: &mut dyn FnMut(&GamePosition) -> Option<Int>,
    ) -> Option<GamePosition> {
        for position in sample {
            if self.machine.meter().over() {
                break;
            }
            let Some(value) = known(&position) else { continue };
            let agrees = match self.measure {
                Measure::Value(rule) => self.agrees(&position, (&value, rule), known),
                Measure::Lasting(rule) => self.lasts(&position, rule, known).is_none_or(|all| all == value),
            };
            if !agrees {
                return Some(position);
            }
        }
        None
    }

    /// False if some option has the value itself, or if all options were seen and none has some smaller value.
    fn agrees(
        &self,
        position: &GamePosition,
        (value, rule): (&Int, WinRule),
        known: &mut dyn FnMut(&GamePosition) -> Option<Int>,
    ) -> bool {
        let (mut smaller, mut own, mut open, mut any) = (BTreeSet::new(), false, false, false);
        if self.machine.has_won(position).unwrap_or(true) {
            return true;
        }
        let listed = self.machine.each_choice(position, &mut |choice| {
            if self.machine.has_won_in(&choice.target)? {
                return Ok(());
            }
            any = true;
            match worth(&choice, known) {
                None => open = true,
                Some(of_option) => {
                    own |= of_option == *value;
                    if of_option < *value {
                        smaller.insert(of_option);
                    }
                }
            }
            if own { Err(Exhausted::TooLarge.into()) } else { Ok(()) }
        });
        let all = listed.is_ok() && !open;
        let least = if !any && rule == WinRule::Misere { 1 } else { smaller.len() };
        !own && (!all || Int::from(least as i64) == *value)
    }

    /// What the options of a position make of it, as a number, if that of all is known.
    fn lasts(
        &self,
        position: &GamePosition,
        rule: WinRule,
        known: &mut dyn FnMut(&GamePosition) -> Option<Int>,
    ) -> Option<Int> {
        let (mut so_far, mut any, mut open) = (<Lasts as Aim>::SoFar::default(), false, false);
        let listed = self.machine.each_choice(position, &mut |choice| {
            any = true;
            let number = worth(&choice, known).and_then(|n| n.to_u64()).and_then(|n| u32::try_from(n).ok());
            match number {
                Some(number) => _ = Lasts::heed(&mut so_far, Lasts::of_number(number)),
                None => open = true,
            }
            Ok(())
        });
        if listed.is_err() || open {
            return None;
        }
        let stuck = Lasts { stuck_wins: rule == WinRule::Misere }.stuck();
        let found = if any { Lasts::found(so_far) } else { stuck };
        Lasts::number(found).map(|n| Int::from(i64::from(n)))
    }
}

impl Drop for Spot<'_> {
    /// What was spent here is no part of the question.
    fn drop(&mut self) {
        self.machine.measure(self.usual.clone());
    }
}

/// The value of an option, if that of each part is known.
fn worth(choice: &Choice, known: &mut dyn FnMut(&GamePosition) -> Option<Int>) -> Option<Int> {
    choice.target.parts.iter().try_fold(Int::from(0), |sum, part| {
        let value = match part {
            Part::Heap(k) => k.clone(),
            Part::Game(p) => known(p)?,
        };
        sum.xor(&value)
    })
}
