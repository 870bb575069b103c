//! Fills a table row by row: each row is cut into segments in which the same clauses hold, and each segment
//! is filled by the tightest loop that can do it.

use super::SHORT;
use super::boxes::{Table, Word};
use super::clause::Clause;
use super::kernels::SMALL;
use super::linear::VARIABLES;
use super::lines::{self, Full, LineSets};
use super::seen::{LIMIT, Stamps};
use super::used::{Loop, Used};
use super::walk::Walk;
use crate::engine::{Meter, Stop, Unfit};

/// An option is not in the tables.
pub(super) const OUT: Stop = Stop::Unfit(Unfit::OutOfOrder);
/// A value needs wider words than those of the table.
const WIDE: Stop = Stop::Unfit(Unfit::WideValue);
/// A value needs wider words than any table has.
const WIDEST: Stop = Stop::Unfit(Unfit::Kind("a value has more than 30 binary digits"));

/// What is left of a game's moves besides clauses: marks the values of their options.
pub(super) trait Rest<T> {
    fn mark(&mut self, tables: &[Table<T>], at: &[i64], stamps: &mut Stamps) -> Result<(), Stop>;
}

/// A clause of the game that is filled.
pub(super) struct Way {
    pub(super) clause: Clause,
    /// Which of the line sets it is, if it is a line.
    pub(super) line: Option<usize>,
}

impl Way {
    /// The name of its loop.
    pub(super) fn recognised(&self) -> Vec<&'static str> {
        let loops = match (self.line, self.clause.loops.len()) {
            (Some(_), _) => "dense: a line",
            (None, 0) => "dense: one option",
            (None, 1) => "dense: a run",
            (None, _) => "dense: runs in runs",
        };
        let heaps = (!self.clause.heaps.is_empty()).then_some("dense: heaps");
        let parts = (self.clause.parts.len() > 1).then_some("dense: sums");
        [Some(loops), heaps, parts].into_iter().flatten().collect()
    }
}

/// Everything that filling a table needs.
pub(super) struct Fill<'a, T> {
    pub(super) tables: &'a mut [Table<T>],
    pub(super) own: usize,
    pub(super) ways: &'a [Way],
    pub(super) lines: &'a mut [LineSets],
    pub(super) rest: Option<&'a mut dyn Rest<T>>,
    pub(super) stamps: &'a mut Stamps,
    pub(super) meter: &'a Meter,
    /// Positions solved, for statistics.
    pub(super) solved: &'a mut u64,
    /// Which loops are used.
    pub(super) used: &'a Used,
}

/// Positions between two looks at the clock.
const CHUNK: i64 = 2048;

/// How a row crosses the lines of one direction: the line through its first position, and the step to the line
/// through the next position.
#[derive(Clone, Copy)]
pub(super) struct Through {
    pub(super) sets: usize,
    pub(super) first: i64,
    pub(super) step: i64,
}

/// A clause in a row.
pub(super) struct InRow<'w> {
    pub(super) way: &'w Way,
    pub(super) kind: Kind,
    pub(super) from: i64,
    pub(super) to: i64,
}

pub(super) enum Kind {
    /// All of a line.
    Line(Through),
    /// At most one run a position.
    Walk(Walk),
    /// Several loops.
    Nest,
}

impl<T: Word> Fill<'_, T> {
    /// Solves what is not filled yet, in order.
    pub(super) fn run(&mut self) -> Result<(), Stop> {
        let size = self.tables[self.own].values.len();
        self.lines.iter_mut().try_for_each(|l| l.begin(self.meter))?;
        while self.tables[self.own].filled < size {
            self.row()?;
        }
        self.tables[self.own].before = None;
        Ok(())
    }

    /// Fills the row that is not full yet.
    fn row(&mut self) -> Result<(), Stop> {
        let lines: u64 = self.lines.iter().map(LineSets::bytes).sum();
        let tables: u64 = self.tables.iter().map(Table::bytes).sum();
        self.meter.memory(lines + tables + self.stamps.bytes())?;
        self.stamps.keep_within(self.meter.bytes_left());
        let table = &self.tables[self.own];
        let length = table.shape.row();
        let start = table.filled / length * length;
        let row = table.shape.numbers(start);
        if table.filled == start {
            self.lines.iter_mut().for_each(LineSets::begin_row);
            let known = table.known(&row).map(<[T]>::to_vec).unwrap_or_default();
            for value in known {
                self.put(start, &row, value.wide())?;
            }
        }
        self.take_mirrored(start, &row)?;
        let filled = self.tables[self.own].filled - start;
        if filled == length {
            return Ok(());
        }
        let last = row.len() - 1;
        let low = row[last];
        let ways: Vec<InRow<'_>> = self.ways.iter().map(|way| self.in_row(way, &row)).collect();
        let (mut from, end) = (low + filled as i64, low + length as i64 - 1);
        while from <= end {
            let mut to = end.min(from + CHUNK - 1);
            for way in &ways {
                // A segment ends where a clause begins or stops to hold.
                if way.from > from {
                    to = to.min(way.from - 1);
                } else if way.to >= from {
                    to = to.min(way.to);
                }
            }
            self.used.count_clauses(ways.len());
            let active: Vec<&InRow<'_>> = ways.iter().filter(|w| w.from <= from && from <= w.to).collect();
            self.segment(&active, start, &row, from, to)?;
            let n = (to - from + 1) as u64;
            *self.solved += n;
            self.meter.positions_of(n)?;
            if self.used.are_short(*self.solved) {
                return Err(SHORT.into());
            }
            from = to + 1;
        }
        Ok(())
    }

    /// The part of a row that is known by symmetry: what was written when the positions (b, a) were solved.
    fn take_mirrored(&mut self, start: usize, row: &[i64]) -> Result<(), Stop> {
        let table = &mut self.tables[self.own];
        let length = table.shape.row();
        let (from, to) = (table.filled, start + start / length);
        if !table.square || from >= to {
            return Ok(());
        }
        let largest = table.values[from..to].iter().map(|v| v.wide()).max().unwrap_or(0);
        self.lines.iter_mut().try_for_each(|sets| sets.make_room(largest, self.meter))?;
        table.filled = to;
        // What is on the row so far is on the column of the same number.
        let column = self.lines.iter().position(|s| s.is_along(0)).filter(|_| from == start);
        let place = [row[0], table.shape.lows[1] + (start / length) as i64];
        for i in 0..self.lines.len() {
            if !self.lines[i].is_passing() {
                continue;
            }
            match column.map(|c| self.lines.get_disjoint_mut([i, c])) {
                Some(Ok([sets, column])) => {
                    let (line, _) = column.through(&place, &table.shape.lows);
                    sets.begin_row_as(column, line as usize);
                }
                _ => {
                    let (line, _) = self.lines[i].through(row, &table.shape.lows);
                    let values = table.values[from..to].iter();
                    values.for_each(|v| self.lines[i].add(line as usize, v.wide()));
                }
            }
        }
        *self.solved += (to - from) as u64;
        self.used.count(Loop::Mirrored);
        Ok(self.meter.positions_of((to - from) as u64)?)
    }

    fn in_row<'w>(&self, way: &'w Way, row: &[i64]) -> InRow<'w> {
        let mut values = [0; VARIABLES];
        values[..row.len()].copy_from_slice(row);
        let walk = Walk::new(&way.clause, self.tables, &values, row.len() - 1);
        let (from, to) = (walk.from, walk.to);
        let kind = match way.line {
            Some(sets) => {
                let (first, step) = self.lines[sets].through(row, &self.tables[self.own].shape.lows);
                Kind::Line(Through { sets, first, step })
            }
            None if way.clause.loops.len() > 1 => Kind::Nest,
            None => Kind::Walk(walk),
        };
        InRow { way, kind, from, to }
    }

    /// Stores the value of the next position of a row.
    #[inline(always)]
    fn put(&mut self, start: usize, row: &[i64], value: u32) -> Result<(), Stop> {
        let table = &mut self.tables[self.own];
        if value > T::MOST || value >= LIMIT {
            return Err(if value >= LIMIT { WIDEST } else { WIDE });
        }
        // Before anything is written: what is in the table is on its lines.
        self.lines.iter_mut().try_for_each(|sets| sets.make_room(value, self.meter))?;
        let index = table.filled;
        table.values[index] = T::narrow(value);
        table.filled += 1;
        table.largest = table.largest.max(value);
        let i = index - start;
        if table.square && i > start / table.shape.row() {
            let (row, length) = (start / table.shape.row(), table.shape.row());
            table.values[i * length + row] = T::narrow(value);
        }
        for t in table.turned.iter_mut().filter(|_| !table.square) {
            let place =
                t.strides.iter().zip(row).zip(&table.shape.lows).map(|((s, x), low)| s * (x - low) as usize);
            t.values[place.sum::<usize>() + t.strides[row.len() - 1] * i] = T::narrow(value);
        }
        for sets in self.lines.iter_mut() {
            let (first, step) = sets.through(row, &table.shape.lows);
            sets.add((first + step * i as i64) as usize, value);
        }
        Ok(())
    }

    /// Fills a segment of a row, in which the same clauses hold everywhere.
    fn segment(
        &mut self,
        active: &[&InRow<'_>],
        start: usize,
        row: &[i64],
        from: i64,
        to: i64,
    ) -> Result<(), Stop> {
        let lines: Vec<Through> = active.iter().filter_map(|w| w.line()).collect();
        let own = &self.tables[self.own];
        let plain = self.rest.is_none() && (own.turned.is_empty() || own.square);
        let (skip, n) = ((from - row[row.len() - 1]) as usize, (to - from + 1) as usize);
        if plain && lines.len() == active.len() && lines.len() == self.lines.len() {
            return match lines.len() {
                1 => self.along_lines::<1>(&lines, start, skip, n),
                2 => self.along_lines::<2>(&lines, start, skip, n),
                3 => self.along_lines::<3>(&lines, start, skip, n),
                4 => self.along_lines::<4>(&lines, start, skip, n),
                _ => self.one_by_one(active, start, row, from, to),
            };
        }
        if plain && self.lines.is_empty() && !self.tables[self.own].square && self.largest() < SMALL {
            let table = &self.tables[self.own];
            let (first, end) = (table.filled as i64, table.filled as i64 + to - from);
            let back = |w: &&InRow<'_>| w.steps_back(self.own, from, to, first, end);
            if let Some(back) = active.iter().map(back).collect::<Option<Vec<usize>>>() {
                return match back.len() {
                    0 => self.steps_back::<0>(&back, n),
                    1 => self.steps_back::<1>(&back, n),
                    2 => self.steps_back::<2>(&back, n),
                    3 => self.steps_back::<3>(&back, n),
                    4 => self.steps_back::<4>(&back, n),
                    5 => self.steps_back::<5>(&back, n),
                    _ => self.steps_back::<{ usize::MAX }>(&back, n),
                };
            }
        }
        self.one_by_one(active, start, row, from, to)
    }

    /// The largest value in any table.
    pub(super) fn largest(&self) -> u32 {
        self.tables.iter().map(|t| t.largest).max().unwrap_or(0)
    }

    /// Positions whose options are the values a fixed number of places before.
    fn steps_back<const N: usize>(&mut self, back: &[usize], n: usize) -> Result<(), Stop> {
        self.used.count(Loop::StepsBack);
        let back = if N == usize::MAX { back } else { &back[..N] };
        let table = &mut self.tables[self.own];
        let first = table.filled;
        let values = &mut table.values[..first + n];
        let mut largest = table.largest;
        for at in first..first + n {
            let seen = back.iter().fold(0u64, |seen, b| seen | 1 << (values[at - b].wide() & 63));
            let value = seen.trailing_ones();
            values[at] = T::narrow(value);
            largest = largest.max(value);
        }
        table.largest = largest;
        table.filled = first + n;
        Ok(())
    }

    /// Positions whose options are all on lines; the first of them is number `skip` of its row.
    fn along_lines<const N: usize>(
        &mut self,
        found: &[Through],
        start: usize,
        skip: usize,
        n: usize,
    ) -> Result<(), Stop> {
        self.used.count(Loop::Lines);
        let sets: [usize; N] = std::array::from_fn(|k| found[k].sets);
        let step = std::array::from_fn(|k| found[k].step);
        let mut done = 0;
        while done < n {
            let width = sets.iter().map(|s| self.lines[*s].width()).max().unwrap_or(1);
            sets.iter().try_for_each(|s| self.lines[*s].make_wide(width, self.meter))?;
            let Ok(borrowed) = self.lines.get_disjoint_mut(sets) else { return Err(OUT) };
            let first = std::array::from_fn(|k| found[k].first + found[k].step * (skip + done) as i64);
            let table = &mut self.tables[self.own];
            let (at, length) = (table.filled, table.shape.row());
            let (r, square) = (start / length, table.square);
            let (values, largest) = (table.values.as_mut_slice(), &mut table.largest);
            let (found, full) = lines::walk(borrowed, first, step, n - done, T::MOST, |i, value| {
                values[at + i] = T::narrow(value);
                if square {
                    values[(at + i - start) * length + r] = T::narrow(value);
                }
                *largest = value.max(*largest);
            });
            table.filled += found;
            done += found;
            match full {
                Some(Full::Values) => return Err(WIDE),
                Some(Full::Words) => self.lines[sets[0]].grow(self.meter)?,
                None => {}
            }
        }
        Ok(())
    }

    /// Positions of any kind.
    fn one_by_one(
        &mut self,
        active: &[&InRow<'_>],
        start: usize,
        row: &[i64],
        from: i64,
        to: i64,
    ) -> Result<(), Stop> {
        let mut values = [0; VARIABLES];
        values[..row.len()].copy_from_slice(row);
        for w in from..=to {
            values[row.len() - 1] = w;
            let small =
                if self.rest.is_none() { self.small(active, &mut values, row.len() - 1)? } else { None };
            let value = match small {
                Some(value) => value,
                None => self.large(active, &mut values, row.len())?,
            };
            self.put(start, row, value)?;
        }
        Ok(())
    }
}

impl InRow<'_> {
    fn line(&self) -> Option<Through> {
        match &self.kind {
            Kind::Line(line) => Some(*line),
            _ => None,
        }
    }

    /// How many places back its one option is, if that is the same in a whole segment, which fills the places
    /// `first..=end` of its own table.
    fn steps_back(&self, own: usize, from: i64, to: i64, first: i64, end: i64) -> Option<usize> {
        let Kind::Walk(walk) = &self.kind else { return None };
        let [part] = walk.parts.as_slice() else { return None };
        if !walk.is_single() || walk.has_heaps() || part.table != own || part.place.by != 1 {
            return None;
        }
        let back = first - part.place.at(from);
        let inside = part.stretch(from, 0, 0, first as usize).is_some()
            && part.stretch(to, 0, 0, end as usize).is_some();
        (inside && back > 0).then_some(back as usize)
    }
}
