//! Layouts with no more room than some positions take: for arrays of all positions, and for loopy games by place.

use super::family::Family;
use super::layout::{Kind, field, leaf_values};
use super::needs::Needs;
use super::orders;
use super::plan::Listed;
use crate::check::ir::GameId;
use crate::check::types::Type;
use crate::rules::machine::Machine;
use crate::value::GamePosition;

/// Declared bounds that are no larger than this are kept.
const FEW: u64 = 15;

/// How much room a box has for numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::rules) enum Room {
    /// For each part as much as the position in question has there, and for no other elements of sets,
    #[default]
    Held,
    /// or for others as well,
    Own,
    /// as a few plays from there have there,
    Met,
    /// or as it has anywhere.
    Common,
}

impl Room {
    /// Where something has no room, this may have.
    pub(in crate::rules) fn wider(self) -> Option<Room> {
        match self {
            Room::Held => Some(Room::Own),
            Room::Own => Some(Room::Met),
            Room::Met => Some(Room::Common),
            Room::Common => None,
        }
    }
}

impl Family {
    /// Games with parameters alike laid out with no more room than a position, and numbers up to some in each part, take; for arrays
    /// of all positions that fit; and with room for elements of sets that were met `before`. With it, the largest number there is
    /// room for in each part.
    pub(super) fn tight(
        machine: &Machine,
        root: &GamePosition,
        numbers: &[u64],
        room: Room,
        before: Option<&Needs>,
    ) -> Option<(Family, Vec<u64>)> {
        let family = Family::with_needs(machine, root, before, u64::BITS, Listed::Usual)?;
        family.tightened(machine, root, numbers, room)
    }

    /// The same with all moves, or those of each player apart.
    pub(super) fn tight_with_all_moves(
        machine: &Machine,
        root: &GamePosition,
        (numbers, before): (&[u64], Option<&Needs>),
        listed: Listed,
    ) -> Option<Family> {
        let family = Family::with_needs(machine, root, before, u64::BITS, listed)?;
        Some(family.tightened(machine, root, numbers, Room::Own)?.0)
    }

    fn tightened(
        self,
        machine: &Machine,
        root: &GamePosition,
        numbers: &[u64],
        room: Room,
    ) -> Option<(Family, Vec<u64>)> {
        let mut family = self;
        let all = family.parameters_alike()?;
        let (needs, mut own) = family.needs_of_parts(root, numbers)?;
        if room == Room::Met {
            let keys = orders::met(&family, family.pack(root)? as u64, &machine.meter())?;
            let met = family.numbers_like(&keys);
            own.resize(own.len().max(met.len()), 0);
            own.iter_mut().zip(met).for_each(|(own, met)| *own = met.max(*own));
        }
        // What other games have besides may be as large as anything in this one.
        let largest = own.iter().copied().max().unwrap_or(0);
        let number =
            |i: usize| if room == Room::Common { largest } else { own.get(i).copied().unwrap_or(largest) };
        let mut at = family.tag_bits;
        let mut fields = vec![];
        for (i, (ty, shape)) in all.iter().enumerate() {
            let (number, inside) = (number(i), number(i));
            let needs = Needs { number, inside, member: number, tight: true, ..needs.clone() };
            let (mut of, _) = field(ty, shape, &needs, &family.grid, &family.sets)?;
            let numbers = match ty {
                Type::Map(_, value) => **value == Type::Int,
                _ => *ty == Type::Int || ty.element() == Some(Type::Int),
            };
            if numbers {
                let declared = matches!(of.kind, Kind::Word { lo, hi } if hi > lo);
                of.tighten(if declared { largest.max(FEW) } else { number })?;
            }
            if *ty == Type::Cell
                && let Some(cells) = family.needs.cells
            {
                of.hold_cells(cells, number);
            }
            at += of.bits;
            fields.push((of.clone(), at - of.bits));
        }
        for instance in &mut family.instances {
            instance.placed.fields.truncate(fields.len());
            let count = instance.placed.fields.len();
            instance.placed.fields.clone_from_slice(&fields[..count]);
        }
        let numbers = (0..all.len()).map(number).collect();
        (at <= u64::BITS).then_some((family, numbers))
    }

    /// What a position needs, and the largest number in each part of it, at least what is given.
    fn needs_of_parts(&self, root: &GamePosition, numbers: &[u64]) -> Option<(Needs, Vec<u64>)> {
        let params = self.program.game(GameId(root.game.id)).params.iter().zip(root.args.iter());
        let mut values = vec![];
        params.filter(|(p, _)| !p.is_rule).for_each(|(p, value)| leaf_values(&p.ty, value, &mut values));
        let mut needs = Needs::default();
        let mut own = vec![];
        for (i, value) in values.iter().enumerate() {
            let mut of = Needs::default();
            (of.take(value) && needs.take(value)).then_some(())?;
            own.push(of.number.max(numbers.get(i).copied().unwrap_or(0)));
        }
        Some((needs, own))
    }
}
