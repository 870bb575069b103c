//! Which of many known keys some words are, where there are too many numbers between them to count: by a table in which each
//! key has a place of its own, found by trying multipliers until no two share one.

use super::super::code::{Element, Reg};
use super::super::universe::Finder;
use super::backend::{InstBuilder, IntCC, Value, types};
use super::translate::Body;

/// Places of keys: for each the words of a key and its number, or nothing and -1.
pub(super) struct Places {
    multipliers: Vec<i64>,
    /// The place is the highest bits of the sum of products, so many.
    bits: u32,
    rows: Vec<i64>,
}

/// Tables have at most so many places, as a power of 2.
const MOST_BITS: u32 = 13;
/// So many multipliers are tried for each size.
const ATTEMPTS: u64 = 200;

impl Places {
    /// None if no table is found, or there are no keys.
    pub(super) fn of(keys: &[(&[i64], i64)]) -> Option<Places> {
        let width = keys.first()?.0.len();
        let least = keys.len().next_power_of_two().trailing_zeros() + 1;
        (least..=MOST_BITS).flat_map(|bits| (0..ATTEMPTS).map(move |seed| (bits, seed))).find_map(
            |(bits, seed)| {
                let multipliers = (0..width as u64).map(|k| multiplier(seed * width as u64 + k)).collect();
                let mut places = Places { multipliers, bits, rows: vec![] };
                places.fill(keys).then_some(places)
            },
        )
    }

    /// False if two keys share a place.
    fn fill(&mut self, keys: &[(&[i64], i64)]) -> bool {
        let width = self.multipliers.len();
        let nothing: Vec<i64> = vec![0; width].into_iter().chain([-1]).collect();
        self.rows = nothing.repeat(1 << self.bits);
        keys.iter().all(|(key, number)| {
            let at = self.place(key) * (width + 1);
            let is_free = self.rows[at + width] < 0;
            self.rows[at..at + width].copy_from_slice(key);
            self.rows[at + width] = *number;
            is_free
        })
    }

    fn place(&self, key: &[i64]) -> usize {
        let products = key.iter().zip(&self.multipliers).map(|(word, by)| word.wrapping_mul(*by));
        (products.fold(0, i64::wrapping_add) as u64 >> (u64::BITS - self.bits)) as usize
    }
}

/// An odd number that looks like any other (splitmix64).
fn multiplier(n: u64) -> i64 {
    let mut x = (n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((x ^ x >> 31) | 1) as i64
}

impl Body<'_> {
    /// The number of some words, or -1.
    pub(super) fn looked_up(&mut self, places: &Places, words: &[Value]) -> Value {
        let mut sum = self.number(0);
        for (word, by) in words.iter().zip(&places.multipliers) {
            let product = self.b.ins().imul_imm(*word, *by);
            sum = self.b.ins().iadd(sum, product);
        }
        let place = self.b.ins().ushr_imm(sum, i64::from(u64::BITS - places.bits));
        let begin = self.b.ins().imul_imm(place, words.len() as i64 + 1);
        let rows = self.constant(&places.rows);
        let mut same = self.b.ins().iconst(types::I8, 1);
        for (word, k) in words.iter().zip(0..) {
            let at = self.b.ins().iadd_imm(begin, k);
            let known = self.loaded(rows, at);
            let equal = self.compare(IntCC::Equal, known, *word);
            same = self.b.ins().band(same, equal);
        }
        let at = self.b.ins().iadd_imm(begin, words.len() as i64);
        let (number, none) = (self.loaded(rows, at), self.number(-1));
        self.b.ins().select(same, number, none)
    }

    /// The number of an element of a universe, or -1; none where no table has them, or an element is more than words and sets.
    pub(super) fn number_in_table(&mut self, element: &Element, finder: &Finder) -> Option<Value> {
        if element.regs.iter().any(|reg| matches!(reg, Reg::L(_))) {
            return None;
        }
        let places = Places::of(&finder.keys().collect::<Vec<_>>())?;
        let mut words = vec![];
        for reg in &element.regs {
            match *reg {
                Reg::I(r) => words.push(self.word(r)),
                Reg::B(r) => {
                    let set = self.set(r);
                    let (low, high) = match self.type_of(set) {
                        types::I128 => self.b.ins().isplit(set),
                        _ => (set, self.number(0)),
                    };
                    words.extend([low, high]);
                }
                Reg::L(_) => return None,
            }
        }
        Some(self.looked_up(&places, &words))
    }
}
