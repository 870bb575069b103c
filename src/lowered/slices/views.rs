//! What an expression gives of the lists that there were at first: where it begins, and how long it is.

use super::Left;
use crate::check::ir::{BinaryOp, CompareOp, Expr};
use crate::lowered::again;
pub(super) use crate::lowered::again::{if_then, index, int};
use crate::source::Span;
use num_bigint::BigInt;

/// A slice: how many elements come before it, and how many are in it.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) at: Expr,
    pub(super) n: Expr,
    pub(super) kept: Kept,
}

/// Which ends of a list of a parameter a slice surely has.
#[derive(Clone, Debug)]
pub(super) enum Kept {
    /// Of this parameter; of a list of lists, of the one at this place.
    Of { param: usize, row: Option<Box<Expr>>, begin: bool, end: bool },
    /// There is nothing in it.
    Empty,
    /// It may come from anywhere.
    Nothing,
}

impl Kept {
    /// What play leaves of a list of a parameter where this takes its place.
    pub(super) fn left_of(&self, param: usize, row: Option<&Expr>) -> Option<(bool, bool)> {
        match self {
            Kept::Empty => Some((true, true)),
            Kept::Of { param: p, row: r, begin, end } if *p == param && r.as_deref() == row => {
                Some((*begin, *end))
            }
            _ => None,
        }
    }

    fn only(self, has_begin: bool, has_end: bool) -> Kept {
        match self {
            Kept::Of { param, row, begin, end } => {
                Kept::Of { param, row, begin: begin && has_begin, end: end && has_end }
            }
            other => other,
        }
    }

    fn or(self, other: Kept) -> Kept {
        match (self, other) {
            (Kept::Empty, other) | (other, Kept::Empty) => other,
            (Kept::Of { param, row, begin, end }, other) => match other.left_of(param, row.as_deref()) {
                Some((b, e)) => Kept::Of { param, row, begin, end }.only(b, e),
                None => Kept::Nothing,
            },
            (Kept::Nothing, _) => Kept::Nothing,
        }
    }
}

impl View {
    /// Nothing.
    pub(super) fn empty(span: Span) -> View {
        View { at: int(0, span), n: int(0, span), kept: Kept::Empty }
    }

    /// The part from one place to another; a mistake if these are not in it, as for any list.
    pub(super) fn slice(&self, lo: Expr, hi: Expr) -> View {
        let whole = |e: &Expr| *e == self.n;
        let (has_begin, has_end) = (is(&lo, 1), whole(&hi));
        let is_none = compare(CompareOp::Less, &hi, &lo);
        let before = minus_one(&lo);
        let length = subtract(&hi, &before);
        let checks = [
            (!is_positive(&lo)).then(|| compare(CompareOp::LessEqual, &int(1, lo.span), &lo)),
            (!has_end).then(|| compare(CompareOp::LessEqual, &hi, &self.n)),
        ];
        let length = match checks.into_iter().flatten().reduce(and) {
            Some(fine) => if_then(fine, length, mistake(lo.span)),
            None => length,
        };
        View {
            at: if_then(is_none.clone(), int(0, lo.span), add(&self.at, &before)),
            n: if_then(is_none, int(0, lo.span), length),
            kept: self.kept.clone().only(has_begin, has_end),
        }
    }

    /// Where a place of it is in what there was at first; 0, which is no place, if it has no such place.
    pub(super) fn place(&self, place: &Expr) -> Expr {
        let checks = [
            (!is_positive(place)).then(|| compare(CompareOp::LessEqual, &int(1, place.span), place)),
            Some(compare(CompareOp::LessEqual, place, &self.n)).filter(|_| *place != self.n),
        ];
        let there = add(&self.at, place);
        match checks.into_iter().flatten().reduce(and) {
            Some(fine) => if_then(fine, there, int(0, place.span)),
            None => there,
        }
    }

    /// One of two.
    pub(super) fn either(c: Expr, a: View, b: View) -> View {
        View { at: if_then(c.clone(), a.at, b.at), n: if_then(c, a.n, b.n), kept: a.kept.or(b.kept) }
    }
}

/// The lists of a parameter that is a list of lists: the beginnings, where these are held, and the lengths.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// Of which parameter they are.
    pub(super) param: usize,
    pub(super) at: Ats,
    pub(super) n: Expr,
    /// Which ends all of them have.
    pub(super) begin: bool,
    pub(super) end: bool,
}

/// Where lists begin.
#[derive(Clone, Debug)]
pub(super) enum Ats {
    /// A list of that.
    Held(Expr),
    /// They end, or begin, where they did at first.
    Fixed(Left, Expr),
}

impl Rows {
    /// The list at a place.
    pub(super) fn row(&self, place: &Expr) -> View {
        let n = index(&self.n, place);
        let at = match &self.at {
            Ats::Held(at) => index(at, place),
            Ats::Fixed(Left::End, ends) => subtract(&index(ends, place), &n),
            Ats::Fixed(_, begins) => index(begins, place),
        };
        let row = Some(Box::new(place.clone()));
        View { at, n, kept: Kept::Of { param: self.param, row, begin: self.begin, end: self.end } }
    }

    /// The same with another list at a place, if it is one that is held there.
    pub(super) fn put(self, place: &Expr, row: View) -> Option<Rows> {
        let left = row.kept.left_of(self.param, Some(place));
        let (begin, end) = left.unwrap_or((false, false));
        let fits = match self.at {
            Ats::Held(_) => true,
            Ats::Fixed(Left::End, _) => end,
            Ats::Fixed(..) => begin,
        };
        let at = match self.at {
            Ats::Held(at) => Ats::Held(put(at, place, row.at)),
            fixed => fixed,
        };
        let n = put(self.n, place, row.n);
        fits.then_some(Rows { at, n, begin: self.begin && begin, end: self.end && end, ..self })
    }
}

pub(super) fn is(e: &Expr, n: i64) -> bool {
    e.number().is_some_and(|e| *e == n.into())
}

/// Whether it is surely 1 or more, as it is written.
fn is_positive(e: &Expr) -> bool {
    e.number().is_some_and(|n| *n > BigInt::ZERO)
}

pub(super) fn compare(op: CompareOp, a: &Expr, b: &Expr) -> Expr {
    again::compare(op, a.clone(), b.clone())
}

fn binary(op: BinaryOp, a: &Expr, b: &Expr) -> Expr {
    again::binary(op, a.clone(), b.clone())
}

fn and(a: Expr, b: Expr) -> Expr {
    binary(BinaryOp::And, &a, &b)
}

pub(super) fn add(a: &Expr, b: &Expr) -> Expr {
    match (a.number(), b.number()) {
        (Some(a), Some(c)) => int(a + c, b.span),
        _ if is(a, 0) => b.clone(),
        _ if is(b, 0) => a.clone(),
        _ => binary(BinaryOp::Add, a, b),
    }
}

pub(super) fn subtract(a: &Expr, b: &Expr) -> Expr {
    match (a.number(), b.number()) {
        (Some(a), Some(c)) => int(a - c, b.span),
        _ if is(b, 0) => a.clone(),
        _ => binary(BinaryOp::Subtract, a, b),
    }
}

/// `e - 1`, without `+ 1 - 1`.
fn minus_one(e: &Expr) -> Expr {
    match e.binary() {
        Some((BinaryOp::Add, a, one)) if is(one, 1) => a.clone(),
        Some((BinaryOp::Add, one, b)) if is(one, 1) => b.clone(),
        _ => subtract(e, &int(1, e.span)),
    }
}

/// A number that there is not.
fn mistake(span: Span) -> Expr {
    binary(BinaryOp::Divide, &int(1, span), &int(0, span))
}

fn put(row: Expr, place: &Expr, entry: Expr) -> Expr {
    again::put(row, place.clone(), entry)
}
