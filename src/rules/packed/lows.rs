//! Which games have positions of one to three numbers, each with a least value: those that tables in order take.

use crate::check::ir;
use crate::check::types::{self, Type};
use num_traits::ToPrimitive;

/// More numbers than this are no position of a dense table.
pub(super) const NUMBERS: usize = 3;

/// The least values of the numbers of a game's positions, if these are one to three such numbers.
pub(super) fn lows(game: &ir::Game) -> Option<Vec<i64>> {
    let low = |p: &ir::Param| match (&p.ty, &p.shape) {
        (Type::Bool | Type::Enum(_), _) => Some(0),
        (Type::Int, types::Shape::Range(Some(low), _)) => low.to_i64().filter(|low| low.abs() < 1 << 40),
        _ => None,
    };
    let lows: Vec<i64> = game.state_params().map(|(_, p)| low(p)).collect::<Option<_>>()?;
    (1..=NUMBERS).contains(&lows.len()).then_some(lows)
}
