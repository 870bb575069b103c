//! The last engine: the graph solver over interned values, by the general evaluation. It takes every game that ends,
//! and says what stops it.

use super::engine::{Answer, Asked, Engine, Rest, Result, Usage};
use super::fired::Fired;
use super::graph::answer_with;
use crate::engine::depth_first::Solver;
use crate::engine::{self, Wrong};
use crate::rules::ctx::Ctx;
use crate::rules::general::General;
use crate::rules::machine::Machine;
use crate::rules::stops;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The graph solver over interned values, for all families.
pub(in crate::rules) struct Interned(Solver<General>);

impl Interned {
    /// Nothing solved yet.
    pub(in crate::rules) fn new(machine: &Rc<Machine>) -> Interned {
        Interned(Solver::new(General::new(machine.clone(), true)).asking_early())
    }
}

impl Engine for Interned {
    fn name(&self) -> &'static str {
        "general"
    }

    fn fits(&mut self, _: &mut Ctx<'_>, _: &Asked<'_>) -> Result<()> {
        Ok(())
    }

    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, _: Rest<'_, '_>) -> Result<Answer> {
        let solver = &mut self.0;
        let key = solver.rules.intern(asked.position.clone());
        loop {
            let halt = match answer_with(solver, key, asked.want, &ctx.meter) {
                Ok(answer) => {
                    ctx.notes.trail.answered("general");
                    return Ok(answer);
                }
                Err(halt) => halt.map(|k| solver.rules.position(k).clone()),
            };
            if !matches!(halt.why, engine::Stop::Mistake(Wrong::Deep)) {
                let solved = solver.solved() + solver.search.met();
                return Err(stops::explain(ctx, asked.position, solved, halt));
            }
            solver.longest = engine::asks_next(solver.longest);
            stops::refuse_growing(ctx, asked.position, &halt.play, solver.longest)?;
        }
    }

    fn usage(&self) -> Usage {
        let held = self.0.solved() + self.0.search.met();
        Usage { positions: held as u64, bytes: self.0.bytes() }
    }

    fn tell(&self, fired: &mut Fired) {
        fired.add("engine: general", u64::from(self.usage().positions > 0));
    }

    fn used(&self, used: &mut BTreeMap<String, u64>) {
        used.insert("general".into(), self.0.solved() as u64);
        used.insert("general: search".into(), self.0.search.met() as u64);
    }
}
