//! The checker for values that grow, where any number may be taken or three piles may be left: docs/periods.md, "values
//! that grow". It goes through residues one by one, where the solver has tables.

use super::growing::{Growing, Reached};
use super::{Accepted, Certificate, Check, Piece, Refused, wrong};
use std::collections::BTreeSet;

/// More steps than that between two questions whether there is time left are not made.
const STEPS: u64 = 1 << 24;
/// No number is larger, and no window longer.
const LARGEST: u64 = 1 << 16;

pub(super) fn verify(c: Certificate, go_on: &mut dyn FnMut(u64) -> bool) -> Check<Accepted> {
    let mut checker = Checker::of(&c, go_on)?;
    checker.computed()?;
    checker.own_is_no_option()?;
    checker.smaller_are_options()?;
    Ok(Accepted::of(c))
}

struct Checker<'a> {
    c: &'a Certificate,
    f: Growing,
    /// The rules of all piles behind the values needed, each with what is next to it.
    lasting: Vec<(&'a Piece, u64)>,
    go_on: &'a mut dyn FnMut(u64) -> bool,
    steps: u64,
}

/// What a move leaves besides piles behind the start: by how much smaller n is, how many piles, and the value beside them.
type Rest = (u64, u8, u64);

impl<'a> Checker<'a> {
    fn of(c: &'a Certificate, go_on: &'a mut dyn FnMut(u64) -> bool) -> Check<Checker<'a>> {
        let lasting: Vec<&Piece> = c.pieces.iter().filter(|p| p.until.is_none()).collect();
        let least = lasting.iter().map(|p| p.least).max().unwrap_or(0);
        let sizes = lasting.iter().flat_map(|p| [p.from, p.take, p.least, p.apart]);
        if sizes.chain([c.needed, c.round, c.small]).any(|x| x >= LARGEST) || c.pieces.len() > 1000 {
            return Err(wrong("the numbers are too large to be checked".into()));
        }
        if c.pieces.iter().any(|p| p.every.is_some()) {
            return Err(wrong("rules that speak of remainders are not known where values grow".into()));
        }
        // Parts of the least size are behind the start, so that all larger ones are allowed.
        let start = c.start.max(least);
        if c.needed + 1 < start + c.period || c.round == 0 || !c.round.is_multiple_of(c.period) {
            return Err(wrong("the numbers contradict each other".into()));
        }
        let plain = Growing {
            start: c.start,
            period: c.period,
            saltus: c.saltus.unsigned_abs(),
            values: c.values.iter().map(|v| u64::from(*v)).collect(),
        };
        let values = (0..start + c.period).map(|n| plain.at(n)).collect();
        let f = Growing { start, values, ..plain };
        let adjacent = |p: &Piece| p.adjacent.iter().fold(u64::from(p.heap), |x, b| x ^ f.at(*b));
        if c.pieces.iter().flat_map(|p| &p.adjacent).any(|b| *b > c.needed) {
            return Err(wrong("a pile beside another one is too large".into()));
        }
        let lasting = lasting.into_iter().map(|p| (p, adjacent(p))).collect();
        Ok(Checker { c, f, lasting, go_on, steps: 0 })
    }

    fn step(&mut self, n: u64, steps: u64) -> Check {
        self.steps += steps;
        if self.steps > STEPS {
            if !(self.go_on)(self.steps) {
                return Err(Refused::Stopped(n));
            }
            self.steps = 0;
        }
        Ok(())
    }

    /// Each value up to the last one needed is the least that no option has.
    fn computed(&mut self) -> Check {
        // The values of two piles of at least some size, by what they are together.
        let mut pairs: Vec<(u64, Vec<Vec<bool>>)> = vec![];
        for p in self.c.pieces.iter().filter(|p| p.piles == 3) {
            if !pairs.iter().any(|(least, _)| *least == p.least) {
                pairs.push((p.least, vec![]));
            }
        }
        for n in self.c.first..=self.c.needed {
            for (least, sums) in &mut pairs {
                for m in sums.len() as u64..n + u64::from(*least > 0) {
                    let mut there = vec![];
                    (*least..=m / 2).for_each(|a| mark(&mut there, self.f.at(a) ^ self.f.at(m - a)));
                    sums.push(there);
                }
            }
            let own = self.f.at(n);
            let mut seen = vec![];
            self.few(n, &mut seen);
            // What is not seen yet is looked for among the splits into three.
            let in_three = |v: u64| {
                self.c.pieces.iter().filter(|p| p.piles == 3 && p.has(n)).any(|p| {
                    let sums = pairs.iter().find(|(least, _)| *least == p.least);
                    let x = p.adjacent.iter().fold(u64::from(p.heap), |x, b| x ^ self.f.at(*b));
                    n.checked_sub(p.take).zip(sums).is_some_and(|(m, (_, sums))| {
                        (p.least..=m / 3).any(|a| is_in(&sums[(m - a) as usize], v ^ x ^ self.f.at(a)))
                    })
                })
            };
            if is_in(&seen, own) || in_three(own) {
                return Err(wrong(format!(
                    "a pile of {n} does not have the value {own}: a move leads to that value"
                )));
            }
            if let Some(u) = (0..own).find(|u| !is_in(&seen, *u) && !in_three(*u)) {
                return Err(wrong(format!(
                    "a pile of {n} does not have the value {own}: no move leads to the value {u}"
                )));
            }
            self.step(n, 8 * n)?;
        }
        Ok(())
    }

    /// Values of options of n: all without splits into three, and of those some.
    fn few(&self, n: u64, seen: &mut Vec<bool>) {
        for p in self.c.pieces.iter().filter(|p| p.has(n)) {
            let x = p.adjacent.iter().fold(u64::from(p.heap), |x, b| x ^ self.f.at(*b));
            let Some(m) = n.checked_sub(p.take) else { continue };
            match p.piles {
                0 => mark(seen, x),
                1 if p.more => (p.least..=m).for_each(|left| mark(seen, x ^ self.f.at(left))),
                1 => mark(seen, x ^ self.f.at(m)),
                2 => (p.least..=m / 2)
                    .filter(|a| m - 2 * a >= p.apart)
                    .for_each(|a| mark(seen, x ^ self.f.at(a) ^ self.f.at(m - a))),
                _ => (p.least..=m.saturating_sub(2 * p.least))
                    .filter(|a| m >= 3 * p.least && (m - a) % 2 == 0)
                    .for_each(|a| mark(seen, x ^ self.f.at(a))),
            }
        }
    }

    /// From this pile on nothing is computed.
    fn from(&self) -> u64 {
        self.c.needed + 1
    }

    /// Every way to choose the parts before the start.
    fn rests(&self, end: u64) -> BTreeSet<(u64, u8, u64)> {
        let mut all = BTreeSet::new();
        for (p, x) in self.lasting.iter().filter(|(p, _)| p.piles > 0 && !p.more) {
            all.insert((p.take, p.piles, *x));
            for a in (p.least..end).filter(|_| p.piles > 1) {
                all.insert((p.take + a, p.piles - 1, x ^ self.f.at(a)));
                for b in (a..end).filter(|_| p.piles > 2) {
                    all.insert((p.take + a + b, 1, x ^ self.f.at(a) ^ self.f.at(b)));
                }
            }
        }
        all
    }

    fn own_is_no_option(&mut self) -> Check {
        let adjacent = self.lasting.iter().map(|(_, x)| *x).max().unwrap_or(0);
        let taken = self.lasting.iter().map(|(p, _)| p.take + p.apart).max().unwrap_or(0);
        let behind = self.f.apart(self.f.largest_early() + 2 * adjacent);
        let regular = self.c.pieces.iter().map(|p| p.until.unwrap_or(p.from)).max().unwrap_or(0);
        let window = self.f.window(adjacent).filter(|w| *w < LARGEST);
        let Some(window) = window else { return Err(wrong("the values are too large to be checked".into())) };
        if self.from() < 3 * self.f.start + taken + behind || self.from() < regular {
            return Err(wrong("there are too few values for the proof".into()));
        }
        for n in self.from()..self.from() + window {
            self.step(n, n)?;
            let own = self.f.at(n);
            let hit = self.lasting.iter().any(|(p, x)| match p.piles {
                0 => own <= *x && (x - own).is_multiple_of(self.f.saltus),
                1 if p.more => {
                    own <= self.f.largest_early() + x
                        || (p.least..=n - p.take).any(|m| self.f.at(m) ^ x == own)
                }
                _ => false,
            });
            if hit {
                return Err(leads_home(n));
            }
        }
        for (c, piles, v) in self.rests(self.f.start) {
            match piles {
                1 => {
                    self.step(c, window)?;
                    let hit = |n: &u64| self.f.at(*n) == self.f.at(n - c) ^ v;
                    if let Some(n) = (self.from()..self.from() + window).find(hit) {
                        return Err(leads_home(n));
                    }
                }
                _ => self.classes((c, piles, v))?,
            }
        }
        Ok(())
    }

    /// Two or three piles behind the start, by their residues.
    fn classes(&mut self, (c, piles, v): Rest) -> Check {
        let (p, start) = (self.f.period, self.f.start);
        // One pile is so large that n is behind the start.
        let far = start + p * (c / p + 1);
        for a in 0..p {
            self.step(c, if piles == 2 { p } else { p * p })?;
            for b in a..p {
                let two = [far + a, start + b];
                let found = match piles {
                    2 => self.may_lead_home(&two, c, v),
                    _ => (b..p).any(|d| self.may_lead_home(&[two[0], two[1], start + d], c, v)),
                };
                if found {
                    return Err(leads_home(two[0] + two[1] + c));
                }
            }
        }
        Ok(())
    }

    /// Whether piles with the residues of these, v beside them, may have the value of a pile larger by c than all together.
    fn may_lead_home(&self, parts: &[u64], c: u64, v: u64) -> bool {
        let digits = self.f.digits(self.f.period);
        let height = |m: u64| (self.f.at(m) / digits) as i64;
        let n = parts.iter().sum::<u64>() + c;
        let value = parts.iter().fold(v, |x, m| x ^ self.f.at(*m));
        let above = (v / digits) as i64;
        let more = parts.iter().map(|m| height(*m)).sum::<i64>() - height(n);
        (value ^ self.f.at(n)).is_multiple_of(digits) && (more - above) % 2 == 0 && more >= -above
    }

    fn smaller_are_options(&mut self) -> Check {
        let splits = self.lasting.iter().any(|(p, _)| p.piles > 1);
        let taken = self.lasting.iter().map(|(p, _)| p.take + p.apart).max().unwrap_or(0);
        if splits && self.c.round % 2 == 1 || self.from() < 2 * self.c.small + self.f.start + taken {
            return Err(wrong("there are too few values for the proof".into()));
        }
        let digits = self.f.digits(self.c.round);
        let rests: Vec<Rest> =
            self.rests(self.c.small).into_iter().filter(|(_, piles, v)| *piles == 1 && *v < digits).collect();
        let (from, round) = (self.from(), self.c.round);
        // All options are held at once.
        let all = round.saturating_mul((from + round) * self.lasting.len() as u64 + rests.len() as u64);
        if all > 1 << 26 {
            return Err(wrong("the numbers are too large to be checked".into()));
        }
        self.step(from, all)?;
        let options = |n: u64| {
            let mut all = vec![];
            for (p, x) in &self.lasting {
                let m = n - p.take;
                let single = |a: u64| Reached {
                    value: self.f.at(a) ^ x,
                    stays: true,
                    grows: a >= self.f.start && *x < digits,
                };
                let fixed = Reached { value: *x, stays: true, grows: false };
                match p.piles {
                    0 => all.push(fixed),
                    1 if p.more => all.extend((p.least..=m).map(single)),
                    // Two equal piles.
                    2 if m.is_multiple_of(2) && p.apart == 0 => all.push(fixed),
                    3 => all.extend(
                        (p.least..=m - 2 * p.least).filter(|a| (m - a).is_multiple_of(2)).map(single),
                    ),
                    _ => {}
                }
            }
            let grown = |(c, _, v): &Rest| Reached { value: self.f.at(n - c) ^ v, stays: false, grows: true };
            all.extend(rests.iter().map(grown));
            all
        };
        let found = self.f.smaller_are_there(from, round, &options);
        found.map_err(|(n, u)| {
            wrong(format!("no move of all piles like {n} is known to lead to the value {u}"))
        })
    }
}

fn leads_home(n: u64) -> Refused {
    wrong(format!("a move of a pile like {n} leads to its own value"))
}

fn mark(seen: &mut Vec<bool>, v: u64) {
    if seen.len() <= v as usize {
        seen.resize(v as usize + 1, false);
    }
    seen[v as usize] = true;
}

fn is_in(seen: &[bool], v: u64) -> bool {
    seen.get(v as usize).copied().unwrap_or(false)
}
