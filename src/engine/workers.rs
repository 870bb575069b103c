//! Several threads at work on one question: each with rules and a meter of its own, until one of them is done.

use super::budget::{Exhausted, Meter, Workers};
use super::depth_first::Halt;
use super::rules::{ForThread, Rules};
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

/// How the work of a workers ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ended<K> {
    /// One of the threads found the answer.
    Done,
    /// A budget ran out; and the play that the first thread was looking at.
    Exhausted(Exhausted, Vec<K>),
    /// Something else stopped one of them. Which position that is depends on the race: whoever has to say it goes on
    /// alone.
    Stopped,
}

impl<K> Ended<K> {
    fn of<T, F>(result: Result<T, Halt<K, F>>) -> Ended<K> {
        match result {
            Ok(_) => Ended::Done,
            Err(Halt::Exhausted(what, play)) => Ended::Exhausted(what, play),
            Err(_) => Ended::Stopped,
        }
    }
}

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
    work: impl Fn(&mut R, &Meter) -> (Result<T, Halt<R::Key, R::Fault>>, u64) + Sync,
) -> Option<(Ended<R::Key>, u64)> {
    let workers = Arc::new(Workers::default());
    let makers: Option<Vec<_>> = (0..meter.threads()).map(|_| rules.for_thread()).collect();
    let makers = makers?;
    let all: Vec<(Ended<R::Key>, u64)> = thread::scope(|scope| {
        let (workers, work) = (&workers, &work);
        let start = |make: ForThread<R>| {
            let meter = meter.for_worker(workers);
            let run = move || {
                let _over = Over(workers);
                let meter = Rc::new(meter);
                let (result, solved) = work(&mut make(meter.clone()), &meter);
                (Ended::of(result), solved)
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
    let done = all.iter().any(|(ended, _)| *ended == Ended::Done);
    // Those that were told to stop say that they were interrupted.
    let told = |ended: &Ended<_>| matches!(ended, Ended::Exhausted(Exhausted::Interrupted, _));
    let cancelled = meter.look().err();
    let stopped = all.into_iter().map(|(ended, _)| ended).find(|ended| !told(ended) && *ended != Ended::Done);
    let ended = match (done, stopped, cancelled) {
        (true, ..) => Ended::Done,
        (_, Some(ended), _) => ended,
        (.., Some(what)) => Ended::Exhausted(what, vec![]),
        _ => Ended::Stopped,
    };
    Some((ended, solved))
}
