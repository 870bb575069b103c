//! A session on its own thread: for programs that must not wait, and for languages whose values are shared between
//! threads.

use crate::engine::Budget;
use crate::session::Session;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Parsing and solving go deep; this is virtual memory, not used unless needed.
const STACK: usize = 512 << 20;

type Job = Box<dyn FnOnce(&mut Session) + Send>;
type Flag = Arc<AtomicBool>;

/// A session on its own thread, with a stack that is large enough. Unlike a session, you can send it to other threads and
/// share it between them: you send it jobs for the session, which it does one after the other.
///
/// ```
/// use fairgame::{Budget, Worker};
///
/// let worker = Worker::new(Budget::default()).expect("a thread");
/// worker.run(|session| drop(session.open("nim.game", "use \"heaps\"")));
/// let value = worker.run(|session| {
///     let position = session.position("Nim[3, 5, 7]")?;
///     session.value_of(&position)
/// });
/// assert_eq!(value.wait().unwrap().unwrap().to_string(), "1");
/// ```
pub struct Worker {
    jobs: Sender<(Flag, Job)>,
    now: Arc<Now>,
    progress: Arc<AtomicU64>,
}

/// What a worker is doing.
#[derive(Default)]
struct Now {
    /// The flag of the job.
    flag: Mutex<Flag>,
    /// The worker has been dropped.
    over: AtomicBool,
}

impl Now {
    /// Begins a job; false if none is begun any more.
    fn begin(&self, cancel: Flag) -> bool {
        *self.flag.lock().unwrap_or_else(PoisonError::into_inner) = cancel;
        !self.over.load(Ordering::SeqCst)
    }

    fn end_all(&self) {
        self.over.store(true, Ordering::SeqCst);
        self.flag.lock().unwrap_or_else(PoisonError::into_inner).store(true, Ordering::SeqCst);
    }
}

/// A job that a worker does, or will do after all earlier ones.
pub struct Running<T> {
    result: Receiver<T>,
    cancel: Flag,
}

/// The worker was dropped first, or a mistake in this library ended the job. The worker itself continues, with an empty
/// session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lost;

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("this was not finished: a mistake in fairgame itself, or the worker is gone")
    }
}

impl std::error::Error for Lost {}

impl Worker {
    /// Starts a worker. Its questions may use that budget; each job gets its own cancel flag.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn new(budget: Budget) -> io::Result<Worker> {
        let progress = budget.progress.clone();
        let (jobs, to_do) = mpsc::channel::<(Flag, Job)>();
        let now = Arc::new(Now::default());
        let shared = now.clone();
        let thread = thread::Builder::new().name("fairgame worker".into()).stack_size(STACK);
        thread.spawn(move || work(&budget, &to_do, &shared))?;
        Ok(Worker { jobs, now, progress })
    }

    /// Does a job with the session, after all earlier jobs. You need not wait for it.
    pub fn run<T: Send + 'static>(&self, job: impl FnOnce(&mut Session) -> T + Send + 'static) -> Running<T> {
        let (done, result) = mpsc::channel();
        let cancel = Flag::default();
        let job: Job = Box::new(move |session| drop(done.send(job(session))));
        // If the thread has gone, the job is dropped, and whoever waits for it learns so.
        let _ = self.jobs.send((cancel.clone(), job));
        Running { result, cancel }
    }

    /// Positions solved so far by all jobs together: it grows while the worker is busy.
    pub fn progress(&self) -> u64 {
        self.progress.load(Ordering::Relaxed)
    }
}

/// Cancels the current job; waiting jobs do not begin.
impl Drop for Worker {
    fn drop(&mut self) {
        self.now.end_all();
    }
}

fn work(budget: &Budget, to_do: &Receiver<(Flag, Job)>, now: &Now) {
    let mut session = Session::new(budget.clone());
    while let Ok((cancel, job)) = to_do.recv() {
        session.budget.cancel = cancel.clone();
        if !now.begin(cancel) {
            return;
        }
        if catch_unwind(AssertUnwindSafe(|| job(&mut session))).is_err() {
            session = Session::new(budget.clone());
        }
    }
}

impl<T> Running<T> {
    /// Waits until it is done.
    ///
    /// # Errors
    /// If it cannot be done.
    pub fn wait(self) -> Result<T, Lost> {
        self.result.recv().map_err(|_| Lost)
    }

    /// Waits for at most this long; `None` if it is not done by then.
    ///
    /// # Errors
    /// As for [`Running::wait`].
    pub fn wait_for(&self, time: Duration) -> Result<Option<T>, Lost> {
        match self.result.recv_timeout(time) {
            Ok(result) => Ok(Some(result)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Lost),
        }
    }

    /// Cancels its questions, even if it has not begun: each then stops, as by Ctrl-C, with what is known so far. This
    /// cancels no other job.
    pub fn cancel(&self) {
        self.cancel.store(true, Ordering::SeqCst);
    }
}
