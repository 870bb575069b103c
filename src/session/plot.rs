//! Values to be drawn: a sequence, or a table over two names.

use super::{Question, Session};
use crate::answer::{Answer, PlotAnswer, TableAnswer};
use crate::diagnostic::Diagnostic;
use crate::engine::sequence::find_period;

impl Session {
    /// The values of a table with one expression and one or two names; if a budget ran out, the rows that are whole.
    ///
    /// # Errors
    /// A mistake or a budget that ran out before the first value, as an answer.
    pub fn plot(&mut self, question: &Question) -> Result<PlotAnswer, Answer> {
        match self.ask(question) {
            Answer::Table(t) => plot_of(t).map_err(|why| {
                let d = Diagnostic::error("cannot-plot", why).at(question.span(), "");
                Answer::Mistake { diagnostic: Box::new(d) }
            }),
            Answer::Mistake { diagnostic } => Err(Answer::Mistake { diagnostic }),
            Answer::Stopped(s) => Err(Answer::Stopped(s)),
            _ => {
                let d = Diagnostic::error("cannot-plot", "Only the values of a `table` can be drawn");
                Err(Answer::Mistake { diagnostic: Box::new(d.at(question.span(), "")) })
            }
        }
    }
}

fn plot_of(t: TableAnswer) -> Result<PlotAnswer, &'static str> {
    if t.columns.len() != t.binders + 1 || !(1..=2).contains(&t.binders) {
        return Err("What is drawn has one expression, and one or two names behind `for`");
    }
    if t.rows.is_empty() {
        return Err("There is no value to draw");
    }
    let mut rows = t.rows;
    if t.binders == 2 && t.stopped.is_some() {
        let across = rows.iter().take_while(|r| r[0] == rows[0][0]).count();
        rows.truncate(rows.len() / across * across);
    }
    let mut axes = t.columns;
    let title = axes.pop().unwrap_or_default();
    let labels: Vec<String> = rows.iter().map(|r| r[t.binders].clone()).collect();
    let ticks: Vec<Vec<String>> = match t.binders {
        1 => vec![rows.iter().map(|r| r[0].clone()).collect()],
        _ => grid_ticks(&rows).ok_or("A table with holes cannot be drawn: every pair needs its value")?,
    };
    let values: Vec<Option<f64>> = labels.iter().map(|l| number(l)).collect();
    let repeats = if t.binders == 1 { repetition(&labels) } else { None };
    Ok(PlotAnswer { title, axes, ticks, values, labels, repeats, stopped: t.stopped })
}

/// What the two names run through, if there is one row for each pair, in order.
fn grid_ticks(rows: &[Vec<String>]) -> Option<Vec<Vec<String>>> {
    let across: Vec<String> = rows.iter().take_while(|r| r[0] == rows[0][0]).map(|r| r[1].clone()).collect();
    let down: Vec<String> = rows.iter().step_by(across.len()).map(|r| r[0].clone()).collect();
    let full = rows.len() == down.len() * across.len()
        && rows
            .iter()
            .enumerate()
            .all(|(i, r)| r[0] == down[i / across.len()] && r[1] == across[i % across.len()]);
    full.then(|| vec![down, across])
}

/// Numbers as they are; the outcomes P and N, and false and true, as 0 and 1.
fn number(label: &str) -> Option<f64> {
    match label {
        "P" | "false" => Some(0.0),
        "N" | "true" => Some(1.0),
        other => other.trim_start_matches('*').parse().ok(),
    }
}

/// A repetition without growth in values that are whole numbers.
fn repetition(labels: &[String]) -> Option<(usize, usize)> {
    let values: Vec<i64> = labels.iter().map(|l| l.parse().ok()).collect::<Option<_>>()?;
    find_period(&values).filter(|r| r.saltus == 0).map(|r| (r.start, r.period))
}
