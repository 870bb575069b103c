//! Positions: the fields of a key into registers, and registers into the key of a part.

use super::super::code::Reg;
use super::super::layout::{Entry, Field, Kind, Rectangle, entries, mask};
use super::Keys;
use super::backend::{InstBuilder, IntCC, MemFlags, Value, types};
use super::forms::Form;
use super::pieces::type_of;
use super::ranges::{ANY, Bounds};
use super::translate::Body;

impl Body<'_> {
    /// Puts the fields of the position into the registers of the parameters.
    pub(super) fn load_key(&mut self) -> Option<()> {
        let key = self.key()?;
        if let Keys::Runs(_) = self.keys {
            return self.load_runs(key);
        }
        let fields = &self.family.instances[self.tag].placed.fields;
        for (i, (field, at)) in fields.iter().enumerate() {
            let to = self.input(i)?;
            self.load_field(field, *at, key, to)?;
        }
        Some(())
    }

    /// The bits of a key from one on, this many of them.
    fn bits(&mut self, key: Value, at: u32, bits: u32) -> Value {
        let shifted = if at == 0 { key } else { self.b.ins().ushr_imm(key, i64::from(at)) };
        let mask = self.key_number(mask(bits));
        self.b.ins().band(shifted, mask)
    }

    /// The same as a word, of at most 64 bits.
    fn word_bits(&mut self, key: Value, at: u32, bits: u32) -> Value {
        let all = self.bits(key, at, bits);
        if self.key_type == types::I64 { all } else { self.b.ins().ireduce(types::I64, all) }
    }

    pub(super) fn key_number(&mut self, n: u128) -> Value {
        let low = self.number(n as u64 as i64);
        if self.key_type == types::I64 {
            return low;
        }
        let high = self.number((n >> 64) as u64 as i64);
        self.b.ins().iconcat(low, high)
    }

    /// A word as a part of a key, at its place.
    fn placed(&mut self, v: Value, at: u32) -> Value {
        let wide = self.key_type != self.type_of(v);
        let v = if wide { self.b.ins().uextend(types::I128, v) } else { v };
        if at == 0 { v } else { self.b.ins().ishl_imm(v, i64::from(at)) }
    }

    fn load_field(&mut self, field: &Field, at: u32, key: Value, to: Reg) -> Option<()> {
        match (&field.kind, to) {
            (Kind::Word { lo, .. }, Reg::I(r)) => {
                let v = self.word_bits(key, at, field.bits.min(64));
                let v = self.b.ins().iadd_imm(v, *lo);
                self.set_word(r, v);
            }
            (Kind::Cell(room), Reg::I(r)) => {
                let col = self.word_bits(key, at, room.col_bits());
                let row = self.word_bits(key, at + room.col_bits(), room.row_bits());
                let (row, col) = (
                    self.b.ins().iadd_imm(row, i64::from(room.top)),
                    self.b.ins().iadd_imm(col, i64::from(room.left)),
                );
                let v = self.cell_word(row, col);
                self.set_word(r, v);
            }
            (Kind::Set { .. } | Kind::Cells | Kind::Over { .. }, Reg::B(r)) => {
                let v = self.bits(key, at, field.bits);
                self.set_of_field(v, r);
            }
            (Kind::List { .. } | Kind::Map { .. }, Reg::L(r)) => self.load_list(field, at, key, r)?,
            (Kind::Flat { piece, .. }, Reg::L(r)) => {
                let bits = self.bits(key, at, field.bits);
                let bits = self.as_type(bits, type_of(field.bits));
                self.list_of_piece(piece, bits, r)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// A cell from its 16 bits.
    fn cell_of_bits(&mut self, v: Value) -> Value {
        let (row, col) = (self.b.ins().ushr_imm(v, 8), self.b.ins().band_imm(v, 0xff));
        let (row, col) = (self.b.ins().iadd_imm(row, -64), self.b.ins().iadd_imm(col, -64));
        self.cell_word(row, col)
    }

    /// Row and column of a cell, counted from the first ones that there is room for.
    pub(super) fn row_and_col_within(&mut self, room: &Rectangle, r: u16) -> (Value, Value) {
        let p = self.word(r);
        let (row, col) = self.row_and_col(p);
        let last = |first: i32, count: u32| (i64::from(first), i64::from(first) + i64::from(count) - 1);
        let row = self.within(last(room.top, room.rows), row, ANY);
        (row, self.within(last(room.left, room.cols), col, ANY))
    }

    /// The 16 bits of a cell.
    pub(super) fn bits_of_cell(&mut self, p: Value) -> Value {
        let (row, col) = self.row_and_col(p);
        let (row, col) = (self.b.ins().iadd_imm(row, 64), self.b.ins().iadd_imm(col, 64));
        let either = self.b.ins().bor(row, col);
        let far = self.compare_with(IntCC::UnsignedGreaterThan, either, 255);
        self.misfit_if(far);
        let row = self.b.ins().ishl_imm(row, 8);
        self.b.ins().bor(row, col)
    }

    fn load_list(&mut self, field: &Field, at: u32, key: Value, r: u16) -> Option<()> {
        let (cap, len_bits, each, together) = entries(&field.kind)?;
        let length = self.word_bits(key, at, len_bits);
        let all = field.bits - len_bits;
        if let Form::Packed { .. } = self.forms[r as usize] {
            let bits = self.word_bits(key, at + len_bits, all);
            self.set_list(r, bits, length);
            return Some(());
        }
        let most = self.number((cap as usize * together) as i64);
        let to = self.list_room(most);
        let bits = self.bits(key, at + len_bits, all);
        let step = each.iter().take(together).map(|e| e.bits).sum::<u32>();
        self.rounds(length, &[bits], |s, i, left| {
            let mut from = 0;
            for (k, entry) in each.iter().take(together).enumerate() {
                let v = s.word_bits(left[0], from, entry.bits);
                let v = s.word_of_entry(entry, v);
                from += entry.bits;
                let at = s.b.ins().imul_imm(i, (8 * together) as i64);
                let at = s.b.ins().iadd(to, at);
                s.b.ins().store(MemFlags::trusted(), v, at, 8 * k as i32);
            }
            (vec![if step < 128 { s.b.ins().ushr_imm(left[0], i64::from(step)) } else { left[0] }], None)
        });
        let length = if together == 1 { length } else { self.b.ins().ishl_imm(length, 1) };
        self.set_list(r, to, length);
        Some(())
    }

    pub(super) fn word_of_entry(&mut self, entry: &Entry, bits: Value) -> Value {
        if entry.cell { self.cell_of_bits(bits) } else { self.b.ins().iadd_imm(bits, entry.lo) }
    }

    /// The bits of a word in a field or an entry, which is known to lie in some bounds; what does not fit is left to the
    /// interpreter.
    pub(super) fn within(&mut self, (lo, hi): Bounds, v: Value, (low, high): Bounds) -> Value {
        let above = self.b.ins().iadd_imm(v, lo.wrapping_neg());
        if low < lo || high > hi {
            let out = self.compare_with(IntCC::UnsignedGreaterThan, above, hi.wrapping_sub(lo));
            self.misfit_if(out);
        }
        above
    }

    /// The key of a part.
    pub(super) fn packed_part(&mut self, spec: u32) -> Option<Value> {
        let code = self.code;
        let spec = code.parts.get(spec as usize)?;
        let fields = &self.family.instances[spec.instance].placed.fields;
        let mut key = self.key_number(spec.instance as u128);
        for ((field, at), reg) in fields.iter().zip(&spec.args) {
            let bits = match (&field.kind, *reg) {
                (Kind::Word { lo, hi }, Reg::I(r)) => {
                    let (v, bounds) = (self.word(r), self.ranges.word(r));
                    self.within((*lo, *hi), v, bounds)
                }
                (Kind::Cell(room), Reg::I(r)) => {
                    let (row, col) = self.row_and_col_within(room, r);
                    let row = self.b.ins().ishl_imm(row, i64::from(room.col_bits()));
                    self.b.ins().bor(row, col)
                }
                (Kind::Set { .. } | Kind::Cells | Kind::Over { .. }, Reg::B(r)) => {
                    self.field_of_set(&field.kind, r)?
                }
                (Kind::List { .. } | Kind::Map { .. }, Reg::L(r)) => self.field_of_list(&field.kind, r)?,
                (Kind::Flat { piece, .. }, Reg::L(r)) => self.piece_of_list(piece, r)?,
                _ => return None,
            };
            let there = self.placed(bits, *at);
            key = self.b.ins().bor(key, there);
        }
        Some(key)
    }

    fn field_of_list(&mut self, kind: &Kind, r: u16) -> Option<Value> {
        let (cap, len_bits, each, together) = entries(kind)?;
        let (from, length) = self.list(r);
        let long = self.compare_with(IntCC::UnsignedGreaterThan, length, (cap as usize * together) as i64);
        self.misfit_if(long);
        if let Form::Packed { .. } = self.forms[r as usize] {
            let (bits, length) = (self.placed(from, len_bits), self.placed(length, 0));
            return Some(self.b.ins().bor(bits, length));
        }
        let count = if together == 1 { length } else { self.b.ins().ushr_imm(length, 1) };
        let (bits, at) = (self.placed(count, 0), self.number(len_bits.into()));
        let (_, made) = self.rounds(count, &[bits, at], |s, i, so_far| {
            let (mut bits, mut to) = (so_far[0], so_far[1]);
            for (k, entry) in each.iter().take(together).enumerate() {
                let place = s.b.ins().imul_imm(i, (8 * together) as i64);
                let place = s.b.ins().iadd(from, place);
                let v = s.b.ins().load(types::I64, MemFlags::trusted(), place, 8 * k as i32);
                let v = if entry.cell { s.bits_of_cell(v) } else { s.within((entry.lo, entry.hi), v, ANY) };
                let v = s.placed(v, 0);
                let v = s.b.ins().ishl(v, to);
                bits = s.b.ins().bor(bits, v);
                to = s.b.ins().iadd_imm(to, i64::from(entry.bits));
            }
            (vec![bits, to], None)
        });
        Some(made[0])
    }
}
