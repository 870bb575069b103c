//! A clause ready to be walked along: all variables but one are fixed, and the innermost choice is a run.

use super::boxes::{Table, Word};
use super::clause::{Bound, Clause, ceiling, floor};
use super::linear::{Linear, VARIABLES};

/// `base + by * w`, where w is the variable that is walked along.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Affine {
    pub(super) base: i64,
    pub(super) by: i64,
}

impl Affine {
    fn of(form: &Linear, values: &[i64; VARIABLES], w: usize) -> Affine {
        Affine { base: form.without(w).at(values), by: form.by[w] }
    }

    #[inline(always)]
    pub(super) fn at(self, w: i64) -> i64 {
        self.base + self.by * w
    }

    /// For which w it is at least 0: a first and a last one.
    fn not_negative(self) -> (i64, i64) {
        match self.by {
            0 if self.base < 0 => (0, -1),
            0 => (i64::MIN, i64::MAX),
            by if by > 0 => (ceiling(-self.base, by), i64::MAX),
            by => (i64::MIN, floor(self.base, -by)),
        }
    }
}

/// The innermost runs of a clause, for each w.
pub(super) struct Walk {
    /// The first and the last w for which the guards hold.
    pub(super) from: i64,
    pub(super) to: i64,
    lower: Vec<(Affine, i64)>,
    upper: Vec<(Affine, i64)>,
    pub(super) parts: Vec<WalkPart>,
    heaps: Vec<WalkHeap>,
}

/// The size of a nim-heap beside the parts: `size.at(w) + slope * x`.
struct WalkHeap {
    size: Affine,
    slope: i64,
}

/// The nim-heaps of the options of one run.
#[derive(Clone, Copy)]
pub(super) struct HeapRun<'a> {
    /// The nim-sum of those whose size is the same for the whole run.
    pub(super) fixed: u32,
    /// The largest of all.
    pub(super) largest: u32,
    /// Those whose size changes along the run: for its first option, and by how much each option more.
    changing: &'a [WalkHeap],
    w: i64,
    lo: i64,
}

/// A part of a run: its numbers are `at(w) + slope * x` over their least values.
pub(super) struct WalkPart {
    pub(super) table: usize,
    numbers: [(Affine, i64, u64); 3],
    count: usize,
    /// Its place in the table.
    pub(super) place: Affine,
    slope: i64,
    /// Its place where values are looked up: in the table, or in a turned copy.
    layout: Option<usize>,
    looked_up: Affine,
    step: i64,
}

/// Places of values, evenly spaced.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stretch {
    pub(super) table: usize,
    pub(super) layout: Option<usize>,
    pub(super) start: usize,
    pub(super) step: isize,
}

/// The numbers but the last along which the innermost runs of some clauses read a table.
pub(super) fn axes<'c>(clauses: impl Iterator<Item = &'c Clause>, instance: usize) -> Vec<usize> {
    let mut found = vec![];
    for clause in clauses {
        let Some(x) = clause.loops.last().map(|l| l.variable) else { continue };
        for (_, args) in clause.parts.iter().filter(|(i, _)| *i == instance) {
            if let Some(axis) = axis(args, x).filter(|a| a + 1 < args.len() && !found.contains(a)) {
                found.push(axis);
            }
        }
    }
    found
}

/// The one number that changes with x, by 1 either way.
fn axis(args: &[Linear], x: usize) -> Option<usize> {
    let mut changing = (0..args.len()).filter(|k| args[*k].by[x] != 0);
    let k = changing.next()?;
    (changing.next().is_none() && args[k].by[x].abs() == 1).then_some(k)
}

impl Walk {
    /// The walk of a clause along variable `w`; the variables before it have values.
    pub(super) fn new<T: Word>(
        clause: &Clause,
        tables: &[Table<T>],
        values: &[i64; VARIABLES],
        w: usize,
    ) -> Walk {
        let affine = |f: &Linear| Affine::of(f, values, w);
        let intervals = clause.guards.iter().map(|g| affine(g).not_negative());
        let (from, to) = intervals.fold((i64::MIN, i64::MAX), |(a, b), (c, d)| (a.max(c), b.min(d)));
        let bounds = |bounds: &[Bound]| bounds.iter().map(|b| (affine(&b.form), b.by)).collect();
        let innermost = clause.loops.last();
        let (lower, upper) = match innermost {
            Some(l) => (bounds(&l.lower), bounds(&l.upper)),
            None => (vec![], vec![]),
        };
        let x = innermost.map_or(VARIABLES - 1, |l| l.variable);
        let part = |(table, args): &(usize, Vec<Linear>)| WalkPart::new(*table, args, tables, affine, x);
        // The innermost choice has no value yet: what is in its place is left from another run.
        let heap = |f: &Linear| WalkHeap { size: affine(&f.without(x)), slope: f.by[x] };
        let mut heaps: Vec<WalkHeap> = clause.heaps.iter().map(heap).collect();
        heaps.sort_by_key(|heap| heap.slope == 0);
        Walk { from, to, lower, upper, parts: clause.parts.iter().map(part).collect(), heaps }
    }

    /// Whether each position has one option by it, or none.
    pub(super) fn is_single(&self) -> bool {
        self.lower.is_empty()
    }

    pub(super) fn has_heaps(&self) -> bool {
        !self.heaps.is_empty()
    }

    /// The first and the last x.
    #[inline(always)]
    pub(super) fn range(&self, w: i64) -> (i64, i64) {
        if self.lower.is_empty() {
            return (0, 0);
        }
        let lower = self.lower.iter().fold(i64::MIN, |n, (a, by)| n.max(ceiling(a.at(w), *by)));
        let upper = self.upper.iter().fold(i64::MAX, |n, (a, by)| n.min(floor(a.at(w), *by)));
        (lower, upper)
    }

    /// The heaps of the options from x = lo to hi; `None` if one of them is negative or large.
    #[inline(always)]
    pub(super) fn heaps(&self, w: i64, lo: i64, hi: i64) -> Option<HeapRun<'_>> {
        let (mut fixed, mut largest, mut changing) = (0, 0, 0);
        for heap in &self.heaps {
            let (first, last) = (heap.at(w, lo)?, heap.at(w, hi)?);
            largest = largest.max(first).max(last);
            match heap.slope {
                0 => fixed ^= first,
                _ => changing += 1,
            }
        }
        Some(HeapRun { fixed, largest, changing: &self.heaps[..changing], w, lo })
    }
}

impl WalkHeap {
    /// Its size, if that is not negative and not large.
    #[inline(always)]
    fn at(&self, w: i64, x: i64) -> Option<u32> {
        let size = self.slope.checked_mul(x)?.checked_add(self.size.at(w))?;
        u32::try_from(size).ok().filter(|k| *k < 1 << 24)
    }
}

impl HeapRun<'_> {
    /// Whether every option of the run has the same heaps.
    #[inline(always)]
    pub(super) fn is_fixed(&self) -> bool {
        self.changing.is_empty()
    }

    /// The nim-sum of the heaps of option `i` of the run. All sizes lie between those at its ends.
    #[inline(always)]
    pub(super) fn at(&self, i: usize) -> u32 {
        let size = |heap: &WalkHeap| heap.size.at(self.w) + heap.slope * (self.lo + i as i64);
        self.changing.iter().fold(self.fixed, |sum, heap| sum ^ size(heap) as u32)
    }
}

impl WalkPart {
    fn new<T: Word>(
        table: usize,
        args: &[Linear],
        tables: &[Table<T>],
        affine: impl Fn(&Linear) -> Affine,
        x: usize,
    ) -> WalkPart {
        let t = &tables[table];
        let mut numbers = [(Affine::default(), 0, 0); 3];
        for (k, arg) in args.iter().enumerate() {
            let a = affine(&arg.without(x));
            let low = t.shape.lows[k];
            numbers[k] = (Affine { base: a.base - low, by: a.by }, arg.by[x], t.shape.lengths[k] as u64);
        }
        let numbers_used = &numbers[..args.len()];
        let flat = |strides: &[usize]| {
            let mut place = (Affine::default(), 0);
            for ((a, slope, _), stride) in numbers_used.iter().zip(strides) {
                let stride = *stride as i64;
                place.0.base += a.base * stride;
                place.0.by += a.by * stride;
                place.1 += slope * stride;
            }
            place
        };
        let (place, slope) = flat(&t.shape.strides);
        let axis = axis(args, x);
        let layout =
            axis.and_then(|axis| t.turned.iter().position(|turned| turned.axis == axis && !t.square));
        let (looked_up, step) = match layout {
            Some(l) => flat(&t.turned[l].strides),
            None if t.square && axis == Some(0) => flat(&[t.shape.strides[1], t.shape.strides[0]]),
            None => (place, slope),
        };
        WalkPart { table, numbers, count: args.len(), place, slope, layout, looked_up, step }
    }

    /// The places the part runs through from x = lo to hi, all of them below `end` in the table; `None` if
    /// one of them is not there.
    #[inline(always)]
    pub(super) fn stretch(&self, w: i64, lo: i64, hi: i64, end: usize) -> Option<Stretch> {
        for (a, slope, length) in &self.numbers[..self.count] {
            let n = a.at(w);
            if (n + slope * lo) as u64 >= *length || (n + slope * hi) as u64 >= *length {
                return None;
            }
        }
        let place = self.place.at(w);
        let last = (place + self.slope * lo).max(place + self.slope * hi);
        let start = (self.looked_up.at(w) + self.step * lo) as usize;
        (last < end as i64).then_some(Stretch {
            table: self.table,
            layout: self.layout,
            start,
            step: self.step as isize,
        })
    }
}

impl Stretch {
    #[inline(always)]
    pub(super) fn at(&self, i: usize) -> usize {
        self.start.wrapping_add_signed(self.step * i as isize)
    }
}
