//! Misère play against its definition: random rules and sums, and the published facts.

mod support;

use fairgame::answer::Answer;
use fairgame::check::ir::StatementKind;
use fairgame::check::{Bare, check};
use fairgame::engine::Budget;
use fairgame::engine::misere::naive::Naive;
use fairgame::rules::eval::{Eval, Machine};
use fairgame::rules::general::General;
use fairgame::session::Session;
use fairgame::source::FileId;
use fairgame::syntax::parse::parse;
use fairgame::value::{Part, Value};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::rc::Rc;
use std::sync::Arc;

/// The answers to questions about rules, each a value.
fn asked(text: &str, questions: &[String]) -> Vec<String> {
    let mut session = Session::new(Budget::default());
    let shows: Vec<String> = questions.iter().map(|q| format!("show {q}\n")).collect();
    let loaded = session.load_text("test", &format!("{text}{}", shows.concat()));
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    let answers = loaded.questions.iter().map(|q| match session.ask(q) {
        Answer::Value { value, .. } => value,
        other => panic!("{text}\n{}: {other:?}", q.text),
    });
    answers.collect()
}

/// The misère nim-values of a sum with 0, 1, 2, ... nim-heaps of 2 beside it, by the definition.
fn naive(text: &str, question: &str) -> Vec<u64> {
    let parsed = parse(FileId(0), &format!("{text}\nshow {question}"));
    let program = Arc::new(check(&parsed.items, &[], Bare::Mistake).program);
    let machine = Rc::new(Machine::new(program.clone()));
    let StatementKind::Show { expr, .. } = &program.statements[0].kind else { panic!() };
    let Ok(Value::Position(p)) = Eval::new(&machine, None, 0, &[]).eval(expr) else { panic!("{question}") };
    let mut rules = General::new(machine.clone(), false);
    let (mut keys, mut heaps) = (vec![], vec![]);
    for part in p.parts {
        match part {
            Part::Heap(k) => heaps.push(k.to_u64().unwrap()),
            Part::Game(p) => keys.push(rules.intern(p)),
        }
    }
    Naive::new(rules).with_twos(&keys, &heaps, 5).unwrap_or_else(|_| panic!("{text}\n{question}"))
}

/// A genus as written: the value and the misère nim-values, continued to six.
fn read_genus(text: &str) -> (u64, Vec<u64>) {
    let (value, misere) = text.trim_end_matches('}').split_once("^{").unwrap();
    let mut misere: Vec<u64> = if misere.contains(',') {
        misere.split(',').map(|v| v.parse().unwrap()).collect()
    } else {
        misere.chars().map(|c| u64::from(c.to_digit(10).unwrap())).collect()
    };
    while misere.len() < 6 {
        misere.push(misere[misere.len() - 2]);
    }
    (value.parse().unwrap(), misere)
}

fn game() -> impl Strategy<Value = String> {
    let m = prop_oneof![
        (1..4i64).prop_map(|k| format!("  move a(k in 1..{k} where k <= n) to G(n - k)\n")),
        Just("  move b(k in 1..2, left in 0..n-k) to G(left) + G(n - k - left)\n".to_string()),
        Just("  move c(a in 1..n-1 where a < n - a) to G(a) + G(n - a)\n".to_string()),
        (2..4i64).prop_map(|k| format!("  move d(left in 0..n-{k}) to G(left) + G(n - {k} - left)\n")),
        Just("  move e where n > 2 to G(n - 2) + *1\n".to_string()),
        Just("  move f where n > 3 to G(1) + G(2) + G(n - 4)\n".to_string()),
        Just("  move g where n mod 2 == 1 to nothing\n".to_string()),
        Just("  move h where n > 4 to *2 + *3\n".to_string()),
        Just("  move i(k in 1..n where n mod k == 0) to G(n - k)\n".to_string()),
    ];
    proptest::collection::vec(m, 1..4).prop_map(|moves| format!("game G(n: nat)\n{}", moves.concat()))
}

fn position() -> impl Strategy<Value = String> {
    let part = prop_oneof![4 => (0..8u32).prop_map(|n| format!("G({n})")), 1 => (0..5u32).prop_map(|n| format!("*{n}"))];
    proptest::collection::vec(part, 1..4).prop_map(|parts| parts.join(" + "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, rng_seed: RngSeed::Fixed(5), ..ProptestConfig::default() })]

    #[test]
    fn everything_agrees_with_the_definition(text in game(), sums in proptest::collection::vec(position(), 9)) {
        let questions = |sum: &String| {
            [
                format!("outcome({sum}) under misere"),
                format!("misere_value({sum})"),
                format!("genus({sum})"),
                format!("value({sum})"),
                format!("size(winning({sum})) > 0 or size(moves({sum})) == 0 under misere"),
            ]
        };
        let all: Vec<String> = sums.iter().flat_map(questions).collect();
        for (sum, answers) in sums.iter().zip(asked(&text, &all).chunks_exact(5)) {
            let wanted = naive(&text, sum);
            let is_p = wanted[0] == 0;
            prop_assert_eq!(&answers[0], if is_p { "P" } else { "N" }, "{}{}", text, sum);
            prop_assert_eq!(&answers[1], &wanted[0].to_string(), "{}{}", text, sum);
            let (value, misere) = read_genus(&answers[2]);
            prop_assert_eq!(&misere[..6], &wanted[..], "{}{}", text, sum);
            prop_assert_eq!(&answers[3], &value.to_string(), "{}{}", text, sum);
            prop_assert_eq!(&answers[4], if is_p { "false" } else { "true" }, "{}{}", text, sum);
        }
    }
}

#[test]
fn published_facts() {
    let report = support::run_text("tests/misere.rs", include_str!("facts/misere.game"));
    assert!(report.failures.is_empty(), "{}", report.failures.join("\n"));
}
