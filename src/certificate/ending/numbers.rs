//! Arithmetic over unknowns, and comparisons.

use super::poly::Poly;
use super::read::{Reader, Ways, alive, one};
use super::value::{Val, Way};
use crate::check::ir::{CompareOp, Expr};
use num_bigint::BigInt;
use num_integer::Integer;

/// Fixed powers are multiplied out up to this exponent.
const MULTIPLIED: u32 = 6;

impl<'a> Reader<'a> {
    /// `x / y` is the largest whole number q with q * y <= x if y > 0, and with q * y >= x if y < 0.
    pub(super) fn quotient(
        &self,
        way: Way<'a>,
        x: &Poly,
        y: &Poly,
        e: &'a Expr,
        result: impl Fn(Poly) -> Poly,
    ) -> Ways<'a, Val<'a>> {
        if let (Some(a), Some(b)) = (x.as_number(), y.as_number()) {
            if b == BigInt::ZERO {
                return if self.strict.get() { self.skip(way, e) } else { Ok(vec![]) };
            }
            return one(way, Val::Num(result(Poly::number(a.div_floor(&b)))));
        }
        if self.strict.get() && y.as_number().is_none_or(|n| n == BigInt::ZERO) {
            return self.skip(way, e);
        }
        let q = Poly::unknown(format!("({x} / {y})"));
        let rest = x.minus(&q.times(y));
        let positive = way.clone().and(|w| {
            w.assert(&y.up(-1));
            w.assert(&rest);
            w.assert(&y.minus(&rest).up(-1));
        });
        let negative = way.and(|w| {
            w.assert(&y.scaled(&(-1).into()).up(-1));
            w.assert(&rest.scaled(&(-1).into()));
            w.assert(&rest.minus(y).up(-1));
        });
        Ok(vec![(positive, Val::Num(result(q.clone()))), (negative, Val::Num(result(q)))])
    }

    pub(super) fn power(&self, mut way: Way<'a>, x: &Poly, y: &Poly, e: &'a Expr) -> Ways<'a, Val<'a>> {
        let small = y.as_number().and_then(|n| u32::try_from(n).ok());
        if let Some(n) = small.filter(|n| *n <= MULTIPLIED) {
            return one(way, Val::Num((0..n).fold(Poly::number(1), |p, _| p.times(x))));
        }
        if let (Some(b), Some(n)) = (x.as_number(), small.filter(|n| *n <= 200)) {
            return one(way, Val::Num(Poly::number(b.pow(n))));
        }
        if self.strict.get() || x.as_number() != Some(2.into()) {
            return self.skip(way, e);
        }
        way.assert(y);
        let p = power_of(&mut way, 2, y);
        one(way, Val::Num(p))
    }

    pub(super) fn compare(
        &self,
        way: Way<'a>,
        op: CompareOp,
        x: &Val<'a>,
        y: &Val<'a>,
        e: &'a Expr,
    ) -> Ways<'a, bool> {
        let turned = |ways: Vec<(Way<'a>, bool)>| ways.into_iter().map(|(w, b)| (w, !b)).collect();
        match (op, x, y) {
            (CompareOp::Equal, ..) => self.same(way, x, y),
            (CompareOp::NotEqual, ..) => Ok(turned(self.same(way, x, y)?)),
            (CompareOp::Less, Val::Num(x), Val::Num(y)) => Ok(at_most(way, &x.up(1), y)),
            (CompareOp::LessEqual, Val::Num(x), Val::Num(y)) => Ok(at_most(way, x, y)),
            _ => {
                self.skipped.borrow_mut().push(e.span);
                Ok(vec![(way.clone(), true), (way, false)])
            }
        }
    }
}

/// 2 or 3 to a power that is not negative, as an unknown: it is more than the exponent.
pub(super) fn power_of(way: &mut Way<'_>, base: u8, exponent: &Poly) -> Poly {
    if let Some(n) = exponent.as_number().and_then(|n| u32::try_from(n).ok()).filter(|n| *n <= 200) {
        return Poly::number(BigInt::from(base).pow(n));
    }
    let p = Poly::unknown(format!("{base}^({exponent})"));
    way.assert(&p.up(-1));
    way.assert(&p.minus(exponent).up(-1));
    let power = (base, exponent.clone());
    if !way.powers.contains(&power) {
        way.powers.push(power);
    }
    p
}

/// Where `a <= b` holds, and where it does not.
pub(super) fn at_most<'a>(way: Way<'a>, a: &Poly, b: &Poly) -> Vec<(Way<'a>, bool)> {
    let yes = way.clone().and(|w| w.at_most(a, b));
    let no = way.and(|w| w.at_most(&b.up(1), a));
    alive(vec![(yes, true), (no, false)])
}
