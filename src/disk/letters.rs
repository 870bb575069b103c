//! What workers say to each other: positions, and how far each is.

use super::fault::Fault;
use super::halt::Halt;
use super::packing::{packed, unpacked};
use super::peers::Peers;
use crate::engine::{Exhausted, Key, Stop, Unfit};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::time::Duration;

/// What a worker says of itself with every round.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Said {
    /// It is not through with its share of the rank.
    pub more: bool,
    /// What is in memory should go to the disk.
    pub settle: bool,
    /// The rank that it has next.
    pub next: Option<u64>,
    /// Why it stops.
    pub stops: Option<Told>,
}

/// Why a worker stops, as it tells the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Told {
    /// A position does not fit.
    Misfit(u128),
    /// The options of a position could not be listed.
    Unlisted(u128),
    /// A value is too large.
    Wide(u128),
    /// So many positions were allowed.
    Positions(u64),
    /// So many milliseconds were allowed.
    Time(u64),
    /// Somebody stopped it.
    Interrupted,
}

impl Told {
    /// What the others hear of a halt; `None` for what concerns one worker alone, which leaves without a word.
    pub(super) fn of<K: Key>(halt: &Halt<K>) -> Option<Told> {
        Some(match halt {
            Halt::Fault(_) => return None,
            Halt::Unlisted(key, Stop::Unfit(Unfit::Misfit)) => Told::Misfit(key.bits()),
            Halt::Unlisted(key, _) | Halt::NoRank(key) | Halt::Rises(key) => Told::Unlisted(key.bits()),
            Halt::Wide(key) => Told::Wide(key.bits()),
            Halt::Exhausted(Exhausted::Positions(most)) => Told::Positions(*most),
            Halt::Exhausted(Exhausted::Time(most)) => Told::Time(most.as_millis() as u64),
            Halt::Exhausted(_) => Told::Interrupted,
        })
    }

    fn halt<K: Key>(&self) -> Halt<K> {
        match self {
            Told::Misfit(key) => Halt::Unlisted(K::of_bits(*key), Stop::Unfit(Unfit::Misfit)),
            Told::Unlisted(key) => Halt::NoRank(K::of_bits(*key)),
            Told::Wide(key) => Halt::Wide(K::of_bits(*key)),
            Told::Positions(most) => Halt::Exhausted(Exhausted::Positions(*most)),
            Told::Time(most) => Halt::Exhausted(Exhausted::Time(Duration::from_millis(*most))),
            Told::Interrupted => Halt::Exhausted(Exhausted::Interrupted),
        }
    }
}

/// What all said in a round, and what each sent to this worker.
pub(super) struct Round {
    pub(super) said: Vec<Said>,
    pub(super) letters: Vec<Vec<u8>>,
}

/// Says something to all and gives each its letter.
pub(super) fn round(peers: &mut dyn Peers, said: &Said, letters: Vec<Vec<u8>>) -> Result<Round, Fault> {
    let head = postcard::to_allocvec(said).unwrap_or_else(|e| unreachable!("plain data: {e}"));
    let got = peers.exchange(letters.into_iter().map(|letter| [&head[..], &letter].concat()).collect())?;
    let mut round = Round { said: vec![], letters: vec![] };
    for (from, bytes) in got.iter().enumerate() {
        let (said, letter) = postcard::take_from_bytes(bytes).map_err(|_| Fault::Disagree(from))?;
        round.said.push(said);
        round.letters.push(letter.to_vec());
    }
    Ok(round)
}

/// The same without letters.
pub(super) fn only(peers: &mut dyn Peers, said: &Said) -> Result<Vec<Said>, Fault> {
    let none = vec![vec![]; peers.count()];
    Ok(round(peers, said, none)?.said)
}

impl Round {
    /// The same halt for all: that of the first who stops.
    pub(super) fn stopped<K: Key>(&self, me: usize, own: Option<Halt<K>>) -> Option<Halt<K>> {
        let stops = self.said.iter().enumerate().find_map(|(from, said)| Some((from, said.stops.as_ref()?)));
        match stops {
            Some((from, told)) if from != me => Some(told.halt()),
            _ => own,
        }
    }
}

/// Positions for other workers, until they are sent.
#[derive(Debug)]
pub(super) struct Letters<K> {
    to: Vec<Vec<(u64, K)>>,
    /// How many there are.
    pub(super) count: usize,
}

impl<K: Key> Letters<K> {
    pub(super) fn new(workers: usize) -> Letters<K> {
        Letters { to: vec![vec![]; workers], count: 0 }
    }

    /// Adds a position for a worker.
    #[inline]
    pub(super) fn push(&mut self, to: usize, rank: u64, key: K) {
        self.to[to].push((rank, key));
        self.count += 1;
    }

    /// The highest rank of all.
    pub(super) fn highest(&self) -> Option<u64> {
        self.to.iter().flatten().map(|(rank, _)| *rank).max()
    }

    /// A letter for each worker, with each position once.
    pub(super) fn take(&mut self) -> Vec<Vec<u8>> {
        self.count = 0;
        let one = |positions: &mut Vec<(u64, K)>| {
            positions.sort_unstable_by_key(|(rank, key)| (Reverse(*rank), *key));
            positions.dedup();
            let letter = written(positions);
            positions.clear();
            letter
        };
        self.to.iter_mut().map(one).collect()
    }
}

/// Positions as bytes, in order and each once: of each rank the rank, how many, how many bytes, and the keys packed.
pub(super) fn written<K: Key>(positions: &[(u64, K)]) -> Vec<u8> {
    let mut out = vec![];
    for level in positions.chunk_by(|a, b| a.0 == b.0) {
        let keys: Vec<K> = level.iter().map(|(_, key)| *key).collect();
        let bytes = packed(&keys);
        out.extend(level[0].0.to_le_bytes());
        out.extend((keys.len() as u64).to_le_bytes());
        out.extend((bytes.len() as u64).to_le_bytes());
        out.extend(bytes);
    }
    out
}

/// The positions that [`written`] wrote.
pub(super) fn read<K: Key>(mut bytes: &[u8]) -> Option<Vec<(u64, K)>> {
    let mut all = vec![];
    while !bytes.is_empty() {
        let (head, rest) = bytes.split_first_chunk::<24>()?;
        let number = |i: usize| head[8 * i..8 * i + 8].iter().rev().fold(0, |n, b| n << 8 | u64::from(*b));
        let (keys, rest) = rest.split_at_checked(usize::try_from(number(2)).ok()?)?;
        let count = usize::try_from(number(1)).ok().filter(|count| (1..=keys.len()).contains(count))?;
        all.extend(unpacked(keys, count)?.into_iter().map(|key| (number(0), key)));
        bytes = rest;
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn letters_are_read_as_they_were_written(
            pushed in proptest::collection::vec((0u64..5, any::<u64>()), 0..200),
            noise in proptest::collection::vec(any::<u8>(), 0..60),
        ) {
            let mut letters = Letters::<u64>::new(3);
            pushed.iter().for_each(|(rank, key)| letters.push(*key as usize % 3, *rank, *key));
            prop_assert_eq!(letters.highest(), pushed.iter().map(|(rank, _)| *rank).max());
            let mut all = vec![];
            for (to, letter) in letters.take().iter().enumerate() {
                let got = read::<u64>(letter).unwrap();
                prop_assert!(got.iter().all(|(_, key)| *key as usize % 3 == to));
                prop_assert!(letter.is_empty() || read::<u64>(&letter[..letter.len() - 1]).is_none());
                all.extend(got);
            }
            all.sort_unstable();
            let mut wanted = pushed;
            wanted.sort_unstable();
            wanted.dedup();
            prop_assert_eq!(all, wanted);
            // Whatever comes is read or refused.
            read::<u128>(&noise);
        }
    }
}
