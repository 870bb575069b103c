//! Games of one pile, written as plain rules, beside native programs (see `beside`):
//! `cargo bench --bench sequences [-- NAME...]`.
//!
//! A task is measured from the text to the answer, in a new session each time. The periods of tasks marked so are not
//! used: every value is computed.

mod yardstick;

use fairgame::answer::Answer;
use fairgame::engine::Budget;
use fairgame::session::Session;
use yardstick::{Pairs, RUNS, timed, yardstick};

/// The program itself works on a stack like this one.
const STACK: usize = 512 << 20;

/// Name, program, question, whether a proved period may be used, yardstick.
const TASKS: &[(&str, &str, &str, bool, &str)] = &[
    ("kayles-100000", KAYLES, "show value(G(100000))", false, "kayles 100000 simd"),
    ("grundy-100000", GRUNDY, "show value(G(100000))", true, "grundy 100000 sparse"),
    ("subtraction-257", SUBTRACTION, "show value(G(1000000))", false, "subtraction 1000000 2,5,7"),
    ("0.6-1e6", ROUNDS, "show value(G(999999))", true, "sparse 0.6 1000000"),
    ("grundy-1e7", GRUNDY, "show value(G(9999999))", true, "sparse grundy 10000000"),
    ("0.007-1e5", THREES, "show value(G(99999))", true, "sparse 0.007 100000"),
    ("0.007-1e6", THREES, "show value(G(999999))", true, "sparse 0.007 1000000"),
    ("0.104-1e6", "use \"octal\"", "show value(Octal(999999, [1, 0, 4]))", true, "sparse 0.104 1000000"),
    ("kayles-1e6", KAYLES, "show value(G(999999))", false, "sparse 0.77 1000000 --no-period"),
    ("kayles-1e6-period", KAYLES, "show value(G(999999))", true, "sparse 0.77 1000000"),
    ("0.16-period", "use \"octal\"", "period Octal(n, [1, 6]) for n", true, "sparse 0.16 530000"),
    ("0.376-period", "use \"octal\"", "period Octal(n, [3, 7, 6]) for n", true, "sparse 0.376 4600000"),
    ("0.354-period", "use \"octal\"", "period Octal(n, [3, 5, 4]) for n", true, "sparse 0.354 20130000"),
    (
        "7-64-89-96",
        "use \"heaps\"",
        "period TakeAway(n, {7, 64, 89, 96}) for n",
        true,
        "records-subtraction 3e7 7 64 89 96",
    ),
    (
        "22-34-53-87",
        "use \"heaps\"",
        "period TakeAway(n, {22, 34, 53, 87}) for n",
        true,
        "records-subtraction 3e7 22 34 53 87",
    ),
];

const KAYLES: &str = "game G(n: nat)\n  move knock(k in 1..2, left in 0..n-k) to G(left) + G(n - k - left)";
const GRUNDY: &str = "game G(n: nat)\n  move split(a in 1..n-1 where a < n - a) to G(a) + G(n - a)";
const SUBTRACTION: &str = "game G(n: nat)\n  move take(k in {2, 5, 7} where k <= n) to G(n - k)";
const ROUNDS: &str = "game G(n: nat)\n  move take(a in 0..n-1 where n > 1) to G(a) + G(n - 1 - a)";
const THREES: &str = "game G(n: nat)\n  move knock(left in 0..n-3) to G(left) + G(n - 3 - left)";

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || run_all(&names));
    thread.expect("a thread with a large stack").join().expect("every question is answered");
}

fn run_all(names: &[String]) {
    println!("{:<20} {:>10} {:>12} {:>8} {:>12}", "task", "seconds", "yardstick", "ratio", "bytes/value");
    for task in TASKS.iter().filter(|t| names.is_empty() || names.iter().any(|n| n == t.0)) {
        let (mut pairs, mut bytes) = (vec![], 0.0);
        for _ in 0..RUNS {
            let seconds;
            (seconds, bytes) = timed(|| solve(task));
            pairs.push((seconds, yardstick(task.4)));
        }
        let pairs = Pairs(pairs);
        let (theirs, ratio) = pairs.yardstick();
        println!("{:<20} {:>10.4} {theirs:>12} {ratio:>8} {bytes:>12.2}", task.0, pairs.best());
    }
}

/// From the text to the answer, in a new session: the bytes held for each value.
fn solve((name, rules, question, periods, _): &(&str, &str, &str, bool, &str)) -> f64 {
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("benchmark", &format!("{rules}\n{question}"));
    assert!(loaded.is_fine(), "{name}: {:?}", loaded.diagnostics);
    session.games().use_periods(*periods);
    match session.ask(&loaded.questions[0]) {
        Answer::Value { .. } => {}
        Answer::Period(p) if p.proved => {}
        other => panic!("{name}: {other:?}"),
    }
    let usage = session.games().usage();
    usage.bytes as f64 / usage.positions as f64
}
