//! Maps from words to words: lists of keys and values in turn, in memory.

use super::super::code::{I, L, Op};
use super::backend::{InstBuilder, IntCC, Value, types};
use super::translate::Body;

impl Body<'_> {
    /// Translates an instruction on such maps; `Some(false)` if it is none.
    pub(super) fn map_op(&mut self, op: Op) -> Option<bool> {
        match op {
            Op::MapGet(d, l, k) => {
                let ((from, _), (at, there)) = (self.list(l), self.place_in_map(l, k));
                self.misfit_unless(there);
                let behind = self.b.ins().iadd_imm(at, 1);
                let x = self.loaded(from, behind);
                self.set_word(d, x);
            }
            Op::MapHas(d, l, k) => {
                let (_, there) = self.place_in_map(l, k);
                let v = self.truth(there);
                self.set_word(d, v);
            }
            Op::MapPut(d, l, k, x) => {
                let ((from, length), (at, there)) = (self.list(l), self.place_in_map(l, k));
                let (k, x) = (self.word(k), self.word(x));
                let (two, none) = (self.number(2), self.number(0));
                let added = self.b.ins().select(there, none, two);
                let more = self.b.ins().iadd(length, added);
                let to = self.list_room(more);
                self.copy(to, from, at);
                self.stored(to, at, k);
                let behind = self.b.ins().iadd_imm(at, 1);
                self.stored(to, behind, x);
                let next = self.b.ins().iadd_imm(at, 2);
                let old = self.b.ins().isub(next, added);
                let left = self.b.ins().isub(length, old);
                let (old, next) = (self.b.ins().ishl_imm(old, 3), self.b.ins().ishl_imm(next, 3));
                let (tail, rest) = (self.b.ins().iadd(from, old), self.b.ins().iadd(to, next));
                self.copy(rest, tail, left);
                self.set_list(d, to, more);
            }
            _ => return Some(false),
        }
        Some(true)
    }

    /// Where in a map a key stands or belongs, as a place of its list, and whether it is there.
    fn place_in_map(&mut self, l: L, k: I) -> (Value, Value) {
        let ((from, length), k) = (self.list(l), self.word(k));
        let count = self.b.ins().ushr_imm(length, 1);
        let (at, _) = self.rounds(count, &[], |s, i, _| {
            let at = s.b.ins().ishl_imm(i, 1);
            let y = s.loaded(from, at);
            (vec![], Some(s.compare(IntCC::SignedGreaterThanOrEqual, y, k)))
        });
        let inside = self.compare(IntCC::UnsignedLessThan, at, count);
        let at = self.b.ins().ishl_imm(at, 1);
        let end = self.b.create_block();
        let same = self.b.append_block_param(end, types::I8);
        let look = self.b.create_block();
        self.b.ins().brif(inside, look, &[], end, &[inside.into()]);
        self.b.switch_to_block(look);
        let y = self.loaded(from, at);
        let equal = self.compare(IntCC::Equal, y, k);
        self.b.ins().jump(end, &[equal.into()]);
        self.b.switch_to_block(end);
        (at, same)
    }
}
