//! A play in progress: its legal moves, how it ends, and which move gave it away. `opponent` chooses the
//! computer's moves.

use super::ask::stopped;
use super::drawing::extent;
use super::{Question, Session};
use crate::answer::{Answer, MoveAnswer};
use crate::check::ir::{StatementKind, WinRule};
use crate::diagnostic::Diagnostic;
use crate::engine::loopy::Fate;
use crate::rules::Stop;
use crate::rules::kind::{Kind, Player};
use crate::rules::questions::SumMove;
use crate::value::{Position, Value};
use std::collections::HashSet;

/// A play in progress.
#[derive(Clone)]
pub struct Contest {
    pub(super) question: Question,
    /// The first position, and the one after each move.
    pub(super) positions: Vec<Position>,
    names: Vec<String>,
    kind: Kind,
    /// Who begins; in impartial games it does not matter.
    begins: Player,
}

/// How a play has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The player to move has no move.
    NoMove,
    /// The player to move has won, by a `wins when`.
    Won,
    /// The same position has occurred for the third time: a draw.
    Repeated,
}

/// What a player can force.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Hope {
    /// The other player wins, with correct play.
    Loss,
    /// Not decided.
    Open,
    /// Play need not end.
    Draw,
    /// A win.
    Win,
}

/// The first move by which a player turned a win into less, or a draw into a loss.
#[derive(Clone, Debug)]
pub struct Slip {
    /// The number of the move in the play, from 1.
    pub number: usize,
    /// The move.
    pub name: String,
    /// A move that would have kept the better result.
    pub instead: String,
    /// What the player could force before the move.
    pub before: Hope,
    /// What the player could force after it.
    pub after: Hope,
}

/// Advice for a player.
#[derive(Clone, Debug)]
pub struct Advice {
    /// What the player can force.
    pub hope: Hope,
    /// Moves that keep it, the fastest first; none in a lost position.
    pub moves: Vec<MoveAnswer>,
    /// How long play lasts if the winner hurries and the loser delays, if computed.
    pub lasts: Option<u32>,
}

/// The number of occurrences of a position that ends the play.
const REPEATED: usize = 3;

/// Limits for computing how long play lasts: positions listed, and moves of one position.
const NEAR: usize = 20_000;
const MANY: usize = 100;

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

    /// Whether a player who cannot move wins.
    pub fn is_misere(&self) -> bool {
        self.question.statement.kind.rule() == WinRule::Misere
    }

    /// Whether play may go on for ever.
    pub fn may_be_endless(&self) -> bool {
        self.kind.loopy
    }

    /// Whether there are other ways to win than the last move.
    pub fn has_goals(&self) -> bool {
        self.kind.wins
    }

    /// Left or Right, for the player who begins (1) and the other one (2), if that makes a difference.
    pub fn side(&self, player: usize) -> Option<Player> {
        let side = if player == 1 { self.begins } else { self.begins.other() };
        self.kind.partizan.then_some(side)
    }

    /// How often the current position has occurred before, with the same player to move.
    pub fn times_before(&self) -> usize {
        self.positions.iter().rev().step_by(self.cycle()).skip(1).filter(|p| same(p, self.here())).count()
    }

    /// After this many moves it is the same player's turn.
    fn cycle(&self) -> usize {
        if self.kind.partizan { 2 } else { 1 }
    }

    /// The current position, as you would type it.
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

    pub(super) fn here(&self) -> &Position {
        self.positions.last().unwrap_or_else(|| unreachable!("there is a first position"))
    }

    /// Who is to move.
    pub(super) fn player(&self) -> Player {
        self.player_after(self.names.len())
    }

    /// Who is to move after this many moves.
    fn player_after(&self, moves: usize) -> Player {
        if moves.is_multiple_of(2) { self.begins } else { self.begins.other() }
    }
}

fn same(a: &Position, b: &Position) -> bool {
    let sorted = |p: &Position| {
        let mut parts = p.parts.clone();
        parts.sort();
        parts
    };
    a.parts.len() == b.parts.len() && sorted(a) == sorted(b)
}

impl Session {
    /// A play that begins with the position a question shows, with a move of `begins`.
    ///
    /// # Errors
    /// A mistake or a budget that ran out, as an answer; the same for all other methods.
    pub fn contest(&mut self, question: &Question, begins: Player) -> Result<Contest, Answer> {
        self.games.machine.start(self.budget.clone());
        let start = match &question.statement.kind {
            StatementKind::Show { expr, .. } => self.eval(question).eval(expr),
            _ => Ok(Value::Bool(false)),
        };
        match start {
            Ok(Value::Position(p)) => {
                let kind = self.games.machine.kind(&p);
                let question = question.clone();
                Ok(Contest { question, positions: vec![p], names: vec![], kind, begins })
            }
            Err(stop) => Err(stopped(stop, question)),
            Ok(_) => {
                let d = Diagnostic::error("not-a-position", "A position is needed here");
                Err(stopped(Stop::mistake(d.at(question.span(), "this is none")), question))
            }
        }
    }

    pub(super) fn during<T>(
        &mut self,
        c: &Contest,
        work: impl FnOnce(&Session) -> Result<T, Stop>,
    ) -> Result<T, Answer> {
        self.games.machine.start(self.budget.clone());
        self.games.begin(c.question.statement.kind.rule());
        work(self).map_err(|stop| stopped(stop, &c.question))
    }

    /// The legal moves.
    #[allow(clippy::missing_errors_doc)]
    pub fn legal(&mut self, c: &Contest) -> Result<Vec<MoveAnswer>, Answer> {
        self.during(c, |s| Ok(s.open_to(c.here(), c.player())?.into_iter().map(answer).collect()))
    }

    /// The moves of the player to move; none if the play is won.
    pub(super) fn open_to(&self, p: &Position, player: Player) -> Result<Vec<SumMove>, Stop> {
        if self.games.machine.has_won_in(p)? {
            return Ok(vec![]);
        }
        let mut all = self.games.moves(p)?;
        // Equal coins make moves of the same name.
        let mut seen = HashSet::new();
        all.retain(|m| player.may(m.owner) && seen.insert((m.name.clone(), m.to.clone())));
        Ok(all)
    }

    /// Whether the play is over, and how.
    #[allow(clippy::missing_errors_doc)]
    pub fn ending(&mut self, c: &Contest) -> Result<Option<Ending>, Answer> {
        self.during(c, |s| {
            Ok(if s.games.machine.has_won_in(c.here())? {
                Some(Ending::Won)
            } else if s.open_to(c.here(), c.player())?.is_empty() {
                Some(Ending::NoMove)
            } else {
                (c.times_before() + 1 >= REPEATED).then_some(Ending::Repeated)
            })
        })
    }

    /// Makes the move with that index among the legal ones.
    #[allow(clippy::missing_errors_doc)]
    pub fn make(&mut self, c: &mut Contest, index: usize) -> Result<(), Answer> {
        let m = self.during(c, |s| Ok(s.open_to(c.here(), c.player())?.swap_remove(index)))?;
        c.positions.push(m.to);
        c.names.push(m.name);
        Ok(())
    }

    /// A drawing of the current position.
    #[allow(clippy::missing_errors_doc)]
    pub fn drawn(&mut self, c: &Contest) -> Result<Vec<String>, Answer> {
        self.during(c, |s| s.draw_position(c.here(), extent(&c.positions[0])))
    }

    /// What the player to move can force, and by which moves.
    #[allow(clippy::missing_errors_doc)]
    pub fn advice(&mut self, c: &Contest) -> Result<Advice, Answer> {
        self.during(c, |s| {
            let hope = s.hope(c.here(), c.player())?;
            let mut moves = s.keeping(c.here(), c.player(), hope)?;
            let lasts = s.lasts(c.here(), c.player());
            if hope == Hope::Win && lasts.is_some() {
                moves.sort_by_cached_key(|m| s.lasts(&m.to, c.player().other()).unwrap_or(u32::MAX));
            }
            Ok(Advice { hope, moves: moves.into_iter().map(answer).collect(), lasts })
        })
    }

    /// What a player can force on the move.
    pub(super) fn hope(&self, p: &Position, player: Player) -> Result<Hope, Stop> {
        Ok(match self.games.standing(p, self.games.rule(), player)?.fate {
            Fate::Win => Hope::Win,
            Fate::Loss => Hope::Loss,
            Fate::Draw => Hope::Draw,
            Fate::Open => Hope::Open,
        })
    }

    /// The moves that keep what a player can force: none in a lost position.
    fn keeping(&self, p: &Position, player: Player, hope: Hope) -> Result<Vec<SumMove>, Stop> {
        let then = match hope {
            Hope::Loss => return Ok(vec![]),
            Hope::Win if self.games.is_plain(p) => {
                return self.games.winning_under(p, self.games.rule());
            }
            Hope::Win => Fate::Loss,
            Hope::Draw => Fate::Draw,
            Hope::Open => Fate::Open,
        };
        let mut judged = self.games.judged(p, player)?;
        judged.retain(|j| j.then.fate == then);
        judged.sort_by_key(|j| j.then.remoteness.map_or(u32::MAX, |r| r.0));
        Ok(judged.into_iter().map(|j| j.step).collect())
    }

    /// How long play lasts if the winner hurries and the loser delays; none if that takes too many positions.
    pub(super) fn lasts(&self, p: &Position, player: Player) -> Option<u32> {
        if self.games.move_count(p).ok()? > MANY {
            return None;
        }
        let whole = self.games.whole(p, self.games.rule(), player, NEAR).ok()?;
        whole.remoteness.filter(|(_, exact)| *exact).map(|(moves, _)| moves)
    }

    /// Whether a player (1 or 2) had a win at each turn after this many moves.
    #[allow(clippy::missing_errors_doc)]
    pub fn held_a_win(&mut self, c: &Contest, player: usize, from: usize) -> Result<bool, Answer> {
        self.during(c, |s| {
            for i in (from..c.names.len()).filter(|i| i % 2 == player - 1) {
                if s.hope(&c.positions[i], c.player_after(i))? != Hope::Win {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// The moves by which a player (1 or 2) gave something away.
    #[allow(clippy::missing_errors_doc)]
    pub fn slips(&mut self, c: &Contest, player: usize) -> Result<Vec<Slip>, Answer> {
        self.during(c, |s| {
            let mut slips = vec![];
            for i in (player - 1..c.names.len()).step_by(2) {
                let mover = c.player_after(i);
                let before = s.hope(&c.positions[i], mover)?;
                let after = against(s.hope(&c.positions[i + 1], mover.other())?);
                if after < before
                    && before != Hope::Open
                    && after != Hope::Open
                    && let Some(m) = s.keeping(&c.positions[i], mover, before)?.into_iter().next()
                {
                    let name = c.names[i].clone();
                    slips.push(Slip { number: i + 1, name, instead: m.name, before, after });
                }
            }
            Ok(slips)
        })
    }
}

/// What remains for one player if the other can force something.
pub(super) fn against(other: Hope) -> Hope {
    match other {
        Hope::Win => Hope::Loss,
        Hope::Loss => Hope::Win,
        same => same,
    }
}

fn answer(m: SumMove) -> MoveAnswer {
    MoveAnswer { name: m.name, to: m.to.in_trace() }
}
