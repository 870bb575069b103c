//! How a position is laid out in a word: a tag for the game, then a field for each parameter.

use super::bits::Grid;
pub(super) use super::bits::mask;
use super::code::{cell_word, word_cell};
use super::flat::Form;
use super::flat_fields::{Piece, flat_field};
use super::needs::Needs;
use super::universe::{Sets, Universe};
use crate::check::types::{Shape, Type};
use crate::value::Value;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::sync::Arc;

/// How the value of one parameter is stored.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub(super) kind: Kind,
    /// Width in bits.
    pub(super) bits: u32,
}

/// What a field holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A number, truth value or case, as `value - lo`; it must lie in `lo..=hi`.
    Word { lo: i64, hi: i64 },
    /// A cell.
    Cell(Rectangle),
    /// A set of numbers or cases `lo..=hi`, a bit each.
    Set { lo: u32, hi: u32 },
    /// A set of cells of the grid.
    Cells,
    /// A set over a universe, of which some elements fit what was declared.
    Over { over: Arc<Universe>, allowed: u128 },
    /// A list of words: its length, then `entry` bits each.
    List { cap: u32, len_bits: u32, entry: u32, lo: i64, hi: i64, cells: bool },
    /// A map from words to words: its length, then a key and its value each, in order of the keys.
    Map { cap: u32, len_bits: u32, key: Entry, value: Entry },
    /// Any other collection, or a text.
    Flat { form: Form, piece: Arc<Piece> },
}

/// Cells that a field has room for: so many rows and columns, from one on. The column comes first in its bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rectangle {
    pub(super) top: i32,
    pub(super) left: i32,
    pub(super) rows: u32,
    pub(super) cols: u32,
}

impl Rectangle {
    /// Room for all cells that come up: 8 bits each for row and column.
    const ANY: Rectangle = Rectangle { top: CELL_LOW, left: CELL_LOW, rows: 1 << 8, cols: 1 << 8 };

    /// Room for cells like those that were met, and twice as far out: on large boards with few pieces.
    fn roomy(needs: &Needs) -> Rectangle {
        let Some((top, bottom, left, right)) = needs.cells else { return Rectangle::ANY };
        let furthest = [top, bottom, left, right].iter().map(|n| n.unsigned_abs()).max().unwrap_or(0);
        let fits = |n: i32| (CELL_LOW..CELL_LOW + Rectangle::ANY.rows as i32).contains(&n);
        if [top, bottom, left, right].into_iter().all(fits) || furthest > FURTHEST {
            return Rectangle::ANY;
        }
        let least = |n: i32| if n < CELL_LOW { 2 * n } else { CELL_LOW };
        let (top, left) = (least(top), least(left));
        let count =
            |from: i32, to: i32| (2 * to.max(1).unsigned_abs() + from.unsigned_abs()).next_power_of_two();
        Rectangle { top, left, rows: count(top, bottom), cols: count(left, right) }
    }

    pub(super) fn row_bits(&self) -> u32 {
        bits_for(u64::from(self.rows) - 1).max(1)
    }

    pub(super) fn col_bits(&self) -> u32 {
        bits_for(u64::from(self.cols) - 1).max(1)
    }

    /// A cell as bits.
    #[inline]
    pub(super) fn pack(&self, word: i64) -> Option<u64> {
        let (row, col) = word_cell(word);
        let from = |n: i32, least: i32, count: u32| {
            u32::try_from(i64::from(n) - i64::from(least)).ok().filter(|n| *n < count)
        };
        let (row, col) = (from(row, self.top, self.rows)?, from(col, self.left, self.cols)?);
        Some(u64::from(row) << self.col_bits() | u64::from(col))
    }

    /// The cell in these bits, and perhaps more behind them.
    #[inline]
    pub(super) fn unpack(&self, bits: u128) -> i64 {
        let part = |bits: u128, count: u32| (bits & mask(count)) as i32;
        let col = part(bits, self.col_bits());
        cell_word(part(bits >> self.col_bits(), self.row_bits()) + self.top, col + self.left)
    }
}

/// How an entry of a collection is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) bits: u32,
    pub(super) lo: i64,
    pub(super) hi: i64,
    pub(super) cell: bool,
}

impl Entry {
    pub(super) fn pack(&self, word: i64) -> Option<u128> {
        if self.cell { pack_cell(word) } else { pack_word(self.lo, self.hi, word) }.map(u128::from)
    }

    pub(super) fn unpack(&self, bits: u64) -> i64 {
        if self.cell { unpack_cell(bits) } else { self.lo.wrapping_add(bits as i64) }
    }
}

const CELL_LOW: i32 = -64;
/// Rows and columns further out than this have no room in a field of their own.
const FURTHEST: u32 = 1 << 24;

/// A bag whose elements take no more bits is held by these. Numbers that were not met come up in play, and each needs another layout:
/// with 32 bits for them, too, a bag of the lengths of a diagram took 2.3 s rather than 0.7.
fn few(element: &Type) -> u32 {
    if *element == Type::Int { u64::BITS } else { 32 }
}

fn bits_for(n: u64) -> u32 {
    64 - n.leading_zeros()
}

/// What there is a field for in a parameter: itself, or the parts of a tuple.
pub(super) fn leaves(ty: &Type, shape: &Shape) -> Vec<(Type, Shape)> {
    let Type::Tuple(types) = ty else { return vec![(ty.clone(), shape.clone())] };
    let part = |(i, ty)| match shape {
        Shape::Tuple(shapes) => leaves(ty, &shapes[i]),
        _ => leaves(ty, &Shape::Any),
    };
    types.iter().enumerate().flat_map(part).collect()
}

/// The values of those.
pub(super) fn leaf_values<'v>(ty: &Type, value: &'v Value, out: &mut Vec<&'v Value>) {
    match (ty, value) {
        (Type::Tuple(types), Value::Tuple(parts)) => {
            types.iter().zip(parts.iter()).for_each(|(ty, part)| leaf_values(ty, part, out));
        }
        _ => out.push(value),
    }
}

/// The field for a parameter or a part of one: its least width, and whether spare bits help.
pub(super) fn field(
    ty: &Type,
    shape: &Shape,
    needs: &Needs,
    grid: &Grid,
    sets: &Sets,
) -> Option<(Field, bool)> {
    let flat = || flat_field(ty, shape, needs, grid, sets);
    let word = |lo: i64, hi: i64| {
        let bits = bits_for(hi.abs_diff(lo)).max(1);
        Some((Field { kind: Kind::Word { lo, hi }, bits }, false))
    };
    match ty {
        Type::Bool => word(0, 1),
        Type::Enum(names) => word(0, names.len() as i64 - 1),
        Type::Text if sets.names().is_some() => word(0, most(sets)),
        Type::Int => number_field(shape, needs),
        Type::Cell => {
            let room = Rectangle::roomy(needs);
            Some((Field { kind: Kind::Cell(room), bits: room.row_bits() + room.col_bits() }, false))
        }
        Type::Set(t) => {
            let bits = || sets.are_bits(t).then(|| set_field(t, shape, needs.member, grid))?;
            over_universe(t, shape, sets).or_else(bits).or_else(flat)
        }
        Type::List(t) => list_field(t, shape, needs, sets).or_else(flat),
        Type::Bag(t) => {
            // By its elements in order; or, if these are many, by how many there are of each.
            let listed = list_field(t, shape, needs, sets);
            let bits = |(field, _): &(Field, bool)| field.bits;
            match listed.as_ref().map(bits) {
                Some(bits) if bits <= few(t) => listed,
                _ => flat().into_iter().chain(listed).min_by_key(bits),
            }
        }
        Type::Map(k, v) => {
            // With a place for each key that was met; or, if that takes more room, with the keys.
            let (keyed, listed) = (flat(), map_field(k, v, shape, needs, sets));
            let bits = |(field, _): &(Field, bool)| field.bits;
            keyed.into_iter().chain(listed).min_by_key(bits)
        }
        _ => flat(),
    }
}

fn small(n: &BigInt) -> Option<i64> {
    n.to_i64().filter(|n| n.unsigned_abs() < 1 << 60)
}

/// The largest word of a name.
fn most(sets: &Sets) -> i64 {
    sets.names().map_or(0, |names| names.count().saturating_sub(1) as i64)
}

/// Bounds of a number: declared ones, or as wide as a word takes.
fn bounds(shape: &Shape) -> Option<(Option<i64>, Option<i64>)> {
    match shape {
        Shape::Any => Some((None, None)),
        Shape::Range(lo, hi) => {
            let side = |n: &Option<BigInt>| match n {
                None => Some(None),
                Some(n) => small(n).map(Some),
            };
            Some((side(lo)?, side(hi)?))
        }
        _ => None,
    }
}

fn number_field(shape: &Shape, needs: &Needs) -> Option<(Field, bool)> {
    match bounds(shape)? {
        (Some(lo), Some(hi)) => {
            Some((Field { kind: Kind::Word { lo, hi }, bits: bits_for(hi.abs_diff(lo)).max(1) }, false))
        }
        (Some(lo), None) => {
            let bits = (bits_for(needs.number.saturating_add(lo.unsigned_abs())) + 1).max(8);
            (bits < 62).then_some((Field { kind: Kind::Word { lo, hi: lo }, bits }, true))
        }
        (None, _) => {
            let bits = (bits_for(needs.number) + 2).max(9);
            (bits < 62).then_some((Field { kind: Kind::Word { lo: i64::MIN, hi: i64::MIN }, bits }, true))
        }
    }
}

/// The field of a set over what was met.
pub(super) fn over_universe(element: &Type, shape: &Shape, sets: &Sets) -> Option<(Field, bool)> {
    let (_, over) = sets.of(element)?;
    let fits = |v: &Value| match shape {
        Shape::Elements(each) => crate::rules::shape::fits(each, v),
        _ => true,
    };
    let (allowed, bits) = (over.those(fits), over.len().max(1));
    Some((Field { kind: Kind::Over { over: over.clone(), allowed }, bits }, false))
}

/// The field of a set of cells, cases, or numbers up to some.
pub(super) fn set_field(element: &Type, shape: &Shape, most: u64, grid: &Grid) -> Option<(Field, bool)> {
    match element {
        Type::Cell => {
            let bits = grid.size();
            Some((Field { kind: Kind::Cells, bits }, false))
        }
        Type::Enum(names) => {
            let bits = names.len() as u32;
            (bits <= 128).then_some((Field { kind: Kind::Set { lo: 0, hi: bits - 1 }, bits }, false))
        }
        Type::Int => {
            let element = match shape {
                Shape::Elements(s) => (**s).clone(),
                _ => Shape::Any,
            };
            let (lo, hi) = bounds(&element)?;
            let lo = lo.unwrap_or(0).max(0);
            let bits = most.saturating_add(1);
            match hi {
                Some(hi) if hi < 128 => {
                    let hi = hi.max(0) as u32;
                    Some((Field { kind: Kind::Set { lo: lo as u32, hi }, bits: hi + 1 }, false))
                }
                _ if bits <= 128 => {
                    let bits = (bits as u32).max(8);
                    Some((Field { kind: Kind::Set { lo: lo as u32, hi: bits - 1 }, bits }, true))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// How an entry of a collection is stored, and whether spare bits help.
pub(super) fn entry(element: &Type, shape: &Shape, needs: &Needs, sets: &Sets) -> Option<(Entry, bool)> {
    let (lo, hi, bits, flexible) = match element {
        Type::Bool => (0, 1, 1, false),
        Type::Enum(names) => (0, names.len() as i64 - 1, bits_for(names.len() as u64 - 1).max(1), false),
        Type::Cell => (0, 0, 16, false),
        Type::Text => {
            sets.names()?;
            (0, most(sets), bits_for(most(sets) as u64).max(1), false)
        }
        Type::Int => match bounds(shape)? {
            (Some(lo), Some(hi)) => (lo, hi, bits_for(hi.abs_diff(lo)).max(1), false),
            (Some(lo), None) => {
                (lo, lo, bits_for(needs.inside.saturating_add(lo.unsigned_abs())).max(1), true)
            }
            (None, _) => (i64::MIN, i64::MIN, bits_for(needs.inside) + 1, true),
        },
        _ => return None,
    };
    Some((Entry { bits, lo, hi, cell: *element == Type::Cell }, flexible))
}

fn list_field(element: &Type, shape: &Shape, needs: &Needs, sets: &Sets) -> Option<(Field, bool)> {
    let shape = match shape {
        Shape::Elements(s) => s,
        _ => &Shape::Any,
    };
    let (Entry { bits: entry, lo, hi, cell: cells }, flexible) = entry(element, shape, needs, sets)?;
    let cap = needs.length.max(1);
    let len_bits = bits_for(u64::from(cap));
    let bits = len_bits.checked_add(cap.checked_mul(entry)?)?;
    (bits <= 128)
        .then_some((Field { kind: Kind::List { cap, len_bits, entry, lo, hi, cells }, bits }, flexible))
}

fn map_field(key: &Type, value: &Type, shape: &Shape, needs: &Needs, sets: &Sets) -> Option<(Field, bool)> {
    let (keys, values) = match shape {
        Shape::Map(k, v) => (&**k, &**v),
        _ => (&Shape::Any, &Shape::Any),
    };
    let settled = |ty, shape| {
        let (mut entry, _) = entry(ty, shape, needs, sets)?;
        if !entry.cell {
            (entry.lo, entry.hi) = open(entry.lo, entry.hi, entry.bits);
        }
        Some(entry)
    };
    let (key, value) = (settled(key, keys)?, settled(value, values)?);
    let cap = needs.length.max(1);
    let len_bits = bits_for(u64::from(cap));
    let bits = len_bits.checked_add(cap.checked_mul(key.bits.checked_add(value.bits)?)?)?;
    (bits <= 128).then_some((Field { kind: Kind::Map { cap, len_bits, key, value }, bits }, false))
}

/// The bounds of a number in this many bits, where it is open-ended.
pub(super) fn open(lo: i64, hi: i64, bits: u32) -> (i64, i64) {
    match (lo, hi) {
        (i64::MIN, _) => (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1),
        (lo, hi) if lo == hi => (lo, lo.saturating_add((1i64 << bits) - 1)),
        other => other,
    }
}

/// The entries of a list, or the keys and values of a map in turn, as bits.
pub(super) fn pack_list(kind: &Kind, words: &[i64]) -> Option<u128> {
    let (cap, len_bits, entries, together) = entries(kind)?;
    if words.len() > cap as usize * together {
        return None;
    }
    let (mut bits, mut at) = ((words.len() / together) as u128, len_bits);
    for (i, word) in words.iter().enumerate() {
        let entry = &entries[i & (together - 1)];
        bits |= entry.pack(*word)? << at;
        at += entry.bits;
    }
    Some(bits)
}

/// What [`pack_list`] packed.
pub(super) fn unpack_list(kind: &Kind, bits: u128, out: &mut Vec<i64>) {
    let Some((_, len_bits, entries, together)) = entries(kind) else { return };
    let mut at = len_bits;
    for i in 0..(bits & mask(len_bits)) as usize * together {
        let entry = &entries[i & (together - 1)];
        out.push(entry.unpack((bits >> at & mask(entry.bits)) as u64));
        at += entry.bits;
    }
}

/// The most entries, the bits of their number, and what comes in turn: one word, or two.
#[inline]
pub(super) fn entries(kind: &Kind) -> Option<(u32, u32, [Entry; 2], usize)> {
    match *kind {
        Kind::List { cap, len_bits, entry, lo, hi, cells } => {
            let entry = Entry { bits: entry, lo, hi, cell: cells };
            Some((cap, len_bits, [entry; 2], 1))
        }
        Kind::Map { cap, len_bits, key, value } => Some((cap, len_bits, [key, value], 2)),
        _ => None,
    }
}

impl Field {
    /// Gives up to `spare` more bits to a field that can use them; says how many it took.
    pub(super) fn widen(&mut self, spare: u32) -> u32 {
        let took = match &mut self.kind {
            Kind::Word { .. } => spare.min(60u32.saturating_sub(self.bits)),
            Kind::Set { hi, .. } => {
                let took = spare.min(128u32.saturating_sub(self.bits));
                *hi += took;
                took
            }
            Kind::List { cap, entry, .. } => {
                let each = (spare / *cap).min(40u32.saturating_sub(*entry));
                *entry += each;
                each * *cap
            }
            Kind::Cell(_) | Kind::Cells | Kind::Over { .. } | Kind::Map { .. } | Kind::Flat { .. } => 0,
        };
        self.bits += took;
        took
    }

    /// The largest number that bits of a key stand for; 0 where they stand for none.
    #[cfg_attr(
        not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
        allow(dead_code)
    )]
    pub(super) fn largest_number(&self, bits: u128) -> u64 {
        match &self.kind {
            Kind::Word { lo, .. } => {
                let word = lo.wrapping_add((bits & mask(self.bits)) as u64 as i64);
                u64::try_from(word).unwrap_or(0)
            }
            Kind::Set { .. } => u64::from(127 - (bits & mask(self.bits) | 1).leading_zeros()),
            Kind::Cell(room) => {
                let (row, col) = word_cell(room.unpack(bits));
                u64::try_from(row.max(col)).unwrap_or(0)
            }
            Kind::List { cells: false, .. } | Kind::Map { .. } => {
                let mut words = vec![];
                unpack_list(&self.kind, bits, &mut words);
                words.into_iter().max().and_then(|most| u64::try_from(most).ok()).unwrap_or(0)
            }
            Kind::Flat { piece, .. } => {
                let mut words = vec![];
                piece.unpack(bits & mask(self.bits), &mut words);
                words.into_iter().max().and_then(|most| u64::try_from(most).ok()).unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// Holds numbers up to so much, and no others: where no least one is declared, natural ones.
    pub(super) fn tighten(&mut self, number: u64) -> Option<()> {
        let most = |lo: &mut i64, hi: i64| {
            let is_any = *lo == i64::MIN;
            *lo = if is_any { 0 } else { *lo };
            let most = i64::try_from(number).ok()?.max(*lo);
            Some(if !is_any && hi > *lo { most.min(hi) } else { most })
        };
        match &mut self.kind {
            Kind::Word { lo, hi } => {
                *hi = most(lo, *hi)?;
                self.bits = bits_for(hi.abs_diff(*lo)).max(1);
            }
            Kind::Set { lo, hi } => {
                *hi = (*lo).max(u32::try_from(number).ok()?).min(*hi);
                self.bits = *hi + 1;
            }
            Kind::List { cap, len_bits, entry, lo, hi, .. } => {
                *hi = most(lo, *hi)?;
                *entry = bits_for(hi.abs_diff(*lo)).max(1);
                self.bits = *len_bits + *cap * *entry;
            }
            Kind::Map { cap, len_bits, key, value } => {
                value.hi = most(&mut value.lo, value.hi)?;
                value.bits = bits_for(value.hi.abs_diff(value.lo)).max(1);
                self.bits = *len_bits + *cap * (key.bits + value.bits);
            }
            Kind::Cell(_) | Kind::Cells | Kind::Over { .. } | Kind::Flat { .. } => {}
        }
        Some(())
    }

    /// Holds cells of the rows and columns of others, of these, and up to a number in each, if there are few of them; and no others.
    pub(super) fn hold_cells(&mut self, (top, bottom, left, right): (i32, i32, i32, i32), number: u64) {
        let number = i32::try_from(number).unwrap_or(i32::MAX);
        let count = |from: i32, to: i32| to.max(number).abs_diff(from).saturating_add(1);
        let (top, left) = (top.min(1), left.min(1));
        let room = Rectangle { top, left, rows: count(top, bottom), cols: count(left, right) };
        if room.row_bits() + room.col_bits() <= u64::BITS {
            (self.kind, self.bits) = (Kind::Cell(room), room.row_bits() + room.col_bits());
        }
    }

    /// Settles the bounds of open-ended numbers once the width is fixed.
    pub(super) fn settle(&mut self) {
        match &mut self.kind {
            Kind::Word { lo, hi } if self.bits < 62 => (*lo, *hi) = open(*lo, *hi, self.bits),
            Kind::List { lo, hi, entry, cells: false, .. } => (*lo, *hi) = open(*lo, *hi, *entry),
            _ => {}
        }
    }
}

/// A word that fits a field, as its bits.
#[inline]
pub(super) fn pack_word(lo: i64, hi: i64, word: i64) -> Option<u64> {
    (lo <= word && word <= hi).then(|| word.wrapping_sub(lo) as u64)
}

/// A cell as 16 bits.
#[inline]
pub(super) fn pack_cell(word: i64) -> Option<u64> {
    let (row, col) = word_cell(word);
    let half = |n: i32| u8::try_from(n.checked_sub(CELL_LOW)?).ok();
    Some(u64::from(half(row)?) << 8 | u64::from(half(col)?))
}

/// The cell in 16 bits.
#[inline]
pub(super) fn unpack_cell(bits: u64) -> i64 {
    cell_word((bits >> 8 & 0xff) as i32 + CELL_LOW, (bits & 0xff) as i32 + CELL_LOW)
}
