//! Positions whose bags are over a few elements, as how often each of them is there. The rules that say the same of these counts
//! ([`counts`]) are a program of their own, for which there are arrays and graphs over words.

use super::rewritten::{Rewritten, Writer};
use crate::check::ir::{Expr, GameId};
use crate::engine::Unfit;
use crate::lowered::counts::{self, Counted};
use crate::rules::ctx::Ctx;
use crate::rules::eval::Eval;
use crate::rules::shape;
use crate::value::{GamePosition, Value};
use std::collections::BTreeSet;

/// The counts of one family: over the elements of all positions that were asked about.
#[derive(Default)]
pub(in crate::rules) struct Counts {
    /// What becomes counts, once that was looked for.
    counted: Option<Option<Counted>>,
    begun: Option<Box<Begun>>,
    /// How often it was begun.
    times: u32,
}

/// Of more elements there are too many counts.
const MOST: usize = 64;
/// Where bags get larger in play, there may be more elements than there are in them at first: so many.
const MOST_GROWING: usize = 16;
/// Each new element begins again; of a table of larger and larger bags, others keep what they know.
const MOST_TIMES: u32 = 8;

/// Rules in counts, and the elements that are counted, in order.
struct Begun {
    elements: Vec<Value>,
    rules: Rewritten,
}

impl Counts {
    fn counted(&mut self, ctx: &Ctx<'_>, id: GameId) -> Option<Counted> {
        self.counted.get_or_insert_with(|| counts::counted(ctx.machine.plain(), id)).clone()
    }

    /// Rules in counts of which a position is one, and what it is there.
    fn begun_for(&mut self, ctx: &Ctx<'_>, position: &GamePosition) -> Option<(&mut Begun, GamePosition)> {
        let id = GameId(position.game.id);
        let counted = self.counted(ctx, id)?;
        let known = self.begun.as_ref().is_some_and(|begun| begun.in_counts(&counted, position).is_some());
        if !known {
            self.times += 1;
            if self.times > MOST_TIMES {
                return None;
            }
            let before = self.begun.as_ref().map_or(&[][..], |begun| &begun.elements);
            let elements = elements(ctx, &counted, position, before)?;
            let program = counts::in_counts(ctx.machine.plain(), id, &counted, &elements)?;
            self.begun = Some(Box::new(Begun { elements, rules: Rewritten::new(id, program) }));
        }
        let begun = self.begun.as_deref_mut()?;
        let position = begun.in_counts(&counted, position)?;
        Some((begun, position))
    }
}

impl Begun {
    /// A position in counts, if all elements of its bags are counted.
    fn in_counts(&self, counted: &Counted, position: &GamePosition) -> Option<GamePosition> {
        let mut args: Vec<Value> = position.args.to_vec();
        for param in &counted.params {
            let Value::Bag(bag) = &args[*param] else { return None };
            if bag.keys().any(|x| self.elements.binary_search(x).is_err()) {
                return None;
            }
            let copies = |x: &Value| bag.get(x).map_or(Some(0), |n| i64::try_from(*n).ok()).map(Value::int);
            args[*param] = Value::List(self.elements.iter().map(copies).collect::<Option<_>>()?);
        }
        self.rules.position(args)
    }
}

/// The elements of the bags of a position, what moves may put into them, and what was counted before; `None` if there are many, or so
/// many more than are in a bag that it is better kept as it is.
fn elements(
    ctx: &Ctx<'_>,
    counted: &Counted,
    position: &GamePosition,
    before: &[Value],
) -> Option<Vec<Value>> {
    let mut all: BTreeSet<Value> = before.iter().cloned().collect();
    let mut size = 0;
    for param in &counted.params {
        let Value::Bag(bag) = &position.args[*param] else { return None };
        all.extend(bag.keys().cloned());
        size = size.max(bag.values().sum::<u64>());
    }
    let value = |e: &Expr| Eval::new(ctx.machine, None, 0, &[]).eval(e).ok();
    for e in &counted.joining.elements {
        all.insert(value(e)?);
    }
    for e in &counted.joining.collections {
        all.extend(crate::builtin::collection::elements(&value(e)?).take(MOST + 1));
    }
    if counted.joining.others {
        let largest = all.iter().filter_map(Value::as_i64).max()?;
        all.extend((0..=largest).take(MOST + 1).map(Value::int));
    }
    let all_once = Value::Bag(all.iter().map(|x| (x.clone(), 1u64)).collect());
    let params = &ctx.machine.program.game(GameId(position.game.id)).params;
    if counted.params.iter().any(|p| shape::misfit(&params[*p], &all_once).is_some()) {
        return None;
    }
    let most = if counted.joining.grows { size.max(MOST_GROWING as u64) } else { size };
    (all.len() <= MOST && all.len() as u64 <= most).then(|| all.into_iter().collect())
}

impl Writer for Counts {
    const NAME: &'static str = "counts";
    const FIRED: &'static str = "engine: counts";
    const UNFIT: Unfit = Unfit::Kind("no bag of its positions is over a few elements");

    fn begin(&mut self, ctx: &Ctx<'_>, position: &GamePosition) -> Option<(&mut Rewritten, GamePosition)> {
        let (begun, position) = self.begun_for(ctx, position)?;
        Some((&mut begun.rules, position))
    }

    fn rules(&self) -> Option<&Rewritten> {
        self.begun.as_ref().map(|begun| &begun.rules)
    }
}
