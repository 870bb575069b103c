//! Games over one number, and over two.

use super::moves;
use proptest::prelude::*;

/// A move of a game over one number n: every part is smaller than n.
pub(crate) fn heap_move() -> impl Strategy<Value = String> {
    let bound =
        prop_oneof![Just("n"), Just("n / 2"), Just("min(n, 5)"), Just("n - 1"), Just("max(n - 3, 0)")];
    let set = proptest::collection::btree_set(1..9i64, 1..4)
        .prop_map(|s| format!("{{{}}}", s.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")));
    let guard = prop_oneof![
        Just("k <= n"),
        Just("1 <= k <= n and k mod 2 == 1"),
        Just("k <= n and (n mod 3 != 0 or k > 1)"),
        Just("k <= n and n mod k == 0"),
        Just("k < n - k"),
        Just("2 * k <= n"),
    ];
    let k_source = prop_oneof![
        (bound, guard.clone()).prop_map(|(b, g)| format!("k in 1..{b} where {g}")),
        (set, guard.clone()).prop_map(|(s, g)| format!("k in {s} where {g}")),
        (1..4i64).prop_map(|k| format!("k in 1..{k} where k <= n")),
    ];
    let split = prop_oneof![
        Just((", left in 0..n-k", "G(left) + G(n - k - left)")),
        Just((", a in 1..n-k-1 where a < n - k - a", "G(a) + G(n - k - a)")),
        Just((", a in 1..n-k-1 where a <= n - k - a and a != 2", "G(a) + G(n - k - a)")),
        Just(("", "G(n - k)")),
        Just((", a in 1..<n-k", "G(n - k - a) + G(a) + *1")),
        Just((", a in 0..(n-k)/3", "G(a) + G(2 * a) + G(n - k - 3 * a)")),
        Just((", a in 0..n-k where a mod 2 == 0", "if a > 3 then G(a) else G(0) + *2")),
        Just((", a in 1..3, b in a..n-k where a + b <= n - k", "G(b - a) + G(n - k - b)")),
        Just((
            ", (a, b) in {(1, 2), (2, 2), (3, 1)} where a + b + k <= n",
            "sum(G(n - k - x) for x in {a, a + b})"
        )),
    ];
    let when = prop_oneof![Just(""), Just(" where n > 2"), Just(" where n mod 4 != 1")];
    (k_source, split, when).prop_map(|(k, (s, t), w)| format!("  move m({k}{s}){w} to {t}\n"))
}

pub(crate) fn heap_game() -> impl Strategy<Value = String> {
    let ends = prop_oneof![3 => Just(""), 1 => Just("  ends when n == 7\n")];
    let heaps = &[
        "*@",
        "*(@ mod 2)",
        "*(@ / 2)",
        "*(n mod 3)",
        "*(n / 2)",
        "*(@ xor n)",
        "*(@ * @)",
        "*min(@, n - @)",
        "*(if @ > 2 then @ else n)",
        "(if n mod 2 == 0 then *n else nothing)",
        "*@ + *(n - @)",
        "sum(*(x + @) for x in {1, 4})",
        "*size({1, @, n})",
    ];
    (moves(heap_move(), 1..4, heaps), ends).prop_map(|(moves, ends)| format!("game G(n: nat)\n{moves}{ends}"))
}

pub(crate) fn pair_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just("  move a(k in 1..a) to P(a - k, b)\n"),
        Just("  move b(k in 1..b) to P(a, b - k)\n"),
        Just("  move c(k in 1..min(a, b)) to P(a - k, b - k)\n"),
        Just("  move d(i in 1..a-1) to P(i, b) + P(a - i, b)\n"),
        Just("  move e(j in 0..b-1 where 2 * j < b) to P(a, j) + P(a, b - 1 - j)\n"),
        Just("  move f(k in {1, 3} where k <= a and b > 0) to P(a - k, b - 1)\n"),
        Just("  move g(k in 1..b/2) to P(k, a) + *3\n"),
        Just("  move h(k in 1..a where k mod 2 == 0, j in 0..k/2) to P(a - k, min(b, j))\n"),
        Just("  move i where a > 1 and b > 1 to P(a - 2, b - 2) + P(1, 0)\n"),
    ];
    // `g` makes no number smaller by itself, but turns the pair round with a smaller sum.
    let heaps = &["*a", "*(b mod 3)", "*min(a, b)", "*@", "*(@ mod 2 + b)", "*(if a > b then a - b else 0)"];
    moves(m, 1..4, heaps).prop_map(|moves| {
        format!("game P(a: nat, b: nat)\n{}", moves.replace("P(k, a)", "P(k / 2, min(a, b - k))"))
    })
}
