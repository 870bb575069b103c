//! Tables in an order, filled by several threads: each takes stretches of places, one after the other, and looks up what the
//! others have found. Where a value is missing it waits for them.
//!
//! Nothing is assumed of the order. A value that is missing at the first place without a value is missing for one thread,
//! too; so that place alone decides that a table cannot be filled. Values, and where and why work ends, are those of one
//! thread.

use super::budget::{Meter, Workers};
use super::stop::Stop;
use super::workers::{Over, first_stop};
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

/// One thread's way of filling a table that the others see.
pub trait Fills: Send {
    /// Gives values to places from one on, before an end: to how many, and what stopped it, if anything did. It may stop
    /// before the end by itself.
    fn fill(&mut self, places: Range<u64>, meter: &Meter) -> (u64, Result<(), Stop>);
}

/// What the threads know of each other.
struct Stretches<E> {
    /// The first place of the next stretch, and where all ends.
    next: Mutex<u64>,
    end: u64,
    end_of: E,
    /// The first place without a value of each thread's stretch; [`DONE`] where there will be no more stretches.
    at: Vec<AtomicU64>,
}

const DONE: u64 = u64::MAX;

/// How long a thread waits for others, where it lacks a value.
const PAUSE: Duration = Duration::from_micros(20);

/// Fills places by as many threads as there are ways of filling. Stretches begin with the first place, and `end_of` says
/// where one that begins at a place ends. Gives the first place without a value, and what stopped the work before the end;
/// where the system gives no threads, it does nothing.
pub fn fill_together<F: Fills>(
    fillers: Vec<F>,
    places: Range<u64>,
    end_of: impl Fn(u64) -> u64 + Sync,
    meter: &Meter,
) -> (u64, Result<(), Stop>) {
    let workers = Arc::new(Workers::default());
    let at = fillers.iter().map(|_| AtomicU64::new(places.start)).collect();
    let shared = Stretches { next: Mutex::new(places.start), end: places.end, end_of, at };
    let ended = thread::scope(|scope| {
        let (shared, workers) = (&shared, &workers);
        let start = |(me, mut filler): (usize, F)| {
            let meter = meter.for_worker(workers);
            let run = move || {
                let over = Over(workers);
                let ended = shared.work(me, &mut filler, &meter);
                if ended.is_ok() {
                    std::mem::forget(over); // The others go on to the end of theirs.
                }
                ended
            };
            let started = thread::Builder::new().spawn_scoped(scope, run).ok();
            if started.is_none() {
                shared.at[me].store(DONE, Ordering::Release);
            }
            started
        };
        let started: Vec<_> = fillers.into_iter().enumerate().filter_map(start).collect();
        let joined = |t: ScopedJoinHandle<'_, _>| t.join().unwrap_or_else(|p| resume_unwind(p));
        started.into_iter().map(joined).collect::<Vec<Result<(), Stop>>>()
    });
    let first = shared.first();
    let counted = meter.solved_by_workers(first - places.start);
    let stopped = first_stop(ended.into_iter().filter_map(Result::err), meter);
    (first, stopped.and_then(|()| Ok(counted?)))
}

impl<E: Fn(u64) -> u64 + Sync> Stretches<E> {
    fn work(&self, me: usize, filler: &mut impl Fills, meter: &Meter) -> Result<(), Stop> {
        while let Some(Range { start: mut at, end }) = self.claim(me) {
            while at < end {
                // Asked before: what is missing now may be found while it is looked for.
                let is_first = self.is_first(me, at);
                let (filled, ended) = filler.fill(at..end, meter);
                at += filled;
                self.at[me].store(at, Ordering::Release);
                match ended {
                    Ok(()) => {}
                    Err(Stop::Unfit(_)) if filled > 0 => {}
                    Err(Stop::Unfit(_)) if !is_first => {
                        meter.look()?;
                        thread::sleep(PAUSE);
                    }
                    Err(stop) => return Err(stop),
                }
            }
        }
        Ok(())
    }

    /// The next stretch, if there is one.
    fn claim(&self, me: usize) -> Option<Range<u64>> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let start = *next;
        if start >= self.end {
            self.at[me].store(DONE, Ordering::Release);
            return None;
        }
        *next = (self.end_of)(start).clamp(start + 1, self.end);
        self.at[me].store(start, Ordering::Release);
        Some(start..*next)
    }

    /// Whether all places before one have a value: stretches are taken in order, and nobody goes back.
    fn is_first(&self, me: usize, place: u64) -> bool {
        let others = self.at.iter().enumerate().filter(|(other, _)| *other != me);
        others.into_iter().all(|(_, at)| at.load(Ordering::Acquire) > place)
    }

    /// The first place without a value, when nobody is at work.
    fn first(&self) -> u64 {
        let next = *self.next.lock().unwrap_or_else(PoisonError::into_inner);
        self.at.iter().map(|at| at.load(Ordering::Acquire)).fold(next, u64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Budget, Exhausted, Unfit};
    use proptest::prelude::*;
    use std::sync::atomic::AtomicU32;

    /// Each place leads to some others; its value is one more than the largest of theirs.
    struct Heights<'t> {
        to: &'t [Vec<usize>],
        found: &'t [AtomicU32],
        at_once: u64,
    }

    impl Fills for Heights<'_> {
        fn fill(&mut self, places: Range<u64>, meter: &Meter) -> (u64, Result<(), Stop>) {
            let (start, end) = (places.start, places.end.min(places.start + self.at_once));
            for place in start..end {
                if let Err(stop) = meter.position() {
                    return (place - start, Err(stop.into()));
                }
                let mut height = 1;
                for to in &self.to[place as usize] {
                    match self.found[*to].load(Ordering::Relaxed) {
                        0 => return (place - start, Err(Unfit::OutOfOrder.into())),
                        known => height = height.max(known + 1),
                    }
                }
                self.found[place as usize].store(height, Ordering::Relaxed);
            }
            (end - start, Ok(()))
        }
    }

    proptest! {
        #[test]
        fn many_threads_find_what_one_finds_and_stop_where_one_stops(
            back in proptest::collection::vec(proptest::collection::vec(1usize..400, 0..4), 1..600),
            late in proptest::option::of(0usize..600),
            (stretch, threads, at_once) in (1u64..90, 1usize..5, 1u64..40),
        ) {
            let mut to: Vec<Vec<usize>> = back
                .iter()
                .enumerate()
                .map(|(i, back)| back.iter().filter_map(|b| i.checked_sub(*b)).collect())
                .collect();
            // A place that leads to itself can have no value.
            if let Some(late) = late.filter(|late| *late < to.len()) {
                to[late].push(late);
            }
            let none = || to.iter().map(|_| AtomicU32::new(0)).collect::<Vec<_>>();
            let (one, many) = (none(), none());
            let meter = Meter::new(Budget { time: None, ..Budget::default() });
            let all = 0..to.len() as u64;
            let (filled, ended) = Heights { to: &to, found: &one, at_once: u64::MAX }.fill(all.clone(), &meter);
            let fillers = (0..threads).map(|_| Heights { to: &to, found: &many, at_once }).collect();
            let together = fill_together(fillers, all, |at| (at / stretch + 1) * stretch, &meter);
            prop_assert_eq!(together, (filled, ended));
            for (a, b) in one.iter().zip(&many).take(filled as usize) {
                prop_assert_eq!(a.load(Ordering::Relaxed), b.load(Ordering::Relaxed));
            }
        }
    }

    #[test]
    fn who_is_told_to_stop_stops() {
        let to = vec![vec![]; 10_000];
        let found: Vec<AtomicU32> = to.iter().map(|_| AtomicU32::new(0)).collect();
        let budget = Budget { time: None, ..Budget::default() };
        budget.cancel.store(true, Ordering::Relaxed);
        let fillers = (0..3).map(|_| Heights { to: &to, found: &found, at_once: 7 }).collect();
        let (first, ended) = fill_together(fillers, 0..10_000, |at| at + 50, &Meter::new(budget));
        assert!(first < 10_000);
        assert_eq!(ended, Err(Exhausted::Interrupted.into()));
    }
}
