//! That no option of a pile has the value of the pile itself, where the values grow: docs/periods.md, "the value itself".

use super::line::Growing;
use super::rules::{Kind, Move, Rules};

/// More steps are not made.
const WORK: usize = 1 << 27;

/// What is left, behind the start: by the remainder of the sum of the piles, by the last digits of the value, and by the
/// parity of the height, the largest height there is.
struct Heights(Vec<Option<i64>>);

/// Piles behind the start: `f = digits * height + low`.
pub(super) struct Own<'a> {
    f: &'a Growing,
    rules: &'a Rules,
    /// The largest power of two that divides the saltus.
    digits: u64,
    /// By so much the height grows with a period.
    odd: i64,
}

impl Own<'_> {
    pub(super) fn new<'a>(f: &'a Growing, rules: &'a Rules) -> Own<'a> {
        let digits = 1 << f.saltus().trailing_zeros();
        Own { f, rules, digits, odd: (f.saltus() / digits) as i64 }
    }

    /// Whether it is seen, for all piles from `from` on. All piles from there on must be so large that a part of every
    /// option is behind the start.
    pub(super) fn differs(&self, from: usize) -> bool {
        let few = self.effort().is_some_and(|e| e <= WORK);
        few && self.by_window(from) && self.by_heights()
    }

    fn effort(&self) -> Option<usize> {
        let (p, e) = (self.f.period(), self.f.start());
        let heights = p.checked_mul(p)?.checked_mul(2 * self.digits as usize)?;
        let window = self.window().checked_mul(2 * e + 1 + self.f.rise_over(self.rules.adjacent()))?;
        let early = p.checked_mul(e)?.checked_add(e.checked_mul(e)?)?;
        heights.checked_add(window)?.checked_add(early)?.checked_mul(self.rules.moves.len())
    }

    fn window(&self) -> usize {
        self.f.window(self.rules.adjacent())
    }

    /// What has one part behind the start, or none.
    fn by_window(&self, from: usize) -> bool {
        let start = self.f.start();
        self.rules.moves.iter().all(|m| {
            let early = match m.kind {
                Kind::Nothing => return (from..from + self.f.period()).all(|n| self.f.never(n, m.adjacent)),
                Kind::Below => return (from..from + self.window()).all(|n| self.not_below(n, m)),
                Kind::One => Early::none(),
                Kind::Two => Early::one(self.f, m.least, start),
                Kind::Three => Early::two(self.f, m.least, start),
            };
            (from..from + self.window()).all(|n| {
                let at = |sum: usize| self.f.at(n) ^ self.f.at(n - m.take - sum) ^ m.adjacent;
                (0..early.0.len()).all(|sum| !early.has(sum, at(sum)))
            })
        })
    }

    /// No single pile that may be left has, with what is next to it, the value of n.
    fn not_below(&self, n: usize, m: &Move) -> bool {
        let (v, near) = (self.f.at(n), self.f.rise_over(m.adjacent));
        v > self.f.largest_early() + m.adjacent
            && (m.take..m.take + near).all(|d| self.f.at(n - d) ^ m.adjacent != v)
    }

    fn low(&self, v: u64) -> u64 {
        v % self.digits
    }

    fn place(&self, remainder: usize, low: u64, odd: bool) -> usize {
        (remainder * self.digits as usize + low as usize) * 2 + usize::from(odd)
    }

    /// What has two or three parts behind the start.
    fn by_heights(&self) -> bool {
        if self.rules.moves.iter().all(|m| !matches!(m.kind, Kind::Two | Kind::Three)) {
            return true;
        }
        let single = self.single();
        let two = self.with_one_more(&single, &single);
        let three = self.rules.moves.iter().any(|m| m.kind == Kind::Three);
        let three = three.then(|| self.with_one_more(&two, &single));
        self.rules.moves.iter().all(|m| match (m.kind, &three) {
            (Kind::Two, _) => self.misses(&two, 2, m.take, m.adjacent),
            (Kind::Three, Some(three)) => {
                self.misses(three, 3, m.take, m.adjacent)
                    && (m.least..self.f.start())
                        .all(|a| self.misses(&two, 2, m.take + a, m.adjacent ^ self.f.at(a)))
            }
            _ => true,
        })
    }

    /// One pile `start + r + period * i` has the height `odd * i` and what is here for r.
    fn single(&self) -> Heights {
        let mut all = Heights::new(self.f.period() * self.digits as usize * 2);
        for r in 0..self.f.period() {
            let v = self.f.at(self.f.start() + r);
            let height = (v / self.digits) as i64;
            all.enter(self.place(r, self.low(v), height & 1 == 1), height);
        }
        all
    }

    /// Piles of together `j * start + r + period * i` have heights of together `odd * i` and at most what is here for r.
    fn with_one_more(&self, sums: &Heights, single: &Heights) -> Heights {
        let p = self.f.period();
        let mut all = Heights::new(sums.0.len());
        let there = |h: &Heights| -> Vec<(usize, u64, i64)> {
            let entry = |(i, x): (usize, &Option<i64>)| {
                let (place, low) = (i / 2 / self.digits as usize, (i / 2) as u64 % self.digits);
                x.map(|height| (place, low, height))
            };
            h.0.iter().enumerate().filter_map(entry).collect()
        };
        let single = there(single);
        for (a, low_a, x) in there(sums) {
            for (b, low_b, y) in &single {
                let carry = i64::from(a + b >= p);
                let height = x + y - carry * self.odd;
                all.enter(self.place((a + b) % p, low_a ^ low_b, height & 1 == 1), height);
            }
        }
        all
    }

    /// No `count` piles of together `n - take`, all behind the start, have with v beside them the value of n.
    fn misses(&self, sums: &Heights, count: usize, take: usize, v: u64) -> bool {
        let (p, start) = (self.f.period() as i64, self.f.start() as i64);
        let above = (v / self.digits) as i64;
        (0..self.f.period()).all(|r| {
            let own = self.f.at(self.f.start() + r);
            let height = (own / self.digits) as i64;
            // n = start + r + p i, and the piles are together count * start + place + p (i + rounds).
            let behind = start + r as i64 - take as i64 - count as i64 * start;
            let (place, rounds) = (behind.rem_euclid(p) as usize, behind.div_euclid(p));
            [false, true].into_iter().all(|odd| {
                let Some(most) = sums.0[self.place(place, self.low(own ^ v), odd)] else { return true };
                let more = most + self.odd * rounds - height;
                (more - above) % 2 != 0 || more < -above
            })
        })
    }
}

impl Heights {
    fn new(len: usize) -> Heights {
        Heights(vec![None; len])
    }

    fn enter(&mut self, place: usize, height: i64) {
        let here = &mut self.0[place];
        *here = Some(here.map_or(height, |h| h.max(height)));
    }
}

/// The values of small parts, by what they are together.
pub(super) struct Early(Vec<Vec<bool>>);

impl Early {
    /// No part.
    pub(super) fn none() -> Early {
        Early(vec![vec![true]])
    }

    /// One part with `least <= a < end`.
    pub(super) fn one(f: &Growing, least: usize, end: usize) -> Early {
        let mut all = vec![vec![]; end];
        (least..end).for_each(|a| enter(&mut all[a], f.at(a)));
        Early(all)
    }

    /// Two parts of these sizes.
    pub(super) fn two(f: &Growing, least: usize, end: usize) -> Early {
        let mut all = vec![vec![]; (2 * end).saturating_sub(1)];
        for a in least..end {
            for b in a..end {
                enter(&mut all[a + b], f.at(a) ^ f.at(b));
            }
        }
        Early(all)
    }

    fn has(&self, sum: usize, v: u64) -> bool {
        self.0[sum].get(v as usize).copied().unwrap_or(false)
    }

    /// Every value below `bound` that there is, with what the parts are together.
    pub(super) fn below(&self, bound: u64) -> Vec<(usize, u64)> {
        let values = |(sum, there): (usize, &Vec<bool>)| -> Vec<(usize, u64)> {
            let known = there.iter().enumerate().take_while(|(v, _)| (*v as u64) < bound);
            known.filter(|(_, t)| **t).map(|(v, _)| (sum, v as u64)).collect()
        };
        self.0.iter().enumerate().flat_map(values).collect()
    }
}

fn enter(there: &mut Vec<bool>, v: u64) {
    if there.len() <= v as usize {
        there.resize(v as usize + 1, false);
    }
    there[v as usize] = true;
}
