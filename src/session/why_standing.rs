//! `why` where values alone do not decide: cycles, owners, other ways to win.

use super::Session;
use super::why::REPLIES;
use crate::answer::{WhyPart, WhyReply, WhyStandingAnswer};
use crate::check::ir::WinRule;
use crate::engine::loopy::Fate;
use crate::rules::Stop;
use crate::rules::judge::Judged;
use crate::rules::outcome::Player;
use crate::value::Position;

impl Session {
    /// Why such a position is won, lost or drawn.
    pub(super) fn why_standing(&self, p: &Position) -> Result<WhyStandingAnswer, Stop> {
        let standing = self.whole_standing(p)?;
        let kind = self.games.machine.kind(p);
        let players = &[Player::Left, Player::Right][..standing.sides.len()];
        let mut parts = vec![];
        if p.parts.len() > 1 && !kind.partizan && self.games.rule() == WinRule::Normal {
            for part in &p.parts {
                let worth = self.games.worth_text(&Position::one(part.clone()))?;
                parts.extend(worth.map(|value| WhyPart { position: part.in_trace(), value }));
            }
            // Where a part is worth nothing that adds up, the others say nothing.
            parts.retain(|_| standing.value.is_some());
        }
        Ok(WhyStandingAnswer {
            loopy: kind.loopy,
            goals: kind.wins,
            parts,
            answers: players.iter().map(|player| self.answers(p, *player)).collect::<Result<_, _>>()?,
            ends: players.iter().map(|player| self.ends_at_once(p, *player)).collect::<Result<_, _>>()?,
            standing,
        })
    }

    /// Replies to the first losing moves of a player who does not win.
    fn answers(&self, p: &Position, player: Player) -> Result<Vec<WhyReply>, Stop> {
        let standing = self.games.standing(p, self.games.rule(), player)?;
        if self.games.machine.has_won_in(p)? || !matches!(standing.fate, Fate::Loss | Fate::Draw) {
            return Ok(vec![]);
        }
        let judged = self.games.judged(p, player)?;
        let losing = judged.into_iter().filter(|j| j.then.fate == Fate::Win).take(REPLIES);
        losing.map(|j| self.answered(&j, player.other())).collect()
    }

    /// The fastest reply to a losing move; empty if the play is over by then.
    fn answered(&self, j: &Judged, player: Player) -> Result<WhyReply, Stop> {
        let to = &j.step.to;
        let over = self.games.machine.has_won_in(to)?;
        let mut all = if over { vec![] } else { self.games.judged(to, player)? };
        all.retain(|a| a.then.fate == Fate::Loss);
        let best = all.iter().min_by_key(|a| a.then.remoteness.map_or(u32::MAX, |r| r.0));
        Ok(WhyReply {
            name: j.step.name.clone(),
            to: to.in_trace(),
            reply: best.map(|b| b.step.name.clone()).unwrap_or_default(),
            then: best.map(|b| b.step.to.in_trace()).unwrap_or_default(),
        })
    }

    /// Whether the fastest winning move of a player ends the play.
    fn ends_at_once(&self, p: &Position, player: Player) -> Result<bool, Stop> {
        let judged = self.games.judged(p, player)?;
        let wins = judged.iter().filter(|j| j.then.fate == Fate::Loss);
        let best = wins.min_by_key(|j| j.then.remoteness.map_or(u32::MAX, |r| r.0));
        match best {
            Some(best) => Ok(self.open_to(&best.step.to, player.other())?.is_empty()),
            None => Ok(false),
        }
    }
}
