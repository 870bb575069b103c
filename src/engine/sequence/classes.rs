//! Splits in which remainders matter: of the pile, or of its parts.
//!
//! The values of piles with the same remainder are in a row of their own. The splits of a pile with parts of given
//! remainders are then the pairs of a stretch of one row and a stretch of another, the second one backwards. A few of
//! them show most of the values of options, and each value that is still missing is searched for separately, many pairs at a
//! time.

use super::form::{Form, Left};
use super::plain::TooWide;
use super::{cpu, scan};

/// The kernel; it works from the first pile at which the rules are regular.
#[derive(Debug)]
pub(super) struct Classes {
    modulus: usize,
    /// For each remainder of the pile: its moves.
    moves: Vec<Moves>,
    /// For each remainder: the values of the piles that have it.
    rows: Vec<Vec<u16>>,
    /// Values so far have at most this many binary digits.
    bits: u32,
    seen: Vec<u8>,
    /// A value did not fit.
    full: bool,
}

/// What may be left of piles with one remainder.
#[derive(Clone, Debug, Default)]
struct Moves {
    fixed: Vec<u16>,
    /// How much is taken, and the value of what is next to it.
    ones: Vec<(usize, u16)>,
    pairs: Vec<Pairs>,
}

/// Two parts of together n - take with given remainders, the first not larger than the second.
#[derive(Clone, Copy, Debug)]
struct Pairs {
    take: usize,
    least: usize,
    apart: usize,
    adjacent: u16,
    small: usize,
    large: usize,
}

/// More kinds of splits of one pile are left to the plain loop.
const MANY: usize = 1024;

impl Pairs {
    /// The stretches of the two rows: from where to where in the first, and the sum of the places in both.
    fn stretch(&self, n: usize, modulus: usize) -> Option<(usize, usize, usize)> {
        let m = n.checked_sub(self.take)?;
        let sum = m.checked_sub(self.small + self.large)? / modulus;
        let from = self.least.saturating_sub(self.small).div_ceil(modulus);
        let to = (m.checked_sub(self.apart)? / 2).checked_sub(self.small)? / modulus;
        (from <= to && to <= sum).then_some((from, to, sum))
    }
}

impl Classes {
    /// Takes up the sequence where `g` ends, if the rules have this shape; they must be regular there.
    pub(super) fn new(form: &Form, g: &[u16]) -> Option<Classes> {
        let modulus = usize::try_from(form.modulus()?).ok().filter(|m| *m <= MANY)?;
        let mut moves = vec![Moves::default(); modulus];
        for p in form.lasting() {
            let mut adjacent = u16::try_from(p.heap).ok()?;
            for b in &p.adjacent {
                adjacent ^= *g.get(*b as usize)?;
            }
            let every = p.when.modulus as usize;
            for (r, moves) in moves.iter_mut().enumerate().filter(|(r, _)| r % every == p.when.pile as usize)
            {
                match p.left {
                    Left::Nothing => moves.fixed.push(adjacent),
                    Left::One { take } => moves.ones.push((take as usize, adjacent)),
                    Left::Two { take, least, apart } => {
                        let (take, least, apart) = (take as usize, least as usize, apart as usize);
                        let allowed = |a: &usize| p.when.small.is_none_or(|s| a % every == s as usize);
                        moves.pairs.extend((0..modulus).filter(allowed).map(|small| {
                            let large = (r + modulus * (2 + take / modulus) - take - small) % modulus;
                            Pairs { take, least, apart, adjacent, small, large }
                        }));
                    }
                    Left::Below { .. } | Left::Three { .. } => return None,
                }
                if moves.pairs.len() > MANY || moves.ones.len() > MANY {
                    return None;
                }
            }
        }
        let heaps = moves.iter().flat_map(|m| {
            let ones = m.ones.iter().map(|o| o.1);
            m.fixed.iter().copied().chain(ones).chain(m.pairs.iter().map(|p| p.adjacent))
        });
        let widest = g.iter().copied().chain(heaps).max().unwrap_or(0);
        let bits = (16 - widest.leading_zeros()).max(1);
        let mut all = Classes {
            modulus,
            moves,
            rows: vec![vec![]; modulus],
            bits,
            seen: vec![0; 1 << 16],
            full: false,
        };
        for (n, v) in g.iter().enumerate() {
            all.rows[n % modulus].push(*v);
        }
        Some(all)
    }

    /// Bytes held besides the values.
    pub(super) fn bytes(&self) -> u64 {
        self.seen.len() as u64 + self.rows.iter().map(|r| 2 * r.capacity() as u64).sum::<u64>()
    }

    /// Adds values until there are `to`.
    pub(super) fn extend(&mut self, g: &mut Vec<u16>, to: usize) -> Result<(), TooWide> {
        cpu::extend_classes(self, g, to);
        if g.len() < to { Err(TooWide) } else { Ok(()) }
    }

    #[inline(always)]
    pub(super) fn extend_with(&mut self, g: &mut Vec<u16>, to: usize) {
        while g.len() < to && !self.full {
            let v = self.value(g);
            let Ok(v) = u16::try_from(v) else {
                self.full = true;
                return;
            };
            self.bits = self.bits.max(16 - v.leading_zeros());
            let row = &mut self.rows[g.len() % self.modulus];
            if row.len() == row.capacity() {
                // By eighths rather than doubling, as the values themselves.
                row.reserve_exact((row.len() / 8).max(64));
            }
            row.push(v);
            g.push(v);
        }
    }

    #[inline(always)]
    fn value(&mut self, g: &[u16]) -> usize {
        let n = g.len();
        let moves = &self.moves[n % self.modulus];
        // All values of options are below this power of two, so the value is at most that.
        let room = 1usize << self.bits;
        let seen = &mut self.seen[..room];
        seen.fill(0);
        for v in &moves.fixed {
            seen[usize::from(*v)] = 1;
        }
        for (take, x) in &moves.ones {
            seen[usize::from(g[n - take] ^ x)] = 1;
        }
        let sample = (4 * room / moves.pairs.len().max(1)).max(64);
        for p in &moves.pairs {
            if let Some((from, to, sum)) = p.stretch(n, self.modulus) {
                let end = to.min(from + sample - 1);
                let back = &self.rows[p.large][sum - end..=sum - from];
                for (x, y) in self.rows[p.small][from..=end].iter().zip(back.iter().rev()) {
                    seen[usize::from(x ^ y ^ p.adjacent)] = 1;
                }
            }
        }
        let mut v = scan::first_zero(&self.seen[..room]);
        while v < room && (self.seen[v] != 0 || self.occurs(n, v as u16, sample)) {
            v += 1;
        }
        v
    }

    /// Whether a split has that value, not counting the first `skip` of each kind.
    #[inline(always)]
    fn occurs(&self, n: usize, v: u16, skip: usize) -> bool {
        let moves = &self.moves[n % self.modulus];
        let (mut low, mut step, mut more) = (skip, 1024, true);
        while more {
            more = false;
            for p in &moves.pairs {
                let Some((from, to, sum)) = p.stretch(n, self.modulus) else { continue };
                let (from, end) = (from + low, to.min(from + low + step - 1));
                if from > end {
                    continue;
                }
                more = true;
                let (front, back) =
                    (&self.rows[p.small][from..=end], &self.rows[p.large][sum - end..=sum - from]);
                if scan::has_pair_in(front, back, v ^ p.adjacent) {
                    return true;
                }
            }
            low += step;
            step = (2 * step).min(1 << 16);
        }
        false
    }
}
