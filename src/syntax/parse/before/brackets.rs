//! Brackets that do not pair up: one that stays open, one too many, another one than was opened; and braces of other languages.

use super::Look;
use crate::diagnostic::Diagnostic;
use crate::syntax::token::Token;

/// Parameters are looked for in so many tokens: each word inside open brackets is compared with them.
const MOST_IN_A_HEADER: usize = 100;

impl Look<'_> {
    /// Brackets that do not pair up.
    pub(super) fn brackets(&self) -> Option<Diagnostic> {
        let mut open: Vec<usize> = Vec::new();
        for i in 0..self.view.tokens.len() {
            let token = self.view.tokens[i].token;
            if token.opens() {
                open.push(i);
            } else if token.closes() {
                match open.pop() {
                    Some(opener) if self.closer(opener) == Some(token) => {}
                    Some(opener) => return Some(self.wrong_closer(&open, opener, i)),
                    None => return Some(self.stray(i)),
                }
            } else if let Some(&opener) = open.last()
                && self.cannot_be_inside(opener, i)
            {
                let other = self.braces(opener).or_else(|| self.counted_from_to(opener, i));
                return Some(other.unwrap_or_else(|| self.unclosed(opener, i)));
            }
        }
        open.last().map(|&opener| self.unclosed(opener, self.end_of_open(opener)))
    }

    /// Where a bracket that stays open to the end of its item should have been closed: before the `=` of a definition,
    /// before the range of a statement, before what is said about a position.
    fn end_of_open(&self, opener: usize) -> usize {
        let end = self.view.tokens.len();
        let word = self.view.word(0);
        let asks = matches!(word, "table" | "period" | "plot" | "sparse" | "compare" | "expect");
        let ranged = asks && (1..opener).all(|i| self.view.word(i) != "for");
        let ends = |i: &usize| match self.view.word(*i) {
            "=" => word == "let" && opener == 2,
            "for" => ranged,
            "is" => word == "expect",
            "==" | "!=" => word == "expect" && self.is_question(opener),
            _ => false,
        };
        let mut depth = 0usize;
        let outside = |i: &usize| {
            let token = self.view.tokens[*i].token;
            depth = if token.opens() { depth + 1 } else { depth - usize::from(token.closes() && depth > 0) };
            depth == 0
        };
        (opener + 1..end).filter(outside).find(ends).unwrap_or(end)
    }

    /// Whether a bracket is that of a question about a position, such as `value(`.
    fn is_question(&self, opener: usize) -> bool {
        let asked = self.view.word_before(opener);
        matches!(
            asked,
            "value" | "outcome" | "moves" | "options" | "winning" | "remoteness" | "misere_value" | "genus"
        )
    }

    fn closer(&self, opener: usize) -> Option<Token> {
        self.view.tokens[opener].token.closer()
    }

    /// A clause begins, or `to` follows a move's choices: the bracket should have been closed by now.
    fn cannot_be_inside(&self, opener: usize, i: usize) -> bool {
        let clause = self.view.starts_clause(i) && self.view.word(i) != "from";
        let as_name =
            !self.view.first_on_line(i) && (!self.view.ends_type(i - 1) || clause && self.is_parameter(i));
        let of_move = opener >= 2 && self.view.word(opener - 2) == "move";
        (clause && !as_name) || (self.view.word(i) == "to" && of_move)
    }

    /// Whether a word is the name of a parameter in the first line of its item.
    fn is_parameter(&self, i: usize) -> bool {
        let named = |k: usize| self.view.word(k) == self.view.word(i) && self.view.word(k + 1) == ":";
        (0..i.min(MOST_IN_A_HEADER)).any(named)
    }

    fn unclosed(&self, opener: usize, noticed: usize) -> Diagnostic {
        let opening = self.view.word(opener);
        let closing = self.closer(opener).and_then(Token::spelling).unwrap_or("");
        let title = format!("`{opening}` is never closed");
        let found = Diagnostic::error("unclosed-bracket", title).at(self.span(opener), "opened here");
        let found = found.replace(self.behind(noticed - 1), closing);
        if noticed < self.view.tokens.len() {
            let hint = format!("Is `{closing}` missing before `{}`?", self.view.word(noticed));
            let here = if self.same_line(opener, noticed) { "" } else { "still open here" };
            return found.also(self.span(noticed), here).hint(hint);
        }
        let found = found.hint(format!("Is `{closing}` missing at the end?"));
        match self.same_line(opener, noticed - 1) {
            true => found,
            false => found.also(self.span(noticed - 1), "still open after this"),
        }
    }

    fn wrong_closer(&self, outer: &[usize], opener: usize, i: usize) -> Diagnostic {
        let closer = self.view.tokens[i].token;
        if outer.last().is_some_and(|&o| self.closer(o) == Some(closer)) {
            // `{1, 3, 4 where k <= n)`: a condition belongs to what is chosen, unless something runs before it.
            let runs = (opener..i).any(|k| self.view.word(k) == "for");
            let guard = (opener + 1..i).find(|&k| !runs && self.view.word(k) == "where");
            return self.unclosed(opener, guard.unwrap_or(i));
        }
        let wanted = self.closer(opener).and_then(Token::spelling).unwrap_or("");
        let (opening, closing) = (self.view.word(opener), self.view.word(i));
        Diagnostic::error("wrong-bracket", format!("`{opening}` cannot be closed by `{closing}`"))
            .at(self.span(i), format!("`{wanted}` would close it"))
            .also(self.span(opener), "opened here")
            .instead(self.span(i), wanted)
    }

    fn stray(&self, i: usize) -> Diagnostic {
        let title = format!("`{}` closes nothing", self.view.word(i));
        Diagnostic::error("stray-bracket", title)
            .at(self.span(i), "no bracket is open here")
            .hint("Is it one too many, or is an opening bracket missing before it?")
            .replace(self.span(i), "")
    }

    /// `take(k from 1 to n)`, `take(k in 1 to n)`
    fn counted_from_to(&self, opener: usize, to: usize) -> Option<Diagnostic> {
        let begins = |i: &usize| matches!(self.view.word(*i), "from" | "in") && self.view.is_name(i - 1);
        let from = (opener + 1..to).rev().find(begins)?;
        let name = self.view.word(from - 1);
        let closer = (to..self.view.tokens.len()).find(|&i| self.view.tokens[i].token.closes())?;
        let part = |a: usize, b: usize| {
            (a < b).then(|| &self.view.text[self.view.tokens[a].span.start..self.view.tokens[b - 1].span.end])
        };
        let end = (to..closer).find(|&i| self.view.word(i) == "where").unwrap_or(closer);
        let (lo, hi) = (part(from + 1, to)?, part(to + 1, end)?);
        if self.view.word(from) == "in" && (hi.contains('(') || lo.contains("..")) {
            return None;
        }
        let title = format!("The values of `{name}` come after `in`");
        let found = Diagnostic::error("missing-in", title).at(self.span(from), "");
        let found = found.replace(self.span(from).to(self.span(end - 1)), format!("in {lo}..{hi}"));
        Some(match lo.len() + hi.len() < 40 && !(lo.to_owned() + hi).contains(['\n', '\r']) {
            true => found.hint(format!("Did you mean `{name} in {lo}..{hi}`?")),
            false => found.hint(format!("Did you mean `{name} in 1..n`?")),
        })
    }

    /// `game Nim(n: nat) { move ... }`
    fn braces(&self, opener: usize) -> Option<Diagnostic> {
        let around = self.view.word(opener) == "{"
            && (self.view.word_before(opener) == ")" || self.view.word(0) == "graph")
            && self.view.starts_clause(opener + 1)
            && matches!(self.view.word(0), "game" | "loopy" | "graph");
        around.then(|| {
            let found = Diagnostic::error("braces", "The clauses of a game need no brackets around them")
                .at(self.span(opener), "")
                .note("A game ends where the next definition or question begins.")
                .hint("Can `{` be left out here, and `}` at the end?")
                .replace(self.span(opener), "");
            let closing = (opener..self.view.tokens.len()).rfind(|&i| self.view.word(i) == "}");
            let found = closing.into_iter().fold(found, |d, i| d.replace(self.span(i), ""));
            let last = closing.unwrap_or(opener);
            (opener + 1..last).fold(found, |d, i| match self.braces_of_a_move(i) {
                Some(close) => d.replace(self.span(i), "").replace(self.span(close), ""),
                None => d,
            })
        })
    }

    /// `move take(k in 1..n) { to A(n - k) }`: the brace that closes.
    fn braces_of_a_move(&self, i: usize) -> Option<usize> {
        let opens = self.view.word(i) == "{" && matches!(self.view.word(i + 1), "to" | "return" | "->");
        (i..self.view.tokens.len()).find(|&k| self.view.word(k) == "}").filter(|_| opens)
    }

    /// `graph G { from ... }`
    pub(super) fn graph_in_braces(&self) -> Option<Diagnostic> {
        (self.view.word(0) == "graph" && self.view.word(2) == "{").then(|| self.braces(2)).flatten()
    }
}
