//! Values that grow by a saltus with every period, by remainders: docs/periods.md, "residues".

use super::number::{Run, gcd};
use super::walk::{Range, Sum, Walk};
use super::{Class, Every, Leaving, Left, Residues};
use crate::engine::sequence::{Free, Growing, Reach};

/// Longer windows are not looked at.
const WIDEST: usize = 1 << 12;

/// The piles that a move surely leaves while a choice runs through a range: one pile, perhaps beside a nim-heap.
pub(super) fn every(sum: &Sum, range: &Range, walk: &Walk<'_>) -> Option<Every> {
    let [part] = sum.parts.as_slice() else { return None };
    let run = part.run.filter(|run| run.choice == range.choice && run.of != 0)?;
    let modulus = walk.piles.modulus;
    let step = run.of.checked_abs()?.checked_mul(modulus)?;
    // The choice t is `low + modulus * i` for i = 0, 1, ...
    let mut range = range.clone();
    // Conditions with the other sign are bounds from below; n only makes them weaker.
    for (of, a, c) in std::mem::take(&mut range.most) {
        match of {
            1.. => range.most.push((of, a, c)),
            ..=-1 if a >= 0 => {
                let least = a.checked_mul(walk.piles.from)?.checked_add(c)?;
                range.low = range.low.max(-least.div_euclid(-of));
            }
            _ => return None,
        }
    }
    let low = range.low + (range.class - range.low).rem_euclid(modulus);
    let (least, take, like) = match (run.of, run.a) {
        (..=-1, 1) => (lowest(&run, &range, walk)?, -(run.of.checked_mul(low)?.checked_add(run.c)?), None),
        (1.., 0) => {
            let first = run.of.checked_mul(low)?.checked_add(run.c)?;
            (first, -highest(&run, &range, walk)?, Some(first.rem_euclid(step) as u64))
        }
        _ => return None,
    };
    let number = |x: i64| u64::try_from(x).ok().filter(|x| *x < walk.piles.from as u64);
    let (least, take) = (number(least.max(walk.first))?, number(take.max(1))?);
    let step = u64::try_from(step).ok().filter(|s| *s < WIDEST as u64)?;
    // What was pushed up to 1 has another remainder, if n - take counts.
    let exact = like.is_some() || number(-(run.of * low + run.c)) == Some(take);
    exact.then_some(Every { take, least, step, like, heap: sum.heap })
}

/// From which pile on all piles `of * t + n + c`, with a negative factor, fulfil the conditions on t.
fn lowest(run: &Run, range: &Range, walk: &Walk<'_>) -> Option<i64> {
    let of = -run.of;
    let bound = |(k, a, c): &(i64, i64, i64)| {
        // t = (n + run.c - m) / of, so k t <= a n + c means k m >= (k - of a) n + k run.c - of c.
        let slope = k.checked_sub(of.checked_mul(*a)?)?;
        let fixed = k.checked_mul(run.c)?.checked_sub(of.checked_mul(*c)?)?;
        let least = slope.checked_mul(walk.piles.from)?.checked_add(fixed)?;
        (slope <= 0).then(|| -(-least).div_euclid(*k))
    };
    range.most.iter().map(bound).try_fold(i64::MIN, |most, b| Some(most.max(b?)))
}

/// All piles `of * t + c` up to n plus this, with a positive factor, fulfil the conditions on t.
fn highest(run: &Run, range: &Range, walk: &Walk<'_>) -> Option<i64> {
    let bound = |(k, a, c): &(i64, i64, i64)| {
        // t = (m - run.c) / of, so k t <= a n + c means k m <= k n + (of a - k) n + of c + k run.c.
        let slope = run.of.checked_mul(*a)?.checked_sub(*k)?;
        let fixed = run.of.checked_mul(*c)?.checked_add(k.checked_mul(run.c)?)?;
        let most = slope.checked_mul(walk.piles.from)?.checked_add(fixed)?;
        (slope >= 0).then(|| most.div_euclid(*k))
    };
    range.most.iter().map(bound).try_fold(i64::MAX, |least, b| Some(least.min(b?))).filter(|b| *b < i64::MAX)
}

/// Whether what is known about the moves makes the period, with its saltus, hold for ever.
pub(super) fn holds(found: &Residues) -> bool {
    let r = found.repetition;
    let values = found.values.iter().copied();
    let Ok(saltus) = u64::try_from(r.saltus) else { return false };
    let Some(f) = Growing::new(r.start, r.period, saltus, values) else { return false };
    let known = found.values.iter().enumerate().all(|(n, v)| f.at(n) == *v);
    known && Growth { found, f: &f }.holds()
}

struct Growth<'a> {
    found: &'a Residues,
    f: &'a Growing,
}

impl Growth<'_> {
    fn class(&self, n: usize) -> &Class {
        &self.found.classes[n % self.found.classes.len()]
    }

    fn holds(&self) -> bool {
        self.own_is_no_option().is_some_and(|fine| fine)
            && self.smaller_are_options().is_some_and(|fine| fine)
    }

    /// What is next to the only part that is not fixed, and that part.
    fn alone(&self, (heap, parts): &Leaving) -> Option<(u64, Option<Left>)> {
        let (mut adjacent, mut open) = (*heap, None);
        for part in parts {
            match part {
                Left::Fixed(c) => adjacent ^= self.f.at(*c as usize),
                part if open.is_none() => open = Some(*part),
                _ => return None,
            }
        }
        Some((adjacent, open))
    }

    /// Nothing that may be left of a pile has its value.
    fn own_is_no_option(&self) -> Option<bool> {
        let all = || self.found.classes.iter().flat_map(|c| &c.all);
        let adjacent = all().filter_map(|l| self.alone(l)).map(|(adjacent, _)| adjacent).max().unwrap_or(0);
        let modulus = self.found.classes.len();
        let window = modulus.checked_mul(self.f.window(adjacent) / self.f.period())?;
        let from = self.found.from as usize;
        let behind = self.f.rise_over(self.f.largest_early() + 2 * adjacent);
        if window > WIDEST * 4 || from < self.f.start() + modulus + behind {
            return Some(false);
        }
        Some((from..from + window).all(|n| self.class(n).all.iter().all(|l| self.misses(n, l))))
    }

    fn misses(&self, n: usize, leaving: &Leaving) -> bool {
        let own = self.f.at(n);
        match self.alone(leaving) {
            Some((v, None | Some(Left::Fixed(_)))) => self.f.never(n, v),
            Some((v, Some(Left::Less(k)))) => self.f.at(n - k as usize) ^ v != own,
            Some((v, Some(Left::Like(r, less)))) => {
                let modulus = self.found.classes.len();
                let less = less as usize + (n - less as usize + modulus - r as usize) % modulus;
                // Piles that are smaller by more have smaller values, and so have the early ones.
                let near = (less..less + self.f.rise_over(v)).step_by(modulus).take_while(|d| *d <= n);
                own > self.f.largest_early() + v && near.into_iter().all(|d| self.f.at(n - d) ^ v != own)
            }
            None => self.last_digits_differ(n, leaving),
        }
    }

    /// Of a split, only the last binary digits are looked at, those that no period changes.
    fn last_digits_differ(&self, n: usize, (heap, parts): &Leaving) -> bool {
        let digits = self.f.digits(self.f.period());
        if digits > 1 << 12 {
            return false;
        }
        let low = |m: usize| (self.f.at(m) % digits) as usize;
        let mut there = vec![false; digits as usize];
        there[(heap % digits) as usize] = true;
        for part in parts {
            let modulus = self.found.classes.len();
            let piles: Vec<usize> = match part {
                Left::Less(k) => vec![n - *k as usize],
                Left::Fixed(c) => vec![*c as usize],
                Left::Like(r, _) => (self.found.first as usize..self.found.from as usize + modulus)
                    .filter(|m| m % modulus == *r as usize)
                    .collect(),
            };
            let mut next = vec![false; digits as usize];
            for m in piles {
                (0..digits as usize).filter(|v| there[*v]).for_each(|v| next[v ^ low(m)] = true);
            }
            there = next;
        }
        !there[low(n)]
    }

    /// Every smaller value is that of something surely left.
    fn smaller_are_options(&self) -> Option<bool> {
        let modulus = self.found.classes.len();
        let mut steps = self.found.classes.iter().flat_map(|c| &c.every).map(|e| e.step as usize);
        let round = steps.try_fold(modulus, |round, step| {
            let common = gcd(i64::try_from(round).ok()?, i64::try_from(step).ok()?) as usize;
            (round / common).checked_mul(step).filter(|r| *r <= WIDEST)
        })?;
        let reach: Vec<Reach> = (0..round).map(|n| self.reach(n)).collect();
        Some(self.f.smaller_are_reached(self.found.from as usize, round, |n| &reach[n % round]))
    }

    /// What is surely left of piles that leave the remainder n modulo the round.
    fn reach(&self, n: usize) -> Reach {
        let mut reach = Reach::default();
        let class = self.class(n);
        for e in &class.every {
            let (take, step) = (e.take as usize, e.step as usize);
            let more =
                e.like.map_or(0, |like| (n + step * (take / step + 1) - take + step - like as usize) % step);
            reach.free.push(Free { take: take + more, least: e.least as usize, step, heap: e.heap });
        }
        for (v, part) in class.sure.iter().filter_map(|l| self.alone(l)) {
            match part {
                Some(Left::Less(k)) => reach.less.push((k as usize, v)),
                _ => reach.fixed.push(v),
            }
        }
        reach
    }
}
