//! Sets of bits in registers: what operators, comprehensions and native functions make of them.

use super::code::{Op, Reg};
use super::compile::{Compiler, Env, Numbering};
use super::registers::parts_of;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Expr, ExprKind, Fold};
use crate::check::types::Type;

impl Compiler<'_> {
    pub(super) fn set_expr(&mut self, e: &Expr, env: &mut Env) -> Option<u16> {
        let numbering = self.numbering(&e.ty);
        let cells = numbering == Numbering::Cells;
        match &e.kind {
            ExprKind::Binary(op @ (BinaryOp::With | BinaryOp::Without), a, b) => {
                let (s, x) = (self.set_for(a, env)?, self.element_for(b, numbering, env)?);
                self.set_op(|d| match (op, cells) {
                    (BinaryOp::With, false) => Op::With(d, s, x),
                    (BinaryOp::With, true) => Op::WithCell(d, s, x),
                    (_, false) => Op::Without(d, s, x),
                    (_, true) => Op::WithoutCell(d, s, x),
                })
            }
            ExprKind::Binary(BinaryOp::Common, a, b) => {
                // What lies on the grid clips the other one, whichever of them is written first.
                let (on, other) = if is_made(a) && !is_made(b) { (b, a) } else { (a, b) };
                let on = self.set_for(on, env)?;
                let other = self.set_within(other, on, env)?;
                self.set_op(|d| Op::SetAnd(d, on, other))
            }
            ExprKind::Binary(op, a, b) => {
                let a = self.set_for(a, env)?;
                let b =
                    if *op == BinaryOp::Minus { self.set_within(b, a, env)? } else { self.set_for(b, env)? };
                self.set_op(|d| match op {
                    BinaryOp::Union => Op::SetOr(d, a, b),
                    BinaryOp::Minus => Op::SetMinus(d, a, b),
                    BinaryOp::Flip => Op::SetXor(d, a, b),
                    _ => Op::Bail,
                })
            }
            ExprKind::Range(lo, Some(hi)) if numbering == Numbering::Numbers => {
                let (lo, hi) = (self.word_for(lo, env)?, self.word_for(hi, env)?);
                self.set_op(|d| Op::SetRange(d, lo, hi))
            }
            ExprKind::Set(items) => {
                let d = self.empty_set()?;
                for item in items {
                    self.add_to(d, item, numbering, env)?;
                }
                Some(d)
            }
            ExprKind::For(Fold::Set, item, binders) => {
                let mark = self.mark();
                if let Some(of) = e.truths_of()
                    && let Some(set) = self.those_true(of, &e.ty, env)
                {
                    return Some(set);
                }
                self.back(&mark);
                let known = self.set_by_element(e, env, false).or_else(|| self.filtered(item, binders, env));
                if known.is_some() {
                    return known;
                }
                let (d, next) = (self.empty_set()?, self.label());
                self.each(binders, &[item], env, next, &mut |c, env, _| c.add_to(d, item, numbering, env))?;
                self.place(next);
                Some(d)
            }
            ExprKind::Builtin(f, args) => match numbering {
                Numbering::Over(over) if *f == Builtin::Connected => self.connected(args, over, env),
                Numbering::Over(_) => None,
                _ => self.set_builtin(*f, args, env),
            },
            _ => None,
        }
    }

    pub(super) fn empty_set(&mut self) -> Option<u16> {
        self.code.sets.push(0);
        let pool = self.code.sets.len() as u32 - 1;
        self.set_op(|d| Op::SetConst(d, pool))
    }

    fn add_to(&mut self, set: u16, item: &Expr, numbering: Numbering, env: &mut Env) -> Option<()> {
        let x = self.element_for(item, numbering, env)?;
        self.emit(if numbering == Numbering::Cells {
            Op::WithCell(set, set, x)
        } else {
            Op::With(set, set, x)
        })
    }

    pub(super) fn set_builtin(&mut self, f: Builtin, args: &[Expr], env: &mut Env) -> Option<u16> {
        match f {
            Builtin::Turned | Builtin::Mirrored | Builtin::Shifted => {
                let s = self.set_for(&args[0], env)?;
                self.set_op(|d| match f {
                    Builtin::Turned => Op::Turned(d, s),
                    Builtin::Mirrored => Op::Mirrored(d, s),
                    _ => Op::Shifted(d, s),
                })
            }
            Builtin::Ray => {
                let p = self.word_for(&args[0], env)?;
                let step = self.value(&args[1], env)?;
                let [rows, cols] = parts_of(&step)?.try_into().ok()?;
                let on = self.set_for(&args[2], env)?;
                let (Reg::I(rows), Reg::I(cols)) =
                    (self.in_register(rows, &Type::Int)?, self.in_register(cols, &Type::Int)?)
                else {
                    return None;
                };
                self.set_op(|d| Op::Ray(d, p, rows, cols, on))
            }
            Builtin::Indices if matches!(args[0].ty, Type::List(_)) => {
                let (one, len) = (self.constant(1)?, self.size(&args[0], env)?);
                self.set_op(|d| Op::SetRange(d, one, len))
            }
            Builtin::Indices if matches!(args[0].ty, Type::Map(..)) => self.keys_of(&args[0], env),
            _ => None,
        }
    }
}

impl Compiler<'_> {
    /// The keys of a map as a set.
    fn keys_of(&mut self, map: &Expr, env: &mut Env) -> Option<u16> {
        let key = map.ty.element()?;
        if let Some(bits) = self.bits_of_keys(map, &Type::Set(Box::new(key.clone())), false, env) {
            return Some(bits);
        }
        let d = self.empty_set()?;
        self.source(map, env, true, &mut |c, val, _| {
            let Reg::I(x) = c.in_register(val, &key)? else { return None };
            c.emit(if key == Type::Cell { Op::WithCell(d, d, x) } else { Op::With(d, d, x) })
        })?;
        Some(d)
    }
}

/// Whether elements of a set are computed, and may be others than those of the sets at hand.
fn is_made(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Without | BinaryOp::Minus, a, _) => is_made(a),
        ExprKind::Binary(BinaryOp::Common, a, b) => is_made(a) && is_made(b),
        ExprKind::Binary(BinaryOp::Union, a, b) => is_made(a) || is_made(b),
        _ => !matches!(e.kind, ExprKind::Local(_) | ExprKind::Global(_)),
    }
}
