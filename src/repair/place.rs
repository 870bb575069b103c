//! The item around a mistake, as tokens.

use super::{Repair, Text};
use crate::diagnostic::{Diagnostic, Replacement, applied};
use crate::source::Span;
use crate::syntax::items::{View, cut};
use crate::syntax::parse::reads;
use crate::syntax::token::{Lexed, Token};

/// The longest items that are repaired, in tokens.
const MOST_TOKENS: usize = 400;

/// The item around a mistake.
pub(super) struct Place<'a> {
    pub(super) text: &'a Text<'a>,
    /// The tokens of the item.
    pub(super) tokens: Vec<Lexed>,
    /// The first token of the mistake; the number of tokens for the end.
    pub(super) at: usize,
    /// The bytes of the mistake.
    pub(super) span: Span,
}

impl<'a> Place<'a> {
    pub(super) fn of(text: &'a Text<'a>, d: &Diagnostic) -> Option<Place<'a>> {
        let span = d.span().filter(|s| s.file == text.file)?;
        let (items, code) = cut(text.text);
        let item = items.iter().rev().find(|item| item.span.start <= span.range().start)?;
        let tokens: Vec<Lexed> = code[item.tokens.clone()].to_vec();
        let at = tokens.iter().position(|t| t.span.end > span.range().start).unwrap_or(tokens.len());
        (tokens.len() <= MOST_TOKENS).then_some(Place { text, tokens, at, span })
    }

    fn view(&self) -> View<'_> {
        View { text: self.text.text, tokens: &self.tokens }
    }

    /// The item as it is written.
    pub(super) fn piece(&self) -> std::ops::Range<usize> {
        let end = self.tokens.last().map_or(0, |t| t.span.end);
        self.tokens.first().map_or(0, |t| t.span.start)..end
    }

    /// Whether the item has a tree: then its mistake is one of meaning.
    pub(super) fn is_readable(&self) -> bool {
        reads(self.text.file, &self.text.text[self.piece()])
    }

    /// Whether the item has a tree after a change of it.
    pub(super) fn reads_with(&self, repair: &Repair) -> bool {
        let piece = self.piece();
        let inside = |r: &Replacement| piece.start <= r.span.range().start && r.span.range().end <= piece.end;
        let edits = repair.edits.iter().cloned().map(|mut r| {
            r.span.start = r.span.start.saturating_sub(piece.start as u32);
            r.span.end = r.span.end.saturating_sub(piece.start as u32);
            r
        });
        let edits: Vec<Replacement> = edits.collect();
        let changed = applied(&edits, self.text.file, &self.text.text[piece.clone()]);
        repair.edits.iter().all(inside) && changed.is_some_and(|text| reads(self.text.file, &text))
    }

    pub(super) fn word(&self, i: usize) -> &str {
        self.view().word(i)
    }

    pub(super) fn is_name(&self, i: usize) -> bool {
        self.tokens.get(i).is_some_and(|t| t.token == Token::Name)
    }

    pub(super) fn token(&self, i: usize) -> Option<Token> {
        self.tokens.get(i).map(|t| t.token)
    }

    /// What is written from token `from` up to token `to`.
    pub(super) fn written(&self, from: usize, to: usize) -> &str {
        if from >= to { "" } else { &self.text.text[self.over(from, to).range()] }
    }

    /// The place of the tokens `from..to`, of which there is at least one.
    pub(super) fn over(&self, from: usize, to: usize) -> Span {
        Span::new(self.text.file, self.tokens[from].span.start, self.tokens[to - 1].span.end)
    }

    /// The empty place after a token; before the first for none.
    pub(super) fn behind(&self, i: Option<usize>) -> Span {
        let at = i.map_or(self.piece().start, |i| self.tokens[i].span.end);
        Span::new(self.text.file, at, at)
    }

    /// The bracket that closes the one at `open`.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        (open..self.tokens.len()).find(|&i| {
            let token = self.tokens[i].token;
            depth = if token.opens() { depth + 1 } else { depth.saturating_sub(usize::from(token.closes())) };
            depth == 0
        })
    }

    /// The brackets around a token, or at it, the innermost first.
    pub(super) fn around(&self, i: usize) -> Vec<(usize, usize)> {
        let opens = (0..=i.min(self.tokens.len().saturating_sub(1))).rev();
        let pairs =
            opens.filter(|&k| self.tokens[k].token.opens()).filter_map(|k| Some((k, self.closing(k)?)));
        pairs.filter(|&(_, close)| close >= i).collect()
    }

    /// The parts between commas from token `from` up to token `to`, as ranges of tokens.
    pub(super) fn parts(&self, from: usize, to: usize) -> Vec<(usize, usize)> {
        let (mut parts, mut begin, mut depth) = (vec![], from, 0usize);
        for i in from..to {
            let token = self.tokens[i].token;
            depth = if token.opens() { depth + 1 } else { depth.saturating_sub(usize::from(token.closes())) };
            if depth == 0 && token == Token::Comma {
                parts.push((begin, i));
                begin = i + 1;
            }
        }
        if from < to {
            parts.push((begin, to));
        }
        parts
    }

    /// The token that begins the operand that ends with token `last`: `f(x)`, `row[i]`, `3`.
    pub(super) fn operand_before(&self, last: usize) -> usize {
        let mut from = last;
        while self.tokens[from].token.closes() {
            let mut depth = 0usize;
            let open = (0..=from).rev().find(|&k| {
                let token = self.tokens[k].token;
                depth =
                    if token.closes() { depth + 1 } else { depth.saturating_sub(usize::from(token.opens())) };
                depth == 0
            });
            let Some(open) = open else { return last };
            let led = open > 0 && (self.is_name(open - 1) || self.tokens[open - 1].token.closes());
            from = if led { open - 1 } else { open };
            if !led {
                break;
            }
        }
        from
    }

    /// The token after the operand that begins at token `first`.
    pub(super) fn operand_behind(&self, first: usize) -> Option<usize> {
        self.tokens.get(first)?;
        let mut end = if self.tokens[first].token.opens() { self.closing(first)? + 1 } else { first + 1 };
        while matches!(self.word(end), "(" | "[") {
            end = self.closing(end)? + 1;
        }
        Some(end)
    }

    /// The token after the argument that begins at token `first`, where arguments stand one by one: `3`, `x`, `(n + 1)`.
    pub(super) fn argument_behind(&self, first: usize) -> Option<usize> {
        let token = self.tokens.get(first)?.token;
        match token {
            Token::Name | Token::Number | Token::Text => Some(first + 1),
            _ if token.opens() => Some(self.closing(first)? + 1),
            _ => None,
        }
    }

    /// A change of one part of the text.
    pub(super) fn edit(&self, span: Span, text: impl Into<String>) -> Repair {
        Repair::new(vec![Replacement { span, text: text.into() }])
    }
}
