//! Bags in a word: how many of each element that was met, the highest bit of each number being 0, so that all numbers are added
//! and taken away at once and one look shows which have become too large or too small.

use super::super::code::{Element, FlatOp, I, L, Reg};
use super::super::flat_fields::{MapKeys, Piece};
use super::backend::{InstBuilder, IntCC, Type, Value, types};
use super::pieces::{Held, type_of};
use super::translate::Body;
use crate::builtin::collection::SetOp;
use std::sync::Arc;

/// How a bag is held: its elements in order, and so many bits for each.
#[derive(Clone)]
pub(super) struct Counts {
    of: Arc<MapKeys>,
    each: u32,
}

/// Where a loop over a bag is: the place of an element, and behind it how many of its copies came already.
const COPIES: u32 = 32;

impl Counts {
    fn of(piece: &Piece) -> Option<Counts> {
        match piece {
            Piece::Counts { of, each } => Some(Counts { of: of.clone(), each: *each }),
            _ => None,
        }
    }

    /// The same bit of each number.
    fn bit_of_each(&self, bit: u32) -> u128 {
        (0..self.of.len() as u32).fold(0, |all, i| all | 1 << (i * self.each + bit))
    }

    fn highest(&self) -> u128 {
        self.bit_of_each(self.each - 1)
    }
}

impl Body<'_> {
    /// How a list register holds a bag, if it holds the numbers of its elements.
    pub(super) fn counts(&self, l: L) -> Option<Counts> {
        Counts::of(&*self.piece(l)?)
    }

    /// What is done with a bag that is held by how many of each element it has.
    pub(super) fn counted_op(&mut self, op: &FlatOp, counts: &Counts) -> Option<()> {
        let bits = |s: &mut Self, l: L| s.held(l).bits;
        match op {
            FlatOp::Has(d, l, element, _) => {
                let bits = bits(self, *l);
                let found = self.is_counted(counts, bits, element)?;
                self.set_truth(*d, found);
            }
            FlatOp::With(d, l, element, _) => {
                let bits = bits(self, *l);
                let made = self.counted_with(counts, bits, element)?;
                self.hold_counts(*d, made);
            }
            FlatOp::Without(d, l, element) => {
                let bits = bits(self, *l);
                let made = self.counted_without(counts, bits, element)?;
                self.hold_counts(*d, made);
            }
            FlatOp::Combine(d, op, a, b, _) => {
                let (a, b) = (bits(self, *a), bits(self, *b));
                let made = self.counted_by(counts, *op, a, b)?;
                self.hold_counts(*d, made);
            }
            FlatOp::Sort(d, l, ..) => {
                let bits = bits(self, *l);
                self.hold_counts(*d, bits);
            }
            FlatOp::Size(d, l, _) => {
                let bits = bits(self, *l);
                let size = self.counted_size(counts, bits);
                self.set_word(*d, size);
            }
            _ => return None,
        }
        Some(())
    }

    /// Numbers that are together in bits.
    pub(super) fn hold_counts(&mut self, d: L, bits: Value) {
        let length = self.number(0);
        self.hold(d, Held { bits, length });
    }

    /// The place of an element, whether it has one, and how many copies there are.
    fn copies(&mut self, counts: &Counts, bits: Value, element: &Element) -> Option<(Value, Value, Value)> {
        let (place, may) = self.key_place(&counts.of, &element.regs)?;
        let zero = self.number(0);
        let place = self.b.ins().select(may, place, zero);
        let many = self.element_in_word(bits, counts.each, place);
        let many = self.as_type(many, types::I64);
        let many = self.b.ins().select(may, many, zero);
        Some((place, may, many))
    }

    /// Whether an element is in a bag.
    fn is_counted(&mut self, counts: &Counts, bits: Value, element: &Element) -> Option<Value> {
        let (_, _, many) = self.copies(counts, bits, element)?;
        Some(self.compare_with(IntCC::NotEqual, many, 0))
    }

    /// One copy in the bits of a place.
    fn one_at(&mut self, counts: &Counts, place: Value, many: Value, ty: Type) -> Value {
        let at = self.b.ins().imul_imm(place, i64::from(counts.each));
        let many = self.as_type(many, ty);
        self.b.ins().ishl(many, at)
    }

    /// A bag with one element more; what was not met, and what are too many copies, is left to the interpreter.
    pub(super) fn counted_with(&mut self, counts: &Counts, bits: Value, element: &Element) -> Option<Value> {
        let (place, may) = self.key_place(&counts.of, &element.regs)?;
        self.misfit_unless(may);
        let (one, zero, ty) = (self.number(1), self.number(0), self.type_of(bits));
        let place = self.b.ins().select(may, place, zero);
        let one = self.one_at(counts, place, one, ty);
        let more = self.b.ins().iadd(bits, one);
        self.misfit_if_full(counts, more);
        Some(more)
    }

    fn misfit_if_full(&mut self, counts: &Counts, bits: Value) {
        let highest = self.typed(counts.highest(), self.type_of(bits));
        let full = self.b.ins().band(bits, highest);
        let none = self.is_zero(full);
        self.misfit_unless(none);
    }

    /// A bag with one copy less, if there is one.
    fn counted_without(&mut self, counts: &Counts, bits: Value, element: &Element) -> Option<Value> {
        let (place, _, many) = self.copies(counts, bits, element)?;
        let ty = self.type_of(bits);
        let there = self.compare_with(IntCC::NotEqual, many, 0);
        let less = self.truth(there);
        let less = self.one_at(counts, place, less, ty);
        Some(self.b.ins().isub(bits, less))
    }

    /// Two bags together.
    pub(super) fn counted_together(&mut self, counts: &Counts, a: Value, b: Value) -> Value {
        let sum = self.b.ins().iadd(a, b);
        self.misfit_if_full(counts, sum);
        sum
    }

    /// What is left of one bag without another.
    fn counted_minus(&mut self, counts: &Counts, a: Value, b: Value) -> Value {
        let ty = self.type_of(a);
        let highest = self.typed(counts.highest(), ty);
        let lent = self.b.ins().bor(a, highest);
        let left = self.b.ins().isub(lent, b);
        // Of each number that is not too small the highest bit is left: all bits below it are kept.
        let kept = self.b.ins().band(left, highest);
        let low = self.shifted_down(kept, counts.each - 1);
        let below = self.b.ins().isub(kept, low);
        self.b.ins().band(left, below)
    }

    /// What some operation makes of two bags.
    fn counted_by(&mut self, counts: &Counts, op: SetOp, a: Value, b: Value) -> Option<Value> {
        Some(match op {
            SetOp::Union => self.counted_together(counts, a, b),
            SetOp::Minus => self.counted_minus(counts, a, b),
            SetOp::Common => {
                let own = self.counted_minus(counts, a, b);
                self.b.ins().isub(a, own)
            }
            SetOp::Flip => return None,
        })
    }

    /// How many elements a bag has, copies counted.
    pub(super) fn counted_size(&mut self, counts: &Counts, bits: Value) -> Value {
        let mut all = self.number(0);
        for i in 0..counts.of.len() as u32 {
            let many = self.shifted_down(bits, i * counts.each);
            let many = self.as_type(many, type_of(counts.each));
            let many = self.masked(many, counts.each);
            let many = self.as_type(many, types::I64);
            all = self.b.ins().iadd(all, many);
        }
        all
    }

    /// The next element of a bag, into registers; jumps if there is none.
    pub(super) fn next_counted(
        &mut self,
        counts: &Counts,
        (at, bits): (I, Value),
        element: &Element,
        to: u32,
    ) -> Option<()> {
        let (place, came) = self.place_and_copies(at, element.once);
        let done = self.compare_with(IntCC::UnsignedGreaterThanOrEqual, place, counts.of.len() as i64);
        self.jump_if(done, to);
        let many = self.element_in_word(bits, counts.each, place);
        let many = self.as_type(many, types::I64);
        let more = self.compare(IntCC::UnsignedLessThan, came, many);
        let place = self.next_place(counts, bits, (place, more), to);
        self.take_counted(counts, place, element)?;
        let next = match element.once {
            true => self.b.ins().iadd_imm(place, 1),
            false => {
                let zero = self.number(0);
                let came = self.b.ins().select(more, came, zero);
                let place = self.b.ins().ishl_imm(place, i64::from(COPIES));
                let next = self.b.ins().iadd(place, came);
                self.b.ins().iadd_imm(next, 1)
            }
        };
        self.set_word(at, next);
        Some(())
    }

    /// Where a loop over a bag is: a place, and how many copies came already.
    fn place_and_copies(&mut self, at: I, once: bool) -> (Value, Value) {
        let counter = self.counter(at);
        if once {
            return (counter, self.number(0));
        }
        let came = self.b.ins().band_imm(counter, (1 << COPIES) - 1);
        (self.b.ins().ushr_imm(counter, i64::from(COPIES)), came)
    }

    /// The first place with copies: from one on if there are more of that, else behind it; jumps if there is none.
    fn next_place(&mut self, counts: &Counts, bits: Value, (place, more): (Value, Value), to: u32) -> Value {
        let distance = self.b.ins().imul_imm(place, i64::from(counts.each));
        let full = self.typed(u128::MAX, self.type_of(bits));
        let here = self.b.ins().ishl(full, distance);
        let behind = self.shifted_up(here, counts.each);
        let from = self.b.ins().select(more, here, behind);
        let left = self.b.ins().band(bits, from);
        let none = self.is_zero(left);
        self.jump_if(none, to);
        let first = self.b.ins().ctz(left);
        let first = self.as_type(first, types::I64);
        let scaled = self.b.ins().imul_imm(first, i64::from(65536 / counts.each + 1));
        self.b.ins().ushr_imm(scaled, 16)
    }

    /// The element of a place, into registers.
    fn take_counted(&mut self, counts: &Counts, place: Value, element: &Element) -> Option<()> {
        for (reg, column) in element.regs.iter().zip(0..) {
            let Reg::I(r) = *reg else { return None };
            let words: Vec<i64> = counts.of.column(column).collect();
            let word = match words.iter().zip(words[0]..).all(|(word, i)| *word == i) {
                true => self.b.ins().iadd_imm(place, words[0]),
                false => {
                    let words = self.constant(&words);
                    self.loaded(words, place)
                }
            };
            self.set_word(r, word);
        }
        Some(())
    }

    /// The numbers of elements that are in memory one after the other.
    pub(super) fn counts_from_memory(
        &mut self,
        held: Held,
        (of, each): (&Arc<MapKeys>, u32),
        ty: Type,
    ) -> Option<Value> {
        // What a loop finds cannot be collected.
        if self.collected.is_some() {
            return None;
        }
        let (counts, width) = (Counts { of: of.clone(), each }, of.width() as i64);
        let (empty, wide) = (self.typed(0, ty), self.number(width));
        let many = if width == 1 { held.length } else { self.b.ins().udiv(held.length, wide) };
        let mut has_place = true;
        let (_, made) = self.rounds(many, &[empty], |s, i, so_far| {
            let begin = s.b.ins().imul_imm(i, width);
            let word = |s: &mut Self, k: i64| {
                let at = s.b.ins().iadd_imm(begin, k);
                s.loaded(held.bits, at)
            };
            let words: Vec<Value> = (0..width).map(|k| word(s, k)).collect();
            let Some((place, may)) = s.place_of_words(of, &words) else {
                has_place = false;
                return (vec![so_far[0]], None);
            };
            s.misfit_unless(may);
            let one = s.number(1);
            let one = s.one_at(&counts, place, one, ty);
            let more = s.b.ins().iadd(so_far[0], one);
            s.misfit_if_full(&counts, more);
            (vec![more], None)
        });
        has_place.then_some(made[0])
    }

    /// The elements of a bag in memory, one after the other.
    pub(super) fn counts_in_memory(&mut self, bits: Value, (of, each): (&Arc<MapKeys>, u32)) -> Held {
        let counts = Counts { of: of.clone(), each };
        let (size, width) = (self.counted_size(&counts, bits), of.width() as i64);
        let length = self.b.ins().imul_imm(size, width);
        let to = self.list_room(length);
        let (kinds, begin) = (self.number(of.len() as i64), self.number(0));
        let columns: Vec<Value> =
            (0..of.width()).map(|column| self.constant(&of.column(column).collect::<Vec<_>>())).collect();
        self.rounds(kinds, &[begin], |s, place, at| {
            let many = s.element_in_word(bits, each, place);
            let many = s.as_type(many, types::I64);
            let (_, ends) = s.rounds(many, &[at[0]], |s, _, at| {
                for (column, k) in columns.iter().zip(0..) {
                    let word = s.loaded(*column, place);
                    let here = s.b.ins().iadd_imm(at[0], k);
                    s.stored(to, here, word);
                }
                (vec![s.b.ins().iadd_imm(at[0], width)], None)
            });
            (ends, None)
        });
        Held { bits: to, length }
    }
}
