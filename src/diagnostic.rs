//! Diagnostics as plain data: what is wrong, where, a play that shows it, and a hint as a question.

use crate::source::Span;

/// How much a finding matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably a mistake; answers are still given.
    Warning,
    /// The file cannot be used as it is.
    Error,
}

/// A span with a few words under it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is to be seen there; may be empty.
    pub text: String,
    /// The place itself, rather than something that explains it.
    pub primary: bool,
}

/// One finding. Built where the fault is found; only `render` knows how it looks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How much it matters.
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
}

impl Diagnostic {
    /// An error.
    pub fn error(code: &'static str, title: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, title.into())
    }

    /// A warning.
    pub fn warning(code: &'static str, title: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, title.into())
    }

    fn new(severity: Severity, code: &'static str, title: String) -> Diagnostic {
        Diagnostic { severity, code, title, labels: vec![], play: vec![], notes: vec![], hints: vec![] }
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

    /// Whether it stops the file from being used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The first primary place, if it has one.
    pub fn span(&self) -> Option<Span> {
        self.labels.iter().find(|l| l.primary).or(self.labels.first()).map(|l| l.span)
    }
}
