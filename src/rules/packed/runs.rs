//! Innermost loops as runs: a move whose last choice is a number in a range, and whose parts change with it
//! by fixed steps, however the rule is spelled.

use super::code::{I, Op, RunPart, RunSpec, To};
use super::compile::{Compiler, Env, Val};
use crate::check::ir::{BinaryOp, Binder, BinderKind, CompareOp, Expr, ExprKind, Move, Slot};
use crate::value::Value;

/// A range that guards have narrowed, as registers.
struct Bounds {
    lo: I,
    hi: I,
}

impl Compiler<'_> {
    /// Compiles a move as runs, if its innermost loop is one; leaves no code behind if it is not.
    pub(super) fn move_as_runs(&mut self, m: &Move, env: &mut Env, next: To) -> Option<()> {
        let (last, outer) = m.binders.split_last()?;
        let BinderKind::In { slots, source, .. } = &last.kind else { return None };
        let (ExprKind::Range(lo, Some(hi)), [slot]) = (&source.kind, slots.as_slice()) else { return None };
        let before = self.code.clone();
        let done =
            self.each(outer, env, next, &mut |c, env, next| c.run(m, last, *slot, (lo, hi), env, next));
        if done.is_none() {
            self.code = before;
            return None;
        }
        self.place(next);
        Some(())
    }

    fn run(
        &mut self,
        m: &Move,
        last: &Binder,
        x: Slot,
        range: (&Expr, &Expr),
        env: &mut Env,
        next: To,
    ) -> Option<()> {
        let (from, to) = (self.word_for(range.0, env)?, self.word_for(range.1, env)?);
        let bounds = Bounds { lo: self.word()?, hi: self.word()? };
        self.emit(Op::Move(bounds.lo, from))?;
        self.emit(Op::Move(bounds.hi, to))?;
        for guard in last.guard.iter().chain(&m.guard) {
            self.narrow(guard, x, &bounds, env, next)?;
        }
        let mut parts = vec![];
        self.run_parts(&m.target, x, env, &mut parts)?;
        if parts.is_empty() || parts.len() > 2 {
            return None;
        }
        self.code.runs.push(RunSpec { lo: bounds.lo, hi: bounds.hi, parts });
        self.emit(Op::Run(self.code.runs.len() as u32 - 1))
    }

    /// Narrows the range by a guard that is linear in `x`, or jumps to `next` by one that has no `x` in it.
    fn narrow(&mut self, guard: &Expr, x: Slot, bounds: &Bounds, env: &mut Env, next: To) -> Option<()> {
        if !mentions(guard, x) {
            return self.branch(guard, env, next, false);
        }
        match &guard.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => {
                self.narrow(a, x, bounds, env, next)?;
                self.narrow(b, x, bounds, env, next)
            }
            ExprKind::Compare(op @ (CompareOp::Less | CompareOp::LessEqual), a, b) => {
                let step = slope(b, x)? - slope(a, x)?;
                let (a, b) = (self.at_zero(a, x, env)?, self.at_zero(b, x, env)?);
                self.narrow_linear(step, a, b, *op == CompareOp::Less, bounds, next)
            }
            _ => None,
        }
    }

    /// Narrows by `step * x + (b - a) >= t`, where t is 1 if the comparison is strict.
    fn narrow_linear(
        &mut self,
        step: i64,
        a: I,
        b: I,
        strict: bool,
        bounds: &Bounds,
        next: To,
    ) -> Option<()> {
        let gap = self.word()?;
        self.emit(Op::Sub(gap, b, a))?;
        let strict = self.constant(i64::from(strict))?;
        self.emit(Op::Sub(gap, gap, strict))?;
        if step == 0 {
            let zero = self.constant(0)?;
            return self.emit(Op::JumpUnlessLe(zero, gap, next));
        }
        // step * x >= -gap: from below by the quotient rounded up, or from above by the one rounded down.
        let by = self.constant(step.checked_abs()?)?;
        let limit = self.word()?;
        self.emit(Op::Div(limit, gap, by))?;
        if step > 0 {
            self.emit(Op::Neg(limit, limit))?;
            self.emit(Op::Max(bounds.lo, bounds.lo, limit))
        } else {
            self.emit(Op::Min(bounds.hi, bounds.hi, limit))
        }
    }

    fn run_parts(&mut self, e: &Expr, x: Slot, env: &mut Env, parts: &mut Vec<RunPart>) -> Option<()> {
        match &e.kind {
            ExprKind::Nothing => Some(()),
            ExprKind::Binary(BinaryOp::Sum, a, b) => {
                self.run_parts(a, x, env, parts)?;
                self.run_parts(b, x, env, parts)
            }
            ExprKind::Position(id, args) => {
                let params = self.machine.program.game(*id).params.clone();
                let mut rules = vec![];
                let mut run_args = vec![];
                for (param, arg) in params.iter().zip(args) {
                    rules.push(if param.is_rule { Some(self.known(arg, env)?) } else { None });
                    if !param.is_rule {
                        run_args.push((self.at_zero(arg, x, env)?, slope(arg, x)?));
                    }
                }
                let instance = self.plan.instance(*id, rules)?;
                parts.push(RunPart { instance, args: run_args });
                Some(())
            }
            _ => None,
        }
    }

    /// The value of an expression where `x` is 0.
    fn at_zero(&mut self, e: &Expr, x: Slot, env: &mut Env) -> Option<I> {
        env.slots[x as usize] = Some(Val::Known(Value::int(0)));
        let word = self.word_for(e, env);
        env.slots[x as usize] = None;
        word
    }
}

fn mentions(e: &Expr, x: Slot) -> bool {
    let mut found = false;
    e.walk(&mut |e| found |= matches!(e.kind, ExprKind::Local(slot) if slot == x));
    found
}

/// By how much an expression grows with `x`, if it is linear in it.
fn slope(e: &Expr, x: Slot) -> Option<i64> {
    if !mentions(e, x) {
        return Some(0);
    }
    match &e.kind {
        ExprKind::Local(_) => Some(1),
        ExprKind::Negate(a) => slope(a, x)?.checked_neg(),
        ExprKind::Binary(BinaryOp::Add, a, b) => slope(a, x)?.checked_add(slope(b, x)?),
        ExprKind::Binary(BinaryOp::Subtract, a, b) => slope(a, x)?.checked_sub(slope(b, x)?),
        ExprKind::Binary(BinaryOp::Multiply, a, b) => match (&a.kind, &b.kind) {
            (ExprKind::Int(n), _) => i64::try_from(n).ok()?.checked_mul(slope(b, x)?),
            (_, ExprKind::Int(n)) => i64::try_from(n).ok()?.checked_mul(slope(a, x)?),
            _ => None,
        },
        _ => None,
    }
    .filter(|s| s.unsigned_abs() < 1 << 20)
}
