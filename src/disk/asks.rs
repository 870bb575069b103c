//! Values that are asked for in one batch: some of this worker's own table, the others in letters to those who have them.

use super::fault::Fault;
use super::letters;
use super::peers::owner;
use super::table::{Ask, Table};
use crate::engine::Key;
use std::cmp::Reverse;

/// What is asked for, by who has it.
pub(super) struct Asks<K> {
    me: usize,
    of: Vec<Vec<Ask<K>>>,
}

impl<K: Key> Asks<K> {
    pub(super) fn new(me: usize, workers: usize) -> Asks<K> {
        Asks { me, of: vec![vec![]; workers] }
    }

    #[inline]
    pub(super) fn push(&mut self, ask: Ask<K>) {
        let of = owner(ask.key, self.of.len());
        self.of[of].push(ask);
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.of.iter().map(Vec::len).sum()
    }

    /// A letter to each worker with the positions whose values are asked of it, each once.
    pub(super) fn letters(&mut self) -> Vec<Vec<u8>> {
        let me = self.me;
        let one = |(of, asks): (usize, &mut Vec<Ask<K>>)| {
            if of == me {
                return vec![];
            }
            asks.sort_unstable_by_key(|ask| (Reverse(ask.rank), ask.key));
            let mut positions: Vec<_> = asks.iter().map(|ask| (ask.rank, ask.key)).collect();
            positions.dedup();
            letters::written(&positions)
        };
        self.of.iter_mut().enumerate().map(one).collect()
    }

    /// Gives each value to `found` with whoever asked: those of the table, and those that the others answered. Nothing is asked
    /// for any more.
    ///
    /// # Errors
    /// If a table cannot be read, or an answer is none.
    pub(super) fn known(
        &mut self,
        table: &mut Table<K>,
        answers: &[Vec<u8>],
        found: &mut dyn FnMut(&Ask<K>, u16),
    ) -> Result<(), Fault> {
        for (of, asks) in self.of.iter_mut().enumerate() {
            if of == self.me {
                // Whatever can be reached was written on the way down.
                table.values_of(asks, found)?.map_err(|_| Fault::Behind(of))?;
            } else {
                let (values, _) = answers[of].as_chunks();
                let groups = asks.chunk_by(|a, b| (a.rank, a.key) == (b.rank, b.key));
                let mut values = values.iter().map(|value| u16::from_le_bytes(*value));
                for group in groups {
                    let value = values.next().ok_or(Fault::Disagree(of))?;
                    group.iter().for_each(|ask| found(ask, value));
                }
            }
            asks.clear();
        }
        Ok(())
    }
}

/// The values that a letter of another worker asks for, in its order, two bytes each.
pub(super) fn answers<K: Key>(table: &mut Table<K>, from: usize, letter: &[u8]) -> Result<Vec<u8>, Fault> {
    let positions = letters::read(letter).ok_or(Fault::Disagree(from))?;
    let ask = |(to, (rank, key)): (usize, (u64, K))| Ask { rank, key, to: to as u32 };
    let mut asks: Vec<Ask<K>> = positions.into_iter().enumerate().map(ask).collect();
    let mut values = vec![0; 2 * asks.len()];
    let known = table.values_of(&mut asks, &mut |ask, value| {
        values[2 * ask.to as usize..][..2].copy_from_slice(&value.to_le_bytes());
    })?;
    known.map_err(|_| Fault::Behind(from))?;
    Ok(values)
}
