//! The few source lines a diagnostic shows, copied: long lines are cut to a window around what is
//! underlined, and characters that a terminal would obey are made harmless.

use crate::diagnostic::{Diagnostic, Label};
use crate::layout::{Look, brief, clean, one_line, shorten, width};
use crate::source::{FileId, Sources};
use codespan_reporting::diagnostic::{Label as Underline, LabelStyle};
use codespan_reporting::files::{Error, Files};
use std::collections::BTreeMap;
use std::ops::Range;
use unicode_width::UnicodeWidthChar;

/// Source lines get at least this many columns.
const LEAST: usize = 24;
/// And without a terminal at most this many.
const MOST: usize = 120;

/// Copies of the lines around the labels of one diagnostic, in the shape codespan reads.
pub(super) struct Snippets {
    files: Vec<Snippet>,
    /// The labels, placed in the copies; primary ones first.
    pub(super) labels: Vec<Underline<usize>>,
}

struct Snippet {
    id: FileId,
    name: String,
    text: String,
    lines: Vec<Line>,
}

struct Line {
    /// Where it is in the copy, line break included.
    range: Range<usize>,
    /// Its number in the file.
    number: usize,
    /// The characters that were cut off in front, less those put there instead.
    shift: isize,
}

/// A line of the file, and the labels on it.
struct Wanted<'a> {
    /// Its bytes in the file, without the line break.
    range: Range<usize>,
    labels: Vec<(usize, &'a Label)>,
}

impl Snippets {
    /// The lines that the labels of `d` are on.
    pub(super) fn new(sources: &Sources, d: &Diagnostic, look: &Look) -> Snippets {
        let mut files: Vec<Snippet> = vec![];
        let mut labels: Vec<(usize, Underline<usize>)> = vec![];
        let mut order: Vec<(usize, &Label)> = d.labels.iter().enumerate().collect();
        order.sort_by_key(|(_, l)| !l.primary);
        for (_, label) in &order {
            let id = label.span.file;
            if files.iter().any(|f| f.id == id) {
                continue;
            }
            let here: Vec<(usize, &Label)> =
                order.iter().filter(|(_, l)| l.span.file == id).copied().collect();
            files.push(Snippet::new(sources, id, &here, files.len(), look, &mut labels));
        }
        labels.sort_by_key(|(i, _)| order.iter().position(|o| o.0 == *i));
        Snippets { files, labels: labels.into_iter().map(|l| l.1).collect() }
    }
}

impl Snippet {
    fn new(
        sources: &Sources,
        id: FileId,
        labels: &[(usize, &Label)],
        index: usize,
        look: &Look,
        out: &mut Vec<(usize, Underline<usize>)>,
    ) -> Snippet {
        let source = sources.get(id);
        let mut wanted: BTreeMap<usize, Wanted> = BTreeMap::new();
        for &(i, label) in labels {
            let line = sources.line(label.span);
            let range = line_around(&source.text, label.span.start as usize);
            wanted.entry(line).or_insert(Wanted { range, labels: vec![] }).labels.push((i, label));
        }
        add_single_gaps(&source.text, &mut wanted);
        let mut snippet = Snippet { id, name: source.name.clone(), text: String::new(), lines: vec![] };
        let room = look.width.map_or(MOST, |w| w.saturating_sub(8)).clamp(LEAST, MOST);
        let mut before = None;
        for (number, line) in &wanted {
            // Two lines that are not shown make codespan draw a break.
            if before.is_some_and(|b| b + 1 < *number) {
                (0..2).for_each(|_| snippet.push("", 0, 0));
            }
            before = Some(*number);
            let copy = Copy::with_labels(&source.text, line, room);
            let start = snippet.text.len();
            snippet.push(&copy.text, *number, copy.shift);
            for (i, label) in &line.labels {
                let range = copy.range_of(label);
                let style = if label.primary { LabelStyle::Primary } else { LabelStyle::Secondary };
                let message = shorten(&one_line(&clean(&brief(&label.text))), 200);
                let range = start + range.start..start + range.end;
                out.push((*i, Underline::new(style, index, range).with_message(message)));
            }
        }
        snippet
    }

    fn push(&mut self, text: &str, number: usize, shift: isize) {
        let start = self.text.len();
        self.text += text;
        self.text.push('\n');
        self.lines.push(Line { range: start..self.text.len(), number: number.max(1), shift });
    }
}

/// A line between two that are shown is shown too.
fn add_single_gaps(text: &str, wanted: &mut BTreeMap<usize, Wanted>) {
    let numbers: Vec<usize> = wanted.keys().copied().collect();
    for pair in numbers.windows(2).filter(|p| p[1] == p[0] + 2) {
        let range = line_around(text, next_line(text, wanted[&pair[0]].range.end));
        wanted.insert(pair[0] + 1, Wanted { range, labels: vec![] });
    }
}

fn next_line(text: &str, from: usize) -> usize {
    text[from..].find('\n').map_or(text.len(), |i| from + i + 1)
}

/// The bytes of the line that holds byte `at`, without its line break.
fn line_around(text: &str, at: usize) -> Range<usize> {
    let at = at.min(text.len());
    let start = text.as_bytes()[..at].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let end = text.as_bytes()[at..].iter().position(|b| *b == b'\n').map_or(text.len(), |i| at + i);
    let end = if text[start..end].ends_with('\r') { end - 1 } else { end };
    start..end
}

/// A copy of a line, or of a window of it.
struct Copy {
    text: String,
    shift: isize,
    /// Byte in the file and byte in the copy, for every character copied and for the end.
    places: Vec<(usize, usize)>,
}

impl Copy {
    /// A copy so wide that there is room beside each label for what is said there.
    fn with_labels(text: &str, line: &Wanted, room: usize) -> Copy {
        let copy = Copy::new(text, line, room, room);
        let beyond = |(_, label): &(usize, &Label)| {
            let end = width(&copy.text[..copy.range_of(label).end]) + 1 + width(&label.text);
            end.saturating_sub(room)
        };
        match line.labels.iter().map(beyond).max().unwrap_or(0) {
            0 => copy,
            _ if copy.is_whole(line) => copy,
            more => Copy::new(text, line, room, room.saturating_sub(more).max(LEAST)),
        }
    }

    fn is_whole(&self, line: &Wanted) -> bool {
        self.places.first().is_some_and(|p| p.0 == line.range.start)
            && self.places.last().is_some_and(|p| p.0 == line.range.end)
    }

    /// The whole line if it has room, or a window of it that is narrower.
    fn new(text: &str, line: &Wanted, room: usize, narrower: usize) -> Copy {
        let window = window(text, line, room, narrower);
        let mut copy = Copy { text: String::new(), shift: 0, places: vec![] };
        copy.shift = text[line.range.start..window.start].chars().count() as isize;
        if window.start > line.range.start {
            copy.text += "...";
            copy.shift -= 3;
        }
        for (i, c) in text[window.clone()].char_indices() {
            copy.places.push((window.start + i, copy.text.len()));
            copy.text.push(if crate::source::is_unseen(c) && c != '\t' { '\u{FFFD}' } else { c });
        }
        copy.places.push((window.end, copy.text.len()));
        if window.end < line.range.end {
            copy.text += "...";
        }
        copy
    }

    /// Where a label is in the copy; of one that covers several lines, what is on the first.
    fn range_of(&self, label: &Label) -> Range<usize> {
        let (start, end) = (self.place(label.span.start as usize), self.place(label.span.end as usize));
        let shown = self.text[start..end.max(start)].trim_end().len();
        start..(start + shown).max(start)
    }

    fn place(&self, at: usize) -> usize {
        let i = self.places.partition_point(|p| p.0 < at).min(self.places.len() - 1);
        self.places[i].1
    }
}

/// The part of a line that is shown: all of it if it fits into `room` columns, or fewer columns around the first label.
fn window(text: &str, line: &Wanted, room: usize, narrower: usize) -> Range<usize> {
    let chars: Vec<(usize, usize)> = text[line.range.clone()]
        .char_indices()
        .map(|(i, c)| (line.range.start + i, if c == '\t' { 4 } else { c.width().unwrap_or(1) }))
        .collect();
    if chars.iter().map(|c| c.1).sum::<usize>() <= room {
        return line.range.clone();
    }
    // What is left out is marked on both sides.
    let room = narrower - 2 * "...".len();
    let focus = line.labels.first().map_or(line.range.start, |(_, l)| l.span.start as usize);
    let at = chars.partition_point(|c| c.0 < focus);
    let start = back(&chars, at, room / 3);
    let mut used = 0;
    let shown = chars[start..].iter().take_while(|c| {
        used += c.1;
        used <= room
    });
    let end = start + shown.count();
    let byte = |i: usize| chars.get(i).map_or(line.range.end, |c| c.0);
    byte(start)..byte(end)
}

/// As many characters before `at` as take `columns`.
fn back(chars: &[(usize, usize)], at: usize, columns: usize) -> usize {
    let mut used = 0;
    let kept = chars[..at].iter().rev().take_while(|c| {
        used += c.1;
        used <= columns
    });
    at - kept.count()
}

impl Files<'_> for Snippets {
    type FileId = usize;
    type Name = String;
    type Source = String;

    fn name(&self, id: usize) -> Result<String, Error> {
        Ok(self.files[id].name.clone())
    }

    fn source(&self, id: usize) -> Result<String, Error> {
        Ok(self.files[id].text.clone())
    }

    fn line_index(&self, id: usize, byte: usize) -> Result<usize, Error> {
        let lines = &self.files[id].lines;
        Ok(lines.partition_point(|l| l.range.end <= byte).min(lines.len() - 1))
    }

    fn line_number(&self, id: usize, line: usize) -> Result<usize, Error> {
        Ok(self.files[id].lines[line].number)
    }

    fn column_number(&self, id: usize, line: usize, byte: usize) -> Result<usize, Error> {
        let file = &self.files[id];
        let line = &file.lines[line];
        let column = file.text[line.range.start..byte].chars().count() as isize + line.shift;
        Ok(column.max(0) as usize + 1)
    }

    fn line_range(&self, id: usize, line: usize) -> Result<Range<usize>, Error> {
        Ok(self.files[id].lines[line].range.clone())
    }
}
