//! The lowered forms of the games of a text, for people.

use super::{Loaded, Session};
use crate::check::ir::GameId;
use crate::lowered;

impl Session {
    /// The games of a text, each with its lowered form; where it has none, those that were read with it.
    pub fn lowered(&self, loaded: &Loaded) -> Vec<(String, String)> {
        let own = self.lowered_where(|file| loaded.texts.first() == Some(&file));
        if own.is_empty() { self.lowered_where(|file| loaded.texts.contains(&file)) } else { own }
    }

    fn lowered_where(&self, wanted: impl Fn(crate::source::FileId) -> bool) -> Vec<(String, String)> {
        let games = self.program.games.iter().enumerate().filter(|(_, g)| wanted(g.span.file));
        let form = |id| lowered::written(&self.program, id, &self.games.machine.lowered(id));
        games.map(|(i, g)| (g.name.clone(), form(GameId(i as u32)))).collect()
    }
}
