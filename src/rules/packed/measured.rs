//! The measures that prove play to end, over keys: what [`Machine::rank`] computes, without making the position.

use super::bits::Grid;
use super::family::{Family, Instance};
use super::layout::{Field, Kind, leaves, mask, unpack_list};
use crate::check::termination::{Feature, Measure, Number, Slack, Statistic};
use crate::rules::machine::Machine;
use crate::value::{GamePosition, Value};
use num_traits::ToPrimitive;

/// The measure of each instance, if all of it is read from fields.
pub(super) struct Measures(Vec<Option<Sum>>);

struct Sum {
    plus: i128,
    terms: Vec<(i128, At)>,
}

/// A number of a field: where that begins, how wide it is, and what of it.
struct At {
    at: u32,
    bits: u32,
    what: What,
}

enum What {
    /// The number itself, from a least one.
    Word(i64),
    /// The same without its sign.
    Abs(i64),
    /// 1 if the field holds these bits.
    Is(u128),
    /// How many elements a set has.
    Size,
    /// A number for each element of a set.
    Weights(Vec<i128>),
    /// How many of these are not in a set.
    Missing(u128),
    /// Something of the words of a list.
    Words(Kind, Statistic),
}

impl Measures {
    /// Those of a family.
    pub(super) fn new(family: &Family, machine: &Machine) -> Measures {
        let one = |(tag, instance): (usize, &Instance)| {
            // Any position of the instance: only its rules are looked at.
            let any = family.unpack(tag as u128);
            sum(family, instance, &machine.falls_by(family.instances[0].id, instance.id)?, &any, machine)
        };
        Measures(family.instances.iter().enumerate().map(one).collect())
    }

    /// The rank of a key of an instance; `None` where something of it is in no field.
    #[inline]
    pub(super) fn rank(&self, tag: usize, key: u128) -> Option<u64> {
        let sum = self.0[tag].as_ref()?;
        let total = sum.terms.iter().fold(sum.plus, |total, (factor, at)| total + factor * at.of(key));
        u64::try_from((total + 1).max(0)).ok()
    }
}

/// Larger factors and weights might overflow.
const LARGEST: i128 = 1 << 60;

fn sum(
    family: &Family,
    instance: &Instance,
    measure: &Measure,
    any: &GamePosition,
    machine: &Machine,
) -> Option<Sum> {
    let mut plus = measure.plus.to_i128().filter(|n| n.abs() < LARGEST)?;
    let mut terms = vec![];
    for (factor, feature) in &measure.terms {
        let factor = factor.to_i128().filter(|n| n.abs() < LARGEST)?;
        if is_fixed(feature, any) {
            let alone = Measure { terms: vec![(1.into(), feature.clone())], ..Measure::default() };
            plus += factor.checked_mul(machine.measured(&alone, any)?).filter(|n| n.abs() < LARGEST)?;
        } else {
            terms.push((factor, place(family, instance, feature, any)?));
        }
    }
    Some(Sum { plus, terms })
}

/// Whether a feature is one of a rule, which never changes.
fn is_fixed(feature: &Feature, any: &GamePosition) -> bool {
    match feature {
        Feature::Of { param, .. } | Feature::Slack { param, .. } => any.game.is_rule[*param],
        Feature::While { .. } | Feature::Decreases(_) => false,
    }
}

fn place(family: &Family, instance: &Instance, feature: &Feature, any: &GamePosition) -> Option<At> {
    let (param, way) = match feature {
        Feature::Of { param, at, .. } => (*param, at.as_slice()),
        Feature::Slack { param, .. } => (*param, &[][..]),
        Feature::While { .. } | Feature::Decreases(_) => return None,
    };
    let game = family.program.game(instance.id);
    let before = game.state_params().filter(|(i, _)| *i < param);
    let mut field: usize = before.map(|(_, p)| leaves(&p.ty, &p.shape).len()).sum();
    let (ty, shape) = (&game.params[param].ty, &game.params[param].shape);
    match (way, leaves(ty, shape).len()) {
        ([], 1) => {}
        ([i], n) if matches!(ty, crate::check::types::Type::Tuple(types) if types.len() == n) => field += i,
        _ => return None,
    }
    let (field, at) = instance.placed.fields.get(field)?;
    let what = match feature {
        Feature::Of { number, .. } => of_field(field, *number, &family.grid)?,
        Feature::Slack { of, .. } => What::Missing(missing(field, of, any)?),
        Feature::While { .. } | Feature::Decreases(_) => return None,
    };
    Some(At { at: *at, bits: field.bits, what })
}

fn of_field(field: &Field, number: Number, grid: &Grid) -> Option<What> {
    Some(match (&field.kind, number) {
        (Kind::Word { lo, .. }, Number::Itself) => What::Word(*lo),
        (Kind::Word { lo, .. }, Number::Abs) => What::Abs(*lo),
        (Kind::Word { lo: 0, .. }, Number::Is(case)) => What::Is(case as u128),
        (Kind::Set { .. } | Kind::Cells | Kind::Over { .. }, Number::Of(Statistic::Size)) => What::Size,
        (Kind::Set { .. }, Number::Of(statistic)) => {
            What::Weights((0..field.bits).map(|b| weight(i128::from(b), statistic)).collect::<Option<_>>()?)
        }
        (Kind::Cells, Number::Of(statistic @ (Statistic::Rows | Statistic::Cols))) => {
            let of = |b| {
                let (row, col) = grid.cell(b);
                i128::from(if statistic == Statistic::Rows { row } else { col }.max(0))
            };
            What::Weights((0..field.bits).map(of).collect())
        }
        (Kind::List { cells: false, .. }, Number::Of(statistic)) if total(statistic, &[1, 2]).is_some() => {
            What::Words(field.kind.clone(), statistic)
        }
        _ => return None,
    })
}

/// What an element counts.
fn weight(x: i128, statistic: Statistic) -> Option<i128> {
    let power = |base: i128| base.checked_pow(u32::try_from(x).ok()?).filter(|n| *n < LARGEST);
    match statistic {
        Statistic::Size => Some(1),
        Statistic::Sum => Some(x),
        Statistic::Squares => Some(x * x),
        Statistic::Binary => power(2),
        Statistic::PowersOfThree => power(3),
        _ => None,
    }
}

/// What the entries of a list or bag count together; powers might become too large.
fn total(statistic: Statistic, words: &[i64]) -> Option<i128> {
    let entries = || words.iter().map(|w| i128::from(*w));
    Some(match statistic {
        Statistic::Size => words.len() as i128,
        Statistic::Sum => entries().sum(),
        Statistic::Squares => entries().map(|x| x * x).sum(),
        Statistic::Moment => (1..).zip(entries()).map(|(i, x)| i * x).sum(),
        Statistic::MomentFromEnd => (1..=words.len() as i128).rev().zip(entries()).map(|(i, x)| x * i).sum(),
        _ => return None,
    })
}

/// The elements that may be missing from a set of numbers, as bits of its field.
fn missing(field: &Field, of: &Slack, any: &GamePosition) -> Option<u128> {
    let Kind::Set { .. } = field.kind else { return None };
    let small = |v: &Value| match v {
        Value::Int(n) => n.to_i64(),
        _ => None,
    };
    let bit = |n: i64| u32::try_from(n).ok().filter(|n| *n < field.bits).map(|n| 1u128 << n);
    match of {
        Slack::Rule(i) => match &any.args[*i] {
            Value::Set(all) => all.iter().try_fold(0, |bits, v| Some(bits | bit(small(v)?)?)),
            _ => None,
        },
        Slack::Range(lo, hi) => {
            let end = |(rule, n): &(Option<usize>, num_bigint::BigInt)| {
                rule.map_or(Some(0), |i| small(&any.args[i]))?.checked_add(n.to_i64()?)
            };
            let (lo, hi) = (end(lo)?, end(hi)?);
            (lo..=hi).take(129).try_fold(0, |bits, n| Some(bits | bit(n)?))
        }
        Slack::Written => None,
    }
}

impl At {
    #[inline]
    fn of(&self, key: u128) -> i128 {
        let bits = key >> self.at & mask(self.bits);
        match &self.what {
            What::Word(lo) => i128::from(lo.wrapping_add(bits as u64 as i64)),
            What::Abs(lo) => i128::from(lo.wrapping_add(bits as u64 as i64)).abs(),
            What::Is(case) => i128::from(bits == *case),
            What::Size => i128::from(bits.count_ones()),
            What::Missing(all) => i128::from((all & !bits).count_ones()),
            What::Weights(weights) => {
                let (mut left, mut total) = (bits, 0);
                while left != 0 {
                    total += weights[left.trailing_zeros() as usize];
                    left &= left - 1;
                }
                total
            }
            What::Words(kind, statistic) => {
                let mut words = vec![];
                unpack_list(kind, bits, &mut words);
                total(*statistic, &words).unwrap_or_else(|| unreachable!("it was tried before"))
            }
        }
    }
}
