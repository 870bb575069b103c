//! The definitions, transcribed: slow and obviously right. The solver is compared with these.

use crate::engine::nimber::mex;
use crate::engine::rules::{Options, Rules};
use std::collections::HashMap;

/// A position as it lies on the table: parts and nim-heaps, sorted.
type Sum<K> = (Vec<K>, Vec<u64>);

/// Misère play by the definition alone: the sum is expanded, nothing is simplified.
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

    /// The misère nim-value: 1 where there is no move, else the mex over the options. It is 0 for P-positions.
    ///
    /// # Errors
    /// What the rules report.
    pub fn value(&mut self, parts: &[R::Key], heaps: &[u64]) -> Result<u64, R::Fault> {
        let mut sum = (parts.to_vec(), heaps.iter().copied().filter(|h| *h > 0).collect::<Vec<_>>());
        sum.0.sort();
        sum.1.sort_unstable();
        if let Some(v) = self.values.get(&sum) {
            return Ok(*v);
        }
        let mut seen = vec![];
        for (i, &part) in sum.0.iter().enumerate() {
            let mut options = Options::default();
            self.rules.options(part, &mut options)?;
            let mut others = sum.0.clone();
            others.remove(i);
            for (new_parts, new_heaps) in options.iter() {
                seen.push(self.value(&[&others, new_parts].concat(), &[&sum.1, new_heaps].concat())?);
            }
        }
        for (i, &heap) in sum.1.iter().enumerate() {
            for smaller in 0..heap {
                let mut heaps = sum.1.clone();
                heaps[i] = smaller;
                seen.push(self.value(&sum.0, &heaps)?);
            }
        }
        let value = if seen.is_empty() { 1 } else { mex(seen) };
        self.values.insert(sum, value);
        Ok(value)
    }

    /// The misère nim-values with 0, 1, 2, ... nim-heaps of 2 beside: the genus as far as asked.
    ///
    /// # Errors
    /// What the rules report.
    pub fn with_twos(&mut self, parts: &[R::Key], heaps: &[u64], up_to: usize) -> Result<Vec<u64>, R::Fault> {
        (0..=up_to).map(|n| self.value(parts, &[heaps, &vec![2; n]].concat())).collect()
    }
}
