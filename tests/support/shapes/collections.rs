//! Games over bags, tuples, maps, and collections inside of collections.

use super::moves;
use proptest::prelude::*;

pub(crate) fn bag_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just("  move a(p in b, k in 1..p) to B(b without p with p - k)\n"),
        Just("  move b(p in b where p > 1) to B(b without p with 1 with p - 2)\n"),
        Just("  move c(p in b, q in b where p < q) to B(b without q)\n"),
        Just("  move d(p in b where p > 0) to B(bag(x for x in b where x != p))\n"),
        Just(
            "  move e(p in b where size(b) > 2 and p - 1 in b and p > 0) to B(b without p) + B(bag(p - 1, 0))\n"
        ),
    ];
    let ends = prop_oneof![3 => Just(""), 1 => Just("  ends when b == bag(1, 1, 2)\n")];
    let heaps = &["*@", "*size(b)", "*(@ / 2)", "*(if 0 in b then @ else 1)"];
    (moves(m, 1..4, heaps), ends).prop_map(|(moves, ends)| format!("game B(b: bag of nat)\n{moves}{ends}"))
}

pub(crate) fn tuple_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just("  move a((a, b) in [p], k in 1..a) to T((a - k, b), r)\n"),
        Just("  move b((a, b) in [p], k in 1..min(a, b)) to T((b - k, a), r)\n"),
        Just("  move c((a, b) in [p] where a > b) to T((b, b), r) + T((0, a - b - 1), r)\n"),
        Just("  move d((a, b) in [p], (f, n) in [r] where n > 0 and f) to T((a, b), (false, n - 1))\n"),
        Just(
            "  move e((f, n) in [r] where n > 0 and not f) to T(if n mod 2 == 0 then p else (1, 2), (true, n - 1))\n"
        ),
        Just("  move f(n in 0..1 where p == (2, 3)) to T((0, 1), (true, n))\n"),
        Just("  move g((a, b) in {p, (1, 0)} where a + b > 0 and p != (0, 0)) to T((0, 0), r)\n"),
    ];
    let heaps = &["*sum(x + 2 * y for (x, y) in [p])", "*(if p == (0, 0) then 2 else 3)", "*4"];
    moves(m, 1..5, heaps).prop_map(|moves| format!("game T(p: (nat, nat), r: (bool, 0..9))\n{moves}"))
}

pub(crate) fn map_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just("  move a(i in m, k in 1..m[i]) to M(put(m, i, m[i] - k))\n"),
        Just("  move b(i in m, j in m where m[i] > m[j] and i < j) to M(put(m, i, m[j]))\n"),
        Just("  move c(i in m where m[i] > 1) to M(map(j to min(m[j], m[i] - 1) for j in m))\n"),
        Just(
            "  move d(i in m where size(m) > 1 and m[i] == 0 and i > 0) to M(map(j to m[j] for j in m where j != i))\n"
        ),
        Just(
            "  move e(i in indices(m) where i + 1 in m and m[i] > 0) to M(put(put(m, i, 0), i + 1, m[i] - 1))\n"
        ),
        Just(
            "  move f(i in m where i not in put(m, 3, 1) or m[i] == 4) to M(put(m, i, 1)) + M(map(0 to 1))\n"
        ),
    ];
    let heaps = &["*@", "*m[@]", "*size(m)", "*(m[@] mod 2)", "*sum(m[j] for j in m)"];
    moves(m, 1..5, heaps).prop_map(|moves| format!("game M(m: map of nat to nat)\n{moves}"))
}

/// Positions that no word holds: collections of collections, and text.
pub(crate) fn nested_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just(
            "  move a(i in indices(q), j in indices(q[i]), k in 1..q[i][j]) to Q(put(q, i, put(q[i], j, q[i][j] - k)), t)\n"
        ),
        Just(
            "  move b(i in indices(q) where size(q) > 1) to Q([q[j] for j in indices(q) where j != i], t)\n"
        ),
        Just(
            "  move c(s in {size(x) for x in q} where t == \"a\") to Q([x for x in q where size(x) < s], \"b\")\n"
        ),
    ];
    let heaps = &["*@", "*size(q)", "*size(t)", "*(@ mod 2)", "*(if t == \"a\" then 3 else 0)"];
    moves(m, 1..4, heaps).prop_map(|moves| format!("game Q(q: list of list of nat, t: text)\n{moves}"))
}
