//! Random games of which no move changes most of a position: rows, a set of what may be taken, prices by name, a word, a pair. What is
//! written FIXED is all of that, as it was. Heaps get smaller in all, or the number beside them does. Some moves make the heaps again, with
//! something else at one place or two.

use proptest::prelude::*;
use proptest::sample::select;

const MOVES: &[&str] = &[
    "less(i in indices(h), k in may where k > 0 and k <= h[i]) to F(put(h, i, h[i] - k), n, FIXED)",
    "row(i in indices(h) where h[i] > 0 and rows[i][h[i]] != n) to F(put(h, i, h[i] - 1), n, FIXED)",
    "paid(c in cost where n > 0 and cost[c] <= h[1]) to F(put(h, 1, h[1] - cost[c]), n - 1, FIXED)",
    "named where n > 0 and cost[\"ab\"] < h[2] to F(put(h, 2, cost[\"ab\"]), n - 1, FIXED)",
    "letter(i in 1..size(w) where n > 0 and w[i] == \"a\") to F(h, n - 1, FIXED) + *i",
    "pairs where n > 0 and pair[1] < 3 and size(pair[2]) > n to F(h, n - 1, FIXED)",
    "alias(r = rows where n > 0 and size(r[1]) > n) to F(h, n - 1, r, may, cost, w, pair)",
    "helped(i in indices(h) where h[i] > 0 and top(rows, i) mod 2 == n mod 2) to F(put(h, i, 0), n, FIXED)",
    "whole where n > 0 and may != {} and max(k for k in may) > n to F(h, n - 1, FIXED)",
    "other(k in may where n > 0) to F(h, n - 1, rows, may without k, cost, w, pair)",
    "both(x in pair[2], i in indices(h) where x > 0 and h[i] >= x) to F(put(h, i, h[i] - x), n, FIXED)",
    "apart(i in indices(h) where h[i] > 2) to F(put(h, i, 1), n, FIXED) + F(put(h, i, 0), n, FIXED)",
    "sized where n > 0 and {size(r) for r in rows} == {4} and size(cost) > 1 to F(h, n - 1, FIXED)",
    "again(i in indices(h) where h[i] > 0) to F([if k == i then h[k] - 1 else h[k] for k in indices(h)], n, FIXED)",
    "swap(i in indices(h), j in indices(h) where h[i] > h[j]) to F([if k == i then h[j] else if j == k then 0 else h[k] for k in indices(h)], n, FIXED)",
    "equal(i in indices(h), j in 1..size(h) where h[i] > 0 and n > 0) to F([if k == i then h[i] - 1 else if k == j then n else h[k] for k in 1..size(h)], n - 1, FIXED)",
    "two(i in indices(h), j in indices(h) where h[i] > 0 and h[j] > 0) to F([if k in {i, j} then h[k] - 1 else h[k] for k in indices(h)], n, FIXED)",
    "but(i in indices(h) where h[i] > 1) to F([if k != i then h[k] else rows[k][1] mod 2 for k in indices(h)], n, FIXED)",
    "outside(i in 1..4 where n > 0) to F([if k == i then 0 else h[k] for k in indices(h)], n - 1, FIXED)",
];

fn game(moves: &str) -> String {
    let text = format!(
        "let top(rows: list of list of nat, i: nat) = rows[i][size(rows[i])]
game F(h: list of 0..4, n: 0..2, rows: list of list of nat, may: set of nat, cost: map of text to nat, w: text, pair: (nat, list of nat))
{moves}"
    );
    text.replace("FIXED", "rows, may, cost, w, pair")
}

/// What stays, in three ways.
const FIXED: &[&str] = &[
    "[[1, 0, 2, 1], [2, 2, 0, 1], [0, 1, 1, 2]], {1, 2}, map(\"a\" to 1, \"ab\" to 0), \"abca\", (2, [1, 3])",
    "[[2, 1], [0], [1, 1, 0, 0, 3]], {3}, map(\"ab\" to 2), \"\", (5, [])",
    "[[1, 1, 1, 1], [0, 0, 0, 0], [2, 1, 2, 1]], {}, map(\"ab\" to 1, \"b\" to 3, \"c\" to 0), \"aa\", (0, [2, 2, 1])",
];

fn position(h: [u32; 3], n: u32, fixed: &str) -> String {
    format!("F({h:?}, {n}, {fixed})")
}

/// Each move alone.
pub(crate) fn games_of_one_move() -> Vec<(String, String)> {
    let written = |m: &&str| {
        let text = game(&format!("  move {m}\n"));
        [([3, 2, 4], 2, 0), ([4, 1, 3], 1, 2)].map(|(h, n, i)| (text.clone(), position(h, n, FIXED[i])))
    };
    MOVES.iter().flat_map(written).collect()
}

/// A game, and a position of it. Rows may be shorter than heaps, where no move looks there.
pub(crate) fn game_with_fixed() -> impl Strategy<Value = (String, String)> {
    let moves = prop::collection::vec(select(MOVES), 1..4).prop_map(|mut moves| {
        moves.sort_unstable();
        moves.dedup();
        moves
    });
    let ends = select(vec!["", "  ends when h[1] == h[2] and n == 1\n", "  ends when sum(h) == pair[1]\n"]);
    (moves, ends, prop::array::uniform3(0u32..5), 0u32..3, 0..FIXED.len()).prop_map(
        |(moves, ends, h, n, i)| {
            let looks = moves
                .iter()
                .any(|m| ["rows[i]", "cost[\"ab\"]", "rows[k]"].iter().any(|read| m.contains(read)));
            let i = if looks && i == 1 { 0 } else { i };
            let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
            (game(&format!("{moves}{ends}")), position(h, n, FIXED[i]))
        },
    )
}
