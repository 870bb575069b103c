//! What players can force in games with cycles, for all positions by their places, where listing them by key takes long: a
//! position takes a few bytes, and several threads list positions.

use super::arenas::Found;
use super::ctx::{Ctx, FamilyKey, family_of};
use super::kind::Kind;
use super::packed::{self, Family, Listed, Numbered, Packed, Places};
use crate::engine::loopy::{Arena, Placed, Sweep};
use crate::engine::{Halt, Meter, Order, Stop};
use std::collections::HashMap;
use std::convert::Infallible;

/// What was found, by family, whether moves have owners, and whether play is misère; `None` where positions are better listed by
/// name.
#[derive(Default)]
pub(super) struct ByPlace {
    found: HashMap<Name, Option<Solved>>,
    /// How many positions questions went through by name so far: all that were listed by then, where one listed more.
    gone_through: HashMap<Name, u64>,
}

type Name = (FamilyKey, bool, bool);

/// Questions that went through fewer positions than this may go on by name.
const FEW: u64 = 1 << 18;

/// How positions are numbered.
enum Numbering {
    /// Without gaps; positions that play did not come to have places as well.
    Places(Places),
    /// By their digits, where all positions of a box were solved.
    Box(Numbered),
}

impl Numbering {
    fn place(&self, key: u64) -> Option<u64> {
        match self {
            Numbering::Places(places) => places.place(key),
            Numbering::Box(numbered) => numbered.place(key),
        }
    }

    fn are_of(&self, family: &Family) -> bool {
        match self {
            Numbering::Places(places) => places.are_of(family),
            Numbering::Box(numbered) => numbered.are_of(family),
        }
    }
}

struct Solved {
    places: Numbering,
    placed: Placed,
    sides: u64,
    /// Rules laid out for the numbers that come up, if that is not the layout of those who ask.
    own: Option<Box<Packed<u64>>>,
}

impl Solved {
    /// Whether it can tell of positions that are laid out in this way.
    fn tells_of(&self, family: &Family) -> bool {
        self.own.is_some() || self.places.are_of(family)
    }

    /// The key of a position here.
    fn key(&self, family: &Family, key: u64) -> Option<u64> {
        match &self.own {
            None => Some(key),
            Some(own) => own.family().pack(&family.unpack(key.into()))?.try_into().ok(),
        }
    }

    /// What the player can force who is to move at a node like this one: the first node of a place, or the second.
    fn found(&self, family: &Family, key: u64, node: u32) -> Option<Found> {
        let place = self.places.place(self.key(family, key)?)?;
        self.placed.of((place * self.sides + u64::from(node) % self.sides) as u32)
    }

    /// Finds the same of a position that play did not come to before; `false` if too many others come with it.
    fn add(
        &mut self,
        rules: &mut Packed<u64>,
        key: u64,
        misere: bool,
        meter: &Meter,
    ) -> Result<bool, Halt<u64, Infallible>> {
        let here = self.key(rules.family(), key);
        let (Some(here), Numbering::Places(places)) = (here, &self.places) else { return Ok(false) };
        let Some(place) = places.place(here) else { return Ok(false) };
        match self.placed.add(self.own.as_deref_mut().unwrap_or(rules), places, place, misere, meter) {
            Err(Stop::Unfit(_)) => Ok(false),
            done => done.map_err(|stop| Halt::at(key, stop)),
        }
    }
}

impl ByPlace {
    /// What a player can force in a place of an arena that is one position: who is to move is said by the node. `None` if
    /// positions are best listed by name.
    ///
    /// # Errors
    /// A budget that ran out.
    pub(super) fn decide(
        &mut self,
        arena: &mut Arena<Packed<u64>>,
        (place, node): (u32, u32),
        kind: Kind,
        misere: bool,
        ctx: &Ctx<'_>,
    ) -> Result<Option<Found>, Halt<u64, Infallible>> {
        let sum = arena.explorer.sum(place);
        let ([key], []) = (&sum.0[..], &sum.1[..]) else { return Ok(None) };
        let family = arena.explorer.rules.family();
        let name = (family_of(&family.unpack((*key).into())), kind.partizan, misere);
        match self.found.get_mut(&name) {
            Some(None) => return Ok(None),
            Some(Some(solved)) if solved.tells_of(family) => {
                let found = solved.found(family, *key, node);
                if found.is_some() {
                    return Ok(found);
                }
                let rules = &mut arena.explorer.rules;
                if solved.add(rules, *key, misere, &ctx.meter)? {
                    return Ok(solved.found(rules.family(), *key, node));
                }
                // Positions like this one, each with a few others, are best listed by name together.
                if solved.placed.are_few() {
                    self.found.insert(name, None);
                    return Ok(None);
                }
            }
            _ => {}
        }
        let budget = ctx.meter.budget();
        let soon = usize::try_from(budget.alone).unwrap_or(usize::MAX);
        // What works in slices would begin again in each.
        if budget.until.is_some() {
            return Ok(None);
        }
        // Of many small questions each may soon be decided, and together they take longer than all places.
        let gone_through = self.gone_through.entry(name.clone()).or_default();
        if *gone_through < FEW || *gone_through < places(arena, *key).map_or(u64::MAX, |all| all.count()) {
            let listed = arena.explorer.size().1;
            let is_soon = arena.is_soon_decided(&arena.nodes_of(place), misere, soon, &ctx.meter)?;
            let now = arena.explorer.size().1;
            *gone_through += if now > listed { now as u64 } else { 0 };
            if is_soon {
                return Ok(None);
            }
        }
        self.found.remove(&name);
        let solved = solve(arena, *key, (kind, misere), ctx)?;
        let family = arena.explorer.rules.family();
        let found = solved.as_ref().and_then(|solved| solved.found(family, *key, node));
        self.found.insert(name, solved);
        Ok(found)
    }

    /// How many positions were solved where a whole box was.
    pub(super) fn in_boxes(&self) -> u64 {
        let boxes = self.found.values().flatten().filter(|solved| matches!(solved.places, Numbering::Box(_)));
        boxes.map(|solved| solved.placed.reached()).sum()
    }

    /// Positions and bytes held.
    pub(super) fn held(&self) -> (usize, u64) {
        let all = self.found.values().flatten().map(|s| (s.placed.reached() as usize, s.placed.bytes()));
        all.fold((0, 0), |(n, b), (m, c)| (n + m, b + c))
    }
}

fn places(arena: &Arena<Packed<u64>>, key: u64) -> Option<Places> {
    Places::new(arena.explorer.rules.family(), key)
}

fn solve(
    arena: &mut Arena<Packed<u64>>,
    key: u64,
    (kind, misere): (Kind, bool),
    ctx: &Ctx<'_>,
) -> Result<Option<Solved>, Halt<u64, Infallible>> {
    let places = places(arena, key);
    let at = |stop| Halt::at(key, stop);
    for (mut own, here, tight) in for_numbers_met(arena, key, kind) {
        if places.as_ref().is_some_and(|places| tight.count() * 2 > places.count()) {
            continue;
        }
        if let Some(solved) = solve_all(&mut own, (here, tight), misere, &ctx.meter).map_err(at)? {
            return Ok(Some(Solved { own: Some(Box::new(own)), ..solved }));
        }
    }
    let Some(places) = places else { return Ok(None) };
    solve_all(&mut arena.explorer.rules, (key, places), misere, &ctx.meter).map_err(at)
}

/// The rules laid out for no larger numbers than those of the positions that were listed, and some more, in each part, then in all
/// parts; before that for remainders. With the key of a position and the places there. A position may be far from where numbers are largest: two numbers without
/// bounds had sixteen times the places that play comes to.
fn for_numbers_met(
    arena: &Arena<Packed<u64>>,
    key: u64,
    kind: Kind,
) -> impl Iterator<Item = (Packed<u64>, u64, Places)> + use<> {
    let rules = &arena.explorer.rules;
    let all = (0..arena.explorer.size().0 as u32).flat_map(|place| arena.explorer.sum(place).0);
    let most = rules.family().numbers_like(&all.collect::<Vec<_>>());
    let common = vec![most.iter().copied().max().unwrap_or(0); most.len()];
    // A remainder may be anything below what is divided by, and a few plays from one place show little of that.
    let divisors = rules.family().divisors();
    let remainder = |most: &u64| divisors.iter().find(|by| *by > most).map_or(*most, |by| by - 1);
    let remainders: Vec<u64> = most.iter().map(remainder).collect();
    let position = rules.family().unpack(key.into());
    let listed = if kind.partizan { Listed::OfEach } else { Listed::All };
    let mut numbers = vec![remainders, most, common];
    numbers.dedup();
    let rooms: Vec<_> = numbers.iter().filter_map(|n| rules.for_numbers(&position, n, listed)).collect();
    rooms.into_iter().filter_map(move |own| {
        let here = own.family().pack(&position)?.try_into().ok()?;
        let places = Places::new(own.family(), here)?;
        Some((own, here, places))
    })
}

/// Solves all positions that play comes to; `None` if something does not fit, or memory is short.
///
/// # Errors
/// A budget that ran out.
fn solve_all(
    rules: &mut Packed<u64>,
    (key, places): (u64, Places),
    misere: bool,
    meter: &Meter,
) -> Result<Option<Solved>, Stop> {
    let Some(root) = places.place(key) else { return Ok(None) };
    match sweep(rules, &places, (key, root), misere, meter) {
        Ok(None) | Err(Stop::Unfit(_)) => {}
        swept => return swept,
    }
    let sides = rules.family().sides() as u64;
    match Placed::solve(rules, &places, root, misere, meter) {
        Ok(placed) => Ok(placed.map(|placed| {
            let places = Numbering::Places(places);
            Solved { places, placed, sides, own: None }
        })),
        // Whatever does not fit, and mistakes, are met once more where positions are listed by name.
        Err(Stop::Unfit(_)) => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// Solves all positions of a box, where machine code lists them and play comes to a fair part of them; `None` otherwise.
///
/// # Errors
/// A budget that ran out; or something does not fit.
fn sweep(
    rules: &mut Packed<u64>,
    places: &Places,
    (key, root): (u64, u64),
    misere: bool,
    meter: &Meter,
) -> Result<Option<Solved>, Stop> {
    let sides = rules.family().sides() as u64;
    let size = places.count() * sides;
    if size < meter.budget().interpreted || meter.may_solve(size + size / 8).is_err() {
        return Ok(None);
    }
    // Games that have fewer parameters than others are there several times.
    let swept = packed::Swept::new(rules, key, meter).filter(|(swept, _)| swept.size() <= 2 * places.count());
    let Some((swept, numbered)) = swept else { return Ok(None) };
    if !Placed::comes_far(rules, places, root, meter)? {
        return Ok(None);
    }
    let Some(placed) = Placed::sweep(&swept, misere, meter)? else { return Ok(None) };
    let solved = Solved { places: Numbering::Box(numbered), placed, sides, own: None };
    Ok(solved.found(rules.family(), key, 0).is_some().then_some(solved))
}
