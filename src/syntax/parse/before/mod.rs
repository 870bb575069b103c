//! What is looked for before pest sees an item: what a grammar reports badly, and what would exhaust it.

mod brackets;
mod depth;
mod maps;
mod numbers;
mod signs;
mod texts;

use super::foreign;
use super::normal::token_span;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::items::View;
use crate::syntax::token::Token;

/// The first mistake that the tokens alone show.
pub(super) fn look(file: FileId, view: View) -> Option<Diagnostic> {
    let look = Look { file, view };
    look.size().or_else(|| {
        // A text that stays open has swallowed the brackets after it.
        let swallowed = view.tokens.iter().any(|t| t.token == Token::UnclosedText);
        let brackets = if swallowed { None } else { look.brackets() };
        let found = [brackets, look.map_in_braces(), look.first_bad_token(), look.graph_in_braces()];
        found.into_iter().flatten().min_by_key(|d| d.span().map(|s| s.start))
    })
}

struct Look<'t> {
    file: FileId,
    view: View<'t>,
}

impl Look<'_> {
    fn span(&self, i: usize) -> Span {
        token_span(self.file, self.view, i)
    }

    /// The empty place after a token.
    fn behind(&self, i: usize) -> Span {
        let end = self.span(i).range().end;
        Span::new(self.file, end, end)
    }

    /// The bracket that closes the one at `opener`.
    fn closing(&self, opener: usize) -> Option<usize> {
        let mut open = 0usize;
        (opener..self.view.tokens.len()).find(|&i| {
            let token = self.view.tokens[i].token;
            open = if token.opens() { open + 1 } else { open - usize::from(token.closes()) };
            open == 0
        })
    }

    /// The tokens directly inside the bracket at `opener`, not those inside further brackets.
    fn directly_inside(&self, opener: usize) -> Vec<usize> {
        let Some(end) = self.closing(opener) else { return vec![] };
        let mut depth = 0usize;
        let mut inside = vec![];
        for i in opener + 1..end {
            let token = self.view.tokens[i].token;
            depth -= usize::from(token.closes() && depth > 0);
            if depth == 0 {
                inside.push(i);
            }
            depth += usize::from(token.opens());
        }
        inside
    }

    /// A word in place of a token, with blanks where it would touch what is next to it.
    fn spaced(&self, i: usize, word: &str) -> String {
        foreign::spaced(self.view.text, self.span(i), word)
    }

    fn same_line(&self, first: usize, last: usize) -> bool {
        let between = self.view.tokens[first].span.start..self.view.tokens[last].span.start;
        !self.view.text[between].contains(['\n', '\r'])
    }

    fn first_bad_token(&self) -> Option<Diagnostic> {
        let header = self.header_end();
        let (first, found) =
            (0..self.view.tokens.len()).find_map(|i| Some((i, self.bad_token(i, header)?)))?;
        Some(match self.view.tokens[first].token {
            Token::Foreign => self.and_further_signs(found, first),
            _ => found,
        })
    }

    /// What is said about one foreign sign, with the changes for those that follow it.
    fn and_further_signs(&self, found: Diagnostic, first: usize) -> Diagnostic {
        let further =
            (first + 1..self.view.tokens.len()).filter(|&i| self.view.token(i) == Some(Token::Foreign));
        let others = further.map(|i| foreign::foreign_sign(self.view, i, self.span(i)));
        let plain = found.replacements.len() == 1
            && others.clone().all(|d| d.code == "foreign-sign" && d.replacements.len() == 1);
        match plain {
            true => others.fold(found, |mut found, d| {
                found.replacements.extend(d.replacements);
                found
            }),
            false => found,
        }
    }

    fn bad_token(&self, i: usize, header: usize) -> Option<Diagnostic> {
        match self.view.tokens[i].token {
            Token::UnclosedText => Some(self.unclosed_text(i)),
            Token::BadNumber => Some(self.bad_number(i)),
            Token::Number if self.view.tokens[i].span.len() > numbers::MOST_DIGITS => {
                Some(self.long_number(i))
            }
            Token::Text => self.bad_escape(i),
            Token::Foreign => Some(foreign::foreign_sign(self.view, i, self.span(i))),
            Token::Arrow if i >= header => Some(foreign::arrow(self.view, i, self.span(i))),
            Token::Unknown => Some(self.junk(i)),
            _ => None,
        }
    }

    /// The token after the parameters of a game or `let`: before it `->` is part of a type.
    fn header_end(&self) -> usize {
        if !matches!(self.view.word(0), "game" | "loopy" | "let") {
            return 0;
        }
        let mut depth = 0usize;
        for i in 0..self.view.tokens.len() {
            match self.view.word(i) {
                "(" => depth += 1,
                ")" if depth == 1 => return i,
                ")" => depth = depth.saturating_sub(1),
                "=" if depth == 0 => return i,
                _ => {}
            }
        }
        self.view.tokens.len()
    }
}
