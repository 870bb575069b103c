//! Positions whose parts have no fixed size are words as long as they are small: lists of tuples and of lists, texts, bags and
//! maps of anything. What outgrows that has the same values.

use crate::random::config;
use crate::shapes::{bags, cut, entries, fixed, flat, near, truths};
use crate::solved::{USED, agree, general, in_bytes, in_graph, picked, used_for, with_budget};
use fairgame::answer::Answer;
use fairgame::engine::Budget;
use fairgame::session::Session;
use proptest::prelude::*;

/// A game, and a position of it.
const IN_WORDS: [(&str, &str); 8] = [
    (
        "game G(l: list of (nat, nat))
  move first(i in indices(l) where l[i][1] > 0) to G(put(l, i, (l[i][1] - 1, l[i][2])))
  move second(i in indices(l), k in 1..2 where l[i][2] >= k) to G(put(l, i, (l[i][1], l[i][2] - k)))\n",
        "G([(1, 2), (2, 1)])",
    ),
    (
        "game G(b: list of list of bool)
  move clear(i in indices(b), j in indices(b[i]) where b[i][j])
    to G([[if x == i and y <= j then false else b[x][y] for y in indices(b[x])] for x in indices(b)])\n",
        "G([[true, true, true], [true, true]])",
    ),
    (
        "game G(m: map of cell to (red | green | none))
  move paint(c in m where m[c] == none, x in {red, green} where none(d in m and m[d] == x for d in touching(c)))
    to G(put(m, c, x))\n",
        "G(map((1, 1) to none, (1, 2) to none, (1, 3) to none, (1, 4) to none, (2, 1) to none, (2, 2) to none, (2, 3) to none, (2, 4) to none))",
    ),
    (
        "game G(w: list of text)
  move cut(i in indices(w) where size(w[i]) > 0) to G(put(w, i, w[i][2..]))
  move end(i in indices(w) where size(w[i]) > 2) to G(put(w, i, \"\"))\n",
        "G([\"abc\", \"ab\"])",
    ),
    (
        "game G(b: bag of (nat, nat))
  move first((x, y) in b, k in 1..x) to G(b without (x, y) with (x - k, y))
  move second((x, y) in b where y > 0) to G(b without (x, y) with (x, y - 1))\n",
        "G(bag((1, 2), (2, 1), (1, 2)))",
    ),
    (
        "game G(m: map of 1..4 to list of nat)
  move drop(k in m where size(m[k]) > 0) to G(put(m, k, m[k][2..]))
  move less(k in m, i in indices(m[k]) where m[k][i] > 0) to G(put(m, k, put(m[k], i, m[k][i] - 1)))\n",
        "G(map(1 to [1, 2], 3 to [2]))",
    ),
    (
        "game G(m: map of 0..200 to 0..4)
  move less(k in m where m[k] > 0 and k mod 7 != 3) to G(put(m, k, m[k] - 1))
  move both(k in m, l in m where k < l and m[k] == m[l] and m[k] > 0) to G(put(put(m, k, 0), l, 0))\n",
        "G(map(3 to 1, 50 to 0, 77 to 2, 101 to 1, 150 to 0, 180 to 1, 200 to 1))",
    ),
    (
        "game G(s: text, n: nat)
  move cut(i in 1..size(s) where s[i] == \"a\") to G(s[1..i-1] + s[i+1..], n)
  move less where n > 0 to G(s, n - 1)\n",
        "G(\"abaab\", 2)",
    ),
];

#[test]
fn collections_of_anything_are_words() {
    for (game, position) in IN_WORDS {
        agree(game, position, true);
        let used = used_for(game, position);
        let most =
            |what: &str| used.iter().filter(|(name, _)| name.starts_with(what)).map(|(_, n)| n).sum::<u64>();
        let (words, others) = (most("graph 64"), most("graph in bytes") + most("general"));
        assert!(words > 0 && others == 0, "{game}{used:?}");
    }
}

/// What takes long and depends on two numbers is remembered for both of them: pairs that share a place, numbers that are negative or
/// large, parts of a tuple, and what a function gives.
#[test]
fn what_depends_on_two_numbers_is_remembered_for_each_pair() {
    let coprime = "let coprime(a: nat, b: nat) = none(a mod d == 0 and b mod d == 0 for d in 2..a)\n";
    let divisors = "let divisors(n: nat) = { d for d in 1..n where n mod d == 0 }\n";
    let step = "let step(p: (nat, nat)) = if p[2] == 0 then p else (p[2], p[1] mod p[2])\nlet gcd(a: nat, b: nat) = iterate(step, (a, b), 12)[1]\n";
    let games = [
        // 1 and 300 have the place of 2 and 44.
        (
            format!("{coprime}game G(a: nat, b: nat)\n  move one(k in {{1, 256}} where k <= b and coprime(a, b - k)) to G(a, b - k)\n  move two where a > 1 and (coprime(a, b) or b mod 5 == 2) to G(a - 1, b)\n"),
            "G(3, 312)",
        ),
        (
            format!("{divisors}game G(x: list of nat)\n  move one(k in 1..2, j in 1..x[1] where k < x[2] and divisors(j + 2) common divisors(j + k) == {{1}}) to G([x[1], x[2] - k])\n  move two(a in {{x[1]}}, b in {{x[2]}} where a > 1 and size(divisors(a) common divisors(b)) != 2) to G([a - 1, b])\n"),
            "G([9, 12])",
        ),
        (
            format!("{step}game G(p: (nat, nat), l: list of nat)\n  move one(k in 1..3 where k < p[2] and gcd(p[1], p[2] - k) == 1) to G((p[1], p[2] - k), l)\n  move two(i in indices(l) where l[i] > 0 and gcd(l[i] + 20, p[1]) < 3) to G(p, put(l, i, l[i] - 1))\n"),
            "G((12, 9), [3, 4])",
        ),
        (
            "game G(x: int, y: -9..9)\n  move one(k in 1..2 where x > -4 and any(d * d == abs(x - k) + y for d in 0..y + 12)) to G(x - k, y)\n  move two where y > -3 and count(x mod (d * d + 1) == 0 for d in 1..y + 7) != 1 to G(x, y - 1)\n".into(),
            "G(5, 4)",
        ),
        (
            "game G(a: nat, b: nat)\n  move one where a > 1048570 and all((a + b) mod d != 1 for d in 2..b + 3) to G(a - 1, b)\n  move two where b > 0 and any(a mod (d + 2) == 0 for d in 1..b + 2) to G(a, b - 1)\n".into(),
            "G(1048579, 6)",
        ),
    ];
    for (game, position) in &games {
        agree(game, position, true);
        let mut session = Session::new(Budget::default());
        let loaded = session.load_text("test", &format!("{game}show value({position})\n"));
        session.games().skip_quick_attempts();
        session.games().skip_tables();
        session.ask(&loaded.questions[0]);
        let fired = session.games().fired();
        assert!(fired.counts().any(|(name, _)| name == "code: values remembered"), "{game}");
    }
}

#[test]
fn each_move_that_cuts_has_its_values() {
    for (game, position) in cut::games_of_one_cut() {
        let budget = Budget { time: None, ..Budget::default() };
        assert_eq!(with_budget(&game, position, budget), general(&game, position), "{game}{position}");
    }
    let sliced = |name: &String| name.starts_with("slices");
    let used: u64 = USED.lock().unwrap().iter().filter(|(name, _)| sliced(name)).map(|(_, n)| n).sum();
    assert!(used > 500, "only {used} positions were slices");
}

#[test]
fn each_move_of_bags_has_its_values() {
    for (game, position) in bags::games_of_one_bag() {
        let budget = Budget { time: None, ..Budget::default() };
        assert_eq!(with_budget(&game, &position, budget), general(&game, &position), "{game}{position}");
    }
    let counted = |name: &String| name.starts_with("counts");
    let used: u64 = USED.lock().unwrap().iter().filter(|(name, _)| counted(name)).map(|(_, n)| n).sum();
    assert!(used > 400, "only {used} positions were counts");
}

#[test]
fn each_move_of_maps_has_its_values() {
    for (game, position) in entries::games_of_one_map() {
        let budget = Budget { time: None, ..Budget::default() };
        assert_eq!(with_budget(&game, &position, budget), general(&game, &position), "{game}{position}");
    }
    let over_lists = |name: &String| name.starts_with("entries");
    let used: u64 = USED.lock().unwrap().iter().filter(|(name, _)| over_lists(name)).map(|(_, n)| n).sum();
    assert!(used > 400, "only {used} positions were lists of entries");
}

#[test]
fn each_move_that_leaves_most_as_it_is_has_its_values() {
    for (game, position) in fixed::games_of_one_move() {
        let budget = Budget { time: None, ..Budget::default() };
        assert_eq!(with_budget(&game, &position, budget), general(&game, &position), "{game}{position}");
    }
    let without = |name: &String| name.starts_with("fixed");
    let used: u64 = USED.lock().unwrap().iter().filter(|(name, _)| without(name)).map(|(_, n)| n).sum();
    assert!(used > 100, "only {used} positions were without what stays");
}

#[test]
fn each_move_of_each_kind_has_its_values() {
    for (game, position) in flat::games_of_each_kind() {
        let value = picked(&game, position);
        assert_eq!(value, general(&game, position), "{game}{position}");
    }
}

#[test]
fn each_move_of_truth_values_and_of_pieces_has_its_values() {
    let pieces = near::games_of_one_distance().into_iter().map(|game| (game, "N(2, 4, 3)".to_string()));
    for (game, position) in truths::games_of_one_truth().into_iter().chain(pieces) {
        let value = general(&game, &position);
        assert_eq!(value, picked(&game, &position), "{game}{position}");
        assert_eq!(value, in_graph(&game, &position, Budget::default()), "in a graph: {game}{position}");
    }
}

/// Lists that get longer, rows that get more, new keys, numbers that grow, letters that were not there.
#[test]
fn what_outgrows_its_word_has_the_same_values() {
    let growing = [
        ("game G(l: list of (nat, nat))
  move split(i in indices(l) where l[i][1] > 1) to G(put(l, i, (l[i][1] - 2, 0)) + [(1, l[i][2])])
  move less(i in indices(l) where l[i][1] > 0) to G(put(l, i, (l[i][1] - 1, l[i][2] + 9)))\n",
        "G([(3, 0), (2, 1)])"),
        ("game G(m: map of nat to list of nat, n: nat)
  move more where n > 0 to G(put(m, n + 7, [n, n]), n - 1)
  move drop(k in m where size(m[k]) > 0) to G(put(m, k, m[k][2..]), n)\n",
        "G(map(1 to [1, 2]), 2)"),
        ("game G(m: map of 0..200 to 0..4, n: nat)
  move more where n > 0 to G(put(m, n + 17, 2), n - 1)
  move less(k in m where m[k] > 0) to G(put(m, k, m[k] - 1), n)\n",
        "G(map(3 to 1, 50 to 0, 77 to 2, 101 to 0, 150 to 0, 180 to 1, 200 to 0), 2)"),
        ("game G(w: list of text)
  move mark(i in indices(w) where size(w[i]) > 0 and w[i][1] == \"a\") to G(put(w, i, \"é\" + w[i][2..] + \"x\"))
  move cut(i in indices(w) where size(w[i]) > 0 and w[i][1] != \"a\") to G(put(w, i, w[i][2..]))\n",
        "G([\"aba\", \"ab\"])"),
    ];
    for (game, position) in growing {
        agree(game, position, true);
    }
}

/// Games on collections of anything, of whose moves some are taken: what is done with such collections is in one of them at least.
const IN_MACHINE_CODE: [(&str, &[&str], &str); 9] = [
    (
        "G(l: list of (nat, 0..3))",
        &[
            "first(i in indices(l), k in 1..l[i][1]) to G(put(l, i, (l[i][1] - k, l[i][2])))",
            "swap(i in indices(l), (x, y) in {l[i]} where x > y) to G(put(l, i, (y, x - 1)))",
            "there((x, y) in l where x > 0 and (x - 1, y) in l) to G([p for p in l where p != (x, y)])",
            "away(i in indices(l) where l[i][2] < REST) to G([l[j] for j in indices(l) where j != i])",
            "behind(i in indices(l) where l[i][1] > 1) to G(put(l, i, (l[i][1] - 2, l[i][2])) + [(0, REST)])",
            "mend(i in indices(l) where l[i][1] > 0) to G([if j == i then (l[j][1] - 1, l[j][2]) else if j == i + 1 then (0, l[j][2]) else l[j] for j in indices(l)])",
            "sorted(i in indices(l) where l[i][1] > 0 and l[i][2] != REST) to G(sort(put(l, i, (l[i][1] - 1, REST))))",
            "equal(i in indices(l), j in indices(l) where i < j and l[i] == l[j] and l[i][1] > 0) to G(put(put(l, i, (0, 0)), j, (0, 1)))",
            "odd where size(l) > REST and any(x > 0 for (x, y) in l) to G([(x / 2, y) for (x, y) in l])",
        ],
        "G([(3, 1), (2, 2), (1, 0)])",
    ),
    (
        "G(b: bag of (0..3, bool), n: 0..9)",
        &[
            "less((x, f) in b where x > 0) to G(b without (x, f) with (x - 1, not f), n)",
            "gone(p in b where n > 0) to G(b without p, n - 1)",
            "twice((x, f) in b where count(p == (x, f) for p in b) > 1) to G(b minus bag((x, f), (x, f)), n)",
            "flags(k in 1..n where (k, true) in b) to G(b common bag((k, true), (1, true), (2, false)), n - k)",
            "join((x, f) in b where x > 1) to G(b without (x, f) union bag((x - 2, f)), n)",
            "size where n > size(b) - 2 and size(b) > 2 to G(b, size(b) - 2)",
        ],
        "G(bag((2, true), (3, false), (2, true)), 3)",
    ),
    (
        "G(m: map of cell to (red | green | none))",
        &[
            "dye(p in m where m[p] == red) to G(put(m, p, green))",
            "drop(p in m where m[p] != none and (p.row, p.col + 1) in m) to G(map(q to m[q] for q in m where q != p))",
            "pair(p in m where m[p] == green and p.row > REST and (p.row - 1, p.col) in m and m[(p.row - 1, p.col)] == green) to G(put(put(m, p, none), (p.row - 1, p.col), none))",
            "all where any(m[p] == red for p in m) and size(m) > 2 to G(map(p to if m[p] == red then none else m[p] for p in m))",
            "few(p in m where size(m) == 2 + REST) to G(map(q to m[q] for q in m where q.col < p.col))",
        ],
        "G(map((1, 1) to red, (1, 2) to red, (2, 1) to green, (2, 2) to red, (2, 4) to green, (3, 1) to none, (3, 2) to none, (3, 3) to none))",
    ),
    (
        "G(r: list of list of 0..3)",
        &[
            "less(i in indices(r), j in indices(r[i]) where r[i][j] > REST) to G(put(r, i, put(r[i], j, r[i][j] - 1 - REST)))",
            "short(i in indices(r) where size(r[i]) > 1) to G(put(r, i, [r[i][j] for j in 2..size(r[i])]))",
            "alike(i in indices(r), j in indices(r) where i < j and r[i] == r[j] and size(r[i]) > 0) to G(put(r, j, []))",
            "copy(i in indices(r), j in indices(r) where size(r[i]) < size(r[j])) to G(put(r, j, r[i]))",
            "join where size(r) > 1 and size(r[1]) < 2 to G([r[1] + r[2]] + [r[i] for i in 3..size(r)])",
            "two(i in indices(r), j in 1..size(r[i]) - 1 where r[i][j] == r[i][j + 1] and r[i][j] != 0) to G(put(r, i, put(put(r[i], j, 0), j + 1, 0)))",
            "row(q in r where size(q) > 0 and q[1] == 2 and [1] not in r) to G([if s == q then [1] else s for s in r])",
        ],
        "G([[1, 2], [2, 1, 0], [3]])",
    ),
    (
        "G(m: map of 1..6 to list of 0..2, n: 0..4)",
        &[
            "cut(k in m where size(m[k]) > 0) to G(put(m, k, [m[k][j] for j in 2..size(m[k])]), n)",
            "more(k in m where n > 0) to G(put(m, k, [1]), n - 1)",
            "less(k in m, i in indices(m[k]) where m[k][i] > 0) to G(put(m, k, put(m[k], i, m[k][i] - 1)), n)",
            "gone(k in m where k > REST and size(m[k]) == 1) to G(map(j to m[j] for j in m where j != k), n)",
            "there(k in 1..6 where n > 0 and k + 1 not in m and k in m) to G(m, n - 1)",
        ],
        "G(map(1 to [1, 2], 3 to [2], 4 to []), 2)",
    ),
    (
        "G(l: list of set of 0..5, n: 0..4)",
        &[
            "take(i in indices(l), x in l[i] where x != REST) to G(put(l, i, l[i] without x), n)",
            "both(i in indices(l), j in indices(l) where i != j and size(l[i] common l[j]) > 0) to G(put(l, i, l[i] minus l[j]), n)",
            "add(i in indices(l) where n > 0 and n not in l[i]) to G(put(l, i, l[i] with n), n - 1)",
            "away(s in l where size(s) < 2) to G([t for t in l where t != s], n)",
        ],
        "G([{1, 2}, {0, 2, 5}, {3}], 2)",
    ),
    (
        "G(w: list of text, n: 0..3)",
        &[
            "cut(i in indices(w) where size(w[i]) > 0 and w[i][1] == \"a\") to G(put(w, i, w[i][2..]), n)",
            "end(i in indices(w) where size(w[i]) > 1 + REST) to G(put(w, i, \"b\"), n)",
            "mark(i in indices(w) where n > 0) to G(put(w, i, w[i] + \"a\"), n - 1)",
            "equal(i in indices(w), j in indices(w) where i < j and w[i] == w[j]) to G([w[k] for k in indices(w) where k != j], n)",
        ],
        "G([\"abc\", \"ab\", \"ab\"], 1)",
    ),
    (
        "G(w: text, n: 0..3)",
        &[
            "drop(i in 1..size(w) where i == size(w) or w[i] != w[i + 1]) to G(w[1..i - 1] + w[i + 1..size(w)], n)",
            "part(i in 1..size(w) - REST where w[i..i + REST] in {\"ab\", \"b\", \"ca\"}) to G(w[i + 1..], n)",
            "turn(i in 1..size(w) where n > 0 and w[i] == \"c\") to G(join(if j == i then \"a\" else w[j] for j in 1..size(w)), n - 1)",
            "less(x in letters(w) where x != \"a\") to G(join(y for y in letters(w) where y != x), n)",
            "within where n > 0 and \"ab\" in w to G(w + w[1], n - 1)",
        ],
        "G(\"abcab\", 1)",
    ),
    (
        "G(m: map of (0..2, 0..2) to nat, l: list of (bool, cell))",
        &[
            "less(p in m, k in 1..m[p]) to G(put(m, p, m[p] - k), l)",
            "go(i in indices(l), (f, p) in {l[i]} where f) to G(m, put(l, i, (false, (p.row + 1, p.col - REST))))",
            "off(i in indices(l) where not l[i][1] and l[i][2].row > 1) to G(m, put(l, i, (false, (l[i][2].row - 2, 0))))",
            "gone(p in m where m[p] < 2 and p[1] == 1) to G(map(q to m[q] for q in m where q != p), l)",
        ],
        "G(map((0, 1) to 2, (1, 1) to 1, (2, 0) to 3), [(true, (1, 1)), (false, (2, 3))])",
    ),
];

/// Some moves of one of these.
pub(crate) fn game_in_machine_code() -> impl Strategy<Value = (String, String)> {
    let game = |(head, moves, root): (&'static str, &'static [&'static str], &'static str)| {
        let some = proptest::sample::subsequence(moves.to_vec(), 1..5);
        (some, 0..2u32).prop_map(move |(moves, rest)| {
            let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
            (format!("game {head}\n{moves}").replace("REST", &rest.to_string()), root.to_string())
        })
    };
    proptest::sample::select(IN_MACHINE_CODE.to_vec()).prop_flat_map(game)
}

proptest! {
    #![proptest_config(config(120))]

    /// What is done with collections of anything, in the interpreter and as machine code.
    #[test]
    fn operations_on_collections_of_anything((text, question) in game_in_machine_code()) {
        let expected = general(&text, &question);
        for interpreted in [0, u64::MAX] {
            let budget = Budget { interpreted, time: None, ..Budget::default() };
            prop_assert_eq!(with_budget(&text, &question, budget), expected, "{}", text);
            prop_assert_eq!(in_bytes(&text, &question, interpreted).0, expected, "in bytes\n{}", text);
        }
    }
}

/// What one part of a position may not hold, though another part of it does: no layout has room for it there.
#[test]
fn what_is_declared_narrower_elsewhere_is_a_mistake() {
    let bags = "game G(a: bag of 0..3, b: bag of nat, n: nat)
  move swap(x in a, y in b where n > 0 and x != y) to G(a without x with y, b without y with x, n - 1)\n";
    let pairs = "game G(a: bag of (0..3, bool), b: bag of (nat, bool), n: nat)
  move give(y in b where n > 0) to G(a with y, b without y, n - 1)\n";
    let maps = "game G(a: map of (0..3, 0..3) to bool, b: map of (nat, nat) to bool, n: nat)
  move take(y in b where n > 0 and y not in a) to G(put(a, y, true), b, n - 1)\n";
    let few = "bag(k mod 4 for k in 1..40)";
    let own = "map((r, c) to true for r in 0..3, c in 0..2)";
    let cases = [
        (bags, format!("G({few}, bag(k mod 4 for k in 1..50), 1)"), true),
        (bags, format!("G({few}, bag(k mod 5 for k in 1..50), 1)"), false),
        (pairs, "G(bag((k mod 2, true) for k in 1..40), bag((1, false), (2, true)), 1)".into(), true),
        (pairs, "G(bag((k mod 2, true) for k in 1..40), bag((1, false), (4, true)), 1)".into(), false),
        (maps, format!("G({own}, map((0, 3) to true, (2, 3) to true), 1)"), true),
        (maps, format!("G({own}, map((0, 3) to true, (7, 1) to true), 1)"), false),
    ];
    for (text, root, is_right) in cases {
        for interpreted in [0, u64::MAX] {
            let mut session = Session::new(Budget { interpreted, time: None, ..Budget::default() });
            let loaded = session.load_text("test", &format!("{text}show value({root})"));
            session.games().skip_quick_attempts();
            let answer = session.ask(&loaded.questions[0]);
            let has_value = matches!(answer, Answer::Value { .. });
            assert_eq!(has_value, is_right, "{text}{root}\n{answer:?}");
        }
    }
}

/// Bags with many copies, each move alone: all are machine code over one word.
#[cfg(all(feature = "native", target_arch = "x86_64"))]
#[test]
fn bags_with_many_copies_have_machine_code() {
    let mut others = vec![];
    for text in crate::shapes::counted::games_of_one_move() {
        let mut session = Session::new(Budget { interpreted: 0, time: None, ..Budget::default() });
        let root = "C(copied([(0, 5), (4, 3), (7, 4)]), 3)";
        let loaded = session.load_text("test", &format!("{text}show value({root})"));
        assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
        session.games().skip_quick_attempts();
        session.games().skip_tables();
        session.ask(&loaded.questions[0]);
        let used = session.games().used();
        if used.get("machine code").is_none_or(|n| *n == 0) {
            others.push(format!("{text}{used:?}"));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

/// Each of these moves alone: how many of them are machine code.
#[cfg(all(feature = "native", target_arch = "x86_64"))]
#[test]
fn most_operations_have_machine_code() {
    let (mut all, mut translated, mut in_bytes_too, mut others) = (0, 0, 0, vec![]);
    for (head, moves, root) in IN_MACHINE_CODE {
        for one in moves {
            let text = format!("game {head}\n  move {one}\n").replace("REST", "1");
            let budget = Budget { interpreted: 0, time: None, ..Budget::default() };
            let mut session = Session::new(budget);
            let loaded = session.load_text("test", &format!("{text}show value({root})"));
            assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
            session.games().skip_quick_attempts();
            session.games().skip_tables();
            session.ask(&loaded.questions[0]);
            let is = session.games().used().get("machine code: flat values").is_some_and(|n| *n > 0);
            let too = in_bytes(&format!("game {head}\n  move {one}\n").replace("REST", "1"), root, 0).1;
            (all, translated) = (all + 1, translated + usize::from(is));
            in_bytes_too += usize::from(too);
            if !is || !too {
                others.push(text);
            }
        }
    }
    let found = format!("{translated} of {all}, in bytes {in_bytes_too}; others:\n{}", others.join("\n"));
    assert!(5 * translated > 4 * all && 5 * in_bytes_too > 4 * all, "{found}");
}
