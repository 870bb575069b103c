//! A position of a game as one may be typed, for a hint: of the right form, if not a good one.

use super::Session;
use crate::check::ir::Game;
use crate::check::types::Type;

impl Session {
    /// A position of the game that was defined last, none if one of its parameters is of no usual type.
    pub fn some_position(&self) -> Option<String> {
        self.program().games.last().and_then(position)
    }

    /// The same of the game of that name.
    pub fn some_position_of(&self, game: &str) -> Option<String> {
        self.program().games.iter().rfind(|g| g.name == game).and_then(position)
    }
}

fn position(game: &Game) -> Option<String> {
    let values: Option<Vec<String>> = game.params.iter().map(|p| value(&p.ty)).collect();
    Some(format!("{}({})", game.name, values?.join(", ")))
}

fn value(ty: &Type) -> Option<String> {
    Some(match ty {
        Type::Int => "5".into(),
        Type::Bool => "true".into(),
        Type::Text => "\"ab\"".into(),
        Type::Cell => "(1, 1)".into(),
        Type::Enum(names) => names.first()?.clone(),
        Type::Set(t) if **t == Type::Cell => "board(3, 3)".into(),
        Type::Set(t) if **t == Type::Int => "{1, 3, 4}".into(),
        Type::Bag(t) if **t == Type::Int => "bag(3, 4, 5)".into(),
        Type::List(t) if **t == Type::Int => "[3, 4, 5]".into(),
        _ => return None,
    })
}
