//! Piles of any size: values, plays, winning moves.

use super::*;

#[test]
fn piles_of_any_size() {
    let text = "use \"octal\"\ngame K(n: nat)\n  move k(k in 1..2, left in 0..n-k) to K(left) + K(n - k - left)\n\
                expect value(K(10^200)) == 1\nexpect K(10^200) + K(10^200 + 12) is P\n\
                expect value(Octal(10^200, [7, 7])) == 1 and outcome(K(12 * 10^100 + 3)) == N\n\
                game S(n: nat)\n  move take(k in {2, 5, 7} where k <= n) to S(n - k)\n\
                let first_22 = [0, 0, 1, 1, 0, 2, 1, 3, 2, 2, 0, 3, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2]\n\
                expect winning(S(10^200 + i)) == [\"take(\" + k + \")\" for k in [2, 5, 7] where first_22[(10^200 + i - k) mod 22 + 1] == 0] \
                for i in 0..21\n\
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
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("test", text);
    format!("{:?}", session.ask(&loaded.questions[0]))
}

#[test]
fn winning_moves_are_counted() {
    let text = "game G(n: nat)\n  move k(k in 1..2, left in 0..n-k) to G(left) + G(n - k - left)\n";
    let n = 5_000_003usize;
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("test", &format!("{text}show G({n})"));
    let Answer::Position(p) = session.ask(&loaded.questions[0]) else { panic!("a position") };
    let mut sequence = Sequence::new(form(text).expect("recognised"));
    sequence
        .extend(1000, &Meter::new(Budget { time: None, ..Budget::default() }))
        .expect("within the budget");
    let g: Vec<u64> = (0..=n as u64).map(|n| sequence.known(n).expect("known")).collect();
    let count: usize = (1..=2).map(|k| (0..=n - k).filter(|l| g[*l] == g[n - k - l]).count()).sum();
    assert_eq!(p.winning_count, Some(count.to_string()));
    assert_eq!(p.winning.len(), 100);
}
