//! Values that grow by the same with every period, as a function of the pile.

/// A function with `f(n + period) = f(n) + saltus` for all n from `start` on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growing {
    start: usize,
    period: usize,
    saltus: u64,
    /// The values of 0, 1, ..., start + period - 1.
    values: Vec<u64>,
}

impl Growing {
    /// The function with these first values; `None` if there are too few of them, or they do not grow.
    pub fn new(
        start: usize,
        period: usize,
        saltus: u64,
        values: impl Iterator<Item = u64>,
    ) -> Option<Growing> {
        let count = start.checked_add(period)?;
        let values: Vec<u64> = values.take(count).collect();
        let small = saltus < 1 << 32 && values.iter().all(|v| *v < 1 << 32);
        (period > 0 && saltus > 0 && small && values.len() == count).then_some(Growing {
            start,
            period,
            saltus,
            values,
        })
    }

    /// The value of n. What is asked for is at most as large as a window of a proof, so nothing overflows.
    pub fn at(&self, n: usize) -> u64 {
        match n.checked_sub(self.start) {
            Some(behind) if behind >= self.period => {
                self.values[self.start + behind % self.period] + (behind / self.period) as u64 * self.saltus
            }
            _ => self.values[n],
        }
    }

    /// From here on it grows.
    pub fn start(&self) -> usize {
        self.start
    }

    /// After this many it is larger by the saltus.
    pub fn period(&self) -> usize {
        self.period
    }

    /// By so much it grows.
    pub fn saltus(&self) -> u64 {
        self.saltus
    }

    /// The largest value before the start; 0 if there is none.
    pub fn largest_early(&self) -> u64 {
        self.values[..self.start].iter().copied().max().unwrap_or(0)
    }

    /// The difference of the largest and the least value within a period.
    pub fn spread(&self) -> u64 {
        let late = &self.values[self.start..];
        late.iter().max().unwrap_or(&0) - late.iter().min().unwrap_or(&0)
    }

    /// Neither n nor a pile any number of periods larger has the value v, for n behind the start.
    pub fn never(&self, n: usize, v: u64) -> bool {
        let here = self.at(n);
        here > v || !(v - here).is_multiple_of(self.saltus)
    }

    /// After so many piles, a multiple of the period, the last binary digits repeat: those that the early values and
    /// `beside` have.
    pub fn window(&self, adjacent: u64) -> usize {
        let width = u64::BITS - (self.largest_early() | adjacent).leading_zeros();
        let digits = width.saturating_sub(self.saltus.trailing_zeros()).min(40);
        self.period.saturating_mul(1 << digits)
    }

    /// Of two piles behind the start with a difference of at least this, the larger has a value larger by more than v.
    pub fn rise_over(&self, v: u64) -> usize {
        ((self.spread() + v) / self.saltus + 2) as usize * self.period
    }

    /// Numbers below this power of two stay as they are beside a value that grows for this many piles.
    pub fn digits(&self, round: usize) -> u64 {
        1 << ((round / self.period) as u64 * self.saltus).trailing_zeros()
    }
}
