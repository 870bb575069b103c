//! From a path through the rules to pieces of the normal form: which piles, and what is left of them.

use super::line::{Line, PILE, System};
use super::remainders::{self, Congruence};
use super::walk::{Path, Unseen};
use crate::engine::sequence::{Left, Piece, Remainders};
use crate::lowered::symbolic::Seen;

/// A path that leads to a position, made ready: quotients are gone, variables that choose no part, too.
#[derive(Clone, Debug)]
struct Route {
    system: System,
    congruences: Vec<Congruence>,
    heap: u64,
    adjacent: Vec<u64>,
    parts: Vec<Line>,
}

/// A variable that takes more values than this is not distinguished.
const MANY: i64 = 5000;

/// The pieces of a path to a nim-heap and some piles.
pub(super) fn pieces(path: &Path, heap: u64, parts: &[Line]) -> Seen<Vec<Piece>> {
    let mut out = vec![];
    let route = Route {
        system: path.system.clone(),
        congruences: path.congruences.clone(),
        heap,
        adjacent: vec![],
        parts: parts.to_vec(),
    };
    if !path.is_closed() {
        without_quotients(path, route)?.resolve(&mut out)?;
    }
    Ok(out)
}

/// Conditions on a quotient rounded down, as conditions on what was divided.
fn without_quotients(path: &Path, mut route: Route) -> Seen<Route> {
    for v in (0..path.quotients.len()).rev() {
        let Some((line, divisor)) = &path.quotients[v] else { continue };
        if route.parts.iter().any(|p| p.of(v) != 0) || route.congruences.iter().any(|c| c.of(v) != 0) {
            return Err(Unseen);
        }
        let mut rest = System::default();
        for l in std::mem::take(&mut route.system.lines) {
            let bound = match l.of(v) {
                0 => Some(l),
                // q >= x means line >= divisor * x.
                1 => l.with(v, &Line::default()).and_then(|x| line.plus(&x, *divisor)),
                // q <= x means line <= divisor * x + divisor - 1.
                -1 => l
                    .with(v, &Line::default())
                    .and_then(|x| x.times(*divisor)?.minus(line)?.plus(&Line::number(1), divisor - 1)),
                // What defines the quotient itself.
                _ if defines(&l, line, *divisor, v) => continue,
                _ => return Err(Unseen),
            };
            rest.require(bound.ok_or(Unseen)?);
        }
        route.system = rest;
    }
    Ok(route)
}

/// Whether the condition is one of the two that say that v is the quotient.
fn defines(l: &Line, line: &Line, divisor: i64, v: usize) -> bool {
    let rest = line.plus(&Line::variable(v), -divisor);
    let other = rest.as_ref().and_then(|r| Line::number(divisor - 1).minus(r));
    [rest, other].iter().flatten().any(|r| r == l)
}

impl Route {
    fn resolve(mut self, out: &mut Vec<Piece>) -> Seen<()> {
        self.congruences.retain(|c| c.truth() != Some(true));
        if self.congruences.iter().any(|c| c.truth() == Some(false)) {
            return Ok(());
        }
        self.drop_unused()?;
        if self.system.is_empty() {
            return Ok(());
        }
        self.set_constant_parts_aside()?;
        let open: Vec<usize> = self.open();
        for v in &open {
            if let (Some(low), Some(high)) = self.system.range(*v)
                && high.saturating_sub(low) <= MANY
            {
                return self.each_value(*v, low, high, out);
            }
        }
        match self.parts.len() {
            0 => self.piece(Left::Nothing, out),
            1 if open.is_empty() => self.one(out),
            1 => self.below(out),
            2 | 3 => self.split(out),
            _ => Err(Unseen),
        }
    }

    /// The chosen variables that matter.
    fn open(&self) -> Vec<usize> {
        let lines = self.parts.iter().chain(&self.system.lines).flat_map(Line::variables);
        let in_congruences = self.congruences.iter().flat_map(Congruence::variables);
        let mut all: Vec<usize> = lines.chain(in_congruences).filter(|v| *v != PILE).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn drop_unused(&mut self) -> Seen<()> {
        for v in self.open() {
            // What has a remainder may still take few values, and then each is a case of its own.
            if self.parts.iter().all(|p| p.of(v) == 0) && self.congruences.iter().all(|c| c.of(v) == 0) {
                self.system = self.system.without(v).ok_or(Unseen)?;
            }
        }
        Ok(())
    }

    fn set_constant_parts_aside(&mut self) -> Seen<()> {
        let (fixed, parts): (Vec<Line>, Vec<Line>) =
            std::mem::take(&mut self.parts).into_iter().partition(|p| p.as_number().is_some());
        self.parts = parts;
        for p in fixed {
            self.adjacent.push(u64::try_from(p.constant).map_err(|_| Unseen)?);
        }
        self.adjacent.sort_unstable();
        Ok(())
    }

    fn each_value(self, v: usize, low: i64, high: i64, out: &mut Vec<Piece>) -> Seen<()> {
        for x in low..=high {
            self.with(v, &Line::number(x))?.resolve(out)?;
        }
        Ok(())
    }

    fn with(&self, v: usize, line: &Line) -> Seen<Route> {
        let parts: Option<Vec<Line>> = self.parts.iter().map(|p| p.with(v, line)).collect();
        let congruences: Option<Vec<Congruence>> = self.congruences.iter().map(|c| c.with(v, line)).collect();
        Ok(Route {
            system: self.system.with(v, line).ok_or(Unseen)?,
            congruences: congruences.ok_or(Unseen)?,
            heap: self.heap,
            adjacent: self.adjacent.clone(),
            parts: parts.ok_or(Unseen)?,
        })
    }

    /// Writes a piece, for the piles that the conditions allow; they may speak of nothing else any more.
    fn piece(&self, left: Left, out: &mut Vec<Piece>) -> Seen<()> {
        self.piece_with(left, None, out)
    }

    /// The same with the remainder of the smaller part, modulo what the conditions on the pile are about.
    fn piece_with(&self, left: Left, small: Option<u64>, out: &mut Vec<Piece>) -> Seen<()> {
        let only_pile = self.system.lines.iter().all(|l| l.variables().all(|v| v == PILE));
        if !only_pile {
            return Err(Unseen);
        }
        if self.system.lines.iter().any(|l| l.as_number().is_some_and(|c| c < 0)) {
            return Ok(());
        }
        let (low, high) = self.system.bounds(PILE);
        let from = low.unwrap_or(0).max(0) as u64;
        let until = match high {
            Some(high) if high < from as i64 => return Ok(()),
            Some(high) => Some(high as u64),
            None => None,
        };
        let (modulus, piles) = remainders::of_pile(&self.congruences).ok_or(Unseen)?;
        out.extend(piles.into_iter().map(|pile| Piece {
            from,
            until,
            heap: self.heap,
            adjacent: self.adjacent.clone(),
            left,
            when: Remainders { modulus: modulus as u64, pile: pile as u64, small },
        }));
        Ok(())
    }

    /// One pile of n - take.
    fn one(&self, out: &mut Vec<Piece>) -> Seen<()> {
        let p = &self.parts[0];
        let take = u64::try_from(-p.constant).map_err(|_| Unseen)?;
        if p.of(PILE) != 1 {
            return Err(Unseen);
        }
        self.piece(Left::One { take }, out)
    }

    /// One pile that is chosen.
    fn below(&self, out: &mut Vec<Piece>) -> Seen<()> {
        let [x] = self.open()[..] else { return Err(Unseen) };
        let u = fresh(self);
        let route = self.in_terms_of(0, u, x)?;
        if let (Some(low), Some(high)) = route.system.range(u)
            && high.saturating_sub(low) <= MANY
        {
            return route.each_value(u, low, high, out);
        }
        // If what is taken is bounded, each number is a case of its own.
        let taken = Line::variable(PILE).minus(&Line::variable(u)).ok_or(Unseen)?;
        let t = u + 1;
        let by_taken = route.with(u, &Line::variable(PILE).minus(&Line::variable(t)).ok_or(Unseen)?)?;
        if let (Some(low), Some(high)) = by_taken.system.range(t)
            && high.saturating_sub(low) <= MANY
        {
            return by_taken.each_value(t, low, high, out);
        }
        if !self.congruences.is_empty() {
            return Err(Unseen);
        }
        let (mut least, mut take) = (0, 1);
        let mut rest = self.bare(vec![]);
        for l in &route.system.lines {
            let alone = l.variables().eq([u]);
            match (l.of(u), l.of(PILE)) {
                (0, _) => rest.system.require(l.clone()),
                (a, 0) if a > 0 && alone => least = least.max(ceil(-l.constant, a)),
                (a, b) if a < 0 && b == -a => take = take.max(ceil(-l.constant, b)),
                _ => return Err(Unseen),
            }
        }
        if !route.system.implies(&taken.minus(&Line::number(1)).ok_or(Unseen)?) {
            return Err(Unseen);
        }
        let (take, least) =
            (u64::try_from(take).map_err(|_| Unseen)?, u64::try_from(least).map_err(|_| Unseen)?);
        rest.piece(Left::Below { take, least }, out)
    }

    /// The same with part i as variable `new` in place of variable x.
    fn in_terms_of(&self, i: usize, new: usize, x: usize) -> Seen<Route> {
        let part = &self.parts[i];
        let a = part.of(x);
        if a.abs() != 1 {
            return Err(Unseen);
        }
        // part = a x + rest, so x = a (part - rest).
        let rest = part.with(x, &Line::default()).ok_or(Unseen)?;
        let solved = Line::variable(new).minus(&rest).and_then(|l| l.times(a)).ok_or(Unseen)?;
        self.with(x, &solved)
    }

    /// Two or three piles whose sum is n - take.
    fn split(&self, out: &mut Vec<Piece>) -> Seen<()> {
        let count = self.parts.len();
        let total = self.parts.iter().try_fold(Line::default(), |sum, p| sum.plus(p, 1)).ok_or(Unseen)?;
        let take = Line::variable(PILE).minus(&total).ok_or(Unseen)?;
        let mut route = self.clone();
        // What is taken becomes a variable of its own, if it is open.
        if take.as_number().is_none() {
            let t = fresh(&route);
            let x = take.variables().find(|v| *v != PILE && take.of(*v).abs() == 1).ok_or(Unseen)?;
            let rest = take.with(x, &Line::default()).ok_or(Unseen)?;
            let solved = Line::variable(t).minus(&rest).and_then(|l| l.times(take.of(x))).ok_or(Unseen)?;
            route = route.with(x, &solved)?;
            let (Some(low), Some(high)) = route.system.range(t) else { return Err(Unseen) };
            if high.saturating_sub(low) > MANY {
                return Err(Unseen);
            }
            return route.each_value(t, low, high, out);
        }
        let take = u64::try_from(take.constant).map_err(|_| Unseen)?;
        if route.open().len() != count - 1 {
            return Err(Unseen);
        }
        let mut names = vec![];
        for i in 0..count - 1 {
            let new = fresh(&route);
            let x = route.parts[i]
                .variables()
                .find(|v| *v != PILE && !names.contains(v) && route.parts[i].of(*v).abs() == 1);
            route = route.in_terms_of(i, new, x.ok_or(Unseen)?)?;
            names.push(new);
        }
        match count {
            2 => route.two(take, names[0], out),
            _ => route.three(take, names[0], names[1], out),
        }
    }

    /// Two piles a and b = n - take - a, where a is variable u.
    fn two(&self, take: u64, u: usize, out: &mut Vec<Piece>) -> Seen<()> {
        let t = take as i64;
        let (mut low_a, mut low_b) = (0, 0);
        let (mut over, mut under) = (None::<i64>, None::<i64>); // b - a >= over, a - b >= under
        let (of_parts, of_pile): (Vec<_>, Vec<_>) =
            self.congruences.iter().cloned().partition(|c| c.of(u) != 0);
        let mut rest = self.bare(of_pile);
        for l in &self.system.lines {
            // In a and b: n = a + b + take.
            let (a, b, c) = (l.of(u) + l.of(PILE), l.of(PILE), l.constant + l.of(PILE) * t);
            match (a, b) {
                _ if l.of(u) == 0 => rest.system.require(l.clone()),
                (a, 0) if a > 0 => low_a = low_a.max(ceil(-c, a)),
                (0, b) if b > 0 => low_b = low_b.max(ceil(-c, b)),
                (a, 0) => return self.small_part(u, Line::variable(u), c.div_euclid(-a), out),
                (0, b) => {
                    let other = Line::variable(PILE)
                        .minus(&Line::variable(u))
                        .and_then(|l| l.minus(&Line::number(t)));
                    return self.small_part(u, other.ok_or(Unseen)?, c.div_euclid(-b), out);
                }
                (a, b) if a + b == 0 && b > 0 => over = over.max(Some(ceil(-c, b))),
                (a, b) if a + b == 0 => under = under.max(Some(ceil(-c, a))),
                _ => return Err(Unseen),
            }
        }
        let (least, other, apart) = match (over, under) {
            (None, None) if low_a <= low_b => (low_a, low_b, 0),
            (None, None) => (low_b, low_a, 0),
            (Some(d), None) => (low_a, low_b, d),
            (None, Some(d)) => (low_b, low_a, d),
            (Some(_), Some(_)) => return Err(Unseen),
        };
        if !of_parts.is_empty() {
            let a_first = over.is_some() || under.is_none() && low_a <= low_b;
            let ordered = over.is_some() || under.is_some();
            let split = Split { take, least, other, apart, a_first, ordered };
            return rest.by_remainders(&split, u, &of_parts, out);
        }
        if over.is_some() || under.is_some() {
            rest.turned(take, least, other, apart, out)?;
        }
        let apart = apart.max(0);
        for small in least..least.max(other) {
            let from = t + small + other.max(small + apart);
            rest.adjacent(take, small, from, None, out)?;
        }
        let least = least.max(other);
        let least = u64::try_from(least).map_err(|_| Unseen)?;
        rest.piece(Left::Two { take, least, apart: apart as u64 }, out)
    }

    /// The splits of which remainders are asked, for each remainder of the pile and of the part a, which is variable u.
    fn by_remainders(
        &self,
        split: &Split,
        u: usize,
        of_parts: &[Congruence],
        out: &mut Vec<Piece>,
    ) -> Seen<()> {
        let Split { take, least, other, apart, a_first, ordered } = *split;
        // Few splits are turned round, but they are not those with the same remainders.
        if apart < 0 || other - least > MANY {
            return Err(Unseen);
        }
        let m = remainders::modulus(self.congruences.iter().chain(of_parts)).ok_or(Unseen)?;
        for n in 0..m {
            if !self.congruences.iter().all(|c| c.holds(|_| n)) {
                continue;
            }
            let mut here = self.bare(vec![Congruence::new(&Line::variable(PILE), m, n)]);
            here.system = self.system.clone();
            for a in (0..m).filter(|a| of_parts.iter().all(|c| c.holds(|v| if v == u { *a } else { n }))) {
                let b = (n - take as i64 - a).rem_euclid(m);
                let (first, second) = if a_first { (a, b) } else { (b, a) };
                for small in (least..least.max(other)).filter(|s| s.rem_euclid(m) == first) {
                    let from = take as i64 + small + other.max(small + apart);
                    here.adjacent(take, small, from, None, out)?;
                }
                let least = u64::try_from(least.max(other)).map_err(|_| Unseen)?;
                let left = Left::Two { take, least, apart: apart as u64 };
                here.piece_with(left, Some(first as u64), out)?;
                if !ordered {
                    here.piece_with(left, Some(second as u64), out)?;
                }
            }
        }
        Ok(())
    }

    /// Nothing except what is next to it, under some conditions.
    fn bare(&self, congruences: Vec<Congruence>) -> Route {
        let (adjacent, heap) = (self.adjacent.clone(), self.heap);
        Route { system: System::default(), congruences, parts: vec![], adjacent, heap }
    }

    /// With b - a >= d, d < 0, some splits have a > b; those that are no splits with a <= b are few.
    fn turned(&self, take: u64, least: i64, other: i64, d: i64, out: &mut Vec<Piece>) -> Seen<()> {
        if d >= 0 {
            return Ok(());
        }
        if least - other > MANY {
            return Err(Unseen);
        }
        for b in other..least {
            if b - d >= least {
                let t = take as i64;
                self.adjacent(take, b, t + b + least.max(b), Some(t + 2 * b - d), out)?;
            }
        }
        Ok(())
    }

    /// One part is `small`, the other what remains.
    fn adjacent(
        &self,
        take: u64,
        small: i64,
        from: i64,
        until: Option<i64>,
        out: &mut Vec<Piece>,
    ) -> Seen<()> {
        let mut one = Route { parts: vec![], ..self.clone() };
        one.adjacent.push(u64::try_from(small).map_err(|_| Unseen)?);
        one.adjacent.sort_unstable();
        one.system.require(Line::variable(PILE).minus(&Line::number(from)).ok_or(Unseen)?);
        if let Some(until) = until {
            one.system.require(Line::number(until).minus(&Line::variable(PILE)).ok_or(Unseen)?);
        }
        one.piece(Left::One { take: take + small as u64 }, out)
    }

    /// A part that is at most `high`: a case for each size.
    fn small_part(&self, u: usize, part: Line, high: i64, out: &mut Vec<Piece>) -> Seen<()> {
        if high > MANY {
            return Err(Unseen);
        }
        for size in 0..=high {
            // part = s u + rest, so u = s (size - rest).
            let s = part.of(u);
            let rest = part.with(u, &Line::default()).ok_or(Unseen)?;
            let solved = Line::number(size).minus(&rest).and_then(|l| l.times(s)).ok_or(Unseen)?;
            self.with(u, &solved)?.resolve(out)?;
        }
        Ok(())
    }

    /// Three piles, two of which are variables: all triples with parts from some size on, in any order.
    fn three(&self, take: u64, u: usize, v: usize, out: &mut Vec<Piece>) -> Seen<()> {
        let t = take as i64;
        if self.congruences.iter().any(|c| c.of(u) != 0 || c.of(v) != 0) {
            return Err(Unseen);
        }
        let mut rest = self.bare(self.congruences.clone());
        let mut conditions = vec![];
        for l in &self.system.lines {
            let p = l.of(PILE);
            match (l.of(u), l.of(v)) {
                (0, 0) => rest.system.require(l.clone()),
                (a, b) => conditions.push(([a + p, b + p, p], l.constant + p * t)),
            }
        }
        let least = (0..=64).find(|least| {
            ORDERS.iter().any(|order| conditions.iter().all(|(c, k)| holds_in_order(c, *k, *order, *least)))
        });
        let least = least.ok_or(Unseen)?;
        let parts = [Line::variable(u), Line::variable(v)];
        let third =
            Line::variable(PILE).minus(&parts[0]).and_then(|l| l.minus(&parts[1])?.minus(&Line::number(t)));
        for part in parts.into_iter().chain([third.ok_or(Unseen)?]) {
            if !self.system.implies(&part.minus(&Line::number(least)).ok_or(Unseen)?) {
                return Err(Unseen);
            }
        }
        rest.piece(Left::Three { take, least: least as u64 }, out)
    }
}

/// Two piles a and b of together n - take: one of them (`a_first` says which) is at least `least`, the other at least
/// `other`, and larger by at least `apart` if they are `ordered`.
struct Split {
    take: u64,
    least: i64,
    other: i64,
    apart: i64,
    a_first: bool,
    ordered: bool,
}

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Whether `c[0] a + c[1] b + c[2] c + k >= 0` for all parts from `least` on that are in this order, smallest first.
fn holds_in_order(c: &[i64; 3], k: i64, order: [usize; 3], least: i64) -> bool {
    let [x, y, z] = order.map(|i| c[i]);
    z >= 0 && y + z >= 0 && x + y + z >= 0 && (x + y + z) * least + k >= 0
}

fn fresh(route: &Route) -> usize {
    let lines = route.parts.iter().chain(&route.system.lines);
    lines.map(|l| l.terms.len()).max().unwrap_or(0).max(1)
}

/// a / b rounded up, for b > 0.
fn ceil(a: i64, b: i64) -> i64 {
    a.div_euclid(b) + i64::from(a.rem_euclid(b) != 0)
}
