//! What pest could not read, said in a sentence: from the tokens around the place where it stopped.

use super::Place;
use super::grammar::Rule;
use super::normal::Normal;
use super::words;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::items::{CLAUSE_WORDS, ITEM_WORDS, View, nearest};
use crate::syntax::token::Token;
use pest::error::{Error, ErrorVariant};

/// Words that stand between operands or parts.
const JOINING_WORDS: &[&str] = &[
    "and", "or", "not", "mod", "xor", "union", "common", "minus", "flip", "with", "without", "to", "where",
    "for", "in", "then", "else", "is", "under",
];

/// Words that people use as names, and that are not met by accident where a value is expected.
const NOUNS: &[&str] = &[
    "set",
    "list",
    "bag",
    "map",
    "nat",
    "int",
    "bool",
    "text",
    "cell",
    "position",
    "same",
    "starts",
    "picture",
    "minus",
    "common",
    "union",
    "flip",
    "wins",
    "ends",
    "from",
    "use",
    "game",
    "graph",
    "show",
    "table",
    "period",
    "play",
    "expect",
    "move",
    "decreases",
    "splits",
];

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
    Diagnostic::error("missing-parameters", "a game needs parameters: they make up its positions")
        .at(span, "nothing between these parentheses")
        .hint(format!("What does a position consist of, as in `game {game}(n: nat)`?"))
}

/// `move take() to ...`
pub(super) fn empty_move_parentheses(span: Span) -> Diagnostic {
    Diagnostic::error("empty-parentheses", "there is nothing to choose between these parentheses")
        .at(span, "")
        .hint("Can the parentheses be left out, as in `move take to ...`?")
}

/// `(x, y) = pair`
pub(super) fn tuple_is(span: Span) -> Diagnostic {
    Diagnostic::error("tuple-equals", "`=` gives a value to one name, not to several at once")
        .at(span, "")
        .hint("Did you mean `(x, y) in {...}`, or one name and its parts?")
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
            Self::equals,
            Self::for_each,
            Self::foreign_word,
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
            Self::missing_in,
            Self::incomplete_if,
            Self::missing_to,
            Self::fixed_word,
            Self::empty_parentheses,
            Self::decimal,
            Self::misplaced_word,
            Self::missing_value,
            Self::called_value,
            Self::missing_between,
            Self::not_an_item,
        ];
        ways.iter().find_map(|way| way(self)).unwrap_or_else(|| self.anything())
    }

    // ---- what stands where

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

    /// The place that was not understood; just behind the last token if the end came too early.
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
                || matches!(self.view.word(i), "where" | "to" | "for");
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

    // ---- the mistakes, the more telling first

    fn empty(&self) -> Option<Diagnostic> {
        let what = match self.place {
            Place::Binders => "a choice such as `n in 0..50`",
            _ => "an expression",
        };
        self.view
            .tokens
            .is_empty()
            .then(|| self.error("nothing-written", format!("there is nothing here where {what} belongs")))
    }

    fn equals(&self) -> Option<Diagnostic> {
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

    fn for_each(&self) -> Option<Diagnostic> {
        let each =
            (self.at.saturating_sub(1)..=self.at).find(|&i| matches!(self.view.word(i), "each" | "every"))?;
        (self.view.word_before(each) == "for").then(|| {
            Diagnostic::error("foreign-word", "here one says only `for`")
                .at(self.span(each), "")
                .hint(format!("Did you mean `for {}`?", self.part_from(each + 1)))
        })
    }

    fn foreign_word(&self) -> Option<Diagnostic> {
        let here = [self.at, self.at.saturating_sub(1)].into_iter().find_map(|i| {
            let known = self.view.is_name(i) && (i == self.at || self.view.starts_operand(self.at));
            let plain = !matches!(self.view.word_before(i), "ends" | "wins") || self.view.word(i) != "when";
            words::foreign_word(self.view.word(i)).filter(|_| known && plain).map(|said| (i, said))
        });
        let (i, (note, hint)) = here?;
        let expected_name = self.expects(Rule::name) && i == self.at;
        let word = self.view.word(i);
        let hint = if word == "return" && !self.in_game() { "Can it be left out?" } else { hint };
        (!expected_name).then(|| {
            Diagnostic::error("foreign-word", format!("`{word}` is no word of this language"))
                .at(self.span(i), "")
                .note(note)
                .hint(hint)
        })
    }

    fn keyword_as_name(&self) -> Option<Diagnostic> {
        if self.view.token(self.at) != Some(Token::Keyword) {
            return None;
        }
        let (word, before, next) = (self.word(), self.before(), self.next());
        let introduced = match before {
            "let" | "game" | "graph" | "under" | "." => true,
            "move" => !matches!(word, "to" | "where"),
            "from" | "to" | "," if self.item_word() == "graph" => !matches!(word, "to" | "from"),
            _ => false,
        };
        let bound = matches!(before, "(" | "," | "for") && matches!(next, ":" | "in" | "=" | "," | ")");
        let value = !self.behind_operand()
            && NOUNS.contains(&word)
            && !self.view.starts_clause(self.at)
            && before != ":";
        let alone = self.at == 0 && matches!(next, "=" | "+" | "-");
        let is_type =
            matches!(word, "nat" | "int" | "set" | "bool") && self.in_params() && !matches!(next, ":");
        ((introduced || bound || (value && self.at > 0) || alone) && !is_type).then(|| {
            let title = format!("`{word}` is a word of the language, choose another name");
            let found = self.error("keyword-as-name", title);
            match (word, next) {
                ("set", "(") => found.hint("Did you mean a set in curly brackets, as in `{1, 2}`?"),
                ("list", "(") => found.hint("Did you mean a list in square brackets, as in `[1, 2]`?"),
                _ => found.hint(format!("Would `{word}_` do, or `my_{word}`?")),
            }
        })
    }

    fn misplaced_clause(&self) -> Option<Diagnostic> {
        if !self.view.starts_clause(self.at) || self.opener().is_some() {
            return None;
        }
        let word = if self.view.is_name(self.at) { "move" } else { self.word() };
        if word == "from" && self.item_word() != "graph" {
            let found = self.error("misplaced-clause", "`from` belongs inside a graph");
            return Some(found.hint("Is a line such as `graph Name` missing above it?"));
        }
        let outside =
            !self.in_game() && (self.at == 0 || self.view.first_on_line(self.at) || self.behind_operand());
        (word != "from" && outside).then(|| {
            let found = self.error("misplaced-clause", format!("`{word}` belongs inside a game"));
            found.hint("Is a line such as `game Name(n: nat)` missing above it?")
        })
    }

    /// A word close to one that fits here, or at the beginning of a broken item.
    fn misspelt(&self) -> Option<Diagnostic> {
        let first = (self.is_loose()
            && self.at > 0
            && self.view.is_name(0)
            && matches!(self.place, Place::File | Place::Prompt))
        .then_some(0)
        .filter(|_| self.at <= 3);
        if let Some(meant) =
            first.and_then(|i| nearest(self.view.word(i), &[ITEM_WORDS, CLAUSE_WORDS].concat()))
        {
            return Some(self.did_you_mean(0, meant));
        }
        let fits =
            self.behind_operand() || matches!(self.before(), "ends" | "wins" | "splits" | "same" | "loopy");
        if !self.view.is_name(self.at) || !fits {
            return None;
        }
        let begins =
            self.view.first_on_line(self.at) || self.view.is_name(self.at + 1) || self.next() == "move";
        let special: &[&str] = match self.before() {
            "ends" | "wins" => &["when"],
            "splits" => &["into"],
            "same" => &["as"],
            "loopy" => &["game"],
            _ => &[],
        };
        let near = |words: &[&'static str]| nearest(self.word(), words);
        let clauses = [CLAUSE_WORDS, ITEM_WORDS, &["left", "right"]].concat();
        let meant = nearest(self.word(), special)
            .or_else(|| if begins { near(&clauses) } else { None })
            .or_else(|| near(JOINING_WORDS))
            .filter(|meant| *meant != self.word())?;
        Some(self.did_you_mean(self.at, meant))
    }

    fn did_you_mean(&self, i: usize, meant: &str) -> Diagnostic {
        let word = short(self.view.word(i));
        Diagnostic::error("misspelt-word", format!("`{word}` is not a word that fits here"))
            .at(self.span(i), "")
            .hint(format!("Did you mean `{meant}`?"))
    }

    fn missing_name(&self) -> Option<Diagnostic> {
        let (code, title, hint) = match self.before() {
            "move" => {
                let rest = if self.word() == "(" { "take(...)" } else { "take" };
                (
                    "missing-move-name",
                    "a move needs a name: it appears in every play",
                    format!("Did you mean `move {rest}`?"),
                )
            }
            "game" => ("missing-name", "a game needs a name", "Did you mean `game Nim(n: nat)`?".to_owned()),
            "graph" => ("missing-name", "a graph needs a name", "Did you mean `graph G`?".to_owned()),
            "let" => ("missing-name", "a definition needs a name", "Did you mean `let x = ...`?".to_owned()),
            "under" => (
                "missing-name",
                "`under` needs the name of a way to play",
                "Did you mean `under misere`?".to_owned(),
            ),
            "use" => (
                "missing-name",
                "`use` needs a file name in quotes",
                "Did you mean `use \"octal\"`?".to_owned(),
            ),
            _ => return self.no_parameters(),
        };
        Some(self.error(code, title).hint(hint))
    }

    /// `game Nim` and then a clause.
    fn no_parameters(&self) -> Option<Diagnostic> {
        let name = self.at.checked_sub(1)?;
        if self.back(2) != "game" || !self.view.is_name(name) || !self.in_game() {
            return None;
        }
        let game = short(self.view.word(name));
        Some(
            Diagnostic::error("missing-parameters", "a game needs parameters: they make up its positions")
                .at(self.span(name), "")
                .hint(format!("What does a position consist of, as in `game {game}(n: nat)`?")),
        )
    }

    /// A game or graph of which only the first line is there.
    fn no_clauses(&self) -> Option<Diagnostic> {
        let none = self.at_end() && !(0..self.at).any(|i| self.view.starts_clause(i));
        match self.item_word() {
            "game" if none && self.before() == ")" && self.expects(Rule::move_clause) => {
                let found = self.error("missing-clauses", "this game has no moves");
                Some(found.hint("Which moves are there, as in `move take(k in 1..n) to Nim(n - k)`?"))
            }
            "graph" if none => {
                let found = self.error("missing-clauses", "this graph has no lines");
                Some(found.hint("Which moves are there, as in `from a to b, c`?"))
            }
            _ => None,
        }
    }

    /// `let x 3`, `let f n = n + 1`, `let f(n: nat)`
    fn no_definition(&self) -> Option<Diagnostic> {
        if self.item_word() != "let" || !self.expects(Rule::assign) || self.opener().is_some() {
            return None;
        }
        let found = self
            .error("missing-equals", format!("what `{}` stands for follows `=`", short(self.view.word(1))));
        Some(match (self.at_end(), self.view.is_name(self.at) && self.next() == "=") {
            (true, _) => found.hint("Did you mean `= ...` at the end?"),
            (_, true) => {
                found.hint(format!("Did you mean `{}({}: nat) =`?", short(self.before()), short(self.word())))
            }
            _ => found.hint(format!("Did you mean `= {}`?", self.part_from(self.at))),
        })
    }

    /// `play Nim(7) take(2)`
    fn no_colon(&self) -> Option<Diagnostic> {
        let steps = matches!(self.view.tokens.get(self.at)?.token, Token::Name | Token::Comma);
        if self.item_word() != "play" || !self.expects(Rule::colon) || !steps {
            return None;
        }
        let first = if self.word() == "," { self.at + 1 } else { self.at };
        let found = self.error("missing-colon", "the moves of a play follow a colon");
        Some(found.hint(format!("Did you mean `: {}`?", self.part_from(first))))
    }

    /// `move take k in 1..n to ...`
    fn bare_choices(&self) -> Option<Diagnostic> {
        let label = self.view.is_name(self.at.checked_sub(1)?) && self.back(2) == "move";
        let bracket = matches!(self.word(), "[" | "{");
        let choice = self.view.is_name(self.at) && matches!(self.next(), "in" | "=");
        (label && (bracket || choice)).then(|| {
            let found = self.error("missing-parentheses", "the choices of a move stand in parentheses");
            let inside = self.part_from(if bracket { self.at + 1 } else { self.at });
            found.hint(format!("Did you mean `{}({inside})`?", short(self.before())))
        })
    }

    /// `{x | x in S}`, `{x : x in S}`
    fn set_builder(&self) -> Option<Diagnostic> {
        let opener = self.view.word(self.opener()?);
        (matches!(opener, "{" | "[") && matches!(self.word(), "|" | ":") && self.behind_operand()).then(
            || {
                let found = self.error("set-builder", format!("{} is written `for` here", self.shown()));
                found.hint(format!("Did you mean `for {}`?", self.part_from(self.at + 1)))
            },
        )
    }

    /// `(k in 1..n, k < 3)`, `(k in 1..n, 1 <= k)`
    fn condition_for_choice(&self) -> Option<Diagnostic> {
        let compares = |i: usize| matches!(self.view.word(i), "<" | "<=" | ">" | ">=" | "!=" | "==");
        let binder = self.expects(Rule::kw_in) || self.expects(Rule::binds);
        let start = match () {
            _ if binder && !self.behind_expression() && compares(self.at) => self.at - 1,
            _ if self.before() == "," && compares(self.at + 1) && self.expects(Rule::binder) => self.at,
            _ => return None,
        };
        let condition = self.part_from(start);
        let found =
            Diagnostic::error("missing-where", "a condition follows `where`").at(self.span(start), "");
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

    fn parameter(&self) -> Option<Diagnostic> {
        if !self.in_params() {
            return None;
        }
        let (word, before) = (self.word(), self.before());
        if let Some(found) = self.run_together().or_else(|| self.no_type()) {
            return Some(found);
        }
        let type_first =
            matches!(word, "nat" | "int" | "set" | "bool" | "list" | "bag") && self.view.is_name(self.at + 1);
        if matches!(before, "(" | ",") && type_first {
            let hint = format!("Did you mean `{}: {word}`?", self.next());
            return Some(self.error("missing-type", "the name comes first, then its type").hint(hint));
        }
        if self.view.is_name(self.at.checked_sub(1)?) && matches!(self.back(2), "(" | ",") && word != "->" {
            return Some(self.untyped(before));
        }
        if matches!(before, "set" | "list" | "bag") {
            let title = format!("a {before} of what?");
            return Some(self.error("missing-type", title).hint(format!("Did you mean `{before} of nat`?")));
        }
        if matches!(before, ":" | "of" | "->" | "|") {
            return Some(
                self.error("missing-type", format!("a type is missing after `{before}`")).note(TYPES),
            );
        }
        if matches!(before, "(" | ",") && (self.at_end() || matches!(word, ")" | ",")) {
            let found = self.error("missing-parameter", format!("a parameter is missing after `{before}`"));
            return Some(found.hint("Is the comma one too many?"));
        }
        None
    }

    /// `(r: 1.. c: 1..)`, `(r: nat c: nat)`
    fn run_together(&self) -> Option<Diagnostic> {
        let name = match self.word() {
            ":" => self.at.checked_sub(1)?,
            _ => self.at,
        };
        let typed =
            self.view.is_name(name) && self.view.word(name + 1) == ":" && self.view.ends_type(name - 1);
        typed.then(|| {
            let title = format!("a comma is missing before `{}`", short(self.view.word(name)));
            Diagnostic::error("missing-comma", title)
                .at(self.span(name), "")
                .hint("Did you mean `,` before it?")
        })
    }

    /// `(s: {1, 2})`: a value where a type belongs.
    fn no_type(&self) -> Option<Diagnostic> {
        if !self.expects(Rule::range_sign) || !matches!(self.word(), "," | ")" | "") {
            return None;
        }
        let colon = (0..self.at).rev().find(|&i| self.view.word(i) == ":")?;
        let span = self.normal.tokens_span(colon + 1, self.at - 1);
        let title = format!("`{}` is no type", short(&self.view.text[span.range()]));
        Some(Diagnostic::error("missing-type", title).at(span, "").note(TYPES))
    }

    /// `(n)`, `(n nat)`, `(n in 0..7)`
    fn untyped(&self, name: &str) -> Diagnostic {
        let name = short(name);
        let ty = match self.word() {
            "," | ")" | "" => "nat".to_owned(),
            "in" | "=" | "of" => self.part_from(self.at + 1),
            _ => self.part_from(self.at),
        };
        Diagnostic::error("missing-type", format!("the parameter `{name}` has no type"))
            .at(self.span(self.at - 1), "")
            .hint(format!("Did you mean `{name}: {ty}`?"))
    }

    fn missing_in(&self) -> Option<Diagnostic> {
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
        let found = self.error("missing-in", format!("what `{names}` runs through follows `in`"));
        Some(match self.word() {
            "==" => found.hint(format!("Did you mean `{names} = {source}`?")),
            _ => found.hint(format!("Did you mean `{names} in {source}`?")),
        })
    }

    /// `in` could only continue a comparison or a step of a play here, not a binder.
    fn behind_expression(&self) -> bool {
        self.expects(Rule::infix) || self.expects(Rule::arguments) || self.item_word() == "play"
    }

    fn incomplete_if(&self) -> Option<Diagnostic> {
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

    fn missing_to(&self) -> Option<Diagnostic> {
        let graph_line = self.item_word() == "graph" && self.before() != "to" && self.expects(Rule::kw_to);
        let of_move = self.clause_word() == "move" && self.in_game() && self.opener().is_none();
        if !(of_move && self.expects(Rule::kw_to) && self.behind_operand()) && !graph_line {
            return None;
        }
        if matches!(self.word(), "=" | "for" | "if" | "then" | "is") {
            return None;
        }
        let from = if self.word() == ":" { self.at + 1 } else { self.at };
        let target = if self.view.starts_operand(from) { self.part_from(from) } else { "...".to_owned() };
        let title = if graph_line { "`to` is missing" } else { "where this move leads is missing" };
        let found = self.error("missing-to", title);
        Some(match target.as_str() {
            "..." => found.hint("Where does it lead, as in `to Nim(n - 1)`?"),
            target => found.hint(format!("Did you mean `to {target}`?")),
        })
    }

    /// Words that only come in pairs.
    fn fixed_word(&self) -> Option<Diagnostic> {
        let (first, second) = match self.before() {
            "ends" => ("ends", "when"),
            "wins" => ("wins", "when"),
            "splits" => ("splits", "into"),
            "same" => ("same", "as"),
            "loopy" => ("loopy", "game"),
            owner @ ("left" | "right") if matches!(self.word(), "left" | "right") => (owner, "move"),
            _ => return None,
        };
        let title = format!("after `{first}` comes `{second}`");
        Some(self.error("missing-word", title).hint(format!("Did you mean `{first} {second}`?")))
    }

    fn empty_parentheses(&self) -> Option<Diagnostic> {
        let pair = (self.before(), self.word());
        matches!(pair, ("(", ")") | ("[", "]")).then(|| {
            Diagnostic::error("empty-parentheses", "there is nothing between these brackets")
                .at(self.normal.tokens_span(self.at - 1, self.at), "")
                .hint("Is something missing there, or can they be left out?")
        })
    }

    fn decimal(&self) -> Option<Diagnostic> {
        let number = |i: usize| self.view.token(i) == Some(Token::Number);
        (self.before() == "." && number(self.at) && self.at >= 2 && number(self.at - 2)).then(|| {
            Diagnostic::error("decimal", "numbers are whole here")
                .at(self.normal.tokens_span(self.at - 2, self.at), "")
                .hint(format!("Did you mean the range `{}..{}`?", self.back(2), self.word()))
        })
    }

    /// `show X is P`, `show X for n in ...`, `table X` without `for`.
    fn misplaced_word(&self) -> Option<Diagnostic> {
        let item = self.item_word();
        if matches!(item, "table" | "period")
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
            ("is", _) => "Did you mean `==`?",
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

    fn missing_value(&self) -> Option<Diagnostic> {
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
    fn called_value(&self) -> Option<Diagnostic> {
        let called = self.word() == "(" && self.behind_operand() && !self.view.is_name(self.at - 1);
        called.then(|| {
            let found = self.error("missing-sign", "only a name can be called, so a sign is missing here");
            found.hint("Did you mean `*` before the bracket?")
        })
    }

    fn missing_between(&self) -> Option<Diagnostic> {
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

    fn not_an_item(&self) -> Option<Diagnostic> {
        (self.at == 0 && matches!(self.place, Place::File | Place::Prompt) && self.is_loose()).then(|| {
            self.error("expected-item", format!("nothing begins with {}", self.shown()))
                .note("a file consists of `game`, `graph`, `let` and `use`, and of questions: `show`, `table`, `period`, `play`, `expect`")
                .hint("Is a word such as `show` missing before it?")
        })
    }

    fn anything(&self) -> Diagnostic {
        let mut fitting: Vec<&str> = self.expected.iter().filter_map(|&r| in_words(r)).collect();
        fitting.sort_unstable();
        fitting.dedup();
        let found = match self.at_end() {
            true => self.error("unexpected", "the end comes too early"),
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

const TYPES: &str = "types are `nat`, `int`, `0..7`, `bool`, `text`, `cell`, `position`, `set of T`, `bag of T`, `list of T`, `map of K to V`, `(T, U)`, `red | black`";

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
