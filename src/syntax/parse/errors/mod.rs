//! What pest could not read, said in a sentence: from the tokens around the place where it stopped.

mod clauses;
mod header;
mod mend;
mod methods;
mod names;
mod values;

use super::grammar::Rule;
use super::normal::Normal;
use super::place::Place;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name};
use crate::syntax::items::{ITEM_WORDS, View};
use crate::syntax::token::Token;
use pest::error::{Error, ErrorVariant};

/// The one diagnostic of an item that pest refused.
pub(super) fn explain(normal: &Normal, place: Place, error: &Error<Rule>) -> Diagnostic {
    let expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        ErrorVariant::CustomError { .. } => &[],
    };
    let at = normal.failed_at(error);
    let failure = Failure { normal, view: normal.view, place, at, expected };
    failure.explain()
}

/// `game Nim()`
pub(super) fn no_params(span: Span, game: &str) -> Diagnostic {
    Diagnostic::error("missing-parameters", "A game needs parameters: they make up its positions")
        .at(span, "nothing between these parentheses")
        .hint(format!("What does a position consist of, as in `game {game}(n: nat)`?"))
        .replace(span, "(n: nat)")
}

/// `move take() to ...`
pub(super) fn empty_move_parentheses(span: Span) -> Diagnostic {
    Diagnostic::error("empty-parentheses", "There is nothing to choose between these parentheses")
        .at(span, "")
        .hint("Can the parentheses be left out, as in `move take to ...`?")
        .replace(span, "")
}

/// `(x, y) = pair`
pub(super) fn tuple_is(span: Span, names: &[Name], value: &Expr, text: &str) -> Diagnostic {
    let names: Vec<&str> = names.iter().map(|n| n.text.as_str()).collect();
    let written = &text[value.span.range()];
    let source = match value.kind {
        ExprKind::Set(_) => written.to_string(),
        _ => format!("{{{written}}}"),
    };
    let meant = format!("({}) in {source}", names.join(", "));
    Diagnostic::error("tuple-equals", "`=` gives a value to one name, not to several at once")
        .at(span, "")
        .hint(format!("Did you mean `{meant}`?"))
        .replace(Span::new(span.file, span.range().start, value.span.range().end), meant)
}

/// `expect A is not P`: A is at `of`.
pub(super) fn is_not(span: Span, inner: &Expr, of: Span, text: &str) -> Diagnostic {
    let own = &text[inner.span.range()];
    let (asked, denied) = match (&inner.kind, own.strip_prefix('*')) {
        (ExprKind::Name(_), _) => ("outcome", own.to_owned()),
        (_, Some(number)) => ("value", number.trim().to_owned()),
        _ => ("value", format!("value({own})")),
    };
    let before = Span { end: of.start, ..of };
    let behind = Span { start: of.end, end: span.end, ..span };
    Diagnostic::error("is-what", "After `is` comes P, N or a value such as *2")
        .at(span, "")
        .hint(format!("Did you mean `expect {asked}(...) != {denied}`?"))
        .replace(before, format!("{asked}("))
        .replace(behind, format!(") != {denied}"))
}

struct Failure<'n> {
    normal: &'n Normal<'n>,
    view: View<'n>,
    place: Place,
    /// The first token not understood; the number of tokens for the end.
    at: usize,
    expected: &'n [Rule],
}

impl<'n> Failure<'n> {
    fn explain(&self) -> Diagnostic {
        let ways = [
            Self::empty,
            Self::decimal,
            Self::after_header,
            Self::only_outcome,
            Self::is_what,
            Self::instead_of_to,
            Self::loop_around_move,
            Self::listed_choice,
            Self::method,
            Self::if_for_where,
            Self::backward_if,
            Self::operator_called,
            Self::equals,
            Self::for_each,
            Self::foreign_word,
            Self::no_move,
            Self::keyword_as_name,
            Self::misplaced_clause,
            Self::misspelt,
            Self::missing_name,
            Self::no_clauses,
            Self::no_definition,
            Self::no_colon,
            Self::parameter,
            Self::bare_choices,
            Self::set_builder,
            Self::condition_for_choice,
            Self::nameless_choice,
            Self::missing_in,
            Self::incomplete_if,
            Self::missing_to,
            Self::fixed_word,
            Self::empty_parentheses,
            Self::misplaced_word,
            Self::missing_value,
            Self::called_value,
            Self::missing_between,
            Self::not_an_item,
        ];
        ways.iter().find_map(|way| way(self)).unwrap_or_else(|| self.anything())
    }

    fn word(&self) -> &'n str {
        self.view.word(self.at)
    }

    fn before(&self) -> &'n str {
        self.view.word_before(self.at)
    }

    fn next(&self) -> &'n str {
        self.view.word(self.at + 1)
    }

    fn back(&self, steps: usize) -> &'n str {
        self.at.checked_sub(steps).map_or("", |i| self.view.word(i))
    }

    fn at_end(&self) -> bool {
        self.at >= self.view.tokens.len()
    }

    fn behind_operand(&self) -> bool {
        self.at > 0 && self.view.ends_operand(self.at - 1)
    }

    fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    /// The place that was not understood; just after the last token if the end came too early.
    fn here(&self) -> Span {
        self.normal.tokens_span(self.at, self.at)
    }

    fn span(&self, i: usize) -> Span {
        self.normal.tokens_span(i, i)
    }

    /// How the unexpected is called in a sentence.
    fn shown(&self) -> String {
        match self.view.tokens.get(self.at) {
            Some(token) => format!("`{}`", short(token.slice(self.view.text))),
            None => "the end".to_owned(),
        }
    }

    /// The word that begins the item.
    fn item_word(&self) -> &'n str {
        match self.view.word(0) {
            "loopy" => "game",
            word => word,
        }
    }

    fn in_game(&self) -> bool {
        self.item_word() == "game"
    }

    fn is_loose(&self) -> bool {
        !ITEM_WORDS.contains(&self.view.word(0))
    }

    /// The innermost bracket that is open at the place.
    fn opener(&self) -> Option<usize> {
        let mut open = Vec::new();
        for i in 0..self.at.min(self.view.tokens.len()) {
            let token = self.view.tokens[i].token;
            if token.opens() {
                open.push(i);
            } else if token.closes() {
                open.pop();
            }
        }
        open.pop()
    }

    /// The word that begins the clause the place is in; the item's word before the first clause.
    fn clause_word(&self) -> &'n str {
        let starts = |i: &usize| self.view.starts_clause(*i);
        let start = (0..self.at.min(self.view.tokens.len())).rev().find(starts).unwrap_or(0);
        match self.view.word(start) {
            "left" | "right" => "move",
            word => word,
        }
    }

    /// Whether the place is among the parameters of a game or function.
    fn in_params(&self) -> bool {
        let name = if self.view.word(0) == "loopy" { 2 } else { 1 };
        matches!(self.item_word(), "game" | "let") && {
            let mut open = 0usize;
            for i in name + 1..self.at.min(self.view.tokens.len()) {
                let token = self.view.tokens[i].token;
                open = if token.opens() { open + 1 } else { open - usize::from(token.closes() && open > 0) };
                if open == 0 {
                    return false;
                }
            }
            open > 0
        }
    }

    /// The original text from token `from` up to where its part ends: at a comma, a closing bracket or a keyword.
    fn part_from(&self, from: usize) -> String {
        let mut depth = 0usize;
        let mut last = None;
        for i in from..self.view.tokens.len() {
            let token = self.view.tokens[i].token;
            let ends = token.closes()
                || token == Token::Comma
                || matches!(self.view.word(i), "where" | "to" | "for" | "then" | "else");
            if depth == 0
                && (ends || (i > from && (self.view.starts_clause(i) || self.view.first_on_line(i))))
            {
                break;
            }
            depth = if token.opens() { depth + 1 } else { depth - usize::from(token.closes() && depth > 0) };
            last = Some(i);
        }
        let Some(last) = last else { return "...".to_owned() };
        let text = &self.view.text[self.normal.tokens_span(from, last).range()];
        if text.chars().count() > 40 || text.contains(['\n', '\r']) {
            "...".to_owned()
        } else {
            text.to_owned()
        }
    }

    fn error(&self, code: &'static str, title: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, title).at(self.here(), "")
    }

    fn empty(&self) -> Option<Diagnostic> {
        let what = match self.place {
            Place::Binders => "a choice such as `n in 0..50`",
            _ => "an expression",
        };
        self.view
            .tokens
            .is_empty()
            .then(|| self.error("nothing-written", format!("There is nothing here where {what} belongs")))
    }

    fn not_an_item(&self) -> Option<Diagnostic> {
        (self.at == 0 && matches!(self.place, Place::File | Place::Prompt) && self.is_loose()).then(|| {
            self.error("expected-item", format!("Nothing begins with {}", self.shown()))
                .note("A file consists of `game`, `graph`, `let` and `use`, and of questions: `show`, `table`, `period`, `play`, `expect`.")
                .hint("Is a word such as `show` missing before it?")
                .replace(self.place_before(0), if self.view.starts_operand(0) { "show " } else { "" })
        })
    }

    fn anything(&self) -> Diagnostic {
        let mut fitting: Vec<&str> = self.expected.iter().filter_map(|&r| in_words(r)).collect();
        fitting.sort_unstable();
        fitting.dedup();
        let found = match self.at_end() {
            true => self.error("unexpected", "The end comes too early"),
            false => self.error("unexpected", format!("{} does not fit here", self.shown())),
        };
        match fitting.as_slice() {
            [] => found,
            [one] => found.hint(format!("Is {one} missing before it?")),
            [many @ .., last] => {
                found.hint(format!("Is one of these missing before it: {} or {last}?", many.join(", ")))
            }
        }
    }
}

/// A word, cut if it is very long.
fn short(word: &str) -> String {
    let line = word.lines().next().unwrap_or("");
    match line.char_indices().nth(30) {
        Some((cut, _)) => format!("{}...", &line[..cut]),
        None => line.to_owned(),
    }
}

/// What the grammar expected, for the rare mistakes that nothing above explains.
fn in_words(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::name => "a name",
        Rule::ty => "a type",
        Rule::expr | Rule::operand | Rule::bound => "a value",
        Rule::params => "parameters",
        Rule::binder | Rule::binders => "a choice such as `k in 1..n`",
        Rule::kw_to => "`to`",
        Rule::kw_in => "`in`",
        Rule::kw_of => "`of`",
        Rule::kw_for | Rule::for_tail => "`for`",
        Rule::kw_then => "`then`",
        Rule::kw_else => "`else`",
        Rule::kw_from | Rule::graph_line => "`from`",
        Rule::move_clause => "`move`",
        Rule::assign => "`=`",
        Rule::colon => "`:`",
        Rule::quoted => "a text in quotes",
        Rule::open => "`(`",
        Rule::close => "`)`",
        _ => return None,
    })
}
