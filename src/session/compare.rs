//! `compare`: whether two games are the same, and where they first differ.

use super::{Question, Session};
use crate::answer::{Answer, CompareAnswer, DifferenceAnswer};
use crate::check::ir::{Binder, Expr, StatementKind};
use crate::rules::Stop;
use crate::rules::compare::Comparison;
use crate::rules::compare::told_apart;
use crate::rules::each::Flow;
use crate::value::Position;

impl Session {
    pub(super) fn compare(&self, question: &Question) -> Result<Answer, Stop> {
        let StatementKind::Compare { left, right, binders } = &question.statement.kind else {
            unreachable!("asked about a comparison")
        };
        let mut answer = CompareAnswer {
            left: self.sources.slice(left.span).to_string(),
            right: self.sources.slice(right.span).to_string(),
            ..CompareAnswer::default()
        };
        let result = self.compare_cases(question, left, right, binders, &mut answer);
        match result {
            Err(Stop::Exhausted(what, how_far)) => {
                answer.stopped = Some(super::ask::stopped_answer(what, how_far));
            }
            other => other?,
        }
        answer.rests_on = self.games().take_rests_on();
        Ok(Answer::Compare(answer))
    }

    /// Goes through the cases until the values differ, and keeps what it learns about the move graphs.
    fn compare_cases(
        &self,
        question: &Question,
        left: &Expr,
        right: &Expr,
        binders: &[Binder],
        answer: &mut CompareAnswer,
    ) -> Result<(), Stop> {
        let mut graphs = Comparison::new(self.games());
        let mut run = self.eval(question);
        run.each(binders, &mut |run| {
            let (a, b) = (run.target(left)?, run.target(right)?);
            let case = super::expect::binding(run, binders);
            let values = (self.games().value(&a)?, self.games().value(&b)?);
            if values.0 != values.1 {
                let d = DifferenceAnswer {
                    case,
                    left: format!("{} is *{}", told_apart(&a, &b), values.0),
                    right: format!("{} is *{}", told_apart(&b, &a), values.1),
                    shown_by: self.telling_move(&a, &b)?,
                };
                answer.moves_differ.get_or_insert_with(|| d.clone());
                answer.values_differ = Some(d);
                return Ok(Flow::Done);
            }
            if answer.moves_differ.is_none() {
                answer.moves_differ = graphs.difference(&a, &b)?.map(|shown_by| DifferenceAnswer {
                    case,
                    left: told_apart(&a, &b),
                    right: told_apart(&b, &a),
                    shown_by,
                });
                answer.same_moves += u64::from(answer.moves_differ.is_none());
            }
            answer.cases += 1;
            Ok(Flow::Next)
        })?;
        Ok(())
    }

    /// The move that wins the sum of two positions with different values.
    fn telling_move(&self, a: &Position, b: &Position) -> Result<String, Stop> {
        let both = a.plus(b);
        let m = self.games().winning(&both)?;
        Ok(match m.first() {
            Some(m) => {
                format!("in {} the next player wins by {} ->  {}", both.in_trace(), m.name, m.to.in_trace())
            }
            None => unreachable!("the sum of positions with different values is won by a move"),
        })
    }
}
