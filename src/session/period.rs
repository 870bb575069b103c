//! `period`: what repeats in a sequence of values, as far as it was looked at.

use super::{Question, Session};
use crate::answer::{Answer, PeriodAnswer};
use crate::check::ir::StatementKind;
use crate::engine::sequence::{Repetition, find_period};
use crate::rules::Stop;
use crate::value::Value;

/// How far a sequence is computed when the statement does not say.
const FAR: i64 = 1000;

impl Session {
    pub(super) fn period(&self, question: &Question) -> Result<Answer, Stop> {
        let StatementKind::Period { expr, slot, source, .. } = &question.statement.kind else {
            unreachable!("asked about a period")
        };
        let mut run = self.eval(question);
        let indices: Vec<i64> = match source {
            Some(source) => {
                let all = run.eval(source)?;
                crate::builtin::collection::elements(&all).filter_map(|v| v.as_i64()).collect()
            }
            None => (0..=FAR).collect(),
        };
        let mut values = vec![];
        for &n in &indices {
            run.frame[*slot as usize] = Value::int(n);
            let value = match run.eval(expr) {
                Ok(Value::Position(p)) => self.games().value(&p)?,
                Ok(Value::Int(n)) => n,
                Ok(_) => unreachable!("checked to be a position or a number"),
                // A sequence may begin at 1: piles of 0 that are no position are passed over.
                Err(Stop::Mistake(m))
                    if values.is_empty() && n < 2 && m.diagnostic.code == "leaves-its-type" =>
                {
                    continue;
                }
                Err(stop) => return Err(stop),
            };
            values.push(value.to_i64().unwrap_or(i64::MAX));
        }
        let from = indices.len() - values.len();
        let first = indices.get(from).copied().unwrap_or(0).max(0) as u64;
        let sequence = self.sources.slice(expr.span).to_string();
        Ok(Answer::Period(PeriodAnswer {
            rests_on: self.games().take_rests_on(),
            ..describe(sequence, first, &values)
        }))
    }
}

fn describe(sequence: String, first: u64, values: &[i64]) -> PeriodAnswer {
    let to = first + values.len().saturating_sub(1) as u64;
    match find_period(values) {
        Some(Repetition { start, period, saltus }) => {
            let last_exception = (start > 0).then(|| first + start as u64 - 1);
            PeriodAnswer {
                sequence,
                period: Some(period as u64),
                last_exception,
                saltus,
                from: first,
                to,
                verdict: format!("repeats as far as {to}"),
                proved: false,
                rests_on: vec![],
            }
        }
        None => PeriodAnswer {
            sequence,
            period: None,
            last_exception: None,
            saltus: 0,
            from: first,
            to,
            verdict: format!("no period seen up to {to}"),
            proved: false,
            rests_on: vec![],
        },
    }
}
