//! What players can force in games with cycles, for all positions by their places, where listing them by key takes long: a
//! position takes a few bytes, and several threads list positions.

use super::arenas::Found;
use super::ctx::{Ctx, FamilyKey, family_of};
use super::kind::Kind;
use super::packed::{Packed, Places};
use crate::engine::loopy::{Arena, Placed};
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

struct Solved {
    places: Places,
    placed: Placed,
    sides: u64,
}

impl Solved {
    /// What the player can force who is to move at a node like this one: the first node of a place, or the second.
    fn found(&self, key: u64, node: u32) -> Option<Found> {
        let place = self.places.place(key)?;
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
        let Some(place) = self.places.place(key) else { return Ok(false) };
        match self.placed.add(rules, &self.places, place, misere, meter) {
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
            Some(Some(solved)) if solved.places.are_of(family) => {
                let found = solved.found(*key, node);
                if found.is_some() || solved.add(&mut arena.explorer.rules, *key, misere, &ctx.meter)? {
                    return Ok(found.or_else(|| solved.found(*key, node)));
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
            let is_soon = arena.is_soon_decided(place, misere, soon, &ctx.meter)?;
            let now = arena.explorer.size().1;
            *gone_through += if now > listed { now as u64 } else { 0 };
            if is_soon {
                return Ok(None);
            }
        }
        self.found.remove(&name);
        let solved = solve(arena, *key, misere, ctx)?;
        let found = solved.as_ref().and_then(|solved| solved.found(*key, node));
        self.found.insert(name, solved);
        Ok(found)
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
    misere: bool,
    ctx: &Ctx<'_>,
) -> Result<Option<Solved>, Halt<u64, Infallible>> {
    let Some(places) = places(arena, key) else { return Ok(None) };
    let rules = &mut arena.explorer.rules;
    let sides = if rules.family().has_sides() { 2 } else { 1 };
    let Some(root) = places.place(key) else { return Ok(None) };
    match Placed::solve(rules, &places, root, misere, &ctx.meter) {
        Ok(placed) => Ok(placed.map(|placed| Solved { places, placed, sides })),
        // Whatever does not fit, and mistakes, are met once more where positions are listed by name.
        Err(Stop::Unfit(_)) => Ok(None),
        Err(stop) => Err(Halt::at(key, stop)),
    }
}
