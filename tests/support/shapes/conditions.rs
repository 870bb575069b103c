//! Random games whose guards take long to work out: conditions on one number, and ranges that end early.

use proptest::prelude::*;

/// What the guards call.
const DEFINITIONS: &str = "\
let prime(k: nat) = k > 1 and none(k mod d == 0 for d in 2..k/2 where d * d <= k)
let root(k: nat) = max(j for j in 0..k where j * j <= k)
let near(k: int) = min(j for j in k-3..k where j mod 3 == 1)
let divisors(k: nat) = count(k mod d == 0 for d in 1..k)
let step(k: nat) = 2 * k + 1
let evil(k: nat) = size({ i for i in 0..k where 2^i <= k and k / 2^i mod 2 == 1 }) mod 2 == 0
";

fn condition() -> impl Strategy<Value = String> {
    let own = prop_oneof![
        Just("prime(k)"),
        Just("root(k)^2 == k"),
        Just("none(k mod d == 0 for d in 2..k-1)"),
        Just("divisors(k) mod 2 == 1"),
        Just("count(k mod d == 0 for d in 1..k) == 4"),
        Just("all(d > 1 and k mod d != 0 or d == 1 for d in 1..k-1)"),
        Just("all(k mod d != 0 and d != 9 for d in 2..k-1)"),
        Just("k > 1 and max(d for d in 1..k-1 where k mod d == 0) > 2"),
        Just("k > 1 and min(d for d in 2..k where d * (k / d) == k) == 3"),
        Just("sum(1 for d in -3..k, e in 1..d where d > 0 and 0 == (k + d) mod e) mod 3 == 1"),
        Just("any(d * d + d == 2 * k for d in 1..k)"),
        Just("near(k) mod 2 == 0"),
        Just("k in { j * j for j in 0..k }"),
        Just("iterate(step, 0, 2) <= k"),
        Just("evil(k)"),
    ];
    let other = prop_oneof![
        3 => Just(""),
        1 => Just(" and (k + n) mod 3 != 1"),
        1 => Just(" and k * k <= 4 * n + 2"),
        1 => Just(" and root(n) <= k"),
        1 => Just(" and not prime(n - k)"),
        1 => Just(" and sum(d for d in 1..k where n mod d == 0) > 2"),
        1 => Just(" and any(d > 2 and not (n mod d != 0) for d in 1..k)"),
        1 => Just(" and n == n / k * k"),
    ];
    (own, other, any::<bool>()).prop_map(|(own, other, turned)| match turned {
        true => format!("{} and {own}", other.strip_prefix(" and ").unwrap_or("k > 0")),
        false => format!("{own}{other}"),
    })
}

/// A game of one pile.
pub(crate) fn game() -> impl Strategy<Value = String> {
    let target = prop_oneof![
        3 => Just("G(n - k)"),
        1 => Just("G(n - k) + G(k / 2)"),
        1 => Just("G(n - k) + *(root(k))"),
    ];
    let by_range = (0..3u32, condition(), target.clone()).prop_map(|(lo, guard, target)| {
        format!("  move t(k in {}..n where {guard}) to {target}\n", lo.max(1))
    });
    let cut = prop_oneof![
        Just("j in 1..n where j * j <= n, k = j * j"),
        Just("j in 0..n where 2^j <= n, k = 2^j"),
        Just("j in 1..n, k = j * (j + 1) / 2 where k <= n"),
        Just("k in { j^3 for j in 1..n } where k <= n"),
        Just("k in 1..root(n)"),
        Just("j in 0..n, i = j + 1, k = 2^i where j < 60 and k <= n"),
        Just("k in { i * j for i in 2..3, j in 1..n where j != 4 } where k <= n and k mod 3 != 1"),
        Just("j in -40..n where j > 0 and j * j * j <= n, k = j"),
        Just("j in 3..n where j * n <= 200 and j <= n, k = max(i for i in 1..j where i * i <= n)"),
    ];
    let cut = (cut, target).prop_map(|(cut, target)| format!("  move u({cut}) to {target}\n"));
    proptest::collection::vec(prop_oneof![2 => by_range, 1 => cut], 1..3)
        .prop_map(|moves| format!("{DEFINITIONS}game G(n: nat)\n{}", moves.concat()))
}
