//! Values for a plot: a sequence, or a table over two names.

use super::{Question, Session};
use crate::answer::{Answer, CurveAnswer, PlotAnswer, TableAnswer};
use crate::check::ir::WinRule;
use crate::diagnostic::Diagnostic;
use crate::engine::sequence::find_period;

impl Session {
    /// The values of a table with expressions over one name, or one expression over two; if a budget ran out, the complete
    /// rows.
    ///
    /// # Errors
    /// A mistake or a budget that ran out before the first value, as an answer.
    pub fn plot(&mut self, question: &Question) -> Result<PlotAnswer, Answer> {
        let misere = question.statement.kind.rule() == WinRule::Misere;
        match self.ask(question) {
            Answer::Table(t) => plot_of(t, misere).map_err(|why| {
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

/// The plot of a table, asked under misère play or not.
///
/// # Errors
/// The reason why nothing can be drawn.
pub fn plot_of(t: TableAnswer, misere: bool) -> Result<PlotAnswer, &'static str> {
    if !(1..=2).contains(&t.binders) {
        return Err("A plot needs one or two names after `for`");
    }
    if t.binders == 2 && t.columns.len() != 3 {
        return Err("A plot over two names has one expression; over one name, there may be several");
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
    let titles = axes.split_off(t.binders);
    let ticks: Vec<Vec<String>> = match t.binders {
        1 => vec![rows.iter().map(|r| r[0].clone()).collect()],
        _ => grid_ticks(&rows).ok_or("A table with holes cannot be drawn: every pair needs its value")?,
    };
    let title = titles.join(", ");
    let curve = |(i, title): (usize, String)| {
        let labels: Vec<String> = rows.iter().map(|r| r[t.binders + i].clone()).collect();
        let values = labels.iter().map(|l| number(l)).collect();
        let repeats = if t.binders == 1 { repetition(&labels) } else { None };
        CurveAnswer { title, values, labels, repeats }
    };
    let curves = titles.into_iter().enumerate().map(curve).collect();
    Ok(PlotAnswer { title, axes, ticks, curves, misere, stopped: t.stopped })
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

/// Numbers as they are, without those too large to draw; everything else is a word.
fn number(label: &str) -> Option<f64> {
    let digits = label.strip_prefix('*').unwrap_or(label);
    let sign = |c: char| c.is_ascii_digit() || c == '-';
    digits.chars().all(sign).then(|| digits.parse().ok()).flatten().filter(|n: &f64| n.is_finite())
}

/// How many values, and how many periods of them, it takes to speak of a period.
const ENOUGH: usize = 20;
const SEEN: usize = 3;

/// A repetition without growth in values that are whole numbers.
fn repetition(labels: &[String]) -> Option<(usize, usize)> {
    let values: Vec<i64> = labels.iter().map(|l| l.parse().ok()).collect::<Option<_>>()?;
    let seen = |start: usize, period: usize| values.len() >= ENOUGH.max(start + SEEN * period);
    let found = find_period(&values).filter(|r| r.saltus == 0).map(|r| (r.start, r.period))?;
    seen(found.0, found.1).then_some(found)
}
