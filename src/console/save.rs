//! `--save FILE`: what was solved is kept for the next run. The file is only ever replaced as a whole.

use super::files::Replacement;
use crate::api::{Checksum, NotSaved, Session};
use std::fs::File;
use std::io;

/// Where solved tables are kept.
pub(crate) struct Save {
    file: String,
    /// The end of what the file holds.
    end: Option<Checksum>,
}

const HINT: &str = "Should it be deleted, or is another file meant?";

impl Save {
    pub(crate) fn new(file: &str) -> Save {
        Save { file: file.into(), end: None }
    }

    /// Takes what the file holds; there need not be one yet. The rules must be loaded.
    pub(crate) fn restore(&mut self, session: &Session) -> Result<(), String> {
        let unreadable = |e: io::Error| NotSaved::Unreadable(e).reason();
        let file = match File::open(&self.file) {
            Ok(file) => file,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(e) => return Err(format!("{} {}", self.file, unreadable(e))),
        };
        match session.restore(file) {
            Ok(end) => self.end = Some(end),
            Err(NotSaved::Unreadable(e)) => return Err(format!("{} {}", self.file, unreadable(e))),
            Err(why) => return Err(format!("{} {}\n  {HINT}", self.file, why.reason())),
        }
        Ok(())
    }

    /// Writes what is known now, unless that is what the file holds; where that cannot be done, says why.
    pub(crate) fn write(&mut self, session: &Session) -> Result<(), String> {
        self.replace(session).map_err(|e| match e.kind() {
            // What it held was to be kept beside what is new.
            io::ErrorKind::InvalidData => {
                format!("{} {}, and is left as it is\n  {HINT}", self.file, NotSaved::Damaged.reason())
            }
            _ => format!("{} cannot be written: {e}", self.file),
        })
    }

    fn replace(&mut self, session: &Session) -> io::Result<()> {
        if self.end.is_some() && !session.has_news() {
            return Ok(());
        }
        let mut new = Replacement::begin(&self.file)?;
        let end = session.save(&mut new)?;
        if self.end != Some(end) {
            new.keep()?;
            self.end = Some(end);
        }
        Ok(())
    }
}
