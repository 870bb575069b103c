//! The prompt: statements and expressions, one after the other. The only place with rustyline.

mod commands;
mod input;
mod pending;

use crate::cli::Format;
use crate::cli::report::{Report, Verdict};
use crate::print::{self, DefinedLine};
use crate::session::{Session, Which};
use commands::Command;
use input::{Input, Line};
use pending::Pending;
use std::collections::BTreeSet;
use std::io;

/// Reads and answers until the input ends.
pub(crate) fn run(report: &mut Report) -> io::Result<()> {
    let mut input = Input::open();
    if input.is_terminal() {
        report.output.write("fairgame: rules in, mathematics out. :help helps, :quit ends.\n")?;
        report.output.flush()?;
    }
    let mut repl =
        Repl { session: report.session(), defined: BTreeSet::new(), terminal: input.is_terminal() };
    let mut pending = Pending::default();
    loop {
        match input.read(pending.is_empty())? {
            Line::Text(line) => {
                for entry in pending.take_line(&line) {
                    if !repl.enter(report, &entry)? {
                        return Ok(());
                    }
                }
            }
            Line::Cancelled => pending = Pending::default(),
            Line::Unreadable(why) => {
                report.note(Verdict::Mistake);
                report.complain(&format!("error: this line cannot be read: {why}"))?;
            }
            Line::End => {
                if let Some(entry) = pending.take_rest() {
                    repl.enter(report, &entry)?;
                }
                return Ok(());
            }
        }
    }
}

struct Repl {
    session: Session,
    defined: BTreeSet<String>,
    terminal: bool,
}

impl Repl {
    /// Does what an entry says. False if it ends the session.
    fn enter(&mut self, report: &mut Report, entry: &str) -> io::Result<bool> {
        match Command::of(entry) {
            Some(Ok(Command::Quit)) => return Ok(false),
            Some(Ok(Command::Help)) => report.remark(commands::HELP)?,
            Some(Ok(Command::Reset)) => {
                self.session.reset();
                self.defined.clear();
                report.remark("Everything is forgotten.\n")?;
            }
            Some(Ok(Command::Load(path))) => self.load(report, &path)?,
            Some(Err(why)) => {
                report.note(Verdict::Mistake);
                report.complain(&why)?;
            }
            None => self.statements(report, entry)?,
        }
        self.settle(report)?;
        Ok(true)
    }

    fn load(&mut self, report: &mut Report, path: &str) -> io::Result<()> {
        let loaded = self.session.load_again(path);
        self.take(report, loaded)
    }

    fn statements(&mut self, report: &mut Report, entry: &str) -> io::Result<()> {
        let loaded = self.session.enter(entry);
        self.take(report, loaded)
    }

    /// Shows what was found, what is defined now, and the answers.
    fn take(&mut self, report: &mut Report, loaded: crate::session::Loaded) -> io::Result<()> {
        report.diagnostics(&self.session.sources, &loaded.diagnostics)?;
        if !loaded.is_fine() {
            return Ok(());
        }
        for name in &loaded.defined {
            if report.output.format == Format::Json {
                report.line(&print::json(&DefinedLine { name }))?;
                continue;
            }
            let again = if self.defined.contains(name) { " anew" } else { "" };
            report.separate(false)?;
            report.remark(&format!("{name} is defined{again}\n"))?;
            self.defined.insert(name.clone());
        }
        let verdicts = self.session.verdicts(&loaded, Which::Own);
        report.verdicts(&self.session.sources, "<input>", &verdicts)?;
        for question in &loaded.questions {
            if !report.ask(&mut self.session, question)? {
                break;
            }
        }
        Ok(())
    }

    /// On a terminal the prompt itself separates answers.
    fn settle(&mut self, report: &mut Report) -> io::Result<()> {
        if self.terminal {
            report.forgive();
            report.start_afresh();
        }
        report.output.flush()
    }
}
