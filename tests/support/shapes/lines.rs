//! What play keeps in order: numbers below each other. And games on a board in which lines of cells are taken that begin at
//! one of them: whether all of a line are there, or some, and lines of known or of changing length, in known directions or in
//! those of a position.

use proptest::prelude::*;

/// How a cell of the board is named, with its row and its column.
const NAMED: [(&str, &str, &str); 3] =
    [("p", "p.row", "p.col"), ("(r, c)", "r", "c"), ("p", "p.row", "p.col")];
const LENGTHS: [&str; 6] =
    ["k in 1..3", "k in {1, 3, 4}", "k in [2, 3]", "k in 1..n", "k in 0..2", "k in 2..size(s)"];
const FOLDS: [&str; 6] =
    ["all(X in s", "all(X not in s", "any(X in s", "any(X not in s", "none(X in s", "none(X not in s"];
const DIRECTIONS: [(&str, &str, &str); 4] = [
    ("", "0", "1"),
    ("", "-1", "1"),
    (", (x, y) in {(0, 1), (1, 0), (1, 1)}", "x", "y"),
    (", x in -1..1", "x", "n"),
];

/// One move, with what is left of the board.
fn line() -> impl Strategy<Value = String> {
    let parts = (
        prop::sample::select(NAMED.to_vec()),
        prop::sample::select(LENGTHS.to_vec()),
        prop::sample::select(FOLDS.to_vec()),
        prop::sample::select(DIRECTIONS.to_vec()),
        0..3u32,
    );
    parts.prop_map(|((named, row, col), lengths, fold, (directions, x, y), kind)| {
        let cell = format!("({row} + i * {x}, {col} + i * {y})");
        let guard = fold.replace('X', &cell);
        let left = match kind {
            0 => format!("s minus {{ {cell} for i in 0..<k }} without ({row}, {col})"),
            1 => format!("s minus {{ {cell} for i in 0..k where i mod 2 == 0 }}"),
            _ => format!("(s without ({row}, {col})) common ({{ {cell} for i in 0..k }} union {{ q for q in s where q.row != {row} }})"),
        };
        format!("({named} in s, {lengths}{directions} where {guard} for i in 0..<k)) to S({left}, n)")
    })
}

/// Games on a set of cells and a number: each move leaves fewer cells.
pub(crate) fn game_of_lines() -> impl Strategy<Value = String> {
    prop::collection::vec(line(), 1..3).prop_map(|moves| {
        let moves: String = moves.iter().enumerate().map(|(i, m)| format!("  move line{i}{m}\n")).collect();
        format!("game S(s: set of cell, n: 0..3)\n{moves}")
    })
}

/// A position of them.
pub(crate) fn board_of_lines() -> impl Strategy<Value = String> {
    (prop::collection::btree_set((1u32..4, 1u32..4), 0..6), 0..4u32).prop_map(|(cells, n)| {
        let cells: Vec<String> = cells.iter().map(|(r, c)| format!("({r}, {c})")).collect();
        format!("S({{{}}}, {n})", cells.join(", "))
    })
}

/// Games of three numbers, whose moves keep these in order, or some of them, or none.
pub(crate) fn numbers_in_order() -> impl Strategy<Value = String> {
    let moves = vec![
        "one(k in 1..a) to O(a - k, b, c)",
        "two(k in 1..b where b - k >= a) to O(a, b - k, c)",
        "off(k in 1..b where b - k > a) to O(a, b - k, c)",
        "three(k in 1..c where c - k >= b) to O(a, b, c - k)",
        "apart(k in 1..c where c - k > b) to O(a, b, c - k)",
        "each where a > 0 and b > 0 and c > 0 to O(a - 1, b - 1, c - 1)",
        "level where a < b to O(a, a, c)",
        "cross where b > a + 1 to O(b - 1, a, c)",
        "wild(k in 1..c where k mod 3 == 1) to O(a, b, c - k)",
    ];
    let some = prop::sample::subsequence(moves, 2..5);
    some.prop_map(|moves| {
        let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
        format!("game O(a: nat, b: nat, c: nat)\n{moves}")
    })
}
