//! Moves of sums: labelled moves of their parts, and moves in nim-heaps.

use super::Stop;
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::Owner;
use crate::value::{Int, Part, Position};

type Result<T> = std::result::Result<T, Stop>;

/// A move of a sum: a labelled move in one of its parts.
#[derive(Clone, Debug)]
pub struct SumMove {
    /// `take(3)`, or `take(3) in 2` when there are several parts.
    pub name: String,
    /// Who may make it.
    pub owner: Owner,
    /// The part it is made in, from 0.
    pub part: usize,
    /// What that part becomes.
    pub becomes: Position,
    /// The whole sum after the move.
    pub to: Position,
}

/// Nim-heaps of more than this have too many moves to list.
pub(super) const MAX_HEAP_MOVES: u64 = 1_000_000;

pub(super) fn sum_move(
    position: &Position,
    part: usize,
    name: &str,
    owner: Owner,
    becomes: Position,
) -> SumMove {
    let name = if position.parts.len() > 1 { format!("{name} in {}", part + 1) } else { name.to_string() };
    let to = position.replace(part, &becomes);
    SumMove { name, owner, part, becomes, to }
}

/// A move in a nim-heap, named by what it leaves.
pub(super) fn heap_move(left: &Int) -> (String, Owner, Position) {
    let becomes = if left.is_zero() { Position::default() } else { Position::one(Part::Heap(left.clone())) };
    (format!("leave({left})"), Owner::Both, becomes)
}

/// The move in part `part` of a sum, a nim-heap, that leaves this many.
pub(super) fn heap_move_in(position: &Position, part: usize, left: &Int) -> SumMove {
    let (name, owner, becomes) = heap_move(left);
    sum_move(position, part, &name, owner, becomes)
}

pub(super) fn heap_moves(k: &Int) -> Result<Vec<(String, Owner, Position)>> {
    match k.to_u64().filter(|k| *k <= MAX_HEAP_MOVES) {
        Some(k) => Ok((0..k as i64).map(|j| heap_move(&Int::from(j))).collect()),
        None => Err(Stop::mistake(
            Diagnostic::error("too-many-moves", format!("The nim-heap *{k} has too many moves to list"))
                .hint("Did you mean winning(...), which needs no list?"),
        )),
    }
}
