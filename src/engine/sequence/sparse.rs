//! Sparse spaces: values of splitting games without looking at every split (Guy and Smith 1956; Winning Ways, ch. 4).
//!
//! Let `s` be a linear function from values (and the parity of the pile, see below) to 0 and 1, so that an option
//! `a + b` has `s = s(a) + s(b)`. Call a pile *rare* if its `s` is 0 and *common* if it is 1. An option that is common
//! has one rare and one common part. When few piles are rare, a loop over the rare piles alone gives all common options of a
//! pile, and with them the least common value `c` that is missing. The value is then `c`, unless a rare
//! value below `c` is missing too. That is seldom: a few hundred splits show most of these values, and each remaining one is
//! searched for separately.
//!
//! If every splitting move takes the same number of beans modulo 2, `s` may also add the parity of the pile.

use super::mask::{Split, best};
use super::plain::TooWide;
use super::shape::Regular;
use super::{cpu, scan};

/// The kernel; it works from the first pile at which [`Regular`] holds.
#[derive(Debug)]
pub(super) struct Sparse {
    shape: Regular,
    split: Split,
    /// Values so far have at most this many binary digits.
    bits: u32,
    /// How often each value occurred, on piles of each parity.
    counts: Vec<[u64; 2]>,
    rare_places: Vec<u32>,
    rare_values: Vec<u16>,
    /// 1 for each value that is not common, on piles of each parity.
    not_common: [Vec<u8>; 2],
    /// The same for values below 64, as sets: 1 for each that is.
    common_set: [u64; 2],
    seen: Box<[Lane; LANES]>,
    rebuild_at: usize,
    /// A value did not fit.
    full: bool,
}

/// A mark for each value.
type Seen = [u8; 1 << 16];

/// The marks of one of the piles that are done side by side. An odd number of a processor's lines lies between those of two, as
/// the cache keeps few lines whose addresses differ by a multiple of 4096.
#[repr(C)]
#[derive(Debug)]
struct Lane {
    seen: Seen,
    _apart: [u8; 9 * 64],
}

/// How many piles are done side by side: as many values as a load of 16 bytes has. With 4, 0.6 took 1.2 times as long; with pairs of
/// iterators where marks are set, 2.3 times, as they are not inlined.
const LANES: usize = 8;
/// Splits with a part below this are done one by one when piles are done side by side.
const NEAR: usize = 8;
const _: () = assert!(LANES <= NEAR, "the values that a pile needs are there when those beside it are done");
/// A set of values below 64 fits a word; with at most this many rare piles that is the fastest way.
const FEW: usize = 40;
/// With more than one rare pile in this many, values are searched for one by one instead.
const CROWD: usize = 2;

impl Sparse {
    /// Takes up the sequence where `g` ends.
    pub(super) fn new(shape: Regular, g: &[u16]) -> Sparse {
        let mut counts = vec![[0; 2]; 1 << 16];
        for (i, v) in g.iter().enumerate() {
            counts[usize::from(*v)][i & 1] += 1;
        }
        let lane = |_| Lane { seen: [0; 1 << 16], _apart: [0; 9 * 64] };
        let lanes: Box<[Lane]> = (0..LANES).map(lane).collect();
        let seen = lanes.try_into().unwrap_or_else(|_| unreachable!("as many as there are"));
        let mut all = Sparse {
            shape,
            split: Split::default(),
            bits: 1,
            counts,
            rare_places: vec![],
            rare_values: vec![],
            not_common: [vec![], vec![]],
            common_set: [0; 2],
            seen,
            rebuild_at: 0,
            full: false,
        };
        let widest = g.iter().max().copied().unwrap_or(0);
        all.bits = width(widest);
        all.rebuild(g);
        all
    }

    /// Bytes held besides the values.
    pub(super) fn bytes(&self) -> u64 {
        (self.rare_places.capacity() * 6 + self.counts.len() * 16 + LANES * size_of::<Lane>()) as u64
    }

    /// The choice of the rare piles.
    pub(super) fn split(&self) -> (u16, bool) {
        (self.split.mask, self.split.by_place)
    }

    /// Whether rare piles are rare enough for this to pay.
    pub(super) fn pays(&self, piles: usize) -> bool {
        self.rare_places.len() * CROWD <= piles
    }

    /// Adds values until there are `to`.
    pub(super) fn extend(&mut self, g: &mut Vec<u16>, to: usize) -> Result<(), TooWide> {
        cpu::extend_with(self, g, to);
        if g.len() < to { Err(TooWide) } else { Ok(()) }
    }

    #[inline(always)]
    pub(super) fn extend_with(&mut self, g: &mut Vec<u16>, to: usize) {
        while g.len() < to && !self.full {
            if g.len() >= self.rebuild_at {
                self.rebuild(g);
            }
            if self.bits <= 6 && self.rare_places.len() <= FEW {
                self.one_in_a_word(g);
            } else if !self.pays(g.len()) {
                self.one_in_a_crowd(g);
            } else if to - g.len() < LANES || !self.several(g) {
                self.one(g);
            }
        }
    }

    /// Chooses `s` again, for the fewest rare piles.
    fn rebuild(&mut self, g: &[u16]) {
        self.split = best(&self.counts[..1 << self.bits], self.shape.parity);
        self.rare_places.clear();
        self.rare_values.clear();
        for (i, v) in g.iter().enumerate().skip(self.shape.least) {
            if self.split.is_rare(i, *v) {
                self.rare_places.push(i as u32);
                self.rare_values.push(*v);
            }
        }
        for q in 0..2 {
            let common = |v: usize| v < 1 << self.bits && !self.split.is_rare(q, v as u16);
            self.not_common[q] = (0..self.room()).map(|v| u8::from(!common(v))).collect();
            self.common_set[q] = (0..64).filter(|v| common(*v)).fold(0, |set, v| set | 1 << v);
        }
        self.rebuild_at = 2 * g.len().max(32);
    }

    /// Values are below this; a multiple of 64.
    fn room(&self) -> usize {
        (1usize << self.bits).max(64)
    }

    /// Adds a value; false if it changed what is known about values so far.
    #[inline(always)]
    fn push(&mut self, g: &mut Vec<u16>, v: usize) -> bool {
        let n = g.len();
        if v >> 16 != 0 {
            self.full = true;
            return false;
        }
        g.push(v as u16);
        self.counts[v][n & 1] += 1;
        if v >> self.bits != 0 {
            self.bits = width(v as u16);
            self.rebuild(g);
            return false;
        }
        if self.split.is_rare(n, v as u16) {
            self.rare_places.push(n as u32);
            self.rare_values.push(v as u16);
        }
        true
    }

    /// The next value, when all values are below 64: the set of options is one word.
    #[inline(always)]
    fn one_in_a_word(&mut self, g: &mut Vec<u16>) {
        let n = g.len();
        let set = |v: u16| 1u64 << (v & 63);
        let mut seen = self.shape.fixed.iter().fold(0, |s, v| s | set(*v));
        for (take, x) in &self.shape.ones {
            seen |= set(g[n - take] ^ x);
        }
        let mut deepest = 0;
        for t in &self.shape.twos {
            let m = n - t.take;
            deepest = deepest.max(t.last(m));
            let end = self.rares_up_to(m, self.shape.least);
            let (places, values) = (&self.rare_places[..end], &self.rare_values[..end]);
            if t.apart == 0 {
                for (p, v) in places.iter().zip(values) {
                    seen |= set(g[m - *p as usize] ^ v);
                }
            } else {
                for (p, v) in places.iter().zip(values).filter(|(p, _)| t.allows(m, **p as usize)) {
                    seen |= set(g[m - *p as usize] ^ v);
                }
            }
        }
        let missing = self.common_set[n & 1] & !seen;
        let c = if missing == 0 { 1 << self.bits } else { missing.trailing_zeros() as usize };
        let below = if c >= 64 { u64::MAX } else { (1 << c) - 1 };
        let mut a = self.shape.least;
        while seen & below != below && a <= deepest && a < self.shape.least + 64 {
            for t in &self.shape.twos {
                let m = n - t.take;
                let end = (a + 15).min(t.last(m));
                if a <= end {
                    let (front, back) = (&g[a..=end], &g[m - end..=m - a]);
                    for (x, y) in front.iter().zip(back.iter().rev()) {
                        seen |= set(x ^ y);
                    }
                }
            }
            a += 16;
        }
        while seen & below != below {
            let v = (!seen).trailing_zeros() as usize;
            if !self.occurs(g, n, v, a) {
                self.push(g, v);
                return;
            }
            seen |= 1 << v;
        }
        self.push(g, c);
    }

    /// How many of the rare piles can be a part of m.
    #[inline(always)]
    fn rares_up_to(&self, m: usize, least: usize) -> usize {
        let mut end = self.rare_places.len();
        while end > 0 && self.rare_places[end - 1] as usize + least > m {
            end -= 1;
        }
        end
    }

    /// The next value.
    #[inline(always)]
    fn one(&mut self, g: &mut Vec<u16>) {
        let n = g.len();
        let room = self.room();
        self.seen[0].seen[..room].fill(0);
        self.mark_simple(0, g, n);
        for i in 0..self.shape.twos.len() {
            let t = self.shape.twos[i];
            let m = n - t.take;
            let end = self.rares_up_to(m, self.shape.least);
            self.mark_rares(0, g, m, t.apart, 0, end);
        }
        let sample = self.sample();
        let v = self.least_missing(0, g, n, self.shape.least, Some(sample));
        self.push(g, v);
    }

    /// Marks the options that are no splits.
    #[inline(always)]
    fn mark_simple(&mut self, lane: usize, g: &[u16], n: usize) {
        let seen = &mut self.seen[lane].seen;
        for v in &self.shape.fixed {
            seen[usize::from(*v)] = 1;
        }
        for (take, x) in &self.shape.ones {
            seen[usize::from(g[n - take] ^ x)] = 1;
        }
    }

    /// Marks the splits of m that have one of the rare piles from `start` to `end` as a part.
    #[inline(always)]
    fn mark_rares(&mut self, lane: usize, g: &[u16], m: usize, apart: usize, start: usize, end: usize) {
        let seen = &mut self.seen[lane].seen;
        let rares = self.rare_places[start..end].iter().zip(&self.rare_values[start..end]);
        if apart == 0 {
            for (p, v) in rares {
                seen[usize::from(g[m - *p as usize] ^ v)] = 1;
            }
        } else {
            for (p, v) in rares.filter(|(p, _)| m.abs_diff(2 * **p as usize) >= apart) {
                seen[usize::from(g[m - *p as usize] ^ v)] = 1;
            }
        }
    }

    /// How many splits of each kind are looked at before missing values are searched for.
    fn sample(&self) -> usize {
        (3 * self.room() / self.shape.twos.len()).max(48)
    }

    /// The value, once all options with a rare part are marked. `from` is the first split not looked at yet; `sample`
    /// says how many of the next are to be marked first.
    #[inline(always)]
    fn least_missing(
        &mut self,
        lane: usize,
        g: &[u16],
        n: usize,
        from: usize,
        sample: Option<usize>,
    ) -> usize {
        let room = self.room();
        let all = 1 << self.bits;
        let seen = &mut self.seen[lane].seen;
        let c = scan::first_zero_of_two(&seen[..room], &self.not_common[n & 1]).min(all);
        let mut v = scan::first_zero(&seen[..room]);
        if v >= c {
            return c;
        }
        let mut next = from;
        if let Some(sample) = sample {
            for t in &self.shape.twos {
                let m = n - t.take;
                let end = (from + sample - 1).min(t.last(m));
                if from <= end {
                    for (x, y) in g[from..=end].iter().zip(g[m - end..=m - from].iter().rev()) {
                        seen[usize::from(x ^ y)] = 1;
                    }
                }
            }
            next = from + sample;
            v = scan::first_zero(&seen[..room]);
        }
        while v < c {
            if self.seen[lane].seen[v] == 0 && !self.occurs(g, n, v, next) {
                return v;
            }
            v += 1;
        }
        c
    }

    /// Whether a split with a smaller part of at least `from` has that value.
    #[inline(always)]
    fn occurs(&self, g: &[u16], n: usize, v: usize, from: usize) -> bool {
        let (mut low, mut step, mut more) = (from, 1024, true);
        while more {
            more = false;
            for t in &self.shape.twos {
                let m = n - t.take;
                let last = t.last(m);
                if low > last {
                    continue;
                }
                more = true;
                if scan::has_pair(g, m, low, last.min(low + step - 1), v as u16) {
                    return true;
                }
            }
            low += step;
            step = (2 * step).min(1 << 16);
        }
        false
    }

    /// The next value when too many piles are rare: each value in turn is searched for.
    #[inline(always)]
    fn one_in_a_crowd(&mut self, g: &mut Vec<u16>) {
        let n = g.len();
        let room = self.room();
        self.seen[0].seen[..room].fill(0);
        self.mark_simple(0, g, n);
        let sample = (16 * room / self.shape.twos.len()).max(48);
        let from = self.shape.least;
        for t in &self.shape.twos {
            let m = n - t.take;
            let end = (from + sample - 1).min(t.last(m));
            if from <= end {
                for (x, y) in g[from..=end].iter().zip(g[m - end..=m - from].iter().rev()) {
                    self.seen[0].seen[usize::from(x ^ y)] = 1;
                }
            }
        }
        let mut v = 0;
        while v < 1 << self.bits && (self.seen[0].seen[v] != 0 || self.occurs(g, n, v, from + sample)) {
            v += 1;
        }
        self.push(g, v);
    }

    /// The next values side by side, if that is possible here: one walk through the rare piles serves all.
    #[inline(always)]
    fn several(&mut self, g: &mut Vec<u16>) -> bool {
        let n = g.len();
        let low = NEAR.max(self.shape.least);
        let sample = self.sample();
        let far = self.shape.twos.iter().map(|t| t.take + t.apart).max().unwrap_or(0);
        if n < 4096 || n < 8 * (sample + low + far) || n + LANES > self.rebuild_at {
            return false;
        }
        let room = self.room();
        for lane in &mut *self.seen {
            lane.seen[..room].fill(0);
        }
        for i in 0..self.shape.twos.len() {
            let t = self.shape.twos[i];
            self.mark_rares_of_all(g, n - t.take, t.apart, low);
            self.mark_near(g, n - t.take, low, sample);
        }
        for lane in 0..LANES {
            let n = n + lane;
            self.mark_simple(lane, g, n);
            let seen = &mut self.seen[lane].seen;
            for t in &self.shape.twos {
                let m = n - t.take;
                for a in self.shape.least..low {
                    seen[usize::from(g[a] ^ g[m - a])] = 1;
                }
            }
            let v = self.least_missing(lane, g, n, low + sample, None);
            if !self.push(g, v) {
                break;
            }
        }
        true
    }

    /// Marks, for m and those beside it, the splits with a rare part, both parts at least `low`.
    #[inline(always)]
    fn mark_rares_of_all(&mut self, g: &[u16], m: usize, apart: usize, low: usize) {
        let start = self.rare_places.partition_point(|p| (*p as usize) < low);
        let end = start.max(self.rares_up_to(m, low));
        let zone = |bound: usize| self.rare_places[start..end].partition_point(|p| 2 * (*p as usize) < bound);
        let (near_middle, past_middle) = match apart {
            0 => (end, end),
            d => (start + zone(m + 1 - d), start + zone(m + LANES - 1 + d)),
        };
        for (from, to) in [(start, near_middle), (past_middle, end)] {
            let (places, values) = (&self.rare_places[from..to], &self.rare_values[from..to]);
            mark_rares_of_all(&mut self.seen, g, m, places, values);
        }
        for lane in 0..LANES {
            self.mark_rares(lane, g, m + lane, apart, near_middle, past_middle);
        }
    }

    /// Marks, for m and those beside it, the splits with a part from `low` to `low + sample - 1`.
    #[inline(always)]
    fn mark_near(&mut self, g: &[u16], m: usize, low: usize, sample: usize) {
        for (a, v) in g[low..low + sample].iter().enumerate() {
            mark_all(&mut self.seen, g, m - low - a, *v);
        }
    }
}

/// Most of the work of this method is this loop; by itself it keeps everything in registers.
#[inline(never)]
fn mark_rares_of_all(seen: &mut [Lane; LANES], g: &[u16], m: usize, places: &[u32], values: &[u16]) {
    for (p, v) in places.iter().zip(values) {
        mark_all(seen, g, m.wrapping_sub(*p as usize), *v);
    }
}

/// Marks the values of the piles from the one at b on, each xor v.
#[inline(always)]
fn mark_all(seen: &mut [Lane; LANES], g: &[u16], b: usize, v: u16) {
    let Some([a, b, c, d, e, f, g, h]) = g.get(b..).and_then(<[u16]>::first_chunk::<LANES>) else { return };
    let [first, second, third, fourth, others @ ..] = seen;
    mark_four([first, second, third, fourth], [*a, *b, *c, *d], v);
    let [first, second, third, fourth] = others;
    mark_four([first, second, third, fourth], [*e, *f, *g, *h], v);
}

/// The same for four of them, which one word holds.
#[inline(always)]
fn mark_four(lanes: [&mut Lane; 4], [a, b, c, d]: [u16; 4], v: u16) {
    let all = u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32 | u64::from(d) << 48;
    let all = all ^ (u64::from(v) * 0x0001_0001_0001_0001);
    let [first, second, third, fourth] = lanes;
    first.seen[usize::from(all as u16)] = 1;
    second.seen[usize::from((all >> 16) as u16)] = 1;
    third.seen[usize::from((all >> 32) as u16)] = 1;
    fourth.seen[usize::from((all >> 48) as u16)] = 1;
}

/// How many binary digits values up to v have: at least 1.
fn width(v: u16) -> u32 {
    (16 - v.leading_zeros()).max(1)
}
