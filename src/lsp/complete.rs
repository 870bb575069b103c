//! What may be typed at a place, and templates for clauses and items.

use super::document::Document;
use crate::api::{Candidate, Kind};
use lsp_types::{CompletionItem, CompletionItemKind, InsertTextFormat};
use serde_json::{Value, json};

/// Templates, by the word that they begin with; `$1` is a place to fill in.
const TEMPLATES: [(&str, &str); 12] = [
    ("game", "game ${1:Name}(${2:n: nat})\n  move ${3:take}(${4:k in 1..n}) to ${1:Name}(${5:n - k})$0"),
    ("loopy", "loopy game ${1:Name}(${2:n: nat})\n  move ${3:go}(${4:k in 1..n}) to ${1:Name}(${5:k})$0"),
    ("graph", "graph ${1:Name}\n  from ${2:a} to ${3:b}$0"),
    ("move", "move ${1:take}(${2:k in 1..n}) to $0"),
    ("ends", "ends when $0"),
    ("wins", "wins when $0"),
    ("splits", "splits into ${1:Part(p)} for ${2:p} in $0"),
    ("same", "same as $0"),
    ("table", "table ${1:Nim(n)} for ${2:n} in ${3:0..20}$0"),
    ("period", "period ${1:Nim(n)} for ${2:n}$0"),
    ("play", "play ${1:position}: $0"),
    ("compare", "compare ${1:A(n)}, ${2:B(n)} for n in ${3:0..20}$0"),
];

/// What may be at a byte.
pub(super) fn complete(doc: &Document, at: usize, snippets: bool) -> Value {
    let candidates = doc.loaded.names_at(&doc.session.sources, doc.file(), at);
    let items: Vec<CompletionItem> = candidates.iter().map(|c| item(c, snippets)).collect();
    json!({"isIncomplete": false, "items": items})
}

fn item(c: &Candidate, snippets: bool) -> CompletionItem {
    let word = c.text.trim_end();
    let template = TEMPLATES.iter().find(|(first, _)| snippets && c.kind.is_none() && *first == word);
    let call = snippets && takes_arguments(c);
    let text = match template {
        Some((_, template)) => Some(template.to_string()),
        None if call => Some(format!("{word}($0)")),
        None => (c.text != word).then(|| c.text.clone()),
    };
    CompletionItem {
        label: word.to_string(),
        kind: Some(kind(c.kind)),
        detail: (!c.detail.is_empty()).then(|| c.detail.clone()),
        sort_text: Some(format!("{}{word}", rank(c.kind))),
        insert_text_format: (template.is_some() || call).then_some(InsertTextFormat::SNIPPET),
        insert_text: text,
        ..CompletionItem::default()
    }
}

fn takes_arguments(c: &Candidate) -> bool {
    match c.kind {
        Some(Kind::Game) => c.detail.contains('('),
        Some(Kind::Function | Kind::Builtin) => true,
        _ => false,
    }
}

/// What is near stands first.
fn rank(kind: Option<Kind>) -> u8 {
    match kind {
        Some(Kind::Binder | Kind::Parameter) => 0,
        Some(Kind::Game | Kind::Graph | Kind::Constant | Kind::Function | Kind::Move) => 1,
        Some(Kind::Case) => 2,
        None => 3,
        Some(Kind::Builtin | Kind::Module) => 4,
    }
}

fn kind(kind: Option<Kind>) -> CompletionItemKind {
    match kind {
        None => CompletionItemKind::KEYWORD,
        Some(Kind::Game | Kind::Graph) => CompletionItemKind::CLASS,
        Some(Kind::Constant) => CompletionItemKind::CONSTANT,
        Some(Kind::Function | Kind::Builtin) => CompletionItemKind::FUNCTION,
        Some(Kind::Parameter | Kind::Binder) => CompletionItemKind::VARIABLE,
        Some(Kind::Move) => CompletionItemKind::METHOD,
        Some(Kind::Case) => CompletionItemKind::ENUM_MEMBER,
        Some(Kind::Module) => CompletionItemKind::MODULE,
    }
}
