//! Mistakes in choices, conditions and where a move leads.

use super::mend::Mends;
use super::{Failure, short};
use crate::diagnostic::Diagnostic;
use crate::syntax::parse::foreign;
use crate::syntax::parse::grammar::Rule;
use crate::syntax::token::Token;

impl Failure<'_> {
    pub(super) fn for_each(&self) -> Option<Diagnostic> {
        let each = (self.at.saturating_sub(1)..=self.at)
            .find(|&i| matches!(self.view.word(i), "each" | "every" | "all") && self.view.is_name(i + 1))?;
        (self.view.word_before(each) == "for").then(|| {
            Diagnostic::error("foreign-word", "The word `for` is enough here")
                .at(self.span(each), "")
                .without(self, each)
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
        let found = match self.word() {
            "," => found.replace(self.span(self.at), ":"),
            _ => found.replace(self.place_behind(self.at.saturating_sub(1)), ":"),
        };
        Some(found.hint(format!("Did you mean `: {}`?", self.part_from(first))))
    }

    /// `move take k in 1..n to ...`
    pub(super) fn bare_choices(&self) -> Option<Diagnostic> {
        let label = self.view.is_name(self.at.checked_sub(1)?) && self.back(2) == "move";
        let bracket = matches!(self.word(), "[" | "{");
        let choice = self.view.is_name(self.at) && matches!(self.next(), "in" | "=");
        (label && (bracket || choice)).then(|| {
            let found = self.error("missing-parentheses", "The choices of a move are written in parentheses");
            let inside = self.part_from(if bracket { self.at + 1 } else { self.at });
            let found = match bracket {
                true => found
                    .replace(self.span(self.at), "(")
                    .replace(self.span_of(self.closing(self.at), self.closing(self.at) + 1), ")"),
                false => {
                    let end = (self.at..self.view.tokens.len()).find(|&i| self.view.word(i) == "to");
                    let end = end.unwrap_or(self.view.tokens.len());
                    found
                        .replace(
                            self.span_of(self.at.saturating_sub(1), self.at),
                            format!("{}(", self.before()),
                        )
                        .replace(self.place_behind(end - 1), ")")
                }
            };
            found.hint(format!("Did you mean `{}({inside})`?", short(self.before())))
        })
    }

    /// `{x | x in S}`, `{x : x in S}`
    pub(super) fn set_builder(&self) -> Option<Diagnostic> {
        let opener = self.view.word(self.opener()?);
        (matches!(opener, "{" | "[") && matches!(self.word(), "|" | ":") && self.behind_operand()).then(
            || {
                let found = self.error("set-builder", format!("{} is written `for` here", self.shown()));
                let found = found.word_for(self, self.at, "for");
                found.hint(format!("Did you mean `for {}`?", self.part_from(self.at + 1)))
            },
        )
    }

    /// `(k in 1..n, k < 3)`, `(k in 1..n, 1 <= k)`
    pub(super) fn condition_for_choice(&self) -> Option<Diagnostic> {
        let compares = |i: usize| matches!(self.view.word(i), "<" | "<=" | ">" | ">=" | "!=" | "==");
        let binder = self.expects(Rule::kw_in) || self.expects(Rule::binds);
        let constant = self.before() == "," && compares(self.at + 1);
        let start = match () {
            _ if binder && !self.behind_expression() && compares(self.at) => self.at.saturating_sub(1),
            _ if constant && self.view.token(self.at) == Some(Token::Number) => self.at,
            _ if self.before() == "," && compares(self.at + 1) && self.expects(Rule::binder) => self.at,
            _ => return None,
        };
        let condition = self.part_from(start);
        let found =
            Diagnostic::error("missing-where", "A condition follows `where`").at(self.span(start), "");
        let guarded = self.view.part_before(start.saturating_sub(1)) > 0
            && self.view.word_before(self.view.part_before(start.saturating_sub(1))) == "where";
        let comma = self.span_of(start.saturating_sub(1), start);
        let word = if guarded { " and" } else { " where" };
        let found = found.replace(comma, word);
        let bound = (0..start).any(|i| self.view.word(i) == self.before());
        Some(match self.word() {
            "==" if !bound => {
                let value = self.part_from(self.at + 1);
                let hint =
                    format!("Did you mean `{} = {value}`, or `where {condition}`?", short(self.before()));
                Diagnostic { replacements: vec![], ..found }.hint(hint).replace(self.span(self.at), "=")
            }
            _ if guarded => found.hint(format!("Did you mean `and {condition}`, without the comma?")),
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
                part if part.contains("..") || self.word() == "{" || self.word() == "[" => {
                    let found = found.word_before(self, self.at, "k in");
                    found.hint(format!("Did you mean `k in {part}`?"))
                }
                part => found.hint(format!("Did you mean `k in {{{part}}}`?")).around(
                    self,
                    self.at,
                    self.part_end(self.at),
                    "k in {",
                    "}",
                ),
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
        if let Some(found) = self.game_named_as_an_outcome().filter(|_| bare) {
            return Some(found);
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
            .hint(format!("Did you mean `table {word} of {part} for ...`?"))
            .replace(self.span_of(1, rest), format!("{word} of")),
        )
    }

    /// `table P n`, where P is a game of the text
    fn game_named_as_an_outcome(&self) -> Option<Diagnostic> {
        let name = self.view.word(1);
        let defined = self.view.text.contains(&format!("game {name}("));
        let alone = self.view.is_name(2) && matches!(self.view.word(3), "" | "for");
        let argument = self.view.word(2);
        let text = match self.view.word(3) {
            "for" => format!("{name}({argument})"),
            _ => format!("{name}({argument}) for {argument} in 0..20"),
        };
        let found =
            self.error("missing-parentheses", "The arguments of a position are written in parentheses");
        (defined && alone).then(|| found.instead(self.span_of(1, 3), text))
    }

    /// `move take(k in 1..n) then Nim(n - k)`
    pub(super) fn instead_of_to(&self) -> Option<Diagnostic> {
        let of_move = self.clause_word() == "move" && self.in_game() && self.opener().is_none();
        let instead = of_move && self.expects(Rule::kw_to) && matches!(self.word(), "then" | "is" | "into");
        // `where now is red to ...`: what is compared there.
        let mut clause = (self.at + 1..self.view.tokens.len()).map(|i| self.view.word(i));
        let compared = self.word() == "is" && clause.find(|w| matches!(*w, "to" | "move")) == Some("to");
        (instead && !compared && self.behind_operand()).then(|| {
            let title = format!("A move leads `to` its position, not {}", self.shown());
            let found = self.error("missing-to", title).word_for(self, self.at, "to");
            found.hint(format!("Did you mean `to {}`?", self.part_from(self.at + 1)))
        })
    }

    /// `move take(k in 1..n if k < 3)`, `move take if n > 2 to ...`, `to Nim(n - k) where n > 2`
    pub(super) fn if_for_where(&self) -> Option<Diagnostic> {
        if self.word() == "if" && self.behind_operand() && self.in_comprehension() {
            let condition = self.part_from(self.at + 1);
            let found = self.error("missing-where", "A condition follows `where`");
            let found = found.word_for(self, self.at, "where");
            return Some(found.hint(format!("Did you mean `where {condition}`?")));
        }
        let of_move = self.clause_word() == "move" && self.in_game() && self.behind_operand();
        if !of_move || !matches!(self.word(), "if" | "where" | "when") {
            return None;
        }
        let condition = self.part_from(self.at + 1);
        let start = (0..self.at).rev().find(|&i| self.view.word(i) == "move")?;
        let to = (start..self.at).find(|&i| self.view.word(i) == "to");
        if let Some(to) = to.filter(|_| self.opener().is_none()) {
            if let Some(found) = self.backward_if() {
                return Some(found);
            }
            let guarded = (start..to).rev().take_while(|&i| !self.view.tokens[i].token.closes());
            let word =
                if guarded.into_iter().any(|i| self.view.word(i) == "where") { "and" } else { "where" };
            let end = self.part_end(self.at + 1);
            let moved = format!("{word} {} ", self.text_of(self.at + 1, end));
            let found = self.error("misplaced-where", "The condition of a move comes before `to`");
            let tail = self.place_behind(self.at.saturating_sub(1)).to(self.span_of(self.at, end));
            let found = found.replace(self.place_before(to), moved).replace(tail, "");
            return Some(found.hint(format!("Did you mean `where {condition}`, before `to`?")));
        }
        let binders = self.opener().is_none_or(|o| self.view.word_before(o.saturating_sub(1)) == "move");
        (binders && self.word() != "where").then(|| {
            let found = self.error("missing-where", "A condition follows `where`");
            let found = found.word_for(self, self.at, "where");
            found.hint(format!("Did you mean `where {condition}`?"))
        })
    }

    /// `a if c else b`
    pub(super) fn backward_if(&self) -> Option<Diagnostic> {
        if self.word() != "if" || !self.behind_operand() {
            return None;
        }
        let end = self.part_end(self.at + 1);
        if self.view.word(end) != "else" {
            return None;
        }
        let start = self.view.part_before(self.at);
        let (value, condition) = (self.text_of(start, self.at), self.text_of(self.at + 1, end));
        let other = self.part_from(end + 1);
        let text = format!("if {condition} then {value}");
        Some(
            self.error("backward-if", "The condition of `if` comes first")
                .hint(format!("Did you mean `{text} else {other}`?"))
                .replace(self.span_of(start, end), text),
        )
    }

    /// Whether the place is after `for` inside a set, a list or a call.
    fn in_comprehension(&self) -> bool {
        let start = self.opener().map_or(0, |o| o + 1);
        let mut depth = 0usize;
        (start..self.at).any(|i| {
            let token = self.view.tokens[i].token;
            depth = if token.opens() { depth + 1 } else { depth - usize::from(token.closes() && depth > 0) };
            depth == 0 && self.view.word(i) == "for"
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
        let has_type = self.word() == ":" && matches!(self.next(), "nat" | "int");
        let chosen_behind = self.word() == ":" && self.view.word(self.at + 2) == "in";
        let source = match self.word() {
            _ if chosen_behind => self.part_from(self.at + 3),
            ":" if has_type => self.some_choices(),
            "" | ")" | "," | "to" | "where" | "under" => self.some_choices(),
            ":" | "from" | "of" | "==" | "<" => self.part_from(self.at + 1),
            _ => self.part_from(self.at),
        };
        let found = self.error("missing-in", format!("The values of `{names}` come after `in`"));
        if let Some((end, text)) = self.chosen_from_pairs() {
            return Some(found.instead(self.span_of(self.at - 1, end), text));
        }
        let found = match self.word() {
            "" | ")" | "," | "to" | "where" | "under" => {
                found.replace(self.place_behind(self.at.saturating_sub(1)), format!(" in {source}"))
            }
            // `k: nat in S`
            _ if chosen_behind => found.replace(self.span_of(self.at, self.at + 2), ""),
            ":" if has_type => found.replace(self.span_of(self.at, self.at + 2), format!(" in {source}")),
            ":" | "from" | "of" | "<" => found.word_for(self, self.at, "in"),
            "==" => found.replace(self.span(self.at), "="),
            _ => found.word_before(self, self.at, "in"),
        };
        let found = self.several_values(found);
        Some(match self.word() {
            "==" => found.hint(format!("Did you mean `{names} = {source}`?")),
            _ => found.hint(format!("Did you mean `{names} in {source}`?")),
        })
    }

    /// `w where (v, w) in E`: the pairs that begin, or end, with what is known; where it ends, and what is written instead.
    fn chosen_from_pairs(&self) -> Option<(usize, String)> {
        let word = |k: usize| self.view.word(self.at + k);
        let signs = (self.word(), word(1), word(3), word(5), word(6));
        let (name, (first, second)) = (self.before(), (word(2), word(4)));
        let is_pair = signs == ("where", "(", ",", ")", "in") && (first == name) != (second == name);
        let new = ["u", "x", "a", "p"]
            .into_iter()
            .find(|new| (0..self.view.tokens.len()).all(|i| self.view.word(i) != *new))?;
        let end = self.part_end(self.at + 7);
        let pairs = self.text_of(self.at + 7, end);
        is_pair.then(|| match first == name {
            true => (end, format!("({name}, {new}) in {pairs} where {new} == {second}")),
            false => (end, format!("({new}, {name}) in {pairs} where {new} == {first}")),
        })
    }

    /// Numbers to choose from, for the name before this place: not all of a pile that is split into two.
    fn some_choices(&self) -> String {
        let (name, end) = (self.before(), self.some_end());
        let said = |words: &[&str]| {
            (self.at..self.view.tokens.len())
                .any(|i| words.iter().enumerate().all(|(k, word)| self.view.word(i + k) == *word))
        };
        let splits = said(&["(", name, ")", "+"]) && said(&[end, "-", name]);
        if splits { format!("1..{end}-1") } else { format!("1..{end}") }
    }

    /// `k: 1, 2, 3`: a choice among numbers that are listed.
    pub(super) fn several_values(&self, found: Diagnostic) -> Diagnostic {
        let from = if matches!(self.word(), ":" | "from" | "of" | "<") { self.at + 1 } else { self.at };
        let Some(end) = self.listed(from) else { return found };
        found.around(self, from, end, "{", "}")
    }

    /// The token after a list of numbers without brackets that begins at `from`.
    pub(super) fn listed(&self, from: usize) -> Option<usize> {
        let number = |i: usize| self.view.token(i) == Some(Token::Number);
        let mut end = from + 1;
        while number(from) && self.view.word(end) == "," && number(end + 1) {
            end += 2;
        }
        (end > from + 1).then_some(end)
    }

    /// `k in 1, 2, 3`
    pub(super) fn listed_choice(&self) -> Option<Diagnostic> {
        let first = (0..self.at).rev().find(|&i| self.view.word(i) == "in")? + 1;
        let end = self.listed(first).filter(|&end| end + 1 >= self.at && self.at > first)?;
        let values = self.text_of(first, end);
        Some(
            Diagnostic::error("missing-in", "The values of a choice are written in brackets")
                .at(self.span_of(first, end), "")
                .hint(format!("Did you mean `in {{{values}}}`?"))
                .around(self, first, end, "{", "}"),
        )
    }

    /// `for k in range(n):` above a move.
    pub(super) fn loop_around_move(&self) -> Option<Diagnostic> {
        let start = (self.at.saturating_sub(1)..=self.at).find(|&i| self.view.word(i) == "for")?;
        let name = start + 1;
        if !self.in_game() || self.view.word(name + 1) != "in" || !self.view.is_name(name) {
            return None;
        }
        let colon = (start..self.view.tokens.len()).find(|&i| self.view.word(i) == ":");
        let label = (start..self.view.tokens.len()).find(|&i| self.view.word(i) == "move")? + 1;
        let end = colon.filter(|&c| c < label).unwrap_or(label - 1);
        let source = self.source_of_loop(name + 2, end);
        let choice = format!("{} in {source}", self.view.word(name));
        let behind = if self.view.word(label + 1) == "(" { self.closing(label + 1) + 1 } else { label + 1 };
        let word = self.view.word(label);
        Some(
            Diagnostic::error("loop-around-move", "A move says itself what it chooses from")
                .at(self.span_of(start, end + 1), "")
                .hint(format!("Did you mean `move {}({choice})`?", short(word)))
                .replace(self.span_of(start, label - 1), "")
                .replace(self.span_of(label, behind), format!("{word}({choice})")),
        )
    }

    /// `range(n)` counts from 1 here.
    fn source_of_loop(&self, from: usize, end: usize) -> String {
        if self.view.word(from) != "range" || self.view.word(from + 1) != "(" {
            return self.text_of(from, end).to_owned();
        }
        let close = self.closing(from + 1);
        let comma = (from..close).find(|&i| self.view.word(i) == ",");
        let last = |from: usize| {
            let text = self.text_of(from, close);
            match text.strip_suffix("+ 1").or(text.strip_suffix("+1")) {
                Some(before) => before.trim().to_owned(),
                None if comma.is_some() => format!("{text} - 1"),
                None => text.to_owned(),
            }
        };
        match comma {
            Some(comma) => format!("{}..{}", self.text_of(from + 2, comma), last(comma + 1)),
            None => format!("1..{}", last(from + 2)),
        }
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
        let found = match (self.word(), target.as_str()) {
            (_, "...") => found,
            (":", _) => found.word_for(self, self.at, "to"),
            _ => found.word_before(self, self.at, "to"),
        };
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
            let name = self.last_name().unwrap_or("n");
            if let Some(found) = self.in_without_for(name) {
                return Some(found);
            }
            let hint = match item {
                "table" => format!("for {name} in 0..20"),
                "sparse" => format!("for {name} in 0..1000"),
                _ => format!("for {name}"),
            };
            let title = format!("`{item}` needs to know for which positions");
            let found = self
                .error("missing-for", title)
                .replace(self.place_behind(self.at.saturating_sub(1)), format!(" {hint}"));
            return Some(found.hint(format!("Did you mean `{hint}` at the end?")));
        }
        let hint = match (self.word(), item) {
            _ if !self.behind_operand() => return None,
            ("is", "show") if self.view.token(self.at + 1) == Some(Token::Number) && !self.of_position() => {
                return Some(self.is_inside());
            }
            ("is", "show" | "table" | "play") if self.opener().is_none() => {
                "Did you mean `expect` at the beginning?"
            }
            ("is", _) if self.is_loose() && self.opener().is_none() => {
                "Did you mean `expect` at the beginning?"
            }
            ("is", _) => return Some(self.is_inside()),
            ("for", "show") => "Did you mean `table` at the beginning?",
            ("where", _) if self.opener().is_none() => {
                "Does it belong after the choices of `for`, or of a move?"
            }
            ("of", _) if matches!(self.before(), "sets" | "lists" | "bags" | "maps") => {
                let found =
                    self.error("misplaced-word", format!("`{}` is written without `s`", self.before()));
                let word = self.before().trim_end_matches('s');
                return Some(found.instead(self.span(self.at.saturating_sub(1)), word));
            }
            ("of", _) => "Did you mean `in`, or `*`?",
            ("then", "play") => {
                let found = self.error("misplaced-word", "A comma separates two moves");
                return Some(
                    found.instead(self.place_behind(self.at.saturating_sub(1)).to(self.span(self.at)), ","),
                );
            }
            ("then", _) => "Is `if` missing before the condition?",
            ("else", _) => "Is `if ... then ...` missing before it?",
            ("|", _) => return Some(self.bar()),
            _ => return None,
        };
        let found = self.error("misplaced-word", format!("{} does not fit here", self.shown())).hint(hint);
        Some(match (self.word(), item) {
            ("is", "show" | "table" | "play") => found.replace(self.span(0), "expect"),
            ("is", _) => found.word_before(self, 0, "expect"),
            ("for", "show") => found.replace(self.span(0), "table"),
            ("of", _) => found.word_for(self, self.at, "in"),
            ("then", _) => found.word_before(self, self.view.part_before(self.at), "if"),
            _ => found,
        })
    }

    /// `table Nim(n) in 0..5`
    fn in_without_for(&self, name: &str) -> Option<Diagnostic> {
        let last = (0..self.at).rev().find(|&i| self.view.word(i) == "in")?;
        let outside = (0..last).filter(|&i| self.view.tokens[i].token.opens()).count()
            == (0..last).filter(|&i| self.view.tokens[i].token.closes()).count();
        outside.then(|| {
            let title = format!("The range of a {} comes after `for`", self.item_word());
            let found = Diagnostic::error("missing-for", title).at(self.span(last), "");
            let choice = format!("for {name} in");
            let range = self.part_from(last + 1);
            found.hint(format!("Did you mean `{choice} {range}`?")).word_for(self, last, &choice)
        })
    }

    /// `S | T`, `k in 1..3 | k < n`, `n > 1 | n < 5`
    fn bar(&self) -> Diagnostic {
        let found = self.error("misplaced-word", "`|` does not fit here");
        let start = self.view.part_before(self.at);
        let compares = |from: usize, to: usize| {
            (from..to).any(|i| matches!(self.view.word(i), "<" | "<=" | ">" | ">=" | "==" | "!="))
        };
        let binder = self.view.word(start + 1) == "in" && self.view.is_name(start);
        let word = match (binder, compares(start, self.at)) {
            (true, _) => "where",
            (false, true) => "or",
            (false, false) if compares(self.at, self.part_end(self.at + 1)) => "or",
            (false, false) if !foreign::sets_beside(self.view, self.at) && self.item_word() == "expect" => {
                "or"
            }
            (false, false) => "union",
        };
        found.hint(format!("Did you mean `{word}`?")).word_for(self, self.at, word)
    }

    /// The name in the last brackets: what a table of `Nim(n)` runs through.
    fn last_name(&self) -> Option<&str> {
        let called = |i: &usize| self.view.word(i + 1) == "(";
        (0..self.at).rev().find(|&i| self.view.is_name(i) && !called(&i)).map(|i| self.view.word(i))
    }

    /// Whether the question is about a position, as far as its first letter tells.
    fn of_position(&self) -> bool {
        self.view.word(1).starts_with(char::is_uppercase)
    }

    /// `where P is N`: inside an expression, an outcome is compared.
    fn is_inside(&self) -> Diagnostic {
        let start = self.view.part_before(self.at);
        let start = (start..self.at).rev().find(|&i| matches!(self.view.word(i), "and" | "or" | "not"));
        let start = start.map_or(self.view.part_before(self.at), |i| i + 1);
        let left = self.text_of(start, self.at);
        let outcome = matches!(self.next(), "P" | "N" | "draw" | "Left" | "Right");
        // Games have names with a capital, as in `Nim(3) is 0`; of all else two values are compared.
        let position = left.starts_with(char::is_uppercase) && left.ends_with([')', ']']) || left == "P";
        let call = match outcome {
            true if !left.starts_with("outcome") => format!("outcome({left})"),
            false if position || self.next() == "*" && !left.starts_with("value") => format!("value({left})"),
            _ => left.to_owned(),
        };
        let found = self.error("misplaced-word", "`is` is used only in `expect`");
        if outcome && self.in_game() {
            return found.hint("Can the rule say it without asking who wins?");
        }
        let found = found.replace(self.span_of(start, self.at), call.clone());
        let star = usize::from(self.next() == "*");
        let found = found.replace(self.span_of(self.at, self.at + 1 + star), "==");
        found.hint(format!("Did you mean `{call} == {}`?", self.part_from(self.at + 1 + star)))
    }
}
