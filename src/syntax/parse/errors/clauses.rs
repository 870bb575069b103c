//! Mistakes in choices, conditions and where a move leads.

use super::{Failure, short};
use crate::diagnostic::Diagnostic;
use crate::syntax::parse::grammar::Rule;
use crate::syntax::token::Token;

impl Failure<'_> {
    pub(super) fn for_each(&self) -> Option<Diagnostic> {
        let each =
            (self.at.saturating_sub(1)..=self.at).find(|&i| matches!(self.view.word(i), "each" | "every"))?;
        (self.view.word_before(each) == "for").then(|| {
            Diagnostic::error("foreign-word", "Here one says only `for`")
                .at(self.span(each), "")
                .hint(format!("Did you mean `for {}`?", self.part_from(each + 1)))
        })
    }

    /// `play Nim(7) take(2)`
    pub(super) fn no_colon(&self) -> Option<Diagnostic> {
        let steps = matches!(self.view.tokens.get(self.at)?.token, Token::Name | Token::Comma);
        if self.item_word() != "play" || !self.expects(Rule::colon) || !steps {
            return None;
        }
        let first = if self.word() == "," { self.at + 1 } else { self.at };
        let found = self.error("missing-colon", "The moves of a play follow a colon");
        Some(found.hint(format!("Did you mean `: {}`?", self.part_from(first))))
    }

    /// `move take k in 1..n to ...`
    pub(super) fn bare_choices(&self) -> Option<Diagnostic> {
        let label = self.view.is_name(self.at.checked_sub(1)?) && self.back(2) == "move";
        let bracket = matches!(self.word(), "[" | "{");
        let choice = self.view.is_name(self.at) && matches!(self.next(), "in" | "=");
        (label && (bracket || choice)).then(|| {
            let found = self.error("missing-parentheses", "The choices of a move stand in parentheses");
            let inside = self.part_from(if bracket { self.at + 1 } else { self.at });
            found.hint(format!("Did you mean `{}({inside})`?", short(self.before())))
        })
    }

    /// `{x | x in S}`, `{x : x in S}`
    pub(super) fn set_builder(&self) -> Option<Diagnostic> {
        let opener = self.view.word(self.opener()?);
        (matches!(opener, "{" | "[") && matches!(self.word(), "|" | ":") && self.behind_operand()).then(
            || {
                let found = self.error("set-builder", format!("{} is written `for` here", self.shown()));
                found.hint(format!("Did you mean `for {}`?", self.part_from(self.at + 1)))
            },
        )
    }

    /// `(k in 1..n, k < 3)`, `(k in 1..n, 1 <= k)`
    pub(super) fn condition_for_choice(&self) -> Option<Diagnostic> {
        let compares = |i: usize| matches!(self.view.word(i), "<" | "<=" | ">" | ">=" | "!=" | "==");
        let binder = self.expects(Rule::kw_in) || self.expects(Rule::binds);
        let start = match () {
            _ if binder && !self.behind_expression() && compares(self.at) => self.at - 1,
            _ if self.before() == "," && compares(self.at + 1) && self.expects(Rule::binder) => self.at,
            _ => return None,
        };
        let condition = self.part_from(start);
        let found =
            Diagnostic::error("missing-where", "A condition follows `where`").at(self.span(start), "");
        Some(match self.word() {
            "==" => {
                let value = self.part_from(self.at + 1);
                found.hint(format!(
                    "Did you mean `where {condition}`, or `{} = {value}`?",
                    short(self.before())
                ))
            }
            _ => found.hint(format!("Did you mean `where {condition}`, without the comma?")),
        })
    }

    /// `take(1..n)`
    pub(super) fn nameless_choice(&self) -> Option<Diagnostic> {
        let place = self.expects(Rule::binder) || self.expects(Rule::binders);
        let value = self.view.starts_operand(self.at) && !self.view.is_name(self.at) && self.word() != "(";
        (place && value && matches!(self.before(), "(" | "," | "for")).then(|| {
            let found = self.error("missing-in", "A choice needs a name, which appears in every play");
            match self.part_from(self.at).as_str() {
                part if part.contains("..") => found.hint(format!("Did you mean `k in {part}`?")),
                _ => found.hint("Did you mean a choice such as `k in 1..n`?"),
            }
        })
    }

    /// `table P Nim(a) for ...`, `table only P of ...`
    pub(super) fn only_outcome(&self) -> Option<Diagnostic> {
        let outcome = |i: usize| matches!(self.view.word(i), "P" | "N" | "draw");
        let only = self.view.word(1) == "only" && self.at == 2;
        let bare = outcome(1) && self.at == 2;
        if self.item_word() != "table" || !(only || bare) || self.word() == "(" {
            return None;
        }
        let first = if only { 2 } else { 1 };
        let word = if outcome(first) { self.view.word(first) } else { "P" };
        let mut rest = if outcome(first) { first + 1 } else { first };
        rest += usize::from(matches!(self.view.word(rest), "of" | ":" | "," | "in"));
        let part = self.part_from(rest);
        Some(
            Diagnostic::error(
                "missing-of",
                format!("A table of the {word}-positions only is written with `of`"),
            )
            .at(self.normal.tokens_span(1, rest.saturating_sub(1)), "")
            .hint(format!("Did you mean `table {word} of {part} for ...`?")),
        )
    }

    /// `move take(k in 1..n) then Nim(n - k)`
    pub(super) fn instead_of_to(&self) -> Option<Diagnostic> {
        let of_move = self.clause_word() == "move" && self.in_game() && self.opener().is_none();
        let instead = of_move && self.expects(Rule::kw_to) && matches!(self.word(), "then" | "is" | "into");
        (instead && self.behind_operand()).then(|| {
            let title = format!("A move leads `to` its position, not {}", self.shown());
            let found = self.error("missing-to", title);
            found.hint(format!("Did you mean `to {}`?", self.part_from(self.at + 1)))
        })
    }

    /// `move take(k in 1..n if k < 3)`, `move take if n > 2 to ...`, `to Nim(n - k) where n > 2`
    pub(super) fn if_for_where(&self) -> Option<Diagnostic> {
        let of_move = self.clause_word() == "move" && self.in_game() && self.behind_operand();
        if !of_move || !matches!(self.word(), "if" | "where" | "when") {
            return None;
        }
        let condition = self.part_from(self.at + 1);
        let start = (0..self.at).rev().find(|&i| self.view.word(i) == "move")?;
        let target = self.opener().is_none() && (start..self.at).any(|i| self.view.word(i) == "to");
        if target {
            let found = self.error("misplaced-where", "The condition of a move stands before `to`");
            return Some(found.hint(format!("Did you mean `where {condition}`, before `to`?")));
        }
        let binders = self.opener().is_none_or(|o| self.view.word_before(o.saturating_sub(1)) == "move");
        (binders && self.word() != "where").then(|| {
            let found = self.error("missing-where", "A condition follows `where`");
            found.hint(format!("Did you mean `where {condition}`?"))
        })
    }

    pub(super) fn missing_in(&self) -> Option<Diagnostic> {
        if !(self.expects(Rule::kw_in) || self.expects(Rule::binds)) || self.behind_expression() {
            return None;
        }
        let names = match self.before() {
            ")" => "(x, y)".to_owned(),
            name => short(name),
        };
        let source = match self.word() {
            "" | ")" | "," | "to" | "where" => "1..n".to_owned(),
            ":" | "from" | "of" | "==" | "<" => self.part_from(self.at + 1),
            _ => self.part_from(self.at),
        };
        let found = self.error("missing-in", format!("What `{names}` runs through follows `in`"));
        Some(match self.word() {
            "==" => found.hint(format!("Did you mean `{names} = {source}`?")),
            _ => found.hint(format!("Did you mean `{names} in {source}`?")),
        })
    }

    /// `in` could only continue a comparison or a step of a play here, not a binder.
    pub(super) fn behind_expression(&self) -> bool {
        self.expects(Rule::infix) || self.expects(Rule::arguments) || self.item_word() == "play"
    }

    pub(super) fn missing_to(&self) -> Option<Diagnostic> {
        let graph_line = self.item_word() == "graph" && self.before() != "to" && self.expects(Rule::kw_to);
        let of_move = self.clause_word() == "move" && self.in_game() && self.opener().is_none();
        let lacks = of_move && self.expects(Rule::kw_to) && self.behind_operand();
        if !lacks && !graph_line {
            return None;
        }
        if matches!(self.word(), "=" | "for" | "if" | "then" | "is") {
            return None;
        }
        let from = if self.word() == ":" { self.at + 1 } else { self.at };
        let target = if self.view.starts_operand(from) { self.part_from(from) } else { "...".to_owned() };
        let title = if graph_line { "`to` is missing" } else { "Where this move leads is missing" };
        let found = self.error("missing-to", title);
        Some(match target.as_str() {
            "..." => found.hint("Where does it lead, as in `to Nim(n - 1)`?"),
            target => found.hint(format!("Did you mean `to {target}`?")),
        })
    }

    /// `show X is P`, `show X for n in ...`, `table X` without `for`.
    pub(super) fn misplaced_word(&self) -> Option<Diagnostic> {
        let item = self.item_word();
        if matches!(item, "table" | "period" | "sparse")
            && self.expects(Rule::kw_for)
            && (self.at_end() || self.word() == "for")
        {
            let hint = if item == "table" { "for n in 0..20" } else { "for n" };
            let title = format!("`{item}` needs to know for which positions");
            return Some(self.error("missing-for", title).hint(format!("Did you mean `{hint}` at the end?")));
        }
        let hint = match (self.word(), item) {
            _ if !self.behind_operand() => return None,
            ("is", "show" | "table" | "play") => "Did you mean `expect` at the beginning?",
            ("is", _) if self.is_loose() && self.opener().is_none() => {
                "Did you mean `expect` at the beginning?"
            }
            ("is", _) => "Did you mean `==`, as in `outcome(...) == P`?",
            ("for", "show") => "Did you mean `table` at the beginning?",
            ("where", _) if self.opener().is_none() => {
                "Does it belong behind the choices of `for`, or of a move?"
            }
            ("of", _) => "Did you mean `in`, or `*`?",
            ("then", _) => "Is `if` missing before the condition?",
            ("else", _) => "Is `if ... then ...` missing before it?",
            ("|", _) => "Did you mean `or`?",
            _ => return None,
        };
        Some(self.error("misplaced-word", format!("{} does not fit here", self.shown())).hint(hint))
    }
}
