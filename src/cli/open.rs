//! `fairgame open`: what is in a link. It comes from anybody, so nothing long runs by itself and no file is read.

use super::link::refuse;
use crate::api::Answer;
use crate::api::Diagnostic;
use crate::api::Sources;
use crate::api::{Loaded, Question, Session, Which};
use crate::api::{Texts, read_text};
use crate::console::{Format, Report, files};
use crate::layout::{Paint, clean, counted, wrap};
use crate::link::{Exercise, Link, MAIN};
use crate::print::{self, OpenedLine};
use std::io;
use std::path::{Component, Path};
use std::time::Duration;

/// All that may be computed by itself, and for how long in all.
const POSITIONS: u64 = 200_000;
const BYTES: u64 = 256 << 20;
const AT_ONCE: Duration = Duration::from_secs(1);
const IN_ALL: Duration = Duration::from_secs(3);

/// What is to be done with a link.
#[derive(clap::Args, Debug)]
pub(super) struct Wanted {
    /// Answer everything that it asks, however long that takes
    #[arg(long)]
    run: bool,
    /// Write the program to a file, which must not be there yet
    #[arg(long, value_name = "FILE")]
    save: Option<String>,
}

/// `fairgame open LINK`
pub(super) fn run(report: &mut Report, words: &[String], wanted: &Wanted) -> io::Result<()> {
    let link = match read(words) {
        Ok(Ok(link)) => link,
        Ok(Err(_)) if words.len() == 1 && words[0].ends_with(".game") => {
            let file = super::quoted::quoted(&words[0]);
            return report
                .refuse(&format!("{} is a program, not a link; `fairgame run {file}` answers it", words[0]));
        }
        Ok(Err(why)) => return refuse(report, "The link cannot be read", &why),
        Err(why) => return report.refuse(&format!("{} cannot be read: {why}", words.join(" "))),
    };
    if let Some(file) = &wanted.save {
        return save(report, &link, file);
    }
    show(report, &link)?;
    let (mut session, loaded) = load(report, &link);
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    let verdicts = session.verdicts(&loaded, Which::Own);
    report.verdicts(&session.sources, MAIN, &verdicts)?;
    if !loaded.is_fine() {
        return Ok(());
    }
    let questions = questions(report, &mut session, &link, loaded)?;
    if wanted.run {
        return report.ask_all(&mut session, &questions).map(drop);
    }
    answer_what_is_small(report, &mut session, &questions)
}

/// The link that was pasted, or that a file or standard input holds.
fn read(words: &[String]) -> Result<Result<Link, crate::link::NoLink>, String> {
    match words {
        [file] if file == "-" || Path::new(file).is_file() => Ok(Link::read(&read_text(file)?)),
        words => Ok(Link::read(&words.concat())),
    }
}

/// Shows what it holds.
fn show(report: &mut Report, link: &Link) -> io::Result<()> {
    report.separate(true)?;
    if report.output.format == Format::Json {
        return report.line(&print::json(&OpenedLine { opened: link }));
    }
    if let Some(exercise) = &link.exercise {
        let task = about(exercise, report.output.look.columns());
        report.output.write(&task)?;
    }
    let look = report.output.look;
    for text in &link.others {
        let head = look.paint(Paint::Dim, &format!("==== {}", clean(&text.name)));
        report.output.write(&format!("{head}\n{}\n", clean(text.text.trim_end())))?;
    }
    if !link.others.is_empty() {
        report.output.write(&(look.paint(Paint::Dim, "==== the program") + "\n"))?;
    }
    report.output.write(&format!("{}\n", clean(link.text.trim_end())))?;
    if let Some(play) = link.play() {
        report.output.write(&format!("{}\n", clean(&play)))?;
    }
    Ok(())
}

/// An exercise, without what it expects.
pub(super) fn about(exercise: &Exercise, columns: usize) -> String {
    let asks: Vec<String> = exercise.checks.iter().map(|c| clean(&c.ask)).collect();
    let checks = counted(asks.len() as u64, "hidden check", "hidden checks");
    let checks = if asks.is_empty() { checks } else { format!("{checks}: {}", asks.join("; ")) };
    let task = wrap(&clean(exercise.task.trim()), columns, "  ");
    format!("{}\n\n{task}\n{}\n", clean(&exercise.title), wrap(&checks, columns, "  "))
}

/// A session that knows the texts of a link, and no file.
pub(super) fn load(report: &Report, link: &Link) -> (Session, Loaded) {
    let mut texts = Texts::new();
    link.others.iter().for_each(|t| texts.put(&*t.name, &*t.text));
    let mut session = report.session();
    session.read_from(texts);
    let loaded = session.load_text(MAIN, &link.text);
    (session, loaded)
}

/// What the text asks, and the play that the link holds.
fn questions(
    report: &mut Report,
    session: &mut Session,
    link: &Link,
    loaded: Loaded,
) -> io::Result<Vec<Question>> {
    let mut questions = loaded.questions;
    if let Some(play) = link.play() {
        let entered = session.enter(&play);
        report.diagnostics(&session.sources, &entered.diagnostics)?;
        questions.extend(entered.questions);
    }
    Ok(questions)
}

/// What may be used before anybody has said that it should.
pub(super) fn keep_small(session: &mut Session) {
    let budget = &mut session.budget;
    budget.positions = budget.positions.min(POSITIONS);
    budget.bytes = budget.bytes.min(BYTES);
    budget.time = Some(budget.time.map_or(AT_ONCE, |time| time.min(AT_ONCE)));
}

/// Answers what takes next to no time; the rest is named.
fn answer_what_is_small(
    report: &mut Report,
    session: &mut Session,
    questions: &[Question],
) -> io::Result<()> {
    keep_small(session);
    let begun = std::time::Instant::now();
    let mut waiting = vec![];
    for question in questions {
        let tried = (begun.elapsed() < IN_ALL).then(|| session.ask(question));
        let small = tried.is_some_and(|answer| !is_open(&answer));
        // What was solved is known now: to show it takes no time.
        if small && !report.ask(session, question)? {
            return Ok(());
        }
        if !small {
            waiting.push(format!("  {}\n", clean(&question.text)));
        }
    }
    if waiting.is_empty() || report.output.format == Format::Json {
        return Ok(());
    }
    report.separate(true)?;
    let head = report.output.look.paint(Paint::Warning, "Not answered yet, since this may take long:");
    report.output.write(&format!("{head}\n{}`--run` answers it.\n", waiting.concat()))
}

fn is_open(answer: &Answer) -> bool {
    match answer {
        Answer::Stopped(_) => true,
        Answer::Table(t) => t.stopped.is_some(),
        _ => false,
    }
}

/// Writes the texts into files that were not there.
fn save(report: &mut Report, link: &Link, file: &str) -> io::Result<()> {
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let outside = |name: &str| !Path::new(name).components().all(|c| matches!(c, Component::Normal(_)));
    if let Some(t) = link.others.iter().find(|t| outside(&t.name) || !t.name.ends_with(".game")) {
        let name = clean(&t.name);
        let why = format!("the link wants to write {name}, which is outside the folder or not a game");
        return report.refuse(&why);
    }
    let others = link.others.iter().map(|t| (folder.join(&t.name), &t.text));
    for (path, text) in others.chain([(Path::new(file).to_path_buf(), &link.text)]) {
        let shown = path.display().to_string();
        let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        match folder.and_then(|()| files::create(&shown, text.as_bytes())) {
            Ok(()) => report.remark(&format!("{} is written\n", clean(&shown)))?,
            Err(e) => return not_written(report, &shown, &e),
        }
    }
    Ok(())
}

fn not_written(report: &mut Report, file: &str, e: &io::Error) -> io::Result<()> {
    let d = match e.kind() {
        io::ErrorKind::AlreadyExists => {
            Diagnostic::error("cannot-write", format!("{file} exists already, and stays as it is"))
                .hint("Would another name do?")
        }
        _ => Diagnostic::error("cannot-write", format!("{file} cannot be written: {e}")),
    };
    report.diagnostics(&Sources::default(), &[d])
}
