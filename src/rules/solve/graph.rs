//! The graph solver over packed positions, of one family: in 64 bits and in 128.

use super::birthdays;
use super::engine::{Answer, Asked, Engine, Rest, Result, Usage, Want, Words};
use super::fired::Fired;
use crate::check::ir::WinRule;
use crate::engine::depth_first::Solver;
use crate::engine::{self, Budget, Exhausted, Halt, Meter, Options, Rules, Unfit, Wrong};
use crate::rules::ahead::{MOST_LAYOUTS, ahead};
use crate::rules::ctx::{Ctx, QUICK};
use crate::rules::packed::{Family, MEMBERS, Packed, Word};
use crate::rules::persisted::{Blocks, GRAPH};
use crate::rules::stops;
use crate::value::GamePosition;
use std::collections::BTreeMap;
use std::time::Duration;

/// Packed positions of a family in a graph. One that something did not fit is not tried again.
#[derive(Default)]
pub(in crate::rules) enum Graph<K: Word> {
    /// Nothing was asked yet.
    #[default]
    Untried,
    /// There is a layout.
    Ready(Box<Words<K>>),
    /// Something does not fit.
    Unfit(Unfit),
}

/// A solver and the key of a position in it.
type Keyed<'e, K> = (&'e mut Words<K>, K);

/// Before an array is filled, the graph solver may find that far fewer positions matter: it gets this share of the array to try
/// where there are the fewest options, as arrays are filled soonest then;
const TRY_SHARE: u64 = 64;
/// twice as much from so many on: towers of which each may be lowered and repainted come to one place in forty, and an array takes a
/// quarter of the time for each;
const SOME_OPTIONS: usize = 8;
/// and an eighth where there are more than a few, or they take long.
const MANY_OPTIONS: u64 = 8;
/// A search for an outcome looks at few of many options, and gets this share of an array: four piles of 52 of which many beans may be
/// taken, a search decides by all its positions in 21 s, an array in half a second.
const SEARCH_SHARE: u64 = 16;
/// Where play comes to more than this share of an array, it is filled sooner than a graph, which takes six to fifteen times as long for
/// each; random plays that show it list the options of at most
const MET_SHARE: u64 = 8;
/// this share of its positions, and at most this share of them is more than it could be worth to know of. On a ring of 22 lamps, what a graph was given before took more than a quarter of all time.
const LISTED_SHARE: u64 = 256;
const ALL_SHARE: u64 = 2;
/// There may be so many times more of them than it seems,
const MORE_THAN_SEEM: u64 = 3;
/// but of more than this share, a graph is hardly sooner.
const MOST_SHARE: u64 = 10;
/// How many positions of an array play seems to come to.
#[derive(Clone, Copy)]
pub(super) enum Met {
    /// So few that a graph of some is worth an attempt before the array is begun,
    Few { worth: u64, met: u64 },
    /// so many that it is worth one only if options take long to find in both,
    Many(u64),
    /// or most of them.
    Most,
}

/// More options than this are no quick attempt.
const FEW_OPTIONS: usize = 64;
/// Nor is one where so many rounds of loops find them: two piles of 1,000, of which a number that divides the other is taken, take
/// 2,000 for 32 options, and 5,000 positions of that kind more time than all million in an array.
const FEW_ROUNDS: u64 = 1_000;

impl<K: Word> Graph<K> {
    const NAME: &'static str = if K::BITS == 64 { "packed in 64 bits" } else { "packed in 128 bits" };
    const TOO_WIDE: Unfit = K::TOO_WIDE;

    /// The solver with a layout that the position fits, and its key.
    ///
    /// # Errors
    /// Why there is none; or that a budget ran out.
    pub(super) fn ready(&mut self, ctx: &Ctx<'_>, asked: &Asked<'_>) -> Result<Keyed<'_, K>> {
        let fits = match self {
            Graph::Unfit(why) => return Err((*why).into()),
            Graph::Ready(solver) => solver.rules.family().pack(asked.position).is_some(),
            Graph::Untried => false,
        };
        if !fits {
            self.lay_out(ctx, asked)?;
        }
        let key = match self {
            Graph::Ready(solver) => solver.rules.family().pack(asked.position),
            _ => None,
        };
        match (self, key) {
            (Graph::Ready(solver), Some(key)) => {
                solver.rules.measure(ctx.meter.clone());
                Ok((solver, K::narrow(key)))
            }
            (Graph::Unfit(why), _) => Err((*why).into()),
            (graph, _) => {
                *graph = Graph::Unfit(Self::TOO_WIDE);
                Err(Self::TOO_WIDE.into())
            }
        }
    }

    /// A new layout, with room for what the last one had.
    fn lay_out(&mut self, ctx: &Ctx<'_>, asked: &Asked<'_>) -> Result<()> {
        if !ctx.tuning.words {
            *self = Graph::Unfit(Self::TOO_WIDE);
            return Ok(());
        }
        if Family::has_parts_too_large(ctx.machine, asked.position, K::BITS) {
            *self = Graph::Unfit(Unfit::Kind("a part of its positions may be of any size"));
            return Ok(());
        }
        let family = Family::new(ctx.machine, asked.position, self.family(), K::BITS);
        if family.is_none() {
            // Rules that were not compiled for want of time are no reason to give them up.
            ctx.meter.look()?;
        }
        *self = match family {
            Some(family) if asked.rule == WinRule::Misere && !family.has_no_sums() => {
                Graph::Unfit(Unfit::Kind("under misère play, a move leads to a sum"))
            }
            Some(family) => Graph::of(ctx, asked, family),
            None => Graph::Unfit(Self::TOO_WIDE),
        };
        Ok(())
    }

    /// A layout with room for what comes up in play from a position on; false if there is none, or it would not help.
    fn widen(&mut self, ctx: &Ctx<'_>, asked: &Asked<'_>, at: &GamePosition) -> Result<bool> {
        let Some(before) = self.family().map(|f| f.needs().clone()) else { return Ok(false) };
        let Some(needs) = ahead(ctx.machine, at, &before)? else { return Ok(false) };
        let family = Family::wider(ctx.machine, asked.position, &needs, K::BITS);
        if family.is_none() {
            ctx.meter.look()?;
        }
        Ok(match family {
            Some(family) => {
                *self = Graph::of(ctx, asked, family);
                true
            }
            None => false,
        })
    }

    fn of(ctx: &Ctx<'_>, asked: &Asked<'_>, family: Family) -> Graph<K> {
        let rules = Packed::new(family, ctx.machine, true).under(asked.rule).in_order();
        Graph::Ready(Box::new(Solver::new(rules).asking_early()))
    }

    /// Its layout.
    pub(super) fn family(&self) -> Option<&Family> {
        match self {
            Graph::Ready(solver) => Some(solver.rules.family()),
            _ => None,
        }
    }

    /// What it knows of a position that it has met.
    pub(super) fn known(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Option<Answer> {
        self.known_value(asked.position).map(|v| Self::answered(ctx, v))
    }

    fn known_value(&mut self, position: &GamePosition) -> Option<u64> {
        let Graph::Ready(solver) = self else { return None };
        solver.known_value(K::narrow(solver.rules.family().pack(position)?))
    }

    /// Forgets everything, since it is in a table now.
    pub(super) fn forget(&mut self) {
        *self = Graph::Untried;
    }

    /// The value, if it is known, or takes few options and few positions to find.
    ///
    /// # Errors
    /// If the position does not fit.
    pub(super) fn quick(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<Option<Answer>> {
        let (solver, key) = self.ready(ctx, asked)?;
        let value = solver.known_value(key).or_else(|| quick(solver, key, &ctx.meter, ctx.tuning.quick));
        Ok(value.map(|v| Self::answered(ctx, v)))
    }

    /// The same within a share of so many positions, a smaller one where there are many options, as most positions can be reached
    /// then; or within as many as play seems to come to.
    ///
    /// # Errors
    /// If a budget ran out.
    pub(super) fn try_few(
        &mut self,
        ctx: &mut Ctx<'_>,
        asked: &Asked<'_>,
        (all, met): (u64, u64),
    ) -> Result<Option<Answer>> {
        let most = match self.ready(ctx, asked) {
            Ok((solver, key)) => match few_options(solver, key) {
                Some(count) if count >= SOME_OPTIONS => 2 * all / TRY_SHARE,
                Some(_) => all / TRY_SHARE,
                // In an array, what is remembered of members is there before.
                None if solver.rules.recognised().contains(&MEMBERS) => return Ok(None),
                None => all / TRY_SHARE / MANY_OPTIONS,
            },
            Err(engine::Stop::Unfit(_)) => return Ok(None),
            Err(stop) => return Err(stop),
        };
        self.within(ctx, asked, most.max(met))
    }

    /// How many of so many positions play seems to come to: see [`birthdays`].
    pub(super) fn seems_to_meet(&mut self, ctx: &Ctx<'_>, asked: &Asked<'_>, all: u64) -> Met {
        let Ok((solver, key)) = self.ready(ctx, asked) else { return Met::Few { worth: 0, met: 0 } };
        let long = few_options(solver, key).is_none();
        if long && solver.rules.recognised().contains(&MEMBERS) {
            return Met::Most; // as it is left to the array in any case
        }
        let listings = all / LISTED_SHARE / if long { MANY_OPTIONS } else { 1 };
        let met = birthdays::positions(&mut solver.rules, key, all / ALL_SHARE, listings);
        match met {
            // Of many options, an array looks up fifty in the time in which a graph finds one.
            _ if met < all / MET_SHARE && long => Met::Few { worth: 0, met },
            _ if met < all / MET_SHARE => {
                Met::Few { worth: (MORE_THAN_SEEM * met).min(all / MOST_SHARE), met }
            }
            _ if met < all / ALL_SHARE => Met::Many(met),
            _ => Met::Most,
        }
    }

    /// Whether it takes very many rounds of loops to find the options of a position.
    pub(super) fn takes_long(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> bool {
        let Ok((solver, key)) = self.ready(ctx, asked) else { return false };
        let before = solver.rules.rounds();
        let listed = solver.rules.options(key, &mut Options::default());
        listed.is_ok() && solver.rules.rounds() - before > FEW_ROUNDS
    }

    /// The outcome, if a search meets at most a share of so many positions, or at most some others if these are more.
    ///
    /// # Errors
    /// If a budget ran out.
    pub(super) fn search_few(
        &mut self,
        ctx: &mut Ctx<'_>,
        asked: &Asked<'_>,
        all: u64,
        least: u64,
    ) -> Result<Option<Answer>> {
        self.searched(ctx, asked, |solver, key, meter| {
            let few = few_options(solver, key).is_some_and(|count| count < SOME_OPTIONS);
            let share = if few { TRY_SHARE } else { SEARCH_SHARE };
            part_of(meter, (all / share).max(least), None)
        })
    }

    /// The answer of a search, if it takes at most so much more time.
    ///
    /// # Errors
    /// If a budget ran out.
    pub(super) fn search_for(
        &mut self,
        ctx: &mut Ctx<'_>,
        asked: &Asked<'_>,
        time: Duration,
    ) -> Result<Option<Answer>> {
        self.searched(ctx, asked, |_, _, meter| part_of(meter, u64::MAX, Some(time)))
    }

    fn searched(
        &mut self,
        ctx: &mut Ctx<'_>,
        asked: &Asked<'_>,
        part: impl FnOnce(&mut Solver<Packed<K>>, K, &Meter) -> Meter,
    ) -> Result<Option<Answer>> {
        let found = match self.ready(ctx, asked) {
            Ok((solver, key)) => {
                let meter = part(solver, key, &ctx.meter);
                answer_with(solver, key, asked.want, &meter).ok()
            }
            Err(engine::Stop::Unfit(_)) => None,
            Err(stop) => return Err(stop),
        };
        if found.is_some() {
            ctx.notes.trail.answered(Self::NAME);
        }
        Ok(found)
    }

    /// The value, if it takes at most so many positions to find, and the position fits.
    ///
    /// # Errors
    /// If a budget ran out.
    pub(super) fn within(
        &mut self,
        ctx: &mut Ctx<'_>,
        asked: &Asked<'_>,
        most: u64,
    ) -> Result<Option<Answer>> {
        let value = match self.ready(ctx, asked) {
            Ok((solver, key)) => within(solver, key, &ctx.meter, most, None),
            Err(engine::Stop::Unfit(_)) => None,
            Err(stop) => return Err(stop),
        };
        Ok(value.map(|v| Self::answered(ctx, v)))
    }

    /// The value, if it takes at most so much more time to find; not where an array has what is remembered of members.
    ///
    /// # Errors
    /// If a budget ran out.
    pub(super) fn try_for(
        &mut self,
        ctx: &mut Ctx<'_>,
        asked: &Asked<'_>,
        time: Duration,
    ) -> Result<Option<Answer>> {
        let value = match self.ready(ctx, asked) {
            Ok((solver, _)) if solver.rules.recognised().contains(&MEMBERS) => None,
            Ok((solver, key)) => within(solver, key, &ctx.meter, u64::MAX, Some(time)),
            Err(engine::Stop::Unfit(_)) => None,
            Err(stop) => return Err(stop),
        };
        Ok(value.map(|v| Self::answered(ctx, v)))
    }

    fn answered(ctx: &mut Ctx<'_>, value: u64) -> Answer {
        ctx.notes.trail.answered(Self::NAME);
        Answer::of(value)
    }

    /// The answer, if it takes less to find it than to read the graph of an earlier run; otherwise that is read.
    fn without_persisted(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>) -> Result<Option<Answer>> {
        if asked.rule == WinRule::Misere {
            return Ok(None);
        }
        let Some(worth) = ctx.earlier.worth_trying_without::<K>(ctx.machine, asked.position) else {
            return Ok(None);
        };
        if let Some(answer) = self.within(ctx, asked, worth)? {
            return Ok(Some(answer));
        }
        if let Some(persisted) = ctx.earlier.graph(ctx.machine, asked.position)? {
            *self = Graph::Ready(Box::new(persisted));
        }
        Ok(None)
    }
}

impl<K: Word> Engine for Graph<K> {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn fits(&mut self, _: &mut Ctx<'_>, _: &Asked<'_>) -> Result<()> {
        match self {
            Graph::Unfit(why) => Err((*why).into()),
            _ => Ok(()),
        }
    }

    fn answer(&mut self, ctx: &mut Ctx<'_>, asked: &Asked<'_>, _: Rest<'_, '_>) -> Result<Answer> {
        if let Some(answer) = self.without_persisted(ctx, asked)? {
            return Ok(answer);
        }
        let mut layouts = 0;
        loop {
            let (solver, key) = self.ready(ctx, asked)?;
            let found = answer_with(solver, key, asked.want, &ctx.meter);
            let place = |k: K| solver.rules.family().unpack(k.wide());
            let halt = match found {
                Ok(answer) => {
                    ctx.notes.trail.answered(Self::NAME);
                    return Ok(answer);
                }
                Err(Halt { why: engine::Stop::Unfit(Unfit::Misfit), at: Some(key), .. }) => {
                    // Either the rules have a mistake here, which the general evaluation words, or it is too large.
                    let at = place(key);
                    ctx.machine.choices(&at)?;
                    layouts += 1;
                    if layouts > MOST_LAYOUTS || !self.widen(ctx, asked, &at)? {
                        *self = Graph::Unfit(Unfit::Misfit);
                        return Err(Unfit::Misfit.into());
                    }
                    continue;
                }
                Err(halt) => halt.map(place).widen(),
            };
            if !matches!(halt.why, engine::Stop::Mistake(Wrong::Deep)) {
                let solved = solver.solved() + solver.search.met();
                return Err(stops::explain(ctx, asked.position, solved, halt));
            }
            solver.longest = engine::asks_next(solver.longest);
            stops::refuse_growing(ctx, asked.position, &halt.play, solver.longest)?;
        }
    }

    fn usage(&self) -> Usage {
        match self {
            Graph::Ready(s) => Usage { positions: (s.solved() + s.search.met()) as u64, bytes: s.bytes() },
            _ => Usage::default(),
        }
    }

    fn save<'e>(&'e self, family: &str, blocks: &mut Blocks<'e>) {
        if let Graph::Ready(solver) = self {
            blocks.add_graph(format!("{GRAPH}{} {family}", K::BITS), solver);
        }
    }

    fn tell(&self, fired: &mut Fired) {
        if let Graph::Ready(s) = self
            && s.solved() + s.search.met() > 0
        {
            fired.add(
                if K::BITS == 64 { "engine: packed in 64 bits" } else { "engine: packed in 128 bits" },
                1,
            );
            fired.all(s.rules.recognised());
        }
    }

    fn used(&self, used: &mut BTreeMap<String, u64>) {
        if let Graph::Ready(s) = self {
            *used.entry(format!("graph {}", K::BITS)).or_default() += s.solved() as u64;
            *used.entry(format!("graph {}: search", K::BITS)).or_default() += s.search.met() as u64;
            *used.entry("machine code".into()).or_default() += u64::from(s.rules.is_translated());
            let flat = s.rules.is_quick() && s.rules.family().has_flat_fields();
            *used.entry("machine code: flat values".into()).or_default() += u64::from(flat);
        }
    }

    fn knows(&mut self, asked: &Asked<'_>) -> bool {
        self.known_value(asked.position).is_some()
    }

    fn one_word(&mut self) -> Option<&mut Graph<u64>> {
        (self as &mut dyn std::any::Any).downcast_mut()
    }

    fn two_words(&mut self) -> Option<&mut Graph<u128>> {
        (self as &mut dyn std::any::Any).downcast_mut()
    }
}

/// How many questions are searched for one by one before it is tried to find all values: then one more for each so many
/// positions that the searches have met.
const SEARCHED: u64 = 8;
const MET_A_QUESTION: u64 = 1000;

/// Searches for an answer where that pays, else solves everything below the position.
pub(super) fn answer_with<R: Rules>(
    solver: &mut Solver<R>,
    key: R::Key,
    want: Want,
    meter: &Meter,
) -> std::result::Result<Answer, Halt<R::Key, R::Mistake>> {
    // Both ask at the same length whether plays are meant to get longer; later the search gives up, and the solver goes on.
    solver.search.gives_up_at(solver.longest.min(engine::LONGEST));
    let answer = answered(solver, key, want, meter);
    solver.search.gives_up_at(engine::LONGEST);
    answer
}

fn answered<R: Rules>(
    solver: &mut Solver<R>,
    key: R::Key,
    want: Want,
    meter: &Meter,
) -> std::result::Result<Answer, Halt<R::Key, R::Mistake>> {
    if let Some(v) = solver.known_value(key) {
        return Ok(Answer::of(v));
    }
    // Where positions do not fall into parts, all values are found as fast as one.
    if want != Want::Value || solver.rules.prefers_search() {
        if let Some(v) = all_below(solver, key, meter) {
            return Ok(Answer::of(v));
        }
        if want == Want::Value
            && !solver.rules.simplifies()
            && let Some(v) = in_turns(solver, key, meter)
        {
            return Ok(Answer::of(v));
        }
        let found = match want {
            Want::Value => solver.search.value(&mut solver.rules, key, meter).map(Answer::of),
            Want::Is(value) => {
                let is = solver.search.is(&mut solver.rules, key, value, meter);
                is.map(|is| if is { Answer::of(value) } else { Answer::Not })
            }
        };
        match found {
            // Values and plays that are too long for a search are no hindrance to the solver.
            Err(Halt { why: engine::Stop::Unfit(Unfit::WideValue), .. }) => {}
            Err(Halt { why: engine::Stop::Mistake(Wrong::Deep), .. }) if solver.longest > engine::LONG => {}
            other => return other,
        }
    }
    solver.value(key, meter).map(Answer::of)
}

/// A search for a value may meet this many positions before everything below its position is solved instead, as far as this many
/// more; each time both may go further.
const FIRST_TURN: u64 = 1 << 11;
const MORE: u64 = 4;

/// The value by whichever of both ends first; none if only a search should be tried, or something stops it.
fn in_turns<R: Rules>(solver: &mut Solver<R>, key: R::Key, meter: &Meter) -> Option<u64> {
    let mut turn = FIRST_TURN;
    loop {
        match solver.search.value(&mut solver.rules, key, &part_of(meter, turn, None)) {
            Err(halt) if has_met_many(&halt.why) => {}
            found => return found.ok(),
        }
        let slower = solver.rules.solved_a_searched();
        if slower == 0 || turn >= meter.positions_left() {
            return None;
        }
        match solver.value(key, &part_of(meter, slower * turn, None)) {
            Err(halt) if has_met_many(&halt.why) => {}
            found => return found.ok(),
        }
        turn *= MORE;
    }
}

fn has_met_many<M>(why: &engine::Stop<M>) -> bool {
    matches!(why, engine::Stop::Exhausted(Exhausted::Positions(_), _))
}

/// A meter for at most so many positions more.
fn part_of(meter: &Meter, positions: u64, time: Option<Duration>) -> Meter {
    let usual = meter.budget();
    let left = usual.time.map(|limit| limit.saturating_sub(meter.elapsed()));
    let time = left.into_iter().chain(time).min();
    let positions = positions.min(meter.positions_left());
    Meter::new(Budget { positions, time, ..usual.clone() })
}

/// The value, if many questions were asked that took little, and everything below the position is no more than half of
/// what the searches have met. There may be far too much: then what was solved stays, and searches go on.
fn all_below<R: Rules>(solver: &mut Solver<R>, key: R::Key, meter: &Meter) -> Option<u64> {
    let met = solver.search.met() as u64;
    if solver.search.asked() < SEARCHED + met / MET_A_QUESTION {
        return None;
    }
    let worth = QUICK + met / 2;
    let left = worth.checked_sub(solver.solved() as u64).filter(|left| *left > 0)?;
    within(solver, key, meter, left, None)
}

/// A value that takes few options and few positions to find.
fn quick<R: Rules>(solver: &mut Solver<R>, key: R::Key, meter: &Meter, positions: u64) -> Option<u64> {
    if solver.solved() as u64 > QUICK {
        return None; // many small questions are one large one
    }
    few_options(solver, key).and_then(|_| within(solver, key, meter, positions, None))
}

/// How many options there are, if they are few and take few rounds of loops to find.
fn few_options<R: Rules>(solver: &mut Solver<R>, key: R::Key) -> Option<usize> {
    let mut options = Options::default();
    let before = solver.rules.rounds();
    solver.rules.options(key, &mut options).ok()?;
    (options.len() <= FEW_OPTIONS && solver.rules.rounds() - before <= FEW_ROUNDS).then_some(options.len())
}

/// A value that takes at most this many positions to find.
fn within<R: Rules>(
    solver: &mut Solver<R>,
    key: R::Key,
    meter: &Meter,
    positions: u64,
    time: Option<Duration>,
) -> Option<u64> {
    let usual = meter.budget();
    let left = usual.time.map(|limit| limit.saturating_sub(meter.elapsed()));
    let time = left.into_iter().chain(time).min();
    let budget = Budget { positions, time, progress: Default::default(), ..usual.clone() };
    // A position that is open is one of them, too: in long plays, thousands are listed before the first one is solved.
    let longest = solver.longest;
    solver.longest = longest.min(usize::try_from(positions).unwrap_or(usize::MAX));
    let value = solver.value(key, &Meter::new(budget)).ok();
    solver.longest = longest;
    value
}
