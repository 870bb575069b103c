//! Random games of certain shapes, spelled in many ways: those for which there are fast engines.
#![allow(dead_code)] // each test uses its own part

pub(crate) mod arranged;
pub(crate) mod bags;
mod boards;
mod collections;
pub(crate) mod conditions;
pub(crate) mod counted;
pub(crate) mod cut;
pub(crate) mod entries;
pub(crate) mod equations;
pub(crate) mod fixed;
pub(crate) mod flat;
pub(crate) mod keyed;
pub(crate) mod large;
pub(crate) mod lines;
pub(crate) mod lists;
pub(crate) mod names;
pub(crate) mod near;
mod numbers;
pub(crate) mod sets;
pub(crate) mod tables;
pub(crate) mod truths;
pub(crate) mod written;

pub(crate) use boards::{board_game, claimed_board_game, drawing};
pub(crate) use collections::{bag_game, map_game, nested_game, tuple_game};
pub(crate) use flat::flat_game;
pub(crate) use lists::{list_game, row_game};
pub(crate) use numbers::{heap_game, pair_game};
pub(crate) use sets::{coin_game, set_game};

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// Some moves, each with a nim-heap beside what it leads to, or none: `@` is what the move chooses first, if that is one
/// name.
fn moves<T: AsRef<str> + std::fmt::Debug>(
    m: impl Strategy<Value = T>,
    count: std::ops::Range<usize>,
    heaps: &'static [&'static str],
) -> impl Strategy<Value = String> {
    let one = (m, 0..=2 * heaps.len(), 0..12u32).prop_map(|(m, which, alone)| {
        let m = m.as_ref();
        let choice = m.split_once('(').map(|(_, rest)| rest.split(' ').next().unwrap_or_default());
        let choice =
            choice.filter(|c| m.contains(&format!("({c} in ")) && c.chars().all(char::is_alphanumeric));
        let heap = match (heaps.get(which), choice) {
            (Some(heap), None) if heap.contains('@') => None,
            (Some(heap), choice) => Some(heap.replace('@', choice.unwrap_or_default())),
            (None, _) => None,
        };
        let m = match (heap, m.split_once(" to ")) {
            (Some(heap), Some((before, _))) if alone == 0 => format!("{before} to {heap}\n"),
            (Some(heap), Some((before, target))) if alone < 3 => format!("{before} to {heap} + {target}"),
            (Some(heap), _) => format!("{} + {heap}\n", m.trim_end()),
            (None, _) => m.to_string(),
        };
        if alone < 10 { m } else { by_a_name(&m) }
    });
    proptest::collection::vec(one, count).prop_map(|moves| moves.concat())
}

/// The same move to a position that has a name, which is made where the condition of the move holds.
fn by_a_name(m: &str) -> String {
    let Some((before, target)) = at_top(m, " to ") else { return m.to_string() };
    let (choices, once) = match at_top(before, " where ") {
        Some((choices, guard)) => (choices, format!("once = 0 where {guard}, ")),
        None => (before, String::new()),
    };
    let chosen = choices.strip_suffix(')').map(|choices| format!("{choices}, "));
    let before = chosen.unwrap_or_else(|| format!("{choices}("));
    format!("{before}{once}held = {}) to held\n", target.trim_end())
}

/// What is before a word and behind it, where it stands in no brackets.
fn at_top<'t>(text: &'t str, word: &str) -> Option<(&'t str, &'t str)> {
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ if depth == 0 && text[at..].starts_with(word) => {
                return Some((&text[..at], &text[at + word.len()..]));
            }
            _ => {}
        }
    }
    None
}

/// So many games of each shape with a question about each: the name of the shape, and the text.
pub(crate) fn some(count: usize) -> Vec<(String, String)> {
    let mut runner = TestRunner::new(Config { rng_seed: RngSeed::Fixed(count as u64), ..Config::default() });
    let mut texts = vec![];
    for (shape, games) in asked() {
        for i in 0..count {
            let text = games.new_tree(&mut runner).expect("nothing is refused").current();
            texts.push((format!("random {shape} {i}"), text));
        }
    }
    texts
}

/// Texts that ask about one position.
type Asked = BoxedStrategy<String>;

/// Games of each shape, each with a question.
fn asked() -> Vec<(&'static str, Asked)> {
    let numbers = |r: &[u32]| r.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    fn of<T: std::fmt::Debug>(
        games: impl Strategy<Value = String> + 'static,
        positions: impl Strategy<Value = T> + 'static,
        write: impl Fn(T) -> String + 'static,
    ) -> Asked {
        (games, positions).prop_map(move |(g, p)| format!("{g}show {}\n", write(p))).boxed()
    }
    let claimed = || claimed_board_game().prop_map(|(_, claimed)| claimed);
    let board = |b: String| format!("C(board(\"{b}\"))");
    let coins = move |s: std::collections::BTreeSet<u32>| {
        format!("W({{{}}})", numbers(&s.into_iter().collect::<Vec<_>>()))
    };
    let entries = |r: Vec<u32>| {
        let all: Vec<String> = r.iter().enumerate().map(|(i, v)| format!("{i} to {v}")).collect();
        format!("M(map({}))", all.join(", "))
    };
    vec![
        ("heaps", of(heap_game(), 0u32..30, |n| format!("G({n})"))),
        ("conditions", of(conditions::game(), 0u32..30, |n| format!("G({n})"))),
        ("pairs", of(pair_game(), (0u32..9, 0u32..9), |(a, b)| format!("P({a}, {b})"))),
        ("sets", of(set_game(), btree_set(0u32..9, 0..4), coins)),
        ("coins", of(coin_game(), btree_set(0u32..10, 0..4), coins)),
        ("lists", of(list_game(), vec(0u32..4, 1..4), move |r| format!("L([{}])", numbers(&r)))),
        ("rows", of(row_game(), vec(0u32..4, 1..4), move |r| format!("L([{}])", numbers(&r)))),
        ("bags", of(bag_game(), vec(0u32..4, 0..4), move |r| format!("B(bag({}))", numbers(&r)))),
        (
            "tuples",
            of(tuple_game(), (0u32..5, 0u32..5, 0u32..4), |(a, b, n)| format!("T(({a}, {b}), (true, {n}))")),
        ),
        ("maps", of(map_game(), vec(0u32..4, 1..4), entries)),
        ("nested", of(nested_game(), vec(vec(0u32..3, 0..3), 0..3), |q| format!("Q({q:?}, \"a\")"))),
        ("any type", flat_game().prop_map(|(game, root)| format!("{game}show {root}\n")).boxed()),
        ("boards", of(board_game(), drawing(), board)),
        ("claims", of(claimed(), drawing(), board)),
        ("sets of sets", of(sets::game_of_sets(), btree_set(0u32..9, 0..4), coins)),
        (
            "edited rows",
            of(lists::edited_game(), vec(0u32..4, 0..4), move |r| format!("L([{}])", numbers(&r))),
        ),
        (
            "large boards",
            large::game_on_a_large_board()
                .prop_map(|(game, root)| format!("{game}show outcome({root})\n"))
                .boxed(),
        ),
        ("lines", of(lines::game_of_lines(), lines::board_of_lines(), |root| root)),
        (
            "numbers in order",
            of(lines::numbers_in_order(), (0u32..5, 0u32..6, 0u32..7), |(a, b, c)| {
                format!("O({a}, {b}, {c})")
            }),
        ),
        (
            "equations",
            of(equations::game_of_equations(true), (btree_set(0u32..6, 0..4), 0u32..4), move |(s, n)| {
                format!("E({{{}}}, {n})", numbers(&s.into_iter().collect::<Vec<_>>()))
            }),
        ),
        ("pieces", of(lines::game_of_pieces(), lines::board_of_lines(), |root| root)),
        ("names", of(names::game_of_names(), names::position_of_names(), |root| root)),
        ("tables", of(tables::game_of_tables(true), tables::position_of_tables(), |root| root)),
        ("keyed", of(keyed::game_of_keys(), keyed::position_of_keys(), |root| root)),
        ("counted", of(counted::game_of_counts(), counted::position_of_counts(), |root| root)),
        (
            "distances",
            of(near::game_of_distances(), (1u32..7, 1u32..7, 0u32..4), |(a, b, t)| {
                format!("N({a}, {b}, {t})")
            }),
        ),
        (
            "truths",
            truths::game_of_truths().prop_map(|(game, root)| format!("{game}show outcome({root})\n")).boxed(),
        ),
        ("cut", cut::game_of_cuts().prop_map(|(game, root)| format!("{game}show {root}\n")).boxed()),
        (
            "counted bags",
            bags::game_of_bags().prop_map(|(game, root)| format!("{game}show {root}\n")).boxed(),
        ),
        (
            "maps that keep their keys",
            entries::game_of_entries().prop_map(|(game, root)| format!("{game}show {root}\n")).boxed(),
        ),
        ("fixed", fixed::game_with_fixed().prop_map(|(game, root)| format!("{game}show {root}\n")).boxed()),
        ("arranged", of(arranged::game_in_any_order(), arranged::position_in_any_order(), |root| root)),
    ]
}
