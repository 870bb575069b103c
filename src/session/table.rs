//! `table`: rows as they come.

use super::ask::stopped_answer;
use super::{Question, Session};
use crate::answer::{Answer, StoppedAnswer, TableAnswer};
use crate::check::builtins::Builtin;
use crate::check::ir::{Binder, BinderKind, Expr, StatementKind, WinRule};
use crate::rules::each::Flow;
use crate::rules::eval::Eval;
use crate::rules::machine::Oracle;
use crate::rules::{Kind, Stop};
use crate::value::{Position, Value};

/// An entry of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A value; that of a position is its nim-value.
    Value(Value),
    /// A word in place of a number: an outcome, or why there is no number.
    Word(String),
}

impl Entry {
    /// As the table shows it.
    pub fn plain(&self) -> String {
        match self {
            Entry::Value(value) => value.plain(),
            Entry::Word(word) => word.clone(),
        }
    }
}

impl Session {
    /// The names of the columns of a table and how many of them are binders, before any row is known.
    pub fn table_columns(&self, question: &Question) -> Option<(Vec<String>, usize)> {
        let StatementKind::Table { exprs, binders, .. } = &question.statement.kind else { return None };
        let columns = self.columns(exprs, binders);
        let named = columns.len() - exprs.len();
        Some((columns, named))
    }

    pub(super) fn table(
        &self,
        question: &Question,
        row: &mut dyn FnMut(&[String]) -> bool,
    ) -> Result<Answer, Stop> {
        let StatementKind::Table { only, exprs, binders, .. } = &question.statement.kind else {
            unreachable!("asked about a table")
        };
        let columns = self.columns(exprs, binders);
        let named = columns.len() - exprs.len();
        let only = only.as_ref().map(|o| self.eval(question).eval(o)).transpose()?;
        let mut rows = vec![];
        let mut last: Option<Vec<String>> = None;
        let mut run = self.eval(question);
        let result = self.each_row(&mut run, exprs, binders, only.as_ref(), &mut |cells| {
            if row(cells) {
                rows.push(cells.to_vec());
            }
            let last = last.get_or_insert_with(|| vec![String::new(); named]);
            last.clone_from_slice(&cells[..named]);
        });
        let stopped = match result {
            Ok(()) => None,
            Err(Stop::Exhausted(what, how_far)) => Some(stopped_in(what, how_far, last, &columns, named)),
            Err(mistake) => return Err(mistake),
        };
        Ok(Answer::Table(TableAnswer {
            columns,
            rows,
            binders: named,
            stopped,
            rests_on: self.games().take_rests_on(),
        }))
    }

    /// Passes every row to `take`, in order.
    fn each_row(
        &self,
        run: &mut Eval<'_>,
        exprs: &[Expr],
        binders: &[Binder],
        only: Option<&Value>,
        take: &mut dyn FnMut(&[String]),
    ) -> Result<(), Stop> {
        if only.is_none()
            && let Some(piles) = self.pile_rows(run, exprs, binders)?
        {
            let mut other = |n| {
                run.frame[piles.slot as usize] = Value::int(n);
                Ok(self.row(run, exprs, binders, None)?.unwrap_or_default())
            };
            let mut new = |cells: &[String]| {
                if !self.walk.passes() {
                    take(cells);
                    self.walk.done();
                }
            };
            self.walk.start();
            return piles.each(self, &mut other, &mut new);
        }
        self.walk.start();
        run.each(binders, &mut |run| {
            if self.walk.passes() {
                return Ok(Flow::Next);
            }
            if let Some(cells) = self.row(run, exprs, binders, only)? {
                take(&cells);
            }
            self.walk.done();
            Ok(Flow::Next)
        })
        .map(|_| ())
    }

    /// A position in a table: its nim-value, or its outcome if that says more.
    fn cell(&self, p: &Position) -> Result<Entry, Stop> {
        let games = self.games();
        let word = |name: &str| Entry::Word(name.to_string());
        if games.is_plain(p) {
            // Misère play has no number that says as much as a nim-value.
            return match games.rule() {
                WinRule::Normal => games.value(p).map(|v| Entry::Value(Value::Int(v))),
                WinRule::Misere => games.outcome_name(p).map(word),
            };
        }
        let value = match games.rule() {
            WinRule::Normal if !games.machine.kind(p).partizan => games.worth_text(p)?,
            _ => None,
        };
        value.map_or_else(|| games.outcome_name(p).map(word), |text| Ok(Entry::Word(text)))
    }

    pub(super) fn columns(&self, exprs: &[Expr], binders: &[Binder]) -> Vec<String> {
        let names = binders.iter().flat_map(bound).map(|(_, name)| name);
        names.chain(exprs.iter().map(|e| self.sources.slice(e.span).to_string())).collect()
    }

    /// One row as text.
    fn row(
        &self,
        run: &mut Eval<'_>,
        exprs: &[Expr],
        binders: &[Binder],
        only: Option<&Value>,
    ) -> Result<Option<Vec<String>>, Stop> {
        let row = self.entries(run, exprs, binders, only)?;
        Ok(row.map(|entries| entries.iter().map(Entry::plain).collect()))
    }

    /// One row: the values of the binders and of the expressions; positions show their nim-value.
    pub(super) fn entries(
        &self,
        run: &mut Eval<'_>,
        exprs: &[Expr],
        binders: &[Binder],
        only: Option<&Value>,
    ) -> Result<Option<Vec<Entry>>, Stop> {
        let slots = binders.iter().flat_map(bound);
        let mut cells: Vec<Entry> =
            slots.map(|(slot, _)| Entry::Value(run.frame[slot as usize].clone())).collect();
        for e in exprs {
            let value = match run.eval(e) {
                Err(stop) => {
                    cells.push(Entry::Word(in_words(stop)?));
                    continue;
                }
                Ok(value) => value,
            };
            if let (Some(only), Value::Position(p)) = (only, &value)
                && self.games().ask(Builtin::Outcome, p, &[])? != *only
            {
                return Ok(None);
            }
            cells.push(match value {
                Value::Position(p) => self.cell(&p)?,
                other => Entry::Value(other),
            });
        }
        Ok(Some(cells))
    }
}

/// In a word, why a question about a position has no number as its answer; other mistakes stop the table.
fn in_words(stop: Stop) -> Result<String, Stop> {
    if let Stop::Mistake(m) = &stop
        && let Kind::NoNumber(word) = m.kind
    {
        return Ok(word.to_string());
    }
    Err(stop)
}

fn bound(binder: &Binder) -> Vec<(u32, String)> {
    match &binder.kind {
        BinderKind::In { slots, names, .. } => slots.iter().copied().zip(names.iter().cloned()).collect(),
        BinderKind::Is { slot, name, .. } => vec![(*slot, name.clone())],
    }
}

pub(super) fn stopped_in(
    what: crate::engine::Exhausted,
    how_far: String,
    last: Option<Vec<String>>,
    columns: &[String],
    named: usize,
) -> StoppedAnswer {
    let last = last.map(|r| {
        let at: Vec<String> = columns.iter().zip(&r).take(named).map(|(c, v)| format!("{c} = {v}")).collect();
        format!("solved up to {}", at.join(", "))
    });
    let far =
        [last, (!how_far.is_empty()).then_some(how_far)].into_iter().flatten().collect::<Vec<_>>().join("; ");
    stopped_answer(what, far)
}
