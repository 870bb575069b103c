//! Multipliers for the ways that the checker will see.

use crate::certificate::ending::{Level, Name, Passage, Poly, Sum, Transition};
use crate::check::termination::{Follows, Linear, least};
use num_traits::ToPrimitive;
use std::collections::{BTreeMap, BTreeSet};

/// What proves that a way makes the measures smaller.
pub(super) fn proof_of(from: &str, passage: &Passage) -> Option<Transition> {
    let (_, old, new) = passage.inside.as_ref()?;
    let search = Search::new(passage, old.iter().chain(new));
    let done = |levels, impossible| Transition {
        from: from.into(),
        index: passage.index,
        to: passage.target.clone(),
        levels,
        impossible,
    };
    let mut levels = vec![];
    for (a, b) in old.iter().zip(new) {
        let falls = match search.least(&a.minus(b)) {
            Some(Found::AtLeast(sum)) if !sum.value.starts_with('-') => sum,
            Some(Found::Never(sum)) => return Some(done(vec![], Some(sum))),
            _ => break,
        };
        let strict = falls.value != "0";
        let bound = |n: &Poly| match search.least(n) {
            Some(Found::AtLeast(sum)) => Some(sum),
            _ => None,
        };
        let (mut before, mut after) = (bound(a).filter(|_| strict), None);
        if strict && before.is_none() {
            after = bound(b);
        }
        let last = before.is_some() || after.is_some();
        levels.push(Level { falls, before: before.take(), after });
        if last {
            return Some(done(levels, None));
        }
    }
    match search.least(&Poly::default()) {
        Some(Found::Never(sum)) => Some(done(vec![], Some(sum))),
        _ => None,
    }
}

/// What is known on a way, as a linear program: each product of unknowns is an unknown.
struct Search {
    facts: Vec<(String, Poly)>,
    /// Products of two facts, behind the facts.
    products: Vec<(String, Poly)>,
}

enum Found {
    AtLeast(Sum),
    Never(Sum),
}

/// How many facts and products of two are taken.
const FACTS: usize = 60;
const PRODUCTS: usize = 150;

impl Search {
    fn new<'p>(passage: &Passage, asked: impl Iterator<Item = &'p Poly>) -> Search {
        let facts: Vec<(String, Poly)> =
            passage.facts.iter().take(FACTS).map(|f| (f.to_string(), (**f).clone())).collect();
        let crossed = |p: &Poly| -> Vec<Vec<Name>> {
            p.terms().filter(|(m, _)| m.len() > 1).map(|(m, _)| m.to_vec()).collect()
        };
        let mut wanted: BTreeSet<Vec<Name>> = asked.flat_map(crossed).collect();
        wanted.extend(facts.iter().flat_map(|f| crossed(&f.1)));
        let mut products = vec![];
        for (i, (f, p)) in facts.iter().enumerate() {
            for (g, q) in &facts[i..] {
                let both = p.times(q);
                let new = crossed(&both);
                if products.len() < PRODUCTS && !new.is_empty() && new.iter().all(|m| wanted.contains(m)) {
                    products.push((format!("({f}) * ({g})"), both));
                }
            }
        }
        Search { facts, products }
    }

    /// How small an expression can be: from the facts alone, or else with products of them.
    fn least(&self, goal: &Poly) -> Option<Found> {
        let plain: Vec<&(String, Poly)> = self.facts.iter().collect();
        let more: Vec<&(String, Poly)> = self.facts.iter().chain(&self.products).collect();
        let first = follows(goal, &plain);
        let enough = |f: &Option<Found>| match f {
            Some(Found::Never(_)) => true,
            Some(Found::AtLeast(sum)) => !sum.value.starts_with('-') && sum.value != "0",
            None => false,
        };
        if enough(&first) || self.products.is_empty() {
            return first;
        }
        follows(goal, &more).or(first)
    }
}

fn follows(goal: &Poly, facts: &[&(String, Poly)]) -> Option<Found> {
    let mut unknowns: BTreeMap<Vec<Name>, u32> = BTreeMap::new();
    let mut linear = |p: &Poly| -> Option<Linear> {
        let mut lin: Linear = (BTreeMap::new(), 0);
        for (m, c) in p.terms() {
            let c = c.to_i128().filter(|c| c.abs() < 1 << 60)?;
            if m.is_empty() {
                lin.1 = c;
            } else {
                let next = unknowns.len() as u32;
                lin.0.insert(*unknowns.entry(m.to_vec()).or_insert(next), c);
            }
        }
        Some(lin)
    };
    let goal = linear(goal)?;
    let taken: Vec<(usize, Linear)> =
        facts.iter().enumerate().filter_map(|(i, f)| Some((i, linear(&f.1)?))).collect();
    let all: Vec<Linear> = taken.iter().map(|t| t.1.clone()).collect();
    let named = |multipliers: &[(usize, i128)]| {
        multipliers.iter().map(|(i, m)| (facts[taken[*i].0].0.clone(), m.to_string())).collect()
    };
    match least(&goal, &all)? {
        Follows::AtLeast { value, denominator, multipliers } => Some(Found::AtLeast(Sum {
            value: value.to_string(),
            times: denominator.to_string(),
            of: named(&multipliers),
        })),
        Follows::Nothing(multipliers) => {
            // The multiples of the facts sum up to a negative number.
            let sum = multipliers
                .iter()
                .try_fold(0i128, |sum, (i, m)| sum.checked_add(m.checked_mul(all[*i].1)?))?;
            let value = sum.checked_neg()?.to_string();
            Some(Found::Never(Sum { value, times: "1".into(), of: named(&multipliers) }))
        }
    }
}
