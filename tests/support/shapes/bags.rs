//! Random games on bags over a few elements: numbers, letters, cases, pairs. What is written X and Y are two of them, SET is all.

use proptest::prelude::*;
use proptest::sample::select;

const MOVES: &[&str] = &[
    "take(x in p where x != Y) to B(p without x, n)",
    "named where X in p to B(p without X, n)",
    "both(x in p where x != X and X in p) to B(p without x without X, n)",
    "change(x in p, y in SET where n > 0 and x != y) to B(p without x with y, n - 1)",
    "two(x in p, y in p where x != y) to B(p without x without y with X, n)",
    "copies(x in p where count(y == x for y in p) > 1) to B(p without x without x with Y, n)",
    "less where n > 0 and size(p) > 2 to B(p without X, n - 1)",
    "empty where p != bag() and size({x for x in p}) > 1 to B(bag(), n)",
    "asked where n > 0 and all(x != X or count(y == x for y in p) == 1 for x in p) to B(p with Y, n - 1)",
    "helped(x in p where often(p, x) > 1) to B(p without x, n)",
    "helped_too where n > 0 and fine(p without X with Y) to B(p with X with Y, n - 1)",
    "joined where n > 0 and p != bag(X) to B(p union bag(X, Y), n - 1)",
    "out where X in p and Y in p to B(p minus bag(X, Y), n)",
    "heap(x in p where x == Y) to B(p without x, n) + *count(y == x for y in p)",
    "apart(x in p where size(p) > 2) to B(p without x, n) + B(bag(), n)",
    "either where X in p to B(if Y in p then p without Y else p without X, n)",
    "held(q = p without X where n > 0 and size(q) < size(p)) to B(q with Y, n - 1)",
    "weighed where n > 0 and sum(1 for x in p where x != X) != n to B(p without Y, n - 1)",
    "listed where n > 0 and [x for x in p] != [X, Y] to B(p without X without X, n - 1)",
    "summed(k in 0..sum(1 for y in p where y != X) where n > 0) to B(p, 0) + *k",
    "sized(k in 0..size([y for y in p where y != Y]) where n > 0) to B(p without X, 0) + *k",
    "filtered(x in p where count(y == x for y in p) > 1) to B(bag(y for y in p where y != x), n)",
    "kept(q = bag(y for y in p where y != X or n == 2) where n > 0 and size(q) > 1) to B(q without Y, n - 1)",
    "first where p != bag() and least(p) == X to B(p without X, n)",
    "alike where n > 0 and p without X == p without Y to B(p with X, n - 1)",
    "counted(x in SET, k = count(y == x for y in p) where k > 1) to B(p without x, n)",
];

/// How the elements of a bag are written, and their type.
const ELEMENTS: &[(&str, [&str; 3])] = &[
    ("0..5", ["0", "2", "5"]),
    ("nat", ["1", "3", "4"]),
    ("text", ["\"a\"", "\"ab\"", "\"c\""]),
    ("u | v | w", ["u", "v", "w"]),
    ("(nat, nat)", ["(0, 1)", "(2, 0)", "(1, 1)"]),
];

fn game(moves: &str, (ty, all): (&str, [&str; 3]), (x, y): (usize, usize)) -> String {
    let helpers = "let often(p: bag of TYPE, x: TYPE) = count(y == x for y in p)
let fine(p: bag of TYPE) = all(count(y == x for y in p) <= 2 for x in SET)\n";
    let set = format!("{{{}}}", all.join(", "));
    let moves = moves.replace('X', all[x]).replace('Y', all[y]);
    let text = format!("{helpers}game B(p: bag of TYPE, n: 0..2)\n{moves}");
    text.replace("TYPE", ty).replace("SET", &set)
}

fn bag(all: [&str; 3], of: &[usize], n: usize) -> String {
    let each: Vec<&str> = of.iter().map(|i| all[*i]).collect();
    format!("B(bag({}), {n})", each.join(", "))
}

/// Each move alone, of each kind of elements.
pub(crate) fn games_of_one_bag() -> Vec<(String, String)> {
    let each = MOVES.iter().flat_map(|m| ELEMENTS.iter().map(move |e| (m, *e)));
    let written = |(m, (ty, all)): (&&str, (&str, [&str; 3]))| {
        let text = game(&format!("  move {m}\n"), (ty, all), (0, 1));
        [bag(all, &[0, 0, 1, 2, 2], 2), bag(all, &[0, 1, 1, 1, 2, 2, 2], 1)].map(|root| (text.clone(), root))
    };
    each.flat_map(written).collect()
}

/// A game, and a position of it.
pub(crate) fn game_of_bags() -> impl Strategy<Value = (String, String)> {
    let moves = prop::collection::vec(select(MOVES), 1..4).prop_map(|mut moves| {
        moves.sort_unstable();
        moves.dedup();
        moves.iter().map(|m| format!("  move {m}\n")).collect::<String>()
    });
    let ends = select(vec!["", "  ends when X in p and Y in p and n == 1\n", "  ends when size(p) == n\n"]);
    let position = (prop::collection::vec(0..3usize, 0..6), 0..3usize);
    (moves, ends, select(ELEMENTS), (0..3usize, 0..3usize), position).prop_map(
        |(moves, ends, of, named, (elements, n))| {
            (game(&format!("{moves}{ends}"), of, named), bag(of.1, &elements, n))
        },
    )
}
