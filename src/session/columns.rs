//! Tables and sequences for programs: cells are values, and numbers stay numbers.

use super::ask::stopped_answer;
use super::table::{Entry, stopped_in};
use super::typed::{Asked, mistake};
use super::{Question, Session};
use crate::answer::StoppedAnswer;
use crate::check::ir::{Binder, Expr, StatementKind, WinRule};
use crate::diagnostic::Diagnostic;
use crate::rules::Stop;
use crate::rules::each::Flow;
use crate::rules::eval::Eval;
use crate::value::{Int, Value};

/// A table whose cells are values.
#[derive(Clone, Debug)]
pub struct Rows {
    /// Names of the columns: the binders, then the expressions.
    pub columns: Vec<String>,
    /// The number of binders among them.
    pub binders: usize,
    /// The rows.
    pub rows: Vec<Vec<Entry>>,
    /// Set if a budget ran out before the last row.
    pub stopped: Option<StoppedAnswer>,
    /// The unproved facts that the values rest on, in sentences.
    pub rests_on: Vec<String>,
}

/// Numbers, one for each index.
#[derive(Clone, Debug)]
pub struct Values {
    /// The numbers.
    pub values: Vec<i64>,
    /// Set if a budget ran out before the last one.
    pub stopped: Option<StoppedAnswer>,
    /// The unproved facts that the values rest on, in sentences.
    pub rests_on: Vec<String>,
}

impl Session {
    /// Answers a `table` with values in place of texts.
    ///
    /// ```
    /// use fairgame::{Entry, Session, Value};
    ///
    /// # fn main() -> Result<(), fairgame::Trouble> {
    /// let mut session = Session::default();
    /// session.open("my.game", "use \"heaps\"");
    /// let question = session.question_of("table {n, n + 1}, Nim(n) for n in 2..3")?;
    /// let table = session.rows_of(&question)?;
    /// assert_eq!(table.columns, ["n", "{n, n + 1}", "Nim(n)"]);
    /// assert_eq!(table.rows[1][2], Entry::Value(Value::int(3)));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Mistakes, or a question that is not a table. If a budget runs out, the rows found so far remain.
    pub fn rows_of(&mut self, question: &Question) -> Asked<Rows> {
        let StatementKind::Table { only, exprs, binders, .. } = &question.statement.kind else {
            return mistake("not-a-table", "A `table` is needed here");
        };
        let columns = self.columns(exprs, binders);
        let named = columns.len() - exprs.len();
        let mut rows: Vec<Vec<Entry>> = vec![];
        let asked = self.asked_under(question.statement.kind.rule(), |s| {
            let mut run = s.eval(question);
            let only = only.as_ref().map(|o| run.eval(o)).transpose()?;
            let result = run.each(binders, &mut |run| {
                rows.extend(s.entries(run, exprs, binders, only.as_ref())?);
                Ok(Flow::Next)
            });
            let last = rows.last().map(|row| row.iter().take(named).map(Entry::plain).collect());
            let stopped =
                whole_or(result.map(drop), |what, far| stopped_in(what, far, last, &columns, named))?;
            Ok((stopped, s.games().take_rests_on()))
        });
        let (stopped, rests_on) = asked?;
        Ok(Rows { columns, binders: named, rows, stopped, rests_on })
    }

    /// The numbers of a `table` of one expression, row by row: nim-values of positions, or the numbers themselves.
    /// If the positions are piles of a game whose values form a sequence, this reads them from it all at once.
    ///
    /// ```
    /// # fn main() -> Result<(), fairgame::Trouble> {
    /// # let mut session = fairgame::Session::default();
    /// session.open("my.game", "use \"heaps\"");
    /// let question = session.question_of("table Nim(n) for n in 0..9")?;
    /// assert_eq!(session.numbers_of(&question)?.values, (0..=9).collect::<Vec<i64>>());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Mistakes, or anything that is not a number. If a budget runs out, the numbers found so far remain.
    pub fn numbers_of(&mut self, question: &Question) -> Asked<Values> {
        let StatementKind::Table { only: None, exprs, binders, .. } = &question.statement.kind else {
            return mistake("not-a-table", "A `table` without an outcome is needed here");
        };
        let [expr] = exprs.as_slice() else {
            return mistake("not-a-table", "One expression is needed here, not several");
        };
        let mut values = vec![];
        let (stopped, rests_on) = self.asked_under(question.statement.kind.rule(), |s| {
            let result = s.numbers(question, (expr, exprs), binders, &mut values);
            let count = values.len();
            let stopped = whole_or(result, |what, how_far| {
                let far = if count == 0 { how_far } else { format!("{count} values are known") };
                stopped_answer(what, far)
            })?;
            Ok((stopped, s.games().take_rests_on()))
        })?;
        Ok(Values { values, stopped, rests_on })
    }

    fn numbers(
        &self,
        question: &Question,
        (expr, exprs): (&Expr, &[Expr]),
        binders: &[Binder],
        values: &mut Vec<i64>,
    ) -> Result<(), Stop> {
        let mut run = self.eval(question);
        if let Some(piles) = self.pile_rows(&mut run, exprs, binders)? {
            let mut other = |n| {
                run.frame[piles.slot as usize] = Value::int(n);
                self.number(&mut run, expr)
            };
            return piles.numbers(self, &mut other, values);
        }
        run.each(binders, &mut |run| {
            values.push(self.number(run, expr)?);
            Ok(Flow::Next)
        })
        .map(drop)
    }

    /// The number that an expression gives.
    fn number(&self, run: &mut Eval<'_>, expr: &Expr) -> Result<i64, Stop> {
        let words = |words: String| Stop::mistake(Diagnostic::error("not-a-number", words).at(expr.span, ""));
        let small = |n: Int| n.to_i64().ok_or_else(|| words(format!("{n} does not fit 64 bits")));
        match run.eval(expr)? {
            Value::Int(n) => small(n),
            Value::Position(p) if self.games().rule() == WinRule::Normal => small(self.games().value(&p)?),
            Value::Position(_) => {
                Err(words("Under misère play a position has an outcome and no number".into()))
            }
            other => Err(words(format!("A number is needed here, and this is {other}"))),
        }
    }
}

/// What stopped a computation whose partial result is still useful.
fn whole_or(
    result: Result<(), Stop>,
    stopped: impl FnOnce(crate::engine::Exhausted, String) -> StoppedAnswer,
) -> Result<Option<StoppedAnswer>, Stop> {
    match result {
        Ok(()) => Ok(None),
        Err(Stop::Exhausted(what, how_far)) => Ok(Some(stopped(what, how_far))),
        Err(mistake) => Err(mistake),
    }
}
