//! Digits that play keeps in order: where one is never larger than another in what play from a position comes to, an array leaves
//! all other positions out. Plays suggest it; filling the array shows whether it is so, as what is left out is void.

use super::digits::{Below, Digit, Shape, value};
use super::family::Family;
use super::orders::list;
use super::vm::Vm;
use crate::engine::random::next;
use crate::engine::{Meter, Options};

/// Of so many positions within a cone, at random, no option leaves it; at least so many of them have options.
const SAMPLES: usize = 256;
const ENOUGH: usize = 24;
/// Digits with fewer values are not compared.
const LEAST: u64 = 3;

/// The digits that play keeps in order, in which some positions were met; none if it is not clear that it does.
pub(super) fn cone(family: &Family, shape: &Shape, met: &[u64], meter: &Meter) -> Vec<Below> {
    let place = |d: &Digit| (d.at, d.bits);
    let digits = shape.digits();
    let mut found = vec![];
    for low in digits {
        for high in digits.iter().filter(|d| d.at != low.at && d.most >= low.most && low.most >= LEAST) {
            let gap = |key: &u64| value(place(high), *key) as i64 - value(place(low), *key) as i64;
            let (Some(least), Some(most)) = (met.iter().map(gap).min(), met.iter().map(gap).max()) else {
                continue;
            };
            // What is never near each other may be in order by chance, and what is always alike is in no order.
            if (0..=1).contains(&least) && most > least {
                found.push(Below { low: place(low), high: place(high), strictly: least > 0 });
            }
        }
    }
    reduce(&mut found);
    while !found.is_empty() {
        match leaves(family, shape, &found, meter) {
            None => return vec![],
            Some(gone) if gone.is_empty() => break,
            Some(gone) => found.retain(|b| !gone.contains(b)),
        }
    }
    found
}

/// Without what follows from others.
fn reduce(all: &mut Vec<Below>) {
    let between = |b: &Below, all: &[Below]| {
        all.iter().any(|first| {
            first.low == b.low && all.iter().any(|second| second.low == first.high && second.high == b.high)
        })
    };
    let before = all.clone();
    all.retain(|b| !between(b, &before));
}

/// Which of these orders an option of a position does not keep that keeps them all; `None` if too few positions show it.
fn leaves(family: &Family, shape: &Shape, cone: &[Below], meter: &Meter) -> Option<Vec<Below>> {
    let (mut vm, mut options, mut random) = (Vm::default(), Options::default(), 7u64);
    let (mut looked_at, mut gone) = (0, vec![]);
    for _ in 0..SAMPLES {
        meter.look().ok()?;
        let before = (next(&mut random) << 31 | next(&mut random)) % shape.size();
        let Some(key) = within(shape.key(before), cone) else { continue };
        if list(family, &mut vm, key, &mut options, meter).is_none() {
            continue;
        }
        looked_at += usize::from(!options.parts().is_empty());
        for option in options.parts() {
            gone.extend(cone.iter().filter(|b| !b.holds(*option)));
        }
    }
    (looked_at >= ENOUGH).then_some(gone)
}

/// A key with its digits exchanged until they are in order.
fn within(mut key: u64, cone: &[Below]) -> Option<u64> {
    for _ in 0..cone.len() * cone.len() {
        let Some(b) = cone.iter().find(|b| !b.holds(key)) else { return Some(key) };
        let (low, high) = (value(b.low, key), value(b.high, key));
        key ^= (low ^ high) << b.low.0 | (low ^ high) << b.high.0;
    }
    cone.iter().all(|b| b.holds(key)).then_some(key)
}
