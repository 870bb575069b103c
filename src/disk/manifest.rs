//! The task of a folder, and its progress: two small texts with a checksum each.

use super::fault::Fault;
use super::folder::Folder;
use super::ranges::Cut;
use crate::engine::MOST_PLACES;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What the folder is about; written first.
pub const FILE: &str = "manifest";
/// How far it is.
pub(super) const PROGRESS: &str = "progress";
/// How far it was one step before.
pub(super) const BEFORE: &str = "before";
/// What such folders say of themselves.
pub const FORMAT: &str = "fairgame values on disk 1";
/// What one with what a search has found says.
pub const SEARCH: &str = "fairgame search on disk 1";
/// What one with a share of the values says.
pub const PART: &str = "fairgame part of values on disk 1";

/// What one with values by place says.
pub const ARRAY: &str = "fairgame array on disk 1";

/// What the folder is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The name and the version of the format.
    pub format: String,
    /// The position from which all others are reached, as it is written in the language.
    pub position: String,
    /// The fingerprint of the rules, in hexadecimal digits.
    pub rules: String,
    /// How many bits a key has.
    pub bits: u32,
    /// How positions are laid out in keys, as bytes in hexadecimal digits.
    pub layout: String,
    /// The key of the position, in hexadecimal digits.
    pub key: String,
    /// Which share of how many it holds, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<(usize, usize)>,
    /// How places are cut into files and blocks, where values are stored by place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Places>,
    /// Why values are not stored by place, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<String>,
    /// The texts that the rules are in, the first of which uses the others.
    pub texts: Vec<Text>,
}

/// How places are cut into files and blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Places {
    /// How many there are.
    pub count: u64,
    /// How many of a file.
    pub range: u64,
    /// How many of a block.
    pub block: u64,
}

/// A text that rules are in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Text {
    /// What `use` calls it.
    pub name: String,
    /// The text.
    pub text: String,
}

/// How far a folder is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// The SHA-256 of each file of keys, in hexadecimal digits, in order.
    pub keys: Vec<String>,
    /// The numbers of the runs that still have something.
    pub runs: Vec<u64>,
    /// The number of the next run.
    pub next_run: u64,
    /// The rank and the key, in hexadecimal digits, of the last position whose options are in a run or in a file.
    pub listed: Option<(u64, String)>,
    /// How many positions there are, once all were found.
    pub positions: Option<u64>,
    /// The value of the position asked about, once everything is solved.
    pub value: Option<u64>,
    /// The SHA-256 of those of all files, in hexadecimal digits: what is published beside a result.
    pub digest: Option<String>,
    /// Whether only that value was wanted, and everything else is deleted.
    pub only: bool,
    /// How many steps were written: workers that go on together begin where all of them were.
    #[serde(default)]
    pub steps: u64,
    /// The number of the first file: a search replaces all of them by later ones.
    #[serde(default)]
    pub first: u64,
}

impl Manifest {
    /// That of a folder; `None` if there is none yet.
    ///
    /// # Errors
    /// If it is damaged, or of another version.
    pub fn read(folder: &Folder) -> Result<Option<Manifest>, Fault> {
        let Some(bytes) = folder.read(FILE)? else { return Ok(None) };
        let manifest: Manifest = checked(folder, FILE, &bytes)?;
        let known = match manifest.format.as_str() {
            PART => manifest.part.is_some() && manifest.places.is_none(),
            ARRAY => manifest.part.is_none() && manifest.cut().is_some(),
            SEARCH | FORMAT => manifest.part.is_none() && manifest.places.is_none(),
            _ => false,
        };
        if known { Ok(Some(manifest)) } else { Err(Fault::OtherVersion(manifest.format)) }
    }

    /// How values by place are cut, with a fingerprint of all that they depend on; `None` where they are stored otherwise.
    pub fn cut(&self) -> Option<Cut> {
        let Places { count, range, block } = self.places?;
        let right = range.is_power_of_two() && block.is_power_of_two() && block <= range;
        let Manifest { position, rules, bits, layout, key, .. } = self;
        let about = format!("{position}\n{rules}\n{bits}\n{layout}\n{key}\n{count}\n{range}\n{block}");
        let about = Sha256::digest(about).into();
        (right && (1..=MOST_PLACES).contains(&count)).then_some(Cut { about, count, range, block })
    }

    /// Whether the folder holds values by place.
    pub fn is_by_place(&self) -> bool {
        self.places.is_some()
    }

    /// Whether the folder holds what a search has found, and not all values.
    pub fn is_search(&self) -> bool {
        self.format == SEARCH
    }

    /// Writes it, and that nothing is done yet: files of another layout are deleted.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Folder) -> Result<(), Fault> {
        Progress::default().write(folder)?;
        folder.sweep(|_| false)?;
        write(folder, FILE, self)
    }
}

impl Progress {
    /// That of a folder with a manifest.
    ///
    /// # Errors
    /// If it is damaged.
    pub fn read(folder: &Folder) -> Result<Progress, Fault> {
        let bytes = folder.read(PROGRESS)?.ok_or_else(|| Fault::damaged(&folder.at(PROGRESS)))?;
        checked(folder, PROGRESS, &bytes)
    }

    /// Replaces it.
    ///
    /// # Errors
    /// If it cannot be written; then what stood there stays.
    pub fn write(&self, folder: &Folder) -> Result<(), Fault> {
        write(folder, PROGRESS, self)
    }

    /// Replaces it by the next step; the one before stays, since it may be that other workers do not get so far.
    ///
    /// # Errors
    /// If it cannot be written; then what stood there stays.
    pub fn step(&mut self, folder: &Folder, many: bool) -> Result<(), Fault> {
        if many && let Some(before) = folder.read(PROGRESS)? {
            folder.write(BEFORE, &before)?;
        }
        self.steps += 1;
        self.write(folder)
    }

    /// Goes back to the step before.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn back(folder: &Folder) -> Result<Progress, Fault> {
        let bytes = folder.read(BEFORE)?.ok_or_else(|| Fault::damaged(&folder.at(BEFORE)))?;
        let before: Progress = checked(folder, BEFORE, &bytes)?;
        before.write(folder)?;
        Ok(before)
    }

    /// Everything is done: the step before is never needed again.
    ///
    /// # Errors
    /// If it stays.
    pub fn forget(folder: &Folder) -> Result<(), Fault> {
        folder.remove(BEFORE)
    }
}

/// How many positions a share has, and the checksum of its files.
pub type Share = (u64, String);
/// How far a worker is in the end, and what all have.
pub type Done = (Progress, Vec<Share>);

/// How many positions all shares have together, and the checksum of all: the SHA-256 of theirs, in order.
pub fn together(shares: &[Share]) -> (u64, String) {
    let count = shares.iter().map(|(count, _)| count).sum();
    match shares {
        [(_, digest)] => (count, digest.clone()),
        _ => {
            let all: Vec<u8> = shares.iter().flat_map(|(_, digest)| digest.bytes()).collect();
            (count, hex(&Sha256::digest(all)))
        }
    }
}

/// A line of JSON, and a line with its checksum.
fn write(folder: &Folder, name: &str, what: &impl Serialize) -> Result<(), Fault> {
    let line = serde_json::to_string(what).unwrap_or_else(|e| unreachable!("plain data: {e}"));
    folder.write(name, format!("{line}\nsha256 {}\n", hex(&Sha256::digest(&line))).as_bytes())
}

fn checked<T: DeserializeOwned>(folder: &Folder, name: &str, bytes: &[u8]) -> Result<T, Fault> {
    let damaged = || Fault::damaged(&folder.at(name));
    let text = std::str::from_utf8(bytes).map_err(|_| damaged())?;
    let (line, end) = text.split_once('\n').ok_or_else(damaged)?;
    if end != format!("sha256 {}\n", hex(&Sha256::digest(line))) {
        return Err(damaged());
    }
    match serde_json::from_str(line) {
        Ok(read) => Ok(read),
        // Written as a whole, by a version that says something else.
        Err(_) => Err(Fault::OtherVersion(line.chars().take(60).collect())),
    }
}

/// Bytes in hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The bytes that [`hex`] wrote.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    (0..text.len()).step_by(2).map(|i| u8::from_str_radix(&text[i..i + 2], 16).ok()).collect()
}

/// A key in hexadecimal digits.
pub fn key_hex(bits: u128) -> String {
    format!("{bits:x}")
}

/// The key that [`key_hex`] wrote.
pub fn key_unhex(text: &str) -> Option<u128> {
    u128::from_str_radix(text, 16).ok()
}
