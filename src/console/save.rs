//! `--save FILE`: what was solved is kept for the next run. The file is only ever replaced as a whole.

use crate::session::{NotSaved, Session};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Where solved tables are kept.
pub(crate) struct Save {
    file: String,
    /// The end of what the file holds: its checksum.
    end: Vec<u8>,
}

impl Save {
    pub(crate) fn new(file: &str) -> Save {
        Save { file: file.into(), end: vec![] }
    }

    /// Takes what the file holds; there need not be one yet. The rules must be loaded.
    pub(crate) fn restore(&mut self, session: &Session) -> Result<(), String> {
        let hint = "Should it be deleted, or is another file meant?";
        match fs::read(&self.file) {
            Ok(bytes) => {
                let refuse = |why: NotSaved| format!("{} {}\n  {hint}", self.file, why.reason());
                session.restore(&bytes).map_err(refuse)?;
                self.end = end(&bytes);
                Ok(())
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(e) => Err(format!("{} cannot be read: {e}", self.file)),
        }
    }

    /// Writes what is known now, unless that is what the file holds.
    pub(crate) fn write(&mut self, session: &Session) -> Result<(), String> {
        let bytes = session.saved();
        if end(&bytes) == self.end {
            return Ok(());
        }
        let folder = Path::new(&self.file).parent().filter(|p| !p.as_os_str().is_empty());
        let written =
            tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new("."))).and_then(|mut file| {
                file.write_all(&bytes)?;
                file.as_file().sync_all()?;
                file.persist(&self.file).map_err(|e| e.error)
            });
        self.end = end(&bytes);
        written.map(drop).map_err(|e| format!("{} cannot be written: {e}", self.file))
    }
}

fn end(bytes: &[u8]) -> Vec<u8> {
    bytes[bytes.len().saturating_sub(32)..].to_vec()
}
