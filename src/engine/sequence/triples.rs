//! Values where a move may leave three piles: with a bit set of the values that two piles of together m can have, for
//! each m, a single value is looked for among all triples in as many steps as a pile is large.

use super::form::{Form, Left, Piece};
use super::plain::TooWide;

/// What is known about the smaller piles.
#[derive(Debug)]
pub(super) struct Triples {
    pairs: Vec<Pairs>,
    /// Values of options of the pile at hand.
    seen: Bits,
}

/// The values of two piles.
#[derive(Debug)]
struct Pairs {
    /// The least size of a part.
    least: u64,
    /// By how many the two hold together.
    together: Vec<Bits>,
    /// The values of single piles from `least` on, by the parity of the pile, and the next pile of each kind.
    single: [(Bits, u64); 2],
}

/// A set of small numbers.
#[derive(Clone, Debug, Default)]
struct Bits(Vec<u64>);

/// Parts of more different least sizes are left to the plain loop.
const KINDS: usize = 2;

impl Bits {
    fn insert(&mut self, v: usize) {
        if self.0.len() <= v / 64 {
            self.0.resize(v / 64 + 1, 0);
        }
        self.0[v / 64] |= 1 << (v % 64);
    }

    fn has(&self, v: usize) -> bool {
        self.0.get(v / 64).is_some_and(|w| w >> (v % 64) & 1 == 1)
    }

    fn add(&mut self, other: &Bits) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

impl Triples {
    /// Nothing known yet; `None` if the plain loop is the better one.
    pub(super) fn new(form: &Form) -> Option<Triples> {
        let three = form.pieces.iter().filter_map(|p| match p.left {
            Left::Three { least, .. } => Some(least),
            _ => None,
        });
        let mut kinds: Vec<u64> = three.collect();
        kinds.sort_unstable();
        kinds.dedup();
        let pairs = |least| Pairs {
            least,
            together: vec![],
            single: [0, 1].map(|odd| (Bits::default(), least + u64::from(least % 2 != odd))),
        };
        (!kinds.is_empty() && kinds.len() <= KINDS)
            .then(|| Triples { pairs: kinds.into_iter().map(pairs).collect(), seen: Bits::default() })
    }

    /// Steps for a pile of n, about.
    pub(super) fn effort(&self, form: &Form, n: u64) -> u64 {
        (form.pieces.len() as u64 + self.pairs.len() as u64).saturating_mul(n / 2)
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let of = |p: &Pairs| -> u64 { p.together.iter().map(|b| 8 * b.0.capacity() as u64 + 24).sum() };
        self.pairs.iter().map(of).sum()
    }

    /// The value of a pile of n, from those of all smaller ones.
    pub(super) fn value(&mut self, form: &Form, g: &[u16], n: u64) -> Result<u16, TooWide> {
        let mut seen = std::mem::take(&mut self.seen);
        seen.0.iter_mut().for_each(|w| *w = 0);
        for p in &mut self.pairs {
            p.extend(g, n);
        }
        for p in form.pieces.iter().filter(|p| p.has(n)) {
            self.cheap(p, g, n, &mut seen);
        }
        let triples: Vec<(u64, usize, &Pairs)> = form
            .pieces
            .iter()
            .filter(|p| p.has(n))
            .filter_map(|p| match p.left {
                Left::Three { take, least } => {
                    Some((n.checked_sub(take)?, adjacent(p, g), self.pairs(least)?))
                }
                _ => None,
            })
            .collect();
        let wanted = |v: &usize| {
            !seen.has(*v) && !triples.iter().any(|(m, x, pairs)| pairs.with_a_third(g, *m, *v ^ *x))
        };
        let found = (0..=usize::from(u16::MAX)).find(wanted);
        self.seen = seen;
        found.map(|v| v as u16).ok_or(TooWide)
    }

    fn pairs(&self, least: u64) -> Option<&Pairs> {
        self.pairs.iter().find(|p| p.least == least)
    }

    /// The options that are found at once: of splits into three, those with two equal parts.
    fn cheap(&self, p: &Piece, g: &[u16], n: u64, seen: &mut Bits) {
        let at = |m: u64| usize::from(g[m as usize]);
        let x = adjacent(p, g);
        match p.left {
            Left::Nothing => seen.insert(x),
            Left::One { take } => seen.insert(at(n - take) ^ x),
            Left::Below { take, least } => {
                (least..(n + 1).saturating_sub(take)).for_each(|m| seen.insert(at(m) ^ x));
            }
            Left::Two { take, least, apart } => {
                let Some(m) = n.checked_sub(take) else { return };
                match self.pairs(least) {
                    Some(pairs) if x == 0 && apart == 0 && p.when.small.is_none() => {
                        seen.add(&pairs.together[m as usize])
                    }
                    _ => {
                        let Some(spread) = m.checked_sub(apart) else { return };
                        let (begin, step) = p.when.parts_from(least);
                        (begin..=spread / 2).step_by(step).for_each(|a| seen.insert(at(a) ^ at(m - a) ^ x));
                    }
                }
            }
            Left::Three { take, least } => {
                if let (Some(m), 0, Some(pairs)) = (n.checked_sub(take), x, self.pairs(least))
                    && m >= 3 * least
                {
                    pairs.cancelling(g, m, seen);
                }
            }
        }
    }
}

fn adjacent(p: &Piece, g: &[u16]) -> usize {
    p.adjacent.iter().fold(p.heap as usize, |x, b| x ^ usize::from(g[*b as usize]))
}

impl Pairs {
    /// Makes everything ready for a pile of n; the values of smaller ones are known.
    fn extend(&mut self, g: &[u16], n: u64) {
        let at = |m: u64| usize::from(g[m as usize]);
        // Together n with an empty part would ask for the value of n itself.
        let known = if self.least == 0 { n } else { n + 1 };
        for m in self.together.len() as u64..known {
            let mut bits = Bits::default();
            (self.least..=m / 2).for_each(|a| bits.insert(at(a) ^ at(m - a)));
            self.together.push(bits);
        }
        // The smallest third pile is that of 2 least taken away.
        for (bits, next) in &mut self.single {
            while *next + 2 * self.least < n {
                bits.insert(at(*next));
                *next += 2;
            }
        }
    }

    /// Three piles of together m of which two are equal, so that the value is that of the third. May leave out some.
    fn cancelling(&self, g: &[u16], m: u64, seen: &mut Bits) {
        let (bits, next) = &self.single[(m % 2) as usize];
        // What is there belongs to piles up to next - 2, and the third is at most m - 2 least.
        if *next <= m - 2 * self.least + 2 {
            seen.add(bits);
            return;
        }
        let last = m - 2 * self.least;
        let mut third = self.least + (self.least % 2 != m % 2) as u64;
        while third <= last {
            seen.insert(usize::from(g[third as usize]));
            third += 2;
        }
    }

    /// Whether three piles of together m have the value v.
    fn with_a_third(&self, g: &[u16], m: u64, v: usize) -> bool {
        (self.least..=m / 3).any(|a| self.together[(m - a) as usize].has(v ^ usize::from(g[a as usize])))
    }
}
