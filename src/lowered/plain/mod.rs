//! Plain rules: the ir again, each thing in it said in one way.
//!
//! What solves a game or proves something of it recognises a shape: a pile that decreases by a linear number, a board from
//! which a cell is taken. The same rule can be written in many shapes: `to P` where P stands for a position, or is chosen from
//! a set of one; `{y for y in S where y != x}` for `S without x`; a condition that a function says. Recognising each of them in
//! each engine would be as many ideas of what the rules mean. So they are made the same once, here, and engines and provers
//! read [`plain`] rules. `rules::eval` does not: it is the meaning, and words every mistake as its author wrote it.
//!
//! **What stays the same.** A position has the same options in the same order, except heaps of size 0, by moves with the same index, whose `shown`
//! slots hold what they held if they are still bound; claims and conditions say the same. Only where a position is chosen
//! (`P in {A, B}`), or each of several conditions decides a choice, is the order another, an option may come more than once,
//! and the move has an index of its own behind all others ([`alternatives`], [`either`]). If the rules as written make a
//! mistake, the plain ones do: so nothing is left out that may make one, unless something else makes the same one. The other
//! way round is not promised; fast paths that meet a mistake ask the rules as written. `tests/lowered.rs` compares the two on
//! everything there is. Budgets are outside: less work, or a little more.
//!
//! A rule here is a few lines that take an expression and may give a better one. They are tried from the inside out, again
//! and again until none fits, so none needs to know the others.

mod alternatives;
mod binders;
mod bounds;
mod calls;
mod checks;
mod collections;
mod conditions;
mod drawn;
mod early;
mod edits;
mod either;
mod euclid;
mod facts;
mod few;
mod islands;
mod multiples;
mod near;
mod numbers;
mod positions;
mod replace;
mod solved;
mod state;
mod sums;

use crate::check::ir::{Claim, Expr, ExprKind, Game, GameId, Move, Program};
use crate::check::types::{Shape, Type};
use binders::Scope;
pub use euclid::is_step_of_euclid;
pub(super) use facts::has_loop;
pub use facts::is_total;
pub(super) use replace::{renumber, renumber_binders};
use state::{Plain, ROOM};

/// The most rounds over the rules; each round but the last has found something. Rewritten once, a rule fits no
/// more, so real programs take two or three rounds.
const ROUNDS: usize = 8;
/// The games and definitions of a program in plain rules. There are no statements: they ask about the rules as written.
pub fn plain(program: &Program) -> Program {
    let games = (0..program.games.len()).map(|g| plain_game(program, GameId(g as u32))).collect();
    let lets = program.lets.iter().map(|l| {
        let mut l = l.clone();
        let mut plain = Plain::new(program, &l.slots, &[]);
        plain.until_settled(|p| p.expr(&mut l.body));
        l.slots = plain.slots;
        l
    });
    Program { games, lets: lets.collect(), statements: vec![] }
}

/// Whether the rules of a game were plain as they were written.
pub fn is_same(game: &Game, plain: &Game) -> bool {
    let moves = game.moves.iter().zip(&plain.moves);
    let mut same = moves.map(|(a, b)| a.binders == b.binders && a.guard == b.guard && a.target == b.target);
    game.moves.len() == plain.moves.len()
        && same.all(|s| s)
        && game.ends == plain.ends
        && game.wins == plain.wins
}

fn plain_game(program: &Program, id: GameId) -> Game {
    let mut game = program.game(id).clone();
    let shapes: Vec<Shape> = game.params.iter().map(|p| p.shape.clone()).collect();
    let mut plain = Plain::new(program, &game.slots, &shapes);
    let state: Vec<&Type> = game.state_params().map(|(_, param)| &param.ty).collect();
    plain.of_pile = state == [&Type::Int];
    plain.all_moves(&mut game.moves);
    for claim in game.splits.iter_mut().chain(&mut game.same) {
        plain.until_settled(|p| p.claim(claim));
    }
    for e in game.ends.iter_mut().chain(&mut game.wins) {
        plain.until_settled(|p| p.expr(e));
    }
    game.slots = plain.slots;
    game
}

impl<'p> Plain<'p> {
    fn until_settled(&mut self, mut round: impl FnMut(&mut Self)) {
        self.room = ROOM;
        for _ in 0..ROUNDS {
            self.changed = false;
            self.apart.clear();
            round(self);
            if !self.changed {
                return;
            }
        }
    }

    /// Each move, and those that are several.
    fn all_moves(&mut self, moves: &mut Vec<Move>) {
        let mut at = 0;
        while at < moves.len() {
            self.until_settled(|p| p.one_move(&mut moves[at]));
            let several =
                self.alternatives(&moves[at], moves.len()).or_else(|| self.either(&moves[at], moves.len()));
            match several {
                Some((first, others)) => {
                    moves[at] = first;
                    moves.extend(others);
                }
                None => at += 1,
            }
        }
    }

    fn one_move(&mut self, m: &mut Move) {
        // A slot is bound in one place of a move, but perhaps in several moves that were one.
        let params = self.shapes.len() as u32;
        self.ends.retain(|(slot, _), _| *slot < params);
        self.places.clear();
        let Move { binders, guard, target, shown, .. } = m;
        let mut tail: Vec<&mut Expr> = guard.iter_mut().chain([&mut *target]).collect();
        self.in_scope(binders, &mut tail, Scope::Move(shown));
        self.settle_first_guard(binders, guard);
        self.changed |= sums::leave_out_no_heaps(target);
        guard.take_if(|g| matches!(g.kind, ExprKind::Bool(true)));
    }

    fn claim(&mut self, claim: &mut Claim) {
        self.in_scope(&mut claim.binders, &mut [&mut claim.target], Scope::Claim);
    }

    /// Makes an expression plain, from the inside out.
    fn expr(&mut self, e: &mut Expr) {
        match &mut e.kind {
            ExprKind::For(fold, item, binders) => {
                let scope = Scope::Fold(*fold);
                self.in_scope(binders, &mut [item], scope);
            }
            ExprKind::MapFor(key, value, binders) => self.in_scope(binders, &mut [key, value], Scope::Claim),
            _ => e.for_each_child_mut(&mut |child| self.expr(child)),
        }
        while let Some(better) = self.better(e) {
            self.changed = true;
            *e = Expr { span: e.span, ..better };
        }
    }

    /// What says the same in a plainer way, if a rule fits. Each takes something away or moves it to where it is looked for,
    /// and none undoes what another does.
    fn better(&mut self, e: &Expr) -> Option<Expr> {
        numbers::better(e)
            .or_else(|| conditions::better(self, e))
            .or_else(|| collections::better(e))
            .or_else(|| collections::row_or_column(self, e))
            .or_else(|| collections::sorted_set(self, e))
            .or_else(|| sums::better(self, e))
            .or_else(|| solved::of_one(self, e))
            .or_else(|| few::each_of_few(self, e))
            .or_else(|| self.in_one_piece(e))
            .or_else(|| self.positions_compared(e))
            .or_else(|| self.known_apart(e))
            .or_else(|| self.edited(e))
            .or_else(|| self.each_written(e))
            .or_else(|| self.written_out(e))
    }
}
