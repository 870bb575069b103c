//! The families that were met, and how much their engines hold: counted again only for those that were touched since. A file of
//! many games asks after every question, and a question is about few of them.

use super::engine::Usage;
use crate::rules::ctx::FamilyKey;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};

/// The engines of one family.
pub(super) trait Holds: Default {
    /// What each of them holds.
    fn held(&self) -> ByEngine;
}

/// Families by key.
#[derive(Default)]
pub(super) struct Families<F> {
    places: HashMap<FamilyKey, usize>,
    all: Vec<F>,
    counts: RefCell<Counts>,
}

/// What each engine holds, by its name.
pub(super) type ByEngine = BTreeMap<&'static str, Usage>;

/// What was counted.
#[derive(Default)]
struct Counts {
    /// For each family, whether it may hold something else since, and what it held.
    of: Vec<(bool, ByEngine)>,
    /// The places of those that may.
    touched: Vec<usize>,
    /// Of all families.
    sums: ByEngine,
}

impl<F: Holds> Families<F> {
    /// The family of that key, with what it holds.
    pub(super) fn of(&mut self, key: FamilyKey) -> &mut F {
        let place = *self.places.entry(key).or_insert(self.all.len());
        if place == self.all.len() {
            self.all.push(F::default());
        }
        self.counts.get_mut().touch(place);
        &mut self.all[place]
    }

    /// Changes all of them.
    pub(super) fn change_all(&mut self, change: impl FnMut(&mut F)) {
        (0..self.all.len()).for_each(|place| self.counts.get_mut().touch(place));
        self.all.iter_mut().for_each(change);
    }

    /// Each with its key, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&FamilyKey, &F)> {
        self.places.iter().map(|(key, place)| (key, &self.all[*place]))
    }

    /// What an engine of that name holds in all families.
    pub(super) fn held_by(&self, engine: &str) -> Usage {
        self.counted(|sums| sums.get(engine).copied().unwrap_or_default())
    }

    /// What all engines hold.
    pub(super) fn usage(&self) -> Usage {
        let mut usage = Usage::default();
        self.counted(|sums| sums.values().for_each(|held| usage += *held));
        usage
    }

    fn counted<T>(&self, read: impl FnOnce(&ByEngine) -> T) -> T {
        let mut counts = self.counts.borrow_mut();
        for place in std::mem::take(&mut counts.touched) {
            counts.count(place, self.all[place].held());
        }
        read(&counts.sums)
    }
}

impl Counts {
    fn touch(&mut self, place: usize) {
        if place == self.of.len() {
            self.of.push((false, ByEngine::new()));
        }
        if !std::mem::replace(&mut self.of[place].0, true) {
            self.touched.push(place);
        }
    }

    fn count(&mut self, place: usize, held: ByEngine) {
        for (engine, usage) in &held {
            *self.sums.entry(engine).or_default() += *usage;
        }
        let (_, before) = std::mem::replace(&mut self.of[place], (false, held));
        for (engine, usage) in before {
            *self.sums.entry(engine).or_default() -= usage;
        }
    }
}
