//! `:help`, about everything that has a name.

use super::{commands, say, topics, vocabulary};
use crate::console::Report;
use crate::explain::{Piece, explanation};
use std::io;

/// What is said of a command, a topic or a word; all of them, if it is several.
pub(super) fn about(name: &str) -> Option<String> {
    let name = name.trim_start_matches(':');
    let parts = [
        commands::topic(name).map(String::from),
        topics::topic(name).map(String::from),
        vocabulary::word(name),
    ];
    let found: Vec<String> = parts.into_iter().flatten().collect();
    (!found.is_empty()).then(|| found.join("\n"))
}

/// Running text in lines that fit, examples as they are.
fn reflowed(text: &str, columns: usize) -> String {
    let mut out = String::new();
    for line in text.lines() {
        match line.starts_with("  ") || line.is_empty() {
            true => out += &format!("{line}\n"),
            false => out += &crate::layout::wrap(line, columns, ""),
        }
    }
    out
}

/// `:help`, `:help tour`, `:help why`, `:help wrong-type`.
pub(super) fn help(report: &mut Report, about: &str) -> io::Result<()> {
    if about.is_empty() {
        return report.remark(&commands::help(report.output.look.columns()));
    }
    if about == "tour" {
        return report.remark(commands::TOUR);
    }
    if let Some(text) = self::about(about) {
        return report.remark(&reflowed(&text, report.output.look.columns()));
    }
    let about = about.trim_start_matches("error[").trim_end_matches(']');
    let Some(found) = explanation(about) else {
        let all = commands::names().chain(topics::names()).chain(vocabulary::names());
        let hint = match crate::check::nearest(about, all) {
            Some(near) => format!("Did you mean :help {near} ?"),
            None => ":help lists the commands and topics.".into(),
        };
        return say(report, &format!("There is no help about {about}. {hint}"));
    };
    let mut text = String::new();
    for piece in found.pieces() {
        match piece {
            Piece::Prose(p) => {
                text += &crate::layout::wrap(&p.replace('\n', " "), report.output.look.columns(), "")
            }
            Piece::Wrong(p) | Piece::Right(p) => {
                text.push('\n');
                p.lines().for_each(|l| text += &format!("    {l}\n"));
            }
        }
    }
    report.remark(&text)
}
