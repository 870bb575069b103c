//! How fast positions are solved, and how much memory they take: `cargo bench --bench positions [-- NAME...]`.
//!
//! Each task is a file of this folder, named by its first line; a line `# beside: COMMAND` names the native program that
//! does the same (see `beside`). A task is measured from the text to the answers, in a new session each time. An
//! expectation that fails ends the program.

mod yardstick;

use fairgame::answer::Answer;
use fairgame::engine::Budget;
use fairgame::session::Session;
use std::path::{Path, PathBuf};
use std::time::Instant;
use yardstick::{Pairs, RUNS, timed, yardstick};

/// The program itself works on a stack like this one.
const STACK: usize = 512 << 20;

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || run_all(&names));
    thread.expect("a thread with a large stack").join().expect("every expectation holds");
}

fn run_all(names: &[String]) {
    println!(
        "{:<40} {:>10} {:>10} {:>10} {:>7} {:>13} {:>10} {:>10} {:>10}",
        "task",
        "positions",
        "seconds",
        "yardstick",
        "ratio",
        "positions/s",
        "bytes/pos.",
        "1 thread",
        "all cores"
    );
    for file in files().into_iter().filter(|f| names.is_empty() || names.contains(&stem(f))) {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let task = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        println!("{task:<40} {}", row(&text));
    }
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches");
    let entries = std::fs::read_dir(folder).expect("the folder of the tasks");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("a readable folder").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "game"));
    files.sort();
    files
}

fn stem(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Positions with a value, and bytes held.
fn solve(text: &str, threads: Option<usize>) -> (u64, u64) {
    let mut session = Session::new(Budget { time: None, threads, ..Budget::default() });
    let loaded = session.load_text("benchmark", text);
    assert!(loaded.is_fine(), "{:?}", loaded.diagnostics);
    for question in &loaded.questions {
        match session.ask(question) {
            Answer::Expect(e) if e.passed => {}
            Answer::Value { .. } => {}
            other => panic!("{}: {other:?}", question.text),
        }
    }
    let usage = session.games().usage();
    (usage.positions, usage.bytes)
}

fn row(text: &str) -> String {
    let command = text.lines().find_map(|line| line.strip_prefix("# beside: "));
    let (mut pairs, mut used) = (vec![], (0, 0));
    for _ in 0..RUNS {
        let seconds;
        (seconds, used) = timed(|| solve(text, Some(1)));
        pairs.push((seconds, command.and_then(yardstick)));
    }
    let (pairs, (positions, bytes)) = (Pairs(pairs), used);
    let (seconds, (theirs, ratio)) = (pairs.best(), pairs.yardstick());
    format!(
        "{positions:>10} {seconds:>10.4} {theirs:>10} {ratio:>7} {:>13.0} {:>10.1} {:>10.4} {:>10.4}",
        positions as f64 / seconds,
        bytes as f64 / positions as f64,
        wall(text, Some(1)),
        wall(text, None)
    )
}

/// The least seconds on the clock of three runs.
fn wall(text: &str, threads: Option<usize>) -> f64 {
    let run = |_| {
        let started = Instant::now();
        solve(text, threads);
        started.elapsed().as_secs_f64()
    };
    (0..3).map(run).fold(f64::MAX, f64::min)
}
