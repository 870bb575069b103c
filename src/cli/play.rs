//! `fairgame play`.

use super::commands::use_all;
use crate::console::{Report, Verdict};
use crate::diagnostic::Diagnostic;
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
        [] => session.program().games.iter().find(|g| g.starts.is_some()).map(|g| g.name.clone()),
        words => Some(words.join(" ")),
    };
    let Some(position) = position else {
        let d = Diagnostic::error("no-start", format!("No game of {file} says where play `starts`"))
            .hint(format!("Which position, as in `fairgame play {file} 'Nim[3, 5, 7]'`?"));
        report.note(Verdict::Mistake);
        return report.diagnostics(&session.sources, &[d]);
    };
    let under = if misere { " under misere" } else { "" };
    let loaded = session.enter(&format!("show {position}{under}"));
    report.diagnostics(&session.sources, &loaded.diagnostics)?;
    let Some(question) = loaded.questions.first() else { return Ok(()) };
    let mut input = Input::open(report.output.look.color);
    play(report, &mut input, &mut session, question, players)
}
