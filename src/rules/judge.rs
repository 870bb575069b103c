//! Outcomes, remoteness and judged moves as answers, for every kind of game.

use super::kind::Player;
use super::moves::SumMove;
use super::outcome::Standing;
use super::solve::Games;
use super::worth::left_open;
use super::{Kind, Mistake, Stop};
use crate::check::types::{Type, outcome_type};
use crate::diagnostic::Diagnostic;
use crate::engine::loopy::Fate;
use crate::value::{Position, Value};

type Result<T> = std::result::Result<T, Stop>;

/// A move and what the player who made it can then force.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The move.
    pub step: SumMove,
    /// How the other player, who is to move now, stands.
    pub then: Standing,
}

impl Games {
    /// The outcome as the name that the language has for it.
    ///
    /// # Errors
    /// As for [`Games::standing`].
    pub fn outcome_name(&self, position: &Position) -> Result<&'static str> {
        let rule = self.rule();
        let left = self.fate(position, rule, Player::Left)?;
        if !self.machine.kind(position).partizan {
            return Ok(match left {
                Fate::Loss => "P",
                Fate::Win => "N",
                Fate::Draw => "draw",
                Fate::Open => "open",
            });
        }
        let right = self.fate(position, rule, Player::Right)?;
        Ok(match (left, right) {
            (Fate::Open, _) | (_, Fate::Open) => "open",
            (Fate::Draw, Fate::Draw) => "draw",
            (Fate::Win, Fate::Win) => "N",
            (Fate::Loss, Fate::Loss) => "P",
            (Fate::Win, Fate::Loss) => "Left",
            (Fate::Loss, Fate::Win) => "Right",
            (Fate::Win, Fate::Draw) => "Left_if_first",
            (Fate::Draw, Fate::Loss) => "Left_if_second",
            (Fate::Draw, Fate::Win) => "Right_if_first",
            (Fate::Loss, Fate::Draw) => "Right_if_second",
        })
    }

    /// The same as a value of the outcome type.
    ///
    /// # Errors
    /// As for [`Games::standing`].
    pub fn outcome(&self, position: &Position) -> Result<Value> {
        let name = self.outcome_name(position)?;
        match outcome_type() {
            Type::Enum(names) => {
                let index = names.iter().position(|n| n == name).unwrap_or(0);
                Ok(Value::Case(index as u32, names))
            }
            _ => unreachable!("outcomes are an enumeration"),
        }
    }

    /// Whether both players have the same moves, every play ends, and the last move decides.
    pub fn is_plain(&self, position: &Position) -> bool {
        self.machine.kind(position).is_plain()
    }

    /// Every move of a player, with what it leads to.
    ///
    /// # Errors
    /// As for [`Games::standing`].
    pub fn judged(&self, position: &Position, player: Player) -> Result<Vec<Judged>> {
        let rule = self.rule();
        let mut all = vec![];
        for step in self.moves(position)? {
            if !player.may(step.owner) {
                continue;
            }
            self.machine.meter().look()?;
            let then = self.standing(&step.to, rule, player.other())?;
            all.push(Judged { step, then });
        }
        Ok(all)
    }

    /// The moves of a player that win; those that may, but were not decided, are a mistake.
    ///
    /// # Errors
    /// As for [`Games::standing`].
    pub fn winning_of(&self, position: &Position, player: Player) -> Result<Vec<SumMove>> {
        let mut wins = vec![];
        for step in self.moves(position)?.into_iter().filter(|step| player.may(step.owner)) {
            self.machine.meter().look()?;
            match self.fate(&step.to, self.rule(), player.other())? {
                Fate::Loss => wins.push(step),
                Fate::Open => {
                    let what = format!("whether {} wins in {}", step.name, position.in_trace());
                    return Err(left_open(&self.machine.meter(), &what));
                }
                Fate::Win | Fate::Draw => {}
            }
        }
        Ok(wins)
    }

    /// The number of moves until the end when the winner hurries and the loser delays.
    ///
    /// # Errors
    /// A draw, an open position; or as for [`Games::standing`].
    pub fn remoteness(&self, position: &Position, player: Player) -> Result<u32> {
        if self.is_plain(position) {
            // Finds cycles and plays that grow, and says so with a play.
            self.previous_wins(position, self.rule())?;
        }
        let whole = self.whole(position, self.rule(), player, usize::MAX)?;
        match (whole.fate, whole.remoteness) {
            (_, Some((moves, true))) => Ok(moves),
            (Fate::Draw, _) => {
                let title = format!("{} is a draw, so it has no remoteness", position.in_trace());
                let diagnostic = Diagnostic::error("draw-has-no-end", title).note("Remoteness counts the moves until the winner has won; here neither player can force an end.");
                Err(Stop::Mistake(Box::new(Mistake { diagnostic, kind: Kind::NoNumber("draw") })))
            }
            _ => Err(left_open(&self.machine.meter(), &format!("the remoteness of {}", position.in_trace()))),
        }
    }

    /// 0 for a P-position and 1 for an N-position: the Boolean Grundy function.
    ///
    /// # Errors
    /// A position that is neither; or as for [`Games::standing`].
    pub fn boolean_value(&self, position: &Position) -> Result<Value> {
        match self.outcome_name(position)? {
            "P" => Ok(Value::int(0)),
            "N" => Ok(Value::int(1)),
            "open" => {
                Err(left_open(&self.machine.meter(), &format!("the outcome of {}", position.in_trace())))
            }
            other => Err(Stop::mistake(
                Diagnostic::error(
                    "no-boolean-value",
                    format!("{} has no Boolean value: it is {other}", position.in_trace()),
                )
                .note("The Boolean Grundy function is 0 for a P-position and 1 for an N-position."),
            )),
        }
    }

    /// What a position is worth, as text: `6`, `∞{0, 2}`; none where it is worth no nim-heap.
    ///
    /// # Errors
    /// As for [`Games::standing`].
    pub fn worth_text(&self, position: &Position) -> Result<Option<String>> {
        Ok(self.worth(position)?.text())
    }
}
