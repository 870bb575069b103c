//! `fairgame explain`: what a message means, with an example.

use crate::api::Diagnostic;
use crate::api::Sources;
use crate::api::words::nearest;
use crate::console::{Format, Report, Verdict};
use crate::explain::{Piece, all, explanation};
use crate::layout::{Paint, pad, wrap};
use crate::print::{self, ExplainLine, LoweredLine};
use std::io;

/// `fairgame explain CODE...`; without a code, all of them.
pub(super) fn run(report: &mut Report, codes: &[String]) -> io::Result<()> {
    if codes.is_empty() {
        return list(report);
    }
    codes.iter().try_for_each(|code| one(report, code))
}

/// `fairgame explain --lowered FILE`
pub(super) fn lowered(report: &mut Report, file: &str) -> io::Result<()> {
    let mut session = report.session();
    let loaded = super::commands::load(report, &mut session, file)?;
    if !loaded.is_fine() {
        return Ok(());
    }
    for (game, form) in session.lowered(&loaded) {
        if report.output.format == Format::Json {
            report.line(&print::json(&LoweredLine { game: &game, lowered: &form }))?;
            continue;
        }
        report.separate(true)?;
        report.output.write(&form)?;
    }
    Ok(())
}

fn list(report: &mut Report) -> io::Result<()> {
    let widest = all().map(|e| e.code.len()).max().unwrap_or(0);
    let room = report.output.look.columns().saturating_sub(widest + 2).max(20);
    for e in all() {
        if report.output.format == Format::Json {
            report.line(&print::json(&ExplainLine { code: e.code, text: &e.first_sentence() }))?;
            continue;
        }
        let folded = wrap(&e.first_sentence(), room, "");
        let next = format!("\n{}", " ".repeat(widest + 2));
        let text = folded.trim_end().lines().collect::<Vec<_>>().join(&next);
        report.output.write(&format!("{}  {text}\n", pad(e.code, widest)))?;
    }
    Ok(())
}

fn one(report: &mut Report, code: &str) -> io::Result<()> {
    // As pasted: error[unknown-name]:
    let inside = code.split_once('[').map_or(code, |c| c.1);
    let code = inside.split(']').next().unwrap_or_default().trim();
    let Some(found) = explanation(code) else {
        let d = Diagnostic::error("unknown-code", format!("No message has the code {code}"));
        let d = match nearest(code, all().map(|e| e.code)) {
            Some(near) => d.hint(format!("Did you mean {near}?")),
            None => d.note("`fairgame explain` lists them all."),
        };
        report.note(Verdict::Mistake);
        return report.diagnostics(&Sources::default(), &[d]);
    };
    if report.output.format == Format::Json {
        return report.line(&print::json(&ExplainLine { code: found.code, text: found.text }));
    }
    let look = report.output.look;
    let mut text = look.paint(Paint::Bold, found.code) + "\n";
    for piece in found.pieces() {
        let (heading, program) = match piece {
            Piece::Prose(prose) => {
                text += &crate::layout::wrap(&prose.replace('\n', " "), look.columns(), "");
                continue;
            }
            Piece::Wrong(program) => (look.paint(Paint::Bad, "This gives the message:"), program),
            Piece::Right(program) => (look.paint(Paint::Good, "This is right:"), program),
        };
        text += &format!("\n{heading}\n\n");
        program.lines().for_each(|line| text += &format!("    {line}\n"));
    }
    report.separate(true)?;
    report.output.write(&text)
}
