//! Which parameters the rules of a game look at, and which they only pass on.

use super::{Expr, Program};

/// A game and the index of one of its parameters.
type Param = (usize, usize);

/// Of each game and each parameter, whether it decides something: a rule looks at it, or hands it on to where it does, or to
/// where it is a part of a position. What else a parameter holds is the same in all positions of a play, and nobody asks.
pub(crate) fn asked(program: &Program) -> Vec<Vec<bool>> {
    let mut reading = Reading { handed: vec![], asked: vec![] };
    for (g, game) in program.games.iter().enumerate() {
        reading.asked.push(game.params.iter().map(|p| !p.is_rule).collect());
        game.for_each_expr(&mut |e| reading.expr(g, e));
    }
    reading.follow()
}

struct Reading {
    /// Parameters that stand untouched in the place of others.
    handed: Vec<(Param, Param)>,
    asked: Vec<Vec<bool>>,
}

impl Reading {
    fn expr(&mut self, game: usize, e: &Expr) {
        let Some((to, args)) = e.position() else {
            if let Some(slot) = e.looks_at() {
                self.ask((game, slot as usize));
            }
            return e.for_each_child(&mut |child| self.expr(game, child));
        };
        for (i, arg) in args.iter().enumerate() {
            match arg.local() {
                Some(slot) => self.handed.push(((game, slot as usize), (to.index(), i))),
                None => self.expr(game, arg),
            }
        }
    }

    /// Slots behind the parameters hold what is chosen.
    fn ask(&mut self, (game, slot): Param) -> bool {
        self.asked[game].get_mut(slot).is_some_and(|asked| !std::mem::replace(asked, true))
    }

    fn follow(mut self) -> Vec<Vec<bool>> {
        let handed = std::mem::take(&mut self.handed);
        let is_asked = |asked: &[Vec<bool>], (g, p): Param| asked[g][p];
        loop {
            let mut changed = false;
            for (from, to) in &handed {
                changed |= is_asked(&self.asked, *to) && self.ask(*from);
            }
            if !changed {
                return self.asked;
            }
        }
    }
}
