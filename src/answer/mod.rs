//! Answers as plain data: the results of statements. `print` turns them into text, and `--json` writes them as they are.

mod judged;
mod picture;
mod position;
mod sequence;
mod solved;
mod standing;
mod stopped;
mod table;
mod verdict;
mod why;

pub use judged::{CompareAnswer, DifferenceAnswer, ExpectAnswer, PlayAnswer, PlayStepAnswer};
pub use picture::{CurveAnswer, EdgeAnswer, GraphAnswer, NodeAnswer, PlotAnswer};
pub use position::{MisereAnswer, MoveAnswer, OPEN_COUNT, PositionAnswer};
pub use sequence::{GeneratorAnswer, PeriodAnswer, PeriodProof, PeriodTheorem, QuotientAnswer, SparseAnswer};
pub use solved::{Passed, SolvedBy};
pub use standing::{DrawnPlay, FunctionsAnswer, SideAnswer, StandingAnswer};
pub use stopped::StoppedAnswer;
pub use table::TableAnswer;
pub use verdict::{ClaimAnswer, GameVerdict, VerdictAnswer};
pub use why::{WhyAnswer, WhyOption, WhyPart, WhyPeriodAnswer, WhyReply, WhyStandingAnswer, WhyWin};

use crate::diagnostic::Diagnostic;
use serde::Serialize;

/// The result of a statement.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// `show` of anything that is not a position.
    Value {
        /// The value as the language writes it; text without quotation marks.
        value: String,
        /// The unproved facts that the value rests on, in sentences.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        rests_on: Vec<String>,
    },
    /// `show` of a position.
    Position(PositionAnswer),
    /// `show` of a position under misère.
    Misere(MisereAnswer),
    /// `show` of a position of a game with cycles, owners, or another way to win.
    Standing(StandingAnswer),
    /// `table`
    Table(TableAnswer),
    /// `grundy functions of`
    Functions(FunctionsAnswer),
    /// `period`
    Period(PeriodAnswer),
    /// `quotient`
    Quotient(QuotientAnswer),
    /// `sparse`
    Sparse(SparseAnswer),
    /// `compare`
    Compare(CompareAnswer),
    /// `play`
    Play(PlayAnswer),
    /// `why`
    Why(Box<WhyAnswer>),
    /// `why` of a position of a game with cycles, owners, or another way to win.
    WhyStanding(Box<WhyStandingAnswer>),
    /// `why` of a period.
    WhyPeriod(Box<WhyPeriodAnswer>),
    /// `expect`
    Expect(ExpectAnswer),
    /// A mistake appeared while the answer was computed.
    Mistake {
        /// What is wrong (rendered separately, with its source lines).
        #[serde(skip)]
        diagnostic: Box<Diagnostic>,
    },
    /// A budget ran out, or the user pressed Ctrl-C.
    Stopped(StoppedAnswer),
}

impl Answer {
    /// The budget that ran out during the computation, if any.
    pub fn stopped(&self) -> Option<&StoppedAnswer> {
        match self {
            Answer::Stopped(s) => Some(s),
            Answer::Table(t) => t.stopped.as_ref(),
            Answer::Quotient(q) => q.stopped.as_ref(),
            Answer::Compare(c) => c.stopped.as_ref(),
            Answer::Standing(s) => s.stopped.as_ref(),
            _ => None,
        }
    }
}
