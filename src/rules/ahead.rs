//! What a layout needs room for: found by playing on from a position that something did not fit.

use super::Stop;
use super::machine::Machine;
use super::packed::Needs;
use crate::engine::Budget;
use crate::value::{GamePosition, Part};

/// So many layouts are tried, each with more room than the one before.
pub(super) const MOST_LAYOUTS: u32 = 8;
/// How many plays are followed,
const PLAYS: u64 = 6;
/// and this many options are looked at in all.
const OPTIONS: usize = 2000;
/// in so many thousand rounds of loops: the options of one position may take as long as a table of all of them by machine code.
const ROUNDS: u64 = 1000;

/// What a layout had room for, and what is in a position or comes up in plays from there on; where that is no more, a margin around the
/// board, or large sets. None if nothing helps.
///
/// # Errors
/// A budget that ran out.
pub(super) fn ahead(machine: &Machine, from: &GamePosition, before: &Needs) -> Result<Option<Needs>, Stop> {
    let mut needs = before.clone();
    from.args.iter().for_each(|v| {
        needs.take(v);
    });
    let usual = machine.meter();
    let time = usual.budget().time.map(|limit| limit.saturating_sub(usual.elapsed()));
    let progress = Default::default();
    machine.start(Budget { steps: Some(ROUNDS), time, progress, ..usual.budget().clone() });
    let mut left = 0;
    // What a few plays do not show in that much work comes up later.
    let _ = (0..PLAYS).try_for_each(|play| {
        // A play that never ends leaves something for the others.
        left += OPTIONS / PLAYS as usize;
        follow(machine, from, play, &mut left, &mut needs)
    });
    machine.measure(usual.clone());
    usual.look()?;
    Ok(if needs == *before { before.with_margin().or_else(|| before.with_large_sets()) } else { Some(needs) })
}

/// One play: now the first option is taken, now the last, else one that a number picks.
fn follow(
    machine: &Machine,
    from: &GamePosition,
    play: u64,
    left: &mut usize,
    needs: &mut Needs,
) -> Result<(), Stop> {
    let (mut at, mut picked) = (from.clone(), play.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    while *left > 0 {
        // What is wrong further on is found there, if it is ever met.
        let choices = match machine.choices(&at) {
            Err(Stop::Mistake(_)) => return Ok(()),
            choices => choices?,
        };
        let parts: Vec<GamePosition> = choices
            .into_iter()
            .flat_map(|choice| choice.target.parts)
            .filter_map(|part| match part {
                Part::Game(p) => Some(p),
                Part::Heap(_) => None,
            })
            .collect();
        *left = left.saturating_sub(parts.len().max(1));
        parts.iter().flat_map(|p| p.args.iter()).for_each(|v| {
            needs.take(v);
        });
        picked = picked.wrapping_mul(0xd129_0d3a_2c4f_9b61).wrapping_add(1);
        let Some(last) = parts.len().checked_sub(1) else { return Ok(()) };
        at = parts[match play {
            0 => 0,
            1 => last,
            _ => (picked >> 32) as usize % parts.len(),
        }]
        .clone();
    }
    Ok(())
}
