//! The games that come along, by chapter, and the guided tour.

use fairgame::library::{self, CHAPTERS, Entry};
use serde::Serialize;

/// The steps of the tour, with what is answered, which the tests of the prompt compare.
const TOUR: &str = include_str!("../../../docs/tour.md");

/// A game of the catalogue, or a module of the library.
#[derive(Serialize)]
pub(crate) struct Line {
    name: &'static str,
    title: String,
    /// What the chapter is about.
    chapter: &'static str,
}

/// A step of the tour.
#[derive(Serialize)]
pub(crate) struct Walk {
    says: &'static str,
    /// What is typed.
    typed: String,
}

/// Those that fit some words, best first; with no words all, by chapter.
pub(crate) fn found(words: &str) -> Vec<Line> {
    let words: Vec<String> = words.split_whitespace().map(String::from).collect();
    let entries: Vec<Entry> =
        if words.is_empty() { library::examples().collect() } else { library::search(&words) };
    entries.into_iter().map(|e| Line { name: e.name, title: e.title(), chapter: chapter(&e) }).collect()
}

fn chapter(entry: &Entry) -> &'static str {
    let about = |folder| CHAPTERS.iter().find(|(name, _)| *name == folder).map(|(_, about)| *about);
    entry.chapter.and_then(about).unwrap_or("Modules of the library")
}

pub(crate) fn text(name: &str) -> Option<String> {
    library::entry(name).map(|e| e.text.to_string())
}

pub(crate) fn tour() -> Vec<Walk> {
    let mut all: Vec<Walk> = vec![];
    for line in TOUR.lines() {
        if let Some((_, says)) = line.strip_prefix("Step ").and_then(|l| l.split_once(". ")) {
            all.push(Walk { says, typed: String::new() });
        } else if let (Some(typed), Some(step)) = (line.strip_prefix('>'), all.last_mut()) {
            step.typed += typed.strip_prefix(' ').unwrap_or(typed);
            step.typed.push('\n');
        }
    }
    all
}
