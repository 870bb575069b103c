//! Texts: one that is never closed, what a backslash may stand before, other quotes.

use super::Look;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::token::{Token, inside_quotes};

impl Look<'_> {
    pub(super) fn unclosed_text(&self, i: usize) -> Diagnostic {
        let long = (0..i).find(|&k| {
            self.view.token(k) == Some(Token::Text)
                && self.view.tokens[k].slice(self.view.text).contains('\n')
        });
        let found = Diagnostic::error("unclosed-text", "A text is never closed")
            .at(self.span(i), "begins here")
            .hint("Is a quote `\"` missing at its end?");
        match long {
            Some(k) => found
                .also(self.span(k), "or is this the one that should end earlier?")
                .replace(self.end_of_text(k), "\""),
            None => found.replace(self.end_of_text(i), "\""),
        }
    }

    /// Where a text that was not closed should end: on its line, before the brackets that were meant to follow.
    fn end_of_text(&self, i: usize) -> Span {
        let span = self.span(i);
        let line = self.view.text[span.range()].lines().next().unwrap_or("").trim_end();
        let open = (0..i).filter(|&k| self.view.tokens[k].token.opens()).count();
        let closed = (0..i).filter(|&k| self.view.tokens[k].token.closes()).count();
        let mut end = line.len();
        for _ in closed..open {
            end = line[..end].strip_suffix([')', ']', '}']).map_or(end, str::len);
        }
        let at = span.range().start + end;
        Span::new(self.file, at, at)
    }

    pub(super) fn bad_escape(&self, i: usize) -> Option<Diagnostic> {
        let span = &self.view.tokens[i].span;
        let literal = self.view.tokens[i].slice(self.view.text);
        let first = literal.chars().next().map_or(0, char::len_utf8);
        let inside = inside_quotes(literal);
        let mut chars = inside.char_indices();
        while let Some((at, c)) = chars.next() {
            if c != '\\' {
                continue;
            }
            let (_, escaped) = chars.next()?;
            if !matches!(escaped, '"' | '\\' | 'n') {
                let start = span.start + first + at;
                let place = Span::new(self.file, start, start + 1 + escaped.len_utf8());
                let title = format!("`\\{escaped}` means nothing inside a text");
                let note = "Inside a text you may write `\\\"` for a quote, `\\\\` for a backslash and `\\n` for a new line.";
                let found = Diagnostic::error("bad-escape", title).at(place, "").note(note);
                return Some(match escaped {
                    't' => found.instead(place, " "),
                    'r' => found.instead(place, "\\n"),
                    '\'' => found.instead(place, "'"),
                    other => found.instead(place, format!("\\\\{other}")),
                });
            }
        }
        None
    }

    /// `'text'`, `« text »`: a text in quotes of another kind, to its end on the same line.
    pub(super) fn quoted_otherwise(&self, i: usize, c: char) -> Option<Span> {
        let start = self.span(i).range().start;
        let line = self.view.text[start..].lines().next()?;
        let inside = &line[c.len_utf8()..];
        matches!(c, '\'' | '‘' | '’' | '‚' | '«' | '»' | '‹' | '›' | '`' | '´').then_some(())?;
        let end = inside.find(closing_quote(c))?;
        let close = inside[end..].chars().next().map_or(0, char::len_utf8);
        Some(Span::new(self.file, start, start + c.len_utf8() + end + close))
    }
}

/// The quotes that close what this one opens.
pub(super) fn closing_quote(c: char) -> &'static [char] {
    match c {
        '«' | '»' => &['»', '«'],
        '‹' | '›' => &['›', '‹'],
        '‘' | '’' | '‚' => &['’', '‘'],
        '`' | '´' => &['`', '´', '\''],
        _ => &['\'', '’'],
    }
}
