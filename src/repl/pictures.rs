//! `:graph` and `:plot`.

use super::{Repl, as_show, say};
use crate::console::Report;
use crate::draw::{self, Style};
use std::io;

/// How many positions of a graph are listed, and drawn.
const LISTED: usize = 40;
const DRAWN: usize = 24;

impl Repl {
    pub(super) fn graph(&mut self, report: &mut Report, rest: &str) -> io::Result<()> {
        let endings = ["svg", "png", "pdf", "dot"];
        let (asked, file) = split_file(rest, &endings);
        if let Some(why) = no_picture(asked, &endings).filter(|_| file.is_none()) {
            return say(report, &why);
        }
        let Some(question) = self.question(report, &as_show(asked))? else { return Ok(()) };
        let session = &mut self.session;
        let usual = if file.is_some() { DRAWN } else { LISTED };
        match report.watched(|| session.graph_or_all(&question, usual)) {
            Ok(g) => match file {
                Some(file) if file.ends_with(".dot") => report.file(file, draw::dot(&g).as_bytes()),
                Some(file) => picture(report, file, &draw::graph(&g, &Style::usual(false))),
                None => report.remark(&draw::tree(&g, &report.output.look)),
            },
            Err(answer) => report.show(session, &question, &answer),
        }
    }

    pub(super) fn plot(&mut self, report: &mut Report, rest: &str) -> io::Result<()> {
        let (asked, file) = split_file(rest, &["svg", "png", "pdf"]);
        if let Some(why) = no_picture(asked, &["svg", "png", "pdf"]).filter(|_| file.is_none()) {
            return say(report, &why);
        }
        let Some(question) = self.question(report, &format!("table {asked}"))? else { return Ok(()) };
        let session = &mut self.session;
        match report.watched(|| session.plot(&question)) {
            Ok(p) => {
                match file {
                    Some(file) => picture(report, file, &draw::plot(&p, &Style::usual(false)))?,
                    None => report.remark(&draw::blocks(&p, &report.output.look))?,
                }
                report.stopped(p.stopped.as_ref())
            }
            Err(answer) => report.show(session, &question, &answer),
        }
    }
}

/// What is wrong with the name of a file that is no picture: `x.pdf`.
fn no_picture(asked: &str, endings: &[&str]) -> Option<String> {
    let file = asked.rsplit(char::is_whitespace).next().filter(|f| f.len() < asked.len())?;
    let (name, ending) = file.rsplit_once('.').filter(|(name, _)| !name.ends_with('.'))?;
    let is_file = !name.is_empty() && ending.len() > 1 && ending.chars().all(|c| c.is_ascii_alphabetic());
    let others: Vec<String> = endings.iter().map(|e| format!("{name}.{e}")).collect();
    is_file
        .then(|| format!("A picture cannot be written as .{ending}. Did you mean {} ?", others.join(" or ")))
}

/// `Nim(3) x.svg`: what is before the name of a file, and that.
fn split_file<'a>(rest: &'a str, endings: &[&str]) -> (&'a str, Option<&'a str>) {
    match rest.rsplit_once(char::is_whitespace) {
        Some((asked, file)) if endings.iter().any(|e| file.ends_with(&format!(".{e}"))) => {
            (asked.trim(), Some(file.trim_matches('"')))
        }
        _ => (rest, None),
    }
}

/// Writes a picture as SVG, PNG or PDF, by the end of the file's name.
fn picture(report: &mut Report, file: &str, svg: &str) -> io::Result<()> {
    let drawn = match file.rsplit_once('.').map(|f| f.1) {
        Some("png") => draw::png(svg, &Style::usual(false)),
        Some("pdf") => draw::pdf(svg),
        _ => Ok(svg.as_bytes().to_vec()),
    };
    match drawn {
        Ok(bytes) => report.file(file, &bytes),
        Err(why) => report.complain(&format!("error: the picture cannot be drawn: {why}")),
    }
}
