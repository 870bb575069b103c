//! Phrases of other languages, of mathematics and of everyday speech: known by their words, and said again as they are
//! written here.
//!
//! They are looked for only in an item that could not be read, for none of them is ever part of one that can. Each
//! says the whole change, so that whoever follows the hint is done.

mod arms;
mod bounds;
mod builders;
mod claims;
mod clauses;
pub(super) mod comments;
mod definitions;
mod folds;
mod graphs;
mod headers;
mod labels;
mod lambdas;
mod loops;
mod phrase;
mod questions;
mod ranges;
mod rules;
mod sentences;
mod slips;
mod statements;
mod types;
mod values;

use crate::diagnostic::Diagnostic;
use crate::source::FileId;
use crate::syntax::items::View;
use phrase::Phrase;

/// Longer items are nobody's phrase: looking takes quadratic time.
const MOST_TOKENS: usize = 2_000;

/// The first phrase that is known, said as it is written here.
pub(super) fn look(file: FileId, view: View) -> Option<Diagnostic> {
    let phrase = Phrase { file, view };
    let topics = [
        slips::WAYS,
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
    short.then(|| topics.concat().iter().find_map(|way| way(&phrase)))?
}

/// `misere show A`, `cyclic game Z(...)`: a word alone before an item on its line.
pub(super) fn adjective(file: FileId, view: View) -> Option<Diagnostic> {
    let phrase = Phrase { file, view };
    (view.tokens.len() == 1 && view.is_name(0)).then(|| definitions::adjective(&phrase))?
}
