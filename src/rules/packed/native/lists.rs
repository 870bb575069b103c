//! Lists of words in registers: in a word, or in memory.

use super::super::code::{I, L, Op};
use super::backend::{InstBuilder, IntCC, MemFlags, Value, types};
use super::forms::Form;
use super::ranges::ANY;
use super::runs::list_written;
use super::translate::Body;

/// What is done with pieces is done in [`flat`](super::flat).
pub(super) fn elsewhere() -> ! {
    unreachable!("lists that are pieces do not come here")
}

impl Body<'_> {
    /// The value and the length of a list register.
    pub(super) fn list(&mut self, r: L) -> (Value, Value) {
        let ((v, length), (least, most)) = (self.lists[r as usize], self.ranges.length(r));
        let length = if least == most { self.number(least) } else { self.b.use_var(length) };
        (self.b.use_var(v), length)
    }

    pub(super) fn set_list(&mut self, r: L, v: Value, length: Value) {
        let (to, to_length) = self.lists[r as usize];
        self.b.def_var(to, v);
        self.b.def_var(to_length, length);
    }

    /// A list whose entries are in memory, as whatever its register wants.
    pub(super) fn list_from(&mut self, r: L, from: Value, length: Value) {
        match self.forms[r as usize] {
            Form::Piece(_) => elsewhere(),
            Form::Memory => {
                let to = self.list_room(length);
                self.copy(to, from, length);
                self.set_list(r, to, length);
            }
            Form::Packed { each, lo, hi } => {
                self.misfit_unless_short(length, each);
                let empty = self.number(0);
                let (_, bits) = self.rounds(length, &[empty], |s, i, so_far| {
                    let x = s.loaded(from, i);
                    let x = s.within((lo, hi), x, ANY);
                    let at = s.b.ins().imul_imm(i, each);
                    let x = s.b.ins().ishl(x, at);
                    (vec![s.b.ins().bor(so_far[0], x)], None)
                });
                self.set_list(r, bits[0], length);
            }
        }
    }

    pub(super) fn misfit_unless_short(&mut self, length: Value, each: i64) {
        let long = self.compare_with(IntCC::UnsignedGreaterThan, length, 64 / each);
        self.misfit_if(long);
    }

    pub(super) fn loaded(&mut self, from: Value, i: Value) -> Value {
        let at = self.b.ins().ishl_imm(i, 3);
        let at = self.b.ins().iadd(from, at);
        self.b.ins().load(types::I64, MemFlags::trusted(), at, 0)
    }

    pub(super) fn stored(&mut self, to: Value, i: Value, x: Value) {
        let at = self.b.ins().ishl_imm(i, 3);
        let at = self.b.ins().iadd(to, at);
        self.b.ins().store(MemFlags::trusted(), x, at, 0);
    }

    pub(super) fn copy(&mut self, to: Value, from: Value, length: Value) {
        self.spend_words(length);
        self.rounds(length, &[], |s, i, _| {
            let x = s.loaded(from, i);
            s.stored(to, i, x);
            (vec![], None)
        });
    }

    /// The entry at a place, counted from 0, of a list in whatever form.
    fn entry(&mut self, r: L, i: Value) -> Value {
        let (from, _) = self.list(r);
        self.entry_of(self.forms[r as usize], from, i)
    }

    pub(super) fn entry_of(&mut self, form: Form, from: Value, i: Value) -> Value {
        match form {
            Form::Piece(_) => elsewhere(),
            Form::Memory => self.loaded(from, i),
            Form::Packed { each, lo, .. } => {
                let at = self.b.ins().imul_imm(i, each);
                let x = self.b.ins().ushr(from, at);
                let x = self.b.ins().band_imm(x, (1 << each) - 1);
                self.b.ins().iadd_imm(x, lo)
            }
        }
    }

    /// The first place with an entry that satisfies a condition, else the length.
    pub(super) fn find(&mut self, r: L, condition: impl Fn(&mut Self, Value) -> Value) -> Value {
        let ((from, length), form) = (self.list(r), self.forms[r as usize]);
        let (at, _) = self.rounds(length, &[], |s, i, _| {
            let x = s.entry_of(form, from, i);
            (vec![], Some(condition(s, x)))
        });
        at
    }

    /// A place counted from 1 as one from 0; others are left to the interpreter.
    pub(super) fn place_in(&mut self, i: I, l: L) -> Value {
        let ((low, high), (least, _)) = (self.ranges.word(i), self.ranges.length(l));
        let ((_, length), i) = (self.list(l), self.word(i));
        let i = self.b.ins().iadd_imm(i, -1);
        if low < 1 || high > least {
            let out = self.compare(IntCC::UnsignedGreaterThanOrEqual, i, length);
            self.misfit_if(out);
        }
        i
    }

    /// Translates an instruction on lists; `Some(false)` if it is none, or has no translation.
    pub(super) fn list_op(&mut self, op: Op) -> Option<bool> {
        // Of pieces only what `piece_op` does has a translation.
        let is_piece = |d: &L| matches!(self.forms[*d as usize], Form::Piece(_));
        if list_written(op).as_ref().is_some_and(is_piece) {
            return None;
        }
        match op {
            Op::ListConst(d, pool) => {
                let code = self.code;
                let words = &code.lists[pool as usize];
                let (from, length) = (self.constant(words), self.number(words.len() as i64));
                match self.forms[d as usize] {
                    Form::Memory => self.set_list(d, from, length),
                    _ => self.list_from(d, from, length),
                }
            }
            Op::EntryList(d, i, pool) => {
                let code = self.code;
                let (mut words, mut places) = (vec![], vec![]);
                for list in &code.lists[code.rows[pool as usize].clone()] {
                    places.extend([8 * words.len() as i64, list.len() as i64]);
                    words.extend_from_slice(list);
                }
                let (words, places, i) = (self.constant(&words), self.constant(&places), self.word(i));
                let at = self.b.ins().ishl_imm(i, 4);
                let at = self.b.ins().iadd(places, at);
                let [from, length] =
                    [0, 8].map(|part| self.b.ins().load(types::I64, MemFlags::trusted(), at, part));
                let from = self.b.ins().iadd(words, from);
                match self.forms[d as usize] {
                    Form::Memory => self.set_list(d, from, length),
                    _ => self.list_from(d, from, length),
                }
            }
            Op::Touching(d, p) => self.touching(d, p),
            Op::Len(d, l) => {
                let (_, length) = self.list(l);
                self.set_word(d, length);
            }
            Op::Get(d, l, i) => {
                let i = self.place_in(i, l);
                let x = self.entry(l, i);
                self.set_word(d, x);
            }
            Op::At(d, l, i) => {
                let i = self.word(i);
                let x = self.entry(l, i);
                self.set_word(d, x);
            }
            Op::Entry(d, i, pool) => {
                let code = self.code;
                let (table, i) = (self.constant(&code.lists[pool as usize]), self.word(i));
                let at = self.b.ins().ishl_imm(i, 3);
                let at = self.b.ins().iadd(table, at);
                let x = self.b.ins().load(types::I64, MemFlags::trusted(), at, 0);
                self.set_word(d, x);
            }
            Op::Put(d, l, i, x) => self.put(d, l, i, x),
            Op::Concat(d, a, b) => self.concat(d, a, b),
            Op::Reverse(d, l) => self.reverse(d, l),
            Op::Sort(d, l) => self.sort(d, l),
            Op::Insert(d, l, x) => self.insert(d, l, x),
            Op::Remove(d, l, x) => self.remove(d, l, x),
            Op::ListEq(d, a, b) => self.equal(d, a, b),
            Op::ListHas(d, l, x) => {
                let (x, (_, length)) = (self.word(x), self.list(l));
                let at = self.find(l, |s, y| s.compare(IntCC::Equal, y, x));
                let found = self.compare(IntCC::UnsignedLessThan, at, length);
                let v = self.truth(found);
                self.set_word(d, v);
            }
            Op::ListHasSorted(d, pool, x) => self.has_sorted(d, pool, x),
            _ => return self.map_op(op),
        }
        Some(true)
    }

    fn touching(&mut self, d: L, p: I) {
        let (p, four) = (self.word(p), self.number(4));
        let to = self.list_room(four);
        let (row, col) = self.row_and_col(p);
        for (k, (rows, cols)) in [(-1, 0), (0, -1), (0, 1), (1, 0)].into_iter().enumerate() {
            let (row, col) = (self.b.ins().iadd_imm(row, rows), self.b.ins().iadd_imm(col, cols));
            let col = self.low_half(col);
            let q = self.cell_word(row, col);
            self.b.ins().store(MemFlags::trusted(), q, to, 8 * k as i32);
        }
        self.set_list(d, to, four);
    }

    fn put(&mut self, d: L, l: L, i: I, x: I) {
        let (from, length) = self.list(l);
        let (i, bounds, x) = (self.place_in(i, l), self.ranges.word(x), self.word(x));
        match self.forms[d as usize] {
            Form::Piece(_) => elsewhere(),
            Form::Memory => {
                let to = self.list_room(length);
                self.copy(to, from, length);
                self.stored(to, i, x);
                self.set_list(d, to, length);
            }
            Form::Packed { each, lo, hi } => {
                let x = self.within((lo, hi), x, bounds);
                let (at, full) = (self.b.ins().imul_imm(i, each), self.number((1 << each) - 1));
                let there = self.b.ins().ishl(full, at);
                let others = self.b.ins().band_not(from, there);
                let x = self.b.ins().ishl(x, at);
                let v = self.b.ins().bor(others, x);
                self.set_list(d, v, length);
            }
        }
    }

    fn concat(&mut self, d: L, a: L, b: L) {
        let ((first, n), (second, m)) = (self.list(a), self.list(b));
        let length = self.b.ins().iadd(n, m);
        let v = match self.forms[d as usize] {
            Form::Piece(_) => elsewhere(),
            Form::Memory => {
                let to = self.list_room(length);
                self.copy(to, first, n);
                let bytes = self.b.ins().ishl_imm(n, 3);
                let behind = self.b.ins().iadd(to, bytes);
                self.copy(behind, second, m);
                to
            }
            Form::Packed { each, .. } => {
                self.misfit_unless_short(length, each);
                let at = self.b.ins().imul_imm(n, each);
                let moved = self.b.ins().ishl(second, at);
                // Behind a full word there is nothing.
                let none = self.compare_with(IntCC::Equal, m, 0);
                let zero = self.number(0);
                let moved = self.b.ins().select(none, zero, moved);
                self.b.ins().bor(first, moved)
            }
        };
        self.set_list(d, v, length);
    }

    fn reverse(&mut self, d: L, l: L) {
        let ((from, length), form) = (self.list(l), self.forms[l as usize]);
        let v = match form {
            Form::Piece(_) => elsewhere(),
            Form::Memory => {
                let to = self.list_room(length);
                self.rounds(length, &[], |s, i, _| {
                    let x = s.loaded(from, i);
                    let back = s.b.ins().isub(length, i);
                    let back = s.b.ins().iadd_imm(back, -1);
                    s.stored(to, back, x);
                    (vec![], None)
                });
                to
            }
            Form::Packed { each, .. } => {
                let zero = self.number(0);
                let (_, out) = self.rounds(length, &[zero, from], |s, _, so_far| {
                    let x = s.b.ins().band_imm(so_far[1], (1 << each) - 1);
                    let out = s.b.ins().ishl_imm(so_far[0], each);
                    (vec![s.b.ins().bor(out, x), s.b.ins().ushr_imm(so_far[1], each)], None)
                });
                out[0]
            }
        };
        self.set_list(d, v, length);
    }

    fn equal(&mut self, d: I, a: L, b: L) {
        let ((first, n), (second, m), form) = (self.list(a), self.list(b), self.forms[a as usize]);
        let same_length = self.compare(IntCC::Equal, n, m);
        let same = match form {
            Form::Piece(_) => elsewhere(),
            Form::Packed { .. } => self.compare(IntCC::Equal, first, second),
            Form::Memory => {
                let zero = self.number(0);
                let length = self.b.ins().select(same_length, n, zero);
                let (at, _) = self.rounds(length, &[], |s, i, _| {
                    let (x, y) = (s.loaded(first, i), s.loaded(second, i));
                    (vec![], Some(s.compare(IntCC::NotEqual, x, y)))
                });
                self.compare(IntCC::Equal, at, length)
            }
        };
        let both = self.b.ins().band(same, same_length);
        let v = self.truth(both);
        self.set_word(d, v);
    }
}
