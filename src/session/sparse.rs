//! `sparse`: how the values of a sequence split into rare and common ones.

use super::{Question, Session};
use crate::answer::{Answer, SparseAnswer};
use crate::check::ir::Sequence;
use crate::engine::sparse::{best_split, is_rare};
use crate::rules::Stop;

/// How far a sequence is computed when the statement does not say.
const FAR: i64 = 1000;

/// A split is sparse if at most one term in this many of the second half is rare.
const SELDOM: usize = 10;

/// Numbers below this are listed as rare or common.
const LISTED: u64 = 32;

impl Session {
    pub(super) fn sparse(&self, question: &Question, sequence: &Sequence) -> Result<Answer, Stop> {
        let mut values = vec![];
        let computed = self.each_term(question, sequence, FAR, &mut |n, position| {
            values.push((n, self.games().value(position)?.to_u64().unwrap_or(u64::MAX)));
            Ok(())
        });
        match computed {
            Err(Stop::Exhausted(what, how_far)) => {
                let far = values.last().map(|(n, _)| format!("values known up to {n}; {how_far}"));
                return Err(Stop::Exhausted(what, far.unwrap_or(how_far)));
            }
            other => other?,
        }
        let sequence = self.sources.slice(sequence.expr.span).to_string();
        Ok(Answer::Sparse(SparseAnswer {
            rests_on: self.games().take_rests_on(),
            ..describe(sequence, &values)
        }))
    }
}

fn describe(sequence: String, terms: &[(i64, u64)]) -> SparseAnswer {
    let values: Vec<u64> = terms.iter().map(|t| t.1).collect();
    let end = |t: Option<&(i64, u64)>| t.map_or(0, |t| t.0);
    let (from, to) = (end(terms.first()), end(terms.last()));
    let Some(split) = best_split(&values) else {
        return SparseAnswer { sequence, from, to, terms: terms.len(), ..SparseAnswer::default() };
    };
    let rare = |v: &u64| is_rare(*v, split.mask);
    let second = &values[values.len() / 2..];
    let numbers = || 0..(split.mask + 1).next_power_of_two().clamp(8, LISTED);
    SparseAnswer {
        sequence,
        from,
        to,
        terms: terms.len(),
        mask: Some(split.mask),
        sparse: second.iter().filter(|v| rare(v)).count() * SELDOM <= second.len(),
        rare_terms: split.rare,
        last_rare: terms.iter().rev().find(|t| rare(&t.1)).map(|t| t.0),
        rare: numbers().filter(rare).collect(),
        common: numbers().filter(|v| !rare(v)).collect(),
        rests_on: vec![],
    }
}
