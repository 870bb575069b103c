//! What the checkers for values that grow have in common: docs/periods.md, "values that grow".

/// A function with `f(n + period) = f(n) + saltus` for all n from `start` on.
pub(super) struct Growing {
    pub(super) start: u64,
    pub(super) period: u64,
    pub(super) saltus: u64,
    /// The values of 0, 1, ..., start + period - 1.
    pub(super) values: Vec<u64>,
}

/// The value of an option of a pile, and what becomes of it when the pile grows by a round.
pub(super) struct Reached {
    pub(super) value: u64,
    /// There is an option with this value then.
    pub(super) stays: bool,
    /// There is one whose value has grown.
    pub(super) grows: bool,
}

impl Growing {
    pub(super) fn at(&self, n: u64) -> u64 {
        if n < self.start {
            return self.values[n as usize];
        }
        let behind = n - self.start;
        self.values[(self.start + behind % self.period) as usize] + behind / self.period * self.saltus
    }

    /// The largest value before the start.
    pub(super) fn largest_early(&self) -> u64 {
        self.values[..self.start as usize].iter().copied().max().unwrap_or(0)
    }

    /// The largest power of two that divides what is added in a round.
    pub(super) fn digits(&self, round: u64) -> u64 {
        let added = round / self.period * self.saltus;
        added & added.wrapping_neg()
    }

    /// After so many piles the last digits repeat, as many of them as `beside` and the early values have.
    pub(super) fn window(&self, adjacent: u64) -> Option<u64> {
        let mut window = self.period;
        while self.digits(window) <= adjacent.max(self.largest_early()) {
            window = window.checked_mul(2).filter(|w| *w < 1 << 28)?;
        }
        Some(window)
    }

    /// Of two piles behind the start that are at least so far apart, the larger has a value larger by more than v.
    pub(super) fn apart(&self, v: u64) -> u64 {
        let late = &self.values[self.start as usize..];
        let spread = late.iter().max().unwrap_or(&0) - late.iter().min().unwrap_or(&0);
        ((spread + v) / self.saltus + 2) * self.period
    }

    /// All values smaller than that of n are among the options, for all n from `from` on; otherwise a pile and a value of
    /// which that is not seen.
    pub(super) fn smaller_are_there(
        &self,
        from: u64,
        round: u64,
        options: &dyn Fn(u64) -> Vec<Reached>,
    ) -> Result<(), (u64, u64)> {
        let added = round / self.period * self.saltus;
        let marked = |n: u64, all: &[Reached], which: &dyn Fn(&Reached) -> bool| {
            let mut set = vec![false; (self.at(n) + 2 * added + self.saltus) as usize];
            for r in all.iter().filter(|r| which(r)) {
                if let Some(there) = set.get_mut(r.value as usize) {
                    *there = true;
                }
            }
            set
        };
        let missing =
            |set: &[bool], from: u64, to: u64| (from..to).rev().find(|u| set.get(*u as usize) != Some(&true));
        let piles: Vec<(u64, Vec<Reached>)> = (from..from + round).map(|n| (n, options(n))).collect();
        let border = |(n, all): &(u64, Vec<Reached>)| {
            missing(&marked(*n, all, &|r| r.grows), 0, self.at(*n)).map_or(0, |u| u + 1)
        };
        let border = piles.iter().map(border).max().unwrap_or(0);
        for (n, all) in &piles {
            let stays = missing(&marked(*n, all, &|r| r.stays), 0, border);
            let both = missing(&marked(*n, all, &|r| r.stays && r.grows), border, border + added);
            if let Some(u) = stays.or(both) {
                return Err((*n, u));
            }
        }
        Ok(())
    }
}
