//! The check of a quotient: whether its products agree with the rules, place by place.

use super::monoid::{NONE, Quotient};
use crate::engine::budget::{Exhausted, Meter};
use crate::engine::misere::bits::Bits;
use crate::engine::misere::forms::{Form, sum};
use std::collections::HashMap;

/// All that happens to sums of the parts, as far as outcomes are concerned: for each sum X the pair of its element x and of
/// the set of elements z such that X, beside z, has a move to a P-position. These pairs are finitely many and form a
/// monoid as well. The outcomes that the quotient tells are right for every sum if and only if they are right
/// for these: by induction on the length of play.
#[derive(Debug, Default)]
pub(super) struct Transitions {
    pub(super) pairs: Vec<(u32, Bits)>,
    pub(super) index: HashMap<(u32, Bits), u32>,
    /// How each pair came about: from which, by adding which part.
    pub(super) from: Vec<(u32, u32)>,
}

/// Why a quotient is not proved.
pub(super) enum Refuted {
    /// The outcome of this sum does not follow from those of its options.
    By(Form),
    Exhausted(Exhausted),
}

impl From<Exhausted> for Refuted {
    fn from(what: Exhausted) -> Refuted {
        Refuted::Exhausted(what)
    }
}

impl Transitions {
    /// Nothing but the sum of no parts.
    pub(super) fn new(q: &Quotient) -> Transitions {
        let nothing = (0, Bits::new(q.order));
        Transitions {
            index: HashMap::from([(nothing.clone(), 0)]),
            pairs: vec![nothing],
            from: vec![(0, NONE)],
        }
    }

    pub(super) fn bytes(&self, q: &Quotient) -> u64 {
        (self.pairs.len() * (2 * q.order.div_ceil(64) * 8 + 120)) as u64
    }

    /// Adds all sums with some copies of one more part.
    pub(super) fn extend(
        &mut self,
        q: &Quotient,
        part: u32,
        reach: &Bits,
        meter: &Meter,
    ) -> Result<(), Refuted> {
        let x = q.elements[part as usize];
        if self.index.contains_key(&(x, reach.clone())) && q.p.has(x as usize) != reach.has(0) {
            return Ok(());
        }
        let mut next = 0;
        while next < self.pairs.len() {
            let (y, there) = &self.pairs[next];
            let mut both = Bits::new(q.order);
            for z in 0..q.order {
                let (zx, zy) = (q.times(z as u32, x), q.times(z as u32, *y));
                if there.has(zx as usize) || reach.has(zy as usize) {
                    both.add(z);
                }
            }
            let pair = (q.times(x, *y), both);
            if q.is_p(pair.0) == pair.1.has(0) {
                return Err(Refuted::By(sum(&self.word(next as u32), &[part])));
            }
            if !self.index.contains_key(&pair) {
                self.index.insert(pair.clone(), self.pairs.len() as u32);
                self.pairs.push(pair);
                self.from.push((next as u32, part));
                meter.memory(self.bytes(q))?;
            }
            meter.ticks_of(q.order as u32)?;
            next += 1;
        }
        Ok(())
    }

    /// A sum with this pair.
    pub(super) fn word(&self, pair: u32) -> Form {
        let mut form = Form::new();
        let mut at = pair;
        while at != 0 {
            let (before, part) = self.from[at as usize];
            form.push(part);
            at = before;
        }
        form.sort_unstable();
        form
    }
}
