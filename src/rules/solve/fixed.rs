//! Positions without what their rule parameters hold, if that is more than a number. The rules that say the same without it ([`fixed`]) are
//! a program of their own, in which it is a definition.

use super::entries::Entries;
use super::rewritten::{Again, Rewritten, Writer};
use super::{counts::Counts, slices::Slices};
use crate::check::ir::GameId;
use crate::engine::Unfit;
use crate::lowered::fixed;
use crate::rules::ctx::Ctx;
use crate::value::{GamePosition, Value};

/// The rules of one family, with what the last position has there.
#[derive(Default)]
pub(in crate::rules) struct Fixed {
    /// Which parameters these are, once that was looked for.
    params: Option<Option<Vec<usize>>>,
    begun: Option<Box<Begun>>,
    /// How often it was begun.
    times: u32,
}

/// Another part begins again; of a table of many, others keep what they know.
const MOST_TIMES: u32 = 8;
/// More is not written down.
const MOST: u64 = 1 << 16;

struct Begun {
    params: Vec<usize>,
    values: Vec<Value>,
    rules: Rewritten,
}

impl Fixed {
    fn begun_for(&mut self, ctx: &Ctx<'_>, position: &GamePosition) -> Option<(&mut Begun, GamePosition)> {
        let id = GameId(position.game.id);
        let params = self.params.get_or_insert_with(|| fixed::fixed(ctx.machine.plain(), id)).clone()?;
        if self.begun.as_ref().is_none_or(|begun| begun.without(position).is_none()) {
            self.times += 1;
            if self.times > MOST_TIMES {
                return None;
            }
            self.begun = Some(Box::new(Begun::new(ctx, position, params)?));
        }
        let begun = self.begun.as_deref_mut()?;
        let position = begun.without(position)?;
        Some((begun, position))
    }
}

impl Begun {
    fn new(ctx: &Ctx<'_>, position: &GamePosition, params: Vec<usize>) -> Option<Begun> {
        let id = GameId(position.game.id);
        let values: Vec<Value> = params.iter().map(|p| position.args[*p].clone()).collect();
        if values.iter().any(|value| value.weight_within(MOST).is_none()) {
            return None;
        }
        let program = fixed::with_fixed(ctx.machine.plain(), id, &params, &values)?;
        let mut rules = Rewritten::new(id, program);
        rules.ask_first(vec![
            Box::new(Again::<Entries>::default()),
            Box::new(Again::<Slices>::default()),
            Box::new(Again::<Counts>::default()),
        ]);
        Some(Begun { params, values, rules })
    }

    /// A position without it, if it has the same.
    fn without(&self, position: &GamePosition) -> Option<GamePosition> {
        let mut args: Vec<Value> = position.args.to_vec();
        for (param, value) in self.params.iter().zip(&self.values) {
            if args[*param] != *value {
                return None;
            }
            args[*param] = Value::int(0);
        }
        self.rules.position(args)
    }
}

impl Writer for Fixed {
    const NAME: &'static str = "fixed";
    const FIRED: &'static str = "engine: fixed";
    const UNFIT: Unfit = Unfit::Kind("no collection is passed on unchanged by all moves");

    fn begin(&mut self, ctx: &Ctx<'_>, position: &GamePosition) -> Option<(&mut Rewritten, GamePosition)> {
        let (begun, position) = self.begun_for(ctx, position)?;
        Some((&mut begun.rules, position))
    }

    fn rules(&self) -> Option<&Rewritten> {
        self.begun.as_ref().map(|begun| &begun.rules)
    }
}
