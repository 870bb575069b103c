//! Source files and spans: places in texts.

use std::path::PathBuf;
use std::sync::Arc;

/// A loaded text: a file, a library module, standard input or a line typed at the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct FileId(pub u32);

/// Bytes `start..end` of one text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    /// The text.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of bytes `start..end` of `file`.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        Span { file, start: start as u32, end: end as u32 }
    }

    /// The smallest span that contains both.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The bytes, for slicing.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// One text with the name users know it by.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its name in messages: a path as typed, `<stdin>`, `stdlib/octal.game`.
    pub name: String,
    /// Its place on disk, for `use` relative to it.
    pub path: Option<PathBuf>,
    /// The text itself.
    pub text: Arc<str>,
    /// The number of its first line: pieces of piped input begin further down.
    pub first_line: usize,
    /// Where its lines begin, in bytes.
    pub(crate) starts: Arc<[usize]>,
}

impl SourceFile {
    /// The number of the line of a byte.
    pub(crate) fn line_at(&self, byte: usize) -> usize {
        self.first_line + self.starts.partition_point(|start| *start <= byte) - 1
    }
}

/// Where the lines of a text begin, in bytes.
pub(crate) fn line_starts(text: &str) -> Arc<[usize]> {
    [0].into_iter().chain(text.match_indices('\n').map(|(i, _)| i + 1)).collect()
}

/// All texts of a session, by [`FileId`].
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a text and gives it its id.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        path: Option<PathBuf>,
        text: impl Into<Arc<str>>,
    ) -> FileId {
        let (id, text) = (FileId(self.files.len() as u32), text.into());
        let starts = line_starts(&text);
        self.files.push(SourceFile { name: name.into(), path, text, first_line: 1, starts });
        id
    }

    /// The same for a text whose first line has another number.
    pub fn add_piece(&mut self, name: &str, text: &str, first_line: usize) -> FileId {
        let id = self.add(name, None, text);
        self.files[id.0 as usize].first_line = first_line;
        id
    }

    /// The text behind an id.
    pub fn get(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The piece of text a span covers.
    pub fn slice(&self, span: Span) -> &str {
        &self.get(span.file).text[span.range()]
    }

    /// The line a span starts on, counted from 1.
    pub fn line(&self, span: Span) -> usize {
        self.get(span.file).line_at(span.start as usize)
    }

    /// Every text with its id, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(i, f)| (FileId(i as u32), f))
    }
}

/// Whether a character changes what is seen around it: control characters, and those that turn the direction of writing.
pub fn is_unseen(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}
