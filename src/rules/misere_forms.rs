//! What is known about misère play: normal forms of positions, outcomes of their sums, and genera.

use super::ctx::Ctx;
use super::general::{General, heap_size};
use super::machine::Machine;
use super::{Stop, stops};
use crate::engine::misere::genus::Genera;
use crate::engine::misere::quotient::Growing;
use crate::engine::misere::{Form, Solver};
use crate::engine::{self, Budget, Exhausted, Meter, Wrong};
use crate::value::{GamePosition, Part, Position};
use std::rc::Rc;
use std::time::Duration;

type Result<T> = std::result::Result<T, Stop>;

/// What is known about misère play, over general values: claims of equal value are about normal play, and not used.
pub(super) struct Misere {
    pub(super) solver: Solver<General>,
    pub(super) genera: Genera,
    /// The quotient of the parts asked about so far, as long as it is easily found.
    growing: Growing,
}

impl Misere {
    /// Nothing known yet.
    pub(super) fn new(machine: Rc<Machine>) -> Misere {
        Misere {
            solver: Solver::new(General::new(machine, false)),
            genera: Genera::default(),
            growing: Growing::default(),
        }
    }
}

/// A quotient is tried on the way as long as a part takes at most this many sums, and so much time.
const EASY_SUMS: u64 = 300_000;
const EASY_TIME: Duration = Duration::from_secs(2);
/// And as long as there are at most this many parts: the quotient is for games that split.
const EASY_PARTS: usize = 2000;

impl Misere {
    /// Whether the previous player wins. Where a quotient is easily found, and proved, it tells; else it is searched.
    pub(super) fn previous_wins(
        &mut self,
        form: &[u32],
        meter: &Meter,
    ) -> std::result::Result<bool, Exhausted> {
        if !self.solver.is_known(form) && self.solver.parts.count() <= EASY_PARTS {
            let all = meter.budget();
            let budget = Budget {
                positions: EASY_SUMS.min(all.positions),
                time: Some(all.time.map_or(EASY_TIME, |t| t.saturating_sub(meter.elapsed()).min(EASY_TIME))),
                ..all.clone()
            };
            // What runs out here is only the try.
            let _ = self.growing.add(form, &mut self.solver, &Meter::new(budget));
            meter.look()?;
        }
        self.solver.previous_wins(form, meter)
    }

    /// The normal form of a position.
    ///
    /// # Errors
    /// A mistake in the rules, a play without end, or a budget that ran out.
    pub(super) fn form(&mut self, ctx: &Ctx<'_>, position: &Position) -> Result<Form> {
        let (mut keys, mut heaps) = (vec![], vec![]);
        for part in &position.parts {
            match part {
                Part::Heap(k) => heaps.push(heap_size(k)?),
                Part::Game(p) => {
                    ctx.machine.refuse_unplain(p)?;
                    keys.push(self.solver.parts.rules.intern(p.clone()));
                }
            }
        }
        loop {
            let halt = match self.solver.form(&keys, &heaps, &ctx.meter) {
                Ok(form) => return Ok(form),
                Err(halt) => halt.map(|k| self.solver.parts.rules.position(k).clone()),
            };
            if !matches!(halt.why, engine::Stop::Mistake(Wrong::Deep)) {
                return Err(stops::explain(ctx, first_game(position), self.solver.solved(), halt));
            }
            self.solver.parts.longest = usize::MAX;
            stops::refuse_growing(ctx, &halt.play[0], &halt.play)?;
        }
    }

    /// Runs a search; how far it got is said when a budget runs out.
    ///
    /// # Errors
    /// The budget.
    pub(super) fn searched<T>(
        &mut self,
        ctx: &Ctx<'_>,
        position: &Position,
        search: impl FnOnce(&mut Misere, &Meter) -> std::result::Result<T, Exhausted>,
    ) -> Result<T> {
        search(self, &ctx.meter).map_err(|what| {
            let solved = self.solver.solved();
            Stop::Exhausted(what, format!("{solved} sums solved on the way to {}", position.in_trace()))
        })
    }
}

fn first_game(position: &Position) -> &GamePosition {
    let game = position.parts.iter().find_map(|p| match p {
        Part::Game(p) => Some(p),
        Part::Heap(_) => None,
    });
    game.unwrap_or_else(|| unreachable!("nim-heaps alone stop nothing"))
}
