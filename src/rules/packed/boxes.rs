//! The box of a position: which digits the fields of its key are.

use super::digits::{Digit, Shape};
use super::flat::Form;
use super::flat_fields::{Piece, length};
use super::layout::{Entry, Field, Kind, mask};

/// Which elements the sets of a box have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Elements {
    /// All that they have room for,
    All,
    /// or those that the sets of one position have.
    OfKey,
}

impl Elements {
    /// Sets in which the elements of the key are in more stretches than this are not cut: each costs operations.
    const MOST_STRETCHES: usize = 4;

    /// The stretches of bits in which a set of so many bits has elements: where they begin, and how long they are.
    fn stretches(self, set: u64, bits: u32) -> Vec<(u32, u32)> {
        if self == Elements::All || set == 0 {
            return vec![(0, bits)];
        }
        let (mut found, mut left) = (vec![], set);
        while left != 0 {
            let from = left.trailing_zeros();
            let length = (left >> from).trailing_ones();
            found.push((from, length));
            left &= !((mask(length) as u64) << from);
        }
        match found.as_slice() {
            [(from, _), .., (last, length)] if found.len() > Elements::MOST_STRETCHES => {
                vec![(*from, last + length - from)]
            }
            _ => found,
        }
    }
}

/// The largest number in an entry of a list or map, by where it is in a key and by its bits, if that is less than there is room for.
pub(super) type MostIn<'m> = dyn FnMut(u32, u32) -> Option<u64> + 'm;

/// The digits of a key, in its order.
struct Digits<'m, 'f> {
    all: Vec<Digit>,
    most_in: &'m mut MostIn<'f>,
}

impl Digits<'_, '_> {
    fn add(&mut self, at: u32, bits: u32, most: u64) {
        self.all.push(Digit { at, bits, most, room: most, step: 0, rises: false });
    }

    /// An entry of a list or map: all of them have room for the largest, but each may have its own.
    fn add_entry(&mut self, at: u32, bits: u32, room: u64) {
        match (self.most_in)(at, bits).filter(|most| *most < room) {
            None => self.add(at, bits, room),
            Some(0) => {}
            Some(most) => {
                let bits = most.ilog2() + 1;
                let room = room.min(mask(bits) as u64);
                self.all.push(Digit { at, bits, most, room, step: 0, rises: false });
            }
        }
    }
}

impl Shape {
    /// The box of all positions whose fields are at most what these have room for, and whose lists are as long
    /// as those of a key, and whose maps have its keys, in the order of keys; `None` if its positions are no digits, or places have
    /// more bits than `most_bits`. With `elements` of the key, its sets have no others.
    pub(super) fn of(fields: &[(Field, u32)], key: u64, most_bits: u32, elements: Elements) -> Option<Shape> {
        Shape::up_to(fields, key, most_bits, elements, &mut |_, _| None)
    }

    /// The same with numbers up to some in each entry of lists and maps.
    pub(super) fn up_to(
        fields: &[(Field, u32)],
        key: u64,
        most_bits: u32,
        elements: Elements,
        most_in: &mut MostIn<'_>,
    ) -> Option<Shape> {
        let mut digits = Digits { all: vec![], most_in };
        for (field, at) in fields {
            match field.kind {
                Kind::Flat { ref form, ref piece } => flat(form, piece, (key, *at), false, &mut digits)?,
                Kind::Word { lo, hi } => digits.add(*at, field.bits, hi.abs_diff(lo)),
                Kind::Set { .. } | Kind::Cells | Kind::Over { .. } => {
                    let (lo, hi) = match field.kind {
                        Kind::Set { lo, hi } => (lo, hi),
                        _ => (0, field.bits - 1),
                    };
                    let all = mask(hi + 1 - lo) as u64;
                    let stretches = elements.stretches(key >> (at + lo) & all, hi + 1 - lo);
                    stretches
                        .iter()
                        .for_each(|(from, bits)| digits.add(at + lo + from, *bits, mask(*bits) as u64));
                }
                Kind::List { len_bits, entry, lo, hi, cells: false, .. } => {
                    let length = (key >> at) & mask(len_bits) as u64;
                    (0..length as u32)
                        .for_each(|i| digits.add_entry(at + len_bits + i * entry, entry, hi.abs_diff(lo)));
                }
                // The same keys throughout: another one makes other bits, as another length does.
                Kind::Map { len_bits, key: of, value, .. } if !value.cell => {
                    let (length, each) = ((key >> at) & mask(len_bits) as u64, of.bits + value.bits);
                    let place = |i: u32| at + len_bits + i * each + of.bits;
                    (0..length as u32)
                        .for_each(|i| digits.add_entry(place(i), value.bits, value.hi.abs_diff(value.lo)));
                }
                Kind::Cell(room) => {
                    digits.add(*at, room.col_bits(), u64::from(room.cols) - 1);
                    digits.add(at + room.col_bits(), room.row_bits(), u64::from(room.rows) - 1);
                }
                Kind::List { .. } | Kind::Map { .. } => return None,
            }
        }
        let used = fields.iter().fold(0, |used, (field, at)| used | (mask(field.bits) as u64) << at);
        Shape::new(digits.all, key, used, most_bits)
    }
}

/// The digits of lists and maps of anything that have as many elements, or the same keys, as those in a key, from a bit of it on; `None`
/// if something has an order of its own, as sets have.
fn flat(
    form: &Form,
    piece: &Piece,
    (key, at): (u64, u32),
    in_entry: bool,
    digits: &mut Digits<'_, '_>,
) -> Option<()> {
    match (form, piece) {
        (Form::Word | Form::Name(_), Piece::Word(Entry { bits, lo, hi, cell: false })) => {
            let add = if in_entry { Digits::add_entry } else { Digits::add };
            add(digits, at, *bits, hi.abs_diff(*lo));
        }
        (Form::Bits | Form::Over(_), Piece::Bits { bits, allowed }) if *allowed == mask(*bits) => {
            digits.add(at, *bits, *allowed as u64);
        }
        (Form::Tuple(forms), Piece::Tuple(parts)) => {
            for (form, (place, part)) in forms.iter().zip(parts) {
                flat(form, part, (key, at + place), in_entry, digits)?;
            }
        }
        (Form::List(form), Piece::Run { cap, each, of }) => {
            let count = key >> at & mask(length(*cap)) as u64;
            for i in 0..count as u32 {
                flat(form, of, (key, at + length(*cap) + i * each), true, digits)?;
            }
        }
        (Form::Map(_, form), Piece::Keys { keys, each, value }) => {
            let count = keys.len() as u32;
            for i in (0..count).filter(|i| key >> (at + i) & 1 == 1) {
                flat(form, value, (key, at + count + i * each), true, digits)?;
            }
        }
        _ => return None,
    }
    Some(())
}
