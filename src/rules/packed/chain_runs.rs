//! Innermost loops over chains: a set that gets each of some numbers in turn, a set whose elements each move to some numbers,
//! and rows that are cut (`chain_cuts`), however the rule is spelled.

use super::chain_cuts::{offset, same_local, sources};
use super::code::{B, ChainRun, Edge, I, MoveEach, Op, To};
use super::compile::{Class, Compiler, Env, Numbering};
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Move, Slot};
use crate::check::types::Type;

impl Compiler<'_> {
    /// Compiles a move as a run over a chain, if its innermost loop is one; leaves no code behind if it is not.
    pub(super) fn move_over_chain(&mut self, m: &Move, env: &mut Env, next: To) -> Option<()> {
        let (last, outer) = m.binders.split_last()?;
        let BinderKind::In { slots, source, .. } = &last.kind else { return None };
        let ([x], ExprKind::Position(id, args)) = (slots.as_slice(), &m.target.kind) else { return None };
        let game = self.machine.plain().game(*id);
        let mut state = args.iter().enumerate().filter(|(i, _)| !game.params[*i].is_rule).map(|(_, e)| e);
        let (target, None) = (state.next()?, state.next()) else { return None };
        let before = self.code.clone();
        if let [outer @ .., first, second] = m.binders.as_slice() {
            let (class, both) = (self.class(&target.ty)?, [first, second]);
            let is_plain = self.is_plain_set(&target.ty);
            let done = self.each(outer, &[], &mut env.clone(), next, &mut |c, env, next| match class {
                Class::List => c.cutting_rows(m, both, env, next),
                Class::Set if is_plain => c.moving_each(m, target, both, env, next),
                _ => None,
            });
            if done.is_some() {
                self.place(next);
                return Some(());
            }
            self.code = before.clone();
        }
        let guards: Vec<&Expr> = last.guard.iter().chain(&m.guard).flat_map(conjuncts).collect();
        let done = self.each(outer, &[], env, next, &mut |c, env, next| match c.class(&target.ty)? {
            Class::Set if c.is_plain_set(&target.ty) => c.adding_run(target, source, &guards, *x, env, next),
            Class::List => c.cutting_run(target, source, &guards, *x, env, next),
            _ => None,
        });
        if done.is_none() {
            self.code = before;
            return None;
        }
        self.place(next);
        Some(())
    }

    /// Whether it is a set of numbers, each of which is its own bit.
    fn is_plain_set(&self, ty: &Type) -> bool {
        *ty == Type::Set(Box::new(Type::Int)) && self.numbering(ty) == Numbering::Numbers
    }

    /// `E with x` for x in a set of candidates.
    fn adding_run(
        &mut self,
        target: &Expr,
        source: &Expr,
        guards: &[&Expr],
        x: Slot,
        env: &mut Env,
        next: To,
    ) -> Option<()> {
        let candidates = self.set()?;
        let from = self.set_for(source, env)?;
        self.emit(Op::SetMove(candidates, from))?;
        for guard in guards {
            self.sift(guard, x, candidates, env, next)?;
        }
        let base = self.without_added(target, x, candidates, env)?;
        self.code.chain_runs.push(ChainRun::Add { base, candidates });
        self.emit(Op::ChainRun(self.code.chain_runs.len() as u32 - 1))
    }

    /// Keeps the candidates that a guard lets pass, or jumps to `next` by one that has no `x` in it.
    fn sift(&mut self, guard: &Expr, x: Slot, candidates: B, env: &mut Env, next: To) -> Option<()> {
        let is_x = |e: &Expr| matches!(e.kind, ExprKind::Local(s) if s == x);
        if !mentions(guard, x) {
            return self.branch(guard, env, next, false);
        }
        match &guard.kind {
            ExprKind::In(a, set) if is_x(a) && !mentions(set, x) => {
                let set = self.set_for(set, env)?;
                self.emit(Op::SetAnd(candidates, candidates, set))
            }
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::In(a, set) if is_x(a) && !mentions(set, x) => {
                    let set = self.set_for(set, env)?;
                    self.emit(Op::SetMinus(candidates, candidates, set))
                }
                _ => None,
            },
            ExprKind::Compare(op, a, b) if is_x(a) && !mentions(b, x) => {
                let b = self.word_for(b, env)?;
                match op {
                    CompareOp::NotEqual => self.emit(Op::Without(candidates, candidates, b)),
                    CompareOp::LessEqual => self.keep_between(candidates, None, Some((b, 0))),
                    CompareOp::Less => self.keep_between(candidates, None, Some((b, -1))),
                    CompareOp::Equal => None,
                }
            }
            ExprKind::Compare(op, a, b) if is_x(b) && !mentions(a, x) => {
                let a = self.word_for(a, env)?;
                match op {
                    CompareOp::NotEqual => self.emit(Op::Without(candidates, candidates, a)),
                    CompareOp::LessEqual => self.keep_between(candidates, Some((a, 0)), None),
                    CompareOp::Less => self.keep_between(candidates, Some((a, 1)), None),
                    CompareOp::Equal => None,
                }
            }
            _ => None,
        }
    }

    /// Keeps the candidates from and up to some numbers, each a register and what is added to it.
    fn keep_between(&mut self, candidates: B, lo: Option<(I, i64)>, hi: Option<(I, i64)>) -> Option<()> {
        let (least, most) = (self.constant(0)?, self.constant(127)?);
        let lo = match lo {
            None => least,
            Some((word, add)) => {
                let add = self.constant(add)?;
                let word = self.word_op(|d| Op::Add(d, word, add))?;
                self.word_op(|d| Op::Max(d, word, least))?
            }
        };
        let hi = match hi {
            None => most,
            Some((word, add)) => {
                let add = self.constant(add)?;
                let word = self.word_op(|d| Op::Add(d, word, add))?;
                self.word_op(|d| Op::Min(d, word, most))?
            }
        };
        let range = self.set_op(|d| Op::SetRange(d, lo, hi))?;
        self.emit(Op::SetAnd(candidates, candidates, range))
    }

    /// The set that a target adds `x` to.
    fn without_added(&mut self, target: &Expr, x: Slot, candidates: B, env: &mut Env) -> Option<B> {
        let is_x = |e: &Expr| matches!(e.kind, ExprKind::Local(s) if s == x);
        if !mentions(target, x) {
            return None;
        }
        let ExprKind::Binary(op, a, b) = &target.kind else { return None };
        let (in_a, in_b) = (mentions(a, x), mentions(b, x));
        match (op, &b.kind) {
            (BinaryOp::With, _) if is_x(b) && !in_a => self.set_for(a, env),
            (BinaryOp::With, _) if in_a && !in_b => {
                let (base, w) = (self.without_added(a, x, candidates, env)?, self.word_for(b, env)?);
                self.set_op(|d| Op::With(d, base, w))
            }
            (BinaryOp::Without, _) if in_a && !in_b => {
                let (base, w) = (self.without_added(a, x, candidates, env)?, self.word_for(b, env)?);
                self.bail_if_candidate(w, candidates)?;
                self.set_op(|d| Op::Without(d, base, w))
            }
            (BinaryOp::Union, ExprKind::Set(items)) if !in_a && items.len() == 1 && is_x(&items[0]) => {
                self.set_for(a, env)
            }
            (BinaryOp::Flip, ExprKind::Set(items)) if !in_a => {
                let others: Vec<&Expr> = items.iter().filter(|e| !is_x(e)).collect();
                if others.len() + 1 != items.len()
                    || others.len() > 1
                    || others.iter().any(|e| mentions(e, x))
                {
                    return None;
                }
                let mut base = self.set_for(a, env)?;
                for other in others {
                    let (w, one) = (self.word_for(other, env)?, self.empty_set()?);
                    self.bail_if_candidate(w, candidates)?;
                    self.emit(Op::With(one, one, w))?;
                    base = self.set_op(|d| Op::SetXor(d, base, one))?;
                }
                Some(base)
            }
            _ => None,
        }
    }

    /// Adding this number would mean something else than adding the others.
    fn bail_if_candidate(&mut self, w: I, candidates: B) -> Option<()> {
        let (has, fine) = (self.word_op(|d| Op::Has(d, candidates, w))?, self.label());
        self.emit(Op::JumpUnless(has, fine))?;
        self.emit(Op::Bail)?;
        self.place(fine);
        Some(())
    }
}

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
    changed(e, element, BinaryOp::Without, BinaryOp::Minus)
}

/// The set that gets one element.
fn more(e: &Expr, element: Slot) -> Option<&Expr> {
    changed(e, element, BinaryOp::With, BinaryOp::Union)
}

/// The set that is changed by an element, or by the set of that element alone.
fn changed(e: &Expr, element: Slot, by_element: BinaryOp, by_set: BinaryOp) -> Option<&Expr> {
    let ExprKind::Binary(op, set, x) = &e.kind else { return None };
    let is_changed = *op == by_element && is(x, element) || *op == by_set && is_only(x, element);
    is_changed.then_some(set)
}

pub(super) fn mentions(e: &Expr, x: Slot) -> bool {
    let mut found = false;
    e.walk(&mut |e| found |= matches!(e.kind, ExprKind::Local(slot) if slot == x));
    found
}

pub(super) fn conjuncts(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => [conjuncts(a), conjuncts(b)].concat(),
        _ => vec![e],
    }
}
