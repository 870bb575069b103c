//! Ctrl-C: the first one ends the question at hand, the second one, or one while nothing is asked, the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a shell reports of a program that Ctrl-C ended.
const KILLED: i32 = 130;

/// Whether a question is being answered, which can be cancelled.
static BUSY: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C sets `cancel`.
pub(crate) fn listen(cancel: Arc<AtomicBool>) {
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(move || {
        if !BUSY.load(Ordering::SeqCst) || cancel.swap(true, Ordering::SeqCst) {
            super::quiet::restore();
            say();
            std::process::exit(KILLED);
        }
    });
}

/// Says a word, unless somebody holds up what is said.
fn say() {
    let word = std::thread::spawn(|| super::complain("stopped by Ctrl-C"));
    for _ in 0..10 {
        if word.is_finished() {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// While this lives, Ctrl-C cancels rather than ends.
pub(crate) struct Busy;

impl Busy {
    /// A question begins.
    pub(crate) fn begin(cancel: &AtomicBool) -> Busy {
        cancel.store(false, Ordering::SeqCst);
        BUSY.store(true, Ordering::SeqCst);
        Busy
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        BUSY.store(false, Ordering::SeqCst);
    }
}
