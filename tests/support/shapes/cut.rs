//! Random games on lists and texts that only get shorter at their ends, and on lists of these.

use proptest::prelude::*;
use proptest::sample::select;

/// Moves of a list of numbers, or of a text: what is written X is one of its elements.
const MOVES: &[&str] = &[
    "left where row != EMPTY to R(row[2..], n)",
    "right(k in 1..size(row)) to R(row[1..k - 1], n)",
    "first(k in 1..3 where k <= size(row) and row[1] != X) to R(row[k + 1..], n)",
    "inner(i in 1..size(row), j in i..size(row) where row[i] == row[j] or row[j] == X) to R(row[i..j - 1], n)",
    "cut(k in 1..size(row) where row[k] != X) to R(row[1..k - 1], n) + R(row[k + 1..], n)",
    "parts(k in 2..size(row) where row[k - 1] != row[k]) to R(row[1..k - 1], n) + R(row[k..], n)",
    "either where size(row) > 1 to R(if row[1] == row[2] then row[2..] else row[1..size(row) - 1], n)",
    "clear where size(row) > 2 and size({x for x in LETTERS(row)}) > n to R(EMPTY, n)",
    "with_one where any(x == X for x in LETTERS(row)) to R(row[2..], 0)",
    "many(x in LETTERS(row) where x != X) to R(row[1..count(y == x for y in LETTERS(row)) - 1], n)",
    "less where n > 0 and X in row to R(row, n - 1)",
    "less_too where n > 0 and row[2..] != row[1..size(row) - 1] to R(row, n - 1)",
    "named(t = row[2..] where size(t) > 0 and t[1] != X) to R(t[1..size(t)], n)",
    "twice where size(row) > 2 to R(row[2..][2..], n)",
    "far(k in 1..4 where k > size(row) and row != EMPTY) to R(row[k + 1..], n)",
    "rest(k in 0..n where size(row) > k) to R(row[size(row) - k + 1..], n)",
    "tail(k in 1..size(row) where all(row[i] != X for i in k..size(row))) to R(row[1..k - 1], n)",
    "sorted where size(row) > 1 and sort(LETTERS(row))[1] == row[1] to R(row[2..], n)",
    "heap(k in 1..size(row) where row[k] == X) to R(row[2..], n) + *k",
    "helped where row != EMPTY and row[1] != X to R(rest(row), n)",
];

/// Moves of a list of lists, or of texts.
const MOVES_OF_ROWS: &[&str] = &[
    "top(i in indices(rows) where rows[i] != EMPTY and rows[i][1] != X) to S(put(rows, i, rows[i][2..]), n)",
    "alike(i in indices(rows), k in 1..size(rows[i]) where rows[i][k] == rows[i][1]) to S(put(rows, i, rows[i][k + 1..]), n)",
    "bottom(i in indices(rows), k in 1..size(rows[i]) where rows[i][k] != X) to S(put(rows, i, rows[i][1..k - 1]), n)",
    "both(i in indices(rows), j in 1..i - 1 where rows[i] != EMPTY and rows[j] != EMPTY) to S(put(put(rows, i, rows[i][2..]), j, rows[j][2..]), n)",
    "moved(i in indices(rows), j in indices(rows) where i != j and rows[j] != EMPTY) to S(put(put(rows, i, rows[j][2..]), j, rows[i]), n)",
    "empty(i in indices(rows) where size(rows[i]) > 1) to S(put(rows, i, EMPTY), n)",
    "less(x in rows where size(x) > 1 and n > 0 and x[2] != X) to S(rows, n - 1)",
    "sizes where n > 0 and any(size(x) > n for x in rows) and size(rows) > 1 to S(rows, n - 1)",
    "equal where n > 0 and rows[1] != rows[size(rows)] to S(rows, n - 1)",
    "apart(i in indices(rows) where size(rows[i]) > 2) to S(put(rows, i, rows[i][1..1]), n) + S(put(rows, i, rows[i][3..]), n)",
];

/// Moves of two lists.
const MOVES_OF_TWO: &[&str] = &[
    "one where row != EMPTY to D(row[2..], other)",
    "swap where other != EMPTY to D(other[2..], row)",
    "ended(k in 1..size(row) where row[k] in other) to D(row[1..k - 1], other)",
    "behind(k in 1..min(size(row), size(other)) where row[k] != other[k]) to D(row[k + 1..], other[k..])",
    "shorter where size(other) > size(row) to D(row, other[1..size(other) - 1])",
    "least where size(row) > 1 and size(other) > 1 to D(if row[1] == other[1] then row[2..] else other[2..], row[2..])",
];

/// Of numbers, or of letters.
fn written(m: &str, of_numbers: bool, x: usize) -> String {
    let (empty, letters) = if of_numbers { ("[]", "") } else { ("\"\"", "letters") };
    let x = if of_numbers { x.to_string() } else { format!("\"{}\"", ["a", "b", "c"][x]) };
    // An element by itself, in no name.
    let m = m.replace("EMPTY", empty).replace("LETTERS(row)", &format!("{letters}(row)"));
    m.replace('X', &x)
}

fn moves(of: &'static [&'static str], of_numbers: bool) -> impl Strategy<Value = String> {
    let one =
        (select(of), 0..3usize).prop_map(move |(m, x)| format!("  move {}\n", written(m, of_numbers, x)));
    prop::collection::vec(one, 1..4).prop_map(|mut moves| {
        moves.sort();
        moves.dedup_by(|a, b| a.split(['(', ' ']).nth(3) == b.split(['(', ' ']).nth(3));
        moves.concat()
    })
}

fn row(of_numbers: bool, most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(0..3usize, 0..most).prop_map(move |row| {
        if of_numbers {
            return format!("{row:?}");
        }
        format!("\"{}\"", row.into_iter().map(|x| ["a", "b", "c"][x]).collect::<String>())
    })
}

/// Each move alone, of numbers and of letters.
pub(crate) fn games_of_one_cut() -> Vec<(String, &'static str)> {
    let of = |all: &[&str], game: &str, roots: [&'static str; 2]| -> Vec<(String, &'static str)> {
        let each = all.iter().flat_map(|m| [(m, true), (m, false)]);
        let written = |(m, of_numbers): (&&str, bool)| {
            let game = game.replace("TYPE", if of_numbers { "list of 0..2" } else { "text" });
            let text = format!("{game}\n  move {}\n", written(m, of_numbers, 1));
            (text, roots[usize::from(!of_numbers)])
        };
        each.map(written).collect()
    };
    let row = of(
        MOVES,
        "let rest(row: TYPE) = row[2..]\ngame R(row: TYPE, n: 0..2)",
        ["R([1, 0, 2, 1, 1], 2)", "R(\"bacbb\", 2)"],
    );
    let rows = ["S([[1, 1, 2], [], [0, 2, 1], [1]], 2)", "S([\"bbc\", \"\", \"acb\", \"b\"], 2)"];
    let rows = of(MOVES_OF_ROWS, "game S(rows: list of TYPE, n: 0..2)", rows);
    let two = ["D([1, 0, 2, 2], [2, 0, 1])", "D(\"bacc\", \"cab\")"];
    let two = of(MOVES_OF_TWO, "game D(row: TYPE, other: TYPE)", two);
    row.into_iter().chain(rows).chain(two).collect()
}

/// A game, and a position of it.
pub(crate) fn game_of_cuts() -> impl Strategy<Value = (String, String)> {
    let of = |of_numbers: bool| {
        let ty = if of_numbers { "list of 0..2" } else { "text" };
        let ends = select(vec![
            "",
            "  ends when size(row) > 2 and row[1] == row[3]\n",
            "  ends when size(row) == n\n",
        ]);
        let one = (moves(MOVES, of_numbers), ends, row(of_numbers, 6), 0..3u32).prop_map(
            move |(m, ends, row, n)| {
                (
                    format!("let rest(row: {ty}) = row[2..]\ngame R(row: {ty}, n: 0..2)\n{m}{ends}"),
                    format!("R({row}, {n})"),
                )
            },
        );
        let rows = prop::collection::vec(row(of_numbers, 4), 1..4);
        let many = (moves(MOVES_OF_ROWS, of_numbers), rows, 0..3u32).prop_map(move |(m, rows, n)| {
            (format!("game S(rows: list of {ty}, n: 0..2)\n{m}"), format!("S([{}], {n})", rows.join(", ")))
        });
        let two = (moves(MOVES_OF_TWO, of_numbers), row(of_numbers, 5), row(of_numbers, 5)).prop_map(
            move |(m, row, other)| {
                (format!("game D(row: {ty}, other: {ty})\n{m}"), format!("D({row}, {other})"))
            },
        );
        prop_oneof![3 => one, 3 => many, 1 => two]
    };
    prop_oneof![of(true), of(false)]
}
