//! The box of an array: how much room it has for numbers, in each parameter and in each entry of a list or map.

use super::boxes::{Elements, MostIn};
use super::digits::{Shape, value};
use super::family::Family;
use super::orders::{self, roomy};
use super::tight::Room;
use crate::engine::{Meter, Unfit};

/// How much room a box has.
#[derive(Clone, Copy, Debug)]
pub(in crate::rules) struct Space {
    /// For numbers in parameters and their parts.
    pub(in crate::rules) room: Room,
    /// Whether all entries of a list or map have as much as the largest.
    pub(in crate::rules) even: bool,
    /// How often the room of those that grow was doubled.
    pub(in crate::rules) doubled: u32,
}

/// The entries of lists and maps of a key, in its order.
pub(super) struct Entries(Vec<Entry>);

/// A box and its entries; or why there is none.
pub(super) type Boxed = Result<(Shape, Entries), Unfit>;

/// The largest number in an entry of a list or map.
#[derive(Clone, Copy)]
struct Entry {
    /// Where it is in a key.
    at: u32,
    bits: u32,
    /// `None` if it has all the room that there is.
    most: Option<u64>,
}

/// Where an entry has all the room that there is, as it is saved.
const NO_LESS: u64 = u64::MAX;

/// Places are numbers of at most this many bits.
const MOST_BITS: u32 = 30;
/// Boxes of more positions than this are not filled.
const LARGEST: u64 = 1 << 28;
const TOO_MANY: Unfit = Unfit::Kind("there are too many positions for an array");
/// Places without a position: at most this many for each one,
const GAPS: u64 = 16;
/// and as many as for so many where there are fewer: a list of zeros that grow begins as a box of one position.
const SMALL: u64 = 1 << 12;

impl Entries {
    /// Whether a key has no more than there is room for.
    pub(super) fn hold(&self, key: u64) -> bool {
        self.0.iter().all(|e| e.most.is_none_or(|most| value((e.at, e.bits), key) <= most))
    }

    /// Whether a key has less in some of them than there is room for.
    pub(super) fn grow_from(&self, key: u64) -> bool {
        self.0.iter().any(|e| e.most.is_some_and(|most| value((e.at, e.bits), key) < most))
    }

    /// Whether some have less room than others.
    pub(super) fn are_uneven(&self) -> bool {
        self.0.iter().any(|e| e.most.is_some())
    }

    /// All that [`box_up_to`] needs.
    pub(super) fn saved(&self) -> Vec<u64> {
        self.0.iter().map(|e| e.most.unwrap_or(NO_LESS)).collect()
    }
}

/// The box of a key: each entry of a list or map has room for what it has there, or in a few plays, or for what the largest has.
///
/// # Errors
/// If there are too many positions.
pub(super) fn box_of(family: &Family, key: u64, space: Space, meter: &Meter) -> Boxed {
    let Space { room, even, doubled } = space;
    let met = (room == Room::Met && !even).then(|| orders::met(family, key, meter)).flatten();
    let most = |at, bits| {
        let own = value((at, bits), key);
        match room {
            _ if even => None,
            Room::Held => Some(own),
            Room::Met => met.as_ref().map(|met| room_in((at, bits), own, met, doubled)),
            Room::Own | Room::Common => None,
        }
    };
    boxed(family, key, room, most)
}

/// The box with room for some numbers in each entry of a list or map.
///
/// # Errors
/// If a key has more, or other entries.
pub(super) fn box_up_to(family: &Family, key: u64, room: Room, most: &[u64]) -> Boxed {
    let mut left = most.iter().copied();
    let (shape, entries) = boxed(family, key, room, |_, _| left.next().filter(|n| *n != NO_LESS))?;
    let fits = entries.0.len() == most.len() && entries.hold(key);
    if fits { Ok((shape, entries)) } else { Err(Unfit::Misfit) }
}

fn boxed(family: &Family, key: u64, room: Room, mut most: impl FnMut(u32, u32) -> Option<u64>) -> Boxed {
    let mut entries = vec![];
    let most_in: &mut MostIn<'_> = &mut |at, bits| {
        let most = most(at, bits);
        entries.push(Entry { at, bits, most });
        most
    };
    let elements = if room == Room::Held { Elements::OfKey } else { Elements::All };
    let shape = Shape::up_to(&family.fields_of_all(), key, MOST_BITS, elements, most_in).ok_or(TOO_MANY)?;
    few_enough(&shape)?;
    Ok((shape, Entries(entries)))
}

/// Whether there are not too many positions for an array, nor too many places without one.
pub(super) fn few_enough(shape: &Shape) -> Result<(), Unfit> {
    let fits = shape.size() <= LARGEST && shape.size().max(SMALL) * GAPS >= shape.places();
    if fits { Ok(()) } else { Err(TOO_MANY) }
}

/// Room for numbers in some bits that are larger in plays from a position than there, if there are any.
fn room_in(bits: (u32, u32), own: u64, met: &[u64], doubled: u32) -> u64 {
    let numbers = || met.iter().map(|key| value(bits, *key));
    match numbers().max().filter(|most| *most > own) {
        Some(most) => roomy(most, numbers().filter(|n| *n == most).count(), met.len()) << doubled,
        None => own,
    }
}
