//! Words in registers: numbers, truth values, cells and cases, and what folds make of them.

use super::code::{I, Op, Reg, To};
use super::compile::{Class, Compiler, Env, Numbering, Val};
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold};
use crate::check::types::Type;
use crate::rules::narrow::own_range;
use crate::value::Value;

/// Lists that are known and have so many entries stay where they are.
const LONG_LIST: usize = 256;

impl<'c> Compiler<'c> {
    pub(super) fn word_expr(&mut self, e: &Expr, env: &mut Env) -> Option<u16> {
        use ExprKind::*;
        match &e.kind {
            Negate(a) => {
                let a = self.word_for(a, env)?;
                self.word_op(|d| Op::Neg(d, a))
            }
            Not(_) | Compare(..) | In(..) | Binary(BinaryOp::And | BinaryOp::Or, ..) => self.truth(e, env),
            For(Fold::Any | Fold::All | Fold::None, ..) => self.truth(e, env),
            For(fold, item, binders) => self.fold(*fold, item, binders, env),
            Binary(op, a, b) => {
                let a = self.word_for(a, env)?;
                let before = self.code.ops.len();
                let b = self.word_for(b, env)?;
                if *op == BinaryOp::Divide
                    && let Some(times) = self.taken_back_power_of_2(b, before)
                {
                    return self.word_op(|d| Op::Halve(d, a, times));
                }
                self.arithmetic(*op, a, b)
            }
            Cell(row, col) => {
                let (r, c) = (self.word_for(row, env)?, self.word_for(col, env)?);
                self.word_op(|d| Op::Cell(d, r, c))
            }
            Field(p, is_row) => {
                let p = self.word_for(p, env)?;
                self.word_op(|d| if *is_row { Op::Row(d, p) } else { Op::Col(d, p) })
            }
            Index(base, i) => self.index(base, i, env),
            Builtin(f, args) => self.word_builtin(*f, args, env),
            _ => None,
        }
    }

    pub(super) fn arithmetic(&mut self, op: BinaryOp, a: u16, b: u16) -> Option<u16> {
        self.word_op(|d| match op {
            BinaryOp::Add => Op::Add(d, a, b),
            BinaryOp::Subtract => Op::Sub(d, a, b),
            BinaryOp::Multiply => Op::Mul(d, a, b),
            BinaryOp::Divide => Op::Div(d, a, b),
            BinaryOp::Mod => Op::Mod(d, a, b),
            BinaryOp::Power => Op::Pow(d, a, b),
            BinaryOp::Xor => Op::Xor(d, a, b),
            _ => Op::Bail,
        })
    }

    /// The exponent, if the last instruction, which came after some others, makes a power of 2 in a register: it is taken back, as a
    /// division needs no more than the exponent. `code / 2^i mod 2` reads digits, and there `2^i` may be larger than any word. A power
    /// that has a name was made before.
    fn taken_back_power_of_2(&mut self, power: I, before: usize) -> Option<I> {
        if self.code.ops.len() <= before {
            return None;
        }
        let Some(Op::Pow(made, base, times)) = self.code.ops.last().copied() else { return None };
        let here = Some(self.code.ops.len() as u32);
        let is_two = self.code.constants.contains(&(base, 2));
        if made != power || !is_two || self.labels.contains(&here) {
            return None;
        }
        self.code.ops.pop();
        Some(times)
    }

    /// An entry of a long list that is known: the list is not put into a register, which takes a word for each of its entries.
    fn entry_of_known(&mut self, base: &Expr, i: &Expr, env: &mut Env) -> Option<u16> {
        let Value::List(list) = self.known(base, env)? else { return None };
        if list.len() < LONG_LIST {
            return None;
        }
        let (i, words) = (self.word_for(i, env)?, self.known_words(list.iter())?);
        let (one, last, outside, fine) =
            (self.constant(1)?, self.constant(words.len() as i64)?, self.label(), self.label());
        self.emit(Op::JumpUnlessLe(one, i, outside))?;
        self.emit(Op::JumpUnlessLe(i, last, outside))?;
        self.emit(Op::Jump(fine))?;
        self.place(outside);
        self.emit(Op::Bail)?;
        self.place(fine);
        let (at, pool) = (self.word_op(|d| Op::Sub(d, i, one))?, self.list_in_pool(words));
        self.word_op(|d| Op::Entry(d, at, pool))
    }

    pub(super) fn index(&mut self, base: &Expr, i: &Expr, env: &mut Env) -> Option<u16> {
        let mark = self.mark();
        if let Some(entry) = self.entry_of_known(base, i, env) {
            return Some(entry);
        }
        self.back(&mark);
        let (list, i) = (self.list_for(base, env)?, self.word_for(i, env)?);
        match base.ty {
            Type::List(_) => self.word_op(|d| Op::Get(d, list, i)),
            Type::Map(..) => self.word_op(|d| Op::MapGet(d, list, i)),
            _ => None,
        }
    }

    pub(super) fn word_builtin(&mut self, f: Builtin, args: &[Expr], env: &mut Env) -> Option<u16> {
        use Builtin as F;
        if matches!(f, F::Min | F::Max) && args.len() > 1 {
            let words: Vec<u16> = args.iter().map(|a| self.word_for(a, env)).collect::<Option<_>>()?;
            let fold = |c: &mut Self, a: u16, b: u16| {
                c.word_op(|d| if f == F::Min { Op::Min(d, a, b) } else { Op::Max(d, a, b) })
            };
            return words[1..].iter().try_fold(words[0], |a, b| fold(self, a, *b));
        }
        if f == F::Abs {
            let a = self.word_for(&args[0], env)?;
            return self.word_op(|d| Op::Abs(d, a));
        }
        if matches!(f, F::Total | F::NimSum) {
            return self.all_together(f, &args[0], env);
        }
        match self.class(&args[0].ty)? {
            Class::Flat if f == F::Size => self.size(&args[0], env),
            Class::Flat if matches!(args[0].kind, ExprKind::For(..) | ExprKind::Binary(..)) => {
                self.extreme_of_made(f, &args[0], env)
            }
            Class::Set => {
                let s = self.set_for(&args[0], env)?;
                let numbering = self.numbering(&args[0].ty);
                if matches!(numbering, Numbering::Over(_)) && f != F::Size {
                    return None;
                }
                let r = self.word_op(|d| match f {
                    F::Size => Op::Count(d, s),
                    F::Least | F::Min => Op::Least(d, s),
                    F::Largest | F::Max => Op::Largest(d, s),
                    F::Mex => Op::LeastMissing(d, s),
                    _ => Op::Bail,
                })?;
                let known = matches!(f, F::Size | F::Least | F::Min | F::Largest | F::Max | F::Mex);
                let is_cell = numbering == Numbering::Cells && matches!(f, F::Least | F::Largest);
                let r = if is_cell { self.word_op(|d| Op::BitToCell(d, r))? } else { r };
                known.then_some(r)
            }
            Class::List if f == F::Size => {
                let l = self.list_for(&args[0], env)?;
                self.word_op(|d| Op::Len(d, l))
            }
            Class::List => {
                let l = self.list_for(&args[0], env)?;
                self.least_or_largest(f, &args[0].ty, l)
            }
            Class::Map if f == F::Size => {
                let l = self.list_for(&args[0], env)?;
                let (len, two) = (self.word_op(|d| Op::Len(d, l))?, self.constant(2)?);
                self.word_op(|d| Op::Div(d, len, two))
            }
            _ => None,
        }
    }

    /// The sum or the nim-sum of the numbers in a collection.
    fn all_together(&mut self, f: Builtin, of: &Expr, env: &mut Env) -> Option<u16> {
        if of.ty.element() != Some(Type::Int) || matches!(of.ty, Type::Map(..)) {
            return None;
        }
        if let (ExprKind::For(Fold::List, item, binders), Builtin::Total) = (&of.kind, f) {
            return self.fold(Fold::Sum, item, binders, env);
        }
        let total = self.counter(0)?;
        self.source(of, &mut env.clone(), true, &mut |c, val, _| {
            let Reg::I(x) = c.in_register(val, &Type::Int)? else { return None };
            c.emit(if f == Builtin::NimSum { Op::Xor(total, total, x) } else { Op::Add(total, total, x) })
        })?;
        Some(total)
    }

    /// The sum of the entries of a known list from a place to another: by the sums of its first entries.
    fn sum_of_known(&mut self, item: &Expr, binders: &[Binder], env: &mut Env) -> Option<u16> {
        let [Binder { kind: BinderKind::In { slots, source, .. }, guard: None, .. }] = binders else {
            return None;
        };
        let (ExprKind::Index(base, i), ExprKind::Range(lo, Some(hi))) = (&item.kind, &source.kind) else {
            return None;
        };
        let Value::List(list) = self.known(base, env)? else { return None };
        if item.ty != Type::Int || i.local() != Some(*slots.first()?) {
            return None;
        }
        let mut sums = vec![0i64];
        for entry in &list {
            sums.push(sums.last()?.checked_add(entry.as_i64()?)?);
        }
        let (lo, hi) = (self.word_for(lo, env)?, self.word_for(hi, env)?);
        let (total, one, last) = (self.counter(0)?, self.constant(1)?, self.constant(list.len() as i64)?);
        let (outside, done, pool) = (self.label(), self.label(), self.list_in_pool(sums));
        self.emit(Op::JumpUnlessLe(lo, hi, done))?;
        self.emit(Op::JumpUnlessLe(one, lo, outside))?;
        self.emit(Op::JumpUnlessLe(hi, last, outside))?;
        let before = self.word_op(|d| Op::Sub(d, lo, one))?;
        let (first, all) =
            (self.word_op(|d| Op::Entry(d, before, pool))?, self.word_op(|d| Op::Entry(d, hi, pool))?);
        self.emit(Op::Sub(total, all, first))?;
        self.emit(Op::Jump(done))?;
        self.place(outside);
        self.emit(Op::Bail)?;
        self.place(done);
        Some(total)
    }

    /// The least or the largest number of a collection of runs, which is not made for it.
    fn extreme_of_made(&mut self, f: Builtin, of: &Expr, env: &mut Env) -> Option<u16> {
        use Builtin as F;
        if of.ty.element() != Some(Type::Int) || !matches!(f, F::Least | F::Min | F::Largest | F::Max) {
            return None;
        }
        let is_least = matches!(f, F::Least | F::Min);
        let (total, seen) = (self.counter(0)?, self.counter(0)?);
        self.source(of, &mut env.clone(), false, &mut |c, val, _| {
            let Reg::I(x) = c.in_register(val, &Type::Int)? else { return None };
            c.take_extreme(!is_least, total, seen, x)
        })?;
        self.bail_unless(seen)?;
        Some(total)
    }

    /// One more number of those of which the least or the largest is looked for.
    fn take_extreme(&mut self, is_largest: bool, total: I, seen: I, x: I) -> Option<()> {
        let (again, done) = (self.label(), self.label());
        self.emit(Op::JumpIf(seen, again))?;
        self.emit(Op::Const(seen, 1))?;
        self.emit(Op::Move(total, x))?;
        self.emit(Op::Jump(done))?;
        self.place(again);
        self.emit(if is_largest { Op::Max(total, total, x) } else { Op::Min(total, total, x) })?;
        self.place(done);
        Some(())
    }

    pub(super) fn bail_unless(&mut self, seen: I) -> Option<()> {
        let fine = self.label();
        self.emit(Op::JumpIf(seen, fine))?;
        self.emit(Op::Bail)?;
        self.place(fine);
        Some(())
    }

    /// The least or the largest number of a list or a bag, which must have one.
    fn least_or_largest(&mut self, f: Builtin, ty: &Type, l: u16) -> Option<u16> {
        use Builtin as F;
        if !matches!(f, F::Least | F::Min | F::Largest | F::Max) || matches!(ty, Type::Map(..)) {
            return None;
        }
        let is_least = matches!(f, F::Least | F::Min);
        let last = if is_least { self.constant(1)? } else { self.word_op(|d| Op::Len(d, l))? };
        let end = self.word_op(|d| Op::Get(d, l, last))?;
        if matches!(ty, Type::Bag(_)) {
            return Some(end);
        }
        let total = self.word_op(|d| Op::Move(d, end))?;
        self.list_loop(l, &mut |c, val, _| {
            let Val::I(x) = val else { return None };
            c.emit(if is_least { Op::Min(total, total, x) } else { Op::Max(total, total, x) })
        })?;
        Some(total)
    }

    pub(super) fn fold(&mut self, fold: Fold, item: &Expr, binders: &[Binder], env: &mut Env) -> Option<u16> {
        if matches!(fold, Fold::Max | Fold::Min)
            && let Some(range) = own_range(item, binders)
        {
            return self.extreme_of_range(fold == Fold::Max, &binders[0], range, env);
        }
        if fold == Fold::Sum {
            let mark = self.mark();
            if let Some(sum) = self.sum_of_known(item, binders, &mut env.clone()) {
                return Some(sum);
            }
            self.back(&mark);
        }
        if fold == Fold::Count
            && let Some(those) = self.counted(item, binders, env)
        {
            return self.word_op(|d| Op::Count(d, those));
        }
        let (total, seen, one) = (self.counter(0)?, self.counter(0)?, self.constant(1)?);
        let next = self.label();
        if fold == Fold::Count
            && let Some(done) = self.each_divisor(binders, (item, true), env, next, &mut |c, _, _| {
                c.emit(Op::Add(total, total, one))
            })
        {
            self.place(next);
            return done.map(|()| total);
        }
        let mut body = |c: &mut Compiler<'c>, env: &mut Env, next: To| match fold {
            Fold::Count => {
                c.branch(item, env, next, false)?;
                c.emit(Op::Add(total, total, one))
            }
            Fold::Sum => {
                let x = c.word_for(item, env)?;
                c.emit(Op::Add(total, total, x))
            }
            Fold::Max | Fold::Min => {
                let x = c.word_for(item, env)?;
                c.take_extreme(fold == Fold::Max, total, seen, x)
            }
            _ => None,
        };
        if matches!(fold, Fold::Max | Fold::Min) {
            self.each(binders, &[item], env, next, &mut body)?;
        } else {
            self.each_once(binders, &[item], env, next, &mut body)?;
        }
        self.place(next);
        if matches!(fold, Fold::Max | Fold::Min) {
            self.bail_unless(seen)?;
        }
        Some(total)
    }
}
