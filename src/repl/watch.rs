//! Watching a file: what is wrong with it appears as it is saved.

use crate::engine::Budget;
use crate::layout::Look;
use crate::render;
use crate::session::Session;
use rustyline::ExternalPrinter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

/// How often the file is looked at.
const EVERY: Duration = Duration::from_millis(300);

/// Looks at a file until it is dropped.
pub(super) struct Watcher {
    over: Arc<AtomicBool>,
    changed: Arc<AtomicBool>,
    pub(super) file: String,
}

impl Watcher {
    pub(super) fn start(
        file: &str,
        look: Look,
        mut printer: impl ExternalPrinter + Send + 'static,
    ) -> Watcher {
        let (over, changed) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let watcher = Watcher { over: over.clone(), changed: changed.clone(), file: file.to_string() };
        let file = file.to_string();
        let mut seen = saved(&file);
        // Parsing goes deep; this is virtual memory, not used unless needed.
        let thread = std::thread::Builder::new().stack_size(256 << 20);
        // Without a thread nothing is watched, and :reload still works.
        let _ = thread.spawn(move || {
            while !over.load(Ordering::Relaxed) {
                std::thread::sleep(EVERY);
                let now = saved(&file);
                if now.is_some() && now != seen {
                    seen = now;
                    changed.store(true, Ordering::Relaxed);
                    if printer.print(report(&file, &look)).is_err() {
                        return;
                    }
                }
            }
        });
        watcher
    }

    /// Whether the file was saved since this was asked last.
    pub(super) fn changed(&self) -> bool {
        self.changed.swap(false, Ordering::Relaxed)
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

fn saved(file: &str) -> Option<SystemTime> {
    std::fs::metadata(file).and_then(|m| m.modified()).ok()
}

/// What is wrong with the file now.
fn report(file: &str, look: &Look) -> String {
    let mut session = Session::new(Budget::default());
    let loaded = session.load_path(file);
    if loaded.diagnostics.is_empty() {
        return format!("{file} was saved: fine\n");
    }
    render::list(&session.sources, &loaded.diagnostics, look)
}
