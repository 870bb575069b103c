//! Completions at a place of a text, even a broken one, from the words before it and from what was
//! understood of the rest.

use crate::check::builtins;
use crate::check::types::OUTCOMES;
use crate::check::uses::Kind;
use crate::library;
use crate::session::Loaded;
use crate::source::{FileId, Sources};
use crate::syntax::items::{CLAUSE_WORDS, ITEM_WORDS, RawItem, cut};
use crate::syntax::token::{Lexed, Token, tokens};
use std::collections::BTreeMap;

/// A completion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The text to insert.
    pub text: String,
    /// Its kind; `None` for a word of the language.
    pub kind: Option<Kind>,
    /// Its meaning, in a few words; may be empty.
    pub detail: String,
}

const TYPES: &[&str] = &[
    "nat", "int", "bool", "text", "cell", "drawing", "position", "set of ", "bag of ", "list of ", "map of ",
];

/// Words that begin an expression.
const BEGIN: &[&str] = &["if ", "not ", "true", "false", "nothing", "impartial "];

/// Functions that take a comprehension and are not ordinary functions.
const FOLDS: &[&str] = &["sum", "max", "min", "count", "any", "all", "none", "bag", "map"];

/// Words that may follow an expression.
const GO_ON: &[&str] = &[
    "where", "for", "in", "to", "then", "else", "and", "or", "xor", "mod", "union", "common", "minus",
    "flip", "with", "without", "is", "under",
];

impl Loaded {
    /// The completions at a byte of a text that was just read; they replace the word there, if any.
    ///
    /// ```
    /// let text = "game Nim(n: nat)\n  move take(k in 1..n) to ";
    /// let mut session = fairgame::Session::default();
    /// let loaded = session.open("nim.game", text); // it is broken
    /// let names = loaded.names_at(&session.sources, loaded.texts[0], text.len());
    /// for name in ["k", "n", "Nim"] {
    ///     assert!(names.iter().any(|c| c.text == name), "{name}");
    /// }
    /// let types = loaded.names_at(&session.sources, loaded.texts[0], text.find("nat").unwrap());
    /// assert!(types.iter().any(|c| c.text == "int") && types.iter().all(|c| c.text != "Nim"));
    /// ```
    pub fn names_at(&self, sources: &Sources, file: FileId, byte: usize) -> Vec<Candidate> {
        let text = &sources.get(file).text;
        let covering = tokens(text).into_iter().find(|t| t.span.start < byte && byte <= t.span.end);
        match covering.map(|t| t.token) {
            Some(Token::Comment) => return vec![],
            Some(Token::Text | Token::UnclosedText) => return self.in_quotes(text, byte),
            _ => {}
        }
        let (items, code) = cut(text);
        let before =
            code.iter().take_while(|t| t.span.end < byte || t.span.end == byte && !is_word(t)).count();
        let here = Here { text, code: &code, before, byte, item: item_at(&items, before), items: &items };
        let mut found: BTreeMap<String, Candidate> = BTreeMap::new();
        for candidate in self.candidates(sources, &here) {
            found.entry(candidate.text.clone()).or_insert(candidate);
        }
        found.into_values().collect()
    }

    /// Between quotation marks, after `use`: the modules.
    fn in_quotes(&self, text: &str, byte: usize) -> Vec<Candidate> {
        let line = text[..byte].rsplit('\n').next().unwrap_or_default();
        if line.split_whitespace().next() != Some("use") {
            return vec![];
        }
        let module = |e: library::Entry| Candidate {
            text: e.name.to_string(),
            kind: Some(Kind::Module),
            detail: e.title().to_string(),
        };
        library::modules().chain(library::examples()).map(module).collect()
    }

    fn candidates(&self, sources: &Sources, here: &Here<'_>) -> Vec<Candidate> {
        if here.begins_line() {
            return here.words_of_line();
        }
        match here.word_before(1) {
            "use" | "let" | "game" | "graph" | "move" | "from" => vec![],
            "loopy" => words(&["game"]),
            "left" | "right" => words(&["move"]),
            "under" => words(&["misere", "normal"]),
            "is" => words(OUTCOMES)
                .into_iter()
                .chain(self.defined(sources, &[Kind::Game, Kind::Constant]))
                .collect(),
            "of" if here.wants_type() => words(TYPES),
            ":" if here.wants_type() => words(TYPES),
            "." => words(&["row", "col"]),
            ":" | "," if here.in_play() => self.defined(sources, &[Kind::Move]),
            _ if here.behind_operand() => words(GO_ON),
            _ => self.expressions(sources, here),
        }
    }

    fn expressions(&self, sources: &Sources, here: &Here<'_>) -> Vec<Candidate> {
        let locals = here.locals().into_iter().map(|(name, kind)| {
            let known = self.uses.iter().find(|u| u.kind == kind && sources.slice(u.span) == name);
            let detail = known.map_or(String::new(), |u| self.symbol(sources, u).usage);
            Candidate { text: name.to_string(), kind: Some(kind), detail }
        });
        let builtin = |row: &(&str, builtins::Builtin, &str, &str)| Candidate {
            text: row.0.to_string(),
            kind: Some(Kind::Builtin),
            detail: format!("{}: {}", row.2, row.3),
        };
        let global = [Kind::Game, Kind::Graph, Kind::Constant, Kind::Function, Kind::Case];
        locals
            .chain(self.defined(sources, &global))
            .chain(here.headed())
            .chain(builtins::TABLE.iter().map(builtin))
            .chain(words(BEGIN))
            .chain(words(FOLDS))
            .collect()
    }

    fn defined(&self, sources: &Sources, kinds: &[Kind]) -> Vec<Candidate> {
        let of_kind = self.definitions().filter(|u| kinds.contains(&u.kind));
        let candidate = |u| {
            let symbol = self.symbol(sources, u);
            Candidate { text: symbol.name, kind: Some(symbol.kind), detail: symbol.usage }
        };
        of_kind.map(candidate).collect()
    }
}

fn words(words: &[&str]) -> Vec<Candidate> {
    let word = |w: &&str| Candidate { text: w.to_string(), kind: None, detail: String::new() };
    words.iter().map(word).collect()
}

fn is_word(t: &Lexed) -> bool {
    matches!(t.token, Token::Name | Token::Keyword | Token::Number | Token::BadNumber)
}

/// The item in which the place after this many tokens lies.
fn item_at(items: &[RawItem], before: usize) -> Option<&RawItem> {
    items.iter().rev().find(|item| item.tokens.start < before)
}

/// A place in a text.
struct Here<'a> {
    text: &'a str,
    code: &'a [Lexed],
    /// How many tokens are before the word that is being typed.
    before: usize,
    byte: usize,
    item: Option<&'a RawItem>,
    items: &'a [RawItem],
}

impl<'a> Here<'a> {
    fn spelled(&self, i: usize) -> &'a str {
        self.code.get(i).map_or("", |t| &self.text[t.span.clone()])
    }

    /// The word or sign this many before the place.
    fn word_before(&self, back: usize) -> &'a str {
        self.before.checked_sub(back).map_or("", |i| self.spelled(i))
    }

    /// What is on the line before the word being typed.
    fn line_before(&self) -> &'a str {
        let word = self.code.get(self.before).filter(|t| is_word(t) && t.span.start < self.byte);
        let from = word.map_or(self.byte, |t| t.span.start);
        self.text[..from].rsplit('\n').next().unwrap_or_default()
    }

    /// Whether nothing else is before the word on its line, and no bracket or operator waits for it.
    fn begins_line(&self) -> bool {
        self.line_before().trim().is_empty() && (self.before == 0 || self.behind_operand())
    }

    fn words_of_line(&self) -> Vec<Candidate> {
        let first = self.item.map(|item| self.spelled(item.tokens.start));
        let clauses: &[&str] = match first {
            Some("game" | "loopy") => CLAUSE_WORDS,
            Some("graph") => &["from"],
            _ => &[],
        };
        let more: &[&str] =
            if clauses.is_empty() || first == Some("graph") { &[] } else { &["left", "right"] };
        let items: &[&str] =
            if self.line_before().is_empty() || clauses.is_empty() { ITEM_WORDS } else { &[] };
        [clauses, more, items].into_iter().flat_map(words).collect()
    }

    /// Whether the word before ends something: an operator or a part of a clause may follow.
    fn behind_operand(&self) -> bool {
        let Some(t) = self.before.checked_sub(1).and_then(|i| self.code.get(i)) else { return false };
        let ends = ["true", "false", "nothing", "nat", "int", "bool", "text", "cell", "position"];
        match t.token {
            Token::Name | Token::Number | Token::Text => true,
            Token::Keyword => ends.contains(&self.word_before(1)),
            _ => matches!(self.word_before(1), ")" | "]" | "}"),
        }
    }

    /// What the items of the text define by their first words, also those that are broken.
    fn headed(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.items.iter().filter_map(|item| {
            let first = self.spelled(item.tokens.start);
            let loopy = usize::from(first == "loopy");
            let kind = match self.spelled(item.tokens.start + loopy) {
                "game" => Kind::Game,
                "graph" => Kind::Graph,
                "let" if self.spelled(item.tokens.start + 2) == "(" => Kind::Function,
                "let" => Kind::Constant,
                _ => return None,
            };
            let name = self.code.get(item.tokens.start + loopy + 1).filter(|t| t.token == Token::Name)?;
            let text = self.text[name.span.clone()].to_string();
            Some(Candidate { text, kind: Some(kind), detail: String::new() })
        })
    }

    /// The tokens of the item before the place.
    fn item_before(&self) -> &'a [Lexed] {
        self.item.map_or(&[], |item| &self.code[item.tokens.start..self.before])
    }

    /// Whether the place is in the parameters of a game or a function.
    fn wants_type(&self) -> bool {
        let Some(item) = self.item else { return false };
        let header = ["game", "loopy", "let"].contains(&self.spelled(item.tokens.start));
        header && !self.item_before().iter().any(|t| self.is_clause(t) || t.token == Token::Equals)
    }

    fn is_clause(&self, t: &Lexed) -> bool {
        t.token == Token::Keyword && CLAUSE_WORDS.contains(&&self.text[t.span.clone()])
    }

    fn in_play(&self) -> bool {
        let Some(item) = self.item else { return false };
        let colon = self.item_before().iter().any(|t| t.token == Token::Colon);
        self.spelled(item.tokens.start) == "play" && colon
    }

    /// The names that are bound around the place: parameters of the item, and binders of its clause, which may stand
    /// after the place.
    fn locals(&self) -> Vec<(&'a str, Kind)> {
        let Some(item) = self.item else { return vec![] };
        let clause = |i: &usize| self.code.get(*i).is_some_and(|t| self.is_clause(t));
        let from = (item.tokens.start..self.before).rev().find(clause).unwrap_or(item.tokens.start);
        let to = (self.before..item.tokens.end).find(clause).unwrap_or(item.tokens.end.max(self.before));
        let header = (item.tokens.start..item.tokens.end).find(clause).unwrap_or(to);
        let names = |i: &usize| self.code.get(*i).is_some_and(|t| t.token == Token::Name);
        let parameters = (item.tokens.start..header).filter(names).filter(|i| self.spelled(i + 1) == ":");
        let binders = (from..to).filter(names).filter(|i| self.is_bound(*i));
        parameters
            .map(|i| (self.spelled(i), Kind::Parameter))
            .chain(binders.map(|i| (self.spelled(i), Kind::Binder)))
            .collect()
    }

    /// Whether a name is one of those before `in`, or before `=` in brackets or after `for`; or the index of a sequence.
    fn is_bound(&self, i: usize) -> bool {
        let next = (i + 1..).find(|j| {
            let in_tuple =
                self.spelled(*j) == "," || self.code.get(*j).is_some_and(|t| t.token == Token::Name);
            !in_tuple
        });
        match self.spelled(i + 1) {
            "in" | "=" => true,
            "," | ")" => {
                let close = next.filter(|j| self.spelled(*j) == ")");
                close.is_some_and(|j| self.spelled(j + 1) == "in")
            }
            _ => i > 0 && self.spelled(i - 1) == "for",
        }
    }
}
