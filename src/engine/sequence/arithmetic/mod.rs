//! Values that grow by a saltus with every period, where any number from some on may be taken, or three piles may be left:
//! Nim, Lasker's Nim, hexadecimal games.
//!
//! The argument is in docs/periods.md, under "values that grow". What is shown is a statement on a function that is given
//! by its first values: finitely many checks are enough, since everything repeats with the saltus added.

mod line;
mod own;
mod rules;
mod smaller;

pub use line::Growing;
pub use smaller::{Free, Reach};

use super::form::Form;
use super::period::{Found, Growth, Proof, Theorem};
use super::repeats::Repetition;
use own::{Early, Own};
use rules::{Kind, Move, Rules};

/// More steps are not made in the search for smaller values.
const WORK: usize = 1 << 26;
/// Rounds of periods are not made longer than that.
const WIDEST: usize = 4096;
/// How many piles behind the start are looked at as small parts.
const SMALL: usize = 128;

/// Whether the rules let the values grow at all.
pub(super) fn may_grow(form: &Form) -> bool {
    Rules::may_grow(form)
}

/// A proof that `g[n + period] = g[n] + saltus` for all n from the start on, if this argument gives one with the values
/// there are.
pub(super) fn prove(form: &Form, g: &[u16], found: Repetition) -> Found {
    match attempt(form, g, found) {
        Some(found) => found,
        None => Found::Nothing,
    }
}

fn attempt(form: &Form, g: &[u16], found: Repetition) -> Option<Found> {
    let rules = Rules::of(form, g).filter(|_| may_grow(form))?;
    let saltus = u64::try_from(found.saltus).ok()?;
    let start = found.start.max(form.first as usize).max(rules.most(|m| m.least));
    let f = Growing::new(start, found.period, saltus, g.iter().map(|v| u64::from(*v)))?;
    if !(start..g.len()).all(|n| f.at(n) == u64::from(g[n])) {
        return None;
    }
    // With an even round, what can be split into two equal parts, and perhaps a third, still can be.
    let splits = rules.moves.iter().any(|m| matches!(m.kind, Kind::Two | Kind::Three));
    let mut round = found.period * (1 + usize::from(splits && found.period % 2 == 1));
    while f.digits(round) <= rules.adjacent() && round < WIDEST {
        round *= 2;
    }
    // Parts up to here count as small where they show that a value is reached.
    let small = start + round.min(SMALL);
    let behind = f.rise_over(f.largest_early() + 2 * rules.adjacent());
    // From here on a part of every option lies behind the start, and the early values are passed.
    let taken = rules.most(|m| m.take) + rules.most(|m| m.apart);
    let from = (form.regular_from() as usize).max(2 * small + start + taken + behind);
    if !Own::new(&f, &rules).differs(from) {
        return None;
    }
    let growth = Some(Growth { round: round as u64, small: small as u64 });
    let proved = |needed: usize| {
        let repetition = Repetition { start: found.start.max(form.first as usize), ..found };
        Found::Proved(Proof { repetition, theorem: Theorem::Arithmetic, needed: needed as u64, growth })
    };
    if from > g.len() {
        return Some(Found::Likely(from as u64));
    }
    let mut work = WORK;
    let mut at = from;
    let reach = [0, 1].map(|odd| reach(&rules, &f, small, round, odd));
    while at <= g.len() {
        work = work.checked_sub(round.checked_mul(at)?)?;
        if f.smaller_are_reached(at, round, |n| &reach[n % 2]) {
            return Some(proved(at.max(start + found.period) - 1));
        }
        at += round;
    }
    Some(Found::Likely(at as u64))
}

/// The options that show that smaller values are reached, from even or from odd piles.
fn reach(rules: &Rules, f: &Growing, small: usize, round: usize, odd: usize) -> Reach {
    let mut all = Reach::default();
    let bound = f.digits(round);
    for Move { kind, take, least, apart, adjacent } in rules.moves.iter().copied() {
        let early = match kind {
            Kind::Nothing => {
                all.fixed.push(adjacent);
                continue;
            }
            Kind::Below => {
                all.free.push(Free { take, least, step: 1, heap: adjacent });
                continue;
            }
            Kind::One => Early::none(),
            Kind::Two => {
                if apart == 0 && take % 2 == odd {
                    all.fixed.push(adjacent);
                }
                Early::one(f, least, small)
            }
            Kind::Three => {
                // Two equal piles cancel each other, as above.
                all.free.push(Free { take: take + 2 * least, least, step: 2, heap: adjacent });
                Early::two(f, least, small)
            }
        };
        all.less.extend(early.below(bound).into_iter().map(|(sum, v)| (take + sum, v ^ adjacent)));
    }
    all.less.sort_unstable();
    all.less.dedup();
    all
}

#[cfg(test)]
mod tests;
