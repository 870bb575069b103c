//! The period of a sequence of sums, such as `K(2 * n + 1)` or `K(n) + S(n, 3)`: from the proved periods of its piles.

use super::Session;
use crate::engine::sequence::{Proof, Repetition, Theorem};
use crate::rules::Stop;
use crate::rules::sums::{Growing, Sums};
use num_integer::Integer;

/// The longest common period that is examined.
const LONGEST: u64 = 1_000_000;

/// What the periods of its piles imply for a sequence of sums.
pub(super) struct Common {
    /// The least index for which all piles are positions.
    pub(super) first: i64,
    /// From here on the sums repeat after `length`.
    pub(super) start: i64,
    length: i64,
}

impl Common {
    /// The index up to which values must be known.
    pub(super) fn last(&self) -> i64 {
        self.start + 2 * self.length - 1
    }

    /// The shortest period of the values from the index `from` on, which reach to `last` at least.
    ///
    /// From `start` on the values repeat after `length`, with the saltus if there is one. So what the values do in
    /// one length they do for ever.
    pub(super) fn proof(&self, from: i64, values: &[i64]) -> Option<Proof> {
        let grown = |i: usize, period: usize| values[i + period] - values[i];
        let known = usize::try_from(self.start - from).ok()?;
        let length = self.length as usize;
        let comes_round = |period: &usize| {
            let saltus = grown(known, *period);
            length.is_multiple_of(*period) && (known..known + length).all(|i| grown(i, *period) == saltus)
        };
        let period = (1..=length).find(comes_round)?;
        let saltus = grown(known, period);
        let early = (0..known).rev().take_while(|i| grown(*i, period) == saltus).count();
        let start = usize::try_from(self.start).ok()? - early;
        let needed = u64::try_from(self.last()).ok()?;
        Some(Proof {
            repetition: Repetition { start, period, saltus },
            theorem: Theorem::Sums,
            needed,
            growth: None,
        })
    }
}

impl Session {
    /// The common period of the piles of a sum, if those of all are proved; one alone may have a saltus.
    pub(super) fn common_period(&self, sums: &Sums) -> Result<Option<Common>, Stop> {
        let alone = sums.piles.len() == 1 && !sums.adjacent;
        let mut common = Common { first: 0, start: 0, length: 1 };
        for pile in &sums.piles {
            let Some((first, repetition)) = self.proved_of(pile)? else { return Ok(None) };
            if repetition.saltus != 0 && !alone {
                return Ok(None);
            }
            let index = |size: i64| Integer::div_ceil(&(size - pile.shift), &pile.step);
            let period = repetition.period as i64;
            common.first = common.first.max(index(first));
            common.start = common.start.max(index(repetition.start as i64));
            common.length = common.length.lcm(&(period / period.gcd(&pile.step)));
            if common.length as u64 > LONGEST || common.start as u64 > LONGEST {
                return Ok(None);
            }
        }
        common.start = common.start.max(common.first);
        Ok(Some(common))
    }

    /// The least pile and the proved period of the game of a pile.
    fn proved_of(&self, pile: &Growing) -> Result<Option<(i64, Repetition)>, Stop> {
        let meter = self.games().machine.meter();
        let by_values = self.games().with_pile(&pile.position, |pile| {
            if pile.sequence.can_be_proved() {
                pile.sequence.extend(u64::MAX, &meter).ok();
            }
            let first = pile.rules.form.first as i64;
            Ok(pile.sequence.proof().map(|proof| (first, proof.repetition)))
        })?;
        match by_values {
            Some(found) => Ok(Some(found)),
            None => {
                let found = self.games().residues(&pile.position, u64::MAX)?;
                Ok(found.map(|r| (r.first as i64, r.repetition)))
            }
        }
    }
}
