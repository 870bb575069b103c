//! A question answered in slices of time, for front ends that must do something else in between and have no second
//! thread: a page in a browser.
//!
//! Solved values stay solved, so a question that is asked again resumes where it stopped; a table resumes after
//! its last row. If an engine keeps nothing from a slice, the next slice is twice as long, so that every
//! question ends, at the cost of at most twice the time.

use super::{Question, Session};
use crate::answer::{Answer, StoppedAnswer, TableAnswer};
use crate::engine::Meter;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A question in progress, answered in slices. See [`Session::step`].
#[derive(Debug)]
pub struct Task {
    question: Question,
    pace: Pace,
    rows: Vec<Vec<String>>,
    rests_on: BTreeMap<String, String>,
    /// Whether earlier values were discarded for it, or were few.
    forgot: bool,
}

/// What all slices of some work have used together, and how long the next one has to be. See [`Session::slice_of`].
#[derive(Debug, Default)]
pub struct Pace {
    /// The combinations of binders that a table has finished.
    walked: usize,
    spent: Duration,
    positions: u64,
    /// Slices that were too short to keep anything lead to longer ones.
    least: Duration,
}

/// How a slice ended.
#[derive(Debug)]
pub enum Step {
    /// With an answer.
    Done(Box<Answer>),
    /// There is more to do.
    More(Progress),
}

/// The progress of a task.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// Positions solved for it.
    pub positions: u64,
    /// The rows of a table that this slice has found.
    pub rows: Vec<Vec<String>>,
    /// The number of rows so far.
    pub rows_in_all: usize,
    /// The time spent so far.
    pub spent: Duration,
}

impl Pace {
    /// How far the work is.
    pub fn progress(&self) -> Progress {
        Progress { positions: self.positions, rows: vec![], rows_in_all: 0, spent: self.spent }
    }
}

impl Task {
    /// The question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// The known rows of a table: they remain if the task is dropped.
    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows
    }
}

impl Session {
    /// Begins to answer a question in slices.
    pub fn begin(&self, question: &Question) -> Task {
        Task {
            question: question.clone(),
            pace: Pace::default(),
            rows: vec![],
            rests_on: BTreeMap::new(),
            forgot: self.held() <= self.budget.bytes / 4,
        }
    }

    /// Works on a question for about as long as `slice`; the budget of the session bounds all slices together. If you
    /// drop a task, what it has solved stays known.
    ///
    /// ```
    /// use fairgame::{Answer, Session, Step};
    /// use std::time::Duration;
    ///
    /// let mut session = Session::default();
    /// let loaded = session.open("nim.game", "use \"heaps\"\ntable Nim(n) for n in 0..9");
    /// let mut task = session.begin(&loaded.questions[0]);
    /// let answer = loop {
    ///     match session.step(&mut task, Duration::from_millis(20)) {
    ///         Step::Done(answer) => break *answer,
    ///         Step::More(progress) => println!("{} rows so far", progress.rows_in_all),
    ///     }
    /// };
    /// assert!(matches!(answer, Answer::Table(t) if t.rows.len() == 10));
    /// ```
    pub fn step(&mut self, task: &mut Task, slice: Duration) -> Step {
        let mut rows = vec![];
        let mut keep = |cells: &[String]| {
            rows.push(cells.to_vec());
            false
        };
        let Task { question, pace, forgot, .. } = task;
        let answer = self.paced(pace, slice, |session| session.ask_forgetting(question, &mut keep, forgot));
        let paused = self.is_paused(&answer);
        task.take(answer, rows, paused)
    }

    /// Does something that is no question, such as drawing a graph, for about as long as `slice`. None if there is more to
    /// do: then do it again at the same pace. What was solved stays known, also if you never do.
    ///
    /// ```
    /// use fairgame::{Pace, Session};
    /// use std::time::Duration;
    ///
    /// let mut session = Session::default();
    /// let loaded = session.open("nim.game", "use \"heaps\"\nshow Nim(9)");
    /// let mut pace = Pace::default();
    /// let graph = loop {
    ///     let slice = session.slice_of(&mut pace, Duration::from_millis(20), |s| s.graph(&loaded.questions[0], 24));
    ///     if let Some(graph) = slice {
    ///         break graph;
    ///     }
    /// };
    /// assert_eq!(graph.map(|g| g.nodes.len()).ok(), Some(10));
    /// ```
    ///
    /// # Errors
    /// Those of the work.
    pub fn slice_of<T>(
        &mut self,
        pace: &mut Pace,
        slice: Duration,
        work: impl FnOnce(&mut Session) -> Result<T, Answer>,
    ) -> Option<Result<T, Answer>> {
        let done = self.paced(pace, slice, work);
        let paused = done.as_ref().err().is_some_and(|answer| self.is_paused(answer));
        (!paused).then_some(done)
    }

    /// Works for about as long as a slice, from where the last one ended.
    fn paced<T>(&mut self, pace: &mut Pace, slice: Duration, work: impl FnOnce(&mut Session) -> T) -> T {
        let now = slice.max(pace.least);
        let clock = Meter::new(self.budget.clone());
        let before = self.games.usage().positions;
        let positions = self.budget.positions;
        self.budget.until = clock.in_future(now);
        self.budget.positions = positions.saturating_sub(pace.positions);
        self.walk.begin_at(pace.walked, pace.spent);
        let done = work(self);
        let walked = self.walk.end();
        (self.budget.until, self.budget.positions) = (None, positions);
        let solved = self.games.usage().positions.saturating_sub(before);
        pace.spent += clock.elapsed();
        pace.positions += solved;
        let moved = solved > 0 || walked > pace.walked;
        pace.least = if moved { pace.least / 2 } else { 2 * now };
        pace.walked = walked;
        done
    }

    /// Whether an answer is none yet, since a slice was over.
    fn is_paused(&self, answer: &Answer) -> bool {
        let cancelled = self.budget.cancel.load(Ordering::Relaxed);
        answer.stopped().is_some_and(|s: &StoppedAnswer| s.budget == "interrupted" && !cancelled)
    }
}

impl Task {
    fn take(&mut self, answer: Answer, rows: Vec<Vec<String>>, paused: bool) -> Step {
        self.rows.extend(rows.iter().cloned());
        if let Answer::Table(t) = &answer {
            self.note_claims(&t.rests_on);
        }
        if paused {
            return Step::More(self.progress(rows));
        }
        Step::Done(Box::new(match answer {
            Answer::Table(t) => Answer::Table(self.whole(t)),
            other => other,
        }))
    }

    fn progress(&self, rows: Vec<Vec<String>>) -> Progress {
        Progress { rows_in_all: self.rows.len(), rows, ..self.pace.progress() }
    }

    /// What any slice rests on, the table rests on; a claim that was checked further since, as far as it was.
    fn note_claims(&mut self, claims: &[String]) {
        for claim in claims {
            let what = claim.split(", checked on").next().unwrap_or(claim);
            self.rests_on.insert(what.to_string(), claim.clone());
        }
    }

    fn whole(&mut self, t: TableAnswer) -> TableAnswer {
        let rests_on = std::mem::take(&mut self.rests_on).into_values().collect();
        TableAnswer { rows: std::mem::take(&mut self.rows), rests_on, ..t }
    }
}

/// Where a slice resumes: the time spent, and the known rows of a table.
#[derive(Debug, Default)]
pub(super) struct Walk {
    from: Cell<usize>,
    at: Cell<usize>,
    spent: Cell<Duration>,
}

impl Walk {
    fn begin_at(&self, from: usize, spent: Duration) {
        self.from.set(from);
        self.spent.set(spent);
        self.at.set(0);
    }

    /// The number of finished combinations; the next question begins at the first.
    fn end(&self) -> usize {
        self.spent.set(Duration::ZERO);
        self.at.replace(0).max(self.from.replace(0))
    }

    /// The time that earlier slices of the question took.
    pub(super) fn spent(&self) -> Duration {
        self.spent.get()
    }

    /// The walk begins again, at its first combination.
    pub(super) fn start(&self) {
        self.at.set(0);
    }

    /// Whether the next combination is known already; if so, it is skipped.
    pub(super) fn passes(&self) -> bool {
        let known = self.at.get() < self.from.get();
        self.at.set(self.at.get() + usize::from(known));
        known
    }

    /// Marks a combination as finished.
    pub(super) fn done(&self) {
        self.at.set(self.at.get() + 1);
    }
}
