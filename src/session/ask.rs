//! Answering one question: sets up its budget and turns what stopped it into an answer.

use super::{Question, Session};
use crate::answer::{Answer, MoveAnswer, OPEN_COUNT, PositionAnswer, StoppedAnswer};
use crate::check::ir::{Expr, StatementKind, WinRule};
use crate::engine::Exhausted;
use crate::rules::Stop;
use crate::rules::eval::Eval;
use crate::rules::questions::Count;
use crate::value::{Part, Position, Value};

/// How many winning moves of a large pile are listed.
const WINNING: usize = 100;

impl Session {
    /// Answers a question; passes rows of a table to `row` as they come, and does not keep them if it returns
    /// false.
    pub fn ask_with(&mut self, question: &Question, row: &mut dyn FnMut(&[String]) -> bool) -> Answer {
        self.ask_forgetting(question, row, &mut false)
    }

    /// The same for a question whose earlier slices may have `forgot` everything known: whatever they solved since belongs to
    /// the question, and there is no room for that.
    pub(super) fn ask_forgetting(
        &mut self,
        question: &Question,
        row: &mut dyn FnMut(&[String]) -> bool,
        forgot: &mut bool,
    ) -> Answer {
        let (held, mut rows) = (self.held(), 0);
        let answer = self.ask_once(question, &mut |cells| {
            rows += 1;
            row(cells)
        });
        let full = matches!(&answer, Answer::Stopped(s) if s.budget == "memory");
        // What other questions have left behind may be what there was no room for.
        if full && rows == 0 && !self.keeps && !*forgot && held > self.budget.bytes / 4 {
            *forgot = true;
            self.games.forget();
            return self.ask_once(question, row);
        }
        answer
    }

    /// The number of bytes that the process holds, if counted.
    pub(super) fn held(&self) -> u64 {
        self.budget.held.map_or(0, |held| held())
    }

    fn ask_once(&mut self, question: &Question, row: &mut dyn FnMut(&[String]) -> bool) -> Answer {
        self.games.machine.start_after(self.budget.clone(), self.walk.spent());
        self.games.begin(question.statement.kind.rule());
        let result = match &question.statement.kind {
            StatementKind::Show { expr, .. } => self.show(question, expr),
            StatementKind::Table { .. } => self.table(question, row),
            StatementKind::Functions { expr } => self.functions(question, expr),
            StatementKind::Period { .. } => self.period(question),
            StatementKind::Quotient(s) => self.quotient(question, s),
            StatementKind::Sparse(s) => self.sparse(question, s),
            StatementKind::Compare { .. } => self.compare(question),
            StatementKind::Play { .. } => self.play(question),
            StatementKind::Expect { .. } => self.expect(question),
        };
        result.unwrap_or_else(|stop| stopped(stop, question))
    }

    pub(super) fn eval(&self, question: &Question) -> Eval<'_> {
        Eval::new(&self.games.machine, Some(&self.games), question.statement.slots.len(), &[])
    }

    fn show(&self, question: &Question, expr: &Expr) -> Result<Answer, Stop> {
        match self.eval(question).eval(expr)? {
            Value::Position(p) => self.said_of(&p),
            other => Ok(Answer::Value { value: other.plain(), rests_on: self.games.take_rests_on() }),
        }
    }

    /// Everything there is to say of a position.
    pub(super) fn said_of(&self, p: &Position) -> Result<Answer, Stop> {
        if !self.games.is_plain(p) {
            return self.show_standing(p).map(Answer::Standing);
        }
        match self.games.rule() {
            WinRule::Normal => self.show_position(p).map(Answer::Position),
            WinRule::Misere => self.show_misere(p).map(Answer::Misere),
        }
    }

    /// The pictures of the parts, one below the other, if games have them.
    pub(super) fn picture(&self, p: &Position) -> Result<Option<String>, Stop> {
        let mut drawn = vec![];
        for part in &p.parts {
            if let Part::Game(g) = part {
                drawn.extend(self.games.machine.picture(g)?);
            }
        }
        Ok((!drawn.is_empty()).then(|| drawn.join("\n")))
    }

    /// What is known about a position.
    pub(super) fn show_position(&self, p: &Position) -> Result<PositionAnswer, Stop> {
        let value = self.games.value(p)?;
        let (winning, count) = self.games.winning_up_to(p, WINNING)?;
        let moves = self.games.move_count(p)?;
        Ok(PositionAnswer {
            position: p.to_string(),
            picture: self.picture(p)?,
            outcome: if value.is_zero() { "P" } else { "N" }.into(),
            value: value.to_big().to_string(),
            moves,
            winning: winning.into_iter().map(|m| MoveAnswer { name: m.name, to: m.to.in_trace() }).collect(),
            winning_count: count.map(|n| match n {
                Count::Exactly(n) => n.to_big().to_string(),
                Count::Open => OPEN_COUNT.into(),
            }),
            rests_on: self.games.take_rests_on(),
        })
    }
}

/// The reason why a question stopped, as an answer.
pub(super) fn stopped(stop: Stop, question: &Question) -> Answer {
    match stop {
        Stop::Mistake(mistake) => {
            let mut diagnostic = mistake.diagnostic;
            let asked = question.statement.span;
            if diagnostic.labels.is_empty() {
                diagnostic = diagnostic.at(asked, "asked here");
            } else if !diagnostic.labels.iter().any(|l| l.span.file == asked.file && within(l.span, asked)) {
                diagnostic = diagnostic.also(asked, "asked here");
            }
            Answer::Mistake { diagnostic: Box::new(diagnostic) }
        }
        Stop::Exhausted(what, how_far) => {
            let at_work = how_far.is_empty() && what != Exhausted::Interrupted;
            let how_far = if at_work { format!("still at work on `{}`", question.text) } else { how_far };
            Answer::Stopped(stopped_answer(what, how_far))
        }
        Stop::Unfit(why) => unreachable!("the last engine takes every game: {}", why.words()),
    }
}

fn within(inner: crate::source::Span, outer: crate::source::Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

pub(super) fn stopped_answer(what: Exhausted, how_far: String) -> StoppedAnswer {
    let (budget, flag) = match what {
        Exhausted::Positions(_) | Exhausted::TooFewPositions { .. } => ("positions", Some("--positions")),
        Exhausted::Memory(_) => ("memory", Some("--memory")),
        Exhausted::Time(_) => ("time", Some("--time")),
        Exhausted::Steps(_) => ("steps", None),
        Exhausted::Interrupted => ("interrupted", None),
        Exhausted::TooLarge => ("size", None),
    };
    let limit = what.to_string();
    let how_far = if how_far.is_empty() { limit } else { format!("{limit}: {how_far}") };
    StoppedAnswer { budget, how_far, flag }
}
