//! Findings about a sequence of positions.

use super::stopped::StoppedAnswer;
use serde::Serialize;

/// What is known about the period of a sequence.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodAnswer {
    /// The sequence as typed.
    pub sequence: String,
    /// Its period, if a repetition was seen.
    pub period: Option<u64>,
    /// The last index at which the sequence does not yet follow the period; `None` if it does from the start.
    pub last_exception: Option<u64>,
    /// The amount added from one period to the next (0 for a pure period).
    pub saltus: i64,
    /// How many indices do not follow the period; present only if it is proved.
    pub exceptions: u64,
    /// All of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exceptions_listed: Vec<u64>,
    /// First and last index examined.
    pub from: u64,
    /// Last index examined.
    pub to: u64,
    /// The theorem behind a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<String>,
    /// The last index whose value the proof needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<u64>,
    /// How many repetitions were seen, if it is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<u64>,
    /// `proved: THEOREM`, `repeats as far as N, M times over`, `no period seen up to N`, or `too short to tell: ...`.
    pub verdict: String,
    /// Whether it is proved to last for ever.
    pub proved: bool,
    /// The unproved facts that the answer rests on, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}

/// A theorem and its numbers, which count beans of the pile. See docs/periods.md.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodProof {
    /// Which theorem.
    pub theorem: PeriodTheorem,
    /// The last exception, or one less than the least part or the least pile, if that is more.
    pub exception: u64,
    /// The period.
    pub period: u64,
    /// The amount added with every period.
    pub saltus: i64,
    /// The largest number that a move takes.
    pub take: u64,
    /// The least difference of two parts.
    pub apart: u64,
    /// Up to this pile, the moves may be irregular.
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
    /// A move may take any number, and the values do not grow.
    Bounded,
    /// No residue that a move takes leads from a value to itself.
    Residues,
    /// A move may take any number, or leave three piles, and the values grow.
    Arithmetic,
}

/// The misère quotient of some positions.
#[derive(Clone, Debug, Serialize)]
pub struct QuotientAnswer {
    /// The positions, as typed.
    pub positions: String,
    /// The first index.
    pub from: i64,
    /// The last index that the proof covers.
    pub to: i64,
    /// The number of elements.
    pub order: usize,
    /// The elements whose positions the previous player wins, as words in the generators; `1` is the identity.
    pub p_portion: Vec<String>,
    /// The generators.
    pub generators: Vec<GeneratorAnswer>,
    /// Relations from which all others follow.
    pub relations: Vec<String>,
    /// The pretending function: for each index, the element of its position.
    pub pretending: Vec<(i64, String)>,
    /// The indices at which the order of the partial quotient changes, and the new order.
    pub orders: Vec<(i64, usize)>,
    /// The period of the pretending function, as far as observed.
    pub period: Option<u64>,
    /// The last index that does not follow the period.
    pub last_exception: Option<i64>,
    /// The number of cases that the proof examined.
    pub proof: usize,
    /// Set if a budget ran out before the last index.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StoppedAnswer>,
}

/// A generator of a quotient.
#[derive(Clone, Debug, Serialize)]
pub struct GeneratorAnswer {
    /// Its name: `a`, `b`, ...
    pub name: String,
    /// The first index whose position it is; none if it belongs only to positions that these lead to.
    pub index: Option<i64>,
}

/// How the values of a sequence split into rare and common ones.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SparseAnswer {
    /// The sequence as typed.
    pub sequence: String,
    /// The first index.
    pub from: i64,
    /// The last index examined.
    pub to: i64,
    /// The number of terms examined.
    pub terms: usize,
    /// A value is common if it has an odd number of binary ones in common with this; none if there is no split.
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
    /// The unproved facts that the answer rests on, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rests_on: Vec<String>,
}
