//! Games on a bag with many copies of few elements, and a number: copies come, go, are counted and compared.

use proptest::prelude::*;

/// Moves after which the number is smaller.
const MOVES: [&str; 17] = [
    "take(x in b where n > 0) to C(b without x, n - 1)",
    "add(x in known where n > 0 and x != MOST) to C(b with x, n - 1)",
    "both where n > 1 to C(b union known, n - 1)",
    "less where n > 0 to C(b minus known, n - 1)",
    "shared where n > 0 to C(b common known, n - 1)",
    "enough(few in groups where n > 0 and b common few == few) to C(b minus few, n - 1)",
    "lacking(few in groups where n > 0 and few minus b != bag()) to C(b union few, n - 1)",
    "many(x in b where n > 0 and count(y == x for y in b) > n + 2) to C(b without x without x, n - 1)",
    "sized where n > 0 and size(b) > 10 + n to C(b without LEAST, n - 1)",
    "ordered(i in 1..size(b) where n > 0 and i mod 3 == n mod 3 and sort(b)[i] != LEAST) to C(b without sort(b)[i], n - 1)",
    "replaced(x in b where n > 0 and MOST not in b) to C(b without x with MOST, n - 1)",
    "kinds where n > 0 and size({ x for x in b }) != n to C(bag(x for x in { x for x in b }), n - 1)",
    "collected where n > 0 to C(bag(x for x in b where x != LEAST), n - 1)",
    "doubled where n > 0 and LEAST in b to C(bag(x for x in b, i in 1..2 where x != MOST), n - 1)",
    "listed where n > 0 to C(bag(x for x in [MOST, LEAST, MOST]) union b, n - 1)",
    "parted(x in b, y in b where n > 0 and x != y) to C(b without x without y with x, n - 1)",
    "lent where n > 0 and b without MOST with LEAST != b to C(bag(LEAST, MOST, LEAST), n - 1)",
];

/// Games on a bag and a number.
pub(crate) fn game_of_counts() -> impl Strategy<Value = String> {
    let kinds = vec![
        ("nat", "x", "0", "7"),
        ("low | middle | high", "if x == 0 then low else if x < 5 then middle else high", "low", "high"),
        ("(nat, bool)", "(x mod 5, x > 3)", "(0, false)", "(2, true)"),
        ("text", "if x < 3 then \"a\" else if x < 5 then \"bc\" else \"\"", "\"a\"", "\"\""),
    ];
    let moves = prop::sample::subsequence(MOVES.to_vec(), 2..6);
    (prop::sample::select(kinds), moves).prop_map(|((ty, made, least, most), moves)| {
        let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
        let moves = moves.replace("LEAST", least).replace("MOST", most);
        format!(
            "let made(x: nat) = {made}\n\
             let known = bag(made(x) for x in [0, 0, 4, 7])\n\
             let groups = [bag(made(0), made(4)), bag(made(7)), bag(made(4), made(4), made(4))]\n\
             let copied(copies: list of (nat, nat)) = bag(made(x) for (x, many) in copies, i in 1..many)\n\
             game C(b: bag of {ty}, n: nat)\n{moves}"
        )
    })
}

/// Positions of such games.
pub(crate) fn position_of_counts() -> impl Strategy<Value = String> {
    let copies = prop::collection::vec((prop::sample::select(vec![0u32, 1, 3, 4, 7]), 1u32..6), 1..5);
    (copies, 0u32..4).prop_map(|(copies, n)| {
        let copies: Vec<String> = copies.iter().map(|(x, many)| format!("({x}, {many})")).collect();
        format!("C(copied([{}]), {n})", copies.join(", "))
    })
}
