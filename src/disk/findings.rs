//! What a search has found, in the files of a folder: a fact of each part in two bytes, where other folders have its value
//! ([`Fact::word`]).
//!
//! Until the end, files hold all that is known, each in order of its keys, under rank 0; at least once a minute later files
//! replace them all. In the end they hold a proof, in order: facts that follow from facts of lower ranks.

use super::fault::Fault;
use super::folder::Folder;
use super::frames::{Kind, Reader, Writer};
use super::manifest::{Progress, hex};
use super::table::Table;
use super::values::{self, Values};
use crate::engine::Key;
use crate::engine::fact::Fact;

/// So many parts are put in order at once, and go into one file.
const FILE: usize = 1 << 20;
/// So many facts of a proof go into a file: machines share the work of checking by files.
const SHARD: usize = 1 << 16;

/// Writes files that will replace those of a folder.
struct Files<'f, K> {
    folder: &'f Folder,
    /// The number of the next file.
    number: u64,
    most: usize,
    keys: Writer<K>,
    words: Vec<u16>,
    digests: Vec<String>,
}

impl<'f, K: Key> Files<'f, K> {
    fn new(folder: &'f Folder, before: &Progress, most: usize) -> Result<Files<'f, K>, Fault> {
        let number = before.first + before.keys.len() as u64;
        let keys = Writer::new(folder, Kind::Keys, number)?;
        Ok(Files { folder, number, most, keys, words: vec![], digests: vec![] })
    }

    fn push(&mut self, rank: u64, key: K, fact: Fact) -> Result<(), Fault> {
        if self.words.len() == self.most {
            self.end_file()?;
        }
        self.words.push(fact.word());
        self.keys.push(rank, key)
    }

    fn end_file(&mut self) -> Result<(), Fault> {
        if self.words.is_empty() {
            return Ok(());
        }
        let next = Writer::new(self.folder, Kind::Keys, self.number + 1)?;
        self.digests.push(std::mem::replace(&mut self.keys, next).finish()?);
        let keys = Reader::<K>::open(self.folder, Kind::Keys, self.number)?;
        let frames = keys.rows.iter().map(|row| &self.words[row.before as usize..][..row.count as usize]);
        values::write(self.folder, self.number, &keys, frames)?;
        self.words.clear();
        self.number += 1;
        Ok(())
    }

    /// Their checksums.
    fn end(mut self) -> Result<Vec<String>, Fault> {
        self.end_file()?;
        Ok(self.digests)
    }
}

/// Puts all that is known in the place of what the folder holds.
///
/// # Errors
/// If it cannot be written; then what stood there stays.
pub fn save<K: Key>(
    folder: &Folder,
    before: &Progress,
    facts: impl Iterator<Item = (K, Fact)>,
) -> Result<Progress, Fault> {
    let mut files = Files::new(folder, before, FILE)?;
    let mut facts = facts.peekable();
    while facts.peek().is_some() {
        let mut some: Vec<(K, Fact)> = facts.by_ref().take(FILE).collect();
        some.sort_unstable_by_key(|(key, _)| *key);
        some.into_iter().try_for_each(|(key, fact)| files.push(0, key, fact))?;
        files.end_file()?;
    }
    replace(folder, before, files.end()?, Ok)
}

/// Puts a proof of a value in the place of what the folder holds: facts in order, until `next` has no more.
///
/// # Errors
/// If it cannot be written, and then what stood there stays; or what `next` says.
pub fn conclude<K: Key, E: From<Fault>>(
    folder: &Folder,
    before: &Progress,
    value: u64,
    next: &mut dyn FnMut() -> Result<Option<(u64, K, Fact)>, E>,
) -> Result<Progress, E> {
    let mut files = Files::new(folder, before, SHARD)?;
    let mut count = 0;
    while let Some((rank, key, fact)) = next()? {
        files.push(rank, key, fact)?;
        count += 1;
    }
    Ok(replace(folder, before, files.end()?, |progress| {
        let digest = Table::<K>::open(folder, &progress, 1)?.digest();
        Ok(Progress { positions: Some(count), value: Some(value), digest, ..progress })
    })?)
}

fn replace(
    folder: &Folder,
    before: &Progress,
    keys: Vec<String>,
    finish: impl FnOnce(Progress) -> Result<Progress, Fault>,
) -> Result<Progress, Fault> {
    let first = before.first + before.keys.len() as u64;
    let progress = finish(Progress { first, keys, ..Progress::default() })?;
    progress.write(folder)?;
    sweep(folder, &progress)?;
    Ok(progress)
}

/// Deletes what is not named by what was last written.
///
/// # Errors
/// If something stays.
pub fn sweep(folder: &Folder, progress: &Progress) -> Result<(), Fault> {
    let all = progress.first..progress.first + progress.keys.len() as u64;
    folder.sweep(|name| {
        let number = name.split_once('-').and_then(|(_, number)| number.parse().ok());
        !name.starts_with("run-") && number.is_some_and(|number: u64| all.contains(&number))
    })
}

/// Every fact of a folder, file by file.
///
/// # Errors
/// If a file is damaged, or what `take` says.
pub fn each<K: Key, E: From<Fault>>(
    folder: &Folder,
    progress: &Progress,
    take: &mut dyn FnMut(K, Fact) -> Result<(), E>,
) -> Result<(), E> {
    for (i, digest) in progress.keys.iter().enumerate() {
        let number = progress.first + i as u64;
        let damaged = || Fault::damaged(&folder.at(&Kind::Keys.name(number)));
        let keys = Reader::<K>::open(folder, Kind::Keys, number)?;
        if hex(&keys.digest) != *digest {
            return Err(damaged().into());
        }
        let words = Values::open(folder, number, &keys)?.ok_or_else(damaged)?;
        words.is_whole(&keys)?;
        for frame in 0..keys.rows.len() {
            for (key, word) in keys.frame(frame)?.into_iter().zip(words.frame(&keys, frame)?) {
                take(key, Fact::of_word(word).ok_or_else(damaged)?)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(folder: &Folder) -> Result<Vec<(u64, Fact)>, Fault> {
        let mut all = vec![];
        each(folder, &Progress::read(folder)?, &mut |key, fact| {
            all.push((key, fact));
            Ok::<_, Fault>(())
        })?;
        all.sort_unstable_by_key(|(key, _)| *key);
        Ok(all)
    }

    #[test]
    fn later_files_replace_earlier_ones_as_a_whole() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::to_write(dir.path()).unwrap();
        let facts: Vec<(u64, Fact)> = (0..1000)
            .map(|k| (k * 7, if k % 3 == 0 { Fact::Value(k % 5) } else { Fact::Not(1 << (k % 15)) }))
            .collect();
        let progress = save(&folder, &Progress::default(), facts[..100].iter().rev().copied()).unwrap();
        assert_eq!(read(&folder).unwrap(), facts[..100]);
        // A run that ends before `progress` is written has changed nothing.
        let mut files = Files::new(&folder, &progress, 10).unwrap();
        facts.iter().for_each(|(key, fact)| files.push(0, *key, *fact).unwrap());
        files.end().unwrap();
        assert_eq!(read(&folder).unwrap(), facts[..100]);
        let progress = save(&folder, &progress, facts.iter().copied()).unwrap();
        assert_eq!(read(&folder).unwrap(), facts);
        assert_eq!(folder.names().unwrap(), ["keys-000001", "lock", "progress", "values-000001"]);
        let mut all = facts.iter().map(|(key, fact)| (9, *key, *fact));
        let progress = conclude::<u64, Fault>(&folder, &progress, 3, &mut || Ok(all.next())).unwrap();
        assert_eq!(
            (progress.value, progress.positions, read(&folder).unwrap()),
            (Some(3), Some(1000), facts)
        );
    }

    #[test]
    fn what_was_changed_is_seen() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::to_write(dir.path()).unwrap();
        save(&folder, &Progress::default(), (0..40u64).map(|k| (k, Fact::Value(k % 3)))).unwrap();
        for name in ["keys-000000", "values-000000", "progress"] {
            let good = std::fs::read(folder.at(name)).unwrap();
            for i in 0..good.len() {
                let mut changed = good.clone();
                changed[i] ^= 1 << (i % 8);
                std::fs::write(folder.at(name), &changed).unwrap();
                assert!(read(&folder).is_err(), "a bit of byte {i} of {name}");
                std::fs::write(folder.at(name), &good[..i]).unwrap();
                assert!(read(&folder).is_err(), "{name} cut off behind {i}");
            }
            std::fs::write(folder.at(name), &good).unwrap();
        }
        assert_eq!(read(&folder).unwrap().len(), 40);
    }
}
