//! Values that grow by a saltus with every period, where any number from some on may be taken: Nim, Lasker's Nim.
//!
//! The argument is in docs/periods.md, under "any number may be taken". Everything is checked on one window of values
//! that is long enough; what holds there holds a period later, with the saltus added.

use super::form::{Form, Left};
use super::period::{Proof, Theorem};
use super::repeats::Repetition;

/// The rules, taken apart.
struct Rules {
    /// How much is taken at least, and the least pile that may be left.
    below: Vec<(usize, usize)>,
    ones: Vec<usize>,
    /// How much a split takes, and the least part.
    twos: Vec<(usize, usize)>,
    fixed: Vec<u64>,
}

/// Parts up to this are used as witnesses for splits.
const SMALL: usize = 64;

/// A proof that `g[n + period] = g[n] + saltus` for all n from `start` on, if this argument gives one.
pub(super) fn prove(form: &Form, g: &[u16], found: Repetition) -> Option<Proof> {
    let rules = Rules::of(form)?;
    let Repetition { start, period, saltus } = found;
    let grown = usize::try_from(saltus).ok().filter(|s| *s > 0)?;
    let start = start.max(form.first as usize);
    let values = g.get(start..start + period)?;
    let spread = usize::from(values.iter().max()? - values.iter().min()?);
    let reach = rules.reach() + 2 * SMALL;
    let from = (form.regular_from() as usize).max(2 * start + reach) + (spread / grown + 3) * period;
    let until = from + period;
    if until + period > g.len()
        || !(start..g.len() - period).all(|n| usize::from(g[n]) + grown == usize::from(g[n + period]))
    {
        return None;
    }
    let early = g[..start].iter().map(|v| usize::from(*v)).max().unwrap_or(0);
    let window = Window { rules: &rules, g, start, period, grown, early };
    let proved =
        (from..until).all(|n| window.is_no_option(n) && window.has_smaller(n)) && window.splits_differ();
    let needed = (until + period - 1) as u64;
    proved.then_some(Proof {
        repetition: Repetition { start, period, saltus },
        theorem: Theorem::Arithmetic,
        needed,
    })
}

impl Rules {
    fn of(form: &Form) -> Option<Rules> {
        let mut rules = Rules { below: vec![], ones: vec![], twos: vec![], fixed: vec![] };
        for p in form.lasting() {
            if !p.beside.is_empty() || p.heap != 0 && p.left != Left::Nothing {
                return None;
            }
            match p.left {
                Left::Nothing => rules.fixed.push(p.heap),
                Left::Below { take, least } => rules.below.push((take as usize, least as usize)),
                Left::One { take } => rules.ones.push(take as usize),
                Left::Two { take, least, apart: 0 } => rules.twos.push((take as usize, least as usize)),
                Left::Two { .. } | Left::Three { .. } => return None,
            }
        }
        (!rules.below.is_empty()).then_some(rules)
    }

    /// No move that is looked at takes more.
    fn reach(&self) -> usize {
        let below = self.below.iter().map(|b| b.0 + b.1);
        let twos = self.twos.iter().map(|t| t.0 + t.1);
        below.chain(twos).chain(self.ones.iter().copied()).max().unwrap_or(0)
    }
}

struct Window<'a> {
    rules: &'a Rules,
    g: &'a [u16],
    start: usize,
    period: usize,
    grown: usize,
    /// The largest value before the start.
    early: usize,
}

impl Window<'_> {
    fn at(&self, n: usize) -> usize {
        usize::from(self.g[n])
    }

    /// Adding the saltus changes no binary digit below this power of two.
    fn digits(&self) -> usize {
        1 << self.grown.trailing_zeros()
    }

    /// No move that leaves one pile or none leads to the value of n, here or any number of periods later.
    fn is_no_option(&self, n: usize) -> bool {
        let v = self.at(n);
        v > self.early
            && self.rules.fixed.iter().all(|f| v as u64 > *f)
            && self.rules.ones.iter().all(|t| self.at(n - t) != v)
            && self.rules.below.iter().all(|(take, least)| (*least..=n - take).all(|m| self.at(m) != v))
    }

    /// Every smaller value is that of an option, here and any number of periods later.
    fn has_smaller(&self, n: usize) -> bool {
        let v = self.at(n);
        // Below the border values stay for good: they are those of piles that may be left, whatever n is.
        let border = self.early + 1 + self.grown;
        let (mut any, mut late, mut shifted) = (vec![false; v], vec![false; v], vec![false; v]);
        let mark = |set: &mut Vec<bool>, v: usize| {
            if let Some(x) = set.get_mut(v) {
                *x = true;
            }
        };
        for (take, least) in &self.rules.below {
            for m in *least..=n - take {
                mark(&mut any, self.at(m));
                if m >= self.start {
                    mark(&mut late, self.at(m));
                }
            }
        }
        for t in &self.rules.ones {
            mark(&mut shifted, self.at(n - t));
        }
        for (take, least) in &self.rules.twos {
            for a in (*least..least + SMALL).filter(|a| self.at(*a) < self.digits()) {
                mark(&mut shifted, self.at(a) ^ self.at(n - take - a));
            }
        }
        border <= v
            && (0..border).all(|u| any[u])
            && (border - self.grown..border).all(|u| late[u])
            && (border..v).all(|u| late[u] || shifted[u])
    }

    /// No split has the value of the pile: the low digits never agree, whatever the parts are.
    fn splits_differ(&self) -> bool {
        let low = |v: usize| v & (self.digits() - 1);
        let class = |n: usize| self.start + (n - self.start) % self.period;
        let kinds = self.start + self.period;
        // Far enough that every sum of two kinds lies behind the start.
        self.rules.twos.iter().all(|(take, least)| {
            (*least..kinds).all(|a| {
                (self.start.max(*least)..kinds).all(|b| {
                    low(self.at(a) ^ self.at(b)) != low(self.at(class(a + b + take + self.period * kinds)))
                })
            })
        })
    }
}
