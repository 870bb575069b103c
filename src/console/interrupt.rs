//! Ctrl-C: the first one ends the question at hand, the second one, or one while nothing is asked, the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
            std::process::exit(KILLED);
        }
    });
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
