//! Periods of games in which any number of an infinite set may be taken: proved by residues, checked by the checker, and
//! compared with the general engine on random rules.

use crate::random::{daily, some};
use crate::support;

use fairgame::answer::{Answer, PeriodAnswer};
use fairgame::certificate::residues::{Certificate, Left};
use fairgame::certificate::verify;
use fairgame::check::{Bare, check};
use fairgame::engine::depth_first::Solver;
use fairgame::engine::{Budget, Meter};
use fairgame::rules::general::General;
use fairgame::rules::machine::Machine;
use fairgame::session::Session;
use fairgame::source::FileId;
use fairgame::syntax::parse::parse;
use fairgame::value::{Part, Value};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestRunner};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// What a `period` says, and its certificate if it is proved.
fn period(text: &str) -> (PeriodAnswer, Option<String>) {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("test", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    match session.ask(&loaded.questions[0]) {
        Answer::Period(p) => {
            let line = p.proved.then(|| session.certificate(&loaded.questions[0]));
            (p, line.and_then(Result::ok))
        }
        other => panic!("{text}\n{other:?}"),
    }
}

fn game(moves: &str) -> String {
    format!("use \"numbers\"\nuse \"heaps\"\ngame G(n: nat)\n  move m{moves}\nperiod G(n) for n")
}

#[test]
fn infinite_sets_however_they_are_spelled() {
    for (moves, expected) in some([
        ("(j in 0..n where 2^j <= n) to G(n - 2^j)", 3),
        ("(k in powers_of_two(n)) to G(n - k)", 3),
        ("(k in {2^i for i in 0..n where 2^i <= n}) to G(n - k)", 3),
        ("(k in 1..n where k in powers_of_two(n)) to G(n - k)", 3),
        ("(left in 0..n-1 where n - left in powers_of_two(n)) to G(left)", 3),
        ("(j in 0..n, k = 2^j where k <= n) to G(n - k)", 3),
        ("(j in 0..n where n - 2^j >= 0) to G(n - 2^j)", 3),
        ("(k in {3^i for i in 0..n where 3^i <= n}) to G(n - k)", 2),
        ("(k in 1..n where k mod 2 == 1) to G(n - k)", 2),
        ("(k in 1..n where k mod 5 != 0) to G(n - k)", 5),
        ("(i in 0..n where 2 * i + 1 <= n) to G(n - 2 * i - 1)", 2),
        ("(k in 1..n where k == 1 or prime(k)) to G(n - k)", 4),
        ("(k in {1} union primes(n) where k <= n) to G(n - k)", 4),
        ("(j in 0..n where j^2 + 1 <= n) to G(n - j^2 - 1)", 3),
        ("(k in 1..4 where k <= n and (n mod 2 == 0 or k != 2)) to G(n - k)", 24),
    ]) {
        let text = game(moves);
        let (p, line) = period(&text);
        assert_eq!((p.proved, p.period), (true, Some(expected)), "{text}\n{p:?}");
        let line = line.unwrap_or_else(|| panic!("no certificate: {text}"));
        assert!(verify(&line, &mut |_| true).is_ok(), "{text}\n{line}");
    }
}

#[test]
#[ignore = "takes long"]
fn values_that_grow_however_they_are_spelled() {
    for (moves, expected, saltus) in [
        ("(k in 1..n where k mod 3 == 0) to G(n - k)", 3, 1),
        ("(j in 1..n/3) to G(n - 3 * j)", 3, 1),
        ("(j in 1..n where 3 * j <= n) to G(n - 3 * j)", 3, 1),
        ("(j in 1..n, k = 3 * j where n >= k) to G(n - k)", 3, 1),
        ("(k in 4..n where k mod 2 == 1) to G(n - k)", 5, 1),
        ("(k in 1..n where (n - k) mod 2 == 0) to G(n - k)", 2, 1),
        ("(k in 1..n where k mod 4 != 1) to G(n - k)", 2, 1),
        ("(left in 0..n-1 where left mod 3 == 0) to G(left)", 3, 1),
        ("(i in 0..n where 3 * i < n) to G(3 * i)", 3, 1),
        ("(k in {2 * i + 3 for i in 0..n} where k <= n) to G(n - k)", 3, 1),
        ("(k in 2..n where odd(k) or k == 6) to G(n - k)", 3, 1),
        ("(k in 1..n) to G(n - k) + *1\n  move n(k in 1..n where k mod 2 == 0) to G(n - k)", 2, 2),
    ] {
        let text = format!("let odd(k: nat) = k mod 2 == 1\n{}", game(moves));
        let (p, line) = period(&text);
        assert_eq!((p.proved, p.period, p.saltus), (true, Some(expected), saltus), "{text}\n{p:?}");
        let line = line.unwrap_or_else(|| panic!("no certificate: {text}"));
        assert!(verify(&line, &mut |_| true).is_ok(), "{text}\n{line}\n{:?}", verify(&line, &mut |_| true));
        let report = support::run_text(
            "test",
            &format!("{text}\nexpect value(G({expected} * 10^200)) == {saltus} * 10^200 + value(G(0))"),
        );
        assert!(report.failures.is_empty() || p.last_exception.is_some(), "{text}: {:?}", report.failures);
    }
    for moves in [
        "(k in 1..n where n mod k == 0 and k < n) to G(n - k)",
        "(k in 1..n/2) to G(n - k)",
        "(k in 1..n where 3 * k >= n) to G(n - k)",
    ] {
        let (p, _) = period(&game(moves));
        assert!(!p.proved, "{moves}: {p:?}");
    }
}

#[test]
fn changed_certificates_of_growing_values_are_refused() {
    let line = period(&game("(k in 1..n where k mod 3 == 0) to G(n - k)")).1.expect("proved");
    assert!(changed(&line, |_| {}));
    assert!(!changed(&line, |c| c.saltus = 2));
    assert!(!changed(&line, |c| c.saltus = 0));
    assert!(!changed(&line, |c| c.saltus = u64::MAX));
    assert!(!changed(&line, |c| c.period = 1));
    assert!(!changed(&line, |c| c.from -= 1));
    assert!(!changed(&line, |c| c.values[7] += 1));
    assert!(!changed(&line, |c| c.moves[5].clear()));
    assert!(!changed(&line, |c| c.classes[1].every.clear()));
    assert!(!changed(&line, |c| c.classes[1].every.iter_mut().for_each(|e| e.step *= 2)));
    assert!(!changed(&line, |c| c.classes[1].every.iter_mut().for_each(|e| e.step = 0)));
    assert!(!changed(&line, |c| c.classes[1].every.iter_mut().for_each(|e| e.step <<= 40)));
    assert!(!changed(&line, |c| c.classes[1].every.iter_mut().for_each(|e| e.take = 0)));
    assert!(!changed(&line, |c| c.classes[1].every.iter_mut().for_each(|e| e.least = 1 << 60)));
    assert!(!changed(&line, |c| c.classes[1].all.push((0, vec![Left::Less(1)]))));
    assert!(!changed(&line, |c| c.classes[1].all.push((0, vec![Left::Like(0, 1)]))));
    assert!(changed(&line, |c| c.classes[1].all.push((0, vec![Left::Like(0, 4)]))));
    assert!(!changed(&line, |c| c.classes[1].all.push((1 << 30, vec![Left::Like(0, 4)]))));
    assert!(!changed(&line, |c| c.classes[1].all.push((0, vec![Left::Like(1, 3), Left::Like(1, 3)]))));
}

#[test]
fn what_is_not_proved_is_not_said_to_be() {
    for moves in [
        "(k in squares(n)) to G(n - k)",
        "(k in 1..n where n mod k == 0) to G(n - k)",
        "(k in 1..n/2) to G(n - k)",
    ] {
        let (p, _) = period(&game(moves));
        assert!(!p.proved, "{moves}: {p:?}");
    }
}

#[test]
fn piles_of_any_size() {
    let text = "use \"numbers\"\n\
        game G(n: nat)\n  move take(j in 0..n where 2^j <= n) to G(n - 2^j)\n\
        game O(n: nat)\n  move take(k in 1..n where k mod 2 == 1) to O(n - k)\n\
        expect value(G(10^200)) == 1 and outcome(G(3 * 10^200)) == P\n\
        expect G(10^200) + G(10^200 + 1) is *3\n\
        expect G(10^200) + G(10^100) is P\n\
        expect size(winning(G(10^200))) == count(2^j mod 3 == 1 for j in 0..664)\n\
        expect \"take(0)\" in winning(G(10^200))\n\
        expect winning(G(3 * 10^200)) == []\n\
        expect value(O(10^200 + 1)) == 1\n";
    let report = support::run_text("test", text);
    assert!(report.failures.is_empty(), "{:?}", report.failures);
    // Of 10^200 moves, those that win are not all found; some are.
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("test", &format!("{text}show O(10^200 + 1)\nshow winning(O(10^200 + 1))"));
    let asked: Vec<Answer> = loaded.questions.iter().rev().take(2).map(|q| session.ask(q)).collect();
    let Answer::Position(p) = &asked[1] else { panic!("{:?}", asked[1]) };
    assert_eq!((p.value.as_str(), p.winning[0].name.as_str()), ("1", "take(1)"));
    assert_eq!(p.winning_count.as_deref(), Some("open"));
    let Answer::Mistake { diagnostic } = &asked[0] else { panic!("{:?}", asked[0]) };
    assert_eq!(diagnostic.code, "too-many-moves");
}

/// The certificate with a field changed and its checksum made to fit again.
fn changed(line: &str, change: impl FnOnce(&mut Certificate)) -> bool {
    let mut c: Certificate = serde_json::from_str(line).expect("a certificate");
    change(&mut c);
    verify(&c.line(), &mut |_| true).is_ok()
}

#[test]
fn changed_certificates_are_refused() {
    let line = period(&game("(j in 0..n where 2^j <= n) to G(n - 2^j)")).1.expect("proved");
    assert!(changed(&line, |_| {}));
    assert!(verify(&line.replacen("\"period\":3", "\"period\":1", 1), &mut |_| true).is_err());
    assert!(!changed(&line, |c| c.period = 1));
    assert!(!changed(&line, |c| c.period = 0));
    assert!(!changed(&line, |c| c.from -= 1));
    assert!(!changed(&line, |c| c.from = u64::MAX));
    assert!(!changed(&line, |c| c.start = c.from));
    assert!(!changed(&line, |c| c.first = u64::MAX));
    assert!(!changed(&line, |c| c.values[7] += 1));
    assert!(!changed(&line, |c| c.values.truncate(20)));
    assert!(!changed(&line, |c| c.moves[5].clear()));
    assert!(!changed(&line, |c| c.moves[5].push((0, vec![5]))));
    assert!(!changed(&line, |c| c.classes[1].all.push((0, vec![Left::Less(3)]))));
    assert!(!changed(&line, |c| c.classes[1].all.push((0, vec![Left::Like(1, 1)]))));
    assert!(!changed(&line, |c| c.classes[1].sure.clear()));
    assert!(!changed(&line, |c| c.classes[0].sure.push((0, vec![Left::Less(u64::MAX)]))));
    assert!(!changed(&line, |c| c.classes.clear()));
}

/// Moves of a game of one pile whose numbers are those of some infinite set.
fn a_move() -> impl Strategy<Value = String> {
    let taken = prop_oneof![
        9 => (2..5i64).prop_map(|b| format!("j in 0..n, k = {b}^j where k <= n")),
        9 => (1..4i64, 0..5i64)
            .prop_map(|(a, c)| format!("j in 0..n, k = {a} * j^2 + {c} where 1 <= k and k <= n")),
        9 => (2..7i64, 0..6i64).prop_map(|(m, r)| format!("k in 1..n where k mod {m} == {}", r % m)),
        9 => (2..7i64, 0..6i64).prop_map(|(m, r)| format!("k in 1..n where k mod {m} != {}", r % m)),
        1 => Just("k in primes(n)".to_string()),
        1 => Just("k in 1..n where prime(k + 1)".to_string()),
        1 => Just("k in {1, 4} union powers_of_two(n) where k <= n".to_string()),
        9 => proptest::collection::btree_set(1..9i64, 1..4).prop_map(|s| {
            let s: Vec<String> = s.iter().map(i64::to_string).collect();
            format!("k in {{{}}} where k <= n", s.join(", "))
        }),
        9 => (1..6i64).prop_map(|b| format!("k in 1..n where k >= n - {b} and k > 0")),
        1 => Just("left in 0..n-1, k = n - left where k mod 3 == 1 or left == 2".to_string()),
        9 => (1..4i64, -3..4i64, 0..3i64).prop_map(|(a, c, from)| {
            format!("j in {from}..n, k = {a} * j + {c} where 1 <= k and k <= n")
        }),
        5 => (2..5i64, 0..3i64).prop_map(|(a, low)| format!("j in {low}..n/{a}, k = {a} * j where k > 0")),
        5 => (2..5i64, 0..9i64).prop_map(|(m, r)| format!("left in {r}..n-1, k = n - left where left mod {m} == {}", r % m)),
        3 => (1..4i64, 0..3i64).prop_map(|(a, c)| format!("i in 0..n, k = n - ({a} * i + {c}) where k > 0")),
        3 => (2..4i64, 1..9i64).prop_map(|(a, c)| format!("k in {{{a} * i + {c} for i in 0..n}} where k <= n")),
        3 => (2..9i64, 2..9i64).prop_map(|(a, b)| format!("k in {a}..n-{b} where k != {}", a + b)),
    ];
    let when = prop_oneof![
        4 => Just(String::new()),
        1 => (2..5i64, 0..4i64).prop_map(|(m, r)| format!(" where n mod {m} == {}", r % m)),
        1 => Just(" where n > 7 or k == 1".to_string()),
        1 => Just(" where (n - k) mod 3 != 1".to_string()),
        1 => Just(" where k mod 2 == 1 or n / 2 > 4".to_string()),
    ];
    let target = prop_oneof![
        6 => Just("G(n - k)"),
        1 => Just("G(n - k) + *1"),
        1 => Just("if n mod 2 == 0 then G(n - k) else nothing"),
        1 => Just("G(n - k) + G(0)"),
    ];
    (taken, when, target).prop_map(|(k, when, target)| format!("  move m({k}){when} to {target}\n"))
}

/// Where a period is proved, the values go on like that, and the moves of the piles behind the proof are those that the
/// certificate says.
fn agrees(moves: &[String]) -> bool {
    let rules = format!("use \"numbers\"\ngame G(n: nat)\n{}", moves.concat());
    let (p, line) = period(&format!("{rules}period G(n) for n"));
    let (true, Some(line)) = (p.proved, line) else { return false };
    assert!(verify(&line, &mut |_| true).is_ok(), "{rules}\n{line}");
    let Ok(c) = serde_json::from_str::<Certificate>(&line) else { return false };
    let parsed = parse(FileId(0), &format!("{NUMBERS}{}", rules.replace("use \"numbers\"\n", "")));
    let machine = Rc::new(Machine::new(Arc::new(check(&parsed.items, &[], Bare::Mistake).program)));
    let id = machine.program.game_named("G").expect("the game is there");
    let mut solver = Solver::new(General::new(machine.clone(), false));
    let meter = Meter::new(Budget { time: None, ..Budget::default() });
    let modulus = c.classes.len() as u64;
    for n in 0..c.from + 2 * modulus + 20 {
        let at = machine.position(id, vec![Value::int(n as i64)]).expect("a position");
        let key = solver.rules.intern(at.clone());
        let value = solver.value(key, &meter).unwrap_or_else(|_| panic!("{rules}G({n})"));
        let place = if n < c.start { n } else { c.start + (n - c.start) % c.period };
        let grown = if n < c.start { 0 } else { (n - c.start) / c.period * c.saltus };
        assert_eq!(value, c.values[place as usize] + grown, "{rules}G({n})");
        if n < c.from {
            continue;
        }
        let options: BTreeSet<(u64, Vec<u64>)> = machine
            .choices(&at)
            .unwrap_or_else(|_| panic!("{rules}G({n})"))
            .into_iter()
            .map(|choice| {
                let heap = |p: &Part| if let Part::Heap(k) = p { k.to_u64().unwrap() } else { 0 };
                let piles = choice.target.parts.iter().filter_map(|p| match p {
                    Part::Game(p) => p.args[0].as_i64().map(|m| m as u64),
                    Part::Heap(_) => None,
                });
                (choice.target.parts.iter().fold(0, |x, p| x ^ heap(p)), piles.collect())
            })
            .collect();
        let class = &c.classes[(n % modulus) as usize];
        let fits = |(heap, parts): &(u64, Vec<Left>), (h, piles): &(u64, Vec<u64>)| {
            let one = |l: &Left, m: &u64| match l {
                Left::Less(k) => m + k == n,
                Left::Fixed(c) => m == c,
                Left::Like(r, less) => m % modulus == *r && m + less <= n,
            };
            heap == h && parts.len() == piles.len() && parts.iter().zip(piles).all(|(l, m)| one(l, m))
        };
        for option in &options {
            assert!(class.all.iter().any(|l| fits(l, option)), "{rules}G({n}) -> {option:?} is missing");
        }
        for e in &class.every {
            let like = e.like.unwrap_or((n - e.take) % e.step);
            for m in (e.least..=n - e.take).filter(|m| m % e.step == like) {
                assert!(options.contains(&(e.heap, vec![m])), "{rules}G({n}): {m} of {e:?} is not sure");
            }
        }
        for l in &class.sure {
            assert!(options.iter().any(|option| fits(l, option)), "{rules}G({n}): {l:?} is not sure");
        }
    }
    true
}

const NUMBERS: &str = include_str!("../stdlib/numbers.game");

fn random_games(seed: u64, cases: u32, at_least: u32) {
    let config = ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let proved = std::cell::Cell::new(0);
    TestRunner::new(config)
        .run(&proptest::collection::vec(a_move(), 1..3), |moves| {
            proved.set(proved.get() + u32::from(agrees(&moves)));
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
    assert!(proved.get() >= at_least, "{} of {cases} are proved", proved.get());
}

#[test]
fn random_games_agree() {
    random_games(7, daily(1, 2), 0);
}

#[test]
#[ignore = "takes long"]
fn many_random_games_agree() {
    random_games(8, 45, 12);
}

#[test]
#[ignore = "takes long"]
fn many_other_random_games_agree() {
    random_games(9, 45, 12);
}
