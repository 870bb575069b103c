//! Whether the positions of a game with cycles get larger and larger, so that listing them may never end.

use super::machine::Machine;
use super::weight;
use crate::check::ir::GameId;
use crate::check::types::{Shape, Type};
use crate::engine::loopy::{Explorer, Play};
use crate::value::{Part, Position};

/// So many of the positions listed last are examined first.
const LAST: usize = 256;
/// A position that is not this much larger than the first is not thought of as having grown.
const ROOM: u64 = 1000;

/// How positions grow from a first one.
pub(super) struct Growth {
    /// The types of all games that can be reached say that there is an end to it.
    bounded: bool,
    /// The size of the first position.
    root: u64,
}

impl Growth {
    /// From a position.
    pub(super) fn of(machine: &Machine, position: &Position) -> Growth {
        let games = |part: &Part| match part {
            Part::Game(p) => (machine.is_bounded(GameId(p.game.id)), weight::size(p)),
            Part::Heap(_) => (true, 0),
        };
        let all = position.parts.iter().map(games);
        let (bounded, root) =
            all.fold((true, 0u64), |(b, r), (bounded, size)| (b && bounded, r.saturating_add(size)));
        Growth { bounded, root }
    }

    /// Whether the positions reached lately are much larger than the first one, and some are larger than all that were reached
    /// in the first quarter: a counter modulo n, or the bits of a number, have soon been as large as they get.
    pub(super) fn goes_on<R: Play>(&self, explorer: &Explorer<R>, size: impl Fn(&R, R::Key) -> u64) -> bool {
        let (reached, _) = explorer.size();
        let size = |place: usize| {
            let (parts, _) = explorer.sum(place as u32);
            parts.iter().map(|k| size(&explorer.rules, *k)).fold(0, u64::saturating_add)
        };
        let late = (reached.saturating_sub(LAST)..reached).map(size).max().unwrap_or(0);
        if self.bounded || late <= self.root.saturating_mul(2).saturating_add(ROOM) {
            return false;
        }
        let early = (0..reached / 4).map(size).max().unwrap_or(0);
        let larger = |size: u64| size > early + early / 8;
        larger(late) || (reached / 4..reached).rev().any(|place| larger(size(place)))
    }
}

impl Machine {
    /// Whether the types of a game, and of all that can be reached from it, allow finitely many positions only, its rules as
    /// they are.
    fn is_bounded(&self, id: GameId) -> bool {
        self.at_hand(id).iter().all(|id| {
            let params = &self.plain().game(*id).params;
            params.iter().all(|p| p.is_rule || is_bounded(&p.ty, &p.shape))
        })
    }
}

fn is_bounded(ty: &Type, shape: &Shape) -> bool {
    match (ty, shape) {
        (Type::Bool | Type::Enum(_), _) | (Type::Int, Shape::Range(Some(_), Some(_))) => true,
        (Type::Set(of), Shape::Elements(shape)) => is_bounded(of, shape),
        (Type::Set(of), _) => is_bounded(of, &Shape::Any),
        (Type::Map(key, value), Shape::Map(k, v)) => is_bounded(key, k) && is_bounded(value, v),
        (Type::Map(key, value), _) => is_bounded(key, &Shape::Any) && is_bounded(value, &Shape::Any),
        (Type::Tuple(types), Shape::Tuple(shapes)) => {
            types.iter().zip(shapes).all(|(ty, shape)| is_bounded(ty, shape))
        }
        (Type::Tuple(types), _) => types.iter().all(|ty| is_bounded(ty, &Shape::Any)),
        _ => false,
    }
}
