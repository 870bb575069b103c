//! Whether a board is in one piece: each of its islands is all of it. The first one tells, and none has to be kept.

use super::checks::truth;
use super::facts::{is_simple, number};
use super::state::{Plain, like};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Fold};

use CompareOp::{Equal, Less, LessEqual, NotEqual};

/// What a condition demands of the islands of a board.
enum Demand<'e> {
    /// There is none but this one; and whether there is one at all.
    Only(&'e Expr, bool),
    /// There are more.
    Several,
}

impl Plain<'_> {
    /// `islands(S) == {T}`, `size(islands(S)) <= 1` and their like.
    pub(super) fn in_one_piece(&mut self, e: &Expr) -> Option<Expr> {
        let ExprKind::Compare(op, a, b) = &e.kind else { return None };
        let (board, demand) = counted(*op, a, b).or_else(|| compared(a, b, *op))?;
        let not = |c: Expr| truth(e, ExprKind::Not(Box::new(c)));
        Some(match demand {
            Demand::Only(one, some) if self.is_total(one) && is_simple(board) && is_simple(one) => {
                let each = self.each_island_is(e, board, one);
                let found = if some { and(e, is_not_empty(e, board), each) } else { each };
                if *op == NotEqual { not(found) } else { found }
            }
            Demand::Several if self.is_total(board) && is_simple(board) => {
                not(self.each_island_is(e, board, board))
            }
            _ => return None,
        })
    }

    fn each_island_is(&mut self, e: &Expr, board: &Expr, one: &Expr) -> Expr {
        let slot = self.fresh(&one.ty);
        let island = like(one, ExprKind::Local(slot));
        let same = truth(e, ExprKind::Compare(Equal, Box::new(island), Box::new(one.clone())));
        let ty = crate::check::types::Type::Set(Box::new(board.ty.clone()));
        let kind = ExprKind::Builtin(Builtin::Islands, vec![board.clone()]);
        let source = Expr { kind, ty, span: board.span };
        let kind = BinderKind::In { slots: vec![slot], names: vec![String::new()], source };
        let each = Binder { kind, guard: None, span: e.span };
        truth(e, ExprKind::For(Fold::All, Box::new(same), vec![each]))
    }
}

/// The board of which these are the islands.
fn islands(e: &Expr) -> Option<&Expr> {
    match &e.kind {
        ExprKind::Builtin(Builtin::Islands, of) => of.first(),
        _ => None,
    }
}

/// A comparison of how many there are.
fn counted<'e>(op: CompareOp, a: &'e Expr, b: &'e Expr) -> Option<(&'e Expr, Demand<'e>)> {
    let size = |e: &'e Expr| match &e.kind {
        ExprKind::Builtin(Builtin::Size, of) => islands(of.first()?),
        _ => None,
    };
    let is = |e: &Expr, n: u32| number(e).is_some_and(|m| *m == n.into());
    let board = size(a).or_else(|| size(b))?;
    let demand = match op {
        LessEqual if is(b, 1) => Demand::Only(board, false),
        Less if is(b, 2) => Demand::Only(board, false),
        Equal | NotEqual if is(a, 1) || is(b, 1) => Demand::Only(board, true),
        LessEqual if is(a, 2) => Demand::Several,
        Less if is(a, 1) => Demand::Several,
        _ => return None,
    };
    Some((board, demand))
}

/// A comparison of all of them with one.
fn compared<'e>(a: &'e Expr, b: &'e Expr, op: CompareOp) -> Option<(&'e Expr, Demand<'e>)> {
    let one = |e: &'e Expr| match &e.kind {
        ExprKind::Set(all) => {
            if let [one] = &all[..] {
                Some(one)
            } else {
                None
            }
        }
        _ => None,
    };
    let (board, one) = islands(a).zip(one(b)).or_else(|| islands(b).zip(one(a)))?;
    matches!(op, Equal | NotEqual).then_some((board, Demand::Only(one, true)))
}

fn is_not_empty(e: &Expr, board: &Expr) -> Expr {
    let nothing = like(board, ExprKind::Set(vec![]));
    truth(e, ExprKind::Compare(NotEqual, Box::new(board.clone()), Box::new(nothing)))
}

fn and(e: &Expr, a: Expr, b: Expr) -> Expr {
    truth(e, ExprKind::Binary(BinaryOp::And, Box::new(a), Box::new(b)))
}
