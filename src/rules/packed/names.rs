//! Texts that rules only pass on and compare: each is a word, its place among all that were met, in order.

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
