//! Linear expressions over whole-number unknowns, with coefficients in machine words.

/// An unknown whole number.
pub(super) type Var = u32;

/// Coefficients stay below this; what would pass it is not expressed at all.
const LIMIT: i128 = 1 << 60;

/// `constant + factor * unknown + ...`
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub(super) struct Lin {
    /// By unknown, in order; no factor is 0.
    pub(super) terms: Vec<(Var, i128)>,
    /// What is added.
    pub(super) constant: i128,
}

impl Lin {
    /// A number.
    pub(super) fn number(n: i128) -> Lin {
        Lin { terms: vec![], constant: n }
    }

    /// An unknown.
    pub(super) fn var(v: Var) -> Lin {
        Lin { terms: vec![(v, 1)], constant: 0 }
    }

    /// The number it is, if it has no unknowns.
    pub(super) fn as_number(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The unknown it is, if it is nothing else.
    pub(super) fn as_var(&self) -> Option<Var> {
        match self.terms.as_slice() {
            [(v, 1)] if self.constant == 0 => Some(*v),
            _ => None,
        }
    }

    /// The factor of an unknown.
    pub(super) fn factor(&self, v: Var) -> i128 {
        self.terms.binary_search_by_key(&v, |t| t.0).map_or(0, |i| self.terms[i].1)
    }

    /// `self + factor * other`, unless a coefficient gets too large.
    pub(super) fn plus(&self, factor: i128, other: &Lin) -> Option<Lin> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (v, c) = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if x.0 == y.0 => {
                    let c = x.1.checked_add(factor.checked_mul(y.1)?)?;
                    let v = x.0;
                    a.next();
                    b.next();
                    (v, c)
                }
                (Some(x), y) if y.is_none_or(|y| x.0 < y.0) => {
                    let t = **x;
                    a.next();
                    t
                }
                (_, Some(y)) => {
                    let t = (y.0, factor.checked_mul(y.1)?);
                    b.next();
                    t
                }
                _ => break,
            };
            if c != 0 {
                terms.push((v, small(c)?));
            }
        }
        let constant = small(self.constant.checked_add(factor.checked_mul(other.constant)?)?)?;
        Some(Lin { terms, constant })
    }

    /// `self + n`, unless that is too large.
    pub(super) fn shifted(&self, n: i128) -> Option<Lin> {
        self.plus(n, &Lin::number(1))
    }

    /// `factor * self`, unless a coefficient gets too large.
    pub(super) fn times(&self, factor: i128) -> Option<Lin> {
        Lin::default().plus(factor, self)
    }

    /// Without the common divisor of everything.
    pub(super) fn shrunk(mut self) -> Lin {
        let divisor = self.terms.iter().fold(self.constant, |d, t| gcd(d, t.1)).abs();
        if divisor > 1 {
            self.terms.iter_mut().for_each(|t| t.1 /= divisor);
            self.constant /= divisor;
        }
        self
    }

    /// What `self >= 0` says of whole numbers: the factors without their common divisor, the constant rounded down.
    pub(super) fn tightened(mut self) -> Lin {
        let divisor = self.terms.iter().fold(0, |d, t| gcd(d, t.1));
        if divisor > 1 {
            self.terms.iter_mut().for_each(|t| t.1 /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }
}

fn small(n: i128) -> Option<i128> {
    (n.abs() < LIMIT).then_some(n)
}

/// The greatest common divisor, not negative.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
