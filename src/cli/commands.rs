//! The commands.

use super::certify::{self, Certificates};
use crate::api::Answer;
use crate::api::{Diagnostic, Severity};
use crate::api::{Loaded, Question, Session, Which};
use crate::console::{Format, Report, Verdict};
use crate::layout::{Paint, counted};
use crate::library;
use crate::print::{self, CheckLine, SummaryLine};
use std::io;
use std::path::Path;

/// `fairgame run FILE...`
pub(super) fn run(report: &mut Report, files: &[String], certificate: Option<&str>) -> io::Result<()> {
    if files.len() > 1 && report.save.is_some() {
        return report.refuse("`--save` keeps the values of one file; should each have its own file?");
    }
    let mut certificates = match certificate.map(Certificates::create).transpose() {
        Ok(c) => c,
        Err(why) => {
            certify::complain_of(report, &why);
            return Ok(());
        }
    };
    for file in files {
        heading(report, file, files.len())?;
        let mut session = report.session();
        let loaded = load(report, &mut session, file)?;
        let verdicts = session.verdicts(&loaded, Which::Own);
        report.verdicts(&session.sources, file, &verdicts)?;
        let mut certify = |report: &mut Report, session: &Session, question: &Question, answer: &Answer| {
            if let Some(Err(why)) = certificates.as_mut().map(|c| c.add(session, question, answer)) {
                certify::complain_of(report, &why);
            }
        };
        if loaded.is_fine() && !report.ask_all_with(&mut session, &loaded.questions, &mut certify)? {
            return Ok(());
        }
    }
    if let Some(Err(why)) = certificates.map(|c| c.finish("`period` of the files was proved")) {
        certify::complain_of(report, &why);
    }
    Ok(())
}

/// The name of a file, where there are several.
fn heading(report: &mut Report, file: &str, files: usize) -> io::Result<()> {
    if files < 2 || report.output.format != Format::Text {
        return Ok(());
    }
    report.separate(true)?;
    let text = report.output.look.paint(Paint::Dim, &format!("==== {file}")) + "\n";
    report.output.write(&text)?;
    report.start_afresh();
    Ok(())
}

pub(super) fn load(report: &mut Report, session: &mut Session, file: &str) -> io::Result<Loaded> {
    let loaded = session.load_path(&named(file));
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    Ok(loaded)
}

/// `fairgame check FILE...`
pub(super) fn check(report: &mut Report, files: &[String], certificate: Option<&str>) -> io::Result<()> {
    let mut certificates = match certificate.map(Certificates::create).transpose() {
        Ok(c) => c,
        Err(why) => {
            certify::complain_of(report, &why);
            return Ok(());
        }
    };
    for file in files {
        let mut session = report.session();
        let mut loaded = session.load_path(&named(file));
        loaded.diagnostics.extend(session.remarks(&loaded));
        let verdicts = session.verdicts(&loaded, Which::Used);
        let claims = session.claims(&loaded);
        let findings = verdicts.iter().map(|v| &v.finding).chain(claims.iter().map(|c| &c.finding));
        let findings: Vec<Diagnostic> = findings.filter_map(|f| f.as_deref().cloned()).collect();
        let json = report.output.format == Format::Json;
        if json {
            report.diagnostics(&session.sources, &loaded.diagnostics)?;
        } else {
            report.diagnostics(&session.sources, &[loaded.diagnostics.as_slice(), &findings].concat())?;
        }
        report.all_verdicts(&session.sources, file, &verdicts, &claims)?;
        let all = || loaded.diagnostics.iter().chain(&findings);
        let count = |s: Severity| all().filter(|d| d.severity == s).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        let fine = errors == 0;
        let mut complaints = certificates.as_mut().map_or(vec![], |c| c.add_endings(&session, &loaded));
        complaints.drain(..).for_each(|why| certify::complain_of(report, &why));
        if json {
            report.line(&print::json(&CheckLine { file, fine, errors, warnings }))?;
            continue;
        }
        let verdict = match (errors, warnings) {
            (0, 0) => "fine".to_string(),
            (0, w) => format!("fine, with {}", counted(w as u64, "warning", "warnings")),
            (e, _) => counted(e as u64, "error", "errors"),
        };
        let paint = if fine { Paint::Good } else { Paint::Bad };
        let text = format!("{file}: {}\n", report.output.look.paint(paint, &verdict));
        report.separate(false)?;
        report.output.write(&text)?;
    }
    if let Some(Err(why)) = certificates.map(|c| c.finish("game of the files was proved to end")) {
        certify::complain_of(report, &why);
    }
    Ok(())
}

/// `fairgame test FILE...`
pub(super) fn test(report: &mut Report, files: &[String]) -> io::Result<()> {
    let mut sum = SummaryLine { passed: 0, failed: 0, undecided: 0 };
    'files: for file in files {
        let mut session = report.session();
        let loaded = load(report, &mut session, file)?;
        for question in loaded.questions.iter().filter(|q| q.kind == "expect") {
            let answer = report.answer(&mut session, question)?;
            let passed = matches!(&answer, Answer::Expect(e) if e.passed);
            match &answer {
                Answer::Expect(e) if e.passed => sum.passed += 1,
                Answer::Expect(_) => sum.failed += 1,
                _ => sum.undecided += 1,
            }
            if !passed || report.output.format == Format::Json {
                report.show(&session, question, &answer)?;
            }
            if matches!(&answer, Answer::Stopped(s) if s.budget == "interrupted") {
                break 'files;
            }
        }
    }
    summary(report, &sum)
}

fn summary(report: &mut Report, sum: &SummaryLine) -> io::Result<()> {
    if report.output.format == Format::Json {
        return report.line(&print::json(sum));
    }
    let mut text = match sum.passed {
        0 if sum.failed + sum.undecided == 0 => "no expectations".to_string(),
        1 => "1 expectation holds".to_string(),
        n => format!("{n} expectations hold"),
    };
    match sum.failed {
        0 => {}
        1 => text += ", 1 fails",
        n => text += &format!(", {n} fail"),
    }
    if sum.undecided > 0 {
        text += &format!(", {} not decided", sum.undecided);
    }
    let paint = if sum.failed + sum.undecided == 0 { Paint::Good } else { Paint::Bad };
    let text = report.output.look.paint(paint, &text) + "\n";
    report.separate(false)?;
    report.output.write(&text)
}

/// `fairgame eval EXPR`, also with a file before it
pub(super) fn eval(report: &mut Report, words: &[String], uses: &[String]) -> io::Result<()> {
    let (files, expr) = take_file(words, uses);
    ask_line(report, &expr, &files)
}

/// `fairgame table EXPR for BINDERS`, also with a file before it
pub(super) fn table(report: &mut Report, words: &[String], uses: &[String]) -> io::Result<()> {
    let (files, words) = take_file(words, uses);
    let words = words.trim();
    let is_statement = words.strip_prefix("table").is_some_and(|rest| rest.starts_with(char::is_whitespace));
    let line = if is_statement { words.to_string() } else { format!("table {words}") };
    ask_line(report, &line, &files)
}

fn ask_line(report: &mut Report, line: &str, uses: &[String]) -> io::Result<()> {
    let mut session = report.session();
    if use_all(report, &mut session, uses)? {
        answer_line(report, &mut session, line, Report::ask_all)?;
    }
    Ok(())
}

/// `fairgame why FILE POSITION`
pub(super) fn why(report: &mut Report, words: &[String], uses: &[String]) -> io::Result<()> {
    let mut session = report.session();
    let (files, asked) = split_files(words, uses);
    if use_all(report, &mut session, &files)? {
        let Some(asked) = asked_or_start(report, &session, "why", &files, asked)? else { return Ok(()) };
        let show = asked.contains(" under ") && !asked.starts_with("show");
        let asked = if show { format!("show {asked}") } else { asked };
        if !report.open_stored(&mut session)? {
            return Ok(());
        }
        answer_line(report, &mut session, &asked, |report, session, all| {
            each(report, session, all, Report::why)
        })?;
    }
    Ok(())
}

/// `FILE POSITION`, `POSITION --use FILE`, or `FILE` alone: the files, and what is asked.
pub(super) fn split_files(words: &[String], uses: &[String]) -> (Vec<String>, String) {
    match words {
        [asked @ .., file] if uses.is_empty() && ends_in_file(words) => (vec![named(file)], asked.join(" ")),
        [file, asked @ ..] if uses.is_empty() && !asked.is_empty() => (vec![named(file)], asked.join(" ")),
        [game] if uses.is_empty() && names_a_file(game, true) => (vec![named(game)], String::new()),
        _ => take_file(words, uses),
    }
}

/// The file that a word names: `mine` is `mine.game` if there is that and no `mine`.
pub(super) fn named(file: &str) -> String {
    let full = format!("{file}.game");
    let bare = !Path::new(file).exists() && Path::new(&full).is_file();
    if bare { full } else { file.to_owned() }
}

/// Whether the file comes after what is asked of it: `'Nim(3)' mine.game`, `'Nim(3)' mine`.
fn ends_in_file(words: &[String]) -> bool {
    match words {
        [first, .., last] => {
            let surely = last.ends_with(".game") || Path::new(last).is_file();
            let file = surely || words.len() == 2 && named(last) != *last;
            file && !names_a_file(first, true)
        }
        _ => false,
    }
}

/// The files, and what is asked: the first word may be a file.
fn take_file(words: &[String], uses: &[String]) -> (Vec<String>, String) {
    match words {
        [asked @ .., file] if ends_in_file(words) => ([uses, &[named(file)]].concat(), asked.join(" ")),
        [file, asked @ ..] if names_a_file(file, !asked.is_empty()) => {
            ([uses, &[named(file)]].concat(), asked.join(" "))
        }
        _ => (uses.to_vec(), words.join(" ")),
    }
}

/// Whether a word is a file, or the name of a game that comes with the program where more follows.
fn names_a_file(word: &str, more: bool) -> bool {
    let surely = word.ends_with(".game") || Path::new(word).is_file();
    surely || more && (library::entry(word).is_some() || named(word) != word)
}

/// Where play begins in the first game that says so; if none does, that is said.
pub(super) fn first_start(
    report: &mut Report,
    session: &Session,
    command: &str,
    file: &str,
) -> io::Result<Option<String>> {
    let start = session.program().games.iter().find(|g| g.starts.is_some()).map(|g| g.name.clone());
    if start.is_none() {
        let position = session.some_position().unwrap_or("Nim[3, 5, 7]".into());
        let d = Diagnostic::error("no-start", format!("No game of {file} says where play `starts`"))
            .hint(format!("Which position, as in `fairgame {command} {file} '{position}'`?"));
        report.note(Verdict::Mistake);
        report.diagnostics(&session.sources, &[d])?;
    }
    Ok(start)
}

/// What is asked, or where play begins if there is only a file.
pub(super) fn asked_or_start(
    report: &mut Report,
    session: &Session,
    command: &str,
    files: &[String],
    asked: String,
) -> io::Result<Option<String>> {
    match files {
        [file, ..] if asked.is_empty() => first_start(report, session, command, file),
        _ => Ok(Some(asked)),
    }
}

/// Takes definitions from files; false if there is a mistake in one.
pub(super) fn use_all(report: &mut Report, session: &mut Session, uses: &[String]) -> io::Result<bool> {
    for (i, name) in uses.iter().enumerate() {
        if uses[..i].contains(name) {
            continue;
        }
        let loaded = use_definitions(session, name);
        report.diagnostics(&session.sources, &loaded.diagnostics)?;
        if !loaded.is_fine() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Takes definitions from a file, as the first text of a session; `None` if there is a mistake in it.
pub(super) fn load_first(
    report: &mut Report,
    session: &mut Session,
    file: &str,
) -> io::Result<Option<Loaded>> {
    let loaded = use_definitions(session, file);
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    Ok(loaded.is_fine().then_some(loaded))
}

/// Answers one question after the other, until somebody presses Ctrl-C; false if it was Ctrl-C.
pub(super) fn each(
    report: &mut Report,
    session: &mut Session,
    questions: &[Question],
    answer: impl Fn(&mut Report, &mut Session, &Question) -> io::Result<bool>,
) -> io::Result<bool> {
    for question in questions {
        if !answer(report, session, question)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Answers what a line asks, in one way or another.
pub(super) fn answer_line(
    report: &mut Report,
    session: &mut Session,
    line: &str,
    answer: impl Fn(&mut Report, &mut Session, &[Question]) -> io::Result<bool>,
) -> io::Result<()> {
    let loaded = session.enter(line);
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    if loaded.is_fine() {
        answer(report, session, &loaded.questions)?;
    }
    if loaded.is_fine() && loaded.questions.is_empty() {
        let nothing = Diagnostic::error("nothing-asked", "There is nothing to answer here");
        report.diagnostics(&session.sources, &[nothing])?;
        report.note(Verdict::Mistake);
    }
    Ok(())
}

/// `--use NAME`: a module of the library, or a file.
fn use_definitions(session: &mut Session, name: &str) -> Loaded {
    let is_file = name == "-" || name.ends_with(".game") || Path::new(name).exists();
    if library::entry(name).is_some() && !Path::new(name).is_file() || !is_file && !name.contains('"') {
        session.load_text("--use", &format!("use \"{name}\""))
    } else {
        session.load_path(name)
    }
}
