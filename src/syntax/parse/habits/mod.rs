//! Phrases of other languages, of mathematics and of everyday speech: known by their words, and said again as they are
//! written here.
//!
//! They are looked for only in an item that could not be read, for none of them is ever part of one that can. Each
//! says the whole change, so that whoever follows the hint is done.

mod amounts;
mod arms;
mod asked;
mod asking;
mod beside;
mod best;
mod borrowed;
mod bounds;
mod braced;
mod builders;
mod calls;
mod choosing;
mod claimed;
mod claims;
mod clauses;
pub(super) mod comments;
mod comparing;
mod declaring;
mod definitions;
mod elements;
mod expected;
mod folds;
mod functions;
mod given;
mod graphs;
mod headers;
mod inside;
mod joined;
mod labels;
mod lambdas;
mod languages;
mod latex;
mod letters;
mod loops;
mod named;
mod outside;
mod pairs;
pub(super) mod pasted;
mod periods;
mod phrase;
mod picking;
mod placeholders;
mod plainly;
mod played;
mod players;
pub(super) mod prompts;
mod questions;
mod ranges;
mod ranging;
mod recursion;
mod rows;
mod rules;
mod said;
mod same;
mod sentences;
mod shadowing;
mod slips;
mod sources;
mod spoken;
mod statements;
mod telling;
mod turns;
mod typed;
mod types;
mod values;
mod wanted;
mod written;

use crate::diagnostic::Diagnostic;
use crate::source::FileId;
use crate::syntax::items::View;
use phrase::Phrase;

/// Longer items are nobody's phrase: looking takes quadratic time.
const MOST_TOKENS: usize = 2_000;
/// As many phrases as are tried.
const MOST_PHRASES: usize = 5;

/// The phrases that are known, likeliest first, said as they are written here.
pub(super) fn look(file: FileId, view: View) -> Vec<Diagnostic> {
    let phrase = Phrase::new(file, view);
    let topics = [
        beside::WAYS,
        pairs::WAYS,
        elements::WAYS,
        periods::WAYS,
        best::WAYS,
        placeholders::WAYS,
        languages::WAYS,
        claimed::WAYS,
        written::WAYS,
        functions::WAYS,
        typed::WAYS,
        plainly::WAYS,
        played::WAYS,
        inside::WAYS,
        wanted::WAYS,
        expected::WAYS,
        same::WAYS,
        braced::WAYS,
        given::WAYS,
        joined::WAYS,
        named::WAYS,
        players::WAYS,
        amounts::WAYS,
        rows::WAYS,
        letters::WAYS,
        spoken::WAYS,
        outside::WAYS,
        calls::WAYS,
        asked::WAYS,
        declaring::WAYS,
        picking::WAYS,
        sources::WAYS,
        said::WAYS,
        telling::WAYS,
        borrowed::WAYS,
        latex::WAYS,
        slips::WAYS,
        choosing::WAYS,
        ranging::WAYS,
        comparing::WAYS,
        asking::WAYS,
        rules::WAYS,
        headers::WAYS,
        arms::WAYS,
        lambdas::WAYS,
        definitions::WAYS,
        claims::WAYS,
        questions::WAYS,
        builders::WAYS,
        graphs::WAYS,
        ranges::WAYS,
        sentences::WAYS,
        folds::WAYS,
        labels::WAYS,
        clauses::WAYS,
        values::WAYS,
        statements::WAYS,
        loops::WAYS,
        bounds::WAYS,
        types::WAYS,
    ];
    let short = (1..=MOST_TOKENS).contains(&view.tokens.len());
    if !short {
        return vec![];
    }
    topics.concat().iter().filter_map(|way| way(&phrase)).take(MOST_PHRASES).collect()
}

/// What can be read and is never right, whatever is elsewhere: `k in (1, 2, 3)`, `to A(n) or B(n)`.
pub(super) fn never_right(file: FileId, view: View) -> Option<Diagnostic> {
    let phrase = Phrase::new(file, view);
    let short = (1..=MOST_TOKENS).contains(&view.tokens.len());
    let topics = [
        choosing::NEVER_RIGHT,
        bounds::NEVER_RIGHT,
        picking::NEVER_RIGHT,
        declaring::NEVER_RIGHT,
        said::NEVER_RIGHT,
        spoken::NEVER_RIGHT,
        calls::NEVER_RIGHT,
        claims::NEVER_RIGHT,
        claimed::NEVER_RIGHT,
        written::NEVER_RIGHT,
        letters::NEVER_RIGHT,
        asked::NEVER_RIGHT,
        named::NEVER_RIGHT,
        joined::NEVER_RIGHT,
        given::NEVER_RIGHT,
        ranges::NEVER_RIGHT,
        comparing::NEVER_RIGHT,
    ];
    short.then(|| topics.concat().iter().find_map(|way| way(&phrase)))?
}

/// What can be read and is not right unless the rest of the text says so: `s[2..end]` without an `end`. All that can be seen
/// in an item itself is asked first: a text of many items would else be searched through for each of them.
pub(super) fn never_right_beside(file: FileId, view: View) -> Option<Diagnostic> {
    let phrase = Phrase::new(file, view);
    let short = (1..=MOST_TOKENS).contains(&view.tokens.len());
    let topics = [
        telling::NEVER_RIGHT_BESIDE,
        declaring::NEVER_RIGHT_BESIDE,
        asked::NEVER_RIGHT_BESIDE,
        functions::NEVER_RIGHT_BESIDE,
        recursion::NEVER_RIGHT_BESIDE,
        questions::NEVER_RIGHT_BESIDE,
        calls::NEVER_RIGHT_BESIDE,
        values::NEVER_RIGHT_BESIDE,
        given::NEVER_RIGHT_BESIDE,
        turns::NEVER_RIGHT_BESIDE,
        folds::NEVER_RIGHT_BESIDE,
        sources::NEVER_RIGHT_BESIDE,
        expected::NEVER_RIGHT_BESIDE,
        shadowing::NEVER_RIGHT_BESIDE,
    ];
    short.then(|| topics.concat().iter().find_map(|way| way(&phrase)))?
}

/// `misere show A`, `cyclic game Z(...)`, `Lemma 3: expect ...`: a word alone, or a heading, before an item on its line.
pub(super) fn adjective(file: FileId, view: View) -> Option<Diagnostic> {
    let phrase = Phrase::new(file, view);
    let word = || (view.tokens.len() == 1 && view.is_name(0)).then(|| definitions::adjective(&phrase))?;
    word().or_else(|| headers::heading(&phrase))
}
