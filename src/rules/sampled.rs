//! What a table is filled with is held against the rules before it is used: a sample of it, spread over the table.

use super::ctx::Ctx;
use super::ranking::{Measure, Ranking};
use super::spot::Spot;
use crate::value::{GamePosition, Int};

/// Whether what was filled since a table was last compared agrees with the rules.
pub(super) fn is_right(ctx: &mut Ctx<'_>, table: &mut impl Ranking) -> bool {
    let new = table.not_compared();
    if new.is_empty() {
        return true;
    }
    for (size, sample) in new {
        if !agrees(ctx, (table.title(), table.measure()), size, sample, &mut |p| table.known_value(p)) {
            return false;
        }
    }
    table.set_compared();
    true
}

/// Whether the values of a sample agree with the rules. If not, this is a mistake of the program: whoever looks for such
/// mistakes is stopped here, and everybody else gets the value from another engine.
pub(super) fn agrees(
    ctx: &mut Ctx<'_>,
    (engine, measure): (&str, Measure),
    size: u64,
    sample: impl IntoIterator<Item = GamePosition>,
    known: &mut dyn FnMut(&GamePosition) -> Option<Int>,
) -> bool {
    let differing = Spot::new(ctx.machine, size, measure).differing(sample, known);
    let Some(position) = differing else { return true };
    let note = format!("{engine} gives {position} another value than its options do");
    debug_assert!(false, "{note}");
    ctx.notes.dropped.push(note);
    false
}
