//! Which engines hold what was found, and what they recognised in the rules: read off from what they hold, so that a test
//! sees where something is not recognised any more.

use super::Games;
use super::engines::{Engine, Engines};
use std::collections::BTreeMap;

/// What was recognised, by name, and how often: each family of positions counts once, each clause, each run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fired {
    counts: BTreeMap<&'static str, u64>,
}

impl Fired {
    /// What was recognised and how often, in order of the names.
    pub fn counts(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.counts.iter().map(|(what, n)| (*what, *n))
    }

    /// The engines that hold values.
    pub fn engines(&self) -> impl Iterator<Item = &'static str> {
        self.counts.keys().copied().filter(|what| what.starts_with("engine: "))
    }

    fn add(&mut self, what: &'static str, times: u64) {
        if times > 0 {
            *self.counts.entry(what).or_default() += times;
        }
    }

    fn all(&mut self, what: impl IntoIterator<Item = &'static str>) {
        what.into_iter().for_each(|w| self.add(w, 1));
    }
}

impl Games {
    /// Which engines answered, and what they recognised in the rules.
    pub fn fired(&self) -> Fired {
        let mut fired = Fired::default();
        for (_, sequence) in self.piles.borrow().sequences().filter(|(_, s)| !s.is_empty()) {
            fired.add("engine: sequence", 1);
            fired.all(sequence.recognised());
        }
        let by_residues = self.residues.borrow().values().flatten().count();
        fired.add("engine: residues", by_residues as u64);
        for engines in self.families.borrow().values() {
            engines.tell(&mut fired);
        }
        let general = self.general.borrow();
        fired.add("engine: general", u64::from(general.solved() + general.search.met() > 0));
        self.arenas.recognised().into_iter().for_each(|what| fired.add(what, 1));
        for proved in self.claims_proved.borrow().values() {
            fired.add("claim: islands proved", u64::from(proved.splits));
            fired.add("claim: symmetry proved", proved.same.iter().filter(|p| **p).count() as u64);
        }
        fired.add("ranges cut by what follows them", self.machine.narrowed.get());
        fired
    }
}

impl Engines {
    fn tell(&self, fired: &mut Fired) {
        if let Some(Some(dense)) = &self.dense {
            fired.add("engine: dense", 1);
            fired.all(dense.recognised());
        }
        for table in self.chains().filter(|t| t.solved() > 0) {
            fired.add("engine: chain", 1);
            fired.all(table.recognised());
        }
        if let Engine::Ready(s) = &self.narrow
            && s.solved() + s.search.met() > 0
        {
            fired.add("engine: packed in 64 bits", 1);
            fired.all(s.rules.family().recognised());
        }
        if let Engine::Ready(s) = &self.wide
            && s.solved() + s.search.met() > 0
        {
            fired.add("engine: packed in 128 bits", 1);
            fired.all(s.rules.family().recognised());
        }
    }
}
