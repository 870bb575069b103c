//! Comparisons of positions that are written out.

use super::checks::{and, truth};
use super::facts::{has_loop, size};
use super::state::Plain;
use crate::check::ir::{CompareOp, Expr, ExprKind};

/// Positions are compared part by part if neither is longer.
const LONGEST: usize = 40;

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
}

/// Whether arguments that make no mistake are the same.
fn all_same(e: &Expr, x: &[Expr], y: &[Expr]) -> Expr {
    let same = |(x, y): (&Expr, &Expr)| {
        truth(e, ExprKind::Compare(CompareOp::Equal, Box::new(x.clone()), Box::new(y.clone())))
    };
    let all = x.iter().zip(y).filter(|(x, y)| x != y).map(same).reduce(|a, b| truth(e, and(a, b)));
    all.unwrap_or_else(|| truth(e, ExprKind::Bool(true)))
}
