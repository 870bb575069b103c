//! Code for flat values: collections of tuples, of texts and of collections, texts, and, where sets are runs, all sets.

use super::code::{B, Element, FlatOp, I, L, Op, Reg, To};
use super::compile::{Class, Compiler, Env, Val};
use super::flat::Form;
use super::flat_ops::Fit;
use super::loops::Take;
use super::texts::{is_list_of_texts, is_written};
use crate::builtin::collection::SetOp;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Expr, ExprKind, Fold};
use crate::check::types::{Shape, Type};
use crate::rules::shape::fits;
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

impl<'c> Compiler<'c> {
    /// How values of a type are written as words.
    pub(super) fn form(&self, ty: &Type) -> Option<Form> {
        Form::of(ty, &self.plan.sets)
    }

    /// Registers for any value of a type.
    pub(super) fn room(&mut self, ty: &Type) -> Option<(Val, Element)> {
        let mut regs = vec![];
        let val = self.registers(ty, &mut regs)?;
        Some((val, Element::new(self.form(ty)?, regs)))
    }

    fn registers(&mut self, ty: &Type, regs: &mut Vec<Reg>) -> Option<Val> {
        if let Type::Tuple(types) = ty {
            return types.iter().map(|ty| self.registers(ty, regs)).collect::<Option<_>>().map(Val::Tuple);
        }
        let (val, reg) = self.register_for(ty)?;
        regs.push(reg);
        Some(val)
    }

    /// A value with its form.
    pub(super) fn held(&mut self, val: Val, ty: &Type) -> Option<Element> {
        let (mut regs, form) = (vec![], self.form(ty)?);
        self.in_registers(val, ty, &mut regs)?;
        Some(Element::new(form, regs))
    }

    fn element(&mut self, e: &Expr, env: &mut Env) -> Option<Element> {
        let val = self.value(e, env)?;
        self.held(val, &e.ty)
    }

    pub(super) fn flat(&mut self, op: FlatOp) -> Option<()> {
        self.code.flats.push(op);
        self.emit(Op::Flat(self.code.flats.len() as u32 - 1))
    }

    /// A list register for what an operation gives.
    pub(super) fn flat_list(&mut self, op: impl FnOnce(L) -> FlatOp) -> Option<L> {
        let d = self.list()?;
        self.flat(op(d))?;
        Some(d)
    }

    fn flat_word(&mut self, op: impl FnOnce(I) -> FlatOp) -> Option<I> {
        let d = self.word()?;
        self.flat(op(d))?;
        Some(d)
    }

    /// The letters of a text, or one of them; `None` for whatever else there is.
    pub(super) fn letters(&mut self, e: &Expr, env: &mut Env) -> Option<Val> {
        match &e.kind {
            ExprKind::Builtin(Builtin::Letters, args) => self.list_for(&args[0], env).map(Val::Letters),
            ExprKind::Index(base, i) if is_list_of_texts(&base.ty) => {
                let text = match &base.kind {
                    ExprKind::Builtin(Builtin::Letters, of) => self.list_for(&of[0], env)?,
                    _ => {
                        let Val::Letters(text) = self.value(base, env)? else { return None };
                        text
                    }
                };
                let i = self.word_for(i, env)?;
                self.word_op(|d| Op::Get(d, text, i)).map(Val::Letter)
            }
            _ => None,
        }
    }

    /// A text that is put together; `None` where other values than numbers are written out in it.
    pub(super) fn text(&mut self, e: &Expr, env: &mut Env) -> Option<L> {
        match &e.kind {
            ExprKind::Binary(BinaryOp::Join, a, b) if a.ty == Type::Text && b.ty == Type::Text => {
                let (a, b) = (self.list_for(a, env)?, self.list_for(b, env)?);
                self.list_op(|d| Op::Concat(d, a, b))
            }
            ExprKind::Binary(BinaryOp::Join, a, b) if is_written(&a.ty) && is_written(&b.ty) => {
                let parts = [self.value(a, env)?, self.value(b, env)?];
                let mark = self.word_op(Op::Begin)?;
                parts.into_iter().try_for_each(|part| self.append(part))?;
                self.list_op(|d| Op::End(d, mark))
            }
            ExprKind::Builtin(Builtin::Join, args) => self.joined_texts(args, env),
            ExprKind::Builtin(Builtin::Repeat, args) => self.repeated_text(args, env),
            _ => None,
        }
    }

    /// A loop over texts, each as often as it comes.
    pub(super) fn each_text(&mut self, row: &Expr, env: &mut Env, take: Take<'_, 'c>) -> Option<()> {
        let ExprKind::For(Fold::List, item, binders) = &row.kind else {
            return self.flat_loop(row, env, false, take);
        };
        let next = self.label();
        self.each_once(binders, &[item], env, next, &mut |c, env, next| {
            let val = c.value(item, env)?;
            take(c, val, next)
        })?;
        self.place(next);
        Some(())
    }

    /// A collection of flat values.
    pub(super) fn flat_expr(&mut self, e: &Expr, env: &mut Env) -> Option<L> {
        if e.ty == Type::Text {
            return self.text(e, env);
        }
        let of = e.ty.element().map(|ty| self.form(&ty));
        match &e.kind {
            ExprKind::Binary(BinaryOp::Concat, a, b) => {
                let (a, b) = (self.list_for(a, env)?, self.list_for(b, env)?);
                self.list_op(|d| Op::Concat(d, a, b))
            }
            ExprKind::Binary(op @ (BinaryOp::With | BinaryOp::Without), a, b) => {
                self.meet_copy(&e.ty, b, env);
                let (l, x) = (self.list_for(a, env)?, self.element(b, env)?);
                let copies = matches!(e.ty, Type::Bag(_));
                self.flat_list(|d| match op {
                    BinaryOp::With => FlatOp::With(d, l, x, copies),
                    _ => FlatOp::Without(d, l, x),
                })
            }
            ExprKind::Binary(op, a, b) => {
                let op = match op {
                    BinaryOp::Union => SetOp::Union,
                    BinaryOp::Common => SetOp::Common,
                    BinaryOp::Minus => SetOp::Minus,
                    BinaryOp::Flip => SetOp::Flip,
                    _ => return None,
                };
                let (a, b, form) = (self.list_for(a, env)?, self.list_for(b, env)?, of??);
                if matches!((op, &e.ty), (SetOp::Union, Type::Bag(_))) {
                    let both = self.list_op(|d| Op::Concat(d, a, b))?;
                    return self.flat_list(|d| FlatOp::Sort(d, both, form, false));
                }
                self.flat_list(|d| FlatOp::Combine(d, op, a, b, form))
            }
            ExprKind::Set(items) | ExprKind::List(items) | ExprKind::Bag(items) => {
                let mark = self.word_op(Op::Begin)?;
                items.iter().try_for_each(|item| self.push(item, env))?;
                self.collected(mark, &e.ty)
            }
            ExprKind::Range(lo, Some(hi)) => {
                let (lo, hi) = (self.word_for(lo, env)?, self.word_for(hi, env)?);
                self.counted_up(lo, hi)
            }
            ExprKind::Builtin(Builtin::Indices, args) if matches!(args[0].ty, Type::List(_)) => {
                let (one, size) = (self.constant(1)?, self.size(&args[0], env)?);
                self.counted_up(one, size)
            }
            ExprKind::For(fold @ (Fold::Set | Fold::List | Fold::Bag), item, binders) => {
                if *fold == Fold::List
                    && let Some(edited) = self.edited_list(item, binders, env)
                {
                    return Some(edited);
                }
                let (mark, next) = (self.word_op(Op::Begin)?, self.label());
                if *fold == Fold::Set {
                    self.each(binders, &[item], env, next, &mut |c, env, _| c.push(item, env))?;
                } else {
                    self.each_once(binders, &[item], env, next, &mut |c, env, _| c.push(item, env))?;
                }
                self.place(next);
                self.collected(mark, &e.ty)
            }
            ExprKind::Map(_) | ExprKind::MapFor(..) => self.flat_map(e, env),
            ExprKind::Builtin(Builtin::Put, args) => self.flat_put(args, env),
            ExprKind::Builtin(Builtin::Reverse, args) => self.flat_reversed(&args[0], env),
            ExprKind::Builtin(Builtin::Sort, args) => {
                let (l, form) = (self.list_for(&args[0], env)?, of??);
                match &args[0].ty {
                    Type::List(_) => self.flat_list(|d| FlatOp::Sort(d, l, form, false)),
                    _ => Some(l),
                }
            }
            _ => None,
        }
    }

    /// A list, the last element first.
    fn flat_reversed(&mut self, row: &Expr, env: &mut Env) -> Option<L> {
        let (l, form, ty) = (self.list_for(row, env)?, self.form(&row.ty)?.element(), row.ty.element()?);
        let (size, zero) = (self.flat_word(|d| FlatOp::Size(d, l, form))?, self.constant(0)?);
        let (val, entry) = self.room(&ty)?;
        let (mark, at, one) = (self.word_op(Op::Begin)?, self.word()?, self.constant(1)?);
        self.emit(Op::Move(at, size))?;
        self.counting(zero, size, &mut |c, _, _| {
            c.flat(FlatOp::Get(l, at, entry.clone()))?;
            c.emit(Op::Sub(at, at, one))?;
            let x = c.held(val.clone(), &ty)?;
            c.push_element(x)
        })?;
        self.list_op(|d| Op::End(d, mark))
    }

    fn push(&mut self, item: &Expr, env: &mut Env) -> Option<()> {
        let x = self.element(item, env)?;
        self.push_element(x)
    }

    fn push_element(&mut self, x: Element) -> Option<()> {
        match x.regs.as_slice() {
            [Reg::I(x)] => self.emit(Op::Push(*x)),
            _ => self.flat(FlatOp::Push(x)),
        }
    }

    /// What was pushed since a place, as a collection of a type.
    fn collected(&mut self, mark: I, ty: &Type) -> Option<L> {
        let l = self.list_op(|d| Op::End(d, mark))?;
        let form = self.form(&ty.element()?)?;
        match ty {
            Type::List(_) => Some(l),
            _ => self.flat_list(|d| FlatOp::Sort(d, l, form, matches!(ty, Type::Set(_)))),
        }
    }

    fn counted_up(&mut self, lo: I, hi: I) -> Option<L> {
        let (mark, one) = (self.word_op(Op::Begin)?, self.constant(1)?);
        let before = self.word_op(|d| Op::Sub(d, lo, one))?;
        self.counting(before, hi, &mut |c, val, _| match val {
            Val::I(x) => c.emit(Op::Push(x)),
            _ => None,
        })?;
        self.list_op(|d| Op::End(d, mark))
    }

    fn flat_map(&mut self, e: &Expr, env: &mut Env) -> Option<L> {
        let map = self.constant_list(Some(vec![]))?;
        let put = |c: &mut Self, key: &Expr, item: &Expr, env: &mut Env| {
            let (key, item) = (c.element(key, env)?, c.element(item, env)?);
            c.flat(FlatOp::MapPut(map, map, key, item))
        };
        match &e.kind {
            ExprKind::Map(entries) => entries.iter().try_for_each(|(k, v)| put(self, k, v, env))?,
            ExprKind::MapFor(key, item, binders) => {
                let next = self.label();
                self.each(binders, &[key, item], env, next, &mut |c, env, _| put(c, key, item, env))?;
                self.place(next);
            }
            _ => return None,
        }
        Some(map)
    }

    fn flat_put(&mut self, args: &[Expr], env: &mut Env) -> Option<L> {
        let l = self.list_for(&args[0], env)?;
        if let Type::Map(..) = args[0].ty {
            let (key, item) = (self.element(&args[1], env)?, self.element(&args[2], env)?);
            return self.flat_list(|d| FlatOp::MapPut(d, l, key, item));
        }
        let (i, item) = (self.word_for(&args[1], env)?, self.element(&args[2], env)?);
        self.flat_list(|d| FlatOp::Put(d, l, i, item))
    }

    /// An entry of a list or the value of a key, where one of them is no word.
    pub(super) fn flat_index(&mut self, base: &Expr, i: &Expr, env: &mut Env) -> Option<Val> {
        let l = self.list_for(base, env)?;
        match &base.ty {
            Type::Map(_, item) => {
                let key = self.element(i, env)?;
                let (val, item) = self.room(item)?;
                self.flat(FlatOp::MapGet(l, key, item))?;
                Some(val)
            }
            ty => {
                let i = self.word_for(i, env)?;
                let (val, entry) = self.room(&ty.element()?)?;
                self.flat(FlatOp::Get(l, i, entry))?;
                Some(val)
            }
        }
    }

    /// How many elements a collection of flat values has.
    pub(super) fn size(&mut self, e: &Expr, env: &mut Env) -> Option<I> {
        if let ExprKind::Builtin(Builtin::Islands, args) = &e.kind
            && self.plan.sets.on_grid()
        {
            let (total, one) = (self.counter(0)?, self.constant(1)?);
            self.island_loop(&args[0], env, &mut |c, _, _| c.emit(Op::Add(total, total, one)))?;
            return Some(total);
        }
        let form = self.form(&e.ty)?.element();
        let l = match self.value(e, env)? {
            Val::Letters(text) => return self.word_op(|d| Op::Len(d, text)),
            val => self.in_list(val, &e.ty)?,
        };
        if form.is_word() {
            return self.word_op(|d| Op::Len(d, l));
        }
        self.flat_word(|d| FlatOp::Size(d, l, form))
    }

    /// Whether a value is in a collection.
    pub(super) fn flat_member(&mut self, val: &Val, ty: &Type, source: &Expr, env: &mut Env) -> Option<I> {
        let l = self.list_for(source, env)?;
        let x = self.held(val.clone(), ty)?;
        match (&source.ty, self.form(&source.ty)?) {
            (Type::Map(..), Form::Map(_, item)) => self.flat_word(|d| FlatOp::MapHas(d, l, x, *item)),
            (ty, _) => self.flat_word(|d| FlatOp::Has(d, l, x, !matches!(ty, Type::List(_)))),
        }
    }

    /// A loop over the elements of a collection, or over the keys of a map.
    pub(super) fn flat_loop(
        &mut self,
        e: &Expr,
        env: &mut Env,
        once: bool,
        take: Take<'_, 'c>,
    ) -> Option<()> {
        let l = match self.value(e, env)? {
            Val::Letters(text) => return self.letters_loop(text, take),
            val => self.in_list(val, &e.ty)?,
        };
        let (val, mut element) = self.room(&e.ty.element()?)?;
        if let Type::Map(_, item) = &e.ty {
            let (_, item) = self.room(item)?;
            let regs = element.regs.into_iter().chain(item.regs).collect();
            element = Element::new(Form::Tuple(vec![element.form, item.form]), regs);
        }
        let (at, head, exit, next) = (self.counter(0)?, self.label(), self.label(), self.label());
        self.code.elements.push(Element { once, ..element });
        let pool = u16::try_from(self.code.elements.len() - 1).ok()?;
        self.place(head);
        self.emit(Op::NextElement(at, l, pool, exit))?;
        take(self, val, next)?;
        self.place(next);
        self.emit(Op::Loop(head))?;
        self.place(exit);
        Some(())
    }

    /// Bails unless a value in registers fits what was declared.
    pub(super) fn fitting(&mut self, val: &Val, ty: &Type, shape: &Shape) -> Option<()> {
        match (val, ty, shape) {
            (_, _, shape) if shape.is_any() => Some(()),
            (Val::Known(known), ..) if fits(shape, known) => Some(()),
            (Val::Known(_), ..) => self.emit(Op::Bail),
            (Val::Tuple(parts), Type::Tuple(types), Shape::Tuple(shapes)) => {
                let mut each = parts.iter().zip(types).zip(shapes);
                each.try_for_each(|((part, ty), shape)| self.fitting(part, ty, shape))
            }
            _ => {
                let reg = self.in_register(val.clone(), ty)?;
                let (form, fit) = (self.form(ty)?, Fit::of(shape));
                match reg {
                    reg if self
                        .as_declared
                        .iter()
                        .any(|(noted, as_what)| *noted == reg && as_what == shape) =>
                    {
                        Some(())
                    }
                    Reg::L(list) if self.entries_in(list).is_some_and(|ends| fit.takes_all_between(ends)) => {
                        Some(())
                    }
                    Reg::B(set) => self.fitting_bits(set, &form, &fit),
                    _ => self.flat(FlatOp::Fit(reg, form, fit)),
                }
            }
        }
    }

    /// Bails if a set has an element that does not fit.
    fn fitting_bits(&mut self, set: B, form: &Form, fit: &Fit) -> Option<()> {
        let outside = match form {
            Form::Over(over) => bits_where(over.len(), |bit| !fit.takes_elements(over, bit)),
            _ => bits_where(u128::BITS, |bit| !fit.takes_bits(bit)),
        };
        if outside == 0 {
            return Some(());
        }
        let outside = self.fixed_set(outside)?;
        let met = self.set_op(|d| Op::SetAnd(d, set, outside))?;
        let (count, fine) = (self.word_op(|d| Op::Count(d, met))?, self.label());
        self.emit(Op::JumpUnless(count, fine))?;
        self.emit(Op::Bail)?;
        self.place(fine);
        Some(())
    }

    /// Whether a type is held in a list register, but not as a list of words.
    pub(super) fn is_flat(&self, ty: &Type) -> bool {
        self.class(ty) == Some(Class::Flat)
    }
}

impl Fit {
    /// What a declared type demands.
    pub(super) fn of(shape: &Shape) -> Fit {
        let side = |n: &Option<BigInt>, open: i64| match n {
            None => Some(open),
            Some(n) => n.to_i64().or_else(|| (n.is_negative() == (open < 0)).then_some(open)),
        };
        match shape {
            Shape::Any => Fit::Any,
            // Where a bound is beyond all words on the wrong side, no word fits.
            Shape::Range(lo, hi) => match (side(lo, i64::MIN), side(hi, i64::MAX)) {
                (Some(lo), Some(hi)) => Fit::Range(lo, hi),
                _ => Fit::Range(1, 0),
            },
            Shape::Elements(s) => Fit::Elements(Box::new(Fit::of(s))),
            Shape::Map(k, v) => Fit::Map(Box::new(Fit::of(k)), Box::new(Fit::of(v))),
            Shape::Tuple(s) => Fit::Tuple(s.iter().map(Fit::of).collect()),
        }
    }
}

/// Where to go on, if something is compiled in vain.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    ops: usize,
    labels: usize,
    pools: [usize; 12],
}

impl Compiler<'_> {
    /// How far the code is.
    pub(super) fn mark(&self) -> Mark {
        let c = &self.code;
        let pools = [
            c.sets.len(),
            c.lists.len(),
            c.arcs.len(),
            c.bounds.len(),
            c.parts.len(),
            c.members_runs.len(),
            c.elements.len(),
            c.flats.len(),
            c.asides.len(),
            c.chain_runs.len(),
            c.masks.len(),
            c.rows.len(),
        ];
        Mark { ops: c.ops.len(), labels: self.labels.len(), pools }
    }

    /// Forgets what was compiled since; registers and constants stay.
    pub(super) fn back(&mut self, mark: &Mark) {
        let c = &mut self.code;
        let [sets, lists, arcs, bounds, parts, members, elements, flats, asides, chains, masks, rows] =
            mark.pools;
        c.ops.truncate(mark.ops);
        self.labels.truncate(mark.labels);
        c.sets.truncate(sets);
        c.lists.truncate(lists);
        c.arcs.truncate(arcs);
        c.bounds.truncate(bounds);
        c.parts.truncate(parts);
        c.members_runs.truncate(members);
        c.elements.truncate(elements);
        c.flats.truncate(flats);
        c.asides.truncate(asides);
        c.chain_runs.truncate(chains);
        c.masks.truncate(masks);
        c.rows.truncate(rows);
    }

    /// A jump after what gives 1 or 0.
    pub(super) fn jump(&mut self, r: I, to: To, when: bool) -> Option<()> {
        self.emit(if when { Op::JumpIf(r, to) } else { Op::JumpUnless(r, to) })
    }
}

/// Those of so many bits for which something holds.
fn bits_where(count: u32, holds: impl Fn(u128) -> bool) -> u128 {
    (0..count).map(|i| 1 << i).filter(|bit| holds(*bit)).fold(0, |bits, bit| bits | bit)
}
