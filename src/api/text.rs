//! Places in a text, as editors count them.

use crate::diagnostic::{Diagnostic, Severity};
use crate::layout::Look;
use crate::source::{FileId, SourceFile, Sources, Span, line_starts};
use std::sync::Arc;

/// A place as editors count it: a line, and a number of UTF-16 units on it, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The number of UTF-16 units before the place on its line.
    pub utf16: usize,
}

/// A piece of a text, counted both ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    /// The text.
    pub file: FileId,
    /// Its bytes.
    pub bytes: std::ops::Range<usize>,
    /// Where it begins.
    pub from: Place,
    /// Where it ends.
    pub to: Place,
}

/// The beginnings of the lines of a text, which convert bytes into places and back.
///
/// ```
/// use fairgame::{Lines, Place};
///
/// let lines = Lines::new("let a = 1\nlet größe = 2 # 𝔸!");
/// assert_eq!(lines.place(10), Place { line: 1, utf16: 0 });
/// let end = lines.place(lines.text().len());
/// assert_eq!((end.line, end.utf16), (1, 19));
/// assert_eq!(lines.byte(end), lines.text().len());
/// ```
#[derive(Clone, Debug)]
pub struct Lines {
    text: Arc<str>,
    starts: Arc<[usize]>,
}

impl Lines {
    /// The lines of a text.
    pub fn new(text: impl Into<Arc<str>>) -> Lines {
        let text = text.into();
        let starts = line_starts(&text);
        Lines { text, starts }
    }

    /// The lines of a text that was read: nothing is copied, and nothing is counted again.
    pub fn of(file: &SourceFile) -> Lines {
        Lines { text: file.text.clone(), starts: file.starts.clone() }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place of a byte. A byte inside a character counts as the character, and one after the end as the end.
    pub fn place(&self, byte: usize) -> Place {
        let byte = self.text.floor_char_boundary(byte);
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        Place { line, utf16: self.text[self.starts[line]..byte].encode_utf16().count() }
    }

    /// The byte at a place. A place after the end of a line counts as its end, and one after the last line as the end of
    /// the text.
    pub fn byte(&self, place: Place) -> usize {
        let Some(&start) = self.starts.get(place.line) else { return self.text.len() };
        let line = self.text[start..].split('\n').next().unwrap_or_default();
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut left = place.utf16;
        let fits = |c: &char| {
            let fits = left >= c.len_utf16();
            left = left.saturating_sub(c.len_utf16());
            fits
        };
        start + line.chars().take_while(fits).map(char::len_utf8).sum::<usize>()
    }

    /// A span of this text, counted both ways.
    pub fn range(&self, span: Span) -> Range {
        let bytes = span.range();
        Range { file: span.file, from: self.place(bytes.start), to: self.place(bytes.end), bytes }
    }
}

/// A [`Diagnostic`] with its places as editors count them.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its severity.
    pub severity: Severity,
    /// A stable name for this kind of finding; [`explain`](crate::explain) explains it.
    pub code: &'static str,
    /// One sentence without a full stop.
    pub title: String,
    /// The place itself, if it has one.
    pub range: Option<Range>,
    /// All places with a few words each; the flag says whether it is the place itself.
    pub labels: Vec<(Range, String, bool)>,
    /// A concrete play, line by line.
    pub play: Vec<String>,
    /// Facts that help.
    pub notes: Vec<String>,
    /// Hints, each a question.
    pub hints: Vec<String>,
    /// The edits that the first hint proposes, all together.
    pub replacements: Vec<(Range, String)>,
}

impl Finding {
    /// All findings in words, in the order of their places, with the source lines, as the program prints them.
    pub fn list(sources: &Sources, found: &[Diagnostic], look: &Look) -> String {
        crate::render::list(sources, found, look)
    }

    /// Looks up the places of a diagnostic.
    ///
    /// ```
    /// # let mut session = fairgame::Session::default();
    /// let loaded = session.open("my.game", "# ½\nshow Nimm(3)");
    /// let finding = fairgame::Finding::new(&session.sources, &loaded.diagnostics[0]);
    /// assert_eq!(finding.code, "unknown-name");
    /// let range = finding.range.unwrap();
    /// assert_eq!((range.bytes, range.from.line, range.from.utf16), (10..14, 1, 5));
    /// ```
    pub fn new(sources: &Sources, d: &Diagnostic) -> Finding {
        let range = |span: Span| Lines::of(sources.get(span.file)).range(span);
        Finding {
            severity: d.severity,
            code: d.code,
            title: d.title.clone(),
            range: d.span().map(range),
            labels: d.labels.iter().map(|l| (range(l.span), l.text.clone(), l.primary)).collect(),
            play: d.play.clone(),
            notes: d.notes.clone(),
            hints: d.hints.clone(),
            replacements: d.replacements.iter().map(|r| (range(r.span), r.text.clone())).collect(),
        }
    }
}
