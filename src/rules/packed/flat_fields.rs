//! Flat values in a field of a key: lists of tuples, lists of lists, texts, bags and maps of anything.
//!
//! A run is the number of its elements, then the elements, each in as many bits as the largest takes; a map from what was met is
//! which of these keys are there, then their values. What is not there is 0, so equal values are equal bits. A field has room for
//! as much as the collections of the positions at hand can take, with as many elements at each depth as those have.

use super::bits::Grid;
use super::flat::{Form, join};
use super::layout::{Entry, Field, Kind, entry, leaf_values, mask, open, over_universe, set_field};
use super::needs::Needs;
use super::universe::{Sets, is_of};
use crate::check::types::{Shape, Type};
use crate::rules::shape::fits;
use crate::value::Value;
use std::sync::Arc;

/// How a flat value is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// A word.
    Word(Entry),
    /// A set in two words, of which these bits may be there.
    Bits { bits: u32, allowed: u128 },
    /// A tuple: where each part begins.
    Tuple(Vec<(u32, Piece)>),
    /// At most so many elements of so many bits each.
    Run { cap: u32, each: u32, of: Box<Piece> },
    /// A map from some of these keys: for each whether it is there, then for each its value, in so many bits.
    Keys { keys: Arc<MapKeys>, each: u32, value: Box<Piece> },
    /// A bag of some of these elements: how many of each, in so many bits, of which the highest is 0.
    Counts { of: Arc<MapKeys>, each: u32 },
}

/// Keys of maps, or elements of bags, in order: words, or tuples of words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MapKeys {
    words: Vec<i64>,
    /// So many words are a key.
    width: usize,
}

impl MapKeys {
    fn new(mut keys: Vec<Vec<i64>>) -> Option<MapKeys> {
        keys.sort_unstable();
        keys.dedup();
        let width = keys.first()?.len();
        Some(MapKeys { words: keys.concat(), width })
    }

    /// How many keys there are.
    pub(super) fn len(&self) -> usize {
        self.words.len() / self.width
    }

    /// How many words a key takes.
    #[cfg_attr(
        not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
        allow(dead_code)
    )]
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The keys in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[i64]> {
        self.words.chunks_exact(self.width)
    }

    /// The least and the largest of a word of each key.
    #[cfg_attr(
        not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
        allow(dead_code)
    )]
    pub(super) fn bounds(&self, column: usize) -> (i64, i64) {
        let join = |(low, high): (i64, i64), word: i64| (low.min(word), high.max(word));
        self.column(column).fold((i64::MAX, i64::MIN), join)
    }

    /// One of the words of each key.
    #[cfg_attr(
        not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
        allow(dead_code)
    )]
    pub(super) fn column(&self, i: usize) -> impl Iterator<Item = i64> {
        self.iter().map(move |key| key[i])
    }
}

/// What pieces are made for.
struct Making<'a> {
    needs: &'a Needs,
    grid: &'a Grid,
    sets: &'a Sets,
    /// So many bits more than needed for numbers without a largest one.
    spare: u32,
}

/// Characters have so many bits where none was met.
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
    let (piece, bits) = if needs.tight { made(0) } else { roomy().or_else(|| made(0)) }?;
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
        let run = |of: Piece| Some(Piece::Run { cap, each: of.most()?, of: Box::new(of) });
        Some(match ty {
            Type::Int | Type::Bool | Type::Enum(_) | Type::Cell => Piece::Word(self.word(ty, shape)?),
            Type::Text if self.sets.names().is_some() => Piece::Word(self.word(ty, shape)?),
            Type::Text => {
                let letters = self.sets.letters().met();
                let bits = if letters == 0 { LETTER } else { length(letters - 1).max(1) };
                let hi = if letters == 0 { (1 << bits) - 1 } else { i64::from(letters) - 1 };
                run(Piece::Word(Entry { bits, lo: 0, hi, cell: false }))?
            }
            Type::Set(t) if self.sets.are_bits(t) => self.bits(t, shape)?,
            Type::Bag(t) => self.bag((t, inner), self.piece(t, inner, depth + 1)?, run)?,
            Type::Set(t) | Type::List(t) => run(self.piece(t, inner, depth + 1)?)?,
            Type::Map(k, v) => {
                let (key, value) = match shape {
                    Shape::Map(k, v) => (&**k, &**v),
                    _ => (&Shape::Any, &Shape::Any),
                };
                let value = self.piece(v, value, depth + 1)?;
                let places = self.keys(k, key).and_then(|keys| {
                    let each = value.most()?;
                    Some(Piece::Keys { keys: Arc::new(keys), each, value: Box::new(value.clone()) })
                });
                let as_run = || run(Piece::tuple(vec![self.piece(k, key, depth + 1)?, value])?);
                match (places, &**k) {
                    // Few of many tuples take less room as what they are.
                    (Some(places), Type::Tuple(_)) => {
                        as_run().filter(|run| run.most() < places.most()).unwrap_or(places)
                    }
                    (Some(places), _) => places,
                    (None, _) => as_run()?,
                }
            }
            Type::Tuple(types) => {
                let part = |(i, ty): (usize, &Type)| match shape {
                    Shape::Tuple(shapes) => self.piece(ty, &shapes[i], depth),
                    _ => self.piece(ty, &Shape::Any, depth),
                };
                Piece::tuple(types.iter().enumerate().map(part).collect::<Option<_>>()?)?
            }
            Type::Drawing | Type::Position | Type::Function(..) | Type::Unknown(_) | Type::Wrong => {
                return None;
            }
        })
    }

    fn word(&self, ty: &Type, shape: &Shape) -> Option<Entry> {
        let (mut entry, is_open) = entry(ty, shape, self.needs, self.sets)?;
        if is_open {
            entry.bits += self.spare;
        }
        if !entry.cell && entry.bits < 62 {
            (entry.lo, entry.hi) = open(entry.lo, entry.hi, entry.bits);
        }
        if is_open && self.needs.tight {
            let most = i64::try_from(self.needs.inside).ok()?.max(entry.lo);
            entry.hi = entry.hi.min(most);
        }
        (entry.bits < 62).then_some(entry)
    }

    fn bits(&self, element: &Type, shape: &Shape) -> Option<Piece> {
        let field = over_universe(element, shape, self.sets);
        // There is no spare room for those inside of others but this.
        let most = if self.spare > 0 { self.needs.number } else { self.needs.member };
        let (field, _) = field.or_else(|| set_field(element, shape, most, self.grid))?;
        let allowed = match field.kind {
            Kind::Over { allowed, .. } => allowed,
            Kind::Set { lo, hi } => mask(hi + 1) & !mask(lo),
            _ => mask(field.bits),
        };
        Some(Piece::Bits { bits: field.bits, allowed })
    }

    /// A bag, by how many of each element it has or as a run, whichever takes less room.
    fn bag(
        &self,
        (ty, shape): (&Type, &Shape),
        element: Piece,
        run: impl Fn(Piece) -> Option<Piece>,
    ) -> Option<Piece> {
        let most = self.needs.copies.iter().filter(|(v, _)| is_of(v, ty)).map(|(_, n)| *n).max();
        let counts = self.words_of(ty, shape, &mut self.needs.copies.keys()).map(|of| {
            let each = length(most.unwrap_or(1)) + 1 + self.spare;
            Piece::Counts { of: Arc::new(of), each }
        });
        let bits = |piece: &Piece| piece.most().unwrap_or(u32::MAX);
        counts.into_iter().chain(run(element)).min_by_key(bits)
    }

    /// The keys of this type that were met, if they are words or tuples of these.
    fn keys(&self, ty: &Type, shape: &Shape) -> Option<MapKeys> {
        self.words_of(ty, shape, &mut self.needs.keys.iter())
    }

    /// Those of some values that are of this type, within what was declared: a field has no place for others, so that they are seen.
    fn words_of(
        &self,
        ty: &Type,
        shape: &Shape,
        values: &mut dyn Iterator<Item = &Value>,
    ) -> Option<MapKeys> {
        let words = |key: &Value| {
            let mut parts = vec![];
            leaf_values(ty, key, &mut parts);
            parts.into_iter().map(|v| self.sets.word_of(v)).collect::<Option<Vec<i64>>>()
        };
        MapKeys::new(values.filter(|v| is_of(v, ty) && fits(shape, v)).map(words).collect::<Option<_>>()?)
    }
}

impl Piece {
    /// A tuple: its first part takes the highest bits, so that the bits of tuples of words are in order as these are.
    fn tuple(parts: Vec<Piece>) -> Option<Piece> {
        let mut place = parts.iter().try_fold(0u32, |sum, part| sum.checked_add(part.most()?))?;
        let placed = parts.into_iter().map(|part| {
            place -= part.most()?;
            Some((place, part))
        });
        Some(Piece::Tuple(placed.collect::<Option<_>>()?))
    }

    /// The most bits that it takes; none if these are far too many.
    pub(super) fn most(&self) -> Option<u32> {
        match self {
            Piece::Word(entry) => Some(entry.bits),
            Piece::Bits { bits, .. } => Some(*bits),
            Piece::Tuple(parts) => {
                parts.iter().try_fold(0u32, |sum, (_, part)| sum.checked_add(part.most()?))
            }
            Piece::Run { cap, each, .. } => each.checked_mul(*cap)?.checked_add(length(*cap)),
            Piece::Keys { keys, each, .. } => {
                each.checked_add(1)?.checked_mul(u32::try_from(keys.len()).ok()?)
            }
            Piece::Counts { of, each } => each.checked_mul(u32::try_from(of.len()).ok()?),
        }
    }

    /// Whether it is a word for each of some keys.
    pub(super) fn has_known_places(&self) -> bool {
        matches!(self, Piece::Keys { value, .. } if matches!(**value, Piece::Word(_)))
    }

    /// The bits of the widest set in it.
    #[cfg_attr(
        not(all(feature = "native", any(target_arch = "x86_64", target_arch = "wasm32"))),
        allow(dead_code)
    )]
    pub(super) fn widest_set(&self) -> u32 {
        match self {
            Piece::Word(_) => 0,
            Piece::Bits { bits, .. } => *bits,
            Piece::Tuple(parts) => parts.iter().map(|(_, part)| part.widest_set()).max().unwrap_or(0),
            Piece::Run { of, .. } => of.widest_set(),
            Piece::Keys { value, .. } => value.widest_set(),
            Piece::Counts { .. } => 0,
        }
    }

    /// The bits of what a list register holds; none if it does not fit.
    pub(super) fn pack(&self, mut run: &[i64]) -> Option<u128> {
        match self {
            Piece::Run { cap, each, of } => {
                let (mut bits, mut count) = (0, 0);
                while !run.is_empty() {
                    if count == *cap {
                        return None;
                    }
                    bits |= of.pack_one(&mut run)? << (length(*cap) + count * each);
                    count += 1;
                }
                Some(bits | u128::from(count))
            }
            Piece::Keys { keys, each, value } => {
                let mut bits = 0;
                for (key, i) in keys.iter().zip(0..) {
                    if let Some(rest) = run.strip_prefix(key) {
                        run = rest;
                        bits |= 1 << i | value.pack_one(&mut run)? << (keys.len() as u32 + i * each);
                    }
                }
                run.is_empty().then_some(bits)
            }
            Piece::Counts { of, each } => {
                let mut bits = 0;
                for (element, i) in of.iter().zip(0..) {
                    let mut count = 0u128;
                    while let Some(rest) = run.strip_prefix(element) {
                        (run, count) = (rest, count + 1);
                    }
                    if count > mask(each - 1) {
                        return None;
                    }
                    bits |= count << (i * each);
                }
                run.is_empty().then_some(bits)
            }
            _ => self.pack_one(&mut run),
        }
    }

    /// The bits of the value at the beginning of some words, which is taken off.
    fn pack_one(&self, words: &mut &[i64]) -> Option<u128> {
        match self {
            Piece::Word(entry) => {
                let (word, rest) = words.split_first()?;
                *words = rest;
                entry.pack(*word)
            }
            Piece::Bits { allowed, .. } => {
                let (set, rest) = words.split_at_checked(2)?;
                *words = rest;
                let set = join(set);
                (set & !allowed == 0).then_some(set)
            }
            Piece::Tuple(parts) => {
                parts.iter().try_fold(0, |bits, (place, part)| Some(bits | part.pack_one(words)? << place))
            }
            Piece::Run { .. } | Piece::Keys { .. } | Piece::Counts { .. } => {
                let (many, rest) = words.split_first()?;
                let (run, rest) = rest.split_at_checked(usize::try_from(*many).ok()?)?;
                *words = rest;
                self.pack(run)
            }
        }
    }

    /// Appends what [`Piece::pack`] packed.
    pub(super) fn unpack(&self, bits: u128, out: &mut Vec<i64>) {
        match self {
            Piece::Run { cap, each, of } => {
                let count = ((bits & mask(length(*cap))) as u32).min(*cap);
                (0..count).for_each(|i| of.unpack_one(bits >> (length(*cap) + i * each), out));
            }
            Piece::Keys { keys, each, value } => {
                for (key, i) in keys.iter().zip(0..) {
                    if bits >> i & 1 == 1 {
                        out.extend_from_slice(key);
                        value.unpack_one(bits >> (keys.len() as u32 + i * each), out);
                    }
                }
            }
            Piece::Counts { of, each } => {
                for (element, i) in of.iter().zip(0..) {
                    (0..bits >> (i * each) & mask(*each)).for_each(|_| out.extend_from_slice(element));
                }
            }
            _ => self.unpack_one(bits, out),
        }
    }

    /// Appends the value of the lowest bits.
    fn unpack_one(&self, bits: u128, out: &mut Vec<i64>) {
        match self {
            Piece::Word(entry) => out.push(entry.unpack((bits & mask(entry.bits)) as u64)),
            Piece::Bits { bits: width, .. } => {
                let set = bits & mask(*width);
                out.extend([set as u64 as i64, (set >> 64) as u64 as i64]);
            }
            Piece::Tuple(parts) => parts.iter().for_each(|(place, part)| part.unpack_one(bits >> place, out)),
            Piece::Run { .. } | Piece::Keys { .. } | Piece::Counts { .. } => {
                let at = out.len();
                out.push(0);
                self.unpack(bits, out);
                out[at] = (out.len() - at - 1) as i64;
            }
        }
    }
}

/// The bits of a number of elements.
pub(super) fn length(cap: u32) -> u32 {
    u32::BITS - cap.leading_zeros()
}
