//! How fast positions are solved, and how much memory they take: `cargo bench --bench positions [-- NAME...]`.
//!
//! Each task is a file of this folder, named by its first line. Its expectations are asked in a new session, `RUNS`
//! times; loading and checking the file are not counted. An expectation that fails ends the program.

use fairgame::answer::Answer;
use fairgame::engine::Budget;
use fairgame::session::Session;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const RUNS: usize = 5;

/// The program itself works on a stack like this one.
const STACK: usize = 512 << 20;

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || run_all(&names));
    thread.expect("a thread with a large stack").join().expect("every expectation holds");
}

fn run_all(names: &[String]) {
    println!(
        "{:<40} {:>10} {:>10} {:>14} {:>10}",
        "task", "positions", "seconds", "positions/s", "bytes/pos."
    );
    for file in files().into_iter().filter(|f| names.is_empty() || names.contains(&stem(f))) {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let task = text.lines().next().unwrap_or_default().trim_start_matches("# ");
        let runs: Vec<Measured> = (0..RUNS).map(|_| measure(&text)).collect();
        println!("{task:<40} {}", row(&runs));
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

struct Measured {
    time: Duration,
    positions: u64,
    bytes: u64,
}

fn measure(text: &str) -> Measured {
    let mut session = Session::new(Budget::default());
    let loaded = session.load_text("benchmark", text);
    assert!(loaded.is_fine(), "{:?}", loaded.diagnostics);
    let started = Instant::now();
    for question in &loaded.questions {
        match session.ask(question) {
            Answer::Expect(e) if e.passed => {}
            other => panic!("{}: {other:?}", question.text),
        }
    }
    let time = started.elapsed();
    let usage = session.games().usage();
    Measured { time, positions: usage.positions, bytes: usage.bytes }
}

/// The best of some runs.
fn row(runs: &[Measured]) -> String {
    let best = runs.iter().min_by_key(|r| r.time).expect("at least one run");
    let seconds = best.time.as_secs_f64();
    let positions = best.positions as f64;
    format!(
        "{:>10} {:>10.4} {:>14.0} {:>10.1}",
        best.positions,
        seconds,
        positions / seconds,
        best.bytes as f64 / positions
    )
}
