//! The places explored so far, packed into words where the rules allow it, and over general values: what can be forced in
//! them, and what they are worth.

use super::by_place::ByPlace;
use super::ctx::{Ctx, FamilyKey, family_of};
use super::general::{General, heap_size};
use super::kind::{Kind, Player};
use super::machine::Machine;
use super::packed::{Family, Listed, Packed};
use super::worth::Worth;
use super::{Mistake, Stop, stops, weight};
use crate::check::ir::{GameId, WinRule};
use crate::diagnostic::Diagnostic;
use crate::engine::loopy::{Arena, Explorer, Fate, Forced, Label, Play, Reach};
use crate::engine::{self, Halt, Meter, Options, Unfit};
use crate::value::{GamePosition, Int, Part, Position};
use std::collections::HashMap;
use std::convert::Infallible;
use std::rc::Rc;

type Result<T> = std::result::Result<T, Stop>;

/// For one and for two sides, and apart whether cycles are declared.
pub(super) struct Arenas {
    general: [Arena<General>; 4],
    /// Those of games whose positions fit a word, for one side or for two; `None` where one did not.
    packed: HashMap<(FamilyKey, bool), Option<Arena<Packed<u64>>>>,
    /// Searches for who wins in such games, under normal and under misère play.
    forced: HashMap<(FamilyKey, bool), Option<Forced<Packed<u64>>>>,
    /// What was found about all positions that have places.
    pub(super) by_place: ByPlace,
}

impl Arenas {
    /// Nothing explored yet.
    pub(super) fn new(machine: &Rc<Machine>) -> Arenas {
        let arena = |sides| Arena::new(General::new(machine.clone(), false).with_sides(sides));
        Arenas {
            general: [arena(1), arena(2), arena(1), arena(2)],
            packed: HashMap::new(),
            forced: HashMap::new(),
            by_place: ByPlace::default(),
        }
    }

    fn general(&mut self, kind: Kind) -> &mut Arena<General> {
        &mut self.general[usize::from(kind.partizan) + 2 * usize::from(kind.loopy)]
    }

    /// Which of them hold positions, by name.
    pub(super) fn recognised(&self) -> Vec<&'static str> {
        let general = self.general.iter().any(|a| a.explorer.size().1 > 0);
        let packed = self.packed.values().flatten().any(|a| a.explorer.size().1 > 0);
        let forced = self.forced.values().flatten().any(|f| f.solved() > 0);
        let all = [
            (general, "engine: arena"),
            (packed, "engine: packed arena"),
            (forced, "engine: search of outcomes"),
            (self.by_place.held().0 > 0, "engine: outcomes by place"),
            (self.by_place.in_boxes() > 0, "outcomes: of whole boxes by machine code"),
        ];
        all.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect()
    }

    /// Positions and bytes held.
    pub(super) fn held(&self) -> (usize, u64) {
        let general = self.general.iter().map(|a| (a.explorer.size().1, a.bytes()));
        let packed = self.packed.values().flatten().map(|a| (a.explorer.size().1, a.bytes()));
        let forced = self.forced.values().flatten().map(|f| (f.solved(), f.bytes()));
        let all = general.chain(packed).chain(forced).chain([self.by_place.held()]);
        all.fold((0, 0), |(n, b), (m, c)| (n + m, b + c))
    }
}

impl Play for Packed<u64> {
    fn sides(&self) -> usize {
        if self.family().has_sides() { 2 } else { 1 }
    }

    fn options_of(
        &mut self,
        position: u64,
        side: usize,
        out: &mut Options<u64>,
    ) -> std::result::Result<(), engine::Stop> {
        self.options_of_side(position, side, out)
    }

    fn won(&mut self, position: u64) -> std::result::Result<bool, engine::Stop> {
        let family = self.family();
        if !family.may_be_won() {
            return Ok(false);
        }
        if let Some(won) = self.has_won(position)? {
            return Ok(won);
        }
        let family = self.family();
        let machine = self.machine().ok_or(Unfit::Misfit)?;
        machine.has_won(&family.unpack(position.into())).map_err(|_| Unfit::Misfit.into())
    }
}

/// What was found in an arena: what can be forced, and in how many moves, and whether that is exact.
pub(super) type Found = (Fate, Option<(u32, bool)>);

/// A question about what can be forced in a position.
#[derive(Clone, Copy)]
pub(super) struct Decide<'p> {
    /// The position.
    pub(super) position: &'p Position,
    /// What its games have beyond plain play.
    pub(super) kind: Kind,
    /// Who wins in the end.
    pub(super) rule: WinRule,
    /// Who is to move.
    pub(super) player: Player,
    /// How many positions are listed at most.
    pub(super) most: usize,
}

impl Arenas {
    /// What a player can force, by listing all positions of the whole.
    ///
    /// # Errors
    /// A mistake in the rules, a cycle in a game that is not declared loopy, or a budget that ran out.
    pub(super) fn decide(&mut self, ctx: &Ctx<'_>, asked: Decide<'_>) -> Result<Found> {
        let Decide { position, kind, rule, player, most } = asked;
        let (reach, misere) = (reach(ctx, most), rule == WinRule::Misere);
        let mut by_place = std::mem::take(&mut self.by_place);
        let packed = self.in_packed(ctx, position, kind, |arena, place, grows, meter| {
            let node = node(place, kind, player);
            let whole = kind.loopy && most == usize::MAX;
            if whole && let Some(found) = by_place.decide(arena, (place, node), kind, misere, ctx)? {
                return Ok(found);
            }
            let fates = arena.decide(place, misere, reach, grows, meter)?;
            Ok((fates.of(node), fates.remoteness(node)))
        });
        self.by_place = by_place;
        if let Some(found) = packed? {
            return Ok(found);
        }
        self.in_general(ctx, position, kind, |arena, place, grows, meter| {
            let node = node(place, kind, player);
            let fates = arena.decide(place, misere, reach, grows, meter)?;
            Ok((fates.of(node), fates.remoteness(node)))
        })
    }

    /// Whether a player wins a position of one part, by a search that goes no further than it takes; `None` if positions do
    /// not fit words, a move leads to a sum, or no measure proves that play ends.
    ///
    /// # Errors
    /// A mistake in the rules, or a budget that ran out.
    pub(super) fn forced(&mut self, ctx: &Ctx<'_>, asked: Decide<'_>) -> Result<Option<bool>> {
        let Decide { position, kind, rule, player, .. } = asked;
        let [Part::Game(part)] = &position.parts[..] else { return Ok(None) };
        if kind.loopy || ctx.machine.rank(part).is_none() {
            return Ok(None);
        }
        let misere = rule == WinRule::Misere;
        let new = || {
            let rules = new_packed(ctx.machine, part, kind.partizan)?;
            rules.family().has_no_sums().then(|| Forced::new(rules, misere))
        };
        let slot = self.forced.entry((family_of(part), misere)).or_insert_with(new);
        let key = |slot: &Option<Forced<Packed<u64>>>| slot.as_ref()?.rules.family().pack(part);
        if slot.is_some() && key(slot).is_none() {
            *slot = new();
        }
        let (Some(key), Some(search)) = (key(slot), slot.as_mut()) else { return Ok(None) };
        search.rules.measure(ctx.meter.clone());
        let side = if kind.partizan { player as usize } else { 0 };
        match search.wins(key as u64, side, &ctx.meter) {
            Ok(wins) => Ok(Some(wins)),
            Err(Halt { why: engine::Stop::Unfit(_), .. }) => {
                *slot = None;
                Ok(None)
            }
            Err(halt) => {
                let far = || format!("who wins is known for {} positions", search.solved());
                Err(halt.into_stop().widen().so_far(far))
            }
        }
    }

    /// What one part is worth, among parts of which some have moves of one player only (`partizan`) or none.
    ///
    /// # Errors
    /// As for [`Arenas::decide`].
    pub(super) fn worth(&mut self, ctx: &Ctx<'_>, part: &GamePosition, partizan: bool) -> Result<Worth> {
        let one = Position::one(Part::Game(part.clone()));
        let own = ctx.machine.kind(&one);
        if own.wins && ctx.machine.has_won(part)? {
            return Ok(Worth::Won);
        }
        let kind = Kind { partizan, ..own };
        let reach = reach(ctx, usize::MAX);
        let packed =
            self.in_packed(ctx, &one, kind, |a, place, grows, meter| a.label(place, reach, grows, meter))?;
        let (label, values) = match packed {
            Some(found) => found,
            None => self
                .in_general(ctx, &one, kind, |a, place, grows, meter| a.label(place, reach, grows, meter))?,
        };
        Ok(match label {
            Label::Value(v) => Worth::Nim(Int::from(i64::from(v))),
            Label::Infinite if kind.partizan => Worth::Partizan,
            Label::Infinite => Worth::Infinite(values.into_iter().map(|v| Int::from(i64::from(v))).collect()),
            Label::Open => Worth::Open,
        })
    }

    /// Whether a sum has at most this many positions: the product of those of its parts.
    ///
    /// # Errors
    /// As for [`Arenas::decide`].
    pub(super) fn is_small(&mut self, ctx: &Ctx<'_>, position: &Position, most: usize) -> Result<bool> {
        let arena = self.general(ctx.machine.kind(position));
        let mut all = 1usize;
        for part in &position.parts {
            let most = most / all;
            let place = place_of(arena, &Position::one(part.clone()))?;
            let reached = arena.explorer.reach(&[place], most, &ctx.meter);
            let (places, complete) = reached.map_err(|halt| troubled(halt, arena))?;
            if !complete || places.len() > most {
                return Ok(false);
            }
            all *= places.len().max(1);
        }
        Ok(true)
    }

    fn in_general<T>(
        &mut self,
        ctx: &Ctx<'_>,
        position: &Position,
        kind: Kind,
        run: impl FnOnce(
            &mut Arena<General>,
            u32,
            &mut dyn FnMut(&Explorer<General>) -> bool,
            &Meter,
        ) -> std::result::Result<T, Halt<u32, Box<Mistake>>>,
    ) -> Result<T> {
        let arena = self.general(kind);
        let place = place_of(arena, position)?;
        let root = size_of(position);
        let mut grows = |e: &Explorer<General>| grows(e, root, |rules, k| weight::size(rules.position(k)));
        let found = run(arena, place, &mut grows, &ctx.meter).map_err(|halt| troubled(halt, arena));
        if !kind.loopy {
            refuse_cycle(ctx, arena, place)?;
        }
        found
    }

    fn in_packed<T>(
        &mut self,
        ctx: &Ctx<'_>,
        position: &Position,
        kind: Kind,
        run: impl FnOnce(
            &mut Arena<Packed<u64>>,
            u32,
            &mut dyn FnMut(&Explorer<Packed<u64>>) -> bool,
            &Meter,
        ) -> std::result::Result<T, Halt<u64, Infallible>>,
    ) -> Result<Option<T>> {
        let Some(Part::Game(first)) = position.parts.first() else { return Ok(None) };
        let new = || new_packed(ctx.machine, first, kind.partizan).map(Arena::new);
        let slot = self.packed.entry((family_of(first), kind.partizan)).or_insert_with(new);
        let has = |part: &Part, a: &Arena<Packed<u64>>| match part {
            Part::Game(part) => a.explorer.rules.family().has(part),
            Part::Heap(_) => true,
        };
        if slot.as_ref().is_some_and(|arena| !position.parts.iter().all(|part| has(part, arena))) {
            return Ok(None);
        }
        let fits = |arena: &Option<Arena<Packed<u64>>>| arena.as_ref().and_then(|a| pack(a, position));
        let sum = match fits(slot) {
            Some(sum) => sum,
            // A larger position may need another layout.
            None if slot.is_some() => {
                *slot = new();
                let Some(sum) = fits(slot) else { return Ok(None) };
                sum
            }
            None => return Ok(None),
        };
        let Some(arena) = slot else { return Ok(None) };
        arena.explorer.rules.measure(ctx.meter.clone());
        let place = arena.explorer.place(&sum.0, &sum.1);
        let root = size_of(position);
        let mut grows = |e: &Explorer<Packed<u64>>| {
            grows(e, root, |rules: &Packed<u64>, key| weight::size(&rules.family().unpack(key.into())))
        };
        match run(arena, place, &mut grows, &ctx.meter) {
            // A cycle that is not declared is a mistake, which is worded over values.
            Ok(_) if !kind.loopy && arena.explorer.cycle_from(place, &ctx.meter)?.is_some() => Ok(None),
            Ok(found) => Ok(Some(found)),
            Err(Halt { why: engine::Stop::Unfit(_), at, .. }) => {
                // Either the rules have a mistake here, which the general evaluation words, or it is too large.
                if let Some(key) = at {
                    ctx.machine.choices(&arena.explorer.rules.family().unpack(key.into()))?;
                }
                *slot = None;
                Ok(None)
            }
            Err(halt) => Err(halt.into_stop().widen().so_far(|| listed(&arena.explorer))),
        }
    }
}

fn new_packed(machine: &Rc<Machine>, position: &GamePosition, partizan: bool) -> Option<Packed<u64>> {
    if GameId(position.game.id).is_impartial() {
        return None;
    }
    let listed = if partizan { Listed::OfEach } else { Listed::All };
    let family = Family::with_moves(machine, position, u64::BITS, listed)?;
    Some(Packed::new(family, machine, false))
}

fn reach(ctx: &Ctx<'_>, most: usize) -> Reach {
    let bound = usize::try_from(ctx.meter.budget().bound).unwrap_or(usize::MAX);
    Reach { bound: bound.min(most), most }
}

/// The place of a position over general values.
fn place_of(arena: &mut Arena<General>, position: &Position) -> Result<u32> {
    let (mut parts, mut heaps) = (vec![], vec![]);
    for part in &position.parts {
        match part {
            Part::Heap(k) => heaps.push(heap_size(k)?),
            Part::Game(p) => parts.push(arena.explorer.rules.intern(p.clone())),
        }
    }
    Ok(arena.explorer.place(&parts, &heaps))
}

fn troubled(halt: Halt<u32, Box<Mistake>>, arena: &Arena<General>) -> Stop {
    halt.into_stop().so_far(|| listed(&arena.explorer))
}

/// Games that are not declared loopy must have no cycle that is reachable from the position asked about: what other
/// questions listed does not matter, and asking again gives the same answer.
fn refuse_cycle(ctx: &Ctx<'_>, arena: &Arena<General>, from: u32) -> Result<()> {
    let Some(places) = arena.explorer.cycle_from(from, &ctx.meter)? else { return Ok(()) };
    let single = |place: &u32| match arena.explorer.sum(*place) {
        (parts, _) if parts.len() == 1 => Some(arena.explorer.rules.position(parts[0]).clone()),
        _ => None,
    };
    let play: Option<Vec<_>> = places.iter().map(single).collect();
    match play {
        Some(play) => Err(stops::cycle(ctx, &play[0], &play)),
        None => Err(Stop::mistake(Diagnostic::error(
            "cycle",
            "This game may never end: a position of a sum repeats",
        ))),
    }
}

/// The node at which a player is to move in a place.
fn node(place: u32, kind: Kind, player: Player) -> u32 {
    if kind.partizan { place * 2 + player as u32 } else { place }
}

fn pack(arena: &Arena<Packed<u64>>, position: &Position) -> Option<(Vec<u64>, Vec<u64>)> {
    let (mut parts, mut heaps) = (vec![], vec![]);
    for part in &position.parts {
        match part {
            Part::Heap(k) => heaps.push(k.to_u64()?),
            Part::Game(p) => parts.push(arena.explorer.rules.family().pack(p)? as u64),
        }
    }
    Some((parts, heaps))
}

fn listed<R: Play>(explorer: &Explorer<R>) -> String {
    let (reached, listed) = explorer.size();
    format!("the moves of {listed} of {reached} positions reached were listed")
}

fn size_of(position: &Position) -> u64 {
    let size = |part: &Part| match part {
        Part::Game(p) => weight::size(p),
        Part::Heap(_) => 0,
    };
    position.parts.iter().map(size).fold(0, u64::saturating_add)
}

/// Whether the positions reached lately are much larger than the first: it may go on like that for ever.
fn grows<R: Play>(explorer: &Explorer<R>, root: u64, size: impl Fn(&R, R::Key) -> u64) -> bool {
    let (reached, _) = explorer.size();
    let late = (reached.saturating_sub(256)..reached).map(|place| {
        let (parts, _) = explorer.sum(place as u32);
        parts.iter().map(|k| size(&explorer.rules, *k)).fold(0, u64::saturating_add)
    });
    late.max().is_some_and(|largest| largest > root.saturating_mul(2).saturating_add(1000))
}
