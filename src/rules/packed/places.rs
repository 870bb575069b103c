//! Places of the positions of a family, without an order: one for each way to fill the fields of their keys.

use super::family::Family;
use super::flat_fields::{Piece, length};
use super::layout::{Field, Kind, Rectangle, mask};
use crate::engine::Order;

/// All positions of a family as numbers without gaps.
#[derive(Debug)]
pub(in crate::rules) struct Places {
    /// How positions are laid out in keys.
    layout: String,
    tag_bits: u32,
    /// Those of each game.
    boxes: Vec<Box>,
}

/// The positions of one game.
#[derive(Debug)]
struct Box {
    /// How many positions other games have before it, and how many it has.
    first: u64,
    size: u64,
    /// The bits that are the same in all keys, and what they are.
    fixed: u64,
    base: u64,
    digits: Vec<Digit>,
}

#[derive(Debug)]
struct Digit {
    at: u32,
    bits: u32,
    /// How many values it has.
    values: u64,
    /// If it is a cell: how it stands in a key.
    cell: Option<Rectangle>,
}

/// There are no more places.
const MOST: u64 = 1 << 29;

impl Places {
    /// `None` if a field is not few digits, or there are too many places; lists are as long as in a key.
    pub(in crate::rules) fn new(family: &Family, root: u64) -> Option<Places> {
        let (mut boxes, mut first) = (vec![], 0);
        for (tag, instance) in family.instances.iter().enumerate() {
            let key = if family.tag(root.into()) == tag { Some(root) } else { None };
            let digits = digits(&instance.placed.fields, key)?;
            let size = digits.iter().try_fold(1u64, |size, d| size.checked_mul(d.values))?;
            let free = digits.iter().fold(0, |free, d| free | (mask(d.bits) as u64) << d.at);
            let base = key.unwrap_or(tag as u64) & !free;
            boxes.push(Box { first, size, fixed: !free, base, digits });
            first = first.checked_add(size).filter(|all| *all <= MOST)?;
        }
        Some(Places { layout: family.layout(), tag_bits: family.tag_bits, boxes })
    }

    /// Whether keys of a family are laid out as those here.
    pub(in crate::rules) fn are_of(&self, family: &Family) -> bool {
        self.layout == family.layout()
    }
}

/// The digits of fields, the first of which counts least. Collections are as long as in a key, and maps have its keys.
fn digits(fields: &[(Field, u32)], key: Option<u64>) -> Option<Vec<Digit>> {
    let mut digits = vec![];
    for (field, at) in fields {
        let (at, bits) = (*at, field.bits);
        match &field.kind {
            Kind::Word { lo, hi } => digits.push(Digit::of(at, bits, (*lo, *hi))?),
            Kind::Cell(room) => digits.push(Digit::of_cell(at, bits, *room)),
            Kind::Set { .. } | Kind::Cells | Kind::Over { .. } => digits.push(Digit::of_set(at, bits)?),
            Kind::List { len_bits, entry, lo, hi, cells: false, .. } => {
                for i in 0..(key? >> at & mask(*len_bits) as u64) as u32 {
                    digits.push(Digit::of(at + len_bits + i * entry, *entry, (*lo, *hi))?);
                }
            }
            Kind::Map { len_bits, key: of, value, .. } if !value.cell => {
                for i in 0..(key? >> at & mask(*len_bits) as u64) as u32 {
                    let at = at + len_bits + i * (of.bits + value.bits) + of.bits;
                    digits.push(Digit::of(at, value.bits, (value.lo, value.hi))?);
                }
            }
            Kind::Flat { piece, .. } => of_piece(piece, at, key, &mut digits)?,
            _ => return None,
        }
    }
    Some(digits)
}

/// Appends the digits of a piece that begins at some bit.
fn of_piece(piece: &Piece, at: u32, key: Option<u64>, out: &mut Vec<Digit>) -> Option<()> {
    match piece {
        Piece::Word(entry) if entry.cell => return None,
        Piece::Word(entry) => out.push(Digit::of(at, entry.bits, (entry.lo, entry.hi))?),
        Piece::Bits { bits, .. } => out.push(Digit::of_set(at, *bits)?),
        Piece::Tuple(parts) => {
            parts.iter().try_for_each(|(place, part)| of_piece(part, at + place, key, out))?;
        }
        Piece::Run { cap, each, of } => {
            let first = at + length(*cap);
            let count = (key? >> at & mask(length(*cap)) as u64) as u32;
            (0..count).try_for_each(|i| of_piece(of, first + i * each, key, out))?;
        }
        Piece::Keys { keys, each, value } => {
            let (count, is_there) =
                (keys.len() as u32, |i: &u32| key.is_some_and(|key| key >> (at + i) & 1 == 1));
            for i in (0..count).filter(is_there) {
                of_piece(value, at + count + i * each, key, out)?;
            }
        }
        Piece::Counts { of, each } => {
            let most = mask(each - 1) as i64;
            for i in 0..of.len() as u32 {
                out.push(Digit::of(at + i * each, *each, (0, most))?);
            }
        }
    }
    Some(())
}

impl Digit {
    /// A number in these bounds.
    fn of(at: u32, bits: u32, (lo, hi): (i64, i64)) -> Option<Digit> {
        Some(Digit { at, bits, values: hi.abs_diff(lo).checked_add(1)?, cell: None })
    }

    fn of_cell(at: u32, bits: u32, room: Rectangle) -> Digit {
        Digit { at, bits, values: u64::from(room.rows) * u64::from(room.cols), cell: Some(room) }
    }

    fn of_set(at: u32, bits: u32) -> Option<Digit> {
        (bits < 32).then(|| Digit { at, bits, values: 1 << bits, cell: None })
    }
}

impl Order for Places {
    type Key = u64;

    fn count(&self) -> u64 {
        self.boxes.iter().map(|b| b.size).sum()
    }

    #[inline]
    fn place(&self, key: u64) -> Option<u64> {
        let b = self.boxes.get((key & mask(self.tag_bits) as u64) as usize)?;
        let (mut place, mut weight, mut fits) = (b.first, 1, key & b.fixed == b.base);
        for d in &b.digits {
            let mut value = key >> d.at & mask(d.bits) as u64;
            if let Some(room) = d.cell {
                let (row, col) = (value >> room.col_bits(), value & mask(room.col_bits()) as u64);
                fits &= col < room.cols.into();
                value = row * u64::from(room.cols) + col;
            }
            fits &= value < d.values;
            place += value * weight;
            weight *= d.values;
        }
        fits.then_some(place)
    }

    #[inline]
    fn key(&self, place: u64) -> u64 {
        let b = self.boxes.iter().rev().find(|b| b.first <= place);
        let b = b.unwrap_or_else(|| unreachable!("the first box begins at 0"));
        let (mut key, mut left) = (b.base, place - b.first);
        for d in &b.digits {
            let mut value = left % d.values;
            left /= d.values;
            if let Some(room) = d.cell {
                let cols = u64::from(room.cols);
                value = ((value / cols) << room.col_bits()) | (value % cols);
            }
            key |= value << d.at;
        }
        key
    }
}
