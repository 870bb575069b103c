//! Which games are taking-and-breaking games: their position is one pile, and every move leaves up to three smaller
//! piles of the same game, in a way that can be written in the normal form of [`engine::sequence`](crate::engine::sequence).
//!
//! The rules are not compared with patterns. They are evaluated with the pile left open, and what binders, guards
//! and choices say becomes linear conditions on the pile and on what is chosen, so it does not matter how a rule is
//! spelled. If anything is not exact, the game is not recognised, and other solvers take it.

mod line;
mod pieces;
mod remainders;
mod walk;
mod ways;

use crate::check::ir::GameId;
use crate::check::types::Shape;
use crate::engine::sequence::{Form, Piece};
use crate::lowered::symbolic::{Executor, MOST_MOVES, Seen, Unseen};
use crate::rules::machine::Machine;
use crate::syntax::ast::Owner;
use crate::value::GamePosition;
use line::{Line, PILE};
use walk::{Path, Sym, Walk};
pub(crate) use ways::{Family, Way};

/// Steps of the walk through the rules before a game counts as not recognised.
const STEPS: u32 = 200_000;
/// More pieces than this are no help.
const PIECES: usize = 20_000;

/// A game of one pile, with its rule parameters fixed.
#[derive(Clone, Debug)]
pub(crate) struct Recognised {
    /// Its rules.
    pub(crate) form: Form,
    /// Which parameter is the pile.
    pub(crate) pile: usize,
    /// The same rules, as families of moves.
    pub(crate) ways: Vec<Way>,
}

/// Which parameter is the pile and its least size, if the position is one pile, every move is impartial and plain, and leads
/// to positions of the same game.
pub(super) fn one_pile(machine: &Machine, position: &GamePosition) -> Option<(usize, i64)> {
    let id = GameId(position.game.id);
    let game = machine.program.game(id);
    let mut state = game.state_params();
    let (Some((pile, param)), None) = (state.next(), state.next()) else { return None };
    let Shape::Range(Some(first), None) = &param.shape else { return None };
    let first = i64::try_from(first).ok().filter(|f| (0..1 << 20).contains(f))?;
    let plain = !game.loopy
        && game.graph.is_none()
        && game.wins.is_empty()
        && game.splits.is_none()
        && game.same.is_empty()
        && game.moves.iter().all(|m| m.owner == Owner::Both)
        && machine.reachable(id).len() == 1;
    plain.then_some((pile, first))
}

/// The game of a position in the normal form, if it has one.
pub(crate) fn recognise(machine: &Machine, position: &GamePosition) -> Option<Recognised> {
    let (pile, first) = one_pile(machine, position)?;
    let id = GameId(position.game.id);
    let walk = Walk { machine, game: id, given: &position.args, pile, first, steps: STEPS };
    let (pieces, ways) = all_pieces(walk, position).ok()?;
    let form = Form { first: first as u64, pieces };
    (form.pieces.len() <= PIECES && form.is_sound()).then_some(Recognised { form, pile, ways })
}

fn all_pieces(mut walk: Walk<'_>, position: &GamePosition) -> Seen<(Vec<Piece>, Vec<Way>)> {
    let plain = walk.machine.plain();
    let game = plain.game(walk.game);
    if game.moves.len() > MOST_MOVES {
        return Err(Unseen);
    }
    // What is shown of a move and bound no more has no name.
    let mut frame = vec![Sym::unset(); game.slots.len()];
    for (i, arg) in position.args.iter().enumerate() {
        frame[i] = Sym::Known(arg.clone());
    }
    frame[walk.pile] = Sym::Form(Line::variable(PILE));
    let mut start = Path { quotients: vec![None], ..Path::default() };
    start.system.require(Line { constant: -walk.first, terms: vec![1] });
    let mut executor = Executor::new(plain, &mut walk);
    let mut ways = vec![];
    let open = executor.going_on(game, start, frame)?;
    for (index, m) in game.moves.iter().enumerate() {
        for (path, frame) in &open {
            for (path, (frame, (heap, parts))) in executor.options(m, path.clone(), frame)? {
                let shown = m.shown.iter().map(|s| frame[*s as usize].clone()).collect();
                ways.push(Way { index, shown, path, heap, parts });
            }
        }
    }
    let label = |way: &Way| &game.moves[way.index].label;
    let ways = remainders::joined(ways, &|a, b| label(a) == label(b) && a.shown == b.shown);
    let mut pieces = vec![];
    for way in remainders::joined(ways.clone(), &|_, _| true) {
        pieces.extend(pieces::pieces(&way.path, way.heap, &way.parts)?);
    }
    Ok((remainders::merged(pieces), ways))
}
