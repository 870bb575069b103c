//! Polynomials over named whole numbers, with factors of any size.

use num_bigint::BigInt;
use num_integer::Integer;
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

/// The name of an unknown whole number. Two unknowns of one way through a move never share a name.
pub type Name = Rc<str>;

/// A sum of products of unknowns, each with a factor that is not 0; the empty product is the number added.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Poly(BTreeMap<Vec<Name>, BigInt>);

impl Poly {
    pub(super) fn number(n: impl Into<BigInt>) -> Poly {
        let mut p = Poly::default();
        p.add_term(vec![], n.into());
        p
    }

    pub(super) fn unknown(name: impl Into<Name>) -> Poly {
        Poly(BTreeMap::from([(vec![name.into()], 1.into())]))
    }

    /// The products of unknowns with their factors.
    pub fn terms(&self) -> impl Iterator<Item = (&[Name], &BigInt)> {
        self.0.iter().map(|(m, c)| (m.as_slice(), c))
    }

    /// The number it is, if it has no unknowns.
    pub(super) fn as_number(&self) -> Option<BigInt> {
        match self.0.iter().next() {
            None => Some(BigInt::ZERO),
            Some((m, c)) if self.0.len() == 1 && m.is_empty() => Some(c.clone()),
            _ => None,
        }
    }

    fn add_term(&mut self, product: Vec<Name>, factor: BigInt) {
        let sum = self.0.remove(&product).unwrap_or_default() + factor;
        if sum != BigInt::ZERO {
            self.0.insert(product, sum);
        }
    }

    pub(super) fn plus(&self, other: &Poly) -> Poly {
        let mut sum = self.clone();
        other.0.iter().for_each(|(m, c)| sum.add_term(m.clone(), c.clone()));
        sum
    }

    pub(super) fn scaled(&self, by: &BigInt) -> Poly {
        let scale = |(m, c): (&Vec<Name>, &BigInt)| (m.clone(), c * by);
        Poly(self.0.iter().map(scale).filter(|t| t.1 != BigInt::ZERO).collect())
    }

    /// The difference.
    pub fn minus(&self, other: &Poly) -> Poly {
        self.plus(&other.scaled(&(-1).into()))
    }

    /// The product.
    pub fn times(&self, other: &Poly) -> Poly {
        let mut product = Poly::default();
        for (m, a) in &self.0 {
            for (n, b) in &other.0 {
                let mut both: Vec<Name> = m.iter().chain(n).cloned().collect();
                both.sort();
                product.add_term(both, a * b);
            }
        }
        product
    }

    /// `self + n`
    pub(super) fn up(&self, n: i64) -> Poly {
        self.plus(&Poly::number(n))
    }

    /// What `self >= 0` says of whole numbers: factors without their common divisor, what is added rounded down.
    pub(super) fn tightened(&self) -> Poly {
        let unknowns = || self.0.iter().filter(|(m, _)| !m.is_empty());
        let divisor = unknowns().fold(BigInt::ZERO, |d, (_, c)| d.gcd(c));
        if divisor <= 1.into() {
            return self.clone();
        }
        let mut all = Poly(unknowns().map(|(m, c)| (m.clone(), c / &divisor)).collect());
        all.add_term(vec![], self.0.get(&vec![]).cloned().unwrap_or_default().div_floor(&divisor));
        all
    }
}

/// `n - 2 * k + 1`
impl fmt::Display for Poly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("0");
        }
        // What is added comes last.
        let (constant, products): (Vec<_>, Vec<_>) = self.0.iter().partition(|(m, _)| m.is_empty());
        for (i, (m, c)) in products.into_iter().chain(constant).enumerate() {
            let negative = *c < BigInt::ZERO;
            f.write_str(match (i, negative) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            })?;
            let size = c.magnitude();
            match (m.is_empty(), *size == 1u8.into()) {
                (true, _) => write!(f, "{size}")?,
                (false, true) => f.write_str(&m.join(" * "))?,
                (false, false) => write!(f, "{size} * {}", m.join(" * "))?,
            }
        }
        Ok(())
    }
}
