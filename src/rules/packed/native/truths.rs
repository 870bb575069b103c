//! Lists of truth values, and maps, as sets: of the places, or of the keys, that hold `true`.

use super::super::bits::Grid;
use super::super::code::{Code, KeyBits, L, Op, word_cell};
use super::super::family::Family;
use super::super::flat_fields::{MapKeys, Piece};
use super::super::layout::Kind;
use super::backend::{InstBuilder, IntCC, Value, types};
use super::forms::Form;
use super::translate::Body;

/// Whether such a set of a code may need two words.
pub(super) fn are_wide(family: &Family, code: &Code) -> bool {
    let of_numbers = |op: &Op| match op {
        Op::ListBits(..) => true,
        Op::KeyBits(_, _, of) => !of.cells,
        _ => false,
    };
    let beyond = |kind: &Kind| match kind {
        Kind::List { cap, entry: 1, .. } => *cap >= u64::BITS,
        Kind::Map { key, .. } => key.hi >= i64::from(u64::BITS),
        Kind::Flat { piece, .. } => match &**piece {
            Piece::Keys { keys, .. } => keys.bounds(0).1 >= i64::from(u64::BITS),
            _ => false,
        },
        _ => false,
    };
    let mut fields = family.instances.iter().flat_map(|i| &i.placed.fields);
    code.ops.iter().any(of_numbers) && fields.any(|(field, _)| beyond(&field.kind))
}

impl Body<'_> {
    /// The places of a list of truth values, counted from 1, that hold `true`.
    pub(super) fn places_of_truths(&mut self, l: L) -> Option<Value> {
        let held = self.held(l);
        if self.forms[l as usize] != Form::Memory {
            let run = self.run_in_word(l).filter(|run| run.each == 1)?;
            if self.ranges.length(l).1 >= self.set_bits() && i64::from(run.cap) >= self.set_bits() {
                let bits = self.set_bits();
                let long = self.compare_with(IntCC::UnsignedGreaterThanOrEqual, held.length, bits);
                self.misfit_if(long);
            }
            let set = self.as_type(held.bits, self.set_type);
            return Some(self.shifted_up(set, 1));
        }
        let bits = self.set_bits();
        let long = self.compare_with(IntCC::UnsignedGreaterThanOrEqual, held.length, bits);
        self.misfit_if(long);
        let none = self.set_number(0);
        let (_, made) = self.rounds(held.length, &[none], |s, i, so_far| {
            let x = s.loaded(held.bits, i);
            let is_true = s.compare_with(IntCC::NotEqual, x, 0);
            let place = s.b.ins().iadd_imm(i, 1);
            (vec![s.with_bit_if(so_far[0], is_true, place)], None)
        });
        Some(made[0])
    }

    /// The keys of a map, or those that hold something but 0, as a set; what has no bit is left to the interpreter.
    pub(super) fn bits_of_keys(&mut self, l: L, of: KeyBits) -> Option<Value> {
        let held = self.held(l);
        if let Some(piece) = self.piece(l) {
            let Piece::Keys { keys, each, value } = &*piece else { return None };
            let count = keys.len() as u32;
            let there = match of.only_true {
                false => held.bits,
                true if *each == 1 && matches!(&**value, Piece::Word(e) if e.lo == 0) => {
                    self.shifted_down(held.bits, count)
                }
                true => return None,
            };
            let there = self.masked(there, count);
            return Some(self.spread(there, &bits_of(keys, of, &self.grid, self.set_bits() as u32)));
        }
        let count = self.b.ins().ushr_imm(held.length, 1);
        let none = self.set_number(0);
        let (_, made) = self.rounds(count, &[none], |s, i, so_far| {
            let at = s.b.ins().ishl_imm(i, 1);
            let (key, behind) = (s.loaded(held.bits, at), s.b.ins().iadd_imm(at, 1));
            let value = s.loaded(held.bits, behind);
            let is_true = s.compare_with(IntCC::NotEqual, value, 0);
            let wanted = if of.only_true { is_true } else { s.b.ins().iconst(types::I8, 1) };
            let (bit, inside) = match of.cells {
                true => {
                    let (row, col) = s.row_and_col(key);
                    s.number_of(row, col)
                }
                false => (key, s.compare_with(IntCC::UnsignedLessThan, key, s.set_bits())),
            };
            let outside = s.b.ins().bxor_imm(inside, 1);
            let misfit = s.b.ins().band(outside, wanted);
            s.misfit_if(misfit);
            (vec![s.with_bit_if(so_far[0], wanted, bit)], None)
        });
        Some(made[0])
    }

    /// A set with a bit more if a condition holds.
    fn with_bit_if(&mut self, set: Value, condition: Value, bit: Value) -> Value {
        let one = self.set_number(1);
        let single = self.b.ins().ishl(one, bit);
        let more = self.b.ins().bor(set, single);
        self.b.ins().select(condition, more, set)
    }

    /// Bits at other places, those that stand side by side together.
    fn spread(&mut self, bits: Value, to: &[Option<u32>]) -> Value {
        let without: u128 = to.iter().zip(0..).filter(|(to, _)| to.is_none()).map(|(_, i)| 1u128 << i).sum();
        if without != 0 {
            let without = self.typed(without, self.type_of(bits));
            let met = self.b.ins().band(bits, without);
            let none = self.is_zero(met);
            self.misfit_unless(none);
        }
        let mut set = self.set_number(0);
        for (from, to, count) in stretches(to) {
            let part = self.shifted_down(bits, from);
            let part = self.masked(part, count);
            let part = self.as_type(part, self.set_type);
            let part = self.shifted_up(part, to);
            set = self.b.ins().bor(set, part);
        }
        set
    }
}

/// The bit of each key, where it has one.
fn bits_of(keys: &MapKeys, of: KeyBits, grid: &Grid, most: u32) -> Vec<Option<u32>> {
    let bit = |key: &[i64]| {
        if of.cells {
            let (row, col) = word_cell(key[0]);
            return grid.bit(row, col);
        }
        u32::try_from(key[0]).ok()
    };
    keys.iter().map(|key| bit(key).filter(|bit| *bit < most)).collect()
}

/// From where to where bits go, and how many, as long as these stand side by side.
fn stretches(to: &[Option<u32>]) -> Vec<(u32, u32, u32)> {
    let mut found: Vec<(u32, u32, u32)> = vec![];
    for (to, from) in to.iter().zip(0..) {
        match (to, found.last_mut()) {
            (Some(to), Some((first, begin, count))) if (*first + *count, *begin + *count) == (from, *to) => {
                *count += 1;
            }
            (Some(to), _) => found.push((from, *to, 1)),
            (None, _) => {}
        }
    }
    found
}
