//! The checker of the arithmetic of proofs: Farkas' lemma read backwards. It shares no code with what finds them; a sum is
//! multiplied out in whole numbers of any size, and that is all. That the transitions are those of the rules is not
//! looked at here.

use super::linear::{Lin, Var};
use super::multiples::combination;
use super::synthesis::Factors;
use super::transitions::Transition;
use crate::check::ir::GameId;
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// What proves that play ends: what moves do, the measures in lexicographic order, and for each transition and each
/// measure up to the one that makes it smaller, the multipliers of Farkas' lemma.
#[derive(Clone, Debug)]
pub(super) struct Certificate {
    pub(super) transitions: Vec<Transition>,
    pub(super) measures: Vec<Factors>,
    pub(super) steps: Vec<Step>,
}

/// One transition and one measure.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) transition: usize,
    pub(super) level: usize,
    /// By how much the measure decreases, at least.
    pub(super) change: Claim,
    /// That the measure before (true) or after is bounded below.
    pub(super) bound: Option<(bool, Claim)>,
}

/// `denominator` times an expression is `value` and the multiples of the facts: so it is at least
/// `value / denominator`.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) value: i128,
    pub(super) denominator: i128,
    pub(super) multipliers: Vec<(usize, i128)>,
}

impl Certificate {
    /// Adds a number to every measure that may be negative where it decreases, so that it cannot pass zero. What
    /// proves the bounds is raised by as much.
    pub(super) fn lift(&mut self) {
        for (level, measure) in self.measures.iter_mut().enumerate() {
            let bounds = self.steps.iter_mut().filter(|s| s.level == level).filter_map(|s| s.bound.as_mut());
            let mut bounds: Vec<&mut Claim> = bounds.map(|b| &mut b.1).collect();
            let lowest = bounds.iter().map(|c| c.value.div_euclid(c.denominator)).min().unwrap_or(0);
            let Some(lift) = lowest.checked_neg().filter(|l| *l > 0) else { continue };
            measure.values_mut().for_each(|(_, plus)| *plus = plus.saturating_add(lift));
            bounds
                .iter_mut()
                .for_each(|c| c.value = c.value.saturating_add(lift.saturating_mul(c.denominator)));
        }
    }

    /// Whether it proves that there is no endless play: every transition is made smaller by one measure, above a
    /// bound, and larger by none of those before.
    pub(super) fn holds(&self) -> bool {
        (0..self.transitions.len()).all(|i| self.transition_holds(i))
    }

    fn transition_holds(&self, i: usize) -> bool {
        let t = &self.transitions[i];
        for (level, measure) in self.measures.iter().enumerate() {
            let Some(step) = self.steps.iter().find(|s| s.transition == i && s.level == level) else {
                return false;
            };
            let (Some(old), Some(new)) = (value(measure, t.from, &t.old), value(measure, t.to, &t.new))
            else {
                return false;
            };
            let change = difference(&old, &new);
            if step.change.value < 0 || !step.change.proves(&change, &t.facts) {
                return false;
            }
            if step.change.value > 0
                && let Some((before, bound)) = &step.bound
                && bound.value >= 0
                && bound.proves(if *before { &old } else { &new }, &t.facts)
            {
                return true;
            }
        }
        false
    }
}

/// An expression with numbers of any size.
type Exact = (BTreeMap<Var, BigInt>, BigInt);

impl Claim {
    fn proves(&self, lin: &Exact, facts: &[Lin]) -> bool {
        let Some((mut factors, mut constant)) = combination(facts, &self.multipliers) else { return false };
        // value + multiples of facts - denominator * lin is 0.
        constant += self.value;
        for (v, c) in &lin.0 {
            *factors.entry(*v).or_default() -= c * self.denominator;
        }
        constant -= &lin.1 * self.denominator;
        self.denominator > 0 && constant == BigInt::ZERO && factors.values().all(|f| *f == BigInt::ZERO)
    }
}

fn value(measure: &Factors, game: GameId, numbers: &[Lin]) -> Option<Exact> {
    let (cs, plus) = measure.get(&game)?;
    let mut sum: Exact = (BTreeMap::new(), BigInt::from(*plus));
    for (c, l) in cs.iter().zip(numbers) {
        for (v, x) in &l.terms {
            *sum.0.entry(*v).or_default() += BigInt::from(*c) * x;
        }
        sum.1 += BigInt::from(*c) * l.constant;
    }
    (cs.len() == numbers.len()).then_some(sum)
}

fn difference(a: &Exact, b: &Exact) -> Exact {
    let mut d = a.clone();
    b.0.iter().for_each(|(v, c)| *d.0.entry(*v).or_default() -= c);
    d.1 -= &b.1;
    d
}
