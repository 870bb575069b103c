//! Which games a game can lead to.

use super::machine::Machine;
use crate::check::ir::{Expr, ExprKind, GameId};
use std::collections::HashSet;
use std::rc::Rc;

impl Machine {
    /// A game and all games its moves can lead to.
    pub fn reachable(&self, id: GameId) -> Rc<Vec<GameId>> {
        if let Some(games) = self.reach.borrow().get(&id) {
            return games.clone();
        }
        let games = Rc::new(self.find_reachable(id));
        self.reach.borrow_mut().insert(id, games.clone());
        games
    }

    fn find_reachable(&self, id: GameId) -> Vec<GameId> {
        if id.is_fair() {
            return self.reachable(GameId(id.index() as u32)).iter().map(|g| g.fair()).collect();
        }
        let mut seen = HashSet::from([id]);
        let mut order = vec![id];
        let mut next = 0;
        while next < order.len() {
            for other in self.targets(order[next]) {
                if seen.insert(other) {
                    order.push(other);
                }
            }
            next += 1;
        }
        order
    }

    /// The games that moves of a game build positions of, through `let` definitions too.
    fn targets(&self, id: GameId) -> Vec<GameId> {
        let mut games = vec![];
        let mut lets = vec![];
        let mut visit = |e: &Expr, lets: &mut Vec<_>| {
            e.walk(&mut |e| match &e.kind {
                ExprKind::Position(g, _) => games.push(*g),
                ExprKind::Call(l, _) | ExprKind::Global(l) | ExprKind::Function(l) => lets.push(*l),
                _ => {}
            })
        };
        self.program.game(id).moves.iter().for_each(|m| visit(&m.target, &mut lets));
        let mut seen = HashSet::new();
        while let Some(l) = lets.pop() {
            if seen.insert(l) {
                visit(&self.program.definition(l).body, &mut lets);
            }
        }
        games
    }
}
