//! Binders, comprehensions and folds: loops inside which something is put.

use super::build::{Env, Lowering, Opener};
use super::form::{Arg, Atom, Gather, Op, Over, StepKind, Var};
use crate::check::ir::{Binder, BinderKind, Expr, ExprKind, Fold};
use crate::check::types::Type;

impl<'p> Lowering<'p> {
    /// What follows is inside the loops and guards of these binders.
    pub(super) fn each(&mut self, binders: &'p [Binder], env: &mut Env) {
        for binder in binders {
            match &binder.kind {
                BinderKind::Is { slot, name, value } => {
                    let value = self.value(value, env);
                    self.name(&value.is, name);
                    env[*slot as usize] = Some(value.is);
                }
                BinderKind::In { slots, names, source } => {
                    let over = self.over(source, env);
                    let element = source.ty.element().unwrap_or(Type::Int);
                    let name = if slots.len() == 1 { names.first().map(String::as_str) } else { None };
                    let var = self.fresh(name, &element);
                    self.open(Opener::For(var, over), binder.span);
                    self.take_apart(var, &element, slots, names, binder, env);
                }
            }
            if let Some(guard) = &binder.guard {
                self.guard(guard, true, env);
            }
        }
    }

    /// Gives the slots of a binder what it binds: an element, or the entries of one.
    fn take_apart(
        &mut self,
        var: Var,
        element: &Type,
        slots: &[u32],
        names: &[String],
        binder: &Binder,
        env: &mut Env,
    ) {
        if let [slot] = slots {
            env[*slot as usize] = Some(Atom::Var(var));
            return;
        }
        for (i, slot) in slots.iter().enumerate() {
            let (op, ty) = match element {
                Type::Tuple(types) => (Op::Entry(i as u32), types.get(i).cloned().unwrap_or(Type::Wrong)),
                _ => (if i == 0 { Op::Row } else { Op::Col }, Type::Int),
            };
            let whole = Arg { is: Atom::Var(var), span: binder.span };
            let entry = self.op(op, vec![whole], &ty, binder.span).is;
            names.get(i).into_iter().for_each(|name| self.name(&entry, name));
            env[*slot as usize] = Some(entry);
        }
    }

    /// A comprehension or a fold of what is no position.
    pub(super) fn fold(
        &mut self,
        fold: Fold,
        item: &'p Expr,
        binders: &'p [Binder],
        env: &mut Env,
        e: &Expr,
    ) -> Arg {
        let what = match fold {
            Fold::Set => Gather::Set,
            Fold::List => Gather::List,
            Fold::Bag => Gather::Bag,
            Fold::Sum => Gather::Sum,
            Fold::SumPositions => Gather::Positions,
            Fold::Count => Gather::Count,
            Fold::Any | Fold::All | Fold::None => Gather::Any,
            Fold::Max | Fold::Min => return self.extreme(fold == Fold::Max, item, binders, env, e),
        };
        let into = self.fresh(None, &e.ty);
        let at = self.open(Opener::Gather(into, what), e.span);
        self.each(binders, env);
        if matches!(what, Gather::Any | Gather::Count) {
            self.guard(item, fold != Fold::All, env);
            self.push(StepKind::Put { into, args: vec![] }, item.span);
        } else {
            let args = vec![self.value(item, env)];
            self.push(StepKind::Put { into, args }, item.span);
        }
        self.close(at);
        let found = Arg { is: Atom::Var(into), span: e.span };
        if matches!(fold, Fold::All | Fold::None) { self.not(found, e.span) } else { found }
    }

    /// `max` and `min`. Of numbers that are bound themselves, the first that may be is the answer.
    fn extreme(
        &mut self,
        largest: bool,
        item: &'p Expr,
        binders: &'p [Binder],
        env: &mut Env,
        e: &Expr,
    ) -> Arg {
        let into = self.fresh(None, &e.ty);
        let span = e.span;
        let at = match own_range(item, binders) {
            Some((slot, name, lo, hi)) => {
                let what = if largest { Gather::Largest } else { Gather::Least };
                let at = self.open(Opener::Gather(into, what), span);
                let (lo, hi) = (self.value(lo, env), self.value(hi, env));
                let var = self.fresh(Some(name), &Type::Int);
                let over = if largest { Over::Down(lo, hi) } else { Over::Up(lo, hi) };
                self.open(Opener::For(var, over), binders[0].span);
                env[slot as usize] = Some(Atom::Var(var));
                binders[0].guard.iter().for_each(|g| self.guard(g, true, env));
                at
            }
            None => {
                let at =
                    self.open(Opener::Gather(into, if largest { Gather::Max } else { Gather::Min }), span);
                self.each(binders, env);
                at
            }
        };
        let args = vec![self.value(item, env)];
        self.push(StepKind::Put { into, args }, item.span);
        self.close(at);
        Arg { is: Atom::Var(into), span }
    }

    pub(super) fn map_for(
        &mut self,
        key: &'p Expr,
        value: &'p Expr,
        binders: &'p [Binder],
        env: &mut Env,
        e: &Expr,
    ) -> Arg {
        let into = self.fresh(None, &e.ty);
        let at = self.open(Opener::Gather(into, Gather::Map), e.span);
        self.each(binders, env);
        let args = vec![self.value(key, env), self.value(value, env)];
        self.push(StepKind::Put { into, args }, key.span);
        self.close(at);
        Arg { is: Atom::Var(into), span: e.span }
    }
}

/// `max(k for k in a..b where ...)`: the slot of k, its name, and the ends of the range.
fn own_range<'e>(item: &Expr, binders: &'e [Binder]) -> Option<(u32, &'e str, &'e Expr, &'e Expr)> {
    let [Binder { kind: BinderKind::In { slots, names, source }, .. }] = binders else { return None };
    match (slots.as_slice(), &source.kind, &item.kind) {
        ([slot], ExprKind::Range(lo, Some(hi)), ExprKind::Local(x)) if x == slot => {
            Some((*slot, names.first().map_or("", String::as_str), lo, hi))
        }
        _ => None,
    }
}
