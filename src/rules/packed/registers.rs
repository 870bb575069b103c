//! Values in registers: which kind an expression takes, calls and choices, and constants. What words, sets and lists are made of
//! is in files of their own.

use super::code::{I, Op, Reg, To};
use super::compile::{Class, Compiler, Env, Numbering, Val};
use super::list_values::map_words;
use super::loops::word_of;
use crate::builtin::collection::elements;
use crate::check::builtins::Builtin;
use crate::check::ir::{Binder, BinderKind, Expr, ExprKind, LetId, Param, Program};
use crate::check::types::{Shape, Type};
use crate::value::Value;
use num_traits::ToPrimitive;
use std::cell::Cell;

impl<'c> Compiler<'c> {
    /// The value of an expression, wherever it is best kept; what has no code is left to the general evaluation.
    pub(super) fn value(&mut self, e: &Expr, env: &mut Env) -> Option<Val> {
        if let Some(known) = self.known(e, env) {
            return Some(Val::Known(known));
        }
        if let Some(once) = self.computed_once(e, env) {
            return Some(once);
        }
        let mark = self.mark();
        self.value_in_code(e, &mut env.clone()).or_else(|| {
            self.back(&mark);
            self.set_by_element(e, env, false).map(Val::B).or_else(|| self.aside(e, env))
        })
    }

    fn value_in_code(&mut self, e: &Expr, env: &mut Env) -> Option<Val> {
        let mark = self.mark();
        if let Some(r) = self.remembered(e, env) {
            return Some(Val::I(r));
        }
        self.back(&mark);
        if let Some((body, names)) = e.named_within() {
            return self.named_value(body, names, env);
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
            ExprKind::Index(base, i) if self.class(&e.ty) == Some(Class::Word) => {
                let mark = self.mark();
                if let (Type::Map(ty, _), Some(map)) = (&base.ty, self.known(base, env))
                    && let Some(key) = self.value(i, env)
                    && let Some(found) = self.value_in_table(&map, (&key, ty))
                {
                    return Some(Val::I(found));
                }
                self.back(&mark);
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
            ExprKind::Builtin(f @ (Builtin::Least | Builtin::Largest), args)
                if self.is_of_runs(&args[0].ty) =>
            {
                return self.end_of(*f == Builtin::Largest, &args[0], env);
            }
            ExprKind::Index(base, i) if self.is_flat(&base.ty) => {
                let mark = self.mark();
                if let Some(entry) = self.known_entry(base, i, env) {
                    return Some(entry);
                }
                self.back(&mark);
                return self.flat_index(base, i, env);
            }
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

    /// A value in which some values have names.
    fn named_value(&mut self, body: &Expr, names: &[Binder], env: &mut Env) -> Option<Val> {
        for name in names {
            let BinderKind::Is { slot, value, .. } = &name.kind else { return None };
            env.slots[*slot as usize] = Some(self.value(value, env)?);
        }
        self.value(body, env)
    }

    pub(super) fn call(&mut self, id: LetId, args: &[Expr], env: &mut Env) -> Option<Val> {
        let mut inner = self.inline(id, args, env)?;
        let body = self.machine.plain().definition(id).body.clone();
        self.nested(|c| c.value(&body, &mut inner))
    }

    /// The frame of a definition that is inlined: its arguments, checked against their declared types.
    pub(super) fn inline(&mut self, id: LetId, args: &[Expr], env: &mut Env) -> Option<Env> {
        let definition = self.machine.plain().definition(id);
        let mut inner = Env::new(definition.slots.len(), self.frame());
        for (i, (param, arg)) in definition.params.iter().zip(args).enumerate() {
            let val = self.value(arg, env)?;
            self.declared(param, &val)?;
            inner.slots[i] = Some(val);
        }
        Some(inner)
    }

    /// Bails unless a value is of the declared type.
    pub(super) fn declared(&mut self, param: &Param, val: &Val) -> Option<()> {
        match (&param.shape, val) {
            (Shape::Any, _) => {}
            (Shape::Range(lo, hi), Val::I(r)) => {
                let bound = |n: &Option<num_bigint::BigInt>, open: i64| match n {
                    None => Some(open),
                    Some(n) => n.to_i64(),
                };
                self.code.bounds.push((bound(lo, i64::MIN)?, bound(hi, i64::MAX)?));
                self.emit(Op::Check(*r, self.code.bounds.len() as u32 - 1))?;
            }
            (_, Val::Known(v)) => {
                if crate::rules::shape::misfit(param, v).is_some() {
                    self.emit(Op::Bail)?;
                }
            }
            // Elements of sets and lists in registers: natural numbers are what they hold.
            (Shape::Elements(s), Val::B(_))
                if **s == Shape::nat() && self.numbering(&param.ty) == Numbering::Numbers => {}
            (shape, val) => self.fitting(val, &param.ty, shape)?,
        }
        Some(())
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

    /// `iterate(f, x, n)`: a loop from registers to the same registers, which ends where nothing changes any more. Parts of a tuple
    /// that every step passes on stay what they are, and where they are.
    fn iterated(&mut self, args: &[Expr], env: &mut Env) -> Option<Val> {
        let [f, first, times] = args else { return None };
        let Some(Value::Function(id, _)) = self.known(f, env) else { return None };
        let begun = self.value(first, env)?;
        let (parts, types) = parts_with_types(begun, &first.ty)?;
        let stays = self.passed_on(LetId(id), types.len());
        let (mut vals, mut now) = (vec![], vec![]);
        for ((part, ty), stays) in parts.into_iter().zip(&types).zip(&stays) {
            if *stays {
                vals.push(part);
                continue;
            }
            let ((val, room), mut from) = (self.room(ty)?, vec![]);
            self.in_registers(part, ty, &mut from)?;
            from.iter().zip(&room.regs).try_for_each(|(from, to)| self.moved(*from, *to))?;
            vals.push(val);
            now.extend(room.regs);
        }
        let val = if matches!(first.ty, Type::Tuple(_)) { Val::Tuple(vals) } else { vals.pop()? };
        let (times, zero) = (self.word_for(times, env)?, self.constant(0)?);
        let (fine, done) = (self.label(), self.label());
        self.emit(Op::JumpUnlessLt(times, zero, fine))?;
        self.emit(Op::Bail)?;
        self.place(fine);
        self.by_euclid(LetId(id), &now, times, done)?;
        let local = [Expr { kind: ExprKind::Local(0), ty: first.ty.clone(), span: first.span }];
        let mut inner = Env { slots: vec![Some(val.clone())], frame: self.frame() };
        self.counting(zero, times, &mut |c, _, _| {
            let next = c.call(LetId(id), &local, &mut inner)?;
            let ((parts, _), mut after) = (parts_with_types(next, &first.ty)?, vec![]);
            let mut changing = parts.into_iter().zip(&types).zip(&stays).filter(|(_, stays)| !**stays);
            changing.try_for_each(|((part, ty), _)| c.in_registers(part, ty, &mut after))?;
            c.taken_over(after, &now, done)
        })?;
        self.place(done);
        Some(val)
    }

    /// Puts what a step gives where it was before; goes on at `done` if nothing has changed.
    fn taken_over(&mut self, after: Vec<Reg>, now: &[Reg], done: To) -> Option<()> {
        let changed = self.label();
        // What comes after may be made of what was before: all of it is ready before any of it is put there.
        let mut made = vec![];
        for (after, now) in after.into_iter().zip(now) {
            // What is passed on as it is stays where it is.
            if after == *now {
                continue;
            }
            let kept = match after {
                Reg::I(r) => Reg::I(self.word_op(|d| Op::Move(d, r))?),
                Reg::B(r) => Reg::B(self.set_op(|d| Op::SetMove(d, r))?),
                Reg::L(r) => Reg::L(self.list_op(|d| Op::ListMove(d, r))?),
            };
            made.push((kept, *now));
        }
        made.iter().try_for_each(|(after, now)| self.unless_same(*after, *now, changed))?;
        self.emit(Op::Jump(done))?;
        self.place(changed);
        made.iter().try_for_each(|(after, now)| self.moved(*after, *now))
    }

    /// Which parts of a tuple a function of it gives as they are, of so many.
    fn passed_on(&self, step: LetId, parts: usize) -> Vec<bool> {
        let program = self.machine.plain();
        let body = &program.definition(step).body;
        let is_whole = |e: &Expr| e.local() == Some(0);
        let is_tuple = matches!(body.ty, Type::Tuple(_));
        let looked = Cell::new(0);
        let passes = |i| Passes { program, i, looked: &looked }.gives(body, &|_| false, &is_whole);
        (0..parts).map(|i| is_tuple && passes(i)).collect()
    }

    /// Euclid's method: where a step gives `(b, a mod b)` of two natural numbers, and there are as many steps as b, that is one
    /// instruction, since b gets smaller in each step. Jumps behind the steps then.
    fn by_euclid(&mut self, step: LetId, pair: &[Reg], times: I, done: To) -> Option<()> {
        let [Reg::I(a), Reg::I(b)] = *pair else { return Some(()) };
        if !crate::lowered::is_step_of_euclid(&self.machine.plain().definition(step).body) {
            return Some(());
        }
        let (zero, steps) = (self.constant(0)?, self.label());
        self.emit(Op::JumpUnlessLe(zero, a, steps))?;
        self.emit(Op::JumpUnlessLe(zero, b, steps))?;
        self.emit(Op::JumpUnlessLe(b, times, steps))?;
        let divisor = self.word_op(|d| Op::Gcd(d, a, b))?;
        self.emit(Op::Move(a, divisor))?;
        self.emit(Op::Move(b, zero))?;
        self.emit(Op::Jump(done))?;
        self.place(steps);
        Some(())
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
                Class::Word => {
                    let word = self.known_word(&v)?;
                    self.constant(word).map(Reg::I)
                }
                Class::Set => self.constant_set(&v, ty).map(Reg::B),
                Class::List => {
                    self.plan.meet_bag(&v);
                    let mut words: Vec<i64> =
                        elements(&v).map(|x| self.known_word(&x)).collect::<Option<_>>()?;
                    if matches!(v, Value::Bag(_)) {
                        words.sort_unstable();
                    }
                    self.constant_list(Some(words)).map(Reg::L)
                }
                Class::Map => {
                    let words = map_words(&v, &self.plan.sets).or_else(|| self.unmet(&v))?;
                    self.constant_list(Some(words)).map(Reg::L)
                }
                Class::Flat => {
                    let mut words = vec![];
                    let written = self.form(ty)?.write_run(&v, &self.grid, &mut words);
                    written.or_else(|| self.unmet(&v))?;
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
}

/// The parts of a tuple.
/// The parts of a tuple, each with its type; of anything else, that itself.
fn parts_with_types(val: Val, ty: &Type) -> Option<(Vec<Val>, Vec<Type>)> {
    match ty {
        Type::Tuple(types) => Some((parts_of(&val)?, types.clone())),
        _ => Some((vec![val], vec![ty.clone()])),
    }
}

/// Whether an expression gives a tuple with the same part at a place as another one has.
struct Passes<'p> {
    program: &'p Program,
    i: usize,
    /// How many expressions were looked at: functions that call others twice are as many as powers of two.
    looked: &'p Cell<u32>,
}

/// More expressions are not looked at.
const MOST_LOOKED: u32 = 1 << 10;

impl Passes<'_> {
    /// Where some expressions are that part, and some the whole tuple.
    fn gives(&self, e: &Expr, is_part: &dyn Fn(&Expr) -> bool, is_whole: &dyn Fn(&Expr) -> bool) -> bool {
        self.looked.set(self.looked.get() + 1);
        if self.looked.get() > MOST_LOOKED {
            return false;
        }
        if let Some((body, _)) = e.named_within() {
            return self.gives(body, is_part, is_whole);
        }
        let is_that = |e: &Expr| match e.tuple_entry() {
            Some((whole, place)) => is_whole(whole) && place == self.i,
            None => is_part(e),
        };
        match &e.kind {
            ExprKind::If(_, a, b) => [a, b].iter().all(|e| self.gives(e, is_part, is_whole)),
            ExprKind::Tuple(parts) => is_that(&parts[self.i]),
            ExprKind::Call(id, args) => {
                let arg = |e: &Expr| e.local().and_then(|slot| args.get(slot as usize));
                let part = |e: &Expr| arg(e).is_some_and(is_that);
                let whole = |e: &Expr| arg(e).is_some_and(is_whole);
                self.gives(&self.program.definition(*id).body, &part, &whole)
            }
            _ => is_whole(e),
        }
    }
}

pub(super) fn parts_of(v: &Val) -> Option<Vec<Val>> {
    match v {
        Val::Tuple(parts) => Some(parts.clone()),
        Val::Known(Value::Tuple(parts)) => Some(parts.iter().cloned().map(Val::Known).collect()),
        _ => None,
    }
}
