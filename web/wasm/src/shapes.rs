//! The shapes in which things are told to the page.

use fairgame::{Finding, Place, Range, Severity, Sources, Trouble};
use serde::Serialize;

/// Anything as JSON.
pub(crate) fn json(shape: &impl Serialize) -> String {
    serde_json::to_string(shape).unwrap_or_else(|e| unreachable!("what is told is plain data: {e}"))
}

/// Something, or why there is none.
#[derive(Serialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Told<T> {
    /// It.
    Is(T),
    /// Why not, in words.
    Not(String),
}

impl<T> Told<T> {
    pub(crate) fn is(&self) -> Option<&T> {
        match self {
            Told::Is(it) => Some(it),
            Told::Not(_) => None,
        }
    }

    pub(crate) fn map<U>(self, f: impl FnOnce(T) -> U) -> Told<U> {
        match self {
            Told::Is(it) => Told::Is(f(it)),
            Told::Not(why) => Told::Not(why),
        }
    }
}

impl<T> From<Result<T, String>> for Told<T> {
    fn from(result: Result<T, String>) -> Told<T> {
        match result {
            Ok(it) => Told::Is(it),
            Err(why) => Told::Not(why),
        }
    }
}

/// A place: a line and units of UTF-16 on it, both from 0.
#[derive(Serialize, Clone, Copy, Debug, PartialEq)]
pub(crate) struct At {
    line: usize,
    at: usize,
}

impl From<Place> for At {
    fn from(place: Place) -> At {
        At { line: place.line, at: place.utf16 }
    }
}

/// A piece of the text.
#[derive(Serialize, Clone, Debug, PartialEq)]
pub(crate) struct Piece {
    from: At,
    to: At,
}

impl From<&Range> for Piece {
    fn from(range: &Range) -> Piece {
        Piece { from: range.from.into(), to: range.to.into() }
    }
}

/// What was found in the text, with all that helps.
#[derive(Serialize, Clone, Debug)]
pub(crate) struct Found {
    severity: &'static str,
    code: &'static str,
    title: String,
    /// Where, if that is in the text itself.
    place: Option<Piece>,
    /// A few words about that place.
    label: String,
    play: Vec<String>,
    notes: Vec<String>,
    hints: Vec<String>,
    /// What the first hint would put where.
    replacements: Vec<(Piece, String)>,
}

impl Found {
    pub(crate) fn new(sources: &Sources, own: fairgame::FileId, d: &fairgame::Diagnostic) -> Found {
        let finding = Finding::new(sources, d);
        let here = |range: &&Range| range.file == own;
        let other = || finding.labels.iter().find(|(range, _, _)| range.file == own);
        let label = finding.labels.iter().find(|(_, _, primary)| *primary).map(|(_, text, _)| text.clone());
        let place = finding.range.as_ref().filter(here).or_else(|| other().map(|(range, _, _)| range));
        let own_only = finding.replacements.iter().all(|(range, _)| range.file == own);
        let replacements = finding.replacements.iter().filter(|_| own_only);
        Found {
            severity: word(finding.severity),
            code: finding.code,
            place: place.map(Piece::from),
            label: label.unwrap_or_default(),
            replacements: replacements.map(|(range, text)| (range.into(), text.clone())).collect(),
            title: finding.title,
            play: finding.play,
            notes: finding.notes,
            hints: finding.hints,
        }
    }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "info",
    }
}

/// Why there is no answer, in words.
pub(crate) fn trouble(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Mistakes(all) => all.first().map_or(String::new(), in_words),
        Trouble::Stopped(stopped) => stopped.how_far.clone(),
    }
}

fn in_words(d: &fairgame::Diagnostic) -> String {
    let hints = d.hints.iter().map(|hint| format!(" {hint}"));
    format!("{}.{}", d.title, hints.collect::<String>())
}
