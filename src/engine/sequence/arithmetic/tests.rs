//! The theorem against the definition: of random rules and random functions, what is proved to last does last.

use super::super::form::{Form, Left, Piece};
use super::super::period::Found;
use super::super::plain::Plain;
use super::super::repeats::{Repetition, find_period};
use super::prove;
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::cell::Cell;

fn rules() -> impl Strategy<Value = Form> {
    let code = proptest::collection::vec(0..16u8, 1..4).prop_map(|digits| Form::of_code(0, &digits));
    let left = (0..6u8, 0..4u64, 1..3u64, 0..3u64).prop_map(|(kind, take, least, apart)| match kind {
        0 => Left::One { take: take + 1 },
        1 => Left::Nothing,
        2 => Left::Two { take, least, apart },
        3 => Left::Below { take: take + 1, least },
        _ => Left::Three { take, least },
    });
    let piece = (left, prop_oneof![4 => Just(0), 1 => 0..5u64])
        .prop_map(|(left, heap)| Piece { heap, ..Piece::new(left.take().unwrap_or(3) + 1, left) });
    let pieces = proptest::collection::vec(piece, 1..5).prop_map(|pieces| Form { first: 0, pieces });
    prop_oneof![code, pieces]
}

/// A function near the true one: which value is changed, by which number, and how the saltus, the period and the start are.
type Change = (usize, u16, i64, usize, usize);

fn change() -> impl Strategy<Value = Change> {
    let most = prop_oneof![3 => Just(0), 1 => -1..2i64];
    (0..1000usize, 0..4u16, most, prop_oneof![3 => Just(0), 1 => 1..4usize], 0..3usize)
}

/// The values by the definition behind those that are given.
fn continued(form: &Form, mut g: Vec<u16>, count: usize) -> Vec<u16> {
    let mut plain = Plain::new(form);
    while g.len() < count {
        let n = g.len() as u64;
        g.push(if n < form.first { 0 } else { plain.value(form, &g, n).expect("small values") });
    }
    g
}

/// If the first values were those of the function, would all be? Returns whether that is proved.
fn holds(form: &Form, first: &[u16], found: Repetition) -> bool {
    let at = |n: usize| match n.checked_sub(found.start) {
        Some(d) if d >= found.period => {
            let rounds = (d / found.period) as i64 * found.saltus;
            first[found.start + d % found.period] + rounds as u16
        }
        _ => first[n],
    };
    let f: Vec<u16> = (0..240).map(at).collect();
    let Found::Proved(proof) = prove(form, &f[..180], found) else { return false };
    let given = f[..=proof.needed as usize].to_vec();
    assert_eq!(continued(form, given, f.len()), f, "{form:?} {found:?} {proof:?}");
    true
}

#[test]
fn what_is_proved_goes_on() {
    let config = ProptestConfig {
        cases: 150,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2026),
        ..Default::default()
    };
    let (true_ones, changed) = (Cell::new(0), Cell::new(0));
    let strategy = (rules(), proptest::collection::vec(change(), 20));
    TestRunner::new(config)
        .run(&strategy, |(form, changes)| {
            let g = continued(&form, vec![], 180);
            let values: Vec<i64> = g.iter().map(|v| i64::from(*v)).collect();
            let Some(found) = find_period(&values).filter(|r| r.saltus > 0) else { return Ok(()) };
            true_ones.update(|n| n + i32::from(holds(&form, &g, found)));
            for (place, value, saltus, period, start) in changes {
                let (start, period) = (found.start + start, found.period + period);
                let other = Repetition { start, period, saltus: (found.saltus + saltus).max(1) };
                let mut first = g[..(start + period).min(120)].to_vec();
                let place = place % first.len();
                first[place] ^= value;
                let proved = first.len() == start + period && holds(&form, &first, other);
                changed.update(|n| n + i32::from(proved));
            }
            Ok(())
        })
        .expect("nothing wrong is proved");
    assert!(true_ones.get() > 30 && changed.get() > 200, "{true_ones:?} {changed:?}");
}
