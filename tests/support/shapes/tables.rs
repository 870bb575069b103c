//! Games on a set of pairs or cells, which grows or loses elements by conditions on an element and two or three small numbers; parts
//! of them are the same in all rounds of a loop.

use proptest::prelude::*;

const ASKED: [&str; 10] = [
    "abs(a - ROW) != abs(b - COL)",
    "a + b > ROW + COL",
    "ROW * a != COL * b and a != COL",
    "{a, b} != {ROW, COL}",
    "(ROW, COL) != (a, b) or b == 1",
    "ROW + COL != sum(x for x in 0..n)",
    "count(x > COL for x in 0..a) != b",
    "size({ (x, b) for x in 0..a } common s) < 2",
    "a mod (ROW + 1) == b mod (COL + 1)",
    "max(x * a for x in 0..n) != ROW",
];
/// A mistake for some elements.
const WRONG: &str = "6 / (ROW - a) != b";
const FOLDS: [&str; 6] = [
    "all(ASKED for q in s)",
    "none(ASKED for q in s where ROW != b)",
    "any(ASKED for q in s) or s == {}",
    "count(ASKED for q in s) mod 3 != 1",
    "size({ q for q in s where ASKED }) < 3",
    "all(ASKED for q in s where a > COL) and sum(x * x for x in 0..n) > a",
];

/// Games on a set and a number.
pub(crate) fn game_of_tables(wrong: bool) -> impl Strategy<Value = String> {
    let asked: Vec<&str> = ASKED.into_iter().chain(wrong.then_some(WRONG)).collect();
    let one = (prop::sample::select(FOLDS.to_vec()), prop::sample::select(asked), any::<bool>());
    (prop::collection::vec(one, 1..4), any::<bool>()).prop_map(|(folds, cells)| {
        let moves = folds.iter().enumerate().map(|(i, (fold, asked, inner))| {
            let fold = fold.replace("ASKED", &format!("({asked})"));
            let b = if *inner { "b in a..a + 1" } else { "b in 0..2" };
            match i {
                1 => format!("  move less(a in 0..2, {b} where n > 0 and ({fold})) to T(s, n - 1)\n"),
                _ => format!(
                    "  move put{i}(a in 1..2, {b} where (a, b) not in s and ({fold})) to T(s with (a, b), n)\n"
                ),
            }
        });
        let moves = moves.collect::<String>();
        let (ty, row, col) = if cells { ("cell", "q.row", "q.col") } else { ("(int, int)", "q[1]", "q[2]") };
        format!("game T(s: set of {ty}, n: nat)\n{}", moves.replace("ROW", row).replace("COL", col))
    })
}

/// Positions of such games.
pub(crate) fn position_of_tables() -> impl Strategy<Value = String> {
    (prop::collection::btree_set((1u32..4, 0u32..3), 0..4), 0u32..3).prop_map(|(s, n)| {
        let s: Vec<String> = s.iter().map(|(a, b)| format!("({a}, {b})")).collect();
        format!("T({{{}}}, {n})", s.join(", "))
    })
}
