//! Answers as plain data: what a statement found out. `print` says them in text, `--json` as they are.

use crate::diagnostic::Diagnostic;
use crate::source::Span;
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
    /// `show` of a position of a game with circles, with moves of one player, or with another way to win.
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
    /// `why` of a position of a game with circles, with moves of one player, or with another way to win.
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

/// Who wins a position of which a nim-value does not say it.
#[derive(Clone, Debug, Serialize)]
pub struct StandingAnswer {
    /// The position, as it can be typed.
    pub position: String,
    /// How it looks, where its games have a `picture`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// Whether whoever cannot move wins.
    pub misere: bool,
    /// Its nim-value, a number or `∞{0, 2}`, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// `P`, `N`, `draw`, `open`, `Left`, `Right`, `Left_if_first`, ...
    pub outcome: String,
    /// For the player to move; with moves of one player, for Left and for Right.
    pub sides: Vec<SideAnswer>,
    /// A play that holds the draw, if there is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn_play: Option<DrawnPlay>,
    /// What the answer rests on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// How a player stands who is to move.
#[derive(Clone, Debug, Serialize)]
pub struct SideAnswer {
    /// `Left` or `Right`, where that makes a difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<&'static str>,
    /// `win`, `loss`, `draw` or `open`.
    pub stands: &'static str,
    /// The moves until the end when the winner hurries and the loser delays, where it was worked out.
    pub remoteness: Option<u32>,
    /// Whether it may be less: shorter ways may lie beyond the positions looked at.
    pub at_most: bool,
    /// Set where play is over: `no move` or `won`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<&'static str>,
    /// How many moves there are.
    pub moves: usize,
    /// The moves that win, fastest first.
    pub winning: Vec<MoveAnswer>,
    /// The moves that hold a draw.
    pub drawing: Vec<MoveAnswer>,
    /// The moves that were not decided.
    pub open: Vec<MoveAnswer>,
}

/// A play in which both players hold the draw.
#[derive(Clone, Debug, Serialize)]
pub struct DrawnPlay {
    /// Its moves.
    pub moves: Vec<MoveAnswer>,
    /// After the last of them it is back where it was after so many moves; none if that was not seen yet.
    pub back_to: Option<usize>,
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

/// All functions g with g = mex of the followers.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionsAnswer {
    /// What was asked about, as typed.
    pub of: String,
    /// The positions that can be reached.
    pub positions: Vec<String>,
    /// How many functions there are.
    pub count: u64,
    /// The first of them, at most 1000: a value for every position.
    pub listed: Vec<Vec<u32>>,
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

/// The misère quotient of some positions.
#[derive(Clone, Debug, Serialize)]
pub struct QuotientAnswer {
    /// The positions, as typed.
    pub positions: String,
    /// The first index.
    pub from: i64,
    /// The last index that the quotient is proved for.
    pub to: i64,
    /// How many elements it has.
    pub order: usize,
    /// The elements whose positions the previous player wins, as words in the generators; `1` is the identity.
    pub p_portion: Vec<String>,
    /// The generators.
    pub generators: Vec<GeneratorAnswer>,
    /// Relations that all others follow from.
    pub relations: Vec<String>,
    /// The pretending function: for each index, the element of its position.
    pub pretending: Vec<(i64, String)>,
    /// The indices at which the order of the partial quotient changes, and the new order.
    pub orders: Vec<(i64, usize)>,
    /// The period of the pretending function as far as it was seen.
    pub period: Option<u64>,
    /// The last index that does not follow the period.
    pub last_exception: Option<i64>,
    /// How many cases the proof looked at.
    pub proof: usize,
    /// Set when a budget ran out before the last index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedAnswer>,
}

/// A generator of a quotient.
#[derive(Clone, Debug, Serialize)]
pub struct GeneratorAnswer {
    /// Its name: `a`, `b`, ...
    pub name: String,
    /// The first index whose position it is; none if only positions that these lead to are.
    pub index: Option<i64>,
}

/// How the values of a sequence split into rare and common ones.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SparseAnswer {
    /// The sequence as typed.
    pub sequence: String,
    /// The first index.
    pub from: i64,
    /// The last index looked at.
    pub to: i64,
    /// How many terms were looked at.
    pub terms: usize,
    /// A value is common if it has an odd number of binary ones in common with this; none if no split was found.
    pub mask: Option<u64>,
    /// Whether the rare values are seldom in the second half.
    pub sparse: bool,
    /// How many terms are rare.
    pub rare_terms: usize,
    /// The last index with a rare value.
    pub last_rare: Option<i64>,
    /// The first numbers that are rare, occurring or not.
    pub rare: Vec<u64>,
    /// The first numbers that are common.
    pub common: Vec<u64>,
    /// What the answer rests on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// Two games compared.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CompareAnswer {
    /// The first, as typed.
    pub left: String,
    /// The second, as typed.
    pub right: String,
    /// In how many cases the values are equal.
    pub cases: u64,
    /// In how many of these, from the first, the trees of moves are equal.
    pub same_moves: u64,
    /// The first case in which the trees of moves differ.
    pub moves_differ: Option<DifferenceAnswer>,
    /// The first case in which the values differ.
    pub values_differ: Option<DifferenceAnswer>,
    /// Set when a budget ran out before the last case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedAnswer>,
    /// What the answer rests on that is not proved, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// Where two games differ.
#[derive(Clone, Debug, Serialize)]
pub struct DifferenceAnswer {
    /// The values of the binders.
    pub case: String,
    /// The position of the first game.
    pub left: String,
    /// The position of the second.
    pub right: String,
    /// The move that shows it, in a sentence.
    pub shown_by: String,
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
    /// `Left` or `Right`, where they have moves of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
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

/// Whether every play of a game ends.
#[derive(Clone, Debug, Serialize)]
pub struct VerdictAnswer {
    /// The game.
    pub game: String,
    /// What is known.
    pub verdict: GameVerdict,
    /// Why, in a sentence without its full stop and, if it is `proved`, with the measure.
    pub sentence: String,
    /// For `checked`: how many positions were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<usize>,
    /// For `proved`: the rules it is proved for, if it is not for all: `S = {1, 3, 4}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// For `wrong`: the endless play on one line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub play: String,
    /// The lines of the file where its moves stand, in the order of the play.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<usize>,
    /// The same as places.
    #[serde(skip)]
    pub places: Vec<Span>,
    /// What there is to say about it, with its places (rendered separately).
    #[serde(skip)]
    pub finding: Option<Box<Diagnostic>>,
}

/// Whether a claim of a game (`splits into`, `same as`) holds.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimAnswer {
    /// The game.
    pub game: String,
    /// `splits into` or `same as`
    pub claim: &'static str,
    /// What is known; never `loopy`.
    pub verdict: GameVerdict,
    /// Why, in a sentence without its full stop.
    pub sentence: String,
    /// For `checked`: how many positions were looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<usize>,
    /// A position that refutes it (rendered separately).
    #[serde(skip)]
    pub finding: Option<Box<Diagnostic>>,
}

impl VerdictAnswer {
    /// Whether the game has a mistake: an endless play, other than round a circle that a `graph` shows.
    pub fn is_error(&self) -> bool {
        self.verdict == GameVerdict::Wrong && self.finding.as_deref().is_none_or(Diagnostic::is_error)
    }
}

/// What is known of the end of play, from best to most serious.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GameVerdict {
    /// Every play ends.
    Proved,
    /// Positions can come round again, and the game says so.
    Loopy,
    /// No proof was found, and no endless play.
    Checked,
    /// There is an endless play.
    Wrong,
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

/// What makes a position won, lost or drawn where its value does not say all.
#[derive(Clone, Debug, Serialize)]
pub struct WhyStandingAnswer {
    /// How it stands.
    pub standing: StandingAnswer,
    /// Positions can come round again.
    pub loopy: bool,
    /// There is a `wins when`.
    pub goals: bool,
    /// For a sum of several parts under normal play in which both players have the same moves: what they are worth.
    pub parts: Vec<WhyPart>,
    /// For each of `standing.sides`: how its first moves that lose are answered.
    pub answers: Vec<Vec<WhyReply>>,
    /// For each of `standing.sides`: whether the first winning move ends the play.
    pub ends: Vec<bool>,
}

/// Why a period lasts for ever, or why it is not known.
#[derive(Clone, Debug, Serialize)]
pub struct WhyPeriodAnswer {
    /// What was found.
    pub period: PeriodAnswer,
    /// The name of the index, such as `n`.
    pub index: String,
    /// What is added to the index to give the pile.
    pub shift: i64,
    /// The theorem and its numbers, if the period is proved.
    pub proof: Option<PeriodProof>,
}

/// A theorem and the numbers put into it; they count beans of the pile. See docs/periods.md.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodProof {
    /// Which theorem.
    pub theorem: PeriodTheorem,
    /// The last exception, or one less than the least part or the least pile, if that is more.
    pub exception: u64,
    /// The period.
    pub period: u64,
    /// What is added with every period.
    pub saltus: i64,
    /// The largest number that a move takes.
    pub take: u64,
    /// The least difference of two parts.
    pub apart: u64,
    /// Smaller piles may have moves of their own up to this one.
    pub irregular: u64,
    /// The last pile whose value the proof uses.
    pub needed: u64,
}

/// The theorems of docs/periods.md.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PeriodTheorem {
    /// No move splits.
    Window,
    /// Splits into two.
    GuySmith,
    /// Splits into two that differ.
    Unequal,
    /// Splits into three.
    Three,
    /// No residue that a move takes leads from a value to itself.
    Residues,
    /// Any number may be taken, and the values grow.
    Arithmetic,
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
