//! How large positions in words are: searches look at light ones first.

use super::family::Family;
use super::flat_fields::{Piece, length};
use super::layout::{Field, Kind};

/// A weight for each bit of a key, and their sum for those that are there. Numbers weigh what they are, in a collection or not; the
/// elements of other sets, and the keys of maps, one each.
pub(super) struct Weights(Vec<Planes>);

/// For each power of two, the bits whose weights have it.
#[derive(Clone, Default)]
struct Planes(Vec<u128>);

/// Bits weigh no more than this power of two: the highest ones of large numbers would weigh more than all others together.
const MOST: u32 = 48;

impl Weights {
    pub(super) fn new(family: &Family) -> Weights {
        Weights(family.instances.iter().map(|instance| Planes::new(&instance.placed.fields)).collect())
    }

    /// The weight of a key of an instance.
    #[inline]
    pub(super) fn of(&self, tag: usize, key: u128) -> u64 {
        let planes = self.0[tag].0.iter().zip(0..);
        planes.map(|(plane, power)| u64::from((key & plane).count_ones()) << power).sum()
    }
}

impl Planes {
    fn new(fields: &[(Field, u32)]) -> Planes {
        let mut planes = Planes::default();
        fields.iter().for_each(|(field, at)| planes.add_field(field, *at));
        planes
    }

    fn add(&mut self, bit: u32, weight: u64) {
        for power in (0..u64::BITS).filter(|power| weight >> power & 1 == 1) {
            let power = power.min(MOST) as usize;
            if self.0.len() <= power {
                self.0.resize(power + 1, 0);
            }
            self.0[power] |= 1 << bit;
        }
    }

    fn add_number(&mut self, at: u32, bits: u32) {
        (0..bits).for_each(|i| self.add(at + i, 1 << i.min(MOST)));
    }

    fn add_each(&mut self, at: u32, bits: u32) {
        (at..at + bits).for_each(|bit| self.add(bit, 1));
    }

    fn add_field(&mut self, field: &Field, at: u32) {
        match &field.kind {
            // Of what may be on either side of 0, less is no nearer to an end.
            Kind::Word { lo, .. } if *lo < 0 => {}
            Kind::Word { .. } => self.add_number(at, field.bits),
            // Where a piece stands is no matter.
            Kind::Cell(_) => {}
            Kind::Cells | Kind::Over { .. } => self.add_each(at, field.bits),
            // The elements begin at 0, which weighs something, too.
            Kind::Set { .. } => (0..field.bits).for_each(|i| self.add(at + i, u64::from(i) + 1)),
            Kind::Map { cap, len_bits, key, value } => {
                let first = at + len_bits + key.bits;
                (0..*cap).for_each(|i| self.add_number(first + i * (key.bits + value.bits), value.bits));
            }
            Kind::List { cap, len_bits, entry, .. } => {
                (0..*cap).for_each(|i| self.add_number(at + len_bits + i * entry, *entry));
            }
            Kind::Flat { piece, .. } => self.add_piece(piece, at),
        }
    }

    fn add_piece(&mut self, piece: &Piece, at: u32) {
        match piece {
            Piece::Word(entry) => self.add_number(at, entry.bits),
            Piece::Bits { bits, .. } => self.add_each(at, *bits),
            Piece::Tuple(parts) => parts.iter().for_each(|(place, part)| self.add_piece(part, at + place)),
            Piece::Run { cap, each, of } => {
                (0..*cap).for_each(|i| self.add_piece(of, at + length(*cap) + i * each));
            }
            Piece::Keys { keys, each, value } => {
                let count = keys.len() as u32;
                for i in 0..count {
                    self.add(at + i, 1);
                    self.add_piece(value, at + count + i * each);
                }
            }
            Piece::Counts { of, each } => {
                (0..of.len() as u32).for_each(|i| self.add_number(at + i * each, *each));
            }
        }
    }
}
