//! Periods that are proved, and some that are not.

use super::certificates::{accepted, certificate, changed};
use super::*;

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
