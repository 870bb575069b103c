//! Games on a map whose keys are pairs or cells, with values of three kinds; keys come, go and are looked for beside others.

use proptest::prelude::*;

/// Moves after which the sum of the values, or the number beside the map, is smaller.
const MOVES: [&str; 16] = [
    "less((r, c) in m where m[(r, c)] != LEAST) to K(put(m, (r, c), LEAST), n)",
    "near((r, c) in m, (x, y) in around where (r + x, c + y) in m and m[(r, c)] != m[(r + x, c + y)] and n > 0) to K(put(m, (r, c), m[(r + x, c + y)]), n - 1)",
    "far(k in m where m[k] != LEAST and none((ROW + x, COL + y) in m and m[(ROW + x, COL + y)] == LEAST for (x, y) in around)) to K(put(m, k, LEAST), n)",
    "new(r in 1..2, c in 0..1 where n > 0 and (r, c) not in m) to K(put(m, (r, c), MOST), n - 1)",
    "other where n > 0 and all(m[k] == MOST for k in m) to K(put(m, (1, 1), LEAST), n - 1)",
    "drop(k in m where n > 0) to K(map(q to m[q] for q in m where q != k), n - 1)",
    "alike(k in m, q in m where k != q and m[k] == m[q] and n > 0) to K(put(m, q, LEAST), n - 1)",
    "big where size(m) > n and n > 0 to K(m, n - 1)",
    "turned(k in m where (COL, ROW) in m and m[(COL, ROW)] == MOST and m[k] != LEAST) to K(put(m, k, LEAST), n)",
    "many where n > 0 and count(m[k] == MOST for k in m) == n to K(map((r, c) to LEAST for (r, c) in m), n - 1)",
    "few where n > 0 and size({ m[k] for k in m }) == 2 to K(map(), n - 1)",
    "inside(k in m where n > 0 and (ROW, COL) in { (r, c) for r in 0..n, c in 1..n }) to K(put(m, k, LEAST), n - 1)",
    "outside(k in m where m[k] != LEAST and (ROW + 1, COL) not in board(2, n)) to K(put(m, k, LEAST), n)",
    "summed(i in 1..3, j in 0..3 where n > 0 and sum(known[i..j]) == n and {(1, i), (j, 9)} minus pairs == {}) to K(m, n - 1)",
    "kept(k in indices(m) without (1, 1) where n > 0) to K(map(q to m[q] for q in indices(m) without k), n - 1)",
    "whole(k in indices(m) where n > 0 and m != map(k to m[k])) to K(map(k to m[k], (0, 0) to LEAST), n - 1)",
];

/// Games on a map and a number.
pub(crate) fn game_of_keys() -> impl Strategy<Value = String> {
    let kinds = vec![("nat", "0", "2"), ("bool", "false", "true"), ("low | middle | high", "low", "high")];
    let moves = prop::sample::subsequence(MOVES.to_vec(), 2..5);
    (prop::sample::select(kinds), any::<bool>(), moves).prop_map(|((ty, least, most), cells, moves)| {
        let (key, row, col) = if cells { ("cell", "k.row", "k.col") } else { ("(int, int)", "k[1]", "k[2]") };
        let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
        let moves = moves.replace("LEAST", least).replace("MOST", most).replace("ROW", row).replace("COL", col);
        format!(
            "let around = [(0, 1), (1, 0), (-1, -1)]\n\
             let known = [1, 1, 2]\n\
             let pairs = {{(1, 2), (1, 1), (2, 9), (0, 9)}}\n\
             game K(m: map of {key} to {ty}, n: nat)\n{moves}\
             let valued(m: map of {key} to nat) = map(k to if m[k] == 0 then {least} else {most} for k in m)\n"
        )
    })
}

/// Positions of such games.
pub(crate) fn position_of_keys() -> impl Strategy<Value = String> {
    let entries = prop::collection::btree_map((0u32..3, 0u32..3), 0u32..2, 1..5);
    (entries, 0u32..3).prop_map(|(m, n)| {
        let m: Vec<String> = m.iter().map(|((r, c), v)| format!("({r}, {c}) to {v}")).collect();
        format!("K(valued(map({})), {n})", m.join(", "))
    })
}
