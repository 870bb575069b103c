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
    /// What the measure after is at least, if that is bounded below.
    pub(super) after: Option<Claim>,
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
    /// Adds a number to every measure that may be negative where it decreases, so that it cannot pass zero. Of one that may be negative at
    /// all, what is left is bounded, or else no move is left at zero. What proves the bounds is raised by as much.
    pub(super) fn lift(&mut self, may_be_negative: &[bool]) {
        for (level, measure) in self.measures.iter_mut().enumerate() {
            let steps = self.steps.iter_mut().filter(|s| s.level == level);
            let mut steps: Vec<&mut Step> = steps.collect();
            let negative = may_be_negative[level];
            steps.iter_mut().filter(|_| negative).for_each(|s| s.look_behind());
            let mut bounds: Vec<&mut (bool, Claim)> =
                steps.iter_mut().filter_map(|s| s.bound.as_mut()).collect();
            let least = |(before, c): &(bool, Claim)| c.least().saturating_sub((negative && *before).into());
            let lowest = bounds.iter().map(|bound| least(bound)).min().unwrap_or(0);
            let Some(lift) = lowest.checked_neg().filter(|l| *l > 0) else { continue };
            measure.values_mut().for_each(|(_, plus)| *plus = plus.saturating_add(lift));
            bounds
                .iter_mut()
                .for_each(|(_, c)| c.value = c.value.saturating_add(lift.saturating_mul(c.denominator)));
        }
    }

    /// Whether a move may take more from a measure that may be negative than there is: such a move is there only while it is above zero.
    pub(super) fn may_pass_zero(&self, level: usize) -> bool {
        self.steps.iter().any(|s| s.level == level && matches!(s.bound, Some((true, _))))
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

impl Step {
    /// Bounds what is left, unless a move may take much at once: 5 - i falls by up to 100, but only while it is above zero.
    fn look_behind(&mut self) {
        if let (Some((true, before)), Some(after)) = (&self.bound, &self.after)
            && after.least() >= before.least() - self.change.least()
        {
            self.bound = Some((false, after.clone()));
        }
    }
}

impl Claim {
    /// What the expression is at least, in whole numbers.
    pub(super) fn least(&self) -> i128 {
        self.value.div_euclid(self.denominator)
    }

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
