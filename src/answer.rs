//! Answers as plain data: what a statement found out. `print` says them in text, `--json` as they are.

use crate::diagnostic::Diagnostic;
use serde::Serialize;

/// What a statement found out.
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
    /// `table`
    Table(TableAnswer),
    /// `period`
    Period(PeriodAnswer),
    /// `play`
    Play(PlayAnswer),
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
    /// How many winning moves there are, where they are not all listed; as text, for it may have any size.
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

/// What is known of the period of a sequence.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodAnswer {
    /// The sequence as typed.
    pub sequence: String,
    /// Its period, if a repetition was seen.
    pub period: Option<u64>,
    /// The last index at which the sequence does not follow the period yet; `None` if it does from the start.
    pub last_exception: Option<u64>,
    /// What is added from one period to the next (0 for a pure period).
    pub saltus: i64,
    /// How many indices do not follow the period; only told where it is proved.
    pub exceptions: u64,
    /// The first of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exceptions_listed: Vec<u64>,
    /// First and last index looked at.
    pub from: u64,
    /// Last index looked at.
    pub to: u64,
    /// The theorem behind a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<String>,
    /// The last index whose value the proof needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<u64>,
    /// `proved: THEOREM`, or `repeats as far as N`, or `no period seen up to N`.
    pub verdict: String,
    /// Whether it is proved to go on for ever.
    pub proved: bool,
    /// What the answer rests on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// A play, move by move.
#[derive(Clone, Debug, Serialize)]
pub struct PlayAnswer {
    /// Where it begins.
    pub start: String,
    /// Its moves.
    pub steps: Vec<PlayStepAnswer>,
    /// How it stands at the end, in a sentence.
    pub end: String,
    /// What the answer rests on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// One move of a play.
#[derive(Clone, Debug, Serialize)]
pub struct PlayStepAnswer {
    /// 1 or 2.
    pub player: u8,
    /// `take(2) in 1`
    #[serde(rename = "move")]
    pub name: String,
    /// The position after it.
    pub to: String,
    /// `N` or `P` after the move.
    pub outcome: String,
    /// Whether the move kept or gave away a won game; `None` where every move loses.
    pub good: Option<bool>,
}

/// An expectation.
#[derive(Clone, Debug, Serialize)]
pub struct ExpectAnswer {
    /// The expectation as typed.
    pub expectation: String,
    /// Whether it holds.
    pub passed: bool,
    /// How many cases were looked at (1 without `for`).
    pub cases: u64,
    /// What the answer rests on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
    /// What is wrong, if it does not hold (rendered separately).
    #[serde(skip)]
    pub failure: Option<Box<Diagnostic>>,
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
