//! Answers as plain data: what a statement found. `print` says them in text, `--json` as they are.

mod judged;
mod picture;
mod sequence;
mod solved;
mod standing;
mod verdict;
mod why;

pub use judged::{CompareAnswer, DifferenceAnswer, ExpectAnswer, PlayAnswer, PlayStepAnswer};
pub use picture::{CurveAnswer, EdgeAnswer, GraphAnswer, NodeAnswer, PlotAnswer};
pub use sequence::{GeneratorAnswer, PeriodAnswer, PeriodProof, PeriodTheorem, QuotientAnswer, SparseAnswer};
pub use solved::{Passed, SolvedBy};
pub use standing::{DrawnPlay, FunctionsAnswer, SideAnswer, StandingAnswer};
pub use verdict::{ClaimAnswer, GameVerdict, VerdictAnswer};
pub use why::{WhyAnswer, WhyOption, WhyPart, WhyPeriodAnswer, WhyReply, WhyStandingAnswer, WhyWin};

use crate::diagnostic::Diagnostic;
use serde::Serialize;

/// What a statement found.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// `show` of anything that is not a position.
    Value {
        /// The value as the language writes it; text without quotation marks.
        value: String,
        /// What the value rests on that is not proved, in sentences.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        rests_on: Vec<String>,
    },
    /// `show` of a position.
    Position(PositionAnswer),
    /// `show` of a position under misère.
    Misere(MisereAnswer),
    /// `show` of a position of a game with cycles, with moves of one player, or with another way to win.
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
    /// `why` of a position of a game with cycles, with moves of one player, or with another way to win.
    WhyStanding(Box<WhyStandingAnswer>),
    /// `why` of a period.
    WhyPeriod(Box<WhyPeriodAnswer>),
    /// `expect`
    Expect(ExpectAnswer),
    /// A mistake showed while the answer was worked out.
    Mistake {
        /// What is wrong (rendered separately, with its source lines).
        #[serde(skip)]
        diagnostic: Box<Diagnostic>,
    },
    /// A budget ran out, or somebody pressed Ctrl-C.
    Stopped(StoppedAnswer),
}

impl Answer {
    /// The budget that ran out while it was worked out, if one did.
    pub fn stopped(&self) -> Option<&StoppedAnswer> {
        match self {
            Answer::Stopped(s) => Some(s),
            Answer::Table(t) => t.stopped.as_ref(),
            Answer::Quotient(q) => q.stopped.as_ref(),
            Answer::Compare(c) => c.stopped.as_ref(),
            _ => None,
        }
    }
}

/// Stands for the number of winning moves where the moves are too many to go through.
pub const OPEN_COUNT: &str = "open";

/// What is known of a position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionAnswer {
    /// The position, as it can be typed.
    pub position: String,
    /// How it looks, where its games have a `picture`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Its nim-value; as text, for it may have any size.
    pub value: String,
    /// `P` or `N`.
    pub outcome: String,
    /// How many moves there are.
    pub moves: usize,
    /// The winning moves; of a very large pile, the first of them.
    pub winning: Vec<MoveAnswer>,
    /// How many winning moves there are, where they are not all listed: as text, for it may have any size, or
    /// [`OPEN_COUNT`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winning_count: Option<String>,
    /// What the answer rests on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// What is known of a position under misère play, in which whoever cannot move wins.
#[derive(Clone, Debug, Serialize)]
pub struct MisereAnswer {
    /// The position, as it can be typed.
    pub position: String,
    /// How it looks, where its games have a `picture`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// `P` or `N`.
    pub outcome: String,
    /// Its genus, such as `2^{20}`; left out where it could not be found within the budget.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub genus: Option<String>,
    /// Whether it is played like Nim, and all it leads to.
    pub tame: bool,
    /// How many moves there are.
    pub moves: usize,
    /// The winning moves.
    pub winning: Vec<MoveAnswer>,
    /// What the answer rests on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// A move and where it leads.
#[derive(Clone, Debug, Serialize)]
pub struct MoveAnswer {
    /// `take(3)`, `take(3) in 2`
    #[serde(rename = "move")]
    pub name: String,
    /// The position after it.
    pub to: String,
}

/// A table.
#[derive(Clone, Debug, Serialize)]
pub struct TableAnswer {
    /// Names of the columns: the binders, then the expressions.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// With two binders and one expression: how many of the columns are binders (2), so that it can be
    /// shown as a grid; else how many binders there are.
    pub binders: usize,
    /// Set when a budget ran out before the last row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedAnswer>,
    /// What the values rest on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// A budget that ran out.
#[derive(Clone, Debug, Serialize)]
pub struct StoppedAnswer {
    /// `positions`, `memory`, `time` or `interrupted`.
    pub budget: &'static str,
    /// How far it got, in a sentence.
    pub how_far: String,
    /// The flag that raises this budget, if there is one: `--positions`, `--memory`, `--time`.
    pub flag: Option<&'static str>,
}
