//! `fairgame play`.

use super::commands::{asked_or_start, named, split_files, use_all};
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
    let words = [&[file.to_owned()], position].concat();
    let (files, asked) = match position {
        [] => (vec![named(file)], String::new()),
        _ => split_files(&words, &[]),
    };
    if !use_all(report, &mut session, &files)? {
        return Ok(());
    }
    if !report.open_stored(&mut session)? {
        return Ok(());
    }
    let position = asked_or_start(report, &session, "play", &files, asked)?;
    let Some(position) = position else { return Ok(()) };
    let under = if misere { " under misere" } else { "" };
    let loaded = session.enter(&format!("show {position}{under}"));
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    let Some(question) = loaded.questions.first() else { return Ok(()) };
    let mut input = Input::open(report.output.look.color);
    play(report, &mut input, &mut session, question, players, "")
}
