//! Mistakes in what begins an item or a clause: names, parameters, types, and words in the wrong place.

use super::mend::Mends;
use super::{Failure, short};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::items::{RawItem, cut};
use crate::syntax::parse::grammar::Rule;

const TYPES: &str = "Types are `nat`, `int`, `0..7`, `bool`, `text`, `cell`, `position`, `set of T`, `bag of T`, `list of T`, `map of K to V`, `(T, U)`, `red | black`.";

impl Failure<'_> {
    pub(super) fn misplaced_clause(&self) -> Option<Diagnostic> {
        if !self.view.starts_clause(self.at) || self.opener().is_some() {
            return None;
        }
        let word = if self.view.is_name(self.at) { "move" } else { self.word() };
        if word == "from" && self.item_word() != "graph" {
            let found = self.error("misplaced-clause", "`from` belongs inside a graph");
            let header = self.in_game() && self.clause_word() == self.view.word(0);
            let found = match header {
                true => found.replace(self.span_of(0, self.at), format!("graph {}\n ", self.view.word(1))),
                false => found.word_before(self, self.at, "graph G\n "),
            };
            return Some(found.hint("Is a line such as `graph Name` missing above it?"));
        }
        let outside =
            !self.in_game() && (self.at == 0 || self.view.first_on_line(self.at) || self.behind_operand());
        (word != "from" && outside).then(|| {
            let found = self.error("misplaced-clause", format!("`{word}` belongs inside a game"));
            let to = (self.at..self.view.tokens.len()).find(|&i| self.view.word(i) == "to");
            let name = to.map_or("", |to| self.view.word(to + 1));
            let name = if name.starts_with(char::is_uppercase) { name } else { "Name" };
            if let Some(end) = self.end_of_game(name) {
                let clause = self.span_of(self.at, self.view.tokens.len());
                let text = format!("\n  {}", &self.view.text[clause.range()]);
                let gone = self.place_behind_or_start(self.at).to(clause);
                let found = found.replace(Span::new(clause.file, end, end), text).replace(gone, "");
                return found.hint(format!("Does it belong to `game {name}`, above?"));
            }
            let header = format!("game {name}(n: nat)");
            let found = match name {
                "Name" => found,
                _ => found.word_before(self, self.at, &format!("{header}\n ")),
            };
            found.hint(format!("Is a line such as `{header}` missing above it?"))
        })
    }

    /// Where the game of that name ends, if it is above.
    fn end_of_game(&self, name: &str) -> Option<usize> {
        let text = &self.view.text[..self.span(self.at).range().start];
        let own = |item: &&RawItem| {
            let words: Vec<&str> =
                text[item.span.clone()].split(|c: char| !c.is_alphanumeric()).take(3).collect();
            matches!(words.as_slice(), ["game", own, ..] | ["loopy", "game", own] if *own == name)
        };
        cut(text).0.iter().find(own).map(|item| item.span.end)
    }

    /// The place after the token before `i`, or the beginning of the token itself.
    fn place_behind_or_start(&self, i: usize) -> Span {
        match i {
            0 => self.place_before(0),
            _ => self.place_behind(i - 1),
        }
    }

    /// `take(k in 1..n) to Nim(n - k)`
    pub(super) fn no_move(&self) -> Option<Diagnostic> {
        let inside = self.in_game() && self.opener().is_none() && self.behind_operand();
        (inside && self.view.lacks_move(self.at)).then(|| {
            let rest = if self.next() == "(" { "(...)" } else { "" };
            self.error("missing-move", "A move begins with the word `move`")
                .word_before(self, self.at, "move")
                .hint(format!("Did you mean `move {}{rest}`?", short(self.word())))
        })
    }

    /// `game Nim(n: nat):`
    pub(super) fn after_header(&self) -> Option<Diagnostic> {
        let header = self.in_game()
            && self.opener().is_none()
            && self.before() == ")"
            && self.clause_word() == self.view.word(0)
            && matches!(self.word(), ":" | "=" | "is" | "->");
        header.then(|| {
            self.error("after-header", "The moves of a game follow its first line, with nothing between")
                .without(self, self.at)
                .hint(format!("Can {} be left out?", self.shown()))
        })
    }

    pub(super) fn missing_name(&self) -> Option<Diagnostic> {
        let (code, title, hint) = match self.before() {
            "move" => {
                let rest = if self.word() == "(" { "take(...)" } else { "take" };
                (
                    "missing-move-name",
                    "A move needs a name: it appears in every play",
                    format!("Did you mean `move {rest}`?"),
                )
            }
            "game" => ("missing-name", "A game needs a name", "Did you mean `game Nim(n: nat)`?".to_owned()),
            "graph" => ("missing-name", "A graph needs a name", "Did you mean `graph G`?".to_owned()),
            "let" => ("missing-name", "A definition needs a name", "Did you mean `let x = ...`?".to_owned()),
            "under" => (
                "missing-name",
                "`under` needs the name of a way to play",
                "Did you mean `under misere`?".to_owned(),
            ),
            "use" => {
                let name = if self.at_end() { "octal".to_owned() } else { self.file_name() };
                (
                    "use-without-quotes",
                    "The name of a module or a file is written in quotes",
                    format!("Did you mean `use \"{name}\"`?"),
                )
            }
            _ => return self.no_parameters(),
        };
        let found = self.error(code, title).hint(hint);
        Some(match self.before() {
            "move" if self.word() == "(" => found.replace(self.place_before(self.at), "take"),
            "move" => found.word_before(self, self.at, "take"),
            "game" if self.word() == "(" => found.replace(self.place_before(self.at), "Nim"),
            "graph" => found.word_before(self, self.at, "G"),
            "let" => found.word_before(self, self.at, "x"),
            "under" if self.at_end() => found.word_before(self, self.at, "misere"),
            "use" if !self.at_end() => {
                let name = self.file_name();
                found.replace(self.span_of(self.at, self.file_name_end()), format!("\"{name}\""))
            }
            _ => found,
        })
    }

    fn file_name_end(&self) -> usize {
        let next_line = |i: &usize| self.view.first_on_line(*i);
        (self.at + 1..self.view.tokens.len()).find(next_line).unwrap_or(self.view.tokens.len())
    }

    /// `octal`, `mine.game`: the words up to the end of the line.
    fn file_name(&self) -> String {
        short(self.text_of(self.at, self.file_name_end()))
    }

    /// `game Nim` and then a clause.
    pub(super) fn no_parameters(&self) -> Option<Diagnostic> {
        let name = self.at.checked_sub(1)?;
        if self.back(2) != "game" || !self.view.is_name(name) || !self.in_game() {
            return None;
        }
        let game = short(self.view.word(name));
        Some(
            Diagnostic::error("missing-parameters", "A game needs parameters: they make up its positions")
                .at(self.span(name), "")
                .replace(self.place_behind(name), "(n: nat)")
                .hint(format!("What does a position consist of, as in `game {game}(n: nat)`?")),
        )
    }

    /// A game or graph of which only the first line is there.
    pub(super) fn no_clauses(&self) -> Option<Diagnostic> {
        let none = self.at_end() && !(0..self.at).any(|i| self.view.starts_clause(i));
        match self.item_word() {
            "game" if none && self.used_inside() => {
                let found = self.error("misplaced-word", "A line that begins with `use` ends the game");
                Some(found.hint("Can it be moved above the game?"))
            }
            "game" if none && self.before() == ")" && self.expects(Rule::move_clause) => {
                let found = self.error("missing-clauses", "This game has no moves");
                let example = self.example_move();
                let shown = example.as_deref().unwrap_or("move take(k in 1..n) to Nim(n - k)");
                let found = found.hint(format!("Which moves are there, as in `{shown}`?"));
                Some(match &example {
                    Some(example) => found.replace(self.place_before(self.at), format!("\n  {example}")),
                    None => found,
                })
            }
            "graph" if none => {
                let found = self.error("missing-clauses", "This graph has no lines");
                let found = found.replace(self.place_before(self.at), "\n  from a to b, c");
                Some(found.hint("Which moves are there, as in `from a to b, c`?"))
            }
            _ => None,
        }
    }

    /// Whether an indented `use` comes next, as if it belonged to the game.
    fn used_inside(&self) -> bool {
        let end = self.here().range().end;
        let mut lines = self.view.text[end..].lines().skip_while(|line| line.trim().is_empty());
        lines.next().is_some_and(|line| {
            line.starts_with(char::is_whitespace) && line.trim_start().starts_with("use ")
        })
    }

    /// A move that takes something from the first number of the position.
    fn example_move(&self) -> Option<String> {
        let (game, number) = (self.view.word(1), self.number_param()?);
        let name = |i: &usize| self.view.is_name(*i) && self.view.word(i + 1) == ":";
        let args: Vec<String> = (2..self.at)
            .filter(name)
            .map(|i| self.view.word(i))
            .map(|p| if p == number { format!("{p} - k") } else { p.to_owned() })
            .collect();
        (self.view.word(0) == "game")
            .then(|| format!("move take(k in 1..{number}) to {game}({})", args.join(", ")))
    }

    /// `let x 3`, `let f n = n + 1`, `let f(n: nat)`
    pub(super) fn no_definition(&self) -> Option<Diagnostic> {
        if self.item_word() != "let" || !self.expects(Rule::assign) || self.opener().is_some() {
            return None;
        }
        let found = self
            .error("missing-equals", format!("The value of `{}` comes after `=`", short(self.view.word(1))));
        let names = self.bare_params();
        Some(match (self.at_end(), names.is_empty()) {
            (true, _) => found.hint("What does it stand for, as in `let double(n: nat) = 2 * n`?"),
            (_, false) => {
                let params: Vec<String> = names.iter().map(|n| format!("{n}: nat")).collect();
                let header = format!("{}({})", self.before(), params.join(", "));
                let end = self.at + names.len();
                found
                    .hint(format!("Did you mean `{} =`?", short(&header)))
                    .replace(self.span_of(self.at.saturating_sub(1), end), header)
            }
            _ if matches!(self.word(), ":" | "to" | "is") => {
                found.instead(self.place_behind(self.at.saturating_sub(1)).to(self.span(self.at)), " =")
            }
            _ => found
                .hint(format!("Did you mean `= {}`?", self.part_from(self.at)))
                .word_before(self, self.at, "="),
        })
    }

    /// `let f n m = ...`: the names before `=`.
    fn bare_params(&self) -> Vec<&str> {
        let names: Vec<usize> =
            (self.at..self.view.tokens.len()).take_while(|&i| self.view.is_name(i)).collect();
        match names.last().is_some_and(|last| self.view.word(last + 1) == "=") {
            true => names.iter().map(|&i| self.view.word(i)).collect(),
            false => vec![],
        }
    }

    pub(super) fn parameter(&self) -> Option<Diagnostic> {
        if !self.in_params() {
            return None;
        }
        let (word, before) = (self.word(), self.before());
        if let Some(found) = self.run_together().or_else(|| self.no_type()) {
            return Some(found);
        }
        let type_first =
            matches!(word, "nat" | "int" | "set" | "bool" | "list" | "bag") && self.view.is_name(self.at + 1);
        if let Some(found) = self.collection_first() {
            return Some(found);
        }
        if matches!(before, "(" | ",") && type_first {
            let ty = match word {
                "set" | "list" | "bag" => format!("{word} of nat"),
                _ => word.to_owned(),
            };
            let found = self.error("missing-type", "The name comes first, then its type");
            return Some(found.instead(self.span_of(self.at, self.at + 2), format!("{}: {ty}", self.next())));
        }
        if self.view.is_name(self.at.checked_sub(1)?) && matches!(self.back(2), "(" | ",") && word != "->" {
            return Some(self.untyped(before));
        }
        if before == "map" && matches!(word, ")" | ",") {
            let found = self.error("missing-type", "A map of what, to what?");
            let behind = self.place_behind(self.at.saturating_sub(1));
            return Some(found.hint("Did you mean `map of nat to nat`?").replace(behind, " of nat to nat"));
        }
        if matches!(before, "set" | "list" | "bag") {
            let title = format!("A {before} of what?");
            let found = self.error("missing-type", title).hint(format!("Did you mean `{before} of nat`?"));
            let found = match self.word() {
                "(" | "[" => {
                    let close = self.closing(self.at);
                    let inner = self.text_of(self.at + 1, close);
                    found.replace(self.span_of(self.at, close + 1), format!(" of {inner}"))
                }
                _ => found.replace(self.place_behind(self.at.saturating_sub(1)), " of nat"),
            };
            return Some(found);
        }
        if matches!(before, ":" | "of" | "->" | "|") {
            let found = self.error("missing-type", format!("A type is missing after `{before}`")).note(TYPES);
            let empty = self.at_end() || matches!(word, ")" | ",");
            return Some(match empty {
                true => found.instead(
                    self.place_behind(self.at.saturating_sub(1)),
                    if before == ":" { " nat" } else { "nat" },
                ),
                false => found,
            });
        }
        if matches!(before, "(" | ",") && (self.at_end() || matches!(word, ")" | ",")) {
            let found = self.error("missing-parameter", format!("A parameter is missing after `{before}`"));
            let found = match before {
                "," => found.without(self, self.at.saturating_sub(1)),
                _ => found,
            };
            return Some(found.hint("Is the comma one too many?"));
        }
        None
    }

    /// `(set of nat coins)`
    fn collection_first(&self) -> Option<Diagnostic> {
        let opens = matches!(self.word(), "set" | "list" | "bag" | "map") && self.next() == "of";
        let named = |i: &usize| {
            self.view.is_name(*i) && matches!(self.view.word(i + 1), "," | ")") && self.view.ends_type(i - 1)
        };
        let name = (self.at + 2..self.view.tokens.len())
            .take_while(|&i| !matches!(self.view.word(i), ":" | "=" | "move"))
            .find(named)
            .filter(|_| opens && matches!(self.before(), "(" | ","))?;
        let text = format!("{}: {}", self.view.word(name), self.text_of(self.at, name).trim_end());
        let found = self.error("missing-type", "The name comes first, then its type");
        Some(found.instead(self.span_of(self.at, name + 1), text))
    }

    /// `(r: 1.. c: 1..)`, `(r: nat c: nat)`
    pub(super) fn run_together(&self) -> Option<Diagnostic> {
        let name = match self.word() {
            ":" => self.at.checked_sub(1)?,
            _ => self.at,
        };
        let typed =
            self.view.is_name(name) && self.view.word(name + 1) == ":" && self.view.ends_type(name - 1);
        typed.then(|| {
            let title = format!("A comma is missing before `{}`", short(self.view.word(name)));
            Diagnostic::error("missing-comma", title)
                .at(self.span(name), "")
                .hint("Did you mean `,` before it?")
                .replace(self.place_behind(name - 1), ",")
        })
    }

    /// `(s: {1, 2})`: a value where a type belongs.
    pub(super) fn no_type(&self) -> Option<Diagnostic> {
        if !self.expects(Rule::range_sign) || !matches!(self.word(), "," | ")" | "") {
            return None;
        }
        let colon = (0..self.at).rev().find(|&i| self.view.word(i) == ":")?;
        let span = self.normal.tokens_span(colon + 1, self.at.saturating_sub(1));
        let title = format!("`{}` is not a type", short(&self.view.text[span.range()]));
        let found = Diagnostic::error("missing-type", title).at(span, "");
        Some(match self.names_in_brackets(colon) {
            Some(cases) => found.instead(span, cases.join(" | ")),
            None if self.view.word(colon + 1) == "{" => found.note(TYPES).instead(span, "nat"),
            None => found.note(TYPES),
        })
    }

    /// `{red, black}` after a colon, before this place: its names.
    fn names_in_brackets(&self, colon: usize) -> Option<Vec<&str>> {
        let open = (colon..self.at).find(|&i| self.view.word(i) == "{")?;
        let inside = (open + 1..self.at.saturating_sub(1)).collect::<Vec<_>>();
        let odd = inside.len() % 2 == 1 && self.before() == "}";
        let pairs = inside.chunks(2).all(|pair| {
            self.view.is_name(pair[0]) && pair.get(1).is_none_or(|&comma| self.view.word(comma) == ",")
        });
        (odd && pairs && inside.len() > 1)
            .then(|| inside.iter().step_by(2).map(|&i| self.view.word(i)).collect())
    }

    /// `(n)`, `(n nat)`, `(n in 0..7)`
    pub(super) fn untyped(&self, name: &str) -> Diagnostic {
        let name = short(name);
        let ty = match self.word() {
            "," | ")" | "" => "nat".to_owned(),
            "in" | "=" | "of" => self.part_from(self.at + 1),
            _ => self.part_from(self.at),
        };
        let found = Diagnostic::error("missing-type", format!("The parameter `{name}` has no type"))
            .at(self.span(self.at.saturating_sub(1)), "")
            .hint(format!("Did you mean `{name}: {ty}`?"));
        match self.word() {
            "in" | "=" | "of" => {
                found.replace(self.place_behind(self.at.saturating_sub(1)).to(self.span(self.at)), ":")
            }
            "," | ")" | "" => self.untyped_names(found),
            _ => found.replace(self.place_behind(self.at.saturating_sub(1)), ":"),
        }
    }

    /// Every name among the parameters that has no type.
    fn untyped_names(&self, found: Diagnostic) -> Diagnostic {
        let opener = self.opener().unwrap_or(0);
        let bare = |i: &usize| {
            self.view.is_name(*i)
                && matches!(self.view.word_before(*i), "(" | ",")
                && matches!(self.view.word(i + 1), "," | ")" | "")
        };
        let names = (opener + 1..self.closing(opener)).filter(bare);
        names.fold(found, |d, i| d.replace(self.place_behind(i), ": nat"))
    }

    /// Words that only come in pairs.
    pub(super) fn fixed_word(&self) -> Option<Diagnostic> {
        let (first, second) = match self.before() {
            "ends" => ("ends", "when"),
            "wins" => ("wins", "when"),
            "splits" => ("splits", "into"),
            "same" => ("same", "as"),
            "loopy" if self.word() == "graph" => {
                let found = self.error("loopy-graph", "A graph shows by its arrows whether it is loopy");
                return Some(found.hint("Can `loopy` be left out?").without(self, self.at.saturating_sub(1)));
            }
            "loopy" => ("loopy", "game"),
            owner @ ("left" | "right") if matches!(self.word(), "left" | "right") => (owner, "move"),
            _ => return None,
        };
        let title = format!("After `{first}` comes `{second}`");
        let found = self.error("missing-word", title).hint(format!("Did you mean `{first} {second}`?"));
        Some(match self.word() {
            "left" | "right" if self.next() == "move" => found.without(self, self.at),
            "if" | "in" | "where" | "left" | "right" | "=" | "with" | ":" | "to" | "for" => {
                found.word_for(self, self.at, second)
            }
            _ => found.word_before(self, self.at, second),
        })
    }
}
