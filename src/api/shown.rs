//! The one way from answers to people and programs, for rows that the terminal streams and for a [`Reply`](super::Reply).

use crate::answer::{Answer, SolvedBy, StoppedAnswer, TableAnswer};
use crate::diagnostic::Diagnostic;
use crate::draw::{self, Style};
use crate::layout::{Look, Paint, runs};
use crate::print::{self, TableText};
use crate::render;
use crate::session::{Question, plot_of};
use crate::source::Sources;

/// A borrowed answer, ready to be shown. All forms are made from the same pieces: a table, the text, and the
/// mistakes.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    answer: &'a Answer,
    statement: &'a str,
    misere: bool,
    sources: &'a Sources,
}

impl<'a> Shown<'a> {
    /// The answer to a question, with the texts that it may point into.
    pub fn new(sources: &'a Sources, question: &'a Question, answer: &'a Answer) -> Shown<'a> {
        Shown::of(sources, (&question.text, question.is_misere()), answer)
    }

    /// The answer to a statement, possibly under misère play.
    pub(super) fn of(
        sources: &'a Sources,
        (statement, misere): (&'a str, bool),
        answer: &'a Answer,
    ) -> Shown<'a> {
        Shown { answer, statement, misere, sources }
    }

    /// One line of JSON; docs/json.md describes it.
    pub fn json(&self, question: &Question, engines: &[SolvedBy]) -> String {
        print::answer_line(self.sources, question, self.answer, engines)
    }

    /// The table, if it is one.
    pub fn table(&self) -> Option<&'a TableAnswer> {
        match self.answer {
            Answer::Table(t) => Some(t),
            _ => None,
        }
    }

    /// What is wrong: a mistake in the rules, or why an expectation fails.
    pub fn finding(&self) -> Option<&'a Diagnostic> {
        match self.answer {
            Answer::Mistake { diagnostic } => Some(diagnostic),
            Answer::Expect(e) => e.failure.as_deref(),
            _ => None,
        }
    }

    /// The budget that ran out, if any.
    pub fn stopped(&self) -> Option<&'a StoppedAnswer> {
        self.answer.stopped()
    }

    /// The text besides the table: the answer itself, and what it rests on.
    pub fn said(&self, look: &Look) -> String {
        match self.answer {
            Answer::Table(t) => print::rests_on(&t.rests_on, look),
            Answer::Stopped(_) => String::new(),
            other => print::text(other, self.statement, look),
        }
    }

    /// The mistakes, and the budget that ran out, in words; empty if all is well.
    pub fn complaint(&self, look: &Look) -> String {
        match self.answer {
            Answer::Stopped(_) | Answer::Table(_) => {
                self.stopped().map_or(String::new(), |s| print::stopped(s, look))
            }
            // The others say it themselves, if something ran out.
            _ => self.finding().map_or(String::new(), |d| render::text(self.sources, d, look)),
        }
    }

    /// As text, for a terminal with this look.
    pub fn text(&self, look: &Look) -> String {
        self.rows_as_text(look) + &self.said(look) + &self.complaint(look)
    }

    fn rows_as_text(&self, look: &Look) -> String {
        let Some(t) = self.table() else { return String::new() };
        let mut layout = TableText::new(t.columns.clone(), t.binders, *look);
        let mut out = String::new();
        t.rows.iter().for_each(|row| layout.row(row, &mut out));
        out + &layout.finish()
    }

    /// For a web page: tables are tables, and text is in `pre`, with the classes `bold`, `dim`, `good`, `bad` and
    /// `warning` where a terminal would use colours. Text from a user is escaped.
    pub fn html(&self) -> String {
        let table = self.table().map(print::html).unwrap_or_default();
        let painted = Look { color: true, width: None };
        let block = |class: &str, text: String| match text.is_empty() {
            true => String::new(),
            false => format!("<pre class=\"{class}\">{}</pre>\n", spans(&text)),
        };
        table + &block("said", self.said(&painted)) + &block("complaint", self.complaint(&painted))
    }

    /// For wikis and forums.
    pub fn markdown(&self) -> String {
        let table = self.table().map(print::markdown).unwrap_or_default();
        table + &fenced(&self.words())
    }

    /// For papers.
    pub fn latex(&self) -> String {
        let table = self.table().map(print::latex).unwrap_or_default();
        let words = self.words();
        // No line of an answer ends the environment: what could is broken by a space that is not seen.
        let words = words.replace("\\end{verbatim}", "\\end {verbatim}");
        match words.is_empty() {
            true => table,
            false => format!("{table}\\begin{{verbatim}}\n{words}\\end{{verbatim}}\n"),
        }
    }

    fn words(&self) -> String {
        self.said(&Look::default()) + &self.complaint(&Look::default())
    }

    /// As a picture: the plot of a table that can be drawn, otherwise the text.
    pub fn svg(&self, style: &Style) -> String {
        match self.table().cloned().map(|t| plot_of(t, self.misere)) {
            Some(Ok(plot)) => draw::plot(&plot, style),
            _ => draw::lettered(&self.text(&Look::default()), style),
        }
    }

    /// In a few words, for a line beside the question: `*4, N`, `ok`, `period 12, proved`.
    pub fn short(&self) -> String {
        match self.answer {
            Answer::Position(p) if p.value == "0" => "0, P".into(),
            Answer::Position(p) => format!("*{}, {}", p.value, p.outcome),
            Answer::Misere(p) => format!("{} under misère", p.outcome),
            Answer::Standing(s) => {
                s.value.as_ref().map_or(s.outcome.clone(), |v| format!("{v}, {}", s.outcome))
            }
            Answer::Table(t) => last_column(t),
            Answer::Period(p) => match p.period {
                Some(n) if p.proved => format!("period {n}, proved"),
                Some(n) => format!("period {n} as far as {}", p.to),
                None => format!("no period up to {}", p.to),
            },
            Answer::Expect(e) if e.passed => "ok".into(),
            Answer::Expect(_) => "does not hold".into(),
            Answer::Mistake { diagnostic } => diagnostic.title.clone(),
            Answer::Stopped(s) => format!("stopped: {}", s.how_far),
            Answer::Play(p) => p.end.clone(),
            other => {
                let text = print::text(other, self.statement, &Look::default());
                let line = text.lines().next().unwrap_or_default().trim();
                line.split_once(" = ").map_or(line, |(_, value)| value).to_string()
            }
        }
    }
}

/// The values of a table one after the other.
fn last_column(t: &TableAnswer) -> String {
    const SHOWN: usize = 16;
    let values: Vec<&str> =
        t.rows.iter().take(SHOWN).filter_map(|row| row.last()).map(String::as_str).collect();
    let more = if t.rows.len() > SHOWN || t.stopped.is_some() { " ..." } else { "" };
    values.join(" ") + more
}

/// A text with colours, as HTML.
fn spans(text: &str) -> String {
    let span = |(paint, text): (Option<Paint>, &str)| match paint {
        None => print::entity(text),
        Some(paint) => format!("<span class=\"{}\">{}</span>", paint.name(), print::entity(text)),
    };
    runs(text).into_iter().map(span).collect()
}

/// A block of text in Markdown, with a fence that no line of it closes.
fn fenced(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{text}{fence}\n")
}
