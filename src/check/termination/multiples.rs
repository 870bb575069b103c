//! Multiples of facts, summed up in whole numbers of any size: what follows from some inequalities, checked. See `certificate`.

use super::linear::{Lin, Var};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// Whether `denominator * goal` and the multiples of the facts sum up to the number `value`. Then the goal is at
/// most `value / denominator` wherever the facts are not negative.
pub(super) fn bounds(
    goal: &Lin,
    facts: &[Lin],
    value: i128,
    denominator: i128,
    multipliers: &[(usize, i128)],
) -> bool {
    let Some((mut factors, mut constant)) = combination(facts, multipliers) else { return false };
    add(&mut factors, &mut constant, goal, denominator);
    denominator > 0 && factors.values().all(|f| *f == BigInt::ZERO) && constant == BigInt::from(value)
}

/// Whether the multiples of the facts sum up to a negative number, so that they cannot all hold.
pub(super) fn contradicts(facts: &[Lin], multipliers: &[(usize, i128)]) -> bool {
    combination(facts, multipliers).is_some_and(|(factors, constant)| {
        factors.values().all(|f| *f == BigInt::ZERO) && constant < BigInt::ZERO
    })
}

/// The sum of multiples of facts, if none is negative.
pub(super) fn combination(
    facts: &[Lin],
    multipliers: &[(usize, i128)],
) -> Option<(BTreeMap<Var, BigInt>, BigInt)> {
    let (mut factors, mut constant) = (BTreeMap::new(), BigInt::ZERO);
    for (i, m) in multipliers {
        if *m < 0 {
            return None;
        }
        add(&mut factors, &mut constant, facts.get(*i)?, *m);
    }
    Some((factors, constant))
}

fn add(factors: &mut BTreeMap<Var, BigInt>, constant: &mut BigInt, lin: &Lin, times: i128) {
    for (v, c) in &lin.terms {
        *factors.entry(*v).or_default() += BigInt::from(*c) * times;
    }
    *constant += BigInt::from(lin.constant) * times;
}
