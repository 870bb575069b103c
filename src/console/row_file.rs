//! A file for the rows of tables.

use crate::layout::counted;
use std::fs::File;
use std::io::{self, Write};

/// A file for rows. Only whole rows are ever written to it.
pub(crate) struct RowFile {
    name: String,
    file: File,
    waiting: String,
    rows_waiting: u64,
    rows: u64,
    bytes: u64,
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
        let file = File::create(name).map_err(|e| io::Error::other(format!("{name}: {e}")))?;
        Ok(RowFile { name: name.into(), file, waiting: String::new(), rows_waiting: 0, rows: 0, bytes: 0 })
    }

    pub(super) fn write(&mut self, text: &str, rows: u64) -> io::Result<()> {
        self.waiting += text;
        self.rows_waiting += rows;
        if self.waiting.len() < BLOCK { Ok(()) } else { self.flush() }
    }

    /// Writes what is waiting; if that fails, the file ends behind its last whole row.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        if let Err(e) = self.file.write_all(self.waiting.as_bytes()) {
            let _ = self.file.set_len(self.bytes);
            let far = counted(self.rows, "row", "rows");
            return Err(io::Error::other(format!(
                "{}: {e}; it holds the first {far} and no more",
                self.name
            )));
        }
        self.bytes += self.waiting.len() as u64;
        self.rows += std::mem::take(&mut self.rows_waiting);
        self.waiting.clear();
        Ok(())
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
