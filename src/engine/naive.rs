//! The definitions, transcribed: slow and obviously right. Every other engine is compared with these.

use super::rules::{Options, Rules};
use super::stop::Stop;
use std::collections::HashMap;

/// A position as it lies on the table: parts and nim-heaps, sorted.
pub type Sum<K> = (Vec<K>, Vec<u64>);

/// Sprague-Grundy values by the definition alone: the sum is expanded, every position of the whole is
/// looked at, and its value is the mex of the values of its options (Sprague 1935, Grundy 1939).
#[derive(Debug)]
pub struct Naive<R: Rules> {
    rules: R,
    values: HashMap<Sum<R::Key>, u64>,
}

impl<R: Rules> Naive<R> {
    /// Over some rules, which must be acyclic.
    pub fn new(rules: R) -> Naive<R> {
        Naive { rules, values: HashMap::new() }
    }

    /// The nim-value of a sum.
    ///
    /// # Errors
    /// What the rules report.
    pub fn value(&mut self, sum: &Sum<R::Key>) -> Result<u64, Stop<R::Mistake>> {
        let value = self.value_within(sum, usize::MAX)?;
        Ok(value.unwrap_or_else(|| unreachable!("there are no more sums than that")))
    }

    /// The nim-value of a sum, unless more than `most` sums have to be looked at for it: a heap that moves put beside
    /// what is left stays on the table, and a dozen of them make more sums than anybody can go through.
    ///
    /// # Errors
    /// What the rules report.
    pub fn value_within(&mut self, sum: &Sum<R::Key>, most: usize) -> Result<Option<u64>, Stop<R::Mistake>> {
        if let Some(v) = self.values.get(sum) {
            return Ok(Some(*v));
        }
        let mut seen = vec![];
        for option in options(&mut self.rules, sum)? {
            match self.value_within(&option, most)? {
                Some(v) => seen.push(v),
                None => return Ok(None),
            }
        }
        if self.values.len() >= most {
            return Ok(None);
        }
        let value = (0..).find(|v| !seen.contains(v)).unwrap_or(0);
        self.values.insert(sum.clone(), value);
        Ok(Some(value))
    }
}

/// Every option of a sum: one part moves, the others stay.
pub(super) fn options<R: Rules>(
    rules: &mut R,
    (parts, heaps): &Sum<R::Key>,
) -> Result<Vec<Sum<R::Key>>, Stop<R::Mistake>> {
    let mut all = vec![];
    for (i, &part) in parts.iter().enumerate() {
        let mut options = Options::default();
        rules.options(part, &mut options)?;
        for (new_parts, new_heaps) in options.iter() {
            let others = parts.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, k)| *k);
            let parts = others.chain(new_parts.iter().copied()).collect();
            all.push(sorted(parts, heaps.iter().chain(new_heaps).copied().collect()));
        }
    }
    for (i, &heap) in heaps.iter().enumerate() {
        for smaller in 0..heap {
            let mut heaps = heaps.clone();
            heaps[i] = smaller;
            all.push(sorted(parts.clone(), heaps));
        }
    }
    Ok(all)
}

/// A sum as it lies on the table.
pub(super) fn sorted<K: Ord>(mut parts: Vec<K>, mut heaps: Vec<u64>) -> Sum<K> {
    parts.sort();
    heaps.retain(|h| *h > 0);
    heaps.sort_unstable();
    (parts, heaps)
}
