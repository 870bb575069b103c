//! Solved tables in a file, for a later run: with the fingerprint of their rules, and a checksum.

use super::Session;
use crate::check::fingerprint::fingerprint;
use crate::rules::solve::{Check, Persisted, Source};
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::io::{self, Read, SeekFrom, Write};
use std::rc::Rc;

/// The first bytes of such a file; the last of them is the version of the format.
const HEAD: &[u8] = b"fairgame values\n\x01";
const DIGEST: usize = 32;
/// The size up to which a file is compared with its checksum at once.
const SMALL: u64 = 4 << 20;
/// The greatest length of the name of a block.
const LONGEST_NAME: u64 = 16 << 20;

/// A checksum.
pub type Checksum = [u8; DIGEST];

/// Why saved values are refused.
#[derive(Debug)]
pub enum NotSaved {
    /// The file is something else.
    Foreign,
    /// Another version wrote it.
    OtherVersion,
    /// It was cut off or changed.
    Damaged,
    /// The rules are not those it was written for.
    OtherRules,
    /// It cannot be read.
    Unreadable(io::Error),
}

impl From<io::Error> for NotSaved {
    fn from(e: io::Error) -> NotSaved {
        if e.kind() == io::ErrorKind::UnexpectedEof { NotSaved::Damaged } else { NotSaved::Unreadable(e) }
    }
}

impl NotSaved {
    /// The reason, to follow the name of the file.
    pub fn reason(&self) -> String {
        match self {
            NotSaved::Foreign => "holds no values that `--save` wrote".into(),
            NotSaved::OtherVersion => "was written by another version of fairgame".into(),
            NotSaved::Damaged => "is damaged or cut off".into(),
            NotSaved::OtherRules => {
                "holds values of other rules; perhaps the games have changed since".into()
            }
            NotSaved::Unreadable(e) => format!("cannot be read: {e}"),
        }
    }
}

impl Session {
    /// Writes the tables and graphs solved so far; returns the checksum at their end.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<Checksum> {
        let mut out = Hashed { out, hash: Sha256::new() };
        out.write_all(HEAD)?;
        out.write_all(&fingerprint(&self.program))?;
        self.games.save(&mut out)?;
        let digest: Checksum = out.hash.finalize().into();
        out.out.write_all(&digest)?;
        Ok(digest)
    }

    /// Whether there is anything to save besides what was restored.
    pub fn has_news(&self) -> bool {
        self.games.has_news()
    }

    /// Reads what [`Session::save`] wrote, once the same rules are loaded. It reads tables on demand, and compares the
    /// checksum of a large file only then: if it is wrong, everything is solved again. Returns the checksum.
    ///
    /// # Errors
    /// If it is something else, or cannot be read.
    pub fn restore(&self, source: impl Source + 'static) -> Result<Checksum, NotSaved> {
        let mut source = source;
        let mut head = vec![];
        source.by_ref().take(HEAD.len() as u64).read_to_end(&mut head)?;
        if !head.starts_with(&HEAD[..HEAD.len() - 1]) {
            return Err(NotSaved::Foreign);
        }
        if head != HEAD {
            return Err(NotSaved::OtherVersion);
        }
        let end = source.seek(SeekFrom::End(0))?.checked_sub(DIGEST as u64).ok_or(NotSaved::Damaged)?;
        let (digest, check) = match end <= SMALL {
            true => (checked(&mut source, end)?, Check::passed()),
            false => {
                source.seek(SeekFrom::Start(end))?;
                let mut digest = [0; DIGEST];
                source.read_exact(&mut digest)?;
                (digest, Check::new(move |source| checked(source, end).is_ok()))
            }
        };
        source.seek(SeekFrom::Start(HEAD.len() as u64))?;
        let mut rules = [0; DIGEST];
        source.read_exact(&mut rules)?;
        if rules != fingerprint(&self.program) {
            return Err(NotSaved::OtherRules);
        }
        let source: Rc<RefCell<dyn Source>> = Rc::new(RefCell::new(source));
        let mut at = (HEAD.len() + DIGEST) as u64;
        let mut blocks = vec![];
        while at < end {
            let (name, block) = named_block(&source, &check, &mut at, end)?;
            blocks.push((name, block));
        }
        self.games.restore(blocks);
        Ok(digest)
    }
}

/// The checksum at the end, over everything before it.
fn checked(mut source: &mut dyn Source, end: u64) -> Result<Checksum, NotSaved> {
    source.seek(SeekFrom::Start(0))?;
    let mut hashed = Hashed { out: &mut io::sink(), hash: Sha256::new() };
    let copied = io::copy(&mut io::BufReader::with_capacity(1 << 16, &mut source).take(end), &mut hashed)?;
    let mut digest = [0; DIGEST];
    source.seek(SeekFrom::Start(end))?;
    source.read_exact(&mut digest)?;
    if copied != end || hashed.hash.finalize().as_slice() != digest {
        return Err(NotSaved::Damaged);
    }
    Ok(digest)
}

/// The next block and its name.
fn named_block(
    source: &Rc<RefCell<dyn Source>>,
    check: &Rc<Check>,
    at: &mut u64,
    end: u64,
) -> Result<(String, Persisted), NotSaved> {
    let (from, length) = block(source, at, end)?;
    if length > LONGEST_NAME {
        return Err(NotSaved::Damaged);
    }
    let mut name = vec![0; length as usize];
    {
        let source = &mut *source.borrow_mut();
        source.seek(SeekFrom::Start(from))?;
        source.read_exact(&mut name)?;
    }
    let name = String::from_utf8(name).map_err(|_| NotSaved::Damaged)?;
    let (from, length) = block(source, at, end)?;
    Ok((name, Persisted::new(source.clone(), check.clone(), from, length)))
}

/// Where the next block begins, and its length.
fn block(source: &Rc<RefCell<dyn Source>>, at: &mut u64, end: u64) -> Result<(u64, u64), NotSaved> {
    let mut length = [0; 8];
    {
        let source = &mut *source.borrow_mut();
        source.seek(SeekFrom::Start(*at))?;
        source.read_exact(&mut length)?;
    }
    let (from, length) = (*at + 8, u64::from_le_bytes(length));
    *at = from.checked_add(length).filter(|to| *to <= end).ok_or(NotSaved::Damaged)?;
    Ok((from, length))
}

/// Writes, and computes a checksum on the way.
struct Hashed<'w> {
    out: &'w mut dyn Write,
    hash: Sha256,
}

impl Write for Hashed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
