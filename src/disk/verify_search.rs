//! Whether the facts that prove a value are right: each follows from facts of lower ranks. Shares only the files with the
//! code that computed them.

use super::fault::Fault;
use super::halt::Halt;
use super::shard::Shard;
use super::table::{Ask, Table};
use crate::engine::fact::Fact;
use crate::engine::{Key, Meter};
use std::cmp::Reverse;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong<K> {
    /// A part is not behind the one before it.
    Order(K),
    /// An option of this part has no lower rank.
    Rank(K),
    /// The entry of a part does not follow from those of its options.
    Open(K),
}

/// An option: the rank and the key of each part, and the nim-sum of its heaps.
pub type Choice<K> = (Vec<(u64, K)>, u64);

/// An option, the values of whose parts are added up.
struct Sum {
    /// The nim-sum of what is known.
    sum: u64,
    /// How many parts have no known value, and what is known about the last of these.
    open: u32,
    fact: Option<Fact>,
}

/// Parts whose options were listed, and what they ask for.
struct Batch<K> {
    /// How many are asked for at once.
    most: usize,
    /// Each with its fact and the end of its options.
    parts: Vec<(K, Fact, usize)>,
    options: Vec<Sum>,
    asks: Vec<Ask<K>>,
}

/// Checks the facts of part `i` of `n`, counted from 0; how many that were. `options` lists those of a part,
/// each as parts in canonical form; `most` says how many are asked for at once.
///
/// # Errors
/// What is wrong, or what stopped it.
pub fn verify<K: Key, E: From<Halt<K>>>(
    table: &mut Table<K>,
    part: (u32, u32),
    most: usize,
    meter: &Meter,
    options: &mut dyn FnMut(K) -> Result<Vec<Choice<K>>, E>,
) -> Result<Result<u64, Wrong<K>>, E> {
    let mut open = Batch { most, parts: vec![], options: vec![], asks: vec![] };
    let shard = Shard::new(part, table.keys.len() as u64);
    let (mut count, mut passed, mut before) = (0, 0, None);
    for frame in 0..table.places().len() {
        if !shard.reads(table.places()[frame].0.into()) {
            before = None;
            continue;
        }
        let rank = table.rank(frame);
        let read = table.frame(frame).map_err(Halt::Fault)?;
        for (key, word) in read.keys.iter().zip(&read.values) {
            let place = (Reverse(rank), *key);
            if before.replace(place).is_some_and(|before| before >= place) {
                return Ok(Err(Wrong::Order(*key)));
            }
            passed += 1;
            if !shard.has(passed) {
                continue;
            }
            count += 1;
            meter.position().map_err(Halt::Exhausted)?;
            let Some(fact) = Fact::of_word(*word) else { return Ok(Err(Wrong::Open(*key))) };
            if !open.add(*key, rank, fact, options(*key)?) {
                return Ok(Err(Wrong::Rank(*key)));
            }
            if open.asks.len() >= open.most
                && let Err(wrong) = open.close(table).map_err(Halt::Fault)?
            {
                return Ok(Err(wrong));
            }
        }
    }
    Ok(open.close(table).map_err(Halt::Fault)?.map(|()| count))
}

impl<K: Key> Batch<K> {
    /// False if an option has no lower rank.
    fn add(&mut self, key: K, rank: u64, fact: Fact, options: Vec<Choice<K>>) -> bool {
        for (parts, heaps) in options {
            let to = self.options.len() as u32;
            if parts.iter().any(|(lower, _)| *lower >= rank) {
                return false;
            }
            self.asks.extend(parts.into_iter().map(|(rank, key)| Ask { rank, key, to }));
            self.options.push(Sum { sum: heaps, open: 0, fact: None });
        }
        self.parts.push((key, fact, self.options.len()));
        true
    }

    fn close(&mut self, table: &mut Table<K>) -> Result<Result<(), Wrong<K>>, Fault> {
        let options = &mut self.options;
        table.look_up(&mut self.asks, &mut |ask, word| {
            let option = &mut options[ask.to as usize];
            let fact = word.and_then(Fact::of_word);
            match fact.and_then(Fact::value) {
                Some(value) => option.sum ^= value,
                None => {
                    option.open += 1;
                    option.fact = fact;
                }
            }
            true
        })?;
        let mut from = 0;
        for (key, fact, to) in self.parts.drain(..) {
            if !follows(fact, &self.options[from..to]) {
                return Ok(Err(Wrong::Open(key)));
            }
            from = to;
        }
        self.options.clear();
        self.asks.clear();
        Ok(Ok(()))
    }
}

/// Whether a fact follows from what is known about the options.
fn follows(fact: Fact, options: &[Sum]) -> bool {
    let some_has = |value: u64| options.iter().any(|option| option.open == 0 && option.sum == value);
    match fact {
        Fact::Value(value) => (0..value).all(some_has) && options.iter().all(|option| option.has_not(value)),
        Fact::Not(bits) => (0..Fact::SMALL).filter(|value| bits >> value & 1 == 1).all(some_has),
    }
}

impl Sum {
    fn has_not(&self, value: u64) -> bool {
        match (self.open, self.fact) {
            (0, _) => self.sum != value,
            (1, Some(fact)) => fact.rules_out(self.sum ^ value),
            _ => false,
        }
    }
}
