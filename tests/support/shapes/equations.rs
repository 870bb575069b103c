//! Games on a set of numbers, of which moves ask whether some of them fit an equation: sums, differences, distances and
//! multiples, in every kind of fold, solved for what is chosen last or for what is not.

use proptest::prelude::*;

const EQUATIONS: [&str; 12] = [
    "a + c == 2 * b",
    "c == a + b",
    "a == c",
    "abs(a - c) == abs(b - a)",
    "abs(c + a) == n - b",
    "2 * c == a + b",
    "c - a == n",
    "3 - c == a - 2 * b",
    "c * 2 + a == b - c",
    "a * b == c",
    "-c + n == c - a",
    "abs(2 * c - a) == b",
];
const OTHERS: [&str; 7] =
    ["a != b", "b < c", "c mod 2 == 0", "{a, b} != {b, c}", "c in s", "a + b > c", "6 / (c * c + 1) != n"];
/// This one is a mistake where c is 0.
const WRONG: &str = "6 / c != n";
const SOURCES: [&str; 6] = ["s", "0..n", "s without a", "s union {n}", "s minus {a, b}", "-2..3"];

/// An equation and another condition, in some order, and the opposite of both.
fn conditions(others: Vec<&'static str>) -> impl Strategy<Value = (String, String)> {
    let parts = (prop::sample::select(EQUATIONS.to_vec()), prop::sample::select(others), 0..4u32);
    parts.prop_map(|(equation, other, order)| {
        let opposite = equation.replace("==", "!=");
        match order {
            0 => (equation.into(), opposite),
            1 => (format!("{equation} and {other}"), format!("{opposite} or not ({other})")),
            2 => (format!("{other} and {equation}"), format!("not ({other}) or {opposite}")),
            _ => (
                format!("{other} and {equation} and b != n"),
                format!("not ({other}) or {opposite} or b == n"),
            ),
        }
    })
}

/// A condition on the set.
fn fold(others: Vec<&'static str>) -> impl Strategy<Value = String> {
    (conditions(others), prop::sample::select(SOURCES.to_vec()), 0..12u32).prop_map(
        |((asked, not), c, kind)| {
            let choices = format!("a in s, b in s, c in {c}");
            match kind {
                0 => format!("any({asked} for {choices})"),
                1 => format!("any(c > a for {choices} where {asked})"),
                2 => format!("all({not} for {choices})"),
                3 => format!("all({not} for {choices} where a != b)"),
                4 => format!("none({asked} for {choices} where a != c)"),
                5 => format!("none(c == n for {choices} where {asked})"),
                6 => format!("count({asked} for {choices}) mod 2 == 0"),
                7 => format!("size({{ b - c for {choices} where {asked} }}) < 3"),
                8 => format!("sum(c + 1 for {choices} where {asked}) mod 3 != 1"),
                9 => format!("size(bag(c for {choices} where {asked})) != 2"),
                10 => format!("size([c for {choices} where {asked}]) < n"),
                _ => format!("any({asked} for c in s, b in s, a in s)"),
            }
        },
    )
}

/// Games on a set and a number: each move leaves fewer numbers, or a smaller one, or each leaves more of what there may be. With
/// mistakes in some of them, or without.
pub(crate) fn game_of_equations(wrong: bool) -> impl Strategy<Value = String> {
    let others = OTHERS.into_iter().chain(wrong.then_some(WRONG)).collect();
    (prop::collection::vec(fold(others), 2..4), any::<bool>()).prop_map(|(folds, fewer)| {
        let moves = folds.iter().enumerate().map(|(i, fold)| match (fewer, i % 2) {
            (true, 0) => format!("  move take{i}(x in s where {fold}) to E(s without x, n)\n"),
            (true, _) => format!("  move less{i} where n > 0 and {fold} to E(s, n - 1)\n"),
            _ => {
                let fold = fold.replace("in s", "in (s with x)");
                // The end of one range is a choice from another.
                let of = ["-1..4", "{ a for a in 1..n, b in -1..n + 1 where a < b }"][i % 2];
                format!("  move put{i}(x in {of} where x not in s and {fold}) to E(s with x, n)\n")
            }
        });
        format!("game E(s: set of int, n: nat)\n{}", moves.collect::<String>())
    })
}
