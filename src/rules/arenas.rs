//! The places explored so far, as codes where the rules allow it, and over general values: what can be forced in them, and what
//! they are worth.

use super::by_place::ByPlace;
use super::coded::{Coded, Codes, Held, Tried, ends, listed};
use super::ctx::{Ctx, Trail};
use super::general::{General, heap_size};
use super::growth::Growth;
use super::kind::{Kind, Player};
use super::machine::Machine;
use super::packed::{InBytes, Packed};
use super::searches::{Kept, Searched, Turn};
use super::solve::turns::{ToMove, Turns};
use super::sum_searches::SumSearches;
use super::worth::Worth;
use super::{Mistake, Stop, stops, weight};
use crate::check::ir::WinRule;
use crate::diagnostic::Diagnostic;
use crate::engine::loopy::{Arena, Explorer, Fate, Label, Lasting, Play, Reach, Wins};
use crate::engine::{Halt, Meter, Rules};
use crate::value::{GamePosition, Int, Part, Position};
use std::rc::Rc;

type Result<T> = std::result::Result<T, Stop>;

/// For one and for two sides, and apart whether cycles are declared.
pub(super) struct Arenas {
    general: [Arena<General>; 4],
    /// Those of games whose positions fit a word,
    narrow: Codes<Packed<u64>>,
    /// two words,
    wide: Codes<Packed<u128>>,
    /// or any number of bytes.
    in_bytes: Codes<InBytes>,
    /// Who wins sums of some of them.
    sums: SumSearches,
    /// What was found about all positions that have places.
    pub(super) by_place: ByPlace,
    /// Which of these engines answered the last question, and why others did not.
    last: Trail,
}

/// The engines over places and over general values.
const BY_PLACE: &str = "outcomes by place";
const GENERAL: &str = "outcomes over values";
/// So many positions are searched for who wins before an array of at most so many is tried: a search may need few of them.
const SEARCHED: [(u64, u64); 3] = [(300_000, 1 << 25), (1_200_000, 1 << 27), (4_800_000, 1 << 28)];

impl Arenas {
    /// Nothing explored yet.
    pub(super) fn new(machine: &Rc<Machine>) -> Arenas {
        let arena = |sides| Arena::new(General::new(machine.clone(), false).with_sides(sides));
        Arenas {
            general: [arena(1), arena(2), arena(1), arena(2)],
            narrow: Codes::default(),
            wide: Codes::default(),
            in_bytes: Codes::default(),
            sums: SumSearches::default(),
            by_place: ByPlace::default(),
            last: Trail::default(),
        }
    }

    fn general(&mut self, kind: Kind) -> &mut Arena<General> {
        &mut self.general[usize::from(kind.partizan) + 2 * usize::from(kind.loopy)]
    }

    /// Which of them hold positions, by name.
    pub(super) fn recognised(&self) -> Vec<&'static str> {
        let general = self.general.iter().any(|a| a.explorer.size().1 > 0);
        let searched = self.narrow.is_searched() || self.wide.is_searched() || self.in_bytes.is_searched();
        let all = [
            (general, "engine: arena"),
            (self.narrow.is_used(), "engine: packed arena"),
            (self.wide.is_used(), "engine: packed arena in 128 bits"),
            (self.in_bytes.is_used(), "engine: packed arena in bytes"),
            (searched, "engine: search of outcomes"),
            (self.by_place.held().0 > 0, "engine: outcomes by place"),
            (self.by_place.in_boxes() > 0, "outcomes: of whole boxes by machine code"),
        ];
        all.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect()
    }

    /// Positions and bytes held.
    pub(super) fn held(&self) -> (usize, u64) {
        self.all_held().fold((0, 0), |(n, b), (_, m, c)| (n + m, b + c))
    }

    /// The same of one engine.
    pub(super) fn held_by(&self, engine: &str) -> (usize, u64) {
        let own = self.all_held().filter(|(name, ..)| *name == engine);
        own.fold((0, 0), |(n, b), (_, m, c)| (n + m, b + c))
    }

    fn all_held(&self) -> impl Iterator<Item = Held> {
        let general = self.general.iter().map(|a| (GENERAL, a.explorer.places_listed(), a.bytes()));
        let codes = self.narrow.held().chain(self.wide.held()).chain(self.in_bytes.held());
        let (positions, bytes) = self.by_place.held();
        general.chain(codes).chain(self.sums.held()).chain([(BY_PLACE, positions, bytes)])
    }

    /// Tells which of these engines answered the last question, and why those before it did not.
    pub(super) fn tell_trail(&mut self, trail: &mut Trail) {
        let last = std::mem::take(&mut self.last);
        last.answered.iter().for_each(|(name, _)| trail.answered(name));
        last.passed.into_iter().for_each(|(name, why)| trail.passed(name, why));
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

/// What an arena is asked about a place.
pub(super) trait Question {
    /// What is answered.
    type Answer;

    /// Asks; `grows` says whether the positions reached get larger and larger.
    fn ask<R: Play>(
        &mut self,
        arena: &mut Arena<R>,
        place: u32,
        grows: &mut dyn FnMut(&Explorer<R>) -> bool,
        meter: &Meter,
    ) -> Asked<Self::Answer, R>;

    /// The same of codes of positions.
    fn ask_coded<R: Coded>(
        &mut self,
        arena: &mut Arena<R>,
        place: u32,
        grows: &mut dyn FnMut(&Explorer<R>) -> bool,
        meter: &Meter,
    ) -> Asked<Self::Answer, R> {
        self.ask(arena, place, grows, meter)
    }

    /// The same of positions in one word.
    fn ask_narrow(
        &mut self,
        arena: &mut Arena<Packed<u64>>,
        place: u32,
        grows: &mut dyn FnMut(&Explorer<Packed<u64>>) -> bool,
        meter: &Meter,
    ) -> Asked<Self::Answer, Packed<u64>> {
        self.ask_coded(arena, place, grows, meter)
    }
}

pub(super) type Asked<T, R> = std::result::Result<T, Halt<<R as Rules>::Key, <R as Rules>::Mistake>>;

/// What can be forced.
struct Force<'q> {
    ctx: &'q Ctx<'q>,
    asked: Decide<'q>,
    by_place: &'q mut ByPlace,
    found_by_place: bool,
}

impl Question for Force<'_> {
    type Answer = Found;

    fn ask<R: Play>(
        &mut self,
        arena: &mut Arena<R>,
        place: u32,
        grows: &mut dyn FnMut(&Explorer<R>) -> bool,
        meter: &Meter,
    ) -> Asked<Found, R> {
        let Decide { position, kind, rule, player, most } = self.asked;
        let node = node(place, kind, player);
        // A play that comes back is a mistake, whoever is to move: where there may be one, all play is listed.
        let alone = kind.loopy || ends(position, self.ctx.machine);
        let nodes = if alone { vec![node] } else { arena.nodes_of(place) };
        let fates = arena.decide(&nodes, rule == WinRule::Misere, reach(self.ctx, most), grows, meter)?;
        Ok((fates.of(node), fates.remoteness(node)))
    }

    fn ask_narrow(
        &mut self,
        arena: &mut Arena<Packed<u64>>,
        place: u32,
        grows: &mut dyn FnMut(&Explorer<Packed<u64>>) -> bool,
        meter: &Meter,
    ) -> Asked<Found, Packed<u64>> {
        let Decide { kind, rule, player, most, .. } = self.asked;
        let (at, misere) = ((place, node(place, kind, player)), rule == WinRule::Misere);
        let whole = kind.loopy && most == usize::MAX;
        if whole && let Some(found) = self.by_place.decide(arena, at, kind, misere, self.ctx)? {
            self.found_by_place = true;
            return Ok(found);
        }
        self.ask(arena, place, grows, meter)
    }
}

/// What a place is worth in sums.
struct Labelled(Reach);

impl Question for Labelled {
    type Answer = (Label, Vec<u32>);

    fn ask<R: Play>(
        &mut self,
        arena: &mut Arena<R>,
        place: u32,
        grows: &mut dyn FnMut(&Explorer<R>) -> bool,
        meter: &Meter,
    ) -> Asked<Self::Answer, R> {
        arena.label(place, self.0, grows, meter)
    }
}

/// How long plays from a place are, where no move leads to a sum: the parts of those are taken one by one elsewhere.
struct Lengths {
    longest: bool,
    kind: Kind,
}

impl Question for Lengths {
    type Answer = Option<Option<u64>>;

    fn ask<R: Play>(
        &mut self,
        _: &mut Arena<R>,
        _: u32,
        _: &mut dyn FnMut(&Explorer<R>) -> bool,
        _: &Meter,
    ) -> Asked<Self::Answer, R> {
        Ok(None)
    }

    fn ask_coded<R: Coded>(
        &mut self,
        arena: &mut Arena<R>,
        place: u32,
        _: &mut dyn FnMut(&Explorer<R>) -> bool,
        meter: &Meter,
    ) -> Asked<Self::Answer, R> {
        let first = node(place, self.kind, Player::Left);
        let explorer = &mut arena.explorer;
        if !explorer.rules.games().has_no_sums() || !explorer.explore_turns(&[first], usize::MAX, meter)? {
            return Ok(None);
        }
        Ok(Some(if self.longest {
            explorer.longest(first, meter)?
        } else {
            explorer.shortest(first, meter)?
        }))
    }
}

impl Arenas {
    /// The number of moves of a longest or shortest play from a position of one part, where Left begins if it matters who does; none
    /// of either, if a play can go on for ever, or none ends. `None` if that is not for codes.
    ///
    /// # Errors
    /// A mistake in the rules, or a budget that ran out.
    pub(super) fn length(
        &mut self,
        ctx: &Ctx<'_>,
        position: &Position,
        longest: bool,
    ) -> Result<Option<Option<u64>>> {
        let kind = ctx.machine.kind(position);
        self.ask(ctx, position, kind, &mut Lengths { longest, kind })
    }

    /// What a player can force in the whole: by a search, or by listing all positions.
    ///
    /// # Errors
    /// A mistake in the rules, a cycle in a game that is not declared loopy, or a budget that ran out.
    pub(super) fn decide(&mut self, ctx: &Ctx<'_>, asked: Decide<'_>, turns: &mut Turns) -> Result<Found> {
        if let Some(found) = self.lasting(ctx, asked, turns)? {
            return Ok(found);
        }
        let mut by_place = std::mem::take(&mut self.by_place);
        let mut question = Force { ctx, asked, by_place: &mut by_place, found_by_place: false };
        let found = self.ask(ctx, asked.position, asked.kind, &mut question);
        if question.found_by_place {
            self.answered_by(BY_PLACE);
        }
        self.by_place = by_place;
        found
    }

    /// Whether a player wins a position of one part, by a search that goes no further than it takes; `None` if positions are
    /// no first-order values, a move leads to a sum, or a play comes back to where it was.
    ///
    /// # Errors
    /// A mistake in the rules, or a budget that ran out.
    pub(super) fn forced(
        &mut self,
        ctx: &Ctx<'_>,
        asked: Decide<'_>,
        turns: &mut Turns,
    ) -> Result<Option<bool>> {
        self.last = Trail::default();
        let Decide { position, kind, rule, player, .. } = asked;
        let [Part::Game(part)] = &position.parts[..] else { return self.sum(ctx, asked) };
        let turn = Turn::of(part, kind, rule, player);
        if let Some(lasting) = self.known(ctx, turn)? {
            return Ok(Some(lasting.wins));
        }
        let (wins, to_move) = (Wins { stuck_wins: turn.misere }, ToMove { part, kind, rule, player });
        // Where it is not proved that play ends, a search that ends shows as much of it as it needs.
        if kind.loopy {
            return if kind.partizan { self.beside_lists(ctx, asked, wins, turn) } else { Ok(None) };
        }
        let ends = ends(position, ctx.machine);
        let stages = if ends { &SEARCHED[..] } else { &[] };
        for (searched, places) in stages {
            let found = match turns.come_first(ctx) {
                true => Searched::Open,
                false => self.search(ctx, wins, turn, Some(*searched))?,
            };
            match found {
                Searched::Found(wins) => return Ok(Some(wins)),
                Searched::Open => {}
                Searched::Unfit => return self.sum(ctx, asked),
            }
            if let Some(lasting) = self.in_turns(ctx, to_move, turns, *places)? {
                return Ok(Some(lasting.wins));
            }
        }
        match self.search(ctx, wins, turn, None)? {
            Searched::Found(wins) => Ok(Some(wins)),
            Searched::Open => Ok(None),
            Searched::Unfit => self.sum(ctx, asked),
        }
    }

    /// Notes who has answered a question.
    pub(super) fn answered_by(&mut self, engine: &'static str) {
        self.last.answered.clear();
        self.last.answered(engine);
    }

    /// The same of a sum, or of a position whose moves lead to sums.
    fn sum(&mut self, ctx: &Ctx<'_>, asked: Decide<'_>) -> Result<Option<bool>> {
        let Decide { position, kind, rule, player, most } = asked;
        if !ends(position, ctx.machine) {
            return Ok(None);
        }
        let found = self.sums.find(ctx, position, (kind, rule, player), most)?;
        found.iter().for_each(|(_, name)| self.last.answered(name));
        Ok(found.map(|(wins, _)| wins))
    }

    /// What a search finds in the first codes that hold positions, and looks at so many at most.
    ///
    /// # Errors
    /// A mistake in the rules, or a budget that ran out.
    pub(super) fn search<A: Kept>(
        &mut self,
        ctx: &Ctx<'_>,
        aim: A,
        turn: Turn<'_>,
        most: Option<u64>,
    ) -> Result<Searched<A::Found>> {
        let mut found = A::of(&mut self.narrow).find(ctx, aim, turn, most)?;
        let mut names = <Packed<u64>>::NAMES;
        if found == Searched::Unfit {
            (found, names) = (A::of(&mut self.wide).find(ctx, aim, turn, most)?, <Packed<u128>>::NAMES);
        }
        if found == Searched::Unfit {
            (found, names) = (A::of(&mut self.in_bytes).find(ctx, aim, turn, most)?, InBytes::NAMES);
        }
        if let Searched::Found(_) = found {
            self.answered_by(A::name(&names));
        }
        Ok(found)
    }

    /// How long play from a position takes, where that was searched before.
    ///
    /// # Errors
    /// As for [`Arenas::search`].
    pub(super) fn known(&mut self, ctx: &Ctx<'_>, turn: Turn<'_>) -> Result<Option<Lasting>> {
        let mut found = (self.narrow.lasts.known(ctx, turn)?, <Packed<u64>>::NAMES);
        if found.0.is_none() {
            found = (self.wide.lasts.known(ctx, turn)?, <Packed<u128>>::NAMES);
        }
        if found.0.is_none() {
            found = (self.in_bytes.lasts.known(ctx, turn)?, InBytes::NAMES);
        }
        if found.0.is_some() {
            self.last = Trail::default();
            self.last.answered(found.1.lasts);
        }
        Ok(found.0)
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
        let (label, values) = self.ask(ctx, &one, kind, &mut Labelled(reach(ctx, usize::MAX)))?;
        Ok(match label {
            Label::Value(v) => Worth::Nim(Int::from(i64::from(v))),
            Label::Infinite if kind.partizan => Worth::Partizan,
            Label::Infinite => Worth::Infinite(values.into_iter().map(|v| Int::from(i64::from(v))).collect()),
            Label::Open => Worth::Open,
        })
    }

    /// Asks about a place of the first arena that holds it.
    pub(super) fn ask<Q: Question>(
        &mut self,
        ctx: &Ctx<'_>,
        position: &Position,
        kind: Kind,
        q: &mut Q,
    ) -> Result<Q::Answer> {
        self.last = Trail::default();
        let mut tried = self.narrow.ask(ctx, position, kind, &mut |a, p, g, m| q.ask_narrow(a, p, g, m))?;
        self.note::<Packed<u64>, _>(&tried);
        if matches!(tried, Tried::TooWide(_)) {
            tried = self.wide.ask(ctx, position, kind, &mut |a, p, g, m| q.ask_coded(a, p, g, m))?;
            self.note::<Packed<u128>, _>(&tried);
        }
        if matches!(tried, Tried::TooWide(_)) {
            tried = self.in_bytes.ask(ctx, position, kind, &mut |a, p, g, m| q.ask_coded(a, p, g, m))?;
            self.note::<InBytes, _>(&tried);
        }
        if let Tried::Found(answer) = tried {
            return Ok(answer);
        }
        self.last.answered(GENERAL);
        self.in_general(ctx, position, kind, |a, p, g, m| q.ask(a, p, g, m))
    }

    fn note<R: Coded, T>(&mut self, tried: &Tried<T>) {
        match tried {
            Tried::Found(_) => self.last.answered(R::NAMES.listed),
            Tried::TooWide(why) => self.last.passed(R::NAMES.listed, *why),
            Tried::Unfit => {}
        }
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
        let growth = Growth::of(ctx.machine, position);
        let mut grows = |e: &Explorer<General>| growth.goes_on(e, |rules, k| weight::size(rules.position(k)));
        let found = run(arena, place, &mut grows, &ctx.meter).map_err(|halt| troubled(halt, arena));
        if !kind.loopy {
            refuse_cycle(ctx, arena, place)?;
        }
        found
    }
}

pub(super) fn reach(ctx: &Ctx<'_>, most: usize) -> Reach {
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
pub(super) fn node(place: u32, kind: Kind, player: Player) -> u32 {
    if kind.partizan { place * 2 + player as u32 } else { place }
}
