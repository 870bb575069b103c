//! Random games in which a piece goes to a place near where it is, or far from it: conditions on distances, in many ways.

use proptest::prelude::*;
use proptest::sample::select;

/// What may be asked of a place (r, c), of a piece at (a, b); K is a small number.
const CONDITIONS: &[&str] = &[
    "abs(r - a) <= K",
    "abs(a - r) == K",
    "(r - a)^2 + (c - b)^2 == K + 3",
    "(r - a) * (r - a) + (c - b) * (c - b) < K",
    "(r - a) * (c - b) == K",
    "abs((r - a) * (c - b)) == 2",
    "max(abs(r - a), abs(c - b)) == K",
    "abs(r - a) + abs(c - b) < K + 1",
    "r - a in {-1, 0, K}",
    "abs(r - a) in {1, K}",
    "r in a - K..a + 1",
    "b - c in -K..0",
    "{abs(r - a), abs(c - b)} == {1, K}",
    "2 * abs(r - a) + (c - b)^2 <= K",
    "(r - a)^4 <= K",
    "abs(r - 2 * a) < K",
    "abs(2 * r - a) <= K",
    "abs(r - c) == K",
    "(r - b)^2 - abs(c - a) < K",
    "K >= abs(r - a) * t",
    "abs(r - a) < min(K, b)",
    "r + a <= K + c",
    "r * c != K",
    "6 / r > K",
    "6 / (r - a + 7) == K",
    "[3, 1, 2, 0, 1, 2][r] == K",
    "(r - a) mod 7 == K",
    "(c + b) mod 8 in {K, 5}",
    "(b - c) mod 7 in {1, 6}",
    "(b - c) mod 7 in {1, 9}",
    "(a - c + K) mod 9 == t",
    "(r + t) mod 5 == 2",
    "any(abs(r - x) == K for x in [a, b])",
    "none(r == x for x in {a, b, a + K})",
    "all(r != x + K for x in {a, b} where x > 1)",
    "all(6 / x >= c for x in [a, b])",
    "(r == a) != (c == b)",
    "r <= a + K",
    "a - r <= K",
    "3 * r - 2 * a > K",
    "b < K - 2 * c",
    "-2 * r >= a - 7 * K",
    "not (r + K > b + c)",
    "(r < a - K or r > b + K and r <= 5)",
    "r * c == a + K",
    "r * t == c + K",
    "any(r * x == a * b for x in 1..K + 2)",
    "any(x * y == r + K for x in 2..a, y in x..b)",
    "none(x * r == c for x in {a, b, K})",
    "all(c * x != b for x in 0..K)",
];

fn condition() -> impl Strategy<Value = String> {
    let one = || (select(CONDITIONS), 0..4u32).prop_map(|(c, k)| c.replace('K', &k.to_string()));
    prop_oneof![
        2 => one(),
        2 => (one(), one()).prop_map(|(a, b)| format!("{a} and {b}")),
        1 => (one(), one()).prop_map(|(a, b)| format!("({a} or {b})")),
        1 => (one(), one(), one()).prop_map(|(a, b, c)| format!("({a} and {b} or {c})")),
        1 => (one(), one()).prop_map(|(a, b)| format!("not ({a}) and {b}")),
    ]
}

/// Moves of a piece at (a, b), which takes one of t.
const MOVES: &[&str] = &[
    "go(r in 1..6, c in 1..6 where t > 0 and COND) to N(r, c, t - 1)",
    "inner(r in 1..6 where r != b, c in 1..r where COND and t > 0) to N(r, c, t - 1)",
    "late(c in 1..6, r in 1..6 where COND, d = abs(r - c) where t > d) to N(r, c, t - d - 1)",
    "some(k in 1..t where any(COND for r in 1..6, c in 1..k + 2)) to N(b, a, t - k)",
    "none(k in 1..t where none(COND for r in k..6, c in 1..6)) to N(a, b, t - k)",
    "all(k in 1..t where all(r > k for r in 1..6, c in 1..6 where COND)) to N(a, b, t - k)",
    "many(k in 1..t where count(COND for r in 1..6, c in 1..6) mod 3 != k) to N(b, a, t - k)",
    "sum(k in 1..t where sum(r for r in 1..6, c in 1..6 where COND) > k * 5) to N(b, a, t - k)",
    "places(k in 1..t where size({r for r in 1..6, c in 1..6 where COND}) > k) to N(b, a, t - k)",
    "in_row(r in indices([0, 1, 2, 3]), c in 1..4 where COND and t > 0) to N(c, r, t - 1)",
    "either(r in 1..6, c in 1..6 where t > 0 and (r == a or c == b and COND or r - c == a - b)) to N(r, c, t - 1)",
    "named(r in 1..6, c in 1..6, q = (r, c) where t > 0 and q != (a, b) and (r == a or COND and c == b)) to N(r, c, t - 1)",
    "case(r in 1..6, c in 1..6 where t > 0 and (if t == 1 then r == b else c == a and COND)) to N(r, c, t - 1)",
    "board(q in board(a, b), r = q.row, c = q.col where t > 0 and COND) to N(r, c, t - 1)",
    "cells(q in board(b, a) where t > 0 and (q.row == 1 or q.col == a or q.row == q.col)) to N(q.row, q.col, t - 1)",
    "large(q in board(12, 12) where t > 0 and q.row == b and q.col < 7) to N(q.row, q.col, t - 1)",
    "pairs((r, c) in {(x, y) for x in 1..a, y in 1..b where x != y} where COND and t > 0) to N(r, c, t - 1)",
    "taken((c, r) in board(a, 6) where t > 0 and COND) to N(c, r, t - 1)",
    "higher(q in {(x, y) for x in 1..a, y in x..6} where t > 0 and q[2] - q[1] == t - 1) to N(q[1], q[2], t - 1)",
    "on_board(k in 1..t where any(COND for (r, c) in board(a, b))) to N(a, b, t - k)",
    "off_board(k in 1..t where size({q.col for q in board(a, b), r = q.row, c = q.col where COND}) > 1) to N(a, b, t - k)",
    "long(r in 1..40, c in 1..a where r <= 6 and t > 0 and COND) to N(r, c, t - 1)",
    "within(r in 2 - b..b + 3, c in 1..9 where 0 < r and r < 7 and c < 7 and COND and t > 0) to N(c, r, t - 1)",
    "bounded(k in 1..t where any(COND for r in 1..b + 4, c in 2..k + a)) to N(b, a, t - k)",
    "two(r in 1..6, c in 1..6 where t > 1 and COND) to N(r, c, t - 2) + N(c, 1, t - 2)",
    "drawn(q in MEADOW, r = q.row, c = q.col where t > 0 and r < 7 and c < 7 and COND) to N(r, c, t - 1)",
    "close(q in MEADOW where t > 0 and abs(q.row - a) + abs(q.col - b) == 1 and q.row < 7 and q.col < 7) to N(q.row, q.col, t - 1)",
    "meadow((r, c) in MEADOW minus {(a, b)} where r <= 6 and c <= 6 and COND and t > 0) to N(c, r, t - 1)",
    "seen(k in 1..t where any(r < 7 and COND for (r, c) in MEADOW without (b, a))) to N(a, b, t - k)",
    "counted(k in 1..t where count(q in MEADOW and q.row == a + 1 for q in MEADOW common board(a, 20)) mod 2 == k mod 2) to N(b, a, t - k)",
    "steps(k in 1..t where k mod (a + 1) == b mod 3) to N(b, a, t - k)",
    "back(k in -t..t where k > 0 and (b - k) mod (2 * (t - a) + 1) == 1) to N(b, a, t - k)",
    "behind(k in b - 3..t + 2 where (k + a) mod (if a == b then -3 else a - b) == t mod 2 - 1 and 0 < k and k <= t) to N(b, a, t - k)",
    "multiples(r in 1..a where r mod b == 0, k in r..t where t > r and 2 == (t - k) mod (r + 1)) to N(r, b, t - k)",
    "asked(k in 1..t where any((x + k) mod a == b - 1 and COND for x in 1..t + b, r in 1..x, c in 1..2)) to N(a, b, t - k)",
    "divisor(k in 1..t where k mod euclid((a, b), b)[1] == 0) to N(b, a, t - k)",
    "few_steps(k in 1..t where euclid((k - a, b - 3), a)[1] == euclid((b, k), 1)[1] - 2) to N(b, a, t - k)",
    "coprime(k in 1..t where {a, b, 7} minus {0} != {euclid((b * k, a - k), t)[2]}) to N(b, a, t - k)",
    "ways(k in 1..t where k in [{1, 2}, {2, 3}, {}, {1, 4, 5}, {3}, {1}][a]) to N(a, b, t - k)",
    "listed(k in 1..t, x in [[1, 2], [3], [], [2, 2, 5], [6, 1], [4]][b] where x != k) to N(x, b, t - k)",
    "mapped(k in 1..t, x in map(1 to {2}, 2 to {1, 3}, 3 to {}, 4 to {4, 5, 6}, 5 to {1}, 6 to {3, 6})[a]) to N(x, a, t - k)",
    "around(k in 1..t, q in map((r, c) to {(c, r), (r, min(6, c + 1))} for r in 1..6, c in 1..6)[(a, b)] where q[1] != k) to N(q[1], q[2], t - k)",
    "paired(k in 1..t, e = [(1, {2}), (2, {3, 4}), (3, {}), (4, {1}), (5, {5}), (6, {2, 6})][a] where e[1] + k > b and k not in e[2]) to N(b, a, t - k)",
    "letters(k in 1..t where \"abcabc\"[a] == \"abccba\"[b] or letters(\"aabbcc\")[a] == \"c\") to N(b, a, t - k)",
    "words(k in 1..t, w = [\"ab\", \"b\", \"ab\", \"\", \"abc\", \"c\"][a] where size(w) >= k and w[k] != \"ab\"[b mod 2 + 1]) to N(b, a, t - k)",
    "nested(k in 1..t where [[[1], [2, 3]], [[]], [[1, 1], [2]], [], [[4], [4]], [[3, 2, 1]]][a] != [[[k]], [[]]][b mod 2 + 1]) to N(b, a, t - k)",
];

/// More cells than have masks.
const MEADOW: &str = "board(\"............|..#.........|....#.....#.|............|.#....#.....|............|............|............|............|............|............|............\")";

/// So many steps of Euclid's method.
const EUCLID: &str = "let step(p: (int, int)) = if p[2] == 0 then p else (p[2], p[1] mod p[2])\nlet euclid(p: (int, int), n: nat) = iterate(step, p, n)\n";

/// A game with these moves.
fn of_moves(moves: &str) -> String {
    let names = if moves.contains("euclid(") { EUCLID } else { "" };
    format!("{names}game N(a: 1..6, b: 1..6, t: 0..9)\n{moves}")
}

/// A move with a condition.
fn written(m: &str, condition: &str) -> String {
    m.replace("COND", condition).replace("MEADOW", MEADOW)
}

/// Each move alone, with some of the conditions.
pub(crate) fn games_of_one_distance() -> Vec<String> {
    let conditions = CONDITIONS.iter().step_by(5).map(|c| c.replace('K', "1"));
    let with = |c: String| MOVES.iter().map(move |m| of_moves(&format!("  move {}\n", written(m, &c))));
    conditions.flat_map(with).collect()
}

/// A game of one piece that may move so many times.
pub(crate) fn game_of_distances() -> impl Strategy<Value = String> {
    let one = (select(MOVES), condition());
    let one = one.prop_map(|(m, c)| format!("  move {}\n", written(m, &c)));
    proptest::collection::vec(one, 1..4).prop_map(|moves| {
        let mut named: Vec<String> = moves;
        named.sort();
        named.dedup_by(|a, b| a.split('(').next() == b.split('(').next());
        of_moves(&named.concat())
    })
}
