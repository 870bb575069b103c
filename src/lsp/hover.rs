//! What is shown of the thing under the mouse: what it is, what is said about it, and what it is worth.

use super::document::Document;
use crate::api::GameVerdict;
use crate::api::Type;
use crate::api::{Kind, Span, Use, Value};
use serde_json::json;
use std::time::Duration;

/// So long may a value take that somebody looks at.
const GLANCE: Duration = Duration::from_millis(150);

/// What is known about what is at a byte.
pub(super) fn hover(doc: &mut Document, at: usize) -> serde_json::Value {
    let (file, mut said) = (doc.file(), vec![]);
    let name = doc.loaded.use_at(file, at).cloned();
    if let Some(of) = &name {
        said.extend(about_name(doc, of));
    }
    let expression = doc.loaded.expression_at(file, at);
    if let Some((span, ty)) = &expression {
        said.extend(about_expression(doc, *span, ty, name.is_none()));
    }
    let span = name.map(|of| of.span).or(expression.map(|(span, _)| span));
    match span.filter(|_| !said.is_empty()) {
        Some(span) => json!({
            "contents": {"kind": "markdown", "value": said.join("\n\n")},
            "range": doc.range(span.range()),
        }),
        None => serde_json::Value::Null,
    }
}

fn code(text: &str) -> String {
    format!("```fairgame\n{text}\n```")
}

fn about_name(doc: &mut Document, of: &Use) -> Vec<String> {
    let symbol = doc.loaded.symbol(&doc.session.sources, of);
    let mut said = vec![code(&symbol.usage)];
    said.extend(symbol.doc.clone());
    match of.kind {
        Kind::Game | Kind::Graph => {
            said.extend(verdict(doc, &symbol.name));
            said.extend(first_values(doc, &symbol.name));
        }
        Kind::Function | Kind::Constant => said.extend(body(doc, of).map(|text| code(&text))),
        _ => {}
    }
    said
}

/// Whether play ends, and why.
fn verdict(doc: &Document, game: &str) -> Option<String> {
    let v = doc.verdicts.iter().find(|v| v.game == game)?;
    let word = match v.verdict {
        GameVerdict::Proved => "proved",
        GameVerdict::Loopy => "loopy",
        GameVerdict::Checked => "checked",
        GameVerdict::Wrong => "wrong",
    };
    Some(format!("**{word}**: {}", v.sentence))
}

/// The values of the first positions of a game of one number.
fn first_values(doc: &mut Document, game: &str) -> Option<String> {
    let params = &doc.loaded.program.games.iter().find(|g| g.name == game)?.params;
    let [param] = &params[..] else { return None };
    if param.ty != Type::Int {
        return None;
    }
    let values = evaluated(doc, &format!("[value({game}(n)) for n in 0..15]"))
        .or_else(|| evaluated(doc, &format!("[value({game}(n)) for n in 1..15]")))?;
    Some(format!("Values: {}", values.to_string().trim_matches(['[', ']']).replace(", ", " ")))
}

/// The definition as it is written: of a function with cases, its cases.
fn body(doc: &Document, of: &Use) -> Option<String> {
    const SHOWN: usize = 12;
    let program = &doc.loaded.program;
    let definition = program.lets.iter().find(|l| Some(l.span) == of.definition)?;
    let text = doc.session.sources.slice(definition.body.span);
    let lines: Vec<&str> = text.lines().collect();
    let more = if lines.len() > SHOWN { "\n..." } else { "" };
    Some(lines[..lines.len().min(SHOWN)].join("\n") + more)
}

fn about_expression(doc: &mut Document, span: Span, ty: &Type, alone: bool) -> Vec<String> {
    let text = doc.session.sources.slice(span).to_string();
    let one_line = !text.contains('\n') && text.len() <= 80;
    let mut said = vec![];
    if alone && one_line {
        said.push(code(&format!("{text}: {ty}")));
    }
    // What a name stands for that is bound somewhere is not known here.
    let bound = |u: &&Use| {
        let inside = u.span.file == span.file && span.start <= u.span.start && u.span.end <= span.end;
        inside && matches!(u.kind, Kind::Parameter | Kind::Binder)
    };
    if doc.loaded.uses.iter().any(|u| bound(&u)) {
        return said;
    }
    if *ty == Type::Position {
        said.extend(standing(doc, &text));
    } else if !matches!(doc.loaded.use_at(span.file, span.start as usize), Some(u) if u.kind == Kind::Function && u.span == span)
    {
        said.extend(
            evaluated(doc, &text)
                .map(|v| v.to_string())
                .filter(|v| *v != text && v.len() < 400)
                .map(|v| code(&format!("= {v}"))),
        );
    }
    said
}

/// The value and outcome of a position, and the moves that win.
fn standing(doc: &mut Document, text: &str) -> Option<String> {
    let Value::Position(position) = evaluated(doc, text)? else { return None };
    let value = within(doc, |s| s.value_of(&position).ok());
    let outcome = within(doc, |s| s.outcome_of(&position).ok())?;
    let winning = within(doc, |s| s.winning_of(&position).ok()).unwrap_or_default();
    let names: Vec<String> = winning.iter().take(5).map(|m| m.name.clone()).collect();
    let more = if winning.len() > names.len() { ", ..." } else { "" };
    let value = value.map_or(String::new(), |v| match v.to_string() {
        zero if zero == "0" => "value 0, ".into(),
        v => format!("value \\*{v}, "),
    });
    let moves = match (names.is_empty(), outcome.as_str()) {
        (false, _) => format!("; winning: `{}`{more}", names.join("`, `")),
        (true, "P") => "; every move loses".into(),
        (true, _) => String::new(),
    };
    Some(format!("{value}outcome {outcome}{moves}"))
}

fn evaluated(doc: &mut Document, expression: &str) -> Option<Value> {
    within(doc, |s| s.evaluate(expression).ok())
}

/// Asks the session within a small budget of time.
fn within<T>(doc: &mut Document, ask: impl FnOnce(&mut crate::api::Session) -> Option<T>) -> Option<T> {
    let time = doc.session.budget.time.replace(GLANCE);
    let answer = ask(&mut doc.session);
    doc.session.budget.time = time;
    answer
}
