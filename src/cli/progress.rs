//! A spinner on work that takes longer than a second, when a person watches.

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Shorter work needs no spinner.
const PATIENCE: Duration = Duration::from_secs(1);
const FRAME: Duration = Duration::from_millis(120);

/// Shows how many positions are solved, until it is dropped.
pub(super) struct Progress {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
    /// Rows of a table done so far.
    pub(super) rows: Arc<AtomicU64>,
}

impl Progress {
    /// Watches a counter; shows nothing if nobody watches.
    pub(super) fn watch(counter: Arc<AtomicU64>, shown: bool) -> Progress {
        counter.store(0, Ordering::Relaxed);
        let rows = Arc::new(AtomicU64::new(0));
        if !shown {
            return Progress { stop: None, thread: None, rows };
        }
        let (stop, stopped) = channel();
        let done = rows.clone();
        let thread = std::thread::spawn(move || {
            if stopped.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = spinner();
            let started = Instant::now() - PATIENCE;
            loop {
                let (positions, rows) = (counter.load(Ordering::Relaxed), done.load(Ordering::Relaxed));
                bar.set_message(message(positions, rows, started.elapsed()));
                bar.tick();
                if stopped.recv_timeout(FRAME) != Err(RecvTimeoutError::Timeout) {
                    return bar.finish_and_clear();
                }
            }
        });
        Progress { stop: Some(stop), thread: Some(thread), rows }
    }

    /// Clears the line; must be called before anything is written.
    pub(super) fn end(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

fn spinner() -> ProgressBar {
    let style =
        ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr()).with_style(style)
}

fn message(positions: u64, rows: u64, elapsed: Duration) -> String {
    let per_second = (positions as f64 / elapsed.as_secs_f64()) as u64;
    let seconds = elapsed.as_secs();
    let rows = if rows > 0 { format!("{} rows, ", HumanCount(rows)) } else { String::new() };
    match positions {
        0 if !rows.is_empty() => format!("{rows}{seconds} s; Ctrl-C stops"),
        0 => format!("{seconds} s; Ctrl-C stops"),
        n => format!(
            "{rows}{} positions, {} a second, {seconds} s; Ctrl-C stops",
            HumanCount(n),
            HumanCount(per_second)
        ),
    }
}
