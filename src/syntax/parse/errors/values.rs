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
                    Some(self.error("double-equals", "A definition has one `=`").hint("Did you mean `=`?"))
                }
                _ => None,
            };
        }
        if self.is_loose() && self.at == 1 && matches!(self.place, Place::File | Place::Prompt) {
            let hint = format!("Did you mean `let {} = {}`?", self.before(), self.part_from(self.at + 1));
            return Some(self.error("single-equals", "A definition begins with `let`").hint(hint));
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
            Diagnostic::error("empty-parentheses", "There is nothing between these brackets")
                .at(self.normal.tokens_span(self.at - 1, self.at), "")
                .hint("Is something missing there, or can they be left out?")
        })
    }

    /// `0.77`, `1.5`, `1.`, `.5`
    pub(super) fn decimal(&self) -> Option<Diagnostic> {
        let number = |i: Option<usize>| i.and_then(|i| self.view.token(i)) == Some(Token::Number);
        let dot = match (self.before(), self.word()) {
            (".", _) => self.at - 1,
            (_, ".") => self.at,
            _ => return None,
        };
        let (whole, parts) = (number(dot.checked_sub(1)), number(Some(dot + 1)));
        let fraction = parts && !self.view.ends_operand(dot.checked_sub(1)?);
        if !(whole || fraction) {
            return None;
        }
        let (first, last) = (dot - usize::from(whole), dot + usize::from(parts));
        let span = self.normal.tokens_span(first, last);
        let found =
            Diagnostic::error("decimal", "Only whole numbers are used here").at(span, "a decimal point");
        Some(match (self.view.word(first), parts) {
            (".", _) => found.hint("Could everything be counted in smaller units?"),
            ("0", true) => found
                .note("The code of an octal game is written as the list of its digits, as in `[7, 7]` for 0.77.")
                .hint("Is it a code of digits, or could everything be counted in smaller units?"),
            (whole, true) => found.hint(format!(
                "Did you mean the range `{whole}..{}`, or could everything be counted in smaller units?",
                self.view.word(dot + 1)
            )),
            (whole, false) => found.hint(format!("Did you mean `{whole}`, or a range such as `{whole}..9`?")),
        })
    }

    /// `is a win`, `is N-position`
    pub(super) fn is_what(&self) -> Option<Diagnostic> {
        let is = (0..self.at).rev().find(|&i| self.view.word(i) == "is").filter(|&i| self.at - i <= 4)?;
        let found = || {
            Diagnostic::error("is-what", "Behind `is` stands P, N or a value such as *2")
                .at(self.normal.tokens_span(is + 1, self.at), "")
        };
        if matches!(self.word(), "position" | "positions") && matches!(self.back(2), "P" | "N") {
            return Some(found().hint(format!("Did you mean `is {}`?", self.back(2))));
        }
        if !matches!(self.view.word(is + 1), "a" | "an" | "the") || self.at > is + 3 {
            return None;
        }
        let meant = match self.view.word(is + 2).to_lowercase().as_str() {
            "win" | "winning" | "won" | "n" | "first" | "next" => "`is N`",
            "loss" | "losing" | "lost" | "lose" | "p" | "second" | "previous" | "zero" => "`is P`",
            _ => "`is P` or `is N`",
        };
        Some(found().hint(format!("Did you mean {meant}?")))
    }

    pub(super) fn missing_value(&self) -> Option<Diagnostic> {
        let stops = self.at_end() || !self.view.starts_operand(self.at) || self.view.starts_clause(self.at);
        if self.at == 0 || self.behind_operand() || !stops {
            return None;
        }
        let before = short(self.before());
        let found = self.error("missing-value", format!("Something is missing after `{before}`"));
        Some(match self.before() {
            "," => found.hint("Is the comma one too many?"),
            "(" if self.word() == "where" && self.clause_word() == "move" => {
                found.hint("If there is nothing to choose, did you mean `where` without the parentheses?")
            }
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
            let found = self.error("missing-sign", "Only a name can be called, so a sign is missing here");
            found.hint("Did you mean `*` before the bracket?")
        })
    }

    pub(super) fn missing_between(&self) -> Option<Diagnostic> {
        if !self.behind_operand() || !self.view.starts_operand(self.at) {
            return None;
        }
        let shown = self.shown();
        if self.opener().is_some() {
            let found = self.error("missing-comma", format!("Something is missing before {shown}"));
            return Some(found.hint(format!("Is a comma missing before {shown}?")));
        }
        if self.view.first_on_line(self.at) {
            let found =
                self.error("expected-item", format!("{shown} does not continue what stands above it"));
            let show = format!("`show {}`", self.part_from(self.at));
            return Some(match self.in_game() && !self.view.column_one(self.at) {
                true => {
                    found.hint(format!("Is a sign such as `+` missing before it, or did you mean {show}?"))
                }
                false => found.hint(format!("Did you mean {show}?")),
            });
        }
        for (rule, word) in [(Rule::kw_then, "then"), (Rule::kw_else, "else")] {
            if self.expects(rule) {
                let found = self.error("missing-word", format!("`if` needs its `{word}`"));
                return Some(found.hint(format!("Did you mean `{word} {}`?", self.part_from(self.at))));
            }
        }
        if self.view.is_name(self.at - 1) {
            let call = format!("Did you mean `{}({})`?", short(self.before()), self.part_from(self.at));
            return Some(
                self.error("missing-sign", format!("Something is missing before {shown}")).hint(call),
            );
        }
        let found = self.error(
            "missing-sign",
            format!("A sign is missing between `{}` and {shown}", short(self.before())),
        );
        Some(found.hint("Which one did you mean, as in `+`, `*`, `,` or `==`?"))
    }
}
