//! Watching a file: as it is saved its questions are answered, or what is wrong with it appears.

use crate::api::{Budget, Question, Session, Shown};
use crate::layout::{Look, Paint, wrap};
use crate::render;
use rustyline::ExternalPrinter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, SystemTime};

/// How often the file is looked at.
const EVERY: Duration = Duration::from_millis(300);

/// A question may take so long.
const PATIENCE: Duration = Duration::from_secs(20);

/// Looks at a file until it is dropped.
pub(super) struct Watcher {
    over: Arc<AtomicBool>,
    changed: Arc<AtomicBool>,
    pub(super) file: String,
}

impl Watcher {
    pub(super) fn start(
        file: &str,
        look: impl Fn() -> Look + Send + 'static,
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
            let mut working: Option<Working> = None;
            while !over.load(Ordering::Relaxed) {
                std::thread::sleep(EVERY);
                let now = saved(&file);
                if now.is_some() && now != seen {
                    seen = now;
                    changed.store(true, Ordering::Relaxed);
                    // What was asked of the older text need not be computed any more.
                    working.take().into_iter().for_each(Working::stop);
                    working = Working::start(&file, look());
                }
                if let Some(text) = working.as_ref().and_then(|w| w.told.try_recv().ok())
                    && printer.print(text).is_err()
                {
                    break;
                }
            }
            working.into_iter().for_each(Working::stop);
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

/// Answers that are being computed.
struct Working {
    cancel: Arc<AtomicBool>,
    told: Receiver<String>,
}

impl Working {
    fn start(file: &str, look: Look) -> Option<Working> {
        let budget = Budget { time: Some(PATIENCE), ..Budget::default() };
        let cancel = budget.cancel.clone();
        let (tell, told) = channel();
        let file = file.to_string();
        let thread = std::thread::Builder::new().stack_size(256 << 20);
        // Whoever watches has gone, if nobody listens.
        let work = move || report(&file, budget, &look, &|text| drop(tell.send(text)));
        thread.spawn(work).ok().map(|_| Working { cancel, told })
    }

    fn stop(self) {
        self.cancel.store(true, Ordering::SeqCst);
    }
}

/// What is wrong with the file now, else the answers to what it asks.
fn report(file: &str, budget: Budget, look: &Look, tell: &dyn Fn(String)) {
    let mut session = Session::new(budget);
    let loaded = session.load_path(file);
    let above = |what: &str| {
        let text = wrap(&format!("---- {file} was saved: {what}"), look.columns(), "");
        look.paint(Paint::Warning, text.trim_end()) + "\n"
    };
    if !loaded.is_fine() {
        let wrong = render::list(&session.sources, &loaded.diagnostics, look);
        return tell(wrong + &above("it has a mistake; answers below are those of the old rules"));
    }
    let fine = if loaded.questions.is_empty() { "fine; " } else { "" };
    let warnings = render::list(&session.sources, &loaded.diagnostics, look);
    tell(above(&format!("{fine}answers above are those of the old rules")) + &warnings);
    for question in &loaded.questions {
        let text = answered(&mut session, question, look);
        tell(format!("{}\n", text.trim_end()));
    }
}

/// A question and its answer, or what is wrong with it.
fn answered(session: &mut Session, question: &Question, look: &Look) -> String {
    let answer = session.ask(question);
    Shown::new(&session.sources, question, &answer).text(look)
}
