//! Texts that rules only hand on and compare: each is a word, its place among all that were met, in order.

use super::compile::Compiler;
use super::keys::value_of;
use super::loops::word_of;
use super::universe::Sets;
use crate::check::types::Type;
use crate::value::Value;
use std::sync::Arc;

/// The texts that were met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Names(Arc<[Arc<str>]>);

impl Names {
    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// A text as a word; none if it was not met.
    pub(super) fn word(&self, value: &Value) -> Option<i64> {
        let Value::Text(text) = value else { return None };
        self.0.binary_search(text).ok().map(|i| i as i64)
    }

    /// The text of a word.
    pub(super) fn text(&self, word: i64) -> Value {
        let text = usize::try_from(word).ok().and_then(|i| self.0.get(i));
        Value::Text(text.cloned().unwrap_or_default())
    }
}

impl FromIterator<Arc<str>> for Names {
    /// Of texts in order.
    fn from_iter<I: IntoIterator<Item = Arc<str>>>(texts: I) -> Names {
        Names(texts.into_iter().collect())
    }
}

impl Sets {
    /// A value as a word.
    pub(super) fn word_of(&self, value: &Value) -> Option<i64> {
        match value {
            Value::Text(_) => self.names()?.word(value),
            other => word_of(other),
        }
    }

    /// The value of a type that is in a word.
    pub(super) fn value_of(&self, word: i64, ty: &Type) -> Value {
        match (ty, self.names()) {
            (Type::Text, Some(names)) => names.text(word),
            _ => value_of(word, ty),
        }
    }
}

impl Compiler<'_> {
    /// A known value as a word. A text that has none yet is taken note of.
    pub(super) fn known_word(&mut self, value: &Value) -> Option<i64> {
        let word = self.plan.sets.word_of(value);
        if word.is_none() {
            self.plan.meet_elements(value);
        }
        word
    }

    /// Takes note of a known value that has no place in a layout yet.
    pub(super) fn unmet<T>(&mut self, value: &Value) -> Option<T> {
        self.plan.meet_elements(value);
        None
    }

    /// Known values as words.
    pub(super) fn known_words<'v>(&mut self, values: impl IntoIterator<Item = &'v Value>) -> Option<Vec<i64>> {
        values.into_iter().map(|v| self.known_word(v)).collect()
    }
}
