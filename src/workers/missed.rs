//! Which workers are gone: the connections note it, and waiting workers read it.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A number that no worker has.
const NOBODY: usize = usize::MAX;

/// The first worker that was seen to be gone, if any.
#[derive(Debug)]
pub struct Missed(AtomicUsize);

impl Default for Missed {
    fn default() -> Missed {
        Missed(AtomicUsize::new(NOBODY))
    }
}

impl Missed {
    /// A worker is gone; those that follow it do not count.
    pub(super) fn note(&self, worker: usize) {
        let _ = self.0.compare_exchange(NOBODY, worker, Ordering::AcqRel, Ordering::Acquire);
    }

    /// Its number.
    pub(super) fn who(&self) -> Option<usize> {
        Some(self.0.load(Ordering::Acquire)).filter(|worker| *worker != NOBODY)
    }
}
