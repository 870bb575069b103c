//! Which rules are recognised as those of games of one pile, however they are spelled.

use super::*;
use crate::random::some;

#[test]
fn kayles_is_recognised_in_many_spellings() {
    let kayles = general("game G(n: nat)\n  move a(k in 1..2, l in 0..n-k) to G(l) + G(n - k - l)", 0, 60);
    for moves in [
        "move a(k in 1..2, left in 0..n-k) to G(left) + G(n - k - left)",
        "move a(k in {1, 2}, left in 0..<n-k+1) to G(n - k - left) + G(left)",
        "move one(a in 0..n-1) to G(a) + G(n - 1 - a)\n  move two(a in 0..n-2) to G(a) + G(n - 2 - a)",
        "move a(left in 0..n, right in 0..n-left where n - left - right in {1, 2}) to G(left) + G(right)",
        "move a(left in 0..n, right in 0..n where 1 <= n - left - right <= 2) to G(left) + G(right)",
        "move a(left in 0..n-1, k in 1..min(2, n - left)) to G(left) + G(n - left - k)",
        "move a(k in 1..2 where k <= n, rest = n - k, left in 0..rest/2) to G(left) + G(rest - left)",
        "move a(k in 1..2, left in 0..(n-k)/2) to G(left) + G(n - k - left)",
        "move a(k in 1..n where k < 3, left in 0..n-k) to sum(G(x) for x in [left, n - k - left])",
        "move a(k in 1..2, left in 0..n-k) to if left == 0 then G(n - k) else G(left) + G(n - k - left)",
        "move a(k in 1..2, right in 0..n-k, left = n - k - right where left <= right) to G(left) + G(right)",
        "ends when n == 0\n  move a(k in 1..2, l in 0..n-k) to G(l) + G(n - k - l)",
        "move whole(k in 1..2 where k == n) to nothing\n  move end(k in 1..2 where k < n) to G(n - k)\n  \
         move middle(k in 1..2, a in 1..n-k-1) to G(a) + G(n - k - a)",
        "move a(k in {x for x in 1..n where x + x <= 4}, l in 0..n-k) to G(l) + G(n - k - l)",
        "move a(k in 1..2, l in {x for x in 0..n-k}) to G(l) + G(n - l - k)",
        "move a(x in 1..n, y in x..n where y - x <= 1) to G(x - 1) + G(n - y)",
        "move a(first in 0..n-1, last in {first, first + 1} where last < n) to G(first) + G(n - 1 - last)",
    ] {
        let text = format!("game G(n: nat)\n  {moves}");
        assert!(form(&text).is_some(), "not recognised:\n{text}");
        assert_eq!(found(&text, 0, 60), kayles, "{text}");
    }
}

#[test]
fn other_games_are_recognised() {
    for text in some([
        "game G(n: nat)\n  move split(a in 1..n-1 where a < n - a) to G(a) + G(n - a)",
        "game G(n: nat)\n  move split(a in 1..n-1 where a != n - a) to G(a) + G(n - a)",
        "game G(n: nat)\n  move split(a in 1..n, b in 1..n where a < b and a + b == n) to G(a) + G(b)",
        "game G(n: nat)\n  move split(a in 1..n/2 where 2 * a != n) to G(a) + G(n - a)",
        "game G(n: 1..)\n  move split(a in 1..<n where a < n - a) to G(a) + G(n - a)",
        "game G(n: nat)\n  move split((a, b) in [(a, n - a) for a in 1..n-1 where a < n - a]) to G(a) + G(b)",
        "let ways(n: nat) = {(a, n - a) for a in 1..n-1}\ngame G(n: nat)\n  move split((a, b) in ways(n) where a != b) to G(b) + G(a)",
        "game G(n: nat)\n  move split(p in [[a, n - a] for a in 1..n-1] where p[1] > p[2]) to sum(G(m) for m in p)",
        "game G(n: nat)\n  move split(a in 1..n, b in 1..n where (a + b, b) == (n, n - a) and (a, b) != (b, a)) to sum(G(m) for m in bag(a, b))",
        "game G(n: nat)\n  move take(k in {2, 5, 7} where k <= n) to G(n - k)",
        "game G(n: nat)\n  move take(k in 1..n where k in {2, 5, 7}) to G(n - k)",
        "let S = {2, 5, 7}\ngame G(n: nat)\n  move leave(m in 0..n-1 where n - m in S) to G(m)",
        "game G(n: nat)\n  move take(k in 1..n) to G(n - k)",
        "game G(n: nat)\n  move take(k in 3..n) to G(n - k)",
        "game G(n: nat)\n  move take(k in 1..n) to G(n - k)\n  move split(a in 1..n-1) to G(a) + G(n - a)",
        "let f(k: nat) = k mod 3 == 1\ngame G(n: nat)\n  move take(k in 1..min(n, 20) where f(k)) to G(n - k)",
        "use \"octal\"\ngame G(n: nat)\n  move a(k in 1..3 where leaves([1, 3, 7][k], 1) and k < n) to G(n - k)",
        "game G(n: nat)\n  move a(k in 1..2, a in 1..n, b in a..n where a + b + k == n and a != 2) to G(a) + G(b)",
        "game G(n: nat)\n  move a(k in 1..2, a in 3..n-k) to G(a) + G(n - k - a)",
        "game G(n: nat)\n  move a(k in 1..2 where n > 9, a in 0..n-k where a < n - k - a - 3) to G(a) + G(n - k - a)",
        "game G(n: nat)\n  move a(k in 2..3, a in 1..n, b in 1..n, c in 1..n where a + b + c + k == n) to G(a) + G(b) + G(c)",
        "game G(n: nat)\n  move a(k in 1..2 where k <= n) to G(n - k) + *3\n  move b(a in 0..n-3) to G(a) + G(n - 3 - a)",
        "game G(n: nat)\n  move a where n >= 4 to G(n - 4) + G(2)\n  move b(a in 0..n-1) to G(a) + G(n - 1 - a)",
    ]) {
        assert!(form(text).is_some(), "not recognised:\n{text}");
        let first = i64::from(text.contains("1..)"));
        assert_eq!(
            found(text, first, 50),
            general(&text.replace("use \"octal\"\n", LEAVES), first, 50),
            "{text}"
        );
    }
}

const LEAVES: &str = "let leaves(digit: nat, piles: nat) = digit / 2^piles mod 2 == 1\n";

#[test]
fn what_is_no_taking_and_breaking_is_left_alone() {
    for text in [
        "game G(n: nat)\n  move take(k in 1..n where n mod k == 0) to G(n - k)",
        "game G(n: nat)\n  move take(k in 1..n where n mod 2 == 0) to G(n - k)",
        "game G(n: nat)\n  move half where n > 1 to G(n / 2)",
        "game G(n: nat)\n  move split(a in 0..n/3) to G(a) + G(n - 1 - a)",
        "game G(n: nat)\n  move split(a in 0..(n-1)/2) to G(a) + G(a)",
        "game G(n: nat)\n  move take(k in 1..3) to G(n - k)",
        "game G(n: 0..100)\n  move take(k in 1..n) to G(n - k)",
        "game G(n: int)\n  move take(k in 1..n) to G(n - k)",
        "game G(n: nat)\n  move take(k in 1..n) to G(n - k)\n  splits into G(n)",
    ] {
        assert_eq!(form(text), None, "{text}");
    }
}

/// Moves of a game of one pile, most of which are taking-and-breaking.
fn pile_move() -> impl Strategy<Value = String> {
    let taken = prop_oneof![
        (1..4i64, 1..4i64).prop_map(|(a, b)| format!("k in {a}..{}", a + b)),
        proptest::collection::btree_set(1..12i64, 1..4).prop_map(|s| format!(
            "k in {{{}}}",
            s.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
        )),
        (1..6i64).prop_map(|b| format!("k in 1..n where k <= {b}")),
        (1..3i64).prop_map(|b| format!("k in {b}..min(n, {})", b + 3)),
        Just("k in 1..max(1, min(n, 4)) where k mod 2 == 1".to_string()),
    ];
    let rest = prop_oneof![
        4 => Just((", left in 0..n-k", "", "G(left) + G(n - k - left)")),
        2 => Just((", left in 1..n-k where 2 * left < n - k", "", "G(left) + G(n - k - left)")),
        2 => Just((", a in 1..n-k-1 where a <= n - k - a + 3 and a != 2", "", "G(n - k - a) + G(a)")),
        2 => Just((", a in 2..n-k, b = n - k - a where b >= 1 and abs(b) == b", "", "G(b) + G(a)")),
        2 => Just((", a in 0..n, b in 0..n where a + b + k == n and a + 1 < b", "", "G(a) + G(b)")),
        1 => Just((", a in 3..n-k where n - k - a not in {0, 1, 4}", "", "G(a) + G(n - a - k)")),
        2 => Just((" where k < n", "", "G(n - k)")),
        1 => Just(("", " where k <= n and n != 8", "G(n - k)")),
        1 => Just(("", " where k <= n", "if n > 20 then G(n - k) + *1 else nothing")),
        1 => Just((", a in 0..2 where a + k <= n", "", "G(n - k - a) + G(a) + *2")),
        1 => Just((", a in 1..(n-k)/3, b in a..(n-k-a)/2", "", "G(a) + G(b) + G(n - k - a - b)")),
        1 => Just((", m in 0..n-k", "", "G(m)")),
        1 => Just((", a in 0..(n-k)/2 where n - k > 3 or a == 0 and n >= k", "", "G(a) + G(n - k - a)")),
    ];
    (taken, rest).prop_map(|(k, (binders, guard, target))| {
        let where_at = binders.starts_with(" where") && k.contains("where");
        let binders = if where_at { binders.replace(" where", " and") } else { binders.to_string() };
        format!("  move m({k}{binders}){guard} to {target}\n")
    })
}

fn pile_game() -> impl Strategy<Value = String> {
    let ends = prop_oneof![5 => Just(""), 1 => Just("  ends when n < 3\n"), 1 => Just("  ends when n in {5, 6, 9}\n")];
    (proptest::collection::vec(pile_move(), 1..4), ends)
        .prop_map(|(moves, ends)| format!("game G(n: nat)\n{}{ends}", moves.concat()))
}

proptest! {
    #![proptest_config(config(100))]

    /// Such games are recognised, all of them, and their values are those of the general engine.
    #[test]
    fn random_games_agree(game in pile_game()) {
        prop_assert!(form(&game).is_some(), "not recognised:\n{}", game);
        prop_assert_eq!(found(&game, 0, 40), general(&game, 0, 40), "{}", game);
    }
}

#[test]
#[ignore = "takes long"]
fn a_thousand_games_agree() {
    let mut runner = proptest::test_runner::TestRunner::new(config(1000));
    runner
        .run(&pile_game(), |game| {
            prop_assert_eq!(found(&game, 0, 40), general(&game, 0, 40), "{}", game);
            Ok(())
        })
        .expect("all agree");
}
