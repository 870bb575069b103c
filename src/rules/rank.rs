//! The measures that prove play to end, computed for positions: what [`crate::engine::Rules::rank`] gives.

use super::eval::Eval;
use super::machine::Machine;
use super::provers::{is_proved, may_go_on};
use super::remembered::Ranks;
use crate::check::ir::GameId;
use crate::check::termination::{self, Feature, Measure, Number, Slack, Statistic};
use crate::value::{GamePosition, OrdSet, Value};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::rc::Rc;

impl Machine {
    /// A number that decreases with every move from a position, if one is known for its game and the number is
    /// small enough. It need not decrease along claims (`same as`, `splits into`).
    pub fn rank(&self, position: &GamePosition) -> Option<u64> {
        self.rank_from(GameId(position.game.id), position)
    }

    /// The same where a play began in some game: it decreases with every move of all that this leads to.
    pub fn rank_from(&self, root: GameId, position: &GamePosition) -> Option<u64> {
        let value = self.measured(&self.falls_by(root, GameId(position.game.id))?, position)?;
        // Where the measure is negative nobody can move.
        u64::try_from(value.checked_add(1)?.max(0)).ok()
    }

    /// Whether every play from a position is proved to end: one number decreases with every move, or several in turn.
    pub fn is_sure_to_end(&self, position: &GamePosition) -> bool {
        let id = GameId(position.game.id);
        let as_it_was = self.as_it_was.borrow();
        let ends_as_it_was = as_it_was.as_ref().is_some_and(|(machine, root)| machine.is_sure_to_end(root));
        ends_as_it_was || self.falls_by(id, id).is_some() || is_proved(self, position)
    }

    /// What decreases with every move of a game, in plays that began in another or the same one, if that is one number.
    pub(super) fn falls_by(&self, root: GameId, id: GameId) -> Option<Measure> {
        let known = self.ranks.borrow().get(&root).cloned();
        let ranks = known.unwrap_or_else(|| {
            let ranks = Rc::new(self.found_ranks(root));
            // A question that is stopped meanwhile has found nothing out.
            if self.meter().look().is_ok() {
                self.ranks.borrow_mut().insert(root, ranks.clone());
            }
            ranks
        });
        ranks.as_ref().as_ref()?.get(&id).cloned()
    }

    fn found_ranks(&self, root: GameId) -> Ranks {
        let rank =
            |program| termination::watched(may_go_on(self.meter()), || termination::rank(program, root));
        rank(&self.program).or_else(|| if self.is_plain(root) { None } else { rank(self.plain()) })
    }

    /// The value of a measure at a position, if it is small enough and can be computed.
    pub fn measured(&self, measure: &Measure, position: &GamePosition) -> Option<i128> {
        let mut sum = measure.plus.to_i128()?;
        for (factor, feature) in &measure.terms {
            sum = sum.checked_add(factor.to_i128()?.checked_mul(self.feature(feature, position)?)?)?;
        }
        Some(sum)
    }

    fn feature(&self, feature: &Feature, position: &GamePosition) -> Option<i128> {
        match feature {
            Feature::Of { param, at, number } => {
                let mut value = &position.args[*param];
                for i in at {
                    let Value::Tuple(entries) = value else { return None };
                    value = entries.get(*i)?;
                }
                number_of(value, *number)
            }
            Feature::While { param, case, of } => {
                let is = small(&position.args[*param])? == *case as i128;
                if is { self.feature(of, position) } else { Some(0) }
            }
            Feature::Slack { param, of } => slack(position, of, &position.args[*param]),
            Feature::Decreases(i) => {
                let game = self.program.game(GameId(position.game.id));
                let e = game.decreases.as_ref()?;
                match Eval::new(self, None, game.slots.len(), &position.args).eval(e).ok()? {
                    Value::Tuple(parts) => small(parts.get(*i)?),
                    v => small(&v),
                }
            }
        }
    }
}

fn small(v: &Value) -> Option<i128> {
    match v {
        Value::Int(n) => n.to_i64().map(i128::from),
        Value::Bool(b) => Some(i128::from(*b)),
        Value::Case(i, _) => Some(i128::from(*i)),
        _ => None,
    }
}

fn number_of(v: &Value, number: Number) -> Option<i128> {
    match (number, v) {
        (Number::Itself, v) => small(v),
        (Number::Abs, v) => small(v)?.checked_abs(),
        (Number::Is(i), Value::Case(j, _)) => Some(i128::from(i == *j as usize)),
        (Number::Row, Value::Cell(c)) => Some(i128::from(c.row)),
        (Number::Col, Value::Cell(c)) => Some(i128::from(c.col)),
        (Number::Lives, Value::Drawing(d)) => Some(d.lives().into()),
        (Number::Of(Statistic::Size), Value::Set(s)) => Some(s.len() as i128),
        (Number::Of(Statistic::Size), Value::List(l)) => Some(l.len() as i128),
        (Number::Of(Statistic::Size), Value::Map(m)) => Some(m.len() as i128),
        (Number::Of(Statistic::Size), Value::Bag(b)) => Some(b.values().map(|n| i128::from(*n)).sum()),
        (Number::Of(Statistic::Size), Value::Text(t)) => Some(t.chars().count() as i128),
        (Number::Of(Statistic::Sum), Value::Set(s)) => total(s.iter().map(|x| (x, 1))),
        (Number::Of(Statistic::Sum), Value::List(l)) => total(l.iter().map(|x| (x, 1))),
        (Number::Of(Statistic::Sum), Value::Map(m)) => total(m.values().map(|x| (x, 1))),
        (Number::Of(Statistic::Sum), Value::Bag(b)) => total(b.iter().map(|(x, n)| (x, i128::from(*n)))),
        (Number::Of(Statistic::Binary), Value::Set(s)) => {
            s.iter().try_fold(0, |sum: i128, x| sum.checked_add(power(small(x)?)?))
        }
        (Number::Of(Statistic::Moment), Value::List(l)) => total((1..).zip(l.iter()).map(|(i, x)| (x, i))),
        (Number::Of(Statistic::Moment), Value::Map(m)) => {
            m.iter().try_fold(0, |sum: i128, (k, x)| sum.checked_add(small(k)?.checked_mul(small(x)?)?))
        }
        (Number::Of(Statistic::BinaryByPlace), Value::List(l)) => {
            let mut places = (1..).zip(l.iter());
            places.try_fold(0, |sum: i128, (i, x)| sum.checked_add(power(i)?.checked_mul(small(x)?)?))
        }
        (Number::Of(Statistic::MomentFromEnd), Value::List(l)) => {
            total((1..=l.len() as i128).rev().zip(l.iter()).map(|(i, x)| (x, i)))
        }
        (Number::Of(Statistic::Count(i)), v) => {
            weighed(v, &|x| matches!(x, Value::Case(..)).then_some(i128::from(small(x)? == i as i128)))
        }
        (Number::Of(Statistic::Squares), v) => weighed(v, &|x| small(x)?.checked_mul(small(x)?)),
        (Number::Of(Statistic::PowersOfThree), v) => {
            weighed(v, &|x| 3i128.checked_pow(u32::try_from(small(x)?).ok()?))
        }
        (Number::Of(Statistic::Rows), v) => weighed(v, &|x| entry(x, true).map(|r| r.max(0))),
        (Number::Of(Statistic::Cols), v) => weighed(v, &|x| entry(x, false).map(|c| c.max(0))),
        (Number::Of(Statistic::Sizes), v) => weighed(v, &|x| number_of(x, Number::Of(Statistic::Size))),
        (Number::Of(Statistic::Sums), v) => weighed(v, &|x| number_of(x, Number::Of(Statistic::Sum))),
        (Number::Of(Statistic::LeastRow), Value::Set(s)) => rows(s.iter(), true).min(),
        (Number::Of(Statistic::LeastCol), Value::Set(s)) => rows(s.iter(), false).min(),
        (Number::Of(Statistic::LargestRow), Value::Set(s)) => rows(s.iter(), true).max(),
        (Number::Of(Statistic::LargestCol), Value::Set(s)) => rows(s.iter(), false).max(),
        _ => None,
    }
}

fn total<'v>(mut each: impl Iterator<Item = (&'v Value, i128)>) -> Option<i128> {
    each.try_fold(0, |sum: i128, (x, times)| sum.checked_add(small(x)?.checked_mul(times)?))
}

/// The row or column of a cell, the first or second entry of a tuple.
fn entry(v: &Value, first: bool) -> Option<i128> {
    match v {
        Value::Cell(c) => Some(i128::from(if first { c.row } else { c.col })),
        Value::Tuple(parts) => small(parts.get(usize::from(!first))?),
        _ => None,
    }
}

/// The sum of what each element, or value of a map, counts.
fn weighed(v: &Value, weight: &dyn Fn(&Value) -> Option<i128>) -> Option<i128> {
    let mut sum = 0i128;
    let mut add = |x: &Value, times: i128| {
        sum = sum.checked_add(weight(x)?.checked_mul(times)?)?;
        Some(())
    };
    match v {
        Value::Set(s) => s.iter().try_for_each(|x| add(x, 1)),
        Value::List(l) => l.iter().try_for_each(|x| add(x, 1)),
        Value::Map(m) => m.values().try_for_each(|x| add(x, 1)),
        Value::Bag(b) => b.iter().try_for_each(|(x, n)| add(x, i128::from(*n))),
        _ => None,
    }?;
    Some(sum)
}

fn power(exponent: i128) -> Option<i128> {
    2i128.checked_pow(u32::try_from(exponent).ok()?)
}

fn rows<'v>(cells: impl Iterator<Item = &'v Value>, row: bool) -> impl Iterator<Item = i128> {
    cells.filter_map(move |c| match c {
        Value::Cell(c) => Some(i128::from(if row { c.row } else { c.col })),
        _ => None,
    })
}

/// How many elements of a fixed set are not in `taken`.
fn slack(position: &GamePosition, of: &Slack, taken: &Value) -> Option<i128> {
    let keys: OrdSet<Value>;
    let taken = match taken {
        Value::Set(taken) => taken,
        Value::Map(m) => {
            keys = m.keys().cloned().collect();
            &keys
        }
        Value::List(l) => {
            keys = l.iter().cloned().collect();
            &keys
        }
        _ => return None,
    };
    match of {
        Slack::Rule(i) => match &position.args[*i] {
            Value::Set(all) => Some(all.iter().filter(|x| !taken.contains(*x)).count() as i128),
            _ => None,
        },
        Slack::Range(lo, hi) => {
            let end = |(rule, n): &(Option<usize>, BigInt)| {
                let rule = rule.map_or(Some(0), |i| small(&position.args[i]));
                rule?.checked_add(n.to_i128()?)
            };
            let (lo, hi) = (end(lo)?, end(hi)?);
            let inside = taken.iter().filter_map(small).filter(|x| (lo..=hi).contains(x)).count();
            Some((hi - lo + 1).max(0) - inside as i128)
        }
        Slack::Written => None,
    }
}
