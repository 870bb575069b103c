//! Large piles of games whose period residues prove ([`Residues`]), of one family.

use super::engine::{Answer, Asked, Engine, Rest, Result, Usage, Want, ask};
use super::fired::Fired;
use crate::engine::Unfit;
use crate::rules::ctx::Ctx;
use crate::rules::heaps::one_pile;
use crate::rules::residues::{self, Residues};
use crate::value::{GamePosition, Int, Value};
use std::rc::Rc;

/// What is known about the period of a family.
#[derive(Default)]
pub(in crate::rules) struct ByResidues {
    known: Option<Rc<Residues>>,
    /// How many steps were taken in vain, values of all piles being there.
    tried: u32,
}

/// So many steps are taken in any case.
const LEAST_STEPS: u32 = 100_000;
/// Larger piles are looked at by their remainders before anything else is tried.
const LARGE: i64 = 20_000;

impl ByResidues {
    /// The period, if residues prove it with values of piles below `most`; `value` gives those of small piles. Where the pile
    /// itself is large, its value is what is wanted, and a proof may take about as long as that would otherwise.
    ///
    /// # Errors
    /// What `value` reports.
    pub(in crate::rules) fn period(
        &mut self,
        ctx: &mut Ctx<'_>,
        position: &GamePosition,
        most: u64,
        value: residues::Small<'_>,
    ) -> Result<Option<Rc<Residues>>> {
        if let Some(known) = &self.known {
            return Ok(Some(known.clone()).filter(|r| r.values.len() as u64 <= most));
        }
        let steps = steps_for(ctx, position);
        // Larger and larger piles are asked about one by one: each must not try again.
        if self.tried >= steps.div_ceil(2) {
            return Ok(None);
        }
        self.known = residues::prove(ctx, position, (most, steps), value)?.map(Rc::new);
        if self.known.is_none() && most >= residues::FARTHEST {
            self.tried = steps;
        }
        Ok(self.known.clone())
    }

    /// The same, small piles by other engines.
    ///
    /// # Errors
    /// What stops these.
    pub(in crate::rules) fn period_with(
        &mut self,
        ctx: &mut Ctx<'_>,
        asked: &Asked<'_>,
        most: u64,
        rest: Rest<'_, '_>,
    ) -> Result<Option<Rc<Residues>>> {
        let kind = asked.kind;
        self.period(ctx, asked.position, most, &mut |ctx, position| match ask(
            rest,
            ctx,
            &Asked { position, kind, want: Want::Value, rule: asked.rule, long: false },
        )? {
            Answer::Value(v) => Ok(v.to_u64()),
            Answer::Not => unreachable!("a value was asked for"),
        })
    }
}

fn is_large(n: &Value) -> bool {
    matches!(n, Value::Int(n) if *n > Int::from(LARGE))
}

/// How many steps of a proof take no longer than the value of a pile does where a position has a few moves: a step is some 0.7 µs,
/// and such a position about as much. A proof takes 10,000 steps, or some more where its period is long.
fn steps_for(ctx: &Ctx<'_>, position: &GamePosition) -> u32 {
    let pile = one_pile(ctx.machine, position).map(|(pile, _)| &position.args[pile]);
    let Some(Value::Int(n)) = pile.filter(|n| is_large(n)) else { return residues::STEPS };
    let beans = n.to_u64().and_then(|n| u32::try_from(n).ok()).unwrap_or(u32::MAX);
    beans.clamp(LEAST_STEPS, residues::STEPS)
}

impl Engine for ByResidues {
    fn name(&self) -> &'static str {
        "residues"
    }

    fn fits(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<()> {
        // Whether it is one pile is asked only of those that are large.
        let some_large = ctx.tuning.tables && asked.position.args.iter().any(is_large);
        let pile = some_large.then(|| one_pile(ctx.machine, asked.position)).flatten();
        match pile {
            Some((pile, _)) if is_large(&asked.position.args[pile]) => Ok(()),
            _ => Err(Unfit::Idle.into()),
        }
    }

    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, rest: Rest<'_, '_>) -> Result<Answer> {
        let known = self.period_with(ctx, asked, u64::MAX, rest)?;
        let pile = one_pile(ctx.machine, asked.position).map(|(pile, _)| &asked.position.args[pile]);
        match (known, pile) {
            (Some(known), Some(Value::Int(n))) if let Some(value) = known.value(n) => {
                ctx.notes.trail.answered("residues");
                Ok(Answer::Value(value))
            }
            _ => Err(Unfit::Kind("no period of it is proved").into()),
        }
    }

    fn usage(&self) -> Usage {
        Usage::default()
    }

    fn tell(&self, fired: &mut Fired) {
        fired.add("engine: residues", u64::from(self.known.is_some()));
    }
}
