//! Arrays filled by machine code ([`Filled`]), of one family: the largest one so far.

use super::engine::{Answer, Asked, Engine, Rest, Result, Usage, Want};
use super::fired::Fired;
use super::graph::{Graph, Met};
use crate::check::ir::WinRule;
use crate::engine::{self, Exhausted, Unfit};
use crate::rules::Stop;
use crate::rules::ctx::Ctx;
use crate::rules::packed::{Filled, HAS_MACHINE_CODE, Room, Space};
use crate::rules::persisted::{ARRAY, Block, Blocks};
use crate::rules::ranking::Ranking;
use crate::rules::sampled::is_right;
use crate::value::{GamePosition, Part};
use std::collections::BTreeMap;
use std::time::Duration;

/// The array of a family; given up when something does not fit it.
#[derive(Default)]
pub(in crate::rules) struct Arrays {
    /// Where it is asked who wins, and in how many moves, and not for nim-values: how many positions an array may have.
    lasts: Option<u64>,
    filled: Option<Box<Filled>>,
    /// One with machine code that is still empty, and the question that it was made for.
    made: Option<(GamePosition, WinRule, Box<Filled>)>,
    unfit: Option<Unfit>,
    /// How much room there is for numbers.
    room: Room,
    /// The least room in which there was an order and code.
    least: Option<Room>,
    /// Whether what does not fit is no reason to give up, as long as no position that is asked about depends on it;
    voids: bool,
    /// and whether that is so because the moves of some position are a mistake, however much room there is.
    mistaken: bool,
    /// Whether it is being tried with positions that are void, in what room a few plays need,
    guesses: bool,
    /// and how often that room was doubled when it last was.
    guessed: Option<u32>,
    /// Whether an array has all positions, whatever order their digits are in.
    whole: bool,
    /// Whether it was seen that there is room for where the moves of a position lead.
    looked: bool,
    /// The largest numbers of the first position that was asked about,
    held: Vec<u64>,
    /// how much room there must be for those that grow in play,
    grown: Vec<u64>,
    /// and how often that was doubled.
    doubled: u32,
}

pub(super) const NAME: &str = "array";

/// Without random plays, a graph has the share that it always has.
const UNSEEN: Met = Met::Few { worth: 0, met: 0 };

/// Where the options of a position take long to find, it counts as so many.
const LONG: u64 = 64;
/// Room for numbers that grow is doubled so often: a box that is too small shows that at once.
const MOST_DOUBLED: u32 = 6;
/// Before larger arrays are filled for an outcome, a search gets its share to try.
const LARGE: u64 = 100_000;

/// Of more positions than this, those with lists in order are found sooner, though each takes three to five times as long: four heaps of
/// 70 took 5.5 s in an array of 25 million, and 0.6 s in a graph.
const ARRANGED: u64 = 1 << 20;

/// Smaller arrays are filled at once: what others do on a machine says more of the time of their parts than they do.
const LONG_FILLED: u64 = 1 << 20;
/// When these parts of an array are filled, it is seen how long all of it takes;
const PARTS: [u64; 4] = [256, 64, 16, 4];
/// and this share of that time is given to a graph,
const TIME_SHARE: u32 = 8;
/// or more to a search for who wins, which passes most positions over: it takes a tenth of the time for 26 rungs of a ladder;
const SEARCH_SHARE: u32 = 3;
/// or what as many positions as there seem to be take twice, each about so long beside its options; if that is shorter than all;
const KEPT: Duration = Duration::from_nanos(400);
/// unless it is too short to matter.
const WORTH_A_TURN: Duration = Duration::from_millis(30);

impl Arrays {
    /// For who wins, and in how many moves, if there are no more positions than this.
    pub(super) fn lasting(&mut self, most: u64) -> &mut Arrays {
        self.lasts = Some(most);
        self
    }

    fn give_up<T>(&mut self, why: Unfit) -> Result<T> {
        (self.filled, self.unfit) = (None, Some(why));
        Err(why.into())
    }

    /// What does not fit where there is little room may fit where there is more; and what never fits may not matter.
    fn give_up_or_widen<T>(
        &mut self,
        ctx: &Ctx<'_>,
        (why, asked): (Unfit, &Asked<'_>),
        made: &Filled,
    ) -> Result<T> {
        if why == Unfit::Misfit && made.is_in_part() && !self.whole && !made.has_uneven_entries() {
            (self.filled, self.whole) = (None, true);
            return Err(why.into());
        }
        if why == Unfit::Misfit && self.guesses(ctx, asked, made) {
            self.filled = None;
            return Err(why.into());
        }
        let only_room = !self.voids || self.mistaken;
        if why == Unfit::Misfit && self.room == Room::Met && only_room && self.double(asked, made) {
            self.filled = None;
            return Err(why.into());
        }
        let wider = self.room.wider().map(|room| (room, self.mistaken));
        // Where negative numbers do not fit, whatever depends on them does not, either.
        let or_voids =
            || self.least.filter(|_| !made.may_be_negative() && !self.mistaken).map(|room| (room, true));
        match wider.or_else(or_voids).filter(|_| why == Unfit::Misfit && only_room) {
            None => self.give_up(why),
            Some(other) => {
                (self.filled, (self.room, self.voids)) = (None, other);
                Err(why.into())
            }
        }
    }

    /// Where numbers grow, but not without end, a box with room for the largest of them has positions that no play comes to, from
    /// which they grow further: what is in three tanks is never more than all of it together. Such positions are void; that is tried
    /// before there is more room, where no play seems to come to the position that led out of the box. Whether there is something else to
    /// try.
    fn guesses(&mut self, ctx: &Ctx<'_>, asked: &Asked<'_>, made: &Filled) -> bool {
        let may = self.room == Room::Met && !self.voids && !made.may_be_negative();
        let begins =
            may && self.guessed != Some(self.doubled) && made.seems_beyond(asked.position, &ctx.meter);
        if begins {
            self.guessed = Some(self.doubled);
        }
        let ends = std::mem::replace(&mut self.guesses, begins);
        if begins || ends {
            self.voids = begins;
        }
        begins || ends
    }

    /// Whether an array stopped at a position whose moves are a mistake, so that no play comes there: places of rows that begin with 1
    /// are never 0, and have room for it. Such positions are void.
    fn is_mistaken(&self, ctx: &Ctx<'_>, made: &Filled) -> bool {
        let moves = || ctx.machine.each_choice(&made.next_position(), &mut |_| Ok(()));
        !self.voids && !made.may_be_negative() && matches!(moves(), Err(Stop::Mistake(_)))
    }

    /// Makes more room for numbers that are larger in a few plays than in the first position; whether there are any.
    fn double(&mut self, asked: &Asked<'_>, made: &Filled) -> bool {
        let grows = |(i, n): (usize, &u64)| self.held.get(i).is_some_and(|held| n > held);
        let any = made.numbers().iter().enumerate().any(grows) || made.has_entries_that_grow(asked.position);
        if self.doubled == MOST_DOUBLED || !any {
            return false;
        }
        let doubled =
            made.numbers().iter().enumerate().map(|(i, n)| if grows((i, n)) { 2 * n + 1 } else { *n });
        self.grown = doubled.collect();
        self.doubled += 1;
        true
    }

    /// Tries again as long as there is more room.
    fn with_more_room<T>(&mut self, mut attempt: impl FnMut(&mut Arrays) -> Result<T>) -> Result<T> {
        loop {
            let tried = |arrays: &Arrays| (arrays.room, arrays.voids, arrays.whole, arrays.doubled);
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
        if let Some((position, rule, made)) = self.made.take()
            && (&position, rule) == (asked.position, asked.rule)
        {
            return Ok(made);
        }
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
        let least = self.grown.clone();
        // The first question may be the only one; where another follows, it may be about other elements.
        if self.filled.is_some() && self.room == Room::Held {
            self.room = Room::Own;
        }
        let box_for = |numbers: &[u64], before: Option<&Filled>| {
            // What does not fit is void, too, and nothing asks for more room then; unless some moves were seen to be mistakes.
            let space = Space { room: self.room, even: self.voids && !self.mistaken, doubled: self.doubled };
            Filled::new(ctx.machine, asked.position, numbers, space, before)
                .map(|filled| filled.under(asked.rule).lasting(self.lasts.is_some()).with_voids(self.voids))
        };
        let roomy = box_for(&numbers, self.filled.as_deref()).ok();
        ctx.meter.look()?;
        let mut made = match roomy.filter(|made| !numbers.is_empty() && Self::is_affordable(ctx, made)) {
            Some(made) => made,
            None => match box_for(&least, None) {
                // Where each entry of a list has no more room than it needs, there may be fewer.
                Err(why) if self.room == Room::Own => {
                    self.room = Room::Met;
                    return Err(why.into());
                }
                made => made?,
            },
        };
        if self.held.is_empty() {
            self.held = made.numbers().to_vec();
        }
        if made.size() * if asked.long { LONG } else { 1 } <= interpreted {
            return self.few(ctx, asked, &made);
        }
        // Of fewer positions, a graph may be small enough.
        if !Self::is_affordable(ctx, &made) {
            return Err(Unfit::Kind("the budgets do not hold an array of all positions").into());
        }
        if made.size() > ARRANGED && made.has_many_arrangements() {
            return Err(Unfit::Kind(
                "of the arrangements of a list, whose order does not matter, one is enough",
            )
            .into());
        }
        if let Err(why) = made.prepare(ctx.machine, asked.position, self.whole) {
            ctx.meter.look()?; // what was not looked at for want of time is no reason
            return self.give_up_or_widen(ctx, (why, asked), &made);
        }
        if !made.translate(&ctx.meter) {
            return self.give_up(Unfit::Kind("there is no machine code for its moves"));
        }
        self.least.get_or_insert(self.room);
        Ok(Box::new(made))
    }

    /// A box of few positions is left to others; but moves may lead out of it, where numbers grow: then those of a few plays have
    /// room, too.
    fn few<T>(&mut self, ctx: &Ctx<'_>, asked: &Asked<'_>, made: &Filled) -> Result<T> {
        if self.room != Room::Held || std::mem::replace(&mut self.looked, true) {
            return Err(Unfit::Idle.into());
        }
        let mut leads_out = false;
        // Whoever answers meets a mistake, if there is one.
        let _ = ctx.machine.each_choice(asked.position, &mut |choice| {
            leads_out |= choice.target.parts.iter().any(|part| match part {
                Part::Game(p) => !made.has_room_for(p),
                Part::Heap(_) => false,
            });
            if leads_out { Err(Exhausted::TooLarge.into()) } else { Ok(()) }
        });
        if leads_out {
            self.room = Room::Met;
        }
        Err(Unfit::Idle.into())
    }
}

impl Arrays {
    /// Once parts of an array show how long it takes to fill, a graph gets a share of that time: it may meet few of the positions. Of
    /// a list of 25 truth values from which two near ones are struck, it meets one in 25, and takes a twentieth of the time of an array.
    /// Where options take long to find, as many positions as play seems to come to are worth more: of three by five cells that become
    /// white or black by what is beside them, it meets a fifth, and takes a third of the time.
    ///
    /// # Errors
    /// If a budget ran out in the graph; what stops the array does so again when it is filled.
    fn graph_in_turns(
        ctx: &mut Ctx<'_>,
        asked: &Asked<'_>,
        graph: &mut Graph<u64>,
        (made, met): (&mut Filled, u64),
    ) -> Result<Option<Answer>> {
        let (mut filled, mut spent) = (0, Duration::ZERO);
        let is_search = matches!(asked.want, Want::Is(_));
        let part_of_time = if is_search { SEARCH_SHARE } else { TIME_SHARE };
        for part in PARTS {
            let before = ctx.meter.elapsed();
            if made.fill_part(asked.position, part, &ctx.meter).is_err() {
                break;
            }
            let (now, after) = (made.solved(), ctx.meter.elapsed());
            // The first part makes tables, too, which says nothing of the others; several threads fill the rest.
            let new = if filled == 0 { 0 } else { now - filled };
            filled = now;
            let takes = whole(after - before, new, now * part) / ctx.meter.threads().max(1) as u32;
            // What the first part shows of the others has to do for all.
            let of_met = whole(after - before, new, met) + KEPT * u32::try_from(met).unwrap_or(u32::MAX);
            let least = takes / part_of_time;
            let worth = if !is_search && new > 0 && of_met < takes / 2 { of_met * 2 } else { least };
            let share = worth.max(least).min(takes).saturating_sub(spent);
            if share < WORTH_A_TURN.max(spent) {
                continue;
            }
            let tried = match is_search {
                true => graph.search_for(ctx, asked, share)?,
                false => graph.try_for(ctx, asked, share)?,
            };
            if let Some(answer) = tried {
                return Ok(Some(answer));
            }
            spent += ctx.meter.elapsed() - after;
        }
        Ok(None)
    }

    fn attempt(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, rest: Rest<'_, '_>) -> Result<Answer> {
        if self.filled.is_none() && self.unfit.is_none() && asked.rule == WinRule::Normal {
            self.filled = ctx.earlier.array(ctx.machine, asked.position);
        }
        if let Some(answer) = self.known(ctx, asked) {
            return Ok(answer);
        }
        let graph = rest.iter_mut().find_map(|engine| engine.one_word());
        let graph = graph.unwrap_or_else(|| unreachable!("a graph over words comes after the arrays"));
        // A position is shown with the values of all its options, which a graph that was tried has met.
        if ctx.tuning.quick > 0
            && let Some(answer) = graph.known(ctx, asked)
        {
            return Ok(answer);
        }
        // What was interrupted goes on: who works in slices comes back many times.
        if let Some(begun) = self.filled.take_if(|filled| filled.is_begun_for(asked.position)) {
            return self.fill(ctx, asked, graph, begun);
        }
        let mut made = match self.candidate(ctx, asked) {
            // Few positions are many where each has thousands of choices.
            Err(engine::Stop::Unfit(Unfit::Idle)) if !asked.long && graph.takes_long(ctx, asked) => {
                self.candidate(ctx, &Asked { long: true, ..*asked })?
            }
            made => made?,
        };
        if self.lasts.is_some_and(|most| made.size() > most) {
            self.made = Some((asked.position.clone(), asked.rule, made));
            return Err(Unfit::Kind("a search may need far fewer positions than an array has").into());
        }
        let by_turns = self.lasts.is_none() && ctx.tuning.quick > 0 && made.size() > LONG_FILLED;
        let seems = if by_turns && asked.want == Want::Value {
            graph.seems_to_meet(ctx, asked, made.size())
        } else {
            UNSEEN
        };
        let tried = match (asked.want, seems) {
            (Want::Is(_), _) if made.size() > LARGE => graph.search_few(ctx, asked, made.size(), 0)?,
            (_, Met::Few { worth, .. }) if ctx.tuning.quick > 0 => {
                graph.try_few(ctx, asked, (made.size(), worth))?
            }
            _ => None,
        };
        let tried = match (tried, seems) {
            (None, Met::Few { met, .. } | Met::Many(met)) if by_turns => {
                match Self::graph_in_turns(ctx, asked, graph, (&mut made, met)) {
                    Ok(tried) => tried,
                    Err(stop) => {
                        self.filled = Some(made);
                        return Err(stop);
                    }
                }
            }
            (tried, _) => tried,
        };
        match tried {
            Some(answer) => Ok(answer),
            None => self.fill(ctx, asked, graph, made),
        }
    }

    /// Fills an array as far as a position.
    fn fill(
        &mut self,
        ctx: &mut Ctx<'_>,
        asked: &Asked<'_>,
        graph: &mut Graph<u64>,
        mut made: Box<Filled>,
    ) -> Result<Answer> {
        match made.value(asked.position, &ctx.meter) {
            Ok(_) => {
                self.filled = Some(made);
                graph.forget(); // what it found is in the array now
                self.known(ctx, asked).map_or_else(|| Err(Unfit::Refuted.into()), Ok)
            }
            Err(engine::Stop::Unfit(Unfit::Misfit)) if self.is_mistaken(ctx, &made) => {
                (self.filled, self.voids, self.mistaken) = (None, true, true);
                Err(Unfit::Misfit.into())
            }
            // What is more than an entry of a list has room for, may come to a place that stays empty.
            Err(engine::Stop::Unfit(Unfit::OutOfOrder)) if made.has_uneven_entries() => {
                self.give_up_or_widen(ctx, (Unfit::Misfit, asked), &made)
            }
            Err(engine::Stop::Unfit(why)) => self.give_up_or_widen(ctx, (why, asked), &made),
            Err(stop) => {
                self.filled = Some(made);
                Err(stop.widen())
            }
        }
    }
}

/// How long all positions take, where some take a time.
fn whole(time: Duration, some: u64, all: u64) -> Duration {
    Duration::try_from_secs_f64(time.as_secs_f64() * all as f64 / some as f64).unwrap_or_default()
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
        if self.filled.as_ref().is_some_and(|filled| filled.is_begun_for(asked.position)) {
            return true;
        }
        let made = self.with_more_room(|arrays| arrays.candidate(ctx, asked)).ok();
        // Whoever asks leaves the position to an array then.
        self.made = made.map(|made| (asked.position.clone(), asked.rule, made));
        self.made.is_some()
    }

    fn knows(&mut self, asked: &Asked<'_>) -> bool {
        self.filled.as_ref().is_some_and(|filled| filled.known_value(asked.position).is_some())
    }
}
