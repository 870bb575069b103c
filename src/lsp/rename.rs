//! A name changed wherever it stands. The texts are read again with the new name, and nothing is changed unless every
//! name in them still stands for what it stood for.

use super::document::{Document, texts};
use super::names::{Reading, readings};
use super::{Answered, Server, places};
use crate::api::{Kind, Lines, Loaded, Session, Use};
use lsp_types::TextEdit;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The name at a byte, if it can be changed.
pub(super) fn prepare(doc: &Document, at: usize) -> Answered {
    let of = doc.loaded.use_at(doc.file(), at).ok_or("There is no name here")?;
    refusal(doc, of).map_or(Ok(()), Err)?;
    Ok(json!({"range": doc.range(of.span.range()), "placeholder": doc.session.sources.slice(of.span)}))
}

/// Why a name cannot be changed.
fn refusal(doc: &Document, of: &Use) -> Option<String> {
    let name = doc.session.sources.slice(of.span);
    match of.kind {
        Kind::Builtin => return Some(format!("{name} is a function of the language")),
        Kind::Module => return Some("This is the name of a file: rename the file".into()),
        Kind::Move => {
            return Some(format!(
                "Moves are named in texts, too, as in \"{name}(2)\": these would not be changed"
            ));
        }
        _ => {}
    }
    let Some(definition) = of.definition else { return Some(format!("{name} belongs to the language")) };
    let file = doc.session.sources.get(definition.file);
    file.path.is_none().then(|| format!("{name} belongs to the library"))
}

/// By the name of a text: its new text, and the bytes that change.
type Changed = BTreeMap<String, (String, Vec<std::ops::Range<usize>>)>;

/// Changes a name everywhere.
pub(super) fn rename(server: &mut Server, params: &Value) -> Answered {
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default();
    let new = params.get("newName").and_then(Value::as_str).unwrap_or_default().trim().to_string();
    let doc = server.docs.get(uri).ok_or("This text is not open")?;
    let at = doc.byte_at(params.get("position"));
    let of = doc.loaded.use_at(doc.file(), at).ok_or("There is no name here")?;
    refusal(doc, of).map_or(Ok(()), Err)?;
    is_name(&new)?;
    let definition = of.definition.ok_or("This belongs to the language")?;
    let definition = (doc.session.sources.get(definition.file).name.clone(), definition.range());
    let readings = readings(server, Some(&doc.name));
    let changed = changes(&readings, &definition, &new);
    for reading in &readings {
        same_names(server, reading, &changed, &new)?;
    }
    let mut edits = serde_json::Map::new();
    for (name, (old, places)) in &changed {
        let lines = Lines::new(old.clone());
        let of_text = places.iter().map(|p| TextEdit::new(places::range(&lines, p.clone()), new.clone()));
        let of_text: Vec<TextEdit> = of_text.collect();
        let file = readings.iter().find_map(|r| r.session.sources.iter().find(|(_, f)| f.name == *name));
        let uri = file.and_then(|(_, f)| server.uri_of(f)).ok_or("A file has no address")?;
        edits.insert(uri.as_str().to_string(), json!(of_text));
    }
    Ok(json!({"changes": edits}))
}

fn is_name(new: &str) -> Result<(), String> {
    use crate::api::words::{Token, tokens};
    match &tokens(new)[..] {
        [one] if one.token == Token::Name && one.span.len() == new.len() => Ok(()),
        [one] if one.token == Token::Keyword => Err(format!("{new} is a word of the language")),
        _ => Err(format!("`{new}` is no name: letters, digits and _, beginning with a letter")),
    }
}

/// The places of the name in all texts.
fn changes(readings: &[Reading], definition: &(String, std::ops::Range<usize>), _new: &str) -> Changed {
    let mut places: BTreeMap<String, BTreeSet<(usize, usize)>> = BTreeMap::new();
    let mut texts = BTreeMap::new();
    for reading in readings {
        for u in reading.uses_of(definition) {
            let file = reading.session.sources.get(u.span.file);
            texts.insert(file.name.clone(), file.text.to_string());
            places.entry(file.name.clone()).or_default().insert((u.span.start as usize, u.span.end as usize));
        }
    }
    let changed = |(name, places): (String, BTreeSet<(usize, usize)>)| {
        let text = texts.remove(&name).unwrap_or_default();
        (name, (text, places.into_iter().map(|(from, to)| from..to).collect()))
    };
    places.into_iter().map(changed).collect()
}

fn applied(text: &str, places: &[std::ops::Range<usize>], new: &str) -> String {
    let (mut out, mut from) = (String::new(), 0);
    for place in places {
        out = out + &text[from..place.start] + new;
        from = place.end;
    }
    out + &text[from..]
}

/// Reads a text with the new name: every name must stand for the same thing as before, and nothing may be found that was
/// not there before.
fn same_names(server: &Server, before: &Reading, changed: &Changed, new: &str) -> Result<(), String> {
    let touched = before.session.sources.iter().any(|(_, f)| changed.contains_key(&f.name));
    if !touched {
        return Ok(());
    }
    let mut texts = texts(&server.open_texts());
    for (name, (text, places)) in changed {
        texts.put(name.clone(), applied(text, places, new));
    }
    let first = before.session.sources.iter().next().map(|(_, f)| f.text.to_string()).unwrap_or_default();
    let text = changed.get(&before.name).map_or(first, |(text, places)| applied(text, places, new));
    let mut session = Session::default();
    session.read_from(texts);
    let after = session.open(&before.name, &text);
    let same =
        shape(&before.loaded) == shape(&after) && before.loaded.diagnostics.len() == after.diagnostics.len();
    if same {
        return Ok(());
    }
    Err(format!("With the name {new}, something else would be meant: that name is in use"))
}

/// For each name, which of the names is its definition.
fn shape(loaded: &Loaded) -> Vec<Option<usize>> {
    let by_place: BTreeMap<_, usize> = loaded.uses.iter().enumerate().map(|(i, u)| (u.span, i)).collect();
    loaded.uses.iter().map(|u| by_place.get(&u.definition?).copied()).collect()
}
