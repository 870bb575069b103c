//! What the buttons do. The answer is text, which the editor shows.

use super::{Answered, Server};
use crate::api::{Look, Reply};
use crate::explain;
use crate::library;
use crate::link::{Link, texts_used};
use serde_json::{Value, json};
use std::time::Duration;

/// The commands that the server carries out.
pub(super) const COMMANDS: [&str; 5] =
    ["fairgame.run", "fairgame.values", "fairgame.explain", "fairgame.link", "fairgame.examples"];

/// So long may work take that somebody has asked for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Carries out a command.
pub(super) fn execute(server: &mut Server, params: &Value) -> Answered {
    let arguments = params.get("arguments").and_then(Value::as_array).cloned().unwrap_or_default();
    let first = arguments.first().and_then(Value::as_str).unwrap_or_default();
    let second = arguments.get(1).cloned().unwrap_or_default();
    match params.get("command").and_then(Value::as_str).unwrap_or_default() {
        "fairgame.run" => run(server, first, second.as_u64().unwrap_or(0) as usize),
        "fairgame.values" => values(server, first, second.as_str().unwrap_or_default()),
        "fairgame.explain" => explanation(first),
        "fairgame.link" => link(server, first),
        "fairgame.examples" => Ok(examples()),
        other => Err(format!("fairgame does not know the command {other}")),
    }
}

/// Answers the question that begins at a byte, as `fairgame run` would.
fn run(server: &mut Server, uri: &str, at: usize) -> Answered {
    let doc = server.docs.get_mut(uri).ok_or("This text is not open")?;
    let question = doc.loaded.questions.iter().find(|q| q.span().range().start == at);
    let question = question.cloned().ok_or("The text has changed: there is no question here now")?;
    let time = doc.session.budget.time.replace(PATIENCE);
    let answer = doc.session.ask(&question);
    doc.session.budget.time = time;
    Ok(json!(Reply::new(&doc.session.sources, &question, answer).text(&Look::default())))
}

/// The values of a game of one number.
fn values(server: &mut Server, uri: &str, game: &str) -> Answered {
    let doc = server.docs.get_mut(uri).ok_or("This text is not open")?;
    let known = doc.loaded.program.games.iter().any(|g| g.name == game);
    if !known {
        return Err(format!("There is no game {game} now"));
    }
    let from = |n: usize| format!("[value({game}(n)) for n in {n}..40]");
    let values = doc.session.evaluate(&from(0)).or_else(|_| doc.session.evaluate(&from(1)));
    match values {
        Ok(values) => Ok(json!(format!("{game}: {values}"))),
        Err(_) => Err(format!("The values of {game} cannot be listed")),
    }
}

/// What comes after the `#` of a link to a text, with what it uses.
fn link(server: &Server, uri: &str) -> Answered {
    let doc = server.docs.get(uri).ok_or("This text is not open")?;
    let others = texts_used(&doc.session.sources, &doc.loaded.texts);
    let link = Link { others, ..Link::of(doc.text()) };
    link.fragment().map(|fragment| json!(fragment)).map_err(|why| why.why)
}

/// The bundled games: their names, titles and chapters.
fn examples() -> Value {
    let one =
        |e: library::Entry| json!({"name": e.name, "title": e.title(), "chapter": e.chapter, "path": e.path});
    library::examples().map(one).collect()
}

fn explanation(code: &str) -> Answered {
    let found = explain::explanation(code).ok_or(format!("No message has the code {code}"))?;
    Ok(json!(format!("{}\n\n{}", found.code, found.text)))
}

/// The text at an address of the scheme `fairgame:`.
pub(super) fn library_text(params: &Value) -> Answered {
    let uri = params.get("uri").and_then(Value::as_str).unwrap_or_default();
    let path = uri.trim_start_matches("fairgame:").trim_start_matches('/');
    if let Some(code) = path.strip_prefix("messages/").and_then(|name| name.strip_suffix(".md")) {
        return explanation(code);
    }
    let path = path.strip_prefix("stdlib/").or(path.strip_prefix("examples/")).unwrap_or(path);
    let mut entries = library::modules().chain(library::examples());
    entries.find(|e| e.path == path).map(|e| json!(e.text)).ok_or(format!("There is no text {uri}"))
}
