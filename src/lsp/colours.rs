//! Colours by what words mean, where their looks do not tell.

use super::document::Document;
use crate::api::Kind;
use crate::api::words::{Token, tokens};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::Range;

const TYPES: [&str; 13] = [
    "keyword",
    "type",
    "class",
    "enumMember",
    "function",
    "variable",
    "parameter",
    "method",
    "namespace",
    "string",
    "number",
    "operator",
    "comment",
];
const MODIFIERS: [&str; 3] = ["declaration", "readonly", "defaultLibrary"];

/// The names of the colours.
pub(super) fn legend() -> Value {
    json!({"tokenTypes": TYPES, "tokenModifiers": MODIFIERS})
}

/// The words of a text with their colours: for each the lines and units of UTF-16 since the one before, its length, its
/// colour and what else is said about it.
pub(super) fn colours(doc: &Document, within: Option<Range<usize>>) -> Value {
    let named: BTreeMap<usize, (&str, u32)> = doc
        .loaded
        .uses
        .iter()
        .filter(|u| doc.is_own(u.span) && u.kind != Kind::Module)
        .map(|u| (u.span.range().start, (of_kind(u.kind), modifiers(u.kind, u.is_definition()))))
        .collect();
    let text = doc.text();
    let (mut data, mut last) = (vec![], (0, 0));
    for token in tokens(text) {
        if within.as_ref().is_some_and(|r| token.span.end < r.start || r.end < token.span.start) {
            continue;
        }
        let plain = || of_token(token.token, token.slice(text)).map(|colour| (colour, 0));
        let Some((colour, more)) = named.get(&token.span.start).copied().or_else(plain) else { continue };
        for piece in lines_of(text, &token.span) {
            let range = doc.range(piece);
            let (line, from) = (range.start.line, range.start.character);
            let since = if line == last.0 { from - last.1 } else { from };
            let colour = TYPES.iter().position(|t| *t == colour).unwrap_or(0) as u32;
            data.extend([line - last.0, since, range.end.character - from, colour, more]);
            last = (line, from);
        }
    }
    json!({"data": data})
}

/// A token of several lines, line by line.
fn lines_of(text: &str, span: &Range<usize>) -> Vec<Range<usize>> {
    let mut pieces = vec![];
    let mut from = span.start;
    for line in text[span.clone()].split_inclusive('\n') {
        let shown = line.trim_end_matches(['\n', '\r']).len();
        pieces.extend((shown > 0).then_some(from..from + shown));
        from += line.len();
    }
    pieces
}

fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Game | Kind::Graph => "class",
        Kind::Constant | Kind::Binder => "variable",
        Kind::Function | Kind::Builtin => "function",
        Kind::Parameter => "parameter",
        Kind::Move => "method",
        Kind::Case => "enumMember",
        Kind::Module => "namespace",
    }
}

fn modifiers(kind: Kind, definition: bool) -> u32 {
    let readonly = u32::from(kind == Kind::Constant);
    u32::from(definition) | readonly << 1 | u32::from(kind == Kind::Builtin) << 2
}

fn of_token(token: Token, word: &str) -> Option<&'static str> {
    Some(match token {
        Token::Keyword if matches!(word, "nat" | "int" | "bool" | "text" | "cell" | "position") => "type",
        Token::Keyword | Token::InSign | Token::NotInSign | Token::XorSign => "keyword",
        Token::Number => "number",
        Token::Text | Token::UnclosedText => "string",
        Token::Comment => "comment",
        Token::Plus | Token::Minus | Token::Star | Token::Slash | Token::Caret | Token::Equals => "operator",
        Token::EqualEqual | Token::NotEqual | Token::Less | Token::LessEqual => "operator",
        Token::Greater | Token::GreaterEqual | Token::DotDot | Token::DotDotLess | Token::Arrow => "operator",
        _ => return None,
    })
}
