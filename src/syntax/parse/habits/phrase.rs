//! The tokens of an item that could not be read, and how its parts are found and named.

use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::items::View;
use crate::syntax::parse::normal::token_span;
use crate::syntax::token::Token;

pub(super) type Way = fn(&Phrase) -> Option<Diagnostic>;

/// The tokens of an item that could not be read.
pub(super) struct Phrase<'t> {
    pub(super) file: FileId,
    pub(super) view: View<'t>,
    /// Each token in its normal spelling: hundreds of ways ask for each of them.
    words: Vec<&'t str>,
}

impl<'t> Phrase<'t> {
    pub(super) fn new(file: FileId, view: View<'t>) -> Phrase<'t> {
        Phrase { file, view, words: view.tokens.iter().map(|t| t.word(view.text)).collect() }
    }

    pub(super) fn len(&self) -> usize {
        self.view.tokens.len()
    }

    pub(super) fn w(&self, i: usize) -> &'t str {
        self.words.get(i).copied().unwrap_or("")
    }

    /// The word `back` places before `i`.
    pub(super) fn back(&self, i: usize, back: usize) -> &'t str {
        i.checked_sub(back).map_or("", |k| self.w(k))
    }

    pub(super) fn is_name(&self, i: usize) -> bool {
        self.view.is_name(i)
    }

    /// Whether a word may be the name of something here: it is bound in the phrase, or a `let` of the text begins with it.
    pub(super) fn may_hold(&self, word: &str) -> bool {
        let bound = |k: usize| {
            self.w(k) == word
                && (matches!(self.w(k + 1), ":" | "in" | ",")
                    || self.w(k + 1) == ")" && self.w(k + 2) == "in")
        };
        (0..self.len()).any(bound) || self.view.text.contains(&format!("let {word}"))
    }

    /// What stands between the parentheses of a game that the text defines.
    pub(super) fn params_of_game(&self, name: &str) -> Option<&'t str> {
        let (_, rest) = self.view.text.split_once(&format!("game {name}("))?;
        Some(rest.split_once(')')?.0)
    }

    pub(super) fn is_number(&self, i: usize) -> bool {
        self.view.token(i) == Some(Token::Number)
    }

    /// The place of a token; after the last one, of the last.
    pub(super) fn span(&self, i: usize) -> Span {
        token_span(self.file, self.view, i.min(self.len() - 1))
    }

    /// The place of the tokens `from..to`, of which there is at least one.
    pub(super) fn over(&self, from: usize, to: usize) -> Span {
        self.span(from).to(self.span(to.max(from + 1) - 1))
    }

    /// What is written from token `from` up to token `to`.
    pub(super) fn text(&self, from: usize, to: usize) -> &'t str {
        if from >= to || from >= self.len() { "" } else { &self.view.text[self.over(from, to).range()] }
    }

    /// The empty place before a token.
    pub(super) fn before(&self, i: usize) -> Span {
        let at = self.span(i).range().start;
        Span::new(self.file, at, at)
    }

    /// The empty place after a token.
    pub(super) fn behind(&self, i: usize) -> Span {
        let at = self.span(i).range().end;
        Span::new(self.file, at, at)
    }

    /// All between two tokens that are not side by side, with the blanks around it.
    pub(super) fn between(&self, left: usize, right: usize) -> Span {
        self.behind(left).to(self.before(right))
    }

    /// What begins at `from` and all after it up to `to`, with the blanks before it.
    pub(super) fn tail(&self, from: usize, to: usize) -> Span {
        match from {
            0 => self.over(from, to),
            _ => self.behind(from - 1).to(self.behind(to - 1)),
        }
    }

    /// The first token from `from` on, in the same brackets, for which `found` holds; none after a new clause.
    pub(super) fn find(&self, from: usize, found: impl Fn(usize) -> bool) -> Option<usize> {
        let mut depth = 0usize;
        for i in from..self.len() {
            let token = self.view.tokens[i].token;
            let stops =
                token.closes() || i > from && self.view.starts_clause(i) && self.view.first_on_line(i);
            if depth == 0 && found(i) {
                return Some(i);
            }
            if depth == 0 && stops {
                return None;
            }
            depth = if token.opens() { depth + 1 } else { depth - usize::from(token.closes()) };
        }
        None
    }

    /// The token after the part that begins at `from`: at a comma, a closing bracket, a word that joins parts, or a
    /// new clause.
    pub(super) fn part_end(&self, from: usize) -> usize {
        let ends = |i: usize| {
            self.view.tokens[i].token.closes()
                || matches!(self.w(i), "," | "where" | "for" | "to" | "then" | "else" | "is" | "under" | ":")
                || i > from && self.view.starts_clause(i) && self.view.first_on_line(i)
        };
        self.find(from, ends).unwrap_or(self.clause_end(from))
    }

    /// The token after the clause in which `i` stands.
    pub(super) fn clause_end(&self, i: usize) -> usize {
        let starts = |k: &usize| self.view.starts_clause(*k) && self.view.first_on_line(*k);
        (i + 1..self.len()).find(starts).unwrap_or(self.len())
    }

    /// The bracket that closes the one at `open`; none if it stays open.
    pub(super) fn closing(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        (open..self.len()).find(|&i| {
            let token = self.view.tokens[i].token;
            depth = if token.opens() { depth + 1 } else { depth - usize::from(token.closes() && depth > 0) };
            depth == 0
        })
    }

    pub(super) fn is_game(&self) -> bool {
        self.w(0) == "game" || self.w(0) == "loopy" && self.w(1) == "game"
    }

    /// The name of the game, and its parameters with the tokens of their names.
    pub(super) fn header(&self) -> Option<(&'t str, Vec<usize>)> {
        let name = if self.w(0) == "loopy" { 2 } else { 1 };
        let open = name + 1;
        let close = self.closing(open).filter(|_| self.w(open) == "(")?;
        let named =
            |i: &usize| matches!(self.w(i - 1), "(" | ",") && self.w(i + 1) == ":" && self.is_name(*i);
        let names = (open + 1..close).filter(named).collect();
        (self.is_game() || self.w(0) == "let").then_some((self.w(name), names))
    }

    /// The word with which the type of a parameter begins; "" if there is no such parameter.
    pub(super) fn type_of(&self, name: &str) -> &'t str {
        let params = self.header().map_or(vec![], |h| h.1);
        params.iter().find(|&&i| self.w(i) == name).map_or("", |i| self.w(i + 2))
    }

    pub(super) fn is_counted(&self, name: &str) -> bool {
        matches!(self.type_of(name), "nat" | "int")
            || self.type_of(name).starts_with(|c: char| c.is_ascii_digit())
    }

    /// The first parameter that is a number, or `otherwise`.
    pub(super) fn some_number(&self, otherwise: &'t str) -> &'t str {
        let params = self.header().map_or(vec![], |h| h.1);
        params.iter().map(|&i| self.w(i)).find(|p| self.is_counted(p)).unwrap_or(otherwise)
    }

    pub(super) fn error(&self, code: &'static str, title: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic::error(code, title).at(span, "")
    }
}

/// The longest text in a hint.
const LONGEST: usize = 48;

/// A text for a hint: not longer than a line can hold; of a longer one, how it begins.
pub(super) fn shown(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    let begins: String = line.chars().take(LONGEST - 4).collect();
    match begins.rsplit_once(' ') {
        Some((whole, _)) => format!("{whole} ..."),
        None => "...".to_owned(),
    }
}

/// "Did you mean `text`?"
pub(super) fn meant(text: &str) -> String {
    format!("Did you mean `{}`?", shown(text))
}
