//! Arrays of several games that lead to each other, and of numbers that only grow in play; games that are won before the end.

use crate::random::config;
use crate::solved::{self, general};
use fairgame::engine::Budget;
use proptest::prelude::*;

/// Two games, or three, of parameters alike: what the third does not have is least there.
fn games_in_turn() -> impl Strategy<Value = String> {
    let moves = [
        "take(k in 1..a where (a + k) mod 3 != REST) to OTHER(a - k, b, on)",
        "stay(k in 1..b where k != a) to SELF(a, b - k, on)",
        "both(k in 1..min(a, b)) to OTHER(a - k, b - k, not on)",
        "swap where a > b to OTHER(b, a - 1, on)",
        "share(k in 1..a where b + k <= 9) to OTHER(a - k, b + k, on)",
        "off where on and a + b > REST to SELF(a, b, false)",
        "less where a > REST to Z(a - 1)",
        "divisor(d in 1..a where b > 0 and b mod d == REST) to OTHER(a - d, b, on)",
        "lamp where b > REST to OTHER(a, b - 1, not on)",
    ];
    let alone = ["down(k in 1..3 where k <= a) to Z(a - k)", "back where a > 1 to Y(a - 2, 1, false)"];
    let some = || proptest::sample::subsequence(moves.to_vec(), 1..4);
    (some(), some(), 1..3usize, 0..3u32).prop_map(move |(x, y, z, rest)| {
        let game = |name: &str, other: &str, moves: &[&str]| {
            let line = |m: &&str| format!("  move {}\n", m.replace("SELF", name).replace("OTHER", other));
            format!("game {name}(a: nat, b: nat, on: bool)\n{}", moves.iter().map(line).collect::<String>())
        };
        let z: String = alone[..z].iter().map(|m| format!("  move {m}\n")).collect();
        let all = format!("{}{}game Z(a: nat)\n{z}", game("X", "Y", &x), game("Y", "X", &y));
        all.replace("REST", &rest.to_string())
    })
}

/// Games that are won before the end of play, now and then.
fn won_games() -> impl Strategy<Value = String> {
    let wins =
        ["a mod 3 == 0 and b mod 2 == REST", "a == b", "a + b < REST", "any(k * k == a for k in 2..4)"];
    let moves = [
        "take(k in 1..min(a, 4)) to W(a - k, b)",
        "other(k in 1..b where k != a) to W(a, b - k)",
        "both(k in 1..min(a, b)) to W(a - k, b - k)",
        "cut(k in 1..<a) to W(k, b) + W(a - k, 0)",
    ];
    let some = proptest::sample::subsequence(moves.to_vec(), 1..4);
    (proptest::sample::select(wins.to_vec()), some, 0..3u32).prop_map(|(wins, moves, rest)| {
        let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
        format!("game W(a: nat, b: nat)\n  wins when {wins}\n{moves}").replace("REST", &rest.to_string())
    })
}

/// Sets that lose elements, and now and then win others.
fn sets_of_numbers() -> impl Strategy<Value = String> {
    let moves = [
        "one(k in s) to S(s without k)",
        "pair(a in s, d in 1..4) where a + d in s to S(s without a without (a + d))",
        "least where size(s) > 1 to S(s without least(s))",
        "lower(k in s) where k > 1 and k - 1 not in s to S(s without k with k - 1)",
        "above(k in s) to S({ x for x in s where x > k })",
        "halve(k in s) where k mod 2 == 0 and k / 2 not in s to S(s without k with k / 2)",
    ];
    let some = proptest::sample::subsequence(moves.to_vec(), 1..4);
    some.prop_map(|moves| {
        let moves: String = moves.iter().map(|m| format!("  move {m}\n")).collect();
        format!("game S(s: set of nat)\n{moves}")
    })
}

/// Each alone, and in one session, in which an array is there when the next question comes.
fn alone_and_together(text: &str, questions: &[String]) -> Result<(), TestCaseError> {
    let expected: Vec<u64> = questions.iter().map(|question| general(text, question)).collect();
    let budget = || Budget { interpreted: 0, time: None, ..Budget::default() };
    let alone: Vec<u64> =
        questions.iter().map(|question| solved::with_budget(text, question, budget())).collect();
    prop_assert_eq!(&alone, &expected, "{}\n{:?}", text, questions);
    prop_assert_eq!(&solved::several(text, questions, budget()), &expected, "{}\n{:?}", text, questions);
    Ok(())
}

proptest! {
    #![proptest_config(config(120))]

    #[test]
    fn arrays_of_numbers_in_order(text in crate::shapes::lines::numbers_in_order(), mut n in [0u32..9, 0u32..9, 0u32..9]) {
        let question = |[a, b, c]: [u32; 3]| format!("O({a}, {b}, {c})");
        let as_it_comes = question(n);
        n.sort_unstable();
        let questions = [question(n), as_it_comes, question([n[0], n[1] + 1, n[2] + 2])];
        alone_and_together(&text, &questions)?;
    }
}

/// An array without the positions that play does not come to.
#[test]
#[cfg(all(feature = "native", target_arch = "x86_64"))]
fn numbers_in_order_are_found() {
    let text = "game O(a: nat, b: nat, c: nat, d: bool)\n  move one(k in 1..a) to O(a - k, b, c, d)\n  move two(k in 1..b where b - k >= a) to O(a, b - k, c, not d)\n  move three(k in 1..c where c - k > b) to O(a, b, c - k, d)\n";
    let budget = Budget { interpreted: u64::MAX, time: None, ..Budget::default() };
    let question = "O(25, 26, 29, true)";
    assert_eq!(solved::picked(text, question), solved::in_graph(text, question, budget));
    let used = solved::used_for(text, question);
    assert!(used.get("array: numbers in order").is_some_and(|n| *n > 1000), "{used:?}");
}

proptest! {
    #![proptest_config(config(40))]

    #[test]
    fn sets_with_gaps(text in sets_of_numbers(), first in 1u32..1 << 10, second in 1u32..1 << 10) {
        let set = |bits: u32| {
            let elements = (0..10).filter(|i| bits >> i & 1 == 1).map(|i| (i + 2).to_string());
            format!("S({{{}}})", elements.collect::<Vec<_>>().join(", "))
        };
        let questions = [set(first), set(second), set(first | second)];
        alone_and_together(&text, &questions)?;
    }

    #[test]
    fn games_that_lead_to_each_other(text in games_in_turn(), a in 0u32..9, b in 0u32..9) {
        for question in [format!("X({a}, {b}, true)"), format!("Y({b}, {a}, false)"), format!("Z({a})")] {
            let threads = Some(1 + text.len() % 3);
            let budget = Budget { interpreted: 0, time: None, threads, alone: 1, ..Budget::default() };
            let found = solved::with_budget(&text, &question, budget);
            prop_assert_eq!(found, general(&text, &question), "{}", text);
        }
    }

    #[test]
    fn games_won_before_the_end(text in won_games(), a in 1u32..9, b in 1u32..9) {
        // A position that is won already has no nim-value.
        let question = format!("X({a}, {b})");
        let text = format!("{text}game X(a: nat, b: nat)\n  move to_it to W(a, b)\n  move less to W(a - 1, b)\n");
        let expected = general(&text, &question);
        for interpreted in [0, u64::MAX] {
            let budget = Budget { interpreted, time: None, ..Budget::default() };
            prop_assert_eq!(solved::with_budget(&text, &question, budget), expected, "{}", text);
        }
    }
}

/// Arrays of two games, and of numbers for which the first position has no room.
#[test]
#[cfg(all(feature = "native", target_arch = "x86_64"))]
fn boxes_of_several_games_and_of_numbers_that_grow() {
    let games = "game X(a: nat, b: nat)\n  move take(k in 1..a) to Y(a - k, b)\n  move less(k in 1..3 where k <= b) to X(a, b - k)\ngame Y(a: nat, b: nat)\n  move take(k in 1..b) to X(a, b - k)\n  move half where a >= 2 to Y(a / 2, b)\n";
    let last = "game L(n: nat, last: nat)\n  move take(k in 1..min(n, 12) where k != last) to L(n - k, k)\n";
    for (text, question) in [(games, "X(70, 70)"), (last, "L(9000, 0)")] {
        let budget = Budget { interpreted: u64::MAX, time: None, ..Budget::default() };
        assert_eq!(solved::picked(text, question), solved::in_graph(text, question, budget), "{text}");
        let used = solved::used_for(text, question);
        assert!(used.get("array: bytes").is_some_and(|n| *n > 1000), "{used:?}");
    }
}
