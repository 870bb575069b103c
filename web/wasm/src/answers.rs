//! Questions, worked on one after the other in slices, and what became of them.

use crate::shapes::{Told, trouble};
use fairgame::{Answer, Budget, Diagnostic, Look, Question, Reply, Session, Step, Style, Task, draw};
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// What may be computed before anybody has said that it should: a link comes from anybody.
const POSITIONS: u64 = 200_000;
const BYTES: u64 = 256 << 20;
const AT_ONCE: Duration = Duration::from_secs(1);

/// Lines on the page are so many letters wide, before they are wrapped.
const COLUMNS: usize = 76;

/// The question at hand, and all that were answered, by number.
#[derive(Default)]
pub(crate) struct Answers {
    task: Option<Task>,
    known: Vec<(Question, Reply)>,
}

/// An answer, in the forms that a page shows.
#[derive(Serialize)]
pub(crate) struct Shown {
    /// Its number, under which it can be asked for in other forms.
    number: usize,
    /// `position`, `table`, ...; docs/json.md has them all.
    data: Box<RawValue>,
    /// What there is to say besides a table, as marked-up text.
    html: String,
    short: String,
    /// Something is wrong: a mistake, or an expectation that fails.
    bad: bool,
    /// What ran out, in words.
    stopped: Option<String>,
    /// Whether it can be drawn, and `why` may be asked.
    has_picture: bool,
    has_why: bool,
}

/// How far a question is.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stepped {
    /// Answered.
    Done(Box<Shown>),
    /// Not yet.
    More {
        positions: u64,
        /// The rows that were found just now.
        rows: Vec<Vec<String>>,
        rows_in_all: usize,
        seconds: f64,
    },
    /// There is no question at hand.
    Idle,
}

impl Answers {
    /// Takes up a question.
    pub(crate) fn begin(&mut self, session: &Session, question: Option<Question>) -> Told<String> {
        match question {
            Some(question) => {
                let text = question.text.clone();
                self.task = Some(session.begin(&question));
                Told::Is(text)
            }
            None => Told::Not("there is no such question".into()),
        }
    }

    /// Takes up what a line asks.
    pub(crate) fn begin_line(&mut self, session: &mut Session, line: &str) -> Told<String> {
        match session.question_of(line) {
            Ok(question) => self.begin(session, Some(question)),
            Err(why) => Told::Not(trouble(&why)),
        }
    }

    pub(crate) fn step(&mut self, session: &mut Session, slice: Duration) -> Stepped {
        let Some(task) = &mut self.task else { return Stepped::Idle };
        match session.step(task, slice) {
            Step::Done(answer) => {
                let question = task.question().clone();
                self.task = None;
                Stepped::Done(Box::new(self.keep(session, question, *answer)))
            }
            Step::More(p) => Stepped::More {
                positions: p.positions,
                rows: p.rows,
                rows_in_all: p.rows_in_all,
                seconds: p.spent.as_secs_f64(),
            },
        }
    }

    /// One more step that ends at once says how far it got.
    pub(crate) fn stop(&mut self, session: &mut Session) -> Stepped {
        session.budget.cancel.store(true, Ordering::Relaxed);
        let stepped = self.step(session, Duration::ZERO);
        session.budget.cancel.store(false, Ordering::Relaxed);
        stepped
    }

    fn keep(&mut self, session: &Session, question: Question, answer: Answer) -> Shown {
        let reply = Reply::new(&session.sources, &question, answer);
        let number = self.known.len();
        let shown = shown(number, &question, &reply);
        self.known.push((question, reply));
        shown
    }

    pub(crate) fn why(&mut self, session: &mut Session, number: usize) -> Told<Shown> {
        match self.known.get(number).map(|(question, _)| question.clone()) {
            Some(question) => Told::Is(self.explained(session, question)),
            None => no_such_answer(),
        }
    }

    pub(crate) fn why_line(&mut self, session: &mut Session, line: &str) -> Told<Shown> {
        match session.question_of(line) {
            Ok(question) => Told::Is(self.explained(session, question)),
            Err(why) => Told::Not(trouble(&why)),
        }
    }

    fn explained(&mut self, session: &mut Session, question: Question) -> Shown {
        let answer = session.why(&question);
        self.keep(session, question, answer)
    }

    pub(crate) fn picture(
        &mut self,
        session: &mut Session,
        number: usize,
        dark: bool,
        most: usize,
    ) -> Told<String> {
        let Some((question, reply)) = self.known.get(number) else { return no_such_answer() };
        let style = Style::usual(dark);
        if !is_position(&reply.answer) {
            return Told::Is(reply.svg(&style));
        }
        match session.graph(question, most) {
            Ok(graph) => Told::Is(draw::graph(&graph, &style)),
            Err(answer) => Told::Not(Reply::new(&session.sources, question, answer).text(&look())),
        }
    }

    pub(crate) fn written(&self, number: usize, form: &str) -> Told<String> {
        let Some((_, reply)) = self.known.get(number) else { return no_such_answer() };
        match form {
            "csv" => reply.csv().map_or_else(|| Told::Not("it is no table".into()), Told::Is),
            "b-file" => reply.b_file().into(),
            "markdown" => Told::Is(reply.markdown()),
            "latex" => Told::Is(reply.latex()),
            "json" => Told::Is(reply.json().to_string()),
            _ => Told::Is(reply.text(&Look::default())),
        }
    }
}

fn no_such_answer<T>() -> Told<T> {
    Told::Not("that was asked of another text; it can be asked again".into())
}

fn look() -> Look {
    Look { width: Some(COLUMNS), ..Look::default() }
}

fn is_position(answer: &Answer) -> bool {
    matches!(answer, Answer::Position(_) | Answer::Misere(_) | Answer::Standing(_))
}

fn shown(number: usize, question: &Question, reply: &Reply) -> Shown {
    let position = is_position(&reply.answer);
    let raw = RawValue::from_string(reply.json().to_string());
    Shown {
        number,
        data: raw.unwrap_or_else(|e| unreachable!("answers are JSON: {e}")),
        html: reply.html(),
        short: reply.short(),
        bad: reply.finding().is_some_and(Diagnostic::is_error),
        stopped: reply.stopped().map(|s| s.how_far.clone()),
        has_picture: position || drawable(reply),
        // Of a period that was not found out there is nothing to tell, and the same work again.
        has_why: position || question.kind == "period" && reply.stopped().is_none(),
    }
}

/// Whether there is more to draw of a table than its words.
fn drawable(reply: &Reply) -> bool {
    reply
        .table()
        .is_some_and(|t| t.rows.len() > 1 && (t.binders == 1 || t.binders == 2 && t.columns.len() == 3))
}

/// Bounds what questions may use: to very little, or to the usual.
pub(crate) fn bound(budget: &mut Budget, careful: Option<()>, usual: Budget) {
    let small = |most: u64, few: u64| if careful.is_some() { most.min(few) } else { most };
    budget.positions = small(usual.positions, POSITIONS);
    budget.bytes = small(usual.bytes, BYTES);
    budget.time = if careful.is_some() { Some(AT_ONCE) } else { usual.time };
}
