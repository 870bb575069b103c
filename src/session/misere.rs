//! `show` under misère.

use super::Session;
use crate::answer::{MisereAnswer, MoveAnswer};
use crate::check::ir::WinRule;
use crate::rules::Stop;
use crate::value::Position;

impl Session {
    /// What is known about a position under misère play. It omits the genus if that takes too long.
    pub(super) fn show_misere(&self, p: &Position) -> Result<MisereAnswer, Stop> {
        let games = self.games();
        let previous_wins = games.previous_wins(p, WinRule::Misere)?;
        let winning = games.winning_under(p, WinRule::Misere)?;
        // Outcomes of positions that stay one part say nothing of sums: what does may take far longer.
        let genus = games.easy_genus(p)?.map(|genus| genus.to_string());
        let tame = if genus.is_some() { Some(games.is_tame(p)?) } else { None };
        Ok(MisereAnswer {
            position: p.to_string(),
            picture: self.picture(p)?,
            outcome: if previous_wins { "P" } else { "N" }.into(),
            moves: games.move_count(p)?,
            winning: winning.into_iter().map(|m| MoveAnswer { name: m.name, to: m.to.in_trace() }).collect(),
            genus,
            tame,
            rests_on: games.take_rests_on(),
        })
    }
}
