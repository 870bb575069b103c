//! Lists, bags and maps of words in registers.

use super::code::Op;
use super::compile::{Compiler, Env, Val};
use super::flat_ops::Fit;
use super::universe::Sets;
use crate::builtin::collection::with;
use crate::check::builtins::Builtin;
use crate::check::ir::{BinaryOp, Expr, ExprKind, Fold, Param};
use crate::check::types::{Shape, Type};
use crate::value::{OrdMap, Value};

impl Compiler<'_> {
    pub(super) fn built(&mut self, items: &[Expr], env: &mut Env) -> Option<u16> {
        let words: Vec<u16> = items.iter().map(|i| self.word_for(i, env)).collect::<Option<_>>()?;
        let mark = self.word_op(Op::Begin)?;
        for w in words {
            self.emit(Op::Push(w))?;
        }
        self.list_op(|d| Op::End(d, mark))
    }

    /// Takes note of an element that rules name and that joins or leaves a bag, as of one in a bag that is written out.
    pub(super) fn meet_copy(&mut self, ty: &Type, item: &Expr, env: &Env) {
        if let (Type::Bag(_), Some(known)) = (ty, self.known(item, env)) {
            self.plan.meet_bag(&with(&Value::Bag(OrdMap::new()), known));
        }
    }

    pub(super) fn list_expr(&mut self, e: &Expr, env: &mut Env) -> Option<u16> {
        let list = self.list_of(e, env)?;
        self.note_entries(list, self.entries_of(e, env));
        Some(list)
    }

    /// Takes note of the numbers between which the entries of a list are: what is declared of them need not be looked at again.
    pub(super) fn note_entries(&mut self, list: u16, ends: Option<(i64, i64)>) {
        self.entries.extend(ends.map(|(lo, hi)| (list, lo, hi)));
    }

    /// The numbers between which the entries of a list are, if that is known; of an empty one, the first is above the last.
    pub(super) fn entries_of(&self, e: &Expr, env: &Env) -> Option<(i64, i64)> {
        if e.ty != Type::List(Box::new(Type::Int)) {
            return None;
        }
        if let Some(Some(Val::L(list))) = e.local().and_then(|slot| env.slots.get(slot as usize)) {
            return self.entries_in(*list);
        }
        if let Some(Value::List(all)) = self.known(e, env) {
            return hull(all.iter().map(|x| x.as_i64().map(|n| (n, n))));
        }
        match &e.kind {
            ExprKind::List(items) => hull(items.iter().map(|x| self.bounds_of(x, env))),
            ExprKind::Binary(BinaryOp::Concat, a, b) => hull([a, b].map(|list| self.entries_of(list, env))),
            ExprKind::Builtin(Builtin::Sort | Builtin::Reverse, args) => self.entries_of(&args[0], env),
            ExprKind::Builtin(Builtin::Put, args) => {
                hull([self.entries_of(&args[0], env), self.bounds_of(&args[2], env)])
            }
            // A slice: entries of a list at some places.
            ExprKind::For(Fold::List, item, _) => match &item.kind {
                ExprKind::Index(list, _) => self.entries_of(list, env),
                _ => None,
            },
            _ => None,
        }
    }

    /// The same of one in a register.
    pub(super) fn entries_in(&self, list: u16) -> Option<(i64, i64)> {
        self.entries.iter().find(|(noted, ..)| *noted == list).map(|(_, lo, hi)| (*lo, *hi))
    }

    fn list_of(&mut self, e: &Expr, env: &mut Env) -> Option<u16> {
        match &e.kind {
            ExprKind::Binary(BinaryOp::Concat, a, b) => {
                let (a, b) = (self.list_for(a, env)?, self.list_for(b, env)?);
                self.list_op(|d| Op::Concat(d, a, b))
            }
            ExprKind::List(items) => self.built(items, env),
            ExprKind::Binary(op @ (BinaryOp::With | BinaryOp::Without), a, b) => {
                self.meet_copy(&e.ty, b, env);
                let (l, x) = (self.list_for(a, env)?, self.word_for(b, env)?);
                self.list_op(
                    |d| if *op == BinaryOp::With { Op::Insert(d, l, x) } else { Op::Remove(d, l, x) },
                )
            }
            // Bags together: as of anything.
            ExprKind::Binary(BinaryOp::Union | BinaryOp::Common | BinaryOp::Minus | BinaryOp::Flip, ..) => {
                self.flat_expr(e, env)
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
                if *fold == Fold::List
                    && let Some(cleared) = self.cleared_list(item, binders, env)
                {
                    return Some(cleared);
                }
                let (mark, next) = (self.word_op(Op::Begin)?, self.label());
                self.each_once(binders, &[item], env, next, &mut |c, env, _| {
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

    /// A map, as keys and values in turn.
    pub(super) fn map_expr(&mut self, e: &Expr, env: &mut Env) -> Option<u16> {
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
                self.each(binders, &[key, value], env, next, &mut |c, env, _| {
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

/// What is declared of the entries of a list of numbers.
pub(super) fn declared_entries(param: &Param) -> Option<(i64, i64)> {
    let (Type::List(_), Shape::Elements(of)) = (&param.ty, &param.shape) else { return None };
    match Fit::of(of) {
        Fit::Range(lo, hi) => Some((lo, hi)),
        _ => None,
    }
}

/// The least and the largest number of some stretches.
fn hull(all: impl IntoIterator<Item = Option<(i64, i64)>>) -> Option<(i64, i64)> {
    let none = (i64::MAX, i64::MIN);
    all.into_iter().try_fold(none, |(lo, hi), ends| ends.map(|(a, b)| (lo.min(a), hi.max(b))))
}

/// The keys of a map and their values in turn.
pub(super) fn map_words(v: &Value, sets: &Sets) -> Option<Vec<i64>> {
    let Value::Map(map) = v else { return None };
    let mut pairs: Vec<[i64; 2]> =
        map.iter().map(|(k, v)| Some([sets.word_of(k)?, sets.word_of(v)?])).collect::<Option<_>>()?;
    pairs.sort_unstable();
    Some(pairs.into_flattened())
}
