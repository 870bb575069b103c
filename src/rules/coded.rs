//! Positions as codes, in one word, in two or in bytes: what can be forced in games whose positions are first-order values, with
//! code for the moves of both players or of each.

use super::Stop;
use super::ahead::{MOST_LAYOUTS, ahead};
use super::ctx::{Ctx, FamilyKey, family_of};
use super::growth::Growth;
use super::kind::Kind;
use super::machine::Machine;
use super::packed::{Family, InBytes, Listed, Packed, Word};
use super::searches::Searches;
use super::weight;
use crate::engine::loopy::{Arena, Ends, Explorer, Lasts, Play, Sum, Wins};
use crate::engine::{self, Halt, Meter, Options, Rules, Unfit};
use crate::value::{GamePosition, Part, Position};
use std::collections::HashMap;
use std::convert::Infallible;
use std::rc::Rc;

/// What engines over codes of positions are called.
pub(super) struct Names {
    /// All positions, listed and solved backwards,
    pub(super) listed: &'static str,
    /// a search for who wins,
    pub(super) wins: &'static str,
    /// one for how long it takes,
    pub(super) lasts: &'static str,
    /// normal forms under misère play.
    pub(super) forms: &'static str,
}

/// Compiled rules over codes of positions.
pub(super) trait Coded: Play<Mistake = Infallible> + Sized {
    /// What engines over them are called.
    const NAMES: Names;
    /// Why positions have none.
    const TOO_WIDE: Unfit;

    /// Rules for what a position leads to; `None` if a code cannot hold it.
    fn compiled(machine: &Rc<Machine>, position: &GamePosition, listed: Listed) -> Option<Self>;

    /// The same with room for what comes up in play from another position on; `None` if there is none, or it would not help.
    ///
    /// # Errors
    /// A budget that ran out.
    fn wider(
        &self,
        machine: &Rc<Machine>,
        asked: &GamePosition,
        at: &GamePosition,
        listed: Listed,
    ) -> Result<Option<Self>, Stop>;

    /// The games that it is for.
    fn games(&self) -> &Family;

    /// Whether each part of a sum is of one of them.
    fn has_games_of(&self, position: &Position) -> bool {
        position.parts.iter().all(|part| match part {
            Part::Game(part) => self.games().has(part),
            Part::Heap(_) => true,
        })
    }

    /// The code of a position; `None` if it does not fit.
    fn code(&mut self, position: &GamePosition) -> Option<Self::Key>;

    /// The position of a code.
    fn decoded(&self, code: Self::Key) -> GamePosition;

    /// Counts what follows on another meter.
    fn count_on(&mut self, meter: Rc<Meter>);

    /// The same with one of all positions from which players win alike, where that is known.
    fn for_outcomes(self) -> Self;
}

impl<K: Word> Coded for Packed<K> {
    const NAMES: Names = match K::BITS {
        64 => Names {
            listed: "outcomes in 64 bits",
            wins: "search of outcomes in 64 bits",
            lasts: "search of remoteness in 64 bits",
            forms: "misère forms in 64 bits",
        },
        _ => Names {
            listed: "outcomes in 128 bits",
            wins: "search of outcomes in 128 bits",
            lasts: "search of remoteness in 128 bits",
            forms: "misère forms in 128 bits",
        },
    };
    const TOO_WIDE: Unfit = K::TOO_WIDE;

    fn compiled(machine: &Rc<Machine>, position: &GamePosition, listed: Listed) -> Option<Self> {
        let family = Family::with_moves(machine, position, None, K::BITS, listed)?;
        Some(Packed::new(family, machine, false))
    }

    fn wider(
        &self,
        machine: &Rc<Machine>,
        asked: &GamePosition,
        at: &GamePosition,
        listed: Listed,
    ) -> Result<Option<Self>, Stop> {
        let Some(needs) = ahead(machine, at, self.family().needs())? else { return Ok(None) };
        let family = Family::with_moves(machine, asked, Some(&needs), K::BITS, listed);
        Ok(family.map(|family| Packed::new(family, machine, false)))
    }

    fn games(&self) -> &Family {
        self.family()
    }

    fn for_outcomes(self) -> Self {
        self.in_order().with_symmetries()
    }

    fn code(&mut self, position: &GamePosition) -> Option<K> {
        self.family().pack(position).map(K::narrow)
    }

    fn decoded(&self, code: K) -> GamePosition {
        self.family().unpack(code.wide())
    }

    fn count_on(&mut self, meter: Rc<Meter>) {
        self.measure(meter);
    }
}

impl<K: Word> Play for Packed<K> {
    fn sides(&self) -> usize {
        self.family().sides()
    }

    fn options_of(&mut self, position: K, side: usize, out: &mut Options<K>) -> Result<(), engine::Stop> {
        self.options_of_side(position, side, out)
    }

    fn won(&mut self, position: K) -> Result<bool, engine::Stop> {
        if !self.family().may_be_won() {
            return Ok(false);
        }
        if let Some(won) = self.has_won(position)? {
            return Ok(won);
        }
        let machine = self.machine().ok_or(Unfit::Misfit)?;
        machine.has_won(&self.decoded(position)).map_err(|_| Unfit::Misfit.into())
    }
}

impl Coded for InBytes {
    const NAMES: Names = Names {
        listed: "outcomes in bytes",
        wins: "search of outcomes in bytes",
        lasts: "search of remoteness in bytes",
        forms: "misère forms in bytes",
    };
    const TOO_WIDE: Unfit = Unfit::Kind("a part of a position, or of a move, is no value of the first order");

    fn compiled(machine: &Rc<Machine>, position: &GamePosition, listed: Listed) -> Option<Self> {
        let of = |runs| InBytes::new(Family::in_bytes(machine, position, listed, runs)?, machine);
        let fits = |rules: &mut InBytes| rules.key(position).is_some();
        let mut bits = of(false);
        if bits.as_mut().is_some_and(fits) { bits } else { of(true) }
    }

    /// Sets of any size, if they had bits.
    fn wider(
        &self,
        machine: &Rc<Machine>,
        asked: &GamePosition,
        _at: &GamePosition,
        listed: Listed,
    ) -> Result<Option<Self>, Stop> {
        let family = (!self.has_runs()).then(|| Family::in_bytes(machine, asked, listed, true)).flatten();
        Ok(family.and_then(|family| InBytes::new(family, machine)))
    }

    fn games(&self) -> &Family {
        self.family()
    }

    fn for_outcomes(self) -> Self {
        self.with_symmetries()
    }

    fn code(&mut self, position: &GamePosition) -> Option<u32> {
        self.key(position)
    }

    fn decoded(&self, code: u32) -> GamePosition {
        self.position(code)
    }

    fn count_on(&mut self, meter: Rc<Meter>) {
        self.measure(meter);
    }
}

impl Play for InBytes {
    fn sides(&self) -> usize {
        self.family().sides()
    }

    fn options_of(&mut self, position: u32, side: usize, out: &mut Options<u32>) -> Result<(), engine::Stop> {
        self.options_of_side(position, side, out)
    }

    fn won(&mut self, position: u32) -> Result<bool, engine::Stop> {
        self.has_won(position)
    }
}

/// What came of asking.
pub(super) enum Tried<T> {
    /// The answer.
    Found(T),
    /// Codes that hold more may do; and why these do not.
    TooWide(Unfit),
    /// The general evaluation is needed, for its words if for nothing else.
    Unfit,
}

/// The name of an engine, and how many positions and bytes it holds.
pub(super) type Held = (&'static str, usize, u64);

/// Codes of one kind: what was listed and found so far, by family, and whether moves have owners.
pub(super) struct Codes<R: Coded> {
    /// `None` where positions did not fit.
    arenas: HashMap<(FamilyKey, bool), Option<Arena<R>>>,
    /// Searches for who wins,
    pub(super) wins: Searches<R, Wins>,
    /// how long it takes,
    pub(super) lasts: Searches<R, Lasts>,
    /// and whether play ends, where players have moves of their own: not all of it is in turns.
    pub(super) ends: Searches<R, Ends>,
}

impl<R: Coded> Default for Codes<R> {
    fn default() -> Codes<R> {
        let arenas = HashMap::new();
        Codes { arenas, wins: Searches::default(), lasts: Searches::default(), ends: Searches::default() }
    }
}

/// A question to an arena about a place of it.
pub(super) type Ask<'a, R, T> = &'a mut dyn FnMut(
    &mut Arena<R>,
    u32,
    &mut dyn FnMut(&Explorer<R>) -> bool,
    &Meter,
) -> Result<T, Halt<<R as Rules>::Key, Infallible>>;

impl<R: Coded> Codes<R> {
    /// Whether there are positions.
    pub(super) fn is_used(&self) -> bool {
        self.arenas.values().flatten().any(|a| a.explorer.size().1 > 0)
    }

    /// Whether some were searched.
    pub(super) fn is_searched(&self) -> bool {
        self.wins.all().next().is_some() || self.lasts.all().next().is_some()
    }

    /// Positions and bytes, of each arena and search, with the name of the engine.
    pub(super) fn held(&self) -> impl Iterator<Item = Held> {
        let arenas = self.arenas.values().flatten();
        let arenas = arenas.map(|a| (R::NAMES.listed, a.explorer.places_listed(), a.bytes()));
        let wins = self.wins.all().map(|s| (R::NAMES.wins, s.solved(), s.bytes()));
        let ends = self.ends.all().map(|s| (R::NAMES.lasts, 0, s.bytes()));
        let lasts = self.lasts.all().map(|s| (R::NAMES.lasts, s.solved(), s.bytes()));
        arenas.chain(wins).chain(ends).chain(lasts)
    }

    /// Asks about a position; where something does not fit, again with more room.
    ///
    /// # Errors
    /// A mistake in the rules, or a budget that ran out.
    pub(super) fn ask<T>(
        &mut self,
        ctx: &Ctx<'_>,
        position: &Position,
        kind: Kind,
        ask: Ask<'_, R, T>,
    ) -> Result<Tried<T>, Stop> {
        let Some(Part::Game(first)) = position.parts.first() else { return Ok(Tried::Unfit) };
        let listed = if kind.partizan { Listed::OfEach } else { Listed::All };
        let new = || compiled::<R>(ctx.machine, first, listed).map(Arena::new);
        let slot = self.arenas.entry((family_of(first), kind.partizan)).or_insert_with(new);
        if slot.as_ref().is_some_and(|arena| !arena.explorer.rules.has_games_of(position)) {
            return Ok(Tried::Unfit);
        }
        for layout in 0..=MOST_LAYOUTS {
            let Some(mut sum) = slot.as_mut().map(|arena| codes(arena, position)) else {
                return Ok(Tried::TooWide(R::TOO_WIDE));
            };
            if sum.is_none() {
                // A larger position may need another layout.
                *slot = new();
                sum = slot.as_mut().and_then(|arena| codes(arena, position));
            }
            let (Some(sum), Some(arena)) = (sum, &mut *slot) else { return Ok(Tried::TooWide(R::TOO_WIDE)) };
            let halt = match asked(arena, ctx, position, &sum, kind, &mut *ask)? {
                Ok(tried) => return Ok(tried),
                Err(halt) => halt,
            };
            let at = halt.at.map(|key| arena.explorer.rules.decoded(key));
            // Either the rules have a mistake here, which the general evaluation words, or it is too large.
            at.iter().try_for_each(|at| ctx.machine.choices(at).map(|_| ()))?;
            *slot = match at.filter(|_| layout < MOST_LAYOUTS) {
                Some(at) => arena.explorer.rules.wider(ctx.machine, first, &at, listed)?.map(Arena::new),
                None => None,
            };
        }
        Ok(Tried::TooWide(Unfit::Misfit))
    }
}

/// Rules over codes for what a position leads to, if it is of a game.
pub(super) fn compiled<R: Coded>(
    machine: &Rc<Machine>,
    position: &GamePosition,
    listed: Listed,
) -> Option<R> {
    let impartial = crate::check::ir::GameId(position.game.id).is_impartial();
    (!impartial).then(|| R::compiled(machine, position, listed)).flatten()
}

/// The codes of a sum; `None` if something does not fit.
fn codes<R: Coded>(arena: &mut Arena<R>, position: &Position) -> Option<Sum<R::Key>> {
    let (mut parts, mut heaps) = (vec![], vec![]);
    for part in &position.parts {
        match part {
            Part::Heap(k) => heaps.push(k.to_u64()?),
            Part::Game(p) => parts.push(arena.explorer.rules.code(p)?),
        }
    }
    Some((parts, heaps))
}

/// So many places are looked through for cycles in any case: that is sooner done than to ask for a proof.
const SMALL: usize = 10_000;

/// Whether a play may come back to where it was: no cycles are looked for where every play is proved to end. Among millions of places
/// that takes as long as to decide them, for each option again.
fn may_cycle<R: Coded>(arena: &Arena<R>, position: &Position, ctx: &Ctx<'_>) -> bool {
    arena.explorer.size().1 <= SMALL || !ends(position, ctx.machine)
}

type Halted<R> = Halt<<R as Rules>::Key, Infallible>;

/// Asks once: what came of it, or where something did not fit.
fn asked<R: Coded, T>(
    arena: &mut Arena<R>,
    ctx: &Ctx<'_>,
    position: &Position,
    sum: &Sum<R::Key>,
    kind: Kind,
    ask: Ask<'_, R, T>,
) -> Result<Result<Tried<T>, Halted<R>>, Stop> {
    arena.explorer.rules.count_on(ctx.meter.clone());
    let place = arena.explorer.place(&sum.0, &sum.1);
    let growth = Growth::of(ctx.machine, position);
    let mut grows = |e: &Explorer<R>| growth.goes_on(e, |rules: &R, key| weight::size(&rules.decoded(key)));
    Ok(match ask(arena, place, &mut grows, &ctx.meter) {
        // A cycle that is not declared is a mistake, which is worded over values.
        Ok(_)
            if !kind.loopy
                && may_cycle(arena, position, ctx)
                && arena.explorer.cycle_from(place, &ctx.meter)?.is_some() =>
        {
            Ok(Tried::Unfit)
        }
        Ok(found) => Ok(Tried::Found(found)),
        Err(halt) if matches!(halt.why, engine::Stop::Unfit(_)) => Err(halt),
        Err(halt) => return Err(halt.into_stop().widen().so_far(|| listed(&arena.explorer))),
    })
}

/// Whether every play from a position is proved to end.
pub(super) fn ends(position: &Position, machine: &Machine) -> bool {
    position.parts.iter().all(|part| match part {
        Part::Heap(_) => true,
        Part::Game(p) => machine.is_sure_to_end(p),
    })
}

/// How far a listing of positions got.
pub(super) fn listed<R: Play>(explorer: &Explorer<R>) -> String {
    let ((reached, _), listed) = (explorer.size(), explorer.places_listed());
    format!("the moves of {listed} of {reached} positions reached were listed")
}
