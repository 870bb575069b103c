//! Positions whose maps keep their keys, as lists of what they have for each. The rules that say the same of these lists
//! ([`entries`]) are a program of their own, which slices, counts, arrays and graphs over words take.

use super::rewritten::{Again, Rewritten, Writer};
use super::{counts::Counts, slices::Slices};
use crate::check::ir::{Expr, GameId};
use crate::check::types::Type;
use crate::engine::Unfit;
use crate::lowered::entries::{self, Keys};
use crate::rules::ctx::Ctx;
use crate::rules::eval::Eval;
use crate::value::{GamePosition, Value};

/// The lists of one family: by the keys of the last position that was asked about.
#[derive(Default)]
pub(in crate::rules) struct Entries {
    /// Which parameters are maps, once that was looked for.
    maps: Option<Option<Vec<usize>>>,
    begun: Option<Box<Begun>>,
    /// How often it was begun.
    times: u32,
}

/// Of more keys there is too much to write down.
const MOST: usize = 64;
/// Other keys begin again; of a table of larger and larger maps, others keep what they know.
const MOST_TIMES: u32 = 8;

/// Rules over lists, the keys, and by which of them each parameter is a list.
struct Begun {
    all: Vec<Keys>,
    by: Vec<(usize, usize)>,
    rules: Rewritten,
}

impl Entries {
    fn begun_for(&mut self, ctx: &Ctx<'_>, position: &GamePosition) -> Option<(&mut Begun, GamePosition)> {
        let id = GameId(position.game.id);
        let maps = self.maps.get_or_insert_with(|| entries::maps(ctx.machine.plain(), id)).clone()?;
        if self.begun.as_ref().is_none_or(|begun| begun.in_entries(position).is_none()) {
            self.times += 1;
            if self.times > MOST_TIMES {
                return None;
            }
            self.begun = Some(Box::new(Begun::new(ctx, position, &maps)?));
        }
        let begun = self.begun.as_deref_mut()?;
        let position = begun.in_entries(position)?;
        Some((begun, position))
    }
}

impl Begun {
    /// Rules by the keys of a position.
    fn new(ctx: &Ctx<'_>, position: &GamePosition, maps: &[usize]) -> Option<Begun> {
        let id = GameId(position.game.id);
        let (mut all, mut by): (Vec<Keys>, Vec<(usize, usize)>) = (vec![], vec![]);
        for param in maps {
            let (Value::Map(map), Type::Map(key, entry)) =
                (&position.args[*param], &ctx.machine.plain().game(id).params[*param].ty)
            else {
                return None;
            };
            if map.is_empty() || map.len() > MOST {
                return None;
            }
            let (ty, entry) = ((**key).clone(), (**entry).clone());
            let keys = Keys { ty, values: map.keys().cloned().collect(), entry };
            let at = all.iter().position(|other| *other == keys).unwrap_or(all.len());
            if at == all.len() {
                all.push(keys);
            }
            by.push((*param, at));
        }
        let known = |e: &Expr| Eval::new(ctx.machine, None, 0, &[]).eval(e).ok();
        let program = entries::in_entries(ctx.machine.plain(), id, &by, &all, &known)?;
        let mut rules = Rewritten::new(id, program);
        rules.ask_first(vec![Box::new(Again::<Slices>::default()), Box::new(Again::<Counts>::default())]);
        Some(Begun { all, by, rules })
    }

    /// A position with lists in place of its maps, if they have these keys.
    fn in_entries(&self, position: &GamePosition) -> Option<GamePosition> {
        let mut args: Vec<Value> = position.args.to_vec();
        for (param, by) in &self.by {
            let Value::Map(map) = &args[*param] else { return None };
            if !map.keys().eq(&self.all[*by].values) {
                return None;
            }
            args[*param] = Value::List(map.values().cloned().collect());
        }
        self.rules.position(args)
    }
}

impl Writer for Entries {
    const NAME: &'static str = "entries";
    const FIRED: &'static str = "engine: entries";
    const UNFIT: Unfit = Unfit::Kind("no map of its positions keeps its keys");

    fn begin(&mut self, ctx: &Ctx<'_>, position: &GamePosition) -> Option<(&mut Rewritten, GamePosition)> {
        let (begun, position) = self.begun_for(ctx, position)?;
        Some((&mut begun.rules, position))
    }

    fn rules(&self) -> Option<&Rewritten> {
        self.begun.as_ref().map(|begun| &begun.rules)
    }
}
