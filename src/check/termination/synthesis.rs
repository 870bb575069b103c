//! The search for measures: numbers that no transition makes larger and some make smaller, above a bound. Each round
//! drops the transitions that a measure makes smaller; the measures in turn are compared lexicographically.
//!
//! A measure is a linear expression in the watched numbers, the same for a whole group of games up to coefficients. It
//! is guessed from a few examples of moves, checked by linear programming, and where the check fails, the move that
//! shows it becomes another example (Gonnord, Monniaux and Radanne, 2015).

use super::certificate::{Claim, Step};
use super::linear::{Lin, Var, gcd};
use super::simplex::{Optimum, maximise};
use super::transitions::Transition;
use crate::check::ir::{GameId, components};
use std::collections::{BTreeMap, BTreeSet};

/// A linear measure: for each game the factors of its watched numbers, and a number added.
pub(super) type Factors = BTreeMap<GameId, (Vec<i128>, i128)>;

/// Where a measure is bounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Old,
    New,
}

/// What was found: measures in order, and the transitions that none makes smaller.
pub(super) struct Found {
    pub(super) measures: Vec<Factors>,
    pub(super) left: Vec<usize>,
    /// For each transition dropped, what proves it.
    pub(super) steps: Vec<Step>,
}

/// Looks for measures of a group of games with this many watched numbers each.
pub(super) fn find(widths: &BTreeMap<GameId, usize>, transitions: &[Transition]) -> Found {
    let mut found = Found { measures: vec![], left: (0..transitions.len()).collect(), steps: vec![] };
    while !found.left.is_empty() {
        let left: Vec<&Transition> = found.left.iter().map(|i| &transitions[*i]).collect();
        let Some((factors, dropped)) = best(widths, &left) else { break };
        let level = found.measures.len();
        found.steps.extend(found.left.iter().zip(&left).filter_map(|(i, t)| step(&factors, t, *i, level)));
        let gone: Vec<usize> = dropped.iter().map(|k| found.left[*k]).collect();
        found.left.retain(|i| !gone.contains(i));
        found.measures.push(factors);
    }
    found
}

/// Checks given measures in their order: each number alone, as watched.
pub(super) fn check_each(members: &BTreeSet<GameId>, width: usize, transitions: &[Transition]) -> Found {
    let mut found = Found { measures: vec![], left: (0..transitions.len()).collect(), steps: vec![] };
    for level in 0..width {
        let left: Vec<&Transition> = found.left.iter().map(|i| &transitions[*i]).collect();
        let mut one = vec![0; width];
        one[level] = 1;
        let factors: Factors = members.iter().map(|id| (*id, (one.clone(), 0))).collect();
        let Some(dropped) = drops(&factors, &left) else { break };
        found.steps.extend(found.left.iter().zip(&left).filter_map(|(i, t)| step(&factors, t, *i, level)));
        let gone: Vec<usize> = dropped.iter().map(|k| found.left[*k]).collect();
        found.left.retain(|i| !gone.contains(i));
        found.measures.push(factors);
    }
    found
}

/// The measure that makes most transitions smaller and none larger, with the transitions it makes smaller.
fn best(widths: &BTreeMap<GameId, usize>, left: &[&Transition]) -> Option<(Factors, Vec<usize>)> {
    let mut best: Option<(Factors, Vec<usize>)> = None;
    let better = |found: (Factors, Vec<usize>), best: &mut Option<(Factors, Vec<usize>)>| {
        if !found.1.is_empty() && best.as_ref().is_none_or(|b| b.1.len() < found.1.len()) {
            *best = Some(found);
        }
        best.as_ref().is_some_and(|b| b.1.len() == left.len())
    };
    if let [(id, width)] = widths.iter().collect::<Vec<_>>()[..] {
        for sign in [1, -1] {
            for i in 0..*width {
                let mut one = vec![0; *width];
                one[i] = sign;
                let factors = Factors::from([(*id, (one, 0))]);
                if let Some(dropped) = drops(&factors, left)
                    && better((factors, dropped), &mut best)
                {
                    return best;
                }
            }
        }
    }
    let unknowns = 2 * widths.values().map(|w| w + 1).sum::<usize>() + left.len();
    let most = if widths.len() > 1 { MOST_UNKNOWNS / 3 } else { MOST_UNKNOWNS };
    if unknowns <= most {
        for side in [Side::Old, Side::New] {
            if let Some(factors) = guess(widths, left, side)
                && let Some(dropped) = drops(&factors, left)
                && better((factors, dropped), &mut best)
            {
                return best;
            }
        }
    } else if widths.len() > 1 {
        for factors in shared(widths).into_iter().chain([in_order(widths, left)]) {
            if let Some(dropped) = drops(&factors, left)
                && better((factors, dropped), &mut best)
            {
                return best;
            }
        }
    }
    best
}

/// With more unknowns than this nothing is guessed, and in groups of several games with more than a third of it: the
/// work grows with their third power, and there with the number of games that come one after another, too.
const MOST_UNKNOWNS: usize = 600;

/// One watched number, the same in every game, if all games have as many: what costs little to try in a large group.
fn shared(widths: &BTreeMap<GameId, usize>) -> Vec<Factors> {
    let width = widths.values().next().copied().unwrap_or(0);
    if widths.values().any(|w| *w != width) {
        return vec![];
    }
    let one = |i: usize, sign: i128| {
        let factors = (0..width).map(|j| if i == j { sign } else { 0 }).collect::<Vec<i128>>();
        widths.keys().map(|id| (*id, (factors.clone(), 0))).collect()
    };
    [1, -1].into_iter().flat_map(|sign| (0..width).map(move |i| one(i, sign))).collect()
}

/// The place of each game in an order in which the transitions that are left never lead back.
fn in_order(widths: &BTreeMap<GameId, usize>, left: &[&Transition]) -> Factors {
    let place: BTreeMap<GameId, u32> = widths.keys().copied().zip(0..).collect();
    let arrows = left.iter().filter_map(|t| Some((*place.get(&t.from)?, *place.get(&t.to)?)));
    let part = components(widths.len(), arrows);
    let factors =
        |((id, width), part): ((&GameId, &usize), &u32)| (*id, (vec![0; *width], i128::from(*part)));
    widths.iter().zip(&part).map(factors).collect()
}

/// The transitions that a measure makes smaller above a bound, if it makes none larger.
fn drops(factors: &Factors, left: &[&Transition]) -> Option<Vec<usize>> {
    let mut dropped = vec![];
    for (k, t) in left.iter().enumerate() {
        let change = change(factors, t)?;
        match least(&change, &t.facts)? {
            n if n > 0 => {
                let bounded = |side| value(factors, t, side).is_some_and(|v| least(&v, &t.facts).is_some());
                if bounded(Side::Old) || bounded(Side::New) {
                    dropped.push(k);
                }
            }
            0 => {}
            _ => return None,
        }
    }
    Some(dropped)
}

/// How much smaller a measure gets.
pub(super) fn measured_change(factors: &Factors, t: &Transition) -> Option<Lin> {
    change(factors, t)
}

/// A measure before (`old`) or after.
pub(super) fn measured_value(factors: &Factors, t: &Transition, old: bool) -> Option<Lin> {
    value(factors, t, if old { Side::Old } else { Side::New })
}

fn change(factors: &Factors, t: &Transition) -> Option<Lin> {
    value(factors, t, Side::Old)?.plus(-1, &value(factors, t, Side::New)?)
}

fn value(factors: &Factors, t: &Transition, side: Side) -> Option<Lin> {
    let (id, values) = if side == Side::Old { (t.from, &t.old) } else { (t.to, &t.new) };
    let (cs, plus) = factors.get(&id)?;
    cs.iter()
        .zip(values)
        .try_fold(Lin::number(*plus), |sum, (c, v)| if *c == 0 { Some(sum) } else { sum.plus(*c, v) })
}

/// The least value of an expression, times a positive number.
fn least(lin: &Lin, facts: &[Lin]) -> Option<i128> {
    match maximise(&lin.times(-1)?, facts) {
        Optimum::Bounded { value, .. } => Some(-value),
        Optimum::Infeasible { .. } => Some(1),
        _ => None,
    }
}

/// What proves that a measure does not grow, and, if it decreases, that it does so above a bound.
fn step(factors: &Factors, t: &Transition, transition: usize, level: usize) -> Option<Step> {
    let change = claim(&change(factors, t)?, &t.facts)?;
    let bound_of = |side| claim(&value(factors, t, side)?, &t.facts).filter(|_| change.value > 0);
    let [before, after] = [Side::Old, Side::New].map(bound_of);
    let bound = before.map(|c| (true, c)).or_else(|| after.clone().map(|c| (false, c)));
    Some(Step { transition, level, change, bound, after })
}

/// The least value of an expression, with what proves it.
fn claim(lin: &Lin, facts: &[Lin]) -> Option<Claim> {
    match maximise(&lin.times(-1)?, facts) {
        Optimum::Bounded { value, denominator, multipliers, .. } => {
            Some(Claim { value: -value, denominator, multipliers })
        }
        _ => None,
    }
}

// ---- guessing

/// Unknowns of the guess: for each game and number a factor as the difference of two, and a number added.
struct Guess {
    plus: BTreeMap<(GameId, usize), (Var, Var)>,
    added: BTreeMap<GameId, (Var, Var)>,
    drops: Vec<Var>,
    examples: Vec<Lin>,
}

const MAX_ROUNDS: usize = 40;

fn guess(widths: &BTreeMap<GameId, usize>, left: &[&Transition], side: Side) -> Option<Factors> {
    let mut g = Guess::new(widths, left.len());
    for _ in 0..MAX_ROUNDS {
        let (factors, wanted) = g.solve(widths)?;
        let (mut wrong, before) = (false, g.examples.len());
        for (k, t) in left.iter().enumerate() {
            wrong |= g.refute(&factors, wanted[k], k, t, side)?;
        }
        if !wrong {
            return wanted.iter().any(|w| *w).then_some(factors);
        }
        if g.examples.len() == before {
            return None;
        }
    }
    None
}

impl Guess {
    fn new(widths: &BTreeMap<GameId, usize>, transitions: usize) -> Guess {
        let mut next = 0;
        let mut fresh = || {
            next += 1;
            next - 1
        };
        let mut plus = BTreeMap::new();
        let mut added = BTreeMap::new();
        for (id, width) in widths {
            for i in 0..*width {
                plus.insert((*id, i), (fresh(), fresh()));
            }
            if widths.len() > 1 {
                added.insert(*id, (fresh(), fresh()));
            }
        }
        let drops = (0..transitions).map(|_| fresh()).collect();
        let mut g = Guess { plus, added, drops, examples: vec![] };
        let signed: Vec<Var> = g.plus.values().chain(g.added.values()).flat_map(|(p, n)| [*p, *n]).collect();
        g.examples.extend(signed.into_iter().map(Lin::var));
        for d in g.drops.clone() {
            g.examples.push(Lin::var(d));
            g.examples.push(Lin { terms: vec![(d, -1)], constant: 1 });
        }
        g
    }

    /// The simplest factors that fit the examples, and which transitions they are meant to make smaller.
    fn solve(&self, widths: &BTreeMap<GameId, usize>) -> Option<(Factors, Vec<bool>)> {
        let mut goal = Lin::default();
        for d in &self.drops {
            goal = goal.plus(1 << 20, &Lin::var(*d))?;
        }
        for (p, n) in self.plus.values() {
            goal = goal.plus(-4, &Lin::var(*p))?.plus(-5, &Lin::var(*n))?;
        }
        for (p, n) in self.added.values() {
            goal = goal.plus(-1, &Lin::var(*p))?.plus(-1, &Lin::var(*n))?;
        }
        let Optimum::Bounded { point, .. } = maximise(&goal, &self.examples) else { return None };
        let at: BTreeMap<Var, i128> = point.into_iter().collect();
        let get = |v: &Var| at.get(v).copied().unwrap_or(0);
        let mut divisor = 0;
        let mut factors = Factors::new();
        for (id, width) in widths {
            let cs: Vec<i128> =
                (0..*width).map(|i| self.plus.get(&(*id, i)).map_or(0, |(p, n)| get(p) - get(n))).collect();
            let d = self.added.get(id).map_or(0, |(p, n)| get(p) - get(n));
            divisor = cs.iter().fold(gcd(divisor, d), |g, c| gcd(g, *c));
            factors.insert(*id, (cs, d));
        }
        if divisor > 1 {
            for (cs, d) in factors.values_mut() {
                cs.iter_mut().for_each(|c| *c /= divisor);
                *d /= divisor;
            }
        }
        Some((factors, self.drops.iter().map(|d| get(d) > 0).collect()))
    }

    /// Adds an example where the factors do not do what they should; whether there is one.
    fn refute(
        &mut self,
        factors: &Factors,
        wanted: bool,
        k: usize,
        t: &Transition,
        side: Side,
    ) -> Option<bool> {
        let goal = change(factors, t)?.times(-1)?;
        match maximise(&goal, &t.facts) {
            Optimum::Bounded { value, denominator, point, .. } => {
                if value < 0 || value == 0 && !wanted {
                    // It does what it should; now the bound.
                } else {
                    let at = |l: &Lin| at_point(l, &point, denominator);
                    let drop = Lin { terms: vec![(self.drops[k], denominator)], constant: 0 };
                    self.add_example(t, at, 1, Some(drop), denominator)?;
                    return Some(true);
                }
            }
            Optimum::Unbounded { ray, .. } => {
                self.add_example(t, |l| along_ray(l, &ray), 0, None, 1)?;
                return Some(true);
            }
            Optimum::Infeasible { .. } => return Some(false),
            Optimum::Unknown => return None,
        }
        if !wanted {
            return Some(false);
        }
        let bound = value(factors, t, side)?.times(-1)?;
        match maximise(&bound, &t.facts) {
            Optimum::Unbounded { ray, .. } => {
                let (id, values) = if side == Side::Old { (t.from, &t.old) } else { (t.to, &t.new) };
                let mut example = Lin::default();
                for (i, v) in values.iter().enumerate() {
                    self.add_factor(&mut example, id, i, along_ray(v, &ray)?)?;
                }
                self.push(example)
            }
            Optimum::Unknown => None,
            _ => Some(false),
        }
    }

    fn push(&mut self, example: Lin) -> Option<bool> {
        let example = example.shrunk();
        if !self.examples.contains(&example) {
            self.examples.push(example);
        }
        Some(true)
    }

    fn add_factor(&self, example: &mut Lin, id: GameId, i: usize, x: i128) -> Option<()> {
        if x != 0
            && let Some((p, n)) = self.plus.get(&(id, i))
        {
            *example = example.plus(x, &Lin::var(*p))?.plus(-x, &Lin::var(*n))?;
        }
        Some(())
    }

    /// `measure(old) - measure(new) >= drop` at one example.
    fn add_example(
        &mut self,
        t: &Transition,
        at: impl Fn(&Lin) -> Option<i128>,
        constant: i128,
        drop: Option<Lin>,
        scale: i128,
    ) -> Option<bool> {
        let mut example = Lin::default();
        for (i, v) in t.old.iter().enumerate() {
            self.add_factor(&mut example, t.from, i, at(v)?)?;
        }
        for (i, v) in t.new.iter().enumerate() {
            self.add_factor(&mut example, t.to, i, at(v)?.checked_neg()?)?;
        }
        if constant != 0 {
            for (id, sign) in [(t.from, 1), (t.to, -1)] {
                if let Some((p, n)) = self.added.get(&id) {
                    example =
                        example.plus(sign * scale, &Lin::var(*p))?.plus(-sign * scale, &Lin::var(*n))?;
                }
            }
        }
        if let Some(drop) = drop {
            example = example.plus(-1, &drop)?;
        }
        self.push(example)
    }
}

/// `denominator` times the value at a point.
fn at_point(l: &Lin, point: &[(Var, i128)], denominator: i128) -> Option<i128> {
    along_ray(l, point)?.checked_add(l.constant.checked_mul(denominator)?)
}

fn along_ray(l: &Lin, ray: &[(Var, i128)]) -> Option<i128> {
    ray.iter().try_fold(0i128, |sum, (v, x)| sum.checked_add(l.factor(*v).checked_mul(*x)?))
}
