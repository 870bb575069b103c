//! Endless plays: a bounded search over small positions for a play that repeats a position, or that provably grows for ever.
//!
//! Positions are the parts of sums: if a move leads from P to P + Q, the play in P comes back to P. The search
//! is bounded by work, not by time, so that the same file gets the same verdict on every machine.

mod cycle;
mod decreasing;
mod doubts;
mod explore;
mod grow;
mod monotone;
mod play;
mod telling;

pub(super) use decreasing::refuted as decreases_refuted;
pub(super) use doubts::borne_out;
pub(super) use explore::{EDGES, Explored};
pub(super) use play::{Endless, Step};
pub(super) use telling::{describe, line, on_one_line, places};

use super::machine::Machine;
use std::time::Duration;

/// No search for a cycle takes longer.
const TIME: Duration = Duration::from_secs(10);

/// Rounds of loops, in thousands, that a search for a play that grows may take. Games that end may have very many ways to look at: on boards
/// this took ten times as long as all values that were asked for.
const GROWING: u64 = 200;

/// How often the explored positions are searched while their number grows.
const ROUNDS: [usize; 5] = [24, 96, 384, 1200, 4000];

/// Looks for the shortest cycle among positions reached from `explored`'s beginnings, smallest positions first, and for
/// a play that grows; explores until something is found or the budget of the machine's meter is used up.
pub(super) fn search(machine: &Machine, explored: &mut Explored) -> Option<Endless> {
    for (i, most) in ROUNDS.iter().enumerate() {
        let finished = explored.explore(machine, *most);
        machine.start(machine.budget_beside(TIME, None));
        if let Some(steps) = cycle::shortest(machine, explored) {
            return Some(Endless::Cycle(steps));
        }
        if i > 0 || finished {
            explored.measure(machine);
            machine.start(machine.budget_beside(TIME, Some(GROWING)));
            if let Some(play) = grow::growing(machine, explored) {
                return Some(play);
            }
        }
        if finished {
            break;
        }
    }
    None
}
