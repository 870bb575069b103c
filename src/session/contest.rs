//! A play in progress: its legal moves, what the computer would do, and what gave a game away.

use super::ask::{rule_of, stopped};
use super::{Question, Session};
use crate::answer::{Answer, MoveAnswer};
use crate::check::ir::{StatementKind, WinRule};
use crate::diagnostic::Diagnostic;
use crate::rules::Stop;
use crate::rules::questions::SumMove;
use crate::value::{Position, Value};

/// A play in progress.
#[derive(Clone)]
pub struct Contest {
    question: Question,
    /// The first one, and the one after each move.
    positions: Vec<Position>,
    names: Vec<String>,
}

/// How well the computer plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Any move.
    Random,
    /// Wins at once if it can, does not let the other win at once if it can help it, and else any move.
    Greedy,
    /// Wins if it can; else leaves the other player the fewest winning moves, and the longest way.
    Perfect,
}

impl Level {
    /// The level of that name.
    pub fn named(name: &str) -> Option<Level> {
        match name {
            "random" => Some(Level::Random),
            "greedy" => Some(Level::Greedy),
            "perfect" => Some(Level::Perfect),
            _ => None,
        }
    }
}

/// The first move of a player that turned a win into a loss.
#[derive(Clone, Debug)]
pub struct Slip {
    /// Which move of the play, from 1.
    pub number: usize,
    /// The move.
    pub name: String,
    /// A move that would have held the win.
    pub instead: String,
}

/// So many moves are looked at for the one that sets the best trap.
const LOOKED_AT: usize = 200;

impl Contest {
    /// Takes back the last move.
    pub fn undo(&mut self) -> bool {
        if self.names.pop().is_some() {
            self.positions.pop();
            return true;
        }
        false
    }

    /// The moves made.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Whether whoever cannot move wins.
    pub fn is_misere(&self) -> bool {
        rule_of(&self.question.statement.kind) == WinRule::Misere
    }

    /// The position at hand, as it can be typed.
    pub fn position(&self) -> String {
        self.here().to_string()
    }

    /// The play as a statement.
    pub fn statement(&self) -> String {
        let under = if self.is_misere() { " under misere" } else { "" };
        match self.names.as_slice() {
            [] => format!("show   {}{under}", self.positions[0]),
            names => format!("play   {}{under}: {}", self.positions[0], names.join(", ")),
        }
    }

    fn here(&self) -> &Position {
        self.positions.last().unwrap_or_else(|| unreachable!("there is a first position"))
    }
}

impl Session {
    /// A play that begins with the position a question shows.
    ///
    /// # Errors
    /// A mistake or a budget that ran out, as an answer; so for all the others.
    pub fn contest(&mut self, question: &Question) -> Result<Contest, Answer> {
        self.games.machine.start(self.budget.clone());
        let start = match &question.statement.kind {
            StatementKind::Show { expr, .. } => self.eval(question).eval(expr),
            _ => Ok(Value::Bool(false)),
        };
        match start {
            Ok(Value::Position(p)) if !self.games.is_plain(&p) => {
                let title =
                    "Only games that end, in which both players have the same moves, can be played here";
                let d = Diagnostic::error("not-a-plain-game", title).at(question.span(), "");
                Err(stopped(Stop::mistake(d), question))
            }
            Ok(Value::Position(p)) => {
                Ok(Contest { question: question.clone(), positions: vec![p], names: vec![] })
            }
            Err(stop) => Err(stopped(stop, question)),
            Ok(_) => {
                let d = Diagnostic::error("not-a-position", "A position is needed here");
                Err(stopped(Stop::mistake(d.at(question.span(), "this is none")), question))
            }
        }
    }

    fn during<T>(
        &mut self,
        c: &Contest,
        work: impl FnOnce(&Session) -> Result<T, Stop>,
    ) -> Result<T, Answer> {
        self.games.machine.start(self.budget.clone());
        self.games.rule.set(rule_of(&c.question.statement.kind));
        work(self).map_err(|stop| stopped(stop, &c.question))
    }

    /// The moves that are possible now.
    #[allow(clippy::missing_errors_doc)]
    pub fn legal(&mut self, c: &Contest) -> Result<Vec<MoveAnswer>, Answer> {
        self.during(c, |s| Ok(s.games.moves(c.here())?.into_iter().map(answer).collect()))
    }

    /// Makes the move with that index among the legal ones.
    #[allow(clippy::missing_errors_doc)]
    pub fn make(&mut self, c: &mut Contest, index: usize) -> Result<(), Answer> {
        let m = self.during(c, |s| Ok(s.games.moves(c.here())?.swap_remove(index)))?;
        c.positions.push(m.to);
        c.names.push(m.name);
        Ok(())
    }

    /// The position at hand, drawn.
    #[allow(clippy::missing_errors_doc)]
    pub fn drawn(&mut self, c: &Contest) -> Result<Vec<String>, Answer> {
        self.during(c, |s| s.draw_position(c.here()))
    }

    /// The winning moves.
    #[allow(clippy::missing_errors_doc)]
    pub fn hint(&mut self, c: &Contest) -> Result<Vec<MoveAnswer>, Answer> {
        self.during(c, |s| {
            let rule = s.games.rule.get();
            Ok(s.games.winning_under(c.here(), rule)?.into_iter().map(answer).collect())
        })
    }

    /// What the computer does: an index among the legal moves. `seed` is changed by every choice.
    #[allow(clippy::missing_errors_doc)]
    pub fn choose(&mut self, c: &Contest, level: Level, seed: &mut u64) -> Result<usize, Answer> {
        self.during(c, |s| {
            let all = s.games.moves(c.here())?;
            let good = match level {
                Level::Random => (0..all.len()).collect(),
                Level::Greedy => s.greedy(&all)?,
                Level::Perfect => s.perfect(&all)?,
            };
            Ok(good[(next(seed) % good.len() as u64) as usize])
        })
    }

    /// Whether the player to move has won because the play is over, or would win by a single move.
    fn greedy(&self, all: &[SumMove]) -> Result<Vec<usize>, Stop> {
        let misere = self.games.rule.get() == WinRule::Misere;
        let ends = |p: &Position| Ok::<bool, Stop>(self.games.move_count(p)? == 0);
        let mut at_once = vec![];
        let mut safe = vec![];
        for (i, m) in all.iter().enumerate() {
            if ends(&m.to)? != misere && ends(&m.to)? {
                at_once.push(i);
            }
            let mut loses = misere && ends(&m.to)?;
            for reply in self.games.moves(&m.to)?.iter().take(LOOKED_AT) {
                loses |= !misere && ends(&reply.to)?;
            }
            if !loses {
                safe.push(i);
            }
        }
        let any = (0..all.len()).collect();
        Ok(if !at_once.is_empty() {
            at_once
        } else if !safe.is_empty() {
            safe
        } else {
            any
        })
    }

    /// The winning moves; in a lost position those after which the other player has the fewest winning moves among
    /// the most moves.
    fn perfect(&self, all: &[SumMove]) -> Result<Vec<usize>, Stop> {
        let rule = self.games.rule.get();
        let mut best: Option<(usize, usize)> = None;
        let mut good = vec![];
        let mut winning = vec![];
        for (i, m) in all.iter().enumerate() {
            if self.games.previous_wins(&m.to, rule)? {
                winning.push(i);
            } else if winning.is_empty() && i < LOOKED_AT {
                let wins = self.games.winning_under(&m.to, rule)?.len();
                let rank = (wins, usize::MAX - self.games.move_count(&m.to)?);
                if best.is_none_or(|b| rank < b) {
                    (best, good) = (Some(rank), vec![]);
                }
                if best == Some(rank) {
                    good.push(i);
                }
            }
        }
        Ok(if winning.is_empty() { good } else { winning })
    }

    /// The first move by which a player (1 or 2) gave a win away.
    #[allow(clippy::missing_errors_doc)]
    pub fn slip(&mut self, c: &Contest, player: usize) -> Result<Option<Slip>, Answer> {
        self.during(c, |s| {
            let rule = s.games.rule.get();
            for i in (player - 1..c.names.len()).step_by(2) {
                let kept = s.games.previous_wins(&c.positions[i + 1], rule)?;
                if !kept && let Some(m) = s.games.winning_under(&c.positions[i], rule)?.into_iter().next() {
                    return Ok(Some(Slip { number: i + 1, name: c.names[i].clone(), instead: m.name }));
                }
            }
            Ok(None)
        })
    }
}

fn answer(m: SumMove) -> MoveAnswer {
    MoveAnswer { name: m.name, to: m.to.in_trace() }
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
