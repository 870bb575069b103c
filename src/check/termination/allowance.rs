//! How much work a proof may take: counted, so that the same question has the same answer everywhere; and what else may end
//! it, such as a clock, a key, or memory that runs out.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Asked now and then: whether the work may go on.
pub(crate) type MayGoOn = Rc<dyn Fn() -> bool>;

/// So much work, in entries of dictionaries, passes between two questions to a [`MayGoOn`]: less than a millisecond.
const BETWEEN: u64 = 100_000;

thread_local! {
    /// How many more entries of dictionaries may be computed, for all programs of one question.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
    /// What else may end the work.
    static WATCH: RefCell<Option<MayGoOn>> = const { RefCell::new(None) };
    /// The work done since that was asked.
    static SINCE: Cell<u64> = const { Cell::new(0) };
}

/// Does some work in which only this many entries of dictionaries are computed; then every answer is unknown.
pub(super) fn within<T>(entries: u64, work: impl FnOnce() -> T) -> T {
    let before = LEFT.replace(entries);
    let result = work();
    LEFT.set(before);
    result
}

/// Does some work that ends, with what is not found unknown, as soon as it may not go on.
pub(crate) fn watched<T>(may: MayGoOn, work: impl FnOnce() -> T) -> T {
    let before = WATCH.replace(Some(may));
    let result = work();
    WATCH.replace(before);
    result
}

/// Does something with half of the work that is left; whether that was enough, too.
pub(super) fn with_half<T>(work: impl FnOnce() -> T) -> (T, bool) {
    let left = LEFT.get();
    LEFT.set(left - left / 2);
    let result = work();
    let enough = !is_spent();
    LEFT.set(LEFT.get() + left / 2);
    (result, enough)
}

/// How much work there may be.
pub(super) fn left() -> u64 {
    LEFT.get()
}

/// Whether there may be no more work.
pub(super) fn is_spent() -> bool {
    left() == 0
}

/// Counts work; nothing if there may be no more.
pub(super) fn spend(entries: usize) -> Option<()> {
    let left = LEFT.get().checked_sub(entries as u64);
    LEFT.set(left.unwrap_or(0));
    pass(entries as u64);
    left.filter(|_| !is_spent()).map(drop)
}

/// Lets work pass that is bounded elsewhere: it only brings the next look at the clock nearer.
pub(super) fn pass(work: u64) {
    let since = SINCE.get() + work;
    SINCE.set(since);
    if since >= BETWEEN {
        SINCE.set(0);
        let may = WATCH.with_borrow(Clone::clone);
        if may.is_some_and(|may| !may()) {
            LEFT.set(0);
        }
    }
}
