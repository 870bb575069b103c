//! What players can force in games with cycles, for all positions by their places, where listing them by key takes long: a
//! position takes a few bytes, and several threads list positions.

use super::arenas::Found;
use super::ctx::{Ctx, FamilyKey, family_of};
use super::kind::Kind;
use super::packed::{self, Family, Numbered, Packed, Places};
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
        let Numbering::Places(places) = &self.places else { return Ok(false) };
        let Some(place) = places.place(key) else { return Ok(false) };
        match self.placed.add(rules, places, place, misere, meter) {
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
    misere: bool,
    ctx: &Ctx<'_>,
) -> Result<Option<Solved>, Halt<u64, Infallible>> {
    let Some(places) = places(arena, key) else { return Ok(None) };
    let rules = &mut arena.explorer.rules;
    let sides = if rules.family().has_sides() { 2 } else { 1 };
    let Some(root) = places.place(key) else { return Ok(None) };
    match sweep(rules, &places, (key, root), misere, &ctx.meter) {
        Ok(Swept::Solved(solved)) => return Ok(Some(solved)),
        Ok(Swept::Sparse) => return Ok(None),
        Ok(Swept::Unfit) | Err(Stop::Unfit(_)) => {}
        Err(stop) => return Err(Halt::at(key, stop)),
    }
    match Placed::solve(rules, &places, root, misere, &ctx.meter) {
        Ok(placed) => Ok(placed.map(|placed| Solved { places: Numbering::Places(places), placed, sides })),
        // Whatever does not fit, and mistakes, are met once more where positions are listed by name.
        Err(Stop::Unfit(_)) => Ok(None),
        Err(stop) => Err(Halt::at(key, stop)),
    }
}

/// What came of going through all positions of a box.
enum Swept {
    Solved(Solved),
    /// Play comes to few of them.
    Sparse,
    /// There is no machine code for it, or the position is void: its play tells why.
    Unfit,
}

/// Solves all positions of a box, where machine code lists them and play comes to a fair part of them.
///
/// # Errors
/// A budget that ran out; or something does not fit.
fn sweep(
    rules: &mut Packed<u64>,
    places: &Places,
    (key, root): (u64, u64),
    misere: bool,
    meter: &Meter,
) -> Result<Swept, Stop> {
    let size = places.count();
    if size < meter.budget().interpreted || meter.may_solve(size + size / 8).is_err() {
        return Ok(Swept::Unfit);
    }
    // Games that have fewer parameters than others are there several times.
    let swept = packed::Swept::new(rules, key, meter).filter(|(swept, _)| swept.size() <= 2 * size);
    let Some((swept, numbered)) = swept else { return Ok(Swept::Unfit) };
    if !Placed::comes_far(rules, places, root, meter)? {
        return Ok(Swept::Sparse);
    }
    let Some(placed) = Placed::sweep(&swept, misere, meter)? else { return Ok(Swept::Unfit) };
    let solved = Solved { places: Numbering::Box(numbered), placed, sides: 1 };
    Ok(if solved.found(key, 0).is_some() { Swept::Solved(solved) } else { Swept::Unfit })
}
