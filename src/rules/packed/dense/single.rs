//! The value of one position, from the clauses that hold in it: the values of its options are marked, and the least
//! that is missing is its own.

use super::boxes::{Table, Word};
use super::clause::Clause;
use super::fill::{Fill, InRow, Kind, OUT};
use super::kernels::{self, NARROW, SMALL};
use super::linear::VARIABLES;
use super::used::Loop;
use super::walk::{HeapRun, Stretch, Walk, WalkPart};
use crate::engine::{Stop, Unfit};

/// Other engines need no stamp for each value up to the largest.
const CROWDED: Stop = Stop::Unfit(Unfit::Kind("values are so large that there is no room to mark them all"));

/// Runs with more parts are rare.
const FEW_PARTS: usize = 4;

impl<T: Word> Fill<'_, T> {
    /// The value of a position if all values at hand fit a word as a set; `None` if they do not.
    pub(super) fn small(
        &self,
        active: &[&InRow<'_>],
        values: &mut [i64; VARIABLES],
        last: usize,
    ) -> Result<Option<u32>, Stop> {
        let largest = self.largest();
        if largest >= SMALL {
            return Ok(None);
        }
        let mut seen = 0u64;
        let w = values[last];
        let end = self.tables[self.own].filled;
        for way in active {
            match &way.kind {
                Kind::Line(line) => {
                    let skip = w - self.tables[self.own].shape.lows[last];
                    seen |= self.lines[line.sets].word((line.first + line.step * skip) as usize, 0);
                }
                Kind::Walk(walk) => match self.small_run(walk, w, end, largest)? {
                    Some(set) => seen |= set,
                    None => return Ok(None),
                },
                Kind::Nest => return Ok(None),
            }
        }
        Ok((seen != u64::MAX).then(|| seen.trailing_ones()))
    }

    #[inline(always)]
    fn small_run(&self, walk: &Walk, w: i64, end: usize, largest: u32) -> Result<Option<u64>, Stop> {
        let (lo, hi) = walk.range(w);
        if lo > hi {
            return Ok(Some(0));
        }
        let heaps = walk.heaps(w, lo, hi).ok_or(OUT)?;
        if heaps.largest >= SMALL || walk.parts.len() > FEW_PARTS {
            return Ok(None);
        }
        let n = (hi - lo) as usize + 1;
        self.used.count_run(n);
        let mut room = [Stretch::default(); FEW_PARTS];
        for (run, part) in room.iter_mut().zip(&walk.parts) {
            *run = part.stretch(w, lo, hi, self.end(part.table, end)).ok_or(OUT)?;
        }
        let (runs, beside) = still(self.tables, &mut room[..walk.parts.len()]);
        let with = heaps.fixed ^ beside;
        if runs.len() > 2 {
            return Ok(None);
        }
        if n > 64 {
            self.meter.ticks_of(n as u32 / 64)?;
        }
        let narrow = largest < NARROW && heaps.largest < NARROW;
        self.used.count(match runs {
            _ if !heaps.is_fixed() => Loop::SmallHeaps,
            [] => Loop::SmallNone,
            [_] => Loop::SmallOne,
            _ => Loop::SmallTwo,
        });
        Ok(Some(match runs {
            _ if !heaps.is_fixed() => self.small_with_heaps(runs, n, beside, &heaps),
            [] => 1 << (with & 63),
            [a] => self.small_one(a, n, with, narrow),
            [a, b, ..] => self.small_two(a, b, n, with, narrow),
        }))
    }

    /// Beside the parts stand heaps that change along the run.
    fn small_with_heaps(&self, runs: &[Stretch], n: usize, beside: u32, heaps: &HeapRun<'_>) -> u64 {
        (0..n).fold(0, |set, i| set | 1 << (option(self.tables, runs, i, beside, heaps) & 63))
    }

    /// How far a table may be looked into.
    #[inline(always)]
    fn end(&self, table: usize, own: usize) -> usize {
        if table == self.own { own } else { self.tables[table].filled }
    }

    fn small_one(&self, a: &Stretch, n: usize, with: u32, narrow: bool) -> u64 {
        let values = values_of(self.tables, a);
        if n == 1 {
            return 1 << ((values[a.start].wide() ^ with) & 63);
        }
        match a.step {
            1 | -1 => {
                let first = a.start.min(a.at(n - 1));
                let values = &values[first..first + n];
                match narrow {
                    true => kernels::one_narrow(values, with).into(),
                    false => kernels::one_small(values, with),
                }
            }
            _ => (0..n).fold(0, |set, i| set | 1 << ((values[a.at(i)].wide() ^ with) & 63)),
        }
    }

    fn small_two(&self, a: &Stretch, b: &Stretch, n: usize, with: u32, narrow: bool) -> u64 {
        let (x, y) = (values_of(self.tables, a), values_of(self.tables, b));
        let n = if mirrored(a, b, n) { n.div_ceil(2) } else { n };
        match (a.step, b.step) {
            (1, 1) | (-1, -1) if n > 1 => {
                let (x, y) = (&x[a.start.min(a.at(n - 1))..][..n], &y[b.start.min(b.at(n - 1))..][..n]);
                match narrow {
                    true => kernels::two_narrow(x, y, with).into(),
                    false => kernels::two_small(x, y, with),
                }
            }
            (1, -1) | (-1, 1) if n > 1 => {
                let (x, y) = (&x[a.start.min(a.at(n - 1))..][..n], &y[b.start.min(b.at(n - 1))..][..n]);
                match narrow {
                    true => kernels::against_narrow(x, y, with).into(),
                    false => kernels::against_small(x, y, with),
                }
            }
            (1 | -1, 0) if n > 1 => self.small_one(a, n, with ^ y[b.start].wide(), narrow),
            (0, 1 | -1) if n > 1 => self.small_one(b, n, with ^ x[a.start].wide(), narrow),
            _ => (0..n).fold(0, |set, i| set | 1 << ((x[a.at(i)].wide() ^ y[b.at(i)].wide() ^ with) & 63)),
        }
    }

    /// The value of a position, whatever its size.
    pub(super) fn large(
        &mut self,
        active: &[&InRow<'_>],
        values: &mut [i64; VARIABLES],
        numbers: usize,
    ) -> Result<u32, Stop> {
        self.stamps.clear();
        if let Some(rest) = &mut self.rest {
            self.used.count(Loop::ByCode);
            rest.mark(self.tables, &values[..numbers], self.stamps)?;
        }
        let last = numbers - 1;
        let mut on_lines: Vec<(usize, usize)> = vec![];
        for way in active {
            match &way.kind {
                Kind::Line(line) => {
                    let skip = values[last] - self.tables[self.own].shape.lows[last];
                    on_lines.push((line.sets, (line.first + line.step * skip) as usize));
                }
                Kind::Walk(walk) => self.mark_run(walk, values[last])?,
                Kind::Nest => self.nest(&way.way.clause, 0, values)?,
            }
        }
        if self.stamps.refused() {
            return Err(CROWDED);
        }
        let mut w = on_lines.iter().map(|(sets, line)| self.lines[*sets].low(*line)).max().unwrap_or(0);
        if !on_lines.is_empty() {
            self.used.count(Loop::LargeLines);
        }
        if on_lines.is_empty() {
            return Ok(self.stamps.least_missing(0));
        }
        loop {
            let used = on_lines.iter().fold(0, |set, (sets, line)| set | self.lines[*sets].word(*line, w));
            let mut free = !used;
            while free != 0 {
                let value = w as u32 * 64 + free.trailing_zeros();
                if !self.stamps.has(value) {
                    return Ok(value);
                }
                free &= free - 1;
            }
            w += 1;
        }
    }

    /// The loops of a clause but the innermost, and the runs inside.
    fn nest(&mut self, clause: &Clause, depth: usize, values: &mut [i64; VARIABLES]) -> Result<(), Stop> {
        self.used.count(Loop::Nest);
        let l = &clause.loops[depth];
        let (lo, hi) = l.range(values);
        if depth + 2 < clause.loops.len() {
            for x in lo..=hi {
                values[l.variable] = x;
                self.nest(clause, depth + 1, values)?;
            }
            return Ok(());
        }
        let walk = Walk::new(clause, self.tables, values, l.variable);
        for x in lo..=hi {
            self.mark_run(&walk, x)?;
        }
        Ok(())
    }

    fn mark_run(&mut self, walk: &Walk, w: i64) -> Result<(), Stop> {
        let (lo, hi) = walk.range(w);
        if lo > hi {
            return Ok(self.meter.tick()?);
        }
        let heaps = walk.heaps(w, lo, hi).ok_or(OUT)?;
        let n = usize::try_from(hi - lo).map_err(|_| OUT)? + 1;
        let filled = self.tables[self.own].filled;
        let run = |part: &WalkPart| part.stretch(w, lo, hi, self.end(part.table, filled));
        let (mut few, mut many): ([Stretch; FEW_PARTS], Vec<Stretch>);
        let runs = match walk.parts.len() <= FEW_PARTS {
            true => {
                few = Default::default();
                for (stretch, part) in few.iter_mut().zip(&walk.parts) {
                    *stretch = run(part).ok_or(OUT)?;
                }
                &mut few[..walk.parts.len()]
            }
            false => {
                many = walk.parts.iter().map(run).collect::<Option<_>>().ok_or(OUT)?;
                &mut many[..]
            }
        };
        let (runs, beside) = still(self.tables, runs);
        let with = heaps.fixed ^ beside;
        self.meter.ticks_of(1 + (n / 64) as u32)?;
        self.used.count_run(n);
        self.used.count(match runs {
            _ if !heaps.is_fixed() => Loop::LargeHeaps,
            [] => Loop::LargeNone,
            [_] => Loop::LargeOne,
            [_, _] => Loop::LargeTwo,
            _ => Loop::LargeMany,
        });
        let bound = (self.largest().max(heaps.largest) + 1).next_power_of_two();
        let (tables, stamps) = (&*self.tables, &mut *self.stamps);
        match runs {
            _ if !heaps.is_fixed() => {
                stamps.mark_all(bound, (0..n).map(|i| option(tables, runs, i, beside, &heaps)));
            }
            [] => stamps.mark(with),
            [a] => {
                let x = values_of(tables, a);
                stamps.mark_all(bound, (0..n).map(|i| x[a.at(i)].wide() ^ with));
            }
            [a, b] => {
                let (x, y) = (values_of(tables, a), values_of(tables, b));
                let n = if mirrored(a, b, n) { n.div_ceil(2) } else { n };
                match (a.step, b.step) {
                    (1, -1) if n > 1 => {
                        let (x, y) = (&x[a.start..][..n], &y[b.at(n - 1)..][..n]);
                        let pairs = x.iter().zip(y.iter().rev());
                        stamps.mark_all(bound, pairs.map(|(x, y)| x.wide() ^ y.wide() ^ with));
                    }
                    _ => stamps.mark_all(bound, (0..n).map(|i| x[a.at(i)].wide() ^ y[b.at(i)].wide() ^ with)),
                }
            }
            _ => stamps.mark_all(bound, (0..n).map(|i| option(tables, runs, i, beside, &heaps))),
        }
        Ok(())
    }
}

/// The runs that change from option to option, and the nim-sum of the others.
#[inline(always)]
fn still<'r, T: Word>(tables: &[Table<T>], runs: &'r mut [Stretch]) -> (&'r [Stretch], u32) {
    let (mut moving, mut beside) = (0, 0);
    for i in 0..runs.len() {
        let run = runs[i];
        if run.step == 0 {
            beside ^= values_of(tables, &run)[run.start].wide();
        } else {
            runs[moving] = run;
            moving += 1;
        }
    }
    (&runs[..moving], beside)
}

/// The value of option `i` of a run: the nim-sum with what does not change.
#[inline(always)]
fn option<T: Word>(tables: &[Table<T>], runs: &[Stretch], i: usize, beside: u32, heaps: &HeapRun<'_>) -> u32 {
    runs.iter().fold(heaps.at(i) ^ beside, |sum, run| sum ^ values_of(tables, run)[run.at(i)].wide())
}

/// Where the values of a run are looked up.
#[inline(always)]
fn values_of<'t, T>(tables: &'t [Table<T>], run: &Stretch) -> &'t [T] {
    let table = &tables[run.table];
    run.layout.map_or(&table.values, |l| &table.turned[l].values)
}

/// Whether two runs go over the same places against each other: the same pairs come again in the second half.
#[inline(always)]
fn mirrored(a: &Stretch, b: &Stretch, n: usize) -> bool {
    a.table == b.table && a.layout == b.layout && a.start == b.at(n - 1) && a.step == -b.step
}
