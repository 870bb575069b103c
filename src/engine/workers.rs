//! Several threads at work on one question: each with its own rules and meter, until one of them is done.

use super::budget::{Exhausted, Meter, Workers};
use super::rules::{ForThread, Rules};
use super::stop::{Halt, Stop, Unfit};
use std::ops::Range;
use std::panic::resume_unwind;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
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
pub(super) struct Over<'t>(pub(super) &'t Workers);

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

/// Where there are fewer things to do, one thread does them.
const FEW: usize = 1 << 12;
/// A thread takes this many things at once.
const PIECE: usize = 1 << 10;

fn few(meter: &Meter) -> usize {
    (meter.budget().alone.min(FEW as u64) as usize).max(1)
}

/// Whether one thread does so many things sooner than several.
pub(super) fn is_few(count: usize, meter: &Meter) -> bool {
    count <= few(meter)
}

/// Goes through the numbers below a count in pieces, by several threads if there are many; a thread begins with something of its
/// own. Gives what was made of all pieces, in no order.
pub(super) fn in_pieces<S, T: Send>(
    meter: &Meter,
    count: usize,
    start: impl Fn(Rc<Meter>) -> S + Sync,
    work: impl Fn(&mut S, Range<usize>, &Meter) -> Result<Vec<T>, Stop> + Sync,
) -> Result<Vec<T>, Stop> {
    let (workers, next) = (Arc::new(Workers::default()), AtomicUsize::new(0));
    let threads = if is_few(count, meter) { 1 } else { meter.threads() };
    let piece = PIECE.min(few(meter));
    let run = |meter: Meter| {
        let (over, meter) = (Over(&workers), Rc::new(meter));
        let (mut own, mut made) = (start(meter.clone()), vec![]);
        loop {
            let from = next.fetch_add(piece, Ordering::Relaxed);
            if from >= count {
                std::mem::forget(over); // The others go on to the end of theirs.
                return Ok(made);
            }
            made.extend(work(&mut own, from..count.min(from + piece), &meter)?);
        }
    };
    let ended: Vec<Result<Vec<T>, Stop>> = thread::scope(|scope| {
        let spawn = |_| {
            let (meter, run) = (meter.for_worker(&workers), &run);
            thread::Builder::new().spawn_scoped(scope, move || run(meter)).ok()
        };
        let others: Vec<_> = (1..threads).filter_map(spawn).collect();
        let own = run(meter.for_worker(&workers));
        let joined = others.into_iter().map(|t| t.join().unwrap_or_else(|p| resume_unwind(p)));
        std::iter::once(own).chain(joined).collect()
    });
    let (made, stops): (Vec<_>, Vec<_>) = ended.into_iter().partition(Result::is_ok);
    first_stop(stops.into_iter().filter_map(Result::err), meter)?;
    let mut made = made.into_iter().filter_map(Result::ok);
    let mut all = made.next().unwrap_or_default();
    made.for_each(|more| all.extend(more));
    Ok(all)
}

/// What stopped the work of several: those that were told to stop say that they were interrupted.
pub(super) fn first_stop(stops: impl Iterator<Item = Stop>, meter: &Meter) -> Result<(), Stop> {
    let told = |stop: &Stop| matches!(stop, Stop::Exhausted(Exhausted::Interrupted, _));
    let (told, stopped): (Vec<Stop>, Vec<Stop>) = stops.partition(told);
    match stopped.into_iter().next() {
        Some(stop) => Err(stop),
        None if told.is_empty() => Ok(()),
        None => Err(meter.look().err().unwrap_or(Exhausted::Interrupted).into()),
    }
}
