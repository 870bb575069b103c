//! Random games with their values, for the other back end of machine code: `web/test/compiled.test.mjs` asks for them where rules
//! become WebAssembly, which no test in Rust can do.

use crate::shapes::*;
use crate::solved::{general, with_budget};
use crate::words::game_in_machine_code;
use crate::{game_of_elements, pairs_game, random};
use fairgame::engine::Budget;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use std::cell::RefCell;

/// So many games of a kind, each with its question and its value by the general engine, if that is wanted.
fn some(cases: u32, games: impl Strategy<Value = (String, String)>, solved: bool) -> Vec<Value> {
    let all = RefCell::new(vec![]);
    let result = TestRunner::new(random::all(cases)).run(&games, |(text, question)| {
        if !solved {
            all.borrow_mut().push(json!({ "rules": text, "position": question }));
            return Ok(());
        }
        let value = general(&text, &question);
        // As machine code of this processor, too.
        let budget = Budget { interpreted: 0, time: None, ..Budget::default() };
        assert_eq!(with_budget(&text, &question, budget), value, "{text}{question}");
        all.borrow_mut().push(json!({ "rules": text, "position": question, "value": value.to_string() }));
        Ok(())
    });
    result.unwrap_or_else(|e| panic!("{e}"));
    all.into_inner()
}

fn asked(games: impl Strategy<Value = String>, position: &str) -> impl Strategy<Value = (String, String)> {
    let position = position.to_string();
    games.prop_map(move |text| (text, position.clone()))
}

fn all(solved: bool) -> Vec<Value> {
    let some = |cases, games: BoxedStrategy<(String, String)>| some(cases, games, solved);
    let boards = (board_game(), drawing()).prop_map(|(text, b)| (text, format!("C(board(\"{b}\"))")));
    [
        some(20, asked(heap_game(), "G(40)").boxed()),
        some(20, asked(conditions::game(), "G(60)").boxed()),
        some(20, asked(pair_game(), "P(12, 9)").boxed()),
        some(20, asked(set_game(), "W({1, 2, 6, 9})").boxed()),
        some(15, asked(coin_game(), "W({1, 3, 8, 10})").boxed()),
        some(8, asked(coin_game(), "W({1, 100})").boxed()),
        some(20, asked(row_game(), "L([4, 4, 3, 2])").boxed()),
        some(20, asked(list_game(), "L([4, 2, 3])").boxed()),
        some(15, asked(bag_game(), "B(bag(4, 3, 3, 1))").boxed()),
        some(15, asked(tuple_game(), "T((5, 6), (true, 4))").boxed()),
        some(15, asked(map_game(), "M(map(0 to 3, 1 to 4, 2 to 2))").boxed()),
        some(10, asked(nested_game(), "Q([[1, 2], [0]], \"a\")").boxed()),
        some(60, flat_game().boxed()),
        some(30, boards.boxed()),
        some(40, pairs_game().boxed()),
        some(60, truths::game_of_truths().boxed()),
        some(60, game_of_elements().boxed()),
        some(30, entries::game_of_entries().boxed()),
        some(30, fixed::game_with_fixed().boxed()),
        some(120, game_in_machine_code().boxed()),
    ]
    .concat()
}

const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/web/test/games.json");
const OUT_OF_DATE: &str =
    "web/test/games.json is out of date: UPDATE=1 cargo test --test engines -- --ignored games_for_browsers";

/// The same games every day: written by `UPDATE=1 cargo test --test engines -- --ignored games_for_browsers`.
#[test]
#[ignore = "takes long"]
fn games_for_browsers_are_up_to_date() {
    let lines: Vec<String> = all(true).iter().map(Value::to_string).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(GAMES, &text).expect("web/test is there");
    }
    assert!(written() == text, "{OUT_OF_DATE}");
}

/// Every day, without their values: whoever changes how random games are made hears of it at once.
#[test]
fn games_for_browsers_are_those_that_are_made() {
    let written: Vec<Value> = serde_json::from_str(&written()).expect("web/test/games.json is JSON");
    let of = |game: &Value| (game["rules"].clone(), game["position"].clone());
    assert!(written.iter().map(of).eq(all(false).iter().map(of)), "{OUT_OF_DATE}");
}

fn written() -> String {
    std::fs::read_to_string(GAMES).expect("web/test/games.json is there")
}
