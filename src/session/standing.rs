//! `show` of positions whose value alone does not decide: cycles, owners, other ways to win, misère.

use super::Session;
use super::ask::stopped_answer;
use crate::answer::{DrawnPlay, MoveAnswer, SideAnswer, StandingAnswer};
use crate::check::ir::WinRule;
use crate::engine::loopy::Fate;
use crate::rules::Stop;
use crate::rules::judge::Judged;
use crate::rules::outcome::Player;
use crate::value::Position;
use std::collections::HashMap;

/// How many moves of a play that holds a draw are shown.
const DRAWN_MOVES: usize = 12;

impl Session {
    /// What is known about such a position: who wins, and more as far as the budgets go.
    pub(super) fn show_standing(&self, p: &Position) -> Result<StandingAnswer, Stop> {
        let outcome = self.games().outcome_name(p)?;
        match self.whole_standing(p) {
            Err(Stop::Exhausted(what, how_far)) => Ok(StandingAnswer {
                stopped: Some(stopped_answer(
                    what,
                    format!("who wins is known, but not by which moves; {how_far}"),
                )),
                position: p.to_string(),
                picture: None,
                misere: self.games().rule() == WinRule::Misere,
                value: None,
                outcome: outcome.into(),
                sides: vec![],
                drawn_play: None,
                rests_on: self.games().take_rests_on(),
            }),
            whole => whole,
        }
    }

    /// All there is to say.
    pub(super) fn whole_standing(&self, p: &Position) -> Result<StandingAnswer, Stop> {
        let games = self.games();
        let kind = games.machine.kind(p);
        let rule = games.rule();
        let outcome = games.outcome_name(p)?;
        let value = match rule {
            WinRule::Normal if !kind.partizan => games.worth_text(p)?,
            _ => None,
        };
        let players = [Player::Left, Player::Right];
        let players = if kind.partizan { &players[..] } else { &players[..1] };
        let sides: Vec<SideAnswer> =
            players.iter().map(|player| self.side(p, *player, kind.partizan)).collect::<Result<_, _>>()?;
        let drawn = players.iter().zip(&sides).find(|(_, s)| s.stands == "draw" && s.over.is_none());
        let drawn_play = drawn.map(|(player, _)| self.drawn_play(p, *player)).transpose()?;
        Ok(StandingAnswer {
            position: p.to_string(),
            picture: self.picture(p)?,
            misere: rule == WinRule::Misere,
            value,
            outcome: outcome.into(),
            sides,
            drawn_play,
            rests_on: games.take_rests_on(),
            stopped: None,
        })
    }

    /// How the player to move stands.
    fn side(&self, p: &Position, player: Player, partizan: bool) -> Result<SideAnswer, Stop> {
        let games = self.games();
        let standing = games.standing(p, games.rule(), player)?;
        let mut judged = games.judged(p, player)?;
        judged.sort_by_key(|j| j.then.remoteness.map_or(u32::MAX, |r| r.0));
        let of = |fate: Fate| -> Vec<MoveAnswer> {
            judged.iter().filter(|j| j.then.fate == fate).map(|j| answer(&j.step)).collect()
        };
        let over = match (judged.is_empty(), games.machine.has_won_in(p)?) {
            (_, true) => Some("won"),
            (true, _) => Some("no move"),
            _ => None,
        };
        Ok(SideAnswer {
            player: partizan.then(|| player.name()),
            stands: match standing.fate {
                Fate::Win => "win",
                Fate::Loss => "loss",
                Fate::Draw => "draw",
                Fate::Open => "open",
            },
            remoteness: standing.remoteness.map(|r| r.0),
            at_most: standing.remoteness.is_some_and(|r| !r.1),
            over,
            moves: judged.len(),
            winning: of(Fate::Loss),
            drawing: of(Fate::Draw),
            open: of(Fate::Open),
        })
    }

    /// A play in which both players hold the draw, until a position repeats.
    fn drawn_play(&self, p: &Position, first: Player) -> Result<DrawnPlay, Stop> {
        let (mut here, mut player) = (p.clone(), first);
        let mut seen: HashMap<(Position, bool), usize> = HashMap::new();
        let mut play = DrawnPlay { moves: vec![], back_to: None };
        while play.moves.len() < DRAWN_MOVES {
            if let Some(at) = seen.insert((sorted(&here), player == Player::Left), play.moves.len()) {
                play.back_to = Some(at);
                break;
            }
            let judged = self.games().judged(&here, player)?;
            let Some(hold) = judged.iter().find(|j: &&Judged| j.then.fate == Fate::Draw) else { break };
            play.moves.push(answer(&hold.step));
            here = hold.step.to.clone();
            if self.games().machine.kind(p).partizan {
                player = player.other();
            }
        }
        Ok(play)
    }
}

fn answer(step: &crate::rules::questions::SumMove) -> MoveAnswer {
    MoveAnswer { name: step.name.clone(), to: step.to.in_trace() }
}

fn sorted(p: &Position) -> Position {
    let mut p = p.clone();
    p.parts.sort();
    p
}
