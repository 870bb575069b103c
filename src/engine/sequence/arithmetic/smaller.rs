//! That every value smaller than that of a pile is that of an option, where the values grow: docs/periods.md, "smaller
//! values".

use super::line::Growing;

/// Options of a pile that are known, each of them a single pile with, perhaps, a small number beside it.
///
/// The residue argument and the one for taking and breaking both come down to this.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// Single piles that may be left: every pile m with `least <= m <= n - take` and `m = n - take` modulo `step`.
    pub free: Vec<Free>,
    /// A pile of n less the first, with a nim-heap of the second.
    pub less: Vec<(usize, u64)>,
    /// Values of options that are there whatever n is.
    pub fixed: Vec<u64>,
}

/// Single piles that may be left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Free {
    /// At least this many are taken.
    pub take: usize,
    /// The least pile that may be left.
    pub least: usize,
    /// Piles with these distances may be left.
    pub step: usize,
    /// A nim-heap beside the pile.
    pub heap: u64,
}

impl Growing {
    /// Whether the options that every pile has reach all smaller values, for all n from `from` on, where the options of n
    /// are those that `reach` gives, the same for n and `n + round`. The round must be a multiple of the period and of
    /// every step, and all that is left by `less` must lie behind the start.
    pub fn smaller_are_reached<'a>(
        &self,
        from: usize,
        round: usize,
        reach: impl Fn(usize) -> &'a Reach,
    ) -> bool {
        let grown = (round / self.period()) as u64 * self.saltus();
        let digits = self.digits(round);
        let piles: Vec<(u64, Seen)> =
            (from..from + round).map(|n| (self.at(n), self.seen(n, reach(n), digits))).collect();
        let unreached =
            |(v, seen): &(u64, Seen)| (0..*v).rev().find(|u| !seen.moving[*u as usize]).map_or(0, |u| u + 1);
        let border = piles.iter().map(unreached).max().unwrap_or(0);
        piles.iter().all(|(_, seen)| {
            let has = |set: &[bool], u: u64| set.get(u as usize).copied().unwrap_or(false);
            (0..border).all(|u| has(&seen.staying, u)) && (border..border + grown).all(|u| has(&seen.both, u))
        })
    }

    fn seen(&self, n: usize, reach: &Reach, digits: u64) -> Seen {
        let size = (self.at(n) + self.spread() + 2 * self.saltus() + self.largest_early()) as usize + 1;
        let mut seen =
            Seen { staying: vec![false; size], both: vec![false; size], moving: vec![false; size] };
        let mark = |set: &mut Vec<bool>, v: u64| {
            if let Some(x) = set.get_mut(v as usize) {
                *x = true;
            }
        };
        for v in &reach.fixed {
            mark(&mut seen.staying, *v);
        }
        for free in &reach.free {
            let Some(last) = n.checked_sub(free.take) else { continue };
            let mut m = last;
            while m >= free.least {
                let v = self.at(m) ^ free.heap;
                mark(&mut seen.staying, v);
                if m >= self.start() && free.heap < digits {
                    mark(&mut seen.both, v);
                    mark(&mut seen.moving, v);
                }
                let Some(next) = m.checked_sub(free.step) else { break };
                m = next;
            }
        }
        for (less, heap) in &reach.less {
            if *heap < digits {
                mark(&mut seen.moving, self.at(n - less) ^ heap);
            }
        }
        seen
    }
}

/// Values of options of a pile, each with what becomes of it when the pile grows by a round.
struct Seen {
    /// There is an option with the same value.
    staying: Vec<bool>,
    /// There is one with the same value, and one whose value has grown.
    both: Vec<bool>,
    /// There is one whose value has grown.
    moving: Vec<bool>,
}
