//! Solved tables in a file, for a later run: with the fingerprint of their rules, and a checksum.

use super::Session;
use crate::check::fingerprint::fingerprint;
use sha2::{Digest, Sha256};

/// What such a file begins with; the last byte is the version of the format.
const HEAD: &[u8] = b"fairgame values\n\x01";
const DIGEST: usize = 32;

/// Why saved values are not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotSaved {
    /// The file is something else.
    Foreign,
    /// Another version wrote it.
    OtherVersion,
    /// It was cut off or changed.
    Damaged,
    /// The rules are not those it was written for.
    OtherRules,
}

impl NotSaved {
    /// The reason, to go on behind the name of the file.
    pub fn reason(self) -> &'static str {
        match self {
            NotSaved::Foreign => "holds no values that `--save` wrote",
            NotSaved::OtherVersion => "was written by another version of fairgame",
            NotSaved::Damaged => "is damaged or cut off",
            NotSaved::OtherRules => {
                "holds values of other rules: the games have changed since, or are others"
            }
        }
    }
}

impl Session {
    /// The tables solved so far, to be kept.
    pub fn saved(&self) -> Vec<u8> {
        let mut out = HEAD.to_vec();
        out.extend(fingerprint(&self.program));
        for (name, bytes) in self.games.saved() {
            for block in [name.as_bytes(), &bytes] {
                out.extend((block.len() as u64).to_le_bytes());
                out.extend(block);
            }
        }
        let digest = Sha256::digest(&out);
        out.extend(digest);
        out
    }

    /// Takes what [`Session::saved`] gave, once the same rules are loaded.
    ///
    /// # Errors
    /// If it is something else.
    pub fn restore(&self, bytes: &[u8]) -> Result<(), NotSaved> {
        let (head, version) = HEAD.split_at(HEAD.len() - 1);
        let rest = bytes.strip_prefix(head).ok_or(NotSaved::Foreign)?;
        let rest = rest.strip_prefix(version).ok_or(NotSaved::OtherVersion)?;
        let whole = bytes.len().checked_sub(DIGEST).and_then(|end| bytes.split_at_checked(end));
        let (content, digest) = whole.ok_or(NotSaved::Damaged)?;
        if rest.len() < 2 * DIGEST || digest != Sha256::digest(content).as_slice() {
            return Err(NotSaved::Damaged);
        }
        let (rules, mut left) = content[HEAD.len()..].split_at(DIGEST);
        if rules != fingerprint(&self.program) {
            return Err(NotSaved::OtherRules);
        }
        let mut kept = vec![];
        while !left.is_empty() {
            let name = String::from_utf8(block(&mut left)?.to_vec()).map_err(|_| NotSaved::Damaged)?;
            kept.push((name, block(&mut left)?.to_vec()));
        }
        self.games.restore(kept);
        Ok(())
    }
}

/// The next block: its length and its bytes.
fn block<'b>(left: &mut &'b [u8]) -> Result<&'b [u8], NotSaved> {
    let (length, rest) = left.split_first_chunk().ok_or(NotSaved::Damaged)?;
    let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| NotSaved::Damaged)?;
    let (block, rest) = rest.split_at_checked(length).ok_or(NotSaved::Damaged)?;
    *left = rest;
    Ok(block)
}
