//! Certificates of periods that residues prove, and their checker: the moves of each small pile, the moves of all large
//! piles by their remainder, and the values, which may grow (docs/periods.md).

use super::growing::{Growing, Reached};
use super::{Check, Refused, fnv, wrong};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What is in the field `format`.
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
    /// From this pile on every value is the one `period` earlier, plus `saltus`.
    pub start: u64,
    /// The period.
    pub period: u64,
    /// What is added each time.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub saltus: u64,
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
    /// Single piles that surely may be left, many at once.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub every: Vec<Every>,
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
    /// Some pile with this remainder, smaller by at least so much.
    Like(u64, u64),
}

/// Every pile m with `least <= m <= n - take` and with the remainder `like`, or that of n - take, modulo `step`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Every {
    /// How many less than n at least.
    pub take: u64,
    /// The least of them.
    pub least: u64,
    /// The distance of two of them.
    pub step: u64,
    /// Their remainder, if it is the same for all n.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub like: Option<u64>,
    /// A nim-heap beside the pile.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub heap: u64,
}

fn is_zero(x: &u64) -> bool {
    *x == 0
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
            if self.values[n] != self.values[n - period] + self.saltus {
                return Err(wrong(format!("the values of {n} and of {} do not fit the period", n - period)));
            }
        }
        if self.saltus > 0 {
            return self.growing();
        }
        (from..from + self.classes.len()).try_for_each(|n| self.large_pile(n as u64))
    }

    fn plausible(&self) -> Check {
        let modulus = self.classes.len() as u64;
        let ranges = self.first <= self.start && self.start < self.from && self.from < LARGEST;
        let period =
            self.period > 0 && modulus > 0 && modulus < LARGEST && modulus.is_multiple_of(self.period);
        if !ranges || !period {
            return Err(wrong("the numbers contradict each other".into()));
        }
        if self.values.len() as u64 != self.from + modulus
            || self.moves.len() as u64 != self.from - self.first
        {
            return Err(wrong("there must be a value, and the moves, of each small pile".into()));
        }
        if self.from - self.start < modulus {
            return Err(wrong(
                "not every remainder occurs among the small piles beyond the exceptions".into(),
            ));
        }
        let large = |v: &u64| *v >= LARGEST;
        if self.values.iter().any(large) || self.saltus >= LARGEST {
            return Err(wrong("a value is too large to be checked".into()));
        }
        let every = self.classes.iter().flat_map(|c| &c.every);
        if !every.clone().all(|e| self.is_plausible(e)) {
            return Err(wrong("a move leads nowhere".into()));
        }
        let known = |l: &Left| match l {
            Left::Less(k) => *k > 0 && *k <= self.from - self.start,
            Left::Fixed(c) => (self.first..self.from).contains(c),
            Left::Like(r, less) => *r < modulus && (1..=self.from).contains(less),
        };
        let exact = |l: &Left| !matches!(l, Left::Like(..));
        let fine = |class: &Class| {
            class.all.iter().chain(&class.sure).all(|(_, parts)| parts.len() <= 8 && parts.iter().all(known))
                && class.sure.iter().all(|(_, parts)| parts.iter().all(exact))
        };
        if self.classes.iter().all(fine) { Ok(()) } else { Err(wrong("a move leads nowhere".into())) }
    }

    fn is_plausible(&self, e: &Every) -> bool {
        let step = (1..1 << 12).contains(&e.step) && e.step.is_multiple_of(self.classes.len() as u64);
        let range = (1..self.from).contains(&e.take) && (self.first..self.from).contains(&e.least);
        step && range && e.like.is_none_or(|r| r < e.step) && e.heap < LARGEST
    }

    fn value(&self, n: u64) -> u64 {
        self.values[n as usize]
    }

    /// The argument for values that grow.
    fn growing(&self) -> Check {
        let f = Growing {
            start: self.start,
            period: self.period,
            saltus: self.saltus,
            values: self.values.iter().copied().take((self.start + self.period) as usize).collect(),
        };
        let modulus = self.classes.len() as u64;
        let adjacent = self.classes.iter().flat_map(|c| &c.all).filter_map(|l| self.one_open(&f, l));
        let adjacent = adjacent.map(|(v, _)| v).max().unwrap_or(0);
        let window = f.window(adjacent).and_then(|w| w.checked_mul(modulus / self.period));
        let window = window.filter(|w| self.is_cheap(*w)).ok_or_else(too_long)?;
        if self.from < self.start + modulus + f.apart(f.largest_early() + 2 * adjacent) {
            return Err(wrong("the argument begins too early".into()));
        }
        for n in self.from..self.from + window {
            let class = &self.classes[(n % modulus) as usize];
            if !class.all.iter().all(|l| self.never_leads_home(&f, n, l)) {
                return Err(wrong(format!("a move of a pile like {n} may lead to its own value")));
            }
        }
        let steps = self.classes.iter().flat_map(|c| &c.every).map(|e| e.step);
        let round =
            steps.fold(modulus, |r, step| if r.is_multiple_of(step) { r } else { r * (step / modulus) });
        if !self.is_cheap(round) {
            return Err(too_long());
        }
        let known = |n: u64| self.surely(&f, n, f.digits(round));
        f.smaller_are_there(self.from, round, &known).map_err(|(n, u)| {
            wrong(format!("no move of all piles like {n} is known to lead to the value {u}"))
        })
    }

    /// Whether the options of this many piles can be examined.
    fn is_cheap(&self, piles: u64) -> bool {
        let options = self.classes.iter().map(|c| (c.all.len() + c.sure.len() + c.every.len()) as u64).max();
        let steps =
            piles.checked_mul(self.from + piles).and_then(|s| s.checked_mul(options.unwrap_or(0) + 1));
        steps.is_some_and(|s| s < 1 << 32)
    }

    /// What is next to the only pile that is not fixed.
    fn one_open(&self, f: &Growing, (heap, parts): &(u64, Vec<Left>)) -> Option<(u64, Option<Left>)> {
        let fixed = |l: &&Left| matches!(l, Left::Fixed(_));
        let open: Vec<Left> = parts.iter().filter(|l| !fixed(l)).copied().collect();
        let value = |l: &Left| if let Left::Fixed(c) = l { f.at(*c) } else { 0 };
        (open.len() < 2).then(|| (parts.iter().fold(*heap, |x, l| x ^ value(l)), open.first().copied()))
    }

    fn never_leads_home(&self, f: &Growing, n: u64, leaving: &(u64, Vec<Left>)) -> bool {
        let (own, modulus) = (f.at(n), self.classes.len() as u64);
        match self.one_open(f, leaving) {
            Some((v, Some(Left::Less(k)))) => f.at(n - k) ^ v != own,
            Some((v, Some(Left::Like(r, less)))) => {
                own > f.largest_early() + v
                    && (self.first..=n - less).filter(|m| m % modulus == r).all(|m| f.at(m) ^ v != own)
            }
            Some((v, _)) => own > v || (v - own) % f.saltus != 0,
            None => {
                // Only the last digits are compared, which no period changes.
                let digits = f.digits(self.period);
                let low = |v: BTreeSet<u64>| -> BTreeSet<u64> { v.into_iter().map(|v| v % digits).collect() };
                !low(self.values_of(self.from + (n - self.from) % modulus, leaving)).contains(&(own % digits))
            }
        }
    }

    /// Values of what is surely left of a pile of n, and what changes when the pile grows by a round.
    fn surely(&self, f: &Growing, n: u64, digits: u64) -> Vec<Reached> {
        let class = &self.classes[(n % self.classes.len() as u64) as usize];
        let mut all = vec![];
        for e in &class.every {
            let like = e.like.unwrap_or((n - e.take) % e.step);
            for m in (e.least..=n - e.take).filter(|m| m % e.step == like) {
                let late = m >= self.start && e.heap < digits;
                all.push(Reached { value: f.at(m) ^ e.heap, stays: true, grows: late });
            }
        }
        for (v, open) in class.sure.iter().filter_map(|l| self.one_open(f, l)) {
            match open {
                Some(Left::Less(k)) if v < digits => {
                    all.push(Reached { value: f.at(n - k) ^ v, stays: false, grows: true });
                }
                Some(_) => {}
                None => all.push(Reached { value: v, stays: true, grows: false }),
            }
        }
        all
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
                Left::Like(r, _) => {
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

fn too_long() -> Refused {
    wrong("the numbers are too large to be checked".into())
}

fn written(c: &Certificate) -> String {
    serde_json::to_string(c).unwrap_or_else(|e| unreachable!("a certificate is plain data: {e}"))
}
