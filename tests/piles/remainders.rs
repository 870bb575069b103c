//! Conditions on remainders of the pile and of its parts.

use super::forms::random_forms_agree;
use super::*;
use fairgame::engine::sequence::Remainders;

/// A condition on remainders: of the pile, of a part, of both.
fn condition() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        Just("n"),
        Just("n - k"),
        Just("a"),
        Just("n - k - a"),
        Just("2 * a + n"),
        Just("a - 2 * n + 5"),
    ];
    (number, 2..5i64, 0..4i64, 0..4u8).prop_map(|(x, m, r, how)| match how {
        0 => format!("({x}) mod {m} == {}", r % m),
        1 => format!("({x}) mod {m} != {}", r % m),
        2 => format!("({x}) mod {m} < {}", r.clamp(1, m - 1)),
        _ => format!("({x}) mod {m} in {{0, {}}}", r % m),
    })
}

fn game() -> impl Strategy<Value = String> {
    let parts = prop_oneof![
        4 => Just("a in 0..n-k"),
        2 => Just("a in 1..n-k where a < n - k - a"),
        1 => Just("a in 0..n-k where a <= n - k - a"),
        2 => Just("a in 2..n-k where n - k - a >= 1"),
        1 => Just("a in 0..n-k where a > n - k - a + 1"),
        1 => Just("a in 0..2 where a + k <= n"),
    ];
    let one = (1..4i64, 0..3i64, parts, proptest::collection::vec(condition(), 1..3), any::<bool>())
        .prop_map(|(k, more, parts, conditions, or)| {
            let guard = conditions.join(if or { " or " } else { " and " });
            format!("  move m(k in {k}..{}, {parts}) where {guard} to G(a) + G(n - k - a)\n", k + more)
        });
    let plain = Just("  move t(k in {1, 4} where k <= n and (n + k) mod 3 != 1) to G(n - k)\n".to_string());
    proptest::collection::vec(prop_oneof![4 => one, 1 => plain], 1..3)
        .prop_map(|moves| format!("game G(n: nat)\n{}", moves.concat()))
}

fn games_agree(games: u32) {
    let mut runner = proptest::test_runner::TestRunner::new(config(games));
    runner
        .run(&game(), |game| {
            prop_assert!(form(&game).is_some(), "not recognised:\n{}", game);
            prop_assert_eq!(found(&game, 0, 40), general(&game, 0, 40), "{}", game);
            Ok(())
        })
        .expect("all agree");
}

#[test]
fn random_games_with_remainders_agree() {
    games_agree(80);
}

#[test]
#[ignore = "takes long"]
fn a_thousand_games_with_remainders_agree() {
    games_agree(1000);
}

/// Rules with remainders, without going through the language.
fn random_form() -> impl Strategy<Value = Form> {
    let when = (1..5u64, 0..4u64, prop_oneof![1 => Just(None), 2 => (0..4u64).prop_map(Some)]).prop_map(
        |(modulus, pile, small)| match modulus {
            1 => Remainders::ANY,
            _ => Remainders { modulus, pile: pile % modulus, small: small.map(|r| r % modulus) },
        },
    );
    let split = (0..7u64, 0..3u64, 0..3u64, when.clone()).prop_map(|(take, least, apart, when)| {
        let take = take.max(u64::from(least == 0));
        Piece { when, ..Piece::new(take, Left::Two { take, least, apart }) }
    });
    let one = (1..9u64, when).prop_map(|(take, when)| Piece {
        when: Remainders { small: None, ..when },
        ..Piece::new(take, Left::One { take })
    });
    proptest::collection::vec(prop_oneof![3 => split, 1 => one], 1..6)
        .prop_map(|pieces| Form { first: 0, pieces })
}

#[test]
fn kernels_with_remainders_agree() {
    random_forms_agree(&random_form(), 40, 700);
}

#[test]
#[ignore = "takes long"]
fn a_thousand_forms_with_remainders_agree() {
    random_forms_agree(&random_form(), 1000, 900);
    random_forms_agree(&random_form(), 20, 6000);
}

/// Remainders that say nothing are forgotten.
#[test]
fn whole_conditions_are_merged() {
    let kayles = form("game G(n: nat)\n  move a(k in 1..2, l in 0..n-k) to G(l) + G(n - k - l)").unwrap();
    for guard in [
        "n mod 2 == 0 or n mod 2 == 1",
        "n mod 3 in {0, 1} or (n + 3) mod 3 > 1",
        "l mod 2 == 0 or l mod 2 == 1",
        "not (n mod 2 == 0 and (n + 1) mod 2 == 0)",
    ] {
        let text =
            format!("game G(n: nat)\n  move a(k in 1..2, l in 0..n-k where {guard}) to G(l) + G(n - k - l)");
        assert_eq!(form(&text).as_ref(), Some(&kayles), "{guard}");
    }
}

/// Periods of such games are proved, are those of the plain loop, and have certificates.
#[test]
fn periods_with_remainders_are_proved() {
    for rules in [
        "move a(k in 1..2, l in 0..n-k where l mod 2 == 1) to G(l) + G(n - k - l)",
        "move a(k in 1..2, l in 0..n-k where (n - k) mod 2 == 0) to G(l) + G(n - k - l)",
        "move a(l in 0..n-1 where l mod 3 != 0) to G(l) + G(n - 1 - l)",
        "move a(k in 1..3 where k <= n and n mod 2 == 1) to G(n - k)\n  move b where n >= 2 to G(n - 2)",
    ] {
        let mut session = session(&format!("game G(n: nat)\n  {rules}\nperiod G(n) for n"));
        let loaded = session.load_text("more", "period G(n) for n");
        let question = &loaded.questions[0];
        let Answer::Period(p) = session.ask(question) else { panic!("{rules}: no answer") };
        assert!(p.proved, "{rules}: {}", p.verdict);
        let line = session.certificate(question).expect("a certificate");
        assert!(verify(&line, &mut |_| true).is_ok(), "{rules}: {:?}", verify(&line, &mut |_| true));
        let damaged: Certificate = serde_json::from_str(&line).expect("a certificate");
        let mut pieces = damaged.pieces.clone();
        pieces.iter_mut().for_each(|p| p.every = None);
        assert!(verify(&Certificate { pieces, ..damaged }.line(), &mut |_| true).is_err(), "{rules}");
        let form = form(&format!("game G(n: nat)\n  {rules}")).expect("recognised");
        let (period, values) = (p.period.expect("proved") as usize, plain_values(&form, 3000));
        let start = p.last_exception.map_or(0, |e| e as usize + 1);
        assert!((start..3000 - period).all(|n| values[n] == values[n + period]), "{rules}");
    }
}
