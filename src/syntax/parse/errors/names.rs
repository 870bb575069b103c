//! Words: misspelt, of another language, or of this one where only a name fits.

use super::mend::Mends;
use super::{Failure, short};
use crate::diagnostic::Diagnostic;
use crate::syntax::items::{CLAUSE_WORDS, ITEM_WORDS, nearest};
use crate::syntax::parse::foreign;
use crate::syntax::parse::grammar::Rule;
use crate::syntax::parse::place::Place;
use crate::syntax::token::Token;

/// Words that are between operands or parts.
const JOINING_WORDS: &[&str] = &[
    "and", "or", "not", "mod", "xor", "union", "common", "minus", "flip", "with", "without", "to", "where",
    "for", "in", "then", "else", "is", "under",
];

/// Words that people use as names, and that are not met by accident where a value is expected.
#[rustfmt::skip]
const NOUNS: &[&str] = &[
    "set", "list", "bag", "map", "nat", "int", "bool", "text", "cell", "position",
    "same", "starts", "picture", "minus", "common", "union", "flip", "wins", "ends", "from",
    "use", "game", "graph", "show", "table", "period", "play", "expect", "move", "decreases",
    "splits",
];

impl Failure<'_> {
    pub(super) fn foreign_word(&self) -> Option<Diagnostic> {
        let here = [self.at, self.at.saturating_sub(1)].into_iter().find_map(|i| {
            let known = self.view.is_name(i) && (i == self.at || self.view.starts_operand(self.at));
            let plain = !matches!(self.view.word_before(i), "ends" | "wins") || self.view.word(i) != "when";
            foreign::foreign_word(self.view.word(i)).filter(|_| known && plain).map(|said| (i, said))
        });
        let (i, (note, hint)) = here?;
        let expected_name = self.expects(Rule::name) && i == self.at;
        let word = self.view.word(i);
        let hint = if word == "return" && !self.in_game() { "Can it be left out?" } else { hint };
        (!expected_name).then(|| {
            let found = Diagnostic::error("foreign-word", format!("`{word}` is not a word of this language"))
                .at(self.span(i), "")
                .note(note)
                .hint(hint);
            self.own_word(found, i, hint)
        })
    }

    /// The change that a hint for a word of another language asks about, where it names one word.
    fn own_word(&self, found: Diagnostic, i: usize, hint: &str) -> Diagnostic {
        let meant = hint.strip_prefix("Did you mean `").and_then(|h| h.split('`').next()).unwrap_or("");
        match self.view.word(i) {
            "def" | "function" | "func" | "fn" | "fun" | "define" => self.python_function(found, i),
            "leads" if self.view.word(i + 1) == "to" => found.replace(self.span_of(i, i + 2), "to"),
            "var" | "const" | "val" => found.replace(self.span(i), "let"),
            "such" => {
                let that = usize::from(self.view.word(i + 1) == "that");
                found.replace(self.span_of(i, i + 1 + that), "where")
            }
            "unless" => found.replace(self.span(i), "where not"),
            "import" | "include" | "require" => {
                let quoted = self.view.token(i + 1) == Some(Token::Text);
                let found = found.replace(self.span(i), "use");
                match quoted {
                    true => found,
                    false => found.around(self, i + 1, self.part_end(i + 1), "\"", "\""),
                }
            }
            "while" | "until" | "repeat" | "loop" | "switch" | "case" | "match" | "lambda" => found,
            _ if hint == "Can it be left out?" => found.without(self, i),
            _ if meant.is_empty() || meant.contains("...") => found,
            _ => found.word_for(self, i, meant),
        }
    }

    /// `def f(n): return n + 1`, up to what follows `return`.
    fn python_function(&self, found: Diagnostic, i: usize) -> Diagnostic {
        let mut found = found.replace(self.span(i), "let");
        let open = i + 2;
        if self.view.word(open) != "(" {
            return found;
        }
        let close = self.closing(open);
        for k in open + 1..close {
            let alone =
                matches!(self.view.word_before(k), "(" | ",") && matches!(self.view.word(k + 1), "," | ")");
            if self.view.is_name(k) && alone {
                found = found.replace(self.place_behind(k), ": nat");
            }
        }
        if matches!(self.view.word(close + 1), ":" | "{" | "as" | "is" | ":=" | "->" | "=>") {
            found = found.replace(self.place_behind(close).to(self.span(close + 1)), " =");
        }
        if self.view.word(close + 2) == "return" {
            found = found.replace(self.span_of(close + 2, close + 3), "");
        }
        match self.view.word(close + 1) == "{" && self.view.word(self.view.tokens.len() - 1) == "}" {
            true => found.replace(self.span(self.view.tokens.len() - 1), ""),
            false => found,
        }
    }

    pub(super) fn keyword_as_name(&self) -> Option<Diagnostic> {
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
            && !matches!(before, ":" | "loopy");
        let alone = self.at == 0 && matches!(next, "=" | "+" | "-");
        let is_type =
            matches!(word, "nat" | "int" | "set" | "bool") && self.in_params() && !matches!(next, ":");
        ((introduced || bound || (value && self.at > 0) || alone) && !is_type).then(|| {
            let title = format!("`{word}` is a word of the language, choose another name");
            let found = self.error("keyword-as-name", title);
            let close = self.closing(self.at + 1);
            let brackets = |found: Diagnostic, open: &str, end: &str| {
                let found = found.replace(self.span_of(self.at, self.at + 2), open);
                found.replace(self.span_of(close, close + 1), end)
            };
            match (word, next) {
                ("set", "(") => {
                    brackets(found.hint("Did you mean a set in curly brackets, as in `{1, 2}`?"), "{", "}")
                }
                ("list", "(") => {
                    brackets(found.hint("Did you mean a list in square brackets, as in `[1, 2]`?"), "[", "]")
                }
                _ => self.renamed(found.hint(format!("Would `{word}_` do, or `my_{word}`?"))),
            }
        })
    }

    /// Another name in place of a word of the language, wherever the item uses it as a name.
    fn renamed(&self, found: Diagnostic) -> Diagnostic {
        let word = self.word();
        let as_name = |i: &usize| {
            *i == self.at
                || (self.view.word(*i) == word
                    && NOUNS.contains(&word)
                    && !matches!(self.view.word_before(*i), ":" | "of" | "->" | "|" | "move")
                    && self.view.word(i + 1) != "of"
                    && !(self.view.first_on_line(*i) && self.view.starts_clause(*i)))
        };
        let all = (0..self.view.tokens.len()).filter(as_name);
        all.fold(found, |d, i| d.replace(self.span(i), format!("{word}_")))
    }

    /// A word close to one that fits here, or at the beginning of a broken item.
    pub(super) fn misspelt(&self) -> Option<Diagnostic> {
        let first = (self.is_loose()
            && self.at == 1
            && self.view.is_name(0)
            && matches!(self.place, Place::File | Place::Prompt))
        .then_some(0);
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
        let unled = self.in_game() && self.behind_operand() && self.next().starts_with(char::is_uppercase);
        let meant = nearest(self.word(), special)
            .or_else(|| if unled { near(&["to"]) } else { None })
            .or_else(|| if begins { near(&clauses) } else { None })
            .or_else(|| near(JOINING_WORDS))
            .filter(|meant| *meant != self.word())?;
        Some(self.did_you_mean(self.at, meant))
    }

    pub(super) fn did_you_mean(&self, i: usize, meant: &str) -> Diagnostic {
        let word = short(self.view.word(i));
        Diagnostic::error("misspelt-word", format!("`{word}` is not a word that fits here"))
            .at(self.span(i), "")
            .instead(self.span(i), meant)
    }
}
