//! Expressions: their values in registers, and conditions as jumps.

use super::code::{Op, Reg, To};
use super::compile::{Class, Compiler, Env, Numbering, Val};
use super::loops::word_of;
use crate::builtin::collection::elements;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Expr, ExprKind, Fold, LetId};
use crate::check::types::{Shape, Type};
use crate::rules::narrow::own_range;
use crate::value::Value;
use num_traits::ToPrimitive;

impl<'c> Compiler<'c> {
    /// The value of an expression, wherever it is best kept; what has no code is left to the general evaluation.
    pub(super) fn value(&mut self, e: &Expr, env: &mut Env) -> Option<Val> {
        if let Some(known) = self.known(e, env) {
            return Some(Val::Known(known));
        }
        let mark = self.mark();
        self.value_in_code(e, &mut env.clone()).or_else(|| {
            self.back(&mark);
            self.set_by_element(e, env, false).map(Val::B).or_else(|| self.aside(e, env))
        })
    }

    fn value_in_code(&mut self, e: &Expr, env: &mut Env) -> Option<Val> {
        if let Some(r) = self.remembered(e, env) {
            return Some(Val::I(r));
        }
        match &e.kind {
            ExprKind::Local(slot) => return env.slots[*slot as usize].clone(),
            ExprKind::Tuple(parts) => {
                return parts.iter().map(|p| self.value(p, env)).collect::<Option<_>>().map(Val::Tuple);
            }
            ExprKind::Call(id, args) => return self.call(*id, args, env),
            ExprKind::CallLocal(slot, args) => {
                let Some(Val::Known(Value::Function(id, _))) = &env.slots[*slot as usize] else {
                    return None;
                };
                let id = LetId(*id);
                return self.call(id, args, env);
            }
            ExprKind::If(c, a, b) => return self.choose(c, a, b, env),
            ExprKind::Builtin(Builtin::Iterate, args) => return self.iterated(args, env),
            ExprKind::Index(base, i) if matches!(base.ty, Type::Tuple(_)) => {
                let (parts, place) = (self.value(base, env)?, self.known(i, env)?);
                let place = usize::try_from(word_of(&place)?).ok()?.checked_sub(1)?;
                return parts_of(&parts)?.into_iter().nth(place);
            }
            ExprKind::Index(base, _) if super::texts::is_list_of_texts(&base.ty) => {
                let mark = self.mark();
                if let Some(letter) = self.letters(e, &mut env.clone()) {
                    return Some(letter);
                }
                self.back(&mark);
            }
            _ => {}
        }
        match &e.kind {
            ExprKind::Builtin(Builtin::Letters, _) => return self.letters(e, env),
            ExprKind::Index(base, i) if self.is_flat(&base.ty) => return self.flat_index(base, i, env),
            _ => {}
        }
        match self.class(&e.ty)? {
            Class::Word => self.word_expr(e, env).map(Val::I),
            Class::Set => self.set_expr(e, env).map(Val::B),
            Class::List => self.list_expr(e, env).map(Val::L),
            Class::Map => self.map_expr(e, env).or_else(|| self.flat_expr(e, env)).map(Val::L),
            Class::Flat => self.flat_expr(e, env).map(Val::L),
        }
    }

    pub(super) fn call(&mut self, id: LetId, args: &[Expr], env: &mut Env) -> Option<Val> {
        let mut inner = self.inline(id, args, env)?;
        let body = self.machine.plain().definition(id).body.clone();
        self.nested(|c| c.value(&body, &mut inner))
    }

    /// The frame of a definition that is inlined: its arguments, checked against their declared types.
    pub(super) fn inline(&mut self, id: LetId, args: &[Expr], env: &mut Env) -> Option<Env> {
        let definition = self.machine.plain().definition(id);
        let mut inner = Env::new(definition.slots.len());
        for (i, (param, arg)) in definition.params.iter().zip(args).enumerate() {
            let val = self.value(arg, env)?;
            match (&param.shape, &val) {
                (Shape::Any, _) => {}
                (Shape::Range(lo, hi), Val::I(r)) => {
                    let bound = |n: &Option<num_bigint::BigInt>, open: i64| match n {
                        None => Some(open),
                        Some(n) => n.to_i64(),
                    };
                    self.code.bounds.push((bound(lo, i64::MIN)?, bound(hi, i64::MAX)?));
                    self.emit(Op::Check(*r, self.code.bounds.len() as u32 - 1))?;
                }
                (shape, Val::Known(v)) => {
                    let param = crate::check::ir::Param { shape: shape.clone(), ..param.clone() };
                    if crate::rules::shape::misfit(&param, v).is_some() {
                        self.emit(Op::Bail)?;
                    }
                }
                // Elements of sets and lists in registers: natural numbers are what they hold.
                (Shape::Elements(s), Val::B(_))
                    if **s == Shape::nat() && self.numbering(&param.ty) == Numbering::Numbers => {}
                (shape, val) => self.fitting(val, &param.ty, shape)?,
            }
            inner.slots[i] = Some(val);
        }
        Some(inner)
    }

    pub(super) fn choose(&mut self, c: &Expr, a: &Expr, b: &Expr, env: &mut Env) -> Option<Val> {
        if let Some(Value::Bool(known)) = self.known(c, env) {
            return self.value(if known { a } else { b }, env);
        }
        if let Type::Tuple(_) = a.ty {
            return self.choose_tuple(c, a, b, env);
        }
        let (val, reg) = self.register_for(&a.ty)?;
        self.either(c, env, |s, env| s.value_into(a, env, reg), |s, env| s.value_into(b, env, reg))?;
        Some(val)
    }

    /// One of two tuples, part by part in the same registers.
    fn choose_tuple(&mut self, c: &Expr, a: &Expr, b: &Expr, env: &mut Env) -> Option<Val> {
        let (val, to) = self.room(&a.ty)?;
        let store = |s: &mut Self, e: &Expr, env: &mut Env| {
            let mut from = vec![];
            let val = s.value(e, env)?;
            s.in_registers(val, &e.ty, &mut from)?;
            from.iter().zip(&to.regs).try_for_each(|(from, to)| s.moved(*from, *to))
        };
        self.either(c, env, |s, env| store(s, a, env), |s, env| store(s, b, env))?;
        Some(val)
    }

    fn moved(&mut self, from: Reg, to: Reg) -> Option<()> {
        match (from, to) {
            (Reg::I(from), Reg::I(to)) => self.emit(Op::Move(to, from)),
            (Reg::B(from), Reg::B(to)) => self.emit(Op::SetMove(to, from)),
            (Reg::L(from), Reg::L(to)) => self.emit(Op::ListMove(to, from)),
            _ => None,
        }
    }

    /// `iterate(f, x, n)`: a loop from registers to the same registers, which ends where nothing changes any more.
    fn iterated(&mut self, args: &[Expr], env: &mut Env) -> Option<Val> {
        let [f, first, times] = args else { return None };
        let Some(Value::Function(id, _)) = self.known(f, env) else { return None };
        let (val, now) = self.room(&first.ty)?;
        let mut from = vec![];
        let begun = self.value(first, env)?;
        self.in_registers(begun, &first.ty, &mut from)?;
        from.iter().zip(&now.regs).try_for_each(|(from, to)| self.moved(*from, *to))?;
        let (times, zero) = (self.word_for(times, env)?, self.constant(0)?);
        let (fine, done) = (self.label(), self.label());
        self.emit(Op::JumpUnlessLt(times, zero, fine))?;
        self.emit(Op::Bail)?;
        self.place(fine);
        let local = [Expr { kind: ExprKind::Local(0), ty: first.ty.clone(), span: first.span }];
        let mut inner = Env { slots: vec![Some(val.clone())] };
        self.counting(zero, times, &mut |c, _, _| {
            let (next, changed) = (c.call(LetId(id), &local, &mut inner)?, c.label());
            let mut after = vec![];
            c.in_registers(next, &first.ty, &mut after)?;
            // What comes after may be made of what was before: all of it is ready before any of it is put there.
            let mut made = vec![];
            for (after, now) in after.into_iter().zip(&now.regs) {
                let kept = match after {
                    Reg::I(r) => Reg::I(c.word_op(|d| Op::Move(d, r))?),
                    Reg::B(r) => Reg::B(c.set_op(|d| Op::SetMove(d, r))?),
                    Reg::L(r) => Reg::L(c.list_op(|d| Op::ListMove(d, r))?),
                };
                made.push((kept, *now));
            }
            made.iter().try_for_each(|(after, now)| c.unless_same(*after, *now, changed))?;
            c.emit(Op::Jump(done))?;
            c.place(changed);
            made.iter().try_for_each(|(after, now)| c.moved(*after, *now))
        })?;
        self.place(done);
        Some(val)
    }

    /// Jumps unless two registers of one bank hold the same.
    fn unless_same(&mut self, a: Reg, b: Reg, to: To) -> Option<()> {
        let same = match (a, b) {
            (Reg::I(a), Reg::I(b)) => return self.emit(Op::JumpUnlessEq(a, b, to)),
            (Reg::B(a), Reg::B(b)) => self.word_op(|d| Op::SetEq(d, a, b))?,
            (Reg::L(a), Reg::L(b)) => self.word_op(|d| Op::ListEq(d, a, b))?,
            _ => return None,
        };
        self.emit(Op::JumpUnless(same, to))
    }

    pub(super) fn value_into(&mut self, e: &Expr, env: &mut Env, to: Reg) -> Option<()> {
        match to {
            Reg::I(d) => {
                let fresh_from = self.code.size.0;
                let r = self.word_for(e, env)?;
                if self.retarget(r, d, fresh_from) { Some(()) } else { self.emit(Op::Move(d, r)) }
            }
            Reg::B(d) => {
                let r = self.set_for(e, env)?;
                self.emit(Op::SetMove(d, r))
            }
            Reg::L(d) => {
                let r = self.list_for(e, env)?;
                self.emit(Op::ListMove(d, r))
            }
        }
    }

    /// The value in a register of the bank that its type asks for.
    pub(super) fn in_register(&mut self, val: Val, ty: &Type) -> Option<Reg> {
        match val {
            Val::I(r) => Some(Reg::I(r)),
            Val::B(r) => Some(Reg::B(r)),
            Val::L(r) => Some(Reg::L(r)),
            Val::Letter(r) => self.text_of_letter(r).map(Reg::L),
            Val::Letters(r) => self.texts_of_letters(r).map(Reg::L),
            Val::Leaf { index, over, leaf } => self.leaf(index, over, leaf),
            Val::Tuple(_) => None,
            Val::Known(v) => match self.class(ty)? {
                Class::Word => self.constant(word_of(&v)?).map(Reg::I),
                Class::Set => self.constant_set(&v, ty).map(Reg::B),
                Class::List => {
                    let mut words: Vec<i64> = elements(&v).map(|x| word_of(&x)).collect::<Option<_>>()?;
                    if matches!(v, Value::Bag(_)) {
                        words.sort_unstable();
                    }
                    self.constant_list(Some(words)).map(Reg::L)
                }
                Class::Map => self.constant_list(map_words(&v)).map(Reg::L),
                Class::Flat => {
                    let mut words = vec![];
                    self.form(ty)?.write_run(&v, &self.grid, &mut words)?;
                    self.constant_list(Some(words)).map(Reg::L)
                }
            },
        }
    }

    /// The same, with a register for each part of a tuple.
    pub(super) fn in_registers(&mut self, val: Val, ty: &Type, regs: &mut Vec<Reg>) -> Option<()> {
        if let Type::Tuple(types) = ty {
            let parts = parts_of(&val)?;
            return parts.into_iter().zip(types).try_for_each(|(part, ty)| self.in_registers(part, ty, regs));
        }
        regs.push(self.in_register(val, ty)?);
        Some(())
    }

    pub(super) fn constant_set(&mut self, v: &Value, ty: &Type) -> Option<u16> {
        self.plan.meet(v);
        let bits = self.bits_of(v, ty);
        if bits.is_none() && matches!(self.numbering(ty), Numbering::Over(_)) {
            self.plan.meet_elements(v);
        }
        self.fixed_set(bits?)
    }

    pub(super) fn constant_list(&mut self, words: Option<Vec<i64>>) -> Option<u16> {
        let d = self.list()?;
        self.code.lists.push(words?);
        self.emit(Op::ListConst(d, self.code.lists.len() as u32 - 1))?;
        Some(d)
    }

    pub(super) fn word_for(&mut self, e: &Expr, env: &mut Env) -> Option<u16> {
        let val = self.value(e, env)?;
        match self.in_register(val, &e.ty)? {
            Reg::I(r) => Some(r),
            _ => None,
        }
    }

    pub(super) fn set_for(&mut self, e: &Expr, env: &mut Env) -> Option<u16> {
        let val = self.value(e, env)?;
        match self.in_register(val, &e.ty)? {
            Reg::B(r) => Some(r),
            _ => None,
        }
    }

    pub(super) fn list_for(&mut self, e: &Expr, env: &mut Env) -> Option<u16> {
        let val = self.value(e, env)?;
        self.in_list(val, &e.ty)
    }

    pub(super) fn in_list(&mut self, val: Val, ty: &Type) -> Option<u16> {
        match self.in_register(val, ty)? {
            Reg::L(r) => Some(r),
            _ => None,
        }
    }

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
                let (a, b) = (self.word_for(a, env)?, self.word_for(b, env)?);
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

    pub(super) fn word_op(&mut self, op: impl FnOnce(u16) -> Op) -> Option<u16> {
        let d = self.word()?;
        self.emit(op(d))?;
        Some(d)
    }

    pub(super) fn set_op(&mut self, op: impl FnOnce(u16) -> Op) -> Option<u16> {
        let d = self.set()?;
        self.emit(op(d))?;
        Some(d)
    }

    pub(super) fn list_op(&mut self, op: impl FnOnce(u16) -> Op) -> Option<u16> {
        let d = self.list()?;
        self.emit(op(d))?;
        Some(d)
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

    pub(super) fn index(&mut self, base: &Expr, i: &Expr, env: &mut Env) -> Option<u16> {
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
                self.end_of_sorted(f, &args[0].ty, l)
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
        let total = self.counter(0)?;
        self.source(of, &mut env.clone(), true, &mut |c, val, _| {
            let Reg::I(x) = c.in_register(val, &Type::Int)? else { return None };
            c.emit(if f == Builtin::NimSum { Op::Xor(total, total, x) } else { Op::Add(total, total, x) })
        })?;
        Some(total)
    }

    /// The least or the largest number of a list or a bag, which must have one.
    fn end_of_sorted(&mut self, f: Builtin, ty: &Type, l: u16) -> Option<u16> {
        use Builtin as F;
        if ty.element() != Some(Type::Int) || !matches!(f, F::Least | F::Min | F::Largest | F::Max) {
            return None;
        }
        let sorted = if matches!(ty, Type::Bag(_)) { l } else { self.list_op(|d| Op::Sort(d, l))? };
        let at = match f {
            F::Least | F::Min => self.constant(1)?,
            _ => self.word_op(|d| Op::Len(d, sorted))?,
        };
        self.word_op(|d| Op::Get(d, sorted, at))
    }

    pub(super) fn fold(
        &mut self,
        fold: Fold,
        item: &Expr,
        binders: &[crate::check::ir::Binder],
        env: &mut Env,
    ) -> Option<u16> {
        if matches!(fold, Fold::Max | Fold::Min)
            && let Some(range) = own_range(item, binders)
        {
            return self.extreme_of_range(fold == Fold::Max, &binders[0], range, env);
        }
        let (total, seen, one) = (self.counter(0)?, self.counter(0)?, self.constant(1)?);
        let next = self.label();
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
                let (x, again, done) = (c.word_for(item, env)?, c.label(), c.label());
                c.emit(Op::JumpIf(seen, again))?;
                c.emit(Op::Const(seen, 1))?;
                c.emit(Op::Move(total, x))?;
                c.emit(Op::Jump(done))?;
                c.place(again);
                c.emit(if fold == Fold::Max { Op::Max(total, total, x) } else { Op::Min(total, total, x) })?;
                c.place(done);
                Some(())
            }
            _ => None,
        };
        if matches!(fold, Fold::Max | Fold::Min) {
            self.each(binders, env, next, &mut body)?;
        } else {
            self.each_once(binders, env, next, &mut body)?;
        }
        self.place(next);
        if matches!(fold, Fold::Max | Fold::Min) {
            let fine = self.label();
            self.emit(Op::JumpIf(seen, fine))?;
            self.emit(Op::Bail)?;
            self.place(fine);
        }
        Some(total)
    }

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
                let (on, other) = (self.set_for(on, env)?, self.set_within(other, env)?);
                self.set_op(|d| Op::SetAnd(d, on, other))
            }
            ExprKind::Binary(op, a, b) => {
                let a = self.set_for(a, env)?;
                let b = if *op == BinaryOp::Minus { self.set_within(b, env)? } else { self.set_for(b, env)? };
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
                let known = self.set_by_element(e, env, false).or_else(|| self.filtered(item, binders, env));
                if known.is_some() {
                    return known;
                }
                let (d, next) = (self.empty_set()?, self.label());
                self.each(binders, env, next, &mut |c, env, _| c.add_to(d, item, numbering, env))?;
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
            _ => None,
        }
    }

    pub(super) fn built(&mut self, items: &[Expr], env: &mut Env) -> Option<u16> {
        let words: Vec<u16> = items.iter().map(|i| self.word_for(i, env)).collect::<Option<_>>()?;
        let mark = self.word_op(Op::Begin)?;
        for w in words {
            self.emit(Op::Push(w))?;
        }
        self.list_op(|d| Op::End(d, mark))
    }

    pub(super) fn list_expr(&mut self, e: &Expr, env: &mut Env) -> Option<u16> {
        match &e.kind {
            ExprKind::Binary(BinaryOp::Concat, a, b) => {
                let (a, b) = (self.list_for(a, env)?, self.list_for(b, env)?);
                self.list_op(|d| Op::Concat(d, a, b))
            }
            ExprKind::List(items) => self.built(items, env),
            ExprKind::Binary(op @ (BinaryOp::With | BinaryOp::Without), a, b) => {
                let (l, x) = (self.list_for(a, env)?, self.word_for(b, env)?);
                self.list_op(
                    |d| if *op == BinaryOp::With { Op::Insert(d, l, x) } else { Op::Remove(d, l, x) },
                )
            }
            ExprKind::Bag(items) => {
                let unsorted = self.built(items, env)?;
                self.list_op(|d| Op::Sort(d, unsorted))
            }
            ExprKind::For(fold @ (Fold::List | Fold::Bag), item, binders) => {
                if *fold == Fold::List
                    && let Some(sliced) = self.sliced_list(item, binders, env)
                {
                    return Some(sliced);
                }
                if *fold == Fold::List
                    && let Some(edited) = self.edited_list(item, binders, env)
                {
                    return Some(edited);
                }
                let (mark, next) = (self.word_op(Op::Begin)?, self.label());
                self.each_once(binders, env, next, &mut |c, env, _| {
                    let x = c.word_for(item, env)?;
                    c.emit(Op::Push(x))
                })?;
                self.place(next);
                let l = self.list_op(|d| Op::End(d, mark))?;
                if *fold == Fold::Bag { self.list_op(|d| Op::Sort(d, l)) } else { Some(l) }
            }
            ExprKind::Builtin(Builtin::Put, args) => {
                let l = self.list_for(&args[0], env)?;
                let (i, x) = (self.word_for(&args[1], env)?, self.word_for(&args[2], env)?);
                self.list_op(|d| Op::Put(d, l, i, x))
            }
            ExprKind::Builtin(f @ (Builtin::Sort | Builtin::Reverse), args) => {
                let l = self.list_for(&args[0], env)?;
                self.list_op(|d| if *f == Builtin::Sort { Op::Sort(d, l) } else { Op::Reverse(d, l) })
            }
            _ => None,
        }
    }
}

impl Compiler<'_> {
    /// A map, as keys and values in turn.
    fn map_expr(&mut self, e: &Expr, env: &mut Env) -> Option<u16> {
        match &e.kind {
            ExprKind::Builtin(Builtin::Put, args) => {
                let map = self.list_for(&args[0], env)?;
                let (key, value) = (self.word_for(&args[1], env)?, self.word_for(&args[2], env)?);
                self.list_op(|d| Op::MapPut(d, map, key, value))
            }
            ExprKind::MapFor(key, value, binders) => {
                self.code.lists.push(vec![]);
                let empty = self.code.lists.len() as u32 - 1;
                let (map, next) = (self.list_op(|d| Op::ListConst(d, empty))?, self.label());
                self.each(binders, env, next, &mut |c, env, _| {
                    let (key, value) = (c.word_for(key, env)?, c.word_for(value, env)?);
                    c.emit(Op::MapPut(map, map, key, value))
                })?;
                self.place(next);
                Some(map)
            }
            _ => None,
        }
    }
}

/// The keys of a map and their values in turn.
pub(super) fn map_words(v: &Value) -> Option<Vec<i64>> {
    let Value::Map(map) = v else { return None };
    let mut pairs: Vec<[i64; 2]> =
        map.iter().map(|(k, v)| Some([word_of(k)?, word_of(v)?])).collect::<Option<_>>()?;
    pairs.sort_unstable();
    Some(pairs.into_flattened())
}

/// The parts of a tuple.
pub(super) fn parts_of(v: &Val) -> Option<Vec<Val>> {
    match v {
        Val::Tuple(parts) => Some(parts.clone()),
        Val::Known(Value::Tuple(parts)) => Some(parts.iter().cloned().map(Val::Known).collect()),
        _ => None,
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
