//! Whether stored values are right: each is the least value that its options do not have, and all options are there.
//! Shares nothing with how they were found but the files.

use super::fault::Fault;
use super::halt::Halt;
use super::table::{Ask, Table};
use crate::engine::{Key, Meter};
use std::collections::BTreeSet;

/// What is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong<K> {
    /// A position is not behind the one before it.
    Order(K),
    /// An option of the first position, the second one, is not there.
    Missing(K, K),
    /// A position has one value and should have the other.
    Value(K, u16, u64),
}

/// An option: the rank and the key of each part, and the nim-sum of its heaps.
pub type Choice<K> = (Vec<(u64, K)>, u64);

/// Positions whose options were listed, and what they ask for.
struct Batch<K> {
    /// Each with its value and the end of its options.
    positions: Vec<(K, u16, usize)>,
    sums: Vec<u64>,
    asks: Vec<Ask<K>>,
}

/// Checks the frames of every `n`-th file, beginning with file `i` from 0; how many positions that were. `options` lists
/// those of a position, `batch` how many are asked for at once.
///
/// # Errors
/// What is wrong, or what stopped it.
pub fn verify<K: Key, E: From<Halt<K>>>(
    table: &mut Table<K>,
    (i, n): (u32, u32),
    batch: usize,
    meter: &Meter,
    options: &mut dyn FnMut(K) -> Result<Vec<Choice<K>>, E>,
) -> Result<Result<u64, Wrong<K>>, E> {
    let (mut count, mut before) = (0, None);
    let mut open = Batch { positions: vec![], sums: vec![], asks: vec![] };
    for frame in 0..table.places().len() {
        if table.places()[frame].0 % n != i {
            before = None;
            continue;
        }
        let rank = table.rank(frame);
        let read = table.frame(frame).map_err(Halt::Fault)?;
        for (key, value) in read.keys.iter().zip(&read.values) {
            let place = (std::cmp::Reverse(rank), *key);
            if before.is_some_and(|before| before >= place) {
                return Ok(Err(Wrong::Order(*key)));
            }
            before = Some(place);
            meter.position().map_err(Halt::Exhausted)?;
            open.add(*key, *value, options(*key)?);
            count += 1;
            if open.asks.len() >= batch
                && let Err(wrong) = open.close(table).map_err(Halt::Fault)?
            {
                return Ok(Err(wrong));
            }
        }
    }
    Ok(open.close(table).map_err(Halt::Fault)?.map(|()| count))
}

impl<K: Key> Batch<K> {
    fn add(&mut self, key: K, value: u16, options: Vec<Choice<K>>) {
        for (parts, heaps) in options {
            let to = self.sums.len() as u32;
            self.asks.extend(parts.into_iter().map(|(rank, key)| Ask { rank, key, to }));
            self.sums.push(heaps);
        }
        self.positions.push((key, value, self.sums.len()));
    }

    fn close(&mut self, table: &mut Table<K>) -> Result<Result<(), Wrong<K>>, Fault> {
        let sums = &mut self.sums;
        let missing =
            table.values_of(&mut self.asks, &mut |ask, value| sums[ask.to as usize] ^= u64::from(value))?;
        if let Err(ask) = missing {
            let of = self.positions.iter().find(|(_, _, end)| (ask.to as usize) < *end);
            return Ok(Err(Wrong::Missing(of.map_or(ask.key, |(key, _, _)| *key), ask.key)));
        }
        let mut from = 0;
        for (key, value, to) in self.positions.drain(..) {
            let seen: BTreeSet<u64> = self.sums[from..to].iter().copied().collect();
            let least = (0..).zip(&seen).find(|(i, v)| i != *v).map_or(seen.len() as u64, |(i, _)| i);
            if least != u64::from(value) {
                return Ok(Err(Wrong::Value(key, value, least)));
            }
            from = to;
        }
        self.sums.clear();
        self.asks.clear();
        Ok(Ok(()))
    }
}
