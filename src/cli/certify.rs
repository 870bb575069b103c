//! `run --certificate FILE`, `check --certificate FILE` and `fairgame verify FILE`.

use super::solve;
use crate::api::Answer;
use crate::api::proofs::{Accepted, AcceptedEnding, Ending, Refused, is_ending, verify, verify_ending};
use crate::api::{Budget, Meter};
use crate::api::{Loaded, Question, Session};
use crate::console::{Format, Report, Verdict, complain, files};
use crate::layout::{Paint, counted};
use crate::print::{self, VerifyLine};
use std::io::{self, BufRead, Write};
use std::path::Path;

/// Writes a certificate for each period that is proved, a line each.
pub(super) struct Certificates {
    path: String,
    file: files::Replacement,
    written: usize,
}

impl Certificates {
    /// Begins the file.
    pub(super) fn create(path: &str) -> Result<Certificates, String> {
        let file =
            files::Replacement::begin_somehow(path).map_err(|e| format!("cannot write {path}: {e}"))?;
        Ok(Certificates { path: path.to_string(), file, written: 0 })
    }

    /// Adds the certificate for a question just answered, if its answer is a proved period.
    pub(super) fn add(
        &mut self,
        session: &Session,
        question: &Question,
        answer: &Answer,
    ) -> Result<(), String> {
        let proved = matches!(answer, Answer::Period(p) if p.proved);
        if !proved {
            return Ok(());
        }
        let certificate = session.certificate(question).map_err(|why| format!("{}: {why}", question.text))?;
        self.write(&certificate)
    }

    /// Adds certificates for the games that a text defines; why some of them have none.
    pub(super) fn add_endings(&mut self, session: &Session, loaded: &Loaded) -> Vec<String> {
        let mut complaints = vec![];
        for Ending { game, rules, line } in session.endings(loaded) {
            let game = if rules.is_empty() { game } else { format!("{game} with {rules}") };
            let done = line.map_err(|why| format!("{game} has no certificate: {why}"));
            complaints.extend(done.and_then(|line| self.write(&line)).err());
        }
        complaints
    }

    fn write(&mut self, certificate: &str) -> Result<(), String> {
        let line = format!("{certificate}\n");
        self.file.write_all(line.as_bytes()).map_err(|e| format!("cannot write {}: {e}", self.path))?;
        self.written += 1;
        Ok(())
    }

    /// Puts the file in its place; says so if nothing was written: no such thing.
    pub(super) fn finish(self, what: &str) -> Result<(), String> {
        self.file.keep().map_err(|e| format!("cannot write {}: {e}", self.path))?;
        match self.written {
            0 => Err(format!("{} is empty: no {what}", self.path)),
            _ => Ok(()),
        }
    }
}

/// What is wanted of folders.
pub(super) struct Folders<'a> {
    pub(super) shard: Option<solve::Shard>,
    pub(super) print: bool,
    pub(super) budget: &'a Budget,
}

/// `fairgame verify FILE...`
pub(super) fn run(
    report: &mut Report,
    files: &[String],
    budget: &Budget,
    folders: &Folders<'_>,
) -> io::Result<()> {
    for file in files {
        if Path::new(file).is_dir() {
            match folders.print {
                true => solve::print(report, file, folders.budget)?,
                false => solve::verify(report, file, folders.shard.unwrap_or((1, 1)), folders.budget)?,
            }
            continue;
        }
        let reader: Box<dyn BufRead> = match file.as_str() {
            "-" => Box::new(io::stdin().lock()),
            path => match std::fs::File::open(path) {
                Ok(f) => Box::new(io::BufReader::new(f)),
                Err(e) => {
                    refuse(report, file, &format!("it cannot be read: {e}"))?;
                    continue;
                }
            },
        };
        let mut lines = 0;
        for line in reader.lines() {
            lines += 1;
            match line {
                Ok(line) => one(report, file, &line, budget)?,
                Err(e) => refuse(report, file, &format!("it cannot be read: {e}"))?,
            }
        }
        if lines == 0 {
            refuse(report, file, "it is empty")?;
        }
    }
    Ok(())
}

fn one(report: &mut Report, file: &str, line: &str, budget: &Budget) -> io::Result<()> {
    if is_ending(line) {
        return match verify_ending(line) {
            Ok(c) => accept_ending(report, file, &c),
            Err((true, why)) => refuse(report, file, &why),
            Err((false, why)) => {
                report.note(Verdict::Mistake);
                say(report, file, "unread", &format!("{why}; the certificate may be right"))
            }
        };
    }
    let meter = Meter::new(budget.clone());
    match verify(line, &mut |_| meter.look().is_ok()) {
        Ok(c) => accept(report, file, &c),
        Err(Refused::Wrong(why)) => refuse(report, file, &why),
        Err(Refused::Stopped(piles)) => {
            report.note(Verdict::Stopped);
            say(
                report,
                file,
                "stopped",
                &format!("the first {piles} values are right; would more --time help?"),
            )
        }
    }
}

fn accept(report: &mut Report, file: &str, c: &Accepted) -> io::Result<()> {
    let from = if c.start == 0 { String::new() } else { format!(" from {} on", c.start) };
    let grows = if c.saltus == 0 { String::new() } else { format!(", plus {} each time", c.saltus) };
    let text = format!(
        "{} repeats with period {}{grows}{from}, for ever; values checked up to {}",
        c.sequence, c.period, c.needed
    );
    say(report, file, "proved", &text)
}

fn accept_ending(report: &mut Report, file: &str, c: &AcceptedEnding) -> io::Result<()> {
    let rules = if c.rules.is_empty() { String::new() } else { format!(" with {}", c.rules) };
    let ways = counted(c.ways as u64, "way", "ways");
    let changed = if c.changed { format!("; {} holds other rules now", c.text) } else { String::new() };
    let text = format!(
        "every play of {}{rules} ends, by the rules of {}; {ways} through the moves checked{changed}",
        c.game, c.text
    );
    say(report, file, "proved", &text)
}

fn refuse(report: &mut Report, file: &str, why: &str) -> io::Result<()> {
    report.note(Verdict::Mistake);
    say(report, file, "refused", why)
}

fn say(report: &mut Report, file: &str, verdict: &str, text: &str) -> io::Result<()> {
    let text = crate::layout::clean(text);
    if report.output.format == Format::Json {
        return report.line(&print::json(&VerifyLine { file, verdict, text: &text }));
    }
    let paint = if verdict == "proved" { Paint::Good } else { Paint::Bad };
    let line = format!("{file}: {}: {text}\n", report.output.look.paint(paint, verdict));
    report.separate(false)?;
    report.output.write(&line)
}

/// Complains about a certificate that could not be written.
pub(super) fn complain_of(report: &mut Report, why: &str) {
    report.note(Verdict::Mistake);
    complain(&format!("error: {why}"));
}
