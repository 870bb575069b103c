//! Maps with a place for each key that was met: whether the key is there, and its value.

use super::super::code::{Code, Element, L, Op, Reg, word_cell};
use super::super::flat_fields::{MapKeys, Piece};
use super::super::layout::mask;
use super::backend::{InstBuilder, IntCC, Value, types};
use super::found::Places;
use super::pieces::Held;
use super::translate::Body;
use std::collections::HashMap;
use std::sync::Arc;

/// The registers of the words of a key.
pub(super) type KeyRegs = Vec<Reg>;

/// Registers that hold nothing but keys of a map, as a loop over it gives them.
pub(super) fn keys_of_loops(
    code: &Code,
    piece: impl Fn(L) -> Option<Arc<Piece>>,
) -> HashMap<KeyRegs, Arc<MapKeys>> {
    let mut found: HashMap<KeyRegs, Arc<MapKeys>> = HashMap::new();
    let mut others = code.inputs.clone();
    for op in &code.ops {
        let Op::NextElement(_, l, pool, _) = *op else {
            others.extend(super::ranges::all_written(code, *op));
            continue;
        };
        let regs = &code.elements[pool as usize].regs;
        match piece(l).as_deref() {
            Some(Piece::Keys { keys, .. })
                if found.get(&regs[..keys.width()]).is_none_or(|known| known == keys) =>
            {
                let (key, value) = regs.split_at(keys.width());
                found.insert(key.to_vec(), keys.clone());
                others.extend(value);
            }
            _ => others.extend(regs),
        }
    }
    let is_shared =
        |r: &Reg, found: &HashMap<KeyRegs, _>| found.keys().filter(|of| of.contains(r)).count() > 1;
    let shared: Vec<Reg> = found.keys().flatten().filter(|r| is_shared(r, &found)).copied().collect();
    found.retain(|key, _| !key.iter().any(|r| others.contains(r) || shared.contains(r)));
    found
}

impl Body<'_> {
    /// The place of the first key from one on that is there; jumps if there is none.
    pub(super) fn next_key(&mut self, (bits, from): (Value, Value), count: u32, to: u32) -> Value {
        let ty = self.type_of(bits);
        let done = self.compare_with(IntCC::UnsignedGreaterThanOrEqual, from, count.into());
        self.jump_if(done, to);
        let (there, full) = (self.masked(bits, count), self.typed(u128::MAX, ty));
        let above = self.b.ins().ishl(full, from);
        let left = self.b.ins().band(there, above);
        let none = self.is_zero(left);
        self.jump_if(none, to);
        let first = self.b.ins().ctz(left);
        self.as_type(first, types::I64)
    }

    pub(super) fn is_zero(&mut self, v: Value) -> Value {
        if self.type_of(v) == types::I64 {
            return self.compare_with(IntCC::Equal, v, 0);
        }
        let (low, high) = self.b.ins().isplit(v);
        let any = self.b.ins().bor(low, high);
        self.compare_with(IntCC::Equal, any, 0)
    }

    /// The value of the key at a place of so many, which is there.
    pub(super) fn take_value(
        &mut self,
        map: Value,
        (i, count): (Value, u32),
        piece: &Piece,
        regs: &[Reg],
    ) -> Option<()> {
        let (values, each) = (self.shifted_down(map, count), piece.most()?);
        let v = self.element_in_word(values, each, i);
        self.scattered(piece, v, &mut regs.iter())
    }

    /// The place of a key of a map that has places for keys: where it would be, whether it may be there, and whether it is.
    pub(super) fn key_there(&mut self, l: L, key: &Element) -> Option<(Value, Value, Value)> {
        let piece = self.piece(l)?;
        let Piece::Keys { keys, .. } = &*piece else { return None };
        let ((i, may), bits) = (self.key_place(keys, &key.regs)?, self.held(l).bits);
        let zero = self.number(0);
        let safe = self.b.ins().select(may, i, zero);
        let here = self.b.ins().ushr(bits, safe);
        let here = self.as_type(here, types::I64);
        let here = self.b.ins().band_imm(here, 1);
        let here = self.compare_with(IntCC::NotEqual, here, 0);
        Some((safe, may, self.b.ins().band(here, may)))
    }

    pub(super) fn map_get(&mut self, l: L, key: &Element, regs: &[Reg]) -> Option<()> {
        let (i, _, there) = self.key_there(l, key)?;
        self.misfit_unless(there);
        let (piece, bits) = (self.piece(l)?, self.held(l).bits);
        let Piece::Keys { keys, value, .. } = &*piece else { return None };
        self.take_value(bits, (i, keys.len() as u32), value, regs)
    }

    pub(super) fn map_put(&mut self, d: L, l: L, key: &Element, regs: &[Reg]) -> Option<()> {
        let (i, may, _) = self.key_there(l, key)?;
        self.misfit_unless(may);
        let (piece, held) = (self.piece(l)?, self.held(l));
        let Piece::Keys { keys, each, value } = &*piece else { return None };
        let item = self.gathered(value, &mut regs.iter())?;
        let (ty, count) = (self.type_of(held.bits), keys.len() as u32);
        let (full, one, item) = (self.typed(mask(*each), ty), self.typed(1, ty), self.as_type(item, ty));
        let there = self.b.ins().ishl(one, i);
        let at = self.b.ins().imul_imm(i, i64::from(*each));
        let at = self.b.ins().iadd_imm(at, i64::from(count));
        let (old, item) = (self.b.ins().ishl(full, at), self.b.ins().ishl(item, at));
        let others = self.b.ins().band_not(held.bits, old);
        let bits = self.b.ins().bor(others, item);
        let bits = self.b.ins().bor(bits, there);
        self.hold(d, Held { bits, length: held.length });
        Some(())
    }

    /// Which of some keys, in their order, some registers hold, and whether it is one of them; none where no table
    /// has them.
    pub(super) fn key_place(&mut self, keys: &MapKeys, key: &[Reg]) -> Option<(Value, Value)> {
        if let Some((known, place)) = self.places_of_keys.get(key)
            && **known == *keys
        {
            let place = *place;
            return Some((self.b.use_var(place), self.b.ins().iconst(types::I8, 1)));
        }
        let word = |s: &mut Self, reg: &Reg| if let Reg::I(r) = *reg { Some(s.word(r)) } else { None };
        let words = key.iter().map(|reg| word(self, reg)).collect::<Option<Vec<Value>>>()?;
        self.place_of_words(keys, &words)
    }

    /// The same of a key that is some words.
    pub(super) fn place_of_words(&mut self, keys: &MapKeys, words: &[Value]) -> Option<(Value, Value)> {
        let Some(table) = Numbered::of(keys) else {
            let places = Places::of(&keys.iter().zip(0..).collect::<Vec<_>>())?;
            let number = self.looked_up(&places, words);
            let found = self.compare_with(IntCC::SignedGreaterThanOrEqual, number, 0);
            let zero = self.number(0);
            return Some((self.b.ins().select(found, number, zero), found));
        };
        let (mut n, mut inside) = (self.number(0), self.b.ins().iconst(types::I8, 1));
        for digit in &table.digits {
            let word = words[digit.column];
            let part = match digit.half {
                None => word,
                Some(half) => <[Value; 2]>::from(self.row_and_col(word))[half],
            };
            let part = self.b.ins().iadd_imm(part, digit.least.wrapping_neg());
            let fits = self.compare_with(IntCC::UnsignedLessThan, part, digit.many);
            let before = self.b.ins().imul_imm(n, digit.many);
            (n, inside) = (self.b.ins().iadd(before, part), self.b.ins().band(inside, fits));
        }
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
}

/// Keys by small numbers: their places, -1 where there is none.
struct Numbered {
    digits: Vec<Digit>,
    places: Vec<i64>,
}

/// A digit of the number of a key: a word of it, or the row or the column that this word is.
struct Digit {
    column: usize,
    half: Option<usize>,
    least: i64,
    many: i64,
}

/// Tables are no longer than this.
const MOST_NUMBERS: i64 = 4096;

impl Numbered {
    /// By what the words of keys are above the least, or as the cells of a rectangle.
    fn of(keys: &MapKeys) -> Option<Numbered> {
        let mut digits = vec![];
        for column in 0..keys.width() {
            match Digit::of(keys, column, None) {
                Some(digit) => digits.push(digit),
                None => digits.extend([Digit::of(keys, column, Some(0))?, Digit::of(keys, column, Some(1))?]),
            }
        }
        let size = digits.iter().try_fold(1i64, |n, digit| n.checked_mul(digit.many))?;
        let size = Some(size).filter(|size| *size <= MOST_NUMBERS)?;
        let mut numbered = Numbered { digits, places: vec![-1; size as usize] };
        for (key, place) in keys.iter().zip(0..) {
            let number = numbered.digits.iter().fold(0, |n, digit| n * digit.many + digit.of_key(key));
            numbered.places[number as usize] = place;
        }
        Some(numbered)
    }
}

impl Digit {
    /// None if there are too many.
    fn of(keys: &MapKeys, column: usize, half: Option<usize>) -> Option<Digit> {
        let digit = Digit { column, half, least: 0, many: 0 };
        let parts = || keys.iter().map(|key| digit.of_key(key));
        let (least, most) = (parts().min()?, parts().max()?);
        let many = most.checked_sub(least)?.checked_add(1).filter(|many| *many <= MOST_NUMBERS)?;
        Some(Digit { least, many, ..digit })
    }

    fn of_key(&self, key: &[i64]) -> i64 {
        let word = key[self.column];
        let part = self.half.map_or(word, |half| <[i32; 2]>::from(word_cell(word))[half].into());
        part - self.least
    }
}
