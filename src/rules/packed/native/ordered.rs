//! Lists of words in order: put in order, with one entry more or less, and looked into.

use super::super::code::{I, L};
use super::backend::{InstBuilder, IntCC, Value, types};
use super::forms::Form;
use super::lists::elsewhere;
use super::ranges::ANY;
use super::translate::Body;

impl Body<'_> {
    /// By putting each entry into its place among those before.
    pub(super) fn sort(&mut self, d: L, l: L) {
        let (from, length) = self.list(l);
        let long = self.compare_with(IntCC::UnsignedGreaterThan, length, 64);
        self.misfit_if(long);
        let to = self.list_room(length);
        self.rounds(length, &[], |s, i, _| {
            let x = s.loaded(from, i);
            let (passed, _) = s.rounds(i, &[], |s, k, _| {
                let before = s.b.ins().isub(i, k);
                let left = s.b.ins().iadd_imm(before, -1);
                let y = s.loaded(to, left);
                let ends = s.compare(IntCC::SignedLessThanOrEqual, y, x);
                let (move_it, on) = (s.b.create_block(), s.b.create_block());
                s.b.ins().brif(ends, on, &[], move_it, &[]);
                s.b.switch_to_block(move_it);
                s.stored(to, before, y);
                s.b.ins().jump(on, &[]);
                s.b.switch_to_block(on);
                (vec![], Some(ends))
            });
            let at = s.b.ins().isub(i, passed);
            s.stored(to, at, x);
            (vec![], None)
        });
        self.set_list(d, to, length);
    }

    pub(super) fn insert(&mut self, d: L, l: L, x: I) {
        let ((from, length), x) = (self.list(l), self.word(x));
        let at = self.find(l, |s, y| s.compare(IntCC::SignedGreaterThanOrEqual, y, x));
        let more = self.b.ins().iadd_imm(length, 1);
        let v = match self.forms[d as usize] {
            Form::Piece(_) => elsewhere(),
            Form::Memory => {
                let to = self.list_room(more);
                self.copy(to, from, at);
                self.stored(to, at, x);
                let left = self.b.ins().isub(length, at);
                let here = self.b.ins().ishl_imm(at, 3);
                let (tail, behind) = (self.b.ins().iadd(from, here), self.b.ins().iadd(to, here));
                let behind = self.b.ins().iadd_imm(behind, 8);
                self.copy(behind, tail, left);
                to
            }
            Form::Packed { each, lo, hi } => {
                self.misfit_unless_short(more, each);
                let x = self.within((lo, hi), x, ANY);
                let at = self.b.ins().imul_imm(at, each);
                let (low, high) = self.cut(from, at);
                let high = self.b.ins().ishl(high, at);
                let high = self.b.ins().ishl_imm(high, each);
                let x = self.b.ins().ishl(x, at);
                let low = self.b.ins().bor(low, x);
                self.b.ins().bor(low, high)
            }
        };
        self.set_list(d, v, more);
    }

    /// The bits of a word below a place, and those from it on, moved down. A place behind the last bit is one of which nothing
    /// is left: no list that is full is cut there.
    fn cut(&mut self, v: Value, at: Value) -> (Value, Value) {
        let full = self.number(-1);
        let above = self.b.ins().ishl(full, at);
        let low = self.b.ins().band_not(v, above);
        (low, self.b.ins().ushr(v, at))
    }

    pub(super) fn remove(&mut self, d: L, l: L, x: I) {
        let ((from, length), x, form) = (self.list(l), self.word(x), self.forms[l as usize]);
        let at = self.find(l, |s, y| s.compare(IntCC::SignedGreaterThanOrEqual, y, x));
        let (there, take, keep, end) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block(), self.b.create_block());
        let results = [types::I64; 2].map(|ty| self.b.append_block_param(end, ty));
        let inside = self.compare(IntCC::UnsignedLessThan, at, length);
        self.b.ins().brif(inside, there, &[], keep, &[]);
        self.b.switch_to_block(there);
        let y = self.entry_of(form, from, at);
        let same = self.compare(IntCC::Equal, y, x);
        self.b.ins().brif(same, take, &[], keep, &[]);
        self.b.switch_to_block(take);
        let less = self.b.ins().iadd_imm(length, -1);
        let v = match form {
            Form::Piece(_) => elsewhere(),
            Form::Memory => {
                let to = self.list_room(less);
                self.copy(to, from, at);
                let left = self.b.ins().isub(less, at);
                let here = self.b.ins().ishl_imm(at, 3);
                let (tail, behind) = (self.b.ins().iadd(from, here), self.b.ins().iadd(to, here));
                let tail = self.b.ins().iadd_imm(tail, 8);
                self.copy(behind, tail, left);
                to
            }
            Form::Packed { each, .. } => {
                let at = self.b.ins().imul_imm(at, each);
                let (low, high) = self.cut(from, at);
                let high = self.b.ins().ushr_imm(high, each);
                let high = self.b.ins().ishl(high, at);
                self.b.ins().bor(low, high)
            }
        };
        self.b.ins().jump(end, &[v.into(), less.into()]);
        self.b.switch_to_block(keep);
        self.b.ins().jump(end, &[from.into(), length.into()]);
        self.b.switch_to_block(end);
        self.set_list(d, results[0], results[1]);
    }

    /// Whether a number is in a list that is known and sorted.
    pub(super) fn has_sorted(&mut self, d: I, pool: u32, x: I) {
        let code = self.code;
        let (words, x) = (&code.lists[pool as usize], self.word(x));
        let v = match (words.first(), words.last()) {
            (Some(0..), Some(..64)) => {
                let bits = words.iter().fold(0u64, |bits, x| bits | 1 << x);
                let bits = self.number(bits as i64);
                let inside = self.compare_with(IntCC::UnsignedLessThan, x, 64);
                let bit = self.b.ins().ushr(bits, x);
                let (bit, zero) = (self.b.ins().band_imm(bit, 1), self.number(0));
                self.b.ins().select(inside, bit, zero)
            }
            _ => {
                let (from, low) = (self.constant(words), self.number(0));
                let (high, rounds) = (self.number(words.len() as i64), self.number(64));
                // Halves what is left until it is nothing: the first place that is not below.
                let (_, ends) = self.rounds(rounds, &[low, high], |s, _, ends| {
                    let done = s.compare(IntCC::UnsignedGreaterThanOrEqual, ends[0], ends[1]);
                    let sum = s.b.ins().iadd(ends[0], ends[1]);
                    let middle = s.b.ins().ushr_imm(sum, 1);
                    let zero = s.number(0);
                    let safe = s.b.ins().select(done, zero, middle);
                    let y = s.loaded(from, safe);
                    let below = s.compare(IntCC::SignedLessThan, y, x);
                    let behind = s.b.ins().iadd_imm(middle, 1);
                    let (low, high) =
                        (s.b.ins().select(below, behind, ends[0]), s.b.ins().select(below, ends[1], middle));
                    let (low, high) =
                        (s.b.ins().select(done, ends[0], low), s.b.ins().select(done, ends[1], high));
                    (vec![low, high], Some(done))
                });
                let inside = self.compare_with(IntCC::UnsignedLessThan, ends[0], words.len() as i64);
                let zero = self.number(0);
                let safe = self.b.ins().select(inside, ends[0], zero);
                let y = if words.is_empty() { zero } else { self.loaded(from, safe) };
                let same = self.compare(IntCC::Equal, y, x);
                let found = self.b.ins().band(same, inside);
                self.truth(found)
            }
        };
        self.set_word(d, v);
    }
}
