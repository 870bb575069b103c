//! The rows of a table on their way out: laid out for people or as data, to standard output or to a file.

use super::output::Format;
use super::progress::Progress;
use super::report::Report;
use crate::layout::counted;
use crate::print::{DataRows, TableText};
use std::fs::File;
use std::io::{self, Write};
use std::sync::atomic::Ordering;

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

    fn write(&mut self, text: &str, rows: u64) -> io::Result<()> {
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

/// The rows of one table.
pub(super) struct Rows<'a> {
    report: &'a mut Report,
    layout: Layout,
    /// Whether there was any.
    pub(super) any: bool,
    /// Whether anything is shown.
    begun: bool,
    written: u64,
    /// The text of a row, kept for the next one.
    text: String,
}

enum Layout {
    Text(TableText),
    Data(DataRows),
}

impl<'a> Rows<'a> {
    pub(crate) fn new(report: &'a mut Report, columns: &[String], binders: usize) -> io::Result<Rows<'a>> {
        let output = &report.output;
        let layout = match output.format {
            Format::Data(format) => {
                Layout::Data(DataRows::new(format, columns, binders).map_err(io::Error::other)?)
            }
            _ if output.file.is_some() => Layout::Text(TableText::in_full(columns, binders)),
            _ => Layout::Text(TableText::new(columns.to_vec(), binders, output.look)),
        };
        Ok(Rows { report, layout, any: false, begun: false, written: 0, text: String::new() })
    }

    pub(crate) fn row(&mut self, cells: &[String], progress: &mut Progress) -> io::Result<()> {
        self.any = true;
        self.written += 1;
        progress.rows.fetch_add(1, Ordering::Relaxed);
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        match &mut self.layout {
            Layout::Text(table) => table.row(cells, &mut text),
            Layout::Data(data) => data.row(cells, &mut text).map_err(io::Error::other)?,
        }
        if !text.is_empty() {
            if !self.report.output.rows_elsewhere() {
                progress.end();
            }
            self.write(&text)?;
        }
        self.text = text;
        Ok(())
    }

    /// Everything that is still to be shown.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        let text = match &mut self.layout {
            Layout::Text(table) => table.finish(),
            Layout::Data(_) => String::new(),
        };
        self.write(&text)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        if !std::mem::replace(&mut self.begun, true) {
            match &self.layout {
                Layout::Data(data) => {
                    let header = data.header();
                    self.put(&header, 0)?;
                }
                Layout::Text(_) if self.report.output.file.is_none() => self.report.separate(true)?,
                Layout::Text(_) => {}
            }
        }
        let rows = std::mem::take(&mut self.written);
        self.put(text, rows)
    }

    fn put(&mut self, text: &str, rows: u64) -> io::Result<()> {
        match &mut self.report.output.file {
            Some(file) => file.write(text, rows),
            None => self.report.output.write(text),
        }
    }
}
