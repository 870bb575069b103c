//! Games of one pile: which rules are recognised, however they are spelled, and that their values are those of the
//! definitions.

#[path = "support/random.rs"]
mod random;
#[path = "piles/remainders.rs"]
mod remainders;
mod support;

use fairgame::answer::{Answer, PeriodAnswer};
use fairgame::certificate::{Certificate, verify};
use fairgame::check::{Bare, check};
use fairgame::engine::graph::Solver;
use fairgame::engine::sequence::{Form, Left, Piece, Sequence, plain_values};
use fairgame::engine::{Budget, Meter};
use fairgame::rules::general::General;
use fairgame::rules::machine::Machine;
use fairgame::session::{Session, certificate_of};
use fairgame::source::FileId;
use fairgame::syntax::parse::parse;
use fairgame::value::{GamePosition, Part, Position, Value};
use proptest::prelude::*;
use random::config;
use std::rc::Rc;
use std::sync::Arc;

fn session(text: &str) -> Session {
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("test", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session
}

/// The position `G(n)`, or with further arguments.
fn position(session: &Session, name: &str, args: Vec<Value>) -> GamePosition {
    let program = session.program();
    let id = program.game_named(name).expect("the game is there");
    session.games().machine.position(id, args).expect("a position")
}

fn form(text: &str) -> Option<Form> {
    let session = session(text);
    session.games().normal_form(&position(&session, "G", vec![Value::int(40)]))
}

/// The values of G(first), ... by the general engine.
fn general(text: &str, first: i64, count: i64) -> Vec<u64> {
    let parsed = parse(FileId(0), text);
    let machine = Rc::new(Machine::new(Arc::new(check(&parsed.items, &[], Bare::Mistake).program)));
    let id = machine.program.game_named("G").expect("the game is there");
    let mut solver = Solver::new(General::new(machine.clone(), false));
    let meter = Meter::new(Budget::default());
    let one = |n: i64| {
        let key = solver.rules.intern(machine.position(id, vec![Value::int(n)]).expect("a position"));
        solver.value(key, &meter).unwrap_or_else(|_| panic!("{text}\nG({n})"))
    };
    (first..first + count).map(one).collect()
}

/// The values as a session finds them.
fn found(text: &str, first: i64, count: i64) -> Vec<u64> {
    let session = session(text);
    let one = |n: i64| {
        let p = Position::one(Part::Game(position(&session, "G", vec![Value::int(n)])));
        session
            .games()
            .value(&p)
            .unwrap_or_else(|s| panic!("{text}\nG({n}): {s:?}"))
            .to_u64()
            .expect("a value")
    };
    (first..first + count).map(one).collect()
}

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
    for text in [
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
    ] {
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

/// A rule of the normal form, without going through the language.
fn random_form() -> impl Strategy<Value = Form> {
    let piece = prop_oneof![
        2 => (1..9u64).prop_map(|take| Piece::new(take, Left::One { take })),
        4 => (0..9u64, 0..3u64, 0..3u64).prop_map(|(take, least, apart)| {
            let take = take.max(u64::from(least == 0));
            Piece::new(take, Left::Two { take, least, apart })
        }),
        1 => (1..9u64).prop_map(|n| Piece { until: Some(n + 2), ..Piece::new(n, Left::Nothing) }),
        1 => (4..9u64, 0..4u64).prop_map(|(take, b)| Piece { beside: vec![b], ..Piece::new(take, Left::One { take }) }),
    ];
    proptest::collection::vec(piece, 1..5).prop_map(|pieces| Form { first: 0, pieces })
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

proptest! {
    #![proptest_config(config(40))]

    /// The kernels against the plain loop.
    #[test]
    fn kernels_agree(form in random_form()) {
        kernels(&form, 700);
    }
}

fn kernels(form: &Form, count: u64) {
    assert!(form.is_sound());
    let mut fast = Sequence::without_period(form.clone());
    fast.extend(count, &Meter::new(Budget::default())).expect("within the budget");
    let values: Vec<u64> = (0..count).map(|n| fast.known(n).expect("computed")).collect();
    assert_eq!(values, plain_values(form, count), "{form:?}");
    let mut proved = Sequence::new(form.clone());
    proved.extend(count, &Meter::new(Budget::default())).expect("within the budget");
    let values: Vec<u64> = (0..count).map(|n| proved.known(n).expect("known")).collect();
    assert_eq!(values, plain_values(form, count), "with its period: {form:?} {:?}", proved.proof());
}

/// Every kernel gives the same values of so many random forms.
fn random_forms_agree(random: &impl Strategy<Value = Form>, forms: u32, values: u64) {
    let mut runner = proptest::test_runner::TestRunner::new(config(forms));
    runner
        .run(random, |form| {
            kernels(&form, values);
            Ok(())
        })
        .expect("all agree");
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

#[test]
#[ignore = "takes long"]
fn a_thousand_forms_agree() {
    random_forms_agree(&random_form(), 1000, 900);
}

/// Piles large enough for every kernel.
#[test]
#[ignore = "takes long"]
fn long_forms_agree() {
    random_forms_agree(&random_form(), 60, 7000);
}

/// Rules whose values may grow: three piles, or any number taken, with other moves, heaps and exceptions beside them.
fn growing_form() -> impl Strategy<Value = Form> {
    let code = (0..4u8, proptest::collection::vec(0..16u8, 1..5))
        .prop_map(|(before, digits)| Form::of_code([0, 0, 4, 8][before as usize], &digits));
    let left = (0..7u8, 0..5u64, 0..4u64, 0..3u64).prop_map(|(kind, take, least, apart)| {
        let some = take.max(u64::from(least == 0));
        match kind {
            0 => Left::One { take: take.max(1) },
            1 => Left::Nothing,
            2 => Left::Two { take: some, least, apart },
            3 | 4 => Left::Below { take: take.max(1), least },
            _ => Left::Three { take: some, least },
        }
    });
    let heap = prop_oneof![4 => Just(0), 1 => 0..6u64];
    let piece = (left, 0..7u64, heap, prop_oneof![5 => Just(None), 1 => (0..6u64).prop_map(Some)]).prop_map(
        |(left, late, heap, length)| {
            let from = left.take().unwrap_or(0) + late;
            let beside = if late == 6 { vec![5] } else { vec![] };
            Piece { until: length.map(|l| from + l), heap, beside, ..Piece::new(from, left) }
        },
    );
    let pieces = proptest::collection::vec(piece, 1..6).prop_map(|pieces| Form { first: 0, pieces });
    prop_oneof![code, pieces]
}

/// What the solver proves, the checker accepts.
fn certificates_are_accepted(forms: u32) {
    let mut runner = proptest::test_runner::TestRunner::new(config(forms));
    runner
        .run(&growing_form(), |form| {
            let mut sequence = Sequence::new(form.clone());
            sequence.extend(400, &Meter::new(Budget::default())).expect("within the budget");
            if sequence.proof().is_some() {
                let line = certificate_of(&sequence, "G(n)").expect("a certificate").line();
                assert_eq!(verify(&line, &mut |_| true).map(|_| ()), Ok(()), "{form:?}\n{line}");
            }
            Ok(())
        })
        .expect("all are accepted");
}

/// How much is taken at least where any pile may be left is no matter of the bound for splits.
#[test]
fn a_certificate_of_bounded_values_is_accepted() {
    let three = Piece { from: 2, ..Piece::new(1, Left::Three { take: 1, least: 0 }) };
    let any = Piece { heap: 4, ..Piece::new(0, Left::Below { take: 2, least: 2 }) };
    let mut sequence = Sequence::new(Form { first: 0, pieces: vec![three, any] });
    sequence.extend(400, &Meter::new(Budget::default())).expect("within the budget");
    let line = certificate_of(&sequence, "G(n)").expect("a certificate").line();
    assert_eq!(verify(&line, &mut |_| true).map(|_| ()), Ok(()), "{line}");
}

#[test]
fn forms_with_values_that_grow_agree() {
    random_forms_agree(&growing_form(), 60, 200);
    certificates_are_accepted(60);
}

#[test]
#[ignore = "takes long"]
fn a_thousand_forms_with_values_that_grow_agree() {
    random_forms_agree(&growing_form(), 1000, 250);
    certificates_are_accepted(1000);
}

/// The kernel for finite subtraction sets against the definition.
#[test]
fn subtraction_sets_agree() {
    let mut runner = proptest::test_runner::TestRunner::new(config(150));
    runner
        .run(&proptest::collection::btree_set(1..40u64, 1..9), |set| {
            let form = Form::of_set(&set.into_iter().collect::<Vec<_>>());
            kernels(&form, 500);
            Ok(())
        })
        .expect("all agree");
}

fn period(text: &str) -> PeriodAnswer {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("test", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    match session.ask(&loaded.questions[0]) {
        Answer::Period(p) => p,
        other => panic!("{text}\n{other:?}"),
    }
}

/// Code, period, last exception, and the last value that the proof uses.
fn octal(code: &str, expected: u64, last_exception: Option<u64>, needed: Option<u64>) {
    let p = period(&format!("use \"octal\"\nperiod Octal(n, {code}) for n"));
    assert!(p.proved, "{code}");
    assert_eq!((p.period, p.last_exception), (Some(expected), last_exception), "{code}");
    assert!(needed.is_none() || p.needed == needed, "{code}: {:?}", p.needed);
}

/// Published periods; `tests/facts` has the sources.
#[test]
fn periods_of_octal_games_are_proved_by_the_tight_bound() {
    for (code, period, last_exception, needed) in [
        ("[7, 7]", 12, 70, Some(166)),
        ("[1, 3, 7]", 34, 51, Some(173)),
        ("[1, 5]", 10, 0, Some(22)),
        ("[5, 3]", 9, 10, Some(40)),
        ("[3, 7, 5]", 18, 36, Some(111)),
        ("[1, 7, 3]", 40, 20, Some(123)),
        ("[1, 5, 2]", 48, 1, Some(101)),
        ("[1, 1, 7]", 48, 46, Some(191)),
        ("[1, 3, 4]", 62, 59, Some(245)),
        ("[3, 4]", 8, 6, Some(30)),
        ("[0, 5, 5]", 148, 258, None),
        ("[1, 5, 6]", 349, 3478, None),
        ("[1, 6, 5]", 1550, 5180, Some(13463)),
        ("[3, 5, 6]", 142, 7314, None),
        ("[6, 4, 4]", 442, 3255, None),
    ] {
        octal(code, period, Some(last_exception), needed);
    }
    for (code, period) in [("[1, 7, 7]", 20), ("[5, 2, 4]", 52), ("[1, 7]", 34), ("[0, 7]", 34), ("[4]", 34)]
    {
        let p = self::period(&format!("use \"octal\"\nperiod Octal(n, {code}) for n"));
        assert_eq!((p.proved, p.period), (true, Some(period)), "{code}");
    }
}

#[test]
fn kayles_has_fourteen_exceptions() {
    let p = period("use \"octal\"\nlet k(n: nat) = Octal(n + 1, [7, 7])\nperiod value(k(n - 1)) for n");
    assert!(p.proved);
    assert_eq!(p.exceptions_listed, [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]);
}

/// Sequences of sums and of every second pile: period, saltus and last exception, from the proved periods of the piles.
#[test]
fn periods_of_sums_are_proved() {
    let games =
        "use \"octal\"\nuse \"heaps\"\ngame P(n: nat)\n  move take(j in 0..n where 2^j <= n) to P(n - 2^j)\n";
    for (sequence, expected, saltus, last) in [
        ("Octal(2 * n + 1, [7, 7])", 6, 0, Some(28)),
        ("value(Octal(3 * (n - 1), [7, 7]))", 4, 0, Some(20)),
        ("Octal(n, [7, 7]) + Octal(n + 1, [7, 7]) + *3", 12, 0, Some(70)),
        ("Octal(n, [7, 7]) + Octal(n + 12, [7, 7])", 1, 0, Some(70)),
        ("TakeAway(n, {1, 2}) + TakeAway(2 * n + 1, {1, 3})", 3, 0, None),
        ("P(2 * n) + TakeAway(n, {1})", 6, 0, None),
        ("Nim(2 * n + 3)", 1, 2, None),
        ("Octal(5 * n, [8])", 3, 5, Some(0)),
    ] {
        let p = period(&format!("{games}period {sequence} for n"));
        assert_eq!((p.proved, p.period, p.saltus), (true, Some(expected), saltus), "{sequence}: {p:?}");
        assert_eq!(p.last_exception, last, "{sequence}: {p:?}");
        let short = p.needed.expect("a proof has an end") - 1;
        let seen = period(&format!("{games}period {sequence} for n in 0..{short}"));
        assert!(!seen.proved, "{sequence}: {seen:?}");
    }
    let p = period(&format!("{games}period Nim(n) + Nim(n + 1) for n in 0..50"));
    assert!(!p.proved);
}

#[test]
fn values_that_grow_have_a_saltus() {
    let nim = "game G(n: nat)\n  move take(k in 1..n) to G(n - k)\n";
    let lasker = format!("{nim}  move split(a in 1..n-1) to G(a) + G(n - a)\n");
    for (text, expected, saltus) in [(nim, 1, 1), (&lasker, 4, 4)] {
        let p = period(&format!("{text}period G(n) for n"));
        assert_eq!((p.proved, p.period, p.saltus), (true, Some(expected), saltus), "{text}");
    }
    let text =
        format!("{lasker}expect value(G(10^200 + 3)) == 10^200 + 4\nexpect G(10^200) + *(10^200 - 1) is P");
    let report = support::run_text("test", &text);
    assert!(report.failures.is_empty(), "{:?}", report.failures);
}

#[test]
fn periods_of_hexadecimal_games_are_proved() {
    for (code, start, expected, saltus) in [
        ("[8]", 1, 3, 1),
        ("[12]", 1, 2, 1),
        ("[0, 8]", 1, 4, 1),
        ("[2, 8]", 1, 53, 16),
        ("[3, 15]", 0, 6, 3),
        ("[8, 11]", 7, 7, 4),
        ("[9, 12]", 28, 36, 16),
        ("[15, 12]", 7, 5, 4),
        ("[15, 15]", 0, 1, 1),
        ("[10, 2]", 1, 4, 0),
    ] {
        let p = period(&format!("use \"octal\"\nperiod Octal(n, {code}) for n"));
        assert_eq!((p.proved, p.period, p.saltus), (true, Some(expected), saltus), "{code}: {p:?}");
        assert_eq!(p.last_exception.map_or(0, |n| n + 1), start, "{code}: {p:?}");
    }
    // The same rules in other words, and with any number that may be taken beside them.
    for (moves, expected, saltus) in [
        ("a in 1..n, b in 1..n, c in 1..n where a + b + c == n - 1) to G(a) + G(b) + G(c)", 3, 1),
        ("a in 1..n-3, b in a..n-1-a where 1 + a + 2 * b <= n) to G(a) + G(b) + G(n - 1 - a - b)", 3, 1),
        (
            "a in 1..n-2, b in a..n where a + b < n) to G(a) + G(b) + G(n - a - b)\n  move all(k in 1..n) to G(n - k)",
            8,
            8,
        ),
    ] {
        let text = format!("game G(n: nat)\n  move m({moves}\n");
        let p = period(&format!("{text}period G(n) for n"));
        assert_eq!((p.proved, p.period, p.saltus), (true, Some(expected), saltus), "{text}: {p:?}");
        assert_eq!(found(&text, 0, 45), general(&text, 0, 45), "{text}");
    }
    let text = "use \"octal\"\nlet H(n: nat) = Octal(n, [2, 8])\n\
                expect value(H(53 * 10^200 + 5)) == 16 * 10^200 + value(H(5))\n\
                expect H(53 * 10^200 + 5) + *(16 * 10^200 + value(H(5))) is P\n\
                expect outcome(H(10^200)) == N";
    let report = support::run_text("test", text);
    assert!(report.failures.is_empty(), "{:?}", report.failures);
}

#[test]
fn any_number_may_be_taken_and_nothing_grows() {
    for (moves, expected) in [
        ("  move a(k in 1..n) to G(n - k) + *1\n", 1),
        ("  move a(k in 1..n) to G(n - k) + *4\n  move b(k in {1, 2} where k <= n) to G(n - k)\n", 3),
        (
            "  move a(k in 2..n) to G(n - k) + *64\n  move b(k in 1..2, l in 0..n-k) to G(l) + G(n - k - l)\n",
            12,
        ),
    ] {
        let p = period(&format!("game G(n: nat)\n{moves}period G(n) for n"));
        assert_eq!((p.proved, p.period, p.saltus), (true, Some(expected), 0), "{moves}: {p:?}");
        let line = certificate(&format!("game G(n: nat)\n{moves}period G(n) for n"));
        assert_eq!(verify(&line, &mut |_| true).map(|_| ()), Ok(()), "{moves}");
        assert!(!accepted(&changed(&line, |c| c.needed -= 1)), "{moves}");
    }
}

#[test]
fn what_grows_without_a_period_is_not_proved() {
    // Values of 0.1E, 0.9 and 0.28 with one number more: no period is seen in the first thousand.
    for code in ["[1, 14]", "[9]", "[2, 8, 4, 0, 0, 8]"] {
        let p = period(&format!("use \"octal\"\nperiod Octal(n, {code}) for n in 0..1000"));
        assert!(!p.proved, "{code}: {p:?}");
    }
}

#[test]
fn piles_of_any_size() {
    let text = "use \"octal\"\ngame K(n: nat)\n  move k(k in 1..2, left in 0..n-k) to K(left) + K(n - k - left)\n\
                expect value(K(10^200)) == 1\nexpect K(10^200) + K(10^200 + 12) is P\n\
                expect value(Octal(10^200, [7, 7])) == 1 and outcome(K(12 * 10^100 + 3)) == N\n\
                game S(n: nat)\n  move take(k in {2, 5, 7} where k <= n) to S(n - k)\n\
                expect winning(S(10^200 + 1)) == [m for m in moves(S(10^200 + 1)) where m in winning(S(10^200 + 1))]\n\
                expect size(winning(K(20010))) == count(value(K(l)) == value(K(20010 - k - l)) for k in 1..2, l in 0..20010-k)";
    let report = support::run_text("test", text);
    assert!(report.failures.is_empty(), "{:?}", report.failures);
}

/// Winning moves of a pile too large to go through, counted by the period, and by going through.
#[test]
fn plays_of_piles_of_any_size() {
    let text = "game G(n: nat)\n  move knock(k in 1..2, left in 0..n-k) to G(left) + G(n - k - left)\n\
                play G(10^200) + *(10^100): leave(1) in 2, knock(2, 10^199) in 1\n";
    let said = played(text);
    assert!(said.contains("leave(1) in 2") && said.contains("knock(2, 1000"), "{said}");
    let wrong = "game G(n: nat)\n  move take(k in 1..n) to G(n - k)\nplay G(10^200): take(0)\n";
    assert!(played(wrong).contains("not-a-legal-move"));
}

/// A large pile that falls into three has more moves than anybody can count; its value and outcome are known.
#[test]
fn a_large_pile_whose_values_grow_is_shown() {
    let said = played("use \"octal\"\nshow Octal(10^200, [3, 15])\n");
    assert!(said.contains("outcome: \"N\"") && said.contains("winning_count: Some(\"open\")"), "{said}");
}

fn played(text: &str) -> String {
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("test", text);
    format!("{:?}", session.ask(&loaded.questions[0]))
}

#[test]
fn winning_moves_are_counted() {
    let text = "game G(n: nat)\n  move k(k in 1..2, left in 0..n-k) to G(left) + G(n - k - left)\n";
    let n = 5_000_003usize;
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("test", &format!("{text}show G({n})"));
    let Answer::Position(p) = session.ask(&loaded.questions[0]) else { panic!("a position") };
    let mut sequence = Sequence::new(form(text).expect("recognised"));
    sequence.extend(1000, &Meter::new(Budget::default())).expect("within the budget");
    let g: Vec<u64> = (0..=n as u64).map(|n| sequence.known(n).expect("known")).collect();
    let count: usize = (1..=2).map(|k| (0..=n - k).filter(|l| g[*l] == g[n - k - l]).count()).sum();
    assert_eq!(p.winning_count, Some(count.to_string()));
    assert_eq!(p.winning.len(), 100);
}

#[test]
#[ignore = "takes long: millions of values"]
fn long_periods_are_proved() {
    octal("[1, 6]", 149_459, Some(105_350), None);
    octal("[5, 6]", 144, Some(326_639), None);
    octal("[1, 2, 7]", 4, Some(46_577), None);
    octal("[3, 7, 6]", 4, Some(2_268_247), None);
    for (set, expected, last_exception) in
        [("{7, 64, 89, 96}", 5_756_171, 1067), ("{22, 34, 53, 87}", 114_109, 3956)]
    {
        let p = period(&format!("use \"heaps\"\nperiod TakeAway(n, {set}) for n"));
        assert_eq!(
            (p.proved, p.period, p.last_exception),
            (true, Some(expected), Some(last_exception)),
            "{set}"
        );
    }
}

/// A session in which a period was just proved, and the line of its certificate.
fn certificate(text: &str) -> String {
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("test", text);
    assert!(loaded.is_fine(), "{text}\n{:?}", loaded.diagnostics);
    session.ask(&loaded.questions[0]);
    session.certificate(&loaded.questions[0]).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn accepted(line: &str) -> bool {
    verify(line, &mut |_| true).is_ok()
}

/// The certificate with a field changed and its checksum made to fit again.
fn changed(line: &str, change: impl FnOnce(&mut Certificate)) -> String {
    let mut c: Certificate = serde_json::from_str(line).expect("a certificate");
    change(&mut c);
    c.line()
}

#[test]
fn certificates_are_checked() {
    for text in [
        "use \"octal\"\nperiod Octal(n, [7, 7]) for n",
        "use \"octal\"\nperiod Octal(n, [1, 6, 5]) for n",
        "use \"heaps\"\nperiod TakeAway(n, {2, 5, 7}) for n",
        "use \"heaps\"\nperiod TakeAway(n, {22, 34, 53, 87}) for n",
        "game G(n: nat)\n  move a(k in 1..2, left in 0..n-k) to G(left) + G(n - k - left)\nperiod G(n) for n",
    ] {
        let line = certificate(text);
        assert_eq!(verify(&line, &mut |_| true).map(|_| ()), Ok(()), "{text}");
        // Any change is noticed by the checksum, and a change with a new checksum by what it says.
        assert!(!accepted(&line.replacen("\"start\":", "\"start\":1", 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.start += 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.needed -= 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.period += 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.saltus = 1)), "{text}");
        for i in [0, 1, 2, 3] {
            assert!(
                !accepted(&changed(&line, |c| {
                    let n = c.values.len();
                    c.values[(n - 1 - i).max(2)] += 1
                })),
                "{text}"
            );
        }
        assert!(accepted(&changed(&line, |c| c.mask = 0)), "the mask only saves time: {text}");
        assert!(accepted(&changed(&line, |c| c.mask ^= 5)), "the mask only saves time: {text}");
    }
}

#[test]
fn certificates_of_growing_values_are_checked() {
    let nim = "game G(n: nat)\n  move take(k in 1..n) to G(n - k)\n";
    let lasker = format!("{nim}  move split(a in 1..n-1) to G(a) + G(n - a)\n");
    let heap = "game G(n: nat)\n  move a(k in 1..n) to G(n - k)\n  move b(k in 2..n) to G(n - k) + *1\n  move c(k in {3, 5} where k <= n) to G(n - k) + *2\n";
    let code = |digits: &str| format!("use \"octal\"\nperiod Octal(n, [{digits}]) for n");
    let game = |text: &str| format!("{text}period G(n) for n");
    let all = [
        game(nim),
        game(&lasker),
        game(heap),
        code("8"),
        code("2, 8"),
        code("3, 15"),
        code("8, 11"),
        code("9, 12"),
        code("15, 12"),
        code("15, 15"),
    ];
    for text in all {
        let line = certificate(&text);
        assert_eq!(verify(&line, &mut |_| true).map(|_| ()), Ok(()), "{text}");
        assert!(!accepted(&changed(&line, |c| c.saltus += 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.saltus = 0)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.saltus = -1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.saltus = i64::MAX)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.period += 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.start += 1)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.needed = c.start + c.period)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.needed = 1 << 40)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.round = 0)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.round = 1 << 50)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.small = u64::MAX)), "{text}");
        assert!(!accepted(&changed(&line, |c| c.pieces.clear())), "{text}");
        assert!(!accepted(&changed(&line, |c| c.pieces.iter_mut().for_each(|p| p.take += 1))), "{text}");
        for i in [0, 1, 2, 3] {
            let other = changed(&line, |c| {
                let n = c.values.len();
                c.values[(n - 1).saturating_sub(i)] += 1
            });
            assert!(!accepted(&other), "{text}");
        }
    }
}

#[test]
fn what_is_no_certificate_is_refused() {
    let line = certificate("use \"octal\"\nperiod Octal(n, [7, 7]) for n");
    for bad in [
        "",
        "{}",
        "[]",
        "null",
        "{\"format\": 3}",
        &line[..line.len() / 2],
        &line.replace("certificate 1", "certificate 2"),
    ] {
        assert!(!accepted(bad), "{bad}");
    }
    for huge in [u64::MAX, 1 << 40, 1 << 28] {
        assert!(!accepted(&changed(&line, |c| c.needed = huge)));
        assert!(!accepted(&changed(&line, |c| c.start = huge)));
        assert!(!accepted(&changed(&line, |c| c.period = huge)));
        assert!(!accepted(&changed(&line, |c| c.pieces[0].take = huge)));
        assert!(!accepted(&changed(&line, |c| c.pieces[0].until = Some(huge))) || huge < u64::MAX);
        assert!(!accepted(&changed(&line, |c| c.pieces[0].beside = vec![huge])));
    }
    assert_eq!(verify(&line, &mut |_| false).map(|_| ()), Ok(()), "short ones are never stopped");
}
