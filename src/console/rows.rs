//! The rows of a table on their way out: laid out for people or as data, to standard output or to a file.

use super::output::Format;
use super::progress::Progress;
use super::report::Report;
use crate::print::{DataRows, TableText};
use std::io;
use std::sync::atomic::Ordering;

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
