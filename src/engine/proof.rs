//! The facts, among all that a search has found, that prove the value of a position, and few others.
//!
//! A part has a value if some option has each smaller value, and no option has the value itself; it does not have a value if
//! some option has it. Facts come from the highest rank down, so the facts that one needs come after it, and a checker can
//! follow the same order. A fact that is missing, because it was found elsewhere, is searched for.

use super::budget::Meter;
use super::fact::Fact;
use super::pairs::cancel_pairs_from;
use super::rules::{Options, Rules};
use super::search::Search;
use super::stop::Halt;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Why there is no proof, or none of one fact.
#[derive(Debug)]
pub enum Failed<K, M> {
    /// What stopped the search for what was missing.
    Halt(Halt<K, M>),
    /// What is known about this part contradicts what is known about its options.
    Contradiction(K),
    /// This part has no rank, or an option of it no lower one.
    NoRank(K),
}

impl<K, M> From<Halt<K, M>> for Failed<K, M> {
    fn from(halt: Halt<K, M>) -> Self {
        Failed::Halt(halt)
    }
}

type Result<T, R> = std::result::Result<T, Failed<<R as Rules>::Key, <R as Rules>::Mistake>>;

/// A fact, with the rank and the key of its part.
pub type Found<K> = (u64, K, Fact);

/// An option: its parts in canonical form, light ones first, and the nim-sum of its heaps.
struct Choice<K> {
    parts: Vec<K>,
    heap: u64,
}

/// A number that is lower for what the moves from a part lead to; where it is known.
pub type Rank<'r, R> = &'r mut dyn FnMut(&R, <R as Rules>::Key) -> Option<u64>;

/// A proof on its way.
pub struct Proof<'s, R: Rules> {
    rules: &'s mut R,
    search: &'s mut Search<R::Key>,
    meter: &'s Meter,
    rank: Rank<'s, R>,
    needs: BTreeMap<(Reverse<u64>, R::Key), Fact>,
}

impl<'s, R: Rules> Proof<'s, R> {
    /// Of the values of some parts, which the search knows.
    ///
    /// # Errors
    /// As for [`Proof::fact`].
    pub fn new(
        rules: &'s mut R,
        search: &'s mut Search<R::Key>,
        meter: &'s Meter,
        rank: Rank<'s, R>,
        parts: &[R::Key],
    ) -> Result<Self, R> {
        let mut proof = Proof { rules, search, meter, rank, needs: BTreeMap::new() };
        parts.iter().try_for_each(|part| proof.need_value(*part, u64::MAX))?;
        Ok(proof)
    }

    /// The next fact, whose options have lower ranks; `None` at the end.
    ///
    /// # Errors
    /// See [`Failed`].
    pub fn fact(&mut self) -> Result<Option<Found<R::Key>>, R> {
        let Some(((Reverse(rank), part), fact)) = self.needs.pop_first() else { return Ok(None) };
        self.meter.position().map_err(|what| Halt::exhausted(what, vec![]))?;
        let choices = self.choices(part)?;
        match fact {
            Fact::Value(value) => {
                let used = self.need_each((1 << value) - 1, &choices, part, rank)?;
                for choice in choices.iter().enumerate().filter(|(i, _)| !used.contains(i)).map(|(_, c)| c) {
                    self.need_not(choice, value, part, rank)?;
                }
            }
            Fact::Not(bits) => drop(self.need_each(bits.into(), &choices, part, rank)?),
        }
        Ok(Some((rank, part, fact)))
    }

    fn choices(&mut self, part: R::Key) -> Result<Vec<Choice<R::Key>>, R> {
        let mut options = Options::default();
        self.rules.options(part, &mut options).map_err(|stop| Halt::at(part, stop))?;
        let mut all = vec![];
        for (whole, heaps) in options.iter() {
            let mut parts = vec![];
            for part in whole {
                self.rules.simplify(*part, &mut parts).map_err(|stop| Halt::at(*part, stop))?;
            }
            cancel_pairs_from(&mut parts, 0);
            parts.sort_by_key(|part| self.rules.weight(*part));
            all.push(Choice { parts, heap: heaps.iter().fold(0, |a, b| a ^ b) });
        }
        all.sort_by_cached_key(|choice| choice.parts.iter().map(|p| self.rules.weight(*p)).sum::<u64>());
        Ok(all)
    }

    /// Needs an option of each value that has a bit; the numbers of those.
    fn need_each(
        &mut self,
        mut bits: u128,
        choices: &[Choice<R::Key>],
        part: R::Key,
        rank: u64,
    ) -> Result<Vec<usize>, R> {
        let mut used = vec![];
        // Those whose parts are needed anyway, then those that are known, then all.
        for pass in [Pass::Needed, Pass::Known, Pass::Any] {
            for (i, choice) in choices.iter().enumerate() {
                if bits == 0 {
                    return Ok(used);
                }
                if pass == Pass::Any {
                    for part in &choice.parts {
                        self.search.part_value(self.rules, *part, self.meter)?;
                    }
                }
                let value =
                    self.value(choice).and_then(|value| 1u128.checked_shl(u32::try_from(value).ok()?));
                let Some(bit) = value.filter(|bit| bits & bit != 0) else { continue };
                if pass == Pass::Needed && !self.are_needed(choice) {
                    continue;
                }
                bits &= !bit;
                used.push(i);
                choice.parts.iter().try_for_each(|part| self.need_value(*part, rank))?;
            }
        }
        if bits == 0 { Ok(used) } else { Err(Failed::Contradiction(part)) }
    }

    /// What shows that an option does not have a value: the values of all its parts except one, and that the last does not have the remaining value.
    fn need_not(&mut self, choice: &Choice<R::Key>, value: u64, part: R::Key, rank: u64) -> Result<(), R> {
        let is_open = |p: &&R::Key| self.search.fact(**p).and_then(Fact::value).is_none();
        let last = choice.parts.iter().rev().find(is_open).or(choice.parts.last()).copied();
        let Some(last) = last else {
            return if choice.heap == value { Err(Failed::Contradiction(part)) } else { Ok(()) };
        };
        let mut left = choice.heap ^ value;
        for part in choice.parts.iter().filter(|p| **p != last) {
            left ^= self.search.part_value(self.rules, *part, self.meter)?;
            self.need_value(*part, rank)?;
        }
        let small = left < Fact::SMALL;
        self.search.settle(self.rules, last, small.then_some(left as u32), self.meter)?;
        match self.search.fact(last) {
            Some(Fact::Value(is)) if is == left => Err(Failed::Contradiction(part)),
            // That it has a smaller value takes its value.
            Some(Fact::Value(is)) if !small || is < left => self.need_value(last, rank),
            _ => self.need(last, Fact::Not(1 << left), rank),
        }
    }

    fn value(&self, choice: &Choice<R::Key>) -> Option<u64> {
        let value = |part: &R::Key| self.search.fact(*part).and_then(Fact::value);
        choice.parts.iter().try_fold(choice.heap, |sum, part| Some(sum ^ value(part)?))
    }

    fn are_needed(&mut self, choice: &Choice<R::Key>) -> bool {
        choice.parts.iter().all(|part| {
            let rank = (self.rank)(self.rules, *part);
            rank.is_some_and(|rank| matches!(self.needs.get(&(Reverse(rank), *part)), Some(Fact::Value(_))))
        })
    }

    fn need_value(&mut self, part: R::Key, above: u64) -> Result<(), R> {
        let value = self.search.part_value(self.rules, part, self.meter)?;
        self.need(part, Fact::Value(value), above)
    }

    /// Needs a fact of a part below a rank.
    fn need(&mut self, part: R::Key, fact: Fact, above: u64) -> Result<(), R> {
        let rank = (self.rank)(self.rules, part).filter(|rank| *rank < above).ok_or(Failed::NoRank(part))?;
        let needed = self.needs.entry((Reverse(rank), part)).or_insert(fact);
        *needed = match (*needed, fact) {
            (Fact::Not(a), Fact::Not(b)) => Fact::Not(a | b),
            (Fact::Value(value), _) | (_, Fact::Value(value)) => Fact::Value(value),
        };
        Ok(())
    }
}

/// Which options may be taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Needed,
    Known,
    Any,
}
