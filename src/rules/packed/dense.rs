//! Dense tables: games whose positions are one, two or three numbers, solved in order without hashing.
//!
//! Positions are taken in lexicographic order of their numbers. Nothing is assumed of that order: an option
//! that is not in the table yet, or any misfit, ends the attempt, and the graph solver takes over.

use super::code::{Code, Reg, RunPart};
use super::family::{Family, Instance};
use super::layout::Kind;
use super::loops::word_of;
use super::vm::{Ended, Sink, Vm};
use crate::engine::{Exhausted, Meter};
use crate::value::GamePosition;
use std::rc::Rc;

/// Why a position has no value from dense tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::rules) enum NotDense {
    /// The game is not of this kind, or its options do not come in order: use the graph solver.
    Unfit,
    /// A budget ran out; how far the table got, in words.
    Exhausted(Exhausted, String),
}

/// Nim-values of a family in arrays, 2 bytes a position.
pub(in crate::rules) struct Dense {
    family: Family,
    tables: Vec<Table>,
    /// Instances in an order in which each leads only to itself and earlier ones.
    order: Vec<usize>,
    vm: Vm,
    stamps: Box<[u32; 1 << 16]>,
    stamp: u32,
    solved: u64,
}

/// The values of one instance over a box of numbers, row by row.
#[derive(Clone, Debug, Default)]
struct Table {
    lows: Vec<i64>,
    /// Largest number a declared type allows.
    highs: Vec<i64>,
    lengths: Vec<usize>,
    strides: Vec<usize>,
    values: Vec<u16>,
    /// How many are filled, from the beginning.
    filled: usize,
}

/// Tables of more positions than this are left to the graph solver.
const MAX_POSITIONS: usize = 1 << 28;

impl Dense {
    /// Tables for a family, if its positions are few numbers each and its games come in an order.
    pub(in crate::rules) fn new(family: Family) -> Option<Dense> {
        let tables = family.instances.iter().map(empty_table).collect::<Option<_>>()?;
        let order = order(&family.instances)?;
        let stamps = vec![0; 1 << 16].into_boxed_slice().try_into().ok()?;
        Some(Dense { family, tables, order, vm: Vm::default(), stamps, stamp: 0, solved: 0 })
    }

    /// How many positions have a value.
    pub(in crate::rules) fn solved(&self) -> u64 {
        self.solved
    }

    /// Memory held, in bytes.
    pub(in crate::rules) fn bytes(&self) -> u64 {
        self.tables.iter().map(|t| t.values.capacity() as u64 * 2).sum()
    }

    /// The nim-value of a position.
    ///
    /// # Errors
    /// See [`NotDense`].
    pub(in crate::rules) fn value(
        &mut self,
        position: &GamePosition,
        meter: &Rc<Meter>,
    ) -> Result<u64, NotDense> {
        if let Some(value) = self.known_value(position) {
            return Ok(value);
        }
        let (root, at) = self.place(position).ok_or(NotDense::Unfit)?;
        let largest = at.iter().copied().max().unwrap_or(0);
        for i in self.order.clone() {
            let wanted = if i == root { at.clone() } else { vec![largest; self.tables[i].lows.len()] };
            self.grow(i, &wanted, meter)?;
            if i == root {
                break;
            }
        }
        let table = &self.tables[root];
        let index = table.index(&at).filter(|i| *i < table.filled).ok_or(NotDense::Unfit)?;
        Ok(u64::from(table.values[index]))
    }

    /// The nim-value of a position, if it is in the tables already.
    pub(in crate::rules) fn known_value(&self, position: &GamePosition) -> Option<u64> {
        let (root, at) = self.place(position)?;
        let table = &self.tables[root];
        table.index(&at).filter(|i| *i < table.filled).map(|i| u64::from(table.values[i]))
    }

    /// The instance of a position, and its numbers.
    fn place(&self, position: &GamePosition) -> Option<(usize, Vec<i64>)> {
        let root = self.family.instance_of(position)?;
        let state = position.args.iter().zip(&position.game.is_rule).filter(|(_, rule)| !**rule);
        Some((root, state.map(|(v, _)| word_of(v)).collect::<Option<_>>()?))
    }

    /// Enlarges the box of an instance to hold some numbers, and fills it.
    fn grow(&mut self, i: usize, wanted: &[i64], meter: &Rc<Meter>) -> Result<(), NotDense> {
        let old = self.tables[i].enlarge(wanted).ok_or(NotDense::Unfit)?;
        meter.memory(self.bytes()).map_err(|e| NotDense::Exhausted(e, String::new()))?;
        let code = std::mem::take(&mut self.family.instances[i].dense);
        let result = self.fill(i, &code, old.as_ref(), meter);
        self.family.instances[i].dense = code;
        result
    }

    /// Solves what is not filled yet, in order; values of an old table are copied.
    fn fill(
        &mut self,
        i: usize,
        code: &Code,
        old: Option<&Table>,
        meter: &Rc<Meter>,
    ) -> Result<(), NotDense> {
        let mut at = self.tables[i].numbers(self.tables[i].filled);
        for index in self.tables[i].filled..self.tables[i].values.len() {
            let known = old.and_then(|old| old.index(&at).filter(|j| *j < old.filled).map(|j| old.values[j]));
            let value = match known {
                Some(v) => v,
                None => self.solve(i, code, &at, meter)?,
            };
            let table = &mut self.tables[i];
            table.values[index] = value;
            table.filled = index + 1;
            table.step(&mut at);
        }
        Ok(())
    }

    fn solve(&mut self, i: usize, code: &Code, at: &[i64], meter: &Rc<Meter>) -> Result<u16, NotDense> {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        self.vm.prepare(code);
        for (input, n) in code.inputs.iter().zip(at) {
            let Reg::I(r) = input else { return Err(NotDense::Unfit) };
            self.vm.words[*r as usize] = *n;
        }
        let mut sink = Look {
            tables: &self.tables,
            code,
            stamps: &mut self.stamps,
            stamp: self.stamp,
            value: 0,
            meter,
            stopped: None,
        };
        let ended = self.vm.run(code, &self.family.grid, &mut sink);
        let stopped = sink.stopped;
        let far = |what| NotDense::Exhausted(what, self.how_far(i, at));
        match (ended, stopped) {
            (_, Some(what)) => return Err(far(what)),
            (Ended::Fine, None) => {}
            (_, None) => return Err(NotDense::Unfit),
        }
        meter.position().map_err(far)?;
        self.solved += 1;
        let mex = self.stamps.iter().position(|s| *s != self.stamp).unwrap_or(usize::MAX);
        // The last value would be one that no stamp can tell from a value too large to hold.
        if mex >= usize::from(u16::MAX) { Err(NotDense::Unfit) } else { Ok(mex as u16) }
    }

    fn how_far(&self, i: usize, at: &[i64]) -> String {
        let game = self.family.machine.program.game(self.family.instances[i].id);
        let names = game.state_params().map(|(_, p)| p.name.as_str());
        let far: Vec<String> = names.zip(at).map(|(name, n)| format!("{name} = {}", n - 1)).take(1).collect();
        format!("{} solved up to {}", game.name, far.join(", "))
    }
}

/// An empty table for an instance whose fields are one to three numbers with a least value.
fn empty_table(instance: &Instance) -> Option<Table> {
    let fields = &instance.placed.fields;
    if fields.is_empty() || fields.len() > 3 {
        return None;
    }
    let mut table = Table::default();
    for (field, _) in fields {
        match field.kind {
            Kind::Word { lo, hi } if lo.unsigned_abs() < 1 << 40 => {
                table.lows.push(lo);
                table.highs.push(hi);
                table.lengths.push(0);
                table.strides.push(0);
            }
            _ => return None,
        }
    }
    Some(table)
}

/// The instances in an order in which each leads only to itself and earlier ones; the first one is reached
/// last. `None` if games lead to each other.
fn order(instances: &[Instance]) -> Option<Vec<usize>> {
    let leads = |i: usize| {
        let code = &instances[i].dense;
        let parts = code.parts.iter().map(|p| p.instance);
        parts
            .chain(code.runs.iter().flat_map(|r| r.parts.iter().map(|p| p.instance)))
            .filter(move |j| *j != i)
    };
    let mut order: Vec<usize> = vec![];
    while order.len() < instances.len() {
        let next =
            (0..instances.len()).find(|i| !order.contains(i) && leads(*i).all(|j| order.contains(&j)))?;
        order.push(next);
    }
    Some(order)
}

impl Table {
    /// The place of some numbers, if they are in the box.
    #[inline]
    fn index(&self, at: &[i64]) -> Option<usize> {
        let mut index = 0;
        for (k, n) in at.iter().enumerate() {
            let offset = usize::try_from(n.checked_sub(self.lows[k])?).ok()?;
            if offset >= self.lengths[k] {
                return None;
            }
            index += offset * self.strides[k];
        }
        Some(index)
    }

    /// The numbers at a place.
    fn numbers(&self, index: usize) -> Vec<i64> {
        let mut rest = index;
        let digit = |(stride, low): (&usize, &i64)| {
            let n = rest / *stride;
            rest %= *stride;
            low + n as i64
        };
        self.strides.iter().zip(&self.lows).map(digit).collect()
    }

    /// The next numbers in order.
    fn step(&self, at: &mut [i64]) {
        for k in (0..at.len()).rev() {
            at[k] += 1;
            if at[k] < self.lows[k] + self.lengths[k] as i64 || k == 0 {
                return;
            }
            at[k] = self.lows[k];
        }
    }

    /// Makes the box hold the numbers too, somewhat larger where it grows. Gives the table as it was if the
    /// values do not stand at the same places any more; `None` if the box would be too large.
    fn enlarge(&mut self, wanted: &[i64]) -> Option<Option<Table>> {
        let mut lengths = self.lengths.clone();
        for (k, n) in wanted.iter().enumerate() {
            if *n < self.lows[k] || *n > self.highs[k] {
                return None;
            }
            let needed = usize::try_from(n - self.lows[k]).ok()? + 1;
            if needed > lengths[k] {
                let roomy = if wanted.len() == 1 || lengths[k] == 0 { needed } else { needed + needed / 4 };
                lengths[k] = roomy.min(usize::try_from(self.highs[k] - self.lows[k]).ok()?.saturating_add(1));
            }
        }
        let mut strides = vec![0; lengths.len()];
        let mut size = 1usize;
        for (stride, length) in strides.iter_mut().zip(&lengths).rev() {
            *stride = size;
            size = size.checked_mul(*length)?;
        }
        if size > MAX_POSITIONS {
            return None;
        }
        if strides == self.strides || self.filled == 0 {
            (self.lengths, self.strides) = (lengths, strides);
            self.values.resize(size, 0);
            return Some(None);
        }
        let (lows, highs) = (self.lows.clone(), self.highs.clone());
        let new = Table { lows, highs, lengths, strides, values: vec![0; size], filled: 0 };
        Some(Some(std::mem::replace(self, new)))
    }
}

/// Looks options up in the tables and marks their values.
struct Look<'a> {
    tables: &'a [Table],
    code: &'a Code,
    stamps: &'a mut [u32; 1 << 16],
    stamp: u32,
    value: u16,
    meter: &'a Meter,
    stopped: Option<Exhausted>,
}

impl Sink for Look<'_> {
    #[inline]
    fn part(&mut self, vm: &Vm, spec: u32) -> bool {
        let spec = &self.code.parts[spec as usize];
        let table = &self.tables[spec.instance];
        let mut index = 0;
        for (k, reg) in spec.args.iter().enumerate() {
            let Reg::I(r) = *reg else { return false };
            let offset = vm.words[r as usize].wrapping_sub(table.lows[k]) as u64;
            if offset >= table.lengths[k] as u64 {
                return false;
            }
            index += offset as usize * table.strides[k];
        }
        if index >= table.filled {
            return false;
        }
        self.value ^= table.values[index];
        true
    }

    fn heap(&mut self, size: i64) -> bool {
        match u16::try_from(size) {
            Ok(size) if size < 1 << 15 => {
                self.value ^= size;
                true
            }
            _ => false,
        }
    }

    #[inline]
    fn end_option(&mut self) {
        self.stamps[self.value as usize] = self.stamp;
        self.value = 0;
    }

    fn run(&mut self, vm: &Vm, spec: u32) -> bool {
        let spec = &self.code.runs[spec as usize];
        let (lo, hi) = (vm.words[spec.lo as usize], vm.words[spec.hi as usize]);
        if lo > hi {
            return true;
        }
        if hi - lo > 1 << 32 {
            return false;
        }
        match spec.parts.as_slice() {
            [part] => {
                let Some(run) = self.stretch(vm, part, lo, hi) else { return false };
                self.mark_one(run);
            }
            [first, second] => {
                let first = self.stretch(vm, first, lo, hi);
                let second = self.stretch(vm, second, lo, hi);
                let (Some(first), Some(second)) = (first, second) else { return false };
                self.mark_two(first, second);
            }
            _ => return false,
        }
        match self.meter.ticks_of(1 + (hi - lo) as u32 / 64) {
            Ok(()) => true,
            Err(what) => {
                self.stopped = Some(what);
                false
            }
        }
    }

    fn tick(&mut self) -> bool {
        match self.meter.look() {
            Ok(()) => true,
            Err(what) => {
                self.stopped = Some(what);
                false
            }
        }
    }
}

/// Places in a table, evenly spaced.
#[derive(Clone, Copy)]
struct Stretch {
    table: usize,
    start: usize,
    step: isize,
    count: usize,
}

impl Stretch {
    fn last(&self) -> usize {
        self.start.wrapping_add_signed(self.step * (self.count as isize - 1))
    }

    #[inline]
    fn at(&self, i: usize) -> usize {
        self.start.wrapping_add_signed(self.step * i as isize)
    }
}

impl Look<'_> {
    /// The places a part runs through; `None` if one is not filled yet.
    fn stretch(&self, vm: &Vm, part: &RunPart, lo: i64, hi: i64) -> Option<Stretch> {
        let table = &self.tables[part.instance];
        let count = (hi - lo) as usize + 1;
        let (mut start, mut step) = (0usize, 0isize);
        for (k, (base, slope)) in part.args.iter().enumerate() {
            let at = |x: i64| {
                vm.words[*base as usize].checked_add(slope.checked_mul(x)?)?.checked_sub(table.lows[k])
            };
            let (first, last) = (usize::try_from(at(lo)?).ok()?, usize::try_from(at(hi)?).ok()?);
            if first >= table.lengths[k] || last >= table.lengths[k] {
                return None;
            }
            start += first * table.strides[k];
            step += *slope as isize * table.strides[k] as isize;
        }
        let stretch = Stretch { table: part.instance, start, step, count };
        (start < table.filled && stretch.last() < table.filled).then_some(stretch)
    }

    fn mark_one(&mut self, run: Stretch) {
        let values = &self.tables[run.table].values;
        let stamp = self.stamp;
        let mut mark = |v: u16| self.stamps[v as usize] = stamp;
        match run.step {
            1 => values[run.start..run.start + run.count].iter().for_each(|v| mark(*v)),
            -1 => values[run.last()..=run.start].iter().for_each(|v| mark(*v)),
            _ => (0..run.count).for_each(|i| mark(values[run.at(i)])),
        }
    }

    fn mark_two(&mut self, a: Stretch, b: Stretch) {
        let (x, y) = (&self.tables[a.table].values, &self.tables[b.table].values);
        // The same pairs come again in the other half when the two run against each other.
        let mirrored = a.table == b.table && a.start == b.last() && b.start == a.last() && a.step == -b.step;
        let count = if mirrored { a.count.div_ceil(2) } else { a.count };
        let stamp = self.stamp;
        let mut mark = |v: u16| self.stamps[v as usize] = stamp;
        match (a.step, b.step) {
            (1, -1) => {
                let (x, y) = (&x[a.start..a.start + count], &y[b.start + 1 - count..=b.start]);
                x.iter().zip(y.iter().rev()).for_each(|(x, y)| mark(x ^ y));
            }
            (1, 0) => {
                let y = y[b.start];
                x[a.start..a.start + count].iter().for_each(|x| mark(x ^ y));
            }
            _ => (0..count).for_each(|i| mark(x[a.at(i)] ^ y[b.at(i)])),
        }
    }
}
