//! Games of one pile ([`Pile`]), of one family: their sequence of values, and piles of any size once a period is proved.

use super::engine::{Answer, Asked, Engine, Rest, Result, Usage};
use super::fired::Fired;
use crate::engine::{self, Unfit};
use crate::rules::ctx::Ctx;
use crate::rules::persisted::{Block, Blocks, SEQUENCE};
use crate::rules::piles::Pile;
use crate::rules::ranking::Ranking;
use crate::rules::sampled::is_right;
use crate::value::GamePosition;
use std::collections::BTreeMap;

/// The pile of a family; given up when something does not fit it.
#[derive(Default)]
pub(in crate::rules) enum Sequences {
    /// Nobody looked yet.
    #[default]
    Untried,
    /// A game of one pile.
    Ready(Box<Pile>),
    /// None.
    Unfit(Unfit),
}

const NAME: &str = "sequence";

impl Sequences {
    /// Finds whether the game of a position is one of one pile.
    fn look(&mut self, ctx: &mut Ctx<'_>, position: &GamePosition) {
        if let Sequences::Untried = self {
            *self = match Pile::new(ctx, position) {
                Ok(pile) => Sequences::Ready(Box::new(pile)),
                Err(why) => Sequences::Unfit(why),
            };
        }
    }

    /// Does something with the pile, if the game of a position has one; it is given up if its values turn out wrong.
    ///
    /// # Errors
    /// What is done reports.
    pub(in crate::rules) fn with<T>(
        &mut self,
        ctx: &mut Ctx<'_>,
        position: &GamePosition,
        f: impl FnOnce(&mut Pile) -> Result<Option<T>>,
    ) -> Result<Option<T>> {
        self.look(ctx, position);
        let Sequences::Ready(pile) = self else { return Ok(None) };
        let result = f(pile);
        if !is_right(ctx, &mut **pile) {
            *self = Sequences::Unfit(Unfit::Refuted);
            return Ok(None);
        }
        result
    }

    /// The pile, if there is one.
    pub(in crate::rules) fn pile(&self) -> Option<&Pile> {
        if let Sequences::Ready(pile) = self { Some(pile) } else { None }
    }
}

impl Engine for Sequences {
    fn name(&self) -> &'static str {
        NAME
    }

    fn fits(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<()> {
        if !ctx.tuning.tables {
            return Err(Unfit::Idle.into());
        }
        self.look(ctx, asked.position);
        match self {
            Sequences::Unfit(why) => Err((*why).into()),
            _ => Ok(()),
        }
    }

    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, _: Rest<'_, '_>) -> Result<Answer> {
        let meter = ctx.meter.clone();
        let found = self.with(ctx, asked.position, |pile| match pile.value(asked.position, &meter) {
            Ok(v) => Ok(Some(v)),
            Err(engine::Stop::Unfit(_)) => Ok(None),
            Err(stop) => Err(stop.widen().so_far(|| pile.how_far(asked.position))),
        })?;
        let Some(value) = found else { return Err(Unfit::WideValue.into()) };
        ctx.notes.trail.answered(NAME);
        Ok(Answer::Value(value))
    }

    fn usage(&self) -> Usage {
        self.pile().map_or(Usage::default(), |p| Usage { positions: p.solved(), bytes: p.bytes() })
    }

    fn save<'e>(&'e self, family: &str, blocks: &mut Blocks<'e>) {
        if let Some(pile) = self.pile().filter(|p| p.solved() > 0) {
            blocks.add(SEQUENCE.to_string() + family, Block::Table(pile));
        }
    }

    fn tell(&self, fired: &mut Fired) {
        if let Some(pile) = self.pile().filter(|p| p.solved() > 0) {
            fired.add("engine: sequence", 1);
            fired.all(pile.recognised());
        }
    }

    fn used(&self, used: &mut BTreeMap<String, u64>) {
        if let Some(pile) = self.pile() {
            *used.entry(format!("sequence: {}", pile.sequence.kernel())).or_default() += pile.solved();
        }
    }
}
