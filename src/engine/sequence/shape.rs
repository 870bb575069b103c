//! Rules as the sparse kernel takes them: from some pile on, some single piles, and splits without anything beside.

use super::form::{Form, Left};

/// What every pile from `from` on may become.
#[derive(Clone, Debug)]
pub(super) struct Regular {
    /// Holds from this pile on.
    pub(super) from: usize,
    /// Values of options without a pile that depends on n.
    pub(super) fixed: Vec<u16>,
    /// How much is taken, and the value of what is next to the pile that is left.
    pub(super) ones: Vec<(usize, u16)>,
    /// The splits.
    pub(super) twos: Vec<Two>,
    /// The least part of every split.
    pub(super) least: usize,
    /// The parity of the numbers taken by splits, if it is the same for all.
    pub(super) parity: Option<usize>,
}

/// A split of n - take into two parts that differ by at least `apart`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Two {
    pub(super) take: usize,
    pub(super) apart: usize,
}

/// Splits off parts up to this are listed one by one, if the least parts of several splits differ.
const UNEVEN: u64 = 64;
/// More kinds of moves are left to the plain loop.
const MANY: usize = 4096;

impl Two {
    /// The largest smaller part of a split of m.
    #[inline(always)]
    pub(super) fn last(self, m: usize) -> usize {
        (m - self.apart) / 2
    }

    /// Whether m may be split with p as one part.
    #[inline(always)]
    pub(super) fn allows(self, m: usize, p: usize) -> bool {
        m.abs_diff(2 * p) >= self.apart
    }
}

impl Regular {
    /// The rules in this shape, if they have it and there is a split; `g` holds the values of the first piles, at least
    /// to where the rules become regular.
    pub(super) fn new(form: &Form, g: &[u16]) -> Option<Regular> {
        if form.has_remainders() {
            return None;
        }
        let splits: Vec<(u64, u64, u64)> = form
            .lasting()
            .filter_map(|p| match p.left {
                Left::Two { take, least, apart } => Some((take, least, apart)),
                _ => None,
            })
            .collect();
        let least = splits.iter().map(|s| s.1).max()?;
        let (mut fixed, mut ones, mut twos) = (vec![], vec![], vec![]);
        for p in form.lasting() {
            let adjacent = p.adjacent.iter().fold(p.heap, |x, b| x ^ u64::from(g[*b as usize]));
            let adjacent = u16::try_from(adjacent).ok()?;
            match p.left {
                Left::Nothing => fixed.push(adjacent),
                Left::One { take } => ones.push((take as usize, adjacent)),
                Left::Two { take, apart, .. } if adjacent == 0 => {
                    twos.push(Two { take: take as usize, apart: apart as usize });
                }
                Left::Two { .. } | Left::Below { .. } | Left::Three { .. } => return None,
            }
        }
        let lowest = splits.iter().map(|s| s.1).min()?;
        if least - lowest > UNEVEN || ones.len() + twos.len() > MANY {
            return None;
        }
        for (take, from, _) in &splits {
            ones.extend((*from..least).map(|a| ((take + a) as usize, g[a as usize])));
        }
        ones.sort_unstable();
        ones.dedup();
        fixed.sort_unstable();
        fixed.dedup();
        let parity = twos[0].take & 1;
        let parity = twos.iter().all(|t| t.take & 1 == parity).then_some(parity);
        let reach = splits.iter().map(|(take, least, apart)| take + apart + 2 * least).max()?;
        let taken = ones.iter().map(|o| o.0).max().unwrap_or(0);
        let from = form.regular_from().max(reach).max(2 * least).max(taken as u64 + least) as usize;
        Some(Regular { from, fixed, ones, twos, least: least as usize, parity })
    }
}
