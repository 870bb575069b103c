//! The moves of one pile of any size: each way through the rules is a family of moves with at most one number left
//! open, so moves can be found and counted without trying all of them.

use super::line::{Line, PILE};
use super::walk::{Path, Sym};
use crate::value::{Int, Value};

/// A way through the rules to a position.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// Which move of the game.
    pub(crate) index: usize,
    pub(super) shown: Vec<Sym>,
    pub(super) path: Path,
    pub(super) heap: u64,
    pub(super) parts: Vec<Line>,
}

/// The moves of one way from a given pile: for each x from `low` to `high`, one move.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    /// Which move of the game.
    pub(crate) index: usize,
    /// The least x.
    pub(crate) low: Int,
    /// The largest x.
    pub(crate) high: Int,
    /// What comes after the label.
    shown: Vec<Term>,
    /// A nim-heap that is next to the piles.
    pub(crate) heap: u64,
    /// The piles that are left, as numbers and factors of x.
    pub(crate) parts: Vec<(Int, i64)>,
}

#[derive(Clone, Debug)]
enum Term {
    Fixed(Value),
    Line(Int, i64),
}

impl Way {
    /// Whether another way leads to the same under the same conditions, except those on remainders.
    pub(super) fn same_but_for_remainders(&self, other: &Way) -> bool {
        let path = |way: &Way| (way.path.shared, way.path.quotients.clone(), way.path.system.lines.clone());
        self.heap == other.heap && self.parts == other.parts && path(self) == path(other)
    }

    /// The moves from a pile of n; `None` if more than one number is open, or the conditions are not simple,
    /// or other ways may have the same moves.
    pub(crate) fn from(&self, n: &Int) -> Option<Family> {
        if self.path.shared {
            return None;
        }
        let mut numbers: Vec<Option<Int>> = vec![None; self.path.quotients.len()];
        numbers[PILE] = Some(n.clone());
        let chosen = (1..numbers.len()).filter(|v| self.path.quotients[*v].is_none());
        let open =
            chosen.filter(|v| self.path.system.lines.iter().any(|l| l.of(*v) != 0)).collect::<Vec<_>>();
        if open.len() > 1 {
            return None;
        }
        for v in 1..numbers.len() {
            if let Some((line, divisor)) = &self.path.quotients[v] {
                let (constant, 0) = reduce(line, &numbers, open.first().copied())? else { return None };
                numbers[v] = constant.divide(&Int::from(*divisor));
            }
        }
        let x = open.first().copied();
        for c in &self.path.congruences {
            if !c.holds_at(&numbers)? {
                return Some(self.none());
            }
        }
        let (mut low, mut high) = (x.is_none().then(|| Int::from(0)), x.is_none().then(|| Int::from(0)));
        for line in &self.path.system.lines {
            let (constant, factor) = reduce(line, &numbers, x)?;
            match factor {
                0 if constant.is_negative() => return Some(self.none()),
                0 => {}
                a if a > 0 => {
                    // a x + c >= 0
                    let bound = constant.divide(&Int::from(a))?.negate();
                    low = Some(low.map_or(bound.clone(), |l| l.max(bound)));
                }
                a => {
                    let bound = constant.divide(&Int::from(-a))?;
                    high = Some(high.map_or(bound.clone(), |h| h.min(bound)));
                }
            }
        }
        let shown = self.shown.iter().map(|s| match s {
            Sym::Known(v) => Some(Term::Fixed(v.clone())),
            Sym::Form(l) => reduce(l, &numbers, x).map(|(c, a)| Term::Line(c, a)),
            Sym::Sum(_) | Sym::Parts(_) => None,
        });
        Some(Family {
            index: self.index,
            low: low?,
            high: high?,
            shown: shown.collect::<Option<_>>()?,
            heap: self.heap,
            parts: self.parts.iter().map(|p| reduce(p, &numbers, x)).collect::<Option<_>>()?,
        })
    }

    fn none(&self) -> Family {
        let (low, high) = (Int::from(1), Int::from(0));
        Family { index: self.index, low, high, shown: vec![], heap: 0, parts: vec![] }
    }
}

/// A line as a number and a factor of x, everything else having a value.
fn reduce(line: &Line, numbers: &[Option<Int>], x: Option<usize>) -> Option<(Int, i64)> {
    let mut constant = Int::from(line.constant);
    let mut factor = 0;
    for v in line.variables() {
        match numbers.get(v)? {
            Some(n) => constant = constant.add(&n.multiply(&Int::from(line.of(v))).ok()?),
            None if Some(v) == x => factor = line.of(v),
            None => return None,
        }
    }
    Some((constant, factor))
}

impl Family {
    /// How many moves these are.
    pub(crate) fn count(&self) -> Int {
        self.high.subtract(&self.low).add(&Int::from(1)).max(Int::from(0))
    }

    /// What comes after the label of the move for x.
    pub(crate) fn arguments(&self, x: &Int) -> Option<Vec<Value>> {
        let value = |t: &Term| match t {
            Term::Fixed(v) => Some(v.clone()),
            Term::Line(c, a) => at(&(c.clone(), *a), x).map(Value::Int),
        };
        self.shown.iter().map(value).collect()
    }

    /// The piles that the move for x leaves.
    pub(crate) fn piles(&self, x: &Int) -> Option<Vec<Int>> {
        self.parts.iter().map(|p| at(p, x)).collect()
    }
}

fn at((constant, factor): &(Int, i64), x: &Int) -> Option<Int> {
    Some(constant.add(&x.multiply(&Int::from(*factor)).ok()?))
}
