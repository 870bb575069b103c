//! The definitions, transcribed: slow and obviously right. The solver is compared with these.

use crate::engine::Stop;
use crate::engine::naive::{Sum, options, sorted};
use crate::engine::nimber::mex;
use crate::engine::rules::Rules;
use std::collections::HashMap;

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
    pub fn value(&mut self, parts: &[R::Key], heaps: &[u64]) -> Result<u64, Stop<R::Mistake>> {
        let sum = sorted(parts.to_vec(), heaps.to_vec());
        if let Some(v) = self.values.get(&sum) {
            return Ok(*v);
        }
        let mut seen = vec![];
        for (parts, heaps) in options(&mut self.rules, &sum)? {
            seen.push(self.value(&parts, &heaps)?);
        }
        let value = if seen.is_empty() { 1 } else { mex(seen) };
        self.values.insert(sum, value);
        Ok(value)
    }

    /// The misère nim-values with 0, 1, 2, ... nim-heaps of 2 beside: the genus as far as asked.
    ///
    /// # Errors
    /// What the rules report.
    pub fn with_twos(
        &mut self,
        parts: &[R::Key],
        heaps: &[u64],
        up_to: usize,
    ) -> Result<Vec<u64>, Stop<R::Mistake>> {
        (0..=up_to).map(|n| self.value(parts, &[heaps, &vec![2; n]].concat())).collect()
    }
}
