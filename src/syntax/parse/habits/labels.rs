//! Names of games and moves that are no names: of two words, with a hyphen, in quotes, beginning with a digit. And words that
//! stand as headings: `Move: take to A(n - 1)`.

use super::phrase::{Phrase, Way, meant};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::parse::foreign::foreign_word;
use crate::syntax::token::{Token, inside_quotes};

pub(super) const WAYS: &[Way] = &[
    below_a_heading,
    words_as_headings,
    quoted,
    digit_first,
    game_of_words,
    move_of_words,
    choices_by_commas,
];

/// `Game: Pile(n: nat)`, `Move: take to Pile(n - 1)`: the words of a form that is filled in
fn words_as_headings(p: &Phrase) -> Option<Diagnostic> {
    let words = ["game", "move", "ends", "show", "expect", "table", "period", "play"];
    let word = |i: usize| words.into_iter().find(|w| p.w(i).eq_ignore_ascii_case(w));
    let heading = |&i: &usize| p.view.first_on_line(i) && p.w(i + 1) == ":" && word(i).is_some();
    let all: Vec<usize> = (0..p.len().saturating_sub(2)).filter(heading).collect();
    let first = *all.first()?;
    let found = p.error("unexpected", "The words that begin a line have no colon", p.over(first, first + 2));
    let found = found.hint(meant(&format!("{} {}", word(first)?, p.w(first + 2))));
    Some(all.into_iter().fold(found, |d, i| d.replace(p.over(i, i + 2), word(i).unwrap_or_default())))
}

/// `moves:` and below it lines such as `take 1: Pile(n - 1) if n >= 1`
fn below_a_heading(p: &Phrase) -> Option<Diagnostic> {
    let heading = |&i: &usize| {
        matches!(p.w(i), "moves" | "move" | "rules" | "options")
            && p.view.first_on_line(i)
            && p.w(i + 1) == ":"
    };
    let i = (3..p.len()).find(heading).filter(|&i| p.is_game() && p.view.first_on_line(i + 2))?;
    let mut moves = vec![];
    let mut from = i + 2;
    while from < p.len() && !p.view.starts_clause(from) && !p.view.column_one(from) {
        let end = (from + 1..p.len()).find(|&k| p.view.first_on_line(k)).unwrap_or(p.len());
        moves.push(move_of_a_line(p, from, end)?);
        from = end;
    }
    let found = p.error("missing-move", "Each move begins with the word `move`", p.over(i, i + 2));
    let text = moves.join("\n  ");
    (!moves.is_empty()).then(|| found.hint(meant(&moves[0])).replace(p.over(i, from), text))
}

/// `take 1: Pile(n - 1) if n >= 1` as a move.
fn move_of_a_line(p: &Phrase, from: usize, end: usize) -> Option<String> {
    let from = from + usize::from(matches!(p.w(from), "-" | "*"));
    let colon = p.find(from, |k| p.w(k) == ":").filter(|&k| k < end && k > from)?;
    let plain = (from..colon).all(|k| p.is_name(k) || p.is_number(k)) && p.is_name(from);
    let called = p.is_name(from) && p.w(from + 1) == "(" && p.closing(from + 1) == Some(colon - 1);
    let label = match plain {
        true => (from..colon).map(|k| p.w(k)).collect::<String>(),
        false => p.text(from, colon).to_owned(),
    };
    let condition = p.find(colon + 1, |k| matches!(p.w(k), "if" | "when" | "where")).filter(|&k| k < end);
    let guard = condition.map_or(String::new(), |k| format!(" where {}", p.text(k + 1, end)));
    let to = colon + 1 + usize::from(matches!(p.w(colon + 1), "to" | "->" | "=>"));
    let target = p.text(to, condition.unwrap_or(end));
    let position = p.w(to).starts_with(char::is_uppercase) && p.w(to + 1) == "(";
    (position && (plain || called)).then(|| format!("move {label}{guard} to {target}"))
}

/// A text that could be a name.
fn as_name(text: &str) -> Option<String> {
    let begins = text.chars().next().is_some_and(|c| c.is_alphabetic() || c == '_');
    let joined: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    begins.then_some(joined)
}

/// Every place of the whole text where `old` is alone, with `new` instead.
fn everywhere(p: &Phrase, found: Diagnostic, old: &str, new: &str) -> Diagnostic {
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '_');
    let text = p.view.text;
    let alone = |&(at, _): &(usize, &str)| {
        apart(text[..at].chars().next_back()) && apart(text[at + old.len()..].chars().next())
    };
    let places = text.match_indices(old).filter(alone);
    places.fold(found, |d, (at, _)| d.replace(Span::new(p.file, at, at + old.len()), new))
}

/// `game "Pile"(n: nat)`, `move "take"(k in 1..n)`
fn quoted(p: &Phrase) -> Option<Diagnostic> {
    let introduced = |i: usize| matches!(p.w(i - 1), "game" | "move" | "graph" | "let");
    let i = (1..p.len()).find(|&i| p.view.token(i) == Some(Token::Text) && introduced(i))?;
    let name = as_name(inside_quotes(p.view.tokens[i].slice(p.view.text)).trim())?;
    let found = p.error("missing-name", "A name is written without quotes", p.span(i));
    Some(found.instead(p.span(i), name))
}

/// `game 2Pile(n: nat)`
fn digit_first(p: &Phrase) -> Option<Diagnostic> {
    let introduced = |i: usize| matches!(p.w(i - 1), "game" | "move" | "graph" | "let");
    let i = (1..p.len()).find(|&i| p.view.token(i) == Some(Token::BadNumber) && introduced(i))?;
    let word = p.text(i, i + 1);
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let name = format!("{rest}{}", &word[..word.len() - rest.len()]);
    let found = p.error("bad-number", "A name begins with a letter", p.span(i)).hint(meant(&name));
    Some(everywhere(p, found, word, &name))
}

/// The end of a name of several words that begins at `i`, if it has several.
fn end_of_words(p: &Phrase, i: usize) -> Option<usize> {
    let mut end = i + 1;
    let joins = |k: usize| matches!(p.w(k), "-" | "from" | "of" | "in") && p.is_name(k + 1);
    while p.is_name(i) && (p.is_name(end) || joins(end)) {
        end += if p.is_name(end) { 1 } else { 2 };
    }
    (end > i + 1).then_some(end)
}

/// `game Take Away(n: nat)`, `game Take-Away(n: nat)`
fn game_of_words(p: &Phrase) -> Option<Diagnostic> {
    let i = if p.w(0) == "loopy" { 2 } else { 1 };
    let end = end_of_words(p, i).filter(|&end| p.is_game() && p.w(end) == "(")?;
    let old = p.text(i, end);
    let capital = |w: &str| {
        let mut chars = w.chars();
        chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
    };
    let name: String = old.split(|c: char| !c.is_alphanumeric()).map(capital).collect();
    let found = p.error("missing-name", "The name of a game is one word", p.over(i, end)).hint(meant(&name));
    Some(everywhere(p, found, old, &name))
}

/// `move take beans(k in 1..n)`, `move take-beans(k in 1..n)`
fn move_of_words(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| p.w(i - 1) == "move" && p.is_game()).find_map(|i| {
        let end = end_of_words(p, i).filter(|&end| matches!(p.w(end), "(" | "to" | "where" | "for"))?;
        let foreign =
            (i..end).any(|k| foreign_word(p.w(k)).is_some() || p.w(k).starts_with(char::is_uppercase));
        let old = p.text(i, end);
        let name = as_name(&old.split_whitespace().collect::<Vec<_>>().join("_")).filter(|_| !foreign)?;
        let found = p.error("missing-move-name", "The name of a move is one word", p.over(i, end));
        Some(everywhere(p, found.hint(meant(&name)), old, &name))
    })
}

/// `move take, k in 1..n, to D(n - k)`
fn choices_by_commas(p: &Phrase) -> Option<Diagnostic> {
    (1..p.len()).filter(|&i| p.back(i, 1) == "move" && p.is_name(i)).find_map(|i| {
        let begins =
            matches!(p.w(i + 1), "," | ":" | "with" | "for") && p.is_name(i + 2) && p.w(i + 3) == "in";
        let to = p.find(i + 1, |k| p.w(k) == "to").filter(|_| begins)?;
        let end = to - usize::from(matches!(p.w(to - 1), "," | ":"));
        let text = format!("{}({}) ", p.w(i), p.text(i + 2, end));
        let found = p.error(
            "missing-parentheses",
            "The choices of a move are written in parentheses",
            p.over(i + 1, end),
        );
        Some(found.hint(meant(text.trim())).replace(p.span(i).to(p.before(to)), text))
    })
}
