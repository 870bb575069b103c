//! `fairgame graph` and `fairgame plot`.

use super::args::Picture;
use super::commands::{asked_or_start, split_files, use_all};
use crate::api::{Question, Session};
use crate::console::{Format, Report};
use crate::draw::{self, Style};
use crate::print;
use std::io;

/// How many positions are listed, and drawn, unless it is said.
const LISTED: usize = 40;
const DRAWN: usize = 24;

/// `fairgame graph FILE POSITION`
pub(super) fn graph(
    report: &mut Report,
    words: &[String],
    uses: &[String],
    most: Option<usize>,
    dot: Option<&str>,
    picture: &Picture,
) -> io::Result<()> {
    let Some((mut session, question)) = asked(report, words, uses, "show ")? else { return Ok(()) };
    let usual = if picture.any() { DRAWN } else { LISTED };
    let found = report.watched(|| match most {
        Some(most) => session.graph(&question, most),
        None => session.graph_or_all(&question, usual),
    });
    let g = match found {
        Ok(g) => g,
        Err(answer) => return report.show(&session, &question, &answer),
    };
    if report.output.format == Format::Json {
        return report.line(&print::json(&g));
    }
    if let Some(file) = dot {
        report.file(file, draw::dot(&g).as_bytes())?;
    }
    let style = picture.style((None, None));
    pictures(report, picture, &style, &|| draw::graph(&g, &style))?;
    if dot.is_none() && !picture.any() {
        let text = draw::tree(&g, &report.output.look);
        report.output.write(&text)?;
    }
    let rests = print::rests_on(&g.rests_on, &report.output.look);
    report.remark(&rests)
}

/// `fairgame plot FILE 'EXPR for BINDERS'`
pub(super) fn plot(
    report: &mut Report,
    words: &[String],
    uses: &[String],
    picture: &Picture,
    titles: (Option<String>, Option<String>),
) -> io::Result<()> {
    let Some((mut session, question)) = asked(report, words, uses, "table ")? else { return Ok(()) };
    let found = report.watched(|| session.plot(&question));
    let p = match found {
        Ok(p) => p,
        Err(answer) => return report.show(&session, &question, &answer),
    };
    if report.output.format == Format::Json {
        return report.line(&print::json(&p));
    }
    let style = picture.style(titles);
    pictures(report, picture, &style, &|| draw::plot(&p, &style))?;
    if !picture.any() {
        let text = draw::blocks(&p, &report.output.look);
        report.output.write(&text)?;
    }
    report.stopped(p.stopped.as_ref())
}

/// The question that the words ask, with the definitions it needs.
fn asked(
    report: &mut Report,
    words: &[String],
    uses: &[String],
    statement: &str,
) -> io::Result<Option<(Session, Question)>> {
    let mut session = report.session();
    let (files, asked) = split_files(words, uses);
    if !use_all(report, &mut session, &files)? {
        return Ok(None);
    }
    let command = if statement == "show " { "graph" } else { "plot" };
    let Some(asked) = asked_or_start(report, &session, command, &files, asked)? else { return Ok(None) };
    let begins = asked.trim_start().split(char::is_whitespace).next() == Some(statement.trim());
    let asked = if begins { asked } else { format!("{statement}{asked}") };
    let loaded = session.enter(&asked);
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    Ok(loaded.questions.into_iter().next().map(|q| (session, q)))
}

/// Writes the pictures that are wanted.
fn pictures(
    report: &mut Report,
    wanted: &Picture,
    style: &Style,
    svg: &dyn Fn() -> String,
) -> io::Result<()> {
    if let Some(file) = &wanted.svg {
        report.file(file, svg().as_bytes())?;
    }
    if let Some(file) = &wanted.png {
        write(report, file, "PNG", draw::png(&svg(), style))?;
    }
    if let Some(file) = &wanted.pdf {
        write(report, file, "PDF", draw::pdf(&svg()))?;
    }
    Ok(())
}

fn write(report: &mut Report, file: &str, kind: &str, drawn: Result<Vec<u8>, String>) -> io::Result<()> {
    match drawn {
        Ok(bytes) => report.file(file, &bytes),
        Err(why) => report.refuse(&format!("the picture cannot be drawn as {kind}: {why}")),
    }
}
