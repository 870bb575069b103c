//! How a text is built: its outline, what folds, and what encloses a place.

use super::document::Document;
use super::names::symbol_kind;
use crate::api::Kind;
use crate::api::words::{CLAUSE_WORDS, cut};
use crate::api::words::{Lexed, Token, tokens};
use lsp_types::Position;
use serde_json::{Value, json};
use std::ops::Range;

/// What the text defines, with the moves of each game inside it.
pub(super) fn symbols(doc: &Document) -> Value {
    let (items, _) = cut(doc.text());
    let own: Vec<_> = doc.loaded.definitions().filter(|u| doc.is_own(u.span)).collect();
    let mut all = vec![];
    for item in &items {
        let inside = |kinds: &[Kind]| {
            let kinds = kinds.to_vec();
            own.iter().filter(move |u| item.span.contains(&u.span.range().start) && kinds.contains(&u.kind))
        };
        for u in inside(&[Kind::Game, Kind::Graph, Kind::Constant, Kind::Function]) {
            let of = doc.loaded.symbol(&doc.session.sources, u);
            let moves: Vec<Value> = inside(&[Kind::Move])
                .map(|m| {
                    symbol(
                        doc,
                        doc.session.sources.slice(m.span),
                        m.kind,
                        "",
                        m.span.range(),
                        m.span.range(),
                        vec![],
                    )
                })
                .collect();
            all.push(symbol(doc, &of.name, u.kind, &of.usage, item.span.clone(), u.span.range(), moves));
        }
    }
    Value::Array(all)
}

fn symbol(
    doc: &Document,
    name: &str,
    kind: Kind,
    detail: &str,
    all: Range<usize>,
    own: Range<usize>,
    children: Vec<Value>,
) -> Value {
    json!({
        "name": name, "kind": symbol_kind(kind), "detail": detail, "range": doc.range(all),
        "selectionRange": doc.range(own), "children": children,
    })
}

/// Items and comments of more than a line.
pub(super) fn folds(doc: &Document) -> Value {
    let (items, _) = cut(doc.text());
    let items = items.iter().map(|i| (lines_of(doc, &i.span), "region"));
    let comments = comment_blocks(doc).into_iter().map(|lines| (lines, "comment"));
    let folds = items.chain(comments).filter(|((from, to), _)| from < to);
    folds.map(|((from, to), kind)| json!({"startLine": from, "endLine": to, "kind": kind})).collect()
}

fn lines_of(doc: &Document, bytes: &Range<usize>) -> (u32, u32) {
    let range = doc.range(bytes.clone());
    (range.start.line, range.end.line)
}

/// Runs of lines that are comments.
fn comment_blocks(doc: &Document) -> Vec<(u32, u32)> {
    let mut blocks: Vec<(u32, u32)> = vec![];
    for (i, line) in doc.text().lines().enumerate() {
        if !line.trim_start().starts_with('#') {
            continue;
        }
        match blocks.last_mut() {
            Some(block) if block.1 + 1 == i as u32 => block.1 += 1,
            _ => blocks.push((i as u32, i as u32)),
        }
    }
    blocks
}

/// For each position, what encloses it, from the word to the whole text.
pub(super) fn selections(doc: &Document, params: &Value) -> Value {
    let positions = params.get("positions").cloned().unwrap_or_default();
    let positions: Vec<Position> = serde_json::from_value(positions).unwrap_or_default();
    positions.iter().map(|p| nested(doc, &enclosing(doc, super::places::byte(&doc.lines, *p)))).collect()
}

/// The innermost first.
fn nested(doc: &Document, ranges: &[Range<usize>]) -> Value {
    ranges.iter().rev().fold(Value::Null, |parent, bytes| match parent {
        Value::Null => json!({"range": doc.range(bytes.clone())}),
        parent => json!({"range": doc.range(bytes.clone()), "parent": parent}),
    })
}

fn enclosing(doc: &Document, at: usize) -> Vec<Range<usize>> {
    let text = doc.text();
    let all = tokens(text);
    let covers = |r: &Range<usize>| r.start <= at && at <= r.end;
    let mut found: Vec<Range<usize>> =
        all.iter().rev().map(|t| t.span.clone()).find(|r| covers(r)).into_iter().collect();
    found.extend(doc.loaded.expression_at(doc.file(), at).map(|(span, _)| span.range()));
    found.extend(brackets(&all).into_iter().filter(|r| covers(r)).flat_map(|r| [r.start + 1..r.end - 1, r]));
    let (items, code) = cut(text);
    for item in items.iter().filter(|i| covers(&i.span)) {
        found.extend(clauses(text, &code[item.tokens.clone()]).into_iter().filter(|r| covers(r)));
        found.push(item.span.clone());
    }
    found.push(0..text.len());
    found.retain(|r| covers(r));
    found.sort_by_key(|r| r.len());
    // Each must lie inside the next.
    found.dedup();
    let mut chain: Vec<Range<usize>> = vec![];
    for r in found {
        if chain.last().is_none_or(|last| r.start <= last.start && last.end <= r.end && r != *last) {
            chain.push(r);
        }
    }
    chain
}

/// From each opening bracket to after the one that closes it.
fn brackets(all: &[Lexed]) -> Vec<Range<usize>> {
    let (mut open, mut found) = (vec![], vec![]);
    for t in all {
        if t.token.opens() {
            open.push(t.span.start);
        } else if t.token.closes()
            && let Some(start) = open.pop()
        {
            found.push(start..t.span.end);
        }
    }
    found
}

/// The clauses of a game.
fn clauses(text: &str, code: &[Lexed]) -> Vec<Range<usize>> {
    let begins = |t: &&Lexed| t.token == Token::Keyword && CLAUSE_WORDS.contains(&t.slice(text));
    let starts: Vec<usize> = (0..code.len()).filter(|i| begins(&&code[*i])).collect();
    let ends = starts.iter().skip(1).copied().chain([code.len()]);
    starts.iter().zip(ends).map(|(from, to)| code[*from].span.start..code[to - 1].span.end).collect()
}
