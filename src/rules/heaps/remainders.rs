//! Conditions on remainders: `n mod 3 == 1`, `(a + b) mod 2 == 0`.

use super::line::{Line, PILE};
use super::ways::Way;
use crate::engine::sequence::{Piece, Remainders};
use crate::value::Int;
use num_integer::Integer;
use std::collections::BTreeMap;

/// Remainders modulo larger numbers are not distinguished.
pub(super) const MOST: i64 = 64;

/// `line` leaves the remainder `remainder` modulo `modulus`. The line has no constant, and its factors are reduced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Congruence {
    line: Line,
    modulus: i64,
    remainder: i64,
}

impl Congruence {
    pub(super) fn new(line: &Line, modulus: i64, remainder: i64) -> Congruence {
        let mut terms: Vec<i64> = line.terms.iter().map(|t| t.rem_euclid(modulus)).collect();
        while terms.last() == Some(&0) {
            terms.pop();
        }
        let remainder = (remainder - line.constant).rem_euclid(modulus);
        Congruence { line: Line { constant: 0, terms }, modulus, remainder }
    }

    /// The factor of a variable.
    pub(super) fn of(&self, v: usize) -> i64 {
        self.line.of(v)
    }

    pub(super) fn variables(&self) -> impl Iterator<Item = usize> + '_ {
        self.line.variables()
    }

    /// The same with a line in place of variable v; `None` if numbers get too large.
    pub(super) fn with(&self, v: usize, line: &Line) -> Option<Congruence> {
        Some(Congruence::new(&self.line.with(v, line)?, self.modulus, self.remainder))
    }

    /// Whether it holds, if it depends on nothing any more.
    pub(super) fn truth(&self) -> Option<bool> {
        self.line.as_number().map(|_| self.remainder == 0)
    }

    /// Whether it holds where variables have values.
    pub(super) fn holds(&self, value: impl Fn(usize) -> i64) -> bool {
        let sum = |s: i64, v: usize| (s + self.of(v) * value(v).rem_euclid(self.modulus)) % self.modulus;
        self.variables().fold(0, sum) == self.remainder
    }

    /// The same for numbers of any size; `None` if one is open.
    pub(super) fn holds_at(&self, numbers: &[Option<Int>]) -> Option<bool> {
        let rest = |v: usize| numbers.get(v)?.as_ref()?.modulo(&Int::from(self.modulus))?.to_i64();
        let values: Vec<Option<i64>> = (0..self.line.terms.len()).map(rest).collect();
        let known = self.variables().all(|v| values[v].is_some());
        known.then(|| self.holds(|v| values[v].unwrap_or(0)))
    }
}

/// The remainder of a line, if what is known says it.
pub(super) fn remainder(known: &[Congruence], line: &Line, modulus: i64) -> Option<i64> {
    let wanted = Congruence::new(line, modulus, 0);
    if wanted.line.as_number().is_some() {
        return Some(line.constant.rem_euclid(modulus));
    }
    let same = |c: &&Congruence| {
        c.modulus % modulus == 0 && Congruence::new(&c.line, modulus, 0).line == wanted.line
    };
    known.iter().find(same).map(|c| (c.remainder + line.constant).rem_euclid(modulus))
}

/// A number such that every condition depends on remainders modulo it; `None` if it is large.
pub(super) fn modulus<'a>(all: impl IntoIterator<Item = &'a Congruence>) -> Option<i64> {
    all.into_iter().try_fold(1i64, |m, c| Some(m.lcm(&c.modulus)).filter(|m| *m <= MOST))
}

/// The piles for which all conditions hold, which speak of nothing else: a modulus, and remainders.
pub(super) fn of_pile(all: &[Congruence]) -> Option<(i64, Vec<i64>)> {
    let m = modulus(all)?;
    let only_pile = all.iter().all(|c| c.variables().all(|v| v == PILE));
    only_pile.then(|| (m, (0..m).filter(|n| all.iter().all(|c| c.holds(|_| *n))).collect()))
}

/// Ways through the rules with conditions on remainders are compared with each other if there are no more.
const MOST_WAYS: usize = 500;

/// Ways that differ in one remainder only, and have them all, become one without that condition: a move that is made by even
/// numbers, and the same by odd ones. `alike` says which may become one, as far as the conditions do not say.
pub(super) fn joined(mut ways: Vec<Way>, alike: &dyn Fn(&Way, &Way) -> bool) -> Vec<Way> {
    if ways.iter().filter(|w| !w.path.congruences.is_empty()).count() > MOST_WAYS {
        return ways;
    }
    let mut at = 0;
    while at < ways.len() {
        match all_remainders(&ways, at, alike) {
            Some((condition, others)) => {
                ways[at].path.congruences.remove(condition);
                others.into_iter().rev().for_each(|other| _ = ways.remove(other));
                at = 0;
            }
            None => at += 1,
        }
    }
    ways
}

/// A condition of a way, and the ways behind it that together have all the other remainders.
fn all_remainders(
    ways: &[Way],
    at: usize,
    alike: &dyn Fn(&Way, &Way) -> bool,
) -> Option<(usize, Vec<usize>)> {
    let way = &ways[at];
    let fits = |(_, other): &(usize, &Way)| way.same_but_for_remainders(other) && alike(way, other);
    way.path.congruences.iter().enumerate().find_map(|(i, c)| {
        let others = ways.iter().enumerate().skip(at + 1).filter(fits);
        let with_remainder = others.filter_map(|(j, other)| Some((c.replaced(i, way, other)?, j)));
        let mut found: BTreeMap<i64, usize> = with_remainder.collect();
        found.remove(&c.remainder);
        let mut others: Vec<usize> = found.into_values().collect();
        others.sort_unstable();
        (others.len() as i64 + 1 == c.modulus).then_some((i, others))
    })
}

impl Congruence {
    /// The remainder that another way has in place of this one, condition i of its own way, if all others are the same.
    fn replaced(&self, i: usize, way: &Way, other: &Way) -> Option<i64> {
        let (own, theirs) = (&way.path.congruences, &other.path.congruences);
        let same = own.len() == theirs.len() && (0..own.len()).all(|j| j == i || own[j] == theirs[j]);
        let it = theirs.get(i).filter(|it| it.line == self.line && it.modulus == self.modulus)?;
        same.then_some(it.remainder)
    }
}

/// Pieces that differ in a remainder only, and have them all, become one without that condition.
pub(super) fn merged(pieces: Vec<Piece>) -> Vec<Piece> {
    let pieces = without(pieces, |p| p.when.small.take(), |_| {});
    let of_pile = |p: &mut Piece| {
        let when = &mut p.when;
        (when.small.is_none() && when.modulus > 1).then(|| std::mem::take(&mut when.pile))
    };
    without(pieces, of_pile, |p| p.when = Remainders::ANY)
}

/// `take` takes a remainder out of a piece that has one, and `whole` makes the one piece of those that have them all.
fn without(
    pieces: Vec<Piece>,
    take: impl Fn(&mut Piece) -> Option<u64>,
    whole: impl Fn(&mut Piece),
) -> Vec<Piece> {
    let mut out = vec![];
    let mut groups: BTreeMap<Piece, BTreeMap<u64, Piece>> = BTreeMap::new();
    for piece in pieces {
        let mut key = piece.clone();
        match take(&mut key) {
            Some(remainder) => _ = groups.entry(key).or_default().insert(remainder, piece),
            None => out.push(piece),
        }
    }
    for (mut key, members) in groups {
        if members.keys().copied().eq(0..key.when.modulus) {
            whole(&mut key);
            out.push(key);
        } else {
            out.extend(members.into_values());
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}
