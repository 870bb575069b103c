//! A file for the rows of tables.

use super::files::Replacement;
use crate::layout::counted;
use std::io::{self, Write};

/// A file for rows, which takes its place when all questions are answered: what stood there before stays until then.
pub(crate) struct RowFile {
    name: String,
    file: Replacement,
    waiting: String,
    rows_waiting: u64,
    rows: u64,
}

/// So much text is written at once.
const BLOCK: usize = 1 << 16;

impl RowFile {
    /// Opens a file to be written again.
    pub(crate) fn create(name: &str) -> io::Result<RowFile> {
        if name.ends_with(".game") {
            return Err(io::Error::other(format!(
                "{name} would be written over, and rules are kept in such files"
            )));
        }
        let file = Replacement::begin_somehow(name).map_err(|e| io::Error::other(format!("{name}: {e}")))?;
        Ok(RowFile { name: name.into(), file, waiting: String::new(), rows_waiting: 0, rows: 0 })
    }

    pub(super) fn write(&mut self, text: &str, rows: u64) -> io::Result<()> {
        self.waiting += text;
        self.rows_waiting += rows;
        if self.waiting.len() < BLOCK { Ok(()) } else { self.flush() }
    }

    /// Writes what is waiting.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        let written = self.file.write_all(self.waiting.as_bytes()).and_then(|()| self.file.flush());
        if let Err(e) = written {
            return Err(io::Error::other(format!("{}: {e}; {}", self.name, self.left())));
        }
        self.rows += std::mem::take(&mut self.rows_waiting);
        self.waiting.clear();
        Ok(())
    }

    /// What is there if no more can be written.
    fn left(&self) -> String {
        match self.file.is_beside() {
            true => "it is as it was before".into(),
            false => format!("{} were written to it, and no more", counted(self.rows, "row", "rows")),
        }
    }

    /// Puts the file in its place.
    pub(crate) fn keep(mut self) -> io::Result<()> {
        self.flush()?;
        let left = self.left();
        self.file.keep().map_err(|e| io::Error::other(format!("{}: {e}; {left}", self.name)))
    }

    /// What the file holds, in a sentence.
    pub(crate) fn told(&self, whole: bool) -> String {
        let rows = counted(self.rows, "row", "rows");
        match whole {
            true => format!("{rows} written to {}\n", self.name),
            false => format!("{} is not complete: it holds the first {rows}\n", self.name),
        }
    }
}
