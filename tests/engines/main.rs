//! Every fast path against the definitions: random rules, spelled in many ways, solved by the engines that the
//! program picks, by the general engine alone, and by the naive one.

mod arrays;
mod boxes;
mod browsers;
mod ends;
mod large_boards;
mod mistakes;
#[path = "../support/random.rs"]
mod random;
#[path = "../support/shapes/mod.rs"]
mod shapes;
mod solved;
mod threads;
mod words;

use fairgame::engine::Budget;
use fairgame::session::Session;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use random::config;
use sha2::Digest;
use shapes::*;
use solved::{USED, agree, general, picked, picked_for_large, searched, used_for, with_budget};

/// A test for each shape of game, with so many games.
macro_rules! shapes {
    ($cases:expr $(, $attribute:meta)*) => {
        proptest! {
            #![proptest_config(config($cases))]

            #[test]
            $(#[$attribute])*
            fn heaps(game in heap_game(), n in 0u32..40) {
                agree(&game, &format!("G({n})"), false);
                agree(&game, &format!("G({}) + G({}) + *2", n % 7, n % 5), true);
            }

            #[test]
            $(#[$attribute])*
            fn conditions_on_one_number(game in conditions::game(), n in 0u32..70) {
                agree(&game, &format!("G({n})"), false);
                agree(&game, &format!("G({})", n % 12), true);
            }

            #[test]
            $(#[$attribute])*
            fn pairs(game in pair_game(), a in 0u32..14, b in 0u32..14) {
                agree(&game, &format!("P({a}, {b})"), a + b < 10);
            }

            #[test]
            $(#[$attribute])*
            fn sets(game in set_game(), s in proptest::collection::btree_set(0u32..11, 0..5)) {
                // The naive engine expands sums: small coins only, or it never ends.
                let small = s.iter().all(|x| *x < 4);
                let s: Vec<String> = s.iter().map(u32::to_string).collect();
                agree(&game, &format!("W({{{}}})", s.join(", ")), small);
            }

            #[test]
            $(#[$attribute])*
            fn coins(game in coin_game(), s in proptest::collection::btree_set(0u32..12, 0..5)) {
                let s: Vec<String> = s.iter().map(u32::to_string).collect();
                agree(&game, &format!("W({{{}}})", s.join(", ")), s.len() < 3);
            }

            #[test]
            $(#[$attribute])*
            fn rows(game in row_game(), r in proptest::collection::vec(0u32..5, 1..5), sorted: bool) {
                let mut r = r;
                if sorted {
                    r.sort_by(|a, b| b.cmp(a));
                }
                let small = r.iter().sum::<u32>() < 7;
                let r: Vec<String> = r.iter().map(u32::to_string).collect();
                agree(&game, &format!("L([{}])", r.join(", ")), small);
            }

            #[test]
            $(#[$attribute])*
            fn lists(game in list_game(), r in proptest::collection::vec(0u32..5, 1..4)) {
                let r: Vec<String> = r.iter().map(u32::to_string).collect();
                agree(&game, &format!("L([{}])", r.join(", ")), r.len() < 3);
            }

            #[test]
            $(#[$attribute])*
            fn bags(game in bag_game(), b in proptest::collection::vec(0u32..5, 0..5)) {
                let b: Vec<String> = b.iter().map(u32::to_string).collect();
                agree(&game, &format!("B(bag({}))", b.join(", ")), b.len() < 3);
            }

            #[test]
            $(#[$attribute])*
            fn tuples(game in tuple_game(), a in 0u32..7, b in 0u32..7, f: bool, n in 0u32..6) {
                agree(&game, &format!("T(({a}, {b}), ({f}, {n}))"), a + b + n < 8);
            }

            #[test]
            $(#[$attribute])*
            fn maps(game in map_game(), values in proptest::collection::vec(0u32..5, 1..4), from in 0u32..3) {
                let entry = |(i, v): (usize, &u32)| format!("{} to {v}", i as u32 + from);
                let entries: Vec<String> = values.iter().enumerate().map(entry).collect();
                agree(&game, &format!("M(map({}))", entries.join(", ")), values.iter().sum::<u32>() < 6);
            }

            #[test]
            $(#[$attribute])*
            fn nested(game in nested_game(), q in proptest::collection::vec(proptest::collection::vec(0u32..3, 0..3), 0..3)) {
                agree(&game, &format!("Q({q:?}, \"a\")"), q.len() < 2);
            }

            #[test]
            $(#[$attribute])*
            fn any_type((game, root) in flat_game()) {
                agree(&game, &root, false);
            }

            #[test]
            $(#[$attribute])*
            fn boards(game in board_game(), b in drawing()) {
                agree(&game, &format!("C(board(\"{b}\"))"), b.len() < 8);
            }

            #[test]
            $(#[$attribute])*
            fn boards_with_claims((bare, claimed) in claimed_board_game(), b in drawing()) {
                let question = format!("C(board(\"{b}\"))");
                let value = general(&bare, &question);
                assert_eq!(value, picked(&claimed, &question), "{claimed}\n{question}");
                searched(&claimed, &question, value);
                picked_for_large(&claimed, &question, value);
            }
        }
    };
}

shapes!(60);

mod many {
    use super::*;
    shapes!(150, ignore = "takes long");
}

proptest! {
    #![proptest_config(config(10))]

    /// Large enough that tables in order are used rather than the graph solver.
    #[test]
    fn tables_in_order(heap in heap_game(), pair in pair_game()) {
        agree(&heap, "G(70)", false);
        agree(&pair, "P(70, 4)", false);
    }
}

/// Some random games of each shape, and some positions that are wide: an engine that none of them reaches is one that no
/// test looks at.
#[test]
#[ignore = "takes long"]
fn random_games_reach_every_engine() {
    fn some_with_roots(cases: u32, games: impl Strategy<Value = (String, String)>) {
        let result = TestRunner::new(random::all(cases)).run(&games, |(text, root)| {
            agree(&text, &root, false);
            Ok(())
        });
        result.unwrap_or_else(|e| panic!("{e}"));
    }
    fn some(cases: u32, games: impl Strategy<Value = String>, question: &str) {
        some_with_roots(cases, games.prop_map(|text| (text, question.to_string())));
    }
    some(25, heap_game(), "G(75)");
    some(5, pair_game(), "P(30, 5)");
    some(10, coin_game(), "W({1, 2, 6, 9})");
    some(5, coin_game(), "W({1, 100})");
    some(10, row_game(), "L([4, 4, 3, 2])");
    some(5, nested_game(), "Q([[1, 2], [1]], \"a\")");
    agree(
        "game B(s: set of nat)\n  move third(x in s where x > 3) to B((s without x) with x / 3)\n",
        "B({200, 500})",
        false,
    );
    let halved = "game H(s: set of nat)\n  move halve where s != {} to H({ x / 2 for x in s where x > 1 })\n";
    agree(halved, "H(100..300)", false);
    let kayles = "game K(n: nat)\n  move one(l in 0..n-1) to K(l) + K(n - 1 - l)\n  move two(l in 0..n-2) to K(l) + K(n - 2 - l)\n";
    agree(kayles, "K(40)", false);
    agree(kayles, "K(300)", false);
    agree("game S(n: nat)\n  move take(k in {2, 5, 7} where k <= n) to S(n - k)\n", "S(300)", false);
    let three =
        "game T(n: nat)\n  move cut(a in 1..n, b in 1..n where a + b < n) to T(a) + T(b) + T(n - a - b)\n";
    agree(three, "T(90)", false);
    let odd = "game O(n: nat)\n  move split(l in 0..n-1 where l mod 2 == 1) to O(l) + O(n - 1 - l)\n";
    agree(odd, "O(200)", false);
    some_with_roots(60, shapes::cut::game_of_cuts());
    some_with_roots(60, shapes::bags::game_of_bags());
    let used = USED.lock().unwrap();
    let engines = [
        "chain: an element added",
        "chain: by several threads",
        "chain: elements moved",
        "chain: one by one",
        "chain: rows cut",
        "dense: a set of a word: heaps that change",
        "dense: a set of a word: one part",
        "dense: a set of a word: two parts",
        "dense: register code",
        "dense: several loops",
        "dense: stamps: heaps that change",
        "graph 64",
        "graph 64: search",
        "graph 128",
        "graph in bytes",
        "graph in bytes, sets as runs",
        "sequence: classes",
        "sequence: plain",
        "sequence: sparse",
        "sequence: subtraction",
        "sequence: triples",
        "slices, graph 64",
        "counts, graph 64",
    ];
    let machine_code = cfg!(all(feature = "native", target_arch = "x86_64"))
        .then_some(["machine code", "machine code: bytes"]);
    let engines: Vec<&str> = engines.into_iter().chain(machine_code.into_iter().flatten()).collect();
    let never: Vec<_> = engines.iter().filter(|name| used.get(**name).is_none_or(|n| *n == 0)).collect();
    assert!(never.is_empty(), "never used: {never:?}\n{used:#?}");
}

/// No position of first-order values is left to the general evaluation: a layout that stops firing fails here.
#[test]
fn first_order_positions_stay_packed() {
    let packed = |text: &str, root: &str| {
        let used = used_for(text, root);
        let general = used.get("general").into_iter().chain(used.get("general: search")).sum::<u64>();
        assert_eq!(general, 0, "{used:?}\n{text}\n{root}");
    };
    let result = TestRunner::new(config(200)).run(&flat_game(), |(text, root)| {
        packed(&text, &root);
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{e}"));
}

/// Positions whose keys differ in few bits, enough for an array; as machine code, by one thread and by several; with values
/// that a byte holds, and others.
#[test]
fn many_positions_of_few_bits() {
    let ring = "game R(row: list of bool)\n  move take(i in indices(row) where row[i] and (row[i mod size(row) + 1] or row[(i - 2) mod size(row) + 1])) to R(put(row, i, false))\n";
    let piles = "game N(piles: list of nat, turn: bool)\n  move take(i in indices(piles), k in 1..piles[i]) to N(put(piles, i, piles[i] - k), turn)\n";
    let all = format!("R([{}])", vec!["true"; 13].join(", "));
    let expected = [(ring, all.as_str()), (piles, "N([260, 7, 1], true)")];
    for (text, question) in expected {
        let values: Vec<u64> = [(1, 0), (3, 0)]
            .map(|(threads, interpreted)| {
                let budget = Budget {
                    threads: Some(threads),
                    alone: 100,
                    interpreted,
                    time: None,
                    ..Budget::default()
                };
                solved::in_graph(text, question, budget)
            })
            .to_vec();
        assert!(values.iter().all(|v| *v == values[0]), "{text}{question}: {values:?}");
        assert!(text == ring || values[0] == 260 ^ 7 ^ 1);
        assert!(text == piles || values[0] == general(text, question));
    }
}

/// Moves of a game of two numbers, a row and a truth value: some lead to positions that come earlier in the order of keys, some
/// do not, and some only now and then.
fn box_game() -> impl Strategy<Value = String> {
    let moves = [
        "take(k in 1..a where (a + k) mod 3 != REST) to X(a - k, b, row, on)",
        "other(k in 1..b where k != a) to X(a, b - k, row, on)",
        "both(k in 1..min(a, b)) to X(a - k, b - k, row, on)",
        "share(k in 1..a where b + k <= 9) to X(a - k, b + k, row, on)",
        "drop(i in indices(row) where row[i] > 0 and on) to X(a, b, put(row, i, row[i] - 1), on)",
        "clear(i in indices(row), j in indices(row) where i < j and row[j] > REST) to X(a, b, put(put(row, i, 0), j, row[j] - 1), on)",
        "off where on and a + b > REST to X(a, b, row, false)",
        "turned where row[1] > row[size(row)] to X(a, b, reverse(row), on)",
        "shorter where size(row) > 2 and REST == 2 and not on to X(a, b, [row[1], row[2]], on)",
        "grow where a > 0 and REST == 1 to X(a - 1, b * 2, row, on)",
        "divisor(d in 1..a where b > 0 and b mod d == REST) to X(a - d, b, row, on)",
        "part(k in 1..b where (k xor a) mod 3 == REST and k != 2) to X(a, b - k, row, on)",
        "prime(k in 2..a where none(k mod d == 0 for d in 2..k - 1)) to X(a - k, b, row, on)",
        "pass(i in 1..size(row) - 1, k in 1..row[i] where row[i + 1] < 4) to X(a, b, put(put(row, i, row[i] - k), i + 1, row[i + 1] + 1), on)",
        "twice(k in 1..a where k * 2 <= b) to X(a - k, b - k * 2, row, on)",
        "memory(k in 1..a where k != b) to X(a - k, k, row, on)",
        "euclid(k in 1..a where b > 0 and k * b <= a) to X(a - k * b, b, row, on)",
        "lamp where a > REST to X(a - 1, b, row, not on)",
        "rest(k in 1..5 where k <= a) to X(a - k, b mod k, row, on)",
    ];
    let some = proptest::sample::subsequence(moves.to_vec(), 2..6);
    (some, 0..3u32).prop_map(|(moves, rest)| {
        let line = |m: &str| format!("  move {}\n", m.replace("REST", &rest.to_string()));
        let moves: String = moves.into_iter().map(line).collect();
        format!("game X(a: nat, b: nat, row: list of nat, on: bool)\n{moves}")
    })
}

proptest! {
    #![proptest_config(config(40))]

    /// Arrays filled by machine code, whatever the size, and what takes over where the order is none.
    #[test]
    fn boxes_of_digits(text in box_game(), a in 0u32..8, b in 0u32..8) {
        let question = format!("X({a}, {b}, [2, 1, 3], true)");
        let expected = general(&text, &question);
        for (threads, alone) in [(1, 0), (3, 1)] {
            let budget = Budget { interpreted: 0, time: None, threads: Some(threads), alone, ..Budget::default() };
            prop_assert_eq!(solved::with_budget(&text, &question, budget), expected, "{}", text);
        }
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn sets_out_of_sets(game in shapes::sets::game_of_sets(), s in proptest::collection::btree_set(0u32..9, 0..5)) {
        let s: Vec<String> = s.iter().map(u32::to_string).collect();
        agree(&game, &format!("W({{{}}})", s.join(", ")), s.len() < 3);
    }

    #[test]
    fn lines_of_cells(game in shapes::lines::game_of_lines(), root in shapes::lines::board_of_lines()) {
        agree(&game, &root, true);
    }

    #[test]
    fn pieces_and_known_lines(game in shapes::lines::game_of_pieces(), root in shapes::lines::board_of_lines()) {
        agree(&game, &root, true);
    }

    #[test]
    fn conditions_on_several_small_numbers(game in shapes::tables::game_of_tables(false), root in shapes::tables::position_of_tables()) {
        agree(&game, &root, false);
    }

    #[test]
    fn texts_as_names(game in shapes::names::game_of_names(), root in shapes::names::position_of_names()) {
        agree(&game, &root, true);
    }

    #[test]
    fn maps_keyed_by_pairs(game in shapes::keyed::game_of_keys(), root in shapes::keyed::position_of_keys()) {
        agree(&game, &root, true);
    }

    #[test]
    fn bags_with_many_copies(game in shapes::counted::game_of_counts(), root in shapes::counted::position_of_counts()) {
        agree(&game, &root, false);
        let budget = Budget { interpreted: 0, time: None, ..Budget::default() };
        assert_eq!(with_budget(&game, &root, budget), general(&game, &root), "as machine code\n{game}\n{root}");
    }

    #[test]
    fn lists_in_any_order(game in shapes::arranged::game_in_any_order(), root in shapes::arranged::position_in_any_order(), owners in ends::owners()) {
        agree(&game, &root, false);
        for interpreted in [0, u64::MAX] {
            let budget = Budget { interpreted, alone: u64::MAX, time: None, ..Budget::default() };
            assert_eq!(with_budget(&game, &root, budget), general(&game, &root), "{interpreted}\n{game}\n{root}");
        }
        ends::misere_agrees(&game, &root);
        // A sum has no search of outcomes.
        if !game.contains(" + P(") {
            ends::outcomes_agree(&ends::owned(&game, &owners), &root, 2);
        }
    }

    #[test]
    fn choices_that_equations_decide(game in shapes::equations::game_of_equations(false), s in proptest::collection::btree_set(0u32..6, 0..5), n in 0u32..4) {
        let s: Vec<String> = s.iter().map(u32::to_string).collect();
        agree(&game, &format!("E({{{}}}, {n})", s.join(", ")), s.len() < 4);
    }

    #[test]
    fn rows_of_which_few_entries_change(game in shapes::lists::edited_game(), row in proptest::collection::vec(0u32..4, 0..5)) {
        agree(&game, &format!("L({row:?})"), row.len() < 3);
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn places_near_a_piece(game in shapes::near::game_of_distances(), a in 1u32..7, b in 1u32..7, t in 0u32..5) {
        agree(&game, &format!("N({a}, {b}, {t})"), t < 3);
    }

    #[test]
    fn numbers_as_they_are_written(game in shapes::written::game_of_written_numbers(), n in 0u32..40, m in 0u32..40, owners in ends::owners()) {
        let root = format!("W({n}, {m})");
        // A position that is won already has no value.
        if !game.contains("wins when") {
            agree(&game, &root, n + m < 24);
        }
        ends::misere_agrees(&game, &root);
        ends::outcomes_agree(&ends::owned(&game, &owners), &root, 2);
    }

    #[test]
    fn lists_that_only_get_shorter((game, root) in shapes::cut::game_of_cuts()) {
        agree(&game, &root, root.len() < 12);
        ends::misere_agrees(&game, &root);
    }

    #[test]
    fn bags_over_few_elements((game, root) in shapes::bags::game_of_bags()) {
        agree(&game, &root, root.len() < 24);
        ends::misere_agrees(&game, &root);
    }

    #[test]
    fn maps_that_keep_their_keys((game, root) in shapes::entries::game_of_entries()) {
        agree(&game, &root, true);
        ends::misere_agrees(&game, &root);
    }

    #[test]
    fn what_no_move_changes((game, root) in shapes::fixed::game_with_fixed()) {
        agree(&game, &root, true);
        ends::misere_agrees(&game, &root);
    }

    #[test]
    fn truth_values_at_places((game, root) in shapes::truths::game_of_truths()) {
        agree(&game, &root, true);
    }
}

/// A condition on two elements of a set, and where they go: cells, some of which are off the board, or numbers.
fn pairs_game() -> impl Strategy<Value = (String, String)> {
    let cells = [
        "q != p and abs(p.row - q.row) * abs(p.col - q.col) != 2",
        "p.row + q.col > REST and q != p",
        "q not in touching(p) and q != p",
        "abs(p.row - q.row) > REST or abs(p.col - q.col) > 1",
        "size(free) > 2 and q != p and q.row != p.row",
        "q != p and 6 / (abs(p.row - q.row) + abs(p.col - q.col)) > REST",
    ];
    let numbers =
        ["(p + q) mod 3 != REST and q != p", "q < p or q > p + REST", "q != p and (q - p) * REST < 5"];
    let away = [
        "free without p minus touching(p)",
        "free minus { (p.row + 1, p.col), p, (p.row, p.col - REST) }",
        "free without p minus { q for q in touching(p) where q.row != p.row - REST }",
        "free without p minus (if p.row == p.col then {} else { (r, p.col) for r in 1..2 + REST })",
        "free common { q for q in ray(p, (0, 1), {(1, 2), (1, 3), (2, 1), (REST, 4)}) where 6 / q.row > REST }",
        "free without p common (free flip { q for q in touching(p) where q.col == 2 and q.row > 0 and q.row < 4 })",
        "free common { q for q in touching(p) where q.row > 0 and 6 / q.row > REST }",
        "free minus iterate(grow, ({p}, free), 1 + REST)[1]",
        "free without p common iterate(grow, ({p}, free without (2, 1)), size(free))[1]",
    ];
    let board =
        (proptest::sample::select(cells.to_vec()), proptest::sample::select(away.to_vec()), any::<bool>());
    let board = board.prop_map(|(guard, away, both)| {
        let other = if both { format!("  move away(p in free) to M({away})\n") } else { String::new() };
        let moves = format!("  move put(p in free) to M({{ q for q in free where {guard} }})\n{other}");
        let grow = "let grow(r: (set of cell, set of cell)) =\n  (r[1] union { q for c in r[1], q in touching(c) where q in r[2] }, r[2])\n";
        let grow = if moves.contains("grow") { grow } else { "" };
        (
            format!("{grow}game M(free: set of cell)\n{moves}"),
            "M({(1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 2), (3, 4)})".to_string(),
        )
    });
    let strip = proptest::sample::select(numbers.to_vec()).prop_map(|guard| {
        let text = format!(
            "game M(free: set of nat)\n  move put(p in free) to M({{ q for q in free where {guard} }})\n"
        );
        (text, "M({0, 2, 3, 5, 6, 8, 9, 11})".to_string())
    });
    // What is left of known numbers, where the position says which are gone; and counting.
    let gone = (proptest::sample::select(numbers.to_vec()), any::<bool>(), any::<bool>());
    let gone = gone.prop_map(|(guard, held, in_tuple)| {
        let all = if held { "eight" } else { "{0, 2, 3, 5, 6, 8, 9, 11}" };
        let (state, set, root) = match in_tuple {
            true => ("s: (set of nat, bool)", "s[1]", "({3, 5, 8}, true)"),
            false => ("gone: set of nat", "gone", "{3, 5, 8}"),
        };
        let to = |now: &str| if in_tuple { format!("M(({now}, not s[2]))") } else { format!("M({now})") };
        let (one, some) = (
            to(&format!("{set} with p")),
            to(&format!("{set} union {{ q for q in {all} where 6 / (p + REST + 1) != q and q not in {set} }} with p")),
        );
        let text = format!(
            "let eight = {{0, 2, 3, 5, 6, 8, 9, 11}}\ngame M({state})\n  move put(p in {all} where p not in {set} and count({guard} for q in 0..9 where q not in {set}) != 2 + REST) to {one}\n  move few(p in {all} where p not in {set} and count(6 / (p + 1) < q for q in {set} where q in {all} and {guard}) > REST) to {some}\n"
        );
        (text, format!("M({root})"))
    });
    (prop_oneof![board, strip, gone], 0..3u32)
        .prop_map(|((text, question), rest)| (text.replace("REST", &rest.to_string()), question))
}

proptest! {
    #![proptest_config(config(30))]

    /// Conditions that become masks, and cells off the board that are taken away, in the interpreter and as machine code.
    #[test]
    fn conditions_on_two_elements((text, question) in pairs_game()) {
        let expected = general(&text, &question);
        for interpreted in [0, u64::MAX] {
            let budget = Budget { interpreted, time: None, ..Budget::default() };
            prop_assert_eq!(solved::with_budget(&text, &question, budget), expected, "{}", text);
        }
    }
}

/// Boxes that have an order other than that of their keys: what was done last, marks that are made; lists of the numbers that satisfy a condition; games of two numbers whose moves are no straight lines.
#[cfg(all(feature = "native", target_arch = "x86_64"))]
fn ordered_boxes() -> Vec<(&'static str, String, &'static str)> {
    let last = "game L(a: nat, b: nat, last: 0..4)\n  move one(k in 1..4 where k <= a and k != last) to L(a - k, b, k)\n  move two(k in 1..4 where k <= b and k != last) to L(a, b - k, k)\n";
    let marks = "game M(row: list of bool)\n  move mark(i in indices(row) where not row[i] and not (i > 1 and row[i - 1])) to M(put(row, i, true))\n  move two(i in 1..size(row) - 1 where not row[i] and not row[i + 1]) to M(put(put(row, i, true), i + 1, true))\n";
    let divisors = "game D(a: nat, b: nat)\n  move first(d in 1..a where b > 0 and b mod d == 0) to D(a - d, b)\n  move second(d in 1..b where a > 0 and a mod d == 0) to D(a, b - d)\n";
    let prime = "let apart(a: nat, b: nat) = none(a mod d == 0 and b mod d == 0 for d in 2..a)\ngame C(a: nat, b: nat)\n  move first(k in 1..a where apart(k, b)) to C(a - k, b)\n  move second(k in 1..b where apart(k, a)) to C(a, b - k)\n";
    let remainder = "game R(n: nat)\n  move divide(k in 2..n - 1 where n mod k != 0) to R(n mod k)\n";
    vec![
        // Lists of its conditions would be longer than they are worth.
        (remainder, "R(9000)".into(), "array: bytes"),
        (last, "L(60, 61, 0)".into(), "array: bytes"),
        (marks, format!("M([{}])", vec!["false"; 14].join(", ")), "array: bytes"),
        (divisors, "D(120, 110)".into(), "array: bytes"),
        (prime, "C(100, 95)".into(), "array: bytes"),
    ]
}

/// Sets of anything from which elements leave, by themselves or all to which a condition applies, and into which now and then
/// one comes.
fn game_of_elements() -> impl Strategy<Value = (String, String)> {
    let pairs = [
        "cut((a, b) in s) to M(s without (a, b), n)",
        "arc((a, b) in s) to M({ (x, y) for (x, y) in s where x != a and x != b and y != a and y != b }, n)",
        "rest(f in s) to M(s minus { g for g in s where g[1] + f[2] > REST + 4 or g == f }, n)",
        "go((a, b) in s where a == n) to M(s without (a, b), b)",
        "two(f in s, g in s where f[1] < g[1] and g[2] != f[2] + REST) to M(s minus {f, g}, n)",
        "lower((a, b) in s where a > 1 and (a - 1, b) not in s) to M(s without (a, b) with (a - 1, b), n)",
        "far((a, b) in s) to M({ (x, y) for (x, y) in s where x != a and 7 / (x - a) > REST }, n)",
        "known where (1, 2) in s and size(s) > REST to M(s minus {(1, 2), (9, 9)}, n)",
        "turn((a, b) in s where (b, a) in s or a == b + REST) to M(s without (a, b), a)",
    ];
    let sets = [
        "take(a in s) to M({ b for b in s where not all(x in b for x in a) }, n)",
        "point(a in s, x in a where size(a) > REST) to M(s minus { b for b in s where x in b }, n)",
        "less(a in s where 3 in a and (a without 3) not in s) to M(s without a with (a without 3), n)",
        "number(a in s where n in a and n > 0) to M(s without a, n - 1)",
    ];
    let texts = [
        "say(w in s) to M({ v for v in s where v != w and size(v) >= size(w) }, n)",
        "one(w in s where size(w) > REST) to M(s without w, n)",
        "short where n > 0 to M({ v for v in s where size(v) <= n }, n - 1)",
    ];
    let lists = [
        "take(l in s) to M({ m for m in s where m != l and (size(m) != size(l) or m[1] > l[1]) }, n)",
        "drop(l in s where l[1] != REST) to M(s without l, n)",
        "turned(l in s where reverse(l) in s) to M(s without l without reverse(l), n)",
    ];
    let large = [
        "eat(d in s) to M({ e for e in s where e mod d != 0 }, n)",
        "halve(d in s where d mod 2 == 0 and d / 2 not in s) to M(s without d with d / 2, n)",
        "near(d in s, e in s where e < d and d - e < 100 * REST) to M(s without d, n)",
    ];
    let some = |head: &'static str, moves: &[&'static str], root: &'static str| {
        let few = proptest::sample::subsequence(moves.to_vec(), 1..4);
        few.prop_map(move |moves| {
            let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
            (format!("game M(s: set of {head}, n: nat)\n{moves}"), format!("M({root}, 2)"))
        })
    };
    let game = prop_oneof![
        3 => some("(nat, nat)", &pairs, "{(1, 2), (2, 3), (3, 4), (4, 1), (2, 5), (5, 2), (5, 6)}"),
        1 => some("set of nat", &sets, "{{1}, {2, 3}, {1, 2, 3}, {3}, {2, 4}, {1, 4}}"),
        1 => some("text", &texts, "{\"\", \"a\", \"bc\", \"de\", \"fgh\"}"),
        1 => some("list of nat", &lists, "{[1], [2, 1], [1, 2], [3, 1, 1], [0]}"),
        1 => some("nat", &large, "{12, 60, 200, 360, 500, 1000}"),
    ];
    (game, 0..3u32).prop_map(|((text, root), rest)| (text.replace("REST", &rest.to_string()), root))
}

proptest! {
    #![proptest_config(config(60))]

    /// Sets over the elements that were met, in the interpreter and as machine code.
    #[test]
    fn sets_over_elements((text, question) in game_of_elements()) {
        let expected = general(&text, &question);
        for interpreted in [0, u64::MAX] {
            let budget = Budget { interpreted, time: None, ..Budget::default() };
            prop_assert_eq!(solved::with_budget(&text, &question, budget), expected, "{}", text);
        }
    }
}

/// Machine code fills arrays of bytes and of two bytes each, also where a smaller one was filled before.
#[test]
#[cfg(all(feature = "native", target_arch = "x86_64"))]
fn arrays_are_filled_by_machine_code() {
    let ring = "game R(row: list of bool)\n  move take(i in indices(row) where row[i] and (row[i mod size(row) + 1] or row[(i - 2) mod size(row) + 1])) to R(put(row, i, false))\n";
    let piles = "game N(piles: list of nat, turn: bool)\n  move take(i in indices(piles), k in 1..piles[i]) to N(put(piles, i, piles[i] - k), turn)\n";
    let passing = "game P(a: nat, b: nat, c: nat, pass: bool)\n  move first(k in 1..a) to P(a - k, b, c, pass)\n  move second(k in 1..b) to P(a, b - k, c, pass)\n  move third(k in 1..c) to P(a, b, c - k, pass)\n  move skip where pass and a + b + c > 0 to P(a, b, c, false)\n";
    let ring_of = |n: usize| format!("R([{}])", vec!["true"; n].join(", "));
    let expected = [
        (ring, ring_of(14), "array: bytes"),
        (piles, "N([300, 60], true)".into(), "array: two bytes each"),
        (passing, "P(20, 21, 22, true)".into(), "array: bytes"),
    ];
    for (text, question, name) in expected.into_iter().chain(ordered_boxes()) {
        let budget = Budget { interpreted: u64::MAX, time: None, ..Budget::default() };
        assert_eq!(solved::picked(text, &question), solved::in_graph(text, &question, budget), "{text}");
        let used = solved::used_for(text, &question);
        assert!(used.get(name).is_some_and(|n| *n > 1000), "{used:?}");
    }
    let budget = Budget { interpreted: 0, time: None, ..Budget::default() };
    let several = "N([1, 2, 2], true) + N([1, 9, 3], true) + N([7, 9, 3], true)";
    assert_eq!(solved::with_budget(piles, several, budget), (1 ^ 2 ^ 2) ^ (1 ^ 9 ^ 3) ^ (7 ^ 9 ^ 3));
}

/// A table with a wrong value in it, as saved values could be: a sample of its values shows it before one is used.
#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "another value than its options do")]
fn a_wrong_value_in_a_table_is_found() {
    let text = "game G(a: nat, b: nat)\n  move x(k in 1..a) to G(a - k, b) + *k\n  move y(k in 1..b) to G(a, b - k)\nshow value(G(40, 40))";
    let ask = |saved: Option<Vec<u8>>| {
        let mut session = Session::new(Budget { time: None, ..Budget::default() });
        let loaded = session.load_text("test", text);
        if let Some(saved) = saved {
            session.restore(std::io::Cursor::new(saved)).unwrap();
        }
        session.ask(&loaded.questions[0]);
        let mut saved = vec![];
        session.save(&mut saved).unwrap();
        saved
    };
    let mut saved = ask(None);
    // Behind the values stands the checksum.
    let end = saved.len() - 32;
    saved[end - 1] ^= 1;
    let digest = sha2::Sha256::digest(&saved[..end]);
    saved[end..].copy_from_slice(&digest);
    ask(Some(saved));
}

/// Which lists are solved in one of all arrangements: those whose order is proved not to matter.
#[test]
fn lists_are_arranged_where_their_order_does_not_matter() {
    let is_arranged = |moves: &[&str]| {
        let mut session = Session::new(Budget::default());
        let text = shapes::arranged::game(moves);
        let loaded = session.load_text("test", &format!("{text}show value(P([2, 5, 3, 1], 2))\n"));
        assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
        session.games().skip_quick_attempts();
        session.games().skip_tables();
        session.ask(&loaded.questions[0]);
        session.games().fired().counts().any(|(name, _)| name == "lists: one of all arrangements")
    };
    // What no move changes is a rule.
    let cleared = "cleared(i in indices(l) where l[i] > 0) to P(put(l, i, 0), m - 1)";
    for any in shapes::arranged::ANY_ORDER {
        assert!(is_arranged(&[any, cleared]), "{any}");
    }
    for this in shapes::arranged::THIS_ORDER {
        assert!(!is_arranged(&[this, cleared]), "{this}");
    }
    assert!(is_arranged(&shapes::arranged::ANY_ORDER));
}
