//! Comparisons of positions that are written out, and questions about collections of such positions.

use super::checks::{and, truth};
use super::collections::joined;
use super::facts::{has_loop, size};
use super::replace::with;
use super::state::{Plain, like};
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold};

/// Positions are compared part by part if neither is longer.
const LONGEST: usize = 40;
/// What is asked of each of some positions is asked of so many one by one.
const MOST_ASKED: usize = 8;
/// So many are added, each unless it is one of those before.
const MOST_ADDED: usize = 4;

impl Plain<'_> {
    /// `G(a, b) == G(c, d)` is `a == c and b == d`; what making either of them checks is checked first.
    pub(super) fn positions_compared(&mut self, e: &Expr) -> Option<Expr> {
        let ExprKind::Compare(op @ (CompareOp::Equal | CompareOp::NotEqual), a, b) = &e.kind else {
            return None;
        };
        let (ExprKind::Position(g, x), ExprKind::Position(h, y)) = (&a.kind, &b.kind) else { return None };
        let plain = |e: &Expr| size(e) <= LONGEST && !has_loop(e);
        if !plain(a) || !plain(b) || x.iter().any(|x| x.ty.has_function()) {
            return None;
        }
        let same = if g == h { all_same(e, x, y) } else { truth(e, ExprKind::Bool(false)) };
        let wanted = match op {
            CompareOp::Equal => same,
            _ => truth(e, ExprKind::Not(Box::new(same))),
        };
        let second = if a == b { None } else { self.checks(b).ok()? };
        let fine = self.checks(a).ok()?.into_iter().chain(second);
        fine.chain([wanted]).reduce(|a, b| truth(e, and(a, b)))
    }

    /// A question about each of some positions, one after the other: `P in {A, B}` is `P == A or P == B`, `any(c for P in [A,
    /// B])` asks c of A and then of B, and `[A, B][i]` is one of them by i. What making them checks is checked first.
    pub(super) fn each_written(&mut self, e: &Expr) -> Option<Expr> {
        match &e.kind {
            ExprKind::In(x, of) => {
                let same = |y: &Expr| {
                    let both = (x.clone(), Box::new(y.clone()));
                    Some(truth(e, ExprKind::Compare(CompareOp::Equal, both.0, both.1)))
                };
                let few = size(x) <= LONGEST && !has_loop(x);
                let of = written(of).filter(|_| few)?;
                self.one_by_one(e, of, BinaryOp::Or, same)
            }
            ExprKind::For(fold @ (Fold::Any | Fold::All | Fold::None), item, binders) => {
                self.asked_of_each(e, *fold, item, binders)
            }
            ExprKind::For(Fold::SumPositions, item, binders) => self.sum_of_each(e, item, binders),
            ExprKind::Index(of, i) if matches!(of.kind, ExprKind::List(_)) => {
                let of = written(of).filter(|_| size(i) <= LONGEST && !has_loop(i))?;
                self.by_its_place(e, of, i)
            }
            _ => None,
        }
    }

    fn asked_of_each(&mut self, e: &Expr, fold: Fold, item: &Expr, binders: &[Binder]) -> Option<Expr> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard, .. }] = binders else { return None };
        let ([slot], of) = (&slots[..], written(source)?) else { return None };
        let not = |c: &Expr| truth(c, ExprKind::Not(Box::new(c.clone())));
        let (asked, op) = match (fold, guard) {
            (Fold::All, None) => (item.clone(), BinaryOp::And),
            (Fold::All, Some(g)) => {
                let either = (Box::new(not(g)), Box::new(item.clone()));
                (truth(e, ExprKind::Binary(BinaryOp::Or, either.0, either.1)), BinaryOp::And)
            }
            _ => (joined(guard.clone(), Some(item.clone()))?, BinaryOp::Or),
        };
        if size(&asked) > LONGEST {
            return None;
        }
        let all = of.iter().map(|x| with(&self.copied(&asked), *slot, x)).collect::<Option<Vec<_>>>()?;
        let mut all = all.into_iter();
        let found = self.one_by_one(e, of, op, |_| all.next())?;
        Some(if fold == Fold::None { not(&found) } else { found })
    }

    /// `sum(P for P in {A, B})` is A, and B unless it is A.
    fn sum_of_each(&mut self, e: &Expr, item: &Expr, binders: &[Binder]) -> Option<Expr> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return None;
        };
        let ([slot], of) = (&slots[..], written(source)?) else { return None };
        let checked = of.iter().all(|x| self.checks(x).is_ok());
        if !checked
            || of.len() > MOST_ADDED
            || !matches!(source.kind, ExprKind::Set(_))
            || size(item) > LONGEST
        {
            return None;
        }
        let mut sum = None;
        for (at, x) in of.iter().enumerate() {
            let same = |y: &Expr| {
                truth(e, ExprKind::Compare(CompareOp::Equal, Box::new(x.clone()), Box::new(y.clone())))
            };
            let or = |a, b| truth(e, ExprKind::Binary(BinaryOp::Or, Box::new(a), Box::new(b)));
            let mut part = with(&self.copied(item), *slot, x)?;
            if let Some(before) = of[..at].iter().map(same).reduce(or) {
                let nothing = Box::new(like(e, ExprKind::Nothing));
                part = like(e, ExprKind::If(Box::new(before), nothing, Box::new(part)));
            }
            sum = Some(match sum {
                Some(sum) => like(e, ExprKind::Binary(BinaryOp::Sum, Box::new(sum), Box::new(part))),
                None => part,
            });
        }
        sum
    }

    /// What is asked of each of some values, joined; what making them checks comes first.
    fn one_by_one(
        &mut self,
        e: &Expr,
        of: &[Expr],
        op: BinaryOp,
        ask: impl FnMut(&Expr) -> Option<Expr>,
    ) -> Option<Expr> {
        let checks = of.iter().map(|x| self.checks(x)).collect::<Result<Vec<_>, ()>>().ok()?;
        let asked = of.iter().map(ask).collect::<Option<Vec<_>>>()?;
        let join = |a, b| truth(e, ExprKind::Binary(op, Box::new(a), Box::new(b)));
        let asked = asked.into_iter().reduce(join)?;
        joined(checks.into_iter().flatten().reduce(|a, b| truth(e, and(a, b))), Some(asked))
    }

    fn by_its_place(&mut self, e: &Expr, of: &[Expr], i: &Expr) -> Option<Expr> {
        let wrong = like(e, ExprKind::Wrong);
        let chosen = of.iter().enumerate().rev().fold(wrong.clone(), |others, (at, x)| {
            let place = like(i, ExprKind::Int((at + 1).into()));
            let here = truth(i, ExprKind::Compare(CompareOp::Equal, Box::new(i.clone()), Box::new(place)));
            like(e, ExprKind::If(Box::new(here), Box::new(x.clone()), Box::new(others)))
        });
        let checks = of.iter().map(|x| self.checks(x)).collect::<Result<Vec<_>, ()>>().ok()?;
        let fine = checks.into_iter().flatten().reduce(|a, b| truth(e, and(a, b)));
        Some(match fine {
            Some(fine) => like(e, ExprKind::If(Box::new(fine), Box::new(chosen), Box::new(wrong))),
            None => chosen,
        })
    }
}

/// The positions of a collection that is written out.
fn written(e: &Expr) -> Option<&[Expr]> {
    let (ExprKind::Set(all) | ExprKind::List(all) | ExprKind::Bag(all)) = &e.kind else { return None };
    let positions = e.ty.element()?.has_position() && (1..=MOST_ASKED).contains(&all.len());
    (positions && all.iter().all(|x| size(x) <= LONGEST && !has_loop(x))).then_some(all)
}

/// Whether arguments that make no mistake are the same.
fn all_same(e: &Expr, x: &[Expr], y: &[Expr]) -> Expr {
    let same = |(x, y): (&Expr, &Expr)| {
        truth(e, ExprKind::Compare(CompareOp::Equal, Box::new(x.clone()), Box::new(y.clone())))
    };
    let all = x.iter().zip(y).filter(|(x, y)| x != y).map(same).reduce(|a, b| truth(e, and(a, b)));
    all.unwrap_or_else(|| truth(e, ExprKind::Bool(true)))
}
