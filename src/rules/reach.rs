//! Which games a game can lead to.

use super::machine::Machine;
use super::remembered::Reach;
use crate::check::ir::{Clauses, GameId, Links};
use std::rc::Rc;

impl Reach {
    fn find(&self, machine: &Machine, id: GameId, clauses: Clauses) -> Rc<Vec<GameId>> {
        if let Some(games) = self.known.borrow().get(&id) {
            return games.clone();
        }
        let plain = GameId(id.index() as u32);
        let found = self.links(machine, clauses).reachable(plain).into_iter();
        let games =
            Rc::new(found.map(|g| if id.is_impartial() { g.impartial() } else { g }).collect::<Vec<_>>());
        self.known.borrow_mut().insert(id, games.clone());
        games
    }

    fn links(&self, machine: &Machine, clauses: Clauses) -> &Links {
        self.links.get_or_init(|| Links::new(&machine.program, clauses))
    }
}

impl Machine {
    /// A game and all games its moves can lead to.
    pub fn reachable(&self, id: GameId) -> Rc<Vec<GameId>> {
        self.by_moves.find(self, id, Clauses::Moves)
    }

    /// A game and all games that matter for its values: those its moves can lead to, or its claims.
    pub fn at_hand(&self, id: GameId) -> Rc<Vec<GameId>> {
        self.by_claims_too.find(self, id, Clauses::MovesAndClaims)
    }

    /// Which games lead to which by moves.
    pub(super) fn links(&self) -> &Links {
        self.by_moves.links(self, Clauses::Moves)
    }
}
