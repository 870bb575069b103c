//! Answers as JSON, one object a line; `docs/json.md` describes the shapes.

use crate::answer::{Answer, ClaimAnswer, SolvedBy, VerdictAnswer};
use crate::library::Entry;
use crate::link::Link;
use crate::render::{DiagnosticLine, data};
use crate::session::Question;
use crate::source::Sources;
use serde::Serialize;
use std::collections::BTreeMap;

/// What every answer says about its statement.
#[derive(Serialize)]
struct AnswerLine<'a> {
    #[serde(flatten)]
    answer: &'a Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<DiagnosticLine<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    engines: &'a [SolvedBy],
    statement: &'a str,
    file: &'a str,
    line: usize,
}

#[derive(Serialize)]
struct MistakeLine<'a> {
    #[serde(flatten)]
    diagnostic: DiagnosticLine<'a>,
    statement: &'a str,
}

/// `check` of one file.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "check")]
pub struct CheckLine<'a> {
    /// The file.
    pub file: &'a str,
    /// Whether it can be used.
    pub fine: bool,
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
}

/// `verify` of one certificate.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "verify")]
pub struct VerifyLine<'a> {
    /// The file.
    pub file: &'a str,
    /// `proved`, `refused` or `stopped`.
    pub verdict: &'a str,
    /// What it proves, or why not.
    pub text: &'a str,
}

/// `solve`: the contents of a folder.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "solve")]
pub struct SolveLine<'a> {
    /// The position.
    pub position: &'a str,
    /// Its nim-value.
    pub value: u64,
    /// The number of reachable positions.
    pub positions: u64,
    /// The folder.
    pub folder: &'a str,
    /// The fingerprint of the rules.
    pub rules: &'a str,
    /// The checksum of all values.
    pub digest: &'a str,
    /// Whether it was searched for: `positions` are those that the value rests on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub search: bool,
    /// How values were found: `place`, `levels` or `search`.
    pub way: &'a str,
    /// Why level by level, and not by place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub levels: Option<&'a str>,
    /// Claims that the value rests on and that are not proved.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    pub rests_on: &'a [String],
}

/// A position of a folder, with `verify --print`.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "stored")]
pub struct StoredLine<'a> {
    /// The position.
    pub position: &'a str,
    /// Its nim-value, if that is what is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<u64>,
    /// Values that it does not have, in the results of a search.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not: Vec<u64>,
}

/// A new link.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "link")]
pub struct LinkLine<'a> {
    /// The whole address.
    pub link: &'a str,
    /// Its length.
    pub characters: usize,
}

/// A check of an exercise, tried on an answer.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "tried")]
pub struct TriedLine<'a> {
    /// The question.
    pub ask: &'a str,
    /// Whether the answer is the one expected.
    pub holds: bool,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'a str>,
}

/// A student's answer, compared with a solution.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "grade")]
pub struct GradeLine<'a> {
    /// The cells of the list.
    pub who: BTreeMap<&'a str, &'a str>,
    /// For each check whether the answer is right, null if there is none.
    pub checks: BTreeMap<&'a str, Option<bool>>,
    /// The number of right answers.
    pub right: usize,
    /// Anything else worth saying.
    pub remark: &'a str,
}

/// An opened link.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "opened")]
pub struct OpenedLine<'a> {
    /// Its contents.
    #[serde(flatten)]
    pub opened: &'a Link,
}

/// Whether every play of a game ends.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "verdict")]
struct VerdictLine<'a> {
    #[serde(flatten)]
    verdict: &'a VerdictAnswer,
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<DiagnosticLine<'a>>,
    file: &'a str,
}

/// A verdict on a game of a file as one line of JSON.
pub fn verdict_line(sources: &Sources, file: &str, verdict: &VerdictAnswer) -> String {
    let finding = verdict.finding.as_deref().map(|d| data(sources, d));
    json(&VerdictLine { verdict, finding, file })
}

/// Whether a claim holds.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "claim")]
struct ClaimLine<'a> {
    #[serde(flatten)]
    claim: &'a ClaimAnswer,
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<DiagnosticLine<'a>>,
    file: &'a str,
}

/// A verdict on a claim of a file as one line of JSON.
pub fn claim_line(sources: &Sources, file: &str, claim: &ClaimAnswer) -> String {
    let finding = claim.finding.as_deref().map(|d| data(sources, d));
    json(&ClaimLine { claim, finding, file })
}

/// The end of `test`.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "summary")]
pub struct SummaryLine {
    /// Expectations that hold.
    pub passed: usize,
    /// Expectations that do not.
    pub failed: usize,
    /// Expectations that could not be decided.
    pub undecided: usize,
}

/// The meaning of a code.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "explanation")]
pub struct ExplainLine<'a> {
    /// The code.
    pub code: &'a str,
    /// Its meaning; in Markdown if the question was about one code.
    pub text: &'a str,
}

/// The lowered form of a game.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "lowered")]
pub struct LoweredLine<'a> {
    /// The game.
    pub game: &'a str,
    /// Its lowered form, as text.
    pub lowered: &'a str,
}

/// A definition at the prompt.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "defined")]
pub struct DefinedLine<'a> {
    /// The new name.
    pub name: &'a str,
}

/// A bundled game or module.
#[derive(Serialize)]
#[serde(tag = "answer", rename = "entry")]
pub struct EntryLine {
    /// The name for `use` and `fairgame run`.
    name: &'static str,
    /// Its heading or first sentence.
    title: String,
    /// `None` for a module of the library.
    chapter: Option<&'static str>,
    /// Its rows of the catalogue.
    rows: Vec<&'static str>,
    /// The names it defines.
    defines: Vec<&'static str>,
    /// The whole text, if the question was about one entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'static str>,
}

impl EntryLine {
    /// The line for an entry, with or without its text.
    pub fn new(entry: &Entry, with_text: bool) -> EntryLine {
        let (rows, defines) = (entry.rows(), entry.defines().collect());
        let text = with_text.then_some(entry.text);
        EntryLine { name: entry.name, title: entry.title(), chapter: entry.chapter, rows, defines, text }
    }
}

/// An answer as one line of JSON.
pub fn answer_line(sources: &Sources, question: &Question, answer: &Answer, engines: &[SolvedBy]) -> String {
    let statement = question.text.as_str();
    let file = sources.get(question.span().file).name.as_str();
    let failure = match answer {
        Answer::Mistake { diagnostic } => {
            let diagnostic = data(sources, diagnostic);
            return json(&MistakeLine { diagnostic, statement });
        }
        Answer::Expect(e) => e.failure.as_deref().map(|d| data(sources, d)),
        _ => None,
    };
    let line = sources.line(question.span());
    json(&AnswerLine { answer, failure, engines, statement, file, line })
}

/// Any of the shapes as one line.
pub fn json(line: &impl Serialize) -> String {
    serde_json::to_string(line).unwrap_or_else(|e| unreachable!("answers are plain data: {e}"))
}
