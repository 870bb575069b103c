//! Linear programs over the rationals, exactly: the largest value of a linear expression where others are not negative.
//!
//! A dictionary with whole numbers over one common denominator (J. Edmonds' integer pivoting), Bland's rule, so that
//! it ends. Made for the small programs of this module: tens of facts. Every answer comes with what proves it, which
//! [`super::certificate`] verifies.

use super::allowance::{left, spend};
use super::linear::{Lin, Var};
use std::cell::RefCell;
use std::collections::VecDeque;

/// The answer, with numerators over `denominator`, which is positive.
#[derive(Clone, Debug)]
pub(super) enum Optimum {
    /// The facts contradict each other: the sum of these multiples of them is a negative number.
    Infeasible { multipliers: Vec<(usize, i128)> },
    /// The goal is at most `value`: `denominator * goal` and these multiples of the facts sum up to `value`.
    Bounded { value: i128, denominator: i128, multipliers: Vec<(usize, i128)>, point: Vec<(Var, i128)> },
    /// The goal grows without end in the direction `ray`.
    Unbounded { ray: Vec<(Var, i128)> },
    /// The numbers became too large, or it took too long.
    Unknown,
}

/// The largest value of `goal` where every fact is at least 0.
pub(super) fn maximise(goal: &Lin, facts: &[Lin]) -> Optimum {
    let found = match facts_of_before(goal, facts) {
        Some(dictionary) => dictionary.and_then(|mut d| d.solve()),
        None => Dictionary::new(goal, facts).and_then(|mut d| d.solve()),
    };
    found.unwrap_or(Optimum::Unknown)
}

/// A dictionary of some facts, as far as it does not depend on a goal.
struct Feasible {
    facts: Vec<Lin>,
    /// `None` if the numbers became too large.
    dictionary: Option<Dictionary>,
    /// The work that it took, which is counted again: a proof does not depend on what was asked before.
    work: usize,
}

/// So many are kept: much is asked of the same facts, one goal after the other, and half of the time of proofs went into the same pivots.
const KEPT: usize = 8;
/// No dictionary of more entries.
const MOST_KEPT: usize = 1 << 14;

thread_local! {
    /// The last ones, the latest last.
    static LATEST: RefCell<VecDeque<Feasible>> = const { RefCell::new(VecDeque::new()) };
}

/// The dictionary of facts that were asked about before, or shall be, with another goal; `None` where none is kept.
fn facts_of_before(goal: &Lin, facts: &[Lin]) -> Option<Option<Dictionary>> {
    let is_in = |v: Var| facts.iter().any(|f| f.terms.binary_search_by_key(&v, |t| t.0).is_ok());
    if !goal.terms.iter().all(|t| is_in(t.0)) {
        return None;
    }
    LATEST.with_borrow_mut(|latest| {
        let place = latest.iter().position(|f| f.facts == facts);
        let kept = match place {
            Some(place) => latest.remove(place)?,
            None => Feasible::of(facts)?,
        };
        let again = place.map_or(Some(()), |_| spend(kept.work));
        let found = again.and_then(|()| kept.dictionary.as_ref()?.with_goal(goal));
        latest.push_back(kept);
        if latest.len() > KEPT {
            latest.pop_front();
        }
        Some(found)
    })
}

impl Feasible {
    /// `None` if there is not enough work left, or there are too many facts to keep.
    fn of(facts: &[Lin]) -> Option<Feasible> {
        if (facts.len() + 1).checked_mul(unknowns(facts.iter()).len() + 1)? > MOST_KEPT {
            return None;
        }
        let before = left();
        let dictionary = Dictionary::new(&Lin::default(), facts).and_then(|mut d| {
            d.make_feasible()?;
            Some(d)
        });
        let work = (before - left()) as usize;
        (left() > 0).then(|| Feasible { facts: facts.to_vec(), dictionary, work })
    }
}

fn unknowns<'l>(all: impl Iterator<Item = &'l Lin>) -> Vec<Var> {
    let mut vars: Vec<Var> = all.flat_map(|f| f.terms.iter().map(|t| t.0)).collect();
    vars.sort_unstable();
    vars.dedup();
    vars
}

/// How many pivots are made before giving up.
const MAX_PIVOTS: usize = 2_000;

/// How many entries a dictionary may have: programs of this module have some thousands, and those with more take the
/// memory of a whole calculation for one answer.
const MOST_ENTRIES: usize = 1 << 20;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    /// An unknown of any sign.
    Free(Var),
    /// The value of a fact: not negative.
    Slack(usize),
}

/// `denominator * basic[i] = rows[i] . (nonbasic, 1)`; the last row is the goal.
#[derive(Clone)]
struct Dictionary {
    rows: Vec<Vec<i128>>,
    basic: Vec<Name>,
    nonbasic: Vec<Name>,
    denominator: i128,
    pivots: usize,
    /// A row that no values fulfil.
    contradiction: Option<usize>,
}

impl Dictionary {
    fn new(goal: &Lin, facts: &[Lin]) -> Option<Dictionary> {
        spend(facts.len())?;
        let vars = unknowns(facts.iter().chain([goal]));
        let entries = (facts.len() + 1).checked_mul(vars.len() + 1).filter(|n| *n <= MOST_ENTRIES)?;
        spend(entries)?;
        let row = |f: &Lin| {
            let mut row = vec![0; vars.len() + 1];
            for (v, c) in &f.terms {
                if let Ok(i) = vars.binary_search(v) {
                    row[i] = *c;
                }
            }
            row[vars.len()] = f.constant;
            row
        };
        let rows: Vec<Vec<i128>> = facts.iter().chain([goal]).map(row).collect();
        let basic = (0..facts.len()).map(Name::Slack).collect();
        let nonbasic = vars.iter().copied().map(Name::Free).collect();
        let mut d = Dictionary { rows, basic, nonbasic, denominator: 1, pivots: 0, contradiction: None };
        d.free_the_unknowns()?;
        Some(d)
    }

    /// Makes every unknown basic that any fact restrains.
    fn free_the_unknowns(&mut self) -> Option<()> {
        for col in 0..self.nonbasic.len() {
            let fits = |r: &usize| matches!(self.basic[*r], Name::Slack(_)) && self.rows[*r][col] != 0;
            let row = (0..self.basic.len()).filter(fits).min_by_key(|r| self.rows[*r][col].abs());
            if let Some(row) = row {
                self.pivot(row, col)?;
            }
        }
        Some(())
    }

    /// Exchanges a basic and a nonbasic name.
    fn pivot(&mut self, r: usize, c: usize) -> Option<()> {
        self.pivots += 1;
        if self.pivots > MAX_PIVOTS {
            return None;
        }
        spend(self.rows.len() * self.rows[r].len())?;
        let (p, old) = (self.rows[r][c], self.denominator);
        // The denominator stays positive: where the pivot is not, all is negated.
        let (sign, size) = (p.signum(), p.abs());
        let entries = self.rows[r].iter().copied().enumerate();
        let others: Vec<(usize, i128)> = entries.filter(|(j, x)| *j != c && *x != 0).collect();
        for (i, row) in self.rows.iter_mut().enumerate() {
            if i == r {
                others.iter().for_each(|(j, x)| row[*j] = -sign * x);
                row[c] = sign * old;
                continue;
            }
            let factor = sign * row[c];
            row[c] = factor;
            exchange(row, factor, &others, (c, size, old))?;
        }
        self.denominator = size;
        std::mem::swap(&mut self.basic[r], &mut self.nonbasic[c]);
        Some(())
    }

    /// The same with another goal, all of whose unknowns the facts have.
    fn with_goal(&self, goal: &Lin) -> Option<Dictionary> {
        let mut d = self.clone();
        let mut row = vec![0i128; d.nonbasic.len() + 1];
        let mut add = |at: usize, times: i128, n: i128| {
            row[at] = row[at].checked_add(times.checked_mul(n)?)?;
            Some(())
        };
        for (v, times) in &goal.terms {
            let is_it = |name: &Name| *name == Name::Free(*v);
            match (d.basic.iter().position(is_it), d.nonbasic.iter().position(is_it)) {
                (Some(r), _) => {
                    d.rows[r].iter().enumerate().try_for_each(|(at, n)| add(at, *times, *n))?;
                }
                (None, Some(c)) => add(c, *times, d.denominator)?,
                (None, None) => return None,
            }
        }
        add(d.nonbasic.len(), goal.constant, d.denominator)?;
        *d.rows.last_mut()? = row;
        Some(d)
    }

    /// Feasibility: the dual simplex with nothing to optimise.
    fn make_feasible(&mut self) -> Option<()> {
        let last = self.nonbasic.len();
        while let (None, Some(r)) = (self.contradiction, self.least(&self.basic, |d, r| d.rows[r][last] < 0))
        {
            match self.least(&self.nonbasic, |d, c| d.rows[r][c] > 0) {
                Some(c) => self.pivot(r, c)?,
                None => self.contradiction = Some(r),
            }
        }
        Some(())
    }

    fn solve(&mut self) -> Option<Optimum> {
        let last = self.nonbasic.len();
        let goal = self.basic.len();
        self.make_feasible()?;
        if let Some(r) = self.contradiction {
            return Some(Optimum::Infeasible { multipliers: self.proof_of_row(r) });
        }
        // Unknowns that no fact restrains.
        let unrestrained = |c: &usize| matches!(self.nonbasic[*c], Name::Free(_)) && self.rows[goal][*c] != 0;
        if let Some(c) = (0..last).find(unrestrained) {
            return Some(self.unbounded(c, self.rows[goal][c].signum()));
        }
        while let Some(c) = self.least(&self.nonbasic, |d, c| d.rows[goal][c] > 0) {
            let mut best: Option<(i128, i128, usize)> = None;
            for r in 0..goal {
                let (Name::Slack(name), a) = (self.basic[r], -self.rows[r][c]) else { continue };
                if a <= 0 {
                    continue;
                }
                let b = self.rows[r][last];
                let better = match best {
                    None => true,
                    Some((b0, a0, r0)) => {
                        let (x, y) = (b.checked_mul(a0)?, b0.checked_mul(a)?);
                        x < y || x == y && Name::Slack(name).order() < self.basic[r0].order()
                    }
                };
                if better {
                    best = Some((b, a, r));
                }
            }
            match best {
                Some((_, _, r)) => self.pivot(r, c)?,
                None => return Some(self.unbounded(c, 1)),
            }
        }
        let multiplier = |c: usize| match self.nonbasic[c] {
            Name::Slack(i) if self.rows[goal][c] != 0 => Some((i, -self.rows[goal][c])),
            _ => None,
        };
        Some(Optimum::Bounded {
            value: self.rows[goal][last],
            denominator: self.denominator,
            multipliers: (0..last).filter_map(multiplier).collect(),
            point: self.point(),
        })
    }

    /// The slack of least index among those that fit.
    fn least(&self, names: &[Name], fits: impl Fn(&Dictionary, usize) -> bool) -> Option<usize> {
        let slacks = (0..names.len()).filter(|i| matches!(names[*i], Name::Slack(_)));
        slacks.filter(|i| fits(self, *i)).min_by_key(|i| names[*i].order())
    }

    /// A row says that its fact and multiples of others are a negative number.
    fn proof_of_row(&self, r: usize) -> Vec<(usize, i128)> {
        let this = match self.basic[r] {
            Name::Slack(i) => Some((i, self.denominator)),
            Name::Free(_) => None,
        };
        let others = (0..self.nonbasic.len()).filter_map(|c| match self.nonbasic[c] {
            Name::Slack(i) if self.rows[r][c] != 0 => Some((i, -self.rows[r][c])),
            _ => None,
        });
        this.into_iter().chain(others).collect()
    }

    fn point(&self) -> Vec<(Var, i128)> {
        let last = self.nonbasic.len();
        self.free_values(|row| row[last])
    }

    fn free_values(&self, value: impl Fn(&[i128]) -> i128) -> Vec<(Var, i128)> {
        let basics = self.basic.iter().enumerate();
        let named = basics.filter_map(|(r, n)| match n {
            Name::Free(v) => Some((*v, value(&self.rows[r]))),
            Name::Slack(_) => None,
        });
        named.filter(|t| t.1 != 0).collect()
    }

    fn unbounded(&self, c: usize, sign: i128) -> Optimum {
        let mut ray = self.free_values(|row| row[c] * sign);
        if let Name::Free(v) = self.nonbasic[c] {
            ray.push((v, self.denominator * sign));
        }
        Optimum::Unbounded { ray }
    }
}

/// What a pivot makes of another row, without its entry in the column: each entry times the pivot, less so many times the pivot's row,
/// over the old denominator. Mostly the two are the same, and only what the pivot's row has is touched: half of the time of a proof
/// was spent here.
fn exchange(
    row: &mut [i128],
    factor: i128,
    others: &[(usize, i128)],
    (column, pivot, old): (usize, i128, i128),
) -> Option<()> {
    if pivot == old {
        if factor != 0 {
            for (j, x) in others {
                row[*j] = row[*j].checked_sub(quotient(factor.checked_mul(*x)?, old))?;
            }
        }
        return Some(());
    }
    for (j, x) in row.iter_mut().enumerate() {
        if j != column && *x != 0 {
            *x = x.checked_mul(pivot)?;
        }
    }
    if factor != 0 {
        for (j, x) in others {
            row[*j] = row[*j].checked_sub(factor.checked_mul(*x)?)?;
        }
    }
    for (j, x) in row.iter_mut().enumerate() {
        if j != column && *x != 0 {
            *x = quotient(*x, old);
        }
    }
    Some(())
}

/// Division of 128 bits takes as long as ten products.
fn quotient(n: i128, by: i128) -> i128 {
    match (i64::try_from(n), i64::try_from(by)) {
        _ if by == 1 => n,
        (Ok(n), Ok(by)) if by != -1 => i128::from(n / by),
        _ => n / by,
    }
}

impl Name {
    fn order(self) -> usize {
        match self {
            Name::Free(v) => v as usize,
            Name::Slack(i) => i,
        }
    }
}
