//! Mistakes inside expressions: something is missing, or a sign too many.

use super::mend::Mends;
use super::{Failure, short};
use crate::diagnostic::Diagnostic;
use crate::syntax::parse::grammar::Rule;
use crate::syntax::parse::place::Place;
use crate::syntax::token::Token;

impl Failure<'_> {
    pub(super) fn equals(&self) -> Option<Diagnostic> {
        if self.word() != "=" || !self.behind_operand() {
            return match (self.word(), self.item_word(), self.opener()) {
                ("==", "let", None) if self.expects(Rule::assign) => Some(
                    self.error("double-equals", "A definition has one `=`").instead(self.span(self.at), "="),
                ),
                _ => None,
            };
        }
        if self.is_loose() && self.at == 1 && matches!(self.place, Place::File | Place::Prompt) {
            let hint = format!("Did you mean `let {} = {}`?", self.before(), self.part_from(self.at + 1));
            let found = self.error("single-equals", "A definition begins with `let`").hint(hint);
            return Some(found.word_before(self, 0, "let"));
        }
        let start = (0..self.at).rev().find(|&i| self.view.word(i) == "move").filter(|_| self.in_game());
        if let Some(start) = start.filter(|_| self.opener().is_none()) {
            let found = |title: &str| self.error("single-equals", title);
            let claim = matches!((self.back(2), self.before()), ("same", "as") | ("splits", "into"));
            if claim {
                let place = self.span(self.at).to(self.place_before(self.at + 1));
                let hint = format!(
                    "Did you mean `{} {} {}`?",
                    self.back(2),
                    self.before(),
                    self.part_from(self.at + 1)
                );
                return Some(found("A claim names the position without `=`").hint(hint).replace(place, ""));
            }
            return Some(match (start..self.at).any(|i| self.view.word(i) == "to") {
                true if self.back(2) == "to" => found("A move leads to a position; no name gets a new value")
                    .hint(format!("Did you mean `to {}`?", self.part_from(self.at + 1)))
                    .replace(
                        self.span_of(self.at.saturating_sub(1), self.at + 1)
                            .to(self.place_before(self.at + 1)),
                        "",
                    ),
                true => found("`=` defines, `==` compares").instead(self.span(self.at), "=="),
                false if self.before() == ")" => found("A move leads `to` its position")
                    .hint(format!("Did you mean `to {}`?", self.part_from(self.at + 1)))
                    .word_for(self, self.at, "to"),
                false => found("`=` defines, `==` compares").instead(self.span(self.at), "=="),
            });
        }
        if self.next() == "/" && self.view.word(self.at + 2) == "=" {
            let found = self.error("single-equals", "`!=` says that two things differ");
            return Some(found.instead(self.span_of(self.at, self.at + 3), "!="));
        }
        if let Some(found) = self.put_instead().or_else(|| self.named_argument()) {
            return Some(found);
        }
        let found = self.error("single-equals", "`=` defines, `==` compares");
        let claim = self.item_word() == "expect" && self.opener().is_none();
        let position = self.view.word(1).starts_with(char::is_uppercase)
            && (matches!(self.next(), "P" | "N" | "draw" | "*")
                || self.next().starts_with(char::is_uppercase));
        let all = self.view.tokens.len();
        let number = self.view.token(self.at + 1) == Some(Token::Number)
            && (self.at + 2 == all || matches!(self.view.word(self.at + 2), "for" | "under"));
        let called = matches!(self.view.word(2), "(" | "[")
            && self.view.text.contains(&format!("game {}(", self.view.word(1)));
        if claim && number && called && self.before() != "P" && self.before() != "N" {
            let text = format!("is *{}", self.next());
            return Some(found.instead(self.span_of(self.at, self.at + 2), text));
        }
        Some(match claim && position {
            true => found.hint("Did you mean `is`?").word_for(self, self.at, "is"),
            false => found.instead(self.span(self.at), "=="),
        })
    }

    /// `R(x with x[i] = e)`, `R(x[i] = e)`: an entry that is changed.
    fn put_instead(&self) -> Option<Diagnostic> {
        let open = (0..self.at).rev().find(|&i| self.view.word(i) == "[")?;
        let guard =
            (0..open).rev().map(|i| self.view.word(i)).find(|w| matches!(*w, "where" | "to" | "when" | "if"));
        let compared = matches!(guard, Some("where" | "when" | "if"));
        if compared
            || self.before() != "]"
            || !self.view.is_name(open.checked_sub(1)?)
            || self.opener().is_none()
        {
            return None;
        }
        let name = self.view.word_before(open);
        let twice = open >= 3 && self.view.word(open - 2) == "with" && self.view.word(open - 3) == name;
        let start = if twice { open - 3 } else { open - 1 };
        let (place, end) = (self.text_of(open + 1, self.at.saturating_sub(1)), self.part_end(self.at + 1));
        let text = format!("put({name}, {place}, {})", self.text_of(self.at + 1, end));
        let found = Diagnostic::error("put-entry", "`put` makes a list with another entry");
        Some(found.at(self.span_of(start, end), "").instead(self.span_of(start, end), text))
    }

    /// `Nim(n = 3)`: arguments are distinguished by their order.
    fn named_argument(&self) -> Option<Diagnostic> {
        let opener = self.opener()?;
        let called = opener > 0 && self.view.is_name(opener - 1) && self.view.word(opener) == "(";
        let first = matches!(self.back(2), "(" | ",") && self.view.is_name(self.at.saturating_sub(1));
        let fold = matches!(self.view.word_before(opener), "any" | "all" | "none" | "count" | "outcome");
        if !called || !first || fold || self.view.word(opener.wrapping_sub(2)) == "move" {
            return None;
        }
        let name = self.span_of(self.at.saturating_sub(1), self.at + 1);
        let function = self.view.word(opener - 1);
        if self.before() == "key" && matches!(function, "max" | "min") {
            let title = format!("`{function}` compares numbers, and has no key");
            let numbers = format!("{function}({}(x) for x in ...)", self.part_from(self.at + 1));
            let found = Diagnostic::error("named-argument", title).at(name, "");
            return Some(found.hint(format!("Did you mean `{numbers}`, which is one of these numbers?")));
        }
        let value = self.place_before(self.at + 1);
        let found =
            Diagnostic::error("named-argument", "Arguments are distinguished by their order, not by names");
        Some(
            found
                .at(name, "")
                .hint(format!(
                    "Did you mean `{}`, without `{} =`?",
                    self.part_from(self.at + 1),
                    short(self.before())
                ))
                .replace(name.to(value), ""),
        )
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
        let found = self.error(code, format!("`if` needs its `{word}`"));
        let condition_next = word == "then" && matches!(self.word(), ":" | ",");
        let found = match (word, self.word()) {
            _ if condition_next => found.hint("Did you mean `then`?").replace(self.here(), " then"),
            _ => found.hint("Did you mean `if ... then ... else ...`? What is it otherwise?"),
        };
        Some(opening.into_iter().fold(found, |d, i| d.also(self.span(i), "this one")))
    }

    pub(super) fn empty_parentheses(&self) -> Option<Diagnostic> {
        let pair = (self.before(), self.word());
        let index = pair == ("[", "]") && self.at > 1 && self.view.is_name(self.at - 2);
        matches!(pair, ("(", ")") | ("[", "]")).then(|| {
            let found = Diagnostic::error("empty-parentheses", "There is nothing between these brackets")
                .at(self.normal.tokens_span(self.at.saturating_sub(1), self.at), "");
            match index && self.back(2).starts_with(char::is_uppercase) {
                true => found
                    .note("A sum without any part is `nothing`.")
                    .instead(self.span_of(self.at.saturating_sub(2), self.at + 1), "nothing"),
                false => found.hint("What should be there?"),
            }
        })
    }

    /// `0.77`, `1.5`, `1.`, `.5`
    pub(super) fn decimal(&self) -> Option<Diagnostic> {
        let number = |i: Option<usize>| i.and_then(|i| self.view.token(i)) == Some(Token::Number);
        let dot = match (self.before(), self.word()) {
            (".", _) => self.at.saturating_sub(1),
            (_, ".") => self.at,
            _ => return None,
        };
        let (whole, parts) = (number(dot.checked_sub(1)), number(Some(dot + 1)));
        if parts && !whole && dot > 0 && self.view.ends_operand(dot - 1) {
            let place = format!("[{}]", self.view.word(dot + 1));
            let found = Diagnostic::error("unknown-field", "A place is written in square brackets");
            let span = self.span_of(dot, dot + 2);
            return Some(found.at(span, "").instead(span, place));
        }
        let fraction = parts && !self.view.ends_operand(dot.checked_sub(1)?);
        if !(whole || fraction) {
            return None;
        }
        let (first, last) = (dot - usize::from(whole), dot + usize::from(parts));
        let span = self.normal.tokens_span(first, last);
        let found =
            Diagnostic::error("decimal", "Only whole numbers are used here").at(span, "a decimal point");
        let runs = first > 0 && matches!(self.view.word(first - 1), "in" | "=" | "from");
        Some(match (self.view.word(first), parts) {
            (whole, true) if runs => found.instead(span, format!("{whole}..{}", self.view.word(dot + 1))),
            (".", _) => {
                found.hint("Could everything be counted in smaller units?").replace(self.span(dot), "")
            }
            ("0", true) => {
                let digits: Vec<String> = self.view.word(dot + 1).chars().map(String::from).collect();
                let code = format!("[{}]", digits.join(", "));
                found
                    .note("The code of an octal game is the list of its digits, as in `[7, 7]` for 0.77.")
                    .hint(format!(
                        "Did you mean the code `{code}`, or could everything be counted in smaller units?"
                    ))
                    .replace(span, code)
            }
            (whole, true) if self.view.word(dot + 1).bytes().all(|b| b == b'0') => found.instead(span, whole),
            (_, true) => found.hint("Could everything be counted in smaller units?"),
            (whole, false) => found
                .hint(format!("Did you mean `{whole}`, or a range such as `{whole}..9`?"))
                .replace(self.span(dot), ""),
        })
    }

    /// `is a win`, `is N-position`
    pub(super) fn is_what(&self) -> Option<Diagnostic> {
        let is = (0..self.at).rev().find(|&i| self.view.word(i) == "is").filter(|&i| self.at - i <= 4)?;
        let found = || {
            Diagnostic::error("is-what", "After `is` comes P, N or a value such as *2")
                .at(self.normal.tokens_span(is + 1, self.at), "")
        };
        if matches!(self.word(), "position" | "positions") && matches!(self.back(2), "P" | "N") {
            let outcome = self.back(2);
            let found = found().replace(self.span_of(is, self.at + 1), format!("is {outcome}"));
            return Some(found.hint(format!("Did you mean `is {outcome}`?")));
        }
        if !matches!(self.view.word(is + 1), "a" | "an" | "the") || self.at > is + 3 {
            return None;
        }
        let meant = match self.view.word(is + 2).to_lowercase().as_str() {
            "win" | "winning" | "won" | "n" | "first" | "next" => "`is N`",
            "loss" | "losing" | "lost" | "lose" | "p" | "second" | "previous" | "zero" => "`is P`",
            "draw" | "drawn" | "tie" | "tied" => "`is draw`",
            _ => "`is P` or `is N`",
        };
        let found = found().hint(format!("Did you mean {meant}?"));
        let end = (is + 3..self.view.tokens.len().min(is + 6))
            .take_while(|&i| matches!(self.view.word(i), "win" | "loss" | "position" | "player" | "-"))
            .last()
            .map_or(self.at, |i| i + 1);
        Some(match meant.matches('`').count() {
            2 => found.replace(self.span_of(is, end.max(is + 3)), meant.trim_matches('`')),
            _ => found,
        })
    }

    /// `mod(7, 2)`, `|3 - 5|`: operators as functions, and the other way round.
    pub(super) fn operator_called(&self) -> Option<Diagnostic> {
        if self.behind_operand() {
            return None;
        }
        if self.word() == "|" {
            let end = (self.at + 1..self.view.tokens.len()).find(|&i| self.view.word(i) == "|")?;
            let text = format!("abs({})", self.text_of(self.at + 1, end));
            let found = self.error("operator-called", "The size of a number without its sign is `abs`");
            return Some(found.instead(self.span_of(self.at, end + 1), text));
        }
        let sign = self.word();
        let operator = matches!(
            sign,
            "mod" | "xor" | "union" | "common" | "minus" | "flip" | "and" | "or" | "with" | "without"
        );
        if !operator || self.next() != "(" {
            return None;
        }
        let close = self.closing(self.at + 1);
        let mut depth = 0usize;
        let comma = (self.at + 2..close).find(|&i| {
            let token = self.view.tokens[i].token;
            depth = if token.opens() { depth + 1 } else { depth - usize::from(token.closes() && depth > 0) };
            depth == 0 && self.view.word(i) == ","
        })?;
        let (a, b) = (self.text_of(self.at + 2, comma), self.text_of(comma + 1, close));
        let found = self.error("operator-called", format!("`{sign}` is written between its two sides"));
        Some(found.instead(self.span_of(self.at, close + 1), format!("({a} {sign} {b})")))
    }

    pub(super) fn missing_value(&self) -> Option<Diagnostic> {
        let stops = self.at_end() || !self.view.starts_operand(self.at) || self.view.starts_clause(self.at);
        if self.at == 0 || self.behind_operand() || !stops {
            return None;
        }
        let before = short(self.before());
        let found = self.error("missing-value", format!("Something is missing after `{before}`"));
        Some(match self.before() {
            "," => found.hint("Is the comma one too many?").without(self, self.at.saturating_sub(1)),
            "(" if self.word() == "where" && self.clause_word() == "move" => {
                let close = self.closing(self.at.saturating_sub(1));
                let found = found
                    .replace(self.span(self.at.saturating_sub(1)), " ")
                    .replace(self.span_of(close, close + 1), "");
                found.hint("If there is nothing to choose, did you mean `where` without the parentheses?")
            }
            "to" => found.hint("Which position does it lead to, as in `to Nim(n - k)`?"),
            "." if self.at_end() || self.view.first_on_line(self.at) => {
                found.hint("Is the full stop one too many?").without(self, self.at.saturating_sub(1))
            }
            "=" if self.word() == "==" => {
                found.instead(self.span_of(self.at.saturating_sub(1), self.at + 1), "==")
            }
            _ if self.at_end() => found.hint(format!("What should follow `{before}`?")),
            ">" | "<" | "!" if self.word() == "=" => {
                found.instead(self.span_of(self.at.saturating_sub(1), self.at + 1), format!("{before}="))
            }
            _ if self.word() == "=" => found.instead(self.span(self.at), "=="),
            _ => found.hint(format!("What should come between `{before}` and {}?", self.shown())),
        })
    }

    /// `2 (n + 1)`, `f(x)(y)`, `(a)(b)`
    pub(super) fn called_value(&self) -> Option<Diagnostic> {
        let called =
            self.word() == "(" && self.behind_operand() && !self.view.is_name(self.at.saturating_sub(1));
        called.then(|| {
            let found = self.error("missing-sign", "Only a name can be called, so a sign is missing here");
            let close = self.closing(self.at);
            let factor =
                self.view.token(self.at.saturating_sub(1)) == Some(Token::Number) || self.before() == ")";
            match factor {
                true => found
                    .hint("Did you mean `*` before the bracket?")
                    .replace(self.place_before(self.at), " * "),
                false => found.hint(format!(
                    "Which sign belongs before `{}`?",
                    short(self.text_of(self.at, close + 1))
                )),
            }
        })
    }

    pub(super) fn missing_between(&self) -> Option<Diagnostic> {
        if !self.behind_operand() || !self.view.starts_operand(self.at) {
            return None;
        }
        let shown = self.shown();
        if matches!(self.item_word(), "play" | "graph")
            && self.opener().is_none()
            && self.view.is_name(self.at)
        {
            let what = if self.item_word() == "play" { "moves" } else { "vertices" };
            let extra = usize::from(matches!(self.before(), "and" | "then"));
            let found = self.error("missing-comma", format!("A comma separates two {what}"));
            let found = found.replace(self.place_behind(self.at.saturating_sub(1 + extra)), ",");
            if self.word() != "misere" {
                return Some(found.hint(format!("Is a comma missing before {shown}?")));
            }
        }
        if matches!(self.word(), "misere" | "misère" | "normal") {
            let found = self.error("missing-word", format!("{shown} follows `under`"));
            return Some(
                found
                    .hint(format!("Did you mean `under {}`?", self.word()))
                    .word_before(self, self.at, "under"),
            );
        }
        if self.opener().is_some() {
            let found = self.error("missing-comma", format!("Something is missing before {shown}"));
            return Some(
                found
                    .hint(format!("Is a comma missing before {shown}?"))
                    .replace(self.place_behind(self.at.saturating_sub(1)), ","),
            );
        }
        if self.view.first_on_line(self.at) {
            if let Some(found) = self.alien_line() {
                return Some(found);
            }
            let found = self.error("expected-item", format!("{shown} does not continue what is above it"));
            let show = format!("`show {}`", self.part_from(self.at));
            let found = found.word_before(self, self.at, "show");
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
                if let Some(braced) = self.value_in_braces(found.clone(), word) {
                    return Some(braced);
                }
                let found = found.word_before(self, self.at, word);
                return Some(found.hint(format!("Did you mean `{word} {}`?", self.part_from(self.at))));
            }
        }
        if self.view.is_name(self.at.saturating_sub(1)) {
            let found = self.error("missing-sign", format!("Something is missing before {shown}"));
            // `mex{0, 1} + 1`
            let closed = self.view.tokens.get(self.at).is_some_and(|t| t.token.opens());
            let end = if closed { self.closing(self.at) + 1 } else { self.part_end(self.at) };
            let call = format!("Did you mean `{}({})`?", short(self.before()), self.text_of(self.at, end));
            let found = found.hint(call);
            return Some(
                found
                    .replace(self.place_behind(self.at.saturating_sub(1)).to(self.place_before(self.at)), "(")
                    .replace(self.place_behind(end - 1), ")"),
            );
        }
        let found = self.error(
            "missing-sign",
            format!("A sign is missing between `{}` and {shown}", short(self.before())),
        );
        let position = self.word().starts_with(char::is_uppercase) && self.next() == "(";
        if position && self.before() == ")" {
            return Some(found.hint("Did you mean `+`, both side by side?").word_before(self, self.at, "+"));
        }
        if self.view.token(self.at.saturating_sub(1)) == Some(Token::Number) && self.view.is_name(self.at) {
            return Some(found.hint("Did you mean `*`?").word_before(self, self.at, "*"));
        }
        Some(found.hint("Which one did you mean, as in `+`, `*`, `,` or `==`?"))
    }

    /// `if c { a } else { b }`: the braces of another language, not sets.
    fn value_in_braces(&self, found: Diagnostic, word: &str) -> Option<Diagnostic> {
        let close = |open: usize| (self.view.word(open) == "{").then(|| self.closing(open));
        let first = close(self.at).filter(|_| word == "then")?;
        let second = first + 2;
        let last = close(second).filter(|_| self.view.word(first + 1) == "else")?;
        let plain =
            |from: usize, end: usize| (from + 1..end).all(|k| self.view.word(k) != ",") && from + 1 < end;
        (plain(self.at, first) && plain(second, last)).then_some(())?;
        let value = |from: usize, end: usize| self.text_of(from + 1, end).trim().to_owned();
        let text = format!("then {} else {}", value(self.at, first), value(second, last));
        Some(found.instead(self.span_of(self.at, last + 1), text))
    }

    /// A line among the clauses of a game that is none of them.
    fn alien_line(&self) -> Option<Diagnostic> {
        let next = (self.at + 1..self.view.tokens.len()).find(|&i| self.view.first_on_line(i))?;
        let clause_follows = |i: usize| self.view.starts_clause(i) && self.view.first_on_line(i);
        let among = self.in_game() && !self.view.column_one(self.at);
        let line = short(self.text_of(self.at, next));
        let shown = short(self.view.word(self.at));
        let found = self.error("expected-item", format!("`{shown}` begins no clause of a game"));
        let found = found.note("Clauses are `move`, `ends when`, `wins when`, `decreases`, `starts`, `picture`, `same as` and `splits into`.");
        let gone = self.place_behind(self.at - 1).to(self.place_behind(next - 1));
        (among && (next..self.view.tokens.len()).any(clause_follows))
            .then(|| found.hint(format!("Can `{line}` be left out?")).replace(gone, ""))
    }
}
