//! Budgets: how many positions, how much memory and how much time a question may take.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use web_time::Instant;

/// The resources that a question may use.
///
/// Each of these is a limit; when it is reached, the question ends with an answer that says how far it got. Another thread
/// may set `cancel` at any time. Nothing here clears it, so clear it yourself before the next question.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Positions solved.
    pub positions: u64,
    /// Positions examined, if they grow without end, before a question stays open.
    pub bound: u64,
    /// Bytes of memory for positions and values.
    pub bytes: u64,
    /// The number of bytes that the whole process holds, if counted: it also stays within `bytes`.
    pub held: Option<fn() -> u64>,
    /// The bytes that one solver may take at once, if fewer: for work beside questions.
    pub share: Option<u64>,
    /// Time; `None` is no limit.
    pub time: Option<Duration>,
    /// Rounds of loops ([`Meter::tick`]), for searches whose result must not depend on the machine; counted
    /// in thousands.
    pub steps: Option<u64>,
    /// How many threads may work on one question; `None` is as many as the machine has.
    pub threads: Option<usize>,
    /// Positions that one thread solves alone before others start.
    pub alone: u64,
    /// Positions whose moves an interpreter lists before machine code is made for them, where available.
    pub interpreted: u64,
    /// Set from outside to stop: Ctrl-C.
    pub cancel: Arc<AtomicBool>,
    /// When to stop as by Ctrl-C, for work in slices: see [`Session::step`](crate::Session::step).
    pub until: Option<Instant>,
    /// Positions done so far, for a progress display.
    pub progress: Arc<AtomicU64>,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            positions: 200_000_000,
            bound: 100_000,
            bytes: 4 << 30,
            held: None,
            share: None,
            time: Some(Duration::from_secs(60)),
            steps: None,
            threads: None,
            alone: 30_000,
            // Machine code takes as long to make as some thousands of listings.
            interpreted: 8_000,
            cancel: Arc::default(),
            until: None,
            progress: Arc::default(),
        }
    }
}

impl Budget {
    /// For what is tried of rules before anything is asked: so little memory at once that no question misses it, and no
    /// more of anything than a question has.
    pub(crate) fn beside(&self) -> Budget {
        let usual = Budget::default();
        Budget {
            bytes: self.bytes,
            held: self.held,
            share: Some(BESIDE),
            time: self.time.min(usual.time).or(usual.time),
            cancel: self.cancel.clone(),
            ..usual
        }
    }

    /// How many bytes one solver may take.
    fn of_one(&self) -> u64 {
        self.share.map_or(self.bytes, |share| share.min(self.bytes))
    }
}

/// Which budget ran out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exhausted {
    /// The number of positions.
    Positions(u64),
    /// The memory, in bytes.
    Memory(u64),
    /// More positions must be solved than are left.
    TooFewPositions {
        /// The number of positions.
        needed: u64,
        /// The number allowed.
        most: u64,
    },
    /// The time.
    Time(Duration),
    /// The rounds of loops.
    Steps(u64),
    /// The user pressed Ctrl-C.
    Interrupted,
    /// Something is too large to begin with, whatever the budget.
    TooLarge,
}

/// As answers say it: `the time of 2 s is up`.
impl std::fmt::Display for Exhausted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Exhausted::Positions(n) => write!(f, "the budget of {n} positions is used up"),
            Exhausted::TooFewPositions { needed, most } => {
                write!(f, "{needed} positions must be solved, and the budget is {most}")
            }
            Exhausted::Memory(bytes) => write!(f, "the budget of {} MiB of memory is used up", bytes >> 20),
            Exhausted::Time(t) => write!(f, "the time of {} s is up", t.as_secs_f32()),
            Exhausted::Steps(n) => write!(f, "the search of {n} steps is over"),
            Exhausted::Interrupted => f.write_str("interrupted"),
            Exhausted::TooLarge => f.write_str("this is too large to work with"),
        }
    }
}

/// The shared state of the threads that work on one question.
#[derive(Debug, Default)]
pub(super) struct Workers {
    /// One of them is done.
    pub(super) over: AtomicBool,
    /// Positions solved by all of them, a few hundred late.
    positions: AtomicU64,
}

/// Counts what one question, or one thread of it, uses of its budget.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    started: Instant,
    /// The time spent before.
    before: Duration,
    workers: Option<Arc<Workers>>,
    positions: Cell<u64>,
    ticks: Cell<u32>,
    steps: Cell<u64>,
    /// Small pieces of work since the last tick of its own.
    work: Cell<u32>,
}

/// The greatest number of threads.
const MOST_THREADS: usize = 64;

/// The memory of what works beside questions.
const BESIDE: u64 = 32 << 20;

/// Positions are published in steps of this many.
const STEP: u64 = 0x100;

/// The number of ticks between two readings of the clock.
const TICKS: u32 = 4096;

/// The number of small pieces of work that count as one round of a loop.
const WORK: u32 = 64;

impl Meter {
    /// Starts counting.
    pub fn new(budget: Budget) -> Meter {
        Meter {
            budget,
            started: Instant::now(),
            before: Duration::ZERO,
            workers: None,
            positions: Cell::new(0),
            ticks: Cell::new(0),
            steps: Cell::new(0),
            work: Cell::new(0),
        }
    }

    /// Continues to count the time of a question from an earlier slice.
    pub fn after(budget: Budget, before: Duration) -> Meter {
        Meter { before, ..Meter::new(budget) }
    }

    /// A meter for a thread that works on the same question: it also stops when the workers are done.
    pub(super) fn for_worker(&self, workers: &Arc<Workers>) -> Meter {
        let left = self.budget.positions.saturating_sub(self.positions.get());
        Meter {
            budget: Budget { positions: left, ..self.budget.clone() },
            started: self.started,
            before: self.before,
            workers: Some(workers.clone()),
            positions: Cell::new(0),
            ticks: Cell::new(0),
            steps: Cell::new(0),
            work: Cell::new(0),
        }
    }

    /// How many threads may work on the question.
    pub fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.budget.threads.unwrap_or_else(all).clamp(1, MOST_THREADS)
    }

    /// Call in every loop that can be long: cheap.
    ///
    /// # Errors
    /// If time is up or the user pressed Ctrl-C.
    pub fn tick(&self) -> Result<(), Exhausted> {
        self.ticks_of(1)
    }

    /// As `n` calls of [`Meter::tick`].
    ///
    /// # Errors
    /// As for [`Meter::tick`].
    pub fn ticks_of(&self, n: u32) -> Result<(), Exhausted> {
        let ticks = self.ticks.get().saturating_add(n);
        if ticks < TICKS {
            self.ticks.set(ticks);
            return Ok(());
        }
        self.ticks.set(0);
        self.steps.set(self.steps.get() + u64::from(ticks));
        match self.budget.steps {
            Some(most) if self.steps.get() > most => Err(Exhausted::Steps(most)),
            _ => self.look(),
        }
    }

    /// Call for every small piece of work outside loops, such as the evaluation of an expression, or an element that is
    /// copied: cheap.
    ///
    /// # Errors
    /// As for [`Meter::tick`].
    pub fn work_of(&self, n: u32) -> Result<(), Exhausted> {
        let work = self.work.get().saturating_add(n);
        if work < TICKS {
            self.work.set(work);
            return Ok(());
        }
        self.work.set(0);
        self.steps.set(self.steps.get() + u64::from(work / WORK));
        match self.budget.steps {
            Some(most) if self.steps.get() > most => Err(Exhausted::Steps(most)),
            _ => self.look(),
        }
    }

    /// Reads the clock and the flag at once, and asks how much memory is held.
    ///
    /// # Errors
    /// As for [`Meter::tick`].
    pub fn look(&self) -> Result<(), Exhausted> {
        let over = self.workers.as_ref().is_some_and(|workers| workers.over.load(Ordering::Relaxed));
        let paused = self.budget.until.is_some_and(|until| Instant::now() >= until);
        if over || paused || self.budget.cancel.load(Ordering::Relaxed) {
            return Err(Exhausted::Interrupted);
        }
        self.room(0)?;
        match self.budget.time {
            Some(limit) if self.elapsed() > limit => Err(Exhausted::Time(limit)),
            _ => Ok(()),
        }
    }

    /// Counts a position solved.
    ///
    /// # Errors
    /// If there were too many, or as for [`Meter::tick`].
    pub fn position(&self) -> Result<(), Exhausted> {
        self.positions_solved(1)
    }

    /// As `n` calls of [`Meter::position`].
    ///
    /// # Errors
    /// As for [`Meter::position`].
    pub fn positions_solved(&self, n: u64) -> Result<(), Exhausted> {
        let before = self.positions.get();
        let all = before + n;
        self.positions.set(all);
        let steps = all / STEP - before / STEP;
        if steps > 0 {
            self.publish(steps * STEP)?;
        }
        if all > self.budget.positions {
            return Err(Exhausted::Positions(self.budget.positions));
        }
        self.ticks_of(16 * n.min(1 << 20) as u32)
    }

    /// Shows the progress, and the other threads, that so many positions more are solved.
    fn publish(&self, n: u64) -> Result<(), Exhausted> {
        self.budget.progress.fetch_add(n, Ordering::Relaxed);
        let workers = self.workers.as_ref().map(|t| t.positions.fetch_add(n, Ordering::Relaxed) + n);
        match workers {
            Some(all) if all > self.budget.positions => Err(Exhausted::Positions(self.budget.positions)),
            _ => Ok(()),
        }
    }

    /// Counts positions that workers have solved, and that progress already shows.
    ///
    /// # Errors
    /// When there were too many.
    pub(super) fn solved_by_workers(&self, n: u64) -> Result<(), Exhausted> {
        self.positions.set(self.positions.get() + n);
        if self.positions.get() > self.budget.positions {
            return Err(Exhausted::Positions(self.budget.positions));
        }
        Ok(())
    }

    /// Counts many positions solved.
    ///
    /// # Errors
    /// As for [`Meter::position`].
    pub fn positions_of(&self, n: u64) -> Result<(), Exhausted> {
        self.positions.set(self.positions.get() + n);
        self.budget.progress.fetch_add(n, Ordering::Relaxed);
        if self.positions.get() > self.budget.positions {
            return Err(Exhausted::Positions(self.budget.positions));
        }
        self.ticks_of(u32::try_from(n).unwrap_or(u32::MAX))
    }

    /// Checks an amount of memory that one solver holds.
    ///
    /// # Errors
    /// If it is over the budget.
    pub fn memory(&self, bytes: u64) -> Result<(), Exhausted> {
        if bytes > self.budget.of_one() { Err(Exhausted::Memory(self.budget.of_one())) } else { self.room(0) }
    }

    /// Asks for memory before it is taken: a solver that holds `held` bytes wants `more`.
    ///
    /// # Errors
    /// If that would be over the budget.
    pub fn grow(&self, held: u64, more: u64) -> Result<(), Exhausted> {
        if held.saturating_add(more) > self.budget.of_one() {
            return Err(Exhausted::Memory(self.budget.of_one()));
        }
        self.room(more)
    }

    /// Whether the process may take this many more bytes.
    fn room(&self, more: u64) -> Result<(), Exhausted> {
        match self.budget.held {
            Some(held) if held().saturating_add(more) > self.budget.bytes => {
                Err(Exhausted::Memory(self.budget.bytes))
            }
            _ => Ok(()),
        }
    }

    /// How many bytes more may be taken.
    pub fn bytes_left(&self) -> u64 {
        let held = self.budget.held.map_or(0, |held| held());
        self.budget.bytes.saturating_sub(held).min(self.budget.of_one())
    }

    /// How many positions more may be solved.
    pub fn positions_left(&self) -> u64 {
        self.budget.positions.saturating_sub(self.positions.get())
    }

    /// Asks for positions before room is made for them.
    ///
    /// # Errors
    /// If these are more than remain.
    pub fn may_solve(&self, positions: u64) -> Result<(), Exhausted> {
        if positions > self.positions_left() {
            return Err(Exhausted::TooFewPositions { needed: positions, most: self.budget.positions });
        }
        Ok(())
    }

    /// Positions counted so far.
    pub fn positions(&self) -> u64 {
        self.positions.get()
    }

    /// Whether the rounds of loops are used up.
    pub fn over(&self) -> bool {
        self.budget.steps.is_some_and(|most| self.steps.get() > most)
    }

    /// Rounds of loops counted so far, in thousands.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// This long after the start; none if no clock goes that far.
    pub fn in_future(&self, time: Duration) -> Option<Instant> {
        self.started.checked_add(time)
    }

    /// Time since the start, plus the time spent before.
    pub fn elapsed(&self) -> Duration {
        self.before + self.started.elapsed()
    }

    /// The budget.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }
}
