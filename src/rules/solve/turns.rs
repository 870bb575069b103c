//! Who wins a position, and in how many moves: by an array of all positions; where players have moves of their own, of each with whose
//! turn it is ([`turns`]).

use super::arrays::Arrays;
use super::engine::{Answer, Asked, Engine, Rest, Result, Usage, Want};
use super::fired::Fired;
use super::graph::Graph;
use super::rewritten::Beside;
use crate::check::ir::{GameId, WinRule};
use crate::engine::loopy::{Aim, Lasting, Lasts};
use crate::engine::{Stop, Unfit};
use crate::lowered::turns;
use crate::rules::ctx::Ctx;
use crate::rules::kind::{Kind, Player};
use crate::value::{GamePosition, Int, Value};
use std::collections::BTreeMap;

pub(in crate::rules) const NAME: &str = "turns";

/// The arrays of one family, under either rule.
#[derive(Default)]
pub(in crate::rules) struct Turns {
    /// The rules with turns, once they were looked for.
    rules: Option<Option<Box<Rules>>>,
}

/// A position of one part of a game that is sure to end, under a rule, and who is to move.
#[derive(Clone, Copy)]
pub(in crate::rules) struct ToMove<'p> {
    pub(in crate::rules) part: &'p GamePosition,
    pub(in crate::rules) kind: Kind,
    pub(in crate::rules) rule: WinRule,
    pub(in crate::rules) player: Player,
}

struct Rules {
    /// Whether a position has a turn.
    in_turns: bool,
    beside: Beside,
    normal: Arrays,
    misere: Arrays,
    /// Nothing is left to it: arrays ask who else could answer.
    graph: Graph<u64>,
}

impl Rules {
    fn new(ctx: &Ctx<'_>, asked: ToMove<'_>) -> Option<Rules> {
        let (id, plain, in_turns) = (GameId(asked.part.game.id), ctx.machine.plain(), asked.kind.partizan);
        let turned = || turns::in_turns(plain, &ctx.machine.at_hand(id));
        let program = if in_turns { turned()? } else { (**plain).clone() };
        let (normal, misere, graph) = Default::default();
        Some(Rules { in_turns, beside: Beside::new(id, program), normal, misere, graph })
    }

    fn arrays(&self) -> [&Arrays; 2] {
        [&self.normal, &self.misere]
    }
}

impl Turns {
    /// Whether they are asked before positions are searched: something is known already, or a test wants to see them.
    pub(in crate::rules) fn come_first(&self, ctx: &Ctx<'_>) -> bool {
        self.are_used() || ctx.tuning.quick == 0
    }

    fn are_used(&self) -> bool {
        self.usage().positions > 0
    }

    /// Who wins a position if a player is to move, and in how many moves; `None` if no array of at most so many positions holds it.
    ///
    /// # Errors
    /// A budget that ran out.
    pub(in crate::rules) fn lasting(
        &mut self,
        ctx: &Ctx<'_>,
        asked: ToMove<'_>,
        most: u64,
    ) -> Result<Option<Lasting>> {
        let ToMove { part, kind, rule, player } = asked;
        if !ctx.tuning.tables || kind.loopy || kind.wins {
            return Ok(None);
        }
        let rules = self.rules.get_or_insert_with(|| Rules::new(ctx, asked).map(Box::new));
        let Some(rules) = rules.as_deref_mut() else { return Ok(None) };
        let Rules { in_turns, beside, normal, misere, graph } = rules;
        let turn = in_turns.then(|| Value::int(turns::TURNS[player as usize]));
        let args = part.args.iter().cloned().chain(turn).collect();
        let Some(turned) = beside.position(args) else { return Ok(None) };
        let arrays = if rule == WinRule::Misere { misere } else { normal }.lasting(most);
        let asked = Asked { position: &turned, kind: Kind::default(), want: Want::Value, rule, long: false };
        let answer = beside.with(ctx, part, |inside| {
            // Nothing but the array: a search was there before.
            inside.tuning.quick = 0;
            arrays.fits(inside, &asked).and_then(|()| arrays.answer(inside, &asked, &mut [graph]))
        });
        match answer {
            Ok(Answer::Value(number)) => Ok(lasting_of(&number)),
            Ok(Answer::Not) | Err(Stop::Mistake(_) | Stop::Unfit(_)) => Ok(None),
            Err(Stop::Exhausted(what, _)) => {
                let far = format!("who wins is known for {} positions", self.usage().positions);
                Err(Stop::Exhausted(what, far))
            }
        }
    }
}

fn lasting_of(number: &Int) -> Option<Lasting> {
    number.to_u64().and_then(|n| u32::try_from(n).ok()).map(Lasts::of_number)
}

/// It holds positions, and has no nim-values.
impl Engine for Turns {
    fn name(&self) -> &'static str {
        NAME
    }

    fn fits(&mut self, _: &mut Ctx<'_>, _: &Asked<'_>) -> Result<()> {
        Err(Unfit::Idle.into())
    }

    fn answer(&mut self, _: &mut Ctx<'_>, _: &Asked<'_>, _: Rest<'_, '_>) -> Result<Answer> {
        Err(Unfit::Idle.into())
    }

    fn usage(&self) -> Usage {
        let mut usage = Usage::default();
        let rules = self.rules.iter().flatten();
        rules.flat_map(|rules| rules.arrays()).for_each(|arrays| usage += arrays.usage());
        usage
    }

    fn tell(&self, fired: &mut Fired) {
        fired.add("engine: turns", u64::from(self.are_used()));
    }

    fn used(&self, used: &mut BTreeMap<String, u64>) {
        let mut inside = BTreeMap::new();
        self.rules
            .iter()
            .flatten()
            .flat_map(|rules| rules.arrays())
            .for_each(|arrays| arrays.used(&mut inside));
        used.extend(inside.into_iter().map(|(what, n)| (format!("{NAME}, {what}"), n)));
    }
}
