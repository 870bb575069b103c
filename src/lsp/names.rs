//! Where names are defined and used, in this text, in those that it uses and in those that use it.

use super::document::{Document, texts};
use super::findings::location;
use super::{Server, places};
use crate::api::{Kind, Lines, Loaded, Session, Span, Use};
use lsp_types::{Location, SymbolKind};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// More files of a folder are not looked through.
const MOST_FILES: usize = 300;

/// Where the thing at a byte is defined.
pub(super) fn definition(server: &Server, doc: &Document, at: usize) -> Value {
    let of = doc.loaded.use_at(doc.file(), at);
    let place = of.and_then(|of| of.definition).and_then(|span| location(server, doc, span));
    place.map_or(Value::Null, |place| json!(place))
}

/// Every place in this text where the thing at a byte is named.
pub(super) fn highlights(doc: &Document, at: usize) -> Value {
    let Some(of) = doc.loaded.use_at(doc.file(), at) else { return json!([]) };
    let own = doc.loaded.uses_of(of).filter(|u| doc.is_own(u.span));
    own.map(|u| json!({"range": doc.range(u.span.range()), "kind": if u.is_definition() { 3 } else { 2 }}))
        .collect()
}

/// A program that was read for its names: a tab, or a file beside it.
pub(super) struct Reading {
    pub(super) session: Session,
    pub(super) loaded: Loaded,
    /// What its first text is called.
    pub(super) name: String,
}

/// Every text of the workspace, read by itself: those that are open as they are, the others from their files.
pub(super) fn readings(server: &Server, near: Option<&str>) -> Vec<Reading> {
    let mut names: BTreeSet<String> = server.open_texts().into_iter().map(|(name, _)| name).collect();
    let near = near.and_then(|n| Path::new(n).parent()).map(|p| p.display().to_string());
    for folder in server.folders.iter().chain(&near) {
        games_in(Path::new(folder), 4, &mut names);
    }
    names.into_iter().take(MOST_FILES).filter_map(|name| reading(server, name)).collect()
}

fn reading(server: &Server, name: String) -> Option<Reading> {
    let open = server.open_texts();
    let mut held = open.iter().rev().filter(|(held, _)| *held == name);
    let text = held.next().map(|(_, text)| text.clone()).or_else(|| std::fs::read_to_string(&name).ok())?;
    let mut session = Session::default();
    session.read_from(texts(&open));
    let loaded = session.open(&name, &text);
    Some(Reading { session, loaded, name })
}

/// The programs in a folder and those below, without hidden ones.
fn games_in(folder: &Path, depth: usize, found: &mut BTreeSet<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for path in paths {
        let hidden = path.file_name().is_none_or(|n| n.to_string_lossy().starts_with('.') || n == "target");
        if hidden || found.len() >= MOST_FILES {
            continue;
        }
        if path.is_dir() && depth > 0 {
            games_in(&path, depth - 1, found);
        } else if path.extension().is_some_and(|e| e == "game") {
            found.insert(path.display().to_string());
        }
    }
}

impl Reading {
    /// Where a name is, in words that are the same in all readings: the name of its text, and its bytes.
    pub(super) fn place(&self, span: Span) -> (String, std::ops::Range<usize>) {
        (self.session.sources.get(span.file).name.clone(), span.range())
    }

    /// The uses of what is defined at a place.
    pub(super) fn uses_of<'r>(
        &'r self,
        definition: &'r (String, std::ops::Range<usize>),
    ) -> impl Iterator<Item = &'r Use> {
        self.loaded.uses.iter().filter(move |u| u.definition.is_some_and(|d| self.place(d) == *definition))
    }
}

/// Every place where the thing at a position is named, in all texts of the workspace.
pub(super) fn references(server: &Server, params: &Value) -> Value {
    let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or_default();
    let Some(doc) = server.docs.get(uri) else { return json!([]) };
    let at = doc.byte_at(params.get("position"));
    let Some(of) = doc.loaded.use_at(doc.file(), at) else { return json!([]) };
    let declared = params.pointer("/context/includeDeclaration").and_then(Value::as_bool) != Some(false);
    let Some(definition) = of.definition else {
        let same = |u: &&Use| {
            doc.is_own(u.span)
                && u.kind == of.kind
                && doc.session.sources.slice(u.span) == doc.session.sources.slice(of.span)
        };
        return doc
            .loaded
            .uses
            .iter()
            .filter(same)
            .filter_map(|u| location(server, doc, u.span))
            .map(|l| json!(l))
            .collect();
    };
    let file = doc.session.sources.get(definition.file);
    let definition = (file.name.clone(), definition.range());
    let local = matches!(of.kind, Kind::Parameter | Kind::Binder) && definition.0 == doc.name;
    if local {
        let uses = doc.loaded.uses_of(of).filter(|u| declared || !u.is_definition());
        return uses.filter_map(|u| location(server, doc, u.span)).map(|l| json!(l)).collect();
    }
    let mut found: BTreeSet<(String, usize, usize)> = BTreeSet::new();
    let mut places = vec![];
    for reading in readings(server, Some(&doc.name)) {
        for u in reading.uses_of(&definition).filter(|u| declared || !u.is_definition()) {
            let (name, bytes) = reading.place(u.span);
            if found.insert((name, bytes.start, bytes.end)) {
                places.extend(place_in(server, &reading, u.span));
            }
        }
    }
    json!(places)
}

fn place_in(server: &Server, reading: &Reading, span: Span) -> Option<Location> {
    let file = reading.session.sources.get(span.file);
    Some(Location::new(server.uri_of(file)?, places::range(&Lines::of(file), span.range())))
}

/// How editors call the kinds of things.
pub(super) fn symbol_kind(kind: Kind) -> SymbolKind {
    match kind {
        Kind::Game | Kind::Graph => SymbolKind::CLASS,
        Kind::Constant => SymbolKind::CONSTANT,
        Kind::Function | Kind::Builtin => SymbolKind::FUNCTION,
        Kind::Parameter | Kind::Binder => SymbolKind::VARIABLE,
        Kind::Move => SymbolKind::METHOD,
        Kind::Case => SymbolKind::ENUM_MEMBER,
        Kind::Module => SymbolKind::MODULE,
    }
}

/// What the texts of the workspace define, by a part of its name.
pub(super) fn workspace_symbols(server: &Server, params: &Value) -> Value {
    let query = params.get("query").and_then(Value::as_str).unwrap_or_default().to_lowercase();
    let mut all = vec![];
    for reading in readings(server, None) {
        let file = reading.loaded.texts.first().copied().unwrap_or_default();
        let global = |u: &&Use| {
            u.span.file == file
                && matches!(u.kind, Kind::Game | Kind::Graph | Kind::Constant | Kind::Function)
        };
        for u in reading.loaded.definitions().filter(global) {
            let name = reading.session.sources.slice(u.span);
            if name.to_lowercase().contains(&query) {
                let location = place_in(server, &reading, u.span);
                all.push(json!({"name": name, "kind": symbol_kind(u.kind), "location": location, "containerName": reading.name.rsplit('/').next()}));
            }
        }
    }
    Value::Array(all)
}
