//! `fairgame exercise`: makes an exercise, and tries an answer on its checks.

use super::link::{Shown, link_of, refuse, show};
use super::open::about;
use crate::api::Diagnostic;
use crate::api::Session;
use crate::api::Sources;
use crate::api::{Disk, read_text};
use crate::console::{Format, Report, Verdict};
use crate::exercise::{Outline, Solution, Tried, make, outline, tried};
use crate::layout::{Paint, clean};
use crate::link::{Exercise, Link};
use crate::print::{self, TriedLine};
use std::io;
use std::path::Path;

/// `fairgame exercise FILE [ANSWER]`
pub(super) fn run(report: &mut Report, source: &str, answer: Option<&str>, shown: &Shown) -> io::Result<()> {
    let Some(exercise) = exercise_of(report, source)? else { return Ok(()) };
    match answer {
        Some(answer) => hand_in(report, exercise, answer, shown),
        None => {
            if report.output.format != Format::Json {
                let text = about(&exercise, report.output.look.columns());
                report.output.write(&format!("{text}\n"))?;
            }
            let link = Link { exercise: Some(exercise.clone()), ..Link::of(exercise.starter) };
            show(report, &link, shown)
        }
    }
}

/// The exercise of a file that a teacher wrote, or of a link.
fn exercise_of(report: &mut Report, source: &str) -> io::Result<Option<Exercise>> {
    let is_file = source == "-" || Path::new(source).is_file();
    let text = match is_file || source.ends_with(".toml") {
        true => match read_text(source) {
            Ok(text) => text,
            Err(why) => {
                report.refuse(&format!("{source} cannot be read: {why}"))?;
                return Ok(None);
            }
        },
        false => source.to_string(),
    };
    if is_file && text.contains('=') && text.trim().contains(char::is_whitespace) {
        return made(report, source, text);
    }
    match Link::read(&text) {
        Ok(Link { exercise: Some(exercise), .. }) => Ok(Some(exercise)),
        Ok(_) => {
            report.refuse("this link holds no exercise")?;
            Ok(None)
        }
        Err(why) => {
            refuse(report, "The exercise cannot be read", &why)?;
            Ok(None)
        }
    }
}

fn made(report: &mut Report, name: &str, text: String) -> io::Result<Option<Exercise>> {
    let mut sources = Sources::default();
    let id = sources.add(name.to_string(), None, text);
    let made = match outline(&sources, id, &Disk) {
        Err(d) => Err(d),
        Ok(outline) => match solution(report, &outline)? {
            Err(()) => return Ok(None),
            Ok(mut session) => make(&outline, session.as_mut()),
        },
    };
    match made {
        Ok(exercise) => Ok(Some(exercise)),
        Err(d) => {
            report.diagnostics(&sources, &[d])?;
            Ok(None)
        }
    }
}

/// The solution of an exercise, loaded, if it has one; a mistake in it is shown.
pub(super) fn solution(report: &mut Report, outline: &Outline) -> io::Result<Result<Option<Session>, ()>> {
    let mut session = report.session();
    let loaded = match &outline.solution {
        None => return Ok(Ok(None)),
        Some(Solution::Text(text)) => session.load_text("solution", text),
        Some(Solution::File(file)) => session.load_path(file),
    };
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    Ok(if loaded.is_fine() { Ok(Some(session)) } else { Err(()) })
}

/// Tries an answer, and makes the link that is handed in.
fn hand_in(report: &mut Report, exercise: Exercise, answer: &str, shown: &Shown) -> io::Result<()> {
    let mut session = report.session();
    let loaded = session.load_path(answer);
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    let Some(link) = link_of(&session, &loaded) else { return Ok(()) };
    if loaded.is_fine() {
        try_all(report, &mut session, &exercise)?;
    }
    report.remark("\nhand in: ")?;
    show(report, &Link { exercise: Some(exercise), ..link }, shown)
}

fn try_all(report: &mut Report, session: &mut Session, exercise: &Exercise) -> io::Result<()> {
    let mut held = 0;
    for check in &exercise.checks {
        let tried = report.watched(|| tried(session, exercise, check));
        held += usize::from(tried == Tried::Holds);
        if tried != Tried::Holds {
            report.note(Verdict::Failed);
        }
        tell(report, &check.ask, &tried)?;
    }
    let all = exercise.checks.len();
    let verb = if all == 1 { "check holds" } else { "checks hold" };
    report.remark(&format!("{held} of {all} {verb}\n"))
}

/// A check and how it came out, never what it expects.
fn tell(report: &mut Report, ask: &str, tried: &Tried) -> io::Result<()> {
    let (word, paint, why) = match tried {
        Tried::Holds => ("holds", Paint::Good, None),
        Tried::Fails => ("fails", Paint::Bad, None),
        Tried::Unanswered(why) => ("fails", Paint::Bad, Some(why.as_str())),
    };
    if report.output.format == Format::Json {
        return report.line(&print::json(&TriedLine { ask, holds: *tried == Tried::Holds, why }));
    }
    let word = report.output.look.paint(paint, word);
    let why = why.map_or(String::new(), |why| format!(": no answer: {}", lowered(why)));
    let line = clean(&format!("{ask}{why}"));
    report.output.write(&format!("{word}  {line}\n"))
}

/// A title inside a sentence; names keep their capitals.
fn lowered(title: &str) -> String {
    let mut letters = title.chars();
    let (first, second) = (letters.next(), letters.clone().next());
    match first {
        Some(c) if second.is_some_and(char::is_lowercase) && title.contains(' ') => {
            c.to_lowercase().chain(letters).collect()
        }
        _ => title.to_string(),
    }
}

/// Says what is wrong with an exercise.
pub(super) fn complain(report: &mut Report, d: Diagnostic) -> io::Result<()> {
    report.diagnostics(&Sources::default(), &[d])
}
