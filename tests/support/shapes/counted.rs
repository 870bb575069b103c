//! Games on a bag with many copies of few elements, and a number: copies come, go, are counted and compared.

use proptest::prelude::*;

/// Moves after which there are fewer elements, or the number is smaller.
const MOVES: [&str; 17] = [
    "take(x in b where x != LEAST or n > 0) to C(b without x, n)",
    "add(x in known where n > 0 and size(b) < 14 and x != MOST) to C(b with x, n - 1)",
    "both where n > 1 and size(b) < 9 to C(b union known, n - 1)",
    "less where b minus known != b to C(b minus known, n)",
    "shared where n > 0 to C(b common known, n - 1)",
    "enough(few in groups where b common few == few) to C(b minus few, n)",
    "lacking(few in groups where n > 0 and size(b) < 11 and few minus b != bag()) to C(b union few, n - 1)",
    "many(x in b where count(y == x for y in b) > n) to C(b without x without x, n)",
    "sized where size(b) mod 3 != n and LEAST in b to C(b without LEAST, n)",
    "ordered(i in 1..size(b) where i mod 3 == n and sort(b)[i] != LEAST) to C(b without sort(b)[i], n)",
    "replaced(x in b where n > 0 and MOST not in b) to C(b without x with MOST, n - 1)",
    "kinds where n > 0 and size({ x for x in b }) != n to C(bag(x for x in { x for x in b }), n - 1)",
    "collected where LEAST in b to C(bag(x for x in b where x != LEAST), n)",
    "doubled where n > 0 and size(b) < 7 and LEAST in b to C(bag(x for x in b, i in 1..2 where x != MOST), n - 1)",
    "listed where n > 0 and size(b) < 11 to C(bag(x for x in [MOST, LEAST, MOST]) union b, n - 1)",
    "parted(x in b, y in b where x != y and size(b) mod 2 == 0) to C(b without x without y with x, n)",
    "lent where n > 0 and b without MOST with LEAST != b to C(bag(LEAST, MOST, LEAST), n - 1)",
];

/// What elements are: their type, what a number makes of them, and two of them.
const KINDS: [[&str; 4]; 5] = [
    ["nat", "x", "0", "7"],
    ["0..7", "x", "0", "7"],
    ["low | middle | high", "if x == 0 then low else if x < 5 then middle else high", "low", "high"],
    ["(nat, bool)", "(x mod 5, x > 3)", "(0, false)", "(2, true)"],
    ["text", "if x < 3 then \"a\" else if x < 5 then \"bc\" else \"\"", "\"a\"", "\"\""],
];

fn game([ty, made, least, most]: [&str; 4], moves: &[&str]) -> String {
    let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
    let moves = moves.replace("LEAST", least).replace("MOST", most);
    format!(
        "let made(x: nat) = {made}\n\
         let known = bag(made(x) for x in [0, 0, 4, 7])\n\
         let groups = [bag(made(0), made(4)), bag(made(7)), bag(made(4), made(4), made(4))]\n\
         let copied(copies: list of (nat, nat)) = bag(made(x) for (x, many) in copies, i in 1..many)\n\
         game C(b: bag of {ty}, n: nat)\n{moves}"
    )
}

/// Games on a bag and a number.
pub(crate) fn game_of_counts() -> impl Strategy<Value = String> {
    let moves = prop::sample::subsequence(MOVES.to_vec(), 2..6);
    (prop::sample::select(KINDS.to_vec()), moves).prop_map(|(kind, moves)| game(kind, &moves))
}

/// A game with each of the moves alone, on numbers.
pub(crate) fn games_of_one_move() -> impl Iterator<Item = String> {
    MOVES.iter().map(|m| game(KINDS[0], &[m]))
}

/// Positions of such games.
pub(crate) fn position_of_counts() -> impl Strategy<Value = String> {
    let copies = prop::collection::vec((prop::sample::select(vec![0u32, 1, 3, 4, 7]), 2u32..6), 1..4);
    (copies, 0u32..3).prop_map(|(copies, n)| {
        let copies: Vec<String> = copies.iter().map(|(x, many)| format!("({x}, {many})")).collect();
        format!("C(copied([{}]), {n})", copies.join(", "))
    })
}
