//! The graph solver over packed positions in bytes: for what takes more than the words of the engines before it, or has a
//! part of no fixed size. Nothing that is a value is too large for it.

use super::engine::{Answer, Asked, Engine, Rest, Result, Usage};
use super::fired::Fired;
use super::graph::answer_with;
use crate::check::ir::WinRule;
use crate::engine::depth_first::Solver;
use crate::engine::{self, Halt, Unfit, Wrong};
use crate::rules::ctx::Ctx;
use crate::rules::packed::{Family, InBytes, Listed};
use crate::rules::stops;
use std::collections::BTreeMap;

/// Positions of a family in bytes.
#[derive(Default)]
pub(in crate::rules) enum Bytes {
    /// Nothing was asked yet.
    #[default]
    Untried,
    /// The rules are compiled, with sets as runs or as bits.
    Ready(Box<Solver<InBytes>>),
    /// Something is no first-order value.
    Unfit(Unfit),
}

const NAME: &str = "packed in bytes";

impl Bytes {
    /// The solver and the key of a position in it.
    fn ready(&mut self, ctx: &Ctx<'_>, asked: &Asked<'_>) -> Result<(&mut Solver<InBytes>, u32)> {
        let fits = match self {
            Bytes::Unfit(why) => return Err((*why).into()),
            Bytes::Ready(solver) => solver.rules.key(asked.position).is_some(),
            Bytes::Untried => false,
        };
        if !fits {
            *self = Bytes::compiled(ctx, asked, false)
                .or_else(|| Bytes::compiled(ctx, asked, true))
                .unwrap_or(Bytes::Unfit(Unfit::Kind(
                    "a part of a position, or of a move, is no value of the first order",
                )));
        }
        match self {
            Bytes::Ready(solver) => {
                solver.rules.measure(ctx.meter.clone());
                let key = solver.rules.key(asked.position).ok_or(Unfit::Misfit)?;
                Ok((solver, key))
            }
            Bytes::Unfit(why) => {
                // Rules that were not compiled for want of time are no reason to give them up.
                let why = *why;
                if ctx.meter.look().is_err() {
                    *self = Bytes::Untried;
                    ctx.meter.look()?;
                }
                Err(why.into())
            }
            Bytes::Untried => unreachable!("it was tried"),
        }
    }

    /// The rules compiled, if they can be and the position fits.
    fn compiled(ctx: &Ctx<'_>, asked: &Asked<'_>, runs: bool) -> Option<Bytes> {
        let family = Family::in_bytes(ctx.machine, asked.position, Listed::Usual, runs)?;
        let has_sums = asked.rule == WinRule::Misere && !family.has_no_sums();
        let mut rules = InBytes::new(family, ctx.machine).filter(|_| !has_sums)?.under(asked.rule);
        rules.key(asked.position)?;
        Some(Bytes::Ready(Box::new(Solver::new(rules).asking_early())))
    }

    /// Goes on with sets of any size, or with none.
    fn widen(&mut self, ctx: &Ctx<'_>, asked: &Asked<'_>) -> Result<()> {
        let has_bits = matches!(self, Bytes::Ready(solver) if !solver.rules.has_runs());
        let wider = if has_bits { Bytes::compiled(ctx, asked, true) } else { None };
        let unfit = wider.is_none();
        *self = wider.unwrap_or(Bytes::Unfit(Unfit::Misfit));
        if unfit { Err(Unfit::Misfit.into()) } else { Ok(()) }
    }
}

impl Engine for Bytes {
    fn name(&self) -> &'static str {
        NAME
    }

    fn fits(&mut self, _: &mut Ctx<'_>, _: &Asked<'_>) -> Result<()> {
        match self {
            Bytes::Unfit(why) => Err((*why).into()),
            _ => Ok(()),
        }
    }

    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, _: Rest<'_, '_>) -> Result<Answer> {
        loop {
            let (solver, key) = self.ready(ctx, asked)?;
            let found = answer_with(solver, key, asked.want, &ctx.meter);
            let place = |k: u32| solver.rules.position(k);
            let halt = match found {
                Ok(answer) => {
                    ctx.notes.trail.answered(NAME);
                    return Ok(answer);
                }
                Err(Halt { why: engine::Stop::Unfit(Unfit::Misfit), at: Some(key), .. }) => {
                    // Either the rules have a mistake here, which the general evaluation words, or sets get too large.
                    ctx.machine.choices(&place(key))?;
                    self.widen(ctx, asked)?;
                    continue;
                }
                Err(halt) => halt.map(place).widen(),
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
        match self {
            Bytes::Ready(s) => Usage { positions: (s.solved() + s.search.met()) as u64, bytes: s.bytes() },
            _ => Usage::default(),
        }
    }

    fn tell(&self, fired: &mut Fired) {
        if let Bytes::Ready(s) = self
            && s.solved() + s.search.met() > 0
        {
            fired.add("engine: packed in bytes", 1);
            fired.all(s.rules.recognised());
        }
    }

    fn used(&self, used: &mut BTreeMap<String, u64>) {
        if let Bytes::Ready(s) = self {
            let name = if s.rules.has_runs() { "graph in bytes, sets as runs" } else { "graph in bytes" };
            let positions = (s.solved() + s.search.met()) as u64;
            *used.entry(name.into()).or_default() += positions;
            if s.rules.is_translated() {
                *used.entry("machine code: bytes".into()).or_default() += positions;
            }
        }
    }
}
