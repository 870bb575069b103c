//! Flat values in a field of a key: lists of tuples, lists of lists, texts, bags and maps of anything.
//!
//! The bits stand behind each other: of a run of words first how many elements it has, then each; of a map from what was met
//! first whether a key is there, then its value. So equal values are equal bits, however long they are. A field has room for as
//! much as the collections of the positions at hand can take, with as many elements at each depth as those have.

use super::bits::Grid;
use super::flat::{Form, join};
use super::layout::{Entry, Field, Kind, Needs, entry, mask, open, over_universe, set_field};
use super::loops::word_of;
use super::universe::Sets;
use crate::check::types::{Shape, Type};
use crate::value::Value;
use std::sync::Arc;

/// How a flat value is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// A word.
    Word(Entry),
    /// A set in two words, of which these bits may be there.
    Bits { bits: u32, allowed: u128 },
    /// A tuple.
    Tuple(Vec<Piece>),
    /// At most so many elements.
    Run { cap: u32, of: Box<Piece> },
    /// A map from some of these keys.
    Keys { keys: Arc<[i64]>, value: Box<Piece> },
}

/// What pieces are made for.
struct Making<'a> {
    needs: &'a Needs,
    grid: &'a Grid,
    sets: &'a Sets,
    /// So many bits more than needed for numbers without a largest one.
    spare: u32,
}

/// Characters have so many bits at least: a text that is made has others than one that was met.
const LETTER: u32 = 7;
/// Numbers have room to grow in fields of at most so many bits.
const ROOMY: u32 = 48;

/// The field of a value that is no word, no set of bits and no list of words; none if it takes more than a key.
pub(super) fn flat_field(
    ty: &Type,
    shape: &Shape,
    needs: &Needs,
    grid: &Grid,
    sets: &Sets,
) -> Option<(Field, bool)> {
    let made = |spare| {
        let piece = Making { needs, grid, sets, spare }.piece(ty, shape, 0)?;
        let bits = piece.most().filter(|bits| (1..=128).contains(bits))?;
        Some((piece, bits))
    };
    let roomy = || (1..=2).rev().find_map(|spare| made(spare).filter(|(_, bits)| *bits <= ROOMY));
    let (piece, bits) = roomy().or_else(|| made(0))?;
    let form = Form::of(ty, sets)?;
    Some((Field { kind: Kind::Flat { form, piece: Arc::new(piece) }, bits }, false))
}

impl Making<'_> {
    fn piece(&self, ty: &Type, shape: &Shape, depth: usize) -> Option<Piece> {
        let inner = match shape {
            Shape::Elements(s) => s,
            _ => &Shape::Any,
        };
        let cap = self.needs.deep.get(depth).copied().unwrap_or(0).max(1);
        let run = |of| Piece::Run { cap, of: Box::new(of) };
        Some(match ty {
            Type::Int | Type::Bool | Type::Enum(_) | Type::Cell => Piece::Word(self.word(ty, shape)?),
            Type::Text => {
                let bits = (u32::BITS - self.needs.letter.leading_zeros()).max(LETTER);
                run(Piece::Word(Entry { bits, lo: 0, hi: (1 << bits) - 1, cell: false }))
            }
            Type::Set(t) if self.sets.are_bits(t) => self.bits(t, shape)?,
            Type::Set(t) | Type::Bag(t) | Type::List(t) => run(self.piece(t, inner, depth + 1)?),
            Type::Map(k, v) => {
                let (key, value) = match shape {
                    Shape::Map(k, v) => (&**k, &**v),
                    _ => (&Shape::Any, &Shape::Any),
                };
                let value = self.piece(v, value, depth + 1)?;
                match self.keys(k) {
                    Some(keys) => Piece::Keys { keys, value: Box::new(value) },
                    None => run(Piece::Tuple(vec![self.piece(k, key, depth + 1)?, value])),
                }
            }
            Type::Tuple(types) => {
                let part = |(i, ty): (usize, &Type)| match shape {
                    Shape::Tuple(shapes) => self.piece(ty, &shapes[i], depth),
                    _ => self.piece(ty, &Shape::Any, depth),
                };
                Piece::Tuple(types.iter().enumerate().map(part).collect::<Option<_>>()?)
            }
            Type::Drawing | Type::Position | Type::Function(..) | Type::Unknown(_) | Type::Wrong => {
                return None;
            }
        })
    }

    fn word(&self, ty: &Type, shape: &Shape) -> Option<Entry> {
        let (mut entry, is_open) = entry(ty, shape, self.needs)?;
        if is_open {
            entry.bits += self.spare;
        }
        if !entry.cell && entry.bits < 62 {
            (entry.lo, entry.hi) = open(entry.lo, entry.hi, entry.bits);
        }
        (entry.bits < 62).then_some(entry)
    }

    fn bits(&self, element: &Type, shape: &Shape) -> Option<Piece> {
        let field = over_universe(element, shape, self.sets);
        let (field, _) = field.or_else(|| set_field(element, shape, self.needs, self.grid))?;
        let allowed = match field.kind {
            Kind::Over { allowed, .. } => allowed,
            Kind::Set { lo, hi } => mask(hi + 1) & !mask(lo),
            _ => mask(field.bits),
        };
        Some(Piece::Bits { bits: field.bits, allowed })
    }

    /// The keys of this type that were met, if they are words.
    fn keys(&self, ty: &Type) -> Option<Arc<[i64]>> {
        let of_type = |v: &&Value| {
            matches!(
                (v, ty),
                (Value::Int(_), Type::Int)
                    | (Value::Cell(_), Type::Cell)
                    | (Value::Case(..), Type::Enum(_))
                    | (Value::Bool(_), Type::Bool)
            )
        };
        let words = self.needs.keys.iter().filter(of_type).map(word_of);
        let mut words = words.collect::<Option<Vec<i64>>>()?;
        words.sort_unstable();
        words.dedup();
        (!words.is_empty()).then(|| words.into())
    }
}

/// Bits that are written one after the other.
struct Writing {
    bits: u128,
    at: u32,
}

impl Writing {
    fn write(&mut self, bits: u128, width: u32) {
        self.bits |= bits.checked_shl(self.at).unwrap_or(0);
        self.at += width;
    }
}

impl Piece {
    /// The most bits that it takes; none if these are far too many.
    fn most(&self) -> Option<u32> {
        match self {
            Piece::Word(entry) => Some(entry.bits),
            Piece::Bits { bits, .. } => Some(*bits),
            Piece::Tuple(parts) => parts.iter().try_fold(0u32, |sum, part| sum.checked_add(part.most()?)),
            Piece::Run { cap, of } => of.most()?.checked_mul(*cap)?.checked_add(length(*cap)),
            Piece::Keys { keys, value } => {
                value.most()?.checked_add(1)?.checked_mul(u32::try_from(keys.len()).ok()?)
            }
        }
    }

    /// The bits of what a list register holds; none if it does not fit.
    pub(super) fn pack(&self, words: &[i64]) -> Option<u128> {
        let mut writing = Writing { bits: 0, at: 0 };
        self.pack_run(words, &mut writing)?;
        Some(writing.bits)
    }

    fn pack_run(&self, mut run: &[i64], out: &mut Writing) -> Option<()> {
        match self {
            Piece::Run { cap, of } => {
                let (place, mut count) = (out.at, 0);
                out.at += length(*cap);
                while !run.is_empty() {
                    if count == *cap {
                        return None;
                    }
                    of.pack_one(&mut run, out)?;
                    count += 1;
                }
                out.bits |= u128::from(count).checked_shl(place)?;
                Some(())
            }
            Piece::Keys { keys, value } => {
                for key in keys.iter() {
                    let is_there = run.first() == Some(key);
                    out.write(is_there.into(), 1);
                    if is_there {
                        run = &run[1..];
                        value.pack_one(&mut run, out)?;
                    }
                }
                run.is_empty().then_some(())
            }
            _ => self.pack_one(&mut run, out),
        }
    }

    /// Packs the value at the beginning of some words.
    fn pack_one(&self, words: &mut &[i64], out: &mut Writing) -> Option<()> {
        match self {
            Piece::Word(entry) => {
                let (word, rest) = words.split_first()?;
                *words = rest;
                out.write(entry.pack(*word)?, entry.bits);
            }
            Piece::Bits { bits, allowed } => {
                let (set, rest) = words.split_at_checked(2)?;
                *words = rest;
                let set = join(set);
                if set & !allowed != 0 {
                    return None;
                }
                out.write(set, *bits);
            }
            Piece::Tuple(parts) => parts.iter().try_for_each(|part| part.pack_one(words, out))?,
            Piece::Run { .. } | Piece::Keys { .. } => {
                let (many, rest) = words.split_first()?;
                let (run, rest) = rest.split_at_checked(usize::try_from(*many).ok()?)?;
                *words = rest;
                self.pack_run(run, out)?;
            }
        }
        Some(())
    }

    /// Appends what [`Piece::pack`] packed.
    pub(super) fn unpack(&self, bits: u128, out: &mut Vec<i64>) {
        let mut reading = Reading { bits };
        self.unpack_run(&mut reading, out);
    }

    fn unpack_run(&self, from: &mut Reading, out: &mut Vec<i64>) {
        match self {
            Piece::Run { cap, of } => (0..from.read(length(*cap))).for_each(|_| of.unpack_one(from, out)),
            Piece::Keys { keys, value } => {
                for key in keys.iter() {
                    if from.read(1) == 1 {
                        out.push(*key);
                        value.unpack_one(from, out);
                    }
                }
            }
            _ => self.unpack_one(from, out),
        }
    }

    fn unpack_one(&self, from: &mut Reading, out: &mut Vec<i64>) {
        match self {
            Piece::Word(entry) => out.push(entry.unpack(from.read(entry.bits) as u64)),
            Piece::Bits { bits, .. } => {
                let set = from.read(*bits);
                out.extend([set as u64 as i64, (set >> 64) as u64 as i64]);
            }
            Piece::Tuple(parts) => parts.iter().for_each(|part| part.unpack_one(from, out)),
            Piece::Run { .. } | Piece::Keys { .. } => {
                let at = out.len();
                out.push(0);
                self.unpack_run(from, out);
                out[at] = (out.len() - at - 1) as i64;
            }
        }
    }
}

/// Bits that are read one after the other.
struct Reading {
    bits: u128,
}

impl Reading {
    fn read(&mut self, width: u32) -> u128 {
        let read = self.bits & mask(width);
        self.bits = self.bits.checked_shr(width).unwrap_or(0);
        read
    }
}

/// The bits of a number of elements.
fn length(cap: u32) -> u32 {
    u32::BITS - cap.leading_zeros()
}
