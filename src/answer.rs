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
    /// `why`
    Why(Box<WhyAnswer>),
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
    /// The winning moves.
    pub winning: Vec<MoveAnswer>,
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
    /// First and last index looked at.
    pub from: u64,
    /// Last index looked at.
    pub to: u64,
    /// `proved`, or `repeats as far as N`, or `no period seen up to N`, in a sentence.
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

/// What makes a position won or lost, one level deep.
#[derive(Clone, Debug, Serialize)]
pub struct WhyAnswer {
    /// The position, as it can be typed.
    pub position: String,
    /// `P` or `N`.
    pub outcome: String,
    /// Whether it is about misère play, in which whoever cannot move wins.
    pub misere: bool,
    /// Its nim-value; empty under misère.
    pub value: String,
    /// Its parts.
    pub parts: Vec<WhyPart>,
    /// How many moves there are.
    pub moves: usize,
    /// For a position of one part: the values of its options, each with a move, the least first.
    pub options: Vec<WhyOption>,
    /// For a lost position of one part: how its first moves are answered.
    pub replies: Vec<WhyReply>,
    /// The winning moves, and what they change.
    pub winning: Vec<WhyWin>,
    /// What the answer rests on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// A part of a sum.
#[derive(Clone, Debug, Serialize)]
pub struct WhyPart {
    /// The part, without the rules of its game.
    pub position: String,
    /// Its nim-value.
    pub value: String,
}

/// A value among the options.
#[derive(Clone, Debug, Serialize)]
pub struct WhyOption {
    /// The value.
    pub value: String,
    /// A move that leads to it.
    #[serde(rename = "move")]
    pub name: String,
    /// Where that move leads.
    pub to: String,
    /// How many moves lead to this value.
    pub moves: usize,
}

/// A move and its answer.
#[derive(Clone, Debug, Serialize)]
pub struct WhyReply {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// Where it leads.
    pub to: String,
    /// The winning answer.
    pub reply: String,
    /// Where that leads.
    pub then: String,
}

/// A winning move and what it changes.
#[derive(Clone, Debug, Serialize)]
pub struct WhyWin {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// The part it is made in, from 1.
    pub part: usize,
    /// What that part becomes.
    pub becomes: String,
    /// The value of the part before the move.
    pub before: String,
    /// Its value after the move.
    pub after: String,
    /// The whole position after the move.
    pub to: String,
}

/// The positions that can be reached from one, and the moves between them.
#[derive(Clone, Debug, Serialize)]
pub struct GraphAnswer {
    /// Positions, the first one first, then in the order in which they are met.
    pub nodes: Vec<NodeAnswer>,
    /// Moves between positions shown.
    pub edges: Vec<EdgeAnswer>,
    /// How many positions are not shown, as far as they were counted.
    pub folded: usize,
    /// There are more than were counted.
    pub more: bool,
    /// What the values rest on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// A position of a graph.
#[derive(Clone, Debug, Serialize)]
pub struct NodeAnswer {
    /// The position, without the rules of its game.
    pub position: String,
    /// Its nim-value; empty under misère, where it says nothing.
    pub value: String,
    /// `P` or `N`.
    pub outcome: String,
    /// Some of its options are not shown.
    pub folded: bool,
}

/// Moves from one position to another.
#[derive(Clone, Debug, Serialize)]
pub struct EdgeAnswer {
    /// Where they begin, from 0.
    pub from: usize,
    /// Where they lead.
    pub to: usize,
    /// Their names.
    pub moves: Vec<String>,
    /// Whether they win.
    pub winning: bool,
}

/// Values to be drawn.
#[derive(Clone, Debug, Serialize)]
pub struct PlotAnswer {
    /// What is drawn, as typed.
    pub title: String,
    /// The names that run.
    pub axes: Vec<String>,
    /// For each axis what its name runs through.
    pub ticks: Vec<Vec<String>>,
    /// The values, row by row; none where there is no number.
    pub values: Vec<Option<f64>>,
    /// The values as text.
    pub labels: Vec<String>,
    /// Where a repetition of a sequence begins (an index of `values`), and its length.
    pub repeats: Option<(usize, usize)>,
    /// Set when a budget ran out before the last value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedAnswer>,
}
