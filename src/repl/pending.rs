//! Lines gathered until they make something whole.

use crate::syntax::items::{Completeness, View, completeness, cut};
use crate::syntax::token::{Token, tokens};

/// What was typed and is not entered yet.
#[derive(Default)]
pub(super) struct Pending {
    text: String,
    /// The text can be entered, but is a game that may have further clauses.
    may_grow: bool,
}

impl Pending {
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Takes a line; returns what can be entered now: nothing, an entry, or one that this line ends and one
    /// that it makes.
    pub(super) fn take_line(&mut self, line: &str) -> Vec<String> {
        let mut entries = vec![];
        let blank = line.trim().is_empty();
        if self.may_grow && (blank || !grows(line)) {
            entries.extend(self.take_rest());
        }
        // An empty line or a command ends even what is not finished, so that nobody is caught in it.
        let command = line.trim_start().starts_with(':');
        if blank || command {
            entries.extend(self.take_rest());
            entries.extend(command.then(|| line.to_string()));
            return entries;
        }
        let fresh = self.is_empty();
        self.text += line;
        self.text.push('\n');
        let whole = completeness(&self.text) == Completeness::Complete;
        self.may_grow = whole && !fresh && ends_in_game(&self.text);
        if whole && !self.may_grow {
            entries.extend(self.take_rest());
        }
        entries
    }

    /// What is left.
    pub(super) fn take_rest(&mut self) -> Option<String> {
        self.may_grow = false;
        let text = std::mem::take(&mut self.text);
        (!text.trim().is_empty()).then_some(text)
    }
}

/// Whether lines typed in an editor are entered now: a game of several lines waits for an empty line.
pub(super) fn is_entry(text: &str) -> bool {
    let blank_end = text.ends_with('\n') || text.lines().last().is_none_or(|l| l.trim().is_empty());
    if text.trim_start().starts_with(':') || blank_end {
        return true;
    }
    completeness(text) == Completeness::Complete && !(text.contains('\n') && ends_in_game(text))
}

/// Whether the last item is a game or a graph.
fn ends_in_game(text: &str) -> bool {
    let (items, code) = cut(text);
    items.last().is_some_and(|i| matches!(code[i.tokens.start].word(text), "game" | "loopy" | "graph"))
}

/// Whether a line goes on with a game: a clause, or a comment.
fn grows(line: &str) -> bool {
    let all = tokens(line);
    let comment = all.first().is_some_and(|t| t.token == Token::Comment);
    comment || View { text: line, tokens: &all }.starts_clause(0)
}
