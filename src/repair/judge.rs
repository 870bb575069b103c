//! Which changes of a text leave it with fewer mistakes.

use super::{Repair, Text};
use crate::check::{Bare, check};
use crate::diagnostic::{Diagnostic, applied};
use crate::syntax::ast::Item;
use crate::syntax::parse::{Kept, count_broken, parse_again, parse_line};

/// As many changed texts are read and checked for one text, and so many bytes of them: an editor asks with every key.
const MOST_TRIALS: usize = 150;
const MOST_READ: usize = 300_000;

/// Judges changes of one text.
pub(super) struct Judge<'a> {
    text: &'a Text<'a>,
    kept: &'a mut Kept,
    left: usize,
    /// The mistakes without any change.
    before: Vec<Diagnostic>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(text: &'a Text<'a>, kept: &'a mut Kept) -> Judge<'a> {
        let left = (MOST_READ / text.text.len().max(1)).min(MOST_TRIALS);
        let mut judge = Judge { text, kept, left, before: vec![] };
        judge.before = judge.mistakes(text.text);
        judge
    }

    /// Whether a mistake can be judged: others come from files that cannot be read, and the like.
    pub(super) fn knows(&self, d: &Diagnostic) -> bool {
        d.is_error() && self.before.iter().any(|b| same(b, d))
    }

    /// Whether other mistakes lie in a part of the text: then a change that mends one says little.
    pub(super) fn finds_more(&self, part: std::ops::Range<usize>, d: &Diagnostic) -> bool {
        let inside = |b: &&Diagnostic| b.span().is_some_and(|s| part.contains(&s.range().start));
        self.before.iter().filter(inside).any(|b| !same(b, d))
    }

    /// Whether the hint of a mistake leads to a text without it, in one step.
    pub(super) fn leads_on_at_once(&mut self, d: &Diagnostic) -> bool {
        let once = d.applied(self.text.file, self.text.text);
        once.is_some_and(|once| self.leaves_fewer(&once))
    }

    /// Whether the hint of a mistake leads to a text without it, in two steps at most.
    pub(super) fn leads_on(&mut self, d: &Diagnostic) -> bool {
        // Where no trial is left, nothing else could be offered.
        if self.left < 2 || d.replacements.iter().any(|r| r.text.starts_with("use \"")) {
            return true;
        }
        let Some(once) = d.applied(self.text.file, self.text.text) else { return false };
        let found = self.mistakes(&once);
        self.is_better(&found) || self.next_leads_on(&once, &found)
    }

    /// Whether the hint of a mistake that is new in a changed text leads on.
    fn next_leads_on(&mut self, text: &str, found: &[Diagnostic]) -> bool {
        let new =
            found.iter().find(|f| !f.replacements.is_empty() && !self.before.iter().any(|b| same(b, f)));
        let Some(next) = new.and_then(|next| next.applied(self.text.file, text)) else { return false };
        let found = self.mistakes(&next);
        self.is_better(&found)
    }

    /// Whether a change leaves fewer mistakes, and none that was not there before.
    pub(super) fn accepts(&mut self, repair: &Repair) -> bool {
        if self.left == 0 {
            return false;
        }
        let Some(changed) = applied(&repair.edits, self.text.file, self.text.text) else { return false };
        self.leaves_fewer(&changed)
    }

    /// Whether a changed text has fewer mistakes, and none that was not there before. What is wrong with its items is not
    /// looked for where too many cannot be read in any case.
    fn leaves_fewer(&mut self, text: &str) -> bool {
        if count_broken(self.text.file, text, self.kept) >= self.before.len() {
            self.left = self.left.saturating_sub(1);
            return false;
        }
        let found = self.mistakes(text);
        self.is_better(&found)
    }

    /// Whether a change leads to a mistake whose own hint leads on.
    pub(super) fn accepts_as_first_step(&mut self, repair: &Repair) -> bool {
        if self.left < 2 {
            return false;
        }
        let Some(once) = applied(&repair.edits, self.text.file, self.text.text) else { return false };
        let found = self.mistakes(&once);
        self.next_leads_on(&once, &found)
    }

    /// The only one of some changes that is accepted.
    pub(super) fn only(&mut self, repairs: Vec<Repair>) -> Option<Repair> {
        let mut good = repairs.into_iter().filter(|r| self.accepts(r));
        let first = good.next()?;
        good.next().is_none().then_some(first)
    }

    /// What is found in place of one mistake, beside the others that were there before.
    pub(super) fn instead_of<'f>(&self, d: &Diagnostic, found: &'f [Diagnostic]) -> Vec<&'f Diagnostic> {
        let mut others: Vec<&Diagnostic> = self.before.iter().collect();
        if let Some(own) = others.iter().position(|b| same(b, d)) {
            others.swap_remove(own);
        }
        let mut is_new = |f: &&Diagnostic| match others.iter().position(|b| same(b, f)) {
            Some(other) => {
                others.swap_remove(other);
                false
            }
            None => true,
        };
        found.iter().filter(|f| is_new(f)).collect()
    }

    /// The mistakes of a changed text, while there are trials left.
    pub(super) fn mistakes_of(&mut self, text: &str) -> Option<Vec<Diagnostic>> {
        (self.left > 0).then(|| self.mistakes(text))
    }

    /// Whether fewer mistakes are left, and none that was not there before.
    pub(super) fn is_better(&self, found: &[Diagnostic]) -> bool {
        found.len() < self.before.len() && found.iter().all(|f| self.before.iter().any(|b| same(b, f)))
    }

    /// The mistakes of a text.
    fn mistakes(&mut self, text: &str) -> Vec<Diagnostic> {
        self.left = self.left.saturating_sub(1);
        let file = self.text.file;
        let parsed = match self.text.bare {
            Bare::Question => parse_line(file, text),
            Bare::Mistake => parse_again(file, text, self.kept),
        };
        let own = parsed.items.into_iter().filter(|item| !matches!(item, Item::Use(_)));
        let items: Vec<Item> = self.text.elsewhere.iter().cloned().chain(own).collect();
        let checked = check(&items, &parsed.broken, self.text.bare);
        // What the library has is known as soon as it is used, which is a hint of its own.
        let arity = self.text.arity;
        let used = |d: &Diagnostic| {
            let name = d.span().filter(|s| s.file == file && d.code == "unknown-name");
            name.and_then(|s| text.get(s.range())).is_some_and(|name| arity(name).is_some())
        };
        let found = parsed.diagnostics.into_iter().chain(checked.diagnostics);
        found.filter(|d| d.is_error() && !used(d)).collect()
    }
}

fn same(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.code == b.code && a.title == b.title
}
