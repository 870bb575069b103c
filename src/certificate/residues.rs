//! Certificates of periods that residues prove, and their checker: the moves of each small pile, the moves of all large
//! piles by their remainder, and the values (docs/periods.md).

use super::{Check, fnv, wrong};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What stands in the field `format`.
pub const FORMAT: &str = "fairgame residues certificate 1";

/// A proof of a period by residues, as it is written to a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`FORMAT`]
    pub format: String,
    /// The sequence as it was asked for: for readers, not part of the proof.
    pub sequence: String,
    /// The least pile that is a position.
    pub first: u64,
    /// From this pile on every value is the one `period` earlier.
    pub start: u64,
    /// The period.
    pub period: u64,
    /// From this pile on the moves are those of `classes`.
    pub from: u64,
    /// The values of the piles 0, 1, ..., from + number of classes - 1; those below the first position are 0.
    pub values: Vec<u64>,
    /// Of each pile n with `first <= n < from`: everything a move leads to, a nim-heap and piles.
    pub moves: Vec<Vec<(u64, Vec<u64>)>>,
    /// Of the piles n from `from` on, by n modulo the number of classes.
    pub classes: Vec<Class>,
    /// A checksum of everything else.
    pub checksum: String,
}

/// The moves of all large piles with one remainder: a nim-heap and what is left.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Class {
    /// What surely may be left.
    pub sure: Vec<(u64, Vec<Left>)>,
    /// Everything that may be left is among this.
    pub all: Vec<(u64, Vec<Left>)>,
}

/// A pile that is left of a pile of n.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Left {
    /// n less this.
    Less(u64),
    /// As many as this.
    Fixed(u64),
    /// Some smaller pile with this remainder.
    Like(u64),
}

/// Nothing in a certificate is larger or longer than this.
const LARGEST: u64 = 1 << 20;

impl Certificate {
    /// The line for the file, with its checksum.
    pub fn line(mut self) -> String {
        self.checksum = self.sum();
        written(&self)
    }

    pub(super) fn sum(&self) -> String {
        let plain = written(&Certificate { checksum: String::new(), ..self.clone() });
        format!("{:016x}", fnv(plain.as_bytes()))
    }

    /// Checks everything but the checksum.
    pub(super) fn check(&self) -> Check {
        self.plausible()?;
        for n in self.first..self.from {
            self.small_pile(n)?;
        }
        let (from, period) = (self.from as usize, self.period as usize);
        for n in self.start as usize + period..self.values.len() {
            if self.values[n] != self.values[n - period] {
                return Err(wrong(format!("the values of {n} and of {} differ", n - period)));
            }
        }
        (from..from + self.classes.len()).try_for_each(|n| self.large_pile(n as u64))
    }

    fn plausible(&self) -> Check {
        let modulus = self.classes.len() as u64;
        let ranges = self.first <= self.start && self.start < self.from && self.from < LARGEST;
        let period =
            self.period > 0 && modulus > 0 && modulus < LARGEST && modulus.is_multiple_of(self.period);
        if !ranges || !period {
            return Err(wrong("the numbers make no sense together".into()));
        }
        if self.values.len() as u64 != self.from + modulus
            || self.moves.len() as u64 != self.from - self.first
        {
            return Err(wrong("there must be a value, and the moves, of each small pile".into()));
        }
        if self.from - self.start < modulus {
            return Err(wrong(
                "not every remainder occurs among the small piles behind the exceptions".into(),
            ));
        }
        let known = |l: &Left| match l {
            Left::Less(k) => *k > 0 && *k <= self.from - self.start,
            Left::Fixed(c) => (self.first..self.from).contains(c),
            Left::Like(r) => *r < modulus,
        };
        let exact = |l: &Left| !matches!(l, Left::Like(_));
        let fine = |class: &Class| {
            class.all.iter().chain(&class.sure).all(|(_, parts)| parts.len() <= 8 && parts.iter().all(known))
                && class.sure.iter().all(|(_, parts)| parts.iter().all(exact))
        };
        if self.classes.iter().all(fine) { Ok(()) } else { Err(wrong("a move leads nowhere".into())) }
    }

    fn value(&self, n: u64) -> u64 {
        self.values[n as usize]
    }

    /// The value of a small pile is the least that no option has.
    fn small_pile(&self, n: u64) -> Check {
        let mut there = BTreeSet::new();
        for (heap, piles) in &self.moves[(n - self.first) as usize] {
            if piles.iter().any(|m| *m < self.first || *m >= n) {
                return Err(wrong(format!("a move of a pile of {n} does not lead to smaller piles")));
            }
            there.insert(piles.iter().fold(*heap, |x, m| x ^ self.value(*m)));
        }
        let least = (0..).find(|v| !there.contains(v)).unwrap_or(0);
        if least == self.value(n) {
            return Ok(());
        }
        Err(wrong(format!("a pile of {n} is said to have the value {}, but it is {least}", self.value(n))))
    }

    /// What may be left of a large pile never has its value, and every smaller value is that of something surely left.
    fn large_pile(&self, n: u64) -> Check {
        let value = self.value(n);
        let class = &self.classes[(n % self.classes.len() as u64) as usize];
        if class.all.iter().any(|l| self.values_of(n, l).contains(&value)) {
            return Err(wrong(format!("a move of a pile like {n} may lead to its own value {value}")));
        }
        let there: BTreeSet<u64> = class.sure.iter().flat_map(|l| self.values_of(n, l)).collect();
        match (0..value).find(|u| !there.contains(u)) {
            Some(u) => Err(wrong(format!("no move of all piles like {n} leads to the value {u}"))),
            None => Ok(()),
        }
    }

    /// Every value that what is left of a pile like n may have.
    fn values_of(&self, n: u64, (heap, parts): &(u64, Vec<Left>)) -> BTreeSet<u64> {
        let modulus = self.classes.len() as u64;
        let of = |l: &Left| -> BTreeSet<u64> {
            match l {
                Left::Less(k) => BTreeSet::from([self.value(n - k)]),
                Left::Fixed(c) => BTreeSet::from([self.value(*c)]),
                Left::Like(r) => {
                    let piles = self.first..self.from + modulus;
                    piles.filter(|m| m % modulus == *r).map(|m| self.value(m)).collect()
                }
            }
        };
        let more = |all: BTreeSet<u64>, l: &Left| -> BTreeSet<u64> {
            let part = of(l);
            all.iter().flat_map(|x| part.iter().map(move |y| x ^ y)).collect()
        };
        parts.iter().fold(BTreeSet::from([*heap]), more)
    }
}

fn written(c: &Certificate) -> String {
    serde_json::to_string(c).unwrap_or_else(|e| unreachable!("a certificate is plain data: {e}"))
}
