//! Several threads at work on one question: each with rules and a meter of its own, until one of them is done.

use super::budget::{Exhausted, Meter, Workers};
use super::rules::{ForThread, Rules};
use super::stop::{Halt, Stop, Unfit};
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

/// How the work of several, or of one of them, ended: what is no budget says only that one of them stopped.
pub(super) type Ended<K, M> = Result<(), Halt<K, M>>;

fn ended<T, K, M>(result: Result<T, Halt<K, M>>) -> Ended<K, ()> {
    match result {
        Ok(_) => Ok(()),
        Err(Halt { why: Stop::Exhausted(what, _), at: None, play }) => Err(Halt::exhausted(what, play)),
        Err(_) => Err(one_stopped()),
    }
}

fn one_stopped<K, M>() -> Halt<K, M> {
    Halt { why: Stop::Unfit(Unfit::Threads), at: None, play: vec![] }
}

/// How the work of all threads ended, and how many positions were new to all.
pub(super) type Together<R> = (Ended<<R as Rules>::Key, <R as Rules>::Mistake>, u64);

/// Ends the work of all when it is dropped, by a panic too.
struct Over<'t>(&'t Workers);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Relaxed);
    }
}

/// Lets threads work until the first is done. `work` gives a result and how many positions were solved that were new to
/// all; their sum comes with the end. `None` if the rules cannot leave their thread.
pub(super) fn work<R: Rules, T>(
    rules: &R,
    meter: &Meter,
    work: impl Fn(&mut R, &Meter) -> (Result<T, Halt<R::Key, R::Mistake>>, u64) + Sync,
) -> Option<Together<R>> {
    let workers = Arc::new(Workers::default());
    let makers: Option<Vec<_>> = (0..meter.threads()).map(|_| rules.for_thread()).collect();
    let makers = makers?;
    let all: Vec<(Ended<R::Key, ()>, u64)> = thread::scope(|scope| {
        let (workers, work) = (&workers, &work);
        let start = |make: ForThread<R>| {
            let meter = meter.for_worker(workers);
            let run = move || {
                let _over = Over(workers);
                let meter = Rc::new(meter);
                let (result, solved) = work(&mut make(meter.clone()), &meter);
                (ended(result), solved)
            };
            // Where the system gives no more threads, there are fewer.
            thread::Builder::new().spawn_scoped(scope, run).ok()
        };
        let started: Vec<_> = makers.into_iter().filter_map(start).collect();
        started.into_iter().map(|t| t.join().unwrap_or_else(|p| resume_unwind(p))).collect()
    });
    if all.is_empty() {
        return None;
    }
    let solved = all.iter().map(|(_, solved)| solved).sum();
    let done = all.iter().any(|(ended, _)| ended.is_ok());
    // Those that were told to stop say that they were interrupted.
    let told = |halt: &Halt<_, _>| matches!(halt.why, Stop::Exhausted(Exhausted::Interrupted, _));
    let cancelled = meter.look().err();
    let stopped = all.into_iter().filter_map(|(ended, _)| ended.err()).find(|halt| !told(halt));
    let ended = match (done, stopped, cancelled) {
        (true, ..) => Ok(()),
        (_, Some(Halt { why: Stop::Exhausted(what, _), play, .. }), _) => Err(Halt::exhausted(what, play)),
        (_, None, Some(what)) => Err(Halt::exhausted(what, vec![])),
        _ => Err(one_stopped()),
    };
    Some((ended, solved))
}
