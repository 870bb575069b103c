//! The table of contexts in which forms are distinguished.

use super::monoid::Quotient;
use crate::engine::budget::{Exhausted, Meter};
use crate::engine::misere::bits::Bits;
use crate::engine::misere::forms::{Form, sum};
use crate::engine::misere::outcome::Solver;
use crate::engine::rules::Rules;
use std::collections::HashMap;
use std::rc::Rc;

/// Outcomes of sums beside contexts. Sums with different rows are in different classes.
#[derive(Debug, Default)]
pub(super) struct Table {
    parts: Vec<u32>,
    contexts: Vec<Form>,
    /// One sum for each row; the first is nothing.
    pub(super) sums: Vec<Form>,
    rows: HashMap<Bits, u32>,
    /// The row of each sum with one more part, by part, and the sum with the same row.
    steps: Vec<Vec<Bits>>,
    leads: Vec<Vec<u32>>,
}

impl Table {
    /// Starts with the sums and contexts of the last quotient, which all differ.
    pub(super) fn begin(&mut self, parts: Vec<u32>) {
        if self.contexts.is_empty() {
            self.contexts.push(vec![]);
            self.sums.push(vec![]);
        }
        self.steps = vec![vec![]; parts.len()];
        self.parts = parts;
    }

    /// Adds sums until every sum with one more part has the row of one of them.
    pub(super) fn close<R: Rules>(&mut self, solver: &mut Solver<R>, meter: &Meter) -> Result<(), Exhausted> {
        self.rows.clear();
        for i in 0..self.sums.len() {
            let mut row = Bits::default();
            self.fill(&mut row, &self.sums[i].clone(), solver, meter)?;
            self.rows.insert(row, i as u32);
        }
        self.leads = vec![vec![]; self.parts.len()];
        let mut next = 0;
        while next < self.sums.len() {
            for p in 0..self.parts.len() {
                let more = joined(&self.sums[next], self.parts[p]);
                let mut row = self.steps[p].get(next).cloned().unwrap_or_default();
                self.fill(&mut row, &more, solver, meter)?;
                let to = match self.rows.get(&row) {
                    Some(to) => *to,
                    None => {
                        self.rows.insert(row.clone(), self.sums.len() as u32);
                        self.sums.push(more);
                        self.sums.len() as u32 - 1
                    }
                };
                self.leads[p].push(to);
                if next < self.steps[p].len() { self.steps[p][next] = row } else { self.steps[p].push(row) }
            }
            let cells = (self.sums.len() * self.parts.len() * (self.contexts.len() / 8 + 64)) as u64;
            meter.memory(cells)?;
            next += 1;
        }
        Ok(())
    }

    /// Fills a row up to the last context.
    pub(super) fn fill<R: Rules>(
        &self,
        row: &mut Bits,
        form: &[u32],
        solver: &mut Solver<R>,
        meter: &Meter,
    ) -> Result<(), Exhausted> {
        for context in &self.contexts[row.len()..] {
            meter.tick()?;
            row.push(solver.previous_wins(&sum(form, context), meter)?);
        }
        Ok(())
    }

    /// Looks for a sum and two parts that lead to different rows in different order; the reason is a new context.
    pub(super) fn commute<R: Rules>(
        &mut self,
        solver: &mut Solver<R>,
        meter: &Meter,
    ) -> Result<bool, Exhausted> {
        for a in 0..self.parts.len() {
            for b in 0..a {
                for s in 0..self.sums.len() {
                    let (sa, sb) = (self.leads[a][s] as usize, self.leads[b][s] as usize);
                    let (ab, ba) = (self.leads[b][sa], self.leads[a][sb]);
                    if ab == ba {
                        continue;
                    }
                    let different = self.steps[b][sa].first_difference(&self.steps[a][sb]);
                    let different = different.unwrap_or_else(|| unreachable!("rows of two sums differ"));
                    let context = self.contexts[different].clone();
                    let (pa, pb) = (self.parts[a], self.parts[b]);
                    let both = sum(&sum(&self.sums[s], &[pa, pb]), &context);
                    let truth = solver.previous_wins(&both, meter)?;
                    let part = if truth == self.steps[b][sa].has(different) { pa } else { pb };
                    self.add_context(sum(&context, &[part]));
                    return Ok(true);
                }
            }
            meter.ticks_of((a * self.sums.len()) as u32)?;
        }
        Ok(false)
    }

    pub(super) fn add_context(&mut self, context: Form) {
        assert!(!self.contexts.contains(&context), "a context that tells apart what no other does is new");
        self.contexts.push(context);
    }

    /// The monoid that the table looks like.
    pub(super) fn quotient(&self, meter: &Meter) -> Result<Quotient, Exhausted> {
        let order = self.sums.len();
        meter.memory((order * order * 4) as u64)?;
        let (mut products, mut p) = (vec![0; order * order], Bits::new(order));
        for (y, form) in self.sums.iter().enumerate() {
            for x in 0..order {
                let place = |part: &u32| self.parts.iter().position(|p| p == part);
                let step = |z: u32, part: &u32| place(part).map_or(z, |p| self.leads[p][z as usize]);
                products[x * order + y] = form.iter().fold(x as u32, step);
            }
            meter.ticks_of((order * form.len()) as u32)?;
        }
        for (row, x) in &self.rows {
            if row.has(0) {
                p.add(*x as usize);
            }
        }
        let mut q = Quotient { order, products: Rc::new(products), p: Rc::new(p), elements: vec![] };
        for (p, part) in self.parts.iter().enumerate() {
            q.put(*part, self.leads[p][0]);
        }
        Ok(q)
    }

    /// A context from a sum that the quotient misjudges: taking its parts one by one, somewhere the sum that stands for
    /// those taken, beside those not taken yet, gets another outcome.
    pub(super) fn learn<R: Rules>(
        &mut self,
        q: &Quotient,
        wrong: &[u32],
        solver: &mut Solver<R>,
        meter: &Meter,
    ) -> Result<(), Exhausted> {
        let mut here = 0u32;
        let mut truth = solver.previous_wins(wrong, meter)?;
        for (i, part) in wrong.iter().enumerate() {
            here = q.times(here, q.elements[*part as usize]);
            let rest = &wrong[i + 1..];
            let next = solver.previous_wins(&sum(&self.sums[here as usize], rest), meter)?;
            if next != truth {
                self.add_context(rest.to_vec());
                return Ok(());
            }
            truth = next;
        }
        unreachable!("what stands for a sum has the outcome that the quotient says")
    }
}

/// A multiset with one more part; unlike in a form, nothing is left out, so that every sum of the table grew from another.
fn joined(form: &[u32], part: u32) -> Form {
    let mut more = form.to_vec();
    more.insert(form.partition_point(|p| *p <= part), part);
    more
}
