//! Diagnostics as plain data: what is wrong, where, a play that shows it, and a hint as a question.

use crate::source::{FileId, Span};

/// The severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably a mistake; there are still answers.
    Warning,
    /// The file cannot be used as it is.
    Error,
}

/// A span with a few words under it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// A note on this place; may be empty.
    pub text: String,
    /// Whether this is the place itself, rather than one that explains it.
    pub primary: bool,
}

/// A change of the text that a hint asks about: an editor can make it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    /// The text to remove; empty for an insertion.
    pub span: Span,
    /// The text to insert.
    pub text: String,
}

/// One finding. It is built where the fault is found; only `render` knows its layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// A stable name for this kind of finding, such as `unknown-name`.
    pub code: &'static str,
    /// One sentence without a full stop.
    pub title: String,
    /// Places in the text.
    pub labels: Vec<Label>,
    /// A concrete play, line by line, introduced by its first line.
    pub play: Vec<String>,
    /// Facts that help.
    pub notes: Vec<String>,
    /// Hints, each a question.
    pub hints: Vec<String>,
    /// The edits that the hints propose, all together; empty if only the author can answer the questions.
    pub replacements: Vec<Replacement>,
}

impl Diagnostic {
    /// An error.
    pub fn error(code: &'static str, title: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, title.into())
    }

    /// Whether a hint lists the names of an enumeration, one of which was meant.
    pub(crate) fn lists_names(&self) -> bool {
        self.hints.iter().any(|hint| hint.starts_with("Did you mean one of"))
    }

    /// A warning.
    pub fn warning(code: &'static str, title: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, title.into())
    }

    fn new(severity: Severity, code: &'static str, title: String) -> Diagnostic {
        let (labels, play, notes, hints, replacements) = (vec![], vec![], vec![], vec![], vec![]);
        Diagnostic { severity, code, title, labels, play, notes, hints, replacements }
    }

    /// Points at the place, with a few words under it.
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into(), primary: true });
        self
    }

    /// Points at something that explains the place.
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }

    /// Adds a line of a concrete play.
    pub fn play(mut self, line: impl Into<String>) -> Diagnostic {
        self.play.push(line.into());
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds a hint; hints are questions.
    pub fn hint(mut self, text: impl Into<String>) -> Diagnostic {
        self.hints.push(text.into());
        self
    }

    /// Sets the text that the hint puts at `span`.
    pub fn replace(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.replacements.push(Replacement { span, text: text.into() });
        self
    }

    /// A hint that names the right text at `span`, and makes that change.
    pub fn instead(self, span: Span, text: impl Into<String>) -> Diagnostic {
        let text = text.into();
        let hint = match text.trim() {
            "" => "Did you mean a space?".to_string(),
            shown => format!("Did you mean `{shown}`?"),
        };
        self.hint(hint).replace(span, text)
    }

    /// The text with the edits of the hint; none if it has no edit, or one of another text.
    pub fn applied(&self, file: FileId, text: &str) -> Option<String> {
        applied(&self.replacements, file, text)
    }

    /// Whether it stops the file from being used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The first primary place, if it has one.
    pub fn span(&self) -> Option<Span> {
        self.labels.iter().find(|l| l.primary).or(self.labels.first()).map(|l| l.span)
    }
}

/// A text with some edits; none if there is no edit, or one of another text.
pub fn applied(edits: &[Replacement], file: FileId, text: &str) -> Option<String> {
    let mut changes: Vec<&Replacement> = edits.iter().collect();
    // What is put in front of something comes before what takes its place.
    changes.sort_by_key(|r| (r.span.start, r.span.end));
    let (mut out, mut from) = (String::new(), 0);
    for change in &changes {
        let range = change.span.range();
        let kept = text.get(from..range.start).filter(|_| change.span.file == file)?;
        text.get(range.clone())?;
        out = out + kept + &change.text;
        from = range.end;
    }
    (!changes.is_empty()).then(|| out + &text[from..])
}
