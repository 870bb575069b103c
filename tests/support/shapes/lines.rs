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
        0..5u32,
    );
    parts.prop_map(|((named, row, col), lengths, fold, (directions, x, y), kind)| {
        let cell = format!("({row} + i * {x}, {col} + i * {y})");
        let guard = fold.replace('X', &cell);
        let left = match kind {
            0 => format!("s minus {{ {cell} for i in 0..<k }} without ({row}, {col})"),
            1 => format!("s minus {{ {cell} for i in 0..k where i mod 2 == 0 }}"),
            // Boxes that begin or end at the cell.
            2 => format!("s minus {{ (u, v) for u in {row}..min({row} + k, 4), v in max(1, {col} - 1)..{col} }} without ({row}, {col})"),
            3 => format!("(s flip {{ (u, v) for u in max({row} - k, 1)..{row}, v in {col}..{col} + 1 where (u, v) in s }}) without ({row}, {col})"),
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

/// Known lines, some of which leave the board, as sets of cells or of pairs, or a list of them.
const KNOWN: [&str; 5] = [
    "{ {(1, 1), (1, 2)}, {(2, 2), (3, 2)}, {(1, 3)}, {(3, 3), (3, 4)}, {(0, 1), (1, 1)} }",
    "{ { (r + i, c) for i in 0..<k } for r in 1..3, c in 1..3, k in 1..3 }",
    "{ line for line in { { (r, c + i * d) for i in 0..k } for r in 1..3, c in 1..3, d in {1, -1}, k in {0, 2} } where all(c > 0 for (_, c) in line) }",
    "[{(1, 1), (2, 2)}, {(2, 2), (3, 3)}, {(2, 1), (1, 2)}, {}]",
    "{ {(r, c), (c, r)} for r in 1..9, c in 1..9 }",
];
const ASKED: [&str; 7] = [
    "all(c in s for c in line) and line != {}",
    "size(line minus s) == 0 and size(line) > 0",
    "any(c in s for c in line)",
    "not none(c in s for c in line)",
    "any(c not in s for c in line) and size(s common line) == 1",
    "all(c in s without p for c in line) and line != {}",
    "none(c not in line for c in s) and s != {}",
];
/// Whether what is left is in one piece, and how many pieces there are.
const PIECES: [&str; 9] = [
    "size(islands(s without p)) <= 1",
    "size(islands(s without p)) < 2",
    "islands(s without p) == {s without p}",
    "islands(s without p) != {s}",
    "1 < size(islands(s))",
    "2 <= size(islands(s without p))",
    "size(islands(s)) == 1",
    "size(islands(s without p)) mod 2 == n mod 2",
    "{p} in islands(s)",
];

/// Games in which known lines are taken, or cells that leave the board in one piece or in several.
pub(crate) fn game_of_pieces() -> impl Strategy<Value = String> {
    let known = prop::sample::select(KNOWN.to_vec());
    let asked = prop::collection::vec(prop::sample::select(ASKED.to_vec()), 1..3);
    let pieces = prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..3);
    let sets = prop::sample::select(vec!["cell", "(int, int)", "(nat, nat)"]);
    (known, asked, pieces, sets).prop_map(|(known, asked, pieces, of)| {
        let lines = asked.iter().enumerate().map(|(i, asked)| match asked.contains(" p ") {
            true => format!("  move line{i}(p in s, line in lines where {asked}) to S(s minus line, n)\n"),
            false => format!("  move line{i}(line in lines where {asked}) to S(s minus line, n)\n"),
        });
        // What is not on a board has no islands.
        let pieces = pieces.iter().filter(|_| of == "cell").enumerate().map(|(i, asked)| {
            let more = if i > 0 { " union (if n > 0 then {p} else {(1, 1)})" } else { "" };
            format!("  move piece{i}(p in s where {asked}) to S(s minus ({{p}}{more}), n)\n")
        });
        let last = "  move less(q in s common ({(1, 1), (2, 2)} union (if n > 1 then {(3, 3)} else {}))) to S(s without q, 0)\n";
        let moves: String = lines.chain(pieces).collect();
        format!("let lines = {known}\ngame S(s: set of {of}, n: 0..3)\n{moves}{last}")
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
