//! Sets as bits: of one word where everything in a code fits that, else of two. In one word, what would need the other one is
//! left to the interpreter.

use super::super::code::{Code, I, Op, Reg};
use super::super::family::Family;
use super::super::layout::{Kind, mask};
use super::Keys;
use super::backend::{InstBuilder, IntCC, MemFlags, Value, types};
use super::forms::Form;
use super::translate::Body;

/// Whether the sets of a code need two words.
pub(super) fn is_wide(family: &Family, code: &Code, keys: Keys<'_>) -> bool {
    let wide = |kind: &Kind, bits: u32| match kind {
        Kind::Set { .. } | Kind::Cells | Kind::Over { .. } => bits > 64,
        Kind::Flat { piece, .. } => piece.widest_set() > 64,
        _ => false,
    };
    let held = code.masks.iter().filter(|m| m.held).flat_map(|m| &m.sets);
    let fields = family.instances.iter().flat_map(|i| &i.placed.fields);
    let any_set = code.size.1 > 0;
    any_set
        && (family.grid.size() > 64
            || matches!(keys, Keys::Runs(_))
            || fields.clone().any(|(f, _)| wide(&f.kind, f.bits))
            || super::truths::are_wide(family, code)
            || code.sets.iter().chain(held).any(|s| s >> 64 != 0))
}

impl Body<'_> {
    pub(super) fn set_bits(&self) -> i64 {
        if self.set_type == types::I64 { 64 } else { 128 }
    }

    /// A set known now.
    pub(super) fn set_number(&mut self, bits: u128) -> Value {
        let low = self.number(bits as u64 as i64);
        if self.set_type == types::I64 {
            return low;
        }
        let high = self.number((bits >> 64) as u64 as i64);
        self.b.ins().iconcat(low, high)
    }

    fn is_empty(&mut self, set: Value) -> Value {
        if self.set_type == types::I64 {
            return self.compare_with(IntCC::Equal, set, 0);
        }
        let (low, high) = self.b.ins().isplit(set);
        let any = self.b.ins().bor(low, high);
        self.compare_with(IntCC::Equal, any, 0)
    }

    /// A count that comes as a set, as a word.
    fn as_word(&mut self, v: Value) -> Value {
        if self.set_type == types::I64 { v } else { self.b.ins().ireduce(types::I64, v) }
    }

    fn as_set(&mut self, v: Value) -> Value {
        if self.set_type == types::I64 { v } else { self.b.ins().uextend(types::I128, v) }
    }

    /// The set of one number, which is in range.
    fn single(&mut self, n: Value) -> Value {
        let one = self.set_number(1);
        self.b.ins().ishl(one, n)
    }

    /// Whether a number in range is in a set, as a word.
    fn bit_of(&mut self, set: Value, n: Value) -> Value {
        let shifted = self.b.ins().ushr(set, n);
        let word = self.as_word(shifted);
        self.b.ins().band_imm(word, 1)
    }

    fn without_lowest(&mut self, set: Value) -> Value {
        let one = self.set_number(1);
        let less = self.b.ins().isub(set, one);
        self.b.ins().band(set, less)
    }

    /// The number of a cell in the grid, and whether it lies inside.
    pub(super) fn grid_bit(&mut self, r: I) -> (Value, Option<Value>) {
        if let Some(number) = self.cell_variable(r) {
            return (self.b.use_var(number), None);
        }
        let p = self.word(r);
        let (row, col) = self.row_and_col(p);
        let (number, inside) = self.number_of(row, col);
        (number, Some(inside))
    }

    pub(super) fn number_of(&mut self, row: Value, col: Value) -> (Value, Value) {
        let grid = self.grid;
        let row = self.b.ins().iadd_imm(row, -i64::from(grid.top));
        let col = self.b.ins().iadd_imm(col, -i64::from(grid.left));
        let in_rows = self.compare_with(IntCC::UnsignedLessThan, row, grid.rows.into());
        let in_cols = self.compare_with(IntCC::UnsignedLessThan, col, grid.cols.into());
        let inside = self.b.ins().band(in_rows, in_cols);
        let before = self.b.ins().imul_imm(row, i64::from(grid.cols));
        (self.b.ins().iadd(before, col), inside)
    }

    /// The cell with a number.
    fn cell_of(&mut self, number: Value) -> Value {
        let grid = self.grid;
        let scaled = self.b.ins().imul_imm(number, i64::from(grid.per_row));
        let row = self.b.ins().ushr_imm(scaled, 16);
        let before = self.b.ins().imul_imm(row, i64::from(grid.cols));
        let col = self.b.ins().isub(number, before);
        let row = self.b.ins().iadd_imm(row, i64::from(grid.top));
        let col = self.b.ins().iadd_imm(col, i64::from(grid.left));
        self.cell_word(row, col)
    }

    /// Translates an instruction on sets; `Some(false)` if it is none, `None` if there is no translation.
    pub(super) fn set_op(&mut self, op: Op, at: usize) -> Option<bool> {
        match op {
            Op::SetConst(d, pool) => {
                let v = self.set_number(self.code.sets[pool as usize]);
                self.set_set(d, v);
            }
            Op::SetMove(d, a) => {
                let a = self.set(a);
                self.set_set(d, a);
            }
            Op::SetOr(d, a, b) => self.both(d, a, b, |s, a, b| s.b.ins().bor(a, b)),
            Op::SetAnd(d, a, b) => self.both(d, a, b, |s, a, b| s.b.ins().band(a, b)),
            Op::SetMinus(d, a, b) => self.both(d, a, b, |s, a, b| s.b.ins().band_not(a, b)),
            Op::SetXor(d, a, b) => self.both(d, a, b, |s, a, b| s.b.ins().bxor(a, b)),
            Op::SetShift(d, a, by) => {
                let (a, bits) = (self.set(a), i64::from(by));
                let v =
                    if by >= 0 { self.b.ins().ishl_imm(a, bits) } else { self.b.ins().ushr_imm(a, -bits) };
                self.set_set(d, v);
            }
            Op::ListBits(d, l) => {
                let v = self.places_of_truths(l)?;
                self.set_set(d, v);
            }
            Op::KeyBits(d, l, of) => {
                let v = self.bits_of_keys(l, of)?;
                self.set_set(d, v);
            }
            Op::BitsList(d, s, n) => {
                let Form::Packed { each: 1, lo: 0, .. } = self.forms[d as usize] else { return None };
                if i64::from(n) >= self.set_bits() || n > 64 {
                    return None;
                }
                let set = self.set(s);
                let from = self.down(set, 1);
                let (bits, length) = (self.as_type(from, types::I64), self.number(n.into()));
                self.set_list(d, bits, length);
            }
            Op::SetEq(d, a, b) => {
                let (a, b) = (self.set(a), self.set(b));
                let same = self.compare(IntCC::Equal, a, b);
                let v = self.truth(same);
                self.set_word(d, v);
            }
            Op::SetRange(d, lo, hi) => self.range(d, lo, hi),
            Op::Has(d, s, x) => {
                let (s, x, bits) = (self.set(s), self.word(x), self.set_bits());
                let inside = self.compare_with(IntCC::UnsignedLessThan, x, bits);
                self.has(d, s, x, Some(inside));
            }
            Op::HasCell(d, s, p) => {
                let (s, (number, inside)) = (self.set(s), self.grid_bit(p));
                self.has(d, s, number, inside);
            }
            Op::With(d, s, x) => {
                let (s, x, bits) = (self.set(s), self.word(x), self.set_bits());
                let inside = self.compare_with(IntCC::UnsignedLessThan, x, bits);
                self.with(d, s, x, Some(inside));
            }
            Op::WithCell(d, s, p) => {
                let (s, (number, inside)) = (self.set(s), self.grid_bit(p));
                self.with(d, s, number, inside);
            }
            Op::Without(d, s, x) => {
                let (s, x, bits) = (self.set(s), self.word(x), self.set_bits());
                let inside = self.compare_with(IntCC::UnsignedLessThan, x, bits);
                self.without(d, s, x, Some(inside));
            }
            Op::WithoutCell(d, s, p) => {
                let (s, (number, inside)) = (self.set(s), self.grid_bit(p));
                self.without(d, s, number, inside);
            }
            _ => return self.look_op(op, at),
        }
        Some(true)
    }

    fn both(&mut self, d: u16, a: u16, b: u16, op: impl FnOnce(&mut Self, Value, Value) -> Value) {
        let (a, b) = (self.set(a), self.set(b));
        let v = op(self, a, b);
        self.set_set(d, v);
    }

    fn has(&mut self, d: I, set: Value, number: Value, inside: Option<Value>) {
        let mut v = self.bit_of(set, number);
        if let Some(inside) = inside {
            let zero = self.number(0);
            v = self.b.ins().select(inside, v, zero);
        }
        self.set_word(d, v);
    }

    fn with(&mut self, d: u16, set: Value, number: Value, inside: Option<Value>) {
        if let Some(inside) = inside {
            self.misfit_unless(inside);
        }
        let one = self.single(number);
        let v = self.b.ins().bor(set, one);
        self.set_set(d, v);
    }

    fn without(&mut self, d: u16, set: Value, number: Value, inside: Option<Value>) {
        let one = self.single(number);
        let mut v = self.b.ins().band_not(set, one);
        if let Some(inside) = inside {
            v = self.b.ins().select(inside, v, set);
        }
        self.set_set(d, v);
    }

    fn range(&mut self, d: u16, lo: I, hi: I) {
        let (lo, hi, bits) = (self.word(lo), self.word(hi), self.set_bits());
        let none = self.compare(IntCC::SignedGreaterThan, lo, hi);
        let either = self.b.ins().bor(lo, hi);
        let out = self.compare_with(IntCC::UnsignedGreaterThanOrEqual, either, bits);
        let some = self.b.ins().bxor_imm(none, 1);
        let misfit = self.b.ins().band(out, some);
        self.misfit_if(misfit);
        let (full, length) = (self.set_number(u128::MAX), self.b.ins().isub(hi, lo));
        let cut = self.b.ins().irsub_imm(length, bits - 1);
        let low = self.b.ins().ushr(full, cut);
        let there = self.b.ins().ishl(low, lo);
        let empty = self.set_number(0);
        let v = self.b.ins().select(none, empty, there);
        self.set_set(d, v);
    }

    /// What is asked of sets, and the loops over them.
    fn look_op(&mut self, op: Op, at: usize) -> Option<bool> {
        match op {
            Op::Count(d, s) => {
                let s = self.set(s);
                let v = self.b.ins().popcnt(s);
                let v = self.as_word(v);
                self.set_word(d, v);
            }
            Op::Least(d, s) => {
                let s = self.set(s);
                let none = self.is_empty(s);
                self.misfit_if(none);
                let v = self.b.ins().ctz(s);
                let v = self.as_word(v);
                self.set_word(d, v);
            }
            Op::Largest(d, s) => {
                let (s, bits) = (self.set(s), self.set_bits());
                let none = self.is_empty(s);
                self.misfit_if(none);
                let v = self.b.ins().clz(s);
                let v = self.as_word(v);
                let v = self.b.ins().irsub_imm(v, bits - 1);
                self.set_word(d, v);
            }
            Op::LeastMissing(d, s) => {
                let s = self.set(s);
                let not = self.b.ins().bnot(s);
                let v = self.b.ins().ctz(not);
                let v = self.as_word(v);
                self.set_word(d, v);
            }
            Op::BitToCell(d, a) => {
                let number = self.word(a);
                let v = self.cell_of(number);
                self.set_word(d, v);
            }
            Op::Next(d, s, to) | Op::NextCell(d, s, to) => {
                let set = self.set(s);
                let none = self.is_empty(set);
                self.jump_if(none, to);
                self.take(d, s, matches!(op, Op::NextCell(..)));
            }
            Op::NextAgain(d, s, to) | Op::NextCellAgain(d, s, to) => {
                let set = self.set(s);
                let (none, on) = (self.is_empty(set), self.b.create_block());
                let more = self.b.create_block();
                self.b.ins().brif(none, on, &[], more, &[]);
                self.b.switch_to_block(more);
                self.take(d, s, matches!(op, Op::NextCellAgain(..)));
                self.spend();
                let to = self.block(to);
                self.b.ins().jump(to, &[]);
                self.b.switch_to_block(on);
            }
            _ => return self.board_op(op, at),
        }
        Some(true)
    }

    /// Takes the least number, or the first cell, out of a set that has one.
    fn take(&mut self, d: I, s: u16, is_cell: bool) {
        let set = self.set(s);
        let number = self.b.ins().ctz(set);
        let number = self.as_word(number);
        let left = self.without_lowest(set);
        self.set_set(s, left);
        if let Some(variable) = self.cell_variable(d) {
            self.b.def_var(variable, number);
        }
        let v = if is_cell { self.cell_of(number) } else { number };
        self.set_word(d, v);
    }

    /// What is asked of boards.
    fn board_op(&mut self, op: Op, _at: usize) -> Option<bool> {
        match op {
            Op::TouchingIn(d, p, on) => {
                let (number, inside) = self.grid_bit(p);
                if let Some(inside) = inside {
                    self.misfit_unless(inside);
                }
                let (cell, on) = (self.single(number), self.set(on));
                let near = self.beside(cell);
                let v = self.b.ins().band(near, on);
                self.set_set(d, v);
            }
            Op::Connected(d, s, from, pool) => self.connected(d, s, from, pool),
            Op::SetMask(d, p, pool) => {
                let v = self.mask_of(p, pool);
                self.set_set(d, v);
            }
            Op::Dominoes(across, standing, s) => {
                let (s, grid) = (self.set(s), self.grid);
                let (right, below) = (self.down(s, 1), self.down(s, grid.cols));
                let last = self.set_number(!grid.last_column);
                let v = self.b.ins().band(s, right);
                let v = self.b.ins().band(v, last);
                let w = self.b.ins().band(s, below);
                self.set_set(across, v);
                self.set_set(standing, w);
            }
            Op::NextDomino(d, across, standing, to) => {
                let none = self.no_domino(across, standing);
                self.jump_if(none, to);
                self.take_domino(d, across, standing);
            }
            Op::NextDominoAgain(d, across, standing, to) => {
                let none = self.no_domino(across, standing);
                let (on, more) = (self.b.create_block(), self.b.create_block());
                self.b.ins().brif(none, on, &[], more, &[]);
                self.b.switch_to_block(more);
                self.take_domino(d, across, standing);
                self.spend();
                let to = self.block(to);
                self.b.ins().jump(to, &[]);
                self.b.switch_to_block(on);
            }
            Op::NextIsland(d, s, to) => {
                let set = self.set(s);
                let none = self.is_empty(set);
                self.jump_if(none, to);
                let island = self.island(set);
                let left = self.b.ins().band_not(set, island);
                self.set_set(d, island);
                self.set_set(s, left);
            }
            Op::Ray(d, p, rows, cols, on) => self.ray(d, p, (rows, cols), on),
            _ => return Some(false),
        }
        Some(true)
    }

    /// The set that is known about an element.
    fn mask_of(&mut self, p: I, pool: u32) -> Value {
        let code = self.code;
        let masks = &code.masks[pool as usize];
        let (number, inside) = if masks.is_cell {
            self.grid_bit(p)
        } else {
            let x = self.word(p);
            let inside = self.compare_with(IntCC::UnsignedLessThan, x, masks.sets.len() as i64);
            (x, Some(inside))
        };
        if let Some(inside) = inside {
            self.misfit_unless(inside);
        }
        self.mask_at(number, pool)
    }

    /// The set of the pool for a number in range.
    fn mask_at(&mut self, number: Value, pool: u32) -> Value {
        let code = self.code;
        let masks = &code.masks[pool as usize];
        let halves = |set: &u128| [*set as u64 as i64, (*set >> 64) as u64 as i64];
        let narrow = self.set_type == types::I64;
        let words: Vec<i64> = match narrow {
            true => masks.sets.iter().map(|set| halves(set)[0]).collect(),
            false => masks.sets.iter().flat_map(halves).collect(),
        };
        let table = self.constant(&words);
        let offset = self.b.ins().ishl_imm(number, if narrow { 3 } else { 4 });
        let at = self.b.ins().iadd(table, offset);
        let low = self.b.ins().load(types::I64, MemFlags::trusted(), at, 0);
        if narrow {
            return low;
        }
        let high = self.b.ins().load(types::I64, MemFlags::trusted(), at, 8);
        self.b.ins().iconcat(low, high)
    }

    /// What hangs together with some elements of a set.
    fn connected(&mut self, d: u16, s: u16, from: u16, pool: u32) {
        let (all, from) = (self.set(s), self.set(from));
        let (first, most) = (self.b.ins().band(from, all), self.number(1 << 10));
        let (none, zero) = (self.is_empty(first), self.number(0));
        let most = self.b.ins().select(none, zero, most);
        let (_, found) = self.rounds(most, &[first, first], |s, _, so_far| {
            let number = s.b.ins().ctz(so_far[0]);
            let number = s.as_word(number);
            let beside = s.mask_at(number, pool);
            let near = s.b.ins().band(beside, all);
            let near = s.b.ins().band_not(near, so_far[1]);
            let left = s.without_lowest(so_far[0]);
            let (front, found) = (s.b.ins().bor(left, near), s.b.ins().bor(so_far[1], near));
            let done = s.is_empty(front);
            (vec![front, found], Some(done))
        });
        self.set_set(d, found[1]);
    }

    /// A set moved towards smaller numbers, or larger ones.
    fn down(&mut self, s: Value, by: u32) -> Value {
        if i64::from(by) >= self.set_bits() {
            return self.set_number(0);
        }
        self.b.ins().ushr_imm(s, i64::from(by))
    }

    fn up(&mut self, s: Value, by: u32) -> Value {
        if i64::from(by) >= self.set_bits() {
            return self.set_number(0);
        }
        self.b.ins().ishl_imm(s, i64::from(by))
    }

    /// The cells that touch one of a set.
    fn beside(&mut self, cells: Value) -> Value {
        let grid = self.grid;
        let (first, last) = (self.set_number(!grid.first_column), self.set_number(!grid.last_column));
        let (inner, outer) = (self.b.ins().band(cells, last), self.b.ins().band(cells, first));
        let (right, left) = (self.up(inner, 1), self.down(outer, 1));
        let (below, above) = (self.up(cells, grid.cols), self.down(cells, grid.cols));
        let across = self.b.ins().bor(right, left);
        let standing = self.b.ins().bor(below, above);
        self.b.ins().bor(across, standing)
    }

    fn no_domino(&mut self, across: u16, standing: u16) -> Value {
        let (a, s) = (self.set(across), self.set(standing));
        let any = self.b.ins().bor(a, s);
        self.is_empty(any)
    }

    /// Takes a domino of those that lie across, or if there is none of those that stand.
    fn take_domino(&mut self, d: u16, across: u16, standing: u16) {
        let (a, s) = (self.set(across), self.set(standing));
        let none = self.is_empty(a);
        let from = self.b.ins().select(none, s, a);
        let left = self.without_lowest(from);
        let cell = self.b.ins().band_not(from, left);
        let (right, below) = (self.up(cell, 1), self.up(cell, self.grid.cols));
        let other = self.b.ins().select(none, below, right);
        let domino = self.b.ins().bor(cell, other);
        let (empty, standing_left) = (self.set_number(0), self.b.ins().select(none, left, s));
        let across_left = self.b.ins().select(none, empty, left);
        self.set_set(d, domino);
        self.set_set(across, across_left);
        self.set_set(standing, standing_left);
    }

    /// The island that holds the first cell of a set, which has one.
    fn island(&mut self, set: Value) -> Value {
        let left = self.without_lowest(set);
        let first = self.b.ins().band_not(set, left);
        let most = self.number(1 << 10);
        let (_, island) = self.rounds(most, &[first], |s, _, island| {
            let near = s.beside(island[0]);
            let grown = s.b.ins().bor(near, island[0]);
            let grown = s.b.ins().band(grown, set);
            let same = s.compare(IntCC::Equal, grown, island[0]);
            (vec![grown], Some(same))
        });
        island[0]
    }

    /// The cells of a set met from a cell on in a direction.
    fn ray(&mut self, d: u16, p: I, (rows, cols): (I, I), on: u16) {
        let (p, rows, cols, on) = (self.word(p), self.word(rows), self.word(cols), self.set(on));
        for step in [rows, cols] {
            let shifted = self.b.ins().iadd_imm(step, 1 << 20);
            let far = self.compare_with(IntCC::UnsignedGreaterThan, shifted, 1 << 21);
            self.misfit_if(far);
        }
        let either = self.b.ins().bor(rows, cols);
        let still = self.compare_with(IntCC::Equal, either, 0);
        let most = self.number(1 << 10);
        let none = self.number(0);
        let most = self.b.ins().select(still, none, most);
        let ((row, col), met) = (self.row_and_col(p), self.set_number(0));
        let (_, found) = self.rounds(most, &[row, col, met], |s, _, so_far| {
            let (row, col) = (s.b.ins().iadd(so_far[0], rows), s.b.ins().iadd(so_far[1], cols));
            let (number, inside) = s.number_of(row, col);
            let there = s.bit_of(on, number);
            let zero = s.number(0);
            let there = s.b.ins().select(inside, there, zero);
            let ends = s.compare_with(IntCC::Equal, there, 0);
            let (cell, empty) = (s.single(number), s.set_number(0));
            let cell = s.b.ins().select(ends, empty, cell);
            let met = s.b.ins().bor(so_far[2], cell);
            (vec![row, col, met], Some(ends))
        });
        self.set_set(d, found[2]);
    }

    /// A field of a key that is a set.
    pub(super) fn set_of_field(&mut self, bits: Value, r: u16) {
        let v = match (self.type_of(bits), self.set_type) {
            (types::I128, types::I64) => self.b.ins().ireduce(types::I64, bits),
            (types::I64, types::I128) => self.as_set(bits),
            _ => bits,
        };
        self.set_set(r, v);
    }

    /// The bits of a set register for a field of a key.
    pub(super) fn field_of_set(&mut self, kind: &Kind, r: u16) -> Option<Value> {
        let s = self.set(r);
        let allowed = match kind {
            Kind::Set { lo, hi } => Some(mask(hi + 1) & !mask(*lo)),
            Kind::Over { over, allowed } => Some(*allowed).filter(|all| *all != over.those(|_| true)),
            _ => None,
        };
        if let Some(allowed) = allowed {
            self.set_within(r, allowed);
        }
        Some(match (self.set_type, self.key_type) {
            (types::I64, types::I128) => self.b.ins().uextend(types::I128, s),
            (types::I128, types::I64) => self.b.ins().ireduce(types::I64, s),
            _ => s,
        })
    }

    /// Leaves a set with other elements than these to the interpreter.
    pub(super) fn set_within(&mut self, r: u16, allowed: u128) {
        let (s, others) = (self.set(r), self.set_number(!allowed));
        let out = self.b.ins().band(s, others);
        let fits = self.is_empty(out);
        self.misfit_unless(fits);
    }

    /// Registers that a code reads a position into.
    pub(super) fn input(&self, i: usize) -> Option<Reg> {
        self.code.inputs.get(i).copied()
    }
}
