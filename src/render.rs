//! Diagnostics as text with their source lines, or as data for programs. The only place with
//! codespan-reporting.

mod snippet;

use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::layout::{Look, Paint, brief, clean, one_line, shorten, width, wrap};
use crate::source::{Sources, Span};
use codespan_reporting::diagnostic::Severity as Shown;
use codespan_reporting::term::{Chars, Config, emit_into_string, emit_to_write_style, termcolor};
use serde::Serialize;
use snippet::Snippets;

/// The greatest number shown.
const MOST: usize = 20;

/// The length beyond which lines of a play are shortened.
const PLAY_COLUMNS: usize = 160;

/// The length beyond which notes and hints are shortened.
const LONGEST: usize = 1600;

/// Every diagnostic as text, in the order of their places.
pub fn list(sources: &Sources, diagnostics: &[Diagnostic], look: &Look) -> String {
    let mut parts: Vec<String> =
        sorted(diagnostics).iter().take(MOST).map(|d| text(sources, d, look)).collect();
    if let Some(more) = diagnostics.len().checked_sub(MOST).filter(|n| *n > 0) {
        parts.push(format!("and {more} more\n"));
    }
    parts.join("\n")
}

/// Diagnostics by file and place; those without a place come first.
pub fn sorted(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut all: Vec<&Diagnostic> = diagnostics.iter().collect();
    all.sort_by_key(|d| d.span().map(|s| (s.file, s.start)));
    all
}

/// One diagnostic as text: what, where, a play that shows it, facts, and a question.
pub fn text(sources: &Sources, d: &Diagnostic, look: &Look) -> String {
    let mut out = head(sources, d, look);
    let margin = "  ";
    if !d.play.is_empty() {
        if let Some(heading) = heading(d) {
            out += &format!("{margin}{heading}\n");
        }
        let room = look.width.unwrap_or(PLAY_COLUMNS).clamp(40, PLAY_COLUMNS) - 5;
        d.play.iter().for_each(|line| out += &format!("     {}\n", shorten(&clean(&brief(line)), room)));
    }
    d.notes.iter().for_each(|note| out += &wrap(&said(note), look.columns(), margin));
    for hint in &d.hints {
        let lines = wrap(&said(hint), look.columns(), margin);
        out += &format!("{}\n", look.paint(Paint::Bold, lines.trim_end()));
    }
    out
}

/// A note or a hint.
fn said(text: &str) -> String {
    shorten(&clean(&brief(text)), LONGEST)
}

/// The words above a play, unless the play speaks for itself.
fn heading(d: &Diagnostic) -> Option<&'static str> {
    let is_play = d.play.iter().any(|line| line.contains(" ->  "));
    (is_play && d.code != "expectation-failed").then_some("A play that shows it:")
}

/// The title and the source lines.
fn head(sources: &Sources, d: &Diagnostic, look: &Look) -> String {
    let severity = match d.severity {
        Severity::Note => Shown::Note,
        Severity::Warning => Shown::Warning,
        Severity::Error => Shown::Error,
    };
    let snippets = Snippets::new(sources, d, look);
    let title = folded(&shorten(&one_line(&clean(&brief(&d.title))), 400), d, look);
    let shown = codespan_reporting::diagnostic::Diagnostic::new(severity)
        .with_code(d.code)
        .with_message(title)
        .with_labels(snippets.labels.clone());
    let config = Config { chars: Chars::ascii(), ..Config::default() };
    let drawn = if look.color {
        let mut out = termcolor::Ansi::new(vec![]);
        emit_to_write_style(&mut out, &config, &snippets, &shown)
            .map(|()| String::from_utf8_lossy(&out.into_inner()).into_owned())
    } else {
        emit_into_string(&config, &snippets, &shown)
    };
    let drawn = drawn.unwrap_or_else(|_| format!("error[{}]: {}\n", d.code, d.title));
    drawn.trim_end_matches('\n').lines().map(|l| l.trim_end().to_string() + "\n").collect()
}

/// A title in lines that fit the terminal beside its severity and its code, where there is a terminal.
fn folded(title: &str, d: &Diagnostic, look: &Look) -> String {
    let lead = format!("{}[{}]:", word(d.severity), d.code);
    if look.width.is_none_or(|room| width(&lead) + 1 + width(title) <= room) {
        return title.to_string();
    }
    let lines = wrap(&format!("{lead} {title}"), look.columns(), "  ");
    lines
        .trim()
        .strip_prefix(&lead)
        .map_or_else(|| title.to_string(), |rest| rest.trim_start_matches(' ').to_string())
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// A diagnostic as data: one object of the JSON output.
#[derive(Serialize)]
pub struct DiagnosticLine<'a> {
    answer: &'static str,
    severity: &'static str,
    code: &'static str,
    title: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    labels: Vec<LabelLine<'a>>,
    play: &'a [String],
    notes: &'a [String],
    hints: &'a [String],
}

#[derive(Serialize)]
struct LabelLine<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    text: &'a str,
    primary: bool,
}

/// A diagnostic as data.
pub fn data<'a>(sources: &'a Sources, d: &'a Diagnostic) -> DiagnosticLine<'a> {
    let place = d.span().map(|s| place(sources, s, s.start));
    DiagnosticLine {
        answer: "diagnostic",
        severity: word(d.severity),
        code: d.code,
        title: &d.title,
        file: d.span().map(|s| sources.get(s.file).name.as_str()),
        line: place.map(|p| p.0),
        column: place.map(|p| p.1),
        labels: d.labels.iter().map(|l| label_line(sources, l)).collect(),
        play: &d.play,
        notes: &d.notes,
        hints: &d.hints,
    }
}

fn label_line<'a>(sources: &'a Sources, label: &'a Label) -> LabelLine<'a> {
    let (line, column) = place(sources, label.span, label.span.start);
    let (end_line, end_column) = place(sources, label.span, label.span.end);
    let file = &sources.get(label.span.file).name;
    LabelLine { file, line, column, end_line, end_column, text: &label.text, primary: label.primary }
}

/// Line and column (in characters) of a byte, both from 1.
fn place(sources: &Sources, span: Span, at: u32) -> (usize, usize) {
    let file = sources.get(span.file);
    let text = &file.text[..at as usize];
    let line_start = text.rfind('\n').map_or(0, |i| i + 1);
    (file.line_at(at as usize), 1 + text[line_start..].chars().count())
}
