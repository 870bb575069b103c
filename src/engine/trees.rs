//! Which positions have the same tree of moves: each is the set of its options, and two are the same if these sets are.
//! For games that terminate this is bisimilarity. Sums are expanded.

use super::budget::Meter;
use super::rules::{Options, Rules};
use super::stop::Halt;
use std::collections::{BTreeSet, HashMap};

/// A sum as it lies on the table: parts and nim-heaps, sorted.
pub type Sum<K> = (Vec<K>, Vec<u64>);

/// Trees of positions of some rules, which must be acyclic.
#[derive(Debug)]
pub struct Trees<R: Rules> {
    /// The rules.
    pub rules: R,
    listed: HashMap<R::Key, Vec<Sum<R::Key>>>,
    trees: HashMap<Sum<R::Key>, u32>,
    by_options: HashMap<Vec<u32>, u32>,
    /// A key that stands for all with the same tree.
    same: HashMap<R::Key, R::Key>,
    first: HashMap<u32, R::Key>,
    bytes: u64,
}

type Result<T, R> = std::result::Result<T, Halt<<R as Rules>::Key, <R as Rules>::Mistake>>;

impl<R: Rules> Trees<R> {
    /// Nothing seen yet.
    pub fn new(rules: R) -> Trees<R> {
        Trees {
            rules,
            listed: HashMap::new(),
            trees: HashMap::new(),
            by_options: HashMap::new(),
            same: HashMap::new(),
            first: HashMap::new(),
            bytes: 0,
        }
    }

    /// A number for the tree of a sum: two sums have the same number if and only if they have the same tree.
    ///
    /// # Errors
    /// What the rules report, or a budget that ran out.
    pub fn tree(&mut self, sum: Sum<R::Key>, meter: &Meter) -> Result<u32, R> {
        let root = self.normal(sum);
        let mut stack = vec![root.clone()];
        while let Some(sum) = stack.pop() {
            if self.trees.contains_key(&sum) {
                continue;
            }
            let options = self.options(&sum, meter)?;
            let known: Option<BTreeSet<u32>> = options.iter().map(|o| self.trees.get(o).copied()).collect();
            let Some(known) = known else {
                stack.push(sum);
                stack.extend(options.into_iter().filter(|o| !self.trees.contains_key(o)));
                meter.memory(self.bytes + stack.len() as u64 * 64)?;
                continue;
            };
            let next = self.by_options.len() as u32;
            let tree = *self.by_options.entry(known.into_iter().collect()).or_insert(next);
            if let ([key], []) = (sum.0.as_slice(), sum.1.as_slice()) {
                self.same.insert(*key, *self.first.entry(tree).or_insert(*key));
            }
            self.bytes += 200 + (sum.0.len() * size_of::<R::Key>() + options.len() * 4) as u64;
            self.trees.insert(sum, tree);
            meter.position()?;
            meter.memory(self.bytes)?;
        }
        Ok(self.trees[&root])
    }

    /// Parts with the same tree are exchanged for each other; what has no moves is left out.
    fn normal(&self, (mut parts, mut heaps): Sum<R::Key>) -> Sum<R::Key> {
        for part in &mut parts {
            *part = self.same.get(part).copied().unwrap_or(*part);
        }
        if let Some(nothing) = self.by_options.get(&vec![]).and_then(|t| self.first.get(t)) {
            parts.retain(|p| p != nothing);
        }
        parts.sort();
        heaps.retain(|h| *h > 0);
        heaps.sort_unstable();
        (parts, heaps)
    }

    fn options(&mut self, (parts, heaps): &Sum<R::Key>, meter: &Meter) -> Result<BTreeSet<Sum<R::Key>>, R> {
        let mut all = BTreeSet::new();
        for (i, &part) in parts.iter().enumerate() {
            self.list(part)?;
            let others = || parts[..i].iter().chain(&parts[i + 1..]).copied();
            for (new_parts, new_heaps) in &self.listed[&part] {
                let parts = others().chain(new_parts.iter().copied()).collect();
                all.insert(self.normal((parts, heaps.iter().chain(new_heaps).copied().collect())));
                meter.tick()?;
            }
        }
        for (i, &heap) in heaps.iter().enumerate() {
            for smaller in 0..heap {
                let mut heaps = heaps.clone();
                heaps[i] = smaller;
                all.insert(self.normal((parts.clone(), heaps)));
                meter.tick()?;
            }
        }
        Ok(all)
    }

    /// Lists the options of a part, once.
    fn list(&mut self, part: R::Key) -> Result<(), R> {
        if self.listed.contains_key(&part) {
            return Ok(());
        }
        let mut options = Options::default();
        self.rules.options(part, &mut options).map_err(|stop| Halt::at(part, stop))?;
        let sums: BTreeSet<Sum<R::Key>> =
            options.iter().map(|(p, h)| self.normal((p.to_vec(), h.to_vec()))).collect();
        self.bytes += 100 + sums.iter().map(|s| 48 + s.0.len() as u64 * 8).sum::<u64>();
        self.listed.insert(part, sums.into_iter().collect());
        Ok(())
    }
}
