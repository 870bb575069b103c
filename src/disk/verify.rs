//! Whether stored values are right: each is the least value that its options do not have, and all options are there.
//! Shares only the files with the code that computed them.

use super::fault::Fault;
use super::halt::Halt;
use super::peers::owner;
use super::shard::Shard;
use super::table::Ask;
use super::tables::Tables;
use crate::engine::{Key, Meter};
use std::cmp::Reverse;
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
struct Batch<'m, K> {
    /// How many are asked for at once.
    most: usize,
    meter: &'m Meter,
    /// Each with its value and the end of its options.
    positions: Vec<(K, u16, usize)>,
    sums: Vec<u64>,
    asks: Vec<Ask<K>>,
}

/// Lists the options of a position.
type List<'o, K, E> = &'o mut dyn FnMut(K) -> Result<Vec<Choice<K>>, E>;

/// Checks part `i` of `n`, counted from 0; how many positions that were. `options` lists those of a position, `most` says how many are
/// asked for at once.
///
/// # Errors
/// What is wrong, or what stopped it.
pub fn verify<K: Key, E: From<Halt<K>>>(
    tables: &mut Tables<K>,
    part: (u32, u32),
    most: usize,
    meter: &Meter,
    options: List<'_, K, E>,
) -> Result<Result<u64, Wrong<K>>, E> {
    let mut open = Batch { most, meter, positions: vec![], sums: vec![], asks: vec![] };
    let all: usize = tables.parts.iter().map(|table| table.keys.len()).sum();
    let shard = Shard::new(part, all as u64);
    let (mut count, mut files) = (0, 0);
    for share in 0..tables.parts.len() {
        let reads = |file: u32| shard.reads((files + file).into());
        match open.share(tables, share, (&shard, &reads), options)? {
            Ok(more) => count += more,
            Err(wrong) => return Ok(Err(wrong)),
        }
        files += tables.parts[share].keys.len() as u32;
    }
    Ok(open.close(tables).map_err(Halt::Fault)?.map(|()| count))
}

impl<K: Key> Batch<'_, K> {
    /// Looks at some files of a share; how many positions they hold.
    fn share<E: From<Halt<K>>>(
        &mut self,
        tables: &mut Tables<K>,
        share: usize,
        (shard, reads): (&Shard, &dyn Fn(u32) -> bool),
        options: List<'_, K, E>,
    ) -> Result<Result<u64, Wrong<K>>, E> {
        let (mut count, mut passed, mut before) = (0, 0, None);
        for frame in 0..tables.parts[share].places().len() {
            let table = &mut tables.parts[share];
            if !reads(table.places()[frame].0) {
                before = None;
                continue;
            }
            let rank = Reverse(table.rank(frame));
            let read = table.frame(frame).map_err(Halt::Fault)?;
            for (key, value) in read.keys.iter().zip(&read.values) {
                let late = before.replace((rank, *key)).is_some_and(|before| before >= (rank, *key));
                if late || owner(*key, tables.parts.len()) != share {
                    return Ok(Err(Wrong::Order(*key)));
                }
                passed += 1;
                if !shard.has(passed) {
                    continue;
                }
                count += 1;
                self.meter.position().map_err(Halt::Exhausted)?;
                self.add(*key, *value, options(*key)?);
                if self.asks.len() >= self.most
                    && let Err(wrong) = self.close(tables).map_err(Halt::Fault)?
                {
                    return Ok(Err(wrong));
                }
            }
        }
        Ok(Ok(count))
    }

    fn add(&mut self, key: K, value: u16, options: Vec<Choice<K>>) {
        for (parts, heaps) in options {
            let to = self.sums.len() as u32;
            self.asks.extend(parts.into_iter().map(|(rank, key)| Ask { rank, key, to }));
            self.sums.push(heaps);
        }
        self.positions.push((key, value, self.sums.len()));
    }

    fn close(&mut self, tables: &mut Tables<K>) -> Result<Result<(), Wrong<K>>, Fault> {
        let sums = &mut self.sums;
        let missing =
            tables.values_of(&mut self.asks, &mut |ask, value| sums[ask.to as usize] ^= u64::from(value))?;
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
