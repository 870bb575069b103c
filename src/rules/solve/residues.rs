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
    /// `None` until somebody has looked as far as anybody can.
    known: Option<Option<Rc<Residues>>>,
}

/// Larger piles are looked at by their remainders before anything else is tried.
const LARGE: i64 = 20_000;

impl ByResidues {
    /// The period, if residues prove it with values of piles below `most`; `value` gives those of small piles.
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
            return Ok(known.clone().filter(|r| r.values.len() as u64 <= most));
        }
        let found = residues::prove(ctx, position, most, value)?.map(Rc::new);
        if found.is_some() || most >= residues::FARTHEST {
            self.known = Some(found.clone());
        }
        Ok(found)
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

impl Engine for ByResidues {
    fn name(&self) -> &'static str {
        "residues"
    }

    fn fits(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<()> {
        let large = |n: &Value| matches!(n, Value::Int(n) if *n > Int::from(LARGE));
        // Whether it is one pile is asked only of those that are large.
        let some_large = ctx.tuning.tables && asked.position.args.iter().any(large);
        let pile = some_large.then(|| one_pile(ctx.machine, asked.position)).flatten();
        match pile {
            Some((pile, _)) if large(&asked.position.args[pile]) => Ok(()),
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
        fired.add("engine: residues", u64::from(matches!(self.known, Some(Some(_)))));
    }
}
