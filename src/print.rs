//! Answers as text for people, as CSV and as JSON for programs.

mod json;
mod judged;
mod markup;
mod period;
mod phrases;
mod position;
mod rows;
mod standing;
mod studies;
mod table;
mod verdict;
mod why;
mod why_period;
mod why_standing;

pub use json::{
    CheckLine, DefinedLine, EntryLine, ExplainLine, GradeLine, LinkLine, LoweredLine, OpenedLine, SolveLine,
    StoredLine, SummaryLine, TriedLine, VerifyLine, answer_line, claim_line, json, verdict_line,
};
pub(crate) use markup::entity;
pub use markup::{html, latex, markdown};
pub(crate) use phrases::rests_on;
pub use phrases::stopped;
pub use rows::{DataRows, RowFormat};
pub use table::TableText;
pub use verdict::{claims, verdicts, verdicts_in_short};

use crate::answer::Answer;
use crate::layout::{Look, abridged, clean, one_line, shorten};
use phrases::POSITION_COLUMNS;
use table::is_outcome;

/// An answer as text, ending in a line break. `statement` is the statement as typed; without its first word
/// if it was a bare expression. Tables have [`TableText`]; mistakes and failures are rendered by `render`.
pub fn text(answer: &Answer, statement: &str, look: &Look) -> String {
    look.hung(&unbroken(answer, statement, look))
}

/// The same with lines that may be wider than the terminal.
fn unbroken(answer: &Answer, statement: &str, look: &Look) -> String {
    match answer {
        Answer::Value { value, rests_on: claims } => {
            value_text(value, statement, look) + &rests_on(claims, look)
        }
        Answer::Position(p) => position::position(p, statement, look),
        Answer::Misere(p) => position::misere(p, statement, look),
        Answer::Standing(s) => standing::standing(s, statement, look),
        Answer::Table(_) | Answer::Mistake { .. } => String::new(),
        Answer::Functions(f) => standing::functions(f, look),
        Answer::Period(p) => period::period(p, statement, look),
        Answer::Quotient(q) => studies::quotient(q, statement, look),
        Answer::Sparse(s) => studies::sparse(s, statement, look),
        Answer::Compare(c) => studies::compare(c, look),
        Answer::Play(p) => judged::play(p, look),
        Answer::Why(w) => why::why(w, look),
        Answer::WhyStanding(w) => why_standing::why_standing(w, look),
        Answer::WhyPeriod(w) => {
            let wide = Look { width: None, ..*look };
            why_period::why_period(w, &period::period(&w.period, statement, &wide), look)
        }
        Answer::Expect(e) => judged::expectation(e, look),
        Answer::Stopped(s) => stopped(s, look),
    }
}

/// `triangular(10) = 55`; a bare expression gives the bare value.
fn value_text(value: &str, statement: &str, look: &Look) -> String {
    let value = clean(&abridged(value));
    let shown = if is_outcome(&value) { look.paint(look.outcome(&value), &value) } else { value.clone() };
    let Some(asked) =
        statement.strip_prefix("show").filter(|a| a.starts_with(|c: char| !c.is_alphanumeric()))
    else {
        return format!("{shown}\n");
    };
    let asked = one_line(asked);
    if asked == value || asked.starts_with('"') {
        format!("{value}\n")
    } else if value.contains('\n') {
        format!("{asked} =\n{value}\n")
    } else {
        format!("{} = {shown}\n", shorten(&asked, POSITION_COLUMNS))
    }
}
