//! An open text: what was read of it, and what was computed since.

use super::places;
use super::trials::{Offer, Trials};
use crate::api::VerdictAnswer;
use crate::api::{
    Budget, Diagnostic, Disk, FileId, Lines, Loaded, Reply, Session, Span, Step, Task, Texts, Which,
};
use lsp_types::{Position, Range, TextDocumentContentChangeEvent};
use serde_json::Value;
use std::time::Duration;

/// A value that takes longer is not shown beside the text.
const PATIENCE: Duration = Duration::from_millis(500);
/// A key that is pressed waits so long at most for a value that is being computed.
const SLICE: Duration = Duration::from_millis(15);

/// An open text.
pub(super) struct Document {
    pub(super) uri: String,
    /// What messages call it: the path of its file.
    pub(super) name: String,
    pub(super) version: Option<i32>,
    pub(super) lines: Lines,
    pub(super) session: Session,
    pub(super) loaded: Loaded,
    /// What does nothing.
    pub(super) remarks: Vec<Diagnostic>,
    pub(super) verdicts: Vec<VerdictAnswer>,
    /// What was answered, by the place of the question.
    pub(super) replies: Vec<(Span, Reply)>,
    /// Clauses that would be proved.
    pub(super) offers: Vec<Offer>,
    /// The texts of all tabs when this one was read.
    open: Vec<(String, String)>,
    next: Stage,
}

/// What is to be computed next.
enum Stage {
    /// Of mistakes.
    Repairs,
    Remarks,
    /// On the game of that number in the program.
    Verdict(usize),
    Question(usize, Option<Box<Task>>),
    Trials(Box<Trials>),
    Nothing,
}

/// What a question may use whose answer nobody asked for.
fn budget() -> Budget {
    Budget {
        time: Some(PATIENCE),
        positions: 500_000,
        bytes: 256 << 20,
        threads: Some(1),
        ..Budget::default()
    }
}

/// A session for a text that is read with every key.
fn session() -> Session {
    let mut session = Session::new(budget());
    session.repairs_later = true;
    session
}

/// Texts that are open, before those on disk.
pub(super) fn texts(open: &[(String, String)]) -> Texts {
    let mut texts = Texts::before(Disk);
    open.iter().for_each(|(name, text)| texts.put(name, text));
    texts
}

impl Document {
    pub(super) fn new(uri: &str, text: &str) -> Document {
        Document {
            uri: uri.to_string(),
            name: places::name_of_uri(uri),
            version: None,
            lines: Lines::new(text),
            session: session(),
            loaded: Loaded::default(),
            remarks: vec![],
            verdicts: vec![],
            replies: vec![],
            offers: vec![],
            open: vec![],
            next: Stage::Nothing,
        }
    }

    /// Changes the text, one change after the other.
    pub(super) fn change(&mut self, changes: Vec<TextDocumentContentChangeEvent>) {
        for change in changes {
            let Some(range) = change.range else {
                self.lines = Lines::new(change.text);
                continue;
            };
            let (from, to) = (places::byte(&self.lines, range.start), places::byte(&self.lines, range.end));
            let text = self.lines.text();
            let text = format!("{}{}{}", &text[..from], change.text, &text[to.max(from)..]);
            self.lines = Lines::new(text);
        }
    }

    /// Reads the text. What was computed of the text before is forgotten: it may be wrong now.
    pub(super) fn read(&mut self, open: Vec<(String, String)>) {
        self.session.read_from(texts(&open));
        self.open = open;
        self.loaded = self.session.open(&self.name, self.lines.text());
        (self.remarks, self.verdicts, self.replies, self.offers) = (vec![], vec![], vec![], vec![]);
        self.next = if self.loaded.is_fine() { Stage::Remarks } else { Stage::Repairs };
    }

    pub(super) fn has_work(&self) -> bool {
        !matches!(self.next, Stage::Nothing)
    }

    /// Does the next piece of work; whether it has found something to complain about.
    pub(super) fn work(&mut self) -> bool {
        match std::mem::replace(&mut self.next, Stage::Nothing) {
            Stage::Repairs => {
                self.session.repair(&mut self.loaded);
                true
            }
            Stage::Remarks => {
                self.remarks = self.session.remarks(&self.loaded);
                self.next = Stage::Verdict(0);
                !self.remarks.is_empty()
            }
            Stage::Verdict(i) => self.judge(i),
            Stage::Question(i, task) => self.answer(i, task),
            Stage::Trials(mut trials) => {
                self.offers.extend(trials.next());
                self.next = if trials.is_over() { Stage::Nothing } else { Stage::Trials(trials) };
                false
            }
            Stage::Nothing => false,
        }
    }

    /// Nothing more is computed of this text: there is a mistake in the program itself.
    pub(super) fn give_up(&mut self) -> bool {
        self.session = session();
        self.next = Stage::Nothing;
        false
    }

    fn question(&self, i: usize) -> Stage {
        if i < self.loaded.questions.len() {
            return Stage::Question(i, None);
        }
        let trials = Trials::new(self, texts(&self.open));
        if trials.is_over() { Stage::Nothing } else { Stage::Trials(Box::new(trials)) }
    }

    /// The verdict on the game of that number, or on the next one of this text.
    fn judge(&mut self, number: usize) -> bool {
        let games = self.loaded.program.games.len();
        let own = (number..games).find(|i| self.is_own(self.loaded.program.games[*i].span));
        let Some(own) = own else {
            self.next = self.question(0);
            return false;
        };
        let verdict = self.session.verdict_of(&self.loaded, Which::Own, own);
        let complains = verdict.as_ref().is_some_and(|v| v.finding.is_some());
        self.verdicts.extend(verdict);
        self.next = Stage::Verdict(own + 1);
        complains
    }

    /// A slice of the work on a question.
    fn answer(&mut self, i: usize, task: Option<Box<Task>>) -> bool {
        let question = &self.loaded.questions[i];
        let mut task = task.unwrap_or_else(|| Box::new(self.session.begin(question)));
        match self.session.step(&mut task, SLICE) {
            Step::More(progress) if progress.spent < PATIENCE => {
                self.next = Stage::Question(i, Some(task));
                false
            }
            Step::More(_) => {
                self.next = self.question(i + 1);
                false
            }
            Step::Done(answer) => {
                let reply = Reply::new(&self.session.sources, question, *answer);
                let complains = reply.finding().is_some();
                self.replies.push((question.span(), reply));
                self.next = self.question(i + 1);
                complains
            }
        }
    }

    /// The text among those that were read.
    pub(super) fn file(&self) -> FileId {
        self.loaded.texts.first().copied().unwrap_or_default()
    }

    /// Whether it uses files other than those of the library, or names some that are not there.
    pub(super) fn uses_files(&self) -> bool {
        let others = self.loaded.texts.iter().skip(1).any(|t| self.session.sources.get(*t).path.is_some());
        others || self.loaded.diagnostics.iter().any(|d| d.code == "cannot-use")
    }

    pub(super) fn text(&self) -> &str {
        self.lines.text()
    }

    pub(super) fn is_own(&self, span: Span) -> bool {
        span.file == self.file()
    }

    pub(super) fn range(&self, bytes: std::ops::Range<usize>) -> Range {
        places::range(&self.lines, bytes)
    }

    /// The byte of a position of a request.
    pub(super) fn byte_at(&self, position: Option<&Value>) -> usize {
        let position = position.cloned().and_then(|p| serde_json::from_value::<Position>(p).ok());
        position.map_or(0, |p| places::byte(&self.lines, p))
    }

    /// The bytes of a range of a request.
    pub(super) fn bytes_of(&self, range: Option<&Value>) -> Option<std::ops::Range<usize>> {
        let range: Range = serde_json::from_value(range?.clone()).ok()?;
        let (from, to) = (places::byte(&self.lines, range.start), places::byte(&self.lines, range.end));
        Some(from..to.max(from))
    }

    /// Everything that was found, of whatever stage.
    pub(super) fn findings(&self) -> Vec<Diagnostic> {
        let verdicts = self.verdicts.iter().filter_map(|v| v.finding.as_deref());
        let replies = self.replies.iter().filter_map(|(_, reply)| reply.finding());
        self.loaded.diagnostics.iter().chain(&self.remarks).chain(verdicts).chain(replies).cloned().collect()
    }
}
