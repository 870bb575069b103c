//! Games in which the players have moves of their own, as games in which both have the same: a position has one number more, which
//! says whose turn it is. Whoever is to move in `Cut(a, b)` wins if and only if that is so in `Cut(a, b, turn)`, and in as many moves.
//!
//! What holds positions of one part in arrays need know nothing of players then. Of a sum this says nothing: a player may move twice in
//! one of its parts.

use super::again::{binary, compare, int, local, truth};
use super::plain::{renumber, renumber_binders};
use crate::check::ir::{
    BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Game, GameId, Move, Param, Program, Slot,
    each_in_binders,
};
use crate::check::types::{Shape, Type};
use crate::syntax::ast::Owner;

/// The turn of Left, and that of Right.
pub(crate) const TURNS: [i64; 2] = [0, 1];

/// The program with a turn in all positions of these games, which are all that play of one of them comes to; `None` if a move may lead to a
/// sum, or rules ask about positions.
pub(crate) fn in_turns(program: &Program, ids: &[GameId]) -> Option<Program> {
    let mut turned = program.clone();
    for id in ids {
        turned.games[id.index()] = game_in_turns(program.game(*id))?;
    }
    Some(turned)
}

fn game_in_turns(game: &Game) -> Option<Game> {
    let claims = game.splits.is_some() || !game.same.is_empty();
    if claims || game.graph.is_some() || !game.wins.is_empty() {
        return None;
    }
    let turn = game.params.len() as Slot;
    let behind = |slot: Slot| if slot < turn { slot } else { slot + 1 };
    let mut game = game.clone();
    let span = game.span;
    let shape = Shape::Range(Some(TURNS[0].into()), Some(TURNS[1].into()));
    game.params.push(Param { name: "turn".into(), ty: Type::Int, shape, is_rule: false, span });
    game.slots.insert(turn as usize, Type::Int);
    (game.starts, game.picture, game.decreases) = (None, None, None);
    for end in &mut game.ends {
        renumber(end, &behind);
    }
    if !game.ends.iter().all(asks_nothing) {
        return None;
    }
    let Game { moves, slots, .. } = &mut game;
    for m in moves {
        *m = move_in_turns(m, turn, (&behind, &mut *slots))?;
    }
    Some(game)
}

fn move_in_turns(
    m: &Move,
    turn: Slot,
    (behind, slots): (&dyn Fn(Slot) -> Slot, &mut Vec<Type>),
) -> Option<Move> {
    let mut m = m.clone();
    renumber_binders(&mut m.binders, behind);
    m.guard.iter_mut().chain([&mut m.target]).for_each(|e| renumber(e, behind));
    m.shown.iter_mut().for_each(|slot| *slot = behind(*slot));
    let mut plain = m.guard.iter().all(asks_nothing);
    each_in_binders(&m.binders, &mut |e| plain &= asks_nothing(e));
    if !plain {
        return None;
    }
    let now = local(turn, Type::Int, m.span);
    let next = match m.owner {
        Owner::Left => int(TURNS[1], m.span),
        Owner::Right => int(TURNS[0], m.span),
        Owner::Both => binary(BinaryOp::Subtract, int(TURNS[0] + TURNS[1], m.span), now.clone()),
    };
    m.target = target_in_turns(&m.target, &next)?;
    let own = match m.owner {
        Owner::Left => TURNS[0],
        Owner::Right => TURNS[1],
        Owner::Both => return Some(m),
    };
    let is_own = compare(CompareOp::Equal, now, int(own, m.span));
    m.owner = Owner::Both;
    guard_first(&mut m, is_own, slots);
    Some(m)
}

/// Asks a condition before anything is chosen, as the guard of a name that nothing looks at.
fn guard_first(m: &mut Move, first: Expr, slots: &mut Vec<Type>) {
    let (slot, span) = (slots.len() as Slot, first.span);
    slots.push(Type::Bool);
    let kind = BinderKind::Is { slot, name: String::new(), value: truth(true, span) };
    m.binders.insert(0, Binder { kind, guard: Some(first), span });
}

/// A position of one part, with whose turn it is.
fn target_in_turns(target: &Expr, next: &Expr) -> Option<Expr> {
    let kind = match &target.kind {
        ExprKind::Position(id, args) if args.iter().all(asks_nothing) && !id.is_impartial() => {
            let args = args.iter().chain([next]).cloned().collect();
            ExprKind::Position(*id, args)
        }
        ExprKind::If(c, a, b) if asks_nothing(c) => {
            let (a, b) = (target_in_turns(a, next)?, target_in_turns(b, next)?);
            ExprKind::If(c.clone(), Box::new(a), Box::new(b))
        }
        _ => return None,
    };
    Some(Expr { kind, ..target.clone() })
}

/// Whether nothing in an expression is a position.
fn asks_nothing(e: &Expr) -> bool {
    let mut nothing = true;
    e.walk(&mut |e| nothing &= e.ty != Type::Position);
    nothing
}
