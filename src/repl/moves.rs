//! `:moves` and `:hint`: what may be done in a position, and what should be.

use super::said::advised;
use super::{Repl, as_show};
use crate::api::MoveAnswer;
use crate::api::Player;
use crate::console::Report;
use crate::layout::{Look, clean, shorten, shorten_position};
use std::io;

impl Repl {
    pub(super) fn moves(&mut self, report: &mut Report, rest: &str) -> io::Result<()> {
        let Some(question) = self.question(report, &as_show(rest))? else { return Ok(()) };
        let session = &mut self.session;
        let mut text = String::new();
        for player in [Player::Left, Player::Right] {
            let found = report.watched(|| {
                let contest = session.contest(&question, player)?;
                Ok((contest.side(1), session.legal(&contest)?))
            });
            let (side, all) = match found {
                Ok(found) => found,
                Err(answer) => return report.show(session, &question, &answer),
            };
            if let Some(side) = side {
                text += &format!("{}\n", side.name());
            }
            text += &listed(&all, &report.output.look);
            if side.is_none() {
                break;
            }
        }
        report.remark(&text)
    }

    pub(super) fn hint(&mut self, report: &mut Report, rest: &str) -> io::Result<()> {
        let Some(question) = self.question(report, &as_show(rest))? else { return Ok(()) };
        let session = &mut self.session;
        for player in [Player::Left, Player::Right] {
            let found = report.watched(|| {
                let contest = session.contest(&question, player)?;
                Ok((contest.side(1), session.advice(&contest)?))
            });
            let (side, advice) = match found {
                Ok(found) => found,
                Err(answer) => return report.show(session, &question, &answer),
            };
            let text = advised(&advice, true);
            let whose = side.map_or(String::new(), |side| format!("{}: ", side.name()));
            report.remark(&crate::layout::wrap(
                &format!("{whose}{text}"),
                report.output.look.columns(),
                "",
            ))?;
            if side.is_none() {
                break;
            }
        }
        Ok(())
    }
}

/// Moves and where they lead, a line each.
fn listed(all: &[MoveAnswer], look: &Look) -> String {
    let column = all.iter().map(|m| crate::layout::width(&m.name)).max().unwrap_or(0).min(40);
    let mut text = String::new();
    for m in all.iter().take(200) {
        let name = crate::layout::pad(&shorten(&clean(&m.name), 40), column);
        let room = look.columns().saturating_sub(column + 8).max(20);
        text += &format!("  {name}  ->  {}\n", shorten_position(&clean(&m.to), room));
    }
    match all.len() {
        0 => text += "  No move is possible.\n",
        n if n > 200 => text += &format!("  ... and {} more\n", n - 200),
        _ => {}
    }
    text
}
