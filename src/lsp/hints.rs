//! What is next to the text without being part of it: answers in a few words, and buttons above items.

use super::Client;
use super::document::Document;
use crate::api::{GameVerdict, Kind, Span, Type, Use, VerdictAnswer};
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
        _ => match falling(why) {
            Some(measure) => format!("{word}: {measure} falls"),
            None => format!("{word}: {why}"),
        },
    }
}

/// What gets smaller, by the sentence that says so: `n`, `a + b`, or `(a, b)` for one after the other.
fn falling(why: &str) -> Option<String> {
    if let Some((measure, _)) = why.split_once(" gets smaller") {
        return Some(measure.into());
    }
    let (each, _) = why.strip_prefix("each move ")?.rsplit_once(" smaller")?;
    let made = each.split(" smaller, or leaves it and ").map(|part| part.strip_prefix("makes "));
    let measures = made.collect::<Option<Vec<&str>>>()?;
    Some(if let [one] = measures[..] { one.into() } else { format!("({})", measures.join(", ")) })
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
pub(super) fn lenses(doc: &Document, client: &Client) -> Value {
    let mut all = vec![];
    if client.has_page && doc.loaded.is_fine() && !doc.text().trim().is_empty() {
        all.push(lens(doc, 0, "Open in the browser", "fairgame.browser", json!([doc.uri])));
    }
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
        if client.has_commands {
            let from =
                if game.starts.is_some() { Some(game.name.clone()) } else { some_position(doc, &game.name) };
            let arguments = json!([doc.uri, game.name, from]);
            all.push(lens(doc, at, "Play", "fairgame.play", arguments.clone()));
            all.push(lens(doc, at, "Graph", "fairgame.graph", arguments));
        }
    }
    Value::Array(all)
}

/// A position of a game to begin with: the first that a statement names, or one of the right form.
fn some_position(doc: &Document, game: &str) -> Option<String> {
    let named =
        |u: &&Use| u.kind == Kind::Game && doc.is_own(u.span) && doc.session.sources.slice(u.span) == game;
    let asked =
        |u: &&Use| doc.loaded.questions.iter().any(|q| q.span().range().contains(&u.span.range().start));
    let places = doc.loaded.uses.iter().filter(named).filter(asked).map(|u| u.span.range().start);
    let mut positions = places.filter_map(|at| doc.loaded.expression_at(doc.file(), at));
    let stands_alone = |span: Span| {
        let inside = |u: &Use| u.span.start >= span.start && u.span.end <= span.end && doc.is_own(u.span);
        !doc.loaded.uses.iter().any(|u| inside(u) && matches!(u.kind, Kind::Binder | Kind::Parameter))
    };
    let found = positions.find(|(span, ty)| *ty == Type::Position && stands_alone(*span));
    let typed = found.map(|(span, _)| doc.session.sources.slice(span).to_string());
    typed.or_else(|| doc.session.some_position_of(game))
}

fn lens(doc: &Document, at: usize, title: &str, command: &str, arguments: Value) -> Value {
    json!({"range": doc.range(at..at), "command": {"title": title, "command": command, "arguments": arguments}})
}
