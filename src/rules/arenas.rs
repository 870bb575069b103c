//! The places explored so far, packed into words where the rules allow it, and over general values.

use super::general::{General, heap_size};
use super::machine::Machine;
use super::outcome::{Kind, Player};
use super::packed::{Family, Packed};
use super::solve::{Games, rules_of};
use super::weight;
use super::{Mistake, Stop};
use crate::check::ir::{GameId, WinRule};
use crate::engine::loopy::{Arena, Explorer, Fate, Label, Play, Reach};
use crate::engine::{self, Halt, Meter, Unfit};
use crate::value::{GamePosition, Part, Position, Value};
use std::cell::RefCell;
use std::collections::HashMap;
use std::convert::Infallible;
use std::rc::Rc;

type Result<T> = std::result::Result<T, Stop>;

/// A game with its rule parameters.
type FamilyKey = (u32, Vec<Option<Value>>);

/// For one and for two sides, and apart whether cycles are declared.
pub(super) struct Arenas {
    general: [RefCell<Arena<General>>; 4],
    /// Impartial games with cycles whose positions fit a word; `None` where one did not.
    packed: RefCell<HashMap<FamilyKey, Option<Arena<Packed<u64>>>>>,
}

impl Arenas {
    pub(super) fn new(machine: &Rc<Machine>) -> Arenas {
        let arena = |sides| RefCell::new(Arena::new(General::new(machine.clone(), false).with_sides(sides)));
        Arenas { general: [arena(1), arena(2), arena(1), arena(2)], packed: RefCell::default() }
    }

    pub(super) fn general(&self, kind: Kind) -> &RefCell<Arena<General>> {
        &self.general[usize::from(kind.partizan) + 2 * usize::from(kind.loopy)]
    }

    /// Which of them hold positions, by name.
    pub(super) fn recognised(&self) -> Vec<&'static str> {
        let general = self.general.iter().any(|a| a.borrow().explorer.size().1 > 0);
        let packed = self.packed.borrow().values().flatten().any(|a| a.explorer.size().1 > 0);
        let both = [(general, "engine: arena"), (packed, "engine: packed arena")];
        both.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).collect()
    }

    /// Positions and bytes held, for measurements.
    pub(super) fn usage(&self) -> (usize, u64) {
        let general = self.general.iter().map(|a| (a.borrow().explorer.size().1, a.borrow().bytes()));
        let packed = self.packed.borrow();
        let packed = packed.values().flatten().map(|a| (a.explorer.size().1, a.bytes()));
        general.chain(packed).fold((0, 0), |(n, b), (m, c)| (n + m, b + c))
    }
}

impl Play for Packed<u64> {
    fn won(&mut self, position: u64) -> std::result::Result<bool, engine::Stop> {
        let family = self.family();
        if !family.may_be_won() {
            return Ok(false);
        }
        let machine = self.machine().ok_or(Unfit::Misfit)?;
        machine.has_won(&family.unpack(position.into())).map_err(|_| Unfit::Misfit.into())
    }
}

/// What was found in an arena.
pub(super) type Found = (Fate, Option<(u32, bool)>);

impl Games {
    /// What a player can force, by packed places; `None` where these do not do.
    pub(super) fn packed_fate(
        &self,
        position: &Position,
        kind: Kind,
        rule: WinRule,
        most: usize,
    ) -> Result<Option<Found>> {
        let reach = self.reach(most);
        self.in_packed(position, kind, |arena, place, grows, meter| {
            let fates = arena.decide(place, rule == WinRule::Misere, reach, grows, meter)?;
            Ok((fates.of(place), fates.remoteness(place)))
        })
    }

    /// The label of a position, in the same way.
    pub(super) fn packed_label(&self, position: &Position, kind: Kind) -> Result<Option<(Label, Vec<u32>)>> {
        let reach = self.reach(usize::MAX);
        self.in_packed(position, kind, |arena, place, grows, meter| arena.label(place, reach, grows, meter))
    }

    fn in_packed<T>(
        &self,
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
        if kind.partizan || !kind.loopy {
            return Ok(None);
        }
        let key = (first.game.id, rules_of(first));
        let mut all = self.arenas.packed.borrow_mut();
        let slot = all.entry(key).or_insert_with(|| self.new_packed(first));
        let fits = |arena: &Option<Arena<Packed<u64>>>| arena.as_ref().and_then(|a| pack(a, position));
        let sum = match fits(slot) {
            Some(sum) => sum,
            // A larger position may need another layout.
            None if slot.is_some() => {
                *slot = self.new_packed(first);
                let Some(sum) = fits(slot) else { return Ok(None) };
                sum
            }
            None => return Ok(None),
        };
        let Some(arena) = slot else { return Ok(None) };
        let meter = self.machine.meter();
        arena.explorer.rules.measure(meter.clone());
        let place = arena.explorer.place(&sum.0, &sum.1);
        let root = size_of(position);
        let mut grows = |e: &Explorer<Packed<u64>>| {
            grows(e, root, |rules: &Packed<u64>, key| weight::size(&rules.family().unpack(key.into())))
        };
        match run(arena, place, &mut grows, &meter) {
            Ok(found) => Ok(Some(found)),
            Err(Halt { why: engine::Stop::Unfit(_), at, .. }) => {
                // Either the rules have a mistake here, which the general evaluation words, or it is too large.
                if let Some(key) = at {
                    self.machine.choices(&arena.explorer.rules.family().unpack(key.into()))?;
                }
                *slot = None;
                Ok(None)
            }
            Err(halt) => Err(halt.into_stop().widen().so_far(|| listed(&arena.explorer))),
        }
    }

    fn new_packed(&self, position: &GamePosition) -> Option<Arena<Packed<u64>>> {
        if GameId(position.game.id).is_impartial() || self.halves_ranges(position) {
            return None;
        }
        let family = Family::new(&self.machine, position, None, u64::BITS)?;
        Some(Arena::new(Packed::new(family, &self.machine, false)))
    }

    /// Whether some move goes through a range that the general evaluation cuts short by halving.
    fn halves_ranges(&self, position: &GamePosition) -> bool {
        let games = self.machine.reachable(GameId(position.game.id));
        let mut binders =
            games.iter().flat_map(|g| &self.machine.program.game(*g).moves).flat_map(|m| &m.binders);
        binders.any(|b| self.machine.cuts(b).is_some())
    }

    pub(super) fn reach(&self, most: usize) -> Reach {
        let bound = usize::try_from(self.machine.meter().budget().bound).unwrap_or(usize::MAX);
        Reach { bound: bound.min(most), most }
    }

    /// The place of a position over general values.
    pub(super) fn place(&self, arena: &mut Arena<General>, position: &Position) -> Result<u32> {
        let (mut parts, mut heaps) = (vec![], vec![]);
        for part in &position.parts {
            match part {
                Part::Heap(k) => heaps.push(heap_size(k)?),
                Part::Game(p) => parts.push(arena.explorer.rules.intern(p.clone())),
            }
        }
        Ok(arena.explorer.place(&parts, &heaps))
    }

    pub(super) fn troubled(&self, halt: Halt<u32, Box<Mistake>>, arena: &Arena<General>) -> Stop {
        halt.into_stop().so_far(|| listed(&arena.explorer))
    }
}

/// The node at which a player is to move in a place.
pub(super) fn node(place: u32, kind: Kind, player: Player) -> u32 {
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

pub(super) fn size_of(position: &Position) -> u64 {
    let size = |part: &Part| match part {
        Part::Game(p) => weight::size(p),
        Part::Heap(_) => 0,
    };
    position.parts.iter().map(size).fold(0, u64::saturating_add)
}

/// Whether the positions reached lately are much larger than the first: it may go on like that for ever.
pub(super) fn grows<R: Play>(explorer: &Explorer<R>, root: u64, size: impl Fn(&R, R::Key) -> u64) -> bool {
    let (reached, _) = explorer.size();
    let late = (reached.saturating_sub(256)..reached).map(|place| {
        let (parts, _) = explorer.sum(place as u32);
        parts.iter().map(|k| size(&explorer.rules, *k)).fold(0, u64::saturating_add)
    });
    late.max().is_some_and(|largest| largest > root.saturating_mul(2).saturating_add(1000))
}
