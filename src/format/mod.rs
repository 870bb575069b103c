//! `fmt`: formats a text. Tokens keep their order and their meaning, and comments keep their places. Line breaks
//! inside an item stay where a line may break, and lines that are too long are broken.

mod breaks;
mod columns;
mod pieces;
mod spacing;

use crate::diagnostic::Diagnostic;
use crate::layout::{pad, width};
use crate::source::FileId;
use crate::syntax::parse::parse;
use crate::syntax::token::{Token, tokens};
use breaks::lines;
use pieces::Text;

/// Code longer than this is broken into lines.
pub const COLUMNS: usize = 120;

/// A line of the result.
#[derive(Debug, Default)]
struct Line {
    /// Whether an empty line is above it.
    apart: bool,
    code: String,
    /// After the code, or alone on its line if there is none.
    comment: String,
    /// Where a comment that stands alone begins.
    indent: usize,
}

/// The text in its normal form.
///
/// # Errors
/// The mistakes in it, if it cannot be read: `fmt` never touches what it does not understand.
pub fn format(file: FileId, text: &str) -> Result<String, Vec<Diagnostic>> {
    let parsed = parse(file, text);
    if !parsed.diagnostics.is_empty() {
        return Err(parsed.diagnostics);
    }
    let end = if 2 * text.matches("\r\n").count() > text.matches('\n').count() { "\r\n" } else { "\n" };
    let done = write(&lines(&Text::new(text)), end);
    if same_meaning(text, &done) {
        return Ok(done);
    }
    let title = "This text cannot be laid out again without changing it; it stays as it is";
    Err(vec![
        Diagnostic::error("cannot-format", title).note("This is a mistake in fairgame. Please report it."),
    ])
}

/// Lines as text; comments after neighbouring lines begin in the same column.
fn write(lines: &[Line], end: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    while at < lines.len() {
        let behind = |l: &Line| !l.code.is_empty() && !l.comment.is_empty();
        let run =
            1 + lines[at + 1..].iter().take_while(|l| behind(l) && behind(&lines[at]) && !l.apart).count();
        let column = lines[at..at + run].iter().map(|l| last_line_width(&l.code)).max().unwrap_or(0);
        for line in &lines[at..at + run] {
            if line.apart && !out.is_empty() {
                out += end;
            }
            out += &with_comment(line, column);
            out += end;
        }
        at += run;
    }
    out
}

fn with_comment(line: &Line, column: usize) -> String {
    match (line.code.is_empty(), line.comment.is_empty()) {
        (true, _) => format!("{}{}", " ".repeat(line.indent), line.comment),
        (_, true) => line.code.clone(),
        _ => {
            let gap = column - last_line_width(&line.code);
            format!("{}{}  {}", line.code, pad("", gap), line.comment)
        }
    }
}

/// Texts may have line breaks inside.
fn last_line_width(code: &str) -> usize {
    width(code.rsplit('\n').next().unwrap_or_default())
}

/// Both texts have the same tokens, in normal spelling, and the same items with the same documentation.
fn same_meaning(before: &str, after: &str) -> bool {
    let words = |text: &str| {
        let mut all = String::new();
        for token in tokens(text) {
            let mut word = String::new();
            token.normal(text, &mut word);
            // `∉` becomes two words.
            let word = if token.token == Token::NotInSign { "not\nin" } else { word.trim_end() };
            all.push_str(word);
            all.push('\n');
        }
        all
    };
    let docs = |text: &str| -> Vec<_> {
        crate::syntax::items::cut(text).0.into_iter().map(|i| (i.doc, i.proper)).collect()
    };
    words(before) == words(after) && docs(before) == docs(after)
}
