//! What a function or a game takes, while its arguments are typed.

use super::document::Document;
use crate::api::Kind;
use crate::api::words::TABLE;
use crate::api::words::{Lexed, Token, tokens};
use serde_json::{Value, json};

/// The signature of the call around a byte.
pub(super) fn signature(doc: &Document, at: usize) -> Value {
    let text = doc.text();
    let before: Vec<Lexed> = tokens(text).into_iter().take_while(|t| t.span.end <= at).collect();
    let Some((name, argument)) = call(text, &before) else { return Value::Null };
    let Some((label, about)) = described(doc, name) else { return Value::Null };
    let parameters = parameters(&label);
    let active = argument.min(parameters.len().saturating_sub(1));
    json!({
        "signatures": [{
            "label": label,
            "documentation": {"kind": "markdown", "value": about},
            "parameters": parameters.iter().map(|p| json!({"label": p})).collect::<Vec<_>>(),
            "activeParameter": active,
        }],
        "activeSignature": 0,
        "activeParameter": active,
    })
}

/// The name before the innermost bracket that is open, and how many commas come after it.
fn call<'t>(text: &'t str, before: &[Lexed]) -> Option<(&'t str, usize)> {
    let (mut depth, mut commas) = (0usize, 0);
    for (i, t) in before.iter().enumerate().rev() {
        match t.token {
            token if token.closes() => depth += 1,
            token if token.opens() && depth > 0 => depth -= 1,
            Token::OpenRound => {
                let name = before[..i].last().filter(|t| matches!(t.token, Token::Name | Token::Keyword))?;
                let of_move = i >= 2 && before[i - 2].slice(text) == "move";
                return (!of_move).then(|| (name.slice(text), commas));
            }
            // `Nim[3, 5]` is no call.
            token if token.opens() => return None,
            Token::Comma if depth == 0 => commas += 1,
            _ => {}
        }
    }
    None
}

/// How it is called, and what is said about it.
fn described(doc: &Document, name: &str) -> Option<(String, String)> {
    let sources = &doc.session.sources;
    let callable =
        |u: &&crate::api::Use| matches!(u.kind, Kind::Game | Kind::Function) && sources.slice(u.span) == name;
    if let Some(u) = doc.loaded.definitions().find(callable) {
        let symbol = doc.loaded.symbol(sources, u);
        let usage = symbol.usage.trim_start_matches("loopy ").trim_start_matches("game ").to_string();
        return Some((usage, symbol.doc.unwrap_or_default()));
    }
    let (_, _, usage, gives) = TABLE.iter().find(|row| row.0 == name)?;
    Some((usage.to_string(), gives.to_string()))
}

/// What is between the commas of the outermost brackets.
fn parameters(label: &str) -> Vec<&str> {
    let Some(open) = label.find('(') else { return vec![] };
    let (mut depth, mut from, mut found) = (0, open + 1, vec![]);
    for (i, c) in label.char_indices().skip_while(|(i, _)| *i < open) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if (c == ',' && depth == 1) || depth == 0 {
            found.push(label[from..i].trim());
            from = i + 1;
        }
        if depth == 0 {
            break;
        }
    }
    found.retain(|p| !p.is_empty());
    found
}
