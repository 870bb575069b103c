//! The numbers that measures are made of, worked out from what they are said to be.

use fairgame::check::termination::{Feature, Measure, Number, Slack, Statistic};
use fairgame::rules::machine::Machine;
use fairgame::value::{GamePosition, OrdSet, Value};
use num_bigint::BigInt;

/// A number of a position.
pub(crate) fn feature(machine: &Machine, feature: &Feature, p: &GamePosition) -> Option<BigInt> {
    match feature {
        Feature::Of { param, at, number } => {
            let value = at.iter().try_fold(&p.args[*param], |v, i| match v {
                Value::Tuple(entries) => entries.get(*i),
                _ => None,
            });
            number_of(value?, *number)
        }
        Feature::While { param, case, of } => {
            let is = whole(&p.args[*param])? == BigInt::from(*case);
            if is { self::feature(machine, of, p) } else { Some(BigInt::ZERO) }
        }
        Feature::Slack { param, of } => slack(p, *param, of),
        // The author's own expression: there is no other way to work it out.
        Feature::Decreases(_) => {
            let alone =
                Measure { terms: vec![(1.into(), feature.clone())], plus: 0.into(), ..Measure::default() };
            machine.measured(&alone, p).map(BigInt::from)
        }
    }
}

fn slack(p: &GamePosition, param: usize, of: &Slack) -> Option<BigInt> {
    let taken: OrdSet<Value> = match &p.args[param] {
        Value::Set(taken) => taken.clone(),
        Value::Map(m) => m.keys().cloned().collect(),
        Value::List(l) => l.iter().cloned().collect(),
        _ => return None,
    };
    let missing = match of {
        Slack::Rule(i) => match &p.args[*i] {
            Value::Set(all) => all.iter().filter(|x| !taken.contains(*x)).count(),
            _ => return None,
        },
        Slack::Range(lo, hi) => {
            let end = |(rule, plus): &(Option<usize>, BigInt)| match rule {
                Some(i) => Some(plus + whole(&p.args[*i])?),
                None => Some(plus.clone()),
            };
            let (mut x, hi, mut missing) = (end(lo)?, end(hi)?, 0);
            while x <= hi {
                missing += usize::from(!taken.contains(&Value::Int((&x).into())));
                x += 1;
            }
            missing
        }
        Slack::Written => return None,
    };
    Some(missing.into())
}

/// The number that a truth value, a case or a number counts as.
fn whole(v: &Value) -> Option<BigInt> {
    match v {
        Value::Int(n) => Some(n.to_big()),
        Value::Bool(b) => Some(u8::from(*b).into()),
        Value::Case(i, _) => Some((*i).into()),
        _ => None,
    }
}

/// The elements of a collection with the places or keys they stand at, each as often as it is there.
fn elements(v: &Value) -> Option<Vec<(Option<BigInt>, Value)>> {
    Some(match v {
        Value::Set(s) => s.iter().map(|x| (None, x.clone())).collect(),
        Value::Bag(b) => b.iter().flat_map(|(x, n)| (0..*n).map(move |_| (None, x.clone()))).collect(),
        Value::List(l) => l.iter().enumerate().map(|(i, x)| (Some((i + 1).into()), x.clone())).collect(),
        Value::Map(m) => m.iter().map(|(k, x)| (whole(k), x.clone())).collect(),
        _ => return None,
    })
}

fn number_of(v: &Value, number: Number) -> Option<BigInt> {
    match (number, v) {
        (Number::Itself, v) => whole(v),
        (Number::Abs, v) => whole(v).map(|n| if n < BigInt::ZERO { -n } else { n }),
        (Number::Is(i), Value::Case(j, _)) => Some(u8::from(i == *j as usize).into()),
        (Number::Row, Value::Cell(c)) => Some(c.row.into()),
        (Number::Col, Value::Cell(c)) => Some(c.col.into()),
        (Number::Lives, Value::Drawing(d)) => Some(d.lives().into()),
        (Number::Of(Statistic::Size), Value::Text(t)) => Some(t.chars().count().into()),
        (Number::Of(statistic), v) => statistic_of(&elements(v)?, statistic),
        _ => None,
    }
}

fn statistic_of(all: &[(Option<BigInt>, Value)], statistic: Statistic) -> Option<BigInt> {
    let two_to = |n: &BigInt| Some(BigInt::from(1) << u32::try_from(n).ok()?);
    let each = |f: &dyn Fn(&Option<BigInt>, &Value) -> Option<BigInt>| -> Option<BigInt> {
        all.iter().map(|(i, x)| f(i, x)).sum()
    };
    let side = |row: bool| {
        all.iter().map(move |(_, x)| match x {
            Value::Cell(c) => BigInt::from(if row { c.row } else { c.col }),
            Value::Tuple(parts) => whole(&parts[usize::from(!row)]).expect("a number"),
            other => panic!("{other:?} is no cell"),
        })
    };
    match statistic {
        Statistic::Size => Some(all.len().into()),
        Statistic::Sum => each(&|_, x| whole(x)),
        Statistic::Count(case) => each(&|_, x| Some(u8::from(whole(x)? == case.into()).into())),
        Statistic::Binary => each(&|_, x| two_to(&whole(x)?)),
        Statistic::Moment => each(&|i, x| Some(i.as_ref()? * whole(x)?)),
        Statistic::BinaryByPlace => each(&|i, x| Some(two_to(i.as_ref()?)? * whole(x)?)),
        Statistic::MomentFromEnd => each(&|i, x| Some((all.len() + 1 - i.as_ref()?) * whole(x)?)),
        Statistic::Squares => each(&|_, x| Some(whole(x)?.pow(2))),
        Statistic::PowersOfThree => each(&|_, x| Some(BigInt::from(3).pow(u32::try_from(&whole(x)?).ok()?))),
        Statistic::Rows => Some(side(true).filter(|r| *r > BigInt::ZERO).sum()),
        Statistic::Cols => Some(side(false).filter(|c| *c > BigInt::ZERO).sum()),
        Statistic::Sizes => each(&|_, x| Some(elements(x)?.len().into())),
        Statistic::Sums => each(&|_, x| elements(x)?.iter().map(|(_, y)| whole(y)).sum()),
        Statistic::LeastRow => side(true).min(),
        Statistic::LeastCol => side(false).min(),
        Statistic::LargestRow => side(true).max(),
        Statistic::LargestCol => side(false).max(),
    }
}
