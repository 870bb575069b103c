//! What games have beyond plain play, and the players of those in which it matters who moves.

use super::Stop;
use super::machine::Machine;
use crate::check::ir::GameId;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::Owner;
use crate::value::{GamePosition, Part, Position, Value};

type Result<T> = std::result::Result<T, Stop>;

/// What a game, or any game its moves lead to, has beyond plain play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kind {
    /// Declared `loopy`.
    pub loopy: bool,
    /// `left move` or `right move`.
    pub partizan: bool,
    /// `wins when`
    pub wins: bool,
}

impl Kind {
    /// Every play ends, both players have the same moves, and whoever moves last wins.
    pub fn is_plain(self) -> bool {
        self == Kind::default()
    }
}

/// A player of a game with an owner. In impartial games it does not matter which.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Player {
    /// Who makes the `left move`s.
    Left,
    /// Who makes the `right move`s.
    Right,
}

impl Player {
    /// The other one.
    pub fn other(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// `Left` or `Right`.
    pub fn name(self) -> &'static str {
        match self {
            Player::Left => "Left",
            Player::Right => "Right",
        }
    }

    /// Whether this player may make a move of that owner.
    pub fn may(self, owner: Owner) -> bool {
        matches!(
            (self, owner),
            (_, Owner::Both) | (Player::Left, Owner::Left) | (Player::Right, Owner::Right)
        )
    }
}

impl Machine {
    /// What the games of a position have beyond plain play.
    pub fn kind(&self, position: &Position) -> Kind {
        let mut kind = Kind::default();
        for part in &position.parts {
            let Part::Game(p) = part else { continue };
            for id in self.at_hand(GameId(p.game.id)).iter() {
                let game = self.program.game(*id);
                kind.loopy |= game.loopy;
                kind.partizan |= !id.is_impartial() && game.moves.iter().any(|m| m.owner != Owner::Both);
                kind.wins |= !game.wins.is_empty();
            }
        }
        kind
    }

    /// Whether the player to move has won in some part.
    ///
    /// # Errors
    /// A mistake in a `wins when`.
    pub fn has_won_in(&self, position: &Position) -> Result<bool> {
        for part in &position.parts {
            if let Part::Game(p) = part
                && self.has_won(p)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Refuses what is for plain games only: genera and misère nim-values.
    pub(super) fn refuse_unplain(&self, position: &GamePosition) -> Result<()> {
        let kind = self.kind(&Position::one(Part::Game(position.clone())));
        let why = match kind {
            Kind { loopy: true, .. } => "its positions can repeat",
            Kind { partizan: true, .. } => "it has moves that only one player may make",
            Kind { wins: true, .. } => "it is not won by the last move alone",
            _ => return Ok(()),
        };
        let game = self.program.game(GameId(position.game.id));
        let title = format!("{} has neither genus nor misère nim-values: {why}", game.name);
        Err(Stop::mistake(Diagnostic::error("not-a-plain-game", title).at(game.span, "").note(
            "Genera and misère nim-values belong to impartial games that terminate, without `wins when`.",
        )))
    }

    /// The player a question names; in impartial games it makes no difference, in others there must be one.
    pub(super) fn the_player(
        &self,
        position: &Position,
        named: Option<&Value>,
        asked: &str,
    ) -> Result<Player> {
        match named {
            Some(Value::Case(1, _)) => Ok(Player::Right),
            None if self.kind(position).partizan => Err(Stop::mistake(
                Diagnostic::error(
                    "which-player",
                    "Left and Right have different moves here: who is to move?",
                )
                .hint(format!("Did you mean `{asked}(..., Left)` or `{asked}(..., Right)`?")),
            )),
            _ => Ok(Player::Left),
        }
    }
}
