//! Facts that the workers of a search share: in each round each worker gives all others the facts found since the last
//! round.

use super::fault::Fault;
use super::halt::Halt;
use super::letters::{self, Said, Told};
use super::manifest::Manifest;
use super::peers::Peers;
use crate::engine::Key;
use crate::engine::fact::Fact;
use serde::{Deserialize, Serialize};

/// What each says first; what the first worker says of keys holds for all.
#[derive(Serialize, Deserialize)]
struct Hello {
    /// The fingerprint of the rules, the position, the format and the number of workers.
    about: [u8; 32],
    bits: u32,
    layout: String,
    key: String,
    /// The value, if nothing is left to be done.
    value: Option<u64>,
}

/// Whether all are about the same; the layout of keys of the first worker, and the value if that knows it.
///
/// # Errors
/// If one means other rules or another position, or is gone.
pub fn follow(
    manifest: Manifest,
    value: Option<u64>,
    peers: &mut dyn Peers,
) -> Result<(Manifest, Option<u64>), Fault> {
    let about = super::agree::about(&manifest, peers.count());
    let Manifest { bits, layout, key, .. } = &manifest;
    let hello = Hello { about, bits: *bits, layout: layout.clone(), key: key.clone(), value };
    let bytes = postcard::to_allocvec(&hello).unwrap_or_else(|e| unreachable!("plain data: {e}"));
    let got = peers.exchange(vec![bytes; peers.count()])?;
    let mut first = None;
    for (from, bytes) in got.iter().enumerate() {
        let said: Hello = postcard::from_bytes(bytes).map_err(|_| Fault::Disagree(from))?;
        if said.about != about {
            return Err(Fault::Disagree(from));
        }
        first.get_or_insert(said);
    }
    let Hello { bits, layout, key, value, .. } = first.unwrap_or(hello);
    Ok((Manifest { bits, layout, key, ..manifest }, value))
}

/// What the others have found, and the halt that is the same for all if one stops.
pub type Heard<K> = (Vec<(K, Fact)>, Option<Halt<K>>);

/// Gives all others what was found, and takes what they have.
///
/// # Errors
/// If one is gone.
pub fn round<K: Key>(
    peers: &mut dyn Peers,
    mut news: Vec<(K, Fact)>,
    halt: Option<Halt<K>>,
) -> Result<Heard<K>, Fault> {
    news.sort_unstable_by_key(|(key, _)| *key);
    let (letter, me) = (written(&news), peers.me());
    let letters = (0..peers.count()).map(|to| if to == me { vec![] } else { letter.clone() }).collect();
    let said = Said { stops: halt.as_ref().and_then(Told::of), ..Said::default() };
    let round = letters::round(peers, &said, letters)?;
    let mut all = vec![];
    for (from, letter) in round.letters.iter().enumerate().filter(|(from, _)| *from != me) {
        all.extend(read::<K>(letter).ok_or(Fault::Disagree(from))?);
    }
    let halt = round.stopped(me, halt);
    Ok((all, halt))
}

/// How many bytes the parts take, the parts in order, and two bytes for what is known about each.
fn written<K: Key>(facts: &[(K, Fact)]) -> Vec<u8> {
    let parts: Vec<(u64, K)> = facts.iter().map(|(part, _)| (0, *part)).collect();
    let parts = letters::written(&parts);
    let mut out = (parts.len() as u64).to_le_bytes().to_vec();
    out.extend(parts);
    out.extend(facts.iter().flat_map(|(_, fact)| fact.word().to_le_bytes()));
    out
}

/// The facts that [`written`] wrote.
fn read<K: Key>(letter: &[u8]) -> Option<Vec<(K, Fact)>> {
    let (length, rest) = letter.split_first_chunk::<8>()?;
    let (parts, words) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    let parts = letters::read::<K>(parts)?;
    let (words, left) = words.as_chunks();
    if words.len() != parts.len() || !left.is_empty() {
        return None;
    }
    let facts = words.iter().map(|word| Fact::of_word(u16::from_le_bytes(*word)));
    parts.into_iter().zip(facts).map(|((_, part), fact)| Some((part, fact?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn facts_are_read_as_they_were_written(
            values in proptest::collection::btree_map(any::<u64>(), 0u64..100, 0..50),
            noise in proptest::collection::vec(any::<u8>(), 0..60),
        ) {
            let facts: Vec<(u64, Fact)> = values.into_iter().map(|(key, value)| (key, Fact::Value(value))).collect();
            let letter = written(&facts);
            prop_assert_eq!(read::<u64>(&letter), Some(facts.clone()));
            prop_assert!(read::<u64>(&letter[..letter.len() - 1]).is_none());
            // Whatever comes is read or refused.
            read::<u128>(&noise);
        }
    }
}
