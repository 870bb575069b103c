//! Maps with a place for each key that was met: whether the key is there, and its value.

use super::super::code::{Code, Element, I, L, Op, Reg, word_cell};
use super::super::flat_fields::Piece;
use super::backend::{InstBuilder, IntCC, Value, types};
use super::pieces::{Held, type_of};
use super::translate::Body;
use std::collections::HashMap;
use std::sync::Arc;

/// Word registers that hold nothing but keys of a map, as a loop over it gives them.
pub(super) fn keys_of_loops(code: &Code, piece: impl Fn(L) -> Option<Arc<Piece>>) -> HashMap<I, Arc<[i64]>> {
    let mut found: HashMap<I, Option<Arc<[i64]>>> = HashMap::new();
    for op in &code.ops {
        if let Op::NextElement(_, l, pool, _) = *op
            && let Some(Reg::I(key)) = code.elements[pool as usize].regs.first()
        {
            let keys = match piece(l).as_deref() {
                Some(Piece::Keys { keys, .. }) => Some(keys.clone()),
                _ => None,
            };
            found
                .entry(*key)
                .and_modify(|k| *k = k.take().filter(|k| Some(&**k) == keys.as_deref()))
                .or_insert(keys);
        }
    }
    let mut others = code.inputs.clone();
    for op in &code.ops {
        match *op {
            Op::NextElement(_, _, pool, _) => others.extend(code.elements[pool as usize].regs.iter().skip(1)),
            op => others.extend(super::ranges::all_written(code, op)),
        }
    }
    found.retain(|r, _| !others.contains(&Reg::I(*r)));
    found.into_iter().filter_map(|(r, keys)| Some((r, keys?))).collect()
}

impl Body<'_> {
    /// The place of the first key from one on that is there; jumps if there is none.
    pub(super) fn next_key(
        &mut self,
        (bits, from): (Value, Value),
        (count, each): (usize, u32),
        to: u32,
    ) -> Value {
        let ty = self.type_of(bits);
        let done = self.compare_with(IntCC::UnsignedGreaterThanOrEqual, from, count as i64);
        self.jump_if(done, to);
        let there = self.presence(bits, count, each);
        let (at, full) = (self.b.ins().imul_imm(from, i64::from(each)), self.typed(u128::MAX, ty));
        let above = self.b.ins().ishl(full, at);
        let left = self.b.ins().band(there, above);
        let none = self.is_zero(left);
        self.jump_if(none, to);
        let first = self.b.ins().ctz(left);
        let first = self.as_type(first, types::I64);
        let scaled = self.b.ins().imul_imm(first, i64::from(65536 / each + 1));
        self.b.ins().ushr_imm(scaled, 16)
    }

    /// Of a map, the bits that say which keys are there.
    pub(super) fn presence(&mut self, bits: Value, count: usize, each: u32) -> Value {
        let ty = self.type_of(bits);
        let all = (0..count as u32).fold(0u128, |all, i| all | 1 << (i * each));
        let all = self.typed(all, ty);
        self.b.ins().band(bits, all)
    }

    fn is_zero(&mut self, v: Value) -> Value {
        if self.type_of(v) == types::I64 {
            return self.compare_with(IntCC::Equal, v, 0);
        }
        let (low, high) = self.b.ins().isplit(v);
        let any = self.b.ins().bor(low, high);
        self.compare_with(IntCC::Equal, any, 0)
    }

    /// The value of a key that is there.
    pub(super) fn take_value(
        &mut self,
        map: Value,
        each: u32,
        i: Value,
        piece: &Piece,
        regs: &[Reg],
    ) -> Option<()> {
        let v = self.element_in_word(map, each, i);
        let v = self.shifted_down(v, 1);
        let v = self.as_type(v, type_of(each - 1));
        self.scattered(piece, v, &mut regs.iter())
    }

    /// The place of a key of a map that has places for keys: where it would be, whether it may be there, and whether it is.
    pub(super) fn key_there(&mut self, l: L, key: &Element) -> Option<(Value, Value, Value)> {
        let (piece, [Reg::I(k)]) = (self.piece(l)?, key.regs.as_slice()) else { return None };
        let Piece::Keys { keys, each, .. } = &*piece else { return None };
        let ((i, may), bits) = (self.key_place(keys, *k)?, self.held(l).bits);
        let zero = self.number(0);
        let safe = self.b.ins().select(may, i, zero);
        let at = self.b.ins().imul_imm(safe, i64::from(*each));
        let here = self.b.ins().ushr(bits, at);
        let here = self.as_type(here, types::I64);
        let here = self.b.ins().band_imm(here, 1);
        let here = self.compare_with(IntCC::NotEqual, here, 0);
        Some((safe, may, self.b.ins().band(here, may)))
    }

    pub(super) fn map_get(&mut self, l: L, key: &Element, regs: &[Reg]) -> Option<()> {
        let (i, _, there) = self.key_there(l, key)?;
        self.misfit_unless(there);
        let (piece, bits) = (self.piece(l)?, self.held(l).bits);
        let Piece::Keys { each, value, .. } = &*piece else { return None };
        self.take_value(bits, *each, i, value, regs)
    }

    pub(super) fn map_put(&mut self, d: L, l: L, key: &Element, regs: &[Reg]) -> Option<()> {
        let (i, may, _) = self.key_there(l, key)?;
        self.misfit_unless(may);
        let (piece, held) = (self.piece(l)?, self.held(l));
        let Piece::Keys { each, value, .. } = &*piece else { return None };
        let item = self.gathered(value, &mut regs.iter())?;
        let item = self.as_type(item, type_of(*each));
        let (item, one) = (self.shifted_up(item, 1), self.typed(1, type_of(*each)));
        let item = self.b.ins().bor(item, one);
        let bits = self.replaced(held.bits, *each, i, item);
        self.hold(d, Held { bits, length: held.length });
        Some(())
    }

    /// Which of some keys, in their order, a register holds, and whether it is one of them; none where they lie too far apart.
    fn key_place(&mut self, keys: &[i64], k: I) -> Option<(Value, Value)> {
        if let Some((known, place)) = self.places_of_keys.get(&k)
            && **known == *keys
        {
            let place = *place;
            return Some((self.b.use_var(place), self.b.ins().iconst(types::I8, 1)));
        }
        let table = Numbered::of(keys)?;
        let word = self.word(k);
        let (n, inside) = match table.cells {
            None => {
                let n = self.b.ins().iadd_imm(word, table.least.wrapping_neg());
                (n, self.compare_with(IntCC::UnsignedLessThan, n, table.places.len() as i64))
            }
            Some(corner) => {
                let (row, col) = self.row_and_col(word);
                self.number_in((row, col), corner)
            }
        };
        if table.places.iter().zip(0..).all(|(place, i)| *place == i) {
            return Some((n, inside));
        }
        let zero = self.number(0);
        let (n, places) = (self.b.ins().select(inside, n, zero), self.constant(&table.places));
        let place = self.loaded(places, n);
        let there = self.compare_with(IntCC::SignedGreaterThanOrEqual, place, 0);
        let found = self.b.ins().band(there, inside);
        Some((self.b.ins().select(found, place, zero), found))
    }

    /// The number of a cell in a rectangle, and whether it lies inside.
    fn number_in(&mut self, (row, col): (Value, Value), corner: Corner) -> (Value, Value) {
        let row = self.b.ins().iadd_imm(row, -corner.top);
        let col = self.b.ins().iadd_imm(col, -corner.left);
        let in_rows = self.compare_with(IntCC::UnsignedLessThan, row, corner.rows);
        let in_cols = self.compare_with(IntCC::UnsignedLessThan, col, corner.cols);
        let before = self.b.ins().imul_imm(row, corner.cols);
        (self.b.ins().iadd(before, col), self.b.ins().band(in_rows, in_cols))
    }
}

/// Keys by small numbers: their places, -1 where there is none.
struct Numbered {
    least: i64,
    cells: Option<Corner>,
    places: Vec<i64>,
}

/// A rectangle of cells.
#[derive(Clone, Copy)]
struct Corner {
    top: i64,
    left: i64,
    rows: i64,
    cols: i64,
}

/// Tables are no longer than this.
const MOST_NUMBERS: i64 = 4096;

impl Numbered {
    /// By what they are above the least, or as the cells of a rectangle.
    fn of(keys: &[i64]) -> Option<Numbered> {
        let (least, most) = (*keys.iter().min()?, *keys.iter().max()?);
        let near = most.checked_sub(least).filter(|n| *n < MOST_NUMBERS);
        let mut numbered = match near {
            Some(n) => Numbered { least, cells: None, places: vec![-1; n as usize + 1] },
            None => {
                let halves = keys.iter().map(|k| word_cell(*k));
                let (rows, cols): (Vec<i64>, Vec<i64>) =
                    halves.map(|(r, c)| (i64::from(r), i64::from(c))).unzip();
                let ends = |all: &[i64]| Some((*all.iter().min()?, *all.iter().max()?));
                let ((top, bottom), (left, right)) = (ends(&rows)?, ends(&cols)?);
                let corner = Corner { top, left, rows: bottom - top + 1, cols: right - left + 1 };
                let size = corner.rows.checked_mul(corner.cols).filter(|n| *n <= MOST_NUMBERS)?;
                Numbered { least, cells: Some(corner), places: vec![-1; size as usize] }
            }
        };
        for (key, place) in keys.iter().zip(0..) {
            let number = numbered.number(*key);
            numbered.places[number as usize] = place;
        }
        Some(numbered)
    }

    fn number(&self, key: i64) -> i64 {
        match self.cells {
            None => key - self.least,
            Some(corner) => {
                let (row, col) = word_cell(key);
                (i64::from(row) - corner.top) * corner.cols + i64::from(col) - corner.left
            }
        }
    }
}
