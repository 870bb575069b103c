//! Misère play against its definition: random rules and sums, and the published facts.

use crate::random;
use crate::support;

use fairgame::answer::Answer;
use fairgame::check::ir::StatementKind;
use fairgame::check::{Bare, check};
use fairgame::engine::Budget;
use fairgame::engine::misere::naive::Naive;
use fairgame::rules::eval::Eval;
use fairgame::rules::general::General;
use fairgame::rules::machine::Machine;
use fairgame::session::Session;
use fairgame::source::FileId;
use fairgame::syntax::parse::parse;
use fairgame::value::{Part, Value};
use proptest::prelude::*;
use std::rc::Rc;
use std::sync::Arc;

/// The answers to questions about rules, each a value.
fn asked(text: &str, questions: &[String]) -> Vec<String> {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
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

/// Rows of coins, of which some parts fall apart, in several kinds of positions; and a sum of games that know nothing of each other.
const ROWS: [(&str, [&str; 3]); 5] = [
    (
        "game G(s: set of nat)
  move strike(i in s, j in s where j - i in {1, 2}) to G({x for x in s where x < i}) + G({x for x in s where x > j})
  move take(i in s where i mod 3 == 0) to G(s without i)\n",
        ["G(1..6)", "G({2, 3, 5}) + G({1, 2, 6})", "G(3..8) + *2"],
    ),
    (
        "game G(b: list of bool)
  move strike(i in indices(b), j in indices(b) where b[i] and b[j] and j == i + 1) to G(b[1..i-1]) + G(b[j+1..])
  move take(i in indices(b) where b[i] and i mod 2 == 1) to G(put(b, i, false))\n",
        ["G([true, true, true, true, true])", "G([true, false, true, true]) + G([true, true])", "G([true]) + *3"],
    ),
    (
        "game G(t: text)
  move cut(i in 1..size(t)-1 where t[i] != t[i+1]) to G(t[1..i-1]) + G(t[i+2..])
  move last where size(t) > 0 to G(t[1..size(t)-1])\n",
        ["G(\"abab\")", "G(\"aab\") + G(\"ba\")", "G(\"abbcab\") + *2"],
    ),
    (
        "game G(m: map of nat to nat)
  move less(k in m, j in 1..m[k]) to G(put(m, k, m[k] - j)) + *(j mod 2)
  move halves(k in m where m[k] > 1) to G(map(k to m[k] / 2)) + G(map(1 to 1))\n",
        ["G(map(1 to 3))", "G(map(1 to 1, 2 to 2)) + *2", "G(map(90 to 2)) + G(map(90 to 1, 91 to 1))"],
    ),
    (
        "game G(n: nat)
  move less(k in 1..2 where k <= n) to G(n - k)
  move other where n > 2 to H({n - 2, n - 1}) + *2
game H(s: set of nat)
  move take(x in s) to H(s without x)
  move both where size(s) > 1 to nothing
game Other(a: nat, b: nat)
  move lower(k in 1..a) to Other(a - k, b)
  move swap where a > b to Other(b, a - 1)\n",
        ["G(5) + H({1, 2, 7})", "G(4) + Other(2, 1)", "Other(3, 3) + Other(1, 2) + *1"],
    ),
];

#[test]
fn rows_that_fall_apart_agree_with_the_definition() {
    for (text, sums) in ROWS {
        let questions = |sum: &&str| {
            [format!("misere_value({sum})"), format!("genus({sum})"), format!("outcome({sum}) under misere")]
        };
        let all: Vec<String> = sums.iter().flat_map(questions).collect();
        for (sum, answers) in sums.iter().zip(asked(text, &all).chunks_exact(3)) {
            let wanted = naive(text, sum);
            assert_eq!(answers[0], wanted[0].to_string(), "{text}{sum}");
            assert_eq!(read_genus(&answers[1]).1[..6], wanted[..], "{text}{sum}");
            assert_eq!(answers[2], if wanted[0] == 0 { "P" } else { "N" }, "{text}{sum}");
        }
    }
}

proptest! {
    #![proptest_config(random::config(6))]

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
fn methods_of_the_library() {
    let report = support::run_text("tests/facts/methods.game", include_str!("facts/methods.game"));
    assert!(report.failures.is_empty(), "{}", report.failures.join("\n"));
}

#[test]
fn published_facts() {
    let report = support::run_text("tests/misere.rs", include_str!("facts/misere.game"));
    assert!(report.failures.is_empty(), "{}", report.failures.join("\n"));
}

fn answers(text: &str) -> Vec<Answer> {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("test", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    loaded.questions.iter().map(|q| session.ask(q)).collect()
}

/// Orders, P-portions and generators of published quotients. (Plambeck 2005, Plambeck and Siegel 2008)
#[test]
fn published_quotients() {
    let text = "use \"octal\"\nquotient Octal(n, [7, 7]) for n in 0..30\nquotient Octal(n, [7, 5]) for n in 1..12\n\
                use \"heaps\"\nquotient Nim(n) for n in 0..7\nquotient Octal(n, [0, 7]) for n in 0..24\n";
    let found: Vec<(usize, usize, String)> = answers(text)
        .into_iter()
        .map(|a| match a {
            Answer::Quotient(q) => {
                let at: Vec<String> = q.generators.iter().map(|g| g.index.unwrap().to_string()).collect();
                (q.order, q.p_portion.len(), at.join(" "))
            }
            other => panic!("{other:?}"),
        })
        .collect();
    let wanted = [(40, 9, "1 2 5 9 12 25 27"), (8, 2, "1 2 5"), (10, 2, "1 2 4"), (24, 5, "2 4 10 14")];
    assert_eq!(found, wanted.map(|(o, p, g)| (o, p, g.to_string())));
}

/// What a quotient says of sums is what the search says without it.
#[test]
fn quotients_agree_with_the_search() {
    let kayles = "game K(n: nat)\n  move a(k in 1..2, left in 0..n-k) to K(left) + K(n - k - left)\n";
    let sums = "[outcome(K(a) + K(b) + K(c)) for a in 5..12, b in a..12, c in b..12]";
    let plain = answers(&format!("{kayles}show {sums} under misere\n"));
    let told = answers(&format!("{kayles}quotient K(n) for n in 0..12\nshow {sums} under misere\n"));
    let text = |a: &Answer| match a {
        Answer::Value { value, .. } => value.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(text(&plain[0]), text(&told[1]));
}

#[test]
fn a_quotient_that_takes_too_long_says_how_far_it_got() {
    let mut session = Session::new(Budget { positions: 20_000, ..Budget::default() });
    let text = "use \"octal\"\nquotient Octal(n, [0, 7]) for n in 0..60\n";
    let loaded = session.load_text("test", text);
    let Answer::Quotient(q) = session.ask(&loaded.questions[0]) else { panic!() };
    let stopped = q.stopped.expect("a budget ran out");
    assert!(q.to < 60 && q.order >= 24 && stopped.how_far.contains("at least"), "{stopped:?}");
}

#[test]
fn games_are_compared() {
    let text = "use \"heaps\"\nuse \"octal\"\n\
                game K(n: nat)\n  move b(k in 1..2, left in 0..n-k) to K(n - k - left) + K(left)\n\
                compare K(n), Octal(n, [7, 7]) for n in 0..12\n\
                compare Nim(n), TakeAway(n, {1, 2, 3}) for n in 0..9\n\
                compare TakeAway(n, {1, 2, 3}), TakeAway(n, {1, 2, 3, 5}) for n in 0..9\n\
                compare *1 + *1, nothing\n";
    let all: Vec<_> = answers(text)
        .into_iter()
        .map(|a| match a {
            Answer::Compare(c) => {
                (c.cases, c.same_moves, c.moves_differ.map(|d| d.case), c.values_differ.map(|d| d.case))
            }
            other => panic!("{other:?}"),
        })
        .collect();
    let at = |n: &str| Some(format!("n = {n}"));
    let wanted = [
        (13, 13, None, None),
        (4, 4, at("4"), at("4")),
        (10, 5, at("5"), None),
        (1, 0, Some(String::new()), None),
    ];
    assert_eq!(all, wanted);
}

#[test]
fn sparse_spaces() {
    let text = "use \"octal\"\nsparse Octal(n, [7, 7]) for n in 0..300\nsparse Octal(n, [1, 3, 7]) for n in 0..300\n";
    let all: Vec<_> = answers(text)
        .into_iter()
        .map(|a| match a {
            Answer::Sparse(s) => (s.sparse, s.mask, s.last_rare),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(all[0], (true, Some(15), Some(70)));
    assert!(!all[1].0);
}
