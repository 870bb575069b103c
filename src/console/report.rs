//! Asks questions and shows the answers, in the format wanted, and remembers how it all went.

use super::interrupt::Busy;
use super::output::{Format, Output};
use super::progress::Progress;
use super::row_file::RowFile;
use super::rows::Rows;
use super::save::Save;
use crate::api::Budget;
use crate::api::Diagnostic;
use crate::api::{Answer, ClaimAnswer, GameVerdict, Shown, StoppedAnswer, VerdictAnswer};
use crate::api::{Question, Session, Trouble};
use crate::api::{Sources, Span};
use crate::print;
use crate::render;
use std::io;
use std::sync::atomic::Ordering;

/// How a run went, from best to most serious.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Verdict {
    /// Nothing to complain about.
    Fine,
    /// An expectation failed.
    Failed,
    /// A budget ran out, or somebody pressed Ctrl-C.
    Stopped,
    /// A file or the command has a mistake.
    Mistake,
}

impl Verdict {
    /// The exit code.
    pub(crate) fn code(self) -> i32 {
        match self {
            Verdict::Fine => 0,
            Verdict::Failed => 1,
            Verdict::Stopped => 3,
            Verdict::Mistake => 2,
        }
    }
}

/// Shows answers and complaints.
pub(crate) struct Report {
    /// Where they go.
    pub(crate) output: Output,
    budget: Budget,
    progress: bool,
    verdict: Verdict,
    /// Mistakes of rules that were shown with their verdicts.
    shown: Vec<(&'static str, Option<Span>)>,
    /// Whether the last thing shown was a block that wants a blank line around it.
    block: Option<bool>,
    /// Whether anything was said on standard error.
    complained: bool,
    /// Where solved tables are kept.
    pub(crate) save: Option<Save>,
    /// The folder that values are read from.
    pub(crate) stored: Option<String>,
    /// Whether questions are meant under misère play.
    pub(crate) misere: bool,
}

impl Report {
    /// Answers go to `output`; progress is shown if it is wanted and somebody watches.
    pub(crate) fn new(output: Output, budget: Budget, progress: bool) -> Report {
        let progress = progress && output.watched();
        Report {
            output,
            budget,
            progress,
            verdict: Verdict::Fine,
            shown: vec![],
            block: None,
            complained: false,
            save: None,
            stored: None,
            misere: false,
        }
    }

    /// A new session with the budget wanted.
    pub(crate) fn session(&self) -> Session {
        let mut session = Session::new(self.budget.clone());
        session.misere = self.misere;
        session
    }

    /// How it went so far, which is forgotten.
    pub(crate) fn take_verdict(&mut self) -> Verdict {
        std::mem::replace(&mut self.verdict, Verdict::Fine)
    }

    /// Remembers the worst.
    pub(crate) fn note(&mut self, verdict: Verdict) {
        self.verdict = self.verdict.max(verdict);
    }

    /// Forgets how it went: at a prompt, mistakes are no failure.
    pub(crate) fn forgive(&mut self) {
        self.verdict = Verdict::Fine;
    }

    /// Shows what is still to be shown.
    pub(crate) fn finish(&mut self) -> io::Result<Verdict> {
        self.output.file.take().map_or(Ok(()), RowFile::keep)?;
        self.output.flush()?;
        Ok(self.verdict)
    }

    /// Shows what was found in a text.
    pub(crate) fn diagnostics(&mut self, sources: &Sources, found: &[Diagnostic]) -> io::Result<()> {
        if found.is_empty() {
            return Ok(());
        }
        if found.iter().any(Diagnostic::is_error) {
            self.note(Verdict::Mistake);
        }
        if self.output.format == Format::Json {
            return render::sorted(found)
                .into_iter()
                .try_for_each(|d| self.line(&print::json(&render::data(sources, d))));
        }
        let text = render::list(sources, found, &self.output.error_look);
        self.complain(&text)
    }

    /// Says in short whether every play of the games of a file ends; endless plays are shown.
    pub(crate) fn verdicts(
        &mut self,
        sources: &Sources,
        file: &str,
        all: &[VerdictAnswer],
    ) -> io::Result<()> {
        if self.output.format == Format::Json {
            return self.all_verdicts(sources, file, all, &[]);
        }
        let wrong = all.iter().filter(|v| v.is_error());
        let wrong: Vec<Diagnostic> = wrong.filter_map(|v| v.finding.as_deref().cloned()).collect();
        self.diagnostics(sources, &wrong)?;
        let of_rules = all.iter().filter(|v| v.is_error() && v.play.is_empty());
        self.shown.extend(of_rules.filter_map(|v| v.finding.as_deref()).map(|d| (d.code, d.span())));
        let text = print::verdicts_in_short(all, &self.output.look);
        self.verdict_lines(&text)
    }

    /// Says of every game whether every play ends, and why.
    pub(crate) fn all_verdicts(
        &mut self,
        sources: &Sources,
        file: &str,
        all: &[VerdictAnswer],
        claims: &[ClaimAnswer],
    ) -> io::Result<()> {
        let claimed = claims.iter().any(|c| c.verdict == GameVerdict::Wrong);
        if claimed || all.iter().any(VerdictAnswer::is_error) {
            self.note(Verdict::Mistake);
        }
        if self.output.format == Format::Json {
            all.iter().try_for_each(|v| self.line(&print::verdict_line(sources, file, v)))?;
            return claims.iter().try_for_each(|c| self.line(&print::claim_line(sources, file, c)));
        }
        let text = print::verdicts(all, &self.output.look) + &print::claims(claims, &self.output.look);
        self.verdict_lines(&text)
    }

    fn verdict_lines(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.separate(false)?;
        self.output.write(text)
    }

    /// Asks one question and shows the answer. False if somebody pressed Ctrl-C.
    pub(crate) fn ask(&mut self, session: &mut Session, question: &Question) -> io::Result<bool> {
        let answer = self.answer(session, question)?;
        self.show(session, question, &answer)?;
        Ok(!matches!(stopped_by(&answer), Some(s) if s.budget == "interrupted"))
    }

    /// Asks questions in order, until somebody presses Ctrl-C; `--save` gives what is known before, and keeps what
    /// is known after. False if it was Ctrl-C.
    pub(crate) fn ask_all(&mut self, session: &mut Session, questions: &[Question]) -> io::Result<bool> {
        self.ask_all_with(session, questions, &mut |_, _, _, _| {})
    }

    /// The same, and something more is done with every answer.
    pub(crate) fn ask_all_with(
        &mut self,
        session: &mut Session,
        questions: &[Question],
        with: &mut dyn FnMut(&mut Report, &Session, &Question, &Answer),
    ) -> io::Result<bool> {
        if !self.open_stored(session)? {
            return Ok(true);
        }
        session.keeps = self.save.is_some();
        if let Some(save) = &mut self.save
            && let Err(why) = save.restore(session)
        {
            self.refuse(&why)?;
            return Ok(true);
        }
        let mut goes_on = true;
        for question in questions {
            if goes_on {
                let answer = self.answer(session, question)?;
                self.show(session, question, &answer)?;
                with(self, session, question, &answer);
                goes_on = !matches!(stopped_by(&answer), Some(s) if s.budget == "interrupted");
            }
        }
        if let Some(save) = &mut self.save
            && let Err(why) = save.write(session)
        {
            self.refuse(&why)?;
        }
        Ok(goes_on)
    }

    /// Has values be read from the folder that was named; false if it cannot be used.
    pub(crate) fn open_stored(&mut self, session: &mut Session) -> io::Result<bool> {
        let Some(folder) = self.stored.clone() else { return Ok(true) };
        match session.read_stored(std::path::Path::new(&folder)) {
            Ok(()) => Ok(true),
            Err(Trouble::Mistakes(all)) => self.diagnostics(&session.sources, &all).map(|()| false),
            Err(Trouble::Stopped(stopped)) => self.stopped(Some(&stopped)).map(|()| false),
        }
    }

    /// Says what is wrong with the command.
    pub(crate) fn refuse(&mut self, why: &str) -> io::Result<()> {
        self.note(Verdict::Mistake);
        self.output.error(&format!("error: {why}"))
    }

    /// The answer to a question; nothing is shown but the rows of a table.
    pub(crate) fn answer(&mut self, session: &mut Session, question: &Question) -> io::Result<Answer> {
        let cancel = self.budget.cancel.clone();
        let _busy = Busy::begin(&cancel);
        let mut progress = Progress::watch(self.budget.progress.clone(), self.progress);
        let Some((columns, binders)) = session.table_columns(question).filter(|_| self.streams()) else {
            return Ok(session.ask(question));
        };
        let mut rows = Rows::new(self, &columns, binders)?;
        let mut failure = None;
        let answer = session.ask_with(question, &mut |row| {
            if failure.is_none()
                && let Err(e) = rows.row(row, &mut progress)
            {
                failure = Some(e);
                cancel.store(true, Ordering::SeqCst);
            }
            false
        });
        progress.end();
        if matches!(answer, Answer::Table(_)) || rows.any {
            let done = failure.map_or_else(|| rows.finish(), Err);
            if let (Err(_), Some(file)) = (&done, &mut self.output.file) {
                let _ = file.flush(); // what is whole is kept
            }
            done?;
        }
        self.tell_file(&answer)?;
        Ok(answer)
    }

    /// Explains what a question asks about. False if somebody pressed Ctrl-C.
    pub(crate) fn why(&mut self, session: &mut Session, question: &Question) -> io::Result<bool> {
        let answer = self.watched(|| session.why(question));
        self.show(session, question, &answer)?;
        Ok(!matches!(stopped_by(&answer), Some(s) if s.budget == "interrupted"))
    }

    /// Does some work that Ctrl-C can end, with progress shown.
    pub(crate) fn watched<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let _busy = Busy::begin(&self.budget.cancel);
        let _progress = Progress::watch(self.budget.progress.clone(), self.progress);
        work()
    }

    /// What the file of `--out` holds now.
    fn tell_file(&mut self, answer: &Answer) -> io::Result<()> {
        let Some(file) = &mut self.output.file else { return Ok(()) };
        file.flush()?;
        let told = file.told(matches!(answer, Answer::Table(t) if t.stopped.is_none()));
        match self.output.format {
            Format::Text => self.output.write(&told),
            _ => self.output.error(&told),
        }
    }

    /// Whether rows are shown as they come.
    fn streams(&self) -> bool {
        !matches!(self.output.format, Format::Json | Format::Markup(_))
    }

    /// Shows an answer.
    pub(crate) fn show(&mut self, session: &Session, question: &Question, answer: &Answer) -> io::Result<()> {
        self.judge(answer);
        let shown = Shown::new(&session.sources, question, answer);
        match (self.output.format, answer) {
            (Format::Json, _) => self.line(&shown.json(question, &session.solved_by())),
            (Format::Data(_), _) => self.complaints(session, shown, answer),
            (Format::Markup(markup), Answer::Table(t)) => {
                self.separate(true)?;
                self.output.write(&markup.table(t))?;
                self.complaints(session, shown, answer)
            }
            (Format::Text | Format::Markup(_), _) => {
                self.text(shown, answer)?;
                self.complaints(session, shown, answer)
            }
        }?;
        self.output.flush()
    }

    /// The answer itself; the rows of a table were shown as they came.
    fn text(&mut self, shown: Shown, answer: &Answer) -> io::Result<()> {
        let said = shown.said(&self.output.look);
        if !said.is_empty() && !matches!(answer, Answer::Table(_)) {
            let one_line = match answer {
                Answer::Expect(_) | Answer::Period(_) => true,
                Answer::Value { value, .. } => !value.contains('\n'),
                _ => false,
            };
            self.separate(!one_line)?;
        }
        self.output.write(&said)
    }

    /// Writes a file, `-` for standard output, and says so.
    pub(crate) fn file(&mut self, file: &str, bytes: &[u8]) -> io::Result<()> {
        if file == "-" {
            return self.output.bytes(bytes);
        }
        match super::files::replace(file, bytes) {
            Ok(()) => self.remark(&format!("{file} is written\n")),
            Err(e) => {
                let d = Diagnostic::error("cannot-write", format!("{file} cannot be written: {e}"));
                self.diagnostics(&Sources::default(), &[d])
            }
        }
    }

    /// Says that a budget ran out, if it did.
    pub(crate) fn stopped(&mut self, stopped: Option<&StoppedAnswer>) -> io::Result<()> {
        let Some(stopped) = stopped else { return Ok(()) };
        self.note(Verdict::Stopped);
        let text = print::stopped(stopped, &self.output.error_look);
        self.complain(&text)
    }

    /// What an answer says on standard error: a mistake, a budget that ran out; and why an expectation fails, which is an
    /// answer, so on standard output, except among rows of data.
    fn complaints(&mut self, session: &Session, shown: Shown, answer: &Answer) -> io::Result<()> {
        match answer {
            Answer::Mistake { diagnostic } => {
                let said = self.shown.contains(&(diagnostic.code, diagnostic.span()));
                if said && self.output.format != Format::Json {
                    return self.complain("No answer, because of the mistake shown above.\n");
                }
                self.diagnostics(&session.sources, std::slice::from_ref(diagnostic))
            }
            Answer::Expect(_) if !matches!(self.output.format, Format::Data(_)) => {
                let said = shown.complaint(&self.output.look);
                if said.is_empty() {
                    return Ok(());
                }
                self.separate(true)?;
                self.output.write(&said)
            }
            _ => match shown.complaint(&self.output.error_look) {
                said if said.is_empty() => Ok(()),
                said => self.complain(&said),
            },
        }
    }

    /// Says something on standard error, apart from what was said there before.
    pub(crate) fn complain(&mut self, text: &str) -> io::Result<()> {
        if self.output.one_place {
            self.separate(true)?;
        } else if std::mem::replace(&mut self.complained, true) {
            return self.output.error(&format!("\n{text}"));
        }
        self.output.error(text)
    }

    fn judge(&mut self, answer: &Answer) {
        match answer {
            Answer::Mistake { .. } => self.note(Verdict::Mistake),
            Answer::Expect(e) if !e.passed => self.note(Verdict::Failed),
            _ if stopped_by(answer).is_some() => self.note(Verdict::Stopped),
            _ => {}
        }
    }

    /// A line of JSON.
    pub(crate) fn line(&mut self, text: &str) -> io::Result<()> {
        self.output.write(text)?;
        self.output.write("\n")
    }

    /// The next answer needs no blank line before it.
    pub(crate) fn start_afresh(&mut self) {
        self.block = None;
        self.complained = false;
    }

    /// Says something that is no answer, at the prompt; not among lines of JSON.
    pub(crate) fn remark(&mut self, text: &str) -> io::Result<()> {
        if self.output.format == Format::Json { Ok(()) } else { self.output.write(text) }
    }

    /// A blank line between two answers, unless both take one line.
    pub(crate) fn separate(&mut self, block: bool) -> io::Result<()> {
        let before = self.block.replace(block);
        if before.is_some_and(|b| b || block) { self.output.write("\n") } else { Ok(()) }
    }
}

fn stopped_by(answer: &Answer) -> Option<&StoppedAnswer> {
    match answer {
        Answer::Stopped(s) => Some(s),
        Answer::Table(t) => t.stopped.as_ref(),
        _ => None,
    }
}
