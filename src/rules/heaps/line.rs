//! Linear expressions in the pile and what is chosen, and systems of conditions on them.

/// `constant + sum of terms[i] * variable i`, without zeros at the end. Variable 0 is the pile n.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Line {
    pub(super) constant: i64,
    pub(super) terms: Vec<i64>,
}

/// The pile.
pub(super) const PILE: usize = 0;

impl Line {
    pub(super) fn number(constant: i64) -> Line {
        Line { constant, terms: vec![] }
    }

    pub(super) fn variable(v: usize) -> Line {
        let mut terms = vec![0; v + 1];
        terms[v] = 1;
        Line { constant: 0, terms }
    }

    pub(super) fn of(&self, v: usize) -> i64 {
        self.terms.get(v).copied().unwrap_or(0)
    }

    /// The variables in it.
    pub(super) fn variables(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.terms.len()).filter(|v| self.terms[*v] != 0)
    }

    /// Its value, if it does not depend on anything.
    pub(super) fn as_number(&self) -> Option<i64> {
        self.variables().next().is_none().then_some(self.constant)
    }

    /// `self + factor * other`; `None` if numbers get too large.
    pub(super) fn plus(&self, other: &Line, factor: i64) -> Option<Line> {
        let part =
            |a: i64, b: i64| b.checked_mul(factor)?.checked_add(a).filter(|x| x.unsigned_abs() < 1 << 50);
        let len = self.terms.len().max(other.terms.len());
        let mut terms = (0..len).map(|v| part(self.of(v), other.of(v))).collect::<Option<Vec<_>>>()?;
        while terms.last() == Some(&0) {
            terms.pop();
        }
        Some(Line { constant: part(self.constant, other.constant)?, terms })
    }

    pub(super) fn minus(&self, other: &Line) -> Option<Line> {
        self.plus(other, -1)
    }

    pub(super) fn times(&self, factor: i64) -> Option<Line> {
        Line::default().plus(self, factor)
    }

    /// The same with a line in place of variable v.
    pub(super) fn with(&self, v: usize, line: &Line) -> Option<Line> {
        let mut rest = self.clone();
        let factor = self.of(v);
        if factor == 0 {
            return Some(rest);
        }
        rest.terms[v] = 0;
        rest.plus(line, factor)
    }
}

/// Conditions: every line is at least 0.
#[derive(Clone, Debug, Default)]
pub(super) struct System {
    pub(super) lines: Vec<Line>,
}

/// More conditions than this are not gone into.
const MANY: usize = 400;

impl System {
    pub(super) fn require(&mut self, line: Line) {
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }

    /// The same with a line in place of variable v.
    pub(super) fn with(&self, v: usize, line: &Line) -> Option<System> {
        let mut changed = System::default();
        for l in &self.lines {
            changed.require(l.with(v, line)?);
        }
        Some(changed)
    }

    /// The numbers between which conditions on v alone keep it.
    pub(super) fn bounds(&self, v: usize) -> (Option<i64>, Option<i64>) {
        let (mut low, mut high) = (None, None);
        for l in self.lines.iter().filter(|l| l.variables().eq([v])) {
            let (a, c) = (l.of(v), l.constant);
            if a > 0 {
                let bound = (-c).div_euclid(a) + i64::from((-c).rem_euclid(a) != 0);
                low = Some(low.map_or(bound, |x: i64| x.max(bound)));
            } else {
                let bound = c.div_euclid(-a);
                high = Some(high.map_or(bound, |x: i64| x.min(bound)));
            }
        }
        (low, high)
    }

    /// The numbers between which all conditions together keep v, as far as rational numbers tell.
    pub(super) fn range(&self, v: usize) -> (Option<i64>, Option<i64>) {
        let mut alone = System { lines: self.lines.clone() };
        loop {
            let others = |l: &Line| l.variables().filter(|x| *x != v).max();
            let Some(x) = alone.lines.iter().filter_map(others).max() else { return alone.bounds(v) };
            let Some(lines) = eliminate(&alone.lines, x) else { return self.bounds(v) };
            alone.lines = lines;
        }
    }

    /// Whether nothing satisfies the conditions, as far as rational numbers tell.
    pub(super) fn is_empty(&self) -> bool {
        let mut lines = self.lines.clone();
        loop {
            if lines.iter().any(|l| l.as_number().is_some_and(|c| c < 0)) {
                return true;
            }
            lines.retain(|l| l.as_number().is_none());
            let Some(v) = lines.iter().flat_map(Line::variables).max() else { return false };
            let Some(rest) = eliminate(&lines, v) else { return false };
            lines = rest;
        }
    }

    /// Whether the conditions make the line at least 0.
    pub(super) fn implies(&self, line: &Line) -> bool {
        let Some(opposite) = Line::number(-1).minus(line) else { return false };
        let mut all = self.clone();
        all.require(opposite);
        all.is_empty()
    }

    /// The conditions under which some whole number v satisfies them; `None` if that cannot be said this way.
    pub(super) fn without(&self, v: usize) -> Option<System> {
        let unit = |sign: i64| self.lines.iter().all(|l| l.of(v) * sign <= 0 || l.of(v) * sign == 1);
        if !(unit(1) || unit(-1)) {
            return None;
        }
        let lines = eliminate(&self.lines, v)?;
        let mut rest = System::default();
        lines.into_iter().for_each(|l| rest.require(l));
        Some(rest)
    }
}

/// Fourier and Motzkin: every lower bound of v is at most every upper bound.
fn eliminate(lines: &[Line], v: usize) -> Option<Vec<Line>> {
    let mut rest: Vec<Line> = lines.iter().filter(|l| l.of(v) == 0).cloned().collect();
    for low in lines.iter().filter(|l| l.of(v) > 0) {
        for high in lines.iter().filter(|l| l.of(v) < 0) {
            let line = low.times(-high.of(v))?.plus(high, low.of(v))?;
            if !rest.contains(&line) {
                rest.push(line);
            }
        }
    }
    (rest.len() <= MANY).then_some(rest)
}
