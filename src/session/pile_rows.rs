//! Tables of games of one pile: reads the values of many rows from their sequences at once.

use super::Session;
use crate::check::ir::{Binder, BinderKind, Expr, Slot, WinRule};
use crate::rules::Stop;
use crate::rules::eval::Eval;
use crate::rules::sums::Growing;
use std::fmt::Write;
use std::ops::Range;

/// How many rows it reads at once.
const BLOCK: i64 = 4096;

/// A table whose rows have a number, and values of piles that are this number with something added.
pub(super) struct PileRows {
    range: Range<i64>,
    columns: Vec<Growing>,
    /// The slot of the number.
    pub(super) slot: Slot,
}

impl Session {
    /// The rows of a table over one range in which every expression is a pile; `None` for all other tables.
    pub(super) fn pile_rows(
        &self,
        run: &mut Eval<'_>,
        exprs: &[Expr],
        binders: &[Binder],
    ) -> Result<Option<PileRows>, Stop> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return Ok(None);
        };
        let ([slot], Some((lo, hi)), WinRule::Normal) =
            (slots.as_slice(), source.ends(), self.games().rule())
        else {
            return Ok(None);
        };
        let (lo, hi) = (run.int(lo)?, run.int(hi)?);
        let count = run.operate.range_length(&lo, &hi)?;
        let Some(lo) = lo.to_i64().filter(|lo| lo.unsigned_abs() < 1 << 60) else { return Ok(None) };
        let piles = exprs.iter().map(|e| self.games().machine.shifted(&run.frame, e, *slot));
        let Some(columns) = piles.collect::<Option<Vec<_>>>() else { return Ok(None) };
        Ok(Some(PileRows { range: lo..lo + count, columns, slot: *slot }))
    }
}

impl PileRows {
    /// Passes every row to `take`; `other` makes the cells of those that are in no sequence.
    pub(super) fn each(
        &self,
        session: &Session,
        other: &mut dyn FnMut(i64) -> Result<Vec<String>, Stop>,
        take: &mut dyn FnMut(&[String]),
    ) -> Result<(), Stop> {
        let mut cells = vec![String::new(); 1 + self.columns.len()];
        let mut values: Vec<Vec<u64>> = vec![vec![]; self.columns.len()];
        let Range { start: mut n, end } = self.range;
        while n < end {
            let many = BLOCK.min(end - n);
            for (piles, values) in self.columns.iter().zip(&mut values) {
                session.games().pile_values(piles, n, many, values)?;
            }
            let known = values.iter().map(Vec::len).min().unwrap_or(0);
            for i in 0..known {
                put(&mut cells[0], n + i as i64);
                for (cell, values) in cells[1..].iter_mut().zip(&values) {
                    put(cell, values[i]);
                }
                take(&cells);
            }
            n += known as i64;
            if known == 0 {
                take(&other(n)?);
                n += 1;
            }
        }
        Ok(())
    }
}

impl PileRows {
    /// The values of its first column; `other` finds those that are in no sequence.
    pub(super) fn numbers(
        &self,
        session: &Session,
        other: &mut dyn FnMut(i64) -> Result<i64, Stop>,
        found: &mut Vec<i64>,
    ) -> Result<(), Stop> {
        let Range { start, end } = self.range;
        let mut block = vec![];
        while let n = start + found.len() as i64
            && n < end
        {
            session.games().pile_values(&self.columns[0], n, BLOCK.min(end - n), &mut block)?;
            found.extend(block.iter().map_while(|v| i64::try_from(*v).ok()));
            if block.is_empty() {
                found.push(other(n)?);
            }
        }
        Ok(())
    }
}

fn put(cell: &mut String, n: impl std::fmt::Display) {
    cell.clear();
    let _ = write!(cell, "{n}");
}
