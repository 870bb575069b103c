//! Tables over boxes of one to three numbers ([`Dense`]), of one family. Small questions are tried by the graph solver first.

use super::arrays;
use super::engine::{Answer, Asked, Engine, Rest, Result, Usage};
use super::fired::Fired;
use super::graph::Graph;
use crate::engine::{self, Unfit};
use crate::rules::ctx::Ctx;
use crate::rules::packed::{Dense, Family, SHORT};
use crate::rules::persisted::{Block, Blocks};
use crate::rules::ranking::Ranking;
use crate::rules::sampled::is_right;
use std::collections::BTreeMap;

/// The tables of a family; given up when something does not fit them.
#[derive(Default)]
pub(in crate::rules) enum Tables {
    /// Nothing was large enough yet.
    #[default]
    Untried,
    /// There could be some, of which none is filled: others answer.
    Made(Box<Dense>),
    /// There are some.
    Ready(Box<Dense>),
    /// They are not for this family.
    Unfit(Unfit),
}

/// Machine code that fills an array finds options one by one sooner than register code does.
fn by_machine_code(ctx: &mut Ctx<'_>, asked: &Asked<'_>, rest: Rest<'_, '_>) -> Result<Option<Answer>> {
    let at = rest.iter().position(|engine| engine.name() == arrays::NAME);
    let Some((array, behind)) = at.and_then(|at| rest[at..].split_first_mut()) else { return Ok(None) };
    // Whatever has few options, and few positions below, was tried in a graph before.
    match array.answer(ctx, &Asked { long: true, ..*asked }, behind) {
        Ok(answer) => Ok(Some(answer)),
        Err(engine::Stop::Unfit(_)) => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// Where options are found one by one: the answer of machine code; or of a graph, if play may come to few positions of a table that
/// takes long to fill, to the numbers with the same digits.
fn answer_of_others(
    ctx: &mut Ctx<'_>,
    asked: &Asked<'_>,
    (tables, rest): (&Dense, Rest<'_, '_>),
) -> Result<Option<Answer>> {
    let by_code = by_machine_code(ctx, asked, rest)?;
    let many = tables.to_fill(asked.position).filter(|all| *all > MANY);
    match (by_code, many, rest.iter_mut().find_map(|engine| engine.one_word())) {
        (None, Some(all), Some(graph)) => graph.try_few(ctx, asked, (all, 0)),
        (by_code, ..) => Ok(by_code),
    }
}

const NAME: &str = "dense";

/// A graph gets its share of tables of more positions than this, whose options are found one by one.
const MANY: u64 = 1 << 24;

impl Tables {
    /// The value by the tables; they are given up if something does not fit them.
    fn value(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<Answer> {
        let Tables::Ready(tables) = self else { unreachable!("there are tables") };
        let why = match tables.value(asked.position, &ctx.meter) {
            Ok(v) if is_right(ctx, &mut **tables) => {
                ctx.notes.trail.answered(NAME);
                return Ok(Answer::Value(v));
            }
            Ok(_) => Unfit::Refuted,
            Err(engine::Stop::Unfit(why)) if why != SHORT => why,
            Err(stop) => return Err(stop.widen()),
        };
        *self = Tables::Unfit(why);
        Err(why.into())
    }

    /// The same, or by machine code where runs are short.
    fn value_or_code(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, rest: Rest<'_, '_>) -> Result<Answer> {
        let answer = self.value(ctx, asked);
        let Err(engine::Stop::Unfit(SHORT)) = answer else { return answer };
        let by_code = by_machine_code(ctx, asked, rest)?;
        match (by_code, &*self) {
            (Some(answer), _) => {
                *self = Tables::Unfit(SHORT);
                Ok(answer)
            }
            (None, Tables::Ready(tables)) => {
                tables.be_patient();
                self.value(ctx, asked)
            }
            (None, _) => answer,
        }
    }
}

impl Engine for Tables {
    fn name(&self) -> &'static str {
        NAME
    }

    fn fits(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<()> {
        match self {
            Tables::Unfit(why) => Err((*why).into()),
            _ => Ok(asked.is_for_tables(ctx)?),
        }
    }

    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, rest: Rest<'_, '_>) -> Result<Answer> {
        if let Tables::Untried = self
            && let Some(persisted) = ctx.earlier.tables(ctx.machine, asked.position)
        {
            *self = Tables::Ready(persisted);
        }
        if let Tables::Ready(_) = self {
            return self.value_or_code(ctx, asked, rest);
        }
        let graph = rest.iter_mut().find_map(|engine| engine.one_word());
        let graph = graph.unwrap_or_else(|| unreachable!("a graph over words comes after the tables"));
        if let Some(answer) = graph.quick(ctx, asked)? {
            return Ok(answer);
        }
        let made = match std::mem::take(self) {
            Tables::Made(tables) => Ok(tables),
            _ => {
                let family = Family::new(ctx.machine, asked.position, graph.family(), u64::BITS);
                ctx.meter.look()?; // rules that were not compiled for want of time are no reason to give tables up
                family.ok_or(Unfit::Misfit).and_then(Dense::new).map(Box::new)
            }
        };
        let tables = match made {
            Ok(tables) => tables,
            Err(why) => {
                *self = Tables::Unfit(why);
                return Err(why.into());
            }
        };
        if tables.is_by_code()
            && let Some(answer) = answer_of_others(ctx, asked, (&tables, rest))?
        {
            *self = Tables::Made(tables);
            return Ok(answer);
        }
        *self = Tables::Ready(tables);
        let answer = self.value_or_code(ctx, asked, &mut *rest);
        if let Tables::Ready(_) = self {
            rest.iter_mut().filter_map(|engine| engine.one_word()).for_each(Graph::forget); // it is in the tables now
        }
        answer
    }

    fn usage(&self) -> Usage {
        match self {
            Tables::Ready(t) => Usage { positions: t.solved(), bytes: t.bytes() },
            _ => Usage::default(),
        }
    }

    fn save<'e>(&'e self, family: &str, blocks: &mut Blocks<'e>) {
        if let Tables::Ready(t) = self {
            blocks.add(family.to_string(), Block::Table(&**t));
        }
    }

    fn tell(&self, fired: &mut Fired) {
        if let Tables::Ready(t) = self {
            fired.add("engine: dense", 1);
            fired.all(t.recognised());
        }
    }

    fn used(&self, used: &mut BTreeMap<String, u64>) {
        if let Tables::Ready(t) = self {
            t.used().for_each(|(name, n)| *used.entry(format!("dense: {name}")).or_default() += n);
        }
    }
}
