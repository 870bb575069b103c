//! The commands.

use super::certify::{self, Certificates};
use super::output::Format;
use super::report::{Report, Verdict};
use crate::answer::Answer;
use crate::diagnostic::{Diagnostic, Severity};
use crate::layout::{Paint, counted};
use crate::library;
use crate::print::{self, CheckLine, SummaryLine};
use crate::session::{Loaded, Session, Which};
use std::io;
use std::path::Path;

/// `fairgame run FILE...`
pub(super) fn run(report: &mut Report, files: &[String], certificate: Option<&str>) -> io::Result<()> {
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
        for question in &loaded.questions {
            let answer = report.answer(&mut session, question)?;
            report.show(&session, question, &answer)?;
            if let Some(Err(why)) = certificates.as_mut().map(|c| c.add(&session, question, &answer)) {
                certify::complain_of(report, &why);
            }
            if matches!(&answer, Answer::Stopped(s) if s.budget == "interrupted") {
                return Ok(());
            }
        }
    }
    if let Some(Err(why)) = certificates.map(|c| c.finish()) {
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

fn load(report: &mut Report, session: &mut Session, file: &str) -> io::Result<Loaded> {
    let loaded = session.load_path(file);
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    Ok(loaded)
}

/// `fairgame check FILE...`
pub(super) fn check(report: &mut Report, files: &[String]) -> io::Result<()> {
    for file in files {
        let mut session = report.session();
        let loaded = session.load_path(file);
        let verdicts = session.verdicts(&loaded, Which::Used);
        let mut found = loaded.diagnostics;
        if report.output.format == Format::Text {
            found.extend(verdicts.iter().filter_map(|v| v.finding.as_deref().cloned()));
        }
        report.diagnostics(&session.sources, &found)?;
        report.all_verdicts(&session.sources, file, &verdicts)?;
        let findings = verdicts
            .iter()
            .filter_map(|v| v.finding.as_deref())
            .filter(|_| report.output.format == Format::Json);
        let count = |s: Severity| found.iter().chain(findings.clone()).filter(|d| d.severity == s).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        let fine = errors == 0;
        if report.output.format == Format::Json {
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

/// `fairgame eval EXPR`
pub(super) fn eval(report: &mut Report, expr: &str, uses: &[String]) -> io::Result<()> {
    ask_line(report, expr, uses)
}

/// `fairgame table EXPR for BINDERS`
pub(super) fn table(report: &mut Report, words: &str, uses: &[String]) -> io::Result<()> {
    let words = words.trim();
    let is_statement = words.strip_prefix("table").is_some_and(|rest| rest.starts_with(char::is_whitespace));
    let line = if is_statement { words.to_string() } else { format!("table {words}") };
    ask_line(report, &line, uses)
}

fn ask_line(report: &mut Report, line: &str, uses: &[String]) -> io::Result<()> {
    let mut session = report.session();
    for (i, name) in uses.iter().enumerate() {
        if uses[..i].contains(name) {
            continue;
        }
        let loaded = use_definitions(&mut session, name);
        report.diagnostics(&session.sources, &loaded.diagnostics)?;
        if !loaded.is_fine() {
            return Ok(());
        }
    }
    let loaded = session.enter(line);
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    for question in &loaded.questions {
        if !report.ask(&mut session, question)? {
            break;
        }
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
