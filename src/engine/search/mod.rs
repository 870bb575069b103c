//! The nim-value or the outcome of one large position, from as few others as possible: nimber-guided search after Lemoine
//! and Viennot (Nimbers are inevitable, 2012).
//!
//! The question is always "is the value of this part v?". It is, if every smaller value is the value of some option
//! and v is that of none. An option is a sum of parts: the search computes the values of all parts except one, and asks the
//! question of the last. Most positions never get a value; the search knows only some values that they do not have.

mod known;
mod walk;
mod worker;

use super::budget::Meter;
use super::fact::Fact;
use super::memo::{Map, Memo, Shared};
use super::pairs::cancel_pairs_from;
use super::rules::{Key, Rules};
use super::stop::{Halt, Stop};
use super::workers;
use known::{Known, OPEN, SMALL, VALUE, fact, known_of};
use walk::Walk;
use worker::Worker;

/// Searches positions of one set of rules, and remembers what it learns of them: 4 bytes a part and its key.
///
/// A search that has grown is done by several threads, if the rules can leave theirs. All fill one table; parts that
/// another thread is at work on are put off, and a thread leaves what another one has answered.
#[derive(Debug)]
pub struct Search<K: Key> {
    known: Map<K>,
    walk: Walk<K>,
    asked: u64,
}

type Result<T, R> = std::result::Result<T, Halt<<R as Rules>::Key, <R as Rules>::Mistake>>;

impl<K: Key> Default for Search<K> {
    fn default() -> Self {
        Search { known: Map::default(), walk: Walk::default(), asked: 0 }
    }
}

impl<K: Key> Search<K> {
    /// A search that looks at options of like weight in an order of its own, which this number gives; 0 is the usual one. Many
    /// who share what they find go different ways so.
    pub fn in_turn(turn: u64) -> Self {
        Search { walk: Walk { turn, ..Walk::default() }, ..Search::default() }
    }

    /// How long a play may get before the search gives up, by [`Wrong::Deep`](super::Wrong).
    pub fn gives_up_at(&mut self, length: usize) {
        self.walk.longest = length;
    }

    /// How many parts have a known fact.
    pub fn met(&self) -> usize {
        self.known.len()
    }

    /// Every part with a known fact, and the fact, in no particular order.
    pub fn known(&self) -> impl Iterator<Item = (K, u32)> {
        self.known.iter()
    }

    /// Makes room for this many parts: before they are taken up.
    pub fn reserve(&mut self, parts: usize) {
        self.known.reserve(parts);
    }

    /// Takes up what [`Search::known`] gave for the same rules.
    pub fn learn(&mut self, part: K, known: u32) {
        self.known.update(part, |_| known & !OPEN);
    }

    /// Every part of which something is known that [`Fact`] can say, in no particular order.
    pub fn facts(&self) -> impl Iterator<Item = (K, Fact)> {
        self.known.iter().filter_map(|(part, known)| Some((part, fact(Known(known))?)))
    }

    /// What is known about a part.
    pub fn fact(&self, part: K) -> Option<Fact> {
        fact(self.known_of(part))
    }

    /// Takes up a fact of the same rules; false if it contradicts what is known, which then stays.
    pub fn unite(&mut self, part: K, new: Fact) -> bool {
        let before = self.known_of(part);
        match (before.value(), new) {
            (Some(is), Fact::Value(value)) => is == value,
            (Some(is), Fact::Not(_)) => !new.rules_out(is),
            (None, Fact::Value(value)) if before.rules_out(value) => false,
            (None, Fact::Value(value)) => {
                self.known.update(part, |_| VALUE | value as u32);
                true
            }
            (None, Fact::Not(bits)) => {
                self.known.update(part, |old| old.unwrap_or(0) & !OPEN | bits);
                true
            }
        }
    }

    /// Searches until it is known whether a part has a value, or which it has.
    ///
    /// # Errors
    /// As for [`Search::value`].
    pub(super) fn settle<R: Rules<Key = K>>(
        &mut self,
        rules: &mut R,
        part: K,
        wanted: Option<u32>,
        meter: &Meter,
    ) -> Result<(), R> {
        if self.known_of(part).answers(wanted) { Ok(()) } else { self.run(rules, part, wanted, meter) }
    }

    /// How many questions needed a search.
    pub fn asked(&self) -> u64 {
        self.asked
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        self.known.bytes() + self.walk.bytes()
    }

    /// The nim-value of a position.
    ///
    /// Takes acyclic rules. Gives up, with [`Unfit::WideValue`](super::Unfit), at values of 128 and more, and, with
    /// [`Wrong::Deep`](super::Wrong), at very long plays.
    ///
    /// # Errors
    /// See [`Halt`]; what was found on the way stays known.
    pub fn value<R: Rules<Key = K>>(&mut self, rules: &mut R, position: K, meter: &Meter) -> Result<u64, R> {
        let mut parts = vec![];
        rules.simplify(position, &mut parts).map_err(|stop| Halt::at(position, stop))?;
        cancel_pairs_from(&mut parts, 0);
        parts.into_iter().try_fold(0, |value, part| Ok(value ^ self.part_value(rules, part, meter)?))
    }

    /// Whether a position has a nim-value.
    ///
    /// # Errors
    /// As for [`Search::value`].
    pub fn is<R: Rules<Key = K>>(
        &mut self,
        rules: &mut R,
        position: K,
        value: u64,
        meter: &Meter,
    ) -> Result<bool, R> {
        let mut parts = vec![];
        rules.simplify(position, &mut parts).map_err(|stop| Halt::at(position, stop))?;
        cancel_pairs_from(&mut parts, 0);
        parts.sort_by_key(|part| rules.weight(*part));
        let Some(last) = parts.pop() else { return Ok(value == 0) };
        let mut wanted = value;
        for part in parts {
            wanted ^= self.part_value(rules, part, meter)?;
        }
        if wanted >= SMALL {
            return Ok(self.part_value(rules, last, meter)? == wanted);
        }
        let known = self.known_of(last);
        if known.value().is_none() && !known.rules_out(wanted) {
            self.run(rules, last, Some(wanted as u32), meter)?;
        }
        Ok(self.known_of(last).value() == Some(wanted))
    }

    /// The nim-value of a part in canonical form.
    ///
    /// # Errors
    /// As for [`Search::value`].
    pub fn part_value<R: Rules<Key = K>>(&mut self, rules: &mut R, part: K, meter: &Meter) -> Result<u64, R> {
        if let Some(value) = self.known_of(part).value() {
            return Ok(value);
        }
        self.run(rules, part, None, meter)?;
        Ok(self.known_of(part).value().unwrap_or_else(|| unreachable!("a search for a value ends with it")))
    }

    fn known_of(&self, part: K) -> Known {
        known_of(&self.known, part)
    }

    /// Answers a question about a part that is not known yet.
    fn run<R: Rules<Key = K>>(
        &mut self,
        rules: &mut R,
        part: K,
        wanted: Option<u32>,
        meter: &Meter,
    ) -> Result<(), R> {
        self.asked += 1;
        if meter.threads() > 1 {
            let alone = meter.budget().alone;
            if self.run_alone(rules, part, wanted, meter, Some(alone))? {
                return Ok(());
            }
        }
        // Threads that put off what others are at work on may meet a cycle or pass it by: it would depend on the race.
        if meter.threads() > 1 && rules.is_sure_to_end(part) {
            self.run_together(rules, part, wanted, meter)?;
        }
        self.run_alone(rules, part, wanted, meter, None).map(drop)
    }

    /// True if the question is answered, and not this many others before it.
    fn run_alone<R: Rules<Key = K>>(
        &mut self,
        rules: &mut R,
        part: K,
        wanted: Option<u32>,
        meter: &Meter,
        most: Option<u64>,
    ) -> Result<bool, R> {
        Worker { rules, known: &mut self.known, walk: &mut self.walk, meter }.run(part, wanted, most)
    }

    /// Searches with as many threads as there may be; where anything but a budget stops them, without an answer.
    fn run_together<R: Rules<Key = K>>(
        &mut self,
        rules: &R,
        part: K,
        wanted: Option<u32>,
        meter: &Meter,
    ) -> Result<(), R> {
        let (longest, shared) = (self.walk.longest, Shared::new(std::mem::take(&mut self.known)));
        let ended = workers::work(rules, meter, |rules, meter| {
            let (mut known, mut walk) = (shared.hand(), Walk { longest, ..Walk::default() });
            let found = Worker { rules, known: &mut known, walk: &mut walk, meter }.run(part, wanted, None);
            (found, walk.answered)
        });
        self.known = shared.into_map();
        let Some((ended, answered)) = ended else { return Ok(()) };
        meter.solved_by_workers(answered)?;
        match ended {
            // Which position that is depends on the race: one thread goes on, and meets the same one as always.
            Err(Halt { why: Stop::Unfit(_), .. }) => Ok(()),
            ended => ended,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_found_meanwhile_stays() {
        let found = Known(Known(VALUE | 3).opened());
        assert_eq!((found.value(), found.is_open()), (Some(3), false));
        let ruled_out = Known(Known(1 << 2).opened());
        assert!(ruled_out.is_open() && ruled_out.rules_out(2) && ruled_out.value().is_none());
    }

    #[test]
    fn two_values_for_one_part_are_no_union() {
        let mut search = Search::<u64>::default();
        assert!(search.unite(1, Fact::Not(0b1)) && search.unite(1, Fact::Not(0b100)));
        assert_eq!(search.fact(1), Some(Fact::Not(0b101)));
        assert!(!search.unite(1, Fact::Value(2)) && search.unite(1, Fact::Value(1)));
        assert!(search.unite(1, Fact::Value(1)) && search.unite(1, Fact::Not(0b1)));
        assert!(!search.unite(1, Fact::Value(3)) && !search.unite(1, Fact::Not(0b10)));
        assert_eq!(search.fact(1), Some(Fact::Value(1)));
    }
}
