//! What an editor offers to change: what hints ask about, and what a message needs.

use super::document::Document;
use super::findings::place;
use super::trials::{Offer, What};
use crate::api::words::tokens;
use crate::api::{Diagnostic, Span};
use lsp_types::TextEdit;
use serde_json::{Value, json};
use std::ops::Range;

/// The changes that are offered for a range of a text.
pub(super) fn actions(doc: &Document, params: &Value) -> Value {
    let Some(asked) = doc.bytes_of(params.get("range")) else { return json!([]) };
    let asked = doc.range(asked);
    let mut offered = vec![];
    for d in doc.findings().iter().filter(|d| touch(place(doc, d), asked) || is_about_game_at(doc, d, asked))
    {
        offered.extend(hinted(doc, d).or_else(|| meant(doc, d)));
        offered.extend(needed(doc, d));
        offered.extend(measure(doc, d));
        offered.push(json!({
            "title": format!("What does {} mean?", d.code),
            "kind": "quickfix",
            "command": {"title": "Explain", "command": "fairgame.explain", "arguments": [d.code]},
        }));
    }
    offered.extend(claims(doc, asked));
    // One thing may be said about several places.
    let mut once: Vec<Value> = vec![];
    for offer in offered {
        let same = |other: &Value| ["title", "edit", "command"].iter().all(|part| other[part] == offer[part]);
        if !once.iter().any(same) {
            once.push(offer);
        }
    }
    Value::Array(once)
}

/// Whether a verdict was found on a game whose name is there: what is wrong may show in one of its moves.
fn is_about_game_at(doc: &Document, d: &Diagnostic, asked: lsp_types::Range) -> bool {
    game_of(doc, d).is_some_and(|game| touch(doc.range(game.name.range()), asked))
}

/// The game of this text that a verdict is about.
fn game_of(doc: &Document, d: &Diagnostic) -> Option<GameAt> {
    let verdict = doc.verdicts.iter().find(|v| v.finding.as_deref() == Some(d))?;
    game_named(doc, &verdict.game)
}

/// Where a game is in this text.
struct GameAt {
    name: Span,
    item: Span,
}

fn game_named(doc: &Document, name: &str) -> Option<GameAt> {
    let game = doc.loaded.program.games.iter().find(|g| g.name == name && doc.is_own(g.item))?;
    Some(GameAt { name: game.span, item: game.item })
}

/// A measure that proves what is not proved.
fn measure(doc: &Document, d: &Diagnostic) -> Option<Value> {
    let verdict = doc.verdicts.iter().find(|v| v.finding.as_deref() == Some(d))?;
    let offer = doc.offers.iter().find(|o| o.kind == What::Measure && o.game == verdict.game)?;
    let title = format!("Prove that play ends: {}", offer.clause);
    Some(action(doc, d, &title, vec![insert(doc, offer.at, &offer.inserted())]))
}

/// Claims that would be proved, of a game whose name is there.
fn claims(doc: &Document, asked: lsp_types::Range) -> Vec<Value> {
    let here = |o: &&Offer| {
        let name = game_named(doc, &o.game).map(|game| game.name);
        o.kind != What::Measure && name.is_some_and(|span| touch(doc.range(span.range()), asked))
    };
    let offered = |o: &Offer| {
        json!({
            "title": format!("Say what is proved: {}", o.clause),
            "kind": "refactor.rewrite",
            "edit": {"changes": {&doc.uri: [insert(doc, o.at, &o.inserted())]}},
        })
    };
    doc.offers.iter().filter(here).map(offered).collect()
}

fn touch(a: lsp_types::Range, b: lsp_types::Range) -> bool {
    a.start <= b.end && b.start <= a.end
}

/// What the first hint asks about.
fn hinted(doc: &Document, d: &Diagnostic) -> Option<Value> {
    let own = d.replacements.iter().all(|r| doc.is_own(r.span));
    let edits = d.replacements.iter().map(|r| edit(doc, r.span, &r.text)).collect::<Vec<_>>();
    let title = d.hints.first().map_or("Change it", |h| h.as_str());
    (own && !edits.is_empty()).then(|| action(doc, d, &title.replace('`', ""), edits))
}

/// The word that a hint names, in place of the one that the message is about.
fn meant(doc: &Document, d: &Diagnostic) -> Option<Value> {
    let hint = d.hints.first()?;
    let word = hint.strip_prefix("Did you mean `")?.strip_suffix("`?")?;
    let span = d.span().filter(|span| doc.is_own(*span))?;
    let is_word = |text: &str| matches!(&tokens(text)[..], [one] if one.span.len() == text.len());
    let fits = is_word(word) && doc.text().get(span.range()).is_some_and(is_word);
    fits.then(|| action(doc, d, &hint.replace('`', ""), vec![edit(doc, span, word)]))
}

/// What else would help, by the kind of message.
fn needed(doc: &Document, d: &Diagnostic) -> Option<Value> {
    let span = d.span().filter(|span| doc.is_own(*span))?;
    let game = || game_of(doc, d);
    match d.code {
        "cycle" => {
            let at = game()?.item.range().start;
            Some(action(doc, d, "Say that positions may repeat: loopy game", vec![insert(doc, at, "loopy ")]))
        }
        "loopy-not-needed" if d.replacements.is_empty() => {
            let at = game()?.item.range().start;
            let word = doc.text()[at..].strip_prefix("loopy")?;
            let end = at + "loopy".len() + (word.len() - word.trim_start().len());
            let edits = vec![TextEdit::new(doc.range(at..end), String::new())];
            Some(action(doc, d, "Leave out loopy", edits))
        }
        "guard-always-true" => {
            let range = with_its_word(doc.text(), span.range())?;
            let title = format!("Leave out {}", doc.text()[range.clone()].trim());
            let edit = TextEdit::new(doc.range(range), String::new());
            Some(action(doc, d, &title, vec![edit]))
        }
        "unknown-name" if d.replacements.is_empty() => {
            let module = crate::library::defining(doc.text().get(span.range())?)?;
            let line = format!("use \"{module}\"\n");
            Some(action(
                doc,
                d,
                &format!("Use the module {module}"),
                vec![insert(doc, first_item(doc), &line)],
            ))
        }
        _ => None,
    }
}

/// A condition with the word that joins it to the rest: `where n > 0`, `and n > 0`, `n > 0 and`.
fn with_its_word(text: &str, condition: Range<usize>) -> Option<Range<usize>> {
    let (before, behind) = (&text[..condition.start], &text[condition.end..]);
    // A whole word, and the blanks between it and the condition.
    let ends = |word: &str| {
        let head = before.trim_end().strip_suffix(word)?;
        let apart = head.trim_end().len();
        (apart < head.len() && before.trim_end().len() < before.len()).then_some(apart)
    };
    let and = behind.trim_start().strip_prefix("and").filter(|rest| rest.starts_with(char::is_whitespace));
    if let Some(start) = ends("and") {
        return Some(start..condition.end);
    }
    match and {
        Some(rest) => Some(condition.start..text.len() - rest.trim_start().len()),
        None => ends("where").map(|start| start..condition.end),
    }
}

/// Where the first item begins, after the comments at the top that stand apart.
fn first_item(doc: &Document) -> usize {
    let text = doc.text();
    let code = text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    });
    let is_code = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    code.into_iter()
        .find(|(_, line)| is_code(line) || line.trim().is_empty())
        .map_or(0, |(at, line)| if is_code(line) { 0 } else { at + line.len() })
}

fn insert(doc: &Document, at: usize, text: &str) -> TextEdit {
    TextEdit::new(doc.range(at..at), text.into())
}

fn edit(doc: &Document, span: Span, text: &str) -> TextEdit {
    TextEdit::new(doc.range(span.range()), text.into())
}

fn action(doc: &Document, d: &Diagnostic, title: &str, edits: Vec<TextEdit>) -> Value {
    json!({
        "title": title,
        "kind": "quickfix",
        "isPreferred": true,
        "diagnostics": [{"range": place(doc, d), "message": d.title, "code": d.code, "source": "fairgame"}],
        "edit": {"changes": {&doc.uri: edits}},
    })
}
