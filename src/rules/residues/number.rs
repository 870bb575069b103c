//! What is known about a number while the pile n stands for all piles from some size on that leave the same remainder.

/// The piles that n stands for: all `n >= from` with `n mod modulus == class`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piles {
    pub(super) modulus: i64,
    pub(super) class: i64,
    pub(super) from: i64,
}

/// Remainders modulo [`Piles::modulus`]: whether each is possible.
pub(super) type Residues = Vec<bool>;

/// A number that may depend on n and on what is chosen. Every bound holds for all piles and choices meant; the ones that
/// are missing are not known.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Num {
    /// It is `exact.0 * n + exact.1`.
    pub(super) exact: Option<(i64, i64)>,
    /// Its possible remainders.
    pub(super) residues: Residues,
    /// It is at least this.
    pub(super) low: Option<i64>,
    /// It is at most this.
    pub(super) high: Option<i64>,
    /// It is at least n plus this.
    pub(super) above: Option<i64>,
    /// It is at most n plus this.
    pub(super) below: Option<i64>,
    /// How it depends on the number that a choice runs through.
    pub(super) run: Option<Run>,
    /// It is `(quotient.0 * n + quotient.1) / quotient.2`, rounded down.
    pub(super) quotient: Option<(i64, i64, i64)>,
}

/// The number `of * t + a * n + c`, where t is chosen from a range and stands for all numbers of one remainder in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    /// Which choice that is.
    pub(super) choice: u32,
    pub(super) of: i64,
    pub(super) a: i64,
    pub(super) c: i64,
}

impl Run {
    fn plus(self, other: Run, sign: i64) -> Option<Run> {
        let choice = if self.of == 0 { other.choice } else { self.choice };
        let (of, _) = sum_of_lines((self.of, 0), (other.of, 0), sign)?;
        let (a, c) = sum_of_lines((self.a, self.c), (other.a, other.c), sign)?;
        (self.of == 0 || other.of == 0 || self.choice == other.choice).then_some(Run { choice, of, a, c })
    }

    fn times(self, k: i64) -> Option<Run> {
        let product = |x: i64| small(i128::from(x) * i128::from(k));
        Some(Run { choice: self.choice, of: product(self.of)?, a: product(self.a)?, c: product(self.c)? })
    }

    fn over(self, d: i64) -> Option<Run> {
        let whole = self.of % d == 0 && self.a % d == 0;
        whole.then(|| Run { of: self.of / d, a: self.a / d, c: self.c.div_euclid(d), ..self })
    }
}

/// Bounds beyond this are not kept.
const FAR: i128 = 1 << 50;

fn small(x: i128) -> Option<i64> {
    (x.abs() < FAR).then_some(x as i64)
}

fn both(x: Option<i64>, y: Option<i64>, f: impl Fn(i128, i128) -> i128) -> Option<i64> {
    small(f(i128::from(x?), i128::from(y?)))
}

fn stronger(x: Option<i64>, y: Option<i64>, pick: fn(i64, i64) -> i64) -> Option<i64> {
    match (x, y) {
        (Some(x), Some(y)) => Some(pick(x, y)),
        (x, y) => x.or(y),
    }
}

impl Piles {
    fn residue(&self, x: i64) -> usize {
        x.rem_euclid(self.modulus) as usize
    }

    fn one_residue(&self, x: i64) -> Residues {
        let mut set = vec![false; self.modulus as usize];
        set[self.residue(x)] = true;
        set
    }

    /// Any number at all.
    pub(super) fn any(&self) -> Num {
        let residues = vec![true; self.modulus as usize];
        Num {
            exact: None,
            residues,
            low: None,
            high: None,
            above: None,
            below: None,
            run: None,
            quotient: None,
        }
    }

    /// The number `a * n + c`.
    pub(super) fn line(&self, a: i64, c: i64) -> Num {
        let at_first = small(i128::from(a) * i128::from(self.from) + i128::from(c));
        let mut x = Num { exact: Some((a, c)), ..self.any() };
        x.residues = self.one_residue(((a % self.modulus) * self.class + c % self.modulus) % self.modulus);
        x.low = at_first.filter(|_| a >= 0);
        x.high = at_first.filter(|_| a <= 0);
        if a >= 1 {
            x.above = small(i128::from(a - 1) * i128::from(self.from) + i128::from(c));
        }
        if a <= 1 {
            x.below = small(i128::from(a - 1) * i128::from(self.from) + i128::from(c));
        }
        x
    }

    /// The number c.
    pub(super) fn fixed(&self, c: i64) -> Num {
        self.line(0, c)
    }

    /// What follows from the bounds for others.
    pub(super) fn settled(&self, mut x: Num) -> Num {
        if let Some((a, c)) = x.exact {
            let line = self.line(a, c);
            x = self.narrowed(line, &x);
        }
        let from = Some(self.from);
        x.low = stronger(x.low, both(x.above, from, |a, n| a + n), i64::max);
        x.below = stronger(x.below, both(x.high, from, |h, n| h - n), i64::min);
        match (x.exact, x.low.zip(x.high)) {
            (None, Some((low, high))) if low == high && x.residues[self.residue(low)] => self.fixed(low),
            // There is no such number: the choice that led here is not possible.
            (None, Some((low, high))) if low >= high => {
                Num { residues: vec![false; self.modulus as usize], ..x }
            }
            _ => x,
        }
    }

    /// The number, within the bounds of another as well.
    pub(super) fn narrowed(&self, mut x: Num, by: &Num) -> Num {
        x.low = stronger(x.low, by.low, i64::max);
        x.high = stronger(x.high, by.high, i64::min);
        x.above = stronger(x.above, by.above, i64::max);
        x.below = stronger(x.below, by.below, i64::min);
        x
    }

    fn mapped(&self, x: &Residues, y: &Residues, f: impl Fn(i64, i64) -> i64) -> Residues {
        let mut set = vec![false; self.modulus as usize];
        for (i, _) in x.iter().enumerate().filter(|(_, there)| **there) {
            for (j, _) in y.iter().enumerate().filter(|(_, there)| **there) {
                set[self.residue(f(i as i64, j as i64))] = true;
            }
        }
        set
    }

    pub(super) fn add(&self, x: &Num, y: &Num) -> Num {
        let plus = |a, b| a + b;
        self.settled(Num {
            exact: x.exact.zip(y.exact).and_then(|(x, y)| sum_of_lines(x, y, 1)),
            residues: self.mapped(&x.residues, &y.residues, |a, b| a + b),
            low: both(x.low, y.low, plus),
            high: both(x.high, y.high, plus),
            above: stronger(both(x.above, y.low, plus), both(x.low, y.above, plus), i64::max),
            below: stronger(both(x.below, y.high, plus), both(x.high, y.below, plus), i64::min),
            run: x.running().zip(y.running()).and_then(|(x, y)| x.plus(y, 1)),
            quotient: None,
        })
    }

    pub(super) fn subtract(&self, x: &Num, y: &Num) -> Num {
        let minus = |a, b| a - b;
        self.settled(Num {
            exact: x.exact.zip(y.exact).and_then(|(x, y)| sum_of_lines(x, y, -1)),
            residues: self.mapped(&x.residues, &y.residues, |a, b| a - b),
            low: stronger(both(x.low, y.high, minus), both(x.above, y.below, minus), i64::max),
            high: stronger(both(x.high, y.low, minus), both(x.below, y.above, minus), i64::min),
            above: both(x.above, y.high, minus),
            below: both(x.below, y.low, minus),
            run: x.running().zip(y.running()).and_then(|(x, y)| x.plus(y, -1)),
            quotient: None,
        })
    }

    pub(super) fn multiply(&self, x: &Num, y: &Num) -> Num {
        let (x, y) = if x.as_number().is_some() { (x, y) } else { (y, x) };
        if let (Some(k), Some((a, c))) = (x.as_number(), y.exact)
            && let (Some(a), Some(c)) = (a.checked_mul(k), c.checked_mul(k))
            && i128::from(a).abs().max(i128::from(c).abs()) < FAR
        {
            return self.line(a, c);
        }
        let times = |a, b| a * b;
        let mut product = Num { residues: self.mapped(&x.residues, &y.residues, |a, b| a * b), ..self.any() };
        product.run = x.as_number().zip(y.running()).and_then(|(k, y)| y.times(k));
        if x.low >= Some(0) && y.low >= Some(0) {
            product.low = both(x.low, y.low, times).or(Some(0));
            product.high = both(x.high, y.high, times);
            // With y >= 2, x y is at least x + x.
            let larger = |x: &Num, y: &Num| match y.low {
                Some(1) => x.above,
                Some(2..) => both(x.above, x.low, |a, l| a + l),
                _ => None,
            };
            product.above = stronger(larger(x, y), larger(y, x), i64::max);
        }
        self.settled(product)
    }

    /// The quotient rounded down; `None` if the divisor may be 0 or less.
    pub(super) fn divide(&self, x: &Num, y: &Num) -> Option<Num> {
        if y.low < Some(1) {
            return None;
        }
        let Some(d) = y.as_number() else {
            let mut q = self.any();
            if x.low >= Some(0) {
                (q.low, q.high, q.below) = (Some(0), x.high, x.below);
            }
            return Some(self.settled(q));
        };
        if let Some((a, c)) = x.exact.filter(|(a, _)| a % d == 0) {
            return Some(self.line(a / d, c.div_euclid(d)));
        }
        let mut q = self.any();
        q.run = x.running().and_then(|x| x.over(d));
        q.quotient = x.exact.map(|(a, c)| (a, c, d));
        q.low = x.low.map(|l| l.div_euclid(d));
        q.high = x.high.map(|h| h.div_euclid(d));
        if let Some(low) = x.low.filter(|l| *l >= 0) {
            // x / d <= x - x (d - 1) / d
            q.below = both(x.below, Some(low), |b, l| b - (l * i128::from(d - 1)) / i128::from(d));
        }
        Some(self.settled(q))
    }

    /// The remainder; `None` if the divisor may be 0 or less.
    pub(super) fn remainder(&self, x: &Num, y: &Num) -> Option<Num> {
        if y.low < Some(1) {
            return None;
        }
        let mut r = self.any();
        r.low = Some(0);
        let Some(d) = y.as_number() else {
            r.high = y.high.map(|h| h - 1);
            r.below = y.below.map(|b| b - 1);
            return Some(self.settled(r));
        };
        if let Some((a, c)) = x.exact.filter(|(a, _)| a % d == 0) {
            let _ = a;
            return Some(self.fixed(c.rem_euclid(d)));
        }
        if d > 1 << 16 {
            r.high = Some(d - 1);
            return Some(self.settled(r));
        }
        let common = gcd(d, self.modulus);
        let mut possible = vec![false; common as usize];
        for (i, _) in x.residues.iter().enumerate().filter(|(_, there)| **there) {
            possible[i % common as usize] = true;
        }
        let all = || (0..d).filter(|v| possible[(v % common) as usize]);
        r.residues = vec![false; self.modulus as usize];
        all().for_each(|v| r.residues[self.residue(v)] = true);
        (r.low, r.high) = (all().next().or(Some(0)), all().next_back().or(Some(d - 1)));
        Some(self.settled(r))
    }

    /// The power; `None` if the exponent may be negative.
    pub(super) fn power(&self, x: &Num, y: &Num) -> Option<Num> {
        let least = y.low.filter(|l| *l >= 0)?;
        let to_the = |b: i64, e: i64| {
            let p = u32::try_from(e).ok().and_then(|e| i128::from(b).checked_pow(e));
            p.map_or(FAR as i64 - 1, |p| p.min(FAR - 1) as i64)
        };
        let mut p = self.any();
        match (x.as_number(), y.as_number()) {
            (_, Some(0)) => return Some(self.fixed(1)),
            (_, Some(1)) => return Some(x.clone()),
            (_, Some(e)) => {
                p.residues = self.mapped(&x.residues, &self.one_residue(0), |a, _| self.modular(a, e));
                if x.low >= Some(0) {
                    p.low = x.low.map(|l| to_the(l, e));
                    p.high = x.high.map(|h| to_the(h, e)).filter(|h| i128::from(*h) < FAR - 1);
                    p.above = if x.low >= Some(2) { both(x.above, x.low, |a, l| a + l) } else { x.above };
                }
            }
            (Some(b), None) if b >= 1 => {
                p.low = Some(to_the(b, least));
                p.residues = self.orbit(b, least);
            }
            _ if x.low >= Some(0) => p.low = Some(i64::from(x.low >= Some(1))),
            _ => {}
        }
        Some(self.settled(p))
    }

    fn modular(&self, x: i64, e: i64) -> i64 {
        let m = i128::from(self.modulus);
        let (mut result, mut square, mut e) = (1 % m, i128::from(x).rem_euclid(m), e);
        while e > 0 {
            if e & 1 == 1 {
                result = result * square % m;
            }
            square = square * square % m;
            e >>= 1;
        }
        result as i64
    }

    /// The remainders of `b^e` for all e from `least` on.
    fn orbit(&self, b: i64, least: i64) -> Residues {
        let mut set = vec![false; self.modulus as usize];
        let mut x = self.modular(b, least);
        while !set[x as usize] {
            set[x as usize] = true;
            x = (i128::from(x) * i128::from(b.rem_euclid(self.modulus)) % i128::from(self.modulus)) as i64;
        }
        set
    }

    /// One of two numbers.
    pub(super) fn either(&self, x: &Num, y: &Num) -> Num {
        if x.exact.is_some() && x.exact == y.exact {
            return x.clone();
        }
        let weaker =
            |x: Option<i64>, y: Option<i64>, pick: fn(i64, i64) -> i64| x.zip(y).map(|(x, y)| pick(x, y));
        Num {
            exact: None,
            residues: x.residues.iter().zip(&y.residues).map(|(a, b)| *a || *b).collect(),
            low: weaker(x.low, y.low, i64::min),
            high: weaker(x.high, y.high, i64::max),
            above: weaker(x.above, y.above, i64::min),
            below: weaker(x.below, y.below, i64::max),
            run: None,
            quotient: None,
        }
    }

    /// The smaller or the larger of two.
    pub(super) fn extreme(&self, x: &Num, y: &Num, largest: bool) -> Num {
        match self.at_most(x, y) {
            Some(true) => return if largest { y.clone() } else { x.clone() },
            Some(false) => return if largest { x.clone() } else { y.clone() },
            None => {}
        }
        let mut one = self.either(x, y);
        if largest {
            one.low = stronger(x.low, y.low, i64::max);
            one.above = stronger(x.above, y.above, i64::max);
        } else {
            one.high = stronger(x.high, y.high, i64::min);
            one.below = stronger(x.below, y.below, i64::min);
        }
        self.settled(one)
    }

    /// Without the sign.
    pub(super) fn absolute(&self, x: &Num) -> Num {
        if x.low >= Some(0) {
            return x.clone();
        }
        let turned = self.subtract(&self.fixed(0), x);
        let mut one = self.either(x, &turned);
        one.low = Some(0);
        self.settled(one)
    }

    /// Whether `x <= y` for all that is meant, for none of it (`Some(false)`), or neither.
    pub(super) fn at_most(&self, x: &Num, y: &Num) -> Option<bool> {
        let d = self.subtract(y, x);
        if d.low >= Some(0) {
            Some(true)
        } else if d.high.is_some_and(|h| h < 0) {
            Some(false)
        } else {
            None
        }
    }

    /// Whether `x == y` for all that is meant, or for none of it.
    pub(super) fn equal(&self, x: &Num, y: &Num) -> Option<bool> {
        if x.exact.is_some() && x.exact == y.exact {
            return Some(true);
        }
        let d = self.subtract(y, x);
        let apart = !d.residues[0] || d.low >= Some(1) || d.high.is_some_and(|h| h < 0);
        apart.then_some(false)
    }
}

impl Num {
    /// How it depends on n and on at most one choice.
    pub(super) fn running(&self) -> Option<Run> {
        self.exact.map(|(a, c)| Run { choice: 0, of: 0, a, c }).or(self.run)
    }

    /// The number, if it is always the same.
    pub(super) fn as_number(&self) -> Option<i64> {
        self.exact.filter(|(a, _)| *a == 0).map(|(_, c)| c)
    }
}

fn sum_of_lines(x: (i64, i64), y: (i64, i64), sign: i64) -> Option<(i64, i64)> {
    let part = |a: i64, b: i64| small(i128::from(a) + i128::from(sign) * i128::from(b));
    Some((part(x.0, y.0)?, part(x.1, y.1)?))
}

pub(super) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
