//! The normal spelling of an item, which pest reads, and the way back from there to the original text.

use super::grammar::Rule;
use crate::source::{FileId, Span};
use crate::syntax::items::View;

/// Tokens in their normal spelling with one space between them.
pub(super) struct Normal<'t> {
    /// What pest reads.
    pub(super) spelling: String,
    /// The tokens.
    pub(super) view: View<'t>,
    /// Which text they are from.
    pub(super) file: FileId,
    /// Where each token begins in the normal spelling.
    starts: Vec<u32>,
}

impl<'t> Normal<'t> {
    /// Spells out the tokens.
    pub(super) fn new(file: FileId, view: View<'t>) -> Normal<'t> {
        let mut spelling = String::new();
        let mut starts = Vec::with_capacity(view.tokens.len());
        for (i, token) in view.tokens.iter().enumerate() {
            if i > 0 {
                spelling.push(' ');
            }
            starts.push(spelling.len() as u32);
            token.normal(view.text, &mut spelling);
        }
        Normal { spelling, view, file, starts }
    }

    /// The original place of what pest has matched.
    pub(super) fn span(&self, matched: pest::Span) -> Span {
        let first = self.token_at(matched.start());
        let last = self.token_at(matched.end().saturating_sub(1).max(matched.start()));
        self.tokens_span(first, last)
    }

    /// The original place of tokens `first..=last`; after the last token if there is no such token.
    pub(super) fn tokens_span(&self, first: usize, last: usize) -> Span {
        token_span(self.file, self.view, first).to(token_span(self.file, self.view, last))
    }

    /// The token a failure is about: the first one not understood, or the number of tokens for the end.
    pub(super) fn failed_at(&self, error: &pest::error::Error<Rule>) -> usize {
        let at = match error.location {
            pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
        };
        if at >= self.spelling.len() {
            return self.view.tokens.len();
        }
        let i = self.token_at(at);
        let in_gap = self.spelling.as_bytes()[at] == b' ' && self.starts.get(i + 1) == Some(&(at as u32 + 1));
        if in_gap { i + 1 } else { i }
    }

    fn token_at(&self, at: usize) -> usize {
        self.starts.partition_point(|&s| s as usize <= at).saturating_sub(1)
    }
}

/// The place of a token; directly after the last one if there is no such token.
pub(super) fn token_span(file: FileId, view: View, i: usize) -> Span {
    match (view.tokens.get(i), view.tokens.last()) {
        (Some(token), _) => Span::new(file, token.span.start, token.span.end),
        (None, Some(last)) => Span::new(file, last.span.end, last.span.end),
        (None, None) => Span::new(file, 0, 0),
    }
}
