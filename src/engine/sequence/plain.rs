//! The plain loop: every option of every pile, for every shape of rules. Slow and obviously right; it also does the
//! first piles for the faster kernels, and the shapes that have no faster one.

use super::form::{Form, Left, Piece};

/// Marks values seen from one pile, cleared by counting up.
#[derive(Debug)]
pub(super) struct Plain {
    seen: Vec<u32>,
    stamp: u32,
    /// What is known for each piece of the shape [`Left::Below`].
    below: Vec<Below>,
    /// Those of them that the pile at hand has, with nothing beside.
    here: Vec<usize>,
}

/// The values of all piles that may be left; with a larger pile there are only more of them.
#[derive(Clone, Debug, Default)]
struct Below {
    values: Vec<bool>,
    /// The next pile to be looked at.
    next: u64,
    /// All values below this one are there.
    full: usize,
}

impl Below {
    fn has(&self, v: usize) -> bool {
        self.values.get(v).copied().unwrap_or(false)
    }
}

/// A value does not fit 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooWide;

/// Values have at most this many bits.
const WIDTH: usize = 1 << 16;

impl Plain {
    pub(super) fn new(form: &Form) -> Plain {
        Plain {
            seen: vec![0; WIDTH],
            stamp: 0,
            below: vec![Below::default(); form.pieces.len()],
            here: vec![],
        }
    }

    /// How many options a pile of n has, at most: for budgets.
    pub(super) fn effort(form: &Form, n: u64) -> u64 {
        let one = |p: &Piece| match p.left {
            _ if !p.has(n) => 0,
            Left::Two { .. } if p.when.small.is_some() => n / 2 / p.when.modulus + 1,
            Left::Two { .. } => n / 2,
            Left::Three { .. } => (n / 2).saturating_mul(n / 6 + 1),
            _ => 1,
        };
        form.pieces.iter().map(one).fold(1, u64::saturating_add)
    }

    /// The value of a pile of n, from those of all smaller ones.
    pub(super) fn value(&mut self, form: &Form, g: &[u16], n: u64) -> Result<u16, TooWide> {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.seen.fill(0);
            self.stamp = 1;
        }
        self.here.clear();
        for (i, piece) in form.pieces.iter().enumerate() {
            if piece.has(n) {
                let adjacent = piece.adjacent.iter().fold(piece.heap, |x, b| x ^ u64::from(g[*b as usize]));
                self.piece(i, piece, adjacent, g, n);
            }
        }
        let below = || self.here.iter().map(|i| &self.below[*i]);
        let taken = |v: usize| self.seen[v] == self.stamp || below().any(|b| b.has(v));
        (below().map(|b| b.full).max().unwrap_or(0)..WIDTH)
            .find(|v| !taken(*v))
            .map(|v| v as u16)
            .ok_or(TooWide)
    }

    fn see(&mut self, value: u64) {
        if let Some(seen) = self.seen.get_mut(value as usize) {
            *seen = self.stamp;
        }
    }

    fn piece(&mut self, index: usize, piece: &Piece, adjacent: u64, g: &[u16], n: u64) {
        let at = |m: u64| u64::from(g[m as usize]);
        match piece.left {
            Left::Nothing => self.see(adjacent),
            Left::One { take } => self.see(at(n - take) ^ adjacent),
            Left::Below { take, least } => self.below(index, take, least, adjacent, g, n),
            Left::Two { take, least, apart } => {
                let Some(m) = n.checked_sub(take) else { return };
                let Some(spread) = m.checked_sub(apart) else { return };
                let (begin, step) = piece.when.parts_from(least);
                for a in (begin..=spread / 2).step_by(step) {
                    self.see(at(a) ^ at(m - a) ^ adjacent);
                }
            }
            Left::Three { take, least } => {
                let Some(m) = n.checked_sub(take) else { return };
                for a in least..=m / 3 {
                    for b in a..=(m - a) / 2 {
                        self.see(at(a) ^ at(b) ^ at(m - a - b) ^ adjacent);
                    }
                }
            }
        }
    }

    fn below(&mut self, index: usize, take: u64, least: u64, adjacent: u64, g: &[u16], n: u64) {
        let below = &mut self.below[index];
        below.next = below.next.max(least);
        while below.next + take <= n {
            let v = usize::from(g[below.next as usize]);
            if below.values.len() <= v {
                below.values.resize(v + 1, false);
            }
            below.values[v] = true;
            below.next += 1;
        }
        while below.has(below.full) {
            below.full += 1;
        }
        if adjacent == 0 {
            self.here.push(index);
            return;
        }
        for v in 0..self.below[index].values.len() {
            if self.below[index].has(v) {
                self.see(v as u64 ^ adjacent);
            }
        }
    }
}
