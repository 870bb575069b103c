//! Questions, worked on one after the other in slices, and what became of them.

use crate::shapes::{Told, trouble};
use fairgame::{
    Answer, Budget, Diagnostic, Look, Pace, Progress, Question, Reply, Session, Step, Style, Task, draw,
};
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
    /// What is asked about answers, which does not wait for the question: in slices as well, so that it can be stopped without
    /// losing what was solved.
    beside: Option<Beside>,
    known: Vec<(Question, Reply)>,
}

/// What is asked about an answer.
enum Beside {
    Reason(Box<Question>, Pace),
    Picture(Picture, Pace),
}

/// An answer as a picture.
struct Picture {
    number: usize,
    dark: bool,
    /// So many positions of a graph.
    most: usize,
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

/// How far a question is, or what is asked about an answer.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Stepped {
    /// Answered, or explained.
    Done(Box<Shown>),
    /// A picture in SVG.
    Drawn(Told<String>),
    /// Not yet.
    More {
        positions: u64,
        /// The rows that were found just now.
        rows: Vec<Vec<String>>,
        rows_in_all: usize,
        seconds: f64,
    },
    /// There is nothing at hand.
    Idle,
}

impl From<Progress> for Stepped {
    fn from(p: Progress) -> Stepped {
        let seconds = p.spent.as_secs_f64();
        Stepped::More { positions: p.positions, rows: p.rows, rows_in_all: p.rows_in_all, seconds }
    }
}

impl Answers {
    /// Takes up a question.
    pub(crate) fn begin(&mut self, session: &Session, question: Option<Question>) -> Told<String> {
        match question {
            Some(question) => {
                self.task = Some(session.begin(&question));
                Told::Is(question.text)
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

    /// Takes up the reason of an answer.
    pub(crate) fn begin_why(&mut self, number: usize) -> Told<String> {
        match self.known.get(number).map(|(question, _)| question.clone()) {
            Some(question) => self.begin_reason(question),
            None => no_such_answer(),
        }
    }

    /// The same for what a line shows.
    pub(crate) fn begin_why_line(&mut self, session: &mut Session, line: &str) -> Told<String> {
        match session.question_of(line) {
            Ok(question) => self.begin_reason(question),
            Err(why) => Told::Not(trouble(&why)),
        }
    }

    fn begin_reason(&mut self, question: Question) -> Told<String> {
        let text = question.text.clone();
        self.beside = Some(Beside::Reason(Box::new(question), Pace::default()));
        Told::Is(text)
    }

    /// Takes up the picture of an answer.
    pub(crate) fn begin_picture(&mut self, number: usize, dark: bool, most: usize) -> Told<String> {
        match self.known.get(number) {
            Some((question, _)) => {
                self.beside = Some(Beside::Picture(Picture { number, dark, most }, Pace::default()));
                Told::Is(question.text.clone())
            }
            None => no_such_answer(),
        }
    }

    /// Works on the question at hand.
    pub(crate) fn step(&mut self, session: &mut Session, slice: Duration) -> Stepped {
        let Some(task) = &mut self.task else { return Stepped::Idle };
        match session.step(task, slice) {
            Step::Done(answer) => {
                let question = task.question().clone();
                self.task = None;
                Stepped::Done(Box::new(self.keep(session, question, *answer)))
            }
            Step::More(progress) => progress.into(),
        }
    }

    /// Works on what is asked about an answer.
    pub(crate) fn step_beside(&mut self, session: &mut Session, slice: Duration) -> Stepped {
        let Some(mut beside) = self.beside.take() else { return Stepped::Idle };
        let stepped = match &mut beside {
            Beside::Reason(question, pace) => self.explain(session, question, pace, slice),
            Beside::Picture(picture, pace) => self.draw(session, picture, pace, slice),
        };
        if matches!(stepped, Stepped::More { .. }) {
            self.beside = Some(beside);
        }
        stepped
    }

    fn explain(
        &mut self,
        session: &mut Session,
        question: &Question,
        pace: &mut Pace,
        slice: Duration,
    ) -> Stepped {
        let explained = session.slice_of(pace, slice, |session| {
            let answer = session.why(question);
            if answer.stopped().is_some() { Err(answer) } else { Ok(answer) }
        });
        match explained {
            Some(Ok(answer) | Err(answer)) => {
                Stepped::Done(Box::new(self.keep(session, question.clone(), answer)))
            }
            None => pace.progress().into(),
        }
    }

    fn draw(&self, session: &mut Session, picture: &Picture, pace: &mut Pace, slice: Duration) -> Stepped {
        let Some((question, reply)) = self.known.get(picture.number) else {
            return Stepped::Drawn(no_such_answer());
        };
        let style = Style::usual(picture.dark);
        if !is_position(&reply.answer) {
            return Stepped::Drawn(Told::Is(reply.svg(&style)));
        }
        match session.slice_of(pace, slice, |session| session.graph(question, picture.most)) {
            Some(Ok(graph)) => Stepped::Drawn(Told::Is(draw::graph(&graph, &style))),
            Some(Err(answer)) => {
                let reply = Reply::new(&session.sources, question, answer);
                Stepped::Drawn(Told::Not(reply.text(&look())))
            }
            None => pace.progress().into(),
        }
    }

    /// One more step that ends at once says how far it got.
    pub(crate) fn stop(&mut self, session: &mut Session) -> Stepped {
        cancelled(session, |session| self.step(session, Duration::ZERO))
    }

    /// The same of what is asked about an answer.
    pub(crate) fn stop_beside(&mut self, session: &mut Session) -> Stepped {
        cancelled(session, |session| self.step_beside(session, Duration::ZERO))
    }

    fn keep(&mut self, session: &Session, question: Question, answer: Answer) -> Shown {
        let reply = Reply::new(&session.sources, &question, answer);
        let number = self.known.len();
        let shown = shown(number, &question, &reply);
        self.known.push((question, reply));
        shown
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

fn cancelled<T>(session: &mut Session, step: impl FnOnce(&mut Session) -> T) -> T {
    session.budget.cancel.store(true, Ordering::Relaxed);
    let stepped = step(session);
    session.budget.cancel.store(false, Ordering::Relaxed);
    stepped
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

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: &str = "game Wide(n: nat)\n  move t(a in 0..n, b in 0..n, c in 0..n where a + b + c < n) to \
                        Wide(a) + Wide(b) + Wide(c)\nshow Wide(20)\n";

    /// The answers, once the only question of a text is answered.
    fn answered(session: &mut Session, text: &str) -> Answers {
        let loaded = session.open("t.game", text);
        let mut answers = Answers::default();
        answers.begin(session, loaded.questions.first().cloned());
        assert!(matches!(to_the_end(|slice| answers.step(session, slice)), Stepped::Done(_)));
        answers
    }

    fn to_the_end(mut step: impl FnMut(Duration) -> Stepped) -> Stepped {
        loop {
            let stepped = step(Duration::from_millis(2));
            if !matches!(stepped, Stepped::More { .. }) {
                return stepped;
            }
        }
    }

    #[test]
    fn a_picture_that_is_stopped_loses_nothing_that_is_known() {
        let mut session = Session::default();
        let mut answers = answered(&mut session, WIDE);
        let known = session.games().usage().positions;
        answers.begin_picture(0, false, 24);
        assert!(matches!(answers.step_beside(&mut session, Duration::from_millis(1)), Stepped::More { .. }));
        assert!(matches!(answers.stop_beside(&mut session), Stepped::Drawn(Told::Not(_))));
        assert!(known > 0 && session.games().usage().positions >= known);
        assert!(matches!(answers.step_beside(&mut session, Duration::ZERO), Stepped::Idle));
    }

    #[test]
    fn pictures_and_reasons_in_slices_are_those_in_one_piece() {
        let text = WIDE.replace("show Wide(20)", "show Wide(5)");
        let mut session = Session::default();
        let mut answers = answered(&mut session, &text);
        let question = answers.known[0].0.clone();
        answers.begin_picture(0, true, 24);
        let Stepped::Drawn(Told::Is(drawn)) = to_the_end(|slice| answers.step_beside(&mut session, slice))
        else {
            panic!("a picture")
        };
        let graph = session.graph(&question, 24).expect("a graph");
        assert_eq!(drawn, draw::graph(&graph, &Style::usual(true)));
        answers.begin_why(0);
        let Stepped::Done(shown) = to_the_end(|slice| answers.step_beside(&mut session, slice)) else {
            panic!("a reason")
        };
        let why = session.why(&question);
        assert_eq!(shown.html, Reply::new(&session.sources, &question, why).html());
    }
}
