//! Where a hint would change the text: places between tokens, and the parts that a change moves or wraps.

use super::Failure;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::parse::foreign::spaced;

impl<'n> Failure<'n> {
    /// The empty place before a token; after the last one if there is no such token.
    pub(super) fn place_before(&self, i: usize) -> Span {
        match i < self.view.tokens.len() {
            true => self.empty_at(self.span(i).range().start),
            false => self.place_behind(self.view.tokens.len().saturating_sub(1)),
        }
    }

    /// The empty place after a token.
    pub(super) fn place_behind(&self, i: usize) -> Span {
        self.empty_at(self.span(i).range().end)
    }

    fn empty_at(&self, at: usize) -> Span {
        Span::new(self.normal.file, at, at)
    }

    /// Tokens `from..to`.
    pub(super) fn span_of(&self, from: usize, to: usize) -> Span {
        self.normal.tokens_span(from, to.saturating_sub(1).max(from))
    }

    /// The text of tokens `from..to`.
    pub(super) fn text_of(&self, from: usize, to: usize) -> &'n str {
        if from >= to { "" } else { &self.view.text[self.span_of(from, to).range()] }
    }

    /// The token after the part that begins at `from`; see `part_from`.
    pub(super) fn part_end(&self, from: usize) -> usize {
        let mut depth = 0usize;
        for i in from..self.view.tokens.len() {
            let token = self.view.tokens[i].token;
            let word = self.view.word(i);
            let ends = token.closes()
                || matches!(word, "," | "where" | "to" | "for" | "then" | "else" | "is" | "under")
                || (i > from && (self.view.starts_clause(i) || self.view.first_on_line(i)));
            if depth == 0 && ends {
                return i;
            }
            depth = if token.opens() { depth + 1 } else { depth - usize::from(token.closes() && depth > 0) };
        }
        self.view.tokens.len()
    }

    /// The bracket that closes the one at `opener`, or the end.
    pub(super) fn closing(&self, opener: usize) -> usize {
        let mut depth = 0usize;
        for i in opener..self.view.tokens.len() {
            let token = self.view.tokens[i].token;
            depth = if token.opens() { depth + 1 } else { depth - usize::from(token.closes() && depth > 0) };
            if depth == 0 {
                return i;
            }
        }
        self.view.tokens.len()
    }

    /// A parameter of the game that is a number, to be named in hints.
    pub(super) fn number_param(&self) -> Option<&'n str> {
        let header = (0..self.view.tokens.len()).take_while(|&i| !self.view.starts_clause(i));
        let typed = |i: &usize| {
            self.view.is_name(*i)
                && self.view.word(i + 1) == ":"
                && (self.view.word(i + 2) == "nat"
                    || self.view.token(i + 2) == Some(crate::syntax::token::Token::Number))
        };
        header.filter(typed).map(|i| self.view.word(i)).next()
    }

    /// The largest number that a choice in a hint runs to.
    pub(super) fn some_end(&self) -> &'n str {
        self.number_param().filter(|_| self.in_game()).unwrap_or("10")
    }
}

/// Changes that hints make, in few words.
pub(super) trait Mends: Sized {
    /// A word in place of a token.
    fn word_for(self, failure: &Failure, i: usize, word: &str) -> Self;
    /// A token, and the blanks before it, left out.
    fn without(self, failure: &Failure, i: usize) -> Self;
    /// A word before a token, with a blank between them.
    fn word_before(self, failure: &Failure, i: usize, word: &str) -> Self;
    /// Signs around the tokens `from..to`.
    fn around(self, failure: &Failure, from: usize, to: usize, open: &str, close: &str) -> Self;
}

impl Mends for Diagnostic {
    fn word_for(self, failure: &Failure, i: usize, word: &str) -> Self {
        let span = failure.span(i);
        let text = spaced(failure.view.text, span, word);
        self.replace(span, text)
    }

    fn without(self, failure: &Failure, i: usize) -> Self {
        let span = failure.span(i);
        let start = failure.view.text[..span.range().start].trim_end_matches([' ', '\t']).len();
        self.replace(Span::new(span.file, start, span.range().end), "")
    }

    fn word_before(self, failure: &Failure, i: usize, word: &str) -> Self {
        match i < failure.view.tokens.len() {
            true => self.replace(failure.place_before(i), format!("{word} ")),
            false => self.replace(failure.place_before(i), format!(" {word}")),
        }
    }

    fn around(self, failure: &Failure, from: usize, to: usize, open: &str, close: &str) -> Self {
        self.replace(failure.place_before(from), open)
            .replace(failure.place_behind(to.saturating_sub(1)), close)
    }
}
