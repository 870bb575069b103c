//! Games on numbers, whose rules look at how these are written: digits, letters, lengths, slices.

use proptest::prelude::*;

/// Conditions on a digit `d` and on the numbers `n` and `m`, of which some sums and differences are written as well.
const CONDITIONS: [&str; 22] = [
    "\"\" + d in letters(\"\" + n)",
    "\"\" + d in \"\" + n",
    "\"\" + (n - m) in letters(\"\" + n)",
    "any(l == \"\" + d for l in letters(\"\" + (n + m)))",
    "all(l != \"\" + d for l in letters(\"\" + m))",
    "count(l == \"1\" for l in letters(\"\" + n)) > 1",
    "size(\"\" + n) > 1 and (\"\" + n)[2] == \"\" + d",
    "size(\"\" + (m - n)) == 2",
    "letters(\"\" + n) == reverse(letters(\"\" + n))",
    "size({ l for l in letters(\"\" + n) }) == 2",
    "\"-\" in letters(\"\" + (n - 7 * d))",
    "\"\" in letters(\"\" + n) or d > 2",
    "\"1\" + d in \"\" + n + m",
    "\"2\" not in letters(\"\" + n + m)",
    "join(sort(letters(\"\" + n))) != \"\" + n",
    "(\"\" + n)[1] in letters(\"\" + m)",
    "repeat(\"\" + d, 2) in \"\" + n + m",
    "(\"\" + n)[1..1] == repeat(\"\" + d, m mod 2)",
    "size(repeat(\"\" + m, d - 1) + d) > 5",
    "join([n, d, m], \"-\") == join([m, d, n], \"-\")",
    "size(join(letters(\"\" + n), \"\" + d)) == 3 or d == 1",
    "\"\" + m in join((\"\" + n)[i] + d for i in 1..size(\"\" + n))",
];

/// What a digit is taken from.
const TARGETS: [&str; 3] = ["W(n - d, m)", "W(n, m - d)", "W(m, n - d)"];

/// Games on two numbers, from which digits are taken; in some, a condition decides who has won.
pub(crate) fn game_of_written_numbers() -> impl Strategy<Value = String> {
    let one = (prop::sample::select(CONDITIONS.to_vec()), prop::sample::select(TARGETS.to_vec()));
    let wins = prop::option::weighted(0.2, prop::sample::select(CONDITIONS.to_vec()));
    (prop::collection::vec(one, 1..4), wins).prop_map(|(moves, wins)| {
        let wins = wins.map_or(String::new(), |c| format!("  wins when any({c} and n > 3 for d in 1..3)\n"));
        let moves = moves.iter().enumerate().map(|(i, (condition, to))| {
            format!("  move m{i}(d in 1..9 where d <= n and d <= m and ({condition})) to {to}\n")
        });
        format!("game W(n: nat, m: nat)\n{wins}{}", moves.collect::<String>())
    })
}
