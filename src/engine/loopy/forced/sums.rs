//! Sums as positions of one part: each sum that comes up in play has a number.

use crate::engine::loopy::Play;
use crate::engine::rules::{Options, Rules};
use crate::engine::stop::{Stop, Unfit};
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

const HEAP: Unfit = Unfit::Kind("a sum has a nim-heap");
const MANY: Unfit = Unfit::Kind("there are too many sums");

/// Rules for sums of positions without nim-heaps: a move is one in one of the parts.
///
/// For searches, where most sums that could be listed are never met. A sum is known by the number under which it was first met, and its
/// parts are kept in order, since it does not matter which is the first: about 20 bytes a sum and what its parts take.
#[derive(Debug)]
pub struct Sums<R: Play> {
    /// The rules of the parts.
    pub rules: R,
    /// The parts of all sums, one sum after the other, and where each ends.
    parts: Vec<R::Key>,
    ends: Vec<usize>,
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
    /// Room for the options of a part, for a sum, and for one that is made of it.
    options: Options<R::Key>,
    whole: Vec<R::Key>,
    made: Vec<R::Key>,
}

type Listed<T, R> = std::result::Result<T, Stop<<R as Rules>::Mistake>>;

impl<R: Play> Sums<R> {
    /// No sums yet.
    pub fn new(rules: R) -> Sums<R> {
        Sums {
            rules,
            parts: vec![],
            ends: vec![],
            numbers: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            options: Options::default(),
            whole: vec![],
            made: vec![],
        }
    }

    /// The number of a sum, which is a new one if it was not met before; `None` if there are no more.
    pub fn number(&mut self, parts: &[R::Key]) -> Option<u32> {
        self.made.clear();
        self.made.extend_from_slice(parts);
        self.number_of_made()
    }

    fn number_of_made(&mut self) -> Option<u32> {
        let Sums { parts, ends, numbers, hasher, made, .. } = self;
        made.sort_unstable();
        let hash = hasher.hash_one(&made[..]);
        if let Some(number) = numbers.find(hash, |number| sum(parts, ends, *number) == &made[..]) {
            return Some(*number);
        }
        let number = u32::try_from(ends.len()).ok()?;
        parts.extend_from_slice(made);
        ends.push(parts.len());
        numbers.insert_unique(hash, number, |number| hasher.hash_one(sum(parts, ends, *number)));
        Some(number)
    }

    /// The options of a sum, of one player or of both.
    fn each(&mut self, number: u32, side: Option<usize>, out: &mut Options<u32>) -> Listed<(), R> {
        let mut whole = std::mem::take(&mut self.whole);
        whole.clear();
        whole.extend_from_slice(sum(&self.parts, &self.ends, number));
        let mut options = std::mem::take(&mut self.options);
        // Equal parts have the same moves.
        let other = |i: usize| i == 0 || whole[i - 1] != whole[i];
        let mut places = (0..whole.len()).filter(|i| other(*i));
        let listed = places.try_for_each(|i| {
            options.clear();
            match side {
                Some(side) => self.rules.options_of(whole[i], side, &mut options)?,
                None => self.rules.options(whole[i], &mut options)?,
            }
            options.iter().try_for_each(|(parts, heaps)| {
                self.made.clear();
                self.made.extend(whole[..i].iter().chain(&whole[i + 1..]).chain(parts));
                let heaps = heaps.iter().any(|heap| *heap > 0);
                let sum = if heaps { Err(HEAP) } else { self.number_of_made().ok_or(MANY) };
                out.push_part(sum?);
                out.end_option();
                Ok(())
            })
        });
        (self.whole, self.options) = (whole, options);
        listed
    }
}

/// The parts of a sum.
fn sum<'s, K>(parts: &'s [K], ends: &[usize], number: u32) -> &'s [K] {
    let number = number as usize;
    let from = number.checked_sub(1).map_or(0, |before| ends[before]);
    &parts[from..ends[number]]
}

impl<R: Play> Rules for Sums<R> {
    type Key = u32;
    type Mistake = R::Mistake;

    fn options(&mut self, sum: u32, out: &mut Options<u32>) -> Listed<(), R> {
        self.each(sum, None, out)
    }

    fn weight(&self, number: u32) -> u64 {
        sum(&self.parts, &self.ends, number).iter().map(|part| self.rules.weight(*part)).sum()
    }

    fn bytes(&self) -> u64 {
        let own = self.parts.capacity() * size_of::<R::Key>() + self.ends.capacity() * size_of::<usize>();
        (own + self.numbers.capacity() * 5) as u64 + self.rules.bytes()
    }
}

impl<R: Play> Play for Sums<R> {
    fn sides(&self) -> usize {
        self.rules.sides()
    }

    fn options_of(&mut self, sum: u32, side: usize, out: &mut Options<u32>) -> Listed<(), R> {
        self.each(sum, Some(side), out)
    }
}
