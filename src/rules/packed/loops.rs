//! Binders: loops over ranges, sets, lists and comprehensions, fused so that nothing is built.

use super::code::{Op, Reg, To};
use super::compile::{Class, Compiler, Env, Numbering, Val, class};
use super::memo::with_what_follows;
use super::universe::Sets;
use crate::builtin::collection::elements;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Binder, BinderKind, Expr, ExprKind, Fold, Slot};
use crate::check::types::Type;
use crate::rules::divisors::divisors;
use crate::value::Value;

/// What happens for each choice: it says where to go for the next one.
pub(super) type Body<'b, 'c> = &'b mut dyn FnMut(&mut Compiler<'c>, &mut Env, To) -> Option<()>;
/// What happens with each element of a source.
pub(super) type Take<'b, 'c> = &'b mut dyn FnMut(&mut Compiler<'c>, Val, To) -> Option<()>;

/// Constant sources up to this many elements are unrolled where they cannot be looped over.
const UNROLL: usize = 64;
/// Names up to this many are unrolled where they could be looped over, if that is no more than so much code.
const UNROLL_NAMES: usize = 32;
const MOST_UNROLLED: usize = 1500;
/// Those up to this many are looped over by their places, if they are no words.
const NAMED: usize = 1 << 12;

/// And this many that depend on the position.
const WRITTEN: usize = 8;

/// How many calls of functions are written out in the code of one game.
const MOST_INLINED: u32 = 20_000;
/// A call that is written out counts as so much work.
const LOOK_EACH: u32 = 64;

impl<'c> Compiler<'c> {
    /// Loops for some binders, in whose scope the `tail` is; `next` is where a guard that fails at the outermost level goes.
    pub(super) fn each(
        &mut self,
        binders: &[Binder],
        tail: &[&Expr],
        env: &mut Env,
        next: To,
        body: Body<'_, 'c>,
    ) -> Option<()> {
        self.in_scope(tail, |c| c.each_with(binders, env, next, false, body))
    }

    /// A loop in which each element comes once, for folds that count.
    pub(super) fn each_once(
        &mut self,
        binders: &[Binder],
        tail: &[&Expr],
        env: &mut Env,
        next: To,
        body: Body<'_, 'c>,
    ) -> Option<()> {
        self.in_scope(tail, |c| c.each_with(binders, env, next, true, body))
    }

    fn each_with(
        &mut self,
        binders: &[Binder],
        env: &mut Env,
        next: To,
        exact: bool,
        body: Body<'_, 'c>,
    ) -> Option<()> {
        let before = env.clone();
        self.with_common(binders, &before, |c| c.each_in_turn(binders, env, next, exact, body))
    }

    fn each_in_turn(
        &mut self,
        binders: &[Binder],
        env: &mut Env,
        next: To,
        exact: bool,
        body: Body<'_, 'c>,
    ) -> Option<()> {
        let Some((binder, rest)) = binders.split_first() else { return body(self, env, next) };
        match &binder.kind {
            BinderKind::Is { slot, value, .. } => {
                let value = self.value(value, env)?;
                env.slots[*slot as usize] = Some(value);
                self.guarded(binder, rest, env, next, exact, body)?;
                env.slots[*slot as usize] = None;
                Some(())
            }
            BinderKind::In { slots, source, .. } => {
                if let Some(binders) = self.asked_ahead(binder, rest, env) {
                    return self.each_in_turn(&binders, env, next, exact, body);
                }
                let by_members = self.members_loop(binder, env, &mut |c, env, others, next| {
                    others.iter().try_for_each(|guard| c.branch(guard, env, next, false))?;
                    c.each_with(rest, env, next, exact, body)
                });
                if let Some(done) = by_members {
                    return done;
                }
                if let (ExprKind::For(Fold::Set | Fold::List | Fold::Bag, item, inner), [slot], false) =
                    (&source.kind, slots.as_slice(), exact)
                    && self.known(source, env).is_none()
                    && (!self.plan.sets.on_grid() || touching_pairs(item, inner).is_none())
                {
                    let (value, name) = ((**item).clone(), String::new());
                    let kind = BinderKind::Is { slot: *slot, name, value };
                    let mut flat = inner.clone();
                    flat.push(Binder { kind, ..binder.clone() });
                    flat.extend_from_slice(rest);
                    return self.each_with(&flat, env, next, exact, body);
                }
                if let Some(divisors) = divisors(binder, None) {
                    return self.divisors_loop(&divisors, env, &mut |c, env, next| {
                        c.guarded(binder, rest, env, next, exact, body)
                    });
                }
                let ahead = with_what_follows(binder, rest);
                let cut_short = self.cut_loop(ahead.as_ref().unwrap_or(binder), env, &mut |c, env, next| {
                    c.guarded(binder, rest, env, next, exact, body)
                });
                if let Some(done) = cut_short {
                    return done;
                }
                let among = self.among_truths(binder, env);
                let guard = among.as_ref().unwrap_or(binder).guard.as_ref();
                if let Some((p, on, others)) = touching_in_set(slots, source, guard)
                    && self.plan.sets.on_grid()
                    && let Some(on) = self.set_for(on, env)
                {
                    let p = self.word_for(p, env)?;
                    let near = self.set_op(|d| Op::TouchingIn(d, p, on))?;
                    let inner = Binder { guard: others.cloned(), ..binder.clone() };
                    let mut env = env.clone();
                    return self.set_loop(near, (Numbering::Cells, &Type::Cell), &mut |c, val, next| {
                        env.slots[slots[0] as usize] = Some(val);
                        c.guarded(&inner, rest, &mut env, next, exact, body)
                    });
                }
                if let Some(sliced) = self.sliced(binder, env) {
                    let inner = Binder { guard: sliced.others, ..binder.clone() };
                    let mut env = env.clone();
                    return self.set_loop(
                        sliced.set,
                        (Numbering::Numbers, &Type::Int),
                        &mut |c, val, next| {
                            env.slots[slots[0] as usize] = Some(val);
                            c.guarded(&inner, rest, &mut env, next, exact, body)
                        },
                    );
                }
                if let Some(masked) = self.masked(binder, env) {
                    let inner = Binder { guard: masked.others, ..binder.clone() };
                    let (mut env, element) = (env.clone(), source.ty.element()?);
                    let of = (self.numbering(&source.ty), &element);
                    return self.set_loop(masked.set, of, &mut |c, val, next| {
                        c.bind(slots, val, &element, &mut env)?;
                        c.guarded(&inner, rest, &mut env, next, exact, body)
                    });
                }
                let mut inner = env.clone();
                let element = source.ty.element()?;
                self.source(source, &mut env.clone(), exact, &mut |c, val, next| {
                    c.bind(slots, val, &element, &mut inner)?;
                    c.guarded(binder, rest, &mut inner, next, exact, body)?;
                    slots.iter().for_each(|s| inner.slots[*s as usize] = None);
                    Some(())
                })
            }
        }
    }

    fn guarded(
        &mut self,
        binder: &Binder,
        rest: &[Binder],
        env: &mut Env,
        next: To,
        exact: bool,
        body: Body<'_, 'c>,
    ) -> Option<()> {
        if let Some(guard) = &binder.guard {
            self.branch(guard, env, next, false)?;
        }
        self.each_with(rest, env, next, exact, body)
    }

    pub(super) fn bind(&mut self, slots: &[Slot], val: Val, element: &Type, env: &mut Env) -> Option<()> {
        let parts = match (slots, val) {
            ([_], val) => vec![val],
            ([_, _], Val::I(p)) if *element == Type::Cell => {
                let (row, col) = (self.word()?, self.word()?);
                self.emit(Op::Row(row, p))?;
                self.emit(Op::Col(col, p))?;
                self.note_place(p, (row, col));
                vec![Val::I(row), Val::I(col)]
            }
            ([_, _], val @ Val::Leaf { .. }) if *element == Type::Cell => {
                let Reg::I(p) = self.in_register(val, element)? else { return None };
                return self.bind(slots, Val::I(p), element, env);
            }
            ([_, _], Val::Known(Value::Cell(p))) => {
                vec![Val::Known(Value::int(p.row.into())), Val::Known(Value::int(p.col.into()))]
            }
            (_, Val::Tuple(parts)) => parts,
            (_, Val::Known(Value::Tuple(parts))) => parts.iter().cloned().map(Val::Known).collect(),
            _ => return None,
        };
        for (slot, part) in slots.iter().zip(parts) {
            env.slots[*slot as usize] = Some(part);
        }
        Some(())
    }

    /// A loop over the elements of a source. With `exact`, each element comes once; without, an element
    /// may come more than once, which changes no set of options.
    pub(super) fn source(&mut self, e: &Expr, env: &mut Env, exact: bool, take: Take<'_, 'c>) -> Option<()> {
        if let Some(known) = self.known(e, env) {
            if let Some(set) = self.known_elements(&known, &e.ty) {
                return self.set_loop(set, (self.numbering(&e.ty), &e.ty.element()?), take);
            }
            return self.known_source(&known, &e.ty, take);
        }
        let mark = self.mark();
        if let Some(done) = self.source_in_code(e, &mut env.clone(), exact, take) {
            return Some(done);
        }
        self.back(&mark);
        if self.class(&e.ty) == Some(Class::Set) {
            // One that was no better taken apart: an entry of a list, the value of a key.
            let set = self.set_for(e, env)?;
            return self.set_loop(set, (self.numbering(&e.ty), &e.ty.element()?), take);
        }
        let once = !exact && matches!(e.ty, Type::Bag(_));
        self.flat_loop(e, env, once, take)
    }

    fn source_in_code(&mut self, e: &Expr, env: &mut Env, exact: bool, take: Take<'_, 'c>) -> Option<()> {
        match &e.kind {
            ExprKind::Range(lo, Some(hi)) => return self.range_loop(lo, hi, env, take),
            ExprKind::Builtin(Builtin::Islands, args) if self.plan.sets.on_grid() => {
                return self.island_loop(&args[0], env, take);
            }
            ExprKind::Builtin(Builtin::Indices, args) if matches!(args[0].ty, Type::List(_)) => {
                let (zero, len) = (self.constant(0)?, self.size(&args[0], env)?);
                return self.counting(zero, len, take);
            }
            ExprKind::Builtin(Builtin::Indices, args) if matches!(args[0].ty, Type::Map(..)) => {
                return self.source(&args[0], env, exact, take);
            }
            ExprKind::Builtin(Builtin::Touching, args) => {
                let (p, list) = (self.word_for(&args[0], env)?, self.list()?);
                self.emit(Op::Touching(list, p))?;
                return self.list_loop(list, take);
            }
            ExprKind::Builtin(Builtin::Ray, args) if !exact && self.is_flat(&e.ty) => {
                return self.ray_loop(args, env, take);
            }
            ExprKind::Successors(id, v) => return self.arcs_loop(*id, v, env, take),
            ExprKind::For(Fold::Set, item, binders)
                if self.plan.sets.on_grid() && touching_pairs(item, binders).is_some() =>
            {
                return self.pairs_loop(item, binders, env, take);
            }
            ExprKind::For(Fold::Set | Fold::List | Fold::Bag, item, binders)
                if !exact || !matches!(e.ty, Type::Set(_)) =>
            {
                let (item, next) = (item.clone(), self.label());
                self.each(binders, &[&item.clone()], env, next, &mut |c, env, next| {
                    let val = c.value(&item, env)?;
                    take(c, val, next)
                })?;
                self.place(next);
                return Some(());
            }
            ExprKind::List(items) | ExprKind::Set(items) if self.is_written_out(e, items, exact) => {
                for item in items {
                    let (val, next) = (self.value(item, env)?, self.label());
                    take(self, val, next)?;
                    self.place(next);
                }
                return Some(());
            }
            // One after the other, where making the second makes no mistake that the first would hide: nothing is put together for it.
            // The union of sets of bits is one instruction.
            ExprKind::Binary(BinaryOp::Add, a, b)
                if matches!(e.ty, Type::List(_)) && self.is_surely_made(b, env) =>
            {
                self.source(a, &mut env.clone(), exact, take)?;
                return self.source(b, env, exact, take);
            }
            ExprKind::Binary(BinaryOp::Union, a, b)
                if !exact && self.is_flat(&e.ty) && self.is_surely_made(b, env) =>
            {
                self.source(a, &mut env.clone(), exact, take)?;
                return self.source(b, env, exact, take);
            }
            ExprKind::If(c, a, b) => {
                let (otherwise, end) = (self.label(), self.label());
                self.branch(c, env, otherwise, false)?;
                self.source(a, &mut env.clone(), exact, take)?;
                self.emit(Op::Jump(end))?;
                self.place(otherwise);
                self.source(b, env, exact, take)?;
                self.place(end);
                return Some(());
            }
            ExprKind::Call(id, args) => {
                let mut inner = self.inline(*id, args, env)?;
                let body = self.machine.plain().definition(*id).body.clone();
                return self.nested(|c| c.source(&body, &mut inner, exact, take));
            }
            ExprKind::CallLocal(slot, args) => {
                let Some(Val::Known(Value::Function(id, _))) = env.slots[*slot as usize].clone() else {
                    return None;
                };
                let id = crate::check::ir::LetId(id);
                let mut inner = self.inline(id, args, env)?;
                let body = self.machine.plain().definition(id).body.clone();
                return self.nested(|c| c.source(&body, &mut inner, exact, take));
            }
            _ => {}
        }
        match self.class(&e.ty) {
            Some(Class::Set) if exact || self.fits_set(e, env) => {
                let set = self.set_for(e, env)?;
                self.set_loop(set, (self.numbering(&e.ty), &e.ty.element()?), take)
            }
            Some(Class::List) if matches!(e.ty, Type::Bag(_)) => self.flat_loop(e, env, !exact, take),
            Some(Class::List) => {
                let list = self.list_for(e, env)?;
                self.list_loop(list, take)
            }
            Some(Class::Map) => self.flat_loop(e, env, false, take),
            _ => self.combined_source(e, env, exact, take),
        }
    }

    /// Whether the items of a list or a set are examined one by one: they are few, and no words. Those of a set may be
    /// equal, which matters only where each must come once.
    fn is_written_out(&self, e: &Expr, items: &[Expr], exact: bool) -> bool {
        // Numbers of a set may be larger than those that bits stand for, and cells may lie off the grid.
        let may_lie_outside = matches!(e.ty.element(), Some(Type::Int | Type::Cell));
        let of_words = matches!(e.kind, ExprKind::Set(_)) && may_lie_outside;
        let once = matches!(e.kind, ExprKind::List(_)) || !exact || items.len() == 1;
        let words = e.ty.element().is_none_or(|ty| self.class(&ty) == Some(Class::Word));
        once && (!words || of_words) && items.len() <= WRITTEN
    }

    pub(super) fn nested<T>(&mut self, inside: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.depth += 1;
        // Functions that call each other twice are written out a million times in no time.
        self.inlined += 1;
        let in_time = self.inlined < MOST_INLINED && self.machine.meter().work_of(LOOK_EACH).is_ok();
        let result = if self.depth < 40 && in_time { inside(self) } else { None };
        self.depth -= 1;
        result
    }

    /// Whether a set is one of the position, or a part of it.
    pub(super) fn is_held(&self, e: &Expr, env: &Env) -> bool {
        match &e.kind {
            ExprKind::Local(slot) => matches!(env.slots[*slot as usize], Some(Val::B(_) | Val::Leaf { .. })),
            ExprKind::Binary(BinaryOp::Without | BinaryOp::Minus, a, _) => self.is_held(a, env),
            ExprKind::Binary(BinaryOp::Common, a, b) => self.is_held(a, env) || self.is_held(b, env),
            _ => e.truths_of().is_some(),
        }
    }

    /// Whether a set expression is better held as bits than taken apart: it has a register already.
    pub(super) fn fits_set(&self, e: &Expr, env: &Env) -> bool {
        match &e.kind {
            ExprKind::Local(slot) => {
                matches!(env.slots[*slot as usize], Some(Val::B(_) | Val::Leaf { .. } | Val::Known(_)))
            }
            ExprKind::Binary(_, a, b) if self.class(&b.ty) == Some(Class::Set) => {
                self.fits_set(a, env) && self.fits_set(b, env)
            }
            ExprKind::Binary(_, a, _) => self.fits_set(a, env),
            ExprKind::Builtin(..) => true,
            _ => false,
        }
    }

    /// `S minus T` and its relatives over sources that do not fit a bit set.
    fn combined_source(&mut self, e: &Expr, env: &mut Env, exact: bool, take: Take<'_, 'c>) -> Option<()> {
        let ExprKind::Binary(op, a, b) = &e.kind else { return None };
        let mut env2 = env.clone();
        match op {
            BinaryOp::Minus | BinaryOp::Common => {
                let wanted = *op == BinaryOp::Common;
                let ty = e.ty.element()?;
                self.source(a, env, exact, &mut |c, val, next| {
                    c.branch_member(&val, &ty, b, &mut env2, next, wanted)?;
                    take(c, val, next)
                })
            }
            BinaryOp::Without => {
                let removed = self.value(b, env)?;
                let ty = e.ty.element()?;
                self.source(a, env, exact, &mut |c, val, next| {
                    c.branch_same(&val, &removed, &ty, next, true)?;
                    take(c, val, next)
                })
            }
            BinaryOp::Union if !exact => {
                self.source(a, env, exact, take)?;
                self.source(b, env, exact, take)
            }
            BinaryOp::With if !exact => {
                self.source(a, env, exact, take)?;
                let (added, next) = (self.value(b, env)?, self.label());
                take(self, added, next)?;
                self.place(next);
                Some(())
            }
            _ => None,
        }
    }

    /// A fixed set over a universe.
    fn known_elements(&mut self, known: &Value, ty: &Type) -> Option<u16> {
        let over = matches!((ty, self.numbering(ty)), (Type::Set(_), Numbering::Over(_)));
        if over { self.constant_set(known, ty) } else { None }
    }

    fn known_source(&mut self, known: &Value, ty: &Type, take: Take<'_, 'c>) -> Option<()> {
        let element = ty.element()?;
        self.plan.meet(known);
        let items: Vec<Value> = elements(known).collect();
        if self.class(&element) != Some(Class::Word) || items.len() <= 2 {
            if items.len() > UNROLL {
                return self.named_source(items, &element, take);
            }
            return self.unrolled(&items, take);
        }
        // What follows from one of a few names is known then, such as what a known map has for it.
        let (mark, before) = (self.mark(), self.code.ops.len());
        let is_name = element == Type::Text && items.len() <= UNROLL_NAMES;
        if is_name && self.unrolled(&items, take).is_some() {
            if self.code.ops.len() - before <= MOST_UNROLLED {
                return Some(());
            }
            self.back(&mark);
            if let Some(done) = self.word_loop(&items, &element, take) {
                return Some(done);
            }
            self.back(&mark);
            return self.unrolled(&items, take);
        }
        self.back(&mark);
        self.word_loop(&items, &element, take)
    }

    fn unrolled(&mut self, items: &[Value], take: Take<'_, 'c>) -> Option<()> {
        for item in items {
            let next = self.label();
            take(self, Val::Known(item.clone()), next)?;
            self.place(next);
        }
        Some(())
    }

    /// A loop over known words.
    fn word_loop(&mut self, items: &[Value], element: &Type, take: Take<'_, 'c>) -> Option<()> {
        let words = self.known_words(items)?;
        let list = self.list()?;
        let ends = words.iter().min().copied().zip(words.iter().max().copied());
        self.code.lists.push(words);
        self.emit(Op::ListConst(list, self.code.lists.len() as u32 - 1))?;
        self.list_loop(list, &mut |c, item, next| {
            if *element == Type::Int {
                c.note_counted(&item, ends);
            }
            take(c, item, next)
        })
    }

    /// A loop over many known values that are no words, by their places.
    fn named_source(&mut self, items: Vec<Value>, element: &Type, take: Take<'_, 'c>) -> Option<()> {
        if items.len() > NAMED {
            return None;
        }
        items.iter().for_each(|item| self.plan.meet(item));
        let (before, last) = (self.constant(-1)?, self.constant(items.len() as i64 - 1)?);
        let over = self.plan.sets.named(element, items)?;
        self.counting(before, last, &mut |c, val, next| {
            let Val::I(number) = val else { return None };
            let val = c.taken_value(number, Numbering::Over(over), element);
            take(c, val, next)
        })
    }

    /// The least and the largest that a number can be, by what is known and what is counted.
    pub(super) fn bounds_of(&self, e: &Expr, env: &Env) -> Option<(i64, i64)> {
        if let Some(known) = self.known(e, env).and_then(|v| v.as_i64()) {
            return Some((known, known));
        }
        if let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract), a, b) = &e.kind {
            let ((a, c), (b, d)) = (self.bounds_of(a, env)?, self.bounds_of(b, env)?);
            return match op {
                BinaryOp::Add => a.checked_add(b).zip(c.checked_add(d)),
                _ => a.checked_sub(d).zip(c.checked_sub(b)),
            };
        }
        if let ExprKind::Builtin(f @ (Builtin::Min | Builtin::Max), args) = &e.kind
            && args.len() > 1
        {
            let ends: Vec<(i64, i64)> = args.iter().map(|a| self.bounds_of(a, env)).collect::<Option<_>>()?;
            let of = |ends: Vec<i64>| {
                if *f == Builtin::Min { ends.into_iter().min() } else { ends.into_iter().max() }
            };
            return of(ends.iter().map(|e| e.0).collect()).zip(of(ends.iter().map(|e| e.1).collect()));
        }
        if let ExprKind::Field(cell, is_row) = &e.kind {
            let Some(Val::I(r)) = env.slots.get(cell.local()? as usize)? else { return None };
            return self.place_bounds(*r, *is_row);
        }
        let Some(Val::I(r)) = env.slots.get(e.local()? as usize)? else { return None };
        self.counted.iter().find(|(counted, ..)| counted == r).map(|(_, lo, hi)| (*lo, *hi))
    }

    fn range_loop(&mut self, lo: &Expr, hi: &Expr, env: &mut Env, take: Take<'_, 'c>) -> Option<()> {
        let ends = self.bounds_of(lo, env).zip(self.bounds_of(hi, env));
        let ends = ends.map(|((least, _), (_, most))| (least, most));
        let (lo, hi) = (self.word_for(lo, env)?, self.word_for(hi, env)?);
        let (one, before) = (self.constant(1)?, self.word()?);
        self.emit(Op::Sub(before, lo, one))?;
        self.counting(before, hi, &mut |c, counter, next| {
            c.note_counted(&counter, ends);
            take(c, counter, next)
        })
    }
}

/// Whether an expression is the element that some slots took, as it was.
pub(super) fn is_element(e: &Expr, slots: &[Slot]) -> bool {
    let local = |e: &Expr, slot: &Slot| matches!(e.kind, ExprKind::Local(s) if s == *slot);
    match (&e.kind, slots) {
        (_, [slot]) => local(e, slot),
        (ExprKind::Tuple(parts), slots) => {
            parts.len() == slots.len() && parts.iter().zip(slots).all(|(e, slot)| local(e, slot))
        }
        (ExprKind::Cell(row, col), [r, c]) => local(row, r) && local(col, c),
        _ => false,
    }
}

/// `q in touching(p) where q in S`: the cell, the set, and what else the guard asks.
fn touching_in_set<'e>(
    slots: &[Slot],
    source: &'e Expr,
    guard: Option<&'e Expr>,
) -> Option<(&'e Expr, &'e Expr, Option<&'e Expr>)> {
    let (ExprKind::Builtin(Builtin::Touching, args), [q]) = (&source.kind, slots) else { return None };
    let (first, others) = match &guard?.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => (&**a, Some(&**b)),
        _ => (guard?, None),
    };
    let ExprKind::In(x, set) = &first.kind else { return None };
    let is_q = |e: &Expr| matches!(e.kind, ExprKind::Local(s) if s == *q);
    let mut free = class(&set.ty, &Sets::default()) == Some(Class::Set);
    set.each_free_slot(&mut |slot| free &= slot != *q);
    (is_q(x) && free).then_some((&args[0], &**set, others))
}

/// `{ {p, q} for p in S, q in touching(p) where q in S }`: the slots of p and q, and S.
pub(super) fn touching_pairs<'e>(item: &Expr, binders: &'e [Binder]) -> Option<&'e Expr> {
    let local = |e: &Expr| if let ExprKind::Local(s) = e.kind { Some(s) } else { None };
    let (ExprKind::Set(pair), [first, second]) = (&item.kind, binders) else { return None };
    let (BinderKind::In { slots: p, source, .. }, None) = (&first.kind, &first.guard) else { return None };
    let BinderKind::In { slots: q, source: near, .. } = &second.kind else { return None };
    let (at, on, None) = touching_in_set(q, near, second.guard.as_ref())? else { return None };
    let (([p], [q]), [a, b]) = ((p.as_slice(), q.as_slice()), pair.as_slice()) else { return None };
    let is_pair = (local(a)?, local(b)?) == (*p, *q) || (local(a)?, local(b)?) == (*q, *p);
    let is_set = source.ty == Type::Set(Box::new(Type::Cell)) && local(source)? == local(on)?;
    (is_pair && is_set && local(at)? == *p).then_some(source)
}

/// A value as a word.
pub(super) fn word_of(v: &Value) -> Option<i64> {
    match v {
        Value::Int(n) => n.to_i64(),
        Value::Bool(b) => Some(i64::from(*b)),
        Value::Case(i, _) => Some(i64::from(*i)),
        Value::Cell(c) => Some(super::code::cell_word(c.row, c.col)),
        _ => None,
    }
}
