//! The computer's moves in a play.

use super::Session;
use super::contest::{Contest, Hope, against};
use crate::answer::Answer;
use crate::check::ir::WinRule;
use crate::rules::Stop;
use crate::rules::outcome::Player;
use crate::rules::questions::SumMove;
use crate::value::Position;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::time::Duration;

/// How well the computer plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// A random move half of the time, else as `Greedy`: you can beat it.
    Beginner,
    /// A random move.
    Random,
    /// Wins at once if it can, avoids letting the other win at once, and otherwise plays a random move.
    Greedy,
    /// Wins if it can, as fast as it can; holds a draw; and makes winning hard for the other in a lost position.
    Perfect,
}

impl Level {
    /// The level of that name.
    pub fn named(name: &str) -> Option<Level> {
        match name {
            "beginner" => Some(Level::Beginner),
            "random" => Some(Level::Random),
            "greedy" => Some(Level::Greedy),
            "perfect" => Some(Level::Perfect),
            _ => None,
        }
    }
}

/// How many moves it examines for the one that sets the best trap.
const LOOKED_AT: usize = 200;
/// How many replies to all moves together it examines for one that wins at once.
const ANSWERS: usize = 2000;

/// The longest wait for a move; the wait is shorter for a move that needs little thought.
const PATIENCE: Duration = Duration::from_secs(10);
const GREEDY: Duration = Duration::from_secs(3);

/// How a move that does not win looks to the player who must reply; the least is the best trap.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Trap {
    /// The next move can win: nobody overlooks that.
    open: bool,
    /// The number of right replies.
    right: usize,
    /// The length of the play.
    lasts: Reverse<u32>,
    /// The number of replies.
    answers: Reverse<usize>,
}

impl Session {
    /// The computer's move, as an index among the legal moves. Every choice changes `seed`.
    #[allow(clippy::missing_errors_doc)]
    pub fn choose(&mut self, c: &Contest, level: Level, seed: &mut u64) -> Result<usize, Answer> {
        let time = self.budget.time;
        let patience = if level == Level::Perfect { PATIENCE } else { GREEDY };
        self.budget.time = Some(time.map_or(patience, |t| t.min(patience)));
        let chosen = self.during(c, |s| {
            let all = s.open_to(c.here(), c.player())?;
            let careless = level == Level::Beginner && next(seed).is_multiple_of(2);
            let good = match level {
                Level::Beginner if careless => (0..all.len()).collect(),
                Level::Random => (0..all.len()).collect(),
                Level::Greedy | Level::Beginner => s.greedy(&all, c.player())?,
                Level::Perfect => s.perfect(c, &all)?,
            };
            Ok(good[(next(seed) % good.len() as u64) as usize])
        });
        self.budget.time = time;
        chosen
    }

    /// Whether the player to move has won, or lost, because the play is over.
    fn is_over(&self, p: &Position, player: Player) -> Result<Option<Hope>, Stop> {
        if self.games.machine.has_won_in(p)? {
            return Ok(Some(Hope::Win));
        }
        if !self.open_to(p, player)?.is_empty() {
            return Ok(None);
        }
        let misere = self.games.rule() == WinRule::Misere;
        Ok(Some(if misere { Hope::Win } else { Hope::Loss }))
    }

    /// Moves that win at once, else those after which the other player cannot, else all.
    fn greedy(&self, all: &[SumMove], player: Player) -> Result<Vec<usize>, Stop> {
        let other = player.other();
        let mut at_once = vec![];
        let mut safe = vec![];
        let mut left = ANSWERS;
        for (i, m) in all.iter().enumerate() {
            match self.is_over(&m.to, other)? {
                Some(Hope::Loss) => at_once.push(i),
                Some(_) => {}
                None if self.is_won_at_once(&m.to, other, &mut left)? => {}
                None => safe.push(i),
            }
        }
        Ok([at_once, safe].into_iter().find(|s| !s.is_empty()).unwrap_or_else(|| (0..all.len()).collect()))
    }

    fn is_won_at_once(&self, p: &Position, player: Player, left: &mut usize) -> Result<bool, Stop> {
        let answers = self.open_to(p, player)?;
        let looked_at = answers.len().min(*left);
        *left -= looked_at;
        for reply in &answers[..looked_at] {
            if self.is_over(&reply.to, player.other())? == Some(Hope::Loss) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Of the moves that keep the most, the winning ones that win fastest, the drawing ones and the losing ones that
    /// set the best trap.
    fn perfect(&self, c: &Contest, all: &[SumMove]) -> Result<Vec<usize>, Stop> {
        let other = c.player().other();
        let (best, mut keep) = self.best(c, all)?;
        // Where the whole has too many positions, so may what a move leads to.
        let lasts = |m: &SumMove| self.lasts(&m.to, other);
        let near = self.lasts(c.here(), c.player()).is_some();
        match best {
            Hope::Win if near => least(keep, |i| Ok(lasts(&all[i]).unwrap_or(u32::MAX))),
            Hope::Win => Ok(keep),
            _ => {
                keep.truncate(LOOKED_AT);
                least(keep, |i| self.trap(&all[i].to, other, if near { lasts(&all[i]) } else { None }))
            }
        }
    }

    /// The best result that can be kept, and the moves that keep it.
    fn best(&self, c: &Contest, all: &[SumMove]) -> Result<(Hope, Vec<usize>), Stop> {
        if self.games.is_plain(c.here()) {
            let wins = self.games.winning_under(c.here(), self.games.rule())?;
            let names: HashSet<&str> = wins.iter().map(|m| m.name.as_str()).collect();
            let keep: Vec<usize> = (0..all.len()).filter(|i| names.contains(all[*i].name.as_str())).collect();
            return Ok(match keep.is_empty() {
                false => (Hope::Win, keep),
                true => (Hope::Loss, (0..all.len()).collect()),
            });
        }
        let (mut best, mut keep) = (Hope::Loss, vec![]);
        for (i, m) in all.iter().enumerate() {
            let hope = against(self.hope(&m.to, c.player().other())?);
            if hope > best {
                (best, keep) = (hope, vec![]);
            }
            if hope == best {
                keep.push(i);
            }
        }
        Ok((best, keep))
    }

    /// How hard it is to find the right reply.
    fn trap(&self, p: &Position, player: Player, lasts: Option<u32>) -> Result<Trap, Stop> {
        let answers = self.games.move_count(p)?;
        let (open, lasts) = (lasts == Some(1), Reverse(lasts.unwrap_or(0)));
        let right = match self.games.is_plain(p) {
            true => self.games.winning_under(p, self.games.rule())?.len(),
            false => {
                let hope = self.hope(p, player)?;
                let mut right = 0;
                for m in self.open_to(p, player)?.iter().take(LOOKED_AT) {
                    right += usize::from(against(self.hope(&m.to, player.other())?) == hope);
                }
                right
            }
        };
        Ok(Trap { open, right, lasts, answers: Reverse(answers) })
    }
}

/// The moves with the least rank.
fn least<T: Ord>(
    moves: Vec<usize>,
    mut rank: impl FnMut(usize) -> Result<T, Stop>,
) -> Result<Vec<usize>, Stop> {
    let mut best: Option<T> = None;
    let mut good = vec![];
    for i in moves {
        let rank = rank(i)?;
        if best.as_ref().is_none_or(|b| rank < *b) {
            (best, good) = (Some(rank), vec![i]);
        } else if best.as_ref() == Some(&rank) {
            good.push(i);
        }
    }
    Ok(good)
}

/// The next number of a sequence that looks random: xorshift (G. Marsaglia, 2003).
fn next(seed: &mut u64) -> u64 {
    let mut x = (*seed).max(1);
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    *seed = x;
    x >> 11
}
