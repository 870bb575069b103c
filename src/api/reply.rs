//! An answer with everything needed to show it in any form.

use super::Shown;
use crate::answer::{Answer, StoppedAnswer, TableAnswer};
use crate::diagnostic::Diagnostic;
use crate::draw::Style;
use crate::layout::Look;
use crate::print::{self, DataRows, RowFormat};
use crate::session::Question;
use crate::source::Sources;

/// An answer to a question of a text, ready to be shown as text, HTML, Markdown, LaTeX, JSON or SVG. All of them say the
/// same, since they are made from the same pieces: a table, the text, and the mistakes.
///
/// ```
/// use fairgame::{Look, Reply, Session};
///
/// let mut session = Session::default();
/// let loaded = session.open("nim.game", "use \"heaps\"\nshow Nim(3) + Nim(5)");
/// let question = &loaded.questions[0];
/// let answer = session.ask(question);
/// let reply = Reply::new(&session.sources, question, answer);
/// assert!(reply.text(&Look::default()).contains("  value    *6\n"));
/// assert!(reply.html().contains("value    *6"));
/// assert!(reply.json().starts_with("{\"answer\":\"position\""));
/// assert_eq!(reply.short(), "*6, N");
/// assert!(reply.csv().is_none(), "it is no table");
/// ```
#[derive(Clone, Debug)]
pub struct Reply {
    /// The answer as data.
    pub answer: Answer,
    statement: String,
    misere: bool,
    sources: Sources,
    json: String,
}

impl Reply {
    /// The answer to a question, with the texts that it may point into.
    pub fn new(sources: &Sources, question: &Question, answer: Answer) -> Reply {
        let json = print::answer_line(sources, question, &answer, &[]);
        Reply {
            answer,
            statement: question.text.clone(),
            misere: question.is_misere(),
            sources: sources.clone(),
            json,
        }
    }

    fn shown(&self) -> Shown<'_> {
        Shown::of(&self.sources, (&self.statement, self.misere), &self.answer)
    }

    /// The table, if it is one.
    pub fn table(&self) -> Option<&TableAnswer> {
        self.shown().table()
    }

    /// What is wrong: a mistake in the rules, or why an expectation fails.
    pub fn finding(&self) -> Option<&Diagnostic> {
        self.shown().finding()
    }

    /// The budget that ran out, if any.
    pub fn stopped(&self) -> Option<&StoppedAnswer> {
        self.shown().stopped()
    }

    /// The text besides the table: the answer itself, and what it rests on.
    pub fn said(&self, look: &Look) -> String {
        self.shown().said(look)
    }

    /// The mistakes, and the budget that ran out, in words; empty if all is well.
    pub fn complaint(&self, look: &Look) -> String {
        self.shown().complaint(look)
    }

    /// As text, for a terminal with this look.
    pub fn text(&self, look: &Look) -> String {
        self.shown().text(look)
    }

    /// For a web page: tables are tables, and text is in `pre`, with the classes `bold`, `dim`, `good`, `bad` and
    /// `warning` where a terminal would use colours. Text from a user is escaped.
    pub fn html(&self) -> String {
        self.shown().html()
    }

    /// For wikis and forums.
    pub fn markdown(&self) -> String {
        self.shown().markdown()
    }

    /// For papers.
    pub fn latex(&self) -> String {
        self.shown().latex()
    }

    /// The rows of a table for a spreadsheet: comma-separated values, a header first.
    pub fn csv(&self) -> Option<String> {
        self.rows(RowFormat::Csv)?.ok()
    }

    /// The rows of a table as a b-file of the On-Line Encyclopedia of Integer Sequences.
    ///
    /// # Errors
    /// A sentence, if a b-file cannot hold them.
    pub fn b_file(&self) -> Result<String, String> {
        self.rows(RowFormat::BFile).unwrap_or_else(|| Err("only a table can be a b-file".into()))
    }

    fn rows(&self, format: RowFormat) -> Option<Result<String, String>> {
        let t = self.table()?;
        let written = || {
            let mut rows = DataRows::new(format, &t.columns, t.binders)?;
            let mut out = rows.header();
            t.rows.iter().try_for_each(|row| rows.row(row, &mut out))?;
            Ok(out)
        };
        Some(written())
    }

    /// One line of JSON; docs/json.md describes it.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// As a picture: the plot of a table that can be drawn, otherwise the text.
    pub fn svg(&self, style: &Style) -> String {
        self.shown().svg(style)
    }

    /// In a few words, for a line beside the question: `*4, N`, `ok`, `period 12, proved`.
    pub fn short(&self) -> String {
        self.shown().short()
    }
}
