//! `grundy functions of`: all solutions of g = mex of the followers.

use super::{Question, Session};
use crate::answer::{Answer, FunctionsAnswer};
use crate::check::ir::Expr;
use crate::rules::Stop;

impl Session {
    pub(super) fn functions(&self, question: &Question, expr: &Expr) -> Result<Answer, Stop> {
        let roots = self.eval(question).target(expr)?;
        let found = self.games().grundy_functions(&roots)?;
        Ok(Answer::Functions(FunctionsAnswer {
            of: self.sources.slice(expr.span).to_string(),
            positions: found.positions.iter().map(|p| p.in_trace()).collect(),
            count: found.count,
            listed: found.listed,
        }))
    }
}
