//! Games over lists of numbers, and rows that are cut.

use super::moves;
use proptest::prelude::*;

pub(crate) fn list_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just("  move a(i in indices(r), k in 1..r[i]) to L(put(r, i, r[i] - k))\n"),
        Just(
            "  move b(i in indices(r), c in 0..<r[i]) to L([if j < i then r[j] else min(r[j], c) for j in indices(r)])\n"
        ),
        Just("  move c(i in 2..size(r) where r[i] > 0) to L(sort(put(r, i, r[i] - 1)))\n"),
        Just("  move d(i in indices(r) where r[i] > 1) to L(reverse(put(r, i, r[i] / 2)))\n"),
        Just(
            "  move e(i in indices(r), j in indices(r) where i < j and r[i] > 0 and r[j] > 0) to L(put(put(r, i, 0), j, r[j] - 1))\n"
        ),
        Just(
            "  move f where size(r) > 1 and r[1] >= r[2] and r[1] > 0 to L([x for x in r where x != r[1]] + [0])\n"
        ),
    ];
    let heaps = &["*size(r)", "*@", "*r[@]", "*(r[@] mod 2)", "*sum(x for x in r)", "*2"];
    moves(m, 1..4, heaps).prop_map(|moves| format!("game L(r: list of nat)\n{moves}"))
}

/// Rows that are cut, spelled in many ways; the second text is a guard that spares one cell.
pub(crate) fn row_game() -> impl Strategy<Value = String> {
    let guard = prop_oneof![
        Just(""),
        Just(" where (i, c) != (1, 1)"),
        Just(" where not (i == 1 and c == 1)"),
        Just(" where c != 2"),
        Just(" where c <= 3 and i != 2"),
        Just(" where (1, c) != (i, 1) and c > 0"),
        Just(" where i != 1 or c != 1"),
        Just(" where i + c > 2 and size(r) > 1"),
        Just(" where c - i < 2 and i <= 3"),
    ];
    let choice = prop_oneof![
        3 => Just("i in indices(r), c in 1..r[i]"),
        1 => Just("c in 1..r[1], i in indices(r) where c <= r[i]"),
        1 => Just("i in 1..size(r), c in 1..9 where c < r[i] + 1"),
        1 => Just("i in 2..size(r), c in i..r[i]"),
        1 => Just("c in 1..4, i in 1..size(r)-1 where r[i] >= c"),
    ];
    let rows = prop_oneof![
        Just("[if j < i then r[j] else min(r[j], c - 1) for j in indices(r)]"),
        Just("[if j >= i then min(c - 1, r[j]) else r[j] for j in 1..size(r)]"),
        Just("[if j <= i - 1 then r[j] else min(r[j], c - 1) for j in indices(r)]"),
        Just("[if i <= j then min(r[j], c - 1) else r[j] for j in indices(r)]"),
        Just("[min(r[j], c - 1) for j in indices(r)]"),
        Just("put(r, i, c - 1)"),
        Just("reverse(sort(put(r, i, c - 1)))"),
    ];
    let m = (choice, guard, rows).prop_map(|(c, g, t)| {
        let and = if c.contains("where") { g.replacen(" where ", " and (", 1) } else { g.into() };
        let close = if and.starts_with(" and") { ")" } else { "" };
        format!("  move m({c}{and}{close}) to L({t})\n")
    });
    let from_zero = Just(
        "  move m(i in 0..<size(r), c in 1..r[i + 1]) to L([if j <= i then r[j] else min(c - 1, r[j]) for j in indices(r)])\n",
    );
    let m = prop_oneof![8 => m, 1 => from_zero.prop_map(String::from)].boxed();
    let heaps = &["*i", "*c", "*(c mod 2)", "*(i + c)", "*r[1]", "*size(r)"];
    let all = prop_oneof![2 => moves(m.clone(), 1..3, &[]), 1 => moves(m, 1..3, heaps)];
    all.prop_map(|moves| format!("game L(r: list of nat)\n{moves}"))
}

/// Rows made entry by entry in which few entries change.
pub(crate) fn edited_game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        Just(
            "  move g(i in indices(r), c in 0..<r[i]) to L([if j == i then c else if abs(i - j) == 1 and r[j] > c then r[j] - 1 else r[j] for j in indices(r)])\n"
        ),
        Just(
            "  move h(i in indices(r), c in 0..<r[i]) to L([if i - j == 2 or j == c then min(r[j], c) else if j in {i, c + 1} then min(r[j], 1 + c) - (if j == i then 1 else 0) else r[j] for j in 1..size(r)])\n"
        ),
        Just(
            "  move k(i in indices(r) where r[i] > 0) to L([if j + 1 == i + 1 then 0 else if j == i + 1 or i - 1 == j then min(r[j], i) else r[j] for j in indices(r)])\n"
        ),
        Just(
            "  move l(i in indices(r) where sum(r) > 0) to L([if 1 == abs(j - i) then r[j] / 2 else if j in {i} then max(0, r[j] - 2) else 0 for j in indices(r)])\n"
        ),
    ];
    moves(m, 1..4, &["*size(r)", "*@", "*r[@]", "*2"])
        .prop_map(|moves| format!("game L(r: list of nat)\n{moves}"))
}
