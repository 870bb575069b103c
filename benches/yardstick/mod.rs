//! Native programs that do the same tasks. If the environment variable `FAIRGAME_YARDSTICKS` names the folder they are in,
//! each task is run in turn with its program; times are those of the processor, without waiting for others.

use cpu_time::ProcessTime;
use std::path::PathBuf;
use std::process::Command;

/// Pairs of runs.
pub(crate) const RUNS: usize = 5;

/// What a task took and what its program took, in seconds, in each pair of runs.
pub(crate) struct Pairs(pub(crate) Vec<(f64, Option<f64>)>);

impl Pairs {
    /// The least that the task took.
    pub(crate) fn best(&self) -> f64 {
        self.0.iter().map(|p| p.0).fold(f64::MAX, f64::min)
    }

    /// The least that the program took, and the geometric mean of the ratios.
    pub(crate) fn yardstick(&self) -> (String, String) {
        let both = || self.0.iter().filter_map(|(ours, theirs)| Some((*ours, (*theirs)?)));
        if both().next().is_none() {
            return ("-".into(), "-".into());
        }
        let theirs = both().map(|p| p.1).fold(f64::MAX, f64::min);
        let mean = both().map(|(ours, theirs)| (ours / theirs).ln()).sum::<f64>() / both().count() as f64;
        (format!("{theirs:.4}"), format!("{:.2}", mean.exp()))
    }
}

/// The seconds of the processor that something takes, and what it gives.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let started = ProcessTime::now();
    let result = work();
    (started.elapsed().as_secs_f64(), result)
}

/// The seconds that a native program says it took.
pub(crate) fn yardstick(command: &str) -> Option<f64> {
    let folder = PathBuf::from(std::env::var_os("FAIRGAME_YARDSTICKS")?);
    let mut words = command.split(' ');
    let program = folder.join(words.next()?);
    let out = Command::new(&program).args(words).output();
    let out = out.unwrap_or_else(|e| panic!("{}: {e}", program.display()));
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let after = |mark: &str| {
        let rest = text.split_once(mark)?.1;
        let number: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        number.parse::<f64>().ok()
    };
    let seconds = after("time_ms=").map(|ms| ms / 1e3).or_else(|| after("cpu=")).or_else(|| after("cpu "));
    Some(seconds.unwrap_or_else(|| panic!("{command} does not say how long it took: {text}")))
}
