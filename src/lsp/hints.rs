//! What stands beside the text without being part of it: answers in a few words, and buttons above items.

use super::document::Document;
use crate::api::Type;
use crate::api::{GameVerdict, VerdictAnswer};
use serde_json::{Value, json};
use std::ops::Range;

/// Longer hints are cut.
const LONGEST: usize = 40;

/// The hints in a piece of the text.
pub(super) fn hints(doc: &Document, within: Option<Range<usize>>) -> Value {
    let games = doc
        .verdicts
        .iter()
        .filter_map(|v| Some((end_of_header(doc, &v.game)?, of_verdict(v), v.sentence.clone())));
    let answers = doc.replies.iter().map(|(span, reply)| {
        let end = doc.text()[span.range()].trim_end().len() + span.range().start;
        (end, reply.short(), reply.text(&crate::api::Look::default()))
    });
    let shown = |at: &usize| within.as_ref().is_none_or(|r| r.start <= *at && *at <= r.end);
    let all = games.chain(answers).filter(|(at, text, _)| shown(at) && !text.is_empty());
    all.map(|(at, text, more)| hint(doc, at, &text, &more)).collect()
}

fn hint(doc: &Document, at: usize, text: &str, more: &str) -> Value {
    let position = doc.range(at..at).start;
    let tooltip = json!({"kind": "markdown", "value": format!("```text\n{}\n```", more.trim_end())});
    json!({"position": position, "label": shortened(text), "paddingLeft": true, "tooltip": tooltip})
}

fn shortened(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= LONGEST {
        return text;
    }
    let cut: String = text.chars().take(LONGEST - 4).collect();
    let cut = cut.rsplit_once(' ').map_or(cut.as_str(), |(head, _)| head);
    format!("{cut} ...")
}

/// `proved: n falls`
fn of_verdict(v: &VerdictAnswer) -> String {
    let word = match v.verdict {
        GameVerdict::Proved => "proved",
        GameVerdict::Loopy => "loopy",
        GameVerdict::Checked => "checked",
        GameVerdict::Wrong => "wrong",
    };
    let ends = format!("{} ends: ", v.game);
    let why = v.sentence.strip_prefix(&ends).unwrap_or(&v.sentence);
    match (v.verdict, v.positions) {
        (GameVerdict::Checked, Some(n)) => format!("checked to {n} positions"),
        _ => match why.split_once(" gets smaller") {
            Some((measure, _)) => format!("{word}: {measure} falls"),
            None => format!("{word}: {why}"),
        },
    }
}

/// Behind the first line of a game.
fn end_of_header(doc: &Document, game: &str) -> Option<usize> {
    let game = doc.loaded.program.games.iter().find(|g| g.name == game && doc.is_own(g.span))?;
    let from = game.span.range().end;
    let line = doc.text()[from..].lines().next().unwrap_or_default();
    let code = line.split('#').next().unwrap_or_default();
    Some(from + code.trim_end().len())
}

/// The buttons of a text; some need a client that can show more than a message.
pub(super) fn lenses(doc: &Document, has_commands: bool) -> Value {
    let mut all = vec![];
    for question in &doc.loaded.questions {
        let at = question.span().range().start;
        all.push(lens(doc, at, "Run", "fairgame.run", json!([doc.uri, at])));
        if question.kind == "period" {
            all.push(lens(doc, at, "Prove the period", "fairgame.run", json!([doc.uri, at])));
        }
    }
    for game in doc.loaded.program.games.iter().filter(|g| doc.is_own(g.item) && doc.loaded.is_fine()) {
        let at = game.item.range().start;
        if let [param] = &game.params[..]
            && param.ty == Type::Int
        {
            all.push(lens(doc, at, "Values", "fairgame.values", json!([doc.uri, game.name])));
        }
        if has_commands {
            for (title, command) in [("Play", "play"), ("Graph", "graph")] {
                all.push(lens(doc, at, title, &format!("fairgame.{command}"), json!([doc.uri, game.name])));
            }
        }
    }
    Value::Array(all)
}

fn lens(doc: &Document, at: usize, title: &str, command: &str, arguments: Value) -> Value {
    json!({"range": doc.range(at..at), "command": {"title": title, "command": command, "arguments": arguments}})
}
