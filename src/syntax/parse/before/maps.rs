//! Maps as other languages write them: `{1: 2}`, `[1: {2}]`, `{1 -> 2}`.

use super::Look;
use crate::diagnostic::Diagnostic;
use crate::syntax::token::Token;

/// The longest map that a hint shows whole, in characters.
const LONGEST_MAP: usize = 48;

impl Look<'_> {
    /// `{1: {2}}`, `[1: {2}]`, `{1 -> {2}}`, `{1 to {2}}`, also inside `map(...)`.
    pub(super) fn map_in_braces(&self) -> Option<Diagnostic> {
        (0..self.view.tokens.len()).find_map(|opener| {
            let before = self.view.word_before(opener);
            let (opening, called) = (self.view.word(opener), before == "map");
            let numbered = opening == "["
                && matches!(self.view.token(opener + 1), Some(Token::Number | Token::Text))
                && self.view.word(opener + 2) == ":"
                && !(opener > 0 && self.view.ends_operand(opener - 1));
            if !numbered && !matches!((opening, called), ("{", _) | ("(", true))
                || matches!(before, ":" | "of")
            {
                return None;
            }
            // Names of parameters with their values, behind the name of a game, are no map.
            let of_game = opening == "{" && before.starts_with(char::is_uppercase);
            if of_game && self.view.text[..self.span(opener).range().start].ends_with(before) {
                return None;
            }
            let inside = self.directly_inside(opener);
            let in_words =
                |i: usize| matches!(self.view.word(i), "in" | "<" | "<=" | ">" | ">=" | "==" | "|");
            let arrow = |i: &usize| matches!(self.view.word(*i), ":" | "->" | "=>" | "⇒" | "⟶" | "↦");
            let joins = |i: &usize| arrow(i) || (self.view.word(*i) == "to" && opening == "{");
            let arrows: Vec<usize> = inside.iter().copied().filter(joins).collect();
            let first = *arrows.first()?;
            let until = inside.iter().copied().take_while(|&i| self.view.word(i) != "for");
            let a_set = until.filter(|&i| i > first).any(in_words);
            let clause = inside.iter().any(|&i| self.view.starts_clause(i) || self.view.lacks_move(i));
            (!a_set && !clause && self.view.ends_operand(first - 1))
                .then(|| self.as_a_map(opener, &arrows, opening != "("))
        })
    }

    fn as_a_map(&self, opener: usize, arrows: &[usize], braces: bool) -> Diagnostic {
        let title = "A map is written `map(key to value, ...)`";
        let mut found = Diagnostic::error("not-an-entry", title).at(self.span(arrows[0]), "");
        let close = self.closing(opener).unwrap_or(opener);
        let called = opener >= 2
            && self.view.word(opener - 1) == "("
            && self.view.word(opener - 2) == "map"
            && self.view.word(close + 1) == ")";
        if braces && called {
            found = found.replace(self.span(opener), "").replace(self.span(close), "");
        } else if braces {
            found = found.replace(self.span(opener), "map(");
            found = found.replace(self.span(close), ")");
        }
        for &arrow in arrows.iter().filter(|&&i| self.view.word(i) != "to") {
            found = found.replace(self.span(arrow), self.spaced(arrow, "to"));
        }
        found.hint(format!("Did you mean `map({})`?", self.entries(opener, close, arrows)))
    }

    /// What is written in a map, with `to` between keys and values; of a long one its first key.
    fn entries(&self, opener: usize, close: usize, arrows: &[usize]) -> String {
        let mut from = self.span(opener).range().end;
        let mut text = String::new();
        for arrow in arrows.iter().map(|&i| self.span(i).range()) {
            text = text + self.view.text[from..arrow.start].trim_end() + " to ";
            from = arrow.end + self.view.text[arrow.end..].len()
                - self.view.text[arrow.end..].trim_start().len();
        }
        text += self.view.text[from..self.span(close).range().start.max(from)].trim_end();
        let key = &self.view.text[self.span(opener + 1).to(self.span(arrows[0] - 1)).range()];
        let key = if key.len() < 20 { key } else { "key" };
        let fits = text.chars().count() <= LONGEST_MAP && !text.contains(['\n', '#']) && close > opener;
        if fits { text.trim_start().to_owned() } else { format!("{key} to ...") }
    }
}
