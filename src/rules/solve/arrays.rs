//! Arrays filled by machine code ([`Filled`]), of one family: the largest one so far.

use super::engine::{Answer, Asked, Engine, Rest, Result, Usage, Want};
use super::fired::Fired;
use crate::check::ir::WinRule;
use crate::engine::{self, Unfit};
use crate::rules::ctx::Ctx;
use crate::rules::packed::{Filled, HAS_MACHINE_CODE, Room};
use crate::rules::persisted::{ARRAY, Block, Blocks};
use crate::rules::ranking::Ranking;
use crate::rules::sampled::is_right;
use std::collections::BTreeMap;

/// The array of a family; given up when something does not fit it.
#[derive(Default)]
pub(in crate::rules) struct Arrays {
    filled: Option<Box<Filled>>,
    unfit: Option<Unfit>,
    /// How much room there is for numbers.
    room: Room,
    /// The least room in which there was an order and code.
    least: Option<Room>,
    /// Whether what does not fit is no reason to give up, as long as no position that is asked about depends on it.
    voids: bool,
    /// Whether an array has all positions, whatever order their digits are in.
    whole: bool,
}

pub(super) const NAME: &str = "array";

/// Where the options of a position take long to find, it counts as so many.
const LONG: u64 = 64;
/// Larger arrays are filled when a value is asked for, and not for an outcome: a search is shorter.
const LARGE: u64 = 100_000;

impl Arrays {
    fn give_up<T>(&mut self, why: Unfit) -> Result<T> {
        (self.filled, self.unfit) = (None, Some(why));
        Err(why.into())
    }

    /// What does not fit where there is little room may fit where there is more; and what never fits may not matter.
    fn give_up_or_widen<T>(&mut self, why: Unfit, made: &Filled) -> Result<T> {
        if why == Unfit::Misfit && made.is_in_part() && !self.whole {
            (self.filled, self.whole) = (None, true);
            return Err(why.into());
        }
        let wider = self.room.wider().map(|room| (room, false));
        let or_voids = || self.least.map(|room| (room, true));
        let helps = why == Unfit::Misfit && !self.voids && !made.may_be_negative();
        match wider.or_else(or_voids).filter(|_| helps) {
            None => self.give_up(why),
            Some(other) => {
                (self.filled, (self.room, self.voids)) = (None, other);
                Err(why.into())
            }
        }
    }

    /// Tries again as long as there is more room.
    fn with_more_room<T>(&mut self, mut attempt: impl FnMut(&mut Arrays) -> Result<T>) -> Result<T> {
        loop {
            let tried = |arrays: &Arrays| (arrays.room, arrays.voids, arrays.whole);
            let before = tried(self);
            match attempt(self) {
                Err(engine::Stop::Unfit(_)) if tried(self) != before => {}
                answer => return answer,
            }
        }
    }

    fn known(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Option<Answer> {
        let filled = self.filled.as_mut()?;
        if !is_right(ctx, &mut **filled) {
            (self.filled, self.unfit) = (None, Some(Unfit::Refuted));
            return None;
        }
        let value = filled.known_value(asked.position)?;
        ctx.notes.trail.answered(NAME);
        Some(Answer::Value(value))
    }

    /// Whether the budgets hold all positions of an array.
    fn is_affordable(ctx: &Ctx<'_>, made: &Filled) -> bool {
        ctx.meter.may_solve(made.size()).and_then(|()| ctx.meter.grow(0, made.least_bytes())).is_ok()
    }

    /// An array with room for a position and machine code to fill it.
    ///
    /// # Errors
    /// Why there is none.
    fn candidate(&mut self, ctx: &Ctx<'_>, asked: &Asked<'_>) -> Result<Box<Filled>> {
        if let Some(why) = self.unfit {
            return Err(why.into());
        }
        asked.is_for_arrays(ctx)?;
        let interpreted = ctx.meter.budget().interpreted;
        // Without machine code, there is no need to lay positions out, for each question again.
        if interpreted == u64::MAX || !HAS_MACHINE_CODE {
            return Err(Unfit::Idle.into());
        }
        // With some room for larger positions, which are likely to be asked about next, if one was asked about before.
        let grown = |f: &Filled| f.numbers().iter().map(|n| n + n / 4).collect();
        let numbers: Vec<u64> = self.filled.as_deref().map_or(vec![], grown);
        // The first question may be the only one; where another follows, it may be about other elements.
        if self.filled.is_some() && self.room == Room::Held {
            self.room = Room::Own;
        }
        let box_for = |numbers: &[u64]| {
            Filled::new(ctx.machine, asked.position, numbers, self.room)
                .map(|filled| filled.under(asked.rule).with_voids(self.voids))
        };
        let roomy = box_for(&numbers).ok();
        ctx.meter.look()?;
        let mut made = match roomy.filter(|made| !numbers.is_empty() && Self::is_affordable(ctx, made)) {
            Some(made) => made,
            None => box_for(&[])?,
        };
        if made.size() * if asked.long { LONG } else { 1 } <= interpreted {
            return Err(Unfit::Idle.into());
        }
        // Of fewer positions, a graph may be small enough.
        if !Self::is_affordable(ctx, &made) {
            return Err(Unfit::Kind("the budgets do not hold an array of all positions").into());
        }
        if asked.want != Want::Value && made.size() > LARGE {
            return Err(Unfit::Kind("for an outcome, a search is shorter than so large an array").into());
        }
        if let Err(why) = made.prepare(ctx.machine, asked.position, self.whole) {
            ctx.meter.look()?; // what was not looked at for want of time is no reason
            return self.give_up_or_widen(why, &made);
        }
        if !made.translate(&ctx.meter) {
            return self.give_up(Unfit::Kind("there is no machine code for its moves"));
        }
        self.least.get_or_insert(self.room);
        Ok(Box::new(made))
    }
}

impl Arrays {
    fn attempt(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, rest: Rest<'_, '_>) -> Result<Answer> {
        if self.filled.is_none() && self.unfit.is_none() && asked.rule == WinRule::Normal {
            self.filled = ctx.earlier.array(ctx.machine, asked.position);
        }
        if let Some(answer) = self.known(ctx, asked) {
            return Ok(answer);
        }
        let mut made = self.candidate(ctx, asked)?;
        let graph = rest.iter_mut().find_map(|engine| engine.one_word());
        let graph = graph.unwrap_or_else(|| unreachable!("a graph over words comes after the arrays"));
        if ctx.tuning.quick > 0
            && let Some(answer) = graph.try_few(ctx, asked, made.size())?
        {
            return Ok(answer);
        }
        match made.value(asked.position, &ctx.meter) {
            Ok(_) => {
                self.filled = Some(made);
                graph.forget(); // what it found is in the array now
                self.known(ctx, asked).map_or_else(|| Err(Unfit::Refuted.into()), Ok)
            }
            Err(engine::Stop::Unfit(why)) => self.give_up_or_widen(why, &made),
            Err(stop) => {
                self.filled = Some(made);
                Err(stop.widen())
            }
        }
    }
}

impl Engine for Arrays {
    fn name(&self) -> &'static str {
        NAME
    }

    fn fits(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<()> {
        match self.unfit {
            Some(why) => Err(why.into()),
            None => Ok(asked.is_for_arrays(ctx)?),
        }
    }

    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, rest: Rest<'_, '_>) -> Result<Answer> {
        self.with_more_room(|arrays| arrays.attempt(ctx, asked, &mut *rest))
    }

    fn usage(&self) -> Usage {
        self.filled.as_ref().map_or(Usage::default(), |f| Usage { positions: f.solved(), bytes: f.bytes() })
    }

    fn save<'e>(&'e self, family: &str, blocks: &mut Blocks<'e>) {
        if let Some(filled) = self.filled.as_deref().filter(|f| f.solved() > 0) {
            blocks.add(format!("{ARRAY}{family}"), Block::Table(filled));
        }
    }

    fn tell(&self, fired: &mut Fired) {
        if let Some(filled) = &self.filled {
            fired.add("engine: array", 1);
            fired.all(filled.recognised());
        }
    }

    fn used(&self, used: &mut BTreeMap<String, u64>) {
        if let Some(filled) = &self.filled {
            for name in filled.recognised() {
                *used.entry(name.to_string()).or_default() += filled.solved();
            }
        }
    }

    fn fills_box(&mut self, ctx: &Ctx<'_>, asked: &Asked<'_>) -> bool {
        self.with_more_room(|arrays| arrays.candidate(ctx, asked)).is_ok()
    }
}
