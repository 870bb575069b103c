//! Items that were read before. An editor has a whole text read again with every key, in which one item has changed: of
//! the others the tree is kept, with everything that it was made of, and so are the trials of explanations.
//!
//! An item is always read by itself first, with the lines on which it stands and nothing else, so that the same look gives
//! the same tree wherever it stands.

use super::mending::Reading;
use super::place::Place;
use super::{habits, understood};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::ast::Item;
use crate::syntax::items::{RawItem, View};
use crate::syntax::token::Lexed;
use std::collections::HashMap;
use std::hash::Hash;

/// What else may be on the lines of an item that is read by itself, in bytes on each side.
const MOST_BESIDE: usize = 500;

/// What was not met again in so many readings is forgotten.
const MOST_TURNS: u32 = 4;

/// What was read of earlier texts, or nothing: then nothing is kept.
#[derive(Default)]
pub struct Kept {
    keeps: bool,
    turn: u32,
    items: HashMap<Alone, Known<Item>>,
    readings: HashMap<Trial, Known<Reading>>,
    trials: HashMap<Trial, Known<Vec<Diagnostic>>>,
}

/// A text that is nothing but a broken item, changed in some way.
type Trial = (FileId, Place, String);

struct Known<T> {
    what: T,
    /// When it was met last.
    turn: u32,
}

/// An item by itself: all that its tree depends on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Alone {
    /// The lines on which it stands.
    text: String,
    tokens: Vec<Lexed>,
    doc: Option<String>,
}

impl Kept {
    /// What is read from now on is kept.
    pub fn new() -> Kept {
        Kept { keeps: true, ..Kept::default() }
    }

    /// Begins to read again, and forgets what was not met for long.
    pub fn next(&mut self) {
        self.turn += 1;
        let oldest = self.turn.saturating_sub(MOST_TURNS);
        self.items.retain(|_, known| known.turn >= oldest);
        self.readings.retain(|_, known| known.turn >= oldest);
        self.trials.retain(|_, known| known.turn >= oldest);
    }

    /// An item that can be read by itself, and is right as far as can be seen before it has a meaning.
    pub(super) fn item(&mut self, file: FileId, view: View, raw: &RawItem) -> Option<Item> {
        let (alone, start) = Alone::of(view, raw).filter(|_| raw.proper)?;
        let item = self.read(alone)?.moved(file, start);
        habits::never_right_beside(file, view).is_none().then_some(item)
    }

    fn read(&mut self, alone: Alone) -> Option<Item> {
        let turn = self.turn;
        if let Some(known) = self.items.get_mut(&alone) {
            known.turn = turn;
            return Some(known.what.clone());
        }
        let item = alone.read()?;
        if self.keeps {
            self.items.insert(alone, Known { what: item.clone(), turn });
        }
        Some(item)
    }

    /// How a text reads that is nothing but a broken item, changed in some way.
    pub(super) fn reading(
        &mut self,
        file: FileId,
        place: Place,
        text: &str,
        read: impl FnOnce() -> Reading,
    ) -> Reading {
        if !self.keeps {
            return read();
        }
        met(&mut self.readings, (file, place, text.to_owned()), self.turn, read)
    }

    /// What is said about such a text.
    pub(super) fn trial(
        &mut self,
        file: FileId,
        place: Place,
        text: &str,
        read: impl FnOnce() -> Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        if !self.keeps {
            return read();
        }
        met(&mut self.trials, (file, place, text.to_owned()), self.turn, read)
    }
}

/// What is kept under a key, or is from now on.
fn met<K: Eq + Hash, T: Clone>(
    all: &mut HashMap<K, Known<T>>,
    key: K,
    turn: u32,
    read: impl FnOnce() -> T,
) -> T {
    let known = all.entry(key).or_insert_with(|| Known { what: read(), turn });
    known.turn = turn;
    known.what.clone()
}

impl Alone {
    /// An item with its lines, and where these begin; none if there is much beside it.
    fn of(view: View, raw: &RawItem) -> Option<(Alone, usize)> {
        let text = view.text.as_bytes();
        let breaks = |b: &u8| matches!(b, b'\n' | b'\r');
        let before = text[..raw.span.start].iter().rev().take(MOST_BESIDE + 1);
        let behind = text[raw.span.end..].iter().take(MOST_BESIDE + 1);
        let (before, behind) =
            (before.take_while(|b| !breaks(b)).count(), behind.take_while(|b| !breaks(b)).count());
        let start = raw.span.start - before;
        let at_start = |t: &Lexed| Lexed { token: t.token, span: t.span.start - start..t.span.end - start };
        let alone = || Alone {
            text: view.text[start..raw.span.end + behind].to_owned(),
            tokens: view.tokens.iter().map(at_start).collect(),
            doc: raw.doc.clone(),
        };
        (before <= MOST_BESIDE && behind <= MOST_BESIDE).then(|| (alone(), start))
    }

    /// Its tree, in a text that begins with its lines.
    fn read(&self) -> Option<Item> {
        let view = View { text: &self.text, tokens: &self.tokens };
        let (first, last) = (self.tokens.first()?, self.tokens.last()?);
        let file = FileId::default();
        let span = Span::new(file, first.span.start, last.span.end);
        let item = understood(file, view, |builder, pair| builder.item(pair, self.doc.clone(), span)).ok()?;
        habits::never_right(file, view).is_none().then_some(item)
    }
}
