//! Games of one pile, written as plain rules, beside native programs: `cargo bench --bench sequences [-- NAME...]`.
//!
//! If the environment variable `FAIRGAME_YARDSTICKS` names a folder with such programs (`sparse`, `kayles`, `grundy`,
//! `subtraction`, `records-subtraction`), each task is run in turn with its program, and the ratio is the geometric mean
//! of `RUNS` pairs. Times are those of the processor, where the system tells them. The periods of tasks marked so are not
//! used: every value is computed.

use fairgame::answer::Answer;
use fairgame::engine::Budget;
use fairgame::session::Session;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

const RUNS: usize = 5;
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
        let pairs: Vec<(Measured, Option<f64>)> =
            (0..RUNS).map(|_| (measure(task), yardstick(task.4))).collect();
        let best = pairs.iter().map(|p| p.0.seconds).fold(f64::MAX, f64::min);
        let beside = pairs.iter().filter_map(|p| p.1).fold(f64::MAX, f64::min);
        let logs: Vec<f64> = pairs.iter().filter_map(|p| p.1.map(|y| (p.0.seconds / y).ln())).collect();
        let ratio = (logs.iter().sum::<f64>() / logs.len() as f64).exp();
        let text = |x: f64| if logs.is_empty() { "-".into() } else { format!("{x:.4}") };
        let bytes = pairs[0].0.bytes;
        println!("{:<20} {best:>10.4} {:>12} {:>8} {bytes:>12.2}", task.0, text(beside), text(ratio));
    }
}

struct Measured {
    seconds: f64,
    bytes: f64,
}

/// From the text to the answer, in a new session.
fn measure((name, rules, question, periods, _): &(&str, &str, &str, bool, &str)) -> Measured {
    let started = clock();
    let mut session = Session::new(Budget { time: None, ..Budget::default() });
    let loaded = session.load_text("benchmark", &format!("{rules}\n{question}"));
    assert!(loaded.is_fine(), "{name}: {:?}", loaded.diagnostics);
    session.games().use_periods(*periods);
    match session.ask(&loaded.questions[0]) {
        Answer::Value { .. } => {}
        Answer::Period(p) if p.proved => {}
        other => panic!("{name}: {other:?}"),
    }
    let seconds = clock() - started;
    let usage = session.games().usage();
    Measured { seconds, bytes: usage.bytes as f64 / usage.positions as f64 }
}

/// Seconds since the first call.
fn clock() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// The seconds that a native program says it took.
fn yardstick(command: &str) -> Option<f64> {
    let folder = PathBuf::from(std::env::var_os("FAIRGAME_YARDSTICKS")?);
    let mut words = command.split(' ');
    let out = Command::new(folder.join(words.next()?)).args(words).output().ok()?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let after = |mark: &str| {
        let rest = text.split_once(mark)?.1;
        let number: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        number.parse::<f64>().ok()
    };
    after("time_ms=").map(|ms| ms / 1e3).or_else(|| after("cpu ")).or_else(|| after("cpu="))
}
