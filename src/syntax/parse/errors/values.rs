//! Mistakes inside expressions: something is missing, or a sign too many.

use super::{Failure, short};
use crate::diagnostic::Diagnostic;
use crate::syntax::parse::Place;
use crate::syntax::parse::grammar::Rule;
use crate::syntax::token::Token;

impl Failure<'_> {
    pub(super) fn equals(&self) -> Option<Diagnostic> {
        if self.word() != "=" || !self.behind_operand() {
            return match (self.word(), self.item_word(), self.opener()) {
                ("==", "let", None) if self.expects(Rule::assign) => {
                    Some(self.error("double-equals", "a definition has one `=`").hint("Did you mean `=`?"))
                }
                _ => None,
            };
        }
        if self.is_loose() && self.at == 1 && matches!(self.place, Place::File | Place::Prompt) {
            let hint = format!("Did you mean `let {} = {}`?", self.before(), self.part_from(self.at + 1));
            return Some(self.error("single-equals", "a definition begins with `let`").hint(hint));
        }
        let found = self.error("single-equals", "`=` defines, `==` compares");
        let claim = self.item_word() == "expect" && self.opener().is_none();
        Some(found.hint(if claim { "Did you mean `==`, or `is`?" } else { "Did you mean `==`?" }))
    }

    pub(super) fn incomplete_if(&self) -> Option<Diagnostic> {
        let stops = self.at_end()
            || self.view.starts_clause(self.at)
            || matches!(self.word(), ")" | "]" | "}" | "," | "else" | ":" | "for" | "where" | "to");
        if !stops || !self.behind_operand() {
            return None;
        }
        let (code, word) = match () {
            _ if self.expects(Rule::kw_else) => ("missing-else", "else"),
            _ if self.expects(Rule::kw_then) => ("missing-then", "then"),
            _ => return None,
        };
        let opening = (0..self.at).rev().find(|&i| self.view.word(i) == "if");
        let found = self
            .error(code, format!("`if` needs its `{word}`"))
            .hint("Did you mean `if ... then ... else ...`?");
        Some(opening.into_iter().fold(found, |d, i| d.also(self.span(i), "this one")))
    }

    pub(super) fn empty_parentheses(&self) -> Option<Diagnostic> {
        let pair = (self.before(), self.word());
        matches!(pair, ("(", ")") | ("[", "]")).then(|| {
            Diagnostic::error("empty-parentheses", "there is nothing between these brackets")
                .at(self.normal.tokens_span(self.at - 1, self.at), "")
                .hint("Is something missing there, or can they be left out?")
        })
    }

    pub(super) fn decimal(&self) -> Option<Diagnostic> {
        let number = |i: usize| self.view.token(i) == Some(Token::Number);
        (self.before() == "." && number(self.at) && self.at >= 2 && number(self.at - 2)).then(|| {
            Diagnostic::error("decimal", "numbers are whole here")
                .at(self.normal.tokens_span(self.at - 2, self.at), "")
                .hint(format!("Did you mean the range `{}..{}`?", self.back(2), self.word()))
        })
    }

    pub(super) fn missing_value(&self) -> Option<Diagnostic> {
        let stops = self.at_end() || !self.view.starts_operand(self.at) || self.view.starts_clause(self.at);
        if self.at == 0 || self.behind_operand() || !stops {
            return None;
        }
        let before = short(self.before());
        let found = self.error("missing-value", format!("something is missing after `{before}`"));
        Some(match self.before() {
            "," => found.hint("Is the comma one too many?"),
            "to" => found.hint("Which position does it lead to, as in `to Nim(n - k)`?"),
            _ if self.at_end() => found.hint(format!("What should follow `{before}`?")),
            _ if self.word() == "=" => found.hint("Did you mean `==`?"),
            _ => found.hint(format!("What should stand between `{before}` and {}?", self.shown())),
        })
    }

    /// `2 (n + 1)`, `f(x)(y)`, `(a)(b)`
    pub(super) fn called_value(&self) -> Option<Diagnostic> {
        let called = self.word() == "(" && self.behind_operand() && !self.view.is_name(self.at - 1);
        called.then(|| {
            let found = self.error("missing-sign", "only a name can be called, so a sign is missing here");
            found.hint("Did you mean `*` before the bracket?")
        })
    }

    pub(super) fn missing_between(&self) -> Option<Diagnostic> {
        if !self.behind_operand() || !self.view.starts_operand(self.at) {
            return None;
        }
        let shown = self.shown();
        if self.opener().is_some() {
            let found = self.error("missing-comma", format!("something is missing before {shown}"));
            return Some(found.hint(format!("Is a comma missing before {shown}?")));
        }
        let statement = !self.in_game() && self.view.first_on_line(self.at);
        if statement {
            let found =
                self.error("expected-item", format!("{shown} does not continue what stands above it"));
            return Some(found.hint(format!("Did you mean `show {}`?", self.part_from(self.at))));
        }
        for (rule, word) in [(Rule::kw_then, "then"), (Rule::kw_else, "else")] {
            if self.expects(rule) {
                let found = self.error("missing-word", format!("`if` needs its `{word}`"));
                return Some(found.hint(format!("Did you mean `{word} {}`?", self.part_from(self.at))));
            }
        }
        if matches!((self.back(2), self.before()), ("is", "a" | "an")) {
            let found = Diagnostic::error("foreign-word", "behind `is` stands one word, or a position");
            return Some(
                found.at(self.span(self.at - 1), "").hint(format!("Did you mean `is {}`?", self.word())),
            );
        }
        if self.view.is_name(self.at - 1) {
            let call = format!("Did you mean `{}({})`?", short(self.before()), self.part_from(self.at));
            return Some(
                self.error("missing-sign", format!("something is missing before {shown}")).hint(call),
            );
        }
        let found = self.error(
            "missing-sign",
            format!("a sign is missing between `{}` and {shown}", short(self.before())),
        );
        Some(found.hint("Which one did you mean, as in `+`, `*`, `,` or `==`?"))
    }
}
