//! The text laid out again, as `fairgame fmt` does, in as few changes as its lines need.

use super::document::Document;
use crate::api::words::cut;
use crate::format::format;
use lsp_types::{Position, TextEdit};
use serde_json::{Value, json};
use std::ops::Range;

/// Lines in a row that become others.
struct Hunk {
    old: Range<usize>,
    new: Vec<String>,
}

/// The whole text.
pub(super) fn whole(doc: &Document) -> Value {
    hunks(doc).map_or(Value::Null, |hunks| json!(edits(doc, &hunks)))
}

/// What changes in a piece of it.
pub(super) fn range(doc: &Document, within: Option<Range<usize>>) -> Value {
    let (Some(within), Some(hunks)) = (within, hunks(doc)) else { return Value::Null };
    let lines = doc.range(within);
    // A range that ends where a line begins does not reach into it.
    let end = lines.end.line as usize + usize::from(lines.end.character > 0 || lines.start == lines.end);
    json!(edits(doc, &inside(hunks, lines.start.line as usize..end)))
}

/// When a line has ended: the item above is laid out, and the new line stands where its next clause begins.
pub(super) fn on_type(doc: &Document, at: usize) -> Value {
    let line = doc.range(at..at).start.line as usize;
    if let Some(hunks) = hunks(doc) {
        let (items, _) = cut(doc.text());
        let above =
            items.iter().rfind(|i| i.span.end <= at).map(|i| doc.range(i.span.clone()).start.line as usize);
        let hunks = inside(hunks, above.unwrap_or(line)..line);
        if !hunks.is_empty() {
            return json!(edits(doc, &hunks));
        }
    }
    json!(indentation(doc, line).into_iter().collect::<Vec<_>>())
}

/// A line below the first one of a game is a clause.
fn indentation(doc: &Document, line: usize) -> Option<TextEdit> {
    let lines: Vec<&str> = doc.text().split('\n').collect();
    let above = lines[..line.min(lines.len())].iter().rev().find(|l| !l.trim().is_empty())?;
    let first = above.split_whitespace().next()?;
    let here = lines.get(line)?;
    let wants = matches!(first, "game" | "loopy" | "graph") && !above.starts_with(' ');
    let at = Position::new(line as u32, 0);
    (wants && here.is_empty()).then(|| TextEdit::new(lsp_types::Range::new(at, at), "  ".into()))
}

fn inside(hunks: Vec<Hunk>, lines: Range<usize>) -> Vec<Hunk> {
    hunks.into_iter().filter(|h| lines.start <= h.old.start && h.old.end <= lines.end).collect()
}

fn edits(doc: &Document, hunks: &[Hunk]) -> Vec<TextEdit> {
    let last = doc.range(doc.text().len()..doc.text().len()).end;
    let at = |line: usize| Position::new(line as u32, 0).min(last);
    let edit =
        |h: &Hunk| TextEdit::new(lsp_types::Range::new(at(h.old.start), at(h.old.end)), h.new.concat());
    hunks.iter().map(edit).collect()
}

/// What changes when the text is laid out; none where it cannot be read.
fn hunks(doc: &Document) -> Option<Vec<Hunk>> {
    let old = doc.text();
    let new = format(doc.file(), old).ok()?;
    let (old, new): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - same;
    let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    Some(differing(&old[same..old.len() - tail], &new[same..new.len() - tail], same))
}

/// The runs of lines that differ, by the longest common subsequence; one run where the texts are too large for that.
fn differing(old: &[&str], new: &[&str], first: usize) -> Vec<Hunk> {
    const MOST: usize = 4_000_000;
    if old.is_empty() && new.is_empty() {
        return vec![];
    }
    if old.len() * new.len() > MOST {
        let new = new.iter().map(|l| l.to_string()).collect();
        return vec![Hunk { old: first..first + old.len(), new }];
    }
    let common = common(old, new);
    let (mut i, mut j, mut hunks) = (0, 0, Vec::<Hunk>::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
            continue;
        }
        if hunks.last().is_none_or(|h| h.old.end != first + i) {
            hunks.push(Hunk { old: first + i..first + i, new: vec![] });
        }
        let hunk = hunks.last_mut().expect("one was pushed");
        if j == new.len() || (i < old.len() && common[i + 1][j] >= common[i][j + 1]) {
            hunk.old.end += 1;
            i += 1;
        } else {
            hunk.new.push(new[j].to_string());
            j += 1;
        }
    }
    hunks
}

/// How many lines the ends of the two texts have in common, from each pair of lines on.
fn common(old: &[&str], new: &[&str]) -> Vec<Vec<u32>> {
    let mut table = vec![vec![0; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            table[i][j] =
                if old[i] == new[j] { table[i + 1][j + 1] + 1 } else { table[i + 1][j].max(table[i][j + 1]) };
        }
    }
    table
}
