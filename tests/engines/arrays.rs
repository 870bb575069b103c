//! Arrays that hold positions which rules never lead to, options that are sums, cells, and lists of truth values that are made all at
//! once; and what the same rules are in a graph.

use crate::ends::asked;
use crate::random::config;
use crate::solved::{self, general};
use fairgame::engine::Budget;
#[cfg(all(feature = "native", target_arch = "x86_64"))]
use fairgame::session::Session;
use proptest::prelude::*;

/// Moves of a game, some of these in any order, as lines.
fn some_of(moves: &'static [&'static str]) -> impl Strategy<Value = String> {
    let some = proptest::sample::subsequence(moves.to_vec(), 1..=moves.len().min(4)).prop_shuffle();
    some.prop_map(|moves| moves.iter().map(|m| format!("  move {m}\n")).collect())
}

/// Three numbers that never fall as one goes on: moves to others would be mistakes.
fn in_order() -> impl Strategy<Value = String> {
    let moves = some_of(&[
        "low(k in 1..a) to S(a - k, b, c)",
        "middle(k in 1..b where b - k >= a) to S(a, b - k, c)",
        "high(k in 1..c where c - k >= b) to S(a, b, c - k)",
        "each where a > 0 to S(a - 1, b - 1, c - 1)",
        "two(k in 1..a where k mod 2 == 1) to S(a - k, b - k, c)",
        "gap where c - b > a to S(a, b, c - a - 1)",
        "root where c > b to S(a, b, b + (c - b) / 2)",
        "turn where a > 0 to S(b - a, b - a + (c - b), c - a)",
    ]);
    moves.prop_map(|moves| format!("game S(a: nat, b: nat, c: nat)\n{moves}"))
}

/// Options of several parts, and of nim-heaps.
fn sums() -> impl Strategy<Value = String> {
    let moves = some_of(&[
        "split(k in 1..a / 2 where k * (a - k) mod 5 != 1) to T(k, b) + T(a - k, b)",
        "cut(k in 1..<b where (a + k) mod 3 != 0) to T(a, k) + T(0, b - k) + T(a / 2, 0)",
        "take(k in 1..a where (a + k * k) mod 4 != 2) to T(a - k, b)",
        "pay where b > 0 to T(a, b - 1) + *(b mod 4)",
        "heap where a > 2 and b > 2 to *(a mod 3)",
        "long(k in 1..a where sum(d for d in 1..b where b mod d == 0) > k) to T(a - k, b) + *(k mod 2)",
        "none_left where a == 1 to *0",
        "halve where b > 1 to T(a, b / 2) + T(a, b / 2)",
    ]);
    moves.prop_map(|moves| format!("game T(a: nat, b: nat)\n{moves}"))
}

/// A cell, a number and a truth value.
fn cells() -> impl Strategy<Value = String> {
    let moves = some_of(&[
        "north(k in 1..p.row - 1 where k * (if on then 2 else 1) <= n) to R((p.row - k, p.col), n - k, on)",
        "west(k in 1..p.col - 1) where k <= n to R((p.row, p.col - k), n - k, on)",
        "slant(k in 1..min(p.row, p.col) - 1) to R((p.row - k, p.col - k), n, not on)",
        "off where on to R(p, n, false)",
        "wait where n > 0 and (p.row + p.col) mod 3 == 0 to R(p, n - 1, on)",
        "near(q in touching(p)) where n > 0 and q in spots to R(q, n - 1, on)",
        "jump where p in spots and n > 1 to R((p.col, p.row), n - 2, on)",
    ]);
    let spots = "let spots = { (r, c) for r in 1..5, c in 1..6 where (r * c) mod 4 != 1 }\n";
    moves.prop_map(move |moves| format!("{spots}game R(p: cell, n: nat, on: bool)\n{moves}"))
}

/// Entries of a list of truth values that depend on their places.
fn lists_made_at_once() -> impl Strategy<Value = String> {
    let leaf = proptest::sample::select(vec![
        "row[j]",
        "not row[j]",
        "row[i]",
        "true",
        "false",
        "on",
        "j == i",
        "2 * j == i + 1",
        "i <= j",
        "j < 7 - i",
        "row[size(row) + 1 - j]",
        "i in {2, 3, 5}",
        "(j + 1) mod 3 == 0",
    ])
    .prop_map(str::to_string);
    let entry = leaf.prop_recursive(3, 10, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(c, a, b)| format!("(if {c} then {a} else {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} and {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} or {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(({a}) == ({b}))")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(({a}) != ({b}))")),
            inner.prop_map(|a| format!("(if i > 1 and j == i - 1 then row[i - 1] else {a})")),
        ]
    });
    (entry, any::<bool>()).prop_map(|(entry, own)| {
        let guard = if own { "row[i]" } else { "row[i] or i mod 2 == 0" };
        format!(
            "game L(row: list of bool, on: bool, left: nat)\n  move change(i in indices(row) where left > 0 and ({guard})) to L([{entry} for j in indices(row)], not on, left - 1)\n  move off(i in indices(row) where row[i] and left > 0) to L([if j == i then false else row[j] for j in indices(row)], on, left - 1)\n"
        )
    })
}

/// Bags, known collections and repeated steps.
fn in_code() -> impl Strategy<Value = String> {
    let moves = some_of(&[
        "join(a in hand, b in hand without a where b == a or b == a + 1) to B(hand without a without b with b + 1)",
        "both where size(hand) >= 2 to B(hand without largest(hand) without least(hand))",
        "top where size(hand) > 0 and max(hand) > min(hand) to B(hand without max(hand) with min(hand))",
        "prime(a in hand) where a in primes to B(hand without a)",
        "pair(a in hand, b in hand where (a, b) in pairs) to B(hand without a)",
        "steps(a in hand) where a > 0 and iterate(next, (a, 3), size(hand))[1] > 2 to B(hand without a with a / 2)",
        "halve(a in hand) where a > 0 to B(hand without a with a / 2)",
        "odd(a in hand) where a > 0 and sum(hand) mod 3 != nimsum(hand) mod 2 to B(hand without a with a - 1)",
        "large(a in hand) where 2 * a > sum({ b for b in hand }) and nimsum(sort(hand)) > 1 to B(hand without a)",
    ]);
    let known = "let primes = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}\nlet pairs = { (a, b) for a in 1..6, b in 1..6 where (a + b) mod 3 == 1 }\nlet next(p: (nat, nat)) = (p[2], (p[1] + p[2]) mod 5)\n";
    moves.prop_map(move |moves| format!("{known}game B(hand: bag of nat)\n{moves}"))
}

/// Maps that keep their keys, and moves that take one away or bring one.
fn maps() -> impl Strategy<Value = String> {
    let moves = some_of(&[
        "take(i in m, k in 1..3 where k <= m[i]) to M(put(m, i, m[i] - k), k)",
        "again(i in m, k in 1..3 where k <= m[i] and k != last) to M(map(j to (if j == i then m[j] - k else m[j]) for j in m), k)",
        "over(i in m, j in m where i < j and m[i] > 0) to M(put(put(m, i, m[i] - 1), j, m[j] / 2), 0)",
        "level(i in m) where any(m[j] > m[i] for j in m) to M(map(j to min(m[j], m[i]) for j in m), last)",
        "gone(i in m) where m[i] == 0 and last > 0 and size(m) > 1 to M(map(j to m[j] for j in m where j != i), 0)",
        "come where last == 2 and 5 not in m to M(put(m, 5, 1), 0)",
        "fresh(i in (0..6) minus indices(m)) where last == 1 to M(map(j to (if j == i then 0 else m[j]) for j in indices(m) with i), 0)",
        "least where last > 0 and least(indices(m)) < 2 to M(map(j to m[j] / 2 for j in m), 0)",
        "all where sum(m[j] for j in m) > 5 to M(map(j to m[j] / 2 for j in m), last)",
    ]);
    moves.prop_map(|moves| format!("game M(m: map of nat to nat, last: nat)\n{moves}"))
}

/// Lists whose entries have each its own largest number, some of which grow.
fn uneven() -> impl Strategy<Value = String> {
    let moves = some_of(&[
        "take(i in indices(v), k in 1..v[i] where (k + i) mod 3 != 0) to U(put(v, i, v[i] - k))",
        "last(k in 1..v[1] where size(v) > 2 and k != v[3]) to U(put(put(v, 1, v[1] - k), 3, k))",
        "pour(i in indices(v), j in i + 1..size(v) where v[i] > 0 and v[j] < 7) to U(put(put(v, i, v[i] - 1), j, v[j] + 1))",
        "swap(i in indices(v) where i < size(v) and v[i] > v[i + 1]) to U(put(put(v, i, v[i + 1]), i + 1, v[i]))",
        "half(i in indices(v) where v[i] > 1) to U([if j == i then v[j] / 2 else v[j] for j in indices(v)])",
        "in_order where v != sort(v) to U(sort(v))",
        "double(i in indices(v) where i > 1 and v[i - 1] > 0 and v[i] in 1..3) to U(put(put(v, i - 1, v[i - 1] - 1), i, 2 * v[i]))",
        "fill(i in indices(v) where i > 1 and v[i] == 0 and v[1] > 1) to U(put(put(v, 1, v[1] - 2), i, v[i - 1] + 3))",
        "lower(i in indices(v) where v[i] > 0 and all(v[j] > 0 for j in i..size(v))) to U([if j < i then v[j] else v[j] - 1 for j in indices(v)])",
    ]);
    moves.prop_map(|moves| format!("game U(v: list of nat)\n{moves}"))
}

/// Numbers halved as often as another one says: more often than there are digits, too.
fn halved() -> impl Strategy<Value = String> {
    let moves = some_of(&[
        "bit(i in 0..7 where code / 2^i mod 2 == 1) to H(code - 2^i, n)",
        "high(i in 58..66 where code / 2^(i - 58) / 2^n mod 2 == 1 and code / 2^i == 0) to H(code / 2, n)",
        "below(i in 0..70 where (n - code) / 2^i == -1) to H(code - 1, n)",
        "less(i in n..n + 2 where code / 2^i > 0) to H(code / 2^i - 1, n)",
        "named(x in 0..5, p = 2^x where code / p mod 2 == 1) to H(code - p, n)",
        "twice(x in 0..3, p = bit(x)) where code / p > p to H(code / p - p, n)",
        "helped(x in 1..3) where cut(2^x, code) < code to H(cut(2^x, code), n)",
        "none where n > 0 and code / 2^(n - 1) >= n to H(code, n - 1)",
        "by where code > 0 and bit(n) > 1 and code / bit(n) != 1 to H(code - 1, n - 1)",
    ]);
    moves.prop_map(|moves| {
        format!(
            "let bit(i: nat) = 2^i\nlet cut(p: nat, c: nat) = c / p + p\ngame H(code: nat, n: nat)\n{moves}"
        )
    })
}

/// Sets of few numbers, of which some have no bit of their own.
fn sets_of_large_numbers() -> impl Strategy<Value = String> {
    let moves = some_of(&[
        "lower(x in s, k in 1..3 where x - k not in s and x > 120 + k) to L(s without x with x - k)",
        "drop(x in s where x mod 3 == 1) to L(s without x)",
        "both(x in s, y in s where x < y and (x + y) mod 4 == 0) to L(s minus {x, y} with x - y + 120)",
        "less(x in s, rest = { z for z in s where z != x }) where sum(rest) mod 5 > 2 to L(rest)",
        "least where size(s) > 1 and least(s) > 110 to L(s without least(s))",
        "largest where size(s) > 0 and largest(s) in 125..140 to L(s without largest(s) with 3)",
        "near(x in s where x + 1 in s and x > 121) to L({ z - 1 for z in s where z != x })",
    ]);
    moves.prop_map(|moves| format!("game L(s: set of int)\n{moves}"))
}

fn same_as_general(text: &str, question: &str) -> Result<(), TestCaseError> {
    let threads = Some(1 + text.len() % 2);
    for interpreted in [0, u64::MAX] {
        let budget = Budget { interpreted, time: None, threads, alone: 1, ..Budget::default() };
        let found = solved::with_budget(text, question, budget);
        prop_assert_eq!(found, general(text, question), "{}\n{}", text, question);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn numbers_in_order(text in in_order(), a in 0u32..5, b in 0u32..5, c in 0u32..5) {
        same_as_general(&text, &format!("S({a}, {}, {})", a + b, a + b + c))?;
    }

    #[test]
    fn options_that_are_sums(text in sums(), a in 0u32..13, b in 0u32..9) {
        same_as_general(&text, &format!("T({a}, {b})"))?;
    }

    #[test]
    fn cells_are_digits(text in cells(), row in 1u32..6, col in 1u32..7, n in 0u32..6, on in any::<bool>()) {
        same_as_general(&text, &format!("R(({row}, {col}), {n}, {on})"))?;
    }

    #[test]
    fn lists_of_truth_values_made_at_once(text in lists_made_at_once(), bits in 1u32..1 << 7, n in 5usize..8) {
        let row: Vec<String> = (0..n).map(|i| (bits >> i & 1 == 1).to_string()).collect();
        same_as_general(&text, &format!("L([{}], true, 3)", row.join(", ")))?;
    }

    #[test]
    fn bags_and_what_is_known(text in in_code(), hand in prop::collection::vec(0u32..5, 1..7)) {
        let hand: Vec<String> = hand.iter().map(u32::to_string).collect();
        same_as_general(&text, &format!("B(bag({}))", hand.join(", ")))?;
    }
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn maps_of_the_same_keys(
        text in maps(), m in prop::collection::btree_map(0u32..4, 0u32..6, 1..4), last in 0u32..3
    ) {
        let m: Vec<String> = m.iter().map(|(k, v)| format!("{k} to {v}")).collect();
        same_as_general(&text, &format!("M(map({}), {last})", m.join(", ")))?;
    }

    #[test]
    fn lists_of_uneven_entries(text in uneven(), v in prop::collection::vec(0u32..6, 2..5)) {
        same_as_general(&text, &format!("U({v:?})"))?;
    }

    #[test]
    fn numbers_halved(text in halved(), code in 0u32..200, n in 0u32..5) {
        same_as_general(&text, &format!("H({code}, {n})"))?;
    }

    #[test]
    fn sets_with_numbers_that_have_no_bit(
        text in sets_of_large_numbers(), s in prop::collection::btree_set(118u32..136, 1..5)
    ) {
        let s: Vec<String> = s.iter().map(u32::to_string).collect();
        same_as_general(&text, &format!("L({{{}}})", s.join(", ")))?;
    }
}

/// Such sets fit words as long as they have few elements.
#[test]
fn few_large_numbers_fit_words() {
    let text = "game L(s: set of nat)\n  move lower(x in s, y in 0..<x where y not in s and (sum(s) - x + y) mod 5 != 0) to L(s without x with y)\n";
    let used = solved::used_for(text, "L({3, 30, 131})");
    assert!(used.get("graph 64").is_some_and(|n| *n > 1000), "{used:?}");
}

/// Outcomes of more positions than a search gets: an array answers, and says what it says of values.
#[test]
fn outcomes_that_a_search_is_long_for() {
    let text = "let most(a: nat, b: nat, c: nat) = 2 * count(x > 0 for x in [a, b, c])\ngame C(a: nat, b: nat, c: nat, d: bool)\n  move a(k in 1..min(a, most(a, b, c))) to C(a - k, b, c, d)\n  move b(k in 1..min(b, most(a, b, c))) to C(a, b - k, c, d)\n  move c(k in 1..min(c, most(a, b, c)) where d) to C(a, b, c - k, d)\n  move off where d and a > b to C(a, b, c, false)\n";
    for question in ["C(44, 44, 43, true)", "C(45, 44, 44, true)", "C(40, 40, 60, true)"] {
        let is_p = format!("outcome({question}) == P");
        let (outcome, value) = (vec![is_p], vec![format!("value({question}) == 0")]);
        let budget = || Budget { time: None, ..Budget::default() };
        assert_eq!(asked(text, &outcome, budget()), asked(text, &value, budget()), "{question}");
    }
}

/// Each of these fills an array, and the values are those of the graph.
#[test]
#[cfg(all(feature = "native", target_arch = "x86_64"))]
fn what_only_arrays_have() {
    let stairs = "game S(a: nat, b: nat, c: nat)\n  move low(k in 1..a) to S(a - k, b, c)\n  move middle(k in 1..b where b - k >= a) to S(a, b - k, c)\n  move high(k in 1..c where c - k >= b) to S(a, b, c - k)\n  move each where a > 0 to S(a - 1, b - 1, c - 1)\n";
    let share = "game T(n: nat)\n  move split(a in 1..n / 2 where a * (n - a) mod 7 in {1, 2, 4}) to T(a) + T(n - a)\n  move take where n mod 4 != 0 to T(n - 1) + *(n mod 3)\n";
    let robot = "game R(p: cell, n: nat)\n  move north(k in 1..p.row - 1 where k <= n) to R((p.row - k, p.col), n - k)\n  move west(k in 1..p.col - 1 where 2 * k <= n) to R((p.row, p.col - k), n - 2 * k)\n  move slant(k in 1..min(p.row, p.col) - 1) to R((p.row - k, p.col - k), n)\n";
    let digits = "game D(n: nat)\n  move subtract(d in { n / 10^i mod 10 for i in 0..4 } without 0) to D(n - d)\n  move strike where n >= 10 to D(n / 10)\n";
    let lamps = "game L(row: list of bool)\n  move switch(i in indices(row) where row[i] and (i <= 2 or not (row[i - 1] and row[i - 2]))) to L([if j == i then false else if j == i - 1 or 2 * j == i then not row[j] else row[j] for j in indices(row)])\n";
    let piles = "game M(m: map of left | right to nat, last: nat)\n  move take(i in m, k in 1..4 where k <= m[i] and k != last) to M(map(j to (if j == i then m[j] - k else m[j]) for j in m), k)\n";
    let last = "game U(v: list of nat)\n  move left(k in 1..min(v[1], 9) where k != v[3]) to U(put(put(v, 1, v[1] - k), 3, k))\n  move right(k in 1..min(v[2], 9) where k != v[3]) to U(put(put(v, 2, v[2] - k), 3, k))\n";
    let grown = "game U(v: list of nat)\n  move more(i in indices(v) where v[i] < 3) to U(put(v, i, v[i] + 1))\n  move both(i in indices(v) where i < size(v) and v[i] < 2 and v[i + 1] == v[i]) to U(put(put(v, i, v[i] + 1), i + 1, v[i] + 2))\n";
    let all_on = format!("L([{}])", vec!["true"; 14].join(", "));
    for (text, question, name) in [
        (stairs, "S(40, 41, 42)", "array: with void positions"),
        (share, "T(9000)", "array: bytes"),
        (robot, "R((60, 61), 90)", "array: bytes"),
        (digits, "D(49999)", "array: bytes"),
        (lamps, &all_on, "array: bytes"),
        (piles, "M(map(left to 60, right to 60), 0)", "entries, array: bytes"),
        (last, "U([90, 70, 0])", "array: bytes"),
        (grown, "U([0, 0, 0, 0, 0, 0, 0])", "array: bytes"),
    ] {
        let budget = Budget { interpreted: u64::MAX, time: None, ..Budget::default() };
        assert_eq!(solved::picked(text, question), solved::in_graph(text, question, budget), "{text}");
        let used = solved::used_for(text, question);
        assert!(used.get(name).is_some_and(|n| *n > 1000), "{used:?}");
    }
}

/// What is saved of an array has all that its places depend on: another position in it is known again.
#[test]
#[cfg(all(feature = "native", target_arch = "x86_64"))]
fn arrays_of_uneven_entries_are_read_again() {
    let last = "game U(v: list of nat)\n  move left(k in 1..min(v[1], 9) where k != v[3]) to U(put(put(v, 1, v[1] - k), 3, k))\n  move right(k in 1..min(v[2], 9) where k != v[3]) to U(put(put(v, 2, v[2] - k), 3, k))\n";
    let piles = "game U(v: list of nat)\n  move take(i in indices(v), k in 1..v[i] where (k * k + i) mod 7 != 2) to U(put(v, i, v[i] - k))\n  move both(i in 1..<size(v) where v[i] > 0 and v[i + 1] > 1) to U(put(put(v, i, v[i] - 1), i + 1, v[i + 1] - 1))\n";
    for (text, first, second) in
        [(last, "U([90, 70, 0])", "U([81, 63, 4])"), (piles, "U([5, 40, 9, 7])", "U([4, 37, 0, 6])")]
    {
        let ask = |question: &str, positions: u64, saved: Option<Vec<u8>>| {
            let mut session = Session::new(Budget { positions, time: None, ..Budget::default() });
            let loaded = session.load_text("test", &format!("{text}show value({question})"));
            if let Some(saved) = saved {
                session.restore(std::io::Cursor::new(saved)).unwrap();
            }
            let answer = format!("{:?}", session.ask(&loaded.questions[0]));
            let mut bytes = vec![];
            session.save(&mut bytes).unwrap();
            (answer, bytes)
        };
        let (_, saved) = ask(first, u64::MAX, None);
        assert_eq!(ask(second, 10, Some(saved)).0, ask(second, u64::MAX, None).0, "{text}");
    }
}

/// An entry that becomes larger than in the first position, but in a move that few plays come to: there is no room for it, which shows
/// when the array is filled.
#[test]
fn entries_that_grow_in_few_plays() {
    let rare = "game U(v: list of nat)\n  move take(i in 1..3, k in 1..v[i]) to U(put(v, i, v[i] - k))\n  move rise where v[1] == 20 and v[2] == 20 and v[3] == 3 to U(put(put(v, 1, 19), 3, 4))\n";
    let budget = || Budget { interpreted: u64::MAX, time: None, ..Budget::default() };
    // To 4 by one more binary digit; to 3, for which there is one.
    let less = rare.replace("v[3] == 3", "v[3] == 2").replace("3, 4)", "3, 3)");
    for (text, third) in [(rare, 3), (&less, 2)] {
        for (first, second) in [(20, 41), (48, 20), (47, 48), (46, 45)] {
            let question = format!("U([{first}, {second}, {third}])");
            let found = solved::picked(text, &question);
            assert_eq!(found, solved::in_graph(text, &question, budget()), "{question}");
        }
    }
}
