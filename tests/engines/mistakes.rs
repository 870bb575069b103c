//! Rules that make a mistake in some positions only: compiled or not, they make it in the same ones, whatever decides before.

use crate::random::config;
use crate::solved::general_or_mistake;
use fairgame::answer::Answer;
use fairgame::engine::Budget;
use fairgame::session::Session;
use proptest::prelude::*;
use proptest::sample::select;

/// What is a mistake for one y and no other.
fn element() -> impl Strategy<Value = &'static str> {
    select(&[
        "12 / (y - 3)",
        "[5, 1, -2, 4][y]",
        "y mod (y - 2)",
        "if y == 5 then 1 / (y - 5) else y - 1",
        "max({y} minus {4})",
    ])
}

/// A collection of such elements, of t and s.
fn source() -> impl Strategy<Value = String> {
    let simple = (
        element(),
        select(&["y in t", "y in t where y > 0", "y in t where y != 3", "y in s, w in t where w >= y"]),
    )
        .prop_flat_map(|(e, of)| {
            let (set, list, bag) =
                (format!("{{{e} for {of}}}"), format!("[{e} for {of}]"), format!("bag({e} for {of})"));
            let nested = format!("{{z for z in {set} where z < 4}}");
            let first = format!("{{-1, {}}}", e.replace('y', "size(t)"));
            select(vec![set, list, bag, nested, first, "f(t)".into(), "g(s)".into()])
        });
    (simple, 0..8).prop_map(|(of, way)| match (way, of.starts_with('['), of.starts_with('{')) {
        (0, true, _) => format!("[-1] + {of}"),
        (1, true, _) => format!("{of} + [7]"),
        (0, _, true) => format!("({{-1}} union {of})"),
        (1, _, true) => format!("({of} minus {{2}})"),
        (2, _, true) => format!("({of} common t)"),
        (3, _, true) => format!("({of} with 12 / (n - 2))"),
        (4, _, true) => format!("(if n > 2 then {of} else {{n}})"),
        _ => of,
    })
}

/// A condition on one.
fn condition() -> impl Strategy<Value = String> {
    let asked = select(&["z < 0", "z == n", "z > 2", "z in t", "z in {-1, 4}", "z < 3 or 6 / (z - 3) > 1"]);
    (source(), asked, select(&["any", "all", "none"]), 0..10).prop_map(|(of, asked, fold, way)| match way {
        0 => format!("{fold}({asked} and z > w for w in 0..1, z in {of})"),
        1 => format!("{fold}({asked} and z > w for z in {of}, w in t)"),
        2 => format!("{fold}({asked} for z in {of} where z mod 2 == 0)"),
        3 => format!("{fold}({asked} for q in {of}, z = q + 1)"),
        4 => format!("count({asked} for z in {of}) > 1"),
        5 => format!("-1 in {of}"),
        6 => format!("size({of}) == 1"),
        7 => format!("sum(z for z in {of}) > n"),
        _ => format!("{fold}({asked} for z in {of})"),
    })
}

fn game() -> impl Strategy<Value = String> {
    condition().prop_map(|condition| {
        format!(
            "let f(t: set of nat) = {{12 / (y - 3) for y in t}}
let g(t: set of nat) = [12 / (y - 3) for y in t]
game G(n: 0..9, t: set of 0..6, s: set of 0..6)
  move down where n > 0 and ({condition}) to G(n - 1, t, s)
  move leap where n > 1 and size(s) > 1 to G(n - 2, t, s)\n"
        )
    })
}

/// The value, or that there is a mistake, by the engines that the program picks.
fn picked(text: &str, question: &str, interpreted: u64, in_bytes: bool) -> Option<u64> {
    let mut session = Session::new(Budget { interpreted, time: None, ..Budget::default() });
    let loaded = session.load_text("test", &format!("{text}show value({question})"));
    session.games().skip_quick_attempts();
    if in_bytes {
        session.games().skip_words();
    }
    match session.ask(&loaded.questions[0]) {
        Answer::Value { value, .. } => Some(value.parse().unwrap()),
        _ => None,
    }
}

proptest! {
    #![proptest_config(config(700))]

    #[test]
    fn mistakes_are_made_in_the_same_positions(
        game in game(),
        n in 1u32..5,
        t in proptest::collection::btree_set(0u32..7, 1..5),
        s in proptest::collection::btree_set(0u32..7, 0..4),
    ) {
        let set = |of: &std::collections::BTreeSet<u32>| of.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
        let question = format!("G({n}, {{{}}}, {{{}}})", set(&t), set(&s));
        let expected = general_or_mistake(&game, &question);
        for (interpreted, in_bytes) in [(0, false), (u64::MAX, false), (0, true), (u64::MAX, true)] {
            let found = picked(&game, &question, interpreted, in_bytes);
            prop_assert_eq!(found, expected, "{} {}\n{}", interpreted, in_bytes, game.clone() + &question);
        }
    }
}
