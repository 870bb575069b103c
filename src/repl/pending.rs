//! Lines gathered until they make something whole. What a text means in a file, it means here: a statement goes on over
//! the ends of its lines, and items may be in any order.

use super::commands::Command;
use crate::api::words::Token;
use crate::api::words::{Completeness, ITEM_WORDS, View, completeness, cut};

/// So much text is read before any of it is answered: no text may be larger.
const LARGEST: usize = 16 << 20;

/// What can be done now.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// A command, a line that begins with a colon, and its number.
    Command(String, usize),
    /// Items in a row.
    Program(Vec<Piece>),
}

/// A stretch of whole lines with one item, or several that share a line.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) text: String,
    /// The number of its first line.
    pub(super) line: usize,
    /// An expression alone, which files do not have.
    pub(super) bare: bool,
}

/// What was typed and is not entered yet.
#[derive(Default)]
pub(super) struct Pending {
    text: String,
    /// The number of its first line.
    line: usize,
}

impl Pending {
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Takes a line with its number; returns what can be done now.
    pub(super) fn take_line(&mut self, line: &str, number: usize) -> Vec<Entry> {
        // A command ends even what is not finished, so that nobody is caught in it.
        if line.trim_start().starts_with(':') && !self.goes_on_with_colon(line) {
            let mut entries = self.take_rest();
            entries.push(Entry::Command(line.to_string(), number));
            return entries;
        }
        if self.is_empty() {
            self.line = number;
        }
        self.text += line;
        self.text.push('\n');
        if self.text.len() > LARGEST { self.take_rest() } else { vec![] }
    }

    /// Whether a line that begins with a colon is no command but goes on with what is there: with the moves of a play, or the
    /// type of a parameter.
    fn goes_on_with_colon(&self, line: &str) -> bool {
        if self.is_empty() || Command::of(line).is_none_or(|known| known.is_ok()) {
            return false;
        }
        let (items, code) = cut(&self.text);
        let begun = items.last().map(|i| View { text: &self.text, tokens: &code[i.tokens.clone()] });
        let waits =
            |view: View<'_>| view.word(0) == "play" && !view.tokens.iter().any(|t| t.token == Token::Colon);
        completeness(&self.text) == Completeness::Unfinished || begun.is_some_and(waits)
    }

    /// Everything that is left.
    pub(super) fn take_rest(&mut self) -> Vec<Entry> {
        let mut entries = vec![];
        for piece in pieces(&std::mem::take(&mut self.text), self.line) {
            match entries.last_mut() {
                Some(Entry::Program(before)) if !piece.bare && before.iter().all(|p: &Piece| !p.bare) => {
                    before.push(piece);
                }
                _ => entries.push(Entry::Program(vec![piece])),
            }
        }
        entries
    }
}

/// A text cut where a line begins something new.
fn pieces(text: &str, mut line: usize) -> Vec<Piece> {
    let (_, code) = cut(text);
    let view = View { text, tokens: &code };
    let mut pieces = vec![];
    let (mut start, mut from, mut depth) = (0, 0, 0usize);
    for i in 0..=code.len() {
        let ends = i > from && (i == code.len() || view.first_on_line(i) && begins(&view, from, i, depth));
        if ends {
            let last = code[i - 1].span.end;
            let end = match i == code.len() {
                true => text.len(),
                false => text[last..].find('\n').map_or(text.len(), |at| last + at + 1),
            };
            let piece = Piece { text: text[start..end].to_string(), line, bare: is_bare(&view, from) };
            line += piece.text.matches('\n').count();
            pieces.push(piece);
            (start, from, depth) = (end, i, 0);
        }
        if let Some(token) = view.token(i) {
            depth = if token.opens() { depth + 1 } else { depth - usize::from(token.closes() && depth > 0) };
        }
    }
    pieces
}

/// Whether the piece that begins with a token is an expression alone.
fn is_bare(view: &View<'_>, from: usize) -> bool {
    !ITEM_WORDS.contains(&view.word(from)) && !view.begins_functions(from)
}

/// Whether the first token of a line begins something new, and does not go on with the piece that begins at `from`.
fn begins(view: &View<'_>, from: usize, i: usize, depth: usize) -> bool {
    let bare = is_bare(view, from);
    if !is_bare(view, i) {
        return view.begins_item(i);
    }
    // In a file nothing but an item ends an item. Expressions alone end with an empty line as well.
    if bare && blank_before(view, i) {
        return true;
    }
    let game = matches!(view.word(from), "game" | "loopy");
    let fresh = starts_afresh(view, i) && !(game && view.lacks_move(i)) || bare && may_start(view, i);
    depth == 0 && view.column_one(i) && view.ends_type(i - 1) && fresh
}

/// Whether an empty line is above the line that a token begins.
fn blank_before(view: &View<'_>, i: usize) -> bool {
    let gap = &view.text[view.tokens[i - 1].span.end..view.tokens[i].span.start];
    gap.lines().skip(1).filter(|l| l.trim().is_empty()).count() > usize::from(!gap.ends_with('\n'))
}

/// Whether an operand begins with a token, and nothing goes on with it: behind an operand such a word is nowhere.
fn starts_afresh(view: &View<'_>, i: usize) -> bool {
    match view.token(i) {
        Some(Token::Minus | Token::Star) => false,
        Some(token) if token.opens() => false,
        Some(Token::Keyword) if view.word(i) == "not" => view.word(i + 1) != "in",
        _ => view.starts_operand(i) && !view.starts_clause(i),
    }
}

/// Whether an expression may begin with a token that may also go on with one: `-`, `*`, a bracket.
fn may_start(view: &View<'_>, i: usize) -> bool {
    matches!(view.token(i), Some(Token::Minus | Token::Star)) || view.token(i).is_some_and(Token::opens)
}

/// How a text goes on with something that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GoesOn {
    /// It cannot stand alone.
    Surely,
    /// A clause of a game.
    Clause,
    /// It can, but is further to the right, as what goes on with a line does.
    Perhaps,
}

/// Whether a text goes on with something rather than being something.
pub(super) fn goes_on(text: &str) -> Option<(GoesOn, std::ops::Range<usize>)> {
    let (_, code) = cut(text);
    let view = View { text, tokens: &code };
    let first = code.first()?;
    let how = if view.starts_clause(0) {
        GoesOn::Clause
    } else if may_start(&view, 0) {
        (!view.column_one(0)).then_some(GoesOn::Perhaps)?
    } else {
        let begins = is_word_of_items(&view) || starts_afresh(&view, 0);
        let joins = first.token == Token::Keyword || first.token.spelling().is_some() || is_sign(first.token);
        (joins && !begins).then_some(GoesOn::Surely)?
    };
    Some((how, first.span.clone()))
}

fn is_word_of_items(view: &View<'_>) -> bool {
    ITEM_WORDS.contains(&view.word(0)) || matches!(view.word(0), "nat" | "int")
}

fn is_sign(token: Token) -> bool {
    matches!(token, Token::InSign | Token::NotInSign | Token::XorSign)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_up(text: &str) -> Vec<(usize, String)> {
        pieces(text, 1).into_iter().map(|p| (p.line, p.text.trim_end().to_string())).collect()
    }

    #[test]
    fn a_colon_begins_a_command_or_goes_on() {
        let commands = |text: &str| {
            let mut pending = Pending::default();
            let lines = text.lines().enumerate();
            let entries: Vec<Entry> = lines.flat_map(|(i, line)| pending.take_line(line, i + 1)).collect();
            entries.iter().filter(|e| matches!(e, Entry::Command(..))).count()
        };
        for text in
            ["play Nim(3)\n  : take(1)", "play Nim(3)\n:take(1)", "let f(n\n  :nat) = n", "game G(n\n: nat)"]
        {
            assert_eq!(commands(text), 0, "{text}");
        }
        for text in [
            ":help",
            "show 1\n:hlep",
            "play Nim(3)\n:quit",
            "let f(n\n:games",
            "play Nim(3): take(1)\n: take(2)",
        ] {
            assert_eq!(commands(text), 1, "{text}");
        }
    }

    #[test]
    fn a_statement_goes_on_over_the_ends_of_lines() {
        for whole in [
            "show Nim(3)\n  + Nim(4)",
            "show Nim(3)\n+ Nim(4)",
            "show Nim(3)\n\n# why not\n- 4",
            "table Nim(n)\nfor n in 0..2",
            "expect Nim(3)\nis N",
            "let x = 3\n+ 4",
            "show Nim(3)\n  under misere",
            "play Nim(3):\n  take(1),\ntake(2)",
            "show f(\n\n1)",
            "game G(n: nat)\n\n# a comment\n\nmove a to G(n - 1)\nleft move b to G(n - 2)",
            "show x\nnot in {1}",
            "3\n+ 4",
            "f(\n  7\n)",
            "3\n  - 4",
            "show \"a\nb\"",
        ] {
            assert_eq!(cut_up(whole), [(1, whole.to_string())]);
        }
    }

    #[test]
    fn what_begins_something_new() {
        let two = |first: &str, line: usize, second: &str| {
            let text = format!("{first}\n{second}\n");
            let cut = cut_up(&text);
            assert_eq!(cut.len(), 2, "{text}");
            assert_eq!((cut[1].0, cut[1].1.trim()), (line, second.trim()), "{text}");
        };
        two("show 1", 2, "show 2");
        two("show 1", 2, "  show 2");
        two("show 1 # one", 2, "# two\nshow 2");
        two("game G(n: nat)\n  move a to G(n - 1)", 3, "G(3)");
        two("game G(n: nat)\n  move a to G(n - 1)", 3, "moves(G(3))");
        two("let x = 3", 2, "x");
        two("2", 2, "-3");
        two("2", 2, "[3]");
        two("f(", 2, "\n  f(1)");
        two("graph D\n  from a to b", 3, "D(a)");
        two("show 1", 2, "\"text\"");
        two("show 1", 2, "if true then 1 else 2");
        two("gmae G(n: nat)", 2, "show 2");
    }

    #[test]
    fn what_goes_on_with_something_that_has_ended() {
        let how = |text: &str| goes_on(text).map(|g| g.0);
        for text in [
            "+ Nim(4)",
            "for n in 0..2",
            "is N",
            "under misere",
            "== 3",
            ") + 1",
            "..3",
            "not in {1}",
            "∈ {1}",
        ] {
            assert_eq!(how(text), Some(GoesOn::Surely), "{text}");
        }
        for text in ["  - 4", "  *4", " (3)", "\t[1]"] {
            assert_eq!(how(text), Some(GoesOn::Perhaps), "{text}");
        }
        assert_eq!(how("  move a to G(n)"), Some(GoesOn::Clause));
        assert_eq!(how("right move a to G(n)"), Some(GoesOn::Clause));
        for text in [
            "-4",
            "*4",
            "(3)",
            "3",
            "  3",
            "show 3",
            "x",
            "not x",
            "if a then b else c",
            "\"a\"",
            "bag(1)",
            "left",
            "# c",
        ] {
            assert_eq!(how(text), None, "{text}");
        }
    }
}
