//! How measures and obstacles are said.

use super::{Obstacle, ObstacleKind};
use crate::check::ir::{Game, GameId};

/// Nothing was found that a move makes smaller.
pub(super) fn no_measure(game: &Game, id: GameId, index: usize, text: &str) -> Obstacle {
    let m = &game.moves[index];
    let text = text.to_string();
    Obstacle { game: id, move_index: index, span: m.span, kind: ObstacleKind::NotSmaller, text, hint: None }
}
