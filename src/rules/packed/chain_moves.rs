//! Two innermost loops, over the elements of a set and the numbers that each may move to, as one run over a chain.

use super::chain_cuts::{offset, same_local, sources};
use super::chain_runs::{conjuncts, mentions};
use super::code::{ChainRun, Edge, MoveEach, Op, To};
use super::compile::{Compiler, Env};
use crate::check::ir::{BinaryOp, Binder, CompareOp, Expr, ExprKind, Move, Slot};

/// The element that moves, and where it moves to.
#[derive(Clone, Copy)]
struct Moved {
    element: Slot,
    to: Slot,
}

impl Moved {
    fn is_free(self, e: &Expr) -> bool {
        !mentions(e, self.element) && !mentions(e, self.to)
    }

    /// The set that a target is made from: without the element, with the other number. Where the number is in the set
    /// already, or is the element itself, targets of this kind may differ, and the run does not fit.
    fn set(self, target: &Expr) -> Option<&Expr> {
        let ExprKind::Binary(op, a, b) = &target.kind else { return None };
        match op {
            BinaryOp::With if is(b, self.to) => less(a, self.element),
            BinaryOp::Union if is_only(b, self.to) => less(a, self.element),
            BinaryOp::Without if is(b, self.element) => more(a, self.to),
            BinaryOp::Minus if is_only(b, self.element) => more(a, self.to),
            BinaryOp::Flip => match &b.kind {
                ExprKind::Set(items) => match items.as_slice() {
                    [x, y] if is(x, self.element) && is(y, self.to) => Some(a),
                    [x, y] if is(x, self.to) && is(y, self.element) => Some(a),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}

impl Compiler<'_> {
    /// Compiles two binders, of an element and of where it goes, as one run; the guards are those of both and of the move.
    pub(super) fn moving_each(
        &mut self,
        m: &Move,
        target: &Expr,
        binders: [&Binder; 2],
        env: &mut Env,
        next: To,
    ) -> Option<()> {
        let [(element, from), (to, numbers)] = sources(binders)?;
        let moved = Moved { element, to };
        let ExprKind::Range(lo, Some(hi)) = &numbers.kind else { return None };
        if !same_local(moved.set(target)?, from) || !moved.is_free(from) {
            return None;
        }
        let set = self.set_for(from, env)?;
        let mut run = MoveEach { set, least: vec![], most: vec![], keep: vec![], drop: vec![] };
        run.least.push(self.edge_of_moves(lo, 0, moved, env)?);
        run.most.push(self.edge_of_moves(hi, 0, moved, env)?);
        let guards = binders.iter().filter_map(|b| b.guard.as_ref()).chain(&m.guard);
        for guard in guards.flat_map(conjuncts) {
            self.guard_of_moves(guard, moved, &mut run, env, next)?;
        }
        self.code.chain_runs.push(ChainRun::Move(run));
        self.emit(Op::ChainRun(self.code.chain_runs.len() as u32 - 1))
    }

    fn guard_of_moves(
        &mut self,
        guard: &Expr,
        moved: Moved,
        run: &mut MoveEach,
        env: &mut Env,
        next: To,
    ) -> Option<()> {
        match &guard.kind {
            _ if moved.is_free(guard) => self.branch(guard, env, next, false)?,
            ExprKind::In(x, set) if is(x, moved.to) && moved.is_free(set) => {
                run.keep.push(self.set_for(set, env)?);
            }
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::In(x, set) if is(x, moved.to) && moved.is_free(set) => {
                    run.drop.push(self.set_for(set, env)?);
                }
                _ => return None,
            },
            ExprKind::Compare(op @ (CompareOp::Less | CompareOp::LessEqual), a, b) => {
                let strict = i64::from(*op == CompareOp::Less);
                match (offset(a, moved.to), offset(b, moved.to)) {
                    (Some(n), None) => run.most.push(self.edge_of_moves(b, -n - strict, moved, env)?),
                    (None, Some(n)) => run.least.push(self.edge_of_moves(a, strict - n, moved, env)?),
                    _ => return None,
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// A number and `add`, where the number is the element and a constant, or has nothing to do with it.
    fn edge_of_moves(&mut self, e: &Expr, add: i64, moved: Moved, env: &mut Env) -> Option<Edge> {
        if let Some(n) = offset(e, moved.element) {
            return Some(Edge { base: self.constant(n + add)?, slope: 1, length: 0 });
        }
        if !moved.is_free(e) {
            return None;
        }
        let (word, add) = (self.word_for(e, env)?, self.constant(add)?);
        Some(Edge { base: self.word_op(|d| Op::Add(d, word, add))?, slope: 0, length: 0 })
    }
}

fn is(e: &Expr, slot: Slot) -> bool {
    matches!(e.kind, ExprKind::Local(s) if s == slot)
}

fn is_only(e: &Expr, slot: Slot) -> bool {
    matches!(&e.kind, ExprKind::Set(items) if matches!(items.as_slice(), [x] if is(x, slot)))
}

/// The set that loses one element.
fn less(e: &Expr, element: Slot) -> Option<&Expr> {
    let ExprKind::Binary(op, set, x) = &e.kind else { return None };
    let is_lost = match op {
        BinaryOp::Without => is(x, element),
        BinaryOp::Minus => is_only(x, element),
        _ => false,
    };
    is_lost.then_some(set)
}

/// The set that gets one element.
fn more(e: &Expr, element: Slot) -> Option<&Expr> {
    let ExprKind::Binary(op, set, x) = &e.kind else { return None };
    let is_new = match op {
        BinaryOp::With => is(x, element),
        BinaryOp::Union => is_only(x, element),
        _ => false,
    };
    is_new.then_some(set)
}
