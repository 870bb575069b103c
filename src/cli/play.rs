//! `fairgame play`.

use super::commands::{first_start, use_all};
use crate::console::Report;
use crate::repl::{Input, Players, play};
use std::io;

/// `fairgame play FILE [POSITION]`: from the position, or the one that the file's first game `starts` with.
pub(super) fn run(
    report: &mut Report,
    file: &str,
    position: &[String],
    misere: bool,
    players: Players,
) -> io::Result<()> {
    let mut session = report.session();
    if !use_all(report, &mut session, std::slice::from_ref(&file.to_string()))? {
        return Ok(());
    }
    let position = match position {
        [] => first_start(report, &session, "play", file)?,
        words => Some(words.join(" ")),
    };
    let Some(position) = position else { return Ok(()) };
    let under = if misere { " under misere" } else { "" };
    let loaded = session.enter(&format!("show {position}{under}"));
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    let Some(question) = loaded.questions.first() else { return Ok(()) };
    let mut input = Input::open(report.output.look.color);
    play(report, &mut input, &mut session, question, players, "")
}
